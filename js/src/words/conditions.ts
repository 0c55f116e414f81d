// The row of conditions in words: what its fields are called, show and take.

import { UNKNOWN } from '../geometry/conditions.ts';
import type { Conditions, Range } from '../wire/state.ts';
import { amount, costTyped, number, shareTyped } from './numbers.ts';

/** The three values that stand in the row. */
export const SHOWN = ['prior', 'cost_fn', 'cost_fp'] as const;
export type Shown = (typeof SHOWN)[number];

/** What a field is called: as `label_of` of Python, which names it where it refuses something. */
export function labelOf(name: Shown, positive: string, unit: string): string {
  if (name === 'prior') return `Share of ${positive}`;
  const what = name === 'cost_fn' ? 'A miss costs' : 'A false alarm costs';
  return unit ? `${what} (${unit})` : what;
}

/** What a field shows: one number, or two where only a range is known. */
export function fieldText(name: Shown, [low, high]: Range): string {
  const write = name === 'prior' ? shareTyped : costTyped;
  return low === high ? write(low) : `${write(low)} to ${write(high)}`;
}

/** What a field has, and takes; of a rare class also how rare it is. */
export function helpOf(name: Shown, range: Range): string {
  const text = fieldText(name, range);
  if (name !== 'prior') return `${text}. Type a number, or a range such as 5 to 10`;
  const isRare = range[0] === range[1] && range[0] > 0 && range[0] < 0.001;
  const oneIn = isRare ? ` (1 in ${amount(1 / range[0])})` : '';
  return `${text}${oneIn}. Type 5 %, 0.05, 1 in 20 or 1:19, or a range such as 1 to 5 %`;
}

/** Whether a value is the one that holds where nobody has said anything. */
export function isUsual(name: Shown, range: Range): boolean {
  return range.every((end) => end === UNKNOWN[name]);
}

/** What stands before the three. */
export function leadOf(known: Conditions | null): string {
  return known ? 'Yours' : 'Assumed,\nchange these';
}

/** The share of positives in the data, as a button offers it. */
export const inDataWords = (share: number): string =>
  `As in these data (${number(100 * share, 2)}\u00a0%)`;
