// What the sentences are about, and how a classifier, a rule and a threshold are named.

import { chosenBy } from '../geometry/choosing.ts';
import type { Scene } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import {
  type Choice,
  type Criterion,
  choiceOf,
  type DualityState,
  type Hull,
} from '../wire/state.ts';
import { amount, decimal, percent } from './numbers.ts';

type Always =
  | 'points'
  | 'hull'
  | 'names'
  | 'classes'
  | 'labels'
  | 'compared'
  | 'background'
  | 'reversed';
type Known = Pick<DualityState, Always | 'level' | 'stale' | 'population' | 'unit'>;
type Maybe = Partial<
  Pick<
    DualityState,
    | ('bands' | 'difference' | 'leads' | 'winners' | 'money' | 'one' | 'again')
    | ('in_use' | 'folded' | 'joined')
  >
>;

/** What the sentences are about. */
export interface Subject extends Known, Maybe {
  /** The hull of each visible classifier alone, by its position. */
  own: ReadonlyMap<number, Hull>;
  pcRange: [number, number] | null;
  /** What another criterion chooses. */
  choice: Choice | null;
}

export const LOTS = 'drawing lots';

/** Who this is: a classifier by its position, or a trivial rule. */
export function who({ names, classes }: Pick<Subject, 'names' | 'classes'>, owner: number): string {
  if (owner === Owner.ALL_NEGATIVE) return `call all ${classes[0]}`;
  if (owner === Owner.ALL_POSITIVE) return `call all ${classes[1]}`;
  if (owner === Owner.MIXED) return LOTS;
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

/** The same as advice. */
export function useOf(subject: Subject, rule: Rule): string {
  const name = who(subject, rule.owner);
  if (rule.owner === Owner.MIXED) return 'draw lots';
  if (rule.owner < 0) return name;
  const label = subject.labels[rule.point];
  if (label) return `use ${name} (${label})`;
  const after = Number.isFinite(rule.threshold) ? `, from score ${decimal(rule.threshold)} on` : '';
  return `use ${name}${after}`;
}

/** The limit of a criterion, as it may be named beside its line; empty where there is none. */
export function limitInWords(criterion: Criterion): string {
  const { kind, limit, positives, negatives } = criterion;
  if (!limit) return '';
  if (kind === 'neyman_pearson') return `at most ${percent(limit.most)} false alarms`;
  const cases = amount(Number(positives) + Number(negatives));
  return `a capacity of ${amount(limit.most)} out of ${cases} cases`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// ---- The subject of what was told and set

/** What Python tells of the curves, and what the person has set. */
export type Told = Pick<
  DualityState,
  | ('points' | 'hull' | 'winners' | 'leads' | 'bands' | 'difference' | 'hidden')
  | ('pc_range' | 'criterion')
  | (
      | 'names'
      | 'classes'
      | 'labels'
      | 'compared'
      | 'level'
      | 'stale'
      | 'money'
      | 'one'
      | 'again'
      | 'in_use'
      | 'background'
      | 'reversed'
      | 'folded'
      | 'joined'
      | 'population'
      | 'unit'
    )
>;

/** What the sentences are about. */
export function subjectOf(told: Omit<Told, 'winners' | 'hidden'>, scene: Scene): Subject {
  const { points, hull, own } = scene;
  const { pc_range: pcRange, criterion, bands, leads, one, again, ...same } = told;
  const { winners } = scene;
  const mine = { ...same, points, hull, own, winners, pcRange, choice: choiceOf(criterion) };
  if (criterion && !mine.choice) mine.choice = triedChoice(mine, criterion, scene);
  return scene.isCurrent ? { ...mine, bands, leads, one, again } : mine;
}

/** What a limit chooses while a hand moves it. */
function triedChoice(subject: Subject, criterion: Criterion, scene: Scene): Choice | null {
  const chosen = chosenBy(criterion, scene);
  if (!chosen) return null;
  const { owner, threshold, fpr, tpr } = chosen;
  return {
    owner,
    threshold,
    rates: [fpr, tpr],
    rule: ruleOf(subject, chosen),
    headline: `With ${limitInWords(criterion)}: ${useOf(subject, chosen)}`,
    after: '',
    gain: '',
    mix: '',
    note: '',
    limit: criterion.limit ?? null,
  };
}
