// Texts in and below the figures: labels, descriptions of highlights, and the key.

import { cornerChoice, costDifference, equalCostPc } from '../geometry/choosing.ts';
import { knownCosts, recommendedCorner } from '../geometry/expected.ts';
import {
  type Arrow,
  type Hover,
  isHoverVisible,
  noteStatus,
  type Space,
} from '../geometry/highlight.ts';
import { costTolerance } from '../geometry/hull.ts';
import { at, type Chain, envelopeVertex, expectedCost, interpolate } from '../geometry/lines.ts';
import { logOddsMidpoint } from '../geometry/scales.ts';
import { Owner } from '../wire/schema.ts';
import type { Conditions, DualityState, NotePlace, PointReference, Range } from '../wire/state.ts';
import { amount, decimal, number, percent, share, span } from './numbers.ts';
import {
  capitalize,
  limitLabel,
  type OwnedThreshold,
  ownerName,
  ruleName,
  type Subject,
} from './subject.ts';

// ---- Places of notes

const STATUS_SUFFIX = { here: '', hidden: ': hidden', lost: ': no longer here' };

/** Describe the place of a note, and whether it is hidden or lost. */
export function notePlaceInWords(
  note: NotePlace,
  state: Pick<DualityState, 'names' | 'classes' | 'hidden'>,
): string {
  return `${placeName(note, state)}${STATUS_SUFFIX[noteStatus(note, state)]}`;
}

type NameState = Pick<DualityState, 'names' | 'classes'>;

function placeName({ kind, at }: NotePlace, state: NameState): string {
  if (kind === 'conditions') return 'your conditions';
  if (kind === 'range') return `PC(+) ${span(at.pc, share)}`;
  if (kind === 'edge') {
    return `the edge between ${referenceInWords(at.from, state)} and ${referenceInWords(at.to, state)}`;
  }
  return `${kind === 'line' ? 'the cost line of ' : ''}${referenceInWords(at, state)}`;
}

/** Describe a point by its threshold or its rates. */
function referenceInWords(
  { classifier, threshold, fpr, tpr }: PointReference,
  state: NameState,
): string {
  const name = classifier === null ? 'a classifier' : truncate(classifier);
  if (threshold !== null) return `${name} from score ${decimal(threshold)} on`;
  if (fpr === 0 && tpr === 0) return ownerName(state, Owner.ALL_NEGATIVE);
  if (fpr === 1 && tpr === 1) return ownerName(state, Owner.ALL_POSITIVE);
  return `${name} at (${number(fpr as number)}, ${number(tpr as number)})`;
}

// ---- Labels in the figures

const MAX_LETTERS = 24;
/** Tolerance for comparing positions. */
const SAME_PLACE = 1e-9;

const truncate = (name: string, letters = MAX_LETTERS): string =>
  name.length > letters ? `${name.slice(0, letters - 1)}…` : name;

/** Truncate names; where the beginnings are equal, keep both ends. */
export function shortNames(names: readonly string[], letters: number): string[] {
  const heads = names.map((name) => truncate(name, letters));
  const half = Math.floor((letters - 1) / 2);
  return names.map((name, i) => {
    const head = heads[i] as string;
    if (head === name || heads.indexOf(head) === heads.lastIndexOf(head)) return head;
    return `${name.slice(0, letters - 1 - half)}…${name.slice(-half)}`;
  });
}

// ---- Choices and their costs

/** Return a short label of a choice. */
export function choiceLabel(
  subject: Subject,
  { owner, threshold, point }: OwnedThreshold,
  letters = MAX_LETTERS,
): string {
  const name = truncate(ownerName(subject, owner), owner < 0 ? MAX_LETTERS : letters);
  if (owner < 0) return name;
  const label = subject.labels[point];
  if (label && subject.folded?.includes(owner)) return name;
  if (label) return `${name} (${truncate(label, letters)})`;
  return Number.isFinite(threshold) ? `${name} ≥ ${decimal(threshold)}` : name;
}

/** Describe both rates of a choice, as shares of their classes. */
export function ratesInWords(classes: readonly string[], fpr: number, tpr: number): string[] {
  const [negative, positive] = classes.map((name) => truncate(name)) as [string, string];
  return [`finds ${percent(tpr)} of ${positive}`, `flags ${percent(fpr)} of ${negative}`];
}

export const costInWords = (cost: number): string => `costs ${number(cost)} here`;

export const differenceInWords = (difference: number): string => `difference ${number(difference)}`;

/** Return the label of an arrow to what lies outside the figure. */
export function arrowInWords(classes: readonly string[], label: Arrow['label']): string {
  if (label.kind === 'end') return `${number(label.cost)} at the ${label.end} end`;
  if (label.kind === 'cost') return `cost ${number(label.cost)}`;
  return ratesInWords(classes, label.fpr, label.tpr).join(', ');
}

// ---- Labels of highlighted items

/** Return the label of a highlighted item in one space: its name and values. */
export function highlightLines(hover: Hover, subject: Subject, space: Space): string[] {
  const { points, hull, classes } = subject;
  if (!isHoverVisible(hover, points, hull)) return [];
  if (hover.kind === 'edge') {
    const { x, y } = envelopeVertex(hull, hover.index);
    return space === 'cost'
      ? [`cost ${number(y)}`]
      : [`both ends cost ${number(y)}`, `at PC(+) ${share(x)}`];
  }
  if (hover.kind === 'free') {
    const { x, y } = hover;
    if (hover.space === 'roc') return space === 'roc' ? ratesInWords(classes, x, y) : [];
    return [`cost ${number(y)}`, ...(space === 'roc' ? [`at PC(+) ${share(x)}`] : [])];
  }
  const { index } = hover;
  const [fpr, tpr] = [at(points.fpr, index), at(points.tpr, index)];
  const rates = space === 'roc' ? ratesInWords(classes, fpr, tpr) : [];
  return [pointInWords(subject, index), ...rates];
}

/** Return the label of a point; the ends of a curve are baselines. */
function pointInWords(subject: Subject, point: number): string {
  const { points } = subject;
  const threshold = at(points.threshold, point);
  const owner = points.owner[point] as number;
  if (threshold === Number.POSITIVE_INFINITY)
    return truncate(ownerName(subject, Owner.ALL_NEGATIVE));
  const isAll = at(points.fpr, point) === 1 && at(points.tpr, point) === 1;
  if (isAll) return truncate(ownerName(subject, Owner.ALL_POSITIVE));
  return choiceLabel(subject, { owner, threshold, point });
}

// ---- Operating point

/** Return texts for the handle of the operating point, longest first. */
export function handleInWords(
  conditions: Conditions,
  positive: string,
  pc: number,
  range: Range | null,
  isKnown: boolean,
): string[] {
  const place = `PC(+) ${share(pc)}`;
  const isMiddle = range !== null && Math.abs(pc - logOddsMidpoint(range)) < SAME_PLACE;
  const lead = isMiddle ? 'middle of your range: ' : '';
  if (range !== null && !(isMiddle && isKnown)) return [`${lead}${place}`, place];
  const portion = logOddsMidpoint(conditions.prior);
  if (!isKnown) {
    const part = portion === 0.5 ? 'half' : percent(portion);
    const people = `${part} are ${truncate(positive)}`;
    return [`${place}: ${people}`, people, place];
  }
  const people = `${number(100 * portion, 2)} % ${truncate(positive)}`;
  const both = [people, missInWords(conditions)].filter(Boolean).join(', ');
  return [`${lead}${both}`, both, `${lead}${people}`, people, place];
}

const middleCost = ([low, high]: Range): number => Math.sqrt(low) * Math.sqrt(high);

/** Return the cost of a miss relative to a false alarm, if correct decisions cost nothing. */
function missInWords({ cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): string {
  const [alarm, miss] = [middleCost(cost_fp), middleCost(cost_fn)];
  const isPlain = [...cost_tp, ...cost_tn].every((cost) => cost === 0);
  if (!isPlain || alarm === 0 || miss === 0) return '';
  if (miss === alarm) return 'both errors cost the same';
  const unit = alarm === 1 ? '' : ' false alarms';
  return `a miss costs ${number(miss / alarm, 2)}${unit}`;
}

// ---- Descriptions of highlighted items

export const HINT = 'Hover: a point in one figure is a line in the other (? for more).';

/** Explain PC(+) with the values in effect. */
export function weighingInWords(
  classes: readonly string[],
  { prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions,
  range: Range,
): string {
  const [negative, positive] = classes.map((name) => truncate(name)) as [string, string];
  if ([...cost_tp, ...cost_tn].some((cost) => cost !== 0))
    return `PC(+) ${span(range, share)} weighs shares by what errors cost more than right answers.`;
  const negatives: Range = [1 - prior[1], 1 - prior[0]];
  const misses = `${span(prior, percent)} ${positive} × ${span(cost_fn, amount)} a miss`;
  const alarms = `${span(negatives, percent)} ${negative} × ${span(cost_fp, amount)} a false alarm`;
  return `PC(+) ${span(range, share)} weighs ${misses} against ${alarms}.`;
}

/** Return the decision rule of point i. */
function ruleSentence(subject: Subject, i: number): string {
  const { points, classes } = subject;
  const threshold = at(points.threshold, i);
  if (threshold === Number.POSITIVE_INFINITY)
    return capitalize(ownerName(subject, Owner.ALL_NEGATIVE));
  if (at(points.fpr, i) === 1 && at(points.tpr, i) === 1) return `Call all ${classes[1]}`;
  const owner = points.owner[i] as number;
  return ruleName(subject, { owner, threshold, point: i });
}

/** Describe a highlighted item in one sentence. */
export function highlightSentence(hover: Hover | null, subject: Subject): string {
  if (hover === null || !isHoverVisible(hover, subject.points, subject.hull)) return '';
  if (hover.kind === 'point') return pointSentence(subject, hover.index);
  if (hover.kind === 'edge') return edgeSentence(subject.hull, hover.index);
  const { x, y } = hover;
  if (hover.space === 'roc') {
    return `A classifier at (${number(x)}, ${number(y)}): cost runs from ${number(x)} at PC(+) 0 to ${number(1 - y)} at PC(+) 1.`;
  }
  return `At PC(+) ${share(x)} a cost of ${number(y)} is that of every point on the line in ROC space.`;
}

function pointSentence(subject: Subject, i: number): string {
  const [negative, positive] = subject.classes;
  const fpr = at(subject.points.fpr, i);
  const tpr = at(subject.points.tpr, i);
  return `${ruleSentence(subject, i)}: finds ${percent(tpr)} of ${positive}, flags ${percent(fpr)} of ${negative}. Cost runs from ${number(fpr)} to ${number(1 - tpr)}.`;
}

function edgeSentence(hull: Chain, k: number): string {
  const vertex = envelopeVertex(hull, k);
  return `Hull edge: its two ends cost the same, ${number(vertex.y)}, at PC(+) ${share(vertex.x)}.`;
}

/** Describe the cheapest choice at a pc: a baseline where no classifier is expected to cost less. */
export function placeSentence(subject: Subject, pc: number): string {
  const { hull, bands } = subject;
  const costs = knownCosts(bands);
  const choice = cornerChoice(hull, recommendedCorner(hull, pc, costs));
  const observed = number(expectedCost(choice.fpr, choice.tpr, pc));
  const cost =
    costs && choice.owner >= 0
      ? `${observed} on this dataset, ${number(interpolate(costs.pc, costs.expected, pc))} expected in use`
      : observed;
  return `At PC(+) ${share(pc)} ${ruleName(subject, choice)} is cheapest: cost ${cost}.`;
}

// ---- Differences of two classifiers or two pins

/** Describe the difference in cost at one pc. */
export function differenceSentence({ difference, stale }: Subject, pc: number): string {
  if (!difference) return '';
  const [estimate, lower, upper] = [difference.estimate, difference.lower, difference.upper].map(
    (edge) => interpolate(difference.pc, edge, pc),
  ) as [number, number, number];
  if (Number.isNaN(estimate)) return '';
  const band = Number.isNaN(lower) ? '' : ` (${number(lower)} to ${number(upper)})`;
  const age = stale ? ' It belongs to older data or settings.' : '';
  return `At PC(+) ${share(pc)} the difference in cost is ${number(estimate)}${band}.${age}`;
}

interface PinRates {
  fpr: number;
  tpr: number;
  words: string;
}

/** Return the rates of a pinned point; null for other pins. */
function pinRates(pin: Hover, subject: Subject, position: number): PinRates | null {
  const words = `pin ${position + 1}`;
  if (pin.kind === 'free' && pin.space === 'roc') return { fpr: pin.x, tpr: pin.y, words };
  if (pin.kind !== 'point' || !(at(subject.points.fpr, pin.index) >= 0)) return null;
  const fpr = at(subject.points.fpr, pin.index);
  const tpr = at(subject.points.tpr, pin.index);
  const owner = subject.points.owner[pin.index] as number;
  const threshold = at(subject.points.threshold, pin.index);
  const rule = ruleName(subject, { owner, threshold, point: pin.index });
  return { fpr, tpr, words: `${words} (${rule})` };
}

/** Compare the costs of the last two pinned points; '' unless there are two. */
export function comparison(pins: Hover[], subject: Subject, pc: number | null): string {
  const points = pins.map((pin, i) => pinRates(pin, subject, i)).filter((rates) => rates !== null);
  const [a, b] = points.slice(-2);
  if (!a || !b) return '';
  const where = equalCostPc(a, b);
  const gap = pc === null ? Number.NaN : costDifference(a, b, pc);
  const here = Number.isNaN(gap) ? '' : ` ${hereInWords(a, b, gap, pc as number)}`;
  return `${capitalize(where === null ? alwaysInWords(a, b) : crossingInWords(a, b, where))}${here}`;
}

function crossingInWords(a: PinRates, b: PinRates, pc: number): string {
  const [left, right] = a.fpr < b.fpr ? [a, b] : [b, a];
  return `${left.words} is cheaper below PC(+) ${share(pc)}, ${right.words} above.`;
}

function alwaysInWords(a: PinRates, b: PinRates): string {
  const gap = costDifference(a, b, 0.5);
  if (gap === 0) return `${a.words} and ${b.words} cost the same everywhere.`;
  const [better, worse] = gap > 0 ? [a, b] : [b, a];
  return `${better.words} costs nowhere more than ${worse.words}.`;
}

function hereInWords(a: PinRates, b: PinRates, gap: number, pc: number): string {
  if (Math.abs(gap) <= costTolerance(pc)) return `At PC(+) ${share(pc)} they cost the same.`;
  const cheaper = gap > 0 ? a : b;
  return `At PC(+) ${share(pc)} ${cheaper.words} costs ${number(Math.abs(gap))} less.`;
}

// ---- Key to the line styles

export type StrokeKind =
  | 'line'
  | 'best'
  | 'band'
  | 'rates'
  | 'expected'
  | 'rule'
  | 'range'
  | 'operating'
  | 'ring'
  | 'equal'
  | 'in-use'
  | 'group'
  | 'limit'
  | 'spread';

/** An entry of the key. */
export interface KeyEntry {
  kind: StrokeKind;
  place: 'both' | 'roc' | 'cost';
  words: string;
}

type KeyState = Pick<
  DualityState,
  | ('show_hull' | 'show_lines' | 'show_bands' | 'show_expected' | 'show_answer')
  | ('show_roc' | 'show_cost')
  | ('names' | 'hidden' | 'bands' | 'level' | 'pc' | 'pc_range' | 'in_use' | 'criterion')
  | ('folded' | 'conditions' | 'groups' | 'box')
>;

/** Return the entries for all visible elements. */
export function keyEntries(state: KeyState): KeyEntry[] {
  const hidden = new Set(state.hidden);
  const isSeen = (owner: number) => !hidden.has(owner) && state.names[owner] !== undefined;
  const { show_cost: cost, show_roc: roc, show_hull: hull, show_lines: lines } = state;
  if (!cost && !roc) return [];
  const count = state.names.filter((_, owner) => isSeen(owner)).length;
  const isAny = count > 0;
  const bands = [...state.bands.owner].some((owner) => isSeen(owner) || owner === Owner.BEST);
  const rates = state.box !== null && roc && state.show_bands;
  const isExpected = isAny && state.bands.with_expected.length > 0 && state.show_expected;
  const isPlaced = isAny && state.pc !== null;
  const limit = state.criterion?.limit ? limitLabel(state.criterion) : '';
  const conditions = state.conditions ? 'your conditions' : 'assumed conditions';
  const both = roc && cost ? 'both' : roc ? 'roc' : 'cost';
  const all: [boolean, KeyEntry['place'], StrokeKind, string][] = [
    [isPlaced && state.show_answer, both, 'ring', 'recommended'],
    [state.pc_range !== null, both, 'range', 'your range'],
    [limit !== '', both, 'limit', limit],
    [[...state.in_use.owner].some(isSeen), both, 'in-use', 'in use'],
    [isExpected, both, 'expected', 'expected in use'],
    [[...state.groups.owner].some(isSeen), both, 'group', 'a group, at the same threshold'],
    [bands && state.show_bands, both, 'band', `${percent(state.level)} uncertainty`],
    [rates, 'roc', 'rates', `${percent(state.level)} uncertainty of both rates`],
    [isAny && roc && lines, 'roc', 'line', 'all thresholds'],
    [isAny && roc && hull, 'roc', 'best', 'the best of all'],
    [roc, 'roc', 'rule', 'guessing'],
    [isPlaced && roc, 'roc', 'equal', 'equal cost'],
    [isAny && cost && lines, 'cost', 'line', 'one threshold'],
    [isAny && cost && hull, 'cost', 'best', 'each classifier at its best'],
    [state.folded.some(isSeen) && cost && hull, 'cost', 'spread', 'how far folds differ'],
    [cost, 'cost', 'rule', 'calling all alike'],
    [state.pc !== null && cost, 'cost', 'operating', conditions],
  ];
  return all
    .filter(([isShown]) => isShown)
    .map(([, place, kind, words]) => ({ kind, place, words }));
}
