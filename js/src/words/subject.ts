// How a classifier, a rule and a threshold are named.

import { Owner } from '../wire/schema.ts';
import type { Choice, DualityState, Hull } from '../wire/state.ts';
import { decimal } from './numbers.ts';

type Always =
  | 'points'
  | 'hull'
  | 'names'
  | 'classes'
  | 'labels'
  | 'compared'
  | 'average'
  | 'background'
  | 'reversed';
type Known = Pick<DualityState, Always | 'level' | 'stale' | 'population' | 'unit'>;
type Maybe = Partial<Pick<DualityState, 'bands' | 'difference' | 'money' | 'one' | 'in_use'>>;

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

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
