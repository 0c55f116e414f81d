// Size of the figures, so that they and the advice fit on one screen.

import { clamp } from '../geometry/lines.ts';

// ---- Size of the figures

/** Space on the page, in pixels. */
export interface AvailableSpace {
  /** Width of the whole explorer. */
  width: number;
  /** Height of the visible notebook. */
  height: number;
  /** Font size in the figures. */
  letter: number;
  /** Height of the rows above that should be visible together with the figures. */
  above: number;
  /** Height of the ribbon and key below a figure. */
  below: number;
  /** Upper limit of the plot size. */
  most?: number;
}

/** Margins of a plot, in font sizes; left + right equals top + bottom. */
export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface FigureSize {
  /** Width and height of each plot. */
  plot: number;
  margin: Margin;
  /** Whether the figures are stacked vertically. */
  isStacked: boolean;
  /** Whether a title would overlap the buttons of its figure. */
  isSmall: boolean;
  /** Whether axis titles are omitted for lack of space. */
  isBare: boolean;
}

const MIN_PLOT = 180;
const MAX_PLOT = 420;
const STACK_BELOW = 640;
/** Width of a title with its buttons, in characters. */
const TITLE_LETTERS = 15;
/** Pixels between the figures. */
const FIGURE_GAP = 8;
const FULL_MARGIN: Margin = { left: 4.4, right: 1, top: 1.9, bottom: 3.5 };
/** Margins without axis titles. */
const BARE_MARGIN: Margin = { left: 3, right: 1, top: 1.9, bottom: 2.1 };

/**
 * Return the size of both figures, as large as width and height allow up to a limit.
 *
 * Stacked figures never fit on one screen together, so then one of them fits.
 */
export function figureSize({
  width,
  height,
  letter,
  above,
  below,
  most = MAX_PLOT,
}: AvailableSpace): FigureSize {
  const isStacked = width < STACK_BELOW;
  const room = isStacked ? width : (width - FIGURE_GAP) / 2;
  const fullMargin = inPixels(FULL_MARGIN, letter);
  const isBare = room - horizontal(fullMargin) < MIN_PLOT;
  const margin = isBare ? inPixels(BARE_MARGIN, letter) : fullMargin;
  const widest = Math.min(most, room - horizontal(margin));
  const reserved = below + horizontal(margin) + (isStacked ? 0 : above);
  const plot = Math.min(widest, Math.max(MIN_PLOT, height - reserved));
  const size = Math.floor(clamp(plot, 1, most));
  return { plot: size, margin, isStacked, isSmall: size < TITLE_LETTERS * letter, isBare };
}

const horizontal = ({ left, right }: Margin) => left + right;

function inPixels({ left, right, top, bottom }: Margin, letter: number): Margin {
  return {
    left: left * letter,
    right: right * letter,
    top: top * letter,
    bottom: bottom * letter,
  };
}

// ---- Measured space on the page

/** Rows that should be visible together with the figures. */
const TOP_ROW = '.cc-top';
const ROWS_ABOVE = [TOP_ROW, '.cc-answer', '.cc-conditions', '.cc-lab-scores'];
const RIBBON_ROW = '.cc-ribbon';
const KEY_LINE = '.cc-key-line';
/** Containers of optional rows below the figures. */
const FIGURE_COLUMN = '.cc-half';
const KEY_BOX = '.cc-key';
/** Container of the figures if they do not take the whole width. */
const MAIN = '.cc-main';
const FIGURES = '.cc-figures';
/** Number of pixels kept free below the figures. */
const BOTTOM_MARGIN = 4;
/** Milliseconds without a change after which a new size is applied. */
const RESIZE_DELAY = 400;
/** Rows do not take space from the figures while one of their sections is expanded. */
const EXPANDED = '[aria-expanded="true"], details[open]';

/** Return the font size in figures, reduced for large fonts like `--cc-figure-text` in CSS. */
const figureLetter = (letter: number) => Math.min(letter, Math.max(14, 0.8 * letter));

/** Keeps the figures of an explorer at the size that fits the visible notebook. */
export class FigureSizer {
  readonly #root: HTMLElement;
  readonly #scroller: Element;
  readonly #letter = document.createElement('span');
  readonly #observer = new ResizeObserver(() => this.#fit());
  readonly #rows = new ResizeObserver(() => this.#schedule());
  /** Largest height of each row above the figures since width or font size changed. */
  #heights = new Map<string, number>();
  #measuredFor = '';
  #timer = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#scroller = scrollerOf(root);
    this.#letter.className = 'cc-letter';
    root.append(this.#letter);
    this.#fit();
    for (const place of [root, this.#scroller, this.#letter]) this.#observer.observe(place);
    for (const row of this.#query([...ROWS_ABOVE, FIGURE_COLUMN, KEY_BOX])) this.#rows.observe(row);
  }

  /** Measure again after parts were shown or hidden, as rows may have become smaller. */
  remeasure(): void {
    this.#heights.clear();
    this.#schedule();
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#rows.disconnect();
    this.#letter.remove();
  }

  /** Delay the update: a sentence that grows during a drag must not move the figure away. */
  #schedule(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fit(), RESIZE_DELAY);
  }

  #fit(): void {
    // When presenting, the explorer fills the window; in wide windows the figures are to
    // the right of the advice.
    const isAlone = this.#root.classList.contains('cc-presenting');
    const isSideBySide = isAlone && getComputedStyle(this.#root).display === 'grid';
    const main = this.#query([isSideBySide ? FIGURES : MAIN])[0] ?? this.#root;
    const above = isSideBySide ? [TOP_ROW] : ROWS_ABOVE;
    const { clientWidth } = main;
    if (clientWidth === 0) return;
    const letter = this.#letter.offsetWidth;
    const from = `${clientWidth} ${letter} ${isSideBySide}`;
    if (from !== this.#measuredFor) this.#heights.clear();
    this.#measuredFor = from;
    const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(main);
    const scroller = isAlone ? this.#root : this.#scroller;
    // Standalone pages have a heading that must stay visible.
    const heading = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
    this.#apply(
      figureSize({
        width: clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        height: scroller.clientHeight - BOTTOM_MARGIN - heading,
        letter: figureLetter(letter),
        above: Number.parseFloat(paddingTop) + sum(above.map((name) => this.#heightOf(name))),
        below: sum(this.#query([RIBBON_ROW, KEY_LINE]).map(outerHeight)),
        most: isAlone ? scroller.clientHeight : MAX_PLOT,
      }),
    );
  }

  #heightOf(name: string): number {
    const rows = this.#query([name]);
    const previous = this.#heights.get(name) ?? 0;
    if (previous > 0 && rows.some((row) => row.querySelector(EXPANDED))) return previous;
    const height = Math.max(previous, sum(rows.map(outerHeight)));
    this.#heights.set(name, height);
    return height;
  }

  #query(names: string[]): HTMLElement[] {
    const all = names.map((name) => `:scope ${name}`).join(', ');
    return [...this.#root.querySelectorAll<HTMLElement>(all)];
  }

  #apply({ plot, margin, isStacked, isSmall, isBare }: FigureSize): void {
    const { style, classList } = this.#root;
    style.setProperty('--cc-plot', `${plot}px`);
    for (const [side, size] of Object.entries(margin)) {
      style.setProperty(`--cc-margin-${side}`, `${size}px`);
    }
    classList.toggle('cc-stacked', isStacked);
    classList.toggle('cc-small', isSmall);
    classList.toggle('cc-bare', isBare);
    // In print the figures shrink as a whole, together with the ribbon.
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
 * Return the outermost scrolling ancestor: the notebook or the page.
 *
 * Inner containers, such as the output of a cell, grow with their content.
 */
function scrollerOf(root: HTMLElement): Element {
  let scroller: Element = document.documentElement;
  for (
    let ancestor = root.parentElement;
    ancestor && ancestor !== document.body;
    ancestor = ancestor.parentElement
  ) {
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) scroller = ancestor;
  }
  return scroller;
}
