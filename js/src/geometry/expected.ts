// Costs expected on new data, and where a classifier is expected to cost less than the baselines.

import type { Bands, Hull, Range } from '../wire/state.ts';
import { COST_TOLERANCE, cheapestCorner, costTolerance } from './hull.ts';
import { at, expectedCost, type FloatArray, interpolateValues, pcOfEdge } from './lines.ts';

/** Observed and expected cost of the cheapest classifier over pc. */
export type ExpectedCosts = Pick<Bands, 'pc' | 'estimate' | 'expected'>;

type MaybeCosts = ExpectedCosts | null | undefined;

interface Rates {
  fpr: number;
  tpr: number;
}

/** Return the costs, or null if none were estimated. */
export const knownCosts = (bands: Bands | null | undefined): ExpectedCosts | null =>
  bands && bands.pc.length > 0 ? bands : null;

/** Return whether no classifier is expected to cost less than the better baseline at a pc. */
export function prefersBaseline(costs: MaybeCosts, pc: number): boolean {
  return costs ? interpolateValues(costs.pc, savingsOf(costs), pc) <= costTolerance(pc) : false;
}

/** Return the cheapest corner at a pc, or a baseline if that is expected to cost less. */
export function recommendedCorner(hull: Hull, pc: number, costs: MaybeCosts): number {
  if (!prefersBaseline(costs, pc)) return cheapestCorner(hull, pc);
  return pc <= 1 - pc ? 0 : hull.fpr.length - 1;
}

/** Return the expected cost of the cheapest classifier minus its observed cost; 0 if unknown. */
export function optimisticBias(costs: MaybeCosts, pc: number): number {
  return costs ? interpolateValues(costs.pc, biasesOf(costs), pc) : 0;
}

/** Return the optimistic bias as a function of the position on the grid. */
const biasesOf =
  ({ estimate, expected }: ExpectedCosts) =>
  (i: number) =>
    Math.max(at(expected, i) - at(estimate, i), 0);

/** Return the expected cost of a choice; the observed one if costs are unknown. */
export const expectedCostOf = (costs: MaybeCosts, { fpr, tpr }: Rates, pc: number): number =>
  expectedCost(fpr, tpr, pc) + optimisticBias(costs, pc);

/** Return the optimistic bias if an fpr of 1 costs `perFpr` and an fnr of 1 `perFnr`. */
export function biasAt(costs: MaybeCosts, perFpr: number, perFnr: number): number {
  const worst = perFpr + perFnr;
  return worst > 0 ? worst * optimisticBias(costs, Math.min(perFnr / worst, 1)) : 0;
}

/** Return the ranges of pc in which a classifier is expected to cost less than the baselines. */
export const usefulRanges = (costs: ExpectedCosts): Range[] =>
  positiveRanges(costs.pc, savingsOf(costs));

/** Return the range of pc in which a choice is cheaper than both baselines on the dataset. */
export function usefulRange({ fpr, tpr }: Rates): Range {
  const from = fpr + tpr ? fpr / (fpr + tpr) : 0;
  const [right, missed] = [1 - fpr, 1 - tpr];
  return [from, Math.max(from, right + missed ? right / (right + missed) : 1)];
}

/** Return the same on new data, null if it is empty; on the dataset if costs are unknown. */
export function usefulRangeOf(costs: MaybeCosts, { fpr, tpr }: Rates): Range | null {
  if (!costs) return usefulRange({ fpr, tpr });
  const biasOf = biasesOf(costs);
  const ranges = positiveRanges(costs.pc, (i) => {
    const pc = at(costs.pc, i);
    return Math.min(pc, 1 - pc) - (expectedCost(fpr, tpr, pc) + biasOf(i));
  });
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last ? [first[0], last[1]] : null;
}

/**
 * Return the expected saving of the cheapest classifier as a function of the position on the grid.
 *
 * It is the cost of the better baseline minus the expected cost.
 */
const savingsOf =
  ({ pc, expected }: ExpectedCosts) =>
  (i: number) =>
    Math.min(at(pc, i), 1 - at(pc, i)) - at(expected, i);

/** Return the ranges in which a piecewise linear saving is positive. */
function positiveRanges(pc: FloatArray, savingOf: (i: number) => number): Range[] {
  const isUseful = (i: number) => i in pc && savingOf(i) > costTolerance(at(pc, i));
  const crossing = (inside: number, outside: number) => {
    if (!(outside in pc)) return at(pc, inside);
    const gain = savingOf(inside);
    const share = gain / (gain - Math.min(savingOf(outside), 0));
    return at(pc, inside) + share * (at(pc, outside) - at(pc, inside));
  };
  const ranges: Range[] = [];
  for (let i = 0; i < pc.length; i++) {
    if (!isUseful(i)) continue;
    const start = crossing(i, i - 1);
    while (isUseful(i + 1)) i++;
    ranges.push([start, crossing(i, i + 1)]);
  }
  return ranges;
}

/** Return the corners recommended in a range of pc, in order. */
export function recommendedCorners(hull: Hull, [low, high]: Range, costs: MaybeCosts): number[] {
  const edges = Array.from({ length: Math.max(hull.fpr.length - 1, 0) }, (_, i) =>
    pcOfEdge(hull, i),
  );
  const inner = [...edges, 0.5, ...(costs ? usefulRanges(costs).flat() : [])];
  const ends = [low, ...inner.filter((pc) => low < pc && pc < high), high].sort((a, b) => a - b);
  const corners: number[] = [];
  for (let i = 1; i < ends.length; i++) {
    const [start, stop] = [ends[i - 1] as number, ends[i] as number];
    if (!(stop > start)) continue;
    const corner = recommendedCorner(hull, (start + stop) / 2, costs);
    if (corners.at(-1) !== corner) corners.push(corner);
  }
  return corners;
}

/**
 * Return the regret of a choice if an fpr of 1 costs `perFpr` and an fnr of 1 `perFnr`.
 *
 * It is that on new data if the optimistic bias of classifiers is known.
 */
export function regretOf(
  hull: Hull,
  choice: Rates & { is_baseline: boolean },
  [perFpr, perFnr]: readonly [number, number],
  costs: MaybeCosts,
): number {
  const bias = biasAt(costs, perFpr, perFnr);
  const cost = (fpr: number, tpr: number, isBaseline: boolean) =>
    perFpr * fpr + perFnr * (1 - tpr) + (isBaseline ? 0 : bias);
  const last = hull.fpr.length - 1;
  const least = Math.min(
    ...Array.from(hull.fpr, (fpr: number, i) => cost(fpr, at(hull.tpr, i), i === 0 || i === last)),
  );
  const own = cost(choice.fpr, choice.tpr, choice.is_baseline);
  const atStake = Math.min(perFpr, perFnr) + own;
  return own - least > COST_TOLERANCE * atStake ? own - least : 0;
}
