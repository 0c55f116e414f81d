// The few words that stand in the figures.

import { type Arrow, type Hover, isShown, type Space } from '../geometry/highlight.ts';
import { at, envelopeVertex } from '../geometry/lines.ts';
import { middleShare } from '../geometry/scales.ts';
import { Owner } from '../wire/schema.ts';
import type { Conditions, Criterion, Range } from '../wire/state.ts';
import { amount, decimal, number, percent, share } from './numbers.ts';
import { type Rule, type Subject, who } from './subject.ts';

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

/** The limit of a criterion, as it may be named beside its line; empty where there is none. */
export function limitInWords(criterion: Criterion): string {
  const { kind, limit, positives, negatives } = criterion;
  if (!limit) return '';
  if (kind === 'neyman_pearson') return `at most ${percent(limit.most)} false alarms`;
  const cases = amount(Number(positives) + Number(negatives));
  return `a capacity of ${amount(limit.most)} out of ${cases} cases`;
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
    if (hover.space === 'roc')
      return space === 'roc' ? [ratesInWords(classes, x, y).join(', ')] : [];
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
