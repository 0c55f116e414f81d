import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FixedTerms, MovingTerms } from '../wire/state.ts';
import {
  CostUnit,
  conditionsAt,
  costVerb,
  fieldText,
  helpOf,
  inDataWords,
  isDefault,
  labelOf,
  rowTitle,
  type StatedConditions,
  statedConditions,
} from './conditions.ts';
import { subject } from './examples.test.ts';

// ---- Row of conditions

test("a field is labelled with the user's words, as in Python", () => {
  assert.equal(labelOf('prior', 'ill', 'EUR'), 'Share of ill');
  assert.equal(labelOf('cost_fn', 'ill', ''), 'A miss costs');
  assert.equal(labelOf('cost_fp', 'ill', 'EUR'), 'A false alarm costs (EUR)');
});

test('a field shows one number or two', () => {
  assert.equal(fieldText('prior', [0.05, 0.05]), '5 %');
  assert.equal(fieldText('prior', [0.01, 0.05]), '1 % to 5 %');
  assert.equal(fieldText('prior', [1e-5, 1e-5]), '0.001 %');
  assert.equal(fieldText('cost_fn', [5, 10]), '5 to 10');
  assert.equal(fieldText('cost_fp', [12345, 12345]), '12345');
});

test('the tooltip of a rare prevalence adds how rare it is', () => {
  assert.ok(helpOf('prior', [1e-5, 1e-5], 'ill').startsWith('0.001 % (1 in 100,000). '));
  assert.ok(helpOf('prior', [0.5, 0.5], 'ill').startsWith('50 %. '));
  assert.ok(helpOf('prior', [0, 0], 'ill').startsWith('0 %. '));
  assert.ok(!helpOf('prior', [0.5, 0.5], 'ill').includes('granted'));
  assert.match(helpOf('prior', [0.1, 0.5], 'ill'), /granted: .* when the share of ill changes/);
});

test('unset conditions are titled as assumed, and default values are recognized', () => {
  assert.equal(rowTitle(null), 'Assumed,\nchange these');
  assert.ok(isDefault('prior', [0.5, 0.5]) && isDefault('cost_fn', [1, 1]));
  assert.ok(!isDefault('prior', [0.4, 0.5]) && !isDefault('cost_fp', [2, 2]));
  assert.equal(inDataWords(0.3726), 'As in these data (37\u00a0%)');
});

// ---- Conditions at one pc, and the cost of a case

const COSTS = { cost_fp: 10, cost_fn: 100, cost_tp: 20, cost_tn: 1 };
const ALARM = COSTS.cost_fp - COSTS.cost_tn;
const MISS = COSTS.cost_fn - COSTS.cost_tp;
const coin = { n_cases: 10_000, currency: 'EUR', cost_tp: 20, cost_tn: 1 };

/** Prior moves: pc = prior * MISS / (prior * MISS + (1 - prior) * ALARM). */
const byPrior: MovingTerms = {
  kind: 'moving',
  ...coin,
  over: [MISS, ALARM],
  prior: [0, ALARM],
  cost_fp: [10 * MISS, 10 * ALARM],
  cost_fn: [100 * MISS, 100 * ALARM],
  base: [1 * MISS, 20 * ALARM],
  worst: [ALARM * MISS, ALARM * MISS],
};

/** Cost of a miss moves, at a prior of 0.05. */
const byMiss: MovingTerms = {
  kind: 'moving',
  ...coin,
  over: [1, 0],
  prior: [0.05, 0],
  cost_fp: [10, 0],
  cost_fn: [20, (0.95 * ALARM) / 0.05],
  base: [0.05 * 20 + 0.95 * 1, 0],
  worst: [0.95 * ALARM, 0.95 * ALARM],
};

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test('the conditions at a pc imply that pc, and the cost of a case', () => {
  for (const money of [byPrior, byMiss]) {
    for (const pc of [0, 0.1, 0.5, 0.93]) {
      const [fpr, tpr] = [0.2, 0.7];
      const conditions = statedConditions(money, pc, fpr, tpr) as StatedConditions;
      assert.ok(Object.values(conditions).every(([low, high]) => low === high));
      const [prior, fp, fn] = [conditions.prior[0], conditions.cost_fp[0], conditions.cost_fn[0]];
      const positive = prior * (fn - 20);
      close(positive, pc * (positive + (1 - prior) * (fp - 1)));
      assert.deepEqual([conditions.cost_tp[0], conditions.cost_tn[0]], [20, 1]);
      const each = prior * (tpr * 20 + (1 - tpr) * fn) + (1 - prior) * (fpr * fp + (1 - fpr) * 1);
      close(conditions.perCase[0], each);
      close(fp, 10);
      if (money === byPrior) close(fn, 100);
      else close(prior, 0.05);
    }
  }
});

test('benefits that cancel all costs leave no rounding error', () => {
  const corner = [-0.3 * 9, 0.7 * 3, 0.3 * 19] as const; // -2.7 + 2.1 a + 5.7 b
  const money: FixedTerms = { ...ranges, corners: [corner], n_cases: 1e9, currency: 'EUR' };
  const effective = conditionsAt(subject({ money, pcRange: [0.5, 0.75] }), 0.6);
  const unit = CostUnit.of({ ...effective, corners: [corner] }, 'EUR', 1e9, 1e9);
  const rates = { fpr: 0.47142857142857153, tpr: 1 - 0.3 }; // 2.7 up to rounding
  assert.notEqual(corner[0] + corner[1] * rates.fpr + corner[2] * (1 - rates.tpr), 0);
  assert.deepEqual(unit.cost(rates), [0, 0]);
  assert.deepEqual(statedConditions(money, 0.6, rates.fpr, rates.tpr)?.perCase, [0, 0]);
  assert.deepEqual(unit.difference(rates, { ...rates, fpr: rates.fpr + 1e-16 }), [0, 0]);
  assert.equal(unit.fromNormalized(2.7 / 7.8), 0);
  assert.notEqual(unit.fromNormalized((1 + 1e-7) * (2.7 / 7.8)), 0);
});

test('without finite conditions there are none at a pc', () => {
  assert.equal(statedConditions(byMiss, 1, 0.2, 0.7), null);
  assert.equal(statedConditions({ ...byMiss, over: [1, -1] }, 0.75, 0.2, 0.7), null);
  assert.equal(statedConditions({ ...byPrior, cost_fn: [Infinity, 1] }, 0.5, 0.2, 0.7), null);
});

const ranges: FixedTerms = {
  kind: 'standing',
  pc: [0.5, 0.75],
  prior: [0.1, 0.25],
  cost_fp: [1, 1],
  cost_fn: [9, 12],
  cost_tp: [0, 0],
  cost_tn: [-2, 0],
  corners: [
    [1, 0.5, 4],
    [0, 2, 2],
    [3, -1, 1],
  ],
  n_cases: 1,
  currency: '',
};

test('the cost of a case ranges from the lowest to the highest corner', () => {
  // 1 + 0.1 + 2 = 3.1, 0.4 + 1 = 1.4, 3 - 0.2 + 0.5 = 3.3.
  const conditions = statedConditions(ranges, 0.6, 0.2, 0.5) as StatedConditions;
  assert.deepEqual(
    conditions.perCase.map((end) => end.toFixed(9)),
    ['1.400000000', '3.300000000'],
  );
  assert.deepEqual(
    [conditions.prior, conditions.cost_fn, conditions.cost_tn],
    [
      [0.1, 0.25],
      [9, 12],
      [-2, 0],
    ],
  );
});

test('ranges apply between their ends, inclusive', () => {
  for (const pc of [0.5, 0.75]) assert.ok(statedConditions(ranges, pc, 0.2, 0.5));
  for (const pc of [0.49, 0.76, Number.NaN])
    assert.equal(statedConditions(ranges, pc, 0.2, 0.5), null);
});

test('the terms in effect have the base cost of a case and the cost of each error', () => {
  for (const pc of [0.1, 0.5, 0.93]) {
    const effective = conditionsAt(subject({ money: byPrior }), pc);
    const [share] = effective.prior;
    const [base, alarm, miss] = effective.corners[0] as readonly number[];
    close(base as number, share * COSTS.cost_tp + (1 - share) * COSTS.cost_tn);
    close(alarm as number, (1 - share) * ALARM);
    close(miss as number, share * MISS);
    assert.equal(costVerb(effective), 'Its errors cost');
  }
  const assumed = conditionsAt(subject(), 0.2);
  assert.deepEqual(assumed.corners, [[0, 0.8, 0.2]]);
  assert.equal(costVerb(assumed), 'It costs');
});
