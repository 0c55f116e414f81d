// Conditions of use in words: their row, those in force, and what a choice costs under them.

import { UNKNOWN } from '../geometry/conditions.ts';
import { at } from '../geometry/lines.ts';
import type {
  Conditions,
  Corner,
  Hull,
  Line,
  Money,
  Moving,
  Range,
  Standing,
} from '../wire/state.ts';
import { ASSUMPTION } from './helps.ts';
import {
  amount,
  costTyped,
  leftOf,
  number,
  people,
  percent,
  share,
  shareTyped,
  span,
  tally,
} from './numbers.ts';
import type { Subject } from './subject.ts';

// ---- The row of conditions: what its fields are called, show and take

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
export function helpOf(name: Shown, range: Range, positive: string): string {
  const text = fieldText(name, range);
  if (name !== 'prior') return `${text}. Type a number, or a range such as 5 to 10`;
  const isRare = range[0] === range[1] && range[0] > 0 && range[0] < 0.001;
  const oneIn = isRare ? ` (1 in ${amount(1 / range[0])})` : '';
  const help = `${text}${oneIn}. Type 5 %, 0.05, 1 in 20 or 1:19, or a range such as 1 to 5 %`;
  const isRange = range[0] !== range[1];
  return isRange ? `${help}\n\n${ASSUMPTION.replace('{positive}', positive)}` : help;
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

// ---- The conditions in force, where they lead, and how they are told

/** Two ends of one range that were computed in two ways. */
const SAID_AS = 1e-9;

export const sameRange = (a: Range, b: Range) =>
  Math.abs(a[0] - b[0]) < SAID_AS && Math.abs(a[1] - b[1]) < SAID_AS;
export const isExact = ([low, high]: Range) => low === high;
const ends = (range: Range) => (isExact(range) ? [range[0]] : range);

/** Conditions under which an answer holds; each a range, also where it is one number. */
export interface Force {
  /** Of pc. */
  over: Range;
  /** The share of positives. */
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  /** What errors cost beyond right answers. */
  alarm: Range;
  miss: Range;
  /** What a case costs, for each combination of ends. */
  corners: readonly Corner[];
  /** Whether nobody has given costs for this pc. */
  isAssumed: boolean;
  /** Whether pc is not in the user's range. */
  isOutside: boolean;
}

/** The conditions in force at one pc, or over the range in which it lies: `in_force` of Python. */
export function forceAt({ money, pcRange }: Subject, pc: number): Force {
  const isInside = pcRange !== null && pcRange[0] <= pc && pc <= pcRange[1];
  const over: Range = isInside ? pcRange : [pc, pc];
  const isOutside = pcRange !== null && !isInside;
  const place = money?.kind === 'standing' && !isExact(over) ? within(money.pc, pc) : pc;
  const isKnown =
    money && (isExact(over) || (money.kind === 'standing' && sameRange(money.pc, over)));
  const said = isKnown ? stated(money, place, 0, 0) : null;
  if (!said || !money) {
    const corners = ends(over).map((prior): Corner => [0, 1 - prior, prior]);
    const one: Range = [1, 1];
    const same = { cost_fp: one, cost_fn: one, alarm: one, miss: one };
    return { over, prior: over, ...same, corners, isAssumed: true, isOutside };
  }
  const { prior, cost_fp: fp, cost_fn: fn, cost_tp: tp, cost_tn: tn } = said;
  const exact: Corner = [
    prior[0] * tp[0] + (1 - prior[0]) * tn[0],
    (1 - prior[0]) * (fp[0] - tn[0]),
    prior[0] * (fn[0] - tp[0]),
  ];
  return {
    over,
    prior,
    cost_fp: fp,
    cost_fn: fn,
    alarm: [fp[0] - tn[1], fp[1] - tn[0]],
    miss: [fn[0] - tp[1], fn[1] - tp[0]],
    corners: money.kind === 'standing' ? money.corners : [exact],
    isAssumed: false,
    isOutside,
  };
}

const within = ([low, high]: Range, pc: number) => Math.min(Math.max(pc, low), high);

/** What has to be assumed as long as nobody has said under which conditions. */
export function assumedInWords({ classes }: Subject, force: Force): string {
  if (!force.isAssumed) return '';
  const start = force.isOutside ? 'outside your range, if' : 'if';
  return `${start} ${partInWords(force.prior)} are ${classes[1]} and both errors cost the same: `;
}

function partInWords(prior: Range): string {
  const named = new Map([
    [0, 'none'],
    [0.5, 'half'],
    [1, 'all'],
  ]);
  if (!isExact(prior)) return span(prior, percent);
  return named.get(prior[0]) ?? percent(prior[0]);
}

/** The conditions at one end of the range: those that are not the same all over it. */
export function endInWords({ classes }: Subject, force: Force, end: 0 | 1): string {
  const parts = costsAtEnd(force, end);
  if (!isExact(force.prior)) parts.unshift(`${percent(force.prior[end])} ${classes[1]}`);
  return parts.length ? parts.join(', ') : end === 0 ? 'at one end' : 'at the other';
}

/** The costs at one end of the range that are not the same all over it. */
function costsAtEnd({ cost_fp: alarm, cost_fn: miss }: Force, end: 0 | 1): string[] {
  const parts: string[] = [];
  if (!isExact(miss)) parts.push(`${amount(miss[end])} a miss`);
  if (!isExact(alarm)) parts.push(`${amount(alarm[end === 0 ? 1 : 0])} a false alarm`);
  return parts;
}

/** The share of positives that a pc stands for, at the costs in force. */
export const priorAt = ({ alarm, miss }: Force, pc: number): number =>
  shareAt(pc, alarm[0], miss[0]);

function shareAt(pc: number, alarm: number, miss: number): number {
  const dearest = Math.max(alarm, miss);
  const positive = pc * (alarm / dearest);
  return positive / (positive + (1 - pc) * (miss / dearest));
}

/** A place in the range: the share of positives there, at either end of the costs; or a pc. */
export function placeInWords({ classes }: Subject, force: Force, pc: number): string {
  const { alarm, miss } = force;
  if (!(alarm[0] > 0 && miss[0] > 0)) return `PC(+) ${share(pc)}`;
  const start = percent(shareAt(pc, alarm[1], miss[0]));
  const stop = percent(shareAt(pc, alarm[0], miss[1]));
  if (start === stop) return `${start} ${classes[1]}`;
  const [first, last] = ([0, 1] as const).map((end) => costsAtEnd(force, end).join(', '));
  return first ? `${start} ${classes[1]} (${first}) or ${stop} (${last})` : `PC(+) ${share(pc)}`;
}

/** Right answers may cost, or bring, something too. */
export const costVerb = ({ corners }: Force) =>
  corners.some(([base]) => base !== 0) ? 'Its errors cost' : 'It costs';

// ---- Conditions as they are stated at one pc, and what a case costs

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

// ---- A choice under these conditions

/** The rates of a choice. */
export interface Rates {
  fpr: number;
  tpr: number;
}

// ---- Whom a choice finds, misses and flags

const ROUND_NUMBERS = [1e3, 1e5, 1e7, 1e9];

function counts({ prior }: Force, { fpr, tpr }: Rates, cases: number) {
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
export function casesFor(force: Force, rates: Rates, population: number): number {
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
  force: Force,
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

  /** One error at least is sure to cost something. */
  static of(force: Force, unit: string, cases: number, population: number): Tariff {
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
    const parts = [alarm[0] / miss[1], alarm[1] / miss[0]];
    const corners = each(parts, (p, part) => [0, (1 - p) * part, p]);
    return new Tariff(corners, cases, population, '', 'miss');
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
