// What can be lit and what is current, worked out once from the arrays.

import { ownHulls, visible, visibleHull, winnersOf } from '../geometry/hull.ts';
import {
  type Choice,
  type Criterion,
  choiceOf,
  type DualityState,
  type Hull,
  type Points,
  type Winners,
} from '../wire/state.ts';
import { limitInWords } from '../words/marks.ts';
import { ruleOf, type Subject, useOf } from '../words/subject.ts';
import { chosenBy } from './drag.ts';

/** What Python tells of the curves, and what the person has set. */
export type Told = Pick<
  DualityState,
  | ('points' | 'hull' | 'winners' | 'bands' | 'difference' | 'hidden' | 'pc_range' | 'criterion')
  | (
      | 'names'
      | 'classes'
      | 'labels'
      | 'compared'
      | 'average'
      | 'level'
      | 'stale'
      | 'money'
      | 'one'
      | 'in_use'
      | 'background'
      | 'reversed'
      | 'population'
      | 'unit'
    )
>;

/** What the figures show, hidden classifiers left out. */
export interface Scene {
  points: Points;
  hull: Hull;
  /** The hull of each visible classifier alone, by its position. */
  own: ReadonlyMap<number, Hull>;
  winners: Winners;
  /** Whether Python has heard who is hidden: what it says of the best is of these classifiers. */
  isCurrent: boolean;
}

/** The scene of what was told; what leans on a classifier hidden since then is made anew. */
export function sceneOf(told: Pick<Told, 'points' | 'hull' | 'winners' | 'hidden'>): Scene {
  const hidden = new Set(told.hidden);
  const points = visible(told.points, hidden);
  const hull = visibleHull(told.hull, points, hidden);
  const own = ownHulls(points);
  const { winners } = told;
  const isCurrent = winners.owner.length > 0 && String(winners.among) === String([...own.keys()]);
  return { points, hull, own, winners: isCurrent ? winners : winnersOf(hull, own), isCurrent };
}

/** What the sentences are about. */
export function subjectOf(told: Omit<Told, 'winners' | 'hidden'>, scene: Scene): Subject {
  const { points, hull, own } = scene;
  const { pc_range: pcRange, criterion, bands, one, ...same } = told;
  const mine = { ...same, points, hull, own, pcRange, choice: choiceOf(criterion) };
  if (criterion && !mine.choice) mine.choice = triedChoice(mine, criterion, scene);
  return scene.isCurrent ? { ...mine, bands, one } : mine;
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
    gain: '',
    mix: '',
    note: '',
  };
}
