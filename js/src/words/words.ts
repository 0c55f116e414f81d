import type { Bands, Difference, Money } from '../cursor/state.ts';
import { envelopeVertex, slopeAt } from '../geometry/duality.ts';
import type { Hover, Space } from '../geometry/highlight.ts';
import { ALL_NEGATIVE, ALL_POSITIVE, at, type Chain, type Points } from '../geometry/shapes.ts';
import { number, percent } from './numbers.ts';

export { number, percent };

/** What the sentences are about. */
export interface Subject {
  points: Points;
  hull: Chain;
  /** Names of the classifiers. */
  names: string[];
  /** The user's own words for the (negative, positive) class. */
  classes: [string, string];
  bands?: Bands;
  difference?: Difference;
  money?: Money | null;
  level?: number;
  /** Whether bands and difference belong to older data or settings. */
  stale?: boolean;
}

/** Who this is: a classifier by its position, or a trivial rule. */
export function who({ names, classes }: Subject, owner: number): string {
  if (owner === ALL_NEGATIVE) return `call all ${classes[0]}`;
  if (owner === ALL_POSITIVE) return `call all ${classes[1]}`;
  return names[owner] ?? 'several, tied';
}

/** The same with its threshold, where it has one. */
export function ruleOf(subject: Subject, owner: number, threshold: number): string {
  const name = who(subject, owner);
  return owner < 0 || Number.isNaN(threshold) ? name : `${name} @ ${number(threshold, 4)}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The decision rule of point i; `said` puts the name of a classifier and a threshold together. */
function rule(
  { points, names, classes }: Subject,
  i: number,
  said: (name: string, threshold: number) => string,
): string {
  const threshold = at(points.threshold, i);
  if (threshold === Number.POSITIVE_INFINITY) return `Call all ${classes[0]}`;
  if (at(points.fpr, i) === 1 && at(points.tpr, i) === 1) return `Call all ${classes[1]}`;
  const name = names[points.owner[i] as number] as string;
  return Number.isNaN(threshold) ? name : said(name, threshold);
}

const inFull = (name: string, threshold: number) => `${name} at threshold ${number(threshold, 6)}`;
const inShort = (name: string, threshold: number) => `${short(name)} @ ${number(threshold, 4)}`;

/** What the eye sees at the cursor, as one sentence. */
export function sentence(hover: Hover | null, subject: Subject): string {
  if (hover === null) return '';
  if (hover.kind === 'point') return pointSentence(subject, hover.index);
  if (hover.kind === 'edge') return edgeSentence(subject.hull, hover.index);
  const { x, y } = hover;
  if (hover.space === 'roc') {
    return `A classifier at (${number(x)}, ${number(y)}): cost runs from ${number(x)} at PC(+) 0 to ${number(1 - y)} at PC(+) 1.`;
  }
  return `At PC(+) ${number(x)} a cost of ${number(y)} is reached along the ROC line of slope ${number(slopeAt(x))}.`;
}

function pointSentence(subject: Subject, i: number): string {
  if (i >= subject.points.fpr.length) return '';
  const [negative, positive] = subject.classes;
  const fpr = at(subject.points.fpr, i);
  const tpr = at(subject.points.tpr, i);
  return `${rule(subject, i, inFull)}: finds ${percent(tpr)} of ${positive}, flags ${percent(fpr)} of ${negative}. Cost runs from ${number(fpr)} to ${number(1 - tpr)}.`;
}

function edgeSentence(hull: Chain, k: number): string {
  if (k >= hull.fpr.length - 1) return '';
  const vertex = envelopeVertex(hull, k);
  return `Hull edge of slope ${number(slopeAt(vertex.x))}: its two ends cost the same, ${number(vertex.y)}, at PC(+) ${number(vertex.x)}.`;
}

const LONGEST_NAME = 24;

/** The few words that stand beside the dot in the given space. */
export function label(hover: Hover | null, subject: Subject, space: Space): string {
  if (hover === null) return '';
  if (hover.kind === 'point') {
    return hover.index < subject.points.fpr.length ? rule(subject, hover.index, inShort) : '';
  }
  if (hover.kind === 'edge') {
    const isEdge = hover.index < subject.hull.fpr.length - 1;
    return isEdge ? costLabel(envelopeVertex(subject.hull, hover.index).y) : '';
  }
  return space === 'cost' ? costLabel(hover.y) : `(${number(hover.x)}, ${number(hover.y)})`;
}

export function short(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function costLabel(cost: number): string {
  return `cost ${number(cost)}`;
}
