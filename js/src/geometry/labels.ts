// Where a name stands: beside its own curve, nearer to it than to any other, on nothing else.

import type { Hull, Points } from '../wire/state.ts';
import { at, type Chain, clamp, envelopeVertex, type Point, type Segment } from './lines.ts';
import { fromScale, toScale, type XMap } from './scales.ts';

// ---- What the figures draw of each classifier: its curve and its part of the hull

type Interval = readonly [number, number];

/** Points and hulls of those that are visible. */
interface Seen {
  points: Points;
  hull: Hull;
  own: ReadonlyMap<number, Hull>;
  /** Who is an average of folds. */
  folded: readonly number[];
  /** Who was given as a curve, and not as points. */
  joined: readonly number[];
}

/** More points than this are a curve, even if nobody knows their thresholds. */
const FEW = 8;

/** Points of one classifier from its first to its last; they are sent one classifier after another. */
export function stretchOf(points: Points, owner: number): readonly [from: number, to: number] {
  const from = points.owner.indexOf(owner);
  return from < 0 ? [0, 0] : [from, points.owner.lastIndexOf(owner) + 1];
}

/**
 * The curve of one classifier as it is drawn: one line, or a dot for each point without an order.
 *
 * An average of folds is a curve, though it has no thresholds, and so is what was given as one.
 */
export function curveOf(
  { points, folded, joined }: Pick<Seen, 'points' | 'folded' | 'joined'>,
  owner: number,
): Point[][] {
  const [from, to] = stretchOf(points, owner);
  const places: Point[] = [];
  const inner: Point[] = [];
  let isOrdered = true;
  let isScored = folded.includes(owner);
  for (let i = from; i < to; i++) {
    const place = { x: at(points.fpr, i), y: at(points.tpr, i) };
    if (Number.isNaN(place.x)) return [];
    const last = places.at(-1);
    isOrdered &&= !last || (place.x >= last.x && place.y >= last.y);
    const isInner = place.x + place.y > 0 && place.x + place.y < 2;
    if (isInner) inner.push(place);
    isScored ||= isInner && Number.isFinite(at(points.threshold, i));
    places.push(place);
  }
  const isLong = (isScored || places.length > FEW) && inner.length !== 1;
  const isCurve = isOrdered && (joined.includes(owner) || isLong);
  return isCurve ? [places] : inner.map((place) => [place]);
}

/** Edges of the joint hull that lead from one corner of an owner to another, or to its ends. */
export function hullParts({ owner, fpr, tpr }: Hull, mine: number): Point[][] {
  const place = (i: number) => ({ x: at(fpr, i), y: at(tpr, i) });
  const edges = runs(fpr.length - 1, (k) => edgeOwner(owner, k) === mine);
  return edges.map(([first, last]) => range(first, last + 1).map(place));
}

/** The joint hull in stretches, each with its owner, from left to right; nothing where it is trivial. */
export function hullStretches(hull: Hull): [owner: number, places: Point[]][] {
  if (!hull.owner.some((owner) => owner >= 0)) return [];
  const place = (i: number) => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const found: [number, Point[]][] = [];
  for (let k = 0; k + 1 < hull.fpr.length; k++) {
    const owner = edgeOwner(hull.owner, k);
    const last = found.at(-1);
    if (last?.[0] === owner) last[1].push(place(k + 1));
    else found.push([owner, [place(k), place(k + 1)]]);
  }
  return found;
}

/** Dots nearer to each other than this, counted along both rates together, would be one. */
const APART = 0.04;

/** Points that are no curve, by the hull of their classifier: found once, whoever is hidden. */
const loose = new WeakMap<Hull, Point[]>();

function looseOf(seen: Seen, owner: number): Point[] {
  const parts = curveOf(seen, owner);
  return parts.some((part) => part.length === 1) ? parts.flat() : [];
}

/** Corners with a marker, by the hull that they are of and by their owner. */
const marked = new WeakMap<Hull, Map<number, Point[]>>();

/** None of them is near another of the same owner: along a hull both rates rise. */
function markedOf(hull: Hull): Map<number, Point[]> {
  const found = new Map<number, Point[]>();
  const reached = new Map<number, number>();
  for (let i = 0; i < hull.owner.length; i++) {
    const owner = hull.owner[i] as number;
    const [x, y] = [at(hull.fpr, i), at(hull.tpr, i)];
    const step = Math.floor((x + y) / APART);
    if (reached.get(owner) === step) continue;
    reached.set(owner, step);
    const mine = found.get(owner);
    if (mine) mine.push({ x, y });
    else found.set(owner, [{ x, y }]);
  }
  return found;
}

/** What has a marker: all points that are no curve; of a curve corners of the hull, none near another. */
export function dotsOf(seen: Seen, owner: number, isHullSeen = true): readonly Point[] {
  const { hull, own } = seen;
  const mine = own.get(owner);
  const alone = mine ? (loose.get(mine) ?? looseOf(seen, owner)) : [];
  if (mine) loose.set(mine, alone);
  if (alone.length > 0 || !isHullSeen) return alone;
  const corners = marked.get(hull) ?? markedOf(hull);
  marked.set(hull, corners);
  return corners.get(owner) ?? [];
}

/** Who owns edge k: its corners' one owner, a trivial corner belongs to whoever meets it. */
function edgeOwner(owner: Int32Array, k: number): number {
  const [a, b] = [owner[k] as number, owner[k + 1] as number];
  if (a >= 0 && b >= 0 && a !== b) return -1;
  return Math.max(a, b);
}

/** The stretches of an envelope along which its corner is one of those that are asked for. */
export function envelopeParts(hull: Chain, isAskedFor: (corner: number) => boolean): Point[][] {
  const last = hull.fpr.length - 1;
  const vertex = (k: number): Point => {
    if (k < 0) return { x: 0, y: at(hull.fpr, 0) };
    return k < last ? envelopeVertex(hull, k) : { x: 1, y: 1 - at(hull.tpr, last) };
  };
  return runs(last + 1, isAskedFor).map(([first, final]) => range(first - 1, final).map(vertex));
}

/** Steps in which a bent axis bends a line that crosses all of the figure. */
const STEPS = 96;

/** A line of cost space with places enough to be bent. */
export function bent(
  places: readonly Point[],
  map: XMap,
  [least, most]: Interval,
  steps = STEPS,
): Point[] {
  const unit = (x: number) => clamp(toScale(map, x), least, most);
  return places.flatMap((place, i) => {
    const next = places[i + 1];
    if (!next) return [place];
    const [start, stop] = [unit(place.x), unit(next.x)];
    const count = Math.max(1, Math.ceil((steps * (stop - start)) / (most - least)));
    const steepness = next.x > place.x ? (next.y - place.y) / (next.x - place.x) : 0;
    return range(0, count - 1).map((k) => {
      const x = k === 0 ? place.x : fromScale(map, start + (k / count) * (stop - start));
      return { x, y: place.y + steepness * (x - place.x) };
    });
  });
}

/** The first and the last of neighbours for which something holds. */
function runs(count: number, holds: (i: number) => boolean): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    if (!holds(i)) continue;
    const run = found.at(-1);
    if (run && run[1] === i - 1) run[1] = i;
    else found.push([i, i]);
  }
  return found;
}

/** Whole numbers from one to another, both among them. */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

// ---- Where a name stands

/** Vertices of a line in pixels, x and y in turn; a single vertex is a dot. */
export type Way = Float64Array;

/** A rectangle in pixels of the plot area. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A rectangle for a name, and how well it stands there. */
export interface Place {
  box: Box;
  worth: number;
}

/** Farther than this from its curve nobody knows whose name it is. */
export const FARTHEST = 12;
/** Pixels between a curve and its name. */
const GAP = 4;
/** Nearer than this a curve of somebody else touches the letters. */
const TOUCHING = 3;
/** By so much a name must be nearer to its own curve. */
const NEARER = 0.3;
/** Nothing gets clearer beyond this. */
const CLEAR = 20;
const RIM = 2;
const ANCHORS = 36;
/** What a place beside the best stretch is worth more. */
const BEST = 14;
type Side = readonly [x: number, y: number];
const DIAGONAL = Math.SQRT1_2;
/** Where the name stands as seen from its curve, the best side first. */
const SIDES: readonly Side[] = [
  [0, 1],
  [DIAGONAL, DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [1, 0],
  [0, -1],
  [DIAGONAL, -DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
  [-1, 0],
];

/** A place on a line, and which way is across it, downwards. */
interface Anchor extends Point {
  across: Side;
}

/** What names keep off: rectangles in any case, lines where there is another place. */
export interface Taken {
  boxes: readonly Box[];
  lines: readonly Segment[];
}

// ---- What is drawn

/** Pixels between two samples of a line. */
const STEP = 1.5;
const CELL = 16;
const GRAIN = 4;

/** All lines of a figure as samples, found again by where they are. */
export class Crowd {
  readonly #size: Size;
  readonly #columns: number;
  readonly #rows: number;
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #owner: Int32Array;
  /** Samples of cell i stand from start[i] to start[i + 1]. */
  readonly #start: Int32Array;
  /** How many samples lie above and to the left, by grains. */
  readonly #sums: Int32Array;
  readonly #stride: number;

  /** What belongs to no classifier has an owner below 0. */
  constructor({ width, height }: Size, ways: Iterable<readonly [owner: number, way: Way]>) {
    const size = { width, height };
    this.#size = size;
    this.#columns = Math.ceil(size.width / CELL) + 1;
    this.#rows = Math.ceil(size.height / CELL) + 1;
    const { owner, x, y } = this.#sampled(ways);
    const cells = Int32Array.from(x, (one, i) => this.#cell(one, y[i] as number));
    this.#start = new Int32Array(this.#columns * this.#rows + 1);
    for (const cell of cells) (this.#start[cell + 1] as number)++;
    for (let i = 1; i < this.#start.length; i++) {
      (this.#start[i] as number) += this.#start[i - 1] as number;
    }
    this.#x = new Float32Array(x.length);
    this.#y = new Float32Array(x.length);
    this.#owner = new Int32Array(x.length);
    const next = this.#start.slice();
    for (let i = 0; i < x.length; i++) {
      const at = (next[cells[i] as number] as number)++;
      this.#x[at] = x[i] as number;
      this.#y[at] = y[i] as number;
      this.#owner[at] = owner[i] as number;
    }
    this.#stride = Math.ceil(size.width / GRAIN) + 1;
    this.#sums = this.#summed();
  }

  #sampled(ways: Iterable<readonly [number, Way]>) {
    const found = { owner: [] as number[], x: [] as number[], y: [] as number[] };
    for (const [owner, way] of ways) {
      trace(way, STEP, this.#size, (x, y) => {
        found.owner.push(owner);
        found.x.push(x);
        found.y.push(y);
      });
    }
    return found;
  }

  /** The cell of a place; what lies outside is in the nearest cell of the rim. */
  #cell(x: number, y: number): number {
    const column = clamp(Math.floor(x / CELL), 0, this.#columns - 1);
    return clamp(Math.floor(y / CELL), 0, this.#rows - 1) * this.#columns + column;
  }

  #summed(): Int32Array {
    const rows = Math.ceil(this.#size.height / GRAIN) + 1;
    const stride = this.#stride;
    const sums = new Int32Array(stride * rows);
    for (let i = 0; i < this.#x.length; i++) {
      const column = Math.floor((this.#x[i] as number) / GRAIN) + 1;
      const row = Math.floor((this.#y[i] as number) / GRAIN) + 1;
      if (column < 1 || row < 1 || column >= stride || row >= rows) continue;
      (sums[row * stride + column] as number)++;
    }
    for (let row = 1; row < rows; row++) {
      for (let column = 1, sum = 0; column < stride; column++) {
        sum += sums[row * stride + column] as number;
        sums[row * stride + column] = sum + (sums[(row - 1) * stride + column] as number);
      }
    }
    return sums;
  }

  /** Whether no line runs through the grains that lie wholly inside: false is certain. */
  #seemsFree({ left, top, right, bottom }: Box): boolean {
    const [first, last] = [Math.ceil(left / GRAIN), Math.floor(right / GRAIN)];
    const [high, low] = [Math.ceil(top / GRAIN), Math.floor(bottom / GRAIN)];
    if (last <= first || low <= high) return true;
    const sum = (row: number, column: number) => this.#sums[row * this.#stride + column] as number;
    return sum(low, last) - sum(low, first) - sum(high, last) + sum(high, first) === 0;
  }

  /** Whether nothing runs so near that it touches the letters: false is certain. */
  #seemsUntouched({ left, top, right, bottom }: Box): boolean {
    const near = 0.99 * TOUCHING;
    return (
      this.#seemsFree({ left, top: top - near, right, bottom: bottom + near }) &&
      this.#seemsFree({ left: left - near, top, right: right + near, bottom })
    );
  }

  /** How much is drawn on a rectangle of the figure: samples, to the nearest grain. */
  inkIn({ left, top, right, bottom }: Box): number {
    const rows = this.#sums.length / this.#stride;
    const column = (x: number) => clamp(Math.round(x / GRAIN), 0, this.#stride - 1);
    const row = (y: number) => clamp(Math.round(y / GRAIN), 0, rows - 1);
    const sum = (y: number, x: number) => this.#sums[row(y) * this.#stride + column(x)] as number;
    return sum(bottom, right) - sum(bottom, left) - sum(top, right) + sum(top, left);
  }

  /** How far a rectangle is from its own lines and from all others; null if it is too near. */
  #distances(box: Box, owner: number): { own: number; other: number } | null {
    let own = CLEAR * CLEAR;
    let other = CLEAR * CLEAR;
    const last = this.#cell(box.right + CLEAR, box.bottom + CLEAR);
    const first = this.#cell(box.left - CLEAR, box.top - CLEAR);
    const width = (last % this.#columns) - (first % this.#columns);
    for (let row = first; row <= last; row += this.#columns) {
      const stop = this.#start[row + width + 1] as number;
      for (let i = this.#start[row] as number; i < stop; i++) {
        const [x, y] = [this.#x[i] as number, this.#y[i] as number];
        const dx = Math.max(box.left - x, 0, x - box.right);
        const dy = Math.max(box.top - y, 0, y - box.bottom);
        const squared = dx * dx + dy * dy;
        if (squared < TOUCHING * TOUCHING) return null;
        if (this.#owner[i] === owner) own = Math.min(own, squared);
        else other = Math.min(other, squared);
      }
    }
    return { own: Math.sqrt(own), other: Math.sqrt(other) };
  }

  /** Places for a name of this size beside lines of its owner, the best first. */
  placesFor(owner: number, size: Size, best: readonly Way[], rest: readonly Way[]): Place[] {
    const found: Place[] = [];
    for (const [ways, bonus] of [
      [best, BEST],
      [rest, 0],
    ] as const) {
      for (const anchor of this.#anchors(ways)) {
        const [x, y] = anchor.across;
        [...SIDES, [x, y] as const, [-x, -y] as const].forEach((side, rank) => {
          const place = this.#tried(owner, beside(anchor, side, size), bonus - rank);
          if (place) found.push(place);
        });
      }
    }
    return found.sort((a, b) => b.worth - a.worth);
  }

  /** Whether a name of this owner may stand here. */
  allows(owner: number, box: Box): boolean {
    return this.#tried(owner, box, 0) !== null;
  }

  #tried(owner: number, box: Box, worth: number): Place | null {
    if (!isInside(box, this.#size) || !this.#seemsUntouched(box)) return null;
    const found = this.#distances(box, owner);
    if (found === null || found.own > FARTHEST - NEARER) return null;
    if (found.other < found.own + NEARER) return null;
    return { box, worth: worth + found.other - found.own };
  }

  /** Places on lines, those that are seen, evenly spaced. */
  #anchors(ways: readonly Way[]): Anchor[] {
    const along = (step: number) => {
      const found: Anchor[] = [];
      for (const way of ways) {
        trace(way, step, this.#size, (x, y, across) => found.push({ x, y, across }));
      }
      return found.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
    };
    const { width, height } = this.#size;
    const fine = along(STEP);
    return fine.length <= ANCHORS ? fine : along((STEP * fine.length) / ANCHORS);
  }
}

/** Visit places along what is seen of a line, evenly spaced, from its start. */
function trace(
  way: Way,
  step: number,
  size: Size,
  visit: (x: number, y: number, across: Side) => void,
): void {
  const seen = around({ x: size.width / 2, y: size.height / 2 }, grown(size, CELL));
  let rest = step;
  for (let i = 0; i === 0 || i + 2 < way.length; i += 2) {
    const x = way[i] as number;
    const y = way[i + 1] as number;
    const dx = (way[i + 2] ?? x) - x;
    const dy = (way[i + 3] ?? y) - y;
    const [from, to] = within({ x1: x, y1: y, x2: x + dx, y2: y + dy }, seen);
    if (from > to) continue;
    const length = Math.hypot(dx, dy);
    const across: Side = dx > 0 ? [-dy / length, dx / length] : [0, 1];
    for (rest += (to - from) * length; rest >= step; rest -= step) {
      const share = length > 0 ? to - (rest - step) / length : 0;
      visit(x + share * dx, y + share * dy, across);
    }
  }
}

/** The rectangle of which a side or a corner is as far from the anchor as a name should be. */
function beside(anchor: Point, [dx, dy]: Side, size: Size): Box {
  const x = anchor.x + dx * GAP + (Math.sign(dx) * size.width) / 2;
  const y = anchor.y + dy * GAP + (Math.sign(dy) * size.height) / 2;
  return around({ x, y }, size);
}

// ---- Rectangles

export function around({ x, y }: Point, { width, height }: Size): Box {
  return {
    left: x - width / 2,
    top: y - height / 2,
    right: x + width / 2,
    bottom: y + height / 2,
  };
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function isInside(box: Box, { width, height }: Size): boolean {
  return (
    box.left >= RIM && box.top >= RIM && box.right <= width - RIM && box.bottom <= height - RIM
  );
}

function grown({ width, height }: Size, by: number): Size {
  return { width: width + 2 * by, height: height + 2 * by };
}

/** From which to which share of itself a segment is within a rectangle; from > to if nowhere. */
export function within({ x1, y1, x2, y2 }: Segment, { left, top, right, bottom }: Box) {
  let [from, to] = [0, 1];
  const startsInside = x1 >= left && x1 <= right && y1 >= top && y1 <= bottom;
  const endsInside = x2 >= left && x2 <= right && y2 >= top && y2 <= bottom;
  if (startsInside && endsInside) return [from, to] as const;
  for (const [start, run, low, high] of [
    [x1, x2 - x1, left, right],
    [y1, y2 - y1, top, bottom],
  ] as const) {
    const [a, b] = [(low - start) / run, (high - start) / run];
    if (run === 0 && (start < low || start > high)) to = -1;
    else if (run !== 0) [from, to] = [Math.max(from, Math.min(a, b)), Math.min(to, Math.max(a, b))];
  }
  return [from, to] as const;
}

export function crosses(line: Segment, box: Box): boolean {
  const [from, to] = within(line, box);
  return from <= to;
}

// ---- Words beside a place

/** Sides of a place on which words may stand, the best first. */
const BESIDE: readonly Side[] = [
  [1, 0.6],
  [1, -0.6],
  [-1, 0.6],
  [-1, -0.6],
  [1, 1.1],
  [1, -1.1],
  [-1, 1.1],
  [-1, -1.1],
  [0, 1],
  [0, -1],
  [1, 2.2],
  [1, -2.2],
  [-1, 2.2],
  [-1, -2.2],
];
const ON_WORDS = 100;
/** What one sample of a line under the words costs, and all together at most. */
const ON_INK = 0.2;
const MOST_INK = 20;

/** How much is drawn on a rectangle. */
export type Ink = (box: Box) => number;

/** Beside a place, inside of the figure in any case, on as little as can be. */
export function standing(
  place: Point,
  size: Size,
  figure: Size,
  away: number,
  taken: Taken,
  inkIn: Ink = () => 0,
): Box {
  let best: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  BESIDE.forEach(([dx, dy], rank) => {
    const x = place.x + Math.sign(dx) * (away + size.width / 2);
    const y = place.y + dy * (away + size.height / 2);
    const box = kept(around({ x, y }, size), figure);
    const shift = Math.abs(box.left - x + size.width / 2) + Math.abs(box.top - y + size.height / 2);
    const covered = taken.boxes.filter((other) => overlap(box, other)).length;
    const crossed = taken.lines.filter((line) => crosses(line, box)).length;
    const inked = Math.min(ON_INK * inkIn(box), MOST_INK);
    const cost = ON_WORDS * covered + 4 * crossed + inked + shift + rank;
    if (cost < least) [best, least] = [box, cost];
  });
  return best ?? around(place, size);
}

/** The same rectangle, moved into the figure. */
function kept(box: Box, { width, height }: Size): Box {
  const x = clamp(box.left, RIM, Math.max(RIM, width - RIM - (box.right - box.left))) - box.left;
  const y = clamp(box.top, RIM, Math.max(RIM, height - RIM - (box.bottom - box.top))) - box.top;
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

// ---- Who gets which place

/** Somebody who may be named, with the places for it, the best first. */
export interface Wanted<P extends Place> {
  owner: number;
  places: readonly P[];
}

/** A free place for each that has one, who comes first chooses first; where one stood it stays. */
export function arranged<P extends Place>(
  wanted: Iterable<Wanted<P>>,
  taken: Taken,
  before: ReadonlyMap<number, P> = new Map(),
): Map<number, P> {
  const found = new Map<number, P>();
  const boxes = [...taken.boxes];
  const isFree = ({ box }: Place) => !boxes.some((other) => overlap(box, other));
  const isClear = ({ box }: Place) => !taken.lines.some((line) => crosses(line, box));
  for (const { owner, places } of wanted) {
    const old = before.get(owner);
    const free = (old && places.includes(old) ? [old, ...places] : places).filter(isFree);
    const place = free.find(isClear) ?? free[0];
    if (!place) continue;
    found.set(owner, place);
    boxes.push(place.box);
  }
  return found;
}
