import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import { idleZones, intervals, ownerInWords, ribbonInWords } from './ribbon.ts';
import { subject } from './subject.test.ts';

const about = subject({ names: ['logistic', 'forest'] });
const winners = {
  pc: Float64Array.of(0, 0.12, 0.45, 0.45, 0.9),
  owner: Int32Array.of(Owner.ALL_NEGATIVE, 0, 1, Owner.TIE, Owner.ALL_POSITIVE),
  sure: Int32Array.of(-1, 1, 0, 0, 1),
  among: Int32Array.of(0, 1),
};

test('intervals reach to the next, the last one to 1, and have length', () => {
  const found = intervals(winners);
  assert.deepEqual(
    found.map(({ from, to, owner, sure }) => [from, to, owner, sure]),
    [
      [0, 0.12, -1, -1],
      [0.12, 0.45, 0, 1],
      [0.45, 0.9, -3, 0],
      [0.9, 1, -2, 1],
    ],
  );
});

test('the ribbon is told in words', () => {
  assert.equal(
    ribbonInWords(about, intervals(winners)),
    'Cheapest along PC(+): call all good from 0 to 0.12, logistic from 0.12 to 0.45, ' +
      'a tie of several from 0.45 to 0.9 (not significant), call all bad from 0.9 to 1.',
  );
});

test('a last stretch without length is none, and what nobody tested is not tested', () => {
  const ends = { ...winners, pc: Float64Array.of(0, 1), sure: new Int32Array() };
  assert.deepEqual(intervals(ends), [{ from: 0, to: 1, owner: Owner.ALL_NEGATIVE, sure: -1 }]);
});

test('in a ribbon a tie is one of several', () => {
  assert.equal(ownerInWords(about, Owner.TIE), 'a tie of several');
  assert.equal(ownerInWords(about, Owner.ALL_POSITIVE), 'call all bad');
  assert.equal(ownerInWords(about, 1), 'forest');
});

test('a ribbon without stretches says that there is nobody', () => {
  assert.equal(ribbonInWords(about, []), 'No classifiers.');
});

test('where the one choice for a range costs more than a trivial rule is told', () => {
  // It flags 10 % of negatives and finds 60 % of positives: worth it from pc 1/7 to 9/13.
  const words = { name: '', rule: '', use: '' };
  const one = { ...words, fpr: 0.1, tpr: 0.6, trivial: false, regret: [0, 0] as const };
  const told = (over: [number, number]) =>
    idleZones({ ...one, over }).map(({ from, to, owner }) => [from, to, owner]);
  assert.deepEqual(told([0.2, 0.6]), []);
  const [below, above] = told([0.05, 0.9]) as [number[], number[]];
  assert.deepEqual([below[0], below[2]], [0.05, Owner.ALL_NEGATIVE]);
  assert.ok(Math.abs((below[1] as number) - 1 / 7) < 1e-12);
  assert.deepEqual([above[1], above[2]], [0.9, Owner.ALL_POSITIVE]);
  assert.ok(Math.abs((above[0] as number) - 9 / 13) < 1e-12);
});
