// The choice that is recommended: the cheapest at one pc, or the one for a whole range.

import type { Hull, Points } from '../wire/arrays.ts';
import type { OneChoice, Range } from '../wire/state.ts';
import { cheapestCorner, ownerOf } from './hull.ts';
import { leastRegret } from './regret.ts';
import { at } from './shapes.ts';

export interface Recommended {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points. */
  point: number;
}

/** What Python has told of a range counts; while a hand moves it, what is best of what is drawn. */
export function recommended(
  points: Points,
  hull: Hull,
  pc: number | null,
  range: Range | null,
  told: OneChoice | null,
): Recommended | null {
  if (range && range[0] < range[1]) {
    const isTold = told && told.over[0] === range[0] && told.over[1] === range[1];
    return (isTold && pointOf(points, told)) || leastRegret(points, ...range);
  }
  if (pc === null || hull.fpr.length === 0) return null;
  const i = cheapestCorner(hull, pc);
  return {
    owner: ownerOf(hull, i),
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: at(hull.threshold, i),
    point: hull.point[i] as number,
  };
}

function pointOf({ owner, fpr, tpr, threshold }: Points, told: OneChoice): Recommended | null {
  if (told.trivial) return null;
  for (let i = 0; i < fpr.length; i++) {
    if (at(fpr, i) !== told.fpr || at(tpr, i) !== told.tpr) continue;
    const mine = { owner: owner[i] as number, threshold: at(threshold, i), point: i };
    return { ...mine, fpr: told.fpr, tpr: told.tpr };
  }
  return null;
}
