import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from '../geometry/highlight.ts';
import { visible } from '../geometry/hull.ts';
import { comparison } from './compare.ts';
import { POINTS, pointsOf, subject } from './subject.test.ts';

const point = (index: number): Hover => ({ kind: 'point', index });
const free = (x: number, y: number): Hover => ({ kind: 'free', space: 'roc', x, y });

const CROSSING =
  'Pin 1 (forest, threshold 0.75) is cheaper below PC(+) 0.5, ' +
  'pin 2 (forest, threshold 0.5) above.';

test('two pinned points are compared', () => {
  // 0.1 * 0.75 + 0.4 * 0.25 = 0.175 against 0.4 * 0.75 + 0.1 * 0.25 = 0.325.
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.25),
    `${CROSSING} At PC(+) 0.25 pin 1 (forest, threshold 0.75) costs 0.15 less.`,
  );
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.75),
    `${CROSSING} At PC(+) 0.75 pin 2 (forest, threshold 0.5) costs 0.15 less.`,
  );
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.5),
    `${CROSSING} At PC(+) 0.5 they cost the same.`,
  );
  assert.equal(comparison([point(1), point(2)], subject(), null), CROSSING);
});

test('the one with fewer false alarms is cheaper at the left, whichever was pinned first', () => {
  assert.equal(
    comparison([point(2), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) is cheaper below PC(+) 0.5, ' +
      'pin 1 (forest, threshold 0.5) above.',
  );
});

test('one that finds more and flags less is nowhere dearer', () => {
  const words = 'Pin 1 (forest, threshold 0.75) is nowhere dearer than pin 2.';
  assert.equal(comparison([point(1), free(0.2, 0.5)], subject(), null), words);
  assert.equal(
    comparison([free(0.2, 0.5), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) is nowhere dearer than pin 1.',
  );
  // One rate alone differs: at pc 0 they cost the same.
  assert.equal(
    comparison([free(0.1, 0.5), free(0.1, 0.6)], subject(), 0),
    'Pin 2 is nowhere dearer than pin 1. At PC(+) 0 they cost the same.',
  );
});

test('two pins of one place cost the same everywhere', () => {
  assert.equal(
    comparison([free(0.1, 0.6), point(1)], subject(), 0.3),
    'Pin 1 and pin 2 (forest, threshold 0.75) cost the same everywhere. ' +
      'At PC(+) 0.3 they cost the same.',
  );
});

test('a point is called by its label where it has one', () => {
  const labels = ['', 'strict', '', '', ''];
  assert.match(
    comparison([point(1), free(0.2, 0.5)], subject({ labels }), null),
    /^Pin 1 \(forest \(strict\)\) is /,
  );
});

test('the last two pins that are points count, by their number among all pins', () => {
  const edge: Hover = { kind: 'edge', index: 0 };
  const cost: Hover = { kind: 'free', space: 'cost', x: 0.1, y: 0.2 };
  const pins = [free(0.9, 0.95), edge, free(0.1, 0.6), cost, free(0.2, 0.5)];
  assert.equal(comparison(pins, subject(), null), 'Pin 3 is nowhere dearer than pin 5.');
});

test('fewer than two points, hidden ones and those that are gone are not compared', () => {
  assert.equal(comparison([], subject(), 0.25), '');
  assert.equal(comparison([point(1)], subject(), 0.25), '');
  assert.equal(comparison([point(1), point(99)], subject(), 0.25), '');
  const points = visible(POINTS, new Set([1]));
  assert.equal(comparison([point(1), point(4)], subject({ points }), 0.25), '');
});

test('rates of zero are rates', () => {
  const points = pointsOf([0, 0, 0.5, 0.9], [1, 0.5, 0.5, 0.1]);
  assert.equal(
    comparison([point(0), point(1)], subject({ points }), null),
    'Pin 1 (forest, threshold 0.9) is nowhere dearer than pin 2 (stump, threshold 0.1).',
  );
});
