import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recommend } from '../geometry/choosing.ts';
import { type Hover, highlight } from '../geometry/highlight.ts';
import { classifierHulls, upperHull } from '../geometry/hull.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { Play } from './play.ts';

/** Return a sweep with a fake clock, and the number of its notifications. */
function createStub({ isStill = false, points = POINTS, pc = 0.25 } = {}) {
  const handlers: (() => void)[] = [];
  let current: Hover | null = null;
  let count = 0;
  let react: ((time: number) => void) | null = null;
  let clock = 0;
  const duality = {
    scene: { points, own: classifierHulls(points), hull: upperHull(points) },
    recommended: recommend(points, upperHull(points), pc, null, null),
    get: () => pc,
    on: (_: string, handler: () => void) => handlers.push(handler),
    trigger: () => count++,
    get hover() {
      return current;
    },
    set hover(hover) {
      current = hover;
      for (const handler of handlers) handler();
    },
  };
  const play = new Play(duality as unknown as DualityModel, {
    next: (callback) => {
      react = callback;
      return 1;
    },
    cancel: () => {
      react = null;
    },
    isStill: () => isStill,
  });
  /** Advance the clock in frames of 20 ms. */
  const wait = (time: number) => {
    for (const end = clock + time; clock < end; clock += 20) {
      const callback = react;
      react = null;
      callback?.(clock);
    }
  };
  return { duality, play, wait, notifications: () => count };
}

const place = (hover: Hover | null) => highlight(hover, POINTS, upperHull(POINTS)).roc.dot;

test('the sweep follows the curve of the recommended classifier at constant speed for six seconds', () => {
  const { duality, play, wait, notifications } = createStub();
  play.press();
  assert.equal(play.state, 'on');
  wait(20);
  assert.deepEqual(place(duality.hover), { x: 0, y: 0 });
  const indices: number[] = [];
  for (let second = 1; second < 6; second++) {
    wait(1000);
    indices.push((duality.hover as { index: number }).index);
  }
  // From (0, 0) to (0.1, 0.6), (0.4, 0.9) and (1, 1) the distances are 0.608, 0.424 and 0.608.
  assert.deepEqual(indices, [0, 1, 2, 2, 3]);
  wait(1000);
  assert.deepEqual([play.state, duality.hover, notifications()], ['off', null, 2]);
});

test('between two thresholds the exact position is highlighted, described as the nearer threshold', () => {
  const { duality, play, wait } = createStub();
  play.press();
  wait(20 + 3000);
  const hover = duality.hover as { index: number; moving: { x: number; y: number } };
  assert.ok(Math.abs(hover.moving.x - 0.25) < 0.01 && Math.abs(hover.moving.y - 0.75) < 0.01);
  assert.deepEqual(place(duality.hover), hover.moving);
});

test('pausing stops at a threshold, and the sweep resumes from there', () => {
  const { duality, play, wait } = createStub();
  play.press();
  wait(2500);
  play.press();
  assert.deepEqual([play.state, duality.hover], ['paused', { kind: 'point', index: 1 }]);
  wait(5000);
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  play.press();
  wait(3000);
  assert.equal((duality.hover as { index: number }).index, 3);
});

test('another highlight ends the sweep and stays', () => {
  const { duality, play, wait } = createStub();
  for (const rest of [() => {}, () => play.press()]) {
    play.press();
    wait(1000);
    rest();
    duality.hover = { kind: 'point', index: 4 };
    wait(1000);
    assert.deepEqual([play.state, duality.hover], ['off', { kind: 'point', index: 4 }]);
  }
});

test('the highlighted classifier is swept', () => {
  const points = pointsOf(
    [0, 0, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, 1],
    [1, 0.3, 0.7, 0.5],
    [1, 1, 1, 0],
  );
  const { duality, play, wait } = createStub({ points });
  duality.hover = { kind: 'point', index: 3 };
  play.press();
  wait(3000);
  assert.equal((duality.hover as { index: number }).index, 3);
});

test('with reduced motion, each press is a step to the next corner', () => {
  const { duality, play } = createStub({ isStill: true });
  const indices = [1, 2, 3, 4, 5].map(() => {
    play.press();
    return (duality.hover as { index: number }).index;
  });
  assert.deepEqual([indices, play.state], [[0, 1, 2, 3, 0], 'off']);
});

test('without thresholds there is nothing to play', () => {
  const { duality, play } = createStub({ points: pointsOf() });
  play.press();
  assert.deepEqual([play.state, duality.hover], ['off', null]);
});
