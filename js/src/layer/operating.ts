// The operating point, the range of conditions and a criterion's limit, and what is recommended there.

import {
  answerOf,
  type Grouped,
  groupsAt,
  type Limit,
  limitLine,
  type Recommended,
} from '../geometry/choosing.ts';
import { stretch, tangent, touchedCorners, touching } from '../geometry/hull.ts';
import { around, type Box, isInside, overlap, type Size } from '../geometry/labels.ts';
import {
  between,
  clamp,
  costLine,
  expectedCost,
  type Point,
  type Segment,
} from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Criterion } from '../wire/state.ts';
import { costInWords, handleInWords, markOf, ratesInWords, shortNames } from '../words/figures.ts';
import { LOTS, limitInWords } from '../words/subject.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';
import { Words } from './words.ts';

const MOST_DOTS = 2;
/** Room for a dot with its rim, and for the handle wherever it is moved. */
const DOT = { width: 18, height: 18 };
/** Height of the strip below the axis on which a range is made, and of the bar above it. */
const STRIP = 14;
/** Letters of a name beside its dot. */
const LETTERS = [24, 14, 8];
/** Pixels from the middle of the handle to its words. */
const BESIDE_HANDLE = 13;

/** The operating point: upright in cost space, touching the hull in ROC space. */
export class Operating implements Part {
  readonly follows = [
    'pc',
    'pc_range',
    'one',
    'criterion',
    'pins',
    'conditions',
    'points',
    'hull',
    'hidden',
    'names',
    'classes',
    'difference',
    'box',
    'show_bands',
  ] as const;
  readonly #places: Places;
  readonly #rates = svg('rect', { class: 'cc-rates' });
  readonly #choice: Stroke;
  readonly #line = svg('line', { class: 'cc-operating-line' });
  readonly #grip = svg('line', { class: 'cc-grip', 'data-grip': 'pc' });
  readonly #handle = svg('path', { class: 'cc-operating-handle', d: 'M-8,-7H8V3L0,11L-8,3Z' });
  readonly #handleGrip = svg('rect', {
    class: 'cc-grip cc-grip-handle',
    'data-grip': 'pc',
    x: -14,
    y: -12,
    width: 28,
    height: 28,
  });
  readonly #dots = Array.from({ length: MOST_DOTS }, () =>
    svg('circle', { class: 'cc-operating-dot', r: 6 }),
  );
  readonly #meaning: Words;
  readonly #rule: Words;
  /** The places of the dots, that of what is recommended first, and where the handle is. */
  #marked: Point[] = [];
  #handleAt: number | null = null;

  constructor(places: Places) {
    this.#places = places;
    this.#choice = new Stroke(places.inside, 'cc-choice-line');
    places.inside.append(this.#rates, this.#line);
    places.above.append(...this.#dots, this.#handle);
    places.grips.append(this.#grip, this.#handleGrip);
    this.#meaning = new Words(places.above, places.letters, 'cc-operating-words cc-meaning');
    this.#rule = new Words(places.above, places.letters, 'cc-operating-words');
  }

  draw(context: Context): void {
    const pc = context.duality.get('pc');
    const isUpright = context.face !== 'roc';
    this.#grip.classList.toggle('cc-grip-turn', !isUpright);
    const line = pc === null ? null : isUpright ? this.#upright(pc, context) : turned(pc, context);
    for (const element of [this.#line, this.#grip]) {
      show(element, line !== null);
      if (line) setAll(element, line);
    }
    const isAside = !isUpright && context.duality.get('criterion') !== null;
    this.#line.classList.toggle('cc-operating-aside', isAside);
    // On the axis it is the bar of the range that is taken hold of.
    if (isUpright && line) setAll(this.#grip, { y2: line.y2 - BAR });
    for (const element of [this.#handle, this.#handleGrip]) {
      show(element, isUpright && line !== null);
      if (line) setAll(element, { transform: `translate(${line.x1},0)` });
    }
    const { width } = context.axes;
    const strip = { left: 0, top: 0, right: width, bottom: STRIP };
    const sides = this.#limit(context);
    this.#mark(context, isUpright && line ? [strip] : [], [...(line ? [line] : []), ...sides]);
    this.#handleAt = isUpright && line ? line.x1 : null;
    this.#places.arrange(context);
  }

  write(context: Context): void {
    const { duality, axes, face } = context;
    const { room, picture } = this.#places;
    const [place] = this.#marked;
    const pixel = place && axes.toPixels(place);
    const seen = pixel && face !== 'difference' && axes.shows(pixel) ? pixel : null;
    const wordings = place ? wordingsOf(duality.recommended, place, context) : [];
    const inkIn = (box: Box) => picture.curvesOf(context).crowd.inkIn(box);
    room.write(this.#rule.among(seen, wordings, axes, room.taken, inkIn));
    room.write(this.#say(context));
  }

  #upright(pc: number, { axes }: Context) {
    const x = axes.pixelOfX(pc);
    const isVisible = x > -1 && x < axes.width + 1;
    return isVisible ? { x1: x, x2: x, y1: 0, y2: axes.height } : null;
  }

  /** What the operating point means, beside its handle, in as many words as there is room for. */
  #say({ duality, axes, face }: Context): Box | null {
    const pc = duality.get('pc');
    const x = this.#handleAt;
    if (face !== 'cost' || pc === null || x === null) return this.#meaning.at(null, []);
    const isKnown = duality.get('conditions') !== null;
    const [, positive] = duality.get('classes');
    const range = duality.get('pc_range');
    const wordings = handleInWords(duality.inForce, positive, pc, range, isKnown);
    const sized = wordings.map((words) => ({ words, size: this.#meaning.sizeOf([words]) }));
    const { boxes } = this.#places.room.taken;
    // The strip of the handle is its own.
    const isFree = (box: Box) =>
      isInside(box, axes) && !boxes.some((other) => other.bottom > STRIP && overlap(box, other));
    for (const boxesFor of [besideHandle, belowHandle]) {
      for (const { words, size } of sized) {
        const box = boxesFor(x, size, axes).find(isFree);
        if (box) return this.#meaning.at(box, [words]);
      }
    }
    return this.#meaning.at(null, []);
  }

  /** Frame where both rates of what is recommended may truly be; its sides, for words to avoid. */
  #limit({ duality, axes, face }: Context): Segment[] {
    const box = face === 'roc' && duality.get('show_bands') ? duality.get('box') : null;
    const chosen = duality.recommended;
    // Python has told it of one place; a hand may have moved on since.
    const isOf = box && chosen && box.at[0] === chosen.fpr && box.at[1] === chosen.tpr;
    show(this.#rates, Boolean(isOf));
    if (!box || !isOf) return [];
    const { x: x1, y: y1 } = axes.toPixels({ x: box.fpr[0], y: box.tpr[1] });
    const { x: x2, y: y2 } = axes.toPixels({ x: box.fpr[1], y: box.tpr[0] });
    setAll(this.#rates, { x: x1, y: y1, width: x2 - x1, height: y2 - y1 });
    return [
      { x1, y1, x2, y2: y1 },
      { x1, y1: y2, x2, y2 },
      { x1, y1, x2: x1, y2 },
      { x1: x2, y1, x2, y2 },
    ];
  }

  #mark(context: Context, boxes: Box[], lines: Segment[]): void {
    const { duality, axes, face } = context;
    const { recommended } = duality;
    this.#marked = dots(recommended, context);
    const pixels = this.#marked.map((place) => axes.toPixels(place));
    const seen = pixels.filter((one) => axes.shows(one));
    this.#dots.forEach((dot, i) => {
      const pixel = seen[i];
      show(dot, pixel !== undefined);
      if (pixel) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
    const isCost = face === 'cost' && recommended !== null;
    const line = isCost ? costLine(recommended.fpr, recommended.tpr) : null;
    this.#choice.draw(line, axes);
    const drawn = line && !axes.isBent ? [...lines, axes.segmentToPixels(line)] : lines;
    this.#places.room.take(this, [...boxes, ...seen.map((pixel) => around(pixel, DOT))], drawn);
  }
}

function besideHandle(x: number, size: Size): Box[] {
  const away = BESIDE_HANDLE + size.width / 2;
  return [x + away, x - away].map((middle) => around({ x: middle, y: 2 + size.height / 2 }, size));
}

/** Under the handle, moved as far aside as the figure ends. */
function belowHandle(x: number, size: Size, { width }: Size): Box[] {
  const half = size.width / 2 + BESIDE_HANDLE;
  if (2 * half > width) return [];
  const middle = { x: clamp(x, half, width - half), y: STRIP + 2 + size.height / 2 };
  return [around(middle, size)];
}

function turned(pc: number, { duality, axes }: Context) {
  const { hull, own } = duality.scene;
  const line = own.size > 0 ? tangent(hull, pc) : null;
  return line && axes.segmentToPixels(line);
}

/** In ROC space what is recommended, or both that are as good; in cost space its cost. */
function dots(chosen: Recommended | null, { duality, face }: Context): Point[] {
  const { hull } = duality.scene;
  const pc = duality.get('pc');
  if (pc === null || chosen === null || hull.fpr.length === 0) return [];
  const { fpr, tpr } = chosen;
  if (face === 'cost') return [{ x: pc, y: expectedCost(fpr, tpr, pc) }];
  if (face === 'roc') {
    const isAlone = duality.get('criterion') || duality.get('pc_range');
    const others = isAlone ? [] : touchedCorners(hull, pc);
    return [{ x: fpr, y: tpr }, ...others.filter(({ x, y }) => x !== fpr || y !== tpr)];
  }
  const difference = duality.get('difference');
  const y = between(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? [] : [{ x: pc, y }];
}

/** What is recommended and its numbers, the longest words first. */
function wordingsOf(
  chosen: Recommended | null,
  { y }: Point,
  { duality, face }: Context,
): string[][] {
  if (!chosen || face === 'difference') return [];
  const marks = LETTERS.map((letters) => markOf(duality.subject, chosen, letters));
  if (face === 'cost') {
    const cost = costInWords(y);
    return [...marks.map((mark) => [mark, cost]), [cost]];
  }
  const rates = ratesInWords(duality.subject.classes, chosen.fpr, chosen.tpr);
  return [...marks.map((mark) => [mark, ...rates]), rates];
}

// ---- Groups of examples at what is recommended: a ring each, and its line in cost space

/** Room for a ring. */
const RING = { width: 12, height: 12 };
/** Pixels from the middle of a ring to its name. */
const BESIDE_RING = 8;
const FEW_GROUPS = 8;

/** One group in one figure. */
interface Ring {
  line: Stroke;
  circle: SVGCircleElement;
  words: Words;
}

/** Where a ring is, and of whom. */
interface Named {
  place: Point;
  name: string;
}

/** Groups at the recommended threshold and at those in use: no one's threshold is its own. */
export class GroupRings implements Part {
  readonly follows = [
    'groups',
    'group_names',
    'pc',
    'pc_range',
    'one',
    'criterion',
    'points',
    'hull',
    'hidden',
    'looks',
  ] as const;
  readonly #places: Places;
  readonly #rings: Ring[] = [];
  #named: Named[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  draw(context: Context): void {
    const { axes } = context;
    const found = seenGroups(context);
    while (this.#rings.length < found.length) this.#rings.push(this.#made());
    this.#rings.forEach((ring, i) => {
      drawRing(ring, found[i] ?? null, found.length, context);
    });
    this.#named = found
      .map((one) => ({ place: axes.toPixels(placeOf(one, context)), name: one.name }))
      .filter(({ place }) => axes.shows(place));
    const boxes = this.#named.map(({ place }) => around(place, RING));
    this.#places.room.take(this, boxes);
    this.#places.arrange(context);
  }

  write({ axes }: Context): void {
    const names = this.#named.map(({ name }) => name);
    const lengths = names.length > FEW_GROUPS ? LETTERS.slice(1) : LETTERS;
    const wordings = lengths.map((letters) => shortNames(names, letters));
    this.#rings.forEach(({ words }, i) => {
      const lines = wordings.map((short) => [short[i] ?? '']);
      this.#places.room.write(this.#write(words, this.#named[i]?.place ?? null, lines, axes));
    });
  }

  /** Beside its own ring, in as many letters as there is room for, or not at all. */
  #write(words: Words, place: Point | null, wordings: string[][], axes: Size): Box | null {
    const { boxes } = this.#places.room.taken;
    const rings = this.#named.map((one) => one.place);
    const isFree = (box: Box) =>
      isInside(box, axes) &&
      !boxes.some((other) => overlap(box, other)) &&
      nearest(box, rings) === place;
    for (const lines of place ? wordings : []) {
      const box = besideRing(place as Point, words.sizeOf(lines)).find(isFree);
      if (box) return words.at(box, lines);
    }
    return words.at(null, []);
  }

  #made(): Ring {
    const { inside, above, letters } = this.#places;
    const circle = svg('circle', { class: 'cc-group-ring', r: 4.5 });
    above.append(circle);
    return {
      line: new Stroke(inside, 'cc-group-line'),
      circle,
      words: new Words(above, letters, 'cc-group-words'),
    };
  }
}

/** The groups that are to be seen in a figure. */
function seenGroups({ duality, face }: Context): Grouped[] {
  if (face === 'difference' || (face === 'cost' && duality.get('pc') === null)) return [];
  const names = duality.get('group_names');
  return groupsAt(duality.get('groups'), names, duality.recommended, duality.get('hidden'));
}

/** In ROC space its rates, in cost space what it costs. */
function placeOf({ fpr, tpr }: Grouped, { duality, face }: Context): Point {
  const pc = duality.get('pc') as number;
  return face === 'roc' ? { x: fpr, y: tpr } : { x: pc, y: expectedCost(fpr, tpr, pc) };
}

/** In cost space the lines of a few groups too: those of many would hide everything else. */
function drawRing(
  { circle, line }: Ring,
  one: Grouped | null,
  count: number,
  context: Context,
): void {
  const { duality, axes, face } = context;
  const isLined = one !== null && face === 'cost' && count <= FEW_GROUPS;
  line.draw(isLined ? costLine(one.fpr, one.tpr) : null, axes);
  const pixel = one && axes.toPixels(placeOf(one, context));
  show(circle, pixel !== null && axes.shows(pixel));
  if (one === null || pixel === null) return;
  const stroke = duality.get('looks')[one.owner]?.color ?? 'currentcolor';
  line.color(stroke);
  setAll(circle, { cx: pixel.x, cy: pixel.y, stroke });
}

/** Right and left of a ring, then above and below it. */
function besideRing({ x, y }: Point, size: Size): Box[] {
  const [across, up] = [BESIDE_RING + size.width / 2, BESIDE_RING + size.height / 2];
  const middles = [
    { x: x + across, y },
    { x: x - across, y },
    { x, y: y - up },
    { x, y: y + up },
  ];
  return middles.map((middle) => around(middle, size));
}

/** The place that a box is nearest to: its words would be taken for those of that one. */
function nearest({ left, right, top, bottom }: Box, places: readonly Point[]): Point | undefined {
  const away = ({ x, y }: Point) =>
    Math.hypot(x - clamp(x, left, right), y - clamp(y, top, bottom));
  return [...places].sort((one, other) => away(one) - away(other))[0];
}

// ---- The range of conditions: a strip with two ends

const ENDS = ['low', 'high'] as const;
/** Room for a handle. */
const HANDLE = { width: 16, height: 26 };
/** Height of the bar above the strip. */
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

// ---- The limit of a criterion, as a line one can drag, and the lots that do better within it

const MOST_LOTS = 3;
const LOT = { width: 10, height: 10 };
/** From the lower end of the line to its name, of the whole. */
const FOOT = 0.12;
/** Rates that are nearer are one place to the eye: lots that do so little better are not drawn. */
const NEAR = 0.03;

/** What lots would be in a figure. */
interface Drawn {
  dots: readonly (readonly [number, number])[];
  /** Where lots are named, if they have no ring. */
  named: Point | null;
  line: Segment;
}

/** The limit of a criterion; what drawing lots would do, where that is more than a little. */
export class LimitPart implements Part {
  readonly follows = ['criterion', 'points', 'hull', 'hidden'] as const;
  readonly #line = svg('line', { class: 'cc-limit-line' });
  readonly #grip = svg('line', { class: 'cc-grip', 'data-grip': 'limit' });
  readonly #mix: Stroke;
  readonly #mark = svg('path', { class: 'cc-limit-mark', d: 'M0,-7L10,0L0,7Z' });
  readonly #markGrip = svg('rect', {
    class: 'cc-grip cc-grip-rise',
    'data-grip': 'limit',
    x: -10,
    y: -11,
    width: 24,
    height: 22,
  });
  readonly #places: Places;
  readonly #name: Words;
  readonly #lots: Words;
  /** Where the limit and the lots are named. */
  #foot: Point | null = null;
  #named: Point | null = null;
  readonly #dots = Array.from({ length: MOST_LOTS }, () =>
    svg('circle', { class: 'cc-answer-dot', r: 4 }),
  );

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(this.#line);
    this.#mix = new Stroke(places.inside, 'cc-answer-line');
    places.above.append(this.#mark, ...this.#dots);
    this.#name = new Words(places.above, places.letters, 'cc-limit-words');
    this.#lots = new Words(places.above, places.letters, 'cc-limit-words');
    places.grips.append(this.#grip, this.#markGrip);
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const criterion = face === 'difference' ? null : duality.get('criterion');
    const limit = criterion?.limit ?? null;
    const line = limit && face === 'roc' ? limitLine(limit) : null;
    const pixels = line && axes.segmentToPixels(line);
    this.#drawLimit(pixels);
    const mark = limit && face === 'cost' ? markOfLimit(limit) : null;
    this.#drawMark(mark && axes.toPixels(mark), context);
    const drawn = lotsOf(criterion, context);
    this.#mix.draw(drawn?.line ?? null, axes);
    const dots = (drawn?.dots ?? []).map(([x, y]) => axes.toPixels({ x, y }));
    this.#drawDots(dots, context);
    const boxes = dots.map((pixel) => around(pixel, LOT));
    this.#places.room.take(this, boxes, pixels ? [pixels] : []);
    this.#foot = line ? footOf(line) : mark;
    this.#named = drawn?.named ?? null;
    this.#places.arrange(context);
  }

  write(context: Context): void {
    const { duality, axes } = context;
    const { room, picture } = this.#places;
    const inkIn = (box: Box) => picture.curvesOf(context).crowd.inkIn(box);
    const seen = (place: Point | null) => {
      const pixel = place && axes.toPixels(place);
      return pixel && axes.shows(pixel) ? pixel : null;
    };
    const criterion = duality.get('criterion');
    const wordings = criterion ? [[limitInWords(criterion)], ['your limit']] : [];
    room.write(this.#name.among(seen(this.#foot), wordings, axes, room.taken, inkIn));
    room.write(this.#lots.among(seen(this.#named), [[LOTS]], axes, room.taken, inkIn));
  }

  #drawLimit(line: Segment | null): void {
    for (const element of [this.#line, this.#grip]) {
      show(element, line !== null);
      if (line) setAll(element, line);
    }
  }

  #drawMark(pixel: Point | null, { axes }: Context): void {
    for (const element of [this.#mark, this.#markGrip]) {
      show(element, pixel !== null && axes.shows(pixel));
      if (pixel) setAll(element, { transform: `translate(${pixel.x},${pixel.y})` });
    }
  }

  #drawDots(pixels: Point[], { axes }: Context): void {
    this.#dots.forEach((dot, i) => {
      const pixel = pixels[i];
      const isVisible = pixel !== undefined && axes.shows(pixel);
      show(dot, isVisible);
      dot.classList.toggle('cc-answer-mixed', i === 2);
      if (isVisible) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
  }
}

/** Where all cost lines that use up a limit on false alarms begin. */
const markOfLimit = ({ fpr, tpr, most }: Limit): Point | null =>
  tpr === 0 ? { x: 0, y: most / fpr } : null;

/** A place near the lower end of a line. */
function footOf({ x1, y1, x2, y2 }: Segment): Point {
  const share = y1 < y2 ? FOOT : 1 - FOOT;
  return { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) };
}

/**
 * The lots between two corners: in ROC space the ends and the mixed place, in cost space the line
 * and the vertex that it goes through. What is recommended has a ring and a line already.
 */
function lotsOf(criterion: Criterion | null, { duality, face }: Context): Drawn | null {
  const { hull } = duality.scene;
  const answer = answerOf(criterion, hull);
  const [first, second, mixed] = answer?.roc ?? [];
  const chosen = duality.recommended;
  if (!answer || !first || !second || !mixed || !chosen) return null;
  const isChosen = chosen.owner === Owner.MIXED;
  const [x, y] = mixed;
  if (!isChosen && Math.max(Math.abs(x - chosen.fpr), Math.abs(y - chosen.tpr)) < NEAR) return null;
  if (face === 'roc') {
    const line = { x1: first[0], y1: first[1], x2: second[0], y2: second[1] };
    return {
      dots: isChosen ? [first, second] : [first, second, mixed],
      named: isChosen ? null : { x, y },
      line,
    };
  }
  if (isChosen) return null;
  const pc = criterion?.pc ?? null;
  const vertex = pc === null ? null : { x: pc, y: touching(hull, pc).cost };
  const end = { x: 1, y: 1 - y };
  return {
    dots: vertex ? [[vertex.x, vertex.y]] : [],
    named: vertex ?? end,
    line: { x1: 0, y1: x, x2: end.x, y2: end.y },
  };
}
