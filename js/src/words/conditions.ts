// Texts about operating conditions and costs, and expected counts.

import type { RegretBox } from '../geometry/choosing.ts';
import { DEFAULT_VALUES } from '../geometry/conditions.ts';
import { COST_TOLERANCE } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import type {
  Conditions,
  CostCorner,
  CostTerms,
  FixedTerms,
  LinearInPc,
  MovingTerms,
  Range,
} from '../wire/state.ts';
import { ASSUMPTION } from './helps.ts';
import {
  amount,
  costTyped,
  number,
  peopleCount,
  percent,
  remainderOf,
  share,
  shareTyped,
  span,
  tally,
} from './numbers.ts';
import type { Subject } from './subject.ts';

// ---- Row of conditions

/** Values in the row. */
export const ROW_VALUES = ['prior', 'cost_fn', 'cost_fp'] as const;
export type RowValue = (typeof ROW_VALUES)[number];

/** Return the label of a field, which Python's error messages also use. */
export function labelOf(name: RowValue, positive: string, currency: string): string {
  if (name === 'prior') return `Share of ${positive}`;
  const label = name === 'cost_fn' ? 'A miss costs' : 'A false alarm costs';
  return currency ? `${label} (${currency})` : label;
}

/** Return the text of a field: one number or a range. */
export function fieldText(name: RowValue, [low, high]: Range): string {
  const write = name === 'prior' ? shareTyped : costTyped;
  return low === high ? write(low) : `${write(low)} to ${write(high)}`;
}

/** Return the tooltip of a field. */
export function helpOf(name: RowValue, range: Range, positive: string): string {
  const text = fieldText(name, range);
  if (name !== 'prior') return `${text}. Type a number, or a range such as 5 to 10`;
  const isRare = range[0] === range[1] && range[0] > 0 && range[0] < 0.001;
  const oneIn = isRare ? ` (1 in ${amount(1 / range[0])})` : '';
  const help = `${text}${oneIn}. Type 5 %, 0.05, 1 in 20 or 1:19, or a range such as 1 to 5 %`;
  const isRange = range[0] !== range[1];
  return isRange ? `${help}\n\n${ASSUMPTION.replace('{positive}', positive)}` : help;
}

/** Return whether a value is the default. */
export function isDefault(name: RowValue, range: Range): boolean {
  return range.every((end) => end === DEFAULT_VALUES[name]);
}

/** Return the title of the row. */
export function rowTitle(conditions: Conditions | null): string {
  return conditions ? 'Yours' : 'Assumed,\nchange these';
}

/** Return the label of the button for the prevalence in the dataset. */
export const inDataWords = (share: number): string =>
  `As in these data (${number(100 * share, 2)}\u00a0%)`;

// ---- Conditions in effect

/** Tolerance for comparing ends of ranges. */
const RANGE_TOLERANCE = 1e-9;

export const sameRange = (a: Range, b: Range) =>
  Math.abs(a[0] - b[0]) < RANGE_TOLERANCE && Math.abs(a[1] - b[1]) < RANGE_TOLERANCE;
export const isExact = ([low, high]: Range) => low === high;
const ends = (range: Range) => (isExact(range) ? [range[0]] : range);

/** Conditions that the advice is for, all as ranges. */
export interface EffectiveConditions {
  /** Range of pc. */
  over: Range;
  /** Prevalence. */
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
  /** Costs of errors minus costs of correct decisions. */
  alarm: Range;
  miss: Range;
  /** Cost of a case at each combination of range ends. */
  corners: readonly CostCorner[];
  /** Whether the user gave no costs for this pc. */
  isAssumed: boolean;
  /** Whether pc is outside the user's range. */
  isOutside: boolean;
}

/** Return the conditions in effect at one pc, or over the range that contains it. */
export function conditionsAt({ money, pcRange }: Subject, pc: number): EffectiveConditions {
  const isInside = pcRange !== null && pcRange[0] <= pc && pc <= pcRange[1];
  const over: Range = isInside ? pcRange : [pc, pc];
  const isOutside = pcRange !== null && !isInside;
  const place = money?.kind === 'standing' && !isExact(over) ? clampTo(money.pc, pc) : pc;
  const isKnown =
    money && (isExact(over) || (money.kind === 'standing' && sameRange(money.pc, over)));
  const current = isKnown ? statedConditions(money, place, 0, 0) : null;
  if (!current || !money) {
    const corners = ends(over).map((prior): CostCorner => [0, 1 - prior, prior]);
    const unitCost: Range = [1, 1];
    const none: Range = [0, 0];
    const unitCosts = { cost_fp: unitCost, cost_fn: unitCost, alarm: unitCost, miss: unitCost };
    const costs = { ...unitCosts, cost_tp: none, cost_tn: none };
    return { over, prior: over, ...costs, corners, isAssumed: true, isOutside };
  }
  const { prior, cost_fp: fp, cost_fn: fn, cost_tp: tp, cost_tn: tn } = current;
  const exact: CostCorner = [
    prior[0] * tp[0] + (1 - prior[0]) * tn[0],
    (1 - prior[0]) * (fp[0] - tn[0]),
    prior[0] * (fn[0] - tp[0]),
  ];
  return {
    over,
    prior,
    cost_fp: fp,
    cost_fn: fn,
    cost_tp: tp,
    cost_tn: tn,
    alarm: [fp[0] - tn[1], fp[1] - tn[0]],
    miss: [fn[0] - tp[1], fn[1] - tp[0]],
    corners: money.kind === 'standing' ? money.corners : [exact],
    isAssumed: false,
    isOutside,
  };
}

/** Return the box of conditions for `minimaxChoice`. */
export function regretBox({ corners, alarm, miss, prior }: EffectiveConditions): RegretBox {
  const [[, fp], [, fn]] = [alarm, miss];
  // Where the cheaper baseline costs most.
  const share = clampTo(prior, fp / (fp + fn));
  return {
    corners: corners.map(([, perFpr, perFnr]) => [perFpr, perFnr]),
    tolerance: COST_TOLERANCE * Math.min(share * fn, (1 - share) * fp),
  };
}

const clampTo = ([low, high]: Range, pc: number) => Math.min(Math.max(pc, low), high);

/** Return the assumptions made without conditions, as the beginning of a sentence. */
export function assumedInWords({ classes }: Subject, effective: EffectiveConditions): string {
  if (!effective.isAssumed) return '';
  const start = effective.isOutside ? 'outside your range, if' : 'if';
  return `${start} ${prevalenceInWords(effective.prior)} are ${classes[1]} and both errors cost the same: `;
}

function prevalenceInWords(prior: Range): string {
  const words = new Map([
    [0, 'none'],
    [0.5, 'half'],
    [1, 'all'],
  ]);
  if (!isExact(prior)) return span(prior, percent);
  return words.get(prior[0]) ?? percent(prior[0]);
}

/** Describe the conditions at one end of the range that differ from those at the other. */
export function endInWords(
  { classes }: Subject,
  effective: EffectiveConditions,
  end: 0 | 1,
): string {
  const parts = costsAtEnd(effective, end);
  if (!isExact(effective.prior)) parts.unshift(`${percent(effective.prior[end])} ${classes[1]}`);
  return parts.length ? parts.join(', ') : end === 0 ? 'at one end' : 'at the other';
}

/** Return the costs at one end of the range that differ from those at the other. */
function costsAtEnd({ cost_fp: alarm, cost_fn: miss }: EffectiveConditions, end: 0 | 1): string[] {
  const parts: string[] = [];
  if (!isExact(miss)) parts.push(`${amount(miss[end])} a miss`);
  if (!isExact(alarm)) parts.push(`${amount(alarm[end === 0 ? 1 : 0])} a false alarm`);
  return parts;
}

/** List the costs of correct decisions that are not 0, as the end of a list of costs. */
export function rewardsInWords(
  { cost_tp, cost_tn }: Pick<EffectiveConditions, 'cost_tp' | 'cost_tn'>,
  currency: string,
): string {
  return [['positive', cost_tp] as const, ['negative', cost_tn] as const]
    .filter(([, [low, high]]) => low !== 0 || high !== 0)
    .map(([name, cost]) => `, a true ${name} ${span(cost, amount, currency)}`)
    .join('');
}

/** Return the prevalence at a pc, given the costs in effect. */
export const priorAt = ({ alarm, miss }: EffectiveConditions, pc: number): number =>
  shareAt(pc, alarm[0], miss[0]);

function shareAt(pc: number, alarm: number, miss: number): number {
  const highest = Math.max(alarm, miss);
  const positive = pc * (alarm / highest);
  return positive / (positive + (1 - pc) * (miss / highest));
}

/** Return the prevalence at a pc for both ends of the costs; or the pc. */
export function placeInWords(
  { classes }: Subject,
  effective: EffectiveConditions,
  pc: number,
): string {
  const { alarm, miss } = effective;
  if (!(alarm[0] > 0 && miss[0] > 0)) return `PC(+) ${share(pc)}`;
  const start = percent(shareAt(pc, alarm[1], miss[0]));
  const stop = percent(shareAt(pc, alarm[0], miss[1]));
  if (start === stop) return `${start} ${classes[1]}`;
  const [first, last] = ([0, 1] as const).map((end) => costsAtEnd(effective, end).join(', '));
  return first ? `${start} ${classes[1]} (${first}) or ${stop} (${last})` : `PC(+) ${share(pc)}`;
}

/** Return the verb for costs, which depends on whether correct decisions have costs too. */
export const costVerb = ({ corners }: EffectiveConditions) =>
  corners.some(([base]) => base !== 0) ? 'Its errors cost' : 'It costs';

// ---- Conditions and cost of a case at one pc

/** Conditions at one pc, and the cost of a case, all as ranges. */
export interface StatedConditions {
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
  perCase: Range;
}

const lineAt = (line: LinearInPc, pc: number) => line[0] * (1 - pc) + line[1] * pc;

/** Return the conditions at one pc; null if no finite or allowed ones exist. */
export function statedConditions(
  money: CostTerms,
  pc: number,
  fpr: number,
  tpr: number,
): StatedConditions | null {
  return money.kind === 'standing'
    ? fixedConditions(money, pc, fpr, tpr)
    : movingConditions(money, pc, fpr, 1 - tpr);
}

function fixedConditions(
  money: FixedTerms,
  pc: number,
  fpr: number,
  tpr: number,
): StatedConditions | null {
  if (!(money.pc[0] <= pc && pc <= money.pc[1])) return null;
  const each = money.corners.map((corner) => costPerCase(corner, fpr, 1 - tpr));
  return { ...money, perCase: [Math.min(...each), Math.max(...each)] };
}

function movingConditions(
  money: MovingTerms,
  pc: number,
  fpr: number,
  fnr: number,
): StatedConditions | null {
  const over = lineAt(money.over, pc);
  if (!(over > 0)) return null;
  const at = (line: LinearInPc) => lineAt(line, pc) / over;
  const worst = at(money.worst);
  const each = costPerCase([at(money.base), worst * (1 - pc), worst * pc], fpr, fnr);
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
  return Object.fromEntries(exact) as unknown as StatedConditions;
}

// ---- Choices

/** Rates of a choice. */
export interface Rates {
  fpr: number;
  tpr: number;
}

// ---- Expected counts

const ROUND_NUMBERS = [1e3, 1e5, 1e7, 1e9];

function expectedCounts({ prior }: EffectiveConditions, { fpr, tpr }: Rates, cases: number) {
  const [low, high] = [prior[0] * cases, prior[1] * cases];
  const [fewNegatives, manyNegatives] = [(1 - prior[1]) * cases, (1 - prior[0]) * cases];
  return {
    positives: [low, high] as const,
    found: [low * tpr, high * tpr] as const,
    missed: [low * (1 - tpr), high * (1 - tpr)] as const,
    alarms: [fewNegatives * fpr, manyNegatives * fpr] as const,
  };
}

/** Return the user's number of cases, or a round one for which no expected count is below one. */
export function caseCountFor(effective: EffectiveConditions, rates: Rates, nCases: number): number {
  const options = nCases === 1 ? ROUND_NUMBERS : [nCases, ...ROUND_NUMBERS];
  const isEnough = (cases: number) =>
    Object.values(expectedCounts(effective, rates, cases))
      .flat()
      .every((end) => end === 0 || end >= 1);
  return options.find(isEnough) ?? (ROUND_NUMBERS.at(-1) as number);
}

/** Describe the expected true positives, misses and false alarms. */
export function countsInWords(
  subject: Subject,
  effective: EffectiveConditions,
  rates: Rates,
  cases: number,
  owner: number,
): string {
  const isBaseline = owner === Owner.ALL_NEGATIVE || owner === Owner.ALL_POSITIVE;
  const { positives, found: all, missed, alarms } = expectedCounts(effective, rates, cases);
  const detected = ([0, 1] as const).map((i) => remainderOf(positives[i], missed[i], all[i]));
  const each = `Of ${amount(cases)} cases ${positivesInWords(positives, cases)} ${subject.classes[1]}`;
  const limit = rates.fpr === 0 && !isBaseline ? zeroErrorsInWords(subject, owner, false) : '';
  const raised = `${errorCount(alarms, 'false alarm')}${limit}`;
  if (positives[1] === 0) return `${each}: ${isBaseline ? 'that' : 'it'} raises ${raised}.`;
  if (isBaseline && rates.fpr === 0)
    return `${each}: that misses all of them, and raises no false alarm.`;
  if (isBaseline) return `${each}: that finds all of them, and raises ${raised}.`;
  const finds =
    missed[1] === 0
      ? `finds all of them${zeroErrorsInWords(subject, owner, true)}`
      : `finds ${caseCount(detected as unknown as Range)}`;
  const misses = missed[1] === 0 ? '' : ` misses ${caseCount(missed)},`;
  return `${each}: it ${finds},${misses} and raises ${raised}.`;
}

const ZERO_LEVEL = 0.95;

/** Describe the upper confidence limit of a rate of which no error was observed. */
function zeroErrorsInWords({ trials, own }: Subject, owner: number, isPositive: boolean): string {
  const sizes = trials[owner];
  if (!sizes) return ' on this dataset';
  const [negatives, positives, areClusters] = sizes;
  const size = isPositive ? positives : negatives;
  const limit = -Math.expm1(Math.log((1 - ZERO_LEVEL) / Math.max(1, own.size)) / size);
  const count = `${peopleCount(size)}${areClusters ? ' clusters' : ''}`;
  return ` (none in ${count}, ${percent(ZERO_LEVEL)}: up to ${peopleCount(1000 * limit)} per 1,000)`;
}

function positivesInWords(positives: Range, cases: number): string {
  if (positives[1] === 0) return 'none are';
  if (positives[0] === cases) return 'all are';
  const words = caseCount(positives);
  return words === '1' ? `${words} is` : `${words} are`;
}

const caseCount = (counted: Range) => (counted[1] === 0 ? 'none' : span(counted, peopleCount));

function errorCount(counted: Range, noun: string): string {
  const words = span(counted, peopleCount);
  return counted[1] === 0 ? `no ${noun}` : `${words} ${pluralize(noun, words)}`;
}

function pluralize(noun: string, count: string): string {
  if (count === '1') return noun;
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`;
}

// ---- Costs

/**
 * Return the cost per case, or the difference in cost for differences of rates.
 *
 * It is 0 if below 1e-9 of the terms, which may cancel out, and of the cheaper baseline.
 */
function costPerCase([base, a, b]: CostCorner, fpr: number, fnr: number): number {
  const terms = [base, a * fpr, b * fnr] as const;
  const cost = terms[0] + (terms[1] + terms[2]);
  const atStake = terms.reduce((sum, term) => sum + Math.abs(term), Math.min(a, b));
  return Math.abs(cost) < COST_TOLERANCE * atStake ? 0 : cost;
}

/** Unit for reporting costs: a currency, or an equivalent number of errors. */
export class CostUnit {
  readonly #corners: readonly CostCorner[];
  readonly #cases: number;
  /** The currency; '' if costs are expressed in errors. */
  readonly currency: string;
  readonly #error: string;
  /** Number of cases, as text. */
  readonly perCases: string;

  private constructor(
    corners: readonly CostCorner[],
    cases: number,
    nCases: number,
    currency: string,
    error: string,
  ) {
    this.#corners = corners;
    this.#cases = cases;
    this.currency = currency;
    this.#error = error;
    this.perCases = `${cases === nCases ? 'in' : 'per'} ${amount(cases)} cases`;
  }

  /** Return the cost unit for these conditions, in which at least one error has a positive cost. */
  static of(
    effective: EffectiveConditions,
    currency: string,
    cases: number,
    nCases: number,
  ): CostUnit {
    if (currency) return new CostUnit(effective.corners, cases, nCases, currency, '');
    const { alarm, miss, prior } = effective;
    const shares = prior[0] === prior[1] ? [prior[0]] : prior;
    const each = (parts: readonly number[], corner: (p: number, part: number) => CostCorner) =>
      shares.flatMap((p) => parts.map((part) => corner(p, part)));
    if (alarm[0] > 0) {
      const parts = [miss[0] / alarm[1], miss[1] / alarm[0]];
      const corners = each(parts, (p, part) => [0, 1 - p, p * part]);
      return new CostUnit(corners, cases, nCases, '', 'false alarm');
    }
    const parts = [alarm[0] / miss[1], alarm[1] / miss[0]];
    const corners = each(parts, (p, part) => [0, (1 - p) * part, p]);
    return new CostUnit(corners, cases, nCases, '', 'miss');
  }

  cost({ fpr, tpr }: Rates): Range {
    return this.#over(this.#corners.map((corner) => costPerCase(corner, fpr, 1 - tpr)));
  }

  /** Return the difference in cost of two choices, 0 within the tolerance. */
  difference(rates: Rates, other: Rates): Range {
    const [fpr, fnr] = [rates.fpr - other.fpr, other.tpr - rates.tpr];
    return this.#over(this.#corners.map(([, a, b]) => costPerCase([0, a, b], fpr, fnr)));
  }

  /** Return the maximum of a function of both error costs over the corners of the conditions. */
  maximum(of: (errorCosts: readonly [number, number]) => number): number {
    return this.#cases * Math.max(...this.#corners.map(([, a, b]) => of([a, b])));
  }

  /** Convert a normalised cost; exact conditions only. */
  fromNormalized(cost: number): number {
    return this.#cases * costPerCase(this.#corners[0] as CostCorner, cost, cost);
  }

  /** Convert a difference of normalised costs; exact conditions only. */
  fromDifference(cost: number): number {
    const [, a, b] = this.#corners[0] as CostCorner;
    return this.#cases * costPerCase([0, a, b], cost, cost);
  }

  #over(each: number[]): Range {
    const values = each.map((value) => this.#cases * value);
    return [Math.min(...values), Math.max(...values)];
  }

  /** Return an amount or a number of errors without noun. */
  amountText(value: Range): string {
    return this.currency ? span(value, amount, this.currency) : span(value, tally);
  }

  /** Return an amount or a number of errors with the number of cases. */
  amountWithCases(value: Range): string {
    return `${this.amountWithNoun(value)} ${this.perCases}`;
  }

  /** Return the beginning of a sentence on the total cost. */
  totalSentence(value: Range, isBaseline = false): string {
    const it = isBaseline ? 'That' : 'It';
    if (this.#isZeroErrors(value)) return `${it} costs nothing`;
    if (this.currency) return `${it} costs ${this.amountWithCases(value)}`;
    return `${isBaseline ? 'That weighs' : 'Its errors together weigh'} ${this.amountWithCases(value)}`;
  }

  /** Return an amount that follows another one, in full if the first was nothing. */
  nextAmount(value: Range, first: Range): string {
    return this.#isZeroErrors(first) ? this.amountWithCases(value) : this.amountText(value);
  }

  /** Return whether there is no error to express the cost in. */
  #isZeroErrors([, high]: Range): boolean {
    return !this.currency && high <= 0;
  }

  get verb(): string {
    return this.currency ? 'cost' : 'weigh';
  }

  /** Return an amount, or a number of errors with noun. */
  amountWithNoun(value: Range): string {
    const count = this.amountText(value);
    return this.currency ? count : `as much as ${count} ${pluralize(this.#error, count)}`;
  }
}
