import { between } from '../geometry/between.ts';
import { slopeAt } from '../geometry/duality.ts';
import { ownerOf } from '../geometry/hull.ts';
import { needed } from '../geometry/operating.ts';
import { type Candidate, operatingRange, ranking } from '../geometry/ranking.ts';
import { at, type Hull } from '../geometry/shapes.ts';
import { conditionsInWords, costInWords, meaningAt } from './money.ts';
import { number, percent } from './numbers.ts';
import { capital, ruleOf, type Subject, who } from './words.ts';

/** Costs closer than this are said to be the same. */
const SAME = 1e-9;
const MOST_RULES = 6;

/** The answer at one operating point. */
export function operatingSentence(subject: Subject, pc: number): string {
  const [best, runnerUp] = ranking(subject.points, pc) as [Candidate, Candidate];
  const meaning = subject.money ? meaningAt(subject.money, pc) : null;
  const conditions =
    subject.money && meaning ? ` (${conditionsInWords(subject.money, meaning)})` : '';
  const parts = [
    `PC(+) ${number(pc)}, slope ${number(slopeAt(pc))}${conditions}: ${bestInWords(subject, best, pc)}.`,
    subject.money && meaning ? `${capital(costInWords(subject.money, meaning, best.cost))}.` : '',
    `${runnerUpInWords(subject, best, runnerUp)}.`,
    significanceInWords(subject, pc),
    rangeInWords(subject, best.owner),
  ];
  return parts.filter(Boolean).join(' ');
}

function bestInWords(subject: Subject, best: Candidate, pc: number): string {
  const rule = ruleOf(subject, best.owner, best.threshold);
  const rates = `(${number(best.fpr)}, ${number(best.tpr)})`;
  return `${rule} ${rates} costs ${number(best.cost)}${bandInWords(subject, best.owner, pc)}`;
}

function bandInWords({ bands, stale }: Subject, owner: number, pc: number): string {
  const k = bands?.owner.indexOf(owner) ?? -1;
  if (!bands || k < 0) return '';
  const ends = [bands.start[k] as number, bands.start[k + 1] as number] as const;
  const [lower, upper] = [bands.lower, bands.upper].map((edge) =>
    between(bands.pc, edge, pc, ...ends),
  ) as [number, number];
  if (Number.isNaN(lower) || Number.isNaN(upper)) return '';
  return ` [${number(lower)}, ${number(upper)}]${stale ? ' (band of older data or settings)' : ''}`;
}

function runnerUpInWords(subject: Subject, best: Candidate, next: Candidate): string {
  const rule = ruleOf(subject, next.owner, next.threshold);
  const gap = next.cost - best.cost;
  if (gap < SAME) return `As cheap is ${rule}`;
  const share = best.cost > 0 ? ` (${percent(gap / best.cost)})` : '';
  return `Next is ${rule}, dearer by ${number(gap)}${share}`;
}

/** Silent when nobody has tested, or the test belongs to older data. */
function significanceInWords({ difference, level, stale }: Subject, pc: number): string {
  if (!difference || stale) return '';
  const lower = between(difference.pc, difference.lower, pc);
  const upper = between(difference.pc, difference.upper, pc);
  if (Number.isNaN(lower) || Number.isNaN(upper)) return '';
  const isSure = lower > 0 || upper < 0;
  const at = level === undefined ? '' : ` at ${percent(level)}`;
  return `The compared difference [${number(lower)}, ${number(upper)}] is ${isSure ? '' : 'not '}significant${at}.`;
}

function rangeInWords(subject: Subject, owner: number): string {
  const range = owner < 0 ? null : operatingRange(subject.points, owner);
  if (!range) return '';
  return `${who(subject, owner)} beats the trivial rules from PC(+) ${number(range[0])} to ${number(range[1])}.`;
}

/** How many thresholds it takes to be best all over the user's range. */
export function rangeSentence(subject: Subject, hull: Hull, [low, high]: [number, number]): string {
  if (hull.owner.length === 0) return '';
  const rules = needed(hull, low, high).map((i) =>
    ruleOf(subject, ownerOf(hull, i), at(hull.threshold, i)),
  );
  const range = `your whole range ${number(low)} to ${number(high)}`;
  if (rules.length === 1) return `Insensitive: one threshold covers ${range}: ${rules[0]}.`;
  const more = rules.length - MOST_RULES;
  const named = rules.slice(0, MOST_RULES).join(', ');
  return `Sensitive: ${range} needs ${rules.length} thresholds: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}
