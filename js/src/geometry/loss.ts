// What a choice costs more than the best one, at one pc and over a range.

import type { Hull } from '../wire/arrays.ts';
import type { Range } from '../wire/state.ts';
import { cheapestCorner, cornerCost, sameCost } from './hull.ts';
import { expectedCost, pcOfEdge } from './lines.ts';
import type { Point } from './shapes.ts';

/** From 0; exactly 0 where both costs are told as the same. */
function lossAt(hull: Hull, { x: fpr, y: tpr }: Point, pc: number): number {
  const more = expectedCost(fpr, tpr, pc) - cornerCost(hull, cheapestCorner(hull, pc), pc);
  return more <= sameCost(pc) ? 0 : more;
}

/** A line less a concave envelope: greatest at an end, least there or at a vertex. */
export function lossOver(hull: Hull, rates: Point, [low, high]: Range): Range {
  const ends = [lossAt(hull, rates, low), lossAt(hull, rates, high)];
  const inside: number[] = [];
  for (let k = 0; k < hull.fpr.length - 1; k++) {
    const pc = pcOfEdge(hull, k);
    if (low < pc && pc < high) inside.push(lossAt(hull, rates, pc));
  }
  return [Math.min(...ends, ...inside), Math.max(...ends)];
}
