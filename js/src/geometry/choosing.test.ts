import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import {
  boxOfPc,
  costDifference,
  criterionAnswer,
  criterionRecommendation,
  drawnChoices,
  equalCostPc,
  groupRates,
  limitLine,
  limitOptimum,
  minimaxChoice,
  type Recommendation,
  rankCandidates,
  recommend,
  withMovedLimit,
} from './choosing.ts';
import { classifierHulls, costTolerance, upperHull, visiblePoints } from './hull.ts';
import { at, expectedCost, pcOfEdge } from './lines.ts';
import { random, randomPoints } from './random.test.ts';

// ---- Ranking at one pc

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

/** Return the lowest cost among the points of one classifier, without the baselines. */
function leastCost({ fpr, tpr, owner }: Points, of: number, pc: number): number {
  const costs = Array.from(fpr, (x, i) =>
    owner[i] === of ? expectedCost(x, at(tpr, i), pc) : Infinity,
  );
  return Math.min(...costs);
}

test('candidates are sorted by cost, and the first is the cheapest of all points', () => {
  const next = random(7);
  for (let round = 0; round < 100; round++) {
    const points = randomPoints(next, 20);
    const pc = next();
    const candidates = rankCandidates(classifierHulls(points), pc);
    const costs = candidates.map((item) => item.cost);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    );
    const all = Array.from(points.fpr, (fpr, i) => expectedCost(fpr, at(points.tpr, i), pc));
    close(candidates[0]?.cost as number, Math.min(pc, 1 - pc, ...all));
    assert.deepEqual(candidates.map((item) => item.owner).sort(), [
      Owner.ALL_NEGATIVE,
      Owner.ALL_POSITIVE,
      0,
      1,
      2,
    ]);
  }
});

test('candidates have the cost of their rates, and beat the baselines if they cost less', () => {
  const next = random(8);
  for (let round = 0; round < 50; round++) {
    const points = randomPoints(next, 9);
    const own = classifierHulls(points);
    for (let k = 1; k < 100; k++) {
      const pc = k / 100;
      for (const { owner, fpr, tpr, threshold, point, cost, beatsBaselines } of rankCandidates(
        own,
        pc,
      )) {
        close(cost, expectedCost(fpr, tpr, pc));
        if (owner < 0) continue;
        const saved = Math.min(pc, 1 - pc) - leastCost(points, owner, pc);
        if (Math.abs(saved) < 1e-9) continue;
        assert.equal(beatsBaselines, saved > 0);
        if (!beatsBaselines) assert.deepEqual([threshold, point], [Number.NaN, -1]);
        else assert.deepEqual([threshold, fpr], [points.threshold[point], points.fpr[point]]);
      }
    }
  }
});

test('a classifier beats the baselines exactly between the first and the last edge of its hull', () => {
  const next = random(9);
  for (let round = 0; round < 50; round++) {
    const own = classifierHulls(randomPoints(next, 9));
    for (const [owner, hull] of own) {
      const last = hull.fpr.length - 2;
      for (let k = 1; k < 100; k++) {
        const pc = k / 100;
        const [from, to] = [pcOfEdge(hull, 0), pcOfEdge(hull, last)];
        if (Math.min(Math.abs(pc - from), Math.abs(pc - to)) < 1e-6) continue;
        const isUseful = rankCandidates(own, pc).find(
          (candidate) => candidate.owner === owner,
        )?.beatsBaselines;
        assert.equal(isUseful, last > 0 && from < pc && pc < to);
      }
    }
  }
});

test('the baselines are ranked among the classifiers', () => {
  assert.deepEqual(
    rankCandidates(classifierHulls(POINTS), 0.2).map(({ owner, cost, beatsBaselines }) => [
      owner,
      cost.toFixed(9),
      beatsBaselines,
    ]),
    [
      [0, '0.160000000', true],
      [Owner.ALL_NEGATIVE, '0.200000000', false],
      [1, '0.200000000', false],
      [Owner.ALL_POSITIVE, '0.800000000', false],
    ],
  );
  const [negative, positive] = rankCandidates(new Map(), 0.25);
  const rule = { point: -1, beatsBaselines: false };
  assert.deepEqual(negative, {
    ...rule,
    owner: Owner.ALL_NEGATIVE,
    fpr: 0,
    tpr: 0,
    threshold: Infinity,
    cost: 0.25,
  });
  assert.deepEqual(positive, {
    ...rule,
    owner: Owner.ALL_POSITIVE,
    fpr: 1,
    tpr: 1,
    threshold: -Infinity,
    cost: 0.75,
  });
});

test('ties keep the order of the classifiers', () => {
  // The third is cheaper by less than the tolerance.
  const points = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6, 2], [2, 0.1, 0.6 + 1e-12, 3]);
  const order = rankCandidates(classifierHulls(points), 0.4).map(({ owner }) => owner);
  assert.deepEqual(order, [0, 1, 2, Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE]);
  const clear = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6 + 1e-6, 2]);
  assert.equal(rankCandidates(classifierHulls(clear), 0.4)[0]?.owner, 1);
});

test('the cost tolerance is relative to the cost of the cheaper baseline', () => {
  assert.equal(costTolerance(0.25), 0.25e-9);
  assert.equal(costTolerance(0.75), 0.25e-9);
  assert.equal(costTolerance(0), 0);
});

test('two points have equal costs where their lines intersect', () => {
  const a = { fpr: 0.1, tpr: 0.5 };
  close(equalCostPc(a, { fpr: 0.4, tpr: 0.8 }) as number, 0.5);
  close(equalCostPc({ fpr: 0.4, tpr: 0.6 }, a) as number, 0.75);
  const pc = equalCostPc(a, { fpr: 0.4, tpr: 0.6 }) as number;
  close(costDifference(a, { fpr: 0.4, tpr: 0.6 }, pc), 0);
});

test('the lines of dominated points do not intersect', () => {
  const a = { fpr: 0.1, tpr: 0.5 };
  for (const [fpr, tpr] of [
    [0.2, 0.4],
    [0.1, 0.6],
    [0.2, 0.5],
    [0.1, 0.5],
  ] as const) {
    assert.equal(equalCostPc(a, { fpr, tpr }), null);
    assert.equal(equalCostPc({ fpr, tpr }, a), null);
  }
});

test('the cost difference is that of the second minus the first point', () => {
  // 0.5 * 0.25 + 0.4 * 0.75 less 0.4 * 0.25 + 0.1 * 0.75.
  close(costDifference({ fpr: 0.1, tpr: 0.6 }, { fpr: 0.4, tpr: 0.5 }, 0.25), 0.425 - 0.175);
});

// ---- Ranges of pc

test('no other choice has a smaller maximum regret', () => {
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 3, random(), random(), i] as const);
    const points = pointsOf(...rows);
    const hull = upperHull(points);
    const [low = 0, high = 1] = [random(), random()].sort((a, b) => a - b);
    const worst = (fpr: number, tpr: number) => {
      const regrets = Array.from({ length: 101 }, (_, k) => {
        const pc = low + ((high - low) * k) / 100;
        const costs = Array.from(hull.fpr, (x, i) => expectedCost(x, at(hull.tpr, i), pc));
        return expectedCost(fpr, tpr, pc) - Math.min(...costs);
      });
      return Math.max(...regrets);
    };
    const all = [[0, 0], [1, 1], ...rows.map(([, fpr, tpr]) => [fpr, tpr])] as [number, number][];
    const choice = minimaxChoice(points, boxOfPc(low, high));
    const regret = worst(choice.fpr, choice.tpr);
    assert.ok(Math.abs(regret - Math.min(...all.map(([fpr, tpr]) => worst(fpr, tpr)))) < 1e-12);
  }
});

test('ties prefer a baseline, then the lower mean cost, then the lower FPR', () => {
  const useless = pointsOf([0, 0, 0, 2], [0, 1, 1, 1]);
  assert.equal(minimaxChoice(useless, boxOfPc(0.2, 0.8)).owner, Owner.ALL_NEGATIVE);
  // At pc 0 all three cost 0.3; the second has the highest true positive rate.
  const level = pointsOf([0, 0.3, 0.7, 1], [0, 0.3, 0.8, 2], [0, 0.3, 0.6, 3]);
  assert.equal(minimaxChoice(level, boxOfPc(0, 0.9)).point, 1);
  const mirrored = pointsOf([0, 0.4, 0.8, 1], [0, 0.2, 0.6, 2]);
  assert.equal(minimaxChoice(mirrored, boxOfPc(0.3, 0.7)).point, 1);
});

test('all drawn points can be chosen, after the two baselines', () => {
  const none = { owner: Owner.ALL_NEGATIVE, fpr: 0, tpr: 0, threshold: Infinity };
  const everybody = { owner: Owner.ALL_POSITIVE, fpr: 1, tpr: 1, threshold: -Infinity };
  const rules = [none, everybody].map((rule) => ({ ...rule, point: Owner.BASELINE }));
  assert.deepEqual(drawnChoices(pointsOf()), rules);
  const points = visiblePoints(pointsOf([0, 0.1, 0.6, 0.75], [1, 0.2, 0.8, 6]), new Set([0]));
  const choice = { owner: 1, fpr: 0.2, tpr: 0.8, threshold: 6, point: 1 };
  assert.deepEqual(drawnChoices(points), [...rules, choice]);
});

test('hidden classifiers cannot be chosen', () => {
  const points = pointsOf([0, 0, 1, 5], [1, 0.2, 0.8, 6]);
  assert.equal(minimaxChoice(points, boxOfPc(0.1, 0.9)).owner, 0);
  assert.equal(minimaxChoice(visiblePoints(points, new Set([0])), boxOfPc(0.1, 0.9)).point, 1);
});

// ---- Limits of criteria

const hull = upperHull(pointsOf([0, 0.2, 0.8, 0.5]));
const baselineHull = upperHull(pointsOf());
const emptyHull = { ...baselineHull, fpr: new Float64Array(), tpr: new Float64Array() };

const highest = (most: number) => ({ fpr: 1, tpr: 0, most, number: 'max_fpr' });

test('the answer of Python is used unchanged', () => {
  const roc: [number, number][] = [[0.3, 0.7]];
  const answer = criterionAnswer({ kind: 'youden', roc, cost_line: [0.3, 0.3] }, hull);
  assert.deepEqual(answer, { roc, line: [0.3, 0.3] });
  assert.deepEqual(criterionAnswer({ kind: 'youden', roc }, hull), { roc, line: null });
  assert.equal(criterionAnswer({ kind: 'minimax' }, hull), null);
  assert.equal(criterionAnswer(null, hull), null);
});

test('a dragged limit is answered with the mixture on the hull', () => {
  const old = {
    kind: 'neyman_pearson',
    max_fpr: 0.3,
    limit: highest(0.3),
    roc: [],
    cost_line: null,
    pc: 0.5,
    owner: 0,
    threshold: 0.5,
    rates: [0.2, 0.8] as [number, number],
    rule: 'old',
    headline: 'old',
    after: 'old',
    gain: 'old',
    mix: 'old',
    note: 'old',
  };
  const moved = withMovedLimit({ ...old, roc: [] }, { x: 0.1, y: 0.9 });
  assert.deepEqual(moved, { kind: 'neyman_pearson', max_fpr: 0.1, limit: highest(0.1) });
  const answer = criterionAnswer(moved, hull);
  assert.deepEqual(answer?.roc, [
    [0, 0],
    [0.2, 0.8],
    [0.1, 0.4],
  ]);
  assert.deepEqual(answer?.line, [0.1, 0.6]);
  assert.equal(withMovedLimit(moved, { x: -3, y: 0 }).max_fpr, 0);
  assert.equal(withMovedLimit(moved, { x: 3, y: 0 }).max_fpr, 1);
  const { limit: _, ...unlimited } = old;
  const expected = { kind: 'neyman_pearson', max_fpr: 0.3 };
  assert.deepEqual(withMovedLimit({ ...unlimited, roc: [] }, { x: 0.1, y: 0.9 }), expected);
});

test('a limit that meets a corner is answered with that corner alone', () => {
  const criterion = { kind: 'neyman_pearson', max_fpr: 0.2, limit: highest(0.2) };
  assert.deepEqual(criterionAnswer(criterion, hull)?.roc, [[0.2, 0.8]]);
  assert.equal(criterionAnswer(criterion, emptyHull), null);
});

test('a dragged capacity line passes through the pointer', () => {
  const limit = { fpr: 200, tpr: 50, most: 10, number: 'capacity' };
  const work = { kind: 'workforce', positives: 50, negatives: 200, capacity: 10, limit };
  const moved = withMovedLimit(work, { x: 0.1, y: 0.6 });
  assert.deepEqual(moved, { ...work, capacity: 50, limit: { ...limit, most: 50 } });
  assert.equal(withMovedLimit(work, { x: 2, y: -1 }).capacity, 200);
  assert.equal(withMovedLimit(work, { x: -1, y: 2 }).capacity, 50);
});

const sceneOf = (points: Points) => ({
  points,
  hull: upperHull(points),
  own: classifierHulls(points),
});
const ANSWER = { rule: '', headline: '', rates: [0.1, 0.6] as [number, number] };

test("the recommendation is Python's choice for every criterion, drawn or not", () => {
  const kinds = ['neyman_pearson', 'workforce', 'minimax', 'youden', 'max_rectangle'];
  for (const kind of kinds) {
    const chosen = criterionRecommendation(
      { kind, ...ANSWER, owner: 0, threshold: 0.75 },
      sceneOf(POINTS),
    );
    assert.deepEqual(chosen, { owner: 0, fpr: 0.1, tpr: 0.6, threshold: 0.75, point: 1 });
  }
  const rates: [number, number] = [0.11, 0.61];
  const between = criterionRecommendation(
    { kind: 'youden', ...ANSWER, rates, owner: 0 },
    sceneOf(POINTS),
  );
  assert.deepEqual(between, { owner: 0, fpr: 0.11, tpr: 0.61, threshold: Number.NaN, point: -1 });
  const lots = { kind: 'minimax', ...ANSWER, owner: Owner.MIXED };
  assert.equal(criterionRecommendation(lots, sceneOf(POINTS))?.owner, Owner.MIXED);
  const remaining = sceneOf(visiblePoints(POINTS, new Set([0])));
  assert.equal(criterionRecommendation({ kind: 'youden', ...ANSWER, owner: 0 }, remaining), null);
});

test('during a drag the highest TPR within the limit is recommended, or a mixture', () => {
  const recommendWithin = (most: number) =>
    criterionRecommendation({ kind: 'neyman_pearson', limit: highest(most) }, sceneOf(POINTS));
  assert.deepEqual([recommendWithin(0.35)?.owner, recommendWithin(0.35)?.point], [1, 4]);
  assert.deepEqual([recommendWithin(0.4)?.owner, recommendWithin(0.4)?.point], [0, 2]);
  assert.equal(recommendWithin(1)?.tpr, 1);
  const lots = recommendWithin(0.05);
  assert.deepEqual([lots?.owner, lots?.fpr, lots?.tpr], [Owner.MIXED, 0.05, 0.3]);
  assert.equal(recommendWithin(0)?.owner, Owner.ALL_NEGATIVE);
  assert.equal(criterionRecommendation({ kind: 'youden' }, sceneOf(POINTS)), null);
});

test('no point on the hull within the limit has a higher TPR', () => {
  const next = random(6);
  for (let round = 0; round < 200; round++) {
    const hull = upperHull(randomPoints(next, 12));
    const limit = { fpr: next(), tpr: round % 2 ? next() : 0, most: next() };
    const { mixed } = limitOptimum(hull, limit);
    assert.ok(mixed.x * limit.fpr + mixed.y * limit.tpr <= limit.most + 1e-9);
    for (let i = 0; i < hull.fpr.length - 1; i++) {
      for (let k = 0; k <= 20; k++) {
        const x = at(hull.fpr, i) + (k / 20) * (at(hull.fpr, i + 1) - at(hull.fpr, i));
        const y = at(hull.tpr, i) + (k / 20) * (at(hull.tpr, i + 1) - at(hull.tpr, i));
        const isAllowed = x * limit.fpr + y * limit.tpr <= limit.most;
        if (isAllowed) assert.ok(y <= mixed.y + 1e-9);
      }
    }
  }
});

test('a mixture is between two corners', () => {
  const hull = { fpr: Float64Array.of(0, 0.2, 1), tpr: Float64Array.of(0, 0.8, 1) };
  const { corners, mixed } = limitOptimum(hull, { fpr: 1, tpr: 0, most: 0.1 });
  assert.deepEqual(corners, [
    { x: 0, y: 0 },
    { x: 0.2, y: 0.8 },
  ]);
  assert.deepEqual(mixed, { x: 0.1, y: 0.4 });
  const corner = { x: 0.2, y: 0.8 };
  const exact = { corners: [corner], mixed: corner };
  assert.deepEqual(limitOptimum(hull, { fpr: 1, tpr: 0, most: 0.2 }), exact);
  // A limit that rounding has changed in the last digit still meets the corner.
  for (const noise of [-1e-15, 1e-15]) {
    assert.deepEqual(limitOptimum(hull, { fpr: 1, tpr: 0, most: 0.2 + noise }), exact);
  }
  const end = { x: 1, y: 1 };
  assert.deepEqual(limitOptimum(hull, { fpr: 1, tpr: 1, most: 9 }), { corners: [end], mixed: end });
});

test('a limit on all flagged cases depends on both rates', () => {
  const hull = { fpr: Float64Array.of(0, 0.25, 1), tpr: Float64Array.of(0, 0.75, 1) };
  // From (0.25, 0.75) with 2 used, one third of the way to (1, 1) with 5.
  const { corners, mixed } = limitOptimum(hull, { fpr: 3.2, tpr: 1.6, most: 2 + 2.8 / 4 });
  assert.deepEqual(corners, [
    { x: 0.25, y: 0.75 },
    { x: 1, y: 1 },
  ]);
  assert.deepEqual(
    [mixed.x, mixed.y].map((rate) => rate.toFixed(9)),
    ['0.437500000', '0.812500000'],
  );
});

test('limits are drawn from border to border', () => {
  assert.deepEqual(limitLine({ fpr: 1, tpr: 0, most: 0.3 }), { x1: 0.3, y1: 0, x2: 0.3, y2: 1 });
  assert.deepEqual(limitLine({ fpr: 100, tpr: 50, most: 50 }), { x1: 0.5, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(limitLine({ fpr: 0, tpr: 2, most: 0.5 }), { x1: 0, y1: 0.25, x2: 1, y2: 0.25 });
  assert.equal(limitLine({ fpr: 1, tpr: 1, most: 3 }), null);
  assert.equal(limitLine({ fpr: 1, tpr: 1, most: -1 }), null);
  assert.equal(limitLine({ fpr: 0, tpr: 0, most: 0 }), null);
});

// F8
test('a limit is drawn between any two sides, but not through a single corner', () => {
  const line = (fpr: number, tpr: number, most: number) => limitLine({ fpr, tpr, most });
  assert.deepEqual(line(1, 1, 0.5), { x1: 0.5, y1: 0, x2: 0, y2: 0.5 });
  assert.deepEqual(line(1, 1, 1.5), { x1: 0.5, y1: 1, x2: 1, y2: 0.5 });
  assert.deepEqual(line(2, 1, 1.5), { x1: 0.75, y1: 0, x2: 0.25, y2: 1 });
  assert.deepEqual(line(1, 2, 1.5), { x1: 0, y1: 0.75, x2: 1, y2: 0.25 });
  assert.deepEqual(line(1, 1, 1), { x1: 1, y1: 0, x2: 0, y2: 1 });
  assert.equal(line(1, 1, 0), null);
  assert.equal(line(1, 1, 2), null);
  assert.deepEqual(line(1, 0, 0), { x1: 0, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(line(0, 1, 1), { x1: 0, y1: 1, x2: 1, y2: 1 });
});

test("for a range, Python's choice is used if it belongs to the range and is still drawn", () => {
  const hull = upperHull(POINTS);
  const rangeChoice = {
    ...{ over: [0.2, 0.4] as const, name: 'stump', rule: '', use: '', is_baseline: false },
    ...{ fpr: 0.3, tpr: 0.7, regret: [0, 0] as const },
  };
  const over = (low: number, high: number, more = {}) =>
    recommend(POINTS, hull, 0.3, [low, high], { ...rangeChoice, ...more });
  const stump = { owner: 1, fpr: 0.3, tpr: 0.7, threshold: Number.NaN, point: 4 };
  assert.deepEqual(over(0.2, 0.4), stump);
  // Otherwise the choice comes from the drawn points: the stump is never cheapest at such pc.
  for (const choice of [
    over(0.1, 0.4),
    over(0.2, 0.5),
    over(0.2, 0.4, { fpr: 0.31 }),
    over(0.2, 0.4, { tpr: 0.71 }),
    over(0.2, 0.4, { is_baseline: true }),
    recommend(POINTS, hull, 0.3, [0.2, 0.4], null),
  ]) {
    assert.equal(choice?.owner, 0);
  }
  assert.deepEqual(recommend(POINTS, hull, 0.3, [0.3, 0.3], rangeChoice), {
    ...{ owner: 0, fpr: 0.1, tpr: 0.6, threshold: 0.75, point: 1 },
  });
  assert.equal(recommend(POINTS, hull, null, null, null), null);
});

// ---- Groups of examples

const EXAMPLE_GROUPS = {
  owner: Int32Array.of(0, 0, 1, 0),
  at_fpr: Float64Array.of(0.1, 0.4, 0.1, 0.4),
  at_tpr: Float64Array.of(0.6, 0.9, 0.6, 0.9),
  in_use: Int32Array.of(0, 0, 0, 1),
  fpr: Float64Array.of(0.05, 0.15, 0.3, 0.5, 0.1, 0.1, 0.3, Number.NaN),
  tpr: Float64Array.of(0.5, 0.7, 0.8, 1, 0.6, 0.6, 0.8, 1),
};

test('rings of groups follow the recommendation, and those in use stay', () => {
  const names = ['north', 'south'];
  const rates = (chosen: Recommendation | null, hidden: number[] = []) =>
    groupRates(EXAMPLE_GROUPS, names, chosen, hidden).map(({ name, fpr, tpr }) => [name, fpr, tpr]);
  const used = ['north', 0.3, 0.8];
  const chosen = { owner: 0, fpr: 0.1, tpr: 0.6, threshold: 0.5, point: 1 };
  assert.deepEqual(rates(chosen), [['north', 0.05, 0.5], ['south', 0.15, 0.7], used]);
  const next = { ...chosen, fpr: 0.4, tpr: 0.9 };
  assert.deepEqual(rates(next), [['north', 0.3, 0.8], ['south', 0.5, 1], used]);
  assert.deepEqual(rates({ ...chosen, owner: 1 }), [
    ['north', 0.1, 0.6],
    ['south', 0.1, 0.6],
    used,
  ]);
  assert.deepEqual(rates({ ...chosen, fpr: 0.2 }), [used]);
  assert.deepEqual(rates(null), [used]);
  assert.deepEqual(rates(chosen, [0]), []);
});
