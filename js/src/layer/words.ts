// Words in a figure: some lines of them with a halo, beside a place; arrows at the rim.

import { type Arrow, arrowsOf, type Lit } from '../geometry/highlight.ts';
import {
  type Box,
  type Ink,
  isInside,
  overlap,
  type Size,
  standing,
  type Taken,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import { arrowInWords } from '../words/figures.ts';
import { type Context, setAll, show, svg } from './part.ts';

// ---- How much room words need

/** Pixels around the letters of a halo. */
const HALO = 2;
/** So many widths are remembered: numbers under a hand are others all the time. */
const MOST_KNOWN = 500;

/** Measures words without making the browser lay out the page. */
export class Letters {
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  #family = '';
  #size = 14;
  #rise = 0;
  #fall = 0;
  readonly #widths = new Map<string, number>();

  /** Take over the letters of an element. */
  follow(element: Element): void {
    const { fontFamily, fontSize } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize) || 14;
    if (fontFamily === this.#family && size === this.#size) return;
    this.#family = fontFamily;
    this.#size = size;
    this.#widths.clear();
    this.#take(false);
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = this.#pen.measureText('');
    this.#rise = fontBoundingBoxAscent;
    this.#fall = fontBoundingBoxDescent;
  }

  /** Two that are alike measure alike. */
  get font(): string {
    return `${this.#size}px ${this.#family}`;
  }

  /** Of one line of words. */
  get height(): number {
    return this.#rise + this.#fall;
  }

  /** From the top of a line to where its letters stand. */
  get rise(): number {
    return this.#rise;
  }

  widthOf(words: string, isBold = false): number {
    const key = `${isBold} ${words}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    if (this.#widths.size > MOST_KNOWN) this.#widths.clear();
    this.#take(isBold);
    const width = this.#pen.measureText(words).width + HALO;
    this.#widths.set(key, width);
    return width;
  }

  #take(isBold: boolean): void {
    this.#pen.font = `${isBold ? 600 : 400} ${this.font}`;
  }
}

// ---- Words beside a place, and arrows

/** Pixels between a place and the words beside it. */
const AWAY = 11;
/** Words that are wider than this share of the figure are said shorter if they can be. */
const WIDEST = 0.72;

const isBold = (lines: readonly string[], i: number) => i === 0 && lines.length > 1;

/** Some lines of words; where there are several the first is bold. */
export class Words {
  readonly text: SVGTextElement;
  readonly #letters: Letters;
  readonly #lines: SVGTSpanElement[] = [];

  constructor(parent: SVGGElement, letters: Letters, name: string) {
    this.#letters = letters;
    this.text = svg('text', { class: `cc-words ${name}` });
    show(this.text, false);
    parent.append(this.text);
  }

  sizeOf(lines: readonly string[]): Size {
    const widths = lines.map((line, i) => this.#letters.widthOf(line, isBold(lines, i)));
    return { width: Math.max(0, ...widths), height: lines.length * this.#letters.height };
  }

  /** Beside a place; where they stand then. */
  beside(place: Point | null, lines: readonly string[], figure: Size, taken: Taken): Box | null {
    if (place === null || lines.length === 0) return this.at(null, []);
    const size = this.sizeOf(lines);
    return this.at(standing(place, size, figure, AWAY, taken), lines);
  }

  /** Beside a place in the first of these wordings for which there is room, or not at all. */
  among(
    place: Point | null,
    wordings: readonly (readonly string[])[],
    figure: Size,
    taken: Taken,
    inkIn?: Ink,
  ): Box | null {
    for (const lines of place ? wordings : []) {
      const size = this.sizeOf(lines);
      const most = lines === wordings.at(-1) ? 1 : WIDEST;
      if (size.width > most * figure.width) continue;
      const box = standing(place as Point, size, figure, AWAY, taken, inkIn);
      const isFree = isInside(box, figure) && !taken.boxes.some((other) => overlap(box, other));
      if (isFree) return this.at(box, lines);
    }
    return this.at(null, []);
  }

  at(box: Box | null, lines: readonly string[]): Box | null {
    show(this.text, box !== null);
    if (box === null) return null;
    while (this.#lines.length < lines.length) {
      const line = svg('tspan');
      this.#lines.push(line);
      this.text.append(line);
    }
    this.#lines.forEach((line, i) => {
      const words = lines[i] ?? '';
      if (line.textContent !== words) line.textContent = words;
      line.style.fontWeight = isBold(lines, i) ? '600' : '400';
      setAll(line, { x: box.left, y: box.top + i * this.#letters.height + this.#letters.rise });
    });
    return box;
  }
}

const MOST_ARROWS = 2;

/** Arrows at the rim, each with its number, to what lies outside of the figure. */
export class Arrows {
  readonly #letters: Letters;
  readonly #arrows: { tip: SVGPathElement; words: Words }[];

  constructor(parent: SVGGElement, letters: Letters, name: string) {
    this.#letters = letters;
    this.#arrows = Array.from({ length: MOST_ARROWS }, () => {
      const tip = svg('path', { class: `cc-arrow ${name}`, d: 'M0,0L-11,-6V6Z' });
      show(tip, false);
      parent.append(tip);
      return { tip, words: new Words(parent, this.#letters, name) };
    });
  }

  /** Draw them off what is taken; the rectangles of their words then. */
  draw(lit: Lit | null, { axes, face, duality }: Context, { boxes, lines }: Taken): Box[] {
    const mine: Box[] = [];
    const found = lit && face !== 'difference' ? arrowsOf(lit, face, axes.dataFrame) : [];
    for (const [i, { tip, words }] of this.#arrows.entries()) {
      const arrow = found[i];
      show(tip, arrow !== undefined);
      words.at(null, []);
      if (!arrow) continue;
      const { place, angle } = directed(arrow, axes);
      setAll(tip, { transform: `translate(${place.x},${place.y}) rotate(${angle})` });
      const taken = { boxes: [...boxes, ...mine], lines };
      const told = arrowInWords(duality.subject.classes, arrow.tells);
      const box = words.beside(place, [told], axes, taken);
      if (box) mine.push(box);
    }
    return mine;
  }
}

function directed({ at, to }: Arrow, axes: Context['axes']): { place: Point; angle: number } {
  const place = axes.toPixels(at);
  const target = axes.toPixels(to);
  const angle = (180 / Math.PI) * Math.atan2(target.y - place.y, target.x - place.x);
  return { place, angle };
}
