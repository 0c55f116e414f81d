import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Home } from './axes.ts';

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
