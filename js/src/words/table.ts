// Content of figures and ribbon as table rows and text, for accessibility.

import { type ExpectedCosts, expectedCostOf, usefulRangeOf } from '../geometry/expected.ts';
import { costTolerance, ownerOf } from '../geometry/hull.ts';
import { at, envelopeVertex, interpolate } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Hull, RangeChoice, Winners } from '../wire/state.ts';
import { decimal, number, share } from './numbers.ts';
import { ownerName, type Subject } from './subject.ts';

// ---- Rows of the tables

export const MAX_ROWS = 500;

const sixDigits = (value: number) => number(value, 6);
const thresholdText = (value: number) => (Number.isNaN(value) ? '–' : decimal(value));

const RATE_HEADS = ['Threshold', 'False positive rate', 'True positive rate'];
const CORNER_HEADS = ['Whose', ...RATE_HEADS, 'From PC(+)', 'To PC(+)'];
const EXPECTED_HEADS = ['Expected in use, from', 'Expected in use, to'];
export const THRESHOLDS = ['Classifier', ...RATE_HEADS];

/** Return the column heads of `cornerRows`. */
export const cornerHeads = (subject: Subject): string[] =>
  hasExpectedCost(subject) ? [...CORNER_HEADS, ...EXPECTED_HEADS] : CORNER_HEADS;

const hasExpectedCost = ({ bands }: Subject) => bands && bands.expected.length > 0;

/**
 * Return the corners of the joint hull: owner, threshold, rates, and the range of pc.
 *
 * If known, the expected cost at both ends follows.
 */
export function cornerRows(subject: Subject, hull: Hull): string[][] {
  const { bands } = subject;
  const last = hull.fpr.length - 1;
  const inUse = (pc: number) => (bands ? number(interpolate(bands.pc, bands.expected, pc)) : '');
  return Array.from({ length: hull.owner.length }, (_, i) => {
    const from = i === 0 ? 0 : envelopeVertex(hull, i - 1).x;
    const to = i === last ? 1 : envelopeVertex(hull, i).x;
    return [
      ownerName(subject, ownerOf(hull, i)),
      thresholdText(at(hull.threshold, i)),
      sixDigits(at(hull.fpr, i)),
      sixDigits(at(hull.tpr, i)),
      ...[from, to].map(sixDigits),
      ...(hasExpectedCost(subject) ? [from, to].map(inUse) : []),
    ];
  });
}

/** Return drawn thresholds, at most `MAX_ROWS`, and their total number. */
export function thresholdRows({ points, names }: Subject): { rows: string[][]; count: number } {
  const rows: string[][] = [];
  let count = 0;
  for (let i = 0; i < points.fpr.length; i++) {
    if (Number.isNaN(at(points.fpr, i))) continue;
    count++;
    if (rows.length === MAX_ROWS) continue;
    rows.push([
      names[points.owner[i] as number] ?? '',
      thresholdText(at(points.threshold, i)),
      sixDigits(at(points.fpr, i)),
      sixDigits(at(points.tpr, i)),
    ]);
  }
  return { rows, count };
}

// ---- Ribbon

export interface WinnerInterval {
  from: number;
  to: number;
  owner: number;
  /** 1 significantly cheapest, 0 not significant, -1 not tested. */
  significance: number;
}

/** Return the intervals of pc with their cheapest classifier, merging equal neighbours. */
export function winnerIntervals({ pc, owner, significance }: Winners): WinnerInterval[] {
  const intervals: WinnerInterval[] = [];
  for (let i = 0; i < pc.length; i++) {
    const from = at(pc, i);
    const to = i + 1 < pc.length ? at(pc, i + 1) : 1;
    if (!(to > from)) continue;
    const interval = { from, to, owner: owner[i] as number, significance: significance[i] ?? -1 };
    const before = intervals.at(-1);
    if (before?.owner === interval.owner && before.significance === interval.significance)
      before.to = to;
    else intervals.push(interval);
  }
  return intervals;
}

/**
 * Return the parts of a range in which a baseline is cheaper than the choice for the range.
 *
 * It is so on new data if `costs` are known.
 */
export function baselineZones(
  choice: RangeChoice,
  costs: ExpectedCosts | null,
): Omit<WinnerInterval, 'significance'>[] {
  const [low, high] = choice.over;
  const [start, stop] = usefulRangeOf(costs, choice) ?? [0.5, 0.5];
  const costsMore = (pc: number, baselineCost: number) =>
    expectedCostOf(costs, choice, pc) - baselineCost > costTolerance(pc);
  const zones: Omit<WinnerInterval, 'significance'>[] = [];
  if (costsMore(low, low))
    zones.push({ from: low, to: Math.min(high, start), owner: Owner.ALL_NEGATIVE });
  if (costsMore(high, 1 - high))
    zones.push({ from: Math.max(low, stop), to: high, owner: Owner.ALL_POSITIVE });
  return zones;
}

/** An entry of the ribbon's key: its certainty, the owner of its tint, and its label. */
export interface CertaintyState {
  significance: WinnerInterval['significance'];
  owner: number;
  words: string;
}

const CERTAINTY_WORDS = [
  [0, 'could be chance'],
  [1, 'clear'],
  [-1, 'not tested'],
] as const;

/** Return the entries of the ribbon's key; none if nothing was tested. */
export function certaintyStates(intervals: readonly WinnerInterval[]): CertaintyState[] {
  const ofClassifiers = intervals.filter(({ owner }) => owner >= 0 || owner === Owner.TIE);
  if (ofClassifiers.every(({ significance }) => significance === -1)) return [];
  return CERTAINTY_WORDS.flatMap(([significance, words]) => {
    const first = ofClassifiers.find((interval) => interval.significance === significance);
    return first ? [{ significance, owner: first.owner, words }] : [];
  });
}

export function ownerInWords(subject: Subject, owner: number): string {
  return owner === Owner.TIE ? 'a tie of several' : ownerName(subject, owner);
}

/** Return the title of the ribbon, which ignores limits of criteria. */
export function ribbonTitle({ choice }: Subject): string {
  return choice ? 'Cheapest by cost alone' : 'Cheapest at each place';
}

/** Return the title, with a note if differences were not tested. */
export function untestedTitle(subject: Subject): string {
  return `${ribbonTitle(subject)}${subject.own.size > 1 ? '; differences not tested' : ''}`;
}

/** Meaning of the two ends of the axis. */
export const ENDS_OF_AXIS = ['← false alarms matter more', 'misses matter more →'] as const;

/** Describe the ribbon for screen readers. */
export function ribbonInWords(subject: Subject, intervals: WinnerInterval[]): string {
  const words = intervals.map(({ from, to, owner, significance }) => {
    const doubt = significance === 0 ? ' (could be chance)' : '';
    return `${ownerInWords(subject, owner)} from ${share(from)} to ${share(to)}${doubt}`;
  });
  const lead = ribbonTitle(subject).replace('at each place', 'along PC(+)');
  return words.length ? `${lead}: ${words.join(', ')}.` : 'No classifiers.';
}
