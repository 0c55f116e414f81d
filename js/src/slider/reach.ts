import { number } from '../words/numbers.ts';

/** What a place on a slider stands for: log-odds of a share, or a power of ten. */
export type Unit = 'log_odds' | 'log10';

/** Digits that a place on a slider is good for. */
const DIGITS = 2;

/** The value at a place, in words. */
export function valueInWords(unit: Unit, place: number): string {
  if (unit === 'log10') return number(10 ** place, DIGITS);
  const near = Number((1 / (1 + Math.exp(Math.abs(place)))).toPrecision(DIGITS));
  // A share near 1 is told by its short distance from there.
  return place < 0 ? number(near, DIGITS) : number(1 - near, 15);
}

/** Both ends after one handle was moved; two handles stay a step apart, a single one is both. */
export function moved(
  ends: [number, number],
  handle: 'low' | 'high',
  to: number,
  step: number,
): [number, number] {
  const [low, high] = ends;
  if (low === high) return [to, to];
  return handle === 'low' ? [Math.min(to, high - step), high] : [low, Math.max(to, low + step)];
}
