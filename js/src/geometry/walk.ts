// Where a step of an arrow key ends.

import type { Hull, Points } from '../wire/arrays.ts';
import { at } from './shapes.ts';

export type Step = 'next' | 'previous' | 'first' | 'last' | 'up' | 'down';

/**
 * Where the keyboard goes from point `from`: along its curve, or to the neighbouring classifier.
 *
 * With the hull of that curve alone, steps lead from corner to corner.
 */
export function walk(points: Points, from: number | null, step: Step, hull?: Hull): number | null {
  // What is gone or hidden since it was lit is no place to go on from.
  if (from === null || Number.isNaN(points.fpr[from] ?? Number.NaN)) {
    const start = points.fpr.findIndex((value) => !Number.isNaN(value));
    return start < 0 ? null : start;
  }
  const owner = points.owner[from] as number;
  const first = points.owner.indexOf(owner);
  const last = points.owner.lastIndexOf(owner);
  switch (step) {
    case 'next':
      if (hull) return Math.min(last, ...hull.point.filter((corner) => corner > from));
      return Math.min(from + 1, last);
    case 'previous':
      if (hull)
        return Math.max(first, ...hull.point.filter((corner) => 0 <= corner && corner < from));
      return Math.max(from - 1, first);
    case 'first':
      return first;
    case 'last':
      return last;
    case 'up':
      return closestOf(points, neighbour(points, owner, -1), from);
    case 'down':
      return closestOf(points, neighbour(points, owner, 1), from);
  }
}

/** The next classifier that is not hidden: the points of hidden ones are NaN. */
function neighbour(points: Points, owner: number, step: -1 | 1): number {
  const last = points.owner[points.owner.length - 1] as number;
  for (let other = owner + step; other >= 0 && other <= last; other += step) {
    const first = points.owner.indexOf(other);
    if (first >= 0 && !Number.isNaN(at(points.fpr, first))) return other;
  }
  return owner;
}

function closestOf(points: Points, owner: number, from: number): number {
  if (owner === points.owner[from]) return from;
  let best = from;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.fpr.length; i++) {
    if (points.owner[i] !== owner) continue;
    const d = Math.hypot(
      at(points.fpr, i) - at(points.fpr, from),
      at(points.tpr, i) - at(points.tpr, from),
    );
    if (d < distance) {
      distance = d;
      best = i;
    }
  }
  return best;
}
