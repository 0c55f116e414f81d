import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { comparison } from './compare.ts';
import { amount } from './numbers.ts';
import { operatingSentence, rangeSentence } from './operating.ts';
import type { Subject } from './words.ts';

const points = {
  fpr: Float64Array.of(0, 0.1, 0.4, 1, 0.3),
  tpr: Float64Array.of(0, 0.6, 0.9, 1, 0.7),
  threshold: Float64Array.of(Infinity, 0.75, 0.5, 0.1, NaN),
  owner: Int32Array.of(0, 0, 0, 0, 1),
};
const hull = upperHull(points);
const subject: Subject = { points, hull, names: ['forest', 'stump'], classes: ['good', 'bad'] };

test('the operating point names the best, its cost, the next one and its range', () => {
  const words = operatingSentence(subject, 0.4);
  assert.match(words, /^PC\(\+\) 0\.4, slope 1\.5: forest @ 0\.75 \(0\.1, 0\.6\) costs 0\.22\. /);
  // The stump costs 0.3 * 0.6 + 0.3 * 0.4 = 0.3.
  assert.match(words, /Next is stump, dearer by 0\.08 \(36\.4 %\)\./);
  assert.match(words, /forest beats the trivial rules from PC\(\+\) 0\.143 to 0\.857\.$/);
});

test('where a trivial rule is best it is named, and no range is claimed', () => {
  const words = operatingSentence(subject, 0.05);
  assert.match(words, /: call all good \(0, 0\) costs 0\.05\./);
  assert.doesNotMatch(words, /beats/);
});

test('band, significance and money are told where they are known', () => {
  const pc = Float32Array.of(0, 1);
  const flat = (value: number) => Float32Array.of(value, value);
  const full: Subject = {
    ...subject,
    bands: {
      pc,
      lower: flat(0.125),
      upper: flat(0.25),
      estimate: flat(0.2),
      owner: Int32Array.of(0),
      start: Int32Array.of(0, 2),
    },
    difference: { pc, estimate: flat(0.25), lower: flat(0.125), upper: flat(0.5) },
    level: 0.9,
    money: {
      cost_fp: 1,
      cost_fn: 1,
      cost_tp: 0,
      cost_tn: 0,
      prior: 0.4,
      follows: 'prior',
      population: 100,
      unit: 'EUR',
    },
  };
  const words = operatingSentence(full, 0.4);
  assert.match(words, /costs 0\.22 \[0\.125, 0\.25\]\./);
  assert.match(words, /0\.22 EUR per case, 22 EUR in all\./);
  assert.match(words, /\[0\.125, 0\.5\] is significant at 90 %\./);
  const stale = operatingSentence({ ...full, stale: true }, 0.4);
  assert.match(stale, /\[0\.125, 0\.25\] \(band of older/);
  assert.doesNotMatch(stale, /significant/);
});

test('a range within one segment needs one threshold', () => {
  assert.equal(
    rangeSentence(subject, hull, [0.2, 0.4]),
    'Insensitive: one threshold covers your whole range 0.2 to 0.4: forest @ 0.75.',
  );
  assert.match(
    rangeSentence(subject, hull, [0.2, 0.7]),
    /needs 2 thresholds: forest @ 0\.75, forest @ 0\.5\.$/,
  );
});

test('two pinned points are compared', () => {
  const pins = [
    { kind: 'point', index: 1 },
    { kind: 'point', index: 2 },
  ] as const;
  assert.equal(
    comparison([...pins], subject, 0.25),
    // 0.1 * 0.75 + 0.4 * 0.25 = 0.175 against 0.4 * 0.75 + 0.1 * 0.25 = 0.325.
    'Pin 1 (forest @ 0.75) is cheaper below PC(+) 0.5, pin 2 (forest @ 0.5) above. At PC(+) 0.25 pin 1 (forest @ 0.75) is cheaper by 0.15.',
  );
  assert.equal(comparison([pins[0]], subject, 0.25), '');
  const free = { kind: 'free', space: 'roc', x: 0.2, y: 0.5 } as const;
  assert.equal(
    comparison([pins[0], free], subject, null),
    'Pin 1 (forest @ 0.75) is nowhere dearer than pin 2.',
  );
});

test('amounts have a real minus sign, their unit, and groups of digits', () => {
  assert.equal(amount(-1234567.2, 'EUR'), '−1\u202f234\u202f567 EUR');
  assert.equal(amount(0.12345, ''), '0.123');
});
