import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/arrays.ts';
import { walk } from './walk.ts';

const points: Points = {
  fpr: Float64Array.of(0, 0.1, 1, 0, 0.3, 1),
  tpr: Float64Array.of(0, 0.5, 1, 0, 0.4, 1),
  threshold: new Float64Array(6),
  owner: Int32Array.of(0, 0, 0, 1, 1, 1),
};

test('the walk starts at the first point', () => {
  assert.equal(walk(points, null, 'next'), 0);
});

test('steps stay on the curve of their classifier', () => {
  assert.equal(walk(points, 0, 'next'), 1);
  assert.equal(walk(points, 2, 'next'), 2);
  assert.equal(walk(points, 3, 'previous'), 3);
  assert.equal(walk(points, 4, 'first'), 3);
  assert.equal(walk(points, 0, 'last'), 2);
  assert.equal(walk(points, 2, 'previous'), 1);
  assert.equal(walk(points, 5, 'next'), 5);
  assert.equal(walk(points, 5, 'first'), 3);
});

test('up and down go to the closest point of the neighbouring classifier', () => {
  assert.equal(walk(points, 1, 'down'), 4);
  assert.equal(walk(points, 4, 'up'), 1);
  assert.equal(walk(points, 4, 'down'), 4);
});

test('closest is closest in both rates, and of equal ones the first', () => {
  const many: Points = {
    fpr: Float64Array.of(0.5, 0.5, 0.9, 0.5625, 0.25),
    tpr: Float64Array.of(0.5, 0.9, 0.5, 0.5, 0.5),
    threshold: new Float64Array(5),
    owner: Int32Array.of(0, 1, 1, 1, 1),
  };
  assert.equal(walk(many, 0, 'down'), 3);
  const twice = { ...many, fpr: Float64Array.of(0.5, 0.5, 0.9, 0.75, 0.25) };
  assert.equal(walk(twice, 0, 'down'), 3);
});

test('an empty figure has nowhere to go', () => {
  const none = { ...points, fpr: new Float64Array() };
  assert.equal(walk(none, null, 'next'), null);
});

test('from a threshold that is gone or hidden the walk starts anew', () => {
  const hidden = { ...points, fpr: Float64Array.of(NaN, NaN, NaN, 0, 0.3, 1) };
  for (const step of ['next', 'previous', 'first', 'last', 'up', 'down'] as const) {
    assert.equal(walk(points, 6, step), 0);
    assert.equal(walk(hidden, 1, step), 3);
  }
});

test('hidden classifiers are stepped over', () => {
  const three: Points = {
    fpr: Float64Array.of(0, 0.1, Number.NaN, Number.NaN, 0.1, 0.9),
    tpr: Float64Array.of(0, 0.5, Number.NaN, Number.NaN, 0.6, 1),
    threshold: new Float64Array(6),
    owner: Int32Array.of(0, 0, 1, 1, 2, 2),
  };
  assert.equal(walk(three, 1, 'down'), 4);
  assert.equal(walk(three, 4, 'up'), 1);
  const hiddenFirst = { ...three, fpr: Float64Array.of(NaN, NaN, NaN, NaN, 0.1, 0.9) };
  assert.equal(walk(hiddenFirst, null, 'next'), 4);
  assert.equal(walk(hiddenFirst, 4, 'up'), 4);
  const allHidden = { ...three, fpr: new Float64Array(6).fill(Number.NaN) };
  assert.equal(walk(allHidden, null, 'next'), null);
});
