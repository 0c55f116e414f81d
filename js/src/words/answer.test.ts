import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visiblePoints } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import { type Bands, emptyGroup, type FixedTerms, type RangeChoice } from '../wire/state.ts';
import { answer, answerAndTest } from './answer.ts';
import { flat, POINTS, pointsOf, subject } from './examples.test.ts';
import type { Subject } from './subject.ts';

/** The usual points, and a third classifier that is worse than the stump. */
const THREE = pointsOf(
  [0, 0, 0, Infinity],
  [0, 0.1, 0.6, 0.75],
  [0, 0.4, 0.9, 0.5],
  [0, 1, 1, 0.1],
  [1, 0.3, 0.7, Number.NaN],
  [2, 0.35, 0.65, Number.NaN],
);

// The contract tests cover what Python can produce; these cases occur only on the page.

const adviceFor = (pc: number, state: Partial<Subject> = {}) => answer(subject(state), pc);

test('the advice at one pc has assumptions, expected counts, cost and useful range', () => {
  // 0.4 * 0.4 + 0.1 * 0.6 = 0.22; the stump costs 0.3 * 0.4 + 0.3 * 0.6 = 0.3.
  const { headline, lines } = adviceFor(0.4);
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

test("for a range, Python's choice is used if it belongs to the same range", () => {
  const rangeChoice: RangeChoice = {
    over: [0.1, 0.7],
    name: 'forest',
    rule: 'forest, threshold 0.6',
    use: 'use forest, from score 0.6 on',
    is_baseline: false,
    fpr: 0.2,
    tpr: 0.75,
    regret: [0.105, 0.045],
  };
  assert.match(
    adviceFor(0.4, { range_choice: rangeChoice, pcRange: [0.1, 0.7] }).headline,
    /: use forest, from score 0\.6 on/,
  );
  assert.match(
    adviceFor(0.4, { range_choice: rangeChoice, pcRange: [0.1, 0.65] }).headline,
    /: use forest, from score 0\.75 /,
  );
});

test('a threshold in use has an expected loss, unless it is the recommended one', () => {
  const used = (threshold: number, fpr: number, tpr: number) => ({
    owner: Int32Array.of(0),
    threshold: Float64Array.of(threshold),
    fpr: Float64Array.of(fpr),
    tpr: Float64Array.of(tpr),
  });
  const [pc, expected, lower, upper] = [Float64Array.of(0, 1), flat(0.01), flat(-0.02), flat(0.03)];
  const losses = { mark: new Int32Array(2), pc, expected, lower, upper };
  const today = (in_use: ReturnType<typeof used>) => adviceFor(0.4, { in_use, losses }).lines[2];
  assert.equal(
    today(used(0.5, 0.4, 0.9)),
    "Today's threshold, forest from score 0.5 on, is expected to cost as much as 10 false alarms more per 1,000 cases (95 %: 20 less to 30 more, could be chance).",
  );
  assert.equal(
    today(used(0.75, 0.1, 0.6)),
    "Today's threshold, forest from score 0.75 on, costs the same.",
  );
});

test('results of resampling are shown only at the pc they were computed for', () => {
  const resampling = { pc: 0.4, words: 'forest is the cheapest here in all 200 resamples.' };
  assert.ok(adviceFor(0.4, { stability: resampling }).why.includes(resampling.words));
  assert.ok(!adviceFor(0.41, { stability: resampling }).why.includes(resampling.words));
  const rule = { ...resampling, pc: 0.01 };
  assert.ok(adviceFor(0.01, { stability: rule }).why.includes(resampling.words));
});

test('conditions of another range do not apply to a dragged range', () => {
  const money: FixedTerms = {
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
    n_cases: 1,
    currency: '',
  };
  assert.match(
    adviceFor(0.6, { money, pcRange: [0.5, 0.75] }).lines[0] as string,
    /100 to 250 are bad/,
  );
  assert.match(
    adviceFor(0.6, { money, pcRange: [0.4, 0.75] }).headline,
    /^If 40 % to 75 % are bad and/,
  );
});

const bands: Bands = {
  pc: Float64Array.of(0, 0.35),
  estimate: Float64Array.of(0.15, 0.15),
  lower: Float64Array.of(0.125, 0.125),
  upper: Float64Array.of(0.25, 0.25),
  expected: Float64Array.of(0.2, 0.2),
  useful_from: Float64Array.of(0.15, NaN),
  useful_to: Float64Array.of(0.65, NaN),
  owner: Int32Array.of(0, Owner.BEST),
  with_expected: Int32Array.of(),
};

test('there is no interval without estimates', () => {
  assert.match(
    adviceFor(0.3, { bands }).lines[1] as string,
    / expect 200 in use \(95 %: 125 to 250\)\.$/,
  );
  assert.deepEqual(
    adviceFor(0.3, { bands: { ...emptyGroup('bands'), owner: bands.owner } }),
    adviceFor(0.3),
  );
});

test("a choice is not significant against a baseline if its interval includes the baseline's cost", () => {
  const { headline } = adviceFor(0.3, { bands });
  assert.doesNotMatch(headline, /told apart/);
  const advice = adviceFor(0.3, { bands: { ...bands, upper: flat(0.31) } });
  assert.match(advice.headline, /; it cannot be told apart from calling all good\.$/);
});

test('a cost is marked as observed while the expected one is being estimated', () => {
  assert.match(
    adviceFor(0.3, { pending: true }).lines[1] as string,
    /^Its errors .* on these data \(what to expect is being estimated\)/,
  );
});

test('a baseline is recommended if the classifier is expected to cost more', () => {
  const { headline, lines } = adviceFor(0.3, { bands: { ...bands, expected: flat(0.31) } });
  assert.match(headline, /: call all good; no classifier is expected to cost less\.$/);
  assert.match(
    lines[1] as string,
    /^forest looks cheaper on these data \(0\.19 against 0\.3\), but is expected to cost 0\.31\.$/,
  );
});

test('over a range, savings may be due to chance at one or both ends', () => {
  const over = (upper: number) =>
    adviceFor(0.3, {
      pcRange: [0.2, 0.34],
      bands: { ...bands, upper: flat(upper), expected: bands.estimate },
    }).lines[1] as string;
  assert.match(over(0.15), / less \(34 % bad\)\.$/);
  assert.match(over(0.21), /; what it saves \(20 % bad\) could be chance\.$/);
  assert.match(over(0.4), /; what it saves could be chance at both ends\.$/);
});

/** Return test results of the forest's lead over the stump, with the given lower limit. */
function testResults(least: number, significance: number, doubt = -1): Partial<Subject> {
  const single = (value: number) => Int32Array.of(value);
  return {
    winners_at_pc: {
      pc: Float64Array.of(0),
      owner: single(0),
      significance: single(significance),
      challenger: single(doubt),
      among: single(0),
    },
    leads: {
      owner: Int32Array.of(0, 0),
      other: Int32Array.of(1, 1),
      pc: Float64Array.of(0, 1),
      lower: flat(least),
      upper: flat(0.125),
    },
  };
}

test('a lead is significant, not significant against a named classifier, or not tested', () => {
  const { headline, lines } = adviceFor(0.4, testResults(0.06, 1));
  assert.match(headline, /; clearly cheaper than stump\.$/);
  assert.match(
    lines[1] as string,
    /; stump, the next best, 300 on these data; expect 60 to 125 more \(95 %\)\.$/,
  );
  const doubt = adviceFor(0.4, testResults(-0.01, 0, 1));
  assert.match(doubt.headline, /on; it cannot be told apart from stump\.$/);
  assert.match(doubt.lines[1] as string, /300 on these data; expect 10 less to 125 more/);
  const [names, points] = [['forest', 'stump', 'third'], THREE];
  const known = { ...testResults(0.06, 1), names, points };
  assert.match(adviceFor(0.4, known).headline, /than stump \(others not tested\)\.$/);
  const leads = {
    owner: new Int32Array(4),
    other: Int32Array.of(1, 1, 2, 2),
    pc: Float64Array.of(0, 1, 0, 1),
    lower: Float64Array.of(0.06, 0.06, -0.01, -0.01),
    upper: new Float64Array(4).fill(0.125),
  };
  assert.match(
    adviceFor(0.4, { ...known, leads }).headline,
    /; clearly cheaper than stump, but it cannot be told apart from third\.$/,
  );
  assert.deepEqual(adviceFor(0.4, testResults(Number.NaN, -1)), adviceFor(0.4));
});

test('the reasons have the limits and the verdict of the headline', () => {
  const reasons = (state: Partial<Subject>) => adviceFor(0.4, state).why.join(' ');
  const lead = 'Cost of stump less that of forest: 0.08 on these data';
  const clear = reasons(testResults(0.06, 1));
  assert.ok(clear.includes(`${lead} (95 % interval 0.06 to 0.125), significant.`));
  const doubt = reasons(testResults(-0.01, 0, 1));
  assert.ok(doubt.includes(`${lead} (95 % interval −0.01 to 0.125), not significant.`));
  const ends = reasons({ ...testResults(0.06, 1), pcRange: [0.3, 0.5] });
  for (const place of ['0.3', '0.5']) assert.ok(ends.includes(`of forest at PC(+) ${place}: `));
  assert.doesNotMatch(reasons(testResults(Number.NaN, -1)), /less that of/);
});

test('over a range the advice names where a lead is significant', () => {
  const over = (state: Partial<Subject>) =>
    adviceFor(0.4, { pcRange: [0.3, 0.5], ...state }).headline;
  assert.match(
    over(testResults(0.06, 1)),
    /; clearly cheaper than stump at each PC\(\+\) of your range, each at its best threshold there\.$/,
  );
  assert.match(
    over(testResults(-1, 0, 1)),
    /; it cannot be told apart from stump at any single PC\(\+\) of your range/,
  );
  const { winners_at_pc: winners, leads } = testResults(0.06, 1) as Required<
    Pick<Subject, 'winners_at_pc' | 'leads'>
  >;
  const halves = { ...winners, pc: Float64Array.of(0, 0.4), owner: Int32Array.of(0, 0) };
  const half = { ...halves, significance: Int32Array.of(0, 1), challenger: Int32Array.of(1, -1) };
  assert.match(over({ leads, winners_at_pc: half }), /apart from stump in part of your range\.$/);
  const rival = { ...half, owner: Int32Array.of(0, 1) };
  assert.match(
    over({ leads, winners_at_pc: rival }),
    /; stump is clearly cheaper at some single PC\(\+\) of your range, each at its best threshold there\.$/,
  );
  const unsure = { ...rival, significance: new Int32Array(2) };
  assert.match(
    over({ leads, winners_at_pc: unsure }),
    /apart from stump at any single PC\(\+\) of your range\.$/,
  );
  // Both have the same cost everywhere, so neither leads.
  const tie = { ...unsure, owner: Int32Array.of(Owner.TIE, Owner.TIE) };
  const tied = { leads: emptyGroup('leads'), winners_at_pc: tie };
  assert.match(over(tied), /apart from stump at any single PC\(\+\) of your range\.$/);
  const untested = { ...tie, significance: Int32Array.of(-1, -1) };
  assert.doesNotMatch(over({ ...tied, winners_at_pc: untested }), /apart/);
});

test('the panel for testing is offered while a difference is untested', () => {
  const by = (state: Partial<Subject>, pc = 0.4) => answerAndTest(subject(state), pc).panel;
  assert.equal(by({}), 'Uncertainty');
  assert.equal(by({ pcRange: [0.3, 0.5] }), 'Uncertainty');
  assert.equal(by(testResults(0.06, 1)), '');
  assert.equal(by({ ...testResults(0.06, 1), pcRange: [0.3, 0.5] }), '');
  assert.equal(by(testResults(Number.NaN, -1)), 'Uncertainty');
  assert.equal(by({}, 0.01), '', 'nothing beats doing nothing');
  assert.equal(by({ points: visiblePoints(POINTS, new Set([1])) }), '');
});

test('without visible classifiers the advice explains what to do', () => {
  const points = visiblePoints(POINTS, new Set([0, 1]));
  assert.equal(adviceFor(0.4, { points }).headline, 'All classifiers are hidden.');
  assert.equal(adviceFor(0.4, { points, names: [] }).headline, 'There is no classifier yet.');
});
