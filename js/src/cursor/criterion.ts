import { answerWithin, type Limit } from '../geometry/limit.ts';
import { clamp, type Hull, type Point } from '../geometry/shapes.ts';
import type { Criterion } from './state.ts';

/** The limit that a criterion sets in ROC space, if it is of that kind. */
export function limitOf(criterion: Criterion | null): Limit | null {
  if (criterion?.kind === 'neyman_pearson' && criterion.max_fpr !== undefined) {
    return { fpr: 1, tpr: 0, most: criterion.max_fpr };
  }
  const { positives, negatives, capacity } = criterion ?? {};
  if (criterion?.kind !== 'workforce' || capacity === undefined) return null;
  return { fpr: negatives ?? 0, tpr: positives ?? 0, most: capacity };
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
  const limit = limitOf(criterion);
  if (limit === null || hull.fpr.length === 0) return null;
  const { corners, mixed } = answerWithin(hull, limit);
  const places = corners.length > 1 ? [...corners, mixed] : corners;
  return { roc: places.map(({ x, y }) => [x, y]), line: [mixed.x, 1 - mixed.y] };
}

/** The criterion whose limit runs through this place; its old answer is gone. */
export function movedLimit(criterion: Criterion, { x, y }: Point): Criterion {
  const { roc: _roc, cost_line: _line, pc: _pc, words: _words, ...asked } = criterion;
  if (criterion.kind === 'neyman_pearson') return { ...asked, max_fpr: clamp(x, 0, 1) };
  const { positives = 0, negatives = 0 } = criterion;
  return { ...asked, capacity: clamp(x, 0, 1) * negatives + clamp(y, 0, 1) * positives };
}
