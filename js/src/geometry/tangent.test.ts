import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POINTS } from '../words/subject.test.ts';
import { upperHull } from './hull.ts';
import { expectedCost } from './lines.ts';
import { random, randomPoints } from './random.test.ts';
import { at } from './shapes.ts';
import { armAt, needed, stretch, tangent, touchedCorners, touching, turnTo } from './tangent.ts';

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
