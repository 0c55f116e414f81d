// The choice that is never far from the best over a range.

import type { Points } from '../wire/arrays.ts';
import { Owner } from '../wire/schema.ts';
import { sameCost } from './hull.ts';
import { expectedCost } from './lines.ts';
import { at, clamp } from './shapes.ts';

/** A choice, and what it costs more than the best one at each end of a range. */
export interface Regretted {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points, `Owner.TRIVIAL` for such a rule. */
  point: number;
  regret: readonly [number, number];
}

type Choice = Omit<Regretted, 'regret'>;

const RULES: readonly Choice[] = [
  { owner: Owner.ALL_NEGATIVE, fpr: 0, tpr: 0, threshold: Infinity, point: Owner.TRIVIAL },
  { owner: Owner.ALL_POSITIVE, fpr: 1, tpr: 1, threshold: -Infinity, point: Owner.TRIVIAL },
];

/**
 * The choice whose greatest regret over a range is least: a line less a concave curve is greatest
 * at an end. Of equal ones a trivial rule, or else what costs least on average, then of least fpr.
 */
export function leastRegret(points: Points, low: number, high: number): Regretted {
  const each = regrets([...RULES, ...visibleChoices(points)], low, high);
  const same = sameOver(low, high);
  const tied = leastBy(each, ({ regret: [first, last] }) => Math.max(first, last), same);
  // The rules stand first: one that is as good as any is found there.
  const first = tied[0] as Regretted;
  if (first.owner < 0) return first;
  const rest = leastBy(tied, ({ regret: [start, stop] }) => start + stop, same);
  return leastBy(rest, (one) => one.fpr, 0)[0] as Regretted;
}

function regrets(choices: readonly Choice[], low: number, high: number): Regretted[] {
  const costs = choices.map(
    ({ fpr, tpr }) => [expectedCost(fpr, tpr, low), expectedCost(fpr, tpr, high)] as const,
  );
  const leastLow = least(costs.map(([cost]) => cost));
  const leastHigh = least(costs.map(([, cost]) => cost));
  return choices.map((one, i) => {
    const [first, last] = costs[i] as readonly [number, number];
    return { ...one, regret: [first - leastLow, last - leastHigh] };
  });
}

/** Those of least value, and those as good. */
function leastBy<T>(among: readonly T[], value: (one: T) => number, same: number): T[] {
  const values = among.map(value);
  const most = least(values) + same;
  return among.filter((_, i) => (values[i] as number) <= most);
}

/** The difference of two costs up to which they are the same all over a range. */
export function sameOver(low: number, high: number): number {
  return sameCost(clamp(0.5, low, high));
}

function visibleChoices({ owner, fpr, tpr, threshold }: Points): Choice[] {
  return Array.from(owner, (mine, point) => ({
    owner: mine,
    fpr: at(fpr, point),
    tpr: at(tpr, point),
    threshold: at(threshold, point),
    point,
  })).filter((one) => !Number.isNaN(one.fpr));
}

const least = (values: readonly number[]) =>
  values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
