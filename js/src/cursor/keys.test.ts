import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Recommendation, recommend } from '../geometry/choosing.ts';
import { classifierHulls, upperHull } from '../geometry/hull.ts';
import type { DrawContext } from '../layer/part.ts';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import {
  type Command,
  commandOf,
  isPrintable,
  KEYS,
  moveBy,
  nextTab,
  perform,
  type WalkStep,
  walk,
} from './keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('brackets and page keys move the operating point, with Shift in smaller steps', () => {
  assert.deepEqual(commandOf(press('[')), { do: 'move', by: -0.01 });
  assert.deepEqual(commandOf(press('PageUp')), { do: 'move', by: 0.01 });
  assert.deepEqual(commandOf(press('{', { shiftKey: true })), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', { shiftKey: true })), { do: 'move', by: 0.001 });
  assert.deepEqual(commandOf(press('PageDown', { shiftKey: true })), { do: 'move', by: -0.001 });
  const altGr = { ctrlKey: true, altKey: true };
  assert.deepEqual(commandOf(press(']', altGr)), { do: 'move', by: 0.01 });
  // On some keyboards, braces require AltGr without Shift.
  assert.deepEqual(commandOf(press('{', altGr)), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', altGr)), { do: 'move', by: 0.001 });
});

test('arrow keys walk along hulls and between classifiers, with Alt along curves', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
  const steps = ['next', 'previous', 'up', 'down', 'first', 'last'];
  assert.deepEqual(
    keys.map((key) => commandOf(press(key))),
    steps.map((step) => ({ do: 'walk', step, along: 'hull' })),
  );
  assert.deepEqual(
    keys.map((key) => commandOf(press(key, { altKey: true }))),
    steps.map((step) => ({ do: 'walk', step, along: 'curve' })),
  );
});

test('Shift + arrow keys widen, narrow and move the range', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  assert.deepEqual(
    keys.map((key) => commandOf(press(key, { shiftKey: true }))),
    [
      { do: 'widen', by: 0.1 },
      { do: 'widen', by: -0.1 },
      { do: 'shift', by: 0.1 },
      { do: 'shift', by: -0.1 },
    ],
  );
});

test('Ctrl + Z undoes changes of notes, n writes a note, N goes to the next one', () => {
  const ctrl = (key: string, more = {}) => commandOf(press(key, { ctrlKey: true, ...more }));
  assert.deepEqual(ctrl('z'), { do: 'undo' });
  assert.deepEqual(ctrl('Z', { shiftKey: true }), { do: 'redo' });
  assert.deepEqual(ctrl('y'), { do: 'redo' });
  assert.deepEqual(commandOf(press('z', { metaKey: true })), { do: 'undo' });
  assert.equal(ctrl('z', { altKey: true }), null);
  assert.equal(commandOf(press('z')), null);
  assert.deepEqual(
    [commandOf(press('n')), commandOf(press('N', { shiftKey: true }))],
    [{ do: 'note' }, { do: 'next' }],
  );
});

test('zooming in and out again restores the view', () => {
  const factors = ['+', '-'].map((key) => commandOf(press(key)) as { factor: number });
  assert.deepEqual(factors, [
    { do: 'zoom', factor: 0.8 },
    { do: 'zoom', factor: 1.25 },
  ]);
  assert.deepEqual(commandOf(press('=')), commandOf(press('+')));
});

test('the other keys have the commands of the help card', () => {
  const actions = {
    ...{ Enter: 'pin', Escape: 'clear', Delete: 'forget', Backspace: 'forget', m: 'type' },
    ...{ 0: 'reset', p: 'play', t: 'table', '?': 'keys' },
  };
  for (const [key, action] of Object.entries(actions)) {
    assert.deepEqual(commandOf(press(key)), { do: action });
  }
  assert.deepEqual(commandOf(press('e')), { do: 'edge', by: 1 });
  assert.deepEqual(commandOf(press('E', { shiftKey: true })), { do: 'edge', by: -1 });
});

const KEY_NAMES: Record<string, string> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '−': '-',
};

test('each key in the help card has a command', () => {
  for (const { keys } of KEYS) {
    const modifiers = {
      shiftKey: keys.startsWith('Shift'),
      altKey: keys.startsWith('Alt'),
      ctrlKey: keys.startsWith('Ctrl'),
    };
    for (const key of keys.replace(/^(Shift|Alt|Ctrl) \+ /, '').split(' ')) {
      assert.notEqual(commandOf(press(KEY_NAMES[key] ?? key, modifiers)), null, keys);
    }
  }
});

test('shortcuts of the browser and of JupyterLab are ignored', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['0', 'Enter', '[', 'm']) {
      assert.equal(commandOf(press(key, { [modifier]: true })), null);
    }
    assert.equal(isPrintable(press('c', { [modifier]: true })), false);
  }
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true })), null);
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true, altKey: true })), null);
  assert.equal(commandOf(press('Tab')), null);
});

test('a letter without a command still does not reach the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('X', { shiftKey: true })), true);
  assert.equal(isPrintable(press('Tab')), false);
});

test('arrow keys cycle through the tabs, Home and End go to the ends', () => {
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

// ---- Targets of arrow keys

const points: Points = {
  fpr: Float64Array.of(0, 0.1, 1, 0, 0.3, 1),
  tpr: Float64Array.of(0, 0.5, 1, 0, 0.4, 1),
  threshold: new Float64Array(6),
  owner: Int32Array.of(0, 0, 0, 1, 1, 1),
};

test('the walk starts at the first point', () => {
  assert.equal(walk(points, null, 'next'), 0);
});

test('steps stay on the curve of their classifier', () => {
  assert.equal(walk(points, 0, 'next'), 1);
  assert.equal(walk(points, 2, 'next'), 2);
  assert.equal(walk(points, 3, 'previous'), 3);
  assert.equal(walk(points, 4, 'first'), 3);
  assert.equal(walk(points, 0, 'last'), 2);
  assert.equal(walk(points, 2, 'previous'), 1);
  assert.equal(walk(points, 5, 'next'), 5);
  assert.equal(walk(points, 5, 'first'), 3);
});

test('up and down go to the closest point of the neighbouring classifier', () => {
  assert.equal(walk(points, 1, 'down'), 4);
  assert.equal(walk(points, 4, 'up'), 1);
  assert.equal(walk(points, 4, 'down'), 4);
});

test('the closest point counts both rates, and the first of several wins', () => {
  const many: Points = {
    fpr: Float64Array.of(0.5, 0.5, 0.9, 0.5625, 0.25),
    tpr: Float64Array.of(0.5, 0.9, 0.5, 0.5, 0.5),
    threshold: new Float64Array(5),
    owner: Int32Array.of(0, 1, 1, 1, 1),
  };
  assert.equal(walk(many, 0, 'down'), 3);
  const twice = { ...many, fpr: Float64Array.of(0.5, 0.5, 0.9, 0.75, 0.25) };
  assert.equal(walk(twice, 0, 'down'), 3);
});

test('a figure without points has no target', () => {
  const none = { ...points, fpr: new Float64Array() };
  assert.equal(walk(none, null, 'next'), null);
});

test('from a missing or hidden threshold the walk starts over', () => {
  const hidden = { ...points, fpr: Float64Array.of(NaN, NaN, NaN, 0, 0.3, 1) };
  for (const step of ['next', 'previous', 'first', 'last', 'up', 'down'] as const) {
    assert.equal(walk(points, 6, step), 0);
    assert.equal(walk(hidden, 1, step), 3);
  }
});

test('hidden classifiers are skipped', () => {
  const three: Points = {
    fpr: Float64Array.of(0, 0.1, Number.NaN, Number.NaN, 0.1, 0.9),
    tpr: Float64Array.of(0, 0.5, Number.NaN, Number.NaN, 0.6, 1),
    threshold: new Float64Array(6),
    owner: Int32Array.of(0, 0, 1, 1, 2, 2),
  };
  assert.equal(walk(three, 1, 'down'), 4);
  assert.equal(walk(three, 4, 'up'), 1);
  const hiddenFirst = { ...three, fpr: Float64Array.of(NaN, NaN, NaN, NaN, 0.1, 0.9) };
  assert.equal(walk(hiddenFirst, null, 'next'), 4);
  assert.equal(walk(hiddenFirst, 4, 'up'), 4);
  const allHidden = { ...three, fpr: new Float64Array(6).fill(Number.NaN) };
  assert.equal(walk(allHidden, null, 'next'), null);
});

// ---- Effects of keys in a figure

type Pair = [number, number];

interface StubState {
  pc?: number | null;
  pc_range?: Pair | null;
  hover?: unknown;
  pcPointer?: unknown;
  points?: typeof POINTS;
}

/** Return a stub of the state, and the calls that commands make. */
function createStub(start: StubState = {}) {
  const calls: unknown[] = [];
  const { points = POINTS, ...state } = start;
  const duality = {
    hover: null as unknown,
    pcPointer: null as unknown,
    pc: 0.25 as number | null,
    pc_range: null as Pair | null,
    scene: { points, own: classifierHulls(points), hull: upperHull(points) },
    get: (name: 'pc' | 'pc_range') => duality[name],
    get recommended(): Recommendation | null {
      return recommend(points, upperHull(points), duality.pc, null, null);
    },
    preview: (name: string, value: unknown) => calls.push([name, value]),
    previewRange: (range: Pair) => calls.push(['range', range]),
    togglePin: (hover: unknown) => calls.push(['pin', hover]),
    setPins: (pins: unknown[]) => calls.push(['pins', pins.length]),
    trigger: (name: string) => calls.push([name]),
    play: { press: () => calls.push(['play']), pause: () => {} },
    noteEditor: {
      ...{ highlighted: null, selected: null as string | null, isPlacing: false },
      highlight: () => {},
      ...Object.fromEntries(
        ['walk', 'undo', 'redo', 'remove', 'stopPlacing'].map((name) => [
          name,
          (...args: unknown[]) => calls.push([name, ...args]),
        ]),
      ),
    },
    ...state,
  };
  const axes = {
    width: 400,
    height: 200,
    zoomBy: (factor: number, about: unknown) => calls.push([factor, about]),
    reset: () => calls.push(['home']),
  };
  const context = (space: string) => ({ duality, axes, space }) as unknown as DrawContext;
  const run = (command: Command, space = 'roc') => perform(command, context(space));
  return { duality, calls, run, context };
}

const steps = (run: (command: Command) => void, along: 'hull' | 'curve', ...taken: WalkStep[]) => {
  for (const step of taken) run({ do: 'walk', step, along });
};

// The hull corners of the forest are points 1 and 3 of its five.
const FOREST = pointsOf(
  [0, 0, 0, Infinity],
  [0, 0.1, 0.6, 0.75],
  [0, 0.2, 0.65, 0.6],
  [0, 0.4, 0.9, 0.5],
  [0, 1, 1, 0.1],
);

test('without a highlight, the first step goes to the recommended point, Home and End to the ends', () => {
  for (const [step, index] of [
    ['next', 1],
    ['up', 1],
    ['first', 0],
    ['last', 4],
  ] as const) {
    const { duality, run } = createStub({ points: FOREST });
    steps(run, 'hull', step);
    assert.deepEqual(duality.hover, { kind: 'point', index });
  }
});

test('the walk starts even if a baseline is best or no pc is set', () => {
  for (const pc of [0.001, null]) {
    const { duality, run } = createStub({ points: FOREST, pc });
    steps(run, 'curve', 'next');
    assert.deepEqual(duality.hover, { kind: 'point', index: pc === null ? 1 : 0 });
  }
});

test('arrow keys walk from corner to corner, with Alt through all points', () => {
  const { duality, calls, run } = createStub({ points: FOREST });
  const indices: unknown[] = [];
  for (const step of ['next', 'next', 'next', 'next', 'previous', 'previous'] as const) {
    steps(run, 'hull', step);
    indices.push((duality.hover as { index: number }).index);
  }
  assert.deepEqual(indices, [1, 3, 4, 4, 3, 1]);
  steps(run, 'curve', 'next');
  assert.deepEqual(duality.hover, { kind: 'point', index: 2 });
  steps(run, 'hull', 'next', 'previous');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  assert.deepEqual(calls, []);
});

test('from an edge the walk leads to its ends, and e goes through the edges in order', () => {
  const { duality, run } = createStub({ points: FOREST });
  run({ do: 'edge', by: 1 });
  assert.deepEqual(duality.hover, { kind: 'edge', index: 1 });
  for (const index of [2, 2]) {
    run({ do: 'edge', by: 1 });
    assert.deepEqual(duality.hover, { kind: 'edge', index });
  }
  run({ do: 'edge', by: -1 });
  steps(run, 'hull', 'previous');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  run({ do: 'clear' });
  run({ do: 'edge', by: -1 });
  steps(run, 'hull', 'next');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
});

test('without points nothing is highlighted', () => {
  const { duality, run } = createStub({ points: pointsOf() });
  steps(run, 'hull', 'next', 'first');
  assert.equal(duality.hover, null);
});

test('in the difference figure, arrow keys step along pc within 0 and 1', () => {
  const { duality, run } = createStub();
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
    run({ do: 'walk', step, along: 'hull' }, 'difference');
    assert.deepEqual(duality.pcPointer, { pc, space: 'difference' });
  }
  const unset = createStub({ pc: null });
  unset.run({ do: 'walk', step: 'next', along: 'hull' }, 'difference');
  assert.deepEqual(unset.duality.pcPointer, { pc: 0.51, space: 'difference' });
  assert.equal(unset.duality.hover, null);
});

test('only a highlighted item is pinned', () => {
  const hover = { kind: 'point', index: 1 };
  const { calls, run } = createStub({ hover });
  run({ do: 'pin' });
  assert.deepEqual(calls, [['pin', hover]]);
  const dark = createStub();
  dark.run({ do: 'pin' });
  assert.deepEqual(dark.calls, []);
});

test('clearing removes the highlight first, and the pins only without a highlight', () => {
  for (const start of [
    { hover: { kind: 'point', index: 1 } },
    { pcPointer: { pc: 0.1, space: 'cost' } },
  ]) {
    const { duality, calls, run } = createStub(start);
    run({ do: 'clear' });
    assert.deepEqual([duality.hover, duality.pcPointer, calls], [null, null, []]);
    run({ do: 'clear' });
    assert.deepEqual(calls, [['pins', 0]]);
  }
});

test('the operating point moves in round steps within 0 and 1', () => {
  for (const [pc, by, to] of [
    [0.25, 0.01, 0.26],
    [0.1 + 0.2, -0.001, 0.299],
    [0.9999, 0.01, 1],
    [0.001, -0.01, 0],
    [null, 0.01, 0.5],
  ] as const) {
    const { calls, context } = createStub({ pc });
    moveBy(context('roc').duality, by);
    perform({ do: 'move', by }, context('cost'));
    assert.deepEqual(calls, [
      ['pc', to],
      ['pc', to],
    ]);
  }
});

test('keys zoom about the center and reset the zoom', () => {
  const { calls, run } = createStub();
  run({ do: 'zoom', factor: 0.8 });
  run({ do: 'reset' });
  assert.deepEqual(calls, [[0.8, { x: 200, y: 100 }], ['home']]);
});

test('the table is requested by an event', () => {
  const { calls, run } = createStub();
  run({ do: 'table' });
  assert.deepEqual(calls, [['cc:table']]);
});

const odds = (pc: number) => Math.log(pc / (1 - pc));

test('a new range has the operating point as its midpoint in log-odds', () => {
  const { calls, run } = createStub();
  run({ do: 'widen', by: 0.1 });
  const [[name, [low, high]]] = calls as [[string, Pair]];
  assert.equal(name, 'range');
  assert.ok(Math.abs(odds(low) - odds(0.25) + 0.1) < 1e-9);
  assert.ok(Math.abs(odds(high) - odds(0.25) - 0.1) < 1e-9);
});

test('a range is moved as a whole, narrowed until it vanishes, and removed', () => {
  const { calls, run } = createStub({ pc_range: [0.5, 0.6] });
  run({ do: 'shift', by: 0.1 });
  const [[, [low, high]]] = calls as [[string, Pair]];
  assert.ok(low > 0.52 && high < 0.63 && Math.abs(odds(high) - odds(low) - odds(0.6)) < 1e-9);
  calls.length = 0;
  run({ do: 'widen', by: -0.3 });
  run({ do: 'forget' });
  assert.deepEqual(calls, [
    ['pc_range', null],
    ['pc_range', null],
  ]);
  const none = createStub();
  none.run({ do: 'shift', by: 0.1 });
  none.run({ do: 'widen', by: -0.1 });
  assert.deepEqual(none.calls, [['pc_range', null]]);
});

test('ends at 0 and 1 stay there until the range is narrowed', () => {
  const { calls, run } = createStub({ pc_range: [0, 1] });
  run({ do: 'widen', by: 0.1 });
  run({ do: 'widen', by: -0.1 });
  const [[, widened], [, [low, high]]] = calls as [string, Pair][] as [
    [string, Pair],
    [string, Pair],
  ];
  assert.deepEqual(widened, [0, 1]);
  assert.ok(low > 0 && low < 0.001 && high < 1 && high > 0.999);
});

test('keys walk through notes, undo and redo; Delete removes the selected note, not the range', () => {
  const { calls, run, duality } = createStub({ pc_range: [0.2, 0.4] });
  for (const act of ['next', 'undo', 'redo'] as const) run({ do: act });
  duality.noteEditor.selected = 'a';
  run({ do: 'forget' });
  duality.noteEditor.isPlacing = true;
  run({ do: 'clear' });
  assert.deepEqual(calls, [['walk'], ['undo'], ['redo'], ['remove', 'a'], ['stopPlacing']]);
});
