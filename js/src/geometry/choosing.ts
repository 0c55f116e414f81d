// Which choice is recommended: the cheapest at one pc, that of least regret, or what a limit allows.

import { Owner } from '../wire/schema.ts';
import {
  type Criterion,
  choiceOf,
  type Group,
  type Hull,
  type OneChoice,
  type Points,
  type Range,
} from '../wire/state.ts';
import { cheapestCorner, cornerCost, ownerOf, type Scene, sameCost } from './hull.ts';
import { at, type Chain, clamp, expectedCost, type Point, type Segment } from './lines.ts';

// ---- Everyone at one pc, and who comes next

/** The best that one classifier, or a trivial rule, can do at one pc. */
export interface Candidate {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points, `Owner.TRIVIAL` for such a rule. */
  point: number;
  cost: number;
  /** Whether it is a classifier that is cheaper than both trivial rules. */
  adds: boolean;
}

/**
 * Everyone's best at one pc, cheapest first: of equal costs a trivial rule comes first, then the
 * user's order counts. A classifier that adds nothing costs what the better trivial rule does.
 */
export function ranking(own: ReadonlyMap<number, Hull>, pc: number): Candidate[] {
  const rule = (owner: number, rate: number, cost: number): Candidate => ({
    owner,
    fpr: rate,
    tpr: rate,
    threshold: rate ? -Infinity : Infinity,
    point: Owner.TRIVIAL,
    cost,
    adds: false,
  });
  const each = [rule(Owner.ALL_NEGATIVE, 0, pc), rule(Owner.ALL_POSITIVE, 1, 1 - pc)];
  for (const [owner, hull] of own) each.push(atItsBest(owner, hull, pc));
  const same = sameCost(pc);
  const place = (one: Candidate) => each.filter((other) => other.cost < one.cost - same).length;
  const places = new Map(each.map((one) => [one, place(one)]));
  return each.sort((a, b) => (places.get(a) as number) - (places.get(b) as number));
}

function atItsBest(owner: number, hull: Hull, pc: number): Candidate {
  const i = cheapestCorner(hull, pc);
  const adds = (hull.owner[i] as number) >= 0;
  return {
    owner,
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: adds ? at(hull.threshold, i) : Number.NaN,
    point: adds ? (hull.point[i] as number) : Owner.TRIVIAL,
    cost: adds ? cornerCost(hull, i, pc) : Math.min(pc, 1 - pc),
    adds,
  };
}

/** The pc at which two points cost the same; null if one never costs more than the other. */
export function crossing(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
): number | null {
  const flagged = b.fpr - a.fpr;
  const found = b.tpr - a.tpr;
  const pc = flagged / (flagged + found);
  return flagged * found > 0 && pc > 0 && pc < 1 ? pc : null;
}

/** What the second point costs more than the first. */
export function costGap(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
  pc: number,
): number {
  return expectedCost(b.fpr, b.tpr, pc) - expectedCost(a.fpr, a.tpr, pc);
}

// ---- Over a range

/** A choice, and what it costs more than the best one at each end of a range. */
export interface Regretted {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points, `Owner.TRIVIAL` for such a rule. */
  point: number;
  regret: readonly [number, number];
}

const RULES: readonly Recommended[] = [
  { owner: Owner.ALL_NEGATIVE, fpr: 0, tpr: 0, threshold: Infinity, point: Owner.TRIVIAL },
  { owner: Owner.ALL_POSITIVE, fpr: 1, tpr: 1, threshold: -Infinity, point: Owner.TRIVIAL },
];

/**
 * The choice whose greatest regret over a range is least: a line less a concave curve is greatest
 * at an end. Of equal ones a trivial rule, or else what costs least on average, then of least fpr.
 */
export function leastRegret(points: Points, low: number, high: number): Regretted {
  const each = regrets(drawnChoices(points), low, high);
  const same = sameOver(low, high);
  const tied = leastBy(each, ({ regret: [first, last] }) => Math.max(first, last), same);
  // The rules stand first: one that is as good as any is found there.
  const first = tied[0] as Regretted;
  if (first.owner < 0) return first;
  const rest = leastBy(tied, ({ regret: [start, stop] }) => start + stop, same);
  return leastBy(rest, (one) => one.fpr, 0)[0] as Regretted;
}

function regrets(choices: readonly Recommended[], low: number, high: number): Regretted[] {
  const costs = choices.map(
    ({ fpr, tpr }) => [expectedCost(fpr, tpr, low), expectedCost(fpr, tpr, high)] as const,
  );
  const leastLow = least(costs.map(([cost]) => cost));
  const leastHigh = least(costs.map(([, cost]) => cost));
  return choices.map((one, i) => {
    const [first, last] = costs[i] as readonly [number, number];
    return { ...one, regret: [first - leastLow, last - leastHigh] };
  });
}

/** Those of least value, and those as good. */
function leastBy<T>(among: readonly T[], value: (one: T) => number, same: number): T[] {
  const values = among.map(value);
  const most = least(values) + same;
  return among.filter((_, i) => (values[i] as number) <= most);
}

/** The difference of two costs up to which they are the same all over a range. */
export function sameOver(low: number, high: number): number {
  return sameCost(clamp(0.5, low, high));
}

/** The trivial rules, then all that is drawn of visible classifiers. */
export function drawnChoices({ owner, fpr, tpr, threshold }: Points): Recommended[] {
  const drawn = Array.from(owner, (mine, point) => ({
    owner: mine,
    fpr: at(fpr, point),
    tpr: at(tpr, point),
    threshold: at(threshold, point),
    point,
  }));
  return [...RULES, ...drawn.filter((one) => !Number.isNaN(one.fpr))];
}

const least = (values: readonly number[]) =>
  values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);

// ---- What is recommended

export interface Recommended {
  /** Position of the classifier, or as `Owner` has it for a trivial rule, and for lots. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  /** Position among the drawn points, `Owner.TRIVIAL` for what is not drawn. */
  point: number;
}

/** What Python has told of a range counts; while a hand moves it, what is best of what is drawn. */
export function recommended(
  points: Points,
  hull: Hull,
  pc: number | null,
  range: Range | null,
  told: OneChoice | null,
): Recommended | null {
  if (range && range[0] < range[1]) {
    const isTold = told && told.over[0] === range[0] && told.over[1] === range[1];
    return (isTold && pointOf(points, told)) || leastRegret(points, ...range);
  }
  if (pc === null || hull.fpr.length === 0) return null;
  return cornerOf(hull, cheapestCorner(hull, pc));
}

/** A corner as a choice. */
export function cornerOf(hull: Hull, i: number): Recommended {
  return {
    owner: ownerOf(hull, i),
    fpr: at(hull.fpr, i),
    tpr: at(hull.tpr, i),
    threshold: at(hull.threshold, i),
    point: hull.point[i] as number,
  };
}

function pointOf({ owner, fpr, tpr, threshold }: Points, told: OneChoice): Recommended | null {
  if (told.trivial) return null;
  for (let i = 0; i < fpr.length; i++) {
    if (at(fpr, i) !== told.fpr || at(tpr, i) !== told.tpr) continue;
    const mine = { owner: owner[i] as number, threshold: at(threshold, i), point: i };
    return { ...mine, fpr: told.fpr, tpr: told.tpr };
  }
  return null;
}

// ---- Groups of examples, at one threshold that is common to all

/** A group at a threshold of a classifier. */
export interface Grouped {
  owner: number;
  name: string;
  fpr: number;
  tpr: number;
}

/** The groups that have both classes, at what is chosen and at the thresholds in use. */
export function groupsAt(
  { owner, at_fpr, at_tpr, in_use, fpr, tpr }: Group<'groups'>,
  names: readonly string[],
  chosen: Recommended | null,
  hidden: readonly number[],
): Grouped[] {
  const isChosen = (i: number) =>
    chosen?.owner === owner[i] && chosen?.fpr === at_fpr[i] && chosen?.tpr === at_tpr[i];
  const stops = [...owner.keys()].filter((i) => !hidden.includes(owner[i] as number));
  const now = stops.find((i) => in_use[i] === 0 && isChosen(i));
  const used = stops.filter((i) => in_use[i] === 1);
  return [...(now === undefined ? [] : [now]), ...used].flatMap((stop) =>
    names
      .map((name, j) => ({ name, place: stop * names.length + j }))
      .map(({ name, place }) => ({
        owner: owner[stop] as number,
        name,
        fpr: at(fpr, place),
        tpr: at(tpr, place),
      }))
      .filter((one) => !Number.isNaN(one.fpr + one.tpr)),
  );
}

// ---- The limit that a criterion draws, and what becomes of it when a hand moves it

/** By so much rounding may move what a choice uses of a limit. */
const ROUNDING = 1e-12;

/** A limit across ROC space: all points with fpr * `fpr` + tpr * `tpr` = `most`. */
export interface Limit {
  fpr: number;
  tpr: number;
  most: number;
}

/** Whether a choice stays within a limit, or on it but for rounding. */
export const allows = ({ fpr, tpr, most }: Limit, rates: { fpr: number; tpr: number }): boolean =>
  rates.tpr * tpr + rates.fpr * fpr <= most + ROUNDING * (fpr + tpr);

/** What a criterion answers: places in ROC space, a mixed one last, and its cost line. */
export interface Answer {
  roc: [number, number][];
  line: [number, number] | null;
}

/** Python's answer; while a limit is being dragged it has none yet, and the hull tells. */
export function answerOf(criterion: Criterion | null, hull: Hull): Answer | null {
  if (criterion === null) return null;
  if (criterion.roc) return { roc: criterion.roc, line: criterion.cost_line ?? null };
  const { limit } = criterion;
  if (!limit || hull.fpr.length === 0) return null;
  const { corners, mixed } = answerWithin(hull, limit);
  const places = corners.length > 1 ? [...corners, mixed] : corners;
  return { roc: places.map(({ x, y }) => [x, y]), line: [mixed.x, 1 - mixed.y] };
}

/** What Python has answered; while a limit is being dragged, what finds most of what is drawn. */
export function chosenBy(
  criterion: Criterion,
  { points, hull, own }: Pick<Scene, 'points' | 'hull' | 'own'>,
): Recommended | null {
  const choice = choiceOf(criterion);
  if (!choice) return criterion.limit ? mostWithin(criterion.limit, points, hull) : null;
  const { owner, threshold, rates } = choice;
  if (owner >= 0 && !own.has(owner)) return null;
  const [fpr, tpr] = rates;
  const point = points.fpr.findIndex(
    (x, i) => x === fpr && points.tpr[i] === tpr && points.owner[i] === owner,
  );
  return { owner, fpr, tpr, threshold: threshold ?? Number.NaN, point };
}

/** Of equal ones that with the least false alarms; lots where without them nobody is found. */
function mostWithin(limit: Limit, points: Points, hull: Hull): Recommended {
  const used = (one: Recommended) => one.fpr * limit.fpr + one.tpr * limit.tpr;
  const [none, ...others] = drawnChoices(points) as [Recommended, ...Recommended[]];
  const best = others
    .filter((one) => used(one) <= limit.most + ROUNDING)
    .reduce((most, one) => (isMore(one, most) ? one : most), none);
  const { mixed } = answerWithin(hull, limit);
  if (best.owner >= 0 || mixed.y <= best.tpr) return best;
  const { x: fpr, y: tpr } = mixed;
  return { owner: Owner.MIXED, fpr, tpr, threshold: Number.NaN, point: Owner.TRIVIAL };
}

const isMore = (one: Recommended, other: Recommended) =>
  one.tpr > other.tpr || (one.tpr === other.tpr && one.fpr < other.fpr);

/** The criterion whose limit runs through this place; its old answer is gone. */
export function movedLimit(criterion: Criterion, { x, y }: Point): Criterion {
  const { roc: _roc, cost_line: _line, pc: _pc, ...told } = criterion;
  const { owner: _owner, threshold: _threshold, rates: _rates, ...words } = told;
  const { rule: _rule, headline: _headline, after: _after, ...more } = words;
  const { gain: _gain, mix: _mix, note: _note, ...asked } = more;
  const { limit } = criterion;
  if (!limit) return asked;
  const most = clamp(x, 0, 1) * limit.fpr + clamp(y, 0, 1) * limit.tpr;
  return { ...asked, [limit.number]: most, limit: { ...limit, most } };
}

// ---- The limit on the hull

/** The best that a limit allows: a place on the hull, and the corners that it mixes. */
interface Reached {
  corners: Point[];
  mixed: Point;
}

/** How far up the hull one gets without passing the limit; weights are not negative. */
export function answerWithin(hull: Chain, limit: Limit): Reached {
  const used = (i: number) => at(hull.fpr, i) * limit.fpr + at(hull.tpr, i) * limit.tpr;
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const last = hull.fpr.length - 1;
  let k = 0;
  while (k < last && used(k + 1) <= limit.most + ROUNDING) k++;
  const left = limit.most - used(k);
  if (k === last || left <= ROUNDING) return { corners: [corner(k)], mixed: corner(k) };
  const share = clamp(left / (used(k + 1) - used(k)), 0, 1);
  const [from, to] = [corner(k), corner(k + 1)];
  const mixed = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  return { corners: [from, to], mixed };
}

/** The limit as a line across the unit square, null if it lies outside. */
export function limitLine({ fpr, tpr, most }: Limit): Segment | null {
  const places: Point[] = [];
  const add = (x: number, y: number) => {
    const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    if (isInside && !places.some((place) => place.x === x && place.y === y)) places.push({ x, y });
  };
  // What a weight of 0 divides is no number, or is far outside.
  add(most / fpr, 0);
  add((most - tpr) / fpr, 1);
  add(0, most / tpr);
  add(1, (most - fpr) / tpr);
  const [a, b] = places;
  return a && b ? { x1: a.x, y1: a.y, x2: b.x, y2: b.y } : null;
}
