import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POINTS, pointsOf } from '../words/subject.test.ts';
import { ownHulls, upperHull, visible } from './hull.ts';
import { bent, curveOf, envelopeParts, hullParts } from './ways.ts';

const hull = upperHull(POINTS);

test('a curve is one line, and what has no order is a dot for each point', () => {
  assert.deepEqual(curveOf(POINTS, 0), [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.6 },
      { x: 0.4, y: 0.9 },
      { x: 1, y: 1 },
    ],
  ]);
  assert.deepEqual(curveOf(POINTS, 1), [[{ x: 0.3, y: 0.7 }]]);
  const loose = pointsOf([0, 0.3, 0.4, Number.NaN], [0, 0.1, 0.5, Number.NaN]);
  assert.equal(curveOf(loose, 0).length, 2);
  assert.deepEqual(curveOf(visible(POINTS, new Set([0])), 0), []);
  assert.deepEqual(curveOf(POINTS, 7), []);
});

test('edges of the hull belong to whoever has their corners, those between two to nobody', () => {
  assert.deepEqual(hullParts(hull, 0), [curveOf(POINTS, 0)[0]]);
  const two = pointsOf([0, 0.1, 0.6, 0.5], [1, 0.4, 0.9, 0.5]);
  const joint = upperHull(two);
  assert.deepEqual(hullParts(joint, 0), [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.6 },
    ],
  ]);
  assert.deepEqual(hullParts(joint, 1), [
    [
      { x: 0.4, y: 0.9 },
      { x: 1, y: 1 },
    ],
  ]);
  assert.deepEqual(hullParts(joint, -1), [
    [
      { x: 0.1, y: 0.6 },
      { x: 0.4, y: 0.9 },
    ],
  ]);
});

test('an envelope part runs from the vertex before its first corner to that after its last', () => {
  const [whole, ...none] = envelopeParts(hull, () => true);
  assert.equal(none.length, 0);
  assert.deepEqual(
    whole?.map(({ x }) => x.toFixed(3)),
    ['0.000', '0.143', '0.500', '0.857', '1.000'],
  );
  const [useful] = envelopeParts(hull, (corner) => hull.owner[corner] === 0);
  assert.deepEqual(useful, whole?.slice(1, -1));
  const stump = ownHulls(POINTS).get(1);
  assert.ok(stump);
  const [mine] = envelopeParts(stump, (corner) => stump.owner[corner] === 1);
  assert.deepEqual(
    mine?.map(({ x }) => x.toFixed(1)),
    ['0.3', '0.7'],
  );
});

test('a bent line passes through its own places and stays on the straight one', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0 },
  ];
  const found = bent(line, 'logit', [-9, 9]);
  assert.ok(found.length > 90 && found.length < 110);
  for (const place of line) assert.ok(found.some(({ x, y }) => x === place.x && y === place.y));
  assert.ok(found.every(({ x, y }) => Math.abs(y - Math.min(x, 1 - x)) < 1e-12));
});
