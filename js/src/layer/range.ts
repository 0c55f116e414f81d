// The range of conditions: a strip with two ends.

import { stretch, tangent } from '../geometry/hull.ts';
import { around, type Box } from '../geometry/labels.ts';
import { clamp, type Point } from '../geometry/lines.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';
import { Words } from './words.ts';

const ENDS = ['low', 'high'] as const;
/** Room for a handle. */
const HANDLE = { width: 16, height: 26 };
/** Height of the strip below the axis on which a range is made, and of the bar above it. */
const STRIP = 14;
export const BAR = 8;
/** From an end of the range to the middle of the x beside it, and how far up that stands. */
const BESIDE = 16;
const UP = 12;
/** Pixels from the axis to where its name stands. */
const NAME_HEIGHT = 44;

/** The range of operating conditions: a shade along pc, a fan of slopes about the hull. */
export class Range implements Part {
  readonly follows = ['pc_range', 'points', 'hull', 'hidden'] as const;
  readonly #places: Places;
  readonly #shade = svg('rect', { class: 'cc-range-shade', y: 0 });
  readonly #body = svg('rect', { class: 'cc-grip cc-grip-body', 'data-grip': 'range', y: 0 });
  readonly #strip = svg('rect', { class: 'cc-grip cc-strip', 'data-grip': 'strip', height: STRIP });
  readonly #bar = svg('rect', { class: 'cc-range-bar', height: BAR });
  readonly #barGrip = svg('rect', {
    class: 'cc-grip cc-grip-bar',
    'data-grip': 'range',
    height: BAR,
  });
  readonly #x = svg('path', { class: 'cc-range-x', d: 'M-3.5,-3.5L3.5,3.5M3.5,-3.5L-3.5,3.5' });
  readonly #xGrip = svg('circle', { class: 'cc-grip cc-grip-x', 'data-grip': 'forget', r: 10 });
  readonly #stretch = svg('polyline', { class: 'cc-range-stretch' });
  readonly #lines = ENDS.map(() => svg('line', { class: 'cc-range-line' }));
  readonly #grips = ENDS.map((end) => svg('line', { class: 'cc-grip', 'data-grip': end }));
  readonly #handles = ENDS.map(() =>
    svg('rect', { class: 'cc-range-handle', x: -4, y: -22, width: 8, height: 22, rx: 3 }),
  );

  readonly #words: Words;
  /** Where its name stands beside. */
  #named: Point | null = null;

  constructor(places: Places) {
    this.#places = places;
    this.#words = new Words(places.above, places.letters, 'cc-range-words');
    places.behind.append(this.#shade, this.#stretch);
    places.inside.append(...this.#lines);
    places.above.append(this.#bar, ...this.#handles);
    const grips = [this.#strip, this.#body, this.#barGrip, ...this.#grips, this.#xGrip, this.#x];
    places.grips.append(...grips);
    explain(this.#strip, 'Drag along the axis: a range of conditions');
    explain(this.#barGrip, 'Drag to move your range');
    explain(this.#xGrip, 'Remove your range');
  }

  draw(context: Context): void {
    const range = context.duality.get('pc_range');
    const isUpright = context.face !== 'roc';
    show(this.#strip, isUpright);
    if (isUpright) setAll(this.#strip, { y: context.axes.height, width: context.axes.width });
    for (const element of this.#uprights) show(element, range !== null && isUpright);
    show(this.#stretch, range !== null && !isUpright);
    for (const grip of this.#grips) grip.classList.toggle('cc-grip-turn', !isUpright);
    if (range === null) this.#hideEnds();
    else if (isUpright) this.#drawUpright(range, context);
    else this.#drawFan(range, context);
    this.#places.arrange(context);
  }

  get #uprights(): SVGElement[] {
    return [this.#shade, this.#body, this.#bar, this.#barGrip, this.#x, this.#xGrip];
  }

  #hideEnds(): void {
    for (const element of [...this.#lines, ...this.#grips, ...this.#handles]) show(element, false);
    this.#places.room.take(this, []);
    this.#named = null;
  }

  /** Says whose range it is, beside a place on it. */
  write(context: Context): void {
    const { room, picture } = this.#places;
    const inkIn = (box: Box) => picture.curvesOf(context).crowd.inkIn(box);
    room.write(this.#words.among(this.#named, [['your range']], context.axes, room.taken, inkIn));
  }

  #drawUpright(range: [number, number], context: Context): void {
    const { axes } = context;
    const [left, right] = range.map((pc) => axes.pixelOfX(pc)) as [number, number];
    for (const element of [this.#shade, this.#body]) {
      setAll(element, { x: left, width: Math.max(0, right - left), height: axes.height });
    }
    const lines = [left, right].map((x) => ({ x1: x, x2: x, y1: 0, y2: axes.height }));
    const handles = [left, right].map((x) => around({ x, y: axes.height - 11 }, HANDLE));
    const x = this.#drawBar(clamp(left, 0, axes.width), clamp(right, 0, axes.width), axes);
    const button = around({ x, y: axes.height - UP }, { width: 2 * UP, height: 2 * UP });
    this.#places.room.take(this, [...handles, button], lines);
    this.#named = { x: left, y: axes.height - NAME_HEIGHT };
    [left, right].forEach((x, i) => {
      this.#drawEnd(i, lines[i] ?? null, true);
      const handle = this.#handles[i] as SVGRectElement;
      show(handle, x > -1 && x < axes.width + 1);
      setAll(handle, { transform: `translate(${x},${axes.height})` });
    });
  }

  /** The bar on the axis, and the x beside it: to the right if there is room, else to the left. */
  #drawBar(left: number, right: number, { width, height }: Context['axes']): number {
    for (const element of [this.#bar, this.#barGrip]) {
      setAll(element, { x: left, y: height - BAR, width: right - left });
    }
    const places = [right + BESIDE, left - BESIDE, right - BESIDE];
    const x = places.find((place) => place >= UP && place <= width - UP) ?? width / 2;
    for (const element of [this.#x, this.#xGrip]) {
      setAll(element, { transform: `translate(${x},${height - UP})` });
    }
    return x;
  }

  #drawFan(range: [number, number], context: Context): void {
    const { duality, axes } = context;
    const { hull } = duality.scene;
    const places = stretch(hull, ...range).map((place) => axes.toPixels(place));
    // A stroke of a single place has no length to see: let it be a round one.
    const [first] = places;
    if (places.length === 1 && first) places.push(first);
    setAll(this.#stretch, { points: places.map(({ x, y }) => `${x},${y}`).join(' ') });
    const tangents = range.map((pc) => tangent(hull, pc));
    const lines = tangents.map((line) => line && axes.segmentToPixels(line));
    const drawn = lines.filter((line) => line !== null);
    const { x2: x, y2: y } = drawn.at(-1) ?? { x2: 0, y2: 0 };
    this.#places.room.take(this, [], drawn);
    this.#named = { x, y };
    lines.forEach((line, i) => {
      this.#drawEnd(i, line, line !== null);
      show(this.#handles[i] as SVGRectElement, false);
    });
  }

  #drawEnd(i: number, line: object | null, isVisible: boolean): void {
    for (const element of [this.#lines[i], this.#grips[i]] as SVGLineElement[]) {
      show(element, isVisible);
      if (line) setAll(element, line);
    }
  }
}

/** What the pointer is told that rests on a grip. */
function explain(grip: SVGElement, words: string): void {
  const title = svg('title');
  title.textContent = words;
  grip.append(title);
}
