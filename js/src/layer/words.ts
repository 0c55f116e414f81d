// Text blocks and labelled arrows in figures.

import { type Arrow, arrowsOf, type SpaceHighlight } from '../geometry/highlight.ts';
import {
  type Box,
  type InkCounter,
  isInside,
  type Obstacles,
  overlaps,
  placeWords,
  type Size,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import { arrowInWords } from '../words/figures.ts';
import { type DrawContext, setAttributes, setVisible, svg } from './part.ts';

// ---- Text measurement

/** Pixels of the halo around letters. */
const HALO = 2;
/** Number of cached widths; numbers change constantly during a drag. */
const MAX_CACHED = 500;

/** Measures text without triggering a page layout. */
export class TextMetrics {
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  #family = '';
  #size = 14;
  #rise = 0;
  #fall = 0;
  readonly #widths = new Map<string, number>();

  /** Use the font of an element. */
  useFontOf(element: Element): void {
    const { fontFamily, fontSize } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize) || 14;
    if (fontFamily === this.#family && size === this.#size) return;
    this.#family = fontFamily;
    this.#size = size;
    this.#widths.clear();
    this.#setFont(false);
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = this.#pen.measureText('');
    this.#rise = fontBoundingBoxAscent;
    this.#fall = fontBoundingBoxDescent;
  }

  /** CSS font string, which determines all measurements. */
  get font(): string {
    return `${this.#size}px ${this.#family}`;
  }

  /** Height of one line. */
  get height(): number {
    return this.#rise + this.#fall;
  }

  /** Distance from the top of a line to its baseline. */
  get rise(): number {
    return this.#rise;
  }

  widthOf(words: string, isBold = false): number {
    const key = `${isBold} ${words}`;
    const cached = this.#widths.get(key);
    if (cached !== undefined) return cached;
    if (this.#widths.size > MAX_CACHED) this.#widths.clear();
    this.#setFont(isBold);
    const width = this.#pen.measureText(words).width + HALO;
    this.#widths.set(key, width);
    return width;
  }

  #setFont(isBold: boolean): void {
    this.#pen.font = `${isBold ? 600 : 400} ${this.font}`;
  }
}

// ---- Text blocks and arrows

/** Pixels between a point and its text. */
const WORDS_GAP = 11;
/** Text wider than this share of the figure is shortened if possible. */
const MAX_WIDTH_SHARE = 0.72;

const isBold = (lines: readonly string[], i: number) => i === 0 && lines.length > 1;

/** Lines of text; the first of several is bold. */
export class TextBlock {
  readonly text: SVGTextElement;
  readonly #metrics: TextMetrics;
  readonly #lines: SVGTSpanElement[] = [];

  constructor(parent: SVGGElement, letters: TextMetrics, name: string) {
    this.#metrics = letters;
    this.text = svg('text', { class: `cc-words ${name}` });
    setVisible(this.text, false);
    parent.append(this.text);
  }

  sizeOf(lines: readonly string[]): Size {
    const widths = lines.map((line, i) => this.#metrics.widthOf(line, isBold(lines, i)));
    return { width: Math.max(0, ...widths), height: lines.length * this.#metrics.height };
  }

  /** Place text near a point and return its box. */
  placeNear(
    place: Point | null,
    lines: readonly string[],
    figure: Size,
    taken: Obstacles,
  ): Box | null {
    if (place === null || lines.length === 0) return this.moveTo(null, []);
    const size = this.sizeOf(lines);
    return this.moveTo(placeWords(place, size, figure, WORDS_GAP, taken), lines);
  }

  /** Place the first version of a text for which there is room, or none. */
  placeWhereFree(
    place: Point | null,
    wordings: readonly (readonly string[])[],
    figure: Size,
    taken: Obstacles,
    inkIn?: InkCounter,
  ): Box | null {
    for (const lines of place ? wordings : []) {
      const size = this.sizeOf(lines);
      const most = lines === wordings.at(-1) ? 1 : MAX_WIDTH_SHARE;
      if (size.width > most * figure.width) continue;
      const box = placeWords(place as Point, size, figure, WORDS_GAP, taken, inkIn);
      const isFree = isInside(box, figure) && !taken.boxes.some((other) => overlaps(box, other));
      if (isFree) return this.moveTo(box, lines);
    }
    return this.moveTo(null, []);
  }

  moveTo(box: Box | null, lines: readonly string[]): Box | null {
    setVisible(this.text, box !== null);
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
      setAttributes(line, {
        x: box.left,
        y: box.top + i * this.#metrics.height + this.#metrics.rise,
      });
    });
    return box;
  }
}

const MAX_ARROWS = 2;

/** Labelled arrows at the border that point outside the figure. */
export class RimArrows {
  readonly #metrics: TextMetrics;
  readonly #arrows: { tip: SVGPathElement; words: TextBlock }[];

  constructor(parent: SVGGElement, letters: TextMetrics, name: string) {
    this.#metrics = letters;
    this.#arrows = Array.from({ length: MAX_ARROWS }, () => {
      const tip = svg('path', { class: `cc-arrow ${name}`, d: 'M0,0L-11,-6V6Z' });
      setVisible(tip, false);
      parent.append(tip);
      return { tip, words: new TextBlock(parent, this.#metrics, name) };
    });
  }

  /** Draw arrows and return the boxes of their labels. */
  draw(
    highlighted: SpaceHighlight | null,
    { axes, space, duality }: DrawContext,
    { boxes, lines }: Obstacles,
  ): Box[] {
    const ownBoxes: Box[] = [];
    const arrows =
      highlighted && space !== 'difference' ? arrowsOf(highlighted, space, axes.dataViewport) : [];
    for (const [i, { tip, words }] of this.#arrows.entries()) {
      const arrow = arrows[i];
      setVisible(tip, arrow !== undefined);
      words.moveTo(null, []);
      if (!arrow) continue;
      const { place, angle } = arrowPixels(arrow, axes);
      setAttributes(tip, { transform: `translate(${place.x},${place.y}) rotate(${angle})` });
      const taken = { boxes: [...boxes, ...ownBoxes], lines };
      const label = arrowInWords(duality.subject.classes, arrow.label);
      const box = words.placeNear(place, [label], axes, taken);
      if (box) ownBoxes.push(box);
    }
    return ownBoxes;
  }
}

function arrowPixels(
  { at, to }: Arrow,
  axes: DrawContext['axes'],
): { place: Point; angle: number } {
  const place = axes.toPixels(at);
  const target = axes.toPixels(to);
  const angle = (180 / Math.PI) * Math.atan2(target.y - place.y, target.x - place.x);
  return { place, angle };
}
