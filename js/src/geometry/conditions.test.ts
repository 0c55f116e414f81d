import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conditions } from '../wire/state.ts';
import {
  assumed,
  inForce,
  isPossible,
  movedTo,
  pcOf,
  placeOf,
  spreadOver,
  termsOf,
} from './conditions.ts';

const ONE = { cost_fp: [1, 1], cost_tp: [0, 0], cost_tn: [0, 0] } as const;
/** pc 0.1 * 9 / (0.1 * 9 + 0.9 * 1) = 0.5. */
const EVEN: Conditions = { ...ONE, prior: [0.1, 0.1], cost_fn: [9, 9] };
/** pc from 0.1 * 9 / 1.8 to 0.5 * 9 / 5. */
const ROUGH: Conditions = { ...EVEN, prior: [0.1, 0.5] };

const near = (a: readonly number[], b: readonly number[]) =>
  assert.ok(
    a.every((one, i) => Math.abs(one - (b[i] as number)) < 1e-9),
    `${a} is not ${b}`,
  );

test('conditions lead to a place on the pc axis', () => {
  near(pcOf(EVEN), [0.5, 0.5]);
  near(pcOf(ROUGH), [0.5, 0.9]);
  near(pcOf({ ...EVEN, cost_fn: [1e308, 1e308], cost_fp: [1e308, 1e308] }), [0.1, 0.1]);
  // A right answer that pays makes the error cost more: 0.1 * (9 + 9) against 0.9.
  near(pcOf({ ...EVEN, cost_tp: [-9, -9] }), [2 / 3, 2 / 3]);
  assert.equal(placeOf(EVEN).pc_range, null);
  // Halfway between the odds 1 and 9.
  near([placeOf(ROUGH).pc], [0.75]);
});

test('rough conditions that lead to one place have no range of it', () => {
  const sure: Conditions = { ...EVEN, prior: [1, 1], cost_fn: [1, 9] };
  assert.deepEqual(placeOf(sure), { pc: 1, pc_range: null });
});

test('of rough conditions every corner says what cases cost and what their errors add', () => {
  const rough: Conditions = {
    ...{ prior: [0.25, 0.5], cost_fp: [3, 3], cost_fn: [9, 9] },
    ...{ cost_tp: [-4, -4], cost_tn: [1, 2] },
  };
  const terms = termsOf(rough, 'prior', { population: 1, unit: '' });
  // 0.25 * -4 + 0.75 * 1, 0.75 * (3 - 1), 0.25 * (9 + 4); then with tn 2, then with prior 0.5.
  assert.deepEqual(terms.kind === 'standing' && terms.corners, [
    [-0.25, 1.5, 3.25],
    [0.5, 0.75, 3.25],
    [-1.5, 1, 6.5],
    [-1, 0.5, 6.5],
  ]);
});

test('where the operating point goes exact conditions follow', () => {
  const at = (pc: number, follows: 'prior' | 'cost_ratio') =>
    inForce({ conditions: EVEN, pc, pc_range: null, follows });
  near(at(0.9, 'prior').prior, [0.5, 0.5]);
  near(at(0.9, 'prior').cost_fn, [9, 9]);
  near(at(0.9, 'cost_ratio').cost_fn, [81, 81]);
  near(at(0.9, 'cost_ratio').prior, [0.1, 0.1]);
  assert.ok(Number.isFinite(at(1, 'cost_ratio').cost_fn[0]));
});

test('where they cannot follow they stay', () => {
  const free: Conditions = { ...EVEN, cost_fn: [0, 0] };
  assert.equal(movedTo(free, 0.5, 'prior'), null);
  assert.equal(movedTo({ ...EVEN, prior: [1, 1] }, 0.5, 'cost_ratio'), null);
  assert.equal(inForce({ conditions: free, pc: 0.5, pc_range: null, follows: 'prior' }), free);
});

test('what cannot move stands, whatever is to follow', () => {
  const kind = (follows: 'prior' | 'cost_ratio', changed: Partial<Conditions> = {}) =>
    termsOf({ ...EVEN, ...changed }, follows, { population: 1, unit: '' }).kind;
  assert.deepEqual([kind('prior'), kind('cost_ratio')], ['moving', 'moving']);
  assert.equal(kind('cost_ratio', { cost_fn: [0, 0] }), 'moving', 'a miss may come to cost');
  for (const changed of [{ cost_fp: [0, 0] }, { cost_fn: [0, 0] }] as const) {
    assert.equal(kind('prior', changed), 'standing');
  }
  for (const changed of [{ cost_fp: [0, 0] }, { prior: [0, 0] }, { prior: [1, 1] }] as const) {
    assert.equal(kind('cost_ratio', changed), 'standing');
  }
  assert.equal(termsOf(ROUGH, 'prior', { population: 1, unit: '' }).kind, 'standing');
});

test('the terms along pc are those of the conditions that follow it', () => {
  const known: Conditions = {
    ...{ prior: [0.1, 0.1], cost_fp: [2, 2], cost_fn: [9, 9] },
    ...{ cost_tp: [-3, -3], cost_tn: [0.5, 0.5] },
  };
  for (const one of [known, { ...known, cost_fp: [40, 40] } as Conditions]) {
    for (const follows of ['prior', 'cost_ratio'] as const) {
      const terms = termsOf(one, follows, { population: 1, unit: '' });
      if (terms.kind !== 'moving') throw new Error(terms.kind);
      for (const pc of [0.05, 0.3, 0.8]) {
        const along = ([start, stop]: readonly [number, number]) => start + pc * (stop - start);
        const over = along(terms.over);
        const then = movedTo(one, pc, follows);
        for (const name of ['prior', 'cost_fp', 'cost_fn'] as const) {
          near([along(terms[name]) / over], [then?.[name][0] ?? Number.NaN]);
        }
      }
    }
  }
});

test('no cost leaves its range when the range of pc is moved', () => {
  near(spreadOver(ROUGH, [0.6, 0.8])?.cost_fn ?? [], [9, 9]);
  near(spreadOver(ROUGH, [0.6, 0.8])?.prior ?? [], [1 / 7, 4 / 13]);
  assert.equal(spreadOver({ ...EVEN, cost_fn: [0, 0] }, [0.1, 0.2]), null);
  const every: Conditions = {
    ...{ prior: [0.1, 0.3], cost_fp: [0.7, 1.3], cost_fn: [3.3, 9.1] },
    ...{ cost_tp: [-0.3, -0.1], cost_tn: [-0.7, 0.3] },
  };
  assert.deepEqual(spreadOver(every, pcOf(every)), every, 'at its own ends to the last digit');
});

test('without any, both errors cost the same and pc is the share', () => {
  assert.deepEqual(assumed(0.2, null), { ...ONE, prior: [0.2, 0.2], cost_fn: [1, 1] });
  assert.deepEqual(assumed(0.2, [0.1, 0.3]).prior, [0.1, 0.3]);
  const nothing = { conditions: null, pc: null, pc_range: null, follows: 'prior' } as const;
  assert.deepEqual(inForce(nothing).prior, [0.5, 0.5]);
});

test('what Python would refuse is not possible', () => {
  assert.ok(isPossible(EVEN) && isPossible(ROUGH));
  const wrong: Partial<Conditions>[] = [
    { prior: [0.3, 0.1] },
    { prior: [0.5, 1.5] },
    { cost_fn: [-1, -1] },
    { cost_tp: [10, 10] },
    { cost_fn: [0, 0], cost_fp: [0, 1] },
    { cost_fn: [0, 0], prior: [0.5, 1] },
    { cost_fp: [0, 0], prior: [0, 0.5] },
    { cost_fn: [1, Infinity] },
  ];
  for (const one of wrong) assert.ok(!isPossible({ ...EVEN, ...one }), JSON.stringify(one));
  const right: Partial<Conditions>[] = [
    { cost_fp: [0, 0] },
    { cost_fn: [0, 0] },
    { prior: [0, 0] },
    { prior: [1, 1] },
    { cost_fp: [0, 0], prior: [0.1, 1] },
    { cost_fn: [0, 0], prior: [0, 0.9] },
    { cost_fp: [3, 3], cost_tn: [3, 3] },
  ];
  for (const one of right) assert.ok(isPossible({ ...EVEN, ...one }), JSON.stringify(one));
});
