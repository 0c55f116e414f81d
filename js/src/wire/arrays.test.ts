import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachGroup, empty, type Packed, unpacked } from './arrays.ts';

const floats = (...values: number[]): Packed => ({
  dtype: 'float64',
  data: new DataView(Float64Array.from(values).buffer),
});
const integers = (...values: number[]): Packed => ({
  dtype: 'int32',
  data: new DataView(Int32Array.from(values).buffer),
});

test('each array of a group is read under its own name, as what it is', () => {
  const difference = { pc: floats(0), estimate: floats(1), lower: floats(2), upper: floats(3) };
  const sent = { ...difference, owner: integers(7), start: integers(0, 1), expected: floats(4) };
  assert.deepEqual(unpacked('bands', sent), {
    pc: Float64Array.of(0),
    lower: Float64Array.of(2),
    upper: Float64Array.of(3),
    estimate: Float64Array.of(1),
    expected: Float64Array.of(4),
    owner: Int32Array.of(7),
    start: Int32Array.of(0, 1),
  });
});

test('before Python has told anything every array is there and empty', () => {
  const { hull, winners, ...others } = eachGroup(empty);
  const arrays = Object.values(others).flatMap((group) => Object.values<{ length: number }>(group));
  assert.deepEqual(new Set(arrays.map(({ length }) => length)), new Set([0]));
  assert.deepEqual(hull, {
    fpr: new Float64Array(),
    tpr: new Float64Array(),
    threshold: new Float64Array(),
    owner: new Int32Array(),
    point: new Int32Array(),
  });
  assert.deepEqual(Object.keys(winners), ['pc', 'owner', 'sure', 'among']);
});

test('numbers survive a message that puts them at an odd address, and are copied', () => {
  const bytes = new DataView(new ArrayBuffer(1 + 16), 1, 16);
  bytes.setFloat64(0, 0.1, true);
  bytes.setFloat64(8, Infinity, true);
  const same = floats();
  const sent = { pc: { ...same, data: bytes }, estimate: same, lower: same, upper: same };
  const { pc } = unpacked('difference', sent);
  bytes.setFloat64(0, -2, true);
  assert.deepEqual(pc, Float64Array.of(0.1, Infinity));
});
