import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Moving, Standing } from '../wire/state.ts';
import { conditionsInWords, moneyInWords, type Stated, stated } from './money.ts';

const COSTS = { cost_fp: 10, cost_fn: 100, cost_tp: 20, cost_tn: 1 };
const ALARM = COSTS.cost_fp - COSTS.cost_tn;
const MISS = COSTS.cost_fn - COSTS.cost_tp;
const coin = { population: 10_000, unit: 'EUR', cost_tp: 20, cost_tn: 1 };

/** The prior moves: pc = prior * MISS / (prior * MISS + (1 - prior) * ALARM). */
const byPrior: Moving = {
  kind: 'moving',
  ...coin,
  over: [MISS, ALARM],
  prior: [0, ALARM],
  cost_fp: [10 * MISS, 10 * ALARM],
  cost_fn: [100 * MISS, 100 * ALARM],
  base: [1 * MISS, 20 * ALARM],
  worst: [ALARM * MISS, ALARM * MISS],
};

/** The cost of a miss moves, at a prior of 0.05. */
const byMiss: Moving = {
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

test('whichever follows, what is stated leads to pc, and a case costs what it costs', () => {
  for (const money of [byPrior, byMiss]) {
    for (const pc of [0, 0.1, 0.5, 0.93]) {
      const [fpr, tpr] = [0.2, 0.7];
      const said = stated(money, pc, fpr, tpr) as Stated;
      assert.ok(Object.values(said).every(([low, high]) => low === high));
      const [prior, fp, fn] = [said.prior[0], said.cost_fp[0], said.cost_fn[0]];
      const positive = prior * (fn - 20);
      close(positive, pc * (positive + (1 - prior) * (fp - 1)));
      assert.deepEqual([said.cost_tp[0], said.cost_tn[0]], [20, 1]);
      const each = prior * (tpr * 20 + (1 - tpr) * fn) + (1 - prior) * (fpr * fp + (1 - fpr) * 1);
      close(said.perCase[0], each);
      close(fp, 10);
      if (money === byPrior) close(fn, 100);
      else close(prior, 0.05);
    }
  }
});

test('without finite conditions nothing is stated', () => {
  assert.equal(stated(byMiss, 1, 0.2, 0.7), null);
  assert.equal(stated({ ...byMiss, over: [1, -1] }, 0.75, 0.2, 0.7), null);
  assert.equal(stated({ ...byPrior, cost_fn: [Infinity, 1] }, 0.5, 0.2, 0.7), null);
});

const ranges: Standing = {
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
  population: 1,
  unit: '',
};

test('a case costs from the cheapest to the dearest corner of the ranges', () => {
  // 1 + 0.1 + 2 = 3.1, 0.4 + 1 = 1.4, 3 - 0.2 + 0.5 = 3.3.
  const said = stated(ranges, 0.6, 0.2, 0.5) as Stated;
  assert.deepEqual(
    said.perCase.map((end) => end.toFixed(9)),
    ['1.400000000', '3.300000000'],
  );
  assert.deepEqual(
    [said.prior, said.cost_fn, said.cost_tn],
    [
      [0.1, 0.25],
      [9, 12],
      [-2, 0],
    ],
  );
});

test('ranges hold between their ends, these included', () => {
  for (const pc of [0.5, 0.75]) assert.ok(stated(ranges, pc, 0.2, 0.5));
  for (const pc of [0.49, 0.76, Number.NaN]) assert.equal(stated(ranges, pc, 0.2, 0.5), null);
});

const at = (value: number) => [value, value] as const;
const exact: Stated = {
  prior: at(0.25),
  cost_fp: at(10),
  cost_fn: at(100),
  cost_tp: at(0),
  cost_tn: at(0),
  perCase: at(4),
};

test('conditions are told; right answers only where they cost or earn something', () => {
  assert.deepEqual(conditionsInWords(exact, 'EUR'), [
    'prior 0.25',
    'a false alarm costs 10 EUR, a miss 100 EUR',
  ]);
  assert.deepEqual(
    conditionsInWords({ ...exact, prior: [0.1, 0.25], cost_tp: at(-3), cost_tn: [0, 2] }, ''),
    ['prior 0.1 to 0.25', 'a false alarm costs 10, a miss 100, a hit −3, a right rejection 0 to 2'],
  );
  assert.match(conditionsInWords({ ...exact, cost_tp: [-1, 0] }, '').join(), /a hit −1 to 0$/);
});

test('amounts are said per case and in all', () => {
  const many = { ...byPrior, population: 10_000 };
  assert.equal(moneyInWords(exact, many), 'In money: 4 EUR per case, 40,000 EUR in 10,000 cases.');
  assert.equal(
    moneyInWords({ ...exact, perCase: [0.5, 4] }, many),
    'In money: 0.5 to 4 EUR per case, 5,000 to 40,000 EUR in 10,000 cases.',
  );
  assert.equal(moneyInWords(exact, { ...byPrior, population: 1 }), 'In money: 4 EUR per case.');
  assert.equal(
    moneyInWords(exact, { ...byPrior, population: 0.5, unit: '' }),
    'In money: 4 per case, 2 in 0.5 cases.',
  );
});
