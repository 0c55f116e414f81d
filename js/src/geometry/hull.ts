// ROC convex hulls, the cheapest classifier along pc, and iso-performance lines.

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

/** Costs are equal within this fraction of the cost of the cheaper baseline. */
export const COST_TOLERANCE = 1e-9;
/** Rates that differ by no more than this are equal up to rounding. */
const RATE_TOLERANCE = 8 * Number.EPSILON;

/**
 * Return the upper hull of all points and the baselines, ignoring points with NaN.
 *
 * The first of several equal points is the corner.
 */
export function upperHull(points: Points): Hull {
  return hullOfSorted(points, sortFromLeft(points, [...indicesByOwner(points).values()].flat()));
}

/** Return the indices of all points without NaN, by classifier. */
function indicesByOwner(points: Points): Map<number, number[]> {
  const indices = new Map<number, number[]>();
  for (let i = 0; i < points.fpr.length; i++) {
    if (Number.isNaN(at(points.fpr, i))) continue;
    const owner = points.owner[i] as number;
    const group = indices.get(owner);
    if (group) group.push(i);
    else indices.set(owner, [i]);
  }
  return indices;
}

/** Sort indices of points by FPR, then TPR, then index. */
function sortFromLeft({ fpr, tpr }: Points, places: number[]): number[] {
  return places.sort((a, b) => at(fpr, a) - at(fpr, b) || at(tpr, a) - at(tpr, b) || a - b);
}

/** Return the upper hull of points, given by sorted indices. */
function hullOfSorted(points: Points, places: ArrayLike<number>): Hull {
  const [fpr, tpr] = [new Float64Array(places.length + 2), new Float64Array(places.length + 2)];
  const point = new Int32Array(places.length + 2).fill(Owner.BASELINE);
  let last = 0;
  // Plain loops: thirty classifiers have thousands of points, processed at each click.
  for (let k = 0; k <= places.length; k++) {
    const i = places[k] ?? Owner.BASELINE;
    const x = i < 0 ? 1 : at(points.fpr, i);
    const y = i < 0 ? 1 : at(points.tpr, i);
    // Points on or below the chance line, or with FPR 1, cannot be corners.
    if (i >= 0 && (y <= x || x === 1)) continue;
    if (x === fpr[last] && y === tpr[last]) continue;
    while (last > 0 && !turnsRight(fpr, tpr, last, x, y)) last--;
    last++;
    fpr[last] = x;
    tpr[last] = y;
    point[last] = i;
  }
  const threshold = new Float64Array(last + 1);
  const owner = new Int32Array(last + 1).fill(Owner.BASELINE);
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

/** Return whether the path turns right at a corner on its way to (x, y). */
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

/** Return the hull of each visible classifier, by its position. */
export function classifierHulls(points: Points): Map<number, Hull> {
  const rising = [...indicesByOwner(points)].sort(([a], [b]) => a - b);
  return new Map(
    rising.map(([owner, places]) => [owner, hullOfSorted(points, sortFromLeft(points, places))]),
  );
}

/** Hulls of all classifiers, and the sorted indices of all their corners. */
interface HullCache {
  own: ReadonlyMap<number, Hull>;
  corners: Int32Array;
}

const hullCache = new WeakMap<Points, HullCache>();

/** Return the hulls of all points, including hidden ones, computed once. */
function cachedHulls(points: Points): HullCache {
  const hulls = hullCache.get(points) ?? computeHulls(points);
  hullCache.set(points, hulls);
  return hulls;
}

function computeHulls(points: Points): HullCache {
  const own = classifierHulls(points);
  const corners = [...own.values()].flatMap(({ point }) => [...point].filter((i) => i >= 0));
  return { own, corners: Int32Array.from(sortFromLeft(points, corners)) };
}

const visibleCache = new WeakMap<Points, { hidden: string; points: Points }>();

/** Return the points, NaN for hidden classifiers; indices do not change. */
export function visiblePoints(points: Points, hidden: ReadonlySet<number>): Points {
  if (hidden.size === 0) return points;
  const key = String([...hidden]);
  const last = visibleCache.get(points);
  if (last?.hidden === key) return last.points;
  const remaining = withoutHidden(points, hidden);
  visibleCache.set(points, { hidden: key, points: remaining });
  return remaining;
}

function withoutHidden(points: Points, hidden: ReadonlySet<number>): Points {
  const [fpr, tpr] = [points.fpr.slice(), points.tpr.slice()];
  const isHidden = membership(points.owner, hidden);
  for (let i = 0; i < fpr.length; i++) {
    if (isHidden[points.owner[i] as number]) fpr[i] = tpr[i] = Number.NaN;
  }
  return { ...points, fpr, tpr };
}

/** Return a lookup table that is 1 for each member; much faster than a set. */
function membership(owner: Int32Array, members: ReadonlySet<number>): Uint8Array {
  let last = -1;
  for (let i = 0; i < owner.length; i++) last = Math.max(last, owner[i] as number);
  return Uint8Array.from({ length: last + 1 }, (_, position) => Number(members.has(position)));
}

/** Return the hull from Python unless it has no owners or a corner of a hidden classifier. */
export function visibleHull(
  { points, hull }: Pick<DualityState, 'points' | 'hull'>,
  hidden: ReadonlySet<number>,
): Hull {
  const isWhole =
    hull.owner.length === hull.fpr.length && !hull.owner.some((owner) => hidden.has(owner));
  if (isWhole) return hull;
  // Corners of the joint hull are corners of their classifier's own hull.
  const { corners } = cachedHulls(points);
  const isHidden = membership(points.owner, hidden);
  const remaining = new Int32Array(corners.length);
  let count = 0;
  for (let k = 0; k < corners.length; k++) {
    const i = corners[k] as number;
    if (!isHidden[points.owner[i] as number]) remaining[count++] = i;
  }
  return hullOfSorted(points, remaining.subarray(0, count));
}

export function cornerCost(hull: Chain, i: number, pc: number): number {
  return expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc);
}

/** Return the tolerance for comparing costs at one pc. */
export function costTolerance(pc: number): number {
  return COST_TOLERANCE * Math.min(pc, 1 - pc);
}

/** Return the index of the cheapest corner; ties prefer a baseline, then the lower FPR. */
export function cheapestCorner(hull: Hull, pc: number): number {
  // Costs fall and then rise along the hull.
  let [low, high] = [0, hull.fpr.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cornerCost(hull, middle, pc) <= cornerCost(hull, middle + 1, pc)) high = middle;
    else low = middle + 1;
  }
  const most = cornerCost(hull, low, pc) + costTolerance(pc);
  const isSame = (i: number) => i in hull.fpr && cornerCost(hull, i, pc) <= most;
  let first = low;
  while (isSame(first - 1)) first--;
  let last = low;
  while (isSame(last + 1)) last++;
  for (let i = first; i <= last; i++) if (hull.owner[i] === Owner.BASELINE) return i;
  return first;
}

/** Return the cheapest classifier along pc; each hull corner is a segment of the envelope. */
export function computeWinners(hull: Hull, own: ReadonlyMap<number, Hull>): Winners {
  const pc: number[] = [];
  const owner: number[] = [];
  const last = hull.fpr.length - 1;
  const sharers = countSharers(hull, own);
  for (let i = 0; i <= last; i++) {
    const start = i === 0 ? 0 : pcOfEdge(hull, i - 1);
    const end = i === last ? 1 : pcOfEdge(hull, i);
    if (!(end > start)) continue;
    const isShared = (hull.owner[i] as number) >= 0 && (sharers[i] as number) > 1;
    const winner = isShared ? Owner.TIE : ownerOf(hull, i);
    if (owner.length > 0 && owner[owner.length - 1] === winner) continue;
    pc.push(start);
    owner.push(winner);
  }
  return {
    pc: Float64Array.from(pc),
    owner: Int32Array.from(owner),
    significance: new Int32Array(pc.length).fill(-1),
    challenger: new Int32Array(pc.length).fill(-1),
    among: Int32Array.from(own.keys()),
  };
}

/** Return the number of classifiers that share each corner. */
function countSharers(hull: Hull, own: ReadonlyMap<number, Hull>): Int32Array {
  const counts = new Int32Array(hull.fpr.length);
  for (const rival of own.values()) {
    let first = 0;
    for (let i = 0; i < counts.length; i++) {
      const [x, y] = [at(hull.fpr, i), at(hull.tpr, i)];
      while (first < rival.fpr.length && at(rival.fpr, first) < x - RATE_TOLERANCE) first++;
      for (let k = first; k < rival.fpr.length && at(rival.fpr, k) <= x + RATE_TOLERANCE; k++) {
        if (Math.abs(at(rival.tpr, k) - y) > RATE_TOLERANCE) continue;
        (counts[i] as number)++;
        break;
      }
    }
  }
  return counts;
}

/** Return the owner of a corner, as in `Owner`. */
export function ownerOf(hull: Hull, i: number): number {
  const owner = hull.owner[i] as number;
  if (owner >= 0) return owner;
  return at(hull.tpr, i) < 0.5 ? Owner.ALL_NEGATIVE : Owner.ALL_POSITIVE;
}

// ---- Visible curves and hulls

/** Content of the figures, without hidden classifiers. */
export interface Scene {
  points: Points;
  hull: Hull;
  /** Hull of each visible classifier, by its position. */
  own: ReadonlyMap<number, Hull>;
  /** Positions of averages of folds. */
  folded: readonly number[];
  /** Positions of classifiers given as a curve instead of points. */
  joined: readonly number[];
  winners: Winners;
  /** Whether Python's results on the best classifier refer to the classifiers now visible. */
  isCurrent: boolean;
}

/**
 * Return the scene for a state, recomputing results that include newly hidden classifiers.
 *
 * An unchanged hull stays the same object, so that nothing drawn from it is redrawn.
 */
export function buildScene(
  state: Pick<DualityState, 'points' | 'hull' | 'winners' | 'hidden' | 'folded' | 'joined'>,
  previous: Hull | null = null,
): Scene {
  const hidden = new Set(state.hidden);
  const points = visiblePoints(state.points, hidden);
  const { own: all } = cachedHulls(state.points);
  const own = new Map([...all].filter(([owner]) => !hidden.has(owner)));
  const fresh = visibleHull(state, hidden);
  const hull = previous && equalHulls(previous, fresh) ? previous : fresh;
  const { winners, folded, joined } = state;
  const isCurrent = winners.owner.length > 0 && String(winners.among) === String([...own.keys()]);
  const current = isCurrent ? winners : computeWinners(hull, own);
  return { points, hull, own, folded, joined, winners: current, isCurrent };
}

function equalHulls(a: Hull, b: Hull): boolean {
  const names = Object.keys(a) as (keyof Hull)[];
  return names.every(
    (name) =>
      a[name].length === b[name].length &&
      a[name].every((value, i) => Object.is(value, b[name][i])),
  );
}

// ---- Iso-performance lines that touch the hull

/** Costs closer than this count as equal: the line coincides with a hull edge. */
const CONTACT_TOLERANCE = 1e-12;

/** Contact between the hull and the iso-performance line of one pc. */
export interface Contact {
  /** First and last corner of contact; equal unless the line coincides with an edge. */
  first: number;
  last: number;
  cost: number;
}

export function contactAt(hull: Chain, pc: number): Contact {
  let cost = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.fpr.length; i++) {
    cost = Math.min(cost, expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc));
  }
  const touches = (i: number) =>
    expectedCost(at(hull.fpr, i), at(hull.tpr, i), pc) <= cost + CONTACT_TOLERANCE;
  let first = 0;
  while (first < hull.fpr.length - 1 && !touches(first)) first++;
  let last = hull.fpr.length - 1;
  while (last > first && !touches(last)) last--;
  return { first, last, cost };
}

/** Return the iso-performance line that touches the hull at one pc. */
export function tangent(hull: Chain, pc: number): Segment | null {
  return isoLine(pc, Math.max(0, contactAt(hull, pc).cost));
}

/** Return the one or two corners that the iso-performance line of one pc touches. */
export function contactCorners(hull: Chain, pc: number): Point[] {
  const { first, last } = contactAt(hull, pc);
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  return first === last ? [corner(first)] : [corner(first), corner(last)];
}

/** The half of the iso-performance line being dragged, relative to its contact with the hull. */
export type Arm = 'left' | 'right';

export function armAt(hull: Chain, pc: number, p: Point): Arm {
  const corners = contactCorners(hull, pc);
  const middle = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const height = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  // On a vertical line both halves have the same x; its upper end turns to the right.
  return p.x - middle + (p.y - height) * 1e-3 >= 0 ? 'right' : 'left';
}

/**
 * Return the pc at which the dragged half of the tangent passes through the pointer.
 *
 * Each corner on the other side of the pointer bounds the slope; the line touches the corner with
 * the tightest bound. As the pointer moves, that corner changes and the line rolls along the hull.
 */
export function tangentPc(hull: Chain, arm: Arm, p: Point): number {
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

/** Return the corners of contact as the line turns from one pc to another. */
export function contactPath(hull: Chain, low: number, high: number): Point[] {
  const { first } = contactAt(hull, Math.min(low, high));
  const { last } = contactAt(hull, Math.max(low, high));
  const places: Point[] = [];
  for (let i = first; i <= last; i++) places.push({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  return places;
}
