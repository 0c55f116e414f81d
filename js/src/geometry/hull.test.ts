import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import type { Hull, Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import {
  armAt,
  cheapestCorner,
  cornerCost,
  needed,
  ownerOf,
  ownHulls,
  stretch,
  tangent,
  touchedCorners,
  touching,
  turnTo,
  upperHull,
  visible,
  visibleHull,
  winnersOf,
} from './hull.ts';
import { at, expectedCost, pcOfEdge } from './lines.ts';
import { random, randomPoints } from './random.test.ts';

const leastOf = ({ fpr, tpr }: { fpr: Float64Array; tpr: Float64Array }, pc: number) =>
  Math.min(...Array.from(fpr, (x, i) => expectedCost(x, at(tpr, i), pc)));

test('no point is cheaper than the hull, and every corner is a point or trivial', () => {
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
      const found = points.fpr.findIndex(
        (x, j) => x === hull.fpr[i] && points.tpr[j] === hull.tpr[i],
      );
      assert.equal(owner === Owner.TRIVIAL, i === 0 || i === hull.fpr.length - 1);
      assert.equal(hull.point[i], owner === Owner.TRIVIAL ? Owner.TRIVIAL : found);
      if (owner === Owner.TRIVIAL) return;
      assert.equal(owner, points.owner[found]);
      assert.equal(hull.threshold[i], points.threshold[found]);
    });
  }
});

test('without points the hull is the chance line', () => {
  const none = randomPoints(random(1), 0);
  assert.deepEqual([...upperHull(none).fpr], [0, 1]);
});

test('the ends of every hull are the trivial rules', () => {
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

test('what is worth no more than a trivial rule is no corner', () => {
  const worthless = pointsOf([0, 0.5, 0.5, 1], [0, 0.5, 0.2, 1], [0, 1, 0.9, 1], [0, 0, 0, 1]);
  assert.deepEqual([...upperHull(worthless).point], [-1, -1]);
  // At the rims there is something to win.
  const rims = upperHull(pointsOf([0, 0, 0.4, 1], [0, 0.3, 1, 2]));
  assert.deepEqual([...rims.point], [Owner.TRIVIAL, 0, 1, Owner.TRIVIAL]);
});

test('points in one place have one corner, of the first one given', () => {
  const points = pointsOf([0, 0.6, 0.7, 1], [1, 0.2, 0.8, 2], [2, 0.2, 0.8, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 1, -1]);
  const swapped = pointsOf([2, 0.2, 0.8, 3], [1, 0.2, 0.8, 2]);
  assert.deepEqual([...upperHull(swapped).owner], [Owner.TRIVIAL, 2, Owner.TRIVIAL]);
});

test('points in line with two corners are none', () => {
  const points = pointsOf([0, 0.25, 0.75, 1], [0, 0.125, 0.375, 2], [0, 0.5, 0.75 + 0.25 / 3, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 0, -1]);
});

test('of points above each other the upper one is the corner', () => {
  const points = pointsOf([0, 0.25, 0.5, 1], [0, 0.25, 0.75, 2], [0, 0.25, 0.6, 3]);
  assert.deepEqual([...upperHull(points).point], [-1, 1, -1]);
});

test('each visible classifier has its own hull', () => {
  const own = ownHulls(pointsOf([2, 0.3, 0.7, 3], [0, 0.1, 0.6, 1], [1, NaN, NaN, 2]));
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

test('corners cost what their points do, and edges lie where both ends cost the same', () => {
  const hull = upperHull(points);
  assert.ok(Math.abs(cornerCost(hull, 1, 0.25) - (0.4 * 0.25 + 0.1 * 0.75)) < 1e-12);
  assert.ok(Math.abs(pcOfEdge(hull, 1) - 0.1 / 0.3) < 1e-12);
  for (let k = 0; k < 3; k++) {
    const pc = pcOfEdge(hull, k);
    assert.ok(Math.abs(cornerCost(hull, k, pc) - cornerCost(hull, k + 1, pc)) < 1e-12);
  }
});

test('the cheapest corner; of equal ones a trivial rule, or else the left one', () => {
  const hull = upperHull(POINTS);
  const found = [0.05, 0.4, 0.6, 0.95].map((pc) => cheapestCorner(hull, pc));
  assert.deepEqual(found, [0, 1, 2, 3]);
  const edges = [0, 1, 2].map((k) => cheapestCorner(hull, pcOfEdge(hull, k)));
  assert.deepEqual(edges, [0, 1, 3]);
  assert.deepEqual(
    [0, 1].map((pc) => cheapestCorner(hull, pc)),
    [0, 3],
  );
  // A difference that rounding could have made is none; a larger one is.
  const near = upperHull(pointsOf([0, 0.5, 0.5 + 0.9e-9, 1]));
  assert.equal(cheapestCorner(near, 0.5), 0);
  const better = upperHull(pointsOf([0, 0.5, 0.5 + 1.1e-9, 1]));
  assert.equal(cheapestCorner(better, 0.5), 1);
  // What counts as rounding shrinks with what doing nothing costs, at either end.
  const rare = upperHull(pointsOf([0, 0, 1e-6, 1]));
  assert.equal(cheapestCorner(rare, 1e-5), 1);
  const common = upperHull(pointsOf([0, 1 - 1e-6, 1, 1]));
  assert.equal(cheapestCorner(common, 1 - 1e-5), 1);
});

test('the cheapest corner of a long hull is the one that a look at all of them finds', () => {
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

test('corners belong to a classifier or to a trivial rule', () => {
  const hull = upperHull(points);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => ownerOf(hull, i)),
    [Owner.ALL_NEGATIVE, 0, 1, Owner.ALL_POSITIVE],
  );
});

test('hidden points keep their places and lose their rates', () => {
  const shown = visible(points, new Set([0]));
  assert.deepEqual([...shown.fpr], [Number.NaN, Number.NaN, 0.2]);
  assert.deepEqual([...shown.tpr], [Number.NaN, Number.NaN, 0.8]);
  assert.equal(shown.owner, points.owner);
  assert.equal(visible(points, new Set()), points);
  assert.equal(
    visible(points, new Set([0])),
    shown,
    'the same ones hidden are not worked out anew',
  );
  assert.deepEqual([...visible(points, new Set([1])).fpr].slice(0, 2), [...points.fpr].slice(0, 2));
});

test('the hull is made anew only when one of its owners is hidden', () => {
  const hull = upperHull(points);
  assert.equal(visibleHull({ points, hull }, new Set([7])), hull);
  const hidden = new Set([0]);
  const without = visibleHull({ points, hull }, hidden);
  assert.deepEqual(without, upperHull(visible(points, hidden)));
  assert.deepEqual([...without.owner], [Owner.TRIVIAL, 1, Owner.TRIVIAL]);
  const unowned: Hull = { ...hull, owner: new Int32Array() };
  assert.deepEqual(visibleHull({ points, hull: unowned }, new Set()), hull);
});

test('the hull of all hulls is that of all points', () => {
  const next = random(7);
  for (let turn = 0; turn < 50; turn++) {
    const rows = Array.from({ length: 60 }, (_, i): [number, number, number, number] => {
      // Places on a grid: many are equal, or in line.
      const [fpr, tpr] = [Math.floor(12 * next()) / 12, Math.floor(12 * next()) / 12];
      return [Math.floor(i / 15), fpr, tpr, i];
    });
    const points = pointsOf(...rows);
    const unowned: Hull = { ...upperHull(points), owner: new Int32Array() };
    assert.deepEqual(visibleHull({ points, hull: unowned }, new Set()), upperHull(points));
  }
});

test('winners change where the envelope changes its owner', () => {
  const { pc, owner, sure, among } = winnersOf(upperHull(points), ownHulls(points));
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, 0, 1, Owner.ALL_POSITIVE]);
  const expected = [0, 0.1 / 0.7, 0.1 / 0.3, 0.8 / 1];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(at(pc, i) - value) < 1e-9);
  assert.deepEqual([...sure], [-1, -1, -1, -1]);
  assert.deepEqual([...among], [0, 1]);
});

test('corners of one owner are one stretch, and none is without length', () => {
  const { pc, owner } = winnersOf(upperHull(POINTS), ownHulls(POINTS));
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual(
    [...pc].map((value) => value.toFixed(9)),
    ['0.000000000', '0.142857143', '0.857142857'],
  );
  const perfect = pointsOf([0, 0, 1, 1]);
  const all = winnersOf(upperHull(perfect), ownHulls(perfect));
  assert.deepEqual([[...all.owner], [...all.pc]], [[0], [0]]);
});

test('where several have one corner they tie', () => {
  const tied = pointsOf([0, 0.1, 0.6, 1], [1, 0.1, 0.6 + 2e-16, 2], [1, 0.4, 0.9, 1]);
  const { owner } = winnersOf(upperHull(tied), ownHulls(tied));
  assert.deepEqual([...owner], [Owner.ALL_NEGATIVE, Owner.TIE, 1, Owner.ALL_POSITIVE]);
  // One rate alone that is the same makes no tie, nor do rates that are merely close.
  for (const [fpr, tpr] of [
    [0.1, 0.59],
    [0.11, 0.6],
    [0.1, 0.6 - 1e-12],
  ] as const) {
    const apart = pointsOf([0, 0.1, 0.6, 1], [1, fpr, tpr, 2]);
    const found = winnersOf(upperHull(apart), ownHulls(apart));
    assert.deepEqual([...found.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  }
});

// ---- The iso-performance line that rolls round the hull

const close = (actual: number, expected: number, gap = 1e-9) =>
  assert.ok(Math.abs(actual - expected) < gap, `${actual} is not ${expected}`);

/** Corners (0, 0), (0.1, 0.6), (0.4, 0.9) and (1, 1). */
const square = upperHull(POINTS);

test('the touching corner is the cheapest of all', () => {
  const next = random(1);
  for (let round = 0; round < 200; round++) {
    const points = randomPoints(next, 30);
    const joint = upperHull(points);
    const pc = next();
    const { cost } = touching(joint, pc);
    const all = Array.from(points.fpr, (fpr, i) => expectedCost(fpr, at(points.tpr, i), pc));
    close(cost, Math.min(pc, 1 - pc, ...all));
  }
});

test('along an edge both of its corners are touched', () => {
  // The edge from (0.1, 0.6) to (0.4, 0.9) has slope 1: pc is one half.
  assert.deepEqual(touchedCorners(square, 0.5), [
    { x: 0.1, y: 0.6 },
    { x: 0.4, y: 0.9 },
  ]);
  assert.equal(touchedCorners(square, 0.49).length, 1);
});

test('at pc 0 the line stands upright at the left, at pc 1 it lies on the top', () => {
  assert.deepEqual(tangent(square, 0), { x1: 0, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(tangent(square, 1), { x1: 0, y1: 1, x2: 1, y2: 1 });
});

test('turning to a place outside the hull makes a tangent through it', () => {
  const next = random(2);
  let tried = 0;
  while (tried < 300) {
    const joint = upperHull(randomPoints(next, 20));
    const place = { x: next(), y: next() };
    for (const arm of ['left', 'right'] as const) {
      const pc = turnTo(joint, arm, place);
      assert.ok(pc >= 0 && pc <= 1);
      const mine = expectedCost(place.x, place.y, pc);
      const { cost } = touching(joint, pc);
      const isOutside = [...Array(101)].some(
        (_, i) => expectedCost(place.x, place.y, i / 100) < touching(joint, i / 100).cost - 1e-9,
      );
      if (!isOutside) continue;
      tried++;
      close(mine, cost);
    }
  }
});

test('turning back to the line that is held changes nothing', () => {
  for (const pc of [0.05, 0.2, 0.35, 0.5, 0.62, 0.8]) {
    const line = tangent(square, pc);
    assert.ok(line);
    for (const end of [
      { x: line.x1, y: line.y1 },
      { x: line.x2, y: line.y2 },
    ]) {
      // At the touching corner itself every slope fits.
      if (touchedCorners(square, pc).some(({ x, y }) => x === end.x && y === end.y)) continue;
      close(turnTo(square, armAt(square, pc, end), end), pc);
    }
  }
});

test('an upright line is held by its upper end and turns to the right', () => {
  assert.equal(armAt(square, 0, { x: 0, y: 0.9 }), 'right');
  assert.equal(turnTo(square, 'right', { x: 0, y: 1 }), 0);
  assert.ok(turnTo(square, 'right', { x: 0.2, y: 1 }) > 0);
});

test('the stretch between two slopes runs from corner to corner', () => {
  assert.deepEqual(stretch(square, 0.3, 0.7), [
    { x: 0.1, y: 0.6 },
    { x: 0.4, y: 0.9 },
  ]);
  assert.equal(stretch(square, 0, 1).length, 4);
});

test('only corners that win inside the range are needed', () => {
  const next = random(3);
  for (let round = 0; round < 100; round++) {
    const joint = upperHull(randomPoints(next, 15));
    const [low, high] = [next(), next()].sort((a, b) => a - b) as [number, number];
    const winners = new Set<number>();
    for (let k = 1; k < 2000; k++) {
      const touch = touching(joint, low + ((high - low) * k) / 2000);
      if (touch.first === touch.last) winners.add(touch.first);
    }
    const found = needed(joint, low, high);
    const corners = found.map(({ corner }) => corner);
    for (const corner of winners) assert.ok(corners.includes(corner));
    assert.equal(found.at(-1)?.stop, high);
    // The grid may miss a very short segment, never invent one.
    assert.ok(found.length - winners.size <= 2);
  }
  assert.deepEqual(needed(square, 0.5, 0.6), [{ corner: 2, stop: 0.6 }]);
});

test('each corner that is needed is cheapest up to where the next one is', () => {
  const found = needed(square, 0.05, 0.95);
  assert.deepEqual(
    found.map(({ corner, stop }) => [corner, stop.toFixed(9)]),
    [
      [0, (1 / 7).toFixed(9)],
      [1, '0.500000000'],
      [2, (6 / 7).toFixed(9)],
      [3, '0.950000000'],
    ],
  );
  assert.equal(needed(square, 0, 1).at(-1)?.stop, 1);
  assert.deepEqual(needed(square, 0.3, 0.3), []);
});

test('an upper left corner at the rim is cheapest everywhere', () => {
  const perfect = { fpr: Float64Array.of(0, 0, 1), tpr: Float64Array.of(0, 1, 1) };
  assert.deepEqual(needed(perfect, 0, 1), [{ corner: 1, stop: 1 }]);
  assert.deepEqual(touching(perfect, 0.5), { first: 1, last: 1, cost: 0 });
  assert.deepEqual(touching(perfect, 0), { first: 0, last: 1, cost: 0 });
  assert.deepEqual(touching(perfect, 1), { first: 1, last: 2, cost: 0 });
});

test('at the left of where the line touches it turns one way, at the right the other', () => {
  // At 0.4 it touches (0.1, 0.6) alone, at one half two corners with (0.25, 0.75) between them.
  assert.equal(armAt(square, 0.4, { x: 0.05, y: 0.6 }), 'left');
  assert.equal(armAt(square, 0.4, { x: 0.15, y: 0.6 }), 'right');
  assert.equal(armAt(square, 0.5, { x: 0.2, y: 0.75 }), 'left');
  assert.equal(armAt(square, 0.5, { x: 0.3, y: 0.75 }), 'right');
  assert.equal(armAt(square, 0, { x: 0, y: -1 }), 'left');
  // Along a whole upright side its middle is the hub.
  const upright = { fpr: Float64Array.of(0, 0, 1), tpr: Float64Array.of(0, 1, 1) };
  assert.equal(armAt(upright, 0, { x: 0, y: 0.4 }), 'left');
  assert.equal(armAt(upright, 0, { x: 0, y: 0.6 }), 'right');
});

test('turning is bounded by the corners that the pointer has passed', () => {
  // From (0, 0.55) the line that leaves no corner above touches (0.4, 0.9): run 0.4, rise 0.35.
  assert.equal(turnTo(square, 'left', { x: 0, y: 0.5 }), 0.5);
  close(turnTo(square, 'left', { x: 0, y: 0.55 }), 0.4 / 0.75);
  close(turnTo(square, 'right', { x: 0.7, y: 1 }), 0.75);
  assert.equal(turnTo(square, 'right', { x: -0.1, y: 1 }), 0);
  assert.equal(turnTo(square, 'left', { x: 1.1, y: 1 }), 1);
  assert.equal(turnTo(square, 'right', { x: 1, y: 0.2 }), 1);
});

test('the stretch is the same from either side', () => {
  assert.deepEqual(stretch(square, 0.7, 0.3), stretch(square, 0.3, 0.7));
  assert.deepEqual(stretch(square, 0.3, 0.3), [{ x: 0.1, y: 0.6 }]);
});

test('whoever has the same corner shares it, the first classifier too, and trivial rules do not', () => {
  const pair = (tpr: number) => pointsOf([0, 0.2, 0.8, 0.5], [1, 0.2, tpr, 0.5]);
  const winners = (points: Points) => {
    const { owner } = winnersOf(upperHull(points), ownHulls(points));
    return [...owner];
  };
  assert.deepEqual(winners(pair(0.8)), [Owner.ALL_NEGATIVE, Owner.TIE, Owner.ALL_POSITIVE]);
  assert.deepEqual(winners(pair(0.7)), [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual(winners(pair(0.9)), [Owner.ALL_NEGATIVE, 1, Owner.ALL_POSITIVE]);
});
