import type { Bands, Difference, Money } from '../cursor/state.ts';
import { envelopeVertex, slopeAt } from '../geometry/duality.ts';
import { type Hover, isShown, type Space } from '../geometry/highlight.ts';
import {
  ALL_NEGATIVE,
  ALL_POSITIVE,
  at,
  type Chain,
  type Hull,
  type Points,
} from '../geometry/shapes.ts';
import { decimal, number, percent, share } from './numbers.ts';

/** What the sentences are about. */
export interface Subject {
  points: Points;
  hull: Hull;
  /** The hull of each visible classifier alone, by its position. */
  own: ReadonlyMap<number, Hull>;
  /** Names of the classifiers. */
  names: string[];
  /** The user's own words for the (negative, positive) class. */
  classes: [string, string];
  /** The user's names of points; empty if there are none. */
  labels: string[];
  /** Names of the two of which the difference is. */
  compared: [string, string] | null;
  /** Whether the classifiers are evaluations of one, of which the mean counts. */
  average: boolean;
  pcRange: [number, number] | null;
  /** What another criterion chooses, in Python's words. */
  criterionWords: string;
  level: number;
  /** Whether bands and difference belong to older data or settings. */
  stale: boolean;
  bands?: Bands;
  difference?: Difference;
  money?: Money | null;
}

/** Who this is: a classifier by its position, or a trivial rule. */
export function who({ names, classes }: Pick<Subject, 'names' | 'classes'>, owner: number): string {
  if (owner === ALL_NEGATIVE) return `call all ${classes[0]}`;
  if (owner === ALL_POSITIVE) return `call all ${classes[1]}`;
  return names[owner] ?? 'several, tied';
}

/** One threshold of somebody; `point` is its place among the drawn ones. */
export interface Rule {
  owner: number;
  threshold: number;
  point: number;
}

/** The same with its threshold or its label, where it has one. */
export function ruleOf(subject: Subject, { owner, threshold, point }: Rule): string {
  const name = who(subject, owner);
  if (owner < 0) return name;
  const label = subject.labels[point];
  if (label) return `${name} (${label})`;
  return Number.isFinite(threshold) ? `${name}, threshold ${decimal(threshold)}` : name;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The decision rule of point i, its classifier's name cut short where there is little room. */
function rule(subject: Subject, i: number, name: (whole: string) => string): string {
  const { points, classes } = subject;
  const threshold = at(points.threshold, i);
  if (threshold === Number.POSITIVE_INFINITY) return capital(who(subject, ALL_NEGATIVE));
  if (at(points.fpr, i) === 1 && at(points.tpr, i) === 1) return `Call all ${classes[1]}`;
  const names = subject.names.map(name);
  const owner = points.owner[i] as number;
  return ruleOf({ ...subject, names }, { owner, threshold, point: i });
}

const whole = (name: string) => name;

/** What the eye sees at the cursor, as one sentence. */
export function sentence(hover: Hover | null, subject: Subject): string {
  if (hover === null || !isShown(hover, subject.points, subject.hull)) return '';
  if (hover.kind === 'point') return pointSentence(subject, hover.index);
  if (hover.kind === 'edge') return edgeSentence(subject.hull, hover.index);
  const { x, y } = hover;
  if (hover.space === 'roc') {
    return `A classifier at (${number(x)}, ${number(y)}): cost runs from ${number(x)} at PC(+) 0 to ${number(1 - y)} at PC(+) 1.`;
  }
  return `At PC(+) ${share(x)} a cost of ${number(y)} is reached along the ROC line of slope ${number(slopeAt(x))}.`;
}

function pointSentence(subject: Subject, i: number): string {
  const [negative, positive] = subject.classes;
  const fpr = at(subject.points.fpr, i);
  const tpr = at(subject.points.tpr, i);
  return `${rule(subject, i, whole)}: finds ${percent(tpr)} of ${positive}, flags ${percent(fpr)} of ${negative}. Cost runs from ${number(fpr)} to ${number(1 - tpr)}.`;
}

function edgeSentence(hull: Chain, k: number): string {
  const vertex = envelopeVertex(hull, k);
  return `Hull edge of slope ${number(slopeAt(vertex.x))}: its two ends cost the same, ${number(vertex.y)}, at PC(+) ${share(vertex.x)}.`;
}

const LONGEST_NAME = 24;

/** The few words that stand beside the dot in the given space. */
export function label(hover: Hover | null, subject: Subject, space: Space): string {
  if (hover === null || !isShown(hover, subject.points, subject.hull)) return '';
  if (hover.kind === 'point') return rule(subject, hover.index, short);
  if (hover.kind === 'edge') return costLabel(envelopeVertex(subject.hull, hover.index).y);
  return space === 'cost' ? costLabel(hover.y) : `(${number(hover.x)}, ${number(hover.y)})`;
}

export function short(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function costLabel(cost: number): string {
  return `cost ${number(cost)}`;
}
