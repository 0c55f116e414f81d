// Formatting of numbers, as in Python, and parsing of typed values.

import { SLIDER_DIGITS, type SliderUnit, valueAt } from '../geometry/scales.ts';
import type { Pair } from '../wire/state.ts';

/**
 * Significant digits; `cc_widgets/model/numerals.py` formats numbers in the same way.
 *
 * Both round to twelve digits first, which removes floating-point noise.
 */
const DIGITS = 3;
const NOISE_FREE_DIGITS = 12;
const MAX_GROUPED = 1e15;
/** Cached, because creating a formatter is slow. */
const GROUPED_FORMAT = new Intl.NumberFormat('en-US');

/** An integer mantissa and a power of ten. */
type RoundedNumber = readonly [whole: number, power: number];

/** Format a number with significant digits, rounding half up, with a true minus sign. */
export function number(value: number, digits = DIGITS): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
  const [whole, power] = roundTo(Math.abs(value), digits);
  return `${value < 0 && whole ? '−' : ''}${writeRounded(whole, power)}`;
}

function roundTo(size: number, digits: number): RoundedNumber {
  const kept = Math.max(NOISE_FREE_DIGITS, digits);
  const [mantissa = '0', exponent = '0'] = size.toExponential(kept - 1).split('e');
  const cut = 10 ** (kept - digits);
  return [Math.floor(Number(mantissa.replace('.', '')) / cut + 0.5), Number(exponent) - digits + 1];
}

function writeRounded(whole: number, power: number): string {
  if (whole === 0) return '0';
  const text = String(whole).replace(/0+$/, '');
  const lowest = power + String(whole).length - text.length;
  const highest = lowest + text.length - 1;
  if (highest < -9 || highest >= 15) {
    const point = text.length > 1 ? `.${text.slice(1)}` : '';
    return `${text.charAt(0)}${point}e${highest < 0 ? '' : '+'}${highest}`;
  }
  if (lowest >= 0) return text + '0'.repeat(lowest);
  const padded = text.padStart(1 - lowest, '0');
  return `${padded.slice(0, lowest)}.${padded.slice(lowest)}`;
}

/** Format a share, with digits relative to its distance from the nearer of 0 and 1. */
export function share(value: number): string {
  return writeRounded(...roundedShare(value));
}

export function percent(value: number, digits = DIGITS): string {
  const [whole, power] = roundedShare(value, digits);
  return `${writeRounded(whole, power + 2)} %`;
}

function roundedShare(value: number, digits = DIGITS): RoundedNumber {
  const rest = Math.min(value, 1 - value);
  if (rest <= 0) return roundTo(value, digits);
  const decimals = digits - 1 - power(rest);
  return roundTo(
    value,
    Math.min(Math.max(decimals + power(value) + 1, digits), NOISE_FREE_DIGITS + 3),
  );
}

function power(size: number): number {
  return Number(size.toExponential(NOISE_FREE_DIGITS - 1).split('e')[1]);
}

/** Format an amount: integers with thousands separators, small ones with three digits. */
export function amount(value: number, unit = ''): string {
  const size = Math.abs(value);
  const units = roundToUnits(size);
  const isGrouped = units >= 1000 && size < MAX_GROUPED;
  const words = isGrouped ? GROUPED_FORMAT.format(units) : number(size);
  return `${value < 0 && words !== '0' ? '−' : ''}${words}${unit ? ` ${unit}` : ''}`;
}

const roundToUnits = (size: number) =>
  Math.floor(Number(size.toPrecision(NOISE_FREE_DIGITS)) + 0.5);

/** From this value on, counts are rounded to integers. */
const WHOLE_FROM = 10;

/** Format an expected count: integers, small ones with two digits. */
export function tally(value: number, wholeFrom = WHOLE_FROM): string {
  if (value < wholeFrom) return number(value, 2);
  return value < MAX_GROUPED ? GROUPED_FORMAT.format(roundToUnits(value)) : number(value);
}

/** Format an expected count of cases, as integers from 1 on. */
export const peopleCount = (value: number): string => tally(value, 1);

/** Return the remainder of a count so that the rounded numbers add up. */
export const remainderOf = (whole: number, taken: number, left: number): number =>
  Math.min(taken, left) < 1 ? left : roundToUnits(whole) - roundToUnits(taken);

/** Join items with commas and "and". */
export function listing(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

/** Format a number, or a range whose ends look different. */
export function span(
  [low, high]: readonly [number, number],
  write: (value: number) => string,
  unit = '',
): string {
  const [start, stop] = [write(low), write(high)];
  return `${start === stop ? start : `${start} to ${stop}`}${unit ? ` ${unit}` : ''}`;
}

/** Format a threshold for programs: all digits, ASCII minus sign. */
export function decimal(threshold: number): string {
  if (!Number.isFinite(threshold)) return threshold > 0 ? 'inf' : '-inf';
  const [mantissa = '0', exponent = '0'] = threshold.toExponential().split('e');
  const digits = mantissa.replace(/[-.]/g, '');
  const highest = Number(exponent);
  if (threshold !== 0 && (highest < -12 || highest >= 21)) return String(threshold);
  const sign = threshold < 0 ? '-' : '';
  const lowest = highest - digits.length + 1;
  if (lowest >= 0) return `${sign}${digits}${'0'.repeat(lowest)}`;
  const padded = digits.padStart(1 - lowest, '0');
  return `${sign}${padded.slice(0, lowest)}.${padded.slice(lowest)}`;
}

// ---- Sliders

/** Format the value at a slider position; near 1, digits count from 1. */
export function valueInWords(unit: SliderUnit, place: number): string {
  const isNear = unit === 'log_odds' && place >= 0;
  return number(valueAt(unit, place), isNear ? 15 : unit === 'number' ? 4 : SLIDER_DIGITS);
}

// ---- Fields

/** Digits of typed numbers; those from drags or computations have fewer. */
const TYPED_DIGITS = 6;

/** Format a share and a cost so that the field can parse them again. */
export const shareTyped = (value: number): string =>
  typedText(value, (digits) => percent(value, digits), 100);
export const costTyped = (value: number): string =>
  typedText(value, (digits) => number(value, digits), 1);

function typedText(value: number, write: (digits: number) => string, whole: number): string {
  const long = write(TYPED_DIGITS);
  const read = Number.parseFloat(long.replace('−', '-')) / whole;
  return Math.abs(read - value) <= 1e-12 * Math.abs(value) ? long : write(DIGITS);
}

// ---- Parsing of typed values, as in Python

const UNSIGNED_PATTERN = String.raw`(?:\d+(?:,\d{3}){2,}(?:\.\d+)?|\d+[.,]?\d*|[.,]\d+)`;
const NUMBER_PATTERN = String.raw`[+\-\u2212]?${UNSIGNED_PATTERN}(?:[eE][+\-\u2212]?\d+)?`;
const UNIT_PATTERN = String.raw`%|\u2030|(?:in|of|/)\s*${NUMBER_PATTERN}|:\s*${NUMBER_PATTERN}`;
const ENTRY_PATTERN = new RegExp(
  String.raw`^\s*(${NUMBER_PATTERN})\s*(${UNIT_PATTERN})?\s*(?:(?:[-\u2013\u2014]|\.\.|to)\s*(${NUMBER_PATTERN})\s*(${UNIT_PATTERN})?\s*)?$`,
);
const TWO_READINGS = /^[+\-\u2212]?[1-9]\d{0,2},\d{3}$/;
const UNIT_DIVISORS: Record<string, number> = { '%': 100, '‰': 1000 };

/** Parse a number or range; NaN if ambiguous, null if it is neither. */
export function readEntry(text: string): Pair | null {
  const [, low, unit, high, last] = ENTRY_PATTERN.exec(text) ?? [];
  if (low === undefined) return null;
  if (high === undefined) return [valueWithUnit(low, unit), valueWithUnit(low, unit)];
  const end = valueWithUnit(high, last);
  const start = valueWithUnit(low, unit);
  // In "1 - 5 %" the unit applies to both.
  const isShared = unit === undefined && last !== undefined && start > end;
  return [isShared ? valueWithUnit(low, last) : start, end];
}

/** Return the value of a number with its unit: 5 %, 1 in 1000, odds of 1:20. */
function valueWithUnit(number: string, unit: string | undefined): number {
  const value = parseNumber(number);
  if (unit === undefined) return value;
  const parts = UNIT_DIVISORS[unit];
  if (parts !== undefined) return value / parts;
  const total = parseNumber(unit.replace(/^(in|of|\/|:)\s*/, ''));
  return value / (unit.startsWith(':') ? value + total : total);
}

/** Parse a number with decimal point or comma. */
function parseNumber(number: string): number {
  if (TWO_READINGS.test(number)) return Number.NaN;
  const commas = number.split(',').length - 1;
  return Number(number.replace('−', '-').replaceAll(',', commas > 1 ? '' : '.'));
}
