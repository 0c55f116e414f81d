// How numbers are written, as in Python, and how they are read as a person types them.

import { SLID, type Unit, valueAt } from '../geometry/scales.ts';
import type { Pair } from '../wire/state.ts';

/**
 * How numbers are written: `cc_widgets/model/numerals.py` writes them alike.
 *
 * Both count digits from the same twelve, so that the noise of floating point is never seen.
 */
const DIGITS = 3;
const SEEN = 12;
const MOST_GROUPED = 1e15;
/** Kept, for to make one takes longer than a whole sentence. */
const GROUPS = new Intl.NumberFormat('en-US');

/** A whole number and a power of ten. */
type Rounded = readonly [whole: number, power: number];

/** A number with a few significant digits, of one that is halfway the greater; a real minus sign. */
export function number(value: number, digits = DIGITS): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
  const [whole, power] = rounded(Math.abs(value), digits);
  return `${value < 0 && whole ? '−' : ''}${written(whole, power)}`;
}

function rounded(size: number, digits: number): Rounded {
  const seen = Math.max(SEEN, digits);
  const [mantissa = '0', exponent = '0'] = size.toExponential(seen - 1).split('e');
  const cut = 10 ** (seen - digits);
  return [Math.floor(Number(mantissa.replace('.', '')) / cut + 0.5), Number(exponent) - digits + 1];
}

function written(whole: number, power: number): string {
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

/** A share of 1, with as many digits as its distance from the nearer end needs. */
export function share(value: number): string {
  return written(...roundedShare(value));
}

export function percent(value: number, digits = DIGITS): string {
  const [whole, power] = roundedShare(value, digits);
  return `${written(whole, power + 2)} %`;
}

function roundedShare(value: number, digits = DIGITS): Rounded {
  const rest = Math.min(value, 1 - value);
  if (rest <= 0) return rounded(value, digits);
  const decimals = digits - 1 - power(rest);
  return rounded(value, Math.min(Math.max(decimals + power(value) + 1, digits), SEEN + 3));
}

function power(size: number): number {
  return Number(size.toExponential(SEEN - 1).split('e')[1]);
}

/** An amount with its unit: whole numbers in groups, small ones with three digits. */
export function amount(value: number, unit = ''): string {
  const size = Math.abs(value);
  const units = unitsOf(size);
  const isGrouped = units >= 1000 && size < MOST_GROUPED;
  const words = isGrouped ? GROUPS.format(units) : number(size);
  return `${value < 0 && words !== '0' ? '−' : ''}${words}${unit ? ` ${unit}` : ''}`;
}

const unitsOf = (size: number) => Math.floor(Number(size.toPrecision(SEEN)) + 0.5);

/** From here on whole numbers are near enough. */
const COUNTED = 10;

/** How many there are on average: whole numbers, small ones with two digits. */
export function tally(value: number, wholeFrom = COUNTED): string {
  if (value < wholeFrom) return number(value, 2);
  return value < MOST_GROUPED ? GROUPS.format(unitsOf(value)) : number(value);
}

/** How many people, or cases, there are on average: nobody is half a person. */
export const people = (value: number): string => tally(value, 1);

/** How many people are left when some are taken, so that the three add up as they are written. */
export const leftOf = (whole: number, taken: number, left: number): number =>
  Math.min(taken, left) < 1 ? left : unitsOf(whole) - unitsOf(taken);

/** Parts in a sentence. */
export function listing(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

/** A number, or the two ends of a range where they look different. */
export function span(
  [low, high]: readonly [number, number],
  write: (value: number) => string,
  unit = '',
): string {
  const [start, stop] = [write(low), write(high)];
  return `${start === stop ? start : `${start} to ${stop}`}${unit ? ` ${unit}` : ''}`;
}

/** A threshold as a program can read it: every digit, and a plain minus sign. */
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

/** The value at a place, in words; a share near 1 is told by its short distance from there. */
export function valueInWords(unit: Unit, place: number): string {
  const isNear = unit === 'log_odds' && place >= 0;
  return number(valueAt(unit, place), isNear ? 15 : unit === 'number' ? 4 : SLID);
}

// ---- Fields

/** Digits of a number that somebody typed; others are of a moving hand, or worked out. */
const TYPED = 6;

/** A share and a cost as a field shows them, and takes them again. */
export const shareTyped = (value: number): string =>
  typed(value, (digits) => percent(value, digits), 100);
export const costTyped = (value: number): string =>
  typed(value, (digits) => number(value, digits), 1);

function typed(value: number, write: (digits: number) => string, whole: number): string {
  const long = write(TYPED);
  const read = Number.parseFloat(long.replace('−', '-')) / whole;
  return Math.abs(read - value) <= 1e-12 * Math.abs(value) ? long : write(DIGITS);
}

// ---- As a person types them: what the fields of Python take is taken here as well

const UNSIGNED = String.raw`(?:\d+(?:,\d{3}){2,}(?:\.\d+)?|\d+[.,]?\d*|[.,]\d+)`;
const NUMBER = String.raw`[+\-\u2212]?${UNSIGNED}(?:[eE][+\-\u2212]?\d+)?`;
const UNIT = String.raw`%|\u2030|(?:in|of|/)\s*${NUMBER}|:\s*${NUMBER}`;
const ENTRY = new RegExp(
  String.raw`^\s*(${NUMBER})\s*(${UNIT})?\s*(?:(?:[-\u2013\u2014]|\.\.|to)\s*(${NUMBER})\s*(${UNIT})?\s*)?$`,
);
const TWO_READINGS = /^[+\-\u2212]?[1-9]\d{0,2},\d{3}$/;
const PARTS: Record<string, number> = { '%': 100, '‰': 1000 };

/** Both ends of a number or a range, NaN where it may be read in two ways; null if it is neither. */
export function readEntry(text: string): Pair | null {
  const [, low, unit, high, last] = ENTRY.exec(text) ?? [];
  if (low === undefined) return null;
  if (high === undefined) return [worth(low, unit), worth(low, unit)];
  const end = worth(high, last);
  const start = worth(low, unit);
  // In "1 - 5 %" the sign belongs to both.
  const isShared = unit === undefined && last !== undefined && start > end;
  return [isShared ? worth(low, last) : start, end];
}

/** What a number with its unit stands for: 5 %, 1 in 1000, odds of 1:20. */
function worth(number: string, unit: string | undefined): number {
  const value = plain(number);
  if (unit === undefined) return value;
  const parts = PARTS[unit];
  if (parts !== undefined) return value / parts;
  const others = plain(unit.replace(/^(in|of|\/|:)\s*/, ''));
  return value / (unit.startsWith(':') ? value + others : others);
}

/** A number with a point or a comma. */
function plain(number: string): number {
  if (TWO_READINGS.test(number)) return Number.NaN;
  const commas = number.split(',').length - 1;
  return Number(number.replace('−', '-').replaceAll(',', commas > 1 ? '' : '.'));
}
