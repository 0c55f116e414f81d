import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/subject.test.ts';
import { costGap, crossing, leastRegret, ranking } from './choosing.ts';
import { ownHulls, sameCost, upperHull, visible } from './hull.ts';
import { at, expectedCost, pcOfEdge } from './lines.ts';
import { random, randomPoints } from './random.test.ts';

// ---- Everyone at one pc, and who comes next

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

/** The least cost among the points of one classifier, without the trivial rules. */
function least({ fpr, tpr, owner }: Points, of: number, pc: number): number {
  const costs = Array.from(fpr, (x, i) =>
    owner[i] === of ? expectedCost(x, at(tpr, i), pc) : Infinity,
  );
  return Math.min(...costs);
}

test('candidates stand in order of cost, and the first is the cheapest of all', () => {
  const next = random(7);
  for (let round = 0; round < 100; round++) {
    const points = randomPoints(next, 20);
    const pc = next();
    const found = ranking(ownHulls(points), pc);
    const costs = found.map((item) => item.cost);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    );
    const all = Array.from(points.fpr, (fpr, i) => expectedCost(fpr, at(points.tpr, i), pc));
    close(found[0]?.cost as number, Math.min(pc, 1 - pc, ...all));
    assert.deepEqual(found.map((item) => item.owner).sort(), [
      Owner.ALL_NEGATIVE,
      Owner.ALL_POSITIVE,
      0,
      1,
      2,
    ]);
  }
});

test('each candidate costs what it does, and a classifier adds what it saves', () => {
  const next = random(8);
  for (let round = 0; round < 50; round++) {
    const points = randomPoints(next, 9);
    const own = ownHulls(points);
    for (let k = 1; k < 100; k++) {
      const pc = k / 100;
      for (const { owner, fpr, tpr, threshold, point, cost, adds } of ranking(own, pc)) {
        close(cost, expectedCost(fpr, tpr, pc));
        if (owner < 0) continue;
        const saved = Math.min(pc, 1 - pc) - least(points, owner, pc);
        if (Math.abs(saved) < 1e-9) continue;
        assert.equal(adds, saved > 0);
        if (!adds) assert.deepEqual([threshold, point], [Number.NaN, -1]);
        else assert.deepEqual([threshold, fpr], [points.threshold[point], points.fpr[point]]);
      }
    }
  }
});

test('a classifier adds something exactly between the first and the last edge of its hull', () => {
  const next = random(9);
  for (let round = 0; round < 50; round++) {
    const own = ownHulls(randomPoints(next, 9));
    for (const [owner, hull] of own) {
      const last = hull.fpr.length - 2;
      for (let k = 1; k < 100; k++) {
        const pc = k / 100;
        const [from, to] = [pcOfEdge(hull, 0), pcOfEdge(hull, last)];
        if (Math.min(Math.abs(pc - from), Math.abs(pc - to)) < 1e-6) continue;
        const adds = ranking(own, pc).find((one) => one.owner === owner)?.adds;
        assert.equal(adds, last > 0 && from < pc && pc < to);
      }
    }
  }
});

test('the trivial rules stand among the others', () => {
  assert.deepEqual(
    ranking(ownHulls(POINTS), 0.2).map(({ owner, cost, adds }) => [owner, cost.toFixed(9), adds]),
    [
      [0, '0.160000000', true],
      [Owner.ALL_NEGATIVE, '0.200000000', false],
      [1, '0.200000000', false],
      [Owner.ALL_POSITIVE, '0.800000000', false],
    ],
  );
  const [negative, positive] = ranking(new Map(), 0.25);
  const rule = { point: -1, adds: false };
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

test('of equal costs the order in which classifiers were given counts', () => {
  // The third is cheaper by less than can be told apart.
  const points = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6, 2], [2, 0.1, 0.6 + 1e-12, 3]);
  const order = ranking(ownHulls(points), 0.4).map(({ owner }) => owner);
  assert.deepEqual(order, [0, 1, 2, Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE]);
  const clear = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6 + 1e-6, 2]);
  assert.equal(ranking(ownHulls(clear), 0.4)[0]?.owner, 1);
});

test('the same is a billionth of what doing nothing costs', () => {
  assert.equal(sameCost(0.25), 0.25e-9);
  assert.equal(sameCost(0.75), 0.25e-9);
  assert.equal(sameCost(0), 0);
});

test('two points cost the same where their lines cross', () => {
  const a = { fpr: 0.1, tpr: 0.5 };
  close(crossing(a, { fpr: 0.4, tpr: 0.8 }) as number, 0.5);
  close(crossing({ fpr: 0.4, tpr: 0.6 }, a) as number, 0.75);
  const pc = crossing(a, { fpr: 0.4, tpr: 0.6 }) as number;
  close(costGap(a, { fpr: 0.4, tpr: 0.6 }, pc), 0);
});

test('one that never costs more than the other crosses nowhere', () => {
  const a = { fpr: 0.1, tpr: 0.5 };
  for (const [fpr, tpr] of [
    [0.2, 0.4],
    [0.1, 0.6],
    [0.2, 0.5],
    [0.1, 0.5],
  ] as const) {
    assert.equal(crossing(a, { fpr, tpr }), null);
    assert.equal(crossing({ fpr, tpr }, a), null);
  }
});

test('the gap is what the second costs more', () => {
  // 0.5 * 0.25 + 0.4 * 0.75 less 0.4 * 0.25 + 0.1 * 0.75.
  close(costGap({ fpr: 0.1, tpr: 0.6 }, { fpr: 0.4, tpr: 0.5 }, 0.25), 0.425 - 0.175);
});

// ---- Over a range

test('the one choice is never farther from the best than any other is at its worst', () => {
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
    const one = leastRegret(points, low, high);
    const told = Math.max(...one.regret);
    assert.ok(Math.abs(told - worst(one.fpr, one.tpr)) < 1e-12);
    assert.ok(Math.abs(told - Math.min(...all.map(([fpr, tpr]) => worst(fpr, tpr)))) < 1e-12);
  }
});

test('of equal ones a trivial rule, then what costs least on average, then least fpr', () => {
  const nothing = pointsOf([0, 0, 0, 2], [0, 1, 1, 1]);
  assert.equal(leastRegret(nothing, 0.2, 0.8).owner, Owner.ALL_NEGATIVE);
  // At pc 0 all three cost 0.3; a finds most.
  const level = pointsOf([0, 0.3, 0.7, 1], [0, 0.3, 0.8, 2], [0, 0.3, 0.6, 3]);
  assert.equal(leastRegret(level, 0, 0.9).point, 1);
  const mirrored = pointsOf([0, 0.4, 0.8, 1], [0, 0.2, 0.6, 2]);
  assert.equal(leastRegret(mirrored, 0.3, 0.7).point, 1);
});

test('who is hidden is no choice', () => {
  const points = pointsOf([0, 0, 1, 5], [1, 0.2, 0.8, 6]);
  assert.equal(leastRegret(points, 0.1, 0.9).owner, 0);
  assert.equal(leastRegret(visible(points, new Set([0])), 0.1, 0.9).point, 1);
});
