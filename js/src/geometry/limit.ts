import { at, type Chain, clamp, type Point, type Segment } from './shapes.ts';

/** A limit across ROC space: all points with fpr * `fpr` + tpr * `tpr` = `most`. */
export interface Limit {
  fpr: number;
  tpr: number;
  most: number;
}

/** The best that a limit allows: a place on the hull, and the corners that it mixes. */
export interface Answer {
  corners: Point[];
  mixed: Point;
}

/** How far up the hull one gets without passing the limit; weights are not negative. */
export function answerWithin(hull: Chain, limit: Limit): Answer {
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
