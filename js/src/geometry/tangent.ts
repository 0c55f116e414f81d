// The iso-performance line that rolls round the hull.

import { expectedCost, isoLine, pcOfEdge } from './lines.ts';
import { at, type Chain, clamp, type Point, type Segment } from './shapes.ts';

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
