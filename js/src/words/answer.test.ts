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

test('doing nothing cannot be told apart where limits reach beyond what it costs', () => {
  const { headline } = said(0.3, { bands });
  assert.doesNotMatch(headline, /told apart/);
  for (const edge of [{ upper: flat(0.31) }, { expected: flat(0.31) }]) {
    const told = said(0.3, { bands: { ...bands, ...edge } });
    assert.match(told.headline, /; it cannot be told apart from calling all good\.$/);
  }
});

test('what a choice saves over a range could be chance at its ends', () => {
  const over = (upper: number) =>
    said(0.3, {
      pcRange: [0.2, 0.34],
      bands: { ...bands, upper: flat(upper), expected: flat(upper) },
    }).lines[1] as string;
  assert.match(over(0.15), / less \(34 % bad\)\.$/);
  assert.match(over(0.21), /; what it saves \(20 % bad\) could be chance\.$/);
  assert.match(over(0.4), /; what it saves could be chance at both ends\.$/);
});

/** Tests of the forest's lead: at every place the others cost .06 to .125 more, or so much. */
function tested(least: number, sure: number, doubt = -1): Partial<Subject> {
  const one = (value: number) => Int32Array.of(value);
  return {
    winners: {
      pc: Float64Array.of(0),
      owner: one(0),
      sure: one(sure),
      doubt: one(doubt),
      among: one(0),
    },
    leads: {
      owner: Int32Array.of(0, 0),
      other: Int32Array.of(1, 1),
      pc: Float64Array.of(0, 1),
      least: flat(least),
      most: flat(0.125),
    },
  };
}

test('a lead is clear, in doubt with somebody, or not tested', () => {
  const { headline, lines } = said(0.4, tested(0.06, 1));
  assert.match(headline, /; clearly cheaper than stump\.$/);
  assert.match(
    lines[1] as string,
    /; stump, the next best, 300 on these data; expect 60 to 125 more \(95 %\)\.$/,
  );
  const doubt = said(0.4, tested(-0.01, 0, 1));
  assert.match(doubt.headline, /on; it cannot be told apart from stump\.$/);
  assert.match(doubt.lines[1] as string, /300 on these data; expect 10 less to 125 more/);
  assert.match(said(0.4, tested(0.06, -1)).headline, /than stump \(others not tested\)\.$/);
  const third = { ...tested(0.06, 0, 2), names: ['forest', 'stump', 'third'] };
  assert.match(
    said(0.4, third).headline,
    /; clearly cheaper than stump, but it cannot be told apart from third\.$/,
  );
  assert.deepEqual(said(0.4, tested(Number.NaN, -1)), said(0.4));
});

test('over a range it is said where a lead is clear', () => {
  const over = (told: Partial<Subject>) => said(0.4, { pcRange: [0.3, 0.5], ...told }).headline;
  assert.match(over(tested(0.06, 1)), /; clearly cheaper than stump all over your range\.$/);
  assert.match(
    over(tested(-1, 0, 1)),
    /; it cannot be told apart from stump anywhere in your range/,
  );
  const { winners, leads } = tested(0.06, 1) as Required<Pick<Subject, 'winners' | 'leads'>>;
  const halves = { ...winners, pc: Float64Array.of(0, 0.4), owner: Int32Array.of(0, 0) };
  const half = { ...halves, sure: Int32Array.of(0, 1), doubt: Int32Array.of(1, -1) };
  assert.match(over({ leads, winners: half }), /cheaper than stump in part of your range only\.$/);
  const other = { ...half, owner: Int32Array.of(0, 1) };
  assert.match(
    over({ leads, winners: other }),
    /; stump is clearly cheaper in part of your range\.$/,
  );
  const unsure = { ...other, sure: new Int32Array(2) };
  assert.match(over({ leads, winners: unsure }), /apart from stump anywhere in your range\.$/);
  // Both cost the same all over it, so that neither leads the other.
  const tie = { ...unsure, owner: Int32Array.of(Owner.TIE, Owner.TIE) };
  const same = { leads: empty('leads'), winners: tie };
  assert.match(over(same), /apart from stump anywhere in your range\.$/);
  const untested = { ...tie, sure: Int32Array.of(-1, -1) };
  assert.doesNotMatch(over({ ...same, winners: untested }), /apart/);
});

test('who can tell whether the best is better is asked for as long as nobody has', () => {
  const by = (told: Partial<Subject>, pc = 0.4) => answerAndTest(subject(told), pc).panel;
  assert.equal(by({}), 'Uncertainty');
  assert.equal(by({ pcRange: [0.3, 0.5] }), 'Uncertainty');
  assert.equal(by(tested(0.06, 1)), '');
  assert.equal(by({ ...tested(0.06, 1), pcRange: [0.3, 0.5] }), '');
  assert.equal(by(tested(Number.NaN, -1)), 'Uncertainty');
  assert.equal(by({}, 0.01), '', 'nothing beats doing nothing');
  assert.equal(by({ points: visible(POINTS, new Set([1])) }), '');
});

test('without classifiers, or with all hidden, it says what to do', () => {
  const points = visible(POINTS, new Set([0, 1]));
  assert.equal(said(0.4, { points }).headline, 'All classifiers are hidden.');
  assert.equal(said(0.4, { points, names: [] }).headline, 'There is no classifier yet.');
});
