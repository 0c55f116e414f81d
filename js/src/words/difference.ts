import { between } from '../geometry/between.ts';
import { number, share } from './numbers.ts';
import type { Subject } from './words.ts';

/** What the difference figure shows at one pc. */
export function differenceSentence({ difference, stale }: Subject, pc: number): string {
  if (!difference) return '';
  const [estimate, lower, upper] = [difference.estimate, difference.lower, difference.upper].map(
    (edge) => between(difference.pc, edge, pc),
  ) as [number, number, number];
  if (Number.isNaN(estimate)) return '';
  const band = Number.isNaN(lower) ? '' : ` (${number(lower)} to ${number(upper)})`;
  const age = stale ? ' It belongs to older data or settings.' : '';
  return `At PC(+) ${share(pc)} the difference in cost is ${number(estimate)}${band}.${age}`;
}
