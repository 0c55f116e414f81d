// Which kinds of stroke are in the figures, each with its name.

import { Owner } from '../wire/schema.ts';
import type { DualityState } from '../wire/state.ts';
import { limitInWords } from '../words/marks.ts';
import { percent } from '../words/numbers.ts';

export type Kind =
  | 'line'
  | 'best'
  | 'band'
  | 'rule'
  | 'range'
  | 'operating'
  | 'ring'
  | 'equal'
  | 'in-use'
  | 'limit'
  | 'average';

/** One kind of stroke: which, and what it means. */
export interface Entry {
  kind: Kind;
  words: string;
}

type Told = Pick<
  DualityState,
  | ('show_hull' | 'show_lines' | 'show_bands' | 'show_answer' | 'show_roc' | 'show_cost')
  | ('names' | 'hidden' | 'bands' | 'level' | 'pc' | 'pc_range' | 'in_use' | 'criterion')
  | 'average'
>;

const kept = (...words: (string | false)[]) => words.filter(Boolean).join(', or ');

/** What the figures show now, in the order in which one meets it. */
export function entriesOf(told: Told): Entry[] {
  const hidden = new Set(told.hidden);
  const isSeen = (owner: number) => !hidden.has(owner) && told.names[owner] !== undefined;
  const { show_cost: cost, show_roc: roc } = told;
  if (!cost && !roc) return [];
  const isAny = told.names.some((_, owner) => isSeen(owner));
  const bands = [...told.bands.owner].some((owner) => isSeen(owner) || owner === Owner.BEST);
  const all: [boolean, Kind, string][] = [
    [isAny && told.show_lines, 'line', 'one threshold'],
    [isAny && told.show_hull, 'best', 'the best of all'],
    [isAny && cost && told.average, 'average', 'mean of all, with their spread'],
    [bands && cost && told.show_bands, 'band', `${percent(told.level)} uncertainty`],
    [true, 'rule', kept(roc && 'guessing', cost && 'calling all the same')],
    [told.pc_range !== null, 'range', 'your range'],
    [told.pc !== null && cost, 'operating', 'your conditions'],
    [told.pc !== null && roc, 'equal', 'equal cost under them'],
    [isAny && told.pc !== null && told.show_answer, 'ring', 'the recommended threshold'],
    [told.criterion?.limit != null, 'limit', told.criterion ? limitInWords(told.criterion) : ''],
    [[...told.in_use.owner].some(isSeen), 'in-use', 'in use'],
  ];
  return all.filter(([isShown]) => isShown).map(([, kind, words]) => ({ kind, words }));
}
