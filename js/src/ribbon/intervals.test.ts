import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { random, randomPoints } from '../geometry/random.test.ts';
import { intervals, ribbonInWords } from './intervals.ts';

const points = randomPoints(random(1), 3);
const subject = {
  points,
  hull: upperHull(points),
  names: ['logistic', 'forest'],
  classes: ['good', 'bad'] as [string, string],
};
const winners = {
  pc: Float64Array.of(0, 0.12, 0.45, 0.45, 0.9),
  owner: Int32Array.of(-1, 0, 1, -3, -2),
  sure: Int32Array.of(-1, 1, 0, 0, 1),
};

test('intervals reach to the next, the last one to 1, and have length', () => {
  const found = intervals(winners);
  assert.deepEqual(
    found.map(({ from, to, owner }) => [from, to, owner]),
    [
      [0, 0.12, -1],
      [0.12, 0.45, 0],
      [0.45, 0.9, -3],
      [0.9, 1, -2],
    ],
  );
});

test('the ribbon is told in words', () => {
  assert.equal(
    ribbonInWords(subject, intervals(winners)),
    'Cheapest along PC(+): call all good from 0 to 0.12, logistic from 0.12 to 0.45, ' +
      'a tie of several from 0.45 to 0.9 (not significant), call all bad from 0.9 to 1.',
  );
});
