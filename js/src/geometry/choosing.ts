// Recommended choices: lowest cost at one pc, minimax regret over a range, best within a limit.

import { Owner } from '../wire/schema.ts';
import {
  type ArrayGroup,
  type Criterion,
  criterionChoice,
  type Hull,
  type Points,
  type Range,
  type RangeChoice,
} from '../wire/state.ts';
import { biasAt, type ExpectedCosts, recommendedCorner } from './expected.ts';
import { cheapestCorner, cornerCost, costTolerance, ownerOf, type Scene } from './hull.ts';
import { at, type Chain, clamp, expectedCost, type Point, type Segment } from './lines.ts';

// ---- Ranking at one pc

/** Best operating point of a classifier or baseline at one pc, with its cost. */
export interface Candidate {
  /** Position of the classifier, or a baseline as in `Owner`. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Index of the drawn point, `Owner.BASELINE` for a baseline. */
  point: number;
  cost: number;
  /** Whether it is a classifier that is cheaper than both baselines. */
  beatsBaselines: boolean;
}

/**
 * Return the best operating point of each classifier and baseline at one pc, cheapest first.
 *
 * Ties put baselines first and then keep the user's order. A classifier that does not beat the
 * baselines has the cost of the cheaper baseline.
 */
export function rankCandidates(own: ReadonlyMap<number, Hull>, pc: number): Candidate[] {
  const rule = (owner: number, rate: number, cost: number): Candidate => ({
    owner,
    fpr: rate,
    tpr: rate,
    threshold: rate ? -Infinity : Infinity,
    point: Owner.BASELINE,
    cost,
    beatsBaselines: false,
  });
  const candidates = [rule(Owner.ALL_NEGATIVE, 0, pc), rule(Owner.ALL_POSITIVE, 1, 1 - pc)];
  for (const [owner, hull] of own) candidates.push(bestCandidate(owner, hull, pc));
  const tolerance = costTolerance(pc);
  const place = (candidate: Candidate) =>
    candidates.filter((rival) => rival.cost < candidate.cost - tolerance).length;
  const places = new Map(candidates.map((candidate) => [candidate, place(candidate)]));
  return candidates.sort((a, b) => (places.get(a) as number) - (places.get(b) as number));
}

function bestCandidate(owner: number, hull: Hull, pc: number): Candidate {
  const i = cheapestCorner(hull, pc);
  const beatsBaselines = (hull.owner[i] as number) >= 0;
  return {
    owner,
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: beatsBaselines ? at(hull.threshold, i) : Number.NaN,
    point: beatsBaselines ? (hull.point[i] as number) : Owner.BASELINE,
    cost: beatsBaselines ? cornerCost(hull, i, pc) : Math.min(pc, 1 - pc),
    beatsBaselines,
  };
}

/** Return the pc at which two points have the same cost; null if one dominates the other. */
export function equalCostPc(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
): number | null {
  const fprGap = b.fpr - a.fpr;
  const tprGap = b.tpr - a.tpr;
  const pc = fprGap / (fprGap + tprGap);
  return fprGap * tprGap > 0 && pc > 0 && pc < 1 ? pc : null;
}

/** Return the cost of `b` minus the cost of `a`. */
export function costDifference(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
  pc: number,
): number {
  return expectedCost(b.fpr, b.tpr, pc) - expectedCost(a.fpr, a.tpr, pc);
}

// ---- Minimax regret over a range of pc

/** Conditions over which the maximum regret is minimised. */
export interface RegretBox {
  /** Costs of an fpr of 1 and of an fnr of 1, at each corner of the conditions. */
  corners: readonly (readonly [number, number])[];
  /** Largest difference of regrets that counts as equal. */
  tolerance: number;
}

/** Return the box of a bare range of pc. */
export const boxOfPc = (low: number, high: number): RegretBox => ({
  corners: [low, high].map((pc) => [1 - pc, pc] as const),
  tolerance: costTolerance(clamp(0.5, low, high)),
});

const BASELINES: readonly Recommendation[] = [
  { owner: Owner.ALL_NEGATIVE, fpr: 0, tpr: 0, threshold: Infinity, point: Owner.BASELINE },
  { owner: Owner.ALL_POSITIVE, fpr: 1, tpr: 1, threshold: -Infinity, point: Owner.BASELINE },
];

/**
 * Return the choice of least maximum regret over a box of conditions.
 *
 * Regret is convex in each condition, so its maximum is at a corner. Ties prefer a baseline, then
 * the lower mean cost, then the lower false positive rate.
 */
export function minimaxChoice(
  points: Points,
  { corners, tolerance }: RegretBox,
  costs: ExpectedCosts | null = null,
): Recommendation {
  const choices = drawnChoices(points);
  const total = new Float64Array(choices.length);
  const worst = new Float64Array(choices.length);
  for (const [perFpr, perFnr] of corners) {
    const bias = biasAt(costs, perFpr, perFnr);
    const each = choices.map(
      ({ owner, fpr, tpr }) => perFpr * fpr + perFnr * (1 - tpr) + (owner < 0 ? 0 : bias),
    );
    const least = minimum(each);
    each.forEach((cost, i) => {
      total[i] = at(total, i) + cost / corners.length;
      worst[i] = Math.max(at(worst, i), cost - least);
    });
  }
  const order = choices.map((_, i) => i);
  const tied = minimaBy(order, (i) => at(worst, i), tolerance);
  // Baselines come first, so a tied baseline is the first element.
  const first = choices[tied[0] as number] as Recommendation;
  if (first.owner < 0) return first;
  const cheapest = minimaBy(tied, (i) => at(total, i), tolerance);
  const [lowest] = minimaBy(cheapest, (i) => (choices[i] as Recommendation).fpr, 0);
  return choices[lowest as number] as Recommendation;
}

/** Return the items whose value is the minimum, up to a tolerance. */
function minimaBy<T>(items: readonly T[], value: (item: T) => number, tolerance: number): T[] {
  const values = items.map(value);
  const most = minimum(values) + tolerance;
  return items.filter((_, i) => (values[i] as number) <= most);
}

/** Return the baselines, then all drawn points of visible classifiers. */
export function drawnChoices({ owner, fpr, tpr, threshold }: Points): Recommendation[] {
  const choices = Array.from(owner, (position, point) => ({
    owner: position,
    fpr: at(fpr, point),
    tpr: at(tpr, point),
    threshold: at(threshold, point),
    point,
  }));
  return [...BASELINES, ...choices.filter((choice) => !Number.isNaN(choice.fpr))];
}

const minimum = (values: readonly number[]) =>
  values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);

// ---- The recommended choice

export interface Recommendation {
  /** Position of the classifier; baselines and mixtures as in `Owner`. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Index of the drawn point, `Owner.BASELINE` if it is not drawn. */
  point: number;
}

/**
 * Return the choice for a range or a pc.
 *
 * Python computes the choice for a range from all thresholds. While the user drags the range, the
 * drawn points are used instead.
 */
export function recommend(
  points: Points,
  hull: Hull,
  pc: number | null,
  range: Range | null,
  rangeChoice: RangeChoice | null,
  box: RegretBox | null = null,
  costs: ExpectedCosts | null = null,
): Recommendation | null {
  if (range && range[0] < range[1]) {
    const isUpToDate =
      rangeChoice && rangeChoice.over[0] === range[0] && rangeChoice.over[1] === range[1];
    const sent = isUpToDate && findChoice(points, rangeChoice);
    return sent || minimaxChoice(points, box ?? boxOfPc(...range), costs);
  }
  if (pc === null || hull.fpr.length === 0) return null;
  return cornerChoice(hull, recommendedCorner(hull, pc, costs));
}

/** Return a hull corner as a choice. */
export function cornerChoice(hull: Hull, i: number): Recommendation {
  return {
    owner: ownerOf(hull, i),
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: at(hull.threshold, i),
    point: hull.point[i] as number,
  };
}

function findChoice(
  { owner, fpr, tpr, threshold }: Points,
  rangeChoice: RangeChoice,
): Recommendation | null {
  if (rangeChoice.is_baseline) return BASELINES[rangeChoice.fpr] ?? null;
  for (let i = 0; i < fpr.length; i++) {
    if (at(fpr, i) !== rangeChoice.fpr || at(tpr, i) !== rangeChoice.tpr) continue;
    const match = { owner: owner[i] as number, threshold: at(threshold, i), point: i };
    return { ...match, fpr: rangeChoice.fpr, tpr: rangeChoice.tpr };
  }
  return null;
}

// ---- Rates of groups of examples at a common threshold

/** Rates of one group of examples at a threshold of a classifier. */
export interface GroupRates {
  owner: number;
  name: string;
  fpr: number;
  tpr: number;
}

/** Return the rates of all groups with both classes, at the chosen threshold and those in use. */
export function groupRates(
  { owner, at_fpr, at_tpr, in_use, fpr, tpr }: ArrayGroup<'groups'>,
  names: readonly string[],
  chosen: Recommendation | null,
  hidden: readonly number[],
): GroupRates[] {
  const isChosen = (i: number) =>
    chosen?.owner === owner[i] && chosen?.fpr === at_fpr[i] && chosen?.tpr === at_tpr[i];
  const stops = [...owner.keys()].filter((i) => !hidden.includes(owner[i] as number));
  const current = stops.find((i) => in_use[i] === 0 && isChosen(i));
  const used = stops.filter((i) => in_use[i] === 1);
  return [...(current === undefined ? [] : [current]), ...used].flatMap((stop) =>
    names
      .map((name, j) => ({ name, place: stop * names.length + j }))
      .map(({ name, place }) => ({
        owner: owner[stop] as number,
        name,
        fpr: at(fpr, place),
        tpr: at(tpr, place),
      }))
      .filter((group) => !Number.isNaN(group.fpr + group.tpr)),
  );
}

// ---- The limit of a criterion, also while the user drags it

/** Tolerance for rounding when a choice is compared with a limit. */
const ROUNDING = 1e-12;

/** A limit in ROC space: `fpr` * FPR + `tpr` * TPR is at most `most`. */
export interface Limit {
  fpr: number;
  tpr: number;
  most: number;
}

/** Return whether a choice satisfies a limit, up to rounding. */
export const isWithinLimit = (
  { fpr, tpr, most }: Limit,
  rates: { fpr: number; tpr: number },
): boolean => rates.tpr * tpr + rates.fpr * fpr <= most + ROUNDING * (fpr + tpr);

/** Answer to a criterion: points in ROC space, a mixture last, and its cost line. */
export interface CriterionAnswer {
  roc: [number, number][];
  line: [number, number] | null;
}

/** Return the answer of Python, or one from the hull while the user drags a limit. */
export function criterionAnswer(criterion: Criterion | null, hull: Hull): CriterionAnswer | null {
  if (criterion === null) return null;
  if (criterion.roc) return { roc: criterion.roc, line: criterion.cost_line ?? null };
  const { limit } = criterion;
  if (!limit || hull.fpr.length === 0) return null;
  const { corners, mixed } = limitOptimum(hull, limit);
  const places = corners.length > 1 ? [...corners, mixed] : corners;
  return { roc: places.map(({ x, y }) => [x, y]), line: [mixed.x, 1 - mixed.y] };
}

/** Return Python's choice, or the best drawn one within the limit while the user drags it. */
export function criterionRecommendation(
  criterion: Criterion,
  { points, hull, own }: Pick<Scene, 'points' | 'hull' | 'own'>,
): Recommendation | null {
  const choice = criterionChoice(criterion);
  if (!choice) return criterion.limit ? bestWithin(criterion.limit, points, hull) : null;
  const { owner, threshold, rates } = choice;
  if (owner >= 0 && !own.has(owner)) return null;
  const [fpr, tpr] = rates;
  const point = points.fpr.findIndex(
    (x, i) => x === fpr && points.tpr[i] === tpr && points.owner[i] === owner,
  );
  return { owner, fpr, tpr, threshold: threshold ?? Number.NaN, point };
}

/**
 * Return the choice of highest true positive rate within a limit.
 *
 * Ties prefer the lower false positive rate. A mixture is returned if no single threshold detects
 * any positive within the limit.
 */
function bestWithin(limit: Limit, points: Points, hull: Hull): Recommendation {
  const used = (choice: Recommendation) => choice.fpr * limit.fpr + choice.tpr * limit.tpr;
  const [none, ...candidates] = drawnChoices(points) as [Recommendation, ...Recommendation[]];
  const best = candidates
    .filter((choice) => used(choice) <= limit.most + ROUNDING)
    .reduce((leader, choice) => (isBetter(choice, leader) ? choice : leader), none);
  const { mixed } = limitOptimum(hull, limit);
  if (best.owner >= 0 || mixed.y <= best.tpr) return best;
  const { x: fpr, y: tpr } = mixed;
  return { owner: Owner.MIXED, fpr, tpr, threshold: Number.NaN, point: Owner.BASELINE };
}

const isBetter = (choice: Recommendation, reference: Recommendation) =>
  choice.tpr > reference.tpr || (choice.tpr === reference.tpr && choice.fpr < reference.fpr);

/** Fields of a criterion that Python computes. */
const ANSWER_FIELDS = new Set([
  ...['roc', 'cost_line', 'pc', 'owner', 'threshold', 'rates'],
  ...['rule', 'headline', 'after', 'gain', 'mix', 'note'],
]);

/** Return the criterion with its limit moved to a point, without the outdated answer. */
export function withMovedLimit(criterion: Criterion, { x, y }: Point): Criterion {
  const parameters = Object.entries(criterion).filter(([name]) => !ANSWER_FIELDS.has(name));
  const unanswered = Object.fromEntries(parameters) as Criterion;
  const { limit } = criterion;
  if (!limit) return unanswered;
  const most = clamp(x, 0, 1) * limit.fpr + clamp(y, 0, 1) * limit.tpr;
  return { ...unanswered, [limit.number]: most, limit: { ...limit, most } };
}

// ---- The optimum on the hull within a limit

/** The optimum on the hull, and the corners that it mixes. */
interface LimitOptimum {
  corners: Point[];
  mixed: Point;
}

/** Return the point with the highest true positive rate on the hull that satisfies the limit. */
export function limitOptimum(hull: Chain, limit: Limit): LimitOptimum {
  const used = (i: number) => at(hull.fpr, i) * limit.fpr + at(hull.tpr, i) * limit.tpr;
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const last = hull.fpr.length - 1;
  let k = 0;
  while (k < last && used(k + 1) <= limit.most + ROUNDING) k++;
  const remaining = limit.most - used(k);
  if (k === last || remaining <= ROUNDING) return { corners: [corner(k)], mixed: corner(k) };
  const share = clamp(remaining / (used(k + 1) - used(k)), 0, 1);
  const [from, to] = [corner(k), corner(k + 1)];
  const mixed = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  return { corners: [from, to], mixed };
}

/** Return the limit as a segment across the unit square; null if it is outside. */
export function limitLine({ fpr, tpr, most }: Limit): Segment | null {
  const places: Point[] = [];
  const add = (x: number, y: number) => {
    const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    if (isInside && !places.some((place) => place.x === x && place.y === y)) places.push({ x, y });
  };
  // Division by a weight of 0 gives NaN or infinity, which `add` ignores.
  add(most / fpr, 0);
  add((most - tpr) / fpr, 1);
  add(0, most / tpr);
  add(1, (most - fpr) / tpr);
  const [a, b] = places;
  return a && b ? { x1: a.x, y1: a.y, x2: b.x, y2: b.y } : null;
}
