import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Money } from '../cursor/state.ts';
import { conditionsInWords, costInWords, meaningAt } from './money.ts';

const money: Money = {
  cost_fp: 10,
  cost_fn: 100,
  cost_tp: 20,
  cost_tn: 1,
  prior: 0.05,
  follows: 'prior',
  population: 10_000,
  unit: 'EUR',
};

/** Expected cost of a case by definition. */
function expected(prior: number, costFn: number, fpr: number, tpr: number): number {
  const positive = tpr * money.cost_tp + (1 - tpr) * costFn;
  return prior * positive + (1 - prior) * (fpr * money.cost_fp + (1 - fpr) * money.cost_tn);
}

test('whichever follows, normalised cost scales back to the expected cost of a case', () => {
  for (const follows of ['prior', 'cost_ratio'] as const) {
    for (const pc of [0, 0.1, 0.5, 0.93]) {
      const meaning = meaningAt({ ...money, follows }, pc);
      assert.ok(meaning);
      const [fpr, tpr] = [0.2, 0.7];
      const normalised = (1 - tpr) * pc + fpr * (1 - pc);
      const each = meaning.base + normalised * meaning.worst;
      assert.ok(Math.abs(each - expected(meaning.prior, meaning.costFn, fpr, tpr)) < 1e-9);
      if (follows === 'prior') assert.equal(meaning.costFn, 100);
      else assert.equal(meaning.prior, 0.05);
    }
  }
});

test('without a finite cost nothing is said', () => {
  assert.equal(meaningAt({ ...money, follows: 'cost_ratio' }, 1), null);
});

test('without a prior the prior follows', () => {
  const meaning = meaningAt({ ...money, prior: null, follows: 'cost_ratio' }, 0.5);
  assert.equal(meaning?.prior, 9 / 89);
});

test('amounts are said per case and in all', () => {
  const meaning = { prior: 0.25, costFn: 100, base: 2, worst: 4 };
  assert.equal(costInWords(money, meaning, 0.5), '4 EUR per case, 40\u202f000 EUR in all');
  for (const population of [null, 1]) {
    assert.equal(costInWords({ ...money, population }, meaning, 0.5), '4 EUR per case');
  }
  assert.match(
    conditionsInWords(money, meaning),
    /^prior 0\.25, a false alarm costs 10 EUR, a miss 100 EUR$/,
  );
});
