import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POINTS } from '../words/subject.test.ts';
import { upperHull } from './hull.ts';
import { expectedCost } from './lines.ts';
import { random } from './random.test.ts';
import { lossOver } from './regret.ts';
import { at } from './shapes.ts';

/** Corners (0, 0), (0.1, 0.6), (0.4, 0.9) and (1, 1). */
const hull = upperHull(POINTS);

test('the range of a loss is that of many tries', () => {
  const next = random(1);
  for (let round = 0; round < 100; round++) {
    const rates = { x: next(), y: 0 };
    rates.y = rates.x * next();
    const [low, high] = [next(), next()].sort((a, b) => a - b) as [number, number];
    const tried = Array.from({ length: 501 }, (_, i) => {
      const pc = low + ((high - low) * i) / 500;
      const costs = Array.from(hull.fpr, (fpr, k) => expectedCost(fpr, at(hull.tpr, k), pc));
      return expectedCost(rates.x, rates.y, pc) - Math.min(...costs);
    });
    const [least, most] = lossOver(hull, rates, [low, high]);
    assert.ok(Math.abs(most - Math.max(...tried)) < 1e-9);
    assert.ok(least <= Math.min(...tried) + 1e-9 && least > Math.min(...tried) - 0.005);
  }
});

test('a corner loses exactly nothing where it is best, and the least loss may lie inside', () => {
  // The corner (0.1, 0.6) is best from 1/7 to 1/2.
  assert.deepEqual(lossOver(hull, { x: 0.1, y: 0.6 }, [0.2, 0.5]), [0, 0]);
  const [least, most] = lossOver(hull, { x: 0.1, y: 0.6 }, [0, 1]);
  assert.equal(least, 0);
  assert.ok(Math.abs(most - 0.4) < 1e-12);
});
