import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTicks, HomeLimits, ticksIn } from './axes.ts';

/** A scale that triggers change events like a widget model. */
class FakeScale {
  readonly #values = { min: 0, max: 1 };
  readonly #handlers = new Map<string, (() => void)[]>();

  get(name: 'min' | 'max'): number {
    return this.#values[name];
  }

  on(event: string, react: () => void): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), react]);
  }

  set(limits: { min?: number; max?: number }): void {
    Object.assign(this.#values, limits);
    for (const name of Object.keys(limits)) {
      for (const react of this.#handlers.get(`change:${name}`) ?? []) react();
    }
  }
}

// Python may change an axis between two views of its figure.
test('limits set by Python become the home limits, with or without a view', () => {
  const scale = new FakeScale();
  assert.deepEqual(HomeLimits.of(scale).limits, [0, 1]);
  scale.set({ min: -7.6, max: 7.6 });
  assert.deepEqual(HomeLimits.of(scale).limits, [-7.6, 7.6]);
  assert.deepEqual(HomeLimits.of(scale).current, [-7.6, 7.6]);
});

test('zooming does not change the home limits, and views share the zoom', () => {
  const scale = new FakeScale();
  const [first, second] = [HomeLimits.of(scale), HomeLimits.of(scale)];
  first.zoom([0.2, 0.3]);
  assert.deepEqual(second.limits, [0, 1]);
  assert.deepEqual(second.current, [0.2, 0.3]);
  second.zoom(second.limits);
  assert.deepEqual(first.current, [0, 1]);
});

test('if Python changes one end of a zoomed scale, only that home limit changes', () => {
  const scale = new FakeScale();
  const home = HomeLimits.of(scale);
  home.zoom([0.2, 0.3]);
  scale.set({ max: 0.5 });
  assert.deepEqual(home.limits, [0, 0.5]);
});

test('home limits can be changed, also while zoomed', () => {
  const scale = new FakeScale();
  const home = HomeLimits.of(scale);
  home.zoom([0.2, 0.5]);
  home.setLimits([0, 0.5]);
  assert.deepEqual(
    [home.limits, home.current],
    [
      [0, 0.5],
      [0, 0.5],
    ],
  );
  home.zoom([0.1, 0.2]);
  home.setLimits([0, 0.5]);
  assert.deepEqual(home.current, [0.1, 0.2]);
});

// ---- Ticks

test('ticks are at round numbers, with a density that depends on the length', () => {
  assert.deepEqual(ticksIn([0, 1], 420), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticksIn([0, 0.3], 420), [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(ticksIn([0, 0.15], 420), [0, 0.05, 0.1, 0.15]);
  assert.deepEqual(ticksIn([0, 1], 200), [0, 0.5, 1]);
  assert.deepEqual(ticksIn([0.13, 0.29], 420), [0.15, 0.2, 0.25]);
  assert.deepEqual(ticksIn([0.4511, 0.4519], 420), [0.4512, 0.4514, 0.4516, 0.4518]);
  assert.deepEqual(ticksIn([-0.1, 0.1], 420), [-0.1, -0.05, 0, 0.05, 0.1]);
});

test('at every zoom there are at least two ticks, all inside, in steps of 1, 2 or 5', () => {
  for (let i = 1; i < 300; i++) {
    const low = (i * 0.617) % 1;
    const high = low + 10 ** (-4 * ((i * 0.311) % 1));
    const places = ticksIn([low, high], 150 + i);
    assert.ok(places.length >= 2 && places.length <= 7, `${low} ${high}: ${places}`);
    for (const place of places) assert.ok(place >= low - 1e-9 && place <= high + 1e-9);
    const step = (places[1] as number) - (places[0] as number);
    const lead = Math.round(Number((step / 10 ** Math.floor(Math.log10(step * 1.001))).toFixed(3)));
    assert.ok([1, 2, 5].includes(lead), `${step}`);
  }
});

test('given ticks are filtered by the range, and without any they are round numbers', () => {
  const chosen = Float64Array.of(-7, -2, 0, 2, 7);
  assert.deepEqual(chooseTicks(chosen, [-8, 8], 420), [-7, -2, 0, 2, 7]);
  assert.deepEqual(chooseTicks(chosen, [-3, 3], 420), [-2, 0, 2]);
  for (const none of [null, new Float64Array()]) {
    assert.deepEqual(chooseTicks(none, [0.1, 0.3], 420), [0.1, 0.15, 0.2, 0.25, 0.3]);
  }
});
