import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildScene, upperHull } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import { emptyGroup } from '../wire/state.ts';
import { POINTS, subject } from './examples.test.ts';
import { buildSubject, type SubjectState } from './subject.ts';

const winners = {
  pc: Float64Array.of(0, 0.25, 0.75),
  owner: Int32Array.of(Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE),
  significance: Int32Array.of(1, 1, 0),
  challenger: Int32Array.of(-1, -1, 1),
  among: Int32Array.of(0, 1),
};
const STATE: SubjectState = {
  points: POINTS,
  hull: upperHull(POINTS),
  winners,
  winners_at_pc: winners,
  leads: emptyGroup('leads'),
  bands: emptyGroup('bands'),
  difference: emptyGroup('difference'),
  in_use: emptyGroup('in_use'),
  losses: emptyGroup('losses'),
  names: ['forest', 'stump'],
  classes: ['good', 'bad'],
  labels: [],
  compared: null,
  money: null,
  range_choice: null,
  level: 0.95,
  stale: false,
  pending: false,
  stability: null,
  background: [],
  reversed: [],
  folded: [],
  trials: [],
  joined: [],
  n_cases: 1,
  currency: '',
  hidden: [],
  pc_range: null,
  criterion: null,
};

test('the state from Python is used unchanged while no classifier has been hidden since', () => {
  const scene = buildScene(STATE);
  assert.equal(scene.points, STATE.points);
  assert.equal(scene.hull, STATE.hull);
  assert.equal(scene.winners, winners);
  assert.deepEqual([...scene.own.keys()], [0, 1]);
});

test('hiding a classifier without a hull corner keeps the hull and recomputes the ribbon', () => {
  const scene = buildScene({ ...STATE, hidden: [1] });
  assert.equal(scene.hull, STATE.hull);
  assert.deepEqual([...scene.own.keys()], [0]);
  assert.deepEqual([...scene.winners.among], [0]);
  assert.deepEqual([...scene.winners.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual([...scene.winners.significance], [-1, -1, -1]);
  const current = { ...winners, among: Int32Array.of(0) };
  assert.equal(buildScene({ ...STATE, hidden: [1], winners: current }).winners, current);
});

test("Python's choice for a range is dropped after hiding a classifier", () => {
  const rangeChoice = {
    over: [0.2, 0.6],
    name: 'stump',
    rule: 'stump',
    use: 'use stump',
    is_baseline: false,
    fpr: 0.3,
    tpr: 0.7,
    regret: [0.1, 0.08],
  } as const;
  const about = (hidden: number[]) => {
    const state = { ...STATE, range_choice: rangeChoice, hidden };
    return buildSubject(state, buildScene(state)).range_choice;
  };
  assert.equal(about([]), rangeChoice);
  assert.equal(about([0]), undefined);
});

test('hiding the best classifier recomputes hull and ribbon', () => {
  const { hull, winners: remaining, points } = buildScene({ ...STATE, hidden: [0] });
  assert.deepEqual([...hull.owner], [Owner.BASELINE, 1, Owner.BASELINE]);
  assert.deepEqual([...remaining.owner], [Owner.ALL_NEGATIVE, 1, Owner.ALL_POSITIVE]);
  assert.deepEqual(
    [...remaining.pc].map((pc) => pc.toFixed(9)),
    ['0.000000000', '0.300000000', '0.700000000'],
  );
  assert.ok(Number.isNaN(points.fpr[1]));
  assert.equal(points.fpr[4], 0.3);
});

test('a missing ribbon is computed', () => {
  const scene = buildScene({ ...STATE, winners: emptyGroup('winners') });
  assert.deepEqual([...scene.winners.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  // Without classifiers the baselines remain.
  const none = buildScene({ ...STATE, hidden: [0, 1], winners: emptyGroup('winners') });
  assert.deepEqual([...none.winners.owner], [Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE]);
  assert.deepEqual([...none.winners.pc], [0, 0.5]);
});

test("the subject combines the visible classifiers with the user's settings", () => {
  const scene = buildScene({ ...STATE, hidden: [1] });
  const { money, bands, difference, in_use, pending, ...about } = buildSubject(STATE, scene);
  assert.deepEqual(
    [money, difference, in_use, pending],
    [null, STATE.difference, STATE.in_use, false],
  );
  // Python's best choice is outdated after hiding a classifier.
  assert.equal(bands, undefined);
  const winners = { ...STATE.winners, among: Int32Array.of(0, 1) };
  assert.equal(buildSubject(STATE, buildScene({ ...STATE, winners })).bands, STATE.bands);
  const { winners: _winners, hidden: _hidden, ...required } = about as typeof about & SubjectState;
  const { pc_range: _range, criterion: _criterion, ...plain } = required;
  assert.deepEqual(plain, subject({ points: scene.points, hull: scene.hull, own: scene.own }));
  const set = { ...STATE, pc_range: [0.2, 0.4] as [number, number] };
  assert.deepEqual(buildSubject(set, scene).pcRange, [0.2, 0.4]);
  const answer = { owner: 0, threshold: 0.75, rates: [0.1, 0.6] } as const;
  const choice = { ...answer, rule: 'forest', headline: 'Youden: use forest' } as const;
  const chosen = buildSubject(
    { ...STATE, criterion: { kind: 'youden', ...choice } as never },
    scene,
  );
  assert.deepEqual(chosen.choice, {
    ...choice,
    after: '',
    gain: '',
    mix: '',
    note: '',
    limit: null,
  });
  assert.equal(buildSubject({ ...STATE, criterion: { kind: 'youden' } }, scene).choice, null);
  const limit = { fpr: 1, tpr: 0, most: 0.3, number: 'max_fpr' };
  const moved = buildSubject(
    { ...STATE, criterion: { kind: 'neyman_pearson', limit } },
    scene,
  ).choice;
  assert.equal(
    moved?.headline,
    'With at most 30 % false alarms (on this dataset): use forest, from score 0.75 on',
  );
});
