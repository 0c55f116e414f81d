// Whom a choice finds, and what it costs: in the user's currency or as so many errors of one kind.

import { at } from '../geometry/lines.ts';
import type { Corner, Hull, Range } from '../wire/state.ts';
import type { InForce } from './force.ts';
import { amount, leftOf, people, span, tally } from './numbers.ts';

/** The rates of a choice. */
export interface Rates {
  fpr: number;
  tpr: number;
}

// ---- Whom a choice finds, misses and flags

const ROUND_NUMBERS = [1e3, 1e5, 1e7, 1e9];

function counts({ prior }: InForce, { fpr, tpr }: Rates, cases: number) {
  const [low, high] = [prior[0] * cases, prior[1] * cases];
  const [few, many] = [(1 - prior[1]) * cases, (1 - prior[0]) * cases];
  return {
    positives: [low, high] as const,
    found: [low * tpr, high * tpr] as const,
    missed: [low * (1 - tpr), high * (1 - tpr)] as const,
    alarms: [few * fpr, many * fpr] as const,
  };
}

/** How many cases to speak of: the user's, or so many that no count is under one. */
export function casesFor(force: InForce, rates: Rates, population: number): number {
  const tried = population === 1 ? ROUND_NUMBERS : [population, ...ROUND_NUMBERS];
  const isEnough = (cases: number) =>
    Object.values(counts(force, rates, cases))
      .flat()
      .every((end) => end === 0 || end >= 1);
  return tried.find(isEnough) ?? (ROUND_NUMBERS.at(-1) as number);
}

/** Whom a choice finds, misses and flags wrongly, in counts. */
export function whomInWords(
  positive: string,
  force: InForce,
  rates: Rates,
  cases: number,
  isRule: boolean,
): string {
  const { positives, found: all, missed, alarms } = counts(force, rates, cases);
  const found = ([0, 1] as const).map((i) => leftOf(positives[i], missed[i], all[i]));
  const each = `Of ${amount(cases)} cases ${are(positives, cases)} ${positive}`;
  const raised = errors(alarms, 'false alarm');
  if (positives[1] === 0) return `${each}: ${isRule ? 'that' : 'it'} raises ${raised}.`;
  if (isRule && rates.fpr === 0)
    return `${each}: that misses all of them, and raises no false alarm.`;
  if (isRule) return `${each}: that finds all of them, and raises ${raised}.`;
  const finds =
    missed[1] === 0 ? 'finds all of them' : `finds ${peopleInWords(found as unknown as Range)}`;
  const misses = missed[1] === 0 ? '' : ` misses ${peopleInWords(missed)},`;
  return `${each}: it ${finds},${misses} and raises ${raised}.`;
}

function are(positives: Range, cases: number): string {
  if (positives[1] === 0) return 'none are';
  if (positives[0] === cases) return 'all are';
  const words = peopleInWords(positives);
  return words === '1' ? `${words} is` : `${words} are`;
}

const peopleInWords = (counted: Range) => (counted[1] === 0 ? 'none' : span(counted, people));

function errors(counted: Range, noun: string): string {
  const words = span(counted, people);
  return counted[1] === 0 ? `no ${noun}` : `${words} ${beside(noun, words)}`;
}

function beside(noun: string, count: string): string {
  if (count === '1') return noun;
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`;
}

// ---- What it costs

/** A part of a cost by which nobody tells two costs apart. */
const SAME = 1e-9;

/** How costs are told: `_tariff` of Python. */
export class Tariff {
  readonly #corners: readonly Corner[];
  readonly #cases: number;
  readonly #unit: string;
  readonly #error: string;
  /** For how many cases. */
  readonly per: string;

  private constructor(
    corners: readonly Corner[],
    cases: number,
    population: number,
    unit: string,
    error: string,
  ) {
    this.#corners = corners;
    this.#cases = cases;
    this.#unit = unit;
    this.#error = error;
    this.per = `${cases === population ? 'in' : 'per'} ${amount(cases)} cases`;
  }

  /** Null where neither error is sure to cost anything. */
  static of(force: InForce, unit: string, cases: number, population: number): Tariff | null {
    if (unit) return new Tariff(force.corners, cases, population, unit, '');
    const { alarm, miss, prior } = force;
    const shares = prior[0] === prior[1] ? [prior[0]] : prior;
    const each = (parts: readonly number[], corner: (p: number, part: number) => Corner) =>
      shares.flatMap((p) => parts.map((part) => corner(p, part)));
    if (alarm[0] > 0) {
      const parts = [miss[0] / alarm[1], miss[1] / alarm[0]];
      const corners = each(parts, (p, part) => [0, 1 - p, p * part]);
      return new Tariff(corners, cases, population, '', 'false alarm');
    }
    if (miss[0] > 0) {
      const parts = [alarm[0] / miss[1], alarm[1] / miss[0]];
      const corners = each(parts, (p, part) => [0, (1 - p) * part, p]);
      return new Tariff(corners, cases, population, '', 'miss');
    }
    return null;
  }

  cost({ fpr, tpr }: Rates): Range {
    return this.#over(this.#corners.map(([base, a, b]) => base + a * fpr + b * (1 - tpr)));
  }

  /** What a choice costs more than another; 0 where nobody can tell them apart. */
  more(rates: Rates, other: Rates): Range {
    const [fpr, fnr] = [rates.fpr - other.fpr, other.tpr - rates.tpr];
    const gaps = this.#corners.map(([, a, b]) => {
      const gap = a * fpr + b * fnr;
      return Math.abs(gap) <= SAME * (a + b) ? 0 : gap;
    });
    return this.#over(gaps);
  }

  /** What a choice costs more than the best, at most: it is most at a corner. */
  loss({ fpr, tpr }: Rates, hull: Hull): number {
    const losses = this.#corners.map(([, a, b]) => {
      const costs = Array.from(hull.fpr, (x, i) => a * x + b * (1 - at(hull.tpr, i)));
      return a * fpr + b * (1 - tpr) - Math.min(...costs);
    });
    return this.#cases * Math.max(...losses);
  }

  /** A normalised cost; only under exact conditions. */
  ofNormalised(cost: number): number {
    const [base] = this.#corners[0] as Corner;
    return this.#cases * base + this.ofGap(cost);
  }

  /** A difference of normalised costs; only under exact conditions. */
  ofGap(cost: number): number {
    const [, a, b] = this.#corners[0] as Corner;
    return this.#cases * (a + b) * cost;
  }

  #over(each: number[]): Range {
    const values = each.map((one) => this.#cases * one);
    return [Math.min(...values), Math.max(...values)];
  }

  /** An amount or a number of errors, without their noun. */
  bare(value: Range): string {
    return this.#unit ? span(value, amount, this.#unit) : span(value, tally);
  }

  /** An amount, or so many errors, and for how many cases. */
  words(value: Range): string {
    return `${this.counted(value)} ${this.per}`;
  }

  /** What a choice costs, as the beginning of a sentence. */
  total(value: Range, isRule = false): string {
    const it = isRule ? 'That' : 'It';
    if (this.#isNothing(value)) return `${it} costs nothing`;
    if (this.#unit) return `${it} costs ${this.words(value)}`;
    return `${isRule ? 'That weighs' : 'Its errors together weigh'} ${this.words(value)}`;
  }

  /** An amount or a number of errors after another one; of what, where that told nothing. */
  beside(value: Range, first: Range): string {
    return this.#isNothing(first) ? this.words(value) : this.bare(value);
  }

  /** Whether there are no errors to tell a cost as. */
  #isNothing([, high]: Range): boolean {
    return !this.#unit && high <= 0;
  }

  /** Money is what something costs, errors are what it weighs. */
  get verb(): string {
    return this.#unit ? 'cost' : 'weigh';
  }

  /** An amount, or so many errors. */
  counted(value: Range): string {
    const count = this.bare(value);
    return this.#unit ? count : `as much as ${count} ${beside(this.#error, count)}`;
  }
}
