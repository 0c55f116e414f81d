import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntry } from './typed.ts';

test('numbers are read as people type them', () => {
  for (const [text, value] of [
    ['0.05', 0.05],
    [' ,5 ', 0.5],
    ['0,02', 0.02],
    ['5 %', 0.05],
    ['2‰', 0.002],
    ['1 in 1000', 0.001],
    ['1/8', 0.125],
    ['1:19', 0.05],
    ['−1e-4', -0.0001],
    ['1,000,000', 1e6],
  ] as const) {
    assert.deepEqual(readEntry(text), [value, value], text);
  }
});

test('ranges are read, with one unit for both ends or one for each', () => {
  assert.deepEqual(readEntry('1e-6 - 5 %'), [1e-6, 0.05]);
  assert.deepEqual(readEntry('1 - 5 %'), [0.01, 0.05]);
  assert.deepEqual(readEntry('1 in 1000 to 1 in 100'), [0.001, 0.01]);
  assert.deepEqual(readEntry('0.1..0.3'), [0.1, 0.3]);
});

test('what is no number, or may be two, is not guessed at', () => {
  for (const text of ['', 'half', '1 2', '%', '0.1 -']) assert.equal(readEntry(text), null, text);
  assert.deepEqual(readEntry('1,234'), [Number.NaN, Number.NaN]);
});
