// The sentence that says what to do; letter by letter that of Python.

import { cheapestCorner, cornerCost, ownerOf, sameCost } from '../geometry/hull.ts';
import { pcOfEdge } from '../geometry/lines.ts';
import { type Candidate, ranking } from '../geometry/ranking.ts';
import { idleParts, leastRegret, lossOver, sameOver } from '../geometry/regret.ts';
import { at, between } from '../geometry/shapes.ts';
import { type Needed, needed } from '../geometry/tangent.ts';
import { Owner } from '../wire/schema.ts';
import type { OneChoice, Range } from '../wire/state.ts';
import { conditionsInWords, moneyInWords, type Stated, stated } from './money.ts';
import { decimal, number, percent, share, span } from './numbers.ts';
import { ruleOf, type Subject, who } from './subject.ts';

/** The cheapest choice of all. */
type Best = Omit<Candidate, 'adds'>;

const FEW = 2;
export const NOTHING_SHOWN = 'No classifier is shown.';

/** What to do, a few facts about it, and why. */
export interface Advice {
  headline: string;
  lines: string[];
  why: string[];
}

/**
 * What to do at one operating point: `model.read().answer` of Python, letter by letter, while the
 * person drags.
 */
export function answer(subject: Subject, pc: number): Advice {
  if (subject.own.size === 0) return { headline: NOTHING_SHOWN, lines: [], why: [] };
  const order = ranking(subject.own, pc);
  const best = bestOf(subject, pc);
  const said = conditionsAt(subject, pc, best);
  const where = whereInWords(subject, pc, said);
  if (subject.average && subject.own.size > 1) {
    return { headline: meanInWords(where, order), lines: kept([subject.criterionWords]), why: [] };
  }
  return {
    headline: bestInWords(subject, where, best, pc),
    lines: kept([
      subject.money && said ? moneyInWords(said, subject.money) : '',
      nextInWords(subject, best, order, pc),
      ...inUseInWords(subject, best, pc),
      subject.pcRange ? rangeInWords(subject, subject.pcRange) : '',
      subject.criterionWords,
    ]),
    why: kept([
      idleInWords(subject, order),
      differenceInWords(subject, pc),
      reachInWords(subject, best.owner),
      ...subject.background,
    ]),
  };
}

const kept = (words: string[]) => words.filter(Boolean);

/** While a range is being dragged, the conditions that Python knows are of another one. */
function conditionsAt({ money, pcRange }: Subject, pc: number, best: Best): Stated | null {
  if (!money) return null;
  if (money.kind === 'standing' && pcRange && !sameRange(money.pc, pcRange)) return null;
  return stated(money, pc, best.fpr, best.tpr);
}

const sameRange = (a: Range, b: Range) =>
  Math.abs(a[0] - b[0]) < 1e-9 && Math.abs(a[1] - b[1]) < 1e-9;

function bestOf({ hull }: Subject, pc: number): Best {
  const i = cheapestCorner(hull, pc);
  return {
    owner: ownerOf(hull, i),
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: at(hull.threshold, i),
    point: hull.point[i] as number,
    cost: cornerCost(hull, i, pc),
  };
}

function whereInWords({ money, pcRange }: Subject, pc: number, said: Stated | null): string {
  const facts: string[] = [];
  if (pcRange) {
    const isInside = pcRange[0] <= pc && pc <= pcRange[1];
    const side = isInside ? 'in' : 'outside';
    facts.push(`${side} your range, ${share(pcRange[0])} to ${share(pcRange[1])}`);
  }
  if (money && said) facts.push(...conditionsInWords(said, money.unit));
  return `At PC(+) ${share(pc)}${facts.length ? ` (${facts.join('; ')})` : ''}`;
}

function bestInWords(subject: Subject, where: string, best: Best, pc: number): string {
  const rule = ruleOf(subject, best);
  const cost = `${number(best.cost)}${bandInWords(subject, best.owner, pc)}`;
  if (best.owner < 0) return `${where}: ${rule}. That costs ${cost}.`;
  const [negative, positive] = subject.classes;
  const found = `${percent(best.tpr)} of ${positive}`;
  const flagged = `${percent(best.fpr)} of ${negative}`;
  return `${where}: use ${rule}. It finds ${found}, flags ${flagged}, and costs ${cost}.`;
}

/** Silent where there is no band of these data. */
function bandInWords({ bands, level, stale }: Subject, owner: number, pc: number): string {
  if (!bands || stale || owner < 0) return '';
  const k = bands.owner.indexOf(Owner.BEST);
  if (k < 0) return '';
  const ends = [bands.start[k] as number, bands.start[k + 1] as number] as const;
  const [lower, upper] = [bands.lower, bands.upper].map((edge) =>
    between(bands.pc, edge, pc, ...ends),
  ) as [number, number];
  if (Number.isNaN(lower) || Number.isNaN(upper)) return '';
  return ` (${percent(level)} interval ${span([lower, upper], number)})`;
}

function nextInWords(subject: Subject, best: Best, order: Candidate[], pc: number): string {
  if (best.owner < 0) return '';
  const next = order.find((one) => one.owner !== best.owner && counts(one)) as Candidate;
  const rule = ruleOf(subject, next);
  const more = next.cost - best.cost;
  if (more <= sameCost(pc)) return `${rule} costs the same.`;
  const name = next.owner < 0 ? rule.replace(/^call/, 'calling') : rule;
  const part = best.cost > 0 ? ` (${number((100 * more) / best.cost)} %)` : '';
  return `Next is ${name}: it costs ${number(more)} more${part}.`;
}

/** What adds nothing is a trivial rule in disguise. */
const counts = (one: Candidate) => one.adds || one.owner < 0;

function idleInWords({ names }: Subject, order: Candidate[]): string {
  const idle = order.filter((one) => !counts(one)).map((one) => names[one.owner] as string);
  if (idle.length === 0) return '';
  if (idle.length === 1) return `${idle[0]} adds nothing here.`;
  const all = idle.length <= FEW ? idle.join(' and ') : `${idle.length} classifiers`;
  return `${all} add nothing here.`;
}

/** What each threshold in use costs more than the best choice, here or over the range. */
function inUseInWords(
  { in_use: inUse, hull, own, names, pcRange }: Subject,
  best: Best,
  pc: number,
) {
  if (!inUse) return [];
  const words: string[] = [];
  for (const [i, owner] of inUse.owner.entries()) {
    if (!own.has(owner)) continue;
    const rule = `${names[owner]} from ${decimal(at(inUse.threshold, i))} on`;
    const rates = { x: at(inUse.fpr, i), y: at(inUse.tpr, i) };
    const loss = lossOver(hull, rates, pcRange ?? [pc, pc]);
    words.push(`In use: ${rule}; ${lossInWords(loss, pcRange !== null, best)}.`);
  }
  return words;
}

function lossInWords(loss: Range, isOverRange: boolean, best: Best): string {
  const where = isOverRange ? 'over your range' : 'here';
  if (loss[1] <= 0) return `${where} that costs no more than any other choice`;
  const isPart = !isOverRange && best.cost > 0;
  const part = isPart ? ` (${number((100 * loss[1]) / best.cost)} %)` : '';
  return `${where} that costs ${span(loss, number)} more${part} than the best choice`;
}

/** Silent when nobody has tested, or the test belongs to older data. */
function differenceInWords(
  { difference, compared, names, own, level, stale }: Subject,
  pc: number,
) {
  if (!difference || !compared || stale) return '';
  if (!compared.every((name) => own.has(names.indexOf(name)))) return '';
  const same = sameCost(pc);
  const [middle, lower, upper] = [difference.estimate, difference.lower, difference.upper]
    .map((edge) => between(difference.pc, edge, pc))
    .map((edge) => (Math.abs(edge) <= same ? 0 : edge)) as [number, number, number];
  if (Number.isNaN(lower) || Number.isNaN(upper)) return '';
  const sure = lower > 0 || upper < 0 ? '' : 'not ';
  return `${compared[0]} less ${compared[1]}: ${number(middle)} (${percent(level)} interval ${number(lower)} to ${number(upper)}), ${sure}significant.`;
}

function reachInWords(subject: Subject, owner: number): string {
  const hull = subject.own.get(owner);
  if (!hull || hull.fpr.length <= 2) return '';
  const reach = `${share(pcOfEdge(hull, 0))} to ${share(pcOfEdge(hull, hull.fpr.length - 2))}`;
  return `${who(subject, owner)} is worth using from PC(+) ${reach}.`;
}

/** What to use over a whole range: `model.best(range).words` of Python. */
export function rangeInWords(subject: Subject, [low, high]: Range): string {
  const { hull } = subject;
  if (low === high)
    return `At PC(+) ${share(low)}: ${cornerRule(subject, cheapestCorner(hull, low))}.`;
  const reach = `Over your whole range, PC(+) ${share(low)} to ${share(high)},`;
  const choices = needed(hull, low, high);
  const [first, last] = [choices[0] as Needed, choices.at(-1) as Needed];
  if (choices.length === 1)
    return `${reach} one choice is best: ${cornerRule(subject, first.corner)}.`;
  const one = oneChoice(subject, [low, high]);
  const more = number(Math.max(...one.regret));
  return (
    `${reach} ${useInWords(subject, one)}. ` +
    `That costs at most ${more} more than the best choice there, ${worstInWords(one, low, high)}. ` +
    restInWords(subject, one, low, high) +
    `No regret at all would take ${choices.length} choices, ` +
    `from ${cornerRule(subject, first.corner)} to ${cornerRule(subject, last.corner)}.`
  );
}

/** Where in its range doing nothing is cheaper than the one choice. */
function restInWords({ classes }: Subject, one: OneChoice, low: number, high: number): string {
  const { below, above } = idleParts(one, low, high);
  const parts = [
    below === null ? '' : `Below PC(+) ${share(below)} calling all ${classes[0]} is cheaper. `,
    above === null ? '' : `Above PC(+) ${share(above)} calling all ${classes[1]} is cheaper. `,
  ];
  return parts.join('');
}

/** As Python has told it, from all thresholds; while a hand moves, from those that are drawn. */
function oneChoice(subject: Subject, over: Range): OneChoice {
  if (subject.one && sameRange(subject.one.over, over)) return subject.one;
  const found = leastRegret(subject.points, ...over);
  return { ...found, over, rule: ruleOf(subject, found), trivial: found.owner < 0 };
}

function useInWords(subject: Subject, { rule, trivial, fpr, tpr }: OneChoice): string {
  if (trivial) return rule;
  const [negative, positive] = subject.classes;
  return `use ${rule}. It finds ${percent(tpr)} of ${positive} and flags ${percent(fpr)} of ${negative}`;
}

/** At which end of its range the regret of a choice is greatest. */
function worstInWords({ regret: [first, last] }: OneChoice, low: number, high: number): string {
  if (Math.abs(last - first) <= sameOver(low, high)) return 'at either end';
  return `at PC(+) ${share(first > last ? low : high)}`;
}

function cornerRule(subject: Subject, i: number): string {
  const { hull } = subject;
  return ruleOf(subject, {
    owner: ownerOf(hull, i),
    threshold: at(hull.threshold, i),
    point: hull.point[i] as number,
  });
}

/** The mean of what are evaluations of one classifier. */
function meanInWords(where: string, order: Candidate[]): string {
  const costs = order.filter((one) => one.owner >= 0).map((one) => one.cost);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const each = `single ones cost ${number(Math.min(...costs))} to ${number(Math.max(...costs))}`;
  return `${where}: the ${costs.length} classifiers together cost ${number(mean)} on average; ${each}.`;
}
