import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between } from './shapes.ts';

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
  assert.ok(Number.isNaN(between(x, y, -0.5, 0, 4)));
  assert.ok(Number.isNaN(between(x, y, 0.5, 2, 2)));
  assert.ok(Number.isNaN(between(x, y, Number.NaN, 0, 4)));
});

test('one place has its value, and a jump has that of its right side', () => {
  assert.equal(between(Float64Array.of(0.5), Float64Array.of(3), 0.5), 3);
  const jump = Float64Array.of(0, 0.5, 0.5, 1);
  assert.equal(between(jump, Float64Array.of(0, 1, 5, 6), 0.5), 5);
  const twice = Float64Array.of(0.5, 0.5);
  assert.equal(between(twice, Float64Array.of(3, 4), 0.5), 3);
});

test('on many stretches each place is found', () => {
  const many = Float64Array.from({ length: 33 }, (_, i) => i * i);
  const roots = Float64Array.from({ length: 33 }, (_, i) => i);
  for (let i = 0; i < 32; i++) {
    assert.equal(between(many, roots, i * i), i);
    assert.equal(between(many, roots, i * i + i + 0.5), i + 0.5);
  }
  assert.equal(between(many, roots, 32 * 32), 32);
});
