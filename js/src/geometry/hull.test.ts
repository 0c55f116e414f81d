import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedCost } from './duality.ts';
import { upperHull, visible, visibleHull, winnersOf } from './hull.ts';
import { random, randomPoints } from './random.test.ts';
import { ALL_NEGATIVE, ALL_POSITIVE, at, type Hull, type Points } from './shapes.ts';

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
      assert.equal(owner === -1, i === 0 || i === hull.fpr.length - 1);
      if (owner !== -1) assert.ok(found >= 0);
    });
  }
});

test('without points the hull is the chance line', () => {
  const none = randomPoints(random(1), 0);
  assert.deepEqual([...upperHull(none).fpr], [0, 1]);
});

const points: Points = {
  fpr: Float64Array.of(0.1, 0.3, 0.2),
  tpr: Float64Array.of(0.6, 0.7, 0.8),
  threshold: Float64Array.of(0.9, 0.5, 0.4),
  owner: Int32Array.of(0, 0, 1),
};

test('hidden points keep their places and lose their rates', () => {
  const shown = visible(points, new Set([0]));
  assert.deepEqual([...shown.fpr], [Number.NaN, Number.NaN, 0.2]);
  assert.equal(visible(points, new Set()), points);
});

test('the hull is made anew only when one of its owners is hidden', () => {
  const hull = upperHull(points);
  assert.equal(visibleHull(hull, points, new Set([7])), hull);
  const hidden = new Set([0]);
  const without = visibleHull(hull, visible(points, hidden), hidden);
  assert.deepEqual([...without.owner], [-1, 1, -1]);
  const unowned: Hull = { ...hull, owner: new Int32Array() };
  assert.deepEqual([...visibleHull(unowned, points, new Set()).owner], [-1, 0, 1, -1]);
});

test('winners change where the envelope changes its owner', () => {
  const { pc, owner, sure } = winnersOf(upperHull(points));
  assert.deepEqual([...owner], [ALL_NEGATIVE, 0, 1, ALL_POSITIVE]);
  const expected = [0, 0.1 / 0.7, 0.1 / 0.3, 0.8 / 1];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(at(pc, i) - value) < 1e-9);
  assert.deepEqual([...sure], [-1, -1, -1, -1]);
});
