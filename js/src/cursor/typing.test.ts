import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recommended } from '../geometry/choosing.ts';
import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { Context } from '../layer/part.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { questionOf, readRates } from './typing.ts';

/** A figure to be typed into, and what was set by it. */
function desk({ face = 'cost', axis = 'pc', points = POINTS, hover = null as unknown } = {}) {
  const set: unknown[] = [];
  const exact = (value: number) => [value, value];
  const values: Record<string, unknown> = {
    ...{ axis, pc: 0.25, names: ['forest', 'stump'], classes: ['good', 'bad'] },
  };
  const duality = {
    hover,
    scene: { points, own: ownHulls(points), hull: upperHull(points) },
    recommended: recommended(points, upperHull(points), 0.25, null, null),
    inForce: {
      ...{ prior: exact(0.2), cost_fp: exact(1), cost_fn: exact(4) },
      ...{ cost_tp: exact(0), cost_tn: exact(0) },
    },
    get: (name: string) => values[name],
    try: (name: string, value: unknown) => set.push([name, value]),
    tryRange: (range: unknown) => set.push(['range', range]),
    settle: () => set.push('settled'),
  };
  const asked = questionOf({ duality, face } as unknown as Context);
  return { duality, set, asked };
}

test('a place or a range is typed as the axis is labelled', () => {
  for (const [axis, words, text, done] of [
    ['pc', 'PC(+), or a range', '30 %', ['pc', 0.3]],
    ['logit', 'PC(+), or a range', '0.1 - 0.3', ['range', [0.1, 0.3]]],
    // Four times as dear to miss: a share of 0.2 is a PC(+) of 0.8 / (0.8 + 0.8).
    ['prior', 'Share of bad, or a range', '1 in 5', ['pc', 0.5]],
    ['cost_ratio', 'Cost ratio, or a range', '4', ['pc', 0.5]],
  ] as const) {
    const { set, asked } = desk({ axis });
    assert.equal(asked.words, words);
    assert.equal(asked.answer(text), null);
    assert.deepEqual(set, [done, 'settled']);
  }
});

test('what is wrong is said, and nothing is set', () => {
  for (const [text, words] of [
    ['', 'Type a number, or two with "-" between them.'],
    ['1.2', 'It lies between 0 and 1.'],
    ['0.3 - 0.1', 'The lower end comes first.'],
    ['1,234', 'This may be read in two ways: write 1234 or 1.234.'],
  ] as const) {
    const { set, asked } = desk();
    assert.equal(asked.answer(text), words);
    assert.deepEqual(set, []);
  }
  assert.equal(desk({ axis: 'cost_ratio' }).asked.answer('-1'), 'It is 0 or more.');
});

test('thresholds and rates light the point that has them', () => {
  for (const [text, index] of [
    ['0.5', 2],
    ['0.6', 1],
    ['7', 0],
    ['0', 3],
    ['finds 60 %', 1],
    ['finds 61 %', 2],
    ['flags 0.39', 1],
    ['fpr = 1', 3],
  ] as const) {
    const { duality, asked } = desk({ face: 'roc' });
    assert.equal(asked.words, 'Threshold of forest, or rates');
    assert.equal(asked.answer(text), null);
    assert.deepEqual(duality.hover, { kind: 'point', index }, text);
  }
});

test('both rates are a free place, and who is lit is who is asked for', () => {
  const { duality, asked } = desk({ face: 'roc', hover: { kind: 'point', index: 4 } });
  assert.equal(asked.words, 'Threshold of stump, or rates');
  assert.equal(asked.answer('0.5'), 'stump has no thresholds with numbers: type a rate.');
  assert.equal(asked.answer('finds 80 %, flags 10 %'), null);
  assert.deepEqual(duality.hover, { kind: 'free', space: 'roc', x: 0.1, y: 0.8 });
  const none = desk({ face: 'roc', points: pointsOf() });
  assert.equal(none.asked.answer('0.5'), 'There is no classifier to see.');
});

test('rates beyond 1, ranges and words are no rates', () => {
  for (const text of ['finds 120 %', 'finds 0.1 - 0.2', 'flags', '0.1 - 0.2', 'some']) {
    assert.equal(readRates(text), null, text);
  }
  assert.deepEqual(readRates('tpr=0,8 fpr=1/4'), { tpr: 0.8, fpr: 0.25 });
});
