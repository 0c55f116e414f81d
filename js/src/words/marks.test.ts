import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conditions, Range } from '../wire/state.ts';
import { handleInWords, litInWords, markOf, shortNames } from './marks.ts';
import { POINTS, subject } from './subject.test.ts';

test('names are cut where they are long, and stay apart where they begin alike', () => {
  const names = [
    'forest',
    'gradient boosting, deep',
    'gradient boosting, flat',
    'logistic regression',
  ];
  assert.deepEqual(shortNames(names, 24), names);
  assert.deepEqual(shortNames(names, 14), [
    'forest',
    'gradien…, deep',
    'gradien…, flat',
    'logistic regr…',
  ]);
  for (const letters of [24, 14, 8]) {
    assert.ok(shortNames(names, letters).every((name) => name.length <= letters));
  }
});

test('a choice is told by its threshold, by its label, or by its name alone', () => {
  const told = subject();
  assert.equal(markOf(told, { owner: 0, threshold: 0.758, point: 1 }), 'forest ≥ 0.758');
  assert.equal(markOf(told, { owner: 1, threshold: Number.NaN, point: 4 }), 'stump');
  const labels = ['', '', '', '', 'strict'];
  assert.equal(markOf({ ...told, labels }, { owner: 1, threshold: 1, point: 4 }), 'stump (strict)');
  assert.equal(markOf(told, { owner: -1, threshold: Infinity, point: -1 }), 'call all good');
});

test('what is lit is told where it is lit', () => {
  const told = subject();
  const point = { kind: 'point', index: 1 } as const;
  assert.deepEqual(litInWords(point, told, 'roc'), [
    'forest ≥ 0.75',
    'finds 60 % of bad',
    'flags 10 % of good',
  ]);
  assert.deepEqual(litInWords(point, told, 'cost'), ['forest ≥ 0.75']);
  assert.deepEqual(litInWords({ kind: 'point', index: 0 }, told, 'cost'), ['call all good']);
  assert.deepEqual(litInWords({ kind: 'point', index: 3 }, told, 'cost'), ['call all bad']);
  assert.deepEqual(litInWords({ kind: 'point', index: 99 }, told, 'roc'), []);
  const edge = { kind: 'edge', index: 1 } as const;
  assert.deepEqual(litInWords(edge, told, 'cost'), ['cost 0.25']);
  assert.deepEqual(litInWords(edge, told, 'roc'), ['both ends cost 0.25', 'at PC(+) 0.5']);
  const free = { kind: 'free', x: 0.2, y: 0.4 } as const;
  assert.deepEqual(litInWords({ ...free, space: 'cost' }, told, 'cost'), ['cost 0.4']);
  assert.deepEqual(litInWords({ ...free, space: 'cost' }, told, 'roc'), [
    'cost 0.4',
    'at PC(+) 0.2',
  ]);
  assert.deepEqual(litInWords({ ...free, space: 'roc' }, told, 'roc'), [
    'finds 40 % of bad, flags 20 % of good',
  ]);
  assert.deepEqual(litInWords({ ...free, space: 'roc' }, told, 'cost'), []);
  assert.equal(POINTS.owner.length, 5);
});

const conditions = (prior: Range, alarm: Range, miss: Range): Conditions => ({
  prior,
  cost_fp: alarm,
  cost_fn: miss,
  cost_tp: [0, 0],
  cost_tn: [0, 0],
});

test('the handle says what it stands for, at most in as many words as there is room for', () => {
  const one: Range = [1, 1];
  const say = (...given: Parameters<typeof handleInWords>) => handleInWords(...given)[0];
  const half = conditions([0.5, 0.5], one, one);
  assert.equal(say(half, 'malignant', 0.5, null, false), 'PC(+) 0.5: half are malignant');
  const fifth = conditions([0.2, 0.2], one, one);
  assert.equal(say(fifth, 'ill', 0.2, null, false), 'PC(+) 0.2: 20 % are ill');
  assert.equal(say(fifth, 'ill', 0.2, null, true), '20 % ill, both errors cost the same');
  const range = conditions([0.01, 0.05], one, [5, 10]);
  const over: Range = [0.05, 0.35];
  const middle = Math.sqrt((0.05 / 0.95) * (0.35 / 0.65));
  assert.deepEqual(handleInWords(range, 'malignant', middle / (1 + middle), over, true), [
    'middle of your range: 2.3 % malignant, a miss costs 7.1',
    '2.3 % malignant, a miss costs 7.1',
    'middle of your range: 2.3 % malignant',
    '2.3 % malignant',
    'PC(+) 0.144',
  ]);
  assert.deepEqual(handleInWords(range, 'malignant', 0.3, over, true), ['PC(+) 0.3', 'PC(+) 0.3']);
  const dear = conditions([0.1, 0.1], [2, 2], [30, 30]);
  assert.equal(say(dear, 'ill', 0.6, null, true), '10 % ill, a miss costs 15 false alarms');
  const mixed = { ...dear, cost_tp: one };
  assert.equal(say(mixed, 'ill', 0.6, null, true), '10 % ill');
});
