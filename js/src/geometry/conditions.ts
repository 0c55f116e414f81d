// Conditions of use: where on the pc axis they lead, and what becomes of them when that moves.

import type { Coin, Conditions, Money, Pair, Range } from '../wire/state.ts';
import { middleShare } from './scales.ts';

/** What moves with pc while the conditions are exact. */
export type Follows = 'prior' | 'cost_ratio';

type Values = Record<keyof Conditions, number>;

// ---- From conditions to pc

/** As far apart as rounding may make what is the same place. */
const SAME = 1e-9;
/** A cost ratio has no end; conditions come this close to pc = 1 while the prior stays. */
const NEAR_ONE = 1 - 1e-9;
const HALVINGS = 60;

const less = (a: Range, b: Range): Pair => [a[0] - b[1], a[1] - b[0]];

/** Dividing by the dearest keeps huge costs from overflowing. */
function share(prior: number, fp: number, fn: number): number {
  const dearest = Math.max(fp, fn);
  const [positive, negative] = [prior * (fn / dearest), (1 - prior) * (fp / dearest)];
  return positive / (positive + negative);
}

/** The range of pc that conditions lead to. */
export function pcOf({ prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): Pair {
  const [fp, fn] = [less(cost_fp, cost_tn), less(cost_fn, cost_tp)];
  return [share(prior[0], fp[1], fn[0]), share(prior[1], fp[0], fn[1])];
}

/** Whether Python would take them: shares are shares, no error pays, some error that can happen costs. */
export function isPossible({ prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): boolean {
  const [fp, fn] = [less(cost_fp, cost_tn)[0], less(cost_fn, cost_tp)[0]];
  const isFree = (fp === 0 && (fn === 0 || prior[0] === 0)) || (fn === 0 && prior[1] === 1);
  const ranges = [prior, cost_fp, cost_fn, cost_tp, cost_tn];
  const isOrdered = ranges.every(([low, high]) => low <= high && Number.isFinite(high - low));
  return isOrdered && prior[0] >= 0 && prior[1] <= 1 && fp >= 0 && fn >= 0 && !isFree;
}

export const isExact = (known: Conditions): boolean =>
  Object.values(known).every(([low, high]) => low === high);

const exactly = (values: Values): Conditions =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value, value]]),
  ) as unknown as Conditions;

const firstOf = (known: Conditions): Values =>
  Object.fromEntries(
    Object.entries(known).map(([name, [low]]) => [name, low]),
  ) as unknown as Values;

// ---- From pc to conditions

/** What is assumed where nothing is known: both errors cost the same, and pc is the share. */
export function assumed(pc: number, range: Range | null): Conditions {
  return { ...exactly({ ...UNKNOWN, prior: pc }), prior: range ?? [pc, pc] };
}

/** Each value on which nothing is known. */
export const UNKNOWN: Values = { prior: 0.5, cost_fp: 1, cost_fn: 1, cost_tp: 0, cost_tn: 0 };

/** Exact conditions at another pc; null where they cannot move. */
export function movedTo(known: Conditions, pc: number, follows: Follows): Conditions | null {
  const values = firstOf(known);
  const { prior, cost_tp: tp } = values;
  const [alarm, miss] = [values.cost_fp - values.cost_tn, values.cost_fn - tp];
  if (follows === 'prior') {
    // pc follows from the prior as the prior does from pc, with the costs changed about.
    values.prior = share(pc, miss, alarm);
  } else {
    if (!(prior > 0 && prior < 1)) return null;
    const near = Math.min(pc, NEAR_ONE);
    values.cost_fn = tp + (alarm * near * (1 - prior)) / ((1 - near) * prior);
  }
  const made = exactly(values);
  return isPossible(made) ? made : null;
}

/** The exact conditions that a pc stands for: within the ranges if they lead there. */
function atPc(known: Conditions, pc: number): Conditions | null {
  const [least, most] = pcOf(known);
  if (!(least < pc && pc < most)) {
    const end = exactly(onTheWay(known, pc <= least ? 0 : 1));
    return pc === least || pc === most ? end : movedTo(end, pc, 'prior');
  }
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (pcOf(exactly(onTheWay(known, middle)))[0] < pc) low = middle;
    else high = middle;
  }
  return exactly(onTheWay(known, high));
}

/** Exact conditions on the way from the least pc (0) to the greatest (1). */
function onTheWay(known: Conditions, part: number): Values {
  return {
    prior: onScale(known.prior, part, logOdds, (odds) => 1 / (1 + Math.exp(-odds))),
    cost_fp: onScale(known.cost_fp, 1 - part, logOf, Math.exp),
    cost_fn: onScale(known.cost_fn, part, logOf, Math.exp),
    cost_tp: onScale(known.cost_tp, 1 - part, Number, Number),
    cost_tn: onScale(known.cost_tn, part, Number, Number),
  };
}

type Scale = (value: number) => number;

const logOdds: Scale = (value) =>
  value > 0 && value < 1 ? Math.log(value / (1 - value)) : Number.NaN;
const logOf: Scale = (cost) => (cost > 0 ? Math.log(cost) : Number.NaN);

/** The value a part of the way along a range: on the scale, if that has both ends. */
function onScale([low, high]: Range, part: number, scale: Scale, back: Scale): number {
  if (part === 0 || part === 1 || low === high) return part === 1 ? high : low;
  const [start, stop] = [scale(low), scale(high)];
  if (!Number.isFinite(stop - start)) return low + part * (high - low);
  return Math.min(Math.max(back(start + part * (stop - start)), low), high);
}

/** Conditions that cover a range of pc; null where none do. */
export function spreadOver(known: Conditions, range: Range): Conditions | null {
  const [first, last] = [atPc(known, range[0]), atPc(known, range[1])];
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

// ---- What holds now

/** Where the operating point is, and what the user has said of conditions. */
export interface Placed {
  conditions: Conditions | null;
  pc: number | null;
  pc_range: Range | null;
  follows: Follows;
}

/** The conditions in force: those of `in_force` in Python, also before Python hears of a move. */
export function inForce({ conditions, pc, pc_range: range, follows }: Placed): Conditions {
  if (conditions === null) return assumed(pc ?? UNKNOWN.prior, range);
  const reach = pcOf(conditions);
  if (range !== null) {
    const isThere = range.every((end, i) => Math.abs(end - (reach[i] as number)) <= SAME);
    return (isThere ? null : spreadOver(conditions, range)) ?? conditions;
  }
  if (pc === null || !isExact(conditions) || Math.abs(pc - reach[0]) <= SAME) return conditions;
  return movedTo(conditions, pc, follows) ?? conditions;
}

/** The place on the pc axis that conditions lead to, as the model settles it. */
export function placeOf(known: Conditions): { pc: number; pc_range: Pair | null } {
  const reach = pcOf(known);
  const isOne = isExact(known) || reach[0] === reach[1];
  return { pc: isOne ? reach[0] : middleShare(reach), pc_range: isOne ? null : reach };
}

// ---- What is said of conditions along pc

/** What conditions become along pc: `terms` of Python. */
export function termsOf(known: Conditions, follows: Follows, coin: Coin): Money {
  const { prior, cost_fp: fp, cost_fn: fn, cost_tp: tp, cost_tn: tn } = firstOf(known);
  const [alarm, miss] = [fp - tn, fn - tp];
  const isMovable =
    follows === 'prior' ? alarm > 0 && miss > 0 : alarm > 0 && prior > 0 && prior < 1;
  if (!isExact(known) || !isMovable) return standing(known, coin);
  const fixed = { kind: 'moving', cost_tp: tp, cost_tn: tn, ...coin } as const;
  if (follows === 'prior') {
    const dearest = Math.max(alarm, miss);
    const [a, b] = [alarm / dearest, miss / dearest];
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
  const rest = (1 - prior) * alarm;
  return {
    ...fixed,
    over: [1, 0],
    prior: [prior, 0],
    cost_fp: [fp, 0],
    cost_fn: [tp, rest / prior],
    base: [prior * tp + (1 - prior) * tn, 0],
    worst: [rest, rest],
  };
}

/** The ranges, and what every corner of them costs. */
function standing(known: Conditions, coin: Coin): Money {
  const corners: [number, number, number][] = [];
  const ends = ([low, high]: Range) => (low === high ? [low] : [low, high]);
  for (const p of ends(known.prior))
    for (const fp of ends(known.cost_fp))
      for (const fn of ends(known.cost_fn))
        for (const tp of ends(known.cost_tp))
          for (const tn of ends(known.cost_tn))
            corners.push([p * tp + (1 - p) * tn, (1 - p) * (fp - tn), p * (fn - tp)]);
  return { kind: 'standing', ...coin, ...known, pc: pcOf(known), corners };
}
