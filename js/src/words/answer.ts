// Advice of the card: choice, significance, expected counts, useful range, cost, and reasons.

import {
  type Candidate,
  cornerChoice,
  isWithinLimit,
  minimaxChoice,
  rankCandidates,
} from '../geometry/choosing.ts';
import {
  expectedCostOf,
  knownCosts,
  recommendedCorner,
  recommendedCorners,
  regretOf,
  usefulRange,
  usefulRangeOf,
  usefulRanges,
} from '../geometry/expected.ts';
import { cheapestCorner, cornerCost, costTolerance } from '../geometry/hull.ts';
import { at, clamp, expectedCost, interpolate, pcOfEdge, slopeAt } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Bands, CriterionChoice, Range, RangeChoice } from '../wire/state.ts';
import {
  assumedInWords,
  CostUnit,
  caseCountFor,
  conditionsAt,
  costVerb,
  countsInWords,
  type EffectiveConditions,
  endInWords,
  isExact,
  placeInWords,
  priorAt,
  type Rates,
  regretBox,
  rewardsInWords,
  sameRange,
} from './conditions.ts';
import { amount, decimal, listing, number, percent, share, span } from './numbers.ts';
import { capitalize, ownerName, ruleAdvice, ruleName, type Subject } from './subject.ts';

/** Headline, facts and reasons. */
export interface Advice {
  headline: string;
  lines: string[];
  why: string[];
}

/** Choice of lowest cost. */
type CheapestChoice = Omit<Candidate, 'beatsBaselines'>;

const MAX_LISTED = 2;
const SHORT_DIGITS = 2;

/** Advice, and whether its significance is untested. */
interface TestedAdvice {
  advice: Advice;
  isUntested: boolean;
}

/**
 * Return the advice at an operating point, or for the range that contains it.
 *
 * Python computes the same; this is for updates during a drag.
 */
export const answer = (subject: Subject, pc: number): Advice => adviceAndTest(subject, pc).advice;

/** Return the advice, and the panel that can test its significance or ''. */
export function answerAndTest(
  subject: Subject,
  pc: number,
): { advice: Advice; panel: '' | 'Uncertainty' | 'Compare' } {
  const { advice, isUntested } = adviceAndTest(subject, pc);
  if (!isUntested || subject.own.size < 2) return { advice, panel: '' };
  const isTested = subject.leads?.lower.some(Number.isFinite);
  return { advice, panel: isTested ? 'Compare' : 'Uncertainty' };
}

function adviceAndTest(subject: Subject, pc: number): TestedAdvice {
  const certain = (advice: Advice) => ({ advice, isUntested: false });
  if (subject.own.size === 0) return certain(noClassifierAdvice(subject));
  const effective = conditionsAt(subject, pc);
  if (subject.choice) return certain(criterionAdvice(subject, effective, subject.choice));
  return isExact(effective.over)
    ? adviceAtPc(subject, effective)
    : adviceOverRange(subject, effective, pc);
}

function noClassifierAdvice({ names, classes: [negative, positive] }: Subject): Advice {
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

const nonEmpty = (...words: string[]) => words.filter(Boolean);

function costUnitFor(
  subject: Subject,
  effective: EffectiveConditions,
  rates: Rates,
  counted = effective,
) {
  const { n_cases: nCases } = subject;
  const cases = caseCountFor(counted, rates, nCases);
  return {
    cases,
    costUnit: CostUnit.of(effective, currencyOf(subject, effective), cases, nCases),
  };
}

/** Return the currency, or '' if the costs are assumed. */
const currencyOf = ({ currency }: Subject, { isAssumed }: EffectiveConditions) =>
  isAssumed ? '' : currency;

// ---- Advice at one pc

function adviceAtPc(subject: Subject, effective: EffectiveConditions): TestedAdvice {
  const pc = effective.over[0];
  const order = rankCandidates(subject.own, pc);
  const best = bestOf(subject, pc);
  const reversed = reversedAdvice(subject, effective, best);
  if (reversed) return { advice: reversed, isUntested: false };
  if (best.owner < 0)
    return { advice: baselineAdvice(subject, effective, best, order), isUntested: false };
  const rival = rivalOf(order, best.owner);
  const gap = rival && leadInterval(subject, best.owner, rival.owner, pc);
  const { cases, costUnit } = costUnitFor(subject, effective, best);
  const doubt = significanceInWords(subject, pc, best, order);
  const baselines = baselinesInWords(
    subject,
    effective,
    costUnit,
    best,
    observedSuffix(subject, pc),
  );
  const today = inUseInWords(subject, costUnit, best, pc);
  const other = rival?.beatsBaselines ? rival : null;
  const isBehind = other !== null && other.cost - best.cost > costTolerance(pc);
  const next = isBehind
    ? runnerUpInWords(subject, costUnit, best, other, gap)
    : other && `; ${ownerName(subject, other.owner)} costs the same`;
  const paid = `${bestCostInWords(subject, costUnit, best, pc)}${next ?? ''}.`;
  const counts = countsInWords(subject, effective, best, cases, best.owner);
  const advice = {
    headline: `${capitalize(assumedInWords(subject, effective) + ruleAdvice(subject, best))}${doubt}.`,
    lines: nonEmpty(counts, paid, today || baselines),
    why: nonEmpty(
      today ? baselines : '',
      ...moreInUse(subject, costUnit, best, pc),
      placeWhy(subject, effective),
      choiceWhy(ruleName(subject, best), best, best.cost, intervalAt(subject, pc)),
      reachWhy(subject, best.owner),
      nextWhy(subject, best, order, pc),
      uselessInWords(subject, order),
      differenceWhy(subject, best, order, pc),
      resamplingWhy(subject, pc),
      ...subject.background,
    ),
  };
  return { advice, isUntested: isBehind && gap === null };
}

function bestOf({ hull, bands }: Subject, pc: number): CheapestChoice {
  const i = recommendedCorner(hull, pc, knownCosts(bands));
  return { ...cornerChoice(hull, i), cost: cornerCost(hull, i, pc) };
}

const rivalOf = (order: Candidate[], owner: number) =>
  order.find((candidate) => candidate.owner >= 0 && candidate.owner !== owner) ?? null;

interface CostInterval {
  lower: number;
  upper: number;
  expected: number;
  level: number;
}

/** Return the interval of the cost of the best classifier; null if it is not estimated. */
function intervalAt({ bands, level }: Subject, pc: number): CostInterval | null {
  if (!bands) return null;
  const [lower, upper, expected] = [bands.lower, bands.upper, bands.expected].map((edge) =>
    interpolate(bands.pc, edge, pc),
  ) as [number, number, number];
  return [lower, upper, expected].some(Number.isNaN) ? null : { lower, upper, expected, level };
}

/** Return the suffix for observed costs, used where costs on new data are also given. */
const observedSuffix = (subject: Subject, pc: number) =>
  intervalAt(subject, pc) ? ' on these data' : '';

/** Describe the cost of the best choice, observed and on new data. */
function bestCostInWords(
  subject: Subject,
  costUnit: CostUnit,
  best: CheapestChoice,
  pc: number,
): string {
  const cost = costUnit.cost(best);
  const interval = intervalAt(subject, pc);
  if (!interval) {
    const observed = costUnit.totalSentence(cost);
    if (subject.pending) return `${observed} on these data (what to expect is being estimated)`;
    return `${observed}${best.cost === 0 ? ' on these data' : ''}`;
  }
  const { level, ...limits } = interval;
  const [mean, low, high] = [limits.expected, limits.lower, limits.upper].map((value) =>
    costUnit.fromNormalized(value),
  ) as [number, number, number];
  const sure = `(${percent(level)}: ${costUnit.amountText([low, high])})`;
  const observed = `${costUnit.totalSentence(cost)} on these data`;
  if (limits.expected - best.cost <= costTolerance(pc))
    return `${observed} (${percent(level)}: ${costUnit.nextAmount([low, high], cost)})`;
  return `${observed}; expect ${costUnit.nextAmount([mean, mean], cost)} in use ${sure}`;
}

/** Return the result of resampling if it was computed for this pc. */
const resamplingWhy = ({ stability }: Subject, pc: number) =>
  stability?.pc === pc ? stability.words : '';

const UNTESTED_WORDS = 'not tested: may be chance';

/** Describe the cost of the runner-up, and the difference as far as it was tested. */
function runnerUpInWords(
  subject: Subject,
  costUnit: CostUnit,
  best: CheapestChoice,
  rival: Candidate,
  gap: Range | null,
): string {
  const name = ownerName(subject, rival.owner);
  const [cost, other] = [costUnit.cost(best), costUnit.cost(rival)];
  const amount = costUnit.nextAmount(other, cost);
  if (!gap) {
    const isSame = costUnit.amountText(other) === costUnit.amountText(cost);
    return `; ${name}, the next best, ${isSame ? 'about the same' : amount} (${UNTESTED_WORDS})`;
  }
  const [least, most] = gap.map((value) => costUnit.fromDifference(value)) as [number, number];
  const expected = changeInWords(costUnit, least, most);
  return `; ${name}, the next best, ${amount} on these data; expect ${expected} (${percent(subject.level)})`;
}

function baselineAdvice(
  subject: Subject,
  effective: EffectiveConditions,
  best: CheapestChoice,
  order: Candidate[],
): Advice {
  const { cases, costUnit } = costUnitFor(subject, effective, best);
  const counts = countsInWords(subject, effective, best, cases, best.owner);
  const cost = `${costUnit.totalSentence(costUnit.cost(best), true)}.`;
  const rule = ruleName(subject, best);
  const looks = looksCheaperInWords(subject, costUnit, best, effective.over[0]);
  const { classes } = subject;
  const [pc] = effective.over;
  const either = pc === 1 - pc ? `call all ${classes[0]} or all ${classes[1]}` : rule;
  const today = inUseInWords(subject, costUnit, best, effective.over[0]);
  return {
    headline: `${capitalize(assumedInWords(subject, effective) + either)}; no classifier ${cheaperVerb(subject)}.`,
    lines: nonEmpty(counts, looks || today || cost, usefulFromInWords(subject, effective, best)),
    why: nonEmpty(
      looks ? today : '',
      placeWhy(subject, effective),
      `${capitalize(rule)}: cost ${number(best.cost)}.`,
      looks ? '' : uselessInWords(subject, order),
      resamplingWhy(subject, effective.over[0]),
      ...subject.background,
    ),
  };
}

/** Return the verb of a cost; with costs of correct decisions it is that of errors alone. */
function expectedVerb({ bands }: Subject, effective: EffectiveConditions): string {
  if (!knownCosts(bands)) return costVerb(effective);
  const isOfErrors = costVerb(effective) !== 'It costs';
  return `${isOfErrors ? 'Its errors are' : 'It is'} expected to cost`;
}

/** Return the verb of a choice that costs less, on new data where that is estimated. */
const cheaperVerb = ({ bands }: Subject) =>
  knownCosts(bands) ? 'is expected to cost less' : 'is cheaper';

/** Describe the classifier that is cheaper than a baseline on this dataset only. */
function looksCheaperInWords(
  subject: Subject,
  costUnit: CostUnit,
  baseline: CheapestChoice,
  pc: number,
): string {
  const costs = knownCosts(subject.bands);
  const corner = cheapestCorner(subject.hull, pc);
  const observed = cornerChoice(subject.hull, corner);
  if (!costs || observed.owner < 0) return '';
  const expected = interpolate(costs.pc, costs.expected, pc);
  const mean = costUnit.fromNormalized(expected);
  const [first, second, third] = costUnit.currency
    ? [costUnit.cost(observed), costUnit.cost(baseline), [mean, mean] as const].map((value) =>
        costUnit.amountText(value),
      )
    : [cornerCost(subject.hull, corner, pc), baseline.cost, expected].map((cost) => number(cost));
  const name = ownerName(subject, observed.owner);
  return `${name} looks cheaper on these data (${first} against ${second}), but is expected to cost ${third}.`;
}

/** Return the advice not to use a classifier with reversed scores, if there is no other. */
function reversedAdvice(
  subject: Subject,
  effective: EffectiveConditions,
  best: CheapestChoice,
): Advice | null {
  const { own, reversed } = subject;
  const [pc] = effective.over;
  const wrong = reversed.filter((owner) => own.has(owner));
  const helps = ([owner, hull]: [number, Subject['hull']]) =>
    !wrong.includes(owner) && hull.fpr.length > 2;
  const isOnlyChoice = best.owner < 0 && ![...own].some(helps);
  if (wrong.length === 0 || !(isOnlyChoice || wrong.includes(best.owner))) return null;
  const baseline = cornerChoice(subject.hull, pc > 1 - pc ? subject.hull.fpr.length - 1 : 0);
  const rule = ruleName(subject, baseline);
  const { cases } = costUnitFor(subject, effective, baseline);
  const counts = countsInWords(subject, effective, baseline, cases, Owner.BASELINE);
  const scores = wrong.length > 1 ? 'their scores seem' : 'its scores seem';
  const names = wrong.map((owner) => subject.names[owner] as string);
  return {
    headline: `Do not use ${listing(names)}: ${scores} to be the wrong way round.`,
    lines: [
      'Give its scores with the opposite sign, or name the other label as positive.',
      `Until then ${rule}. ${counts}`,
    ],
    why: nonEmpty(
      placeWhy(subject, effective),
      `${capitalize(rule)}: cost ${number(Math.min(pc, 1 - pc))}.`,
      resamplingWhy(subject, pc),
      ...subject.background,
    ),
  };
}

/** Describe the conditions from which a classifier would be useful. */
function usefulFromInWords(
  subject: Subject,
  effective: EffectiveConditions,
  { tpr }: Rates,
): string {
  const { hull, bands } = subject;
  const [pc] = effective.over;
  const costs = knownCosts(bands);
  const last = hull.fpr.length - 1;
  const observed: Range[] = last > 1 ? [[pcOfEdge(hull, 0), pcOfEdge(hull, last - 1)]] : [];
  const ranges = costs ? usefulRanges(costs) : observed;
  const start = ranges.find(([from]) => from >= pc)?.[0];
  const stop = ranges.filter(([, to]) => to <= pc).at(-1)?.[1];
  const isAbove = start !== undefined && (tpr === 0 || stop === undefined);
  const end = isAbove ? start : stop;
  if (end === undefined)
    return `No classifier here ${cheaperVerb(subject)} than doing nothing, whatever the conditions.`;
  const cheapest = cheapestCorner(hull, end);
  const isTie = (hull.owner[cheapest] as number) < 0;
  const corner = isTie ? (isAbove ? 1 : last - 1) : cheapest;
  const use = ruleAdvice(subject, cornerChoice(hull, corner));
  return `${isAbove ? 'Above' : 'Below'} ${placeInWords(subject, effective, end)}: ${use}.`;
}

// ---- Comparison with the baselines

function bestBaseline({ classes }: Subject, pc: number): readonly [number, string] {
  return [Math.min(pc, 1 - pc), `calling all ${classes[pc > 1 - pc ? 1 : 0]}`];
}

const SAME_COST_WORDS = 'just as much';

function relativeCost(cost: number, baseline: number, pc: number): string {
  if (Math.abs(cost - baseline) <= costTolerance(pc)) return SAME_COST_WORDS;
  if (baseline <= costTolerance(pc)) return 'more';
  const part = cost / baseline - 1;
  return part < 0
    ? `${percent(-part, SHORT_DIGITS)} less`
    : `${number(100 * part, SHORT_DIGITS)} % more`;
}

const thanOrAs = (words: string) => (words === SAME_COST_WORDS ? `${words} as` : `${words} than`);

function againstInWords(
  subject: Subject,
  effective: EffectiveConditions,
  { fpr, tpr }: Rates,
): string {
  return costsInWords(
    subject,
    effective,
    effective.over.map((pc) => expectedCost(fpr, tpr, pc)) as [number, number],
  );
}

/** Compare the cost of a choice on new data, or the observed one, with the baselines. */
const expectedInWords = (subject: Subject, effective: EffectiveConditions, rates: Rates) =>
  costsInWords(
    subject,
    effective,
    effective.over.map((pc) => expectedCostOf(knownCosts(subject.bands), rates, pc)) as [
      number,
      number,
    ],
  );

/** Compare normalised costs at both ends of the range with the best baseline there. */
function costsInWords(
  subject: Subject,
  effective: EffectiveConditions,
  costs: readonly [number, number],
): string {
  const baselines = effective.over.map((pc) => bestBaseline(subject, pc)) as [Baseline, Baseline];
  const first = relativeCost(costs[0], baselines[0][0], effective.over[0]);
  if (isExact(effective.over)) return `${thanOrAs(first)} ${baselines[0][1]}`;
  const last = relativeCost(costs[1], baselines[1][0], effective.over[1]);
  const [start, stop] = [endInWords(subject, effective, 0), endInWords(subject, effective, 1)];
  if (baselines[0][1] === baselines[1][1])
    return `from ${thanOrAs(first)} ${baselines[0][1]} (${start}) to ${last} (${stop})`;
  return `${thanOrAs(first)} ${baselines[0][1]} (${start}), and ${thanOrAs(last)} ${baselines[1][1]} (${stop})`;
}

type Baseline = ReturnType<typeof bestBaseline>;

/** Describe where the baselines are cheaper, and their costs under these conditions. */
function baselinesInWords(
  subject: Subject,
  effective: EffectiveConditions,
  costUnit: CostUnit,
  best: CheapestChoice,
  suffix: string,
): string {
  const cost = costUnit.cost(best);
  const [allNegative, allPositive] = [0, 1].map((rate) =>
    costUnit.nextAmount(costUnit.cost({ fpr: rate, tpr: rate }), cost),
  );
  const isSame = allNegative === allPositive;
  const both = isSame
    ? `both ${costUnit.verb} ${allNegative}`
    : `they ${costUnit.verb} ${allNegative} and ${allPositive}`;
  return `${usefulRangeInWords(subject, effective, best, suffix)}; here ${both}.`;
}

/** Describe the prevalence outside which a baseline is cheaper, at the costs in effect. */
function usefulRangeInWords(
  subject: Subject,
  effective: EffectiveConditions,
  best: CheapestChoice,
  suffix: string,
): string {
  const [negative, positive] = subject.classes;
  const reach = usefulRange(best);
  const name = subject.labels[best.point] ? 'this choice' : ownerName(subject, best.owner);
  const choice = Number.isFinite(best.threshold) ? 'this threshold' : name;
  const [low, high] = [
    percent(priorAt(effective, reach[0])),
    percent(priorAt(effective, reach[1])),
  ];
  if (reach[0] === 0 && reach[1] === 1)
    return `However many are ${positive}, ${choice} costs no more than calling all ${negative} or all ${positive}${suffix}`;
  const below = `Below ${low} ${positive} calling all ${negative} costs less than ${choice}${suffix}`;
  if (reach[1] === 1) return `${below}, calling all ${positive} nowhere`;
  if (reach[0] === 0)
    return `Above ${high} ${positive} calling all ${positive} costs less than ${choice}${suffix}, calling all ${negative} nowhere`;
  return `${below}, above ${high} calling all ${positive}`;
}

/** Describe the parts of the range in which a baseline is cheaper. */
function baselineRangesInWords(
  subject: Subject,
  effective: EffectiveConditions,
  rates: Rates,
): string {
  const [low, high] = effective.over;
  const costs = knownCosts(subject.bands);
  const reach = usefulRangeOf(costs, rates);
  if (!reach) return '';
  const [negative, positive] = subject.classes;
  const isCheaper = (pc: number, baseline: number) =>
    expectedCostOf(costs, rates, pc) - baseline > costTolerance(pc);
  const below = placeInWords(subject, effective, reach[0]);
  const above = placeInWords(subject, effective, reach[1]);
  const isAbove = isCheaper(high, 1 - high);
  if (isCheaper(low, low)) {
    const rest = isAbove ? `, above ${above} calling all ${positive}` : '';
    return `; below ${below} calling all ${negative} is cheaper${rest}`;
  }
  return isAbove ? `; above ${above} calling all ${positive} is cheaper` : '';
}

/** Return a note if the saving compared with the baselines, at these costs, may be due to chance. */
function savingDoubt(
  subject: Subject,
  effective: EffectiveConditions,
  rates: Rates,
  costAt = (pc: number) => expectedCost(rates.fpr, rates.tpr, pc),
): string {
  const ends = ([0, 1] as const).filter((end) => {
    const pc = effective.over[end];
    const isSaving = costAt(pc) < bestBaseline(subject, pc)[0] - costTolerance(pc);
    return isSaving && mayBeChance(subject, rates, pc);
  });
  const [first, second] = ends;
  if (first === undefined) return '';
  if (isExact(effective.over)) return '; what it saves could be chance';
  if (second !== undefined) return '; what it saves could be chance at both ends';
  return `; what it saves (${endInWords(subject, effective, first)}) could be chance`;
}

/**
 * Return whether a choice is cheaper than the best baseline here but may not be on new data.
 *
 * Its upper limit is that of the best choice plus the observed difference of both.
 */
function mayBeChance(subject: Subject, { fpr, tpr }: Rates, pc: number): boolean {
  const [baseline] = bestBaseline(subject, pc);
  const cost = expectedCost(fpr, tpr, pc);
  const limits = intervalAt(subject, pc);
  if (!limits || cost >= baseline - costTolerance(pc)) return false;
  const most = Math.max(limits.expected, limits.upper);
  const { pc: grid, estimate } = subject.bands as Bands;
  return most + cost - interpolate(grid, estimate, pc) > baseline + costTolerance(pc);
}

// ---- Significance

/** Describe which classifiers are significantly more expensive and which are not. */
function significanceInWords(
  subject: Subject,
  pc: number,
  best: CheapestChoice,
  order: Candidate[],
): string {
  const [clear, pairwise] = pairwiseResults(subject, pc, best, order);
  const doubts = [...pairwise, ...baselineDoubt(subject, pc)];
  const doubt = doubts.length > 0 ? `it cannot be told apart from ${doubts.join(' or ')}` : '';
  return clear || doubt ? `; ${nonEmpty(clear, doubt).join(', but ')}` : '';
}

/**
 * Return the result for the runner-up if significant, and the names that are not significant.
 *
 * All classifiers are tested together, at this pc.
 */
function pairwiseResults(
  subject: Subject,
  pc: number,
  best: CheapestChoice,
  order: Candidate[],
): [clear: string, doubts: string[]] {
  const rivals = order.filter(({ owner }) => owner >= 0 && owner !== best.owner);
  const [rival] = rivals;
  if (!rival || isUntested(subject)) return ['', []];
  const name = ownerName(subject, rival.owner);
  if (rival.cost - best.cost <= costTolerance(pc)) {
    const [stretch] = stretchesOver(subject, [pc, pc]);
    return ['', !stretch || stretch.significance === NOT_TESTED ? [] : [name]];
  }
  const gaps = rivals.map(({ owner }) => leadInterval(subject, best.owner, owner, pc));
  const unclear = rivals.filter((_, i) => (gaps[i]?.[0] ?? 1) <= 0);
  const isClear = gaps[0] !== null && unclear[0] !== rival;
  const rest = unclear.length === 0 && gaps.includes(null) ? ' (others not tested)' : '';
  return [
    isClear ? `clearly cheaper than ${name}${rest}` : '',
    unclear.slice(0, 1).map(({ owner }) => ownerName(subject, owner)),
  ];
}

/** Code for a lead that was not tested. */
const NOT_TESTED = -1;

interface TestedStretch {
  owner: number;
  significance: number;
  challenger: number;
}

/** Return whether no lead and no tie was tested. */
const isUntested = ({ leads, winners_at_pc: winners }: Subject) =>
  !leads || (leads.pc.length === 0 && !winners?.significance.some((value) => value !== NOT_TESTED));

/** Return the tested stretches that overlap a range, or contain one pc. */
function stretchesOver({ winners_at_pc: winners }: Subject, [low, high]: Range): TestedStretch[] {
  if (!winners) return [];
  const { pc, owner, significance, challenger } = winners;
  const stretches: TestedStretch[] = [];
  for (let i = 0; i < pc.length; i++) {
    const [from, to] = [at(pc, i), i + 1 < pc.length ? at(pc, i + 1) : Infinity];
    const isPart = low === high ? from <= low && low < to : from < high && low < to;
    if (!isPart) continue;
    stretches.push({
      owner: owner[i] as number,
      significance: significance[i] as number,
      challenger: challenger[i] as number,
    });
  }
  return stretches;
}

/** Return the confidence interval of a difference in cost; null if it was not tested. */
function leadInterval({ leads }: Subject, owner: number, other: number, pc: number): Range | null {
  if (!leads) return null;
  const isPair = (i: number) => leads.owner[i] === owner && leads.other[i] === other;
  const start = leads.pc.findIndex((_, i) => isPair(i));
  if (start < 0) return null;
  let stop = start;
  while (stop < leads.pc.length && isPair(stop)) stop++;
  const [places, lower, upper] = [leads.pc, leads.lower, leads.upper].map((part) =>
    part.subarray(start, stop),
  ) as [Float64Array, Float64Array, Float64Array];
  const [least, most] = [interpolate(places, lower, pc), interpolate(places, upper, pc)];
  if (Number.isNaN(least + most)) return null;
  return [Math.min(least, most), Math.max(least, most)];
}

/** Return the best baseline if the interval of the choice includes its cost. */
function baselineDoubt(subject: Subject, pc: number): string[] {
  const interval = intervalAt(subject, pc);
  const [baseline, name] = bestBaseline(subject, pc);
  if (!interval || Math.max(interval.expected, interval.upper) <= baseline + costTolerance(pc))
    return [];
  return [pc === 1 - pc ? EITHER_BASELINE : name];
}

/** Both baselines have the same cost. */
const EITHER_BASELINE = 'calling all alike';

// ---- Thresholds in use

/** Return each visible threshold in use with its expected loss, or else its observed one. */
function marksInWords(subject: Subject, costUnit: CostUnit, rates: Rates, pc?: number): string[] {
  const { in_use: used, own, names } = subject;
  if (!used) return [];
  return [...used.owner].flatMap((owner, i) => {
    if (!own.has(owner)) return [];
    const threshold = at(used.threshold, i);
    // A confusion matrix has no scores.
    const rule = Number.isFinite(threshold) ? ` from score ${decimal(threshold)} on` : '';
    const name = `${names[owner]}${rule}`;
    const loss = pc === undefined ? null : lossAt(subject, i, pc);
    if (loss) return [`${name}, ${lossInWords(costUnit, loss)}`];
    const mark = { fpr: at(used.fpr, i), tpr: at(used.tpr, i) };
    const difference = costDifferenceInWords(costUnit, rates, mark);
    return [`${name}, costs ${difference}${difference === SAME ? '' : ` (${UNTESTED_WORDS})`}`];
  });
}

/** Return the expected loss of a threshold in use, 0 if recommended; null if it was not tested. */
function lossAt(subject: Subject, mark: number, pc: number): CostInterval | null {
  const { losses, level, in_use: used } = subject;
  if (!losses || !used) return null;
  const [start, stop] = [losses.mark.indexOf(mark), losses.mark.lastIndexOf(mark) + 1];
  if (start < 0) return null;
  const best = cornerChoice(
    subject.hull,
    recommendedCorner(subject.hull, pc, knownCosts(subject.bands)),
  );
  const isNear = (rate: number, other: number) => Math.abs(rate - other) <= ROUNDING;
  const isRecommended =
    best.owner >= 0 &&
    best.owner === used.owner[mark] &&
    isNear(at(used.fpr, mark), best.fpr) &&
    isNear(at(used.tpr, mark), best.tpr);
  if (isRecommended) return { lower: 0, upper: 0, expected: 0, level };
  const part = (values: Float64Array) => values.subarray(start, stop);
  const [lower, upper, expected] = [losses.lower, losses.upper, losses.expected].map((values) =>
    interpolate(part(losses.pc), part(values), pc),
  ) as [number, number, number];
  return { lower, upper, expected, level };
}

const ROUNDING = 1e-9;

/** Describe an expected loss with its confidence limits. */
function lossInWords(costUnit: CostUnit, { level, ...loss }: CostInterval): string {
  if (loss.lower === 0 && loss.upper === 0) return `costs ${SAME}`;
  const [expected, lower, upper] = [loss.expected, loss.lower, loss.upper].map((value) =>
    costUnit.fromDifference(value),
  ) as [number, number, number];
  const size = Math.abs(expected);
  const more = `${costUnit.amountWithNoun([size, size])} ${expected < 0 ? 'less' : 'more'}`;
  const doubt = loss.lower > 0 || loss.upper < 0 ? '' : ', could be chance';
  const limits = `${percent(level)}: ${changeInWords(costUnit, lower, upper)}${doubt}`;
  return `is expected to cost ${more} ${costUnit.perCases} (${limits})`;
}

/** Describe the limits of a change in cost. */
function changeInWords(costUnit: CostUnit, lower: number, upper: number): string {
  if (lower >= 0) return `${costUnit.amountText([lower, upper])} more`;
  if (upper <= 0) return `${costUnit.amountText([-upper, -lower])} less`;
  const [less, more] = [-lower, upper].map((value) => costUnit.amountText([value, value]));
  return `${less} less to ${more} more`;
}

/** Describe the cost of the thresholds in use relative to the recommended choice. */
function inUseInWords(subject: Subject, costUnit: CostUnit, rates: Rates, pc?: number): string {
  const marks = marksInWords(subject, costUnit, rates, pc);
  if (marks.length === 0) return '';
  const left = marks.length - MAX_LISTED;
  const more = left > 0 ? `; ${left} more under Why?` : '';
  return `Today's threshold, ${marks.slice(0, MAX_LISTED).join('; ')}${more}.`;
}

function moreInUse(subject: Subject, costUnit: CostUnit, rates: Rates, pc?: number): string[] {
  const marks = marksInWords(subject, costUnit, rates, pc);
  return marks.slice(MAX_LISTED).map((words) => `In use too: ${words}.`);
}

const SAME = 'the same';

/** Describe the difference in cost of two choices. */
function costDifferenceInWords(costUnit: CostUnit, rates: Rates, other: Rates): string {
  const [low, high] = costUnit.difference(other, rates);
  if (low === 0 && high === 0) return SAME;
  if (low < 0 && 0 < high)
    return `${costUnit.amountWithNoun([-low, -low])} less to ${costUnit.amountText([high, high])} more ${costUnit.perCases}`;
  if (high <= 0) return `${costUnit.amountWithNoun([-high, -low])} less ${costUnit.perCases}`;
  const cost = costUnit.cost(rates);
  const isPart = low === high && cost[0] === cost[1] && cost[1] > 0;
  const part = isPart ? ` (${number((100 * high) / cost[1], SHORT_DIGITS)} %)` : '';
  return `${costUnit.amountWithNoun([low, high])} more ${costUnit.perCases}${part}`;
}

// ---- Advice for a range of pc

/** Return the advice for a range: the choice of minimax regret. */
function adviceOverRange(
  subject: Subject,
  effective: EffectiveConditions,
  pc: number,
): TestedAdvice {
  const choice = rangeChoice(subject, effective);
  const { cases, costUnit } = costUnitFor(subject, effective, choice);
  const choices = recommendedCorners(subject.hull, effective.over, knownCosts(subject.bands));
  const owner = choice.is_baseline ? Owner.BASELINE : subject.names.indexOf(choice.name);
  const counts = countsInWords(subject, effective, choice, cases, owner);
  const against = choice.is_baseline
    ? ''
    : `${expectedVerb(subject, effective)} ${expectedInWords(subject, effective, choice)}${baselineRangesInWords(subject, effective, choice)}${savingDoubt(subject, effective, choice, (at) => expectedCostOf(knownCosts(subject.bands), choice, at))}.`;
  const untested = untestedOverRange(subject, effective, choice);
  const suffix = choice.is_baseline ? '' : observedSuffix(subject, pc);
  const lost = regretInWords(subject, costUnit, choice, choices, suffix, untested);
  const today = inUseInWords(subject, costUnit, choice);
  const doubt = choice.is_baseline
    ? `; ${choices.length === 1 ? `no classifier ${cheaperVerb(subject)} anywhere in your range` : `a classifier ${cheaperVerb(subject)} in part of your range`}`
    : significanceOverRange(subject, effective, choice);
  const advice = {
    headline: `${capitalize(assumedInWords(subject, effective) + choice.use)}${doubt}.`,
    lines: nonEmpty(counts, against, today || lost),
    why: nonEmpty(
      today ? lost : '',
      ...moreInUse(subject, costUnit, choice),
      placeWhy(subject, effective),
      choiceWhy(choice.rule, choice, null, null),
      ...regretWhy(subject, effective, choice, choices),
      intervalAt(subject, pc) ? NO_JOINT_INTERVAL : '',
      ...differenceEnds(subject, effective),
      ...subject.background,
    ),
  };
  return { advice, isUntested: untested !== '' };
}

const NO_JOINT_INTERVAL =
  'No one interval holds all over a range: the band in cost space has that of each place.';

const AT_BEST = ', each at its best threshold there';

/** Describe where in the range the choice is significantly cheaper than other classifiers. */
function significanceOverRange(
  subject: Subject,
  effective: EffectiveConditions,
  choice: RangeChoice,
): string {
  const { names, own } = subject;
  const stretches = testedStretches(subject, effective.over);
  const position = names.indexOf(choice.name);
  if (stretches.length === 0 || position < 0) return '';
  const rivals = [...own.keys()].filter((owner) => owner !== position);
  const only = rivals.length === 1 ? ownerName(subject, rivals[0] as number) : '';
  const led = stretches.filter(hasLead);
  const sure = led.filter(({ significance }) => significance === 1);
  const better = new Set(sure.map(({ owner }) => owner).filter((owner) => owner !== position));
  if (better.size > 0) {
    const some = better.size === 1 ? ownerName(subject, [...better][0] as number) : 'another';
    return `; ${some} is clearly cheaper at some single PC(+) of your range${AT_BEST}`;
  }
  const doubts = new Set(
    led
      .filter(({ significance }) => significance !== 1)
      .map((stretch) => doubtfulRival(stretch, position)),
  );
  const [first, ...more] = doubts;
  if (first === undefined) {
    const where = led.length < stretches.length ? ' where a classifier is worth using' : '';
    return `; clearly cheaper than ${only || 'any other'} at each PC(+) of your range${where}${AT_BEST}`;
  }
  const name = more.length > 0 || first < 0 ? only : ownerName(subject, first);
  if (sure.length > 0)
    return `; it cannot be told apart from ${name || 'another'} in part of your range`;
  if (!name) return '; at no single PC(+) of your range is it clear which classifier is cheapest';
  return `; it cannot be told apart from ${name} at any single PC(+) of your range`;
}

/** Return which classifier does not differ significantly from a choice; -1 if unknown. */
const doubtfulRival = ({ owner, challenger }: TestedStretch, position: number) =>
  owner === position ? challenger : challenger === position ? owner : -1;

/** Return whether a classifier, or several tied ones, are cheapest in a stretch. */
const hasLead = ({ owner }: TestedStretch) => owner >= 0 || owner === Owner.TIE;

/** Return the stretches of a range if all of its classifiers were tested, else none. */
function testedStretches(subject: Subject, over: Range): TestedStretch[] {
  const stretches = isUntested(subject) ? [] : stretchesOver(subject, over);
  const ofClassifiers = stretches.filter(hasLead);
  const isTested =
    ofClassifiers.length > 0 &&
    ofClassifiers.every(({ significance }) => significance !== NOT_TESTED);
  return isTested ? stretches : [];
}

/** Return Python's choice for a range, or one of the drawn points while it is dragged. */
function rangeChoice(subject: Subject, effective: EffectiveConditions): RangeChoice {
  const { range_choice: sent, hull } = subject;
  const { over } = effective;
  if (sent && sameRange(sent.over, over)) return sent;
  const costs = knownCosts(subject.bands);
  const choice = minimaxChoice(subject.points, regretBox(effective), costs);
  const described = { ...choice, is_baseline: choice.owner < 0 };
  const [first, last] = over.map((pc) => regretOf(hull, described, [1 - pc, pc], costs));
  return {
    ...described,
    over,
    regret: [first as number, last as number],
    name: ownerName(subject, choice.owner),
    rule: ruleName(subject, choice),
    use: ruleAdvice(subject, choice),
  };
}

/** Return a note if the other classifiers were not tested over the range. */
function untestedOverRange(
  subject: Subject,
  { over }: EffectiveConditions,
  choice: RangeChoice,
): string {
  if (choice.is_baseline) return '';
  const owner = subject.names.indexOf(choice.name);
  const rivals = rankCandidates(subject.own, (over[0] + over[1]) / 2).filter(
    (other) => other.beatsBaselines && other.owner !== owner,
  );
  const [first] = rivals;
  if (!first) return '';
  if (testedStretches(subject, over).length > 0) return '';
  const rivalName = rivals.length === 1 ? ownerName(subject, first.owner) : 'another';
  return `; not tested whether ${rivalName} is as good`;
}

/** Describe the cost of the choice, and the largest saving by another. */
function regretInWords(
  subject: Subject,
  costUnit: CostUnit,
  choice: RangeChoice,
  choices: number[],
  suffix: string,
  untested: string,
): string {
  const cost = `${costUnit.totalSentence(costUnit.cost(choice), choice.is_baseline)}${suffix}`;
  if (choices.length === 1) {
    return `${cost}; no other choice ${cheaperVerb(subject)} anywhere in your range${untested}.`;
  }
  const costs = knownCosts(subject.bands);
  const most = costUnit.maximum((each) => regretOf(subject.hull, choice, each, costs));
  const saved = costUnit.nextAmount([most, most], costUnit.cost(choice));
  const rest = 'whatever is true within your range, the best choice for it would save at most';
  return `${cost}; ${rest} ${saved}${untested}.`;
}

/** Return the maximum regret, and the number of choices needed for zero regret. */
function regretWhy(
  subject: Subject,
  { over }: EffectiveConditions,
  choice: RangeChoice,
  choices: number[],
): string[] {
  const most = number(Math.max(...choice.regret));
  const regret = `Regret: cost at most ${most} more than the best, ${worstEndInWords(choice, over)}.`;
  if (choices.length === 1) return [regret];
  const ends = [choices[0] as number, choices.at(-1) as number];
  const [first, last] = ends.map((corner) => shortRule(subject, corner));
  const which = first === last ? '' : `, ${first} to ${last}`;
  return [regret, `No regret at all would take ${choices.length} choices${which}.`];
}

/** Return the rule of a hull corner in few words. */
function shortRule(subject: Subject, i: number): string {
  const corner = cornerChoice(subject.hull, i);
  const rule = ruleName(subject, corner);
  if (corner.owner < 0) return rule.replace(/^call/, 'calling');
  const isNumber = Number.isFinite(corner.threshold);
  return isNumber ? `${ownerName(subject, corner.owner)} ${decimal(corner.threshold)}` : rule;
}

/** Return the end of the range at which the regret is largest. */
function worstEndInWords({ regret: [first, last] }: RangeChoice, [low, high]: Range): string {
  const tolerance = costTolerance(clamp(0.5, low, high));
  if (Math.abs(last - first) <= tolerance) return 'at either end';
  return `at PC(+) ${share(first > last ? low : high)}`;
}

// ---- Advice for a criterion

/** Return the advice for a criterion: expected counts, cost, and improvement by a mixture. */
function criterionAdvice(
  subject: Subject,
  effective: EffectiveConditions,
  choice: CriterionChoice,
): Advice {
  const [fpr, tpr] = choice.rates;
  const rates = { fpr, tpr };
  const counted = atOwnPrevalence(effective, choice);
  const { cases, costUnit } = costUnitFor(subject, effective, rates, counted);
  const isBaseline = fpr === tpr && (fpr === 0 || fpr === 1);
  const isMixture = choice.owner === Owner.MIXED;
  return {
    headline: `${choice.headline}.`,
    lines: nonEmpty(
      countsInWords(subject, counted, rates, cases, isBaseline ? Owner.BASELINE : choice.owner),
      criterionCost(subject, effective, costUnit, choice, isBaseline),
      isMixture ? choice.mix : nonEmpty(choice.after, choice.gain).join(' '),
    ),
    why: nonEmpty(
      isMixture ? '' : choice.mix,
      placeWhy(subject, effective),
      choiceWhy(choice.rule, rates, null, null),
      choice.note,
      ...subject.background,
    ),
  };
}

/** Return the conditions with the prevalence for which the capacity of a workforce is met. */
function atOwnPrevalence(
  effective: EffectiveConditions,
  { limit }: CriterionChoice,
): EffectiveConditions {
  if (!limit || limit.tpr === 0) return effective;
  const prior = limit.tpr / (limit.fpr + limit.tpr);
  if (sameRange([prior, prior], [effective.prior[1], effective.prior[1]])) return effective;
  return { ...effective, prior: [prior, prior] };
}

/** Compare the cost of the criterion's choice with the cheapest choice and the baselines. */
function criterionCost(
  subject: Subject,
  effective: EffectiveConditions,
  costUnit: CostUnit,
  choice: CriterionChoice,
  isBaseline: boolean,
): string {
  if (!isExact(effective.over))
    return criterionCostOverRange(subject, effective, costUnit, choice, isBaseline);
  const [pc] = effective.over;
  const [fpr, tpr] = choice.rates;
  const best = bestOf(subject, pc);
  const [lead, verb] = costLead(subject, effective);
  const more = relativeCost(expectedCost(fpr, tpr, pc), best.cost, pc);
  const isCompared = !isBaseline && best.owner >= 0;
  const against = isCompared
    ? `${againstInWords(subject, effective, { fpr, tpr })}${usefulnessInWords(subject, effective, { fpr, tpr })}`
    : '';
  const saved = isBaseline ? '' : savingDoubt(subject, effective, { fpr, tpr });
  if (more === SAME_COST_WORDS)
    return `${lead}no choice costs less${against && `; ${verb} ${against}`}${saved}.`;
  const other = `${ruleAdvice(subject, best)}${limitNote(choice, best)}`;
  return `${lead}${verb} ${more} than to ${other}${against && `, and ${against}`}${saved}.`;
}

/** Describe in parentheses the prevalence at which a baseline would be cheaper. */
function usefulnessInWords(
  { classes }: Subject,
  effective: EffectiveConditions,
  rates: Rates,
): string {
  if (!(effective.alarm[0] > 0 && effective.miss[0] > 0)) return '';
  const [negative, positive] = classes;
  const [from, to] = usefulRange(rates);
  const [low, high] = [percent(priorAt(effective, from)), percent(priorAt(effective, to))];
  const sides = [
    { words: `below ${low} ${positive}`, rule: negative, isAny: from > 0 },
    { words: `above ${high} ${positive}`, rule: positive, isAny: to < 1 },
  ] as const;
  const [near, far] = effective.over[0] > 1 - effective.over[0] ? [sides[1], sides[0]] : sides;
  const parts = nonEmpty(
    near.isAny ? `${near.words} that is cheaper` : '',
    far.isAny ? `${far.words} calling all ${far.rule}${near.isAny ? '' : ' is cheaper'}` : '',
  );
  return parts.length ? ` (${parts.join(', ')})` : '';
}

/** Return a note if the limit of the criterion excludes a choice. */
const limitNote = ({ limit }: CriterionChoice, rates: Rates) =>
  limit && !isWithinLimit(limit, rates) ? ' (beyond the limit)' : '';

/** Return the beginning of a sentence on costs, and its verb. */
function costLead(subject: Subject, effective: EffectiveConditions): [lead: string, verb: string] {
  const lead = capitalize(assumedInWords(subject, effective)) || 'Under your conditions ';
  return [lead, costVerb(effective) === 'It costs' ? 'it costs' : 'its errors cost'];
}

/**
 * Compare the cost of the criterion's choice with the choice of minimax regret and the baselines.
 */
function criterionCostOverRange(
  subject: Subject,
  effective: EffectiveConditions,
  costUnit: CostUnit,
  choice: CriterionChoice,
  isBaseline: boolean,
): string {
  const [fpr, tpr] = choice.rates;
  const rates = { fpr, tpr };
  const leastRegret = rangeChoice(subject, effective);
  const more = costDifferenceInWords(costUnit, leastRegret, rates);
  const [lead, verb] = costLead(subject, effective);
  const isSame = more === SAME;
  const least = isSame
    ? 'that is the choice of least regret too'
    : `it costs ${more} than to ${leastRegret.use}${limitNote(choice, leastRegret)}`;
  if (isBaseline) return `${lead}${least}.`;
  return `${lead}${least}; ${verb} ${againstInWords(subject, effective, rates)}${savingDoubt(subject, effective, rates)}.`;
}

// ---- Reasons: coordinates in the figures, and details

function placeWhy(subject: Subject, effective: EffectiveConditions): string {
  const slopes = effective.over.map(slopeAt).sort((a, b) => a - b) as unknown as Range;
  const currency = currencyOf(subject, effective);
  const costs = `a false alarm costs ${span(effective.cost_fp, amount, currency)}, a miss ${span(effective.cost_fn, amount, currency)}${rewardsInWords(effective, currency)}`;
  const part = `${span(effective.prior, percent)} are ${subject.classes[1]}`;
  return `PC(+) ${span(effective.over, share)}, slope ${span(slopes, number)}: ${part}; ${costs}.`;
}

/** Return the coordinates of a choice in both spaces. */
function choiceWhy(
  words: string,
  { fpr, tpr }: Rates,
  cost: number | null,
  interval: CostInterval | null,
): string {
  let suffix = cost === null ? '' : `, cost ${number(cost)}`;
  if (interval) {
    const limits = span([interval.lower, interval.upper], number);
    const expected = number(interval.expected);
    const more = expected === number(cost ?? 0) ? '' : `${expected} expected in use, `;
    suffix += ` on these data (${more}${percent(interval.level)} interval ${limits})`;
  }
  return (
    `${words}: the point (${number(fpr)}, ${number(tpr)}) of ROC space, ` +
    `the line from ${number(fpr)} to ${number(1 - tpr)} of cost space${suffix}.`
  );
}

function reachWhy(subject: Subject, owner: number): string {
  const reach = worthUsing(subject, owner);
  if (!reach) return '';
  return `Operating range of ${ownerName(subject, owner)}, with its best thresholds: PC(+) ${span(reach, share)}.`;
}

/** Return where a classifier is worth using, on new data if that is estimated. */
function worthUsing({ own, bands }: Subject, owner: number): Range | null {
  const hull = own.get(owner);
  if (!hull) return null;
  if (bands && knownCosts(bands)) {
    const row = [...own.keys()].indexOf(owner);
    const [low, high] = [at(bands.useful_from, row), at(bands.useful_to, row)];
    return Number.isNaN(low) ? null : [low, high];
  }
  const last = hull.fpr.length - 1;
  return last > 1 ? [pcOfEdge(hull, 0), pcOfEdge(hull, last - 1)] : null;
}

function nextWhy(subject: Subject, best: CheapestChoice, order: Candidate[], pc: number): string {
  const next = order.find(
    (candidate) => candidate.owner !== best.owner && isDistinct(candidate),
  ) as Candidate;
  const rule = ruleName(subject, next);
  const more = next.cost - best.cost;
  if (more <= costTolerance(pc)) return `${rule} costs the same.`;
  const name = next.owner < 0 ? rule.replace(/^call/, 'calling') : rule;
  const part = best.cost > costTolerance(pc) ? ` (${number((100 * more) / best.cost)} %)` : '';
  return `Next is ${name}: cost ${number(more)} more${part}.`;
}

/** Return whether a candidate is a baseline or beats both. */
const isDistinct = (candidate: Candidate) => candidate.beatsBaselines || candidate.owner < 0;

function uselessInWords({ names }: Subject, order: Candidate[]): string {
  const useless = order
    .filter((candidate) => !isDistinct(candidate))
    .map((candidate) => names[candidate.owner] as string);
  if (useless.length === 0) return '';
  if (useless.length === 1) return `${useless[0]} adds nothing here.`;
  return `${useless.length <= MAX_LISTED ? listing(useless) : `${useless.length} classifiers`} add nothing here.`;
}

/** Return the extra cost of the next classifier at one pc, with its test. */
function differenceWhy(
  subject: Subject,
  best: CheapestChoice,
  order: Candidate[],
  pc: number,
  place = '',
): string {
  const rival = rivalOf(order, best.owner);
  const gap = rival && leadInterval(subject, best.owner, rival.owner, pc);
  const tolerance = costTolerance(pc);
  if (!gap || rival.cost - best.cost <= tolerance) return '';
  const [lower, upper] = gap.map((edge) => number(Math.abs(edge) <= tolerance ? 0 : edge));
  const names = `${ownerName(subject, rival.owner)} less that of ${ownerName(subject, best.owner)}`;
  const verdict = gap[0] > 0 ? 'significant' : 'not significant';
  const more = number(rival.cost - best.cost);
  return `Cost of ${names}${place}: ${more} on these data (${percent(subject.level)} interval ${lower} to ${upper}), ${verdict}.`;
}

/** Return the extra cost of the next classifier at both ends of a range. */
const differenceEnds = (subject: Subject, { over }: EffectiveConditions) =>
  over.map((pc) => {
    const order = rankCandidates(subject.own, pc);
    return differenceWhy(subject, bestOf(subject, pc), order, pc, ` at PC(+) ${share(pc)}`);
  });
