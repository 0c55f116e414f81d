import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, valueInWords } from './reach.ts';

test('a place in log-odds is a share', () => {
  assert.equal(valueInWords('log_odds', 0), '0.5');
  assert.equal(valueInWords('log_odds', Math.log(0.01 / 0.99)), '0.01');
  assert.equal(valueInWords('log_odds', 14), '0.99999917');
});

test('a place in powers of ten is an amount', () => {
  assert.equal(valueInWords('log10', 1), '10');
  assert.equal(valueInWords('log10', -3), '0.001');
});

test('a single handle takes both ends along', () => {
  assert.deepEqual(moved([1, 1], 'low', 2, 0.1), [2, 2]);
});

test('neither of two handles passes the other', () => {
  assert.deepEqual(moved([1, 2], 'low', 1.5, 0.5), [1.5, 2]);
  assert.deepEqual(moved([1, 2], 'low', 7, 0.5), [1.5, 2]);
  assert.deepEqual(moved([1, 2], 'high', -7, 0.5), [1, 1.5]);
});
