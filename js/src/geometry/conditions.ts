// Operating conditions: the pc they imply, and how they change when pc moves.

import type { Conditions, CostTerms, Pair, Range, ReportingBasis } from '../wire/state.ts';
import { logOddsMidpoint } from './scales.ts';

/** The condition that changes when pc moves and the conditions are exact. */
export type MovingCondition = 'prior' | 'cost_ratio';

type ConditionValues = Record<keyof Conditions, number>;

// ---- From conditions to pc

/** Tolerance for rounding when values of pc are compared. */
const PC_TOLERANCE = 1e-9;
/** Largest pc for a moving cost ratio, which would be infinite at pc = 1. */
const MAX_PC = 1 - 1e-9;
const BISECTIONS = 60;

const subtractRanges = (a: Range, b: Range): Pair => [a[0] - b[1], a[1] - b[0]];

/** Return the share of positives weighted by cost; dividing by the higher cost avoids overflow. */
function weightedShare(prior: number, fp: number, fn: number): number {
  const highest = Math.max(fp, fn);
  const [positive, negative] = [prior * (fn / highest), (1 - prior) * (fp / highest)];
  return positive / (positive + negative);
}

/** Return the range of pc that the conditions imply. */
export function pcRangeOf({ prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): Pair {
  const [fp, fn] = [subtractRanges(cost_fp, cost_tn), subtractRanges(cost_fn, cost_tp)];
  return [weightedShare(prior[0], fp[1], fn[0]), weightedShare(prior[1], fp[0], fn[1])];
}

/**
 * Return whether Python would accept the conditions.
 *
 * Prevalence is in [0, 1], no error has a negative cost, and some possible error has a cost.
 */
export function areValid({ prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): boolean {
  const [fp, fn] = [subtractRanges(cost_fp, cost_tn)[0], subtractRanges(cost_fn, cost_tp)[0]];
  const isFree = (fp === 0 && (fn === 0 || prior[0] === 0)) || (fn === 0 && prior[1] === 1);
  const ranges = [prior, cost_fp, cost_fn, cost_tp, cost_tn];
  const isOrdered = ranges.every(([low, high]) => low <= high && Number.isFinite(high - low));
  return isOrdered && prior[0] >= 0 && prior[1] <= 1 && fp >= 0 && fn >= 0 && !isFree;
}

export const areExact = (conditions: Conditions): boolean =>
  Object.values(conditions).every(([low, high]) => low === high);

const exactConditions = (values: ConditionValues): Conditions =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value, value]]),
  ) as unknown as Conditions;

const lowerEnds = (conditions: Conditions): ConditionValues =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, [low]]) => [name, low]),
  ) as unknown as ConditionValues;

// ---- From pc to conditions

/** Return the default conditions at a pc: equal costs, and prevalence equal to pc. */
export function defaultConditions(pc: number, range: Range | null): Conditions {
  return { ...exactConditions({ ...DEFAULT_VALUES, prior: pc }), prior: range ?? [pc, pc] };
}

/** Default value of each condition. */
export const DEFAULT_VALUES: ConditionValues = {
  prior: 0.5,
  cost_fp: 1,
  cost_fn: 1,
  cost_tp: 0,
  cost_tn: 0,
};

/** Return exact conditions moved to another pc; null if they cannot move. */
export function moveToPc(
  conditions: Conditions,
  pc: number,
  follows: MovingCondition,
): Conditions | null {
  const values = lowerEnds(conditions);
  const { prior, cost_tp: tp } = values;
  const [alarm, miss] = [values.cost_fp - values.cost_tn, values.cost_fn - tp];
  if (follows === 'prior') {
    // Prior and pc are related symmetrically, with the two costs swapped.
    values.prior = weightedShare(pc, miss, alarm);
  } else {
    if (!(prior > 0 && prior < 1)) return null;
    const near = Math.min(pc, MAX_PC);
    values.cost_fn = tp + (alarm * near * (1 - prior)) / ((1 - near) * prior);
  }
  const moved = exactConditions(values);
  return areValid(moved) ? moved : null;
}

/** Return exact conditions with this pc, within the given ranges where possible. */
function conditionsReaching(conditions: Conditions, pc: number): Conditions | null {
  const [least, most] = pcRangeOf(conditions);
  if (!(least < pc && pc < most)) {
    const end = exactConditions(interpolateConditions(conditions, pc <= least ? 0 : 1));
    return pc === least || pc === most ? end : moveToPc(end, pc, 'prior');
  }
  let [low, high] = [0, 1];
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (pcRangeOf(exactConditions(interpolateConditions(conditions, middle)))[0] < pc) low = middle;
    else high = middle;
  }
  return exactConditions(interpolateConditions(conditions, high));
}

/** Interpolate exact conditions from the lowest pc (0) to the highest (1). */
function interpolateConditions(conditions: Conditions, part: number): ConditionValues {
  return {
    prior: interpolateOn(conditions.prior, part, logOdds, (odds) => 1 / (1 + Math.exp(-odds))),
    cost_fp: interpolateOn(conditions.cost_fp, 1 - part, logOf, Math.exp),
    cost_fn: interpolateOn(conditions.cost_fn, part, logOf, Math.exp),
    cost_tp: interpolateOn(conditions.cost_tp, 1 - part, Number, Number),
    cost_tn: interpolateOn(conditions.cost_tn, part, Number, Number),
  };
}

type Transform = (value: number) => number;

const logOdds: Transform = (value) =>
  value > 0 && value < 1 ? Math.log(value / (1 - value)) : Number.NaN;
const logOf: Transform = (cost) => (cost > 0 ? Math.log(cost) : Number.NaN);

/** Interpolate within a range on a transformed scale if both ends are finite on it. */
function interpolateOn(
  [low, high]: Range,
  part: number,
  scale: Transform,
  back: Transform,
): number {
  if (part === 0 || part === 1 || low === high) return part === 1 ? high : low;
  const [start, stop] = [scale(low), scale(high)];
  if (!Number.isFinite(stop - start)) return low + part * (high - low);
  return Math.min(Math.max(back(start + part * (stop - start)), low), high);
}

/** Return conditions that cover a range of pc; null if none do. */
export function coverRange(conditions: Conditions, range: Range): Conditions | null {
  const [first, last] = [
    conditionsReaching(conditions, range[0]),
    conditionsReaching(conditions, range[1]),
  ];
  if (!first || !last) return null;
  const sorted = (a: number, b: number): Pair => (a <= b ? [a, b] : [b, a]);
  return {
    prior: sorted(first.prior[0], last.prior[0]),
    cost_fp: sorted(first.cost_fp[0], last.cost_fp[0]),
    cost_fn: sorted(first.cost_fn[0], last.cost_fn[0]),
    cost_tp: sorted(first.cost_tp[0], last.cost_tp[0]),
    cost_tn: sorted(first.cost_tn[0], last.cost_tn[0]),
  };
}

// ---- Conditions in effect

/** Operating point and the conditions that the user has entered. */
export interface PlacedConditions {
  conditions: Conditions | null;
  pc: number | null;
  pc_range: Range | null;
  follows: MovingCondition;
}

/**
 * Return the conditions in effect, also before Python has processed a move (`in_force` in Python).
 */
export function effectiveConditions({
  conditions,
  pc,
  pc_range: range,
  follows,
}: PlacedConditions): Conditions {
  if (conditions === null) return defaultConditions(pc ?? DEFAULT_VALUES.prior, range);
  const reach = pcRangeOf(conditions);
  if (range !== null) {
    const isThere = range.every((end, i) => Math.abs(end - (reach[i] as number)) <= PC_TOLERANCE);
    return (isThere ? null : coverRange(conditions, range)) ?? conditions;
  }
  if (pc === null || !areExact(conditions) || Math.abs(pc - reach[0]) <= PC_TOLERANCE)
    return conditions;
  return moveToPc(conditions, pc, follows) ?? conditions;
}

/** Return the operating point that the conditions imply, as the Python model sets it. */
export function operatingPointOf(conditions: Conditions): { pc: number; pc_range: Pair | null } {
  const reach = pcRangeOf(conditions);
  const isOne = areExact(conditions) || reach[0] === reach[1];
  return { pc: isOne ? reach[0] : logOddsMidpoint(reach), pc_range: isOne ? null : reach };
}

// ---- Costs along pc

/** Return the cost terms of the conditions along pc (`terms` in Python). */
export function costTerms(
  conditions: Conditions,
  follows: MovingCondition,
  basis: ReportingBasis,
): CostTerms {
  const { prior, cost_fp: fp, cost_fn: fn, cost_tp: tp, cost_tn: tn } = lowerEnds(conditions);
  const [alarm, miss] = [fp - tn, fn - tp];
  const isMovable =
    follows === 'prior' ? alarm > 0 && miss > 0 : alarm > 0 && prior > 0 && prior < 1;
  if (!areExact(conditions) || !isMovable) return fixedTerms(conditions, basis);
  const fixed = { kind: 'moving', cost_tp: tp, cost_tn: tn, ...basis } as const;
  if (follows === 'prior') {
    const highest = Math.max(alarm, miss);
    const [a, b] = [alarm / highest, miss / highest];
    return {
      ...fixed,
      over: [b, a],
      prior: [0, a],
      cost_fp: [fp * b, fp * a],
      cost_fn: [fn * b, fn * a],
      base: [tn * b, tp * a],
      worst: [alarm * b, alarm * b],
    };
  }
  const negativeCost = (1 - prior) * alarm;
  return {
    ...fixed,
    over: [1, 0],
    prior: [prior, 0],
    cost_fp: [fp, 0],
    cost_fn: [tp, negativeCost / prior],
    base: [prior * tp + (1 - prior) * tn, 0],
    worst: [negativeCost, negativeCost],
  };
}

/** Return the ranges, with the cost terms at each combination of their ends. */
function fixedTerms(conditions: Conditions, basis: ReportingBasis): CostTerms {
  const corners: [number, number, number][] = [];
  const ends = ([low, high]: Range) => (low === high ? [low] : [low, high]);
  for (const p of ends(conditions.prior))
    for (const fp of ends(conditions.cost_fp))
      for (const fn of ends(conditions.cost_fn))
        for (const tp of ends(conditions.cost_tp))
          for (const tn of ends(conditions.cost_tn))
            corners.push([p * tp + (1 - p) * tn, (1 - p) * (fp - tn), p * (fn - tp)]);
  return { kind: 'standing', ...basis, ...conditions, pc: pcRangeOf(conditions), corners };
}
