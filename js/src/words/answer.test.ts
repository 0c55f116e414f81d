import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import { type Bands, empty, type OneChoice, type Standing } from '../wire/state.ts';
import { answer, answerAndTest } from './answer.ts';
import { flat, POINTS, subject } from './examples.test.ts';
import type { Subject } from './subject.ts';

// What both languages say is held by the contract; here stands what only the page can meet.

const said = (pc: number, told: Partial<Subject> = {}) => answer(subject(told), pc);

test('at one place: what is assumed, whom it finds, when it pays, what it costs', () => {
  // 0.4 * 0.4 + 0.1 * 0.6 = 0.22; the stump costs 0.3 * 0.4 + 0.3 * 0.6 = 0.3.
  const { headline, lines } = said(0.4);
  assert.equal(
    headline,
    'If 40 % are bad and both errors cost the same: use forest, from score 0.75 on.',
  );
  assert.deepEqual(lines, [
    'Of 1,000 cases 400 are bad: it finds 240, misses 160, and raises 60 false alarms.',
    'Its errors together weigh as much as 220 false alarms per 1,000 cases; stump, the next best, 300 (not tested: may be chance).',
    'Below 14.3 % bad calling all good costs less than this threshold, above 69.2 % calling all bad; here they weigh 400 and 600.',
  ]);
});

test('of thresholds that are not drawn Python tells the one for its range', () => {
  const one: OneChoice = {
    over: [0.1, 0.7],
    name: 'forest',
    rule: 'forest, threshold 0.6',
    use: 'use forest, from score 0.6 on',
    trivial: false,
    fpr: 0.2,
    tpr: 0.75,
    regret: [0.105, 0.045],
  };
  assert.match(
    said(0.4, { one, pcRange: [0.1, 0.7] }).headline,
    /: use forest, from score 0\.6 on/,
  );
  assert.match(
    said(0.4, { one, pcRange: [0.1, 0.65] }).headline,
    /: use forest, from score 0\.75 /,
  );
});

test('what resamples choose is told only where they were asked', () => {
  const again = { pc: 0.4, words: 'forest is the cheapest here in all 200 resamples.' };
  assert.ok(said(0.4, { again }).why.includes(again.words));
  assert.ok(!said(0.41, { again }).why.includes(again.words));
  const rule = { ...again, pc: 0.01 };
  assert.ok(said(0.01, { again: rule }).why.includes(again.words));
});

test('conditions of another range are not told of the one that a hand has made', () => {
  const money: Standing = {
    kind: 'standing',
    pc: [0.5, 0.75],
    prior: [0.1, 0.25],
    cost_fp: [1, 1],
    cost_fn: [9, 9],
    cost_tp: [0, 0],
    cost_tn: [0, 0],
    corners: [
      [0, 0.9, 0.9],
      [0, 0.75, 2.25],
    ],
    population: 1,
    unit: '',
  };
  assert.match(said(0.6, { money, pcRange: [0.5, 0.75] }).lines[0] as string, /100 to 250 are bad/);
  assert.match(said(0.6, { money, pcRange: [0.4, 0.75] }).headline, /^If 40 % to 75 % are bad and/);
});

const bands: Bands = {
  pc: Float64Array.of(0, 0.35),
  lower: Float64Array.of(0.125, 0.125),
  upper: Float64Array.of(0.25, 0.25),
  expected: Float64Array.of(0.2, 0.2),
  owner: Int32Array.of(0, Owner.BEST),
  foreseen: Int32Array.of(),
};

test('there is no interval of older data, of somebody else, or where the band does not reach', () => {
  assert.match(
    said(0.3, { bands }).lines[1] as string,
    / expect 200 in use \(95 %: 125 to 250\), /,
  );
  assert.deepEqual(said(0.3, { bands, stale: true }), said(0.3));
  assert.deepEqual(said(0.4, { bands }), said(0.4));
  assert.deepEqual(said(0.3, { bands: { ...empty('bands'), owner: bands.owner } }), said(0.3));
});

test('doing nothing may be as good where limits reach beyond what it costs', () => {
  const { headline } = said(0.3, { bands });
  assert.doesNotMatch(headline, /as good/);
  const upper = flat(0.31);
  assert.match(
    said(0.3, { bands: { ...bands, upper } }).headline,
    /; calling all \w+ may be as good\.$/,
  );
  const expected = flat(0.31);
  assert.match(
    said(0.3, { bands: { ...bands, expected } }).headline,
    /; calling all \w+ may be as good\.$/,
  );
});

/** The two that are compared, and a difference that is clear at every place. */
const compared = ['forest', 'stump'] as [string, string];
const difference = {
  pc: Float64Array.of(0, 1),
  estimate: flat(-0.08),
  lower: flat(-0.125),
  upper: flat(-0.06),
};

test('nothing is said of a difference that is not tested, not shown, or of older data', () => {
  const tested = (told: Partial<Subject>) => said(0.4, { difference, compared, ...told });
  assert.match(tested({}).headline, /; clearly cheaper than stump\.$/);
  assert.match(
    tested({ difference: { ...difference, upper: flat(0.01) } }).headline,
    /; stump may be as good\.$/,
  );
  assert.deepEqual(tested({ stale: true }), said(0.4));
  assert.deepEqual(tested({ compared: null }), said(0.4));
  assert.deepEqual(tested({ difference: { ...difference, lower: flat(Number.NaN) } }), said(0.4));
  const points = visible(POINTS, new Set([1]));
  assert.deepEqual(tested({ points }), said(0.4, { points }));
});

test('who can tell whether the best is better is asked for as long as nobody has', () => {
  const by = (told: Partial<Subject>, pc = 0.4) => answerAndTest(subject(told), pc).panel;
  assert.equal(by({}), 'Uncertainty');
  assert.equal(by({ pcRange: [0.3, 0.5] }), 'Uncertainty');
  assert.equal(by({ difference, compared }), '');
  assert.equal(by({ difference, compared, pcRange: [0.3, 0.5] }), '');
  assert.equal(by({ difference, compared: ['forest', 'third'] }), 'Compare');
  assert.equal(by({ difference, compared, stale: true }), 'Uncertainty');
  const unsure = { ...difference, lower: new Float64Array(), upper: new Float64Array() };
  assert.equal(by({ difference: unsure, compared }), 'Uncertainty');
  assert.equal(by({}, 0.01), '', 'nothing beats doing nothing');
  assert.equal(by({ points: visible(POINTS, new Set([1])) }), '');
});

test('without classifiers, or with all hidden, it says what to do', () => {
  const points = visible(POINTS, new Set([0, 1]));
  assert.equal(said(0.4, { points }).headline, 'All classifiers are hidden.');
  assert.equal(said(0.4, { points, names: [] }).headline, 'There is no classifier yet.');
});
