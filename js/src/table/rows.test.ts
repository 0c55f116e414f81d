import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { cornerRows, MOST_ROWS, thresholdRows } from './rows.ts';

const points = {
  fpr: Float64Array.of(0.1, 0.4, NaN),
  tpr: Float64Array.of(0.6, 0.9, NaN),
  threshold: Float64Array.of(0.75, NaN, 0.1),
  owner: Int32Array.of(0, 1, 2),
};
const subject = {
  points,
  hull: upperHull(points),
  names: ['a', 'b', 'hidden'],
  classes: ['no', 'yes'] as [string, string],
};

test('corners tell whose they are and where they win', () => {
  assert.deepEqual(cornerRows(subject, upperHull(points)), [
    ['call all no', '∞', '0', '0', '0', '0.142857'],
    ['a', '0.75', '0.1', '0.6', '0.142857', '0.5'],
    ['b', '–', '0.4', '0.9', '0.5', '0.857143'],
    ['call all yes', '−∞', '1', '1', '0.857143', '1'],
  ]);
});

test('hidden thresholds are left out, and many are cut', () => {
  assert.equal(thresholdRows(subject).count, 2);
  const size = MOST_ROWS + 7;
  const many = {
    fpr: new Float64Array(size),
    tpr: new Float64Array(size),
    threshold: new Float64Array(size),
    owner: new Int32Array(size),
  };
  const { rows, count } = thresholdRows({ ...subject, points: many });
  assert.equal(rows.length, MOST_ROWS);
  assert.equal(count, size);
});
