// Placement of names next to their curves, and of other text in a figure.

import type { Hull, Points } from '../wire/state.ts';
import type { Scene } from './hull.ts';
import { at, type Chain, clamp, envelopeVertex, type Point, type Segment } from './lines.ts';
import { fromScale, toScale, type XMap } from './scales.ts';

// ---- Curves and hull segments of each classifier

type AxisLimits = readonly [number, number];

type VisibleCurves = Pick<Scene, 'points' | 'hull' | 'own' | 'folded' | 'joined'>;

/** More points than this form a curve even without thresholds. */
const MAX_LOOSE_POINTS = 8;

/** Return the index range of the points of one classifier, which are contiguous. */
export function indexRange(points: Points, owner: number): readonly [from: number, to: number] {
  const from = points.owner.indexOf(owner);
  return from < 0 ? [0, 0] : [from, points.owner.lastIndexOf(owner) + 1];
}

/**
 * Return the curve of one classifier as drawn: one line, or single points without an order.
 *
 * Averages of folds and curves passed by the user are lines, although they have no thresholds.
 */
export function curveParts(
  { points, folded, joined }: Pick<VisibleCurves, 'points' | 'folded' | 'joined'>,
  owner: number,
): Point[][] {
  const [from, to] = indexRange(points, owner);
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
  const isLong = (isScored || places.length > MAX_LOOSE_POINTS) && inner.length !== 1;
  const isCurve = isOrdered && (joined.includes(owner) || isLong);
  return isCurve ? [places] : inner.map((place) => [place]);
}

/** Return the edges of the joint hull between corners of one classifier or a baseline. */
export function hullParts({ owner, fpr, tpr }: Hull, position: number): Point[][] {
  const place = (i: number) => ({ x: at(fpr, i), y: at(tpr, i) });
  const edges = runs(fpr.length - 1, (k) => edgeOwner(owner, k) === position);
  return edges.map(([first, last]) => integers(first, last + 1).map(place));
}

/**
 * Return the joint hull from left to right in parts of one owner; empty if it is the chance line.
 */
export function hullStretches(hull: Hull): [owner: number, places: Point[]][] {
  if (!hull.owner.some((owner) => owner >= 0)) return [];
  const place = (i: number) => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const stretches: [number, Point[]][] = [];
  for (let k = 0; k + 1 < hull.fpr.length; k++) {
    const owner = edgeOwner(hull.owner, k);
    const last = stretches.at(-1);
    if (last?.[0] === owner) last[1].push(place(k + 1));
    else stretches.push([owner, [place(k), place(k + 1)]]);
  }
  return stretches;
}

/** Minimum distance of two dots, as the sum of the differences in both rates. */
const DOT_SPACING = 0.04;

/** Single points by the hull of their classifier; independent of hidden classifiers. */
const loosePointCache = new WeakMap<Hull, Point[]>();

function loosePoints(curves: VisibleCurves, owner: number): Point[] {
  const parts = curveParts(curves, owner);
  return parts.some((part) => part.length === 1) ? parts.flat() : [];
}

/** Corners with a marker, by hull and owner. */
const markerCache = new WeakMap<Hull, Map<number, Point[]>>();

/** Return corners by owner, thinned out by their sum of rates, which increases along a hull. */
function markedCorners(hull: Hull): Map<number, Point[]> {
  const corners = new Map<number, Point[]>();
  const lastStep = new Map<number, number>();
  for (let i = 0; i < hull.owner.length; i++) {
    const owner = hull.owner[i] as number;
    const [x, y] = [at(hull.fpr, i), at(hull.tpr, i)];
    const step = Math.floor((x + y) / DOT_SPACING);
    if (lastStep.get(owner) === step) continue;
    lastStep.set(owner, step);
    const group = corners.get(owner);
    if (group) group.push({ x, y });
    else corners.set(owner, [{ x, y }]);
  }
  return corners;
}

/** Return the points with a marker: all single points, or the thinned-out hull corners. */
export function dotsOf(curves: VisibleCurves, owner: number, isHullShown = true): readonly Point[] {
  const { hull, own } = curves;
  const ownHull = own.get(owner);
  const dots = ownHull ? (loosePointCache.get(ownHull) ?? loosePoints(curves, owner)) : [];
  if (ownHull) loosePointCache.set(ownHull, dots);
  if (dots.length > 0 || !isHullShown) return dots;
  const corners = markerCache.get(hull) ?? markedCorners(hull);
  markerCache.set(hull, corners);
  return corners.get(owner) ?? [];
}

/** Return the owner of edge k: the common owner of its corners, ignoring baselines, or -1. */
function edgeOwner(owner: Int32Array, k: number): number {
  const [a, b] = [owner[k] as number, owner[k + 1] as number];
  if (a >= 0 && b >= 0 && a !== b) return -1;
  return Math.max(a, b);
}

/** Return the parts of an envelope whose corners satisfy a predicate. */
export function envelopeParts(hull: Chain, isIncluded: (corner: number) => boolean): Point[][] {
  const last = hull.fpr.length - 1;
  const vertex = (k: number): Point => {
    if (k < 0) return { x: 0, y: at(hull.fpr, 0) };
    return k < last ? envelopeVertex(hull, k) : { x: 1, y: 1 - at(hull.tpr, last) };
  };
  return runs(last + 1, isIncluded).map(([first, final]) => integers(first - 1, final).map(vertex));
}

/** Number of segments of a curved line across the whole figure. */
const DEFAULT_STEPS = 96;

/** Insert points into a line of cost space so that it can be drawn curved. */
export function bendLine(
  places: readonly Point[],
  map: XMap,
  [least, most]: AxisLimits,
  steps = DEFAULT_STEPS,
): Point[] {
  const unit = (x: number) => clamp(toScale(map, x), least, most);
  return places.flatMap((place, i) => {
    const next = places[i + 1];
    if (!next) return [place];
    const [start, stop] = [unit(place.x), unit(next.x)];
    const count = Math.max(1, Math.ceil((steps * (stop - start)) / (most - least)));
    const steepness = next.x > place.x ? (next.y - place.y) / (next.x - place.x) : 0;
    return integers(0, count - 1).map((k) => {
      const x = k === 0 ? place.x : fromScale(map, start + (k / count) * (stop - start));
      return { x, y: place.y + steepness * (x - place.x) };
    });
  });
}

/** Return the first and last index of each run that satisfies a predicate. */
function runs(count: number, predicate: (i: number) => boolean): [first: number, last: number][] {
  const intervals: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    if (!predicate(i)) continue;
    const run = intervals.at(-1);
    if (run && run[1] === i - 1) run[1] = i;
    else intervals.push([i, i]);
  }
  return intervals;
}

/** Return the integers from `first` to `last`, inclusive. */
const integers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

// ---- Positions of names

/** Vertices of a line in pixels, alternating x and y; a single vertex is a dot. */
export type PixelPath = Float64Array;

/** Rectangle in pixels of the plot area. */
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

/** Rectangle for a name, and its score. */
export interface LabelPlace {
  box: Box;
  worth: number;
}

/** Beyond this distance from its curve a name is ambiguous. */
export const MAX_LABEL_DISTANCE = 12;
/** Pixels between a curve and its name. */
const LABEL_GAP = 4;
/** Minimum distance between letters and other curves. */
const LETTER_CLEARANCE = 3;
/** A name must be closer to its own curve by at least this much. */
const OWNER_MARGIN = 0.3;
/** Distances beyond this do not improve the score. */
const CLEARANCE = 20;
const FIGURE_MARGIN = 2;
const MAX_ANCHORS = 36;
/** Bonus for positions at the classifier's own part of the hull or envelope. */
const BEST_BONUS = 14;
type Direction = readonly [x: number, y: number];
const DIAGONAL = Math.SQRT1_2;
/** Directions from a curve to its name, in order of preference. */
const LABEL_DIRECTIONS: readonly Direction[] = [
  [0, 1],
  [DIAGONAL, DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [1, 0],
  [0, -1],
  [DIAGONAL, -DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
  [-1, 0],
];

/** A point on a line, with the normal of the line pointing down. */
interface Anchor extends Point {
  across: Direction;
}

/** Obstacles for names: rectangles always, lines if another position is free. */
export interface Obstacles {
  boxes: readonly Box[];
  lines: readonly Segment[];
}

// ---- Spatial index of all curves

/** Pixels between two samples of a line. */
const SAMPLE_STEP = 1.5;
const CELL = 16;
const GRAIN = 4;

/** Samples of all lines of a figure, indexed by position. */
export class CurveIndex {
  readonly #size: Size;
  readonly #columns: number;
  readonly #rows: number;
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #owner: Int32Array;
  /** Samples of cell i are stored from start[i] to start[i + 1]. */
  readonly #start: Int32Array;
  /** Two-dimensional prefix sums of samples per grain. */
  readonly #sums: Int32Array;
  readonly #stride: number;

  /** Lines of no classifier have a negative owner. */
  constructor({ width, height }: Size, paths: Iterable<readonly [owner: number, way: PixelPath]>) {
    const size = { width, height };
    this.#size = size;
    this.#columns = Math.ceil(size.width / CELL) + 1;
    this.#rows = Math.ceil(size.height / CELL) + 1;
    const { owner, x, y } = this.#sample(paths);
    const cells = Int32Array.from(x, (value, i) => this.#cell(value, y[i] as number));
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
    this.#sums = this.#prefixSums();
  }

  #sample(paths: Iterable<readonly [number, PixelPath]>) {
    const samples = { owner: [] as number[], x: [] as number[], y: [] as number[] };
    for (const [owner, way] of paths) {
      trace(way, SAMPLE_STEP, this.#size, (x, y) => {
        samples.owner.push(owner);
        samples.x.push(x);
        samples.y.push(y);
      });
    }
    return samples;
  }

  /** Return the cell of a point, or the nearest cell if it is outside. */
  #cell(x: number, y: number): number {
    const column = clamp(Math.floor(x / CELL), 0, this.#columns - 1);
    return clamp(Math.floor(y / CELL), 0, this.#rows - 1) * this.#columns + column;
  }

  #prefixSums(): Int32Array {
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

  /** Return false if a sample is certainly inside a box; true is not certain. */
  #mayBeFree({ left, top, right, bottom }: Box): boolean {
    const [first, last] = [Math.ceil(left / GRAIN), Math.floor(right / GRAIN)];
    const [high, low] = [Math.ceil(top / GRAIN), Math.floor(bottom / GRAIN)];
    if (last <= first || low <= high) return true;
    const sum = (row: number, column: number) => this.#sums[row * this.#stride + column] as number;
    return sum(low, last) - sum(low, first) - sum(high, last) + sum(high, first) === 0;
  }

  /** Return false if a line is certainly close to the letters; true is not certain. */
  #mayBeClear({ left, top, right, bottom }: Box): boolean {
    const near = 0.99 * LETTER_CLEARANCE;
    return (
      this.#mayBeFree({ left, top: top - near, right, bottom: bottom + near }) &&
      this.#mayBeFree({ left: left - near, top, right: right + near, bottom })
    );
  }

  /** Return the number of samples in a box, rounded to whole grains. */
  countInk({ left, top, right, bottom }: Box): number {
    const rows = this.#sums.length / this.#stride;
    const column = (x: number) => clamp(Math.round(x / GRAIN), 0, this.#stride - 1);
    const row = (y: number) => clamp(Math.round(y / GRAIN), 0, rows - 1);
    const sum = (y: number, x: number) => this.#sums[row(y) * this.#stride + column(x)] as number;
    return sum(bottom, right) - sum(bottom, left) - sum(top, right) + sum(top, left);
  }

  /** Return the distances of a box from the lines of its owner and of others; null if too close. */
  #distances(box: Box, owner: number): { own: number; other: number } | null {
    let own = CLEARANCE * CLEARANCE;
    let other = CLEARANCE * CLEARANCE;
    const last = this.#cell(box.right + CLEARANCE, box.bottom + CLEARANCE);
    const first = this.#cell(box.left - CLEARANCE, box.top - CLEARANCE);
    const width = (last % this.#columns) - (first % this.#columns);
    for (let row = first; row <= last; row += this.#columns) {
      const stop = this.#start[row + width + 1] as number;
      for (let i = this.#start[row] as number; i < stop; i++) {
        const [x, y] = [this.#x[i] as number, this.#y[i] as number];
        const dx = Math.max(box.left - x, 0, x - box.right);
        const dy = Math.max(box.top - y, 0, y - box.bottom);
        const squared = dx * dx + dy * dy;
        if (squared < LETTER_CLEARANCE * LETTER_CLEARANCE) return null;
        if (this.#owner[i] === owner) own = Math.min(own, squared);
        else other = Math.min(other, squared);
      }
    }
    return { own: Math.sqrt(own), other: Math.sqrt(other) };
  }

  /** Return candidate positions of a name along the lines of its classifier, best first. */
  placesFor(
    owner: number,
    size: Size,
    best: readonly PixelPath[],
    rest: readonly PixelPath[],
  ): LabelPlace[] {
    const places: LabelPlace[] = [];
    for (const [ways, bonus] of [
      [best, BEST_BONUS],
      [rest, 0],
    ] as const) {
      for (const anchor of this.#anchors(ways)) {
        const [x, y] = anchor.across;
        [...LABEL_DIRECTIONS, [x, y] as const, [-x, -y] as const].forEach((side, rank) => {
          const place = this.#evaluate(owner, boxBeyond(anchor, side, size), bonus - rank);
          if (place) places.push(place);
        });
      }
    }
    return places.sort((a, b) => b.worth - a.worth);
  }

  /** Return whether a name of this owner may be placed in a box. */
  fits(owner: number, box: Box): boolean {
    return this.#evaluate(owner, box, 0) !== null;
  }

  #evaluate(owner: number, box: Box, worth: number): LabelPlace | null {
    if (!isInside(box, this.#size) || !this.#mayBeClear(box)) return null;
    const distances = this.#distances(box, owner);
    if (distances === null || distances.own > MAX_LABEL_DISTANCE - OWNER_MARGIN) return null;
    if (distances.other < distances.own + OWNER_MARGIN) return null;
    return { box, worth: worth + distances.other - distances.own };
  }

  /** Return evenly spaced points on the visible parts of lines. */
  #anchors(paths: readonly PixelPath[]): Anchor[] {
    const along = (step: number) => {
      const anchors: Anchor[] = [];
      for (const path of paths) {
        trace(path, step, this.#size, (x, y, across) => anchors.push({ x, y, across }));
      }
      return anchors.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
    };
    const { width, height } = this.#size;
    const fine = along(SAMPLE_STEP);
    return fine.length <= MAX_ANCHORS ? fine : along((SAMPLE_STEP * fine.length) / MAX_ANCHORS);
  }
}

/** Visit evenly spaced points along the visible part of a line. */
function trace(
  path: PixelPath,
  step: number,
  size: Size,
  visit: (x: number, y: number, across: Direction) => void,
): void {
  const visibleBox = boxAround({ x: size.width / 2, y: size.height / 2 }, enlarge(size, CELL));
  let sinceLast = step;
  for (let i = 0; i === 0 || i + 2 < path.length; i += 2) {
    const x = path[i] as number;
    const y = path[i + 1] as number;
    const dx = (path[i + 2] ?? x) - x;
    const dy = (path[i + 3] ?? y) - y;
    const [from, to] = clipToBox({ x1: x, y1: y, x2: x + dx, y2: y + dy }, visibleBox);
    if (from > to) continue;
    const length = Math.hypot(dx, dy);
    const across: Direction = dx > 0 ? [-dy / length, dx / length] : [0, 1];
    for (sinceLast += (to - from) * length; sinceLast >= step; sinceLast -= step) {
      const share = length > 0 ? to - (sinceLast - step) / length : 0;
      visit(x + share * dx, y + share * dy, across);
    }
  }
}

/** Return the box in a direction from the anchor, at the distance of a name. */
function boxBeyond(anchor: Point, [dx, dy]: Direction, size: Size): Box {
  const x = anchor.x + dx * LABEL_GAP + (Math.sign(dx) * size.width) / 2;
  const y = anchor.y + dy * LABEL_GAP + (Math.sign(dy) * size.height) / 2;
  return boxAround({ x, y }, size);
}

// ---- Rectangles

export function boxAround({ x, y }: Point, { width, height }: Size): Box {
  return {
    left: x - width / 2,
    top: y - height / 2,
    right: x + width / 2,
    bottom: y + height / 2,
  };
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function isInside(box: Box, { width, height }: Size): boolean {
  return (
    box.left >= FIGURE_MARGIN &&
    box.top >= FIGURE_MARGIN &&
    box.right <= width - FIGURE_MARGIN &&
    box.bottom <= height - FIGURE_MARGIN
  );
}

function enlarge({ width, height }: Size, by: number): Size {
  return { width: width + 2 * by, height: height + 2 * by };
}

/**
 * Return the part of a segment inside a box, as shares of its length; from > to if there is none.
 */
export function clipToBox({ x1, y1, x2, y2 }: Segment, { left, top, right, bottom }: Box) {
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
  const [from, to] = clipToBox(line, box);
  return from <= to;
}

// ---- Positions of text at a point

/** Directions from a point to its text, in order of preference. */
const WORD_DIRECTIONS: readonly Direction[] = [
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
const OVERLAP_COST = 100;
/** Cost of one line sample under the text. */
const INK_COST = 0.2;
const MAX_INK_COST = 20;

/** Counts the line samples in a box. */
export type InkCounter = (box: Box) => number;

/** Return the best box for text at a point: always inside the figure, with least overlap. */
export function placeWords(
  place: Point,
  size: Size,
  figure: Size,
  away: number,
  taken: Obstacles,
  countInk: InkCounter = () => 0,
): Box {
  let best: Box | null = null;
  let least = Number.POSITIVE_INFINITY;
  WORD_DIRECTIONS.forEach(([dx, dy], rank) => {
    const x = place.x + Math.sign(dx) * (away + size.width / 2);
    const y = place.y + dy * (away + size.height / 2);
    const box = moveInside(boxAround({ x, y }, size), figure);
    const shift = Math.abs(box.left - x + size.width / 2) + Math.abs(box.top - y + size.height / 2);
    const covered = taken.boxes.filter((other) => overlaps(box, other)).length;
    const crossed = taken.lines.filter((line) => crosses(line, box)).length;
    const inked = Math.min(INK_COST * countInk(box), MAX_INK_COST);
    const cost = OVERLAP_COST * covered + 4 * crossed + inked + shift + rank;
    if (cost < least) [best, least] = [box, cost];
  });
  return best ?? boxAround(place, size);
}

/** Return the box shifted into the figure. */
function moveInside(box: Box, { width, height }: Size): Box {
  const x =
    clamp(
      box.left,
      FIGURE_MARGIN,
      Math.max(FIGURE_MARGIN, width - FIGURE_MARGIN - (box.right - box.left)),
    ) - box.left;
  const y =
    clamp(
      box.top,
      FIGURE_MARGIN,
      Math.max(FIGURE_MARGIN, height - FIGURE_MARGIN - (box.bottom - box.top)),
    ) - box.top;
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

// ---- Assignment of places to names

/** A classifier to name, with its possible places, best first. */
export interface LabelRequest<P extends LabelPlace> {
  owner: number;
  places: readonly P[];
}

/** Assign a free place to each classifier in order; a name keeps its previous place if possible. */
export function assignPlaces<P extends LabelPlace>(
  requests: Iterable<LabelRequest<P>>,
  taken: Obstacles,
  before: ReadonlyMap<number, P> = new Map(),
): Map<number, P> {
  const assigned = new Map<number, P>();
  const boxes = [...taken.boxes];
  const isFree = ({ box }: LabelPlace) => !boxes.some((other) => overlaps(box, other));
  const isClear = ({ box }: LabelPlace) => !taken.lines.some((line) => crosses(line, box));
  for (const { owner, places } of requests) {
    const old = before.get(owner);
    const free = (old && places.includes(old) ? [old, ...places] : places).filter(isFree);
    const place = free.find(isClear) ?? free[0];
    if (!place) continue;
    assigned.set(owner, place);
    boxes.push(place.box);
  }
  return assigned;
}
