// What the figures show: the hull, who is cheapest where, and the line that rolls round it.

import { Owner } from '../wire/schema.ts';
import type { DualityState, Hull, Points, Winners } from '../wire/state.ts';
import {
  at,
  type Chain,
  clamp,
  expectedCost,
  isoLine,
  type Point,
  pcOfEdge,
  type Segment,
} from './lines.ts';

/** Costs closer than this part of what doing nothing costs are the same. */
const TOLD_APART = 1e-9;
/** Rates that differ by no more than this are one rate, computed in two ways. */
const SAME_RATE = 8 * Number.EPSILON;

/**
 * The upper hull of all points and the trivial rules; points with NaN take no part.
 *
 * Of equal points the first one given is the corner.
 */
export function upperHull(points: Points): Hull {
  return chainOf(points, fromLeft(points, [...placesOf(points).values()].flat()));
}

/** Indices of all points that may be corners, by their classifier; those with NaN take no part. */
function placesOf(points: Points): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let i = 0; i < points.fpr.length; i++) {
    if (Number.isNaN(at(points.fpr, i))) continue;
    const owner = points.owner[i] as number;
    const mine = found.get(owner);
    if (mine) mine.push(i);
    else found.set(owner, [i]);
  }
  return found;
}

/** Indices of points in the order in which a hull meets them. */
function fromLeft({ fpr, tpr }: Points, places: number[]): number[] {
  return places.sort((a, b) => at(fpr, a) - at(fpr, b) || at(tpr, a) - at(tpr, b) || a - b);
}

/** The upper hull of points that are given, by their indices, from left to right. */
function chainOf(points: Points, places: ArrayLike<number>): Hull {
  const [fpr, tpr] = [new Float64Array(places.length + 2), new Float64Array(places.length + 2)];
  const point = new Int32Array(places.length + 2).fill(Owner.TRIVIAL);
  let last = 0;
  // Plain loops: of thirty classifiers there are thousands, at each click.
  for (let k = 0; k <= places.length; k++) {
    const i = places[k] ?? Owner.TRIVIAL;
    const x = i < 0 ? 1 : at(points.fpr, i);
    const y = i < 0 ? 1 : at(points.tpr, i);
    // Only what is worth more than giving way to (1, 1) or staying at (0, 0) can be a corner.
    if (i >= 0 && (y <= x || x === 1)) continue;
    if (x === fpr[last] && y === tpr[last]) continue;
    while (last > 0 && !turnsRight(fpr, tpr, last, x, y)) last--;
    last++;
    fpr[last] = x;
    tpr[last] = y;
    point[last] = i;
  }
  const threshold = new Float64Array(last + 1);
  const owner = new Int32Array(last + 1).fill(Owner.TRIVIAL);
  threshold[0] = Number.POSITIVE_INFINITY;
  threshold[last] = Number.NEGATIVE_INFINITY;
  for (let k = 1; k < last; k++) {
    const i = point[k] as number;
    threshold[k] = at(points.threshold, i);
    owner[k] = points.owner[i] as number;
  }
  return {
    fpr: fpr.slice(0, last + 1),
    tpr: tpr.slice(0, last + 1),
    threshold,
    owner,
    point: point.slice(0, last + 1),
  };
}

/** Whether the way bends to the right at a corner if it goes on to this place. */
function turnsRight(
  fpr: Float64Array,
  tpr: Float64Array,
  corner: number,
  x: number,
  y: number,
): boolean {
  const [fromX, fromY] = [at(fpr, corner - 1), at(tpr, corner - 1)];
  const [midX, midY] = [at(fpr, corner), at(tpr, corner)];
  return (midX - fromX) * (y - fromY) - (midY - fromY) * (x - fromX) < -1e-15;
}

/** The hull of each classifier alone, by its position; those without a number have none. */
export function ownHulls(points: Points): Map<number, Hull> {
  const rising = [...placesOf(points)].sort(([a], [b]) => a - b);
  return new Map(
    rising.map(([owner, places]) => [owner, chainOf(points, fromLeft(points, places))]),
  );
}

/** The hulls of all classifiers alone, and the indices of all their corners from left to right. */
interface Known {
  own: ReadonlyMap<number, Hull>;
  corners: Int32Array;
}

const known = new WeakMap<Points, Known>();

/** Worked out once for all points that were told, whoever is hidden. */
function knownHulls(points: Points): Known {
  const found = known.get(points) ?? hullsIn(points);
  known.set(points, found);
  return found;
}

function hullsIn(points: Points): Known {
  const own = ownHulls(points);
  const corners = [...own.values()].flatMap(({ point }) => [...point].filter((i) => i >= 0));
  return { own, corners: Int32Array.from(fromLeft(points, corners)) };
}

const shown = new WeakMap<Points, { hidden: string; points: Points }>();

/** Points as they are, those of hidden classifiers made NaN: their indices stay what they were. */
export function visible(points: Points, hidden: ReadonlySet<number>): Points {
  if (hidden.size === 0) return points;
  const who = String([...hidden]);
  const last = shown.get(points);
  if (last?.hidden === who) return last.points;
  const left = without(points, hidden);
  shown.set(points, { hidden: who, points: left });
  return left;
}

function without(points: Points, hidden: ReadonlySet<number>): Points {
  const [fpr, tpr] = [points.fpr.slice(), points.tpr.slice()];
  const isHidden = lookUp(points.owner, hidden);
  for (let i = 0; i < fpr.length; i++) {
    if (isHidden[points.owner[i] as number]) fpr[i] = tpr[i] = Number.NaN;
  }
  return { ...points, fpr, tpr };
}

/** For each owner 1 where it is one of these: much faster than a set. */
function lookUp(owner: Int32Array, these: ReadonlySet<number>): Uint8Array {
  let last = -1;
  for (let i = 0; i < owner.length; i++) last = Math.max(last, owner[i] as number);
  return Uint8Array.from({ length: last + 1 }, (_, one) => Number(these.has(one)));
}

/** The hull as Python sent it, unless it knows no owners or leans on a hidden classifier. */
export function visibleHull(
  { points, hull }: Pick<DualityState, 'points' | 'hull'>,
  hidden: ReadonlySet<number>,
): Hull {
  const isWhole =
    hull.owner.length === hull.fpr.length && !hull.owner.some((owner) => hidden.has(owner));
  if (isWhole) return hull;
  // No place is a corner of all that is none of its own classifier's hull.
  const { corners } = knownHulls(points);
  const isHidden = lookUp(points.owner, hidden);
  const left = new Int32Array(corners.length);
  let count = 0;
  for (let k = 0; k < corners.length; k++) {
    const i = corners[k] as number;
    if (!isHidden[points.owner[i] as number]) left[count++] = i;
  }
  return chainOf(points, left.subarray(0, count));
}

export function cornerCost(hull: Chain, i: number, pc: number): number {
  return expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc);
}

/** The difference of two costs at one pc up to which they are the same. */
export function sameCost(pc: number): number {
  return TOLD_APART * Math.min(pc, 1 - pc);
}

/** The corner of least cost: of equal ones a trivial rule, or else that of least fpr. */
export function cheapestCorner(hull: Hull, pc: number): number {
  // From the first corner on costs fall, then they rise.
  let [low, high] = [0, hull.fpr.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cornerCost(hull, middle, pc) <= cornerCost(hull, middle + 1, pc)) high = middle;
    else low = middle + 1;
  }
  const most = cornerCost(hull, low, pc) + sameCost(pc);
  const isSame = (i: number) => i in hull.fpr && cornerCost(hull, i, pc) <= most;
  let first = low;
  while (isSame(first - 1)) first--;
  let last = low;
  while (isSame(last + 1)) last++;
  for (let i = first; i <= last; i++) if (hull.owner[i] === Owner.TRIVIAL) return i;
  return first;
}

/** Who is cheapest where, read off the hull: each corner is one segment of the envelope. */
export function winnersOf(hull: Hull, own: ReadonlyMap<number, Hull>): Winners {
  const pc: number[] = [];
  const owner: number[] = [];
  const last = hull.fpr.length - 1;
  const sharers = sharersOf(hull, own);
  for (let i = 0; i <= last; i++) {
    const start = i === 0 ? 0 : pcOfEdge(hull, i - 1);
    const end = i === last ? 1 : pcOfEdge(hull, i);
    if (!(end > start)) continue;
    const isShared = (hull.owner[i] as number) >= 0 && (sharers[i] as number) > 1;
    const mine = isShared ? Owner.TIE : ownerOf(hull, i);
    if (owner.length > 0 && owner[owner.length - 1] === mine) continue;
    pc.push(start);
    owner.push(mine);
  }
  return {
    pc: Float64Array.from(pc),
    owner: Int32Array.from(owner),
    sure: new Int32Array(pc.length).fill(-1),
    doubt: new Int32Array(pc.length).fill(-1),
    among: Int32Array.from(own.keys()),
  };
}

/** How many classifiers have each corner. */
function sharersOf(hull: Hull, own: ReadonlyMap<number, Hull>): Int32Array {
  const counts = new Int32Array(hull.fpr.length);
  for (const other of own.values()) {
    let first = 0;
    for (let i = 0; i < counts.length; i++) {
      const [x, y] = [at(hull.fpr, i), at(hull.tpr, i)];
      while (first < other.fpr.length && at(other.fpr, first) < x - SAME_RATE) first++;
      for (let k = first; k < other.fpr.length && at(other.fpr, k) <= x + SAME_RATE; k++) {
        if (Math.abs(at(other.tpr, k) - y) > SAME_RATE) continue;
        (counts[i] as number)++;
        break;
      }
    }
  }
  return counts;
}

/** Whose corner this is, in the words of `Winners`. */
export function ownerOf(hull: Hull, i: number): number {
  const owner = hull.owner[i] as number;
  if (owner >= 0) return owner;
  return at(hull.tpr, i) < 0.5 ? Owner.ALL_NEGATIVE : Owner.ALL_POSITIVE;
}

// ---- What can be lit and what is current, worked out once from the arrays

/** What the figures show, hidden classifiers left out. */
export interface Scene {
  points: Points;
  hull: Hull;
  /** The hull of each visible classifier alone, by its position. */
  own: ReadonlyMap<number, Hull>;
  /** Who is an average of folds. */
  folded: readonly number[];
  /** Who was given as a curve, and not as points. */
  joined: readonly number[];
  winners: Winners;
  /** Whether Python has heard who is hidden: what it says of the best is of these classifiers. */
  isCurrent: boolean;
}

/**
 * The scene of what was told; what leans on a classifier hidden since then is made anew.
 *
 * A hull that is as it was before stays the same object: nothing that is drawn from it changes.
 */
export function sceneOf(
  told: Pick<DualityState, 'points' | 'hull' | 'winners' | 'hidden' | 'folded' | 'joined'>,
  before: Hull | null = null,
): Scene {
  const hidden = new Set(told.hidden);
  const points = visible(told.points, hidden);
  const { own: all } = knownHulls(told.points);
  const own = new Map([...all].filter(([owner]) => !hidden.has(owner)));
  const found = visibleHull(told, hidden);
  const hull = before && isSame(before, found) ? before : found;
  const { winners, folded, joined } = told;
  const isCurrent = winners.owner.length > 0 && String(winners.among) === String([...own.keys()]);
  const mine = isCurrent ? winners : winnersOf(hull, own);
  return { points, hull, own, folded, joined, winners: mine, isCurrent };
}

function isSame(a: Hull, b: Hull): boolean {
  const names = Object.keys(a) as (keyof Hull)[];
  return names.every(
    (name) =>
      a[name].length === b[name].length && a[name].every((one, i) => Object.is(one, b[name][i])),
  );
}

// ---- The iso-performance line that rolls round the hull

/** Costs closer than this count as the same: the line lies along a hull edge. */
const TOUCHING = 1e-12;

/** Where the iso-performance line of one pc touches the hull. */
export interface Touch {
  /** Corners from the first to the last that touch; the same one unless it lies along an edge. */
  first: number;
  last: number;
  cost: number;
}

export function touching(hull: Chain, pc: number): Touch {
  let cost = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.fpr.length; i++) {
    cost = Math.min(cost, expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc));
  }
  const touches = (i: number) =>
    expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc) <= cost + TOUCHING;
  let first = 0;
  while (first < hull.fpr.length - 1 && !touches(first)) first++;
  let last = hull.fpr.length - 1;
  while (last > first && !touches(last)) last--;
  return { first, last, cost };
}

/** The iso-performance line that touches the hull. */
export function tangent(hull: Chain, pc: number): Segment | null {
  return isoLine(pc, Math.max(0, touching(hull, pc).cost));
}

/** The corners that the line of one pc touches, one or two of them. */
export function touchedCorners(hull: Chain, pc: number): Point[] {
  const { first, last } = touching(hull, pc);
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  return first === last ? [corner(first)] : [corner(first), corner(last)];
}

/** Which arm of the line was taken hold of, seen from where it touches the hull. */
export type Arm = 'left' | 'right';

export function armAt(hull: Chain, pc: number, p: Point): Arm {
  const corners = touchedCorners(hull, pc);
  const middle = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const height = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  // Along a vertical line both arms have one x: its upper end is what turns to the right.
  return p.x - middle + (p.y - height) * 1e-3 >= 0 ? 'right' : 'left';
}

/**
 * The pc at which the held arm of the tangent runs through the pointer.
 *
 * All corners on the other side of the pointer bound the slope; the one that bounds it most is
 * where the line touches. As the pointer moves that corner changes: the line rolls round the hull.
 */
export function turnTo(hull: Chain, arm: Arm, p: Point): number {
  let pc = arm === 'right' ? 0 : 1;
  for (let i = 0; i < hull.fpr.length; i++) {
    const sign = arm === 'right' ? 1 : -1;
    const run = sign * (p.x - at(hull.fpr, i));
    const rise = Math.max(0, sign * (p.y - at(hull.tpr, i)));
    if (run < 0 || run + rise === 0) continue;
    const bound = run / (run + rise);
    pc = arm === 'right' ? Math.max(pc, bound) : Math.min(pc, bound);
  }
  return clamp(pc, 0, 1);
}

/** The stretch of hull on which the line rests as it turns from one pc to another. */
export function stretch(hull: Chain, low: number, high: number): Point[] {
  const { first } = touching(hull, Math.min(low, high));
  const { last } = touching(hull, Math.max(low, high));
  const places: Point[] = [];
  for (let i = first; i <= last; i++) places.push({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  return places;
}

/** A corner that is cheapest up to some pc. */
export interface Needed {
  corner: number;
  stop: number;
}

/** Corners of which each is strictly cheapest somewhere between two pc, from left to right. */
export function needed(hull: Chain, low: number, high: number): Needed[] {
  const found: Needed[] = [];
  const last = hull.fpr.length - 1;
  let start = low;
  for (let corner = 0; corner <= last; corner++) {
    const end = corner === last ? 1 : pcOfEdge(hull, corner);
    const stop = Math.max(start, clamp(end, low, high));
    if (stop > start) found.push({ corner, stop });
    start = stop;
  }
  return found;
}
