// The words in the figures and under them: marks, what is lit, and the key to every stroke.

import { cornerOf, costGap, crossing } from '../geometry/choosing.ts';
import { type Arrow, type Hover, isShown, type Space, standOf } from '../geometry/highlight.ts';
import { cheapestCorner, cornerCost, sameCost } from '../geometry/hull.ts';
import { at, between, type Chain, envelopeVertex } from '../geometry/lines.ts';
import { middleShare } from '../geometry/scales.ts';
import { Owner } from '../wire/schema.ts';
import type { Conditions, DualityState, NotePlace, Range, Spot } from '../wire/state.ts';
import { amount, decimal, number, percent, share, span } from './numbers.ts';
import { capital, limitInWords, type Rule, ruleOf, type Subject, who } from './subject.ts';

// ---- Where a note is

const STANDS = { here: '', hidden: ': hidden', lost: ': no longer here' };

/** The place of a note, and why it is not to be seen. */
export function whereInWords(
  note: NotePlace,
  told: Pick<DualityState, 'names' | 'classes' | 'hidden'>,
): string {
  return `${placeInWords(note, told)}${STANDS[standOf(note, told)]}`;
}

type Who = Pick<DualityState, 'names' | 'classes'>;

function placeInWords({ kind, at }: NotePlace, told: Who): string {
  if (kind === 'conditions') return 'your conditions';
  if (kind === 'range') return `PC(+) ${span(at.pc, share)}`;
  if (kind === 'edge') {
    return `the edge between ${spotInWords(at.from, told)} and ${spotInWords(at.to, told)}`;
  }
  return `${kind === 'line' ? 'the cost line of ' : ''}${spotInWords(at, told)}`;
}

/** A point by its threshold, or else by its rates. */
function spotInWords({ classifier, threshold, fpr, tpr }: Spot, told: Who): string {
  const name = classifier === null ? 'a classifier' : cut(classifier);
  if (threshold !== null) return `${name} from score ${decimal(threshold)} on`;
  if (fpr === 0 && tpr === 0) return who(told, Owner.ALL_NEGATIVE);
  if (fpr === 1 && tpr === 1) return who(told, Owner.ALL_POSITIVE);
  return `${name} at (${number(fpr as number)}, ${number(tpr as number)})`;
}

// ---- What stands in the figures

const LONGEST = 24;
/** As far apart as rounding may make what is the same place. */
const SAME_PLACE = 1e-9;

const cut = (name: string, letters = LONGEST): string =>
  name.length > letters ? `${name.slice(0, letters - 1)}…` : name;

/** Names cut to some letters: their beginnings, or both their ends where these are alike. */
export function shortNames(names: readonly string[], letters: number): string[] {
  const heads = names.map((name) => cut(name, letters));
  const half = Math.floor((letters - 1) / 2);
  return names.map((name, i) => {
    const head = heads[i] as string;
    if (head === name || heads.indexOf(head) === heads.lastIndexOf(head)) return head;
    return `${name.slice(0, letters - 1 - half)}…${name.slice(-half)}`;
  });
}

// ---- A choice, and what it costs

/** A threshold of somebody in a few letters. */
export function markOf(
  subject: Subject,
  { owner, threshold, point }: Rule,
  letters = LONGEST,
): string {
  const name = cut(who(subject, owner), owner < 0 ? LONGEST : letters);
  if (owner < 0) return name;
  const label = subject.labels[point];
  if (label && subject.folded?.includes(owner)) return name;
  if (label) return `${name} (${cut(label, letters)})`;
  return Number.isFinite(threshold) ? `${name} ≥ ${decimal(threshold)}` : name;
}

/** Whom a choice finds, and whom it flags, each of its class. */
export function ratesInWords(classes: readonly string[], fpr: number, tpr: number): string[] {
  const [negative, positive] = classes.map((name) => cut(name)) as [string, string];
  return [`finds ${percent(tpr)} of ${positive}`, `flags ${percent(fpr)} of ${negative}`];
}

export const costInWords = (cost: number): string => `costs ${number(cost)} here`;

export const differenceInWords = (difference: number): string => `difference ${number(difference)}`;

/** What an arrow at the rim tells of what lies outside. */
export function arrowInWords(classes: readonly string[], tells: Arrow['tells']): string {
  if (tells.kind === 'end') return `${number(tells.cost)} at the ${tells.end} end`;
  if (tells.kind === 'cost') return `cost ${number(tells.cost)}`;
  return ratesInWords(classes, tells.fpr, tells.tpr).join(', ');
}

// ---- What is lit

/** Beside what is lit in one space: who it is, and its numbers. */
export function litInWords(hover: Hover, subject: Subject, space: Space): string[] {
  const { points, hull, classes } = subject;
  if (!isShown(hover, points, hull)) return [];
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

/** A point by its threshold; the ends of a curve are the trivial rules. */
function pointInWords(subject: Subject, point: number): string {
  const { points } = subject;
  const threshold = at(points.threshold, point);
  const owner = points.owner[point] as number;
  if (threshold === Number.POSITIVE_INFINITY) return cut(who(subject, Owner.ALL_NEGATIVE));
  const isAll = at(points.fpr, point) === 1 && at(points.tpr, point) === 1;
  if (isAll) return cut(who(subject, Owner.ALL_POSITIVE));
  return markOf(subject, { owner, threshold, point });
}

// ---- The operating point

/** What the handle stands for, the longest words first. */
export function handleInWords(
  conditions: Conditions,
  positive: string,
  pc: number,
  range: Range | null,
  isKnown: boolean,
): string[] {
  const place = `PC(+) ${share(pc)}`;
  const isMiddle = range !== null && Math.abs(pc - middleShare(range)) < SAME_PLACE;
  const lead = isMiddle ? 'middle of your range: ' : '';
  if (range !== null && !(isMiddle && isKnown)) return [`${lead}${place}`, place];
  const portion = middleShare(conditions.prior);
  if (!isKnown) {
    const part = portion === 0.5 ? 'half' : percent(portion);
    const people = `${part} are ${cut(positive)}`;
    return [`${place}: ${people}`, people, place];
  }
  const people = `${number(100 * portion, 2)} % ${cut(positive)}`;
  const both = [people, missInWords(conditions)].filter(Boolean).join(', ');
  return [`${lead}${both}`, both, `${lead}${people}`, people, place];
}

const middleCost = ([low, high]: Range): number => Math.sqrt(low) * Math.sqrt(high);

/** What a miss costs, where a right answer costs nothing. */
function missInWords({ cost_fp, cost_fn, cost_tp, cost_tn }: Conditions): string {
  const [alarm, miss] = [middleCost(cost_fp), middleCost(cost_fn)];
  const isPlain = [...cost_tp, ...cost_tn].every((cost) => cost === 0);
  if (!isPlain || alarm === 0 || miss === 0) return '';
  if (miss === alarm) return 'both errors cost the same';
  const unit = alarm === 1 ? '' : ' false alarms';
  return `a miss costs ${number(miss / alarm, 2)}${unit}`;
}

// ---- What is lit, as a sentence

export const HINT = 'Hover: a point in one figure is a line in the other (? for more).';

/** How shares and costs weigh together, with the numbers in force. */
export function weighingInWords(
  classes: readonly string[],
  { prior, cost_fp, cost_fn, cost_tp, cost_tn }: Conditions,
  range: Range,
): string {
  const [negative, positive] = classes.map((name) => cut(name)) as [string, string];
  if ([...cost_tp, ...cost_tn].some((cost) => cost !== 0))
    return `PC(+) ${span(range, share)} weighs shares by what errors cost more than right answers.`;
  const others: Range = [1 - prior[1], 1 - prior[0]];
  const misses = `${span(prior, percent)} ${positive} × ${span(cost_fn, amount)} a miss`;
  const alarms = `${span(others, percent)} ${negative} × ${span(cost_fp, amount)} a false alarm`;
  return `PC(+) ${span(range, share)} weighs ${misses} against ${alarms}.`;
}

/** The decision rule of point i. */
function rule(subject: Subject, i: number): string {
  const { points, classes } = subject;
  const threshold = at(points.threshold, i);
  if (threshold === Number.POSITIVE_INFINITY) return capital(who(subject, Owner.ALL_NEGATIVE));
  if (at(points.fpr, i) === 1 && at(points.tpr, i) === 1) return `Call all ${classes[1]}`;
  const owner = points.owner[i] as number;
  return ruleOf(subject, { owner, threshold, point: i });
}

/** What the eye sees at the cursor, as one sentence. */
export function sentence(hover: Hover | null, subject: Subject): string {
  if (hover === null || !isShown(hover, subject.points, subject.hull)) return '';
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
  return `${rule(subject, i)}: finds ${percent(tpr)} of ${positive}, flags ${percent(fpr)} of ${negative}. Cost runs from ${number(fpr)} to ${number(1 - tpr)}.`;
}

function edgeSentence(hull: Chain, k: number): string {
  const vertex = envelopeVertex(hull, k);
  return `Hull edge: its two ends cost the same, ${number(vertex.y)}, at PC(+) ${share(vertex.x)}.`;
}

/** Who is cheapest at a place on the ribbon. */
export function placeSentence(subject: Subject, pc: number): string {
  const { hull } = subject;
  const corner = cheapestCorner(hull, pc);
  const best = ruleOf(subject, cornerOf(hull, corner));
  return `At PC(+) ${share(pc)} ${best} is cheapest: cost ${number(cornerCost(hull, corner, pc))}.`;
}

// ---- Differences, of two classifiers and of two pins

/** What the difference figure shows at one pc. */
export function differenceSentence({ difference, stale }: Subject, pc: number): string {
  if (!difference) return '';
  const [estimate, lower, upper] = [difference.estimate, difference.lower, difference.upper].map(
    (edge) => between(difference.pc, edge, pc),
  ) as [number, number, number];
  if (Number.isNaN(estimate)) return '';
  const band = Number.isNaN(lower) ? '' : ` (${number(lower)} to ${number(upper)})`;
  const age = stale ? ' It belongs to older data or settings.' : '';
  return `At PC(+) ${share(pc)} the difference in cost is ${number(estimate)}${band}.${age}`;
}

interface Rates {
  fpr: number;
  tpr: number;
  words: string;
}

/** The rates of a pinned point; null for pins that are no points. */
function ratesOf(pin: Hover, subject: Subject, position: number): Rates | null {
  const words = `pin ${position + 1}`;
  if (pin.kind === 'free' && pin.space === 'roc') return { fpr: pin.x, tpr: pin.y, words };
  if (pin.kind !== 'point' || !(at(subject.points.fpr, pin.index) >= 0)) return null;
  const fpr = at(subject.points.fpr, pin.index);
  const tpr = at(subject.points.tpr, pin.index);
  const owner = subject.points.owner[pin.index] as number;
  const threshold = at(subject.points.threshold, pin.index);
  const rule = ruleOf(subject, { owner, threshold, point: pin.index });
  return { fpr, tpr, words: `${words} (${rule})` };
}

/** Which of the last two pinned points is cheaper where; '' unless there are two. */
export function comparison(pins: Hover[], subject: Subject, pc: number | null): string {
  const points = pins.map((pin, i) => ratesOf(pin, subject, i)).filter((rates) => rates !== null);
  const [a, b] = points.slice(-2);
  if (!a || !b) return '';
  const where = crossing(a, b);
  const gap = pc === null ? Number.NaN : costGap(a, b, pc);
  const here = Number.isNaN(gap) ? '' : ` ${hereInWords(a, b, gap, pc as number)}`;
  return `${capital(where === null ? alwaysInWords(a, b) : crossingInWords(a, b, where))}${here}`;
}

function crossingInWords(a: Rates, b: Rates, pc: number): string {
  const [left, right] = a.fpr < b.fpr ? [a, b] : [b, a];
  return `${left.words} is cheaper below PC(+) ${share(pc)}, ${right.words} above.`;
}

function alwaysInWords(a: Rates, b: Rates): string {
  const gap = costGap(a, b, 0.5);
  if (gap === 0) return `${a.words} and ${b.words} cost the same everywhere.`;
  const [better, worse] = gap > 0 ? [a, b] : [b, a];
  return `${better.words} costs nowhere more than ${worse.words}.`;
}

function hereInWords(a: Rates, b: Rates, gap: number, pc: number): string {
  if (Math.abs(gap) <= sameCost(pc)) return `At PC(+) ${share(pc)} they cost the same.`;
  const cheaper = gap > 0 ? a : b;
  return `At PC(+) ${share(pc)} ${cheaper.words} costs ${number(Math.abs(gap))} less.`;
}

// ---- Which kinds of stroke there are, each with its name

export type Kind =
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

/** One kind of stroke: which, in which figure, and what it means. */
export interface Entry {
  kind: Kind;
  place: 'both' | 'roc' | 'cost';
  words: string;
}

type Told = Pick<
  DualityState,
  | ('show_hull' | 'show_lines' | 'show_bands' | 'show_expected' | 'show_answer')
  | ('show_roc' | 'show_cost')
  | ('names' | 'hidden' | 'bands' | 'level' | 'pc' | 'pc_range' | 'in_use' | 'criterion')
  | ('folded' | 'conditions' | 'groups' | 'box')
>;

/** What the figures show now, in the order in which one meets it. */
export function entriesOf(told: Told): Entry[] {
  const hidden = new Set(told.hidden);
  const isSeen = (owner: number) => !hidden.has(owner) && told.names[owner] !== undefined;
  const { show_cost: cost, show_roc: roc, show_hull: hull, show_lines: lines } = told;
  if (!cost && !roc) return [];
  const shown = told.names.filter((_, owner) => isSeen(owner)).length;
  const isAny = shown > 0;
  const bands = [...told.bands.owner].some((owner) => isSeen(owner) || owner === Owner.BEST);
  const rates = told.box !== null && roc && told.show_bands;
  const isExpected = isAny && told.bands.foreseen.length > 0 && told.show_expected;
  const isPlaced = isAny && told.pc !== null;
  const limit = told.criterion?.limit ? limitInWords(told.criterion) : '';
  const whose = told.conditions ? 'your conditions' : 'assumed conditions';
  const both = roc && cost ? 'both' : roc ? 'roc' : 'cost';
  const all: [boolean, Entry['place'], Kind, string][] = [
    [isPlaced && told.show_answer, both, 'ring', 'recommended'],
    [told.pc_range !== null, both, 'range', 'your range'],
    [limit !== '', both, 'limit', limit],
    [[...told.in_use.owner].some(isSeen), both, 'in-use', 'in use'],
    [isExpected, both, 'expected', 'expected in use'],
    [[...told.groups.owner].some(isSeen), both, 'group', 'a group, at the same threshold'],
    [bands && told.show_bands, both, 'band', `${percent(told.level)} uncertainty`],
    [rates, 'roc', 'rates', `${percent(told.level)} uncertainty of both rates`],
    [isAny && roc && lines, 'roc', 'line', 'all thresholds'],
    [isAny && roc && hull, 'roc', 'best', 'the best of all'],
    [roc, 'roc', 'rule', 'guessing'],
    [isPlaced && roc, 'roc', 'equal', 'equal cost'],
    [isAny && cost && lines, 'cost', 'line', 'one threshold'],
    [isAny && cost && hull, 'cost', 'best', 'each classifier at its best'],
    [told.folded.some(isSeen) && cost && hull, 'cost', 'spread', 'how far folds differ'],
    [cost, 'cost', 'rule', 'calling all alike'],
    [told.pc !== null && cost, 'cost', 'operating', whose],
  ];
  return all
    .filter(([isShown]) => isShown)
    .map(([, place, kind, words]) => ({ kind, place, words }));
}
