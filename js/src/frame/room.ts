// The room that there is on the page, so that one look takes in the answer and what it rests on.

import { clamp } from '../geometry/lines.ts';

// ---- How large the figures may be

/** What a plot has to share, in pixels. */
export interface Place {
  /** Width of the whole explorer. */
  width: number;
  /** Height of the visible notebook. */
  height: number;
  /** Height of one letter in a figure: the size of the font there. */
  letter: number;
  /** Height of all that stands above the figures and is to be seen with them. */
  above: number;
  /** Height of what belongs to a figure and stands below it. */
  below: number;
  /** What is as large as is of use. */
  most?: number;
}

/** What a figure keeps free around its plot, in letters; left and right are as much as the rest. */
export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Size {
  /** Width and height of each plot. */
  plot: number;
  margin: Margin;
  /** Whether the figures stand one below the other. */
  isStacked: boolean;
  /** Whether a title beside the buttons of its figure would lie on them. */
  isSmall: boolean;
  /** Whether there is no room for titles of axes. */
  isBare: boolean;
}

const LEAST = 180;
const MOST = 420;
const STACKED = 640;
/** Letters of a title and the buttons beside it. */
const HEAD = 15;
/** Between the figures. */
const GAP = 8;
const WHOLE: Margin = { left: 4.4, right: 1, top: 1.9, bottom: 3.5 };
/** Without titles of axes, where there is no room for them. */
const BARE: Margin = { left: 3, right: 1, top: 1.9, bottom: 2.1 };

/**
 * The size of both figures: as large as width and height allow, and no larger than is of use.
 *
 * Where they stand one below the other nobody sees all at once: there one of them is seen whole.
 */
export function sizeOf({ width, height, letter, above, below, most = MOST }: Place): Size {
  const isStacked = width < STACKED;
  const room = isStacked ? width : (width - GAP) / 2;
  const whole = inPixels(WHOLE, letter);
  const isBare = room - across(whole) < LEAST;
  const margin = isBare ? inPixels(BARE, letter) : whole;
  const widest = Math.min(most, room - across(margin));
  const around = below + across(margin) + (isStacked ? 0 : above);
  const plot = Math.min(widest, Math.max(LEAST, height - around));
  const size = Math.floor(clamp(plot, 1, most));
  return { plot: size, margin, isStacked, isSmall: size < HEAD * letter, isBare };
}

const across = ({ left, right }: Margin) => left + right;

function inPixels({ left, right, top, bottom }: Margin, letter: number): Margin {
  return {
    left: left * letter,
    right: right * letter,
    top: top * letter,
    bottom: bottom * letter,
  };
}

// ---- The room that there is on the page, measured

/** Rows that are seen together with the figures. */
const TOP = '.cc-top';
const ABOVE = [TOP, '.cc-answer', '.cc-conditions', '.cc-lab-scores'];
const BELOW = '.cc-ribbon';
const KEY = '.cc-key-line';
/** What holds these, which come and go. */
const HALF = '.cc-half';
const BENEATH = '.cc-key';
/** What the figures share the width with, where not the whole explorer. */
const MAIN = '.cc-main';
const FIGURES = '.cc-figures';
/** What is left free of the visible notebook. */
const RIM = 4;
/** Milliseconds after which what has become larger has come to rest. */
const CALM = 400;
/** Rows that become larger take nothing from the figures while somebody has unfolded something. */
const UNFOLDED = '[aria-expanded="true"], details[open]';

/** Of large letters less is enough in a figure: as `--cc-figure-text` in the style. */
const inFigure = (letter: number) => Math.min(letter, Math.max(14, 0.8 * letter));

/** Keeps the figures of one explorer as large as the visible notebook has room for. */
export class Room {
  readonly #root: HTMLElement;
  readonly #scroller: Element;
  readonly #letter = document.createElement('span');
  readonly #observer = new ResizeObserver(() => this.#fit());
  readonly #rows = new ResizeObserver(() => this.#wait());
  /** Heights of rows above, the greatest of each since width or letters changed. */
  #kept = new Map<string, number>();
  #from = '';
  #timer = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#scroller = scrollerOf(root);
    this.#letter.className = 'cc-letter';
    root.append(this.#letter);
    this.#fit();
    for (const place of [root, this.#scroller, this.#letter]) this.#observer.observe(place);
    for (const row of this.#found([...ABOVE, HALF, BENEATH])) this.#rows.observe(row);
  }

  /** Something came or went: rows may be smaller than they were. */
  again(): void {
    this.#kept.clear();
    this.#wait();
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#rows.disconnect();
    this.#letter.remove();
  }

  /** A sentence that grows while a hand moves must not pull the figure away from under it. */
  #wait(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fit(), CALM);
  }

  #fit(): void {
    // Before a class it fills the window, whatever holds it; where that is wide, figures stand
    // beside the answer.
    const isAlone = this.#root.classList.contains('cc-presenting');
    const isBeside = isAlone && getComputedStyle(this.#root).display === 'grid';
    const main = this.#found([isBeside ? FIGURES : MAIN])[0] ?? this.#root;
    const above = isBeside ? [TOP] : ABOVE;
    const { clientWidth } = main;
    if (clientWidth === 0) return;
    const letter = this.#letter.offsetWidth;
    const from = `${clientWidth} ${letter} ${isBeside}`;
    if (from !== this.#from) this.#kept.clear();
    this.#from = from;
    const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(main);
    const scroller = isAlone ? this.#root : this.#scroller;
    // A page of its own has a heading there, which is not to cost a look.
    const heading = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
    this.#apply(
      sizeOf({
        width: clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        height: scroller.clientHeight - RIM - heading,
        letter: inFigure(letter),
        above: Number.parseFloat(paddingTop) + sum(above.map((name) => this.#heightOf(name))),
        below: sum(this.#found([BELOW, KEY]).map(outerHeight)),
        most: isAlone ? scroller.clientHeight : MOST,
      }),
    );
  }

  #heightOf(name: string): number {
    const rows = this.#found([name]);
    const kept = this.#kept.get(name) ?? 0;
    if (kept > 0 && rows.some((row) => row.querySelector(UNFOLDED))) return kept;
    const height = Math.max(kept, sum(rows.map(outerHeight)));
    this.#kept.set(name, height);
    return height;
  }

  #found(names: string[]): HTMLElement[] {
    const all = names.map((name) => `:scope ${name}`).join(', ');
    return [...this.#root.querySelectorAll<HTMLElement>(all)];
  }

  #apply({ plot, margin, isStacked, isSmall, isBare }: Size): void {
    const { style, classList } = this.#root;
    style.setProperty('--cc-plot', `${plot}px`);
    for (const [side, size] of Object.entries(margin)) {
      style.setProperty(`--cc-margin-${side}`, `${size}px`);
    }
    classList.toggle('cc-stacked', isStacked);
    classList.toggle('cc-small', isSmall);
    classList.toggle('cc-bare', isBare);
    // On paper figures are drawn smaller as a whole, and the ribbon with them.
    const figure = margin.left + plot + margin.right;
    style.setProperty('--cc-figure-width', `${figure}px`);
    style.setProperty('--cc-left-share', String(margin.left / figure));
    style.setProperty('--cc-plot-share', String(plot / figure));
  }
}

const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);

function outerHeight(row: HTMLElement): number {
  const { marginTop, marginBottom } = getComputedStyle(row);
  return row.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
}

/**
 * What scrolls when the explorer is scrolled: the notebook, or else the whole page.
 *
 * The outermost one: what lies within, such as the output of a cell, is as high as what it holds.
 */
function scrollerOf(root: HTMLElement): Element {
  let found: Element = document.documentElement;
  for (let one = root.parentElement; one && one !== document.body; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) found = one;
  }
  return found;
}
