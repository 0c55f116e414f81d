import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import type { Hull, Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import {
  armAt,
  cheapestCorner,
  classifierHulls,
  computeWinners,
  contactAt,
  contactCorners,
  contactPath,
  cornerCost,
  ownerOf,
  tangent,
  tangentPc,
  upperHull,
  visibleHull,
  visiblePoints,
} from './hull.ts';
import { at, expectedCost, pcOfEdge } from './lines.ts';
import { random, randomPoints } from './random.test.ts';

const leastOf = ({ fpr, tpr }: { fpr: Float64Array; tpr: Float64Array }, pc: number) =>
  Math.min(...Array.from(fpr, (x, i) => expectedCost(x, at(tpr, i), pc)));

test('no point is cheaper than the hull, and every corner is a point or a baseline', () => {
  const next = random(4);
  for (let round = 0; round < 200; round++) {
    const points = randomPoints(next, 1 + Math.floor(next() * 25));
    const hull = upperHull(points);
    for (let k = 0; k <= 50; k++) {
      const pc = k / 50;
      const all = Math.min(pc, 1 - pc, leastOf(points, pc));
      assert.ok(Math.abs(leastOf(hull, pc) - all) < 1e-9);
    }
    hull.owner.forEach((owner, i) => {
      const index = points.fpr.findIndex(
        (x, j) => x === hull.fpr[i] && points.tpr[j] === hull.tpr[i],
      );
      assert.equal(owner === Owner.BASELINE, i === 0 || i === hull.fpr.length - 1);
      assert.equal(hull.point[i], owner === Owner.BASELINE ? Owner.BASELINE : index);
      if (owner === Owner.BASELINE) return;
      assert.equal(owner, points.owner[index]);
      assert.equal(hull.threshold[i], points.threshold[index]);
    });
  }
});

test('without points the hull is the chance line', () => {
  const none = randomPoints(random(1), 0);
  assert.deepEqual([...upperHull(none).fpr], [0, 1]);
});

test('the ends of every hull are the baselines', () => {
  for (const points of [pointsOf(), POINTS, pointsOf([0, 0, 0, 5], [0, 1, 1, -5])]) {
    const { fpr, tpr, threshold, owner, point } = upperHull(points);
    const ends = [fpr, tpr, threshold, owner, point].map((values) => [values[0], values.at(-1)]);
    assert.deepEqual(ends, [
      [0, 1],
      [0, 1],
      [Infinity, -Infinity],
      [-1, -1],
      [-1, -1],
    ]);
  }
});

test('points no better than a baseline are no corners', () => {
  const worthless = pointsOf([0, 0.5, 0.5, 1], [0, 0.5, 0.2, 1], [0, 1, 0.9, 1], [0, 0, 0, 1]);
  assert.deepEqual([...upperHull(worthless).point], [-1, -1]);
  // Points on the borders can be corners.
  const rims = upperHull(pointsOf([0, 0, 0.4, 1], [0, 0.3, 1, 2]));
  assert.deepEqual([...rims.point], [Owner.BASELINE, 0, 1, Owner.BASELINE]);
});

test('equal points have one corner, that of the first', () => {
  const points = pointsOf([0, 0.6, 0.7, 1], [1, 0.2, 0.8, 2], [2, 0.2, 0.8, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 1, -1]);
  const swapped = pointsOf([2, 0.2, 0.8, 3], [1, 0.2, 0.8, 2]);
  assert.deepEqual([...upperHull(swapped).owner], [Owner.BASELINE, 2, Owner.BASELINE]);
});

test('collinear points are no corners', () => {
  const points = pointsOf([0, 0.25, 0.75, 1], [0, 0.125, 0.375, 2], [0, 0.5, 0.75 + 0.25 / 3, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 0, -1]);
});

test('of points with equal FPR the highest is the corner', () => {
  const points = pointsOf([0, 0.25, 0.5, 1], [0, 0.25, 0.75, 2], [0, 0.25, 0.6, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 1, -1]);
});

test('each visible classifier has its own hull', () => {
  const own = classifierHulls(pointsOf([2, 0.3, 0.7, 3], [0, 0.1, 0.6, 1], [1, NaN, NaN, 2]));
  assert.deepEqual([...own.keys()], [0, 2]);
  assert.deepEqual([...(own.get(0) as Hull).point], [-1, 1, -1]);
  assert.deepEqual([...(own.get(2) as Hull).point], [-1, 0, -1]);
  assert.deepEqual([...(own.get(2) as Hull).tpr], [0, 0.7, 1]);
});

const points: Points = {
  fpr: Float64Array.of(0.1, 0.3, 0.2),
  tpr: Float64Array.of(0.6, 0.7, 0.8),
  threshold: Float64Array.of(0.9, 0.5, 0.4),
  owner: Int32Array.of(0, 0, 1),
};

test('corners have the cost of their points, and both ends of an edge cost the same at its pc', () => {
  const hull = upperHull(points);
  assert.ok(Math.abs(cornerCost(hull, 1, 0.25) - (0.4 * 0.25 + 0.1 * 0.75)) < 1e-12);
  assert.ok(Math.abs(pcOfEdge(hull, 1) - 0.1 / 0.3) < 1e-12);
  for (let k = 0; k < 3; k++) {
    const pc = pcOfEdge(hull, k);
    assert.ok(Math.abs(cornerCost(hull, k, pc) - cornerCost(hull, k + 1, pc)) < 1e-12);
  }
});

test('ties of the cheapest corner prefer a baseline, then the left one', () => {
  const hull = upperHull(POINTS);
  const corners = [0.05, 0.4, 0.6, 0.95].map((pc) => cheapestCorner(hull, pc));
  assert.deepEqual(corners, [0, 1, 2, 3]);
  const edges = [0, 1, 2].map((k) => cheapestCorner(hull, pcOfEdge(hull, k)));
  assert.deepEqual(edges, [0, 1, 3]);
  assert.deepEqual(
    [0, 1].map((pc) => cheapestCorner(hull, pc)),
    [0, 3],
  );
  // A difference within the tolerance counts as a tie; a larger one does not.
  const near = upperHull(pointsOf([0, 0.5, 0.5 + 0.9e-9, 1]));
  assert.equal(cheapestCorner(near, 0.5), 0);
  const better = upperHull(pointsOf([0, 0.5, 0.5 + 1.1e-9, 1]));
  assert.equal(cheapestCorner(better, 0.5), 1);
  // The tolerance is relative to the cost of the cheaper baseline, at either end.
  const rare = upperHull(pointsOf([0, 0, 1e-6, 1]));
  assert.equal(cheapestCorner(rare, 1e-5), 1);
  const common = upperHull(pointsOf([0, 1 - 1e-6, 1, 1]));
  assert.equal(cheapestCorner(common, 1 - 1e-5), 1);
});

test('the cheapest corner of a long hull equals that of an exhaustive search', () => {
  const next = random(11);
  const steps = Array.from({ length: 400 }, (_, i) => (i + 1) / 401);
  const hull = upperHull(pointsOf(...steps.map((x) => [0, x ** 2, x, 1 - x] as const)));
  for (let turn = 0; turn < 200; turn++) {
    const pc = turn < 2 ? turn : next();
    const costs = Array.from(hull.fpr, (_, i) => cornerCost(hull, i, pc));
    const least = leastOf(hull, pc);
    assert.ok((costs[cheapestCorner(hull, pc)] as number) <= least + 1e-9 * Math.min(pc, 1 - pc));
  }
});

test('corners belong to a classifier or a baseline', () => {
  const hull = upperHull(points);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => ownerOf(hull, i)),
    [Owner.ALL_NEGATIVE, 0, 1, Owner.ALL_POSITIVE],
  );
});

test('hidden points keep their indices and become NaN', () => {
  const visible = visiblePoints(points, new Set([0]));
  assert.deepEqual([...visible.fpr], [Number.NaN, Number.NaN, 0.2]);
  assert.deepEqual([...visible.tpr], [Number.NaN, Number.NaN, 0.8]);
  assert.equal(visible.owner, points.owner);
  assert.equal(visiblePoints(points, new Set()), points);
  assert.equal(
    visiblePoints(points, new Set([0])),
    visible,
    'the same ones hidden are not worked out anew',
  );
  assert.deepEqual(
    [...visiblePoints(points, new Set([1])).fpr].slice(0, 2),
    [...points.fpr].slice(0, 2),
  );
});

test('the hull is recomputed only if one of its owners is hidden', () => {
  const hull = upperHull(points);
  assert.equal(visibleHull({ points, hull }, new Set([7])), hull);
  const hidden = new Set([0]);
  const without = visibleHull({ points, hull }, hidden);
  assert.deepEqual(without, upperHull(visiblePoints(points, hidden)));
  assert.deepEqual([...without.owner], [Owner.BASELINE, 1, Owner.BASELINE]);
  const unowned: Hull = { ...hull, owner: new Int32Array() };
  assert.deepEqual(visibleHull({ points, hull: unowned }, new Set()), hull);
});

test('the hull of all hulls is the hull of all points', () => {
  const next = random(7);
  for (let turn = 0; turn < 50; turn++) {
    const rows = Array.from({ length: 60 }, (_, i): [number, number, number, number] => {
      // Points on a grid: many are equal or collinear.
      const [fpr, tpr] = [Math.floor(12 * next()) / 12, Math.floor(12 * next()) / 12];
      return [Math.floor(i / 15), fpr, tpr, i];
    });
    const points = pointsOf(...rows);
    const unowned: Hull = { ...upperHull(points), owner: new Int32Array() };
    assert.deepEqual(visibleHull({ points, hull: unowned }, new Set()), upperHull(points));
  }
});

test('winners change where the envelope changes its owner', () => {
  const { pc, owner, significance, among } = computeWinners(
    upperHull(points),
    classifierHulls(points),
  );
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, 0, 1, Owner.ALL_POSITIVE]);
  const expected = [0, 0.1 / 0.7, 0.1 / 0.3, 0.8 / 1];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(at(pc, i) - value) < 1e-9);
  assert.deepEqual([...significance], [-1, -1, -1, -1]);
  assert.deepEqual([...among], [0, 1]);
});

test('adjacent corners of one owner are merged, and no interval is empty', () => {
  const { pc, owner } = computeWinners(upperHull(POINTS), classifierHulls(POINTS));
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual(
    [...pc].map((value) => value.toFixed(9)),
    ['0.000000000', '0.142857143', '0.857142857'],
  );
  const perfect = pointsOf([0, 0, 1, 1]);
  const all = computeWinners(upperHull(perfect), classifierHulls(perfect));
  assert.deepEqual([[...all.owner], [...all.pc]], [[0], [0]]);
});

test('classifiers that share a corner tie', () => {
  const tied = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6 + 2e-16, 2], [1, 0.4, 0.9, 1]);
  const { owner } = computeWinners(upperHull(tied), classifierHulls(tied));
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, Owner.TIE, 1, Owner.ALL_POSITIVE]);
  // One equal rate is no tie, and neither are merely similar rates.
  for (const [fpr, tpr] of [
    [0.1, 0.59],
    [0.11, 0.6],
    [0.1, 0.6 - 1e-12],
  ] as const) {
    const distinct = pointsOf([0, 0.1, 0.6, 1], [1, fpr, tpr, 2]);
    const actual = computeWinners(upperHull(distinct), classifierHulls(distinct));
    assert.deepEqual([...actual.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  }
});

// ---- Iso-performance lines that touch the hull

const close = (actual: number, expected: number, gap = 1e-9) =>
  assert.ok(Math.abs(actual - expected) < gap, `${actual} is not ${expected}`);

/** Corners (0, 0), (0.1, 0.6), (0.4, 0.9) and (1, 1). */
const square = upperHull(POINTS);

test('the corner of contact is the cheapest', () => {
  const next = random(1);
  for (let round = 0; round < 200; round++) {
    const points = randomPoints(next, 30);
    const joint = upperHull(points);
    const pc = next();
    const { cost } = contactAt(joint, pc);
    const all = Array.from(points.fpr, (fpr, i) => expectedCost(fpr, at(points.tpr, i), pc));
    close(cost, Math.min(pc, 1 - pc, ...all));
  }
});

test('along an edge both corners are in contact', () => {
  // The edge from (0.1, 0.6) to (0.4, 0.9) has slope 1, so pc is 0.5.
  assert.deepEqual(contactCorners(square, 0.5), [
    { x: 0.1, y: 0.6 },
    { x: 0.4, y: 0.9 },
  ]);
  assert.equal(contactCorners(square, 0.49).length, 1);
});

test('the tangent is vertical at pc 0 and horizontal at pc 1', () => {
  assert.deepEqual(tangent(square, 0), { x1: 0, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(tangent(square, 1), { x1: 0, y1: 1, x2: 1, y2: 1 });
});

test('turning to a point outside the hull gives a tangent through it', () => {
  const next = random(2);
  let checks = 0;
  while (checks < 300) {
    const joint = upperHull(randomPoints(next, 20));
    const place = { x: next(), y: next() };
    for (const arm of ['left', 'right'] as const) {
      const pc = tangentPc(joint, arm, place);
      assert.ok(pc >= 0 && pc <= 1);
      const placeCost = expectedCost(place.x, place.y, pc);
      const { cost } = contactAt(joint, pc);
      const isOutside = [...Array(101)].some(
        (_, i) => expectedCost(place.x, place.y, i / 100) < contactAt(joint, i / 100).cost - 1e-9,
      );
      if (!isOutside) continue;
      checks++;
      close(placeCost, cost);
    }
  }
});

test('turning to the current line changes nothing', () => {
  for (const pc of [0.05, 0.2, 0.35, 0.5, 0.62, 0.8]) {
    const line = tangent(square, pc);
    assert.ok(line);
    for (const end of [
      { x: line.x1, y: line.y1 },
      { x: line.x2, y: line.y2 },
    ]) {
      // At the corner of contact every slope fits.
      if (contactCorners(square, pc).some(({ x, y }) => x === end.x && y === end.y)) continue;
      close(tangentPc(square, armAt(square, pc, end), end), pc);
    }
  }
});

test('a vertical line is held at its upper end and turns to the right', () => {
  assert.equal(armAt(square, 0, { x: 0, y: 0.9 }), 'right');
  assert.equal(tangentPc(square, 'right', { x: 0, y: 1 }), 0);
  assert.ok(tangentPc(square, 'right', { x: 0.2, y: 1 }) > 0);
});

test('the contact path between two slopes consists of corners', () => {
  assert.deepEqual(contactPath(square, 0.3, 0.7), [
    { x: 0.1, y: 0.6 },
    { x: 0.4, y: 0.9 },
  ]);
  assert.equal(contactPath(square, 0, 1).length, 4);
});

test('a corner at (0, 1) is cheapest everywhere', () => {
  const perfect = { fpr: Float64Array.of(0, 0, 1), tpr: Float64Array.of(0, 1, 1) };
  assert.deepEqual(contactAt(perfect, 0.5), { first: 1, last: 1, cost: 0 });
  assert.deepEqual(contactAt(perfect, 0), { first: 0, last: 1, cost: 0 });
  assert.deepEqual(contactAt(perfect, 1), { first: 1, last: 2, cost: 0 });
});

test('the side of the contact decides the direction of the turn', () => {
  // At 0.4 the line touches (0.1, 0.6) only; at 0.5 two corners with midpoint (0.25, 0.75).
  assert.equal(armAt(square, 0.4, { x: 0.05, y: 0.6 }), 'left');
  assert.equal(armAt(square, 0.4, { x: 0.15, y: 0.6 }), 'right');
  assert.equal(armAt(square, 0.5, { x: 0.2, y: 0.75 }), 'left');
  assert.equal(armAt(square, 0.5, { x: 0.3, y: 0.75 }), 'right');
  assert.equal(armAt(square, 0, { x: 0, y: -1 }), 'left');
  // Along a vertical side the pivot is its middle.
  const upright = { fpr: Float64Array.of(0, 0, 1), tpr: Float64Array.of(0, 1, 1) };
  assert.equal(armAt(upright, 0, { x: 0, y: 0.4 }), 'left');
  assert.equal(armAt(upright, 0, { x: 0, y: 0.6 }), 'right');
});

test('the turn is bounded by the corners that the pointer has passed', () => {
  // From (0, 0.55) the supporting line touches (0.4, 0.9): run 0.4, rise 0.35.
  assert.equal(tangentPc(square, 'left', { x: 0, y: 0.5 }), 0.5);
  close(tangentPc(square, 'left', { x: 0, y: 0.55 }), 0.4 / 0.75);
  close(tangentPc(square, 'right', { x: 0.7, y: 1 }), 0.75);
  assert.equal(tangentPc(square, 'right', { x: -0.1, y: 1 }), 0);
  assert.equal(tangentPc(square, 'left', { x: 1.1, y: 1 }), 1);
  assert.equal(tangentPc(square, 'right', { x: 1, y: 0.2 }), 1);
});

test('the contact path does not depend on the order of its ends', () => {
  assert.deepEqual(contactPath(square, 0.7, 0.3), contactPath(square, 0.3, 0.7));
  assert.deepEqual(contactPath(square, 0.3, 0.3), [{ x: 0.1, y: 0.6 }]);
});

test('classifiers that share a corner tie, including the first one, and baselines do not', () => {
  const pair = (tpr: number) => pointsOf([0, 0.2, 0.8, 0.5], [1, 0.2, tpr, 0.5]);
  const winners = (points: Points) => {
    const { owner } = computeWinners(upperHull(points), classifierHulls(points));
    return [...owner];
  };
  assert.deepEqual(winners(pair(0.8)), [Owner.ALL_NEGATIVE, Owner.TIE, Owner.ALL_POSITIVE]);
  assert.deepEqual(winners(pair(0.7)), [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual(winners(pair(0.9)), [Owner.ALL_NEGATIVE, 1, Owner.ALL_POSITIVE]);
});
