import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceSentence } from './difference.ts';
import { flat, subject } from './subject.test.ts';

const difference = {
  pc: Float64Array.of(0, 0.5),
  estimate: Float64Array.of(0, -0.5),
  lower: Float64Array.of(0, -0.75),
  upper: Float64Array.of(0, 0.25),
};
const WORDS = 'At PC(+) 0.25 the difference in cost is −0.25 (−0.375 to 0.125).';

test('the difference is read off with its band', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.25), WORDS);
  assert.equal(
    differenceSentence(subject({ difference, stale: true }), 0.25),
    `${WORDS} It belongs to older data or settings.`,
  );
});

test('without a band the difference is told alone', () => {
  const bare = { ...difference, lower: flat(Number.NaN), upper: flat(Number.NaN) };
  assert.equal(
    differenceSentence(subject({ difference: bare }), 0.25),
    'At PC(+) 0.25 the difference in cost is −0.25.',
  );
});

test('nothing is said where there is no difference', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.75), '');
  assert.equal(differenceSentence(subject(), 0.25), '');
});
