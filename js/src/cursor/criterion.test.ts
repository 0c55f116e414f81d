import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hull } from '../geometry/shapes.ts';
import { answerOf, limitOf, movedLimit } from './criterion.ts';

const hull: Hull = {
  fpr: Float64Array.of(0, 0.2, 1),
  tpr: Float64Array.of(0, 0.8, 1),
  threshold: Float64Array.of(Infinity, 0.5, -Infinity),
  owner: Int32Array.of(-1, 0, -1),
};

test('what Python has answered is shown as it is', () => {
  const roc: [number, number][] = [[0.3, 0.7]];
  const answer = answerOf({ kind: 'youden', roc, cost_line: [0.3, 0.3] }, hull);
  assert.deepEqual(answer, { roc, line: [0.3, 0.3] });
  assert.equal(answerOf({ kind: 'minimax' }, hull), null);
  assert.equal(answerOf(null, hull), null);
});

test('a dragged limit answers with the mix on the hull', () => {
  const old = { kind: 'neyman_pearson', max_fpr: 0.3, roc: [], words: 'old' } as const;
  const moved = movedLimit({ ...old, roc: [] }, { x: 0.1, y: 0.9 });
  assert.deepEqual(moved, { kind: 'neyman_pearson', max_fpr: 0.1 });
  const answer = answerOf(moved, hull);
  assert.deepEqual(answer?.roc, [
    [0, 0],
    [0.2, 0.8],
    [0.1, 0.4],
  ]);
  assert.deepEqual(answer?.line, [0.1, 0.6]);
  assert.equal(movedLimit(moved, { x: -3, y: 0 }).max_fpr, 0);
});

test('the capacity line runs through the place it was dragged to', () => {
  const work = { kind: 'workforce', positives: 50, negatives: 200, capacity: 10 } as const;
  const moved = movedLimit(work, { x: 0.1, y: 0.6 });
  assert.equal(moved.capacity, 50);
  assert.deepEqual(limitOf(moved), { fpr: 200, tpr: 50, most: 50 });
  assert.equal(limitOf({ kind: 'youden' }), null);
});
