import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upperHull } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import { emptyGroup } from '../wire/state.ts';
import { pointsOf, subject } from './examples.test.ts';
import {
  baselineZones,
  certaintyStates,
  cornerHeads,
  cornerRows,
  MAX_ROWS,
  ownerInWords,
  ribbonInWords,
  ribbonTitle,
  thresholdRows,
  winnerIntervals,
} from './table.ts';

// ---- Rows of the tables

const points = pointsOf([0, 0.1, 0.6, 0.75], [1, 0.4, 0.9, NaN], [2, NaN, NaN, 0.1]);
const SUBJECT = subject({ points, names: ['a', 'b', 'hidden'], classes: ['no', 'yes'] });

test('corners have their owner and the range of pc in which they are cheapest', () => {
  assert.deepEqual(cornerRows(SUBJECT, upperHull(points)), [
    ['call all no', 'inf', '0', '0', '0', '0.142857'],
    ['a', '0.75', '0.1', '0.6', '0.142857', '0.5'],
    ['b', '–', '0.4', '0.9', '0.5', '0.857143'],
    ['call all yes', '-inf', '1', '1', '0.857143', '1'],
  ]);
});

test('expected costs are added if known', () => {
  const pc = Float64Array.of(0, 0.5, 1);
  const bands = { ...emptyGroup('bands'), pc, expected: Float64Array.of(0, 0.25, 0) };
  const rows = cornerRows({ ...SUBJECT, bands }, upperHull(points));
  assert.deepEqual(rows[1]?.slice(4), ['0.142857', '0.5', '0.0714', '0.25']);
  assert.equal(cornerHeads({ ...SUBJECT, bands }).length, rows[1]?.length);
  const unforeseen = { ...SUBJECT, bands: emptyGroup('bands') };
  assert.equal(cornerRows(unforeseen, upperHull(points))[1]?.length, 6);
  assert.equal(cornerHeads(unforeseen).length, 6);
});

test('thresholds have all digits, and hidden ones are left out', () => {
  const exact = { ...points, threshold: Float64Array.of(0.123456789, NaN, 0.1) };
  assert.deepEqual(thresholdRows({ ...SUBJECT, points: exact }), {
    rows: [
      ['a', '0.123456789', '0.1', '0.6'],
      ['b', '–', '0.4', '0.9'],
    ],
    count: 2,
  });
  assert.equal(thresholdRows({ ...SUBJECT, names: [] }).rows[0]?.[0], '');
});

test('many thresholds are truncated, and counted', () => {
  const row = [0, 0.5, 0.5, 1] as const;
  for (const more of [0, 7]) {
    const many = pointsOf(...Array.from({ length: MAX_ROWS + more }, () => row));
    const { rows, count } = thresholdRows({ ...SUBJECT, points: many });
    assert.equal(rows.length, 500);
    assert.equal(count, 500 + more);
  }
});

// ---- Ribbon

const both = subject({ names: ['logistic', 'forest'] });
const winners = {
  pc: Float64Array.of(0, 0.12, 0.45, 0.45, 0.9),
  owner: Int32Array.of(Owner.ALL_NEGATIVE, 0, 1, Owner.TIE, Owner.ALL_POSITIVE),
  significance: Int32Array.of(-1, 1, 0, 0, 1),
  challenger: Int32Array.of(-1, -1, 0, -1, -1),
  among: Int32Array.of(0, 1),
};

test('intervals reach to the next, the last one to 1, and are not empty', () => {
  const intervals = winnerIntervals(winners);
  assert.deepEqual(
    intervals.map(({ from, to, owner, significance }) => [from, to, owner, significance]),
    [
      [0, 0.12, -1, -1],
      [0.12, 0.45, 0, 1],
      [0.45, 0.9, -3, 0],
      [0.9, 1, -2, 1],
    ],
  );
});

test('adjacent intervals of one owner are merged', () => {
  const changed = { ...winners, owner: new Int32Array(5), significance: new Int32Array(5) };
  const merged = winnerIntervals({ ...changed, challenger: Int32Array.of(1, 2, 1, 2, 1) });
  assert.deepEqual(merged, [{ from: 0, to: 1, owner: 0, significance: 0 }]);
});

test('the ribbon is described in words', () => {
  assert.equal(
    ribbonInWords(both, winnerIntervals(winners)),
    'Cheapest along PC(+): call all good from 0 to 0.12, logistic from 0.12 to 0.45, ' +
      'a tie of several from 0.45 to 0.9 (could be chance), call all bad from 0.9 to 1.',
  );
});

test('an empty last interval is dropped, and untested ones are marked', () => {
  const ends = { ...winners, pc: Float64Array.of(0, 1), significance: new Int32Array() };
  assert.deepEqual(winnerIntervals(ends), [
    { from: 0, to: 1, owner: Owner.ALL_NEGATIVE, significance: -1 },
  ]);
});

test('the caption names the states that occur, and none if nothing was tested', () => {
  assert.deepEqual(certaintyStates(winnerIntervals(winners)), [
    { significance: 0, owner: Owner.TIE, words: 'could be chance' },
    { significance: 1, owner: 0, words: 'clear' },
  ]);
  const untested = { ...winners, significance: new Int32Array() };
  assert.deepEqual(certaintyStates(winnerIntervals(untested)), []);
  assert.deepEqual(certaintyStates([]), []);
});

test('a tie is named in the ribbon', () => {
  assert.equal(ownerInWords(both, Owner.TIE), 'a tie of several');
  assert.equal(ownerInWords(both, Owner.ALL_POSITIVE), 'call all bad');
  assert.equal(ownerInWords(both, 1), 'forest');
});

test('the title of the ribbon mentions that it ignores limits', () => {
  const choice = { owner: 0, threshold: 0.5, rates: [0.1, 0.6], rule: '', headline: '' } as const;
  const limited = { ...choice, after: '', gain: '', mix: '', note: '', limit: null };
  assert.equal(ribbonTitle(both), 'Cheapest at each place');
  assert.equal(ribbonTitle({ ...both, choice: limited }), 'Cheapest by cost alone');
  assert.match(
    ribbonInWords({ ...both, choice: limited }, winnerIntervals(winners)),
    /^Cheapest by cost alone: /,
  );
});

test('a ribbon without intervals reads: no classifiers', () => {
  assert.equal(ribbonInWords(both, []), 'No classifiers.');
});

test('zones are found where the choice for a range costs more than a baseline', () => {
  // FPR 0.1 and TPR 0.6 beat the baselines from pc 1/7 to 9/13.
  const words = { name: '', rule: '', use: '' };
  const choice = { ...words, fpr: 0.1, tpr: 0.6, is_baseline: false, regret: [0, 0] as const };
  const zonesFor = (over: [number, number]) =>
    baselineZones({ ...choice, over }, null).map(({ from, to, owner }) => [from, to, owner]);
  assert.deepEqual(zonesFor([0.2, 0.6]), []);
  const [below, above] = zonesFor([0.05, 0.9]) as [number[], number[]];
  assert.deepEqual([below[0], below[2]], [0.05, Owner.ALL_NEGATIVE]);
  assert.ok(Math.abs((below[1] as number) - 1 / 7) < 1e-12);
  assert.deepEqual([above[1], above[2]], [0.9, Owner.ALL_POSITIVE]);
  assert.ok(Math.abs((above[0] as number) - 9 / 13) < 1e-12);
});

test('zones reach as far as the choice is expected to cost more', () => {
  const words = { name: '', rule: '', use: '' };
  const choice = { ...words, fpr: 0.2, tpr: 0.8, is_baseline: false, regret: [0, 0] as const };
  const zonesFor = (over: [number, number], bias: number) => {
    const pc = Float64Array.of(0, 0.5, 1);
    const costs = { pc, estimate: pc.map(() => 0.2), expected: pc.map(() => 0.2 + bias) };
    const zones = baselineZones({ ...choice, over }, costs);
    return zones.map(({ from, to, owner }) => [from.toFixed(9), to.toFixed(9), owner]);
  };
  assert.deepEqual(zonesFor([0.1, 0.6], 0.1), [['0.100000000', '0.300000000', Owner.ALL_NEGATIVE]]);
  assert.deepEqual(zonesFor([0.25, 0.9], 0), [['0.800000000', '0.900000000', Owner.ALL_POSITIVE]]);
  assert.deepEqual(
    zonesFor([0.25, 0.9], 0.4),
    [
      ['0.250000000', '0.500000000', Owner.ALL_NEGATIVE],
      ['0.500000000', '0.900000000', Owner.ALL_POSITIVE],
    ],
    'at no pc expected to cost less',
  );
});
