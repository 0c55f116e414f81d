// Where ticks stand: 1, 2 or 5 tenths apart, also while a figure is zoomed.

import { clamp } from '../geometry/shapes.ts';

/** Pixels from tick to tick, about. */
const APART = 60;
const FEWEST = 2;
const MOST = 6;
/** Shares of a step by which sums of floats may be off. */
const SLIP = 1e-9;

type Places = ArrayLike<number> | null;

/** The part of an axis's model that says where its ticks stand. */
export interface AxisModel {
  get(name: 'tick_values'): Places;
  set(ticks: { tick_values: Places }): unknown;
  on(event: string, react: () => void): unknown;
  off(event: string, react: () => void): unknown;
}

/** Round numbers in a range, few enough for its length in pixels. */
export function ticksIn([low, high]: readonly [number, number], length: number): number[] {
  const most = clamp(Math.round(length / APART), FEWEST, MOST);
  let step = roundStep((high - low) / most);
  // Of a coarse step only one may fall into the range.
  if (whole(low, high, step).length < FEWEST) step = roundStep((high - low) / (2 * most));
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - SLIP));
  return whole(low, high, step).map((place) => Number((place * step).toFixed(digits)));
}

/** Numbers of whole steps in a range. */
function whole(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - SLIP);
  const count = Math.floor(high / step + SLIP) - first + 1;
  return Array.from({ length: count }, (_, i) => first + i);
}

/** The next of 1, 2, 5 tenths, hundredths, ... */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((one) => one * power >= least * (1 - SLIP)) ?? 10;
  return factor * power;
}

interface Set {
  /** What Python has chosen, if it has. */
  given: Places;
  ours: Places;
}

const known = new WeakMap<AxisModel, Set>();

/** Put ticks on an axis: those that Python has chosen and that are seen, or else round numbers. */
export function setTicks(axis: AxisModel, shown: readonly [number, number], length: number): void {
  const now = axis.get('tick_values');
  const last = known.get(axis);
  const given = last && now === last.ours ? last.given : now;
  const isChosen = given !== null && given.length > 0;
  const places = isChosen ? seen(given, shown) : ticksIn(shown, length);
  const ours = isSame(given, places) ? given : anew(last?.ours ?? null, places);
  known.set(axis, { given, ours });
  if (now !== ours) axis.set({ tick_values: ours });
}

/** The same array for the same places: another one would be drawn again. */
function anew(last: Places, places: ArrayLike<number>): Places {
  return isSame(last, places) ? last : Float64Array.from(places);
}

function seen(places: ArrayLike<number>, [low, high]: readonly [number, number]): number[] {
  const slip = SLIP * (high - low);
  const inside = Array.from(places).filter((one) => one >= low - slip && one <= high + slip);
  return inside.length > 0 ? inside : Array.from(places);
}

function isSame(a: Places, b: ArrayLike<number>): boolean {
  return a !== null && a.length === b.length && Array.from(b).every((one, i) => one === a[i]);
}
