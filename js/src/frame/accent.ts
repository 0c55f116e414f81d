// Whose colour the answer has: that of the classifier that it recommends.

import { cheapestCorner } from '../geometry/hull.ts';
import type { DualityState, Hull, Points } from '../wire/state.ts';

type Told = Pick<DualityState, 'pc' | 'one' | 'criterion' | 'looks'> & {
  points: Points;
  hull: Hull;
};

/** A colour; nothing where a trivial rule is recommended, or another criterion decides. */
export function accentOf({ pc, one, criterion, looks, points, hull }: Told): string {
  if (pc === null || criterion !== null || hull.fpr.length === 0) return '';
  const owner =
    one === null
      ? hull.owner[cheapestCorner(hull, pc)]
      : points.owner[
          points.fpr.findIndex((fpr, i) => fpr === one.fpr && points.tpr[i] === one.tpr)
        ];
  return looks[owner ?? -1]?.color ?? '';
}
