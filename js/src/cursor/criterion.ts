import { answerWithin } from '../geometry/limit.ts';
import { clamp, type Hull, type Point } from '../geometry/shapes.ts';
import type { Criterion } from './state.ts';

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
