import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackFloats, unpackIntegers } from './arrays.ts';

test('numbers survive a message that puts them at an odd address', () => {
  const message = new ArrayBuffer(1 + 16);
  const bytes = new DataView(message, 1, 16);
  bytes.setFloat64(0, 0.1, true);
  bytes.setFloat64(8, Infinity, true);
  assert.deepEqual(unpackFloats({ dtype: 'float64', data: bytes }), Float64Array.of(0.1, Infinity));
});

test('integers are read as such', () => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setInt32(0, -1, true);
  bytes.setInt32(4, 7, true);
  assert.deepEqual(unpackIntegers({ dtype: 'int32', data: bytes }), Int32Array.of(-1, 7));
});

test('the bytes of a message are copied', () => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, 0.5, true);
  const values = unpackFloats({ dtype: 'float64', data: bytes });
  bytes.setFloat64(0, -2, true);
  assert.deepEqual(values, Float64Array.of(0.5));
});
