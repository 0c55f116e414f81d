import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyGroup, mapGroups, type PackedArray, sanitize, unpackGroup } from './state.ts';

// ---- Unpacking of arrays

const floats = (...values: number[]): PackedArray => ({
  dtype: 'float64',
  data: new DataView(Float64Array.from(values).buffer),
});
const integers = (...values: number[]): PackedArray => ({
  dtype: 'int32',
  data: new DataView(Int32Array.from(values).buffer),
});

test('each array of a group is unpacked with its name and type', () => {
  const difference = { pc: floats(0), estimate: floats(1), lower: floats(2), upper: floats(3) };
  const sent = {
    ...difference,
    owner: integers(7),
    expected: floats(4),
    with_expected: integers(8),
    useful_from: floats(5),
    useful_to: floats(6),
  };
  assert.deepEqual(unpackGroup('bands', sent), {
    pc: Float64Array.of(0),
    estimate: Float64Array.of(1),
    lower: Float64Array.of(2),
    upper: Float64Array.of(3),
    expected: Float64Array.of(4),
    owner: Int32Array.of(7),
    with_expected: Int32Array.of(8),
    useful_from: Float64Array.of(5),
    useful_to: Float64Array.of(6),
  });
});

test('before the first message all arrays are present and empty', () => {
  const { hull, winners, ...groups } = mapGroups(emptyGroup);
  const arrays = Object.values(groups).flatMap((group) => Object.values<{ length: number }>(group));
  assert.deepEqual(new Set(arrays.map(({ length }) => length)), new Set([0]));
  assert.deepEqual(hull, {
    fpr: new Float64Array(),
    tpr: new Float64Array(),
    threshold: new Float64Array(),
    owner: new Int32Array(),
    point: new Int32Array(),
  });
  assert.deepEqual(Object.keys(winners), ['pc', 'owner', 'significance', 'challenger', 'among']);
});

test('unaligned buffers are read correctly, and copied', () => {
  const bytes = new DataView(new ArrayBuffer(1 + 16), 1, 16);
  bytes.setFloat64(0, 0.1, true);
  bytes.setFloat64(8, Infinity, true);
  const noNumbers = floats();
  const sent = {
    pc: { ...noNumbers, data: bytes },
    estimate: noNumbers,
    lower: noNumbers,
    upper: noNumbers,
  };
  const { pc } = unpackGroup('difference', sent);
  bytes.setFloat64(0, -2, true);
  assert.deepEqual(pc, Float64Array.of(0.1, Infinity));
});

// ---- Validation of user state

const ANYTHING = [
  undefined,
  null,
  5,
  -1,
  2,
  Number.NaN,
  'x',
  true,
  [],
  [1],
  [[1]],
  {},
  { kind: [] },
];

// An exception in a view would stop all further updates.
test('malformed values are replaced by defaults', () => {
  for (const value of ANYTHING) {
    assert.equal(sanitize.hover(value), null);
    assert.equal(sanitize.pc(value), null);
    assert.equal(sanitize.pc_range(value), null);
    assert.equal(sanitize.conditions(value), null);
    assert.equal(sanitize.criterion(value), null);
    assert.deepEqual(sanitize.pins(value), []);
  }
  assert.deepEqual(sanitize.hidden([0, -1, 1.5, 'x', null, 3]), [0, 3]);
  assert.deepEqual(sanitize.hidden('x'), []);
});

test('rates are between 0 and 1', () => {
  assert.equal(sanitize.pc(0), 0);
  assert.equal(sanitize.pc(1), 1);
  assert.equal(sanitize.pc(1.001), null);
  assert.deepEqual(sanitize.pc_range([0, 0.5]), [0, 0.5]);
  assert.equal(sanitize.pc_range([0.5, 2]), null);
  assert.equal(sanitize.pc_range([0.1, 0.2, 0.3]), null);
});

test('only valid conditions are accepted', () => {
  const costs = { cost_fp: [1, 1], cost_fn: [5, 10], cost_tp: [0, 0], cost_tn: [0, 0] };
  assert.ok(sanitize.conditions({ ...costs, prior: [0.1, 0.2] }));
  for (const prior of [[0.2, 0.1], [0.5, 1.5], [0.1], 'x']) {
    assert.equal(sanitize.conditions({ ...costs, prior }), null);
  }
  assert.equal(sanitize.conditions({ ...costs, prior: [0.1, 0.1], cost_tn: [2, 2] }), null);
});

test('a pin is a drawn point, an edge, or a free point of either space', () => {
  const good = [
    { kind: 'point', index: 3 },
    { kind: 'edge', index: 0 },
    { kind: 'free', space: 'cost', x: 0.2, y: 0.7 },
  ];
  const bad = [
    { kind: 'point' },
    { kind: 'point', index: 1.5 },
    { kind: 'edge', index: -1 },
    { kind: 'free', space: 'difference', x: 0.2, y: 0.7 },
    { kind: 'free', space: 'roc', x: '0.2', y: 0.7 },
  ];
  assert.deepEqual(sanitize.pins([...good, ...bad]), good);
});

test('a criterion is accepted with its whole answer, or not at all', () => {
  const answer = {
    roc: [[0.1, 0.5]],
    cost_line: [0.1, 0.5],
    pc: null,
    headline: 'so',
    owner: 0,
    threshold: null,
    rates: [0, 1],
  };
  const limit = { fpr: 9, tpr: 1, most: 2, number: 'capacity' };
  const complete = { kind: 'workforce', positives: 1, negatives: 9, capacity: 2, limit, ...answer };
  assert.equal(sanitize.criterion(complete), complete);
  for (const wrong of [
    { roc: [null] },
    { roc: 5 },
    { cost_line: 5 },
    { pc: 'x' },
    { headline: {} },
    { owner: 0.5 },
    { threshold: 'x' },
    { rates: 'x' },
    { limit: { ...limit, most: 'x' } },
    { limit: { ...limit, number: 5 } },
    { kind: 5 },
  ]) {
    assert.equal(sanitize.criterion({ ...complete, ...wrong }), null);
  }
});
