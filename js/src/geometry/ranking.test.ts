import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedCost } from './duality.ts';
import { random, randomPoints } from './random.test.ts';
import { crossing, operatingRange, ranking } from './ranking.ts';
import { at } from './shapes.ts';

test('candidates stand in order of cost, and the first is the cheapest of all', () => {
  const next = random(7);
  for (let round = 0; round < 100; round++) {
    const points = randomPoints(next, 20);
    const pc = next();
    const found = ranking(points, pc);
    const costs = found.map((item) => item.cost);
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    );
    const all = Array.from(points.fpr, (fpr, i) => expectedCost(fpr, at(points.tpr, i), pc));
    assert.ok(Math.abs((found[0]?.cost as number) - Math.min(pc, 1 - pc, ...all)) < 1e-12);
    assert.equal(new Set(found.map((item) => item.owner)).size, found.length);
  }
});

test('a classifier beats the trivial rules exactly inside its range', () => {
  const next = random(8);
  for (let round = 0; round < 50; round++) {
    const points = randomPoints(next, 9);
    for (const owner of [0, 1, 2]) {
      const range = operatingRange(points, owner);
      for (let k = 1; k < 100; k++) {
        const pc = k / 100;
        const least = Math.min(
          ...Array.from(points.fpr, (fpr, i) =>
            points.owner[i] === owner ? expectedCost(fpr, at(points.tpr, i), pc) : 1,
          ),
        );
        const gap = Math.min(pc, 1 - pc) - least;
        if (Math.abs(gap) < 1e-9) continue;
        assert.equal(range !== null && pc > range[0] && pc < range[1], gap > 0);
      }
    }
  }
});

test('two points cost the same where their lines cross', () => {
  const a = { fpr: 0.1, tpr: 0.5 };
  const b = { fpr: 0.4, tpr: 0.8 };
  const pc = crossing(a, b) as number;
  assert.ok(Math.abs(pc - 0.5) < 1e-12);
  assert.equal(crossing(a, { fpr: 0.2, tpr: 0.4 }), null);
  assert.equal(crossing(a, a), null);
});
