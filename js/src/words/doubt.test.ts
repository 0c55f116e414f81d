import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../geometry/hull.ts';
import type { Bands } from '../wire/arrays.ts';
import { Owner } from '../wire/schema.ts';
import { answer } from './answer.ts';
import { flat, POINTS, subject } from './subject.test.ts';
import type { Subject } from './subject.ts';

const said = (pc: number, told: Partial<Subject> = {}) => answer(subject(told), pc);

const WORTH = 'forest is worth using from PC(+) 0.143 to 0.857.';
const NEXT = 'Next is stump: it costs 0.08 more (36.4 %).';
const FOREST = 'use forest, threshold 0.75. It finds 60 % of bad, flags 10 % of good,';
const BEST = `At PC(+) 0.4: ${FOREST} and costs 0.22.`;

/** Bands of the best of all, of the forest and of the stump, one after the other. */
const bands: Bands = {
  pc: Float64Array.of(0, 1, 0, 1, 0, 0.2),
  lower: Float64Array.of(0.125, 0.125, 0.1, 0.2, 0.5, 0.5),
  upper: Float64Array.of(0.25, 0.25, 0.3, 0.4, 0.5, 0.5),
  estimate: Float64Array.of(0.2, 0.2, 0.2, 0.2, 0.5, 0.5),
  owner: Int32Array.of(Owner.BEST, 0, 1),
  start: Int32Array.of(0, 2, 4, 6),
};

test('of several classifiers the band of the best of them is told', () => {
  assert.equal(
    said(0.4, { bands, level: 0.9 }),
    `At PC(+) 0.4: ${FOREST} and costs 0.22 (90 % interval 0.125 to 0.25). ${NEXT} ${WORTH}`,
  );
});

test('of a single classifier, too, the band of the best is told, where it reaches', () => {
  const forest = visible(POINTS, new Set([1]));
  const [to, words] = [0.35, / 0\.22 \(95 % interval 0\.125 to 0\.25\)\. /];
  assert.match(said(0.4, { bands, points: forest }), words);
  const short = { ...bands, pc: Float64Array.of(0, to, 0, 1, 0, 0.2) };
  assert.match(said(0.4, { bands: short, points: forest }), / and costs 0\.22\. /);
});

test('an interval whose ends look the same is one number', () => {
  const narrow = { ...bands, lower: bands.upper };
  assert.match(said(0.4, { bands: narrow }), / \(95 % interval 0\.25\)\. /);
});

test('there is no interval of older data, of a trivial rule, or of somebody else', () => {
  const others = { ...bands, owner: Int32Array.of(5, 6, 7) };
  assert.equal(said(0.4, { bands, stale: true }), said(0.4));
  assert.equal(said(0.4, { bands: others }), said(0.4));
  assert.equal(said(0.05, { bands }), said(0.05));
  const half = { ...bands, lower: flat(Number.NaN) };
  assert.equal(said(0.4, { bands: half }), said(0.4));
  assert.equal(said(0.4, { bands: { ...bands, upper: flat(Number.NaN) } }), said(0.4));
});

const pair = ['forest', 'stump'] as [string, string];
const difference = (lower: number, upper: number) => ({
  pc: flat(0).with(1, 1),
  estimate: flat(-0.08),
  lower: flat(lower),
  upper: flat(upper),
});
const compared = (lower: number, upper: number, told: Partial<Subject> = {}) =>
  said(0.4, { difference: difference(lower, upper), compared: pair, level: 0.9, ...told });

// F8
test('a difference is significant where its interval leaves out zero', () => {
  assert.equal(
    compared(-0.125, -0.0625),
    `${BEST} ${NEXT} forest less stump: −0.08 (90 % interval −0.125 to −0.0625), significant. ${WORTH}`,
  );
  assert.match(compared(0.03, 0.09), / \(90 % interval 0\.03 to 0\.09\), significant\. /);
  assert.match(compared(-0.125, 0.01), / \(90 % interval −0\.125 to 0\.01\), not significant\. /);
  for (const [lower, upper] of [
    [-0.1, 0],
    [0, 0.1],
  ] as const) {
    assert.match(compared(lower, upper), /, not significant\. /);
  }
});

test('nothing is said of a difference that is not tested, not shown, or of older data', () => {
  const plain = said(0.4);
  assert.equal(compared(Number.NaN, 0.1), plain);
  assert.equal(compared(-0.1, Number.NaN), plain);
  assert.equal(compared(-0.125, -0.0625, { stale: true }), plain);
  assert.equal(compared(-0.125, -0.0625, { compared: null }), plain);
  const points = visible(POINTS, new Set([1]));
  assert.equal(compared(-0.125, -0.0625, { points }), said(0.4, { points }));
});
