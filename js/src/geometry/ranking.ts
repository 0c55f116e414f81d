// Classifiers by their cost at one pc, and who comes next.

import type { Hull } from '../wire/arrays.ts';
import { Owner } from '../wire/schema.ts';
import { cheapestCorner, cornerCost, sameCost } from './hull.ts';
import { expectedCost } from './lines.ts';
import { at } from './shapes.ts';

/** The best that one classifier, or a trivial rule, can do at one pc. */
export interface Candidate {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points, `Owner.TRIVIAL` for such a rule. */
  point: number;
  cost: number;
  /** Whether it is a classifier that is cheaper than both trivial rules. */
  adds: boolean;
}

/**
 * Everyone's best at one pc, cheapest first: of equal costs a trivial rule comes first, then the
 * user's order counts. A classifier that adds nothing costs what the better trivial rule does.
 */
export function ranking(own: ReadonlyMap<number, Hull>, pc: number): Candidate[] {
  const rule = (owner: number, rate: number, cost: number): Candidate => ({
    owner,
    fpr: rate,
    tpr: rate,
    threshold: rate ? -Infinity : Infinity,
    point: Owner.TRIVIAL,
    cost,
    adds: false,
  });
  const each = [rule(Owner.ALL_NEGATIVE, 0, pc), rule(Owner.ALL_POSITIVE, 1, 1 - pc)];
  for (const [owner, hull] of own) each.push(atItsBest(owner, hull, pc));
  const same = sameCost(pc);
  const place = (one: Candidate) => each.filter((other) => other.cost < one.cost - same).length;
  const places = new Map(each.map((one) => [one, place(one)]));
  return each.sort((a, b) => (places.get(a) as number) - (places.get(b) as number));
}

function atItsBest(owner: number, hull: Hull, pc: number): Candidate {
  const i = cheapestCorner(hull, pc);
  const adds = (hull.owner[i] as number) >= 0;
  return {
    owner,
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: adds ? at(hull.threshold, i) : Number.NaN,
    point: adds ? (hull.point[i] as number) : Owner.TRIVIAL,
    cost: adds ? cornerCost(hull, i, pc) : Math.min(pc, 1 - pc),
    adds,
  };
}

/** The pc at which two points cost the same; null if one is never dearer than the other. */
export function crossing(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
): number | null {
  const flagged = b.fpr - a.fpr;
  const found = b.tpr - a.tpr;
  const pc = flagged / (flagged + found);
  return flagged * found > 0 && pc > 0 && pc < 1 ? pc : null;
}

/** By how much the second point is dearer than the first. */
export function costGap(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
  pc: number,
): number {
  return expectedCost(b.fpr, b.tpr, pc) - expectedCost(a.fpr, a.tpr, pc);
}
