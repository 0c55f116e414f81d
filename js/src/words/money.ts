import type { Money } from '../cursor/state.ts';
import { amount, number } from './numbers.ts';

/** What one operating point means in the user's own costs. */
export interface Meaning {
  prior: number;
  costFn: number;
  /** Expected cost of a case: `base + cost * worst`, with the normalised cost. */
  base: number;
  worst: number;
}

/**
 * Prior and costs at an operating point: one of them moves along with it, the other stays.
 *
 * Null where no finite prior or cost fits.
 */
export function meaningAt(money: Money, pc: number): Meaning | null {
  const falseAlarm = money.cost_fp - money.cost_tn;
  let miss = money.cost_fn - money.cost_tp;
  let prior = money.prior;
  if (money.follows === 'cost_ratio' && prior !== null) {
    miss = ((pc / (1 - pc)) * falseAlarm * (1 - prior)) / prior;
  } else prior = (pc * falseAlarm) / (pc * falseAlarm + (1 - pc) * miss);
  if (!Number.isFinite(miss) || !Number.isFinite(prior)) return null;
  return {
    prior,
    costFn: miss + money.cost_tp,
    base: prior * money.cost_tp + (1 - prior) * money.cost_tn,
    worst: prior * miss + (1 - prior) * falseAlarm,
  };
}

export function conditionsInWords(money: Money, { prior, costFn }: Meaning): string {
  const [alarm, miss] = [money.cost_fp, costFn].map((cost) => amount(cost, money.unit));
  return `prior ${number(prior)}, a false alarm costs ${alarm}, a miss ${miss}`;
}

export function costInWords(money: Money, { base, worst }: Meaning, cost: number): string {
  const each = base + cost * worst;
  const { population, unit } = money;
  // Of a single case, all is what one costs.
  const all = population && population !== 1 ? `, ${amount(each * population, unit)} in all` : '';
  return `${amount(each, unit)} per case${all}`;
}
