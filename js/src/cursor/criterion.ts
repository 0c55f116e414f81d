// The limit that another criterion draws, and what becomes of it when a hand moves it.

import { at, type Chain, clamp, type Point, type Segment } from '../geometry/shapes.ts';
import type { Hull } from '../wire/arrays.ts';
import type { Criterion } from '../wire/state.ts';

/** A limit across ROC space: all points with fpr * `fpr` + tpr * `tpr` = `most`. */
export interface Limit {
  fpr: number;
  tpr: number;
  most: number;
}

/** What a criterion answers: places in ROC space, a mixed one last, and its cost line. */
export interface Answer {
  roc: [number, number][];
  line: [number, number] | null;
}

/** Python's answer; while a limit is being dragged it has none yet, and the hull tells. */
export function answerOf(criterion: Criterion | null, hull: Hull): Answer | null {
  if (criterion === null) return null;
  if (criterion.roc) return { roc: criterion.roc, line: criterion.cost_line ?? null };
  const { limit } = criterion;
  if (!limit || hull.fpr.length === 0) return null;
  const { corners, mixed } = answerWithin(hull, limit);
  const places = corners.length > 1 ? [...corners, mixed] : corners;
  return { roc: places.map(({ x, y }) => [x, y]), line: [mixed.x, 1 - mixed.y] };
}

/** The criterion whose limit runs through this place; its old answer is gone. */
export function movedLimit(criterion: Criterion, { x, y }: Point): Criterion {
  const { roc: _roc, cost_line: _line, pc: _pc, words: _words, ...asked } = criterion;
  const { limit } = criterion;
  if (!limit) return asked;
  const most = clamp(x, 0, 1) * limit.fpr + clamp(y, 0, 1) * limit.tpr;
  return { ...asked, [limit.number]: most, limit: { ...limit, most } };
}

// ---- The limit on the hull

/** The best that a limit allows: a place on the hull, and the corners that it mixes. */
interface Reached {
  corners: Point[];
  mixed: Point;
}

/** How far up the hull one gets without passing the limit; weights are not negative. */
export function answerWithin(hull: Chain, limit: Limit): Reached {
  const used = (i: number) => at(hull.fpr, i) * limit.fpr + at(hull.tpr, i) * limit.tpr;
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const last = hull.fpr.length - 1;
  let k = 0;
  while (k < last && used(k + 1) <= limit.most + 1e-12) k++;
  const left = limit.most - used(k);
  if (k === last || left <= 1e-12) return { corners: [corner(k)], mixed: corner(k) };
  const share = clamp(left / (used(k + 1) - used(k)), 0, 1);
  const [from, to] = [corner(k), corner(k + 1)];
  const mixed = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  return { corners: [from, to], mixed };
}

/** The limit as a line across the unit square, null if it lies outside. */
export function limitLine({ fpr, tpr, most }: Limit): Segment | null {
  const places: Point[] = [];
  const add = (x: number, y: number) => {
    const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    if (isInside && !places.some((place) => place.x === x && place.y === y)) places.push({ x, y });
  };
  if (fpr > 0) {
    add(most / fpr, 0);
    add((most - tpr) / fpr, 1);
  }
  if (tpr > 0) {
    add(0, most / tpr);
    add(1, (most - fpr) / tpr);
  }
  const [a, b] = places;
  return a && b ? { x1: a.x, y1: a.y, x2: b.x, y2: b.y } : null;
}
