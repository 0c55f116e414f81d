import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { pointsOf, subject } from './subject.test.ts';
import { cornerRows, MOST_ROWS, thresholdRows } from './table.ts';

const points = pointsOf([0, 0.1, 0.6, 0.75], [1, 0.4, 0.9, NaN], [2, NaN, NaN, 0.1]);
const about = subject({ points, names: ['a', 'b', 'hidden'], classes: ['no', 'yes'] });

test('corners tell whose they are and where they win', () => {
  assert.deepEqual(cornerRows(about, upperHull(points)), [
    ['call all no', 'inf', '0', '0', '0', '0.142857'],
    ['a', '0.75', '0.1', '0.6', '0.142857', '0.5'],
    ['b', '–', '0.4', '0.9', '0.5', '0.857143'],
    ['call all yes', '-inf', '1', '1', '0.857143', '1'],
  ]);
});

test('thresholds are told with every digit, hidden ones not at all', () => {
  const exact = { ...points, threshold: Float64Array.of(0.123456789, NaN, 0.1) };
  assert.deepEqual(thresholdRows({ ...about, points: exact }), {
    rows: [
      ['a', '0.123456789', '0.1', '0.6'],
      ['b', '–', '0.4', '0.9'],
    ],
    count: 2,
  });
  assert.equal(thresholdRows({ ...about, names: [] }).rows[0]?.[0], '');
});

test('many thresholds are cut, and counted', () => {
  const row = [0, 0.5, 0.5, 1] as const;
  for (const more of [0, 7]) {
    const many = pointsOf(...Array.from({ length: MOST_ROWS + more }, () => row));
    const { rows, count } = thresholdRows({ ...about, points: many });
    assert.equal(rows.length, 500);
    assert.equal(count, 500 + more);
  }
});
