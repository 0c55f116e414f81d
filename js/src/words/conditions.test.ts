import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Moving, Standing } from '../wire/state.ts';
import {
  costVerb,
  fieldText,
  forceAt,
  helpOf,
  inDataWords,
  isUsual,
  labelOf,
  leadOf,
  type Stated,
  stated,
} from './conditions.ts';
import { subject } from './examples.test.ts';

// ---- The row of conditions: what its fields are called, show and take

test('a field is called in the words of the user, as Python calls it', () => {
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

test('of a rare class it is said how rare it is', () => {
  assert.ok(helpOf('prior', [1e-5, 1e-5], 'ill').startsWith('0.001 % (1 in 100,000). '));
  assert.ok(helpOf('prior', [0.5, 0.5], 'ill').startsWith('50 %. '));
  assert.ok(helpOf('prior', [0, 0], 'ill').startsWith('0 %. '));
  assert.ok(!helpOf('prior', [0.5, 0.5], 'ill').includes('granted'));
  assert.match(helpOf('prior', [0.1, 0.5], 'ill'), /granted: .* when the share of ill changes/);
});

test('what nobody has set is assumed, and what is as usual is a default', () => {
  assert.equal(leadOf(null), 'Assumed,\nchange these');
  assert.ok(isUsual('prior', [0.5, 0.5]) && isUsual('cost_fn', [1, 1]));
  assert.ok(!isUsual('prior', [0.4, 0.5]) && !isUsual('cost_fp', [2, 2]));
  assert.equal(inDataWords(0.3726), 'As in these data (37\u00a0%)');
});

// ---- Conditions as they are stated at one pc, and what a case costs

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

test('in force is what a case costs without errors, and what each error adds to it', () => {
  for (const pc of [0.1, 0.5, 0.93]) {
    const force = forceAt(subject({ money: byPrior }), pc);
    const [share] = force.prior;
    const [base, alarm, miss] = force.corners[0] as readonly number[];
    close(base as number, share * COSTS.cost_tp + (1 - share) * COSTS.cost_tn);
    close(alarm as number, (1 - share) * ALARM);
    close(miss as number, share * MISS);
    assert.equal(costVerb(force), 'Its errors cost');
  }
  const assumed = forceAt(subject(), 0.2);
  assert.deepEqual(assumed.corners, [[0, 0.8, 0.2]]);
  assert.equal(costVerb(assumed), 'It costs');
});
