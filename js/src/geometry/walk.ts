import { at, type Points } from './shapes.ts';

export type Step = 'next' | 'previous' | 'first' | 'last' | 'up' | 'down';

/** Where the keyboard goes from point `from`: along its curve, or to the neighbouring classifier. */
export function walk(points: Points, from: number | null, step: Step): number | null {
  if (points.fpr.length === 0) return null;
  if (from === null) return 0;
  const owner = points.owner[from] as number;
  const first = points.owner.indexOf(owner);
  const last = points.owner.lastIndexOf(owner);
  switch (step) {
    case 'next':
      return Math.min(from + 1, last);
    case 'previous':
      return Math.max(from - 1, first);
    case 'first':
      return first;
    case 'last':
      return last;
    case 'up':
      return closestOf(points, owner - 1, from);
    case 'down':
      return closestOf(points, owner + 1, from);
  }
}

function closestOf(points: Points, owner: number, from: number): number {
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
