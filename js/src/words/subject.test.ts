import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf, upperHull } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import { empty } from '../wire/state.ts';
import { POINTS, subject } from './examples.test.ts';
import { subjectOf, type Told } from './subject.ts';

const winners = {
  pc: Float64Array.of(0, 0.25, 0.75),
  owner: Int32Array.of(Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE),
  sure: Int32Array.of(1, 1, 0),
  doubt: Int32Array.of(-1, -1, 1),
  among: Int32Array.of(0, 1),
};
const told: Told = {
  points: POINTS,
  hull: upperHull(POINTS),
  winners,
  leads: empty('leads'),
  bands: empty('bands'),
  difference: empty('difference'),
  in_use: empty('in_use'),
  names: ['forest', 'stump'],
  classes: ['good', 'bad'],
  labels: [],
  compared: null,
  money: null,
  one: null,
  level: 0.95,
  stale: false,
  again: null,
  background: [],
  reversed: [],
  folded: [],
  joined: [],
  population: 1,
  unit: '',
  hidden: [],
  pc_range: null,
  criterion: null,
};

test('what Python told is shown as it is while nobody is hidden since', () => {
  const scene = sceneOf(told);
  assert.equal(scene.points, told.points);
  assert.equal(scene.hull, told.hull);
  assert.equal(scene.winners, winners);
  assert.deepEqual([...scene.own.keys()], [0, 1]);
});

test('hiding whoever leans on nothing leaves the hull, and makes the ribbon anew', () => {
  const scene = sceneOf({ ...told, hidden: [1] });
  assert.equal(scene.hull, told.hull);
  assert.deepEqual([...scene.own.keys()], [0]);
  assert.deepEqual([...scene.winners.among], [0]);
  assert.deepEqual([...scene.winners.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  assert.deepEqual([...scene.winners.sure], [-1, -1, -1]);
  const current = { ...winners, among: Int32Array.of(0) };
  assert.equal(sceneOf({ ...told, hidden: [1], winners: current }).winners, current);
});

test('the one choice that Python told is forgotten once somebody is hidden since', () => {
  const one = {
    over: [0.2, 0.6],
    name: 'stump',
    rule: 'stump',
    use: 'use stump',
    trivial: false,
    fpr: 0.3,
    tpr: 0.7,
    regret: [0.1, 0.08],
  } as const;
  const about = (hidden: number[]) => {
    const given = { ...told, one, hidden };
    return subjectOf(given, sceneOf(given)).one;
  };
  assert.equal(about([]), one);
  assert.equal(about([0]), undefined);
});

test('hiding the best makes hull and ribbon of those who are left', () => {
  const { hull, winners: left, points } = sceneOf({ ...told, hidden: [0] });
  assert.deepEqual([...hull.owner], [Owner.TRIVIAL, 1, Owner.TRIVIAL]);
  assert.deepEqual([...left.owner], [Owner.ALL_NEGATIVE, 1, Owner.ALL_POSITIVE]);
  assert.deepEqual(
    [...left.pc].map((pc) => pc.toFixed(9)),
    ['0.000000000', '0.300000000', '0.700000000'],
  );
  assert.ok(Number.isNaN(points.fpr[1]));
  assert.equal(points.fpr[4], 0.3);
});

test('a ribbon that nobody has told is made', () => {
  const scene = sceneOf({ ...told, winners: empty('winners') });
  assert.deepEqual([...scene.winners.owner], [Owner.ALL_NEGATIVE, 0, Owner.ALL_POSITIVE]);
  // Without anybody there are the trivial rules.
  const none = sceneOf({ ...told, hidden: [0, 1], winners: empty('winners') });
  assert.deepEqual([...none.winners.owner], [Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE]);
  assert.deepEqual([...none.winners.pc], [0, 0.5]);
});

test('the sentences speak of what is shown, with what the person has set', () => {
  const scene = sceneOf({ ...told, hidden: [1] });
  const { money, bands, difference, in_use, ...about } = subjectOf(told, scene);
  assert.deepEqual([money, difference, in_use], [null, told.difference, told.in_use]);
  // What Python says of the best was said before it heard who is hidden now.
  assert.equal(bands, undefined);
  const winners = { ...told.winners, among: Int32Array.of(0, 1) };
  assert.equal(subjectOf(told, sceneOf({ ...told, winners })).bands, told.bands);
  const { winners: _winners, hidden: _hidden, ...rest } = about as typeof about & Told;
  const { pc_range: _range, criterion: _criterion, ...plain } = rest;
  assert.deepEqual(plain, subject({ points: scene.points, hull: scene.hull, own: scene.own }));
  const set = { ...told, pc_range: [0.2, 0.4] as [number, number] };
  assert.deepEqual(subjectOf(set, scene).pcRange, [0.2, 0.4]);
  const asked = { owner: 0, threshold: 0.75, rates: [0.1, 0.6] } as const;
  const choice = { ...asked, rule: 'forest', headline: 'Youden: use forest' } as const;
  const found = subjectOf({ ...told, criterion: { kind: 'youden', ...choice } as never }, scene);
  assert.deepEqual(found.choice, {
    ...choice,
    after: '',
    gain: '',
    mix: '',
    note: '',
    limit: null,
  });
  assert.equal(subjectOf({ ...told, criterion: { kind: 'youden' } }, scene).choice, null);
  const limit = { fpr: 1, tpr: 0, most: 0.3, number: 'max_fpr' };
  const moved = subjectOf({ ...told, criterion: { kind: 'neyman_pearson', limit } }, scene).choice;
  assert.equal(moved?.headline, 'With at most 30 % false alarms: use forest, from score 0.75 on');
});
