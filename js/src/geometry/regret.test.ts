import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Owner } from '../wire/schema.ts';
import { pointsOf } from '../words/subject.test.ts';
import { upperHull, visible } from './hull.ts';
import { expectedCost } from './lines.ts';
import { leastRegret } from './regret.ts';
import { at } from './shapes.ts';

test('the one choice is never farther from the best than any other is at its worst', () => {
  let state = 7;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 3, random(), random(), i] as const);
    const points = pointsOf(...rows);
    const hull = upperHull(points);
    const [low = 0, high = 1] = [random(), random()].sort((a, b) => a - b);
    const worst = (fpr: number, tpr: number) => {
      const regrets = Array.from({ length: 101 }, (_, k) => {
        const pc = low + ((high - low) * k) / 100;
        const costs = Array.from(hull.fpr, (x, i) => expectedCost(x, at(hull.tpr, i), pc));
        return expectedCost(fpr, tpr, pc) - Math.min(...costs);
      });
      return Math.max(...regrets);
    };
    const all = [[0, 0], [1, 1], ...rows.map(([, fpr, tpr]) => [fpr, tpr])] as [number, number][];
    const one = leastRegret(points, low, high);
    const told = Math.max(...one.regret);
    assert.ok(Math.abs(told - worst(one.fpr, one.tpr)) < 1e-12);
    assert.ok(Math.abs(told - Math.min(...all.map(([fpr, tpr]) => worst(fpr, tpr)))) < 1e-12);
  }
});

test('of equal ones a trivial rule, then what costs least on average, then least fpr', () => {
  const nothing = pointsOf([0, 0, 0, 2], [0, 1, 1, 1]);
  assert.equal(leastRegret(nothing, 0.2, 0.8).owner, Owner.ALL_NEGATIVE);
  // At pc 0 all three cost 0.3; a finds most.
  const level = pointsOf([0, 0.3, 0.7, 1], [0, 0.3, 0.8, 2], [0, 0.3, 0.6, 3]);
  assert.equal(leastRegret(level, 0, 0.9).point, 1);
  const mirrored = pointsOf([0, 0.4, 0.8, 1], [0, 0.2, 0.6, 2]);
  assert.equal(leastRegret(mirrored, 0.3, 0.7).point, 1);
});

test('who is hidden is no choice', () => {
  const points = pointsOf([0, 0, 1, 5], [1, 0.2, 0.8, 6]);
  assert.equal(leastRegret(points, 0.1, 0.9).owner, 0);
  assert.equal(leastRegret(visible(points, new Set([0])), 0.1, 0.9).point, 1);
});
