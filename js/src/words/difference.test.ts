import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { random, randomPoints } from '../geometry/random.test.ts';
import { differenceSentence } from './difference.ts';

const points = randomPoints(random(1), 3);
const subject = {
  points,
  hull: upperHull(points),
  names: ['a', 'b', 'c'],
  classes: ['no', 'yes'] as [string, string],
  difference: {
    pc: Float32Array.of(0, 0.5),
    estimate: Float32Array.of(0, -0.5),
    lower: Float32Array.of(0, -0.75),
    upper: Float32Array.of(0, 0.25),
  },
};

test('the difference is read off with its band', () => {
  assert.equal(
    differenceSentence(subject, 0.25),
    'At PC(+) 0.25 the difference in cost is −0.25 [−0.375, 0.125].',
  );
  assert.match(differenceSentence({ ...subject, stale: true }, 0.25), /older/);
  assert.equal(differenceSentence(subject, 0.75), '');
});
