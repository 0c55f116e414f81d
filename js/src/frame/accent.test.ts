import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import { accentOf } from './accent.ts';

// Two classifiers of one point each; the first is cheapest about pc .5, the second at higher pc.
const POINTS = {
  fpr: Float64Array.of(0.1, 0.4),
  tpr: Float64Array.of(0.7, 0.95),
  threshold: Float64Array.of(0.5, 0.5),
  owner: Int32Array.of(0, 1),
};
const HULL = {
  fpr: Float64Array.of(0, 0.1, 0.4, 1),
  tpr: Float64Array.of(0, 0.7, 0.95, 1),
  threshold: Float64Array.of(Infinity, 0.5, 0.5, -Infinity),
  owner: Int32Array.of(Owner.TRIVIAL, 0, 1, Owner.TRIVIAL),
  point: Int32Array.of(Owner.TRIVIAL, 0, 1, Owner.TRIVIAL),
};
const LOOKS = ['#111111', '#222222'].map((color) => ({
  color,
  dash: 'solid' as const,
  marker: 'circle' as const,
}));
const TOLD = { pc: 0.5, one: null, criterion: null, looks: LOOKS, points: POINTS, hull: HULL };

test('the answer has the colour of the classifier that is cheapest', () => {
  assert.equal(accentOf(TOLD), '#111111');
  assert.equal(accentOf({ ...TOLD, pc: 0.8 }), '#222222');
});

test('over a range it is that of the one choice', () => {
  const one = { over: [0.2, 0.9], rule: '', trivial: false, fpr: 0.4, tpr: 0.95, regret: [0, 0] };
  assert.equal(accentOf({ ...TOLD, one: one as never }), '#222222');
});

test('a rule that needs no classifier has no colour, nor has another criterion', () => {
  assert.equal(accentOf({ ...TOLD, pc: 0.01 }), '');
  assert.equal(accentOf({ ...TOLD, criterion: { kind: 'youden' } }), '');
  assert.equal(accentOf({ ...TOLD, pc: null }), '');
});
