import { envelopeVertex } from './duality.ts';
import { ALL_NEGATIVE, ALL_POSITIVE, at, type Hull, type Points, type Winners } from './shapes.ts';

const TRIVIAL = -1;

interface Corner {
  fpr: number;
  tpr: number;
  threshold: number;
  owner: number;
}

/** The upper hull of all points and the trivial rules; points with NaN take no part. */
export function upperHull(points: Points): Hull {
  const all: Corner[] = [];
  for (let i = 0; i < points.fpr.length; i++) {
    const fpr = at(points.fpr, i);
    if (Number.isNaN(fpr)) continue;
    const owner = points.owner[i] as number;
    all.push({ fpr, tpr: at(points.tpr, i), threshold: at(points.threshold, i), owner });
  }
  all.sort((a, b) => a.fpr - b.fpr || a.tpr - b.tpr);
  const start = { fpr: 0, tpr: 0, threshold: Infinity, owner: TRIVIAL };
  const end = { fpr: 1, tpr: 1, threshold: -Infinity, owner: TRIVIAL };
  const corners: Corner[] = [start];
  for (const corner of [...all, end]) {
    // Only what is worth more than giving way to (1, 1) or staying at (0, 0) can be a corner.
    if (corner !== end && corner.tpr <= corner.fpr) continue;
    if (corner !== end && corner.fpr === 1) continue;
    while (corners.length > 1 && !turnsRight(corners, corner)) corners.pop();
    corners.push(corner);
  }
  return packed(corners);
}

function turnsRight(corners: Corner[], next: Corner): boolean {
  const a = corners[corners.length - 2] as Corner;
  const b = corners[corners.length - 1] as Corner;
  return (b.fpr - a.fpr) * (next.tpr - a.tpr) - (b.tpr - a.tpr) * (next.fpr - a.fpr) < -1e-15;
}

function packed(corners: Corner[]): Hull {
  return {
    fpr: Float64Array.from(corners, (corner) => corner.fpr),
    tpr: Float64Array.from(corners, (corner) => corner.tpr),
    threshold: Float64Array.from(corners, (corner) => corner.threshold),
    owner: Int32Array.from(corners, (corner) => corner.owner),
  };
}

/** Points as they are, those of hidden classifiers made NaN: their indices stay what they were. */
export function visible(points: Points, hidden: ReadonlySet<number>): Points {
  if (hidden.size === 0) return points;
  const gone = (i: number) => hidden.has(points.owner[i] as number);
  const fpr = points.fpr.map((value, i) => (gone(i) ? Number.NaN : value));
  const tpr = points.tpr.map((value, i) => (gone(i) ? Number.NaN : value));
  return { ...points, fpr, tpr };
}

/** The hull as Python sent it, unless it knows no owners or leans on a hidden classifier. */
export function visibleHull(hull: Hull, shown: Points, hidden: ReadonlySet<number>): Hull {
  const isWhole =
    hull.owner.length === hull.fpr.length && !hull.owner.some((owner) => hidden.has(owner));
  return isWhole ? hull : upperHull(shown);
}

/** Who is cheapest where, read off the hull: each corner is one segment of the envelope. */
export function winnersOf(hull: Hull): Winners {
  const pc: number[] = [];
  const owner: number[] = [];
  const last = hull.fpr.length - 1;
  for (let i = 0; i <= last; i++) {
    const start = i === 0 ? 0 : envelopeVertex(hull, i - 1).x;
    const end = i === last ? 1 : envelopeVertex(hull, i).x;
    if (end <= start) continue;
    const mine = ownerOf(hull, i);
    if (owner.length > 0 && owner[owner.length - 1] === mine) continue;
    pc.push(start);
    owner.push(mine);
  }
  return {
    pc: Float64Array.from(pc),
    owner: Int32Array.from(owner),
    sure: new Int32Array(pc.length).fill(-1),
  };
}

/** Whose corner this is, in the words of `Winners`. */
export function ownerOf(hull: Hull, i: number): number {
  const owner = hull.owner[i] as number;
  if (owner >= 0) return owner;
  return at(hull.tpr, i) < 0.5 ? ALL_NEGATIVE : ALL_POSITIVE;
}
