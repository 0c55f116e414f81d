import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Home, ticksIn, ticksOf } from './axes.ts';

/** A scale that tells of what is set, as a model of a widget does. */
class Scale {
  readonly #values = { min: 0, max: 1 };
  readonly #heard = new Map<string, (() => void)[]>();

  get(name: 'min' | 'max'): number {
    return this.#values[name];
  }

  on(event: string, react: () => void): void {
    this.#heard.set(event, [...(this.#heard.get(event) ?? []), react]);
  }

  set(limits: { min?: number; max?: number }): void {
    Object.assign(this.#values, limits);
    for (const name of Object.keys(limits)) {
      for (const react of this.#heard.get(`change:${name}`) ?? []) react();
    }
  }
}

// W10: between two views of a figure, Python may change its axis.
test('a scale that Python moves is at home where it was moved to, seen or not', () => {
  const scale = new Scale();
  assert.deepEqual(Home.of(scale).limits, [0, 1]);
  scale.set({ min: -7.6, max: 7.6 });
  assert.deepEqual(Home.of(scale).limits, [-7.6, 7.6]);
  assert.deepEqual(Home.of(scale).shown, [-7.6, 7.6]);
});

test('a zoom is no new home, whichever view asks for it', () => {
  const scale = new Scale();
  const [one, other] = [Home.of(scale), Home.of(scale)];
  one.zoom([0.2, 0.3]);
  assert.deepEqual(other.limits, [0, 1]);
  assert.deepEqual(other.shown, [0.2, 0.3]);
  other.zoom(other.limits);
  assert.deepEqual(one.shown, [0, 1]);
});

test('of a zoomed scale only the end that Python moves is at home elsewhere', () => {
  const scale = new Scale();
  const home = Home.of(scale);
  home.zoom([0.2, 0.3]);
  scale.set({ max: 0.5 });
  assert.deepEqual(home.limits, [0, 0.5]);
});

test('home can be moved, also while it is zoomed', () => {
  const scale = new Scale();
  const home = Home.of(scale);
  home.zoom([0.2, 0.5]);
  home.move([0, 0.5]);
  assert.deepEqual(
    [home.limits, home.shown],
    [
      [0, 0.5],
      [0, 0.5],
    ],
  );
  home.zoom([0.1, 0.2]);
  home.move([0, 0.5]);
  assert.deepEqual(home.shown, [0.1, 0.2]);
});

// ---- Where ticks stand: 1, 2 or 5 tenths apart

test('ticks stand at round numbers, as many as there is room for', () => {
  assert.deepEqual(ticksIn([0, 1], 420), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticksIn([0, 0.3], 420), [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(ticksIn([0, 0.15], 420), [0, 0.05, 0.1, 0.15]);
  assert.deepEqual(ticksIn([0, 1], 200), [0, 0.5, 1]);
  assert.deepEqual(ticksIn([0.13, 0.29], 420), [0.15, 0.2, 0.25]);
  assert.deepEqual(ticksIn([0.4511, 0.4519], 420), [0.4512, 0.4514, 0.4516, 0.4518]);
  assert.deepEqual(ticksIn([-0.1, 0.1], 420), [-0.1, -0.05, 0, 0.05, 0.1]);
});

test('every zoom has two ticks or more, inside, 1, 2 or 5 apart', () => {
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

test('chosen ticks are those in the range, and round numbers stand where none are chosen', () => {
  const chosen = Float64Array.of(-7, -2, 0, 2, 7);
  assert.deepEqual(ticksOf(chosen, [-8, 8], 420), [-7, -2, 0, 2, 7]);
  assert.deepEqual(ticksOf(chosen, [-3, 3], 420), [-2, 0, 2]);
  for (const none of [null, new Float64Array()]) {
    assert.deepEqual(ticksOf(none, [0.1, 0.3], 420), [0.1, 0.15, 0.2, 0.25, 0.3]);
  }
});
