// Numbers and ranges as a person types them: what the fields of Python take is taken here as well.

import type { Pair } from '../wire/state.ts';

const DIGITS = String.raw`(?:\d+(?:,\d{3}){2,}(?:\.\d+)?|\d+[.,]?\d*|[.,]\d+)`;
const NUMBER = String.raw`[+\-\u2212]?${DIGITS}(?:[eE][+\-\u2212]?\d+)?`;
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
