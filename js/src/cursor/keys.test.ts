import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../layer/part.ts';
import { POINTS } from '../words/subject.test.ts';
import { type Command, commandOf, isPrintable, moveBy, nextTab, perform } from './keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('brackets and page keys move the operating point, with shift by a tenth', () => {
  assert.deepEqual(commandOf(press('[')), { do: 'move', by: -0.01 });
  assert.deepEqual(commandOf(press('PageUp')), { do: 'move', by: 0.01 });
  assert.deepEqual(commandOf(press('{', { shiftKey: true })), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', { shiftKey: true })), { do: 'move', by: 0.001 });
  assert.deepEqual(commandOf(press('PageDown', { shiftKey: true })), { do: 'move', by: -0.001 });
  const altGr = { ctrlKey: true, altKey: true };
  assert.deepEqual(commandOf(press(']', altGr)), { do: 'move', by: 0.01 });
  // On some keyboards braces need AltGr and no shift.
  assert.deepEqual(commandOf(press('{', altGr)), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', altGr)), { do: 'move', by: 0.001 });
});

test('arrows walk on and between curves', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
  const steps = ['next', 'previous', 'up', 'down', 'first', 'last'];
  assert.deepEqual(
    keys.map((key) => commandOf(press(key))),
    steps.map((step) => ({ do: 'walk', step })),
  );
});

test('zooming in and out again is home', () => {
  const factors = ['+', '-'].map((key) => commandOf(press(key)) as { factor: number });
  assert.deepEqual(factors, [
    { do: 'zoom', factor: 0.8 },
    { do: 'zoom', factor: 1.25 },
  ]);
  assert.deepEqual(commandOf(press('=')), commandOf(press('+')));
});

test('the other keys do what the help says', () => {
  const others = { Enter: 'pin', Escape: 'clear', 0: 'reset', t: 'table', '?': 'keys' };
  for (const [key, what] of Object.entries(others)) {
    assert.deepEqual(commandOf(press(key)), { do: what });
  }
});

test('keys of the browser and of JupyterLab are left alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['0', 'Enter', '[', 'ArrowLeft']) {
      assert.equal(commandOf(press(key, { [modifier]: true })), null);
    }
    assert.equal(isPrintable(press('c', { [modifier]: true })), false);
  }
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true, altKey: true })), null);
  assert.equal(commandOf(press('Tab')), null);
});

test('a letter without a meaning is still no command of the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('X', { shiftKey: true })), true);
  assert.equal(isPrintable(press('Tab')), false);
});

/** What commands are done to, and what was asked of it. */
function desk(start: { pc?: number | null; hover?: unknown; eye?: unknown } = {}) {
  const asked: unknown[] = [];
  const duality = {
    hover: null,
    eye: null,
    pc: 0.25,
    scene: { points: POINTS },
    get: () => duality.pc,
    try: (name: string, value: unknown) => asked.push([name, value]),
    togglePin: (hover: unknown) => asked.push(['pin', hover]),
    setPins: (pins: unknown[]) => asked.push(['pins', pins.length]),
    trigger: (name: string) => asked.push([name]),
    ...start,
  };
  const axes = {
    width: 400,
    height: 200,
    zoomBy: (factor: number, about: unknown) => asked.push([factor, about]),
    reset: () => asked.push(['home']),
  };
  const context = (face: string) => ({ duality, axes, face }) as unknown as Context;
  const does = (command: Command, face = 'roc') => perform(command, context(face));
  return { duality, asked, does, context };
}

test('arrows light the next threshold, starting at the first', () => {
  const { duality, asked, does } = desk();
  does({ do: 'walk', step: 'next' });
  assert.deepEqual(duality.hover, { kind: 'point', index: 0 });
  does({ do: 'walk', step: 'next' }, 'cost');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  assert.deepEqual(asked, []);
});

test('from what is no threshold the walk starts anew, and without points nothing is lit', () => {
  const { duality, does } = desk({ hover: { kind: 'edge', index: 2 } });
  does({ do: 'walk', step: 'next' });
  assert.deepEqual(duality.hover, { kind: 'point', index: 0 });
  const empty = desk();
  empty.duality.scene = { points: { ...POINTS, fpr: new Float64Array() } };
  empty.does({ do: 'walk', step: 'next' });
  assert.equal(empty.duality.hover, null);
});

test('where there is no curve arrows stride along pc, within 0 and 1', () => {
  const { duality, does } = desk();
  const strides = [
    ['next', 0.26],
    ['previous', 0.25],
    ['up', 0.25],
    ['last', 1],
    ['next', 1],
    ['first', 0],
    ['previous', 0],
  ] as const;
  for (const [step, pc] of strides) {
    does({ do: 'walk', step }, 'difference');
    assert.deepEqual(duality.eye, { pc, space: 'difference' });
  }
  const unset = desk({ pc: null });
  unset.does({ do: 'walk', step: 'next' }, 'difference');
  assert.deepEqual(unset.duality.eye, { pc: 0.51, space: 'difference' });
  assert.equal(unset.duality.hover, null);
});

test('only what is lit is pinned', () => {
  const hover = { kind: 'point', index: 1 };
  const { asked, does } = desk({ hover });
  does({ do: 'pin' });
  assert.deepEqual(asked, [['pin', hover]]);
  const dark = desk();
  dark.does({ do: 'pin' });
  assert.deepEqual(dark.asked, []);
});

test('clearing darkens what is lit first, and takes pins only when all is dark', () => {
  for (const lit of [{ hover: { kind: 'point', index: 1 } }, { eye: { pc: 0.1, space: 'cost' } }]) {
    const { duality, asked, does } = desk(lit);
    does({ do: 'clear' });
    assert.deepEqual([duality.hover, duality.eye, asked], [null, null, []]);
    does({ do: 'clear' });
    assert.deepEqual(asked, [['pins', 0]]);
  }
});

test('the operating point moves by round steps, within 0 and 1', () => {
  for (const [pc, by, to] of [
    [0.25, 0.01, 0.26],
    [0.1 + 0.2, -0.001, 0.299],
    [0.9999, 0.01, 1],
    [0.001, -0.01, 0],
    [null, 0.01, 0.5],
  ] as const) {
    const { asked, context } = desk({ pc });
    moveBy(context('roc').duality, by);
    perform({ do: 'move', by }, context('cost'));
    assert.deepEqual(asked, [
      ['pc', to],
      ['pc', to],
    ]);
  }
});

test('keys zoom about the middle and go home', () => {
  const { asked, does } = desk();
  does({ do: 'zoom', factor: 0.8 });
  does({ do: 'reset' });
  assert.deepEqual(asked, [[0.8, { x: 200, y: 100 }], ['home']]);
});

test('table and keys are asked for from whoever shows them', () => {
  const { asked, does } = desk();
  does({ do: 'table' });
  does({ do: 'keys' });
  assert.deepEqual(asked, [['cc:table'], ['cc:keys']]);
});

test('arrows walk round the tabs, Home and End go to the ends', () => {
  const walk = (key: string) => [0, 1, 2].map((from) => nextTab(key, from, 3));
  assert.deepEqual(walk('ArrowRight'), [1, 2, 0]);
  assert.deepEqual(walk('ArrowLeft'), [2, 0, 1]);
  assert.deepEqual(
    [walk('Home'), walk('End')],
    [
      [0, 0, 0],
      [2, 2, 2],
    ],
  );
  assert.deepEqual(walk('Enter'), [null, null, null]);
});
