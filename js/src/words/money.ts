// Conditions and costs in the words and the currency of the user.

import type { Line, Money, Moving, Range, Standing } from '../wire/state.ts';

/** Conditions as they are stated at one pc, and what a case costs there: ends of ranges. */
export interface Stated {
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
  perCase: Range;
}

const on = (line: Line, pc: number) => line[0] * (1 - pc) + line[1] * pc;

/** What `stated` in Python says; null where no finite conditions, or only excluded ones, fit. */
export function stated(money: Money, pc: number, fpr: number, tpr: number): Stated | null {
  return money.kind === 'standing'
    ? standing(money, pc, fpr, tpr)
    : moving(money, pc, (1 - tpr) * pc + fpr * (1 - pc));
}

function standing(money: Standing, pc: number, fpr: number, tpr: number): Stated | null {
  if (!(money.pc[0] <= pc && pc <= money.pc[1])) return null;
  const each = money.corners.map(([base, a, b]) => base + a * fpr + b * (1 - tpr));
  return { ...money, perCase: [Math.min(...each), Math.max(...each)] };
}

function moving(money: Moving, pc: number, cost: number): Stated | null {
  const over = on(money.over, pc);
  if (!(over > 0)) return null;
  const at = (line: Line) => on(line, pc) / over;
  const each = at(money.base) + at(money.worst) * cost;
  const values = {
    prior: at(money.prior),
    cost_fp: at(money.cost_fp),
    cost_fn: at(money.cost_fn),
    cost_tp: money.cost_tp,
    cost_tn: money.cost_tn,
    perCase: each,
  };
  if (!Object.values(values).every(Number.isFinite)) return null;
  const exact = Object.entries(values).map(([name, value]) => [name, [value, value]]);
  return Object.fromEntries(exact) as unknown as Stated;
}
