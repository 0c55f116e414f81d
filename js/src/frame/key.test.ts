import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner, plain } from '../wire/schema.ts';
import { empty } from '../wire/state.ts';
import { entriesOf } from './key.ts';

type Told = Parameters<typeof entriesOf>[0];

const TWO: Told = {
  ...plain(),
  names: ['forest', 'tree'],
  bands: empty('bands'),
  in_use: empty('in_use'),
};

const kinds = (told: Partial<Told>) => entriesOf({ ...TWO, ...told }).map(({ kind }) => kind);

test('what is always there is named', () => {
  assert.deepEqual(kinds({}), ['line', 'best', 'rule', 'operating', 'equal', 'ring']);
});

test('what is switched off is not named', () => {
  assert.deepEqual(kinds({ show_lines: false, show_hull: false, show_answer: false }), [
    'rule',
    'operating',
    'equal',
  ]);
  assert.deepEqual(kinds({ show_roc: false, show_cost: false }), []);
});

test('a band, a range, a limit, a mean and a threshold in use are named where there are any', () => {
  const bands = { ...TWO.bands, owner: Int32Array.of(1) };
  assert.ok(kinds({ bands }).includes('band'));
  assert.ok(kinds({ bands: { ...bands, owner: Int32Array.of(Owner.BEST) } }).includes('band'));
  assert.ok(!kinds({ bands, hidden: [1] }).includes('band'));
  assert.ok(!kinds({ bands, show_bands: false }).includes('band'));
  assert.ok(kinds({ pc_range: [0.2, 0.4] }).includes('range'));
  assert.ok(kinds({ average: true }).includes('average'));
  const limit = { fpr: 1, tpr: 0, most: 0.1, number: 'max_fpr' };
  const limited = entriesOf({ ...TWO, criterion: { kind: 'neyman_pearson', limit } });
  const named = limited.find(({ kind }) => kind === 'limit');
  assert.equal(named?.words, 'at most 10 % false alarms');
  const inUse = { ...TWO.in_use, owner: Int32Array.of(0) };
  assert.ok(kinds({ in_use: inUse }).includes('in-use'));
  assert.ok(!kinds({ in_use: inUse, hidden: [0] }).includes('in-use'));
});

test('of hidden classifiers nothing is named', () => {
  assert.deepEqual(kinds({ hidden: [0, 1] }), ['rule', 'operating', 'equal']);
});

test('the level of a band is told', () => {
  const bands = { ...TWO.bands, owner: Int32Array.of(1) };
  const words = entriesOf({ ...TWO, bands, level: 0.95 }).map((entry) => entry.words);
  assert.ok(words.includes('95 % uncertainty'));
});

test('with one figure only its own strokes are named', () => {
  const words = (told: Partial<Told>) => entriesOf({ ...TWO, ...told }).map((one) => one.words);
  assert.ok(words({}).includes('guessing, or calling all the same'));
  assert.ok(words({ show_cost: false }).includes('guessing'));
  assert.ok(words({ show_roc: false }).includes('calling all the same'));
  assert.ok(!kinds({ show_cost: false }).includes('operating'));
  assert.ok(!kinds({ show_roc: false }).includes('equal'));
});
