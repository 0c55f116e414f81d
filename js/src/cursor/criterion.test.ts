import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { pointsOf } from '../words/subject.test.ts';
import { answerOf, movedLimit } from './criterion.ts';

const hull = upperHull(pointsOf([0, 0.2, 0.8, 0.5]));
const nowhere = upperHull(pointsOf());
const ofNothing = { ...nowhere, fpr: new Float64Array(), tpr: new Float64Array() };

const highest = (most: number) => ({ fpr: 1, tpr: 0, most, number: 'max_fpr' });

test('what Python has answered is shown as it is', () => {
  const roc: [number, number][] = [[0.3, 0.7]];
  const answer = answerOf({ kind: 'youden', roc, cost_line: [0.3, 0.3] }, hull);
  assert.deepEqual(answer, { roc, line: [0.3, 0.3] });
  assert.deepEqual(answerOf({ kind: 'youden', roc }, hull), { roc, line: null });
  assert.equal(answerOf({ kind: 'minimax' }, hull), null);
  assert.equal(answerOf(null, hull), null);
});

test('a dragged limit answers with the mix on the hull', () => {
  const old = {
    kind: 'neyman_pearson',
    max_fpr: 0.3,
    limit: highest(0.3),
    roc: [],
    cost_line: null,
    pc: 0.5,
    words: 'old',
  } as const;
  const moved = movedLimit({ ...old, roc: [] }, { x: 0.1, y: 0.9 });
  assert.deepEqual(moved, { kind: 'neyman_pearson', max_fpr: 0.1, limit: highest(0.1) });
  const answer = answerOf(moved, hull);
  assert.deepEqual(answer?.roc, [
    [0, 0],
    [0.2, 0.8],
    [0.1, 0.4],
  ]);
  assert.deepEqual(answer?.line, [0.1, 0.6]);
  assert.equal(movedLimit(moved, { x: -3, y: 0 }).max_fpr, 0);
  assert.equal(movedLimit(moved, { x: 3, y: 0 }).max_fpr, 1);
});

test('a limit that meets a corner answers with that corner alone', () => {
  const asked = { kind: 'neyman_pearson', max_fpr: 0.2, limit: highest(0.2) };
  assert.deepEqual(answerOf(asked, hull)?.roc, [[0.2, 0.8]]);
  assert.equal(answerOf(asked, ofNothing), null);
});

test('the capacity line runs through the place it was dragged to', () => {
  const limit = { fpr: 200, tpr: 50, most: 10, number: 'capacity' };
  const work = { kind: 'workforce', positives: 50, negatives: 200, capacity: 10, limit };
  const moved = movedLimit(work, { x: 0.1, y: 0.6 });
  assert.deepEqual(moved, { ...work, capacity: 50, limit: { ...limit, most: 50 } });
  assert.equal(movedLimit(work, { x: 2, y: -1 }).capacity, 200);
  assert.equal(movedLimit(work, { x: -1, y: 2 }).capacity, 50);
});
