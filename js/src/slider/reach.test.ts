import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, valueInWords } from './reach.ts';

test('a place in log-odds is a share', () => {
  assert.equal(valueInWords('log_odds', 0), '0.5');
  assert.equal(valueInWords('log_odds', Math.log(0.01 / 0.99)), '0.01');
  assert.equal(valueInWords('log_odds', -Math.log(4)), '0.2');
  assert.equal(valueInWords('log_odds', Math.log(4)), '0.8');
  assert.equal(valueInWords('log_odds', Math.log(999)), '0.999');
  assert.equal(valueInWords('log_odds', -14), '0.00000083');
  assert.equal(valueInWords('log_odds', 14), '0.99999917');
});

test('a place in powers of ten is an amount', () => {
  assert.equal(valueInWords('log10', 1), '10');
  assert.equal(valueInWords('log10', -3), '0.001');
  assert.equal(valueInWords('log10', Math.log10(12.34)), '12');
});

test('a single handle takes both ends along', () => {
  assert.deepEqual(moved([1, 1], 'low', 2, 0.1), [2, 2]);
  assert.deepEqual(moved([1, 1], 'high', 0, 0.1), [0, 0]);
});

test('neither of two handles passes the other', () => {
  assert.deepEqual(moved([1, 2], 'low', 1.5, 0.5), [1.5, 2]);
  assert.deepEqual(moved([1, 2], 'low', 0, 0.5), [0, 2]);
  assert.deepEqual(moved([1, 2], 'low', 7, 0.5), [1.5, 2]);
  assert.deepEqual(moved([1, 2], 'high', 3, 0.5), [1, 3]);
  assert.deepEqual(moved([1, 2], 'high', -7, 0.5), [1, 1.5]);
});
