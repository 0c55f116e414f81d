import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from './hull.ts';
import { answerWithin, limitLine } from './limit.ts';
import { random, randomPoints } from './random.test.ts';
import { at } from './shapes.ts';

test('no place on the hull within the limit finds more', () => {
  const next = random(6);
  for (let round = 0; round < 200; round++) {
    const hull = upperHull(randomPoints(next, 12));
    const limit = { fpr: next(), tpr: round % 2 ? next() : 0, most: next() };
    const { mixed } = answerWithin(hull, limit);
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

test('a mix lies between two corners', () => {
  const hull = { fpr: Float64Array.of(0, 0.2, 1), tpr: Float64Array.of(0, 0.8, 1) };
  const { corners, mixed } = answerWithin(hull, { fpr: 1, tpr: 0, most: 0.1 });
  assert.deepEqual(corners, [
    { x: 0, y: 0 },
    { x: 0.2, y: 0.8 },
  ]);
  assert.deepEqual(mixed, { x: 0.1, y: 0.4 });
  assert.equal(answerWithin(hull, { fpr: 1, tpr: 0, most: 0.2 }).corners.length, 1);
});

test('limits are drawn from rim to rim', () => {
  assert.deepEqual(limitLine({ fpr: 1, tpr: 0, most: 0.3 }), { x1: 0.3, y1: 0, x2: 0.3, y2: 1 });
  assert.deepEqual(limitLine({ fpr: 100, tpr: 50, most: 50 }), { x1: 0.5, y1: 0, x2: 0, y2: 1 });
  assert.equal(limitLine({ fpr: 1, tpr: 1, most: 3 }), null);
});
