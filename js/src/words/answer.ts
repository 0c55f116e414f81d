// The card: what to do, how sure that is, whom it finds, when it pays, what it costs, and why.

import {
  allows,
  type Candidate,
  cornerOf,
  leastRegret,
  ranking,
  sameOver,
} from '../geometry/choosing.ts';
import { cheapestCorner, cornerCost, type Needed, needed, sameCost } from '../geometry/hull.ts';
import { at, between, expectedCost, pcOfEdge, slopeAt } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Choice, OneChoice, Range } from '../wire/state.ts';
import {
  assumedInWords,
  casesFor,
  costVerb,
  endInWords,
  type Force,
  forceAt,
  isExact,
  placeInWords,
  priorAt,
  type Rates,
  sameRange,
  Tariff,
  whomInWords,
} from './conditions.ts';
import { amount, decimal, listing, number, percent, share, span } from './numbers.ts';
import { capital, ruleOf, type Subject, useOf, who } from './subject.ts';

/** What to do, a few facts about it, and why. */
export interface Advice {
  headline: string;
  lines: string[];
  why: string[];
}

/** The cheapest choice of all. */
type Best = Omit<Candidate, 'adds'>;

const FEW = 2;
/** A part of a cost by which nobody tells two costs apart. */
const SAME = 1e-9;

/** Advice, and whether nobody has tested that it is really better than the next best. */
interface Told {
  advice: Advice;
  isUntested: boolean;
}

/**
 * What to do at one operating point, or over the range in which it lies:
 * `model.read().answer` of Python, while the person drags.
 */
export const answer = (subject: Subject, pc: number): Advice => told(subject, pc).advice;

/** The same, and the panel that can tell whether it is really better; '' if all is told. */
export function answerAndTest(
  subject: Subject,
  pc: number,
): { advice: Advice; panel: '' | 'Uncertainty' | 'Compare' } {
  const { advice, isUntested } = told(subject, pc);
  if (!isUntested || subject.own.size < FEW) return { advice, panel: '' };
  const isTested = subject.leads?.least.some(Number.isFinite);
  return { advice, panel: isTested ? 'Compare' : 'Uncertainty' };
}

function told(subject: Subject, pc: number): Told {
  const certain = (advice: Advice) => ({ advice, isUntested: false });
  if (subject.own.size === 0) return certain(nobody(subject));
  const force = forceAt(subject, pc);
  if (subject.choice) return certain(byCriterion(subject, force, subject.choice));
  return isExact(force.over) ? atPlace(subject, force) : overRange(subject, force, pc);
}

function nobody({ names, classes: [negative, positive] }: Subject): Advice {
  if (names.length > 0)
    return {
      headline: 'All classifiers are hidden.',
      lines: [
        'Click a name to show it again.',
        `Left in the figures are calling all ${negative} and calling all ${positive}.`,
      ],
      why: [],
    };
  const how = 'Add one under Classifiers, or from Python: model.add("forest", (y_true, y_score)).';
  return { headline: 'There is no classifier yet.', lines: [how], why: [] };
}

const kept = (...words: string[]) => words.filter(Boolean);

function tariffFor(subject: Subject, force: Force, rates: Rates) {
  const { population } = subject;
  const cases = casesFor(force, rates, population);
  return { cases, tariff: Tariff.of(force, unitOf(subject, force), cases, population) };
}

/** The currency, where the costs are the user's. */
const unitOf = ({ unit }: Subject, { isAssumed }: Force) => (isAssumed ? '' : unit);

// ---- At one place

function atPlace(subject: Subject, force: Force): Told {
  const pc = force.over[0];
  const order = ranking(subject.own, pc);
  const best = bestOf(subject, pc);
  if (best.owner < 0)
    return { advice: nothingBeats(subject, force, best, order), isUntested: false };
  const rival = rivalOf(order, best.owner);
  const gap = rival && limitsOfLead(subject, best.owner, rival.owner, pc);
  const { cases, tariff } = tariffFor(subject, force, best);
  const doubt = doubtInWords(subject, pc, best, rival, gap);
  const idle = nothingInWords(subject, force, tariff, best, foundAt(subject, pc));
  const today = todayInWords(subject, tariff, best);
  const other = rival?.adds ? rival : null;
  const isBehind = other !== null && other.cost - best.cost > sameCost(pc);
  const next = isBehind
    ? rivalInWords(subject, tariff, best, other, gap)
    : other && `; ${who(subject, other.owner)} costs the same`;
  const paid = `${paidInWords(subject, tariff, best, pc)}${next ?? ''}.`;
  const whom = whomInWords(subject.classes[1], force, best, cases, false);
  const advice = {
    headline: `${capital(assumedInWords(subject, force) + useOf(subject, best))}${doubt}.`,
    lines: kept(whom, paid, today || idle),
    why: kept(
      today ? idle : '',
      ...restOfToday(subject, tariff, best),
      placeWhy(subject, force),
      choiceWhy(ruleOf(subject, best), best, best.cost, intervalAt(subject, pc)),
      reachWhy(subject, best.owner),
      nextWhy(subject, best, order, pc),
      addsNothing(subject, order),
      differenceWhy(subject, pc),
      againWhy(subject, pc),
      ...subject.background,
    ),
  };
  return { advice, isUntested: isBehind && gap === null };
}

function bestOf({ hull }: Subject, pc: number): Best {
  const i = cheapestCorner(hull, pc);
  return { ...cornerOf(hull, i), cost: cornerCost(hull, i, pc) };
}

const rivalOf = (order: Candidate[], owner: number) =>
  order.find((one) => one.owner >= 0 && one.owner !== owner) ?? null;

interface Limits {
  lower: number;
  upper: number;
  expected: number;
  level: number;
}

/** Of the cost of the best choice; null where there is no band of these data. */
function intervalAt({ bands, level, stale }: Subject, pc: number): Limits | null {
  if (!bands || stale) return null;
  const [lower, upper, expected] = [bands.lower, bands.upper, bands.expected].map((edge) =>
    between(bands.pc, edge, pc),
  ) as [number, number, number];
  return [lower, upper, expected].some(Number.isNaN) ? null : { lower, upper, expected, level };
}

/** Said of costs on these data wherever there are limits of those in use. */
const foundAt = (subject: Subject, pc: number) => (intervalAt(subject, pc) ? ' on these data' : '');

/** What the best choice costs, on these data and in use. */
function paidInWords(subject: Subject, tariff: Tariff, best: Best, pc: number): string {
  const cost = tariff.cost(best);
  const interval = intervalAt(subject, pc);
  if (!interval) return `${tariff.total(cost)}${best.cost === 0 ? ' on these data' : ''}`;
  const { level, ...limits } = interval;
  const [mean, low, high] = [limits.expected, limits.lower, limits.upper].map((one) =>
    tariff.ofNormalised(one),
  ) as [number, number, number];
  const picked = pickedInWords(subject, best);
  const sure = `(${percent(level)}: ${tariff.bare([low, high])})`;
  const found = `${tariff.total(cost)} on these data`;
  // Nobody has found by how much more it will cost.
  if (picked && limits.expected - best.cost <= sameCost(pc))
    return `${found} (${percent(level)}: ${tariff.beside([low, high], cost)})`;
  return `${found}; expect ${tariff.beside([mean, mean], cost)} in use ${sure}${picked}`;
}

/** Why a choice costs more in use than on the data it was picked on. */
function pickedInWords({ own, folded }: Subject, { threshold, owner }: Best): string {
  const isNumber = Number.isFinite(threshold);
  const ofEach = !isNumber && folded?.includes(owner);
  const picked = kept(
    isNumber ? 'threshold' : '',
    ofEach ? 'thresholds' : '',
    own.size > 1 ? 'classifier' : '',
  );
  if (picked.length === 0) return '';
  const were = ofEach || picked.length > 1 ? 'were' : 'was';
  return `, as ${listing(picked)} ${were} picked on the same data`;
}

/** What resamples choose; nothing at another place than the one they were asked about. */
const againWhy = ({ again }: Subject, pc: number) => (again?.pc === pc ? again.words : '');

const UNTESTED = 'not tested: may be chance';

/** What the next classifier costs, and by how much that is more, as far as it was tested. */
function rivalInWords(
  subject: Subject,
  tariff: Tariff,
  best: Best,
  rival: Candidate,
  gap: Range | null,
): string {
  const name = who(subject, rival.owner);
  const [cost, other] = [tariff.cost(best), tariff.cost(rival)];
  const told = tariff.beside(other, cost);
  if (!gap) {
    const isSame = tariff.bare(other) === tariff.bare(cost);
    return `; ${name}, the next best, ${isSame ? 'about the same' : told} (${UNTESTED})`;
  }
  const [least, most] = gap.map((one) => tariff.ofGap(one)) as [number, number];
  const bare = (value: number) => tariff.bare([value, value]);
  const expected =
    least < 0 ? `${bare(-least)} less to ${bare(most)} more` : `${tariff.bare([least, most])} more`;
  return `; ${name}, the next best, ${told} on these data; expect ${expected} (${percent(subject.level)})`;
}

function nothingBeats(subject: Subject, force: Force, best: Best, order: Candidate[]): Advice {
  const { cases, tariff } = tariffFor(subject, force, best);
  const whom = whomInWords(subject.classes[1], force, best, cases, true);
  const cost = `${tariff.total(tariff.cost(best), true)}.`;
  const rule = ruleOf(subject, best);
  const wrong = wrongWayRound(subject);
  const why = kept(
    placeWhy(subject, force),
    `${capital(rule)}: cost ${number(best.cost)}.`,
    addsNothing(subject, order),
    againWhy(subject, force.over[0]),
    ...subject.background,
  );
  if (wrong.length > 0) {
    const whose = wrong.length > 1 ? 'their scores seem' : 'its scores seem';
    return {
      headline: `Do not use ${listing(wrong)}: ${whose} to be the wrong way round.`,
      lines: [
        'Give its scores with the opposite sign, or name the other label as positive.',
        `Until then ${rule}. ${whom}`,
      ],
      why,
    };
  }
  const { classes } = subject;
  const [pc] = force.over;
  const either = pc === 1 - pc ? `call all ${classes[0]} or all ${classes[1]}` : rule;
  return {
    headline: `${capital(assumedInWords(subject, force) + either)}; no classifier is cheaper.`,
    lines: kept(
      whom,
      todayInWords(subject, tariff, best) || cost,
      whenInWords(subject, force, best),
    ),
    why,
  };
}

/** Whose scores are the wrong way round, where no other classifier helps. */
function wrongWayRound({ reversed, own, names }: Subject): string[] {
  const helps = ([owner, hull]: [number, Subject['hull']]) =>
    !reversed.includes(owner) && hull.fpr.length > 2;
  if ([...own].some(helps)) return [];
  return reversed.filter((owner) => own.has(owner)).map((owner) => names[owner] as string);
}

/** From which conditions on a classifier would pay. */
function whenInWords(subject: Subject, force: Force, { tpr }: Rates): string {
  const { hull } = subject;
  const isNone = tpr === 0;
  const corner = isNone ? 1 : hull.fpr.length - 2;
  if ((hull.owner[corner] as number) < 0)
    return 'No classifier here is cheaper than doing nothing, whatever the conditions.';
  const pc = pcOfEdge(hull, isNone ? 0 : corner);
  const use = useOf(subject, cornerOf(hull, corner));
  return `${isNone ? 'Above' : 'Below'} ${placeInWords(subject, force, pc)}: ${use}.`;
}

// ---- Against doing nothing

function nothing({ classes }: Subject, pc: number): readonly [number, string] {
  return [Math.min(pc, 1 - pc), `calling all ${classes[pc > 1 - pc ? 1 : 0]}`];
}

const JUST = 'just as much';

function change(cost: number, idle: number): string {
  if (Math.abs(cost - idle) <= SAME * idle) return JUST;
  if (idle === 0) return 'more';
  const part = cost / idle - 1;
  return part < 0 ? `${percent(-part, FEW)} less` : `${number(100 * part, FEW)} % more`;
}

const than = (words: string) => (words === JUST ? `${words} as` : `${words} than`);

function againstInWords(subject: Subject, force: Force, { fpr, tpr }: Rates): string {
  return costsInWords(
    subject,
    force,
    force.over.map((pc) => expectedCost(fpr, tpr, pc)) as [number, number],
  );
}

/** Normalised costs at both ends of the range, against doing nothing there. */
function costsInWords(subject: Subject, force: Force, costs: readonly [number, number]): string {
  const idle = force.over.map((pc) => nothing(subject, pc)) as [Idle, Idle];
  const first = change(costs[0], idle[0][0]);
  if (isExact(force.over)) return `${than(first)} ${idle[0][1]}`;
  const last = change(costs[1], idle[1][0]);
  const [start, stop] = [endInWords(subject, force, 0), endInWords(subject, force, 1)];
  if (idle[0][1] === idle[1][1])
    return `from ${than(first)} ${idle[0][1]} (${start}) to ${last} (${stop})`;
  return `${than(first)} ${idle[0][1]} (${start}), and ${than(last)} ${idle[1][1]} (${stop})`;
}

type Idle = ReturnType<typeof nothing>;

/** Where a choice costs less than doing nothing, as a range of pc. */
function paysOver({ fpr, tpr }: Rates): Range {
  const from = fpr + tpr ? fpr / (fpr + tpr) : 0;
  const [right, missed] = [1 - fpr, 1 - tpr];
  return [from, Math.max(from, right + missed ? right / (right + missed) : 1)];
}

/** Where doing nothing costs less than a choice, and what it costs under these conditions. */
function nothingInWords(
  subject: Subject,
  force: Force,
  tariff: Tariff,
  best: Best,
  found: string,
): string {
  const cost = tariff.cost(best);
  const [none, everybody] = [0, 1].map((rate) =>
    tariff.beside(tariff.cost({ fpr: rate, tpr: rate }), cost),
  );
  const isSame = none === everybody;
  const both = isSame
    ? `both ${tariff.verb} ${none}`
    : `they ${tariff.verb} ${none} and ${everybody}`;
  return `${cheaperInWords(subject, force, best, found)}; here ${both}.`;
}

/** How many have to be positive for doing nothing to cost less, at the costs in force. */
function cheaperInWords(subject: Subject, force: Force, best: Best, found: string): string {
  const [negative, positive] = subject.classes;
  const reach = paysOver(best);
  const name = subject.labels[best.point] ? 'this choice' : who(subject, best.owner);
  const choice = Number.isFinite(best.threshold) ? 'this threshold' : name;
  const [low, high] = [percent(priorAt(force, reach[0])), percent(priorAt(force, reach[1]))];
  if (reach[0] === 0 && reach[1] === 1)
    return `However many are ${positive}, ${choice} costs no more than calling all ${negative} or all ${positive}${found}`;
  const below = `Below ${low} ${positive} calling all ${negative} costs less than ${choice}${found}`;
  if (reach[1] === 1) return `${below}, calling all ${positive} nowhere`;
  if (reach[0] === 0)
    return `Above ${high} ${positive} calling all ${positive} costs less than ${choice}${found}, calling all ${negative} nowhere`;
  return `${below}, above ${high} calling all ${positive}`;
}

/** Where in the range doing nothing is cheaper. */
function idleInWords(subject: Subject, force: Force, { fpr, tpr }: Rates): string {
  const [low, high] = force.over;
  const reach = paysOver({ fpr, tpr });
  const [negative, positive] = subject.classes;
  const isIdle = (pc: number, idle: number) => expectedCost(fpr, tpr, pc) - idle > sameCost(pc);
  const below = placeInWords(subject, force, reach[0]);
  const above = placeInWords(subject, force, reach[1]);
  const isAbove = isIdle(high, 1 - high);
  if (isIdle(low, low)) {
    const rest = isAbove ? `, above ${above} calling all ${positive}` : '';
    return `; below ${below} calling all ${negative} is cheaper${rest}`;
  }
  return isAbove ? `; above ${above} calling all ${positive} is cheaper` : '';
}

/** Says that what a choice saves against doing nothing could be chance, where limits allow it. */
function savedInWords(subject: Subject, force: Force, rates: Rates): string {
  const ends = ([0, 1] as const).filter((end) => savesByChance(subject, rates, force.over[end]));
  const [first, second] = ends;
  if (first === undefined) return '';
  if (isExact(force.over)) return '; what it saves could be chance';
  if (second !== undefined) return '; what it saves could be chance at both ends';
  return `; what it saves (${endInWords(subject, force, first)}) could be chance`;
}

/**
 * Whether a choice costs less than doing nothing, yet may cost more in use: as much more than the
 * best choice can cost as it costs more on these data.
 */
function savesByChance(subject: Subject, { fpr, tpr }: Rates, pc: number): boolean {
  const [known] = nothing(subject, pc);
  const cost = expectedCost(fpr, tpr, pc);
  const limits = intervalAt(subject, pc);
  if (!limits || cost >= known - sameCost(pc)) return false;
  const most = Math.max(limits.expected, limits.upper);
  return most + cost - bestOf(subject, pc).cost > known + sameCost(pc);
}

// ---- How sure it is who is best

/** What a choice is clearly cheaper than, and what it cannot be told apart from, as tested. */
function doubtInWords(
  subject: Subject,
  pc: number,
  best: Best,
  rival: Candidate | null,
  gap: Range | null,
): string {
  const [clear, others] = toldApart(subject, pc, best, rival, gap);
  const doubts = [...others, ...ruleDoubt(subject, pc)];
  const apart = doubts.length > 0 ? `it cannot be told apart from ${doubts.join(' or ')}` : '';
  return clear || apart ? `; ${kept(clear, apart).join(', but ')}` : '';
}

/** Who is clearly more expensive, said of the next best; who cannot be told apart. */
function toldApart(
  subject: Subject,
  pc: number,
  best: Best,
  rival: Candidate | null,
  gap: Range | null,
): [clear: string, doubts: string[]] {
  const [stretch] = stretchesOver(subject, [pc, pc]);
  if (!rival || !stretch || isUntold(subject)) return ['', []];
  const { sure, doubt } = stretch;
  const name = who(subject, rival.owner);
  if (rival.cost - best.cost <= sameCost(pc)) return ['', sure === NOT_TESTED ? [] : [name]];
  const isClear = gap !== null && gap[0] > 0 && doubt !== rival.owner;
  const rest = sure === NOT_TESTED ? ' (others not tested)' : '';
  return [
    isClear ? `clearly cheaper than ${name}${rest}` : '',
    sure === 0 && doubt >= 0 ? [who(subject, doubt)] : [],
  ];
}

/** Of a stretch in which somebody leads: nobody has tested that. */
const NOT_TESTED = -1;

interface Stretch {
  owner: number;
  sure: number;
  doubt: number;
}

/** Nobody has tested a lead, nor found that several have it together. */
const isUntold = ({ leads, winners }: Subject) =>
  !leads || (leads.pc.length === 0 && !winners?.sure.some((sure) => sure !== NOT_TESTED));

/** Who is cheapest in every stretch that is part of a range, or at one place. */
function stretchesOver({ winners }: Subject, [low, high]: Range): Stretch[] {
  if (!winners) return [];
  const { pc, owner, sure, doubt } = winners;
  const found: Stretch[] = [];
  for (let i = 0; i < pc.length; i++) {
    const [from, to] = [at(pc, i), i + 1 < pc.length ? at(pc, i + 1) : Infinity];
    const isPart = low === high ? from <= low && low < to : from < high && low < to;
    if (!isPart) continue;
    found.push({
      owner: owner[i] as number,
      sure: sure[i] as number,
      doubt: doubt[i] as number,
    });
  }
  return found;
}

/** Between which limits another choice costs more than the best; null if nobody has tested. */
function limitsOfLead({ leads }: Subject, owner: number, other: number, pc: number): Range | null {
  if (!leads) return null;
  const isOne = (i: number) => leads.owner[i] === owner && leads.other[i] === other;
  const start = leads.pc.findIndex((_, i) => isOne(i));
  if (start < 0) return null;
  let stop = start;
  while (stop < leads.pc.length && isOne(stop)) stop++;
  const [places, one, two] = [leads.pc, leads.least, leads.most].map((part) =>
    part.subarray(start, stop),
  ) as [Float64Array, Float64Array, Float64Array];
  const [least, most] = [between(places, one, pc), between(places, two, pc)];
  if (Number.isNaN(least + most)) return null;
  return [Math.min(least, most), Math.max(least, most)];
}

/** Doing nothing, where limits reach beyond what that is known to cost. */
function ruleDoubt(subject: Subject, pc: number): string[] {
  const interval = intervalAt(subject, pc);
  const [known, idle] = nothing(subject, pc);
  if (!interval || Math.max(interval.expected, interval.upper) <= known + sameCost(pc)) return [];
  return [pc === 1 - pc ? ALIKE : idle];
}

/** Where it makes no difference which of the two. */
const ALIKE = 'calling all alike';

// ---- Thresholds in use today

function inUse({ in_use: used, own, names }: Subject): { words: string; rates: Rates }[] {
  if (!used) return [];
  return [...used.owner].flatMap((owner, i) => {
    const words = `${names[owner]} from score ${decimal(at(used.threshold, i))} on`;
    const rates = { fpr: at(used.fpr, i), tpr: at(used.tpr, i) };
    return own.has(owner) ? [{ words, rates }] : [];
  });
}

/** What thresholds in use cost more than the one that is recommended. */
function todayInWords(subject: Subject, tariff: Tariff, rates: Rates): string {
  const used = inUse(subject);
  if (used.length === 0) return '';
  const each = used
    .slice(0, FEW)
    .map((one) => `${one.words}, costs ${moreInWords(tariff, rates, one.rates)}`);
  const left = used.length - FEW;
  const more = left > 0 ? `; ${left} more under Why?` : '';
  return `Today's threshold, ${each.join('; ')}${more}.`;
}

function restOfToday(subject: Subject, tariff: Tariff, rates: Rates): string[] {
  return inUse(subject)
    .slice(FEW)
    .map((one) => `In use too: ${one.words}, costs ${moreInWords(tariff, rates, one.rates)}.`);
}

/** What another choice costs more, or less. */
function moreInWords(tariff: Tariff, rates: Rates, other: Rates): string {
  const [low, high] = tariff.more(other, rates);
  if (low === 0 && high === 0) return 'the same';
  if (low < 0 && 0 < high)
    return `${tariff.counted([-low, -low])} less to ${tariff.bare([high, high])} more ${tariff.per}`;
  if (high <= 0) return `${tariff.counted([-high, -low])} less ${tariff.per}`;
  const cost = tariff.cost(rates);
  const isPart = low === high && cost[0] === cost[1] && cost[1] > 0;
  const part = isPart ? ` (${number((100 * high) / cost[1], FEW)} %)` : '';
  return `${tariff.counted([low, high])} more ${tariff.per}${part}`;
}

// ---- Over a range

/** The one choice for a range, what it may lose, and what it would take to lose nothing. */
function overRange(subject: Subject, force: Force, pc: number): Told {
  const one = oneChoice(subject, force.over);
  const { cases, tariff } = tariffFor(subject, force, one);
  const choices = needed(subject.hull, ...force.over);
  const whom = whomInWords(subject.classes[1], force, one, cases, one.trivial);
  const against = one.trivial
    ? ''
    : `${costVerb(force)} ${againstInWords(subject, force, one)}${idleInWords(subject, force, one)}${savedInWords(subject, force, one)}.`;
  const untested = untestedInWords(subject, force, one);
  const found = one.trivial ? '' : foundAt(subject, pc);
  const lost = lostInWords(subject, tariff, one, choices, found, untested);
  const today = todayInWords(subject, tariff, one);
  const doubt = one.trivial
    ? `; ${choices.length === 1 ? 'no classifier is cheaper anywhere in your range' : 'a classifier is cheaper in part of your range'}`
    : doubtOver(subject, force, one);
  const advice = {
    headline: `${capital(assumedInWords(subject, force) + one.use)}${doubt}.`,
    lines: kept(whom, against, today || lost),
    why: kept(
      today ? lost : '',
      ...restOfToday(subject, tariff, one),
      placeWhy(subject, force),
      choiceWhy(one.rule, one, null, null),
      ...regretWhy(subject, force, one, choices),
      intervalAt(subject, pc) ? NO_ONE_INTERVAL : '',
      differenceEnds(subject, force),
      ...subject.background,
    ),
  };
  return { advice, isUntested: untested !== '' };
}

const NO_ONE_INTERVAL =
  'No one interval holds all over a range: the band in cost space has that of each place.';

/** Where in a range the one choice is clearly cheaper than other classifiers, as tested. */
function doubtOver(subject: Subject, force: Force, one: OneChoice): string {
  const { names, own } = subject;
  const stretches = testedStretches(subject, force.over);
  const mine = names.indexOf(one.name);
  if (stretches.length === 0 || mine < 0) return '';
  const others = [...own.keys()].filter((owner) => owner !== mine);
  const other = others.length === 1 ? who(subject, others[0] as number) : 'any other';
  const sure = new Set(stretches.filter((part) => part.sure === 1).map(({ owner }) => owner));
  const isMine = stretches.every(({ owner }) => owner === mine);
  if (sure.size === 0) {
    const doubts = new Set(stretches.map(({ doubt }) => doubt));
    const isNamed = isMine && doubts.size === 1;
    if (others.length > 1 && !isNamed)
      return '; nowhere in your range is it clear which classifier is cheapest';
    const name = isNamed ? who(subject, [...doubts][0] as number) : other;
    return `; it cannot be told apart from ${name} anywhere in your range`;
  }
  sure.delete(mine);
  const [better, ...more] = sure;
  if (better !== undefined) {
    const some = more.length === 0 ? who(subject, better) : 'another';
    return `; ${some} is clearly cheaper in part of your range`;
  }
  const isEverywhere = isMine && stretches.every((part) => part.sure === 1);
  const where = isEverywhere ? 'all over your range' : 'in part of your range only';
  return `; clearly cheaper than ${other} ${where}`;
}

/** Who is cheapest in a range, how sure, and in doubt with whom; none if not tested. */
function testedStretches(subject: Subject, over: Range): Stretch[] {
  const found = isUntold(subject) ? [] : stretchesOver(subject, over);
  const ofClassifiers = found.filter(({ owner }) => owner >= 0 || owner === Owner.TIE);
  const isTested =
    ofClassifiers.length > 0 && ofClassifiers.every(({ sure }) => sure !== NOT_TESTED);
  return isTested ? found : [];
}

/** As Python has told it, from all thresholds; while a hand moves, from those that are drawn. */
function oneChoice(subject: Subject, over: Range): OneChoice {
  if (subject.one && sameRange(subject.one.over, over)) return subject.one;
  const found = leastRegret(subject.points, ...over);
  return {
    ...found,
    over,
    name: who(subject, found.owner),
    rule: ruleOf(subject, found),
    use: useOf(subject, found),
    trivial: found.owner < 0,
  };
}

/** Who may be as good over a range, for all that anybody has tested. */
function untestedInWords(subject: Subject, { over }: Force, one: OneChoice): string {
  if (one.trivial) return '';
  const owner = subject.names.indexOf(one.name);
  const others = ranking(subject.own, (over[0] + over[1]) / 2).filter(
    (other) => other.adds && other.owner !== owner,
  );
  const [first] = others;
  if (!first) return '';
  if (testedStretches(subject, over).length > 0) return '';
  const whoever = others.length === 1 ? who(subject, first.owner) : 'another';
  return `; not tested whether ${whoever} is as good`;
}

/** What the one choice costs, and what another would save at most. */
function lostInWords(
  subject: Subject,
  tariff: Tariff,
  one: OneChoice,
  choices: Needed[],
  found: string,
  untested: string,
): string {
  const cost = `${tariff.total(tariff.cost(one), one.trivial)}${found}`;
  if (choices.length === 1) {
    return `${cost}; no other choice is cheaper anywhere in your range${untested}.`;
  }
  const most = tariff.loss(one, subject.hull);
  const saved = tariff.beside([most, most], tariff.cost(one));
  const rest = 'whatever is true within your range, the best choice for it would save at most';
  return `${cost}; ${rest} ${saved}${untested}.`;
}

/** What the one choice may lose, and what it would take to lose nothing. */
function regretWhy(subject: Subject, { over }: Force, one: OneChoice, choices: Needed[]): string[] {
  const most = number(Math.max(...one.regret));
  const regret = `Regret: cost at most ${most} more than the best, ${worstInWords(one, over)}.`;
  if (choices.length === 1) return [regret];
  const ends = [choices[0] as Needed, choices.at(-1) as Needed];
  const [first, last] = ends.map(({ corner }) => shortly(subject, corner));
  const which = first === last ? '' : `, ${first} to ${last}`;
  return [regret, `No regret at all would take ${choices.length} choices${which}.`];
}

/** A corner of the hull beside others, in few words. */
function shortly(subject: Subject, i: number): string {
  const corner = cornerOf(subject.hull, i);
  const rule = ruleOf(subject, corner);
  if (corner.owner < 0) return rule.replace(/^call/, 'calling');
  const isNumber = Number.isFinite(corner.threshold);
  return isNumber ? `${who(subject, corner.owner)} ${decimal(corner.threshold)}` : rule;
}

/** At which end of its range the regret of a choice is greatest. */
function worstInWords({ regret: [first, last] }: OneChoice, [low, high]: Range): string {
  if (Math.abs(last - first) <= sameOver(low, high)) return 'at either end';
  return `at PC(+) ${share(first > last ? low : high)}`;
}

// ---- Another criterion, and evaluations of one classifier

/** What another criterion chooses: whom that finds, what it costs, and what lots do better. */
function byCriterion(subject: Subject, force: Force, choice: Choice): Advice {
  const [fpr, tpr] = choice.rates;
  const rates = { fpr, tpr };
  const { cases, tariff } = tariffFor(subject, force, rates);
  const isRule = fpr === tpr && (fpr === 0 || fpr === 1);
  const isByLots = choice.owner === Owner.MIXED;
  return {
    headline: `${choice.headline}.`,
    lines: kept(
      whomInWords(subject.classes[1], force, rates, cases, isRule),
      byCostInWords(subject, force, tariff, choice, isRule),
      isByLots ? choice.mix : kept(choice.after, choice.gain).join(' '),
    ),
    why: kept(
      isByLots ? '' : choice.mix,
      placeWhy(subject, force),
      choiceWhy(choice.rule, rates, null, null),
      choice.note,
      ...subject.background,
    ),
  };
}

/** What the criterion costs against the best choice by cost, and against doing nothing. */
function byCostInWords(
  subject: Subject,
  force: Force,
  tariff: Tariff,
  choice: Choice,
  isRule: boolean,
): string {
  if (!isExact(force.over)) return byCostOver(subject, force, tariff, choice, isRule);
  const [pc] = force.over;
  const [fpr, tpr] = choice.rates;
  const best = bestOf(subject, pc);
  const [lead, verb] = byWhom(subject, force);
  const more = change(expectedCost(fpr, tpr, pc), best.cost);
  const isHeld = !isRule && best.owner >= 0;
  const against = isHeld
    ? `${againstInWords(subject, force, { fpr, tpr })}${unlessInWords(subject, force, { fpr, tpr })}${savedInWords(subject, force, { fpr, tpr })}`
    : '';
  if (more === JUST) return `${lead}no choice costs less${against && `; ${verb} ${against}`}.`;
  const other = `${useOf(subject, best)}${beyondInWords(choice, best)}`;
  return `${lead}${verb} ${more} than to ${other}${against && `, and ${against}`}.`;
}

/** How many have to be positive for doing nothing to cost less than a choice, in few words. */
function unlessInWords({ classes }: Subject, force: Force, rates: Rates): string {
  if (!(force.alarm[0] > 0 && force.miss[0] > 0)) return '';
  const [negative, positive] = classes;
  const [from, to] = paysOver(rates);
  const [low, high] = [percent(priorAt(force, from)), percent(priorAt(force, to))];
  const sides = [
    { words: `below ${low} ${positive}`, rule: negative, isAny: from > 0 },
    { words: `above ${high} ${positive}`, rule: positive, isAny: to < 1 },
  ] as const;
  const [here, there] = force.over[0] > 1 - force.over[0] ? [sides[1], sides[0]] : sides;
  const parts = kept(
    here.isAny ? `${here.words} that is cheaper` : '',
    there.isAny ? `${there.words} calling all ${there.rule}${here.isAny ? '' : ' is cheaper'}` : '',
  );
  return parts.length ? ` (${parts.join(', ')})` : '';
}

/** Says of a cheaper choice that the limit of the criterion rules it out. */
const beyondInWords = ({ limit }: Choice, rates: Rates) =>
  limit && !allows(limit, rates) ? ' (beyond the limit)' : '';

/** Under which conditions a choice costs something, and what of it does. */
function byWhom(subject: Subject, force: Force): [lead: string, verb: string] {
  const lead = capital(assumedInWords(subject, force)) || 'Under your conditions ';
  return [lead, costVerb(force) === 'It costs' ? 'it costs' : 'its errors cost'];
}

/** What the criterion costs more than the one choice for a range, and than doing nothing. */
function byCostOver(
  subject: Subject,
  force: Force,
  tariff: Tariff,
  choice: Choice,
  isRule: boolean,
): string {
  const [fpr, tpr] = choice.rates;
  const rates = { fpr, tpr };
  const one = oneChoice(subject, force.over);
  const more = moreInWords(tariff, one, rates);
  const [lead, verb] = byWhom(subject, force);
  const isSame = more === 'the same';
  const least = isSame
    ? 'that is the choice of least regret too'
    : `it costs ${more} than to ${one.use}${beyondInWords(choice, one)}`;
  if (isRule) return `${lead}${least}.`;
  return `${lead}${least}; ${verb} ${againstInWords(subject, force, rates)}${savedInWords(subject, force, rates)}.`;
}

// ---- Why: places in the figures, and what is not needed to act

function placeWhy(subject: Subject, force: Force): string {
  const slopes = force.over.map(slopeAt).sort((a, b) => a - b) as unknown as Range;
  const unit = unitOf(subject, force);
  const costs = `a false alarm costs ${span(force.cost_fp, amount, unit)}, a miss ${span(force.cost_fn, amount, unit)}`;
  const part = `${span(force.prior, percent)} are ${subject.classes[1]}`;
  return `PC(+) ${span(force.over, share)}, slope ${span(slopes, number)}: ${part}; ${costs}.`;
}

/** The coordinates of a choice in both spaces. */
function choiceWhy(
  words: string,
  { fpr, tpr }: Rates,
  cost: number | null,
  interval: Limits | null,
): string {
  let told = cost === null ? '' : `, cost ${number(cost)}`;
  if (interval) {
    const limits = span([interval.lower, interval.upper], number);
    const expected = number(interval.expected);
    const more = expected === number(cost ?? 0) ? '' : `${expected} expected in use, `;
    told += ` on these data (${more}${percent(interval.level)} interval ${limits})`;
  }
  return (
    `${words}: the point (${number(fpr)}, ${number(tpr)}) of ROC space, ` +
    `the line from ${number(fpr)} to ${number(1 - tpr)} of cost space${told}.`
  );
}

function reachWhy(subject: Subject, owner: number): string {
  const hull = subject.own.get(owner);
  if (!hull || hull.fpr.length <= 2) return '';
  const reach: Range = [pcOfEdge(hull, 0), pcOfEdge(hull, hull.fpr.length - 2)];
  return `Operating range of ${who(subject, owner)}, with its best thresholds: PC(+) ${span(reach, share)}.`;
}

function nextWhy(subject: Subject, best: Best, order: Candidate[], pc: number): string {
  const next = order.find((one) => one.owner !== best.owner && chooses(one)) as Candidate;
  const rule = ruleOf(subject, next);
  const more = next.cost - best.cost;
  if (more <= sameCost(pc)) return `${rule} costs the same.`;
  const name = next.owner < 0 ? rule.replace(/^call/, 'calling') : rule;
  const part = best.cost > 0 ? ` (${number((100 * more) / best.cost)} %)` : '';
  return `Next is ${name}: cost ${number(more)} more${part}.`;
}

/** What adds nothing is a trivial rule in disguise. */
const chooses = (one: Candidate) => one.adds || one.owner < 0;

function addsNothing({ names }: Subject, order: Candidate[]): string {
  const idle = order.filter((one) => !chooses(one)).map((one) => names[one.owner] as string);
  if (idle.length === 0) return '';
  if (idle.length === 1) return `${idle[0]} adds nothing here.`;
  return `${idle.length <= FEW ? listing(idle) : `${idle.length} classifiers`} add nothing here.`;
}

/** Silent when nobody has tested, or the test belongs to older data. */
function differenceAt(
  { difference, compared, names, own, level, stale }: Subject,
  pc: number,
): string {
  if (!difference || !compared || stale) return '';
  if (!compared.every((name) => own.has(names.indexOf(name)))) return '';
  const same = sameCost(pc);
  const [middle, lower, upper] = [difference.estimate, difference.lower, difference.upper]
    .map((edge) => between(difference.pc, edge, pc))
    .map((edge) => (Math.abs(edge) <= same ? 0 : edge)) as [number, number, number];
  if (Number.isNaN(lower) || Number.isNaN(upper)) return '';
  const sure = lower > 0 || upper < 0 ? 'clear' : 'could be chance';
  return `${number(middle)} on these data (${percent(level)} interval ${number(lower)} to ${number(upper)}), ${sure}`;
}

function differenceWhy(subject: Subject, pc: number): string {
  const words = differenceAt(subject, pc);
  return words && `Cost of ${pairInWords(subject)}: ${words}.`;
}

function differenceEnds(subject: Subject, { over: [low, high] }: Force): string {
  const [first, last] = [differenceAt(subject, low), differenceAt(subject, high)];
  if (!first) return '';
  return `Cost of ${pairInWords(subject)}: ${first} at PC(+) ${share(low)}; ${last} at PC(+) ${share(high)}.`;
}

const pairInWords = ({ compared }: Subject) => (compared ?? []).join(' less that of ');
