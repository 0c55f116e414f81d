import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between } from './between.ts';

const x = Float32Array.of(0, 0.25, 0.5, 1, 0, 1);
const y = Float32Array.of(0, 1, 0, 4, 7, 9);

test('values lie on the broken line, each stretch by itself', () => {
  assert.equal(between(x, y, 0.125, 0, 4), 0.5);
  assert.equal(between(x, y, 0.25, 0, 4), 1);
  assert.equal(between(x, y, 1, 0, 4), 4);
  assert.equal(between(x, y, 0.5, 4, 6), 8);
});

test('there is nothing outside', () => {
  assert.ok(Number.isNaN(between(x, y, 1.5, 0, 4)));
  assert.ok(Number.isNaN(between(new Float32Array(), y, 0)));
});
