// State that the texts describe, and names of classifiers, rules and thresholds.

import { criterionRecommendation } from '../geometry/choosing.ts';
import type { Scene } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import {
  type Criterion,
  type CriterionChoice,
  criterionChoice,
  type DualityState,
  type Hull,
} from '../wire/state.ts';
import { amount, decimal, percent } from './numbers.ts';

type RequiredName =
  | 'points'
  | 'hull'
  | 'names'
  | 'classes'
  | 'labels'
  | 'compared'
  | 'background'
  | 'reversed'
  | 'trials';
type RequiredState = Pick<DualityState, RequiredName | 'level' | 'stale' | 'n_cases' | 'currency'>;
type OptionalState = Partial<
  Pick<
    DualityState,
    | ('bands' | 'difference' | 'leads' | 'winners_at_pc' | 'money' | 'range_choice' | 'stability')
    | ('in_use' | 'losses' | 'folded' | 'joined' | 'pending')
  >
>;

/** State that the texts describe. */
export interface Subject extends RequiredState, OptionalState {
  /** Hull of each visible classifier, by its position. */
  own: ReadonlyMap<number, Hull>;
  pcRange: [number, number] | null;
  /** Choice of the criterion, if there is one. */
  choice: CriterionChoice | null;
}

export const MIXTURE = 'drawing lots';

/** Return the name of a classifier or baseline. */
export function ownerName(
  { names, classes }: Pick<Subject, 'names' | 'classes'>,
  owner: number,
): string {
  if (owner === Owner.ALL_NEGATIVE) return `call all ${classes[0]}`;
  if (owner === Owner.ALL_POSITIVE) return `call all ${classes[1]}`;
  if (owner === Owner.MIXED) return MIXTURE;
  return names[owner] ?? 'several, tied';
}

/** A threshold of a classifier; `point` is its index among the drawn points. */
export interface OwnedThreshold {
  owner: number;
  threshold: number;
  point: number;
}

/** Return the name with threshold or label. */
export function ruleName(subject: Subject, { owner, threshold, point }: OwnedThreshold): string {
  const name = ownerName(subject, owner);
  if (owner < 0) return name;
  const label = subject.labels[point];
  if (label) return `${name} (${label})`;
  return Number.isFinite(threshold) ? `${name}, threshold ${decimal(threshold)}` : name;
}

/** Return the rule as an instruction. */
export function ruleAdvice(subject: Subject, rule: OwnedThreshold): string {
  const name = ownerName(subject, rule.owner);
  if (rule.owner === Owner.MIXED) return 'draw lots';
  if (rule.owner < 0) return name;
  const label = subject.labels[rule.point];
  if (label) return `use ${name} (${label})`;
  const after = Number.isFinite(rule.threshold) ? `, from score ${decimal(rule.threshold)} on` : '';
  return `use ${name}${after}`;
}

/** Return the limit of a criterion as a label; empty if it has none. */
export function limitLabel(criterion: Criterion): string {
  const { kind, limit, positives, negatives } = criterion;
  if (!limit) return '';
  if (kind === 'neyman_pearson') return `at most ${percent(limit.most)} false alarms`;
  const cases = amount(Number(positives) + Number(negatives));
  return `a capacity of ${amount(limit.most)} out of ${cases} cases`;
}

export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// ---- Construction of the subject

/** Synced state that the texts depend on. */
export type SubjectState = Pick<
  DualityState,
  | ('points' | 'hull' | 'winners' | 'leads' | 'bands' | 'difference' | 'losses' | 'hidden')
  | 'winners_at_pc'
  | ('pc_range' | 'criterion')
  | (
      | 'names'
      | 'classes'
      | 'labels'
      | 'compared'
      | 'level'
      | 'stale'
      | 'pending'
      | 'money'
      | 'range_choice'
      | 'stability'
      | 'in_use'
      | 'background'
      | 'reversed'
      | 'folded'
      | 'trials'
      | 'joined'
      | 'n_cases'
      | 'currency'
    )
>;

/** Return the subject for a state and its scene. */
export function buildSubject(
  state: Omit<SubjectState, 'winners' | 'hidden'>,
  scene: Scene,
): Subject {
  const { points, hull, own } = scene;
  const {
    pc_range: pcRange,
    criterion,
    bands,
    leads,
    winners_at_pc,
    losses,
    range_choice,
    stability,
    ...rest
  } = state;
  const subject = {
    ...rest,
    points,
    hull,
    own,
    pcRange,
    choice: criterionChoice(criterion),
  };
  if (criterion && !subject.choice) subject.choice = draggedLimitChoice(subject, criterion, scene);
  const current = { bands, leads, winners_at_pc, losses, range_choice, stability };
  return scene.isCurrent ? { ...subject, ...current } : subject;
}

/** Return the choice within a limit while it is dragged. */
function draggedLimitChoice(
  subject: Subject,
  criterion: Criterion,
  scene: Scene,
): CriterionChoice | null {
  const chosen = criterionRecommendation(criterion, scene);
  if (!chosen) return null;
  const { owner, threshold, fpr, tpr } = chosen;
  return {
    owner,
    threshold,
    rates: [fpr, tpr],
    rule: ruleName(subject, chosen),
    headline: `With ${limitLabel(criterion)} (on this dataset): ${ruleAdvice(subject, chosen)}`,
    after: '',
    gain: '',
    mix: '',
    note: '',
    limit: criterion.limit ?? null,
  };
}
