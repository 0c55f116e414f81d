import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Packed } from './arrays.ts';
import * as packed from './packed.ts';

const floats = (...values: number[]): Packed => ({
  dtype: 'float64',
  data: new DataView(Float64Array.from(values).buffer),
});
const integers = (...values: number[]): Packed => ({
  dtype: 'int32',
  data: new DataView(Int32Array.from(values).buffer),
});

test('each array of a group is read under its own name', () => {
  const points = { fpr: floats(0.1), tpr: floats(0.2), threshold: floats(0.3), owner: integers(4) };
  const read = {
    fpr: Float64Array.of(0.1),
    tpr: Float64Array.of(0.2),
    threshold: Float64Array.of(0.3),
    owner: Int32Array.of(4),
  };
  assert.deepEqual(packed.points(points), read);
  const hull = { ...points, point: integers(-1) };
  assert.deepEqual(packed.hull(hull), { ...read, point: Int32Array.of(-1) });
  const winners = { pc: floats(0.5), owner: integers(-2), sure: integers(1), among: integers(0) };
  assert.deepEqual(packed.winners(winners), {
    pc: Float64Array.of(0.5),
    owner: Int32Array.of(-2),
    sure: Int32Array.of(1),
    among: Int32Array.of(0),
  });
});

test('curves with bands are read with their edges', () => {
  const difference = { pc: floats(0), estimate: floats(1), lower: floats(2), upper: floats(3) };
  const read = {
    pc: Float64Array.of(0),
    estimate: Float64Array.of(1),
    lower: Float64Array.of(2),
    upper: Float64Array.of(3),
  };
  assert.deepEqual(packed.difference(difference), read);
  const bands = { ...difference, owner: integers(7), start: integers(0, 1) };
  assert.deepEqual(packed.bands(bands), {
    ...read,
    owner: Int32Array.of(7),
    start: Int32Array.of(0, 1),
  });
});

test('before Python has told anything every array is there and empty', () => {
  const { noPoints, noHull, noWinners, noDifference, noBands } = packed;
  const names = [noPoints, noHull, noWinners, noDifference, noBands].map((make) => {
    const group = Object.entries(make());
    for (const [, values] of group) assert.equal(values.length, 0);
    return group.map(([name]) => name).join(' ');
  });
  assert.deepEqual(names, [
    'fpr tpr threshold owner',
    'fpr tpr threshold owner point',
    'pc owner sure among',
    'pc estimate lower upper',
    'pc estimate lower upper owner start',
  ]);
});
