import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recommended } from '../geometry/choosing.ts';
import { type Hover, highlight } from '../geometry/highlight.ts';
import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { Play } from './play.ts';

/** A page whose pictures come when they are asked for, and how often each thing was done. */
function stage({ isStill = false, points = POINTS, pc = 0.25 } = {}) {
  const heard: (() => void)[] = [];
  let lit: Hover | null = null;
  let told = 0;
  let react: ((now: number) => void) | null = null;
  let now = 0;
  const duality = {
    scene: { points, own: ownHulls(points), hull: upperHull(points) },
    recommended: recommended(points, upperHull(points), pc, null, null),
    get: () => pc,
    on: (_: string, hear: () => void) => heard.push(hear),
    trigger: () => told++,
    get hover() {
      return lit;
    },
    set hover(hover) {
      lit = hover;
      for (const hear of heard) hear();
    },
  };
  const play = new Play(duality as unknown as DualityModel, {
    next: (asked) => {
      react = asked;
      return 1;
    },
    forget: () => {
      react = null;
    },
    isStill: () => isStill,
  });
  /** So many milliseconds go by, in pictures of 20 ms each. */
  const wait = (time: number) => {
    for (const end = now + time; now < end; now += 20) {
      const asked = react;
      react = null;
      asked?.(now);
    }
  };
  return { duality, play, wait, told: () => told };
}

const place = (hover: Hover | null) => highlight(hover, POINTS, upperHull(POINTS)).roc.dot;

test('the point runs along the curve of the recommended classifier, evenly, and all is over in six seconds', () => {
  const { duality, play, wait, told } = stage();
  play.press();
  assert.equal(play.state, 'on');
  wait(20);
  assert.deepEqual(place(duality.hover), { x: 0, y: 0 });
  const seen: number[] = [];
  for (let second = 1; second < 6; second++) {
    wait(1000);
    seen.push((duality.hover as { index: number }).index);
  }
  // From (0, 0) to (0.1, 0.6), (0.4, 0.9) and (1, 1) the parts are 0.608, 0.424 and 0.608 long.
  assert.deepEqual(seen, [0, 1, 2, 2, 3]);
  wait(1000);
  assert.deepEqual([play.state, duality.hover, told()], ['off', null, 2]);
});

test('between two thresholds it is lit where it is, and spoken of as the nearer one', () => {
  const { duality, play, wait } = stage();
  play.press();
  wait(20 + 3000);
  const hover = duality.hover as { index: number; moving: { x: number; y: number } };
  assert.ok(Math.abs(hover.moving.x - 0.25) < 0.01 && Math.abs(hover.moving.y - 0.75) < 0.01);
  assert.deepEqual(place(duality.hover), hover.moving);
});

test('pausing rests on a threshold, and it goes on from there', () => {
  const { duality, play, wait } = stage();
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

test('what else is lit or moved ends it and stays', () => {
  const { duality, play, wait } = stage();
  for (const rest of [() => {}, () => play.press()]) {
    play.press();
    wait(1000);
    rest();
    duality.hover = { kind: 'point', index: 4 };
    wait(1000);
    assert.deepEqual([play.state, duality.hover], ['off', { kind: 'point', index: 4 }]);
  }
});

test('what is lit tells whose threshold is swept', () => {
  const points = pointsOf(
    [0, 0, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, 1],
    [1, 0.3, 0.7, 0.5],
    [1, 1, 1, 0],
  );
  const { duality, play, wait } = stage({ points });
  duality.hover = { kind: 'point', index: 3 };
  play.press();
  wait(3000);
  assert.equal((duality.hover as { index: number }).index, 3);
});

test('where nothing may move by itself each press is a step to the next corner', () => {
  const { duality, play } = stage({ isStill: true });
  const lit = [1, 2, 3, 4, 5].map(() => {
    play.press();
    return (duality.hover as { index: number }).index;
  });
  assert.deepEqual([lit, play.state], [[0, 1, 2, 3, 0], 'off']);
});

test('without thresholds there is nothing to play', () => {
  const { duality, play } = stage({ points: pointsOf() });
  play.press();
  assert.deepEqual([play.state, duality.hover], ['off', null]);
});
