import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random } from './random.test.ts';
import {
  fromScale,
  handlePosition,
  handlePositions,
  isOffTrack,
  isUnzoomed,
  moveHandle,
  scaleSlope,
  TRACKS,
  toScale,
  type Viewport,
  valueAt,
  zoomAbout,
  zoomToBox,
} from './scales.ts';

test('log-odds can be inverted', () => {
  for (const pc of [1e-6, 0.01, 0.5, 0.9, 1 - 1e-6]) {
    assert.ok(Math.abs(fromScale('logit', toScale('logit', pc)) - pc) < 1e-12);
    assert.equal(fromScale('pc', toScale('pc', pc)), pc);
  }
  assert.equal(toScale('logit', 0.5), 0);
  assert.ok(Math.abs(toScale('logit', 0.1) + Math.log(9)) < 1e-12);
});

test('the scale slope is the derivative', () => {
  for (const pc of [0.01, 0.3, 0.8]) {
    const slope = (toScale('logit', pc + 1e-6) - toScale('logit', pc - 1e-6)) / 2e-6;
    assert.ok(Math.abs(slope / scaleSlope('logit', pc) - 1) < 1e-6);
  }
  assert.equal(scaleSlope('pc', 0.2), 1);
});

test('pc 0 and 1 are at infinity in log-odds', () => {
  assert.equal(toScale('logit', 0), Number.NEGATIVE_INFINITY);
  assert.equal(toScale('logit', 1), Number.POSITIVE_INFINITY);
});

const home: Viewport = { x: [0, 1], y: [0, 0.5] };
const small = (value: number) => value.toFixed(9);
const share = (value: number, [low, high]: [number, number]) => (value - low) / (high - low);

test('zooming keeps the point under the cursor and stays in the figure', () => {
  const next = random(5);
  for (let round = 0; round < 300; round++) {
    let frame = home;
    for (let step = 0; step < 8; step++) {
      const about = {
        x: frame.x[0] + next() * (frame.x[1] - frame.x[0]),
        y: frame.y[0] + next() * (frame.y[1] - frame.y[0]),
      };
      const factor = 0.3 + next();
      const after = zoomAbout(frame, home, about, factor);
      for (const axis of ['x', 'y'] as const) {
        assert.ok(after[axis][0] >= home[axis][0] && after[axis][1] <= home[axis][1] + 1e-12);
        const gap = share(about[axis], after[axis]) - share(about[axis], frame[axis]);
        if (factor < 1) assert.ok(Math.abs(gap) < 1e-6, `${gap}`);
      }
      frame = after;
    }
  }
});

// A figure is never magnified more than ten thousand times.
test('zooming in ends at a ten-thousandth of the figure', () => {
  const about = { x: 0.25, y: 0.25 };
  let frame = home;
  for (let step = 0; step < 30; step++) frame = zoomAbout(frame, home, about, 0.5);
  const length = ([low, high]: [number, number]) => high - low;
  assert.ok(Math.abs(length(frame.x) / 1e-4 - 1) < 1e-9);
  assert.ok(Math.abs(length(frame.y) / 0.5e-4 - 1) < 1e-9);
  assert.ok(frame.x[0] <= 0.25 && frame.x[1] >= 0.25);
  assert.deepEqual(zoomAbout(frame, home, about, 1).x.map(small), frame.x.map(small));
});

test('each axis is zoomed about its own coordinate, and shifted back at the border', () => {
  assert.deepEqual(zoomAbout(home, home, { x: 0.5, y: 0.5 }, 0.5), {
    x: [0.25, 0.75],
    y: [0.25, 0.5],
  });
  const right: Viewport = { x: [0.5, 1], y: [0, 0.25] };
  assert.deepEqual(zoomAbout(right, home, { x: 0.5, y: 0.25 }, 1.5), {
    x: [0.25, 1],
    y: [0, 0.375],
  });
});

test('a viewport is home if both axes are', () => {
  for (const axis of ['x', 'y'] as const) {
    for (const end of [0, 1]) {
      const away = { ...home, [axis]: home[axis].with(end, 0.25) };
      assert.equal(isUnzoomed(away, home), false);
    }
  }
  assert.equal(isUnzoomed({ x: [0, 1], y: [0, 0.5] }, home), true);
});

test('zooming far out restores the home viewport', () => {
  const near = zoomAbout(home, home, { x: 0.2, y: 0.1 }, 0.25);
  assert.deepEqual(near.x, [0.15000000000000002, 0.4]);
  assert.equal(isUnzoomed(near, home), false);
  assert.equal(isUnzoomed(zoomAbout(near, home, { x: 0.3, y: 0.1 }, 100), home), true);
});

test('a box may be drawn from any corner and is clipped at the border', () => {
  const frame = zoomToBox(home, { x: 0.6, y: 0.4 }, { x: 0.2, y: -1 });
  assert.deepEqual(frame, { x: [0.2, 0.6], y: [0, 0.4] });
  const tiny = zoomToBox(home, { x: 1, y: 0.1 }, { x: 1, y: 0.2 });
  assert.deepEqual(tiny.x, [1 - 1e-4, 1]);
  const low = zoomToBox(home, { x: 0.3, y: -2 }, { x: 0.3, y: -1 });
  assert.deepEqual(low, { x: [0.3, 0.3 + 1e-4], y: [0, 0.5e-4] });
  const whole = zoomToBox(home, { x: -1, y: -1 }, { x: 2, y: 2 });
  assert.deepEqual(whole, home);
});

test('two handles do not cross, but may meet', () => {
  assert.deepEqual(moveHandle([1, 2], 'low', 1.5), [1.5, 2]);
  assert.deepEqual(moveHandle([1, 2], 'low', 7), [2, 2]);
  assert.deepEqual(moveHandle([1, 2], 'high', 3), [1, 3]);
  assert.deepEqual(moveHandle([1, 2], 'high', -7), [1, 1]);
});

test('values set with a slider keep its position', () => {
  for (const track of Object.values(TRACKS)) {
    for (let i = 0; i * track.step <= track.most - track.least; i++) {
      const place = Number((track.least + i * track.step).toFixed(4));
      assert.equal(handlePosition(track, valueAt(track.unit, place)), place);
    }
  }
});

test('a handle is at the nearest step, or at an end of the track', () => {
  const { log_odds: shares, log10: costs } = TRACKS;
  for (const value of [0, -1, 1e-9]) assert.equal(handlePosition(shares, value), -9.2);
  for (const value of [0, 1e-9, 1]) assert.ok(isOffTrack(shares, value));
  for (const value of [1e-4, 0.5, 0.9999]) assert.ok(!isOffTrack(shares, value));
  assert.equal(handlePosition(shares, 1), 9.2);
  // Half a step beyond the end still counts as the last step.
  for (const place of [-2.025, 4.025]) assert.ok(!isOffTrack(costs, 10 ** place));
  for (const place of [-2.03, 4.03]) assert.ok(isOffTrack(costs, 10 ** place));
  assert.equal(handlePosition(costs, 0), -2);
  assert.equal(handlePosition(costs, 3), 0.5);
  assert.equal(handlePosition(costs, 1e9), 4);
});

test('a range has two handles, however narrow it is', () => {
  for (const track of Object.values(TRACKS)) {
    for (const range of [
      [0.5, 0.500001],
      [1e-9, 2e-9],
      [1e8, 2e8],
    ] as [number, number][]) {
      const [low, high] = handlePositions(track, range);
      assert.ok(track.least <= low && low < high && high <= track.most);
    }
    assert.deepEqual(handlePositions(track, [0.5, 0.5]), Array(2).fill(handlePosition(track, 0.5)));
  }
});
