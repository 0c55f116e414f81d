import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conditions } from '../wire/state.ts';
import {
  areValid,
  costTerms,
  coverRange,
  defaultConditions,
  effectiveConditions,
  moveToPc,
  operatingPointOf,
  pcRangeOf,
} from './conditions.ts';

const UNIT_COSTS = { cost_fp: [1, 1], cost_tp: [0, 0], cost_tn: [0, 0] } as const;
/** pc 0.1 * 9 / (0.1 * 9 + 0.9 * 1) = 0.5. */
const EVEN: Conditions = { ...UNIT_COSTS, prior: [0.1, 0.1], cost_fn: [9, 9] };
/** pc from 0.1 * 9 / 1.8 to 0.5 * 9 / 5. */
const ROUGH: Conditions = { ...EVEN, prior: [0.1, 0.5] };

const assertNear = (a: readonly number[], b: readonly number[]) =>
  assert.ok(
    a.every((value, i) => Math.abs(value - (b[i] as number)) < 1e-9),
    `${a} is not ${b}`,
  );

test('conditions imply a pc', () => {
  assertNear(pcRangeOf(EVEN), [0.5, 0.5]);
  assertNear(pcRangeOf(ROUGH), [0.5, 0.9]);
  assertNear(pcRangeOf({ ...EVEN, cost_fn: [1e308, 1e308], cost_fp: [1e308, 1e308] }), [0.1, 0.1]);
  // A benefit of a true positive raises the cost of missing it: 0.1 * (9 + 9) against 0.9.
  assertNear(pcRangeOf({ ...EVEN, cost_tp: [-9, -9] }), [2 / 3, 2 / 3]);
  assert.equal(operatingPointOf(EVEN).pc_range, null);
  // The geometric mean of the odds 1 and 9 is 3.
  assertNear([operatingPointOf(ROUGH).pc], [0.75]);
});

test('ranges of conditions that imply one pc have no range of pc', () => {
  const sure: Conditions = { ...EVEN, prior: [1, 1], cost_fn: [1, 9] };
  assert.deepEqual(operatingPointOf(sure), { pc: 1, pc_range: null });
});

test('each combination of range ends has a base cost and the costs of errors', () => {
  const rough: Conditions = {
    ...{ prior: [0.25, 0.5], cost_fp: [3, 3], cost_fn: [9, 9] },
    ...{ cost_tp: [-4, -4], cost_tn: [1, 2] },
  };
  const terms = costTerms(rough, 'prior', { n_cases: 1, currency: '' });
  // 0.25 * -4 + 0.75 * 1, 0.75 * (3 - 1), 0.25 * (9 + 4); then with tn 2, then with prior 0.5.
  assert.deepEqual(terms.kind === 'standing' && terms.corners, [
    [-0.25, 1.5, 3.25],
    [0.5, 0.75, 3.25],
    [-1.5, 1, 6.5],
    [-1, 0.5, 6.5],
  ]);
});

test('exact conditions follow the operating point', () => {
  const at = (pc: number, follows: 'prior' | 'cost_ratio') =>
    effectiveConditions({ conditions: EVEN, pc, pc_range: null, follows });
  assertNear(at(0.9, 'prior').prior, [0.5, 0.5]);
  assertNear(at(0.9, 'prior').cost_fn, [9, 9]);
  assertNear(at(0.9, 'cost_ratio').cost_fn, [81, 81]);
  assertNear(at(0.9, 'cost_ratio').prior, [0.1, 0.1]);
  assert.ok(Number.isFinite(at(1, 'cost_ratio').cost_fn[0]));
});

test('conditions that cannot follow stay unchanged', () => {
  const free: Conditions = { ...EVEN, cost_fn: [0, 0] };
  assert.equal(moveToPc(free, 0.5, 'prior'), null);
  assert.equal(moveToPc({ ...EVEN, prior: [1, 1] }, 0.5, 'cost_ratio'), null);
  assert.equal(
    effectiveConditions({ conditions: free, pc: 0.5, pc_range: null, follows: 'prior' }),
    free,
  );
});

test('conditions that cannot move have fixed terms', () => {
  const kind = (follows: 'prior' | 'cost_ratio', changed: Partial<Conditions> = {}) =>
    costTerms({ ...EVEN, ...changed }, follows, { n_cases: 1, currency: '' }).kind;
  assert.deepEqual([kind('prior'), kind('cost_ratio')], ['moving', 'moving']);
  assert.equal(kind('cost_ratio', { cost_fn: [0, 0] }), 'moving', 'a miss may come to cost');
  for (const changed of [{ cost_fp: [0, 0] }, { cost_fn: [0, 0] }] as const) {
    assert.equal(kind('prior', changed), 'standing');
  }
  for (const changed of [{ cost_fp: [0, 0] }, { prior: [0, 0] }, { prior: [1, 1] }] as const) {
    assert.equal(kind('cost_ratio', changed), 'standing');
  }
  assert.equal(costTerms(ROUGH, 'prior', { n_cases: 1, currency: '' }).kind, 'standing');
});

test('the terms along pc agree with the conditions that follow it', () => {
  const conditions: Conditions = {
    ...{ prior: [0.1, 0.1], cost_fp: [2, 2], cost_fn: [9, 9] },
    ...{ cost_tp: [-3, -3], cost_tn: [0.5, 0.5] },
  };
  for (const variant of [conditions, { ...conditions, cost_fp: [40, 40] } as Conditions]) {
    for (const follows of ['prior', 'cost_ratio'] as const) {
      const terms = costTerms(variant, follows, { n_cases: 1, currency: '' });
      if (terms.kind !== 'moving') throw new Error(terms.kind);
      for (const pc of [0.05, 0.3, 0.8]) {
        const along = ([start, stop]: readonly [number, number]) => start + pc * (stop - start);
        const over = along(terms.over);
        const then = moveToPc(variant, pc, follows);
        for (const name of ['prior', 'cost_fp', 'cost_fn'] as const) {
          assertNear([along(terms[name]) / over], [then?.[name][0] ?? Number.NaN]);
        }
      }
    }
  }
});

test('moving the range of pc keeps all costs within their ranges', () => {
  assertNear(coverRange(ROUGH, [0.6, 0.8])?.cost_fn ?? [], [9, 9]);
  assertNear(coverRange(ROUGH, [0.6, 0.8])?.prior ?? [], [1 / 7, 4 / 13]);
  assert.equal(coverRange({ ...EVEN, cost_fn: [0, 0] }, [0.1, 0.2]), null);
  const every: Conditions = {
    ...{ prior: [0.1, 0.3], cost_fp: [0.7, 1.3], cost_fn: [3.3, 9.1] },
    ...{ cost_tp: [-0.3, -0.1], cost_tn: [-0.7, 0.3] },
  };
  assert.deepEqual(coverRange(every, pcRangeOf(every)), every, 'at its own ends to the last digit');
});

test('default conditions have equal costs and a prevalence of pc', () => {
  assert.deepEqual(defaultConditions(0.2, null), {
    ...UNIT_COSTS,
    prior: [0.2, 0.2],
    cost_fn: [1, 1],
  });
  assert.deepEqual(defaultConditions(0.2, [0.1, 0.3]).prior, [0.1, 0.3]);
  const unset = { conditions: null, pc: null, pc_range: null, follows: 'prior' } as const;
  assert.deepEqual(effectiveConditions(unset).prior, [0.5, 0.5]);
});

test('conditions that Python would reject are invalid', () => {
  assert.ok(areValid(EVEN) && areValid(ROUGH));
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
  for (const change of wrong) assert.ok(!areValid({ ...EVEN, ...change }), JSON.stringify(change));
  const right: Partial<Conditions>[] = [
    { cost_fp: [0, 0] },
    { cost_fn: [0, 0] },
    { prior: [0, 0] },
    { prior: [1, 1] },
    { cost_fp: [0, 0], prior: [0.1, 1] },
    { cost_fn: [0, 0], prior: [0, 0.9] },
    { cost_fp: [3, 3], cost_tn: [3, 3] },
  ];
  for (const change of right) assert.ok(areValid({ ...EVEN, ...change }), JSON.stringify(change));
});
