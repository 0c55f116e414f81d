// What figures and ribbon show, as rows and in words, for those who cannot see them.

import { ownerOf, sameCost } from '../geometry/hull.ts';
import { at, between, envelopeVertex, expectedCost } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Hull, OneChoice, Winners } from '../wire/state.ts';
import { decimal, number, share } from './numbers.ts';
import { type Subject, who } from './subject.ts';

// ---- Rows of the tables

export const MOST_ROWS = 500;

const rounded = (value: number) => number(value, 6);
const threshold = (value: number) => (Number.isNaN(value) ? '–' : decimal(value));

const RATES = ['Threshold', 'False positive rate', 'True positive rate'];
const CORNERS = ['Whose', ...RATES, 'From PC(+)', 'To PC(+)'];
const IN_USE = ['Expected in use, from', 'Expected in use, to'];
export const THRESHOLDS = ['Classifier', ...RATES];

/** What stands above the columns of `cornerRows`. */
export const cornerHeads = (subject: Subject): string[] =>
  isForeseen(subject) ? [...CORNERS, ...IN_USE] : CORNERS;

const isForeseen = ({ bands, stale }: Subject) => bands && bands.expected.length > 0 && !stale;

/**
 * Corners of the joint hull: owner, threshold, fpr, tpr, and the pc between which each wins.
 *
 * Once it is known what to expect of the best in use, that at both ends too.
 */
export function cornerRows(subject: Subject, hull: Hull): string[][] {
  const { bands } = subject;
  const last = hull.fpr.length - 1;
  const inUse = (pc: number) => (bands ? number(between(bands.pc, bands.expected, pc)) : '');
  return Array.from({ length: hull.owner.length }, (_, i) => {
    const from = i === 0 ? 0 : envelopeVertex(hull, i - 1).x;
    const to = i === last ? 1 : envelopeVertex(hull, i).x;
    return [
      who(subject, ownerOf(hull, i)),
      threshold(at(hull.threshold, i)),
      rounded(at(hull.fpr, i)),
      rounded(at(hull.tpr, i)),
      ...[from, to].map(rounded),
      ...(isForeseen(subject) ? [from, to].map(inUse) : []),
    ];
  });
}

/** Drawn thresholds, at most so many, and how many there are in all. */
export function thresholdRows({ points, names }: Subject): { rows: string[][]; count: number } {
  const rows: string[][] = [];
  let count = 0;
  for (let i = 0; i < points.fpr.length; i++) {
    if (Number.isNaN(at(points.fpr, i))) continue;
    count++;
    if (rows.length === MOST_ROWS) continue;
    rows.push([
      names[points.owner[i] as number] ?? '',
      threshold(at(points.threshold, i)),
      rounded(at(points.fpr, i)),
      rounded(at(points.tpr, i)),
    ]);
  }
  return { rows, count };
}

// ---- The ribbon

export interface Interval {
  from: number;
  to: number;
  owner: number;
  /** 1 clearly cheaper than every other, 0 where one cannot be told apart, -1 not tested. */
  sure: number;
}

/** Stretches of pc of some length, from left to right. */
export function intervals({ pc, owner, sure }: Winners): Interval[] {
  const found: Interval[] = [];
  for (let i = 0; i < pc.length; i++) {
    const from = at(pc, i);
    const to = i + 1 < pc.length ? at(pc, i + 1) : 1;
    if (!(to > from)) continue;
    const one = { from, to, owner: owner[i] as number, sure: sure[i] ?? -1 };
    const before = found.at(-1);
    if (before?.owner === one.owner && before.sure === one.sure) before.to = to;
    else found.push(one);
  }
  return found;
}

/** The parts of a range in which a trivial rule costs less than the one choice for all of it. */
export function idleZones(one: OneChoice): Omit<Interval, 'sure'>[] {
  const [low, high] = one.over;
  const { fpr, tpr } = one;
  const costsMore = (pc: number, nothing: number) =>
    expectedCost(fpr, tpr, pc) - nothing > sameCost(pc);
  const zones: Omit<Interval, 'sure'>[] = [];
  if (costsMore(low, low)) {
    zones.push({ from: low, to: Math.min(high, fpr / (fpr + tpr)), owner: Owner.ALL_NEGATIVE });
  }
  if (costsMore(high, 1 - high)) {
    const from = Math.max(low, (1 - fpr) / (1 - fpr + (1 - tpr)));
    zones.push({ from, to: high, owner: Owner.ALL_POSITIVE });
  }
  return zones;
}

/** What a ribbon says of how sure a stretch is, and in whose tint it is said first. */
export interface State {
  sure: Interval['sure'];
  owner: number;
  words: string;
}

const STATES = [
  [0, 'could be chance'],
  [1, 'clear'],
  [-1, 'not tested'],
] as const;

/** The states that occur where classifiers are cheapest; none where nothing was tested. */
export function statesOf(found: readonly Interval[]): State[] {
  const ofClassifiers = found.filter(({ owner }) => owner >= 0 || owner === Owner.TIE);
  if (ofClassifiers.every(({ sure }) => sure === -1)) return [];
  return STATES.flatMap(([sure, words]) => {
    const first = ofClassifiers.find((one) => one.sure === sure);
    return first ? [{ sure, owner: first.owner, words }] : [];
  });
}

export function ownerInWords(subject: Subject, owner: number): string {
  return owner === Owner.TIE ? 'a tie of several' : who(subject, owner);
}

/** What a ribbon shows: it knows of no limit. */
export function ribbonTitle({ choice }: Subject): string {
  return choice ? 'Cheapest by cost alone' : 'Cheapest at each place';
}

/** The same while nobody has told differences from chance. */
export function untestedInWords(subject: Subject): string {
  return `${ribbonTitle(subject)}${subject.own.size > 1 ? '; differences not tested' : ''}`;
}

/** What either end of the axis means. */
export const ENDS_OF_AXIS = ['← false alarms matter more', 'misses matter more →'] as const;

/** The ribbon for those who do not see it. */
export function ribbonInWords(subject: Subject, found: Interval[]): string {
  const words = found.map(({ from, to, owner, sure }) => {
    const doubt = sure === 0 ? ' (could be chance)' : '';
    return `${ownerInWords(subject, owner)} from ${share(from)} to ${share(to)}${doubt}`;
  });
  const lead = ribbonTitle(subject).replace('at each place', 'along PC(+)');
  return words.length ? `${lead}: ${words.join(', ')}.` : 'No classifiers.';
}
