import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Recommended, recommended } from '../geometry/choosing.ts';
import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { Context } from '../layer/part.ts';
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
  type Step,
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

test('arrows walk along hulls and between classifiers, with alt along curves', () => {
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

test('arrows with shift make the range wider, narrower, and move it', () => {
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

test('ctrl and z takes back what was done to notes, n and N write and walk', () => {
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

test('zooming in and out again is home', () => {
  const factors = ['+', '-'].map((key) => commandOf(press(key)) as { factor: number });
  assert.deepEqual(factors, [
    { do: 'zoom', factor: 0.8 },
    { do: 'zoom', factor: 1.25 },
  ]);
  assert.deepEqual(commandOf(press('=')), commandOf(press('+')));
});

test('the other keys do what the help says', () => {
  const others = {
    ...{ Enter: 'pin', Escape: 'clear', Delete: 'forget', Backspace: 'forget', m: 'type' },
    ...{ 0: 'reset', p: 'play', t: 'table', '?': 'keys' },
  };
  for (const [key, what] of Object.entries(others)) {
    assert.deepEqual(commandOf(press(key)), { do: what });
  }
  assert.deepEqual(commandOf(press('e')), { do: 'edge', by: 1 });
  assert.deepEqual(commandOf(press('E', { shiftKey: true })), { do: 'edge', by: -1 });
});

const NAMES: Record<string, string> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '−': '-',
};

test('each key that the card names has a meaning', () => {
  for (const { keys } of KEYS) {
    const modifiers = {
      shiftKey: keys.startsWith('Shift'),
      altKey: keys.startsWith('Alt'),
      ctrlKey: keys.startsWith('Ctrl'),
    };
    for (const key of keys.replace(/^(Shift|Alt|Ctrl) \+ /, '').split(' ')) {
      assert.notEqual(commandOf(press(NAMES[key] ?? key, modifiers)), null, keys);
    }
  }
});

test('keys of the browser and of JupyterLab are left alone', () => {
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

test('a letter without a meaning is still no command of the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('X', { shiftKey: true })), true);
  assert.equal(isPrintable(press('Tab')), false);
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

// ---- Where a step of an arrow key ends

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

test('closest is closest in both rates, and of equal ones the first', () => {
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

test('an empty figure has nowhere to go', () => {
  const none = { ...points, fpr: new Float64Array() };
  assert.equal(walk(none, null, 'next'), null);
});

test('from a threshold that is gone or hidden the walk starts anew', () => {
  const hidden = { ...points, fpr: Float64Array.of(NaN, NaN, NaN, 0, 0.3, 1) };
  for (const step of ['next', 'previous', 'first', 'last', 'up', 'down'] as const) {
    assert.equal(walk(points, 6, step), 0);
    assert.equal(walk(hidden, 1, step), 3);
  }
});

test('hidden classifiers are stepped over', () => {
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

// ---- What keys do in a figure

type Pair = [number, number];

interface Start {
  pc?: number | null;
  pc_range?: Pair | null;
  hover?: unknown;
  eye?: unknown;
  points?: typeof POINTS;
}

/** What commands are done to, and what was asked of it. */
function desk(start: Start = {}) {
  const asked: unknown[] = [];
  const { points = POINTS, ...state } = start;
  const duality = {
    hover: null as unknown,
    eye: null as unknown,
    pc: 0.25 as number | null,
    pc_range: null as Pair | null,
    scene: { points, own: ownHulls(points), hull: upperHull(points) },
    get: (name: 'pc' | 'pc_range') => duality[name],
    get recommended(): Recommended | null {
      return recommended(points, upperHull(points), duality.pc, null, null);
    },
    try: (name: string, value: unknown) => asked.push([name, value]),
    tryRange: (range: Pair) => asked.push(['range', range]),
    togglePin: (hover: unknown) => asked.push(['pin', hover]),
    setPins: (pins: unknown[]) => asked.push(['pins', pins.length]),
    trigger: (name: string) => asked.push([name]),
    play: { press: () => asked.push(['play']), pause: () => {} },
    writing: {
      ...{ lit: null, held: null as string | null, isPlacing: false },
      light: () => {},
      ...Object.fromEntries(
        ['walk', 'undo', 'redo', 'remove', 'stopSeeking'].map((name) => [
          name,
          (...given: unknown[]) => asked.push([name, ...given]),
        ]),
      ),
    },
    ...state,
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

const steps = (does: (command: Command) => void, along: 'hull' | 'curve', ...taken: Step[]) => {
  for (const step of taken) does({ do: 'walk', step, along });
};

// The forest's corners are points 1 and 3 of its five.
const FOREST = pointsOf(
  [0, 0, 0, Infinity],
  [0, 0.1, 0.6, 0.75],
  [0, 0.2, 0.65, 0.6],
  [0, 0.4, 0.9, 0.5],
  [0, 1, 1, 0.1],
);

test('from the dark the first step lights what is recommended, Home and End go to its ends', () => {
  for (const [step, index] of [
    ['next', 1],
    ['up', 1],
    ['first', 0],
    ['last', 4],
  ] as const) {
    const { duality, does } = desk({ points: FOREST });
    steps(does, 'hull', step);
    assert.deepEqual(duality.hover, { kind: 'point', index });
  }
});

test('where nothing beats doing nothing, or no pc is set, the walk starts all the same', () => {
  for (const pc of [0.001, null]) {
    const { duality, does } = desk({ points: FOREST, pc });
    steps(does, 'curve', 'next');
    assert.deepEqual(duality.hover, { kind: 'point', index: pc === null ? 1 : 0 });
  }
});

test('arrows walk from corner to corner, and with alt through what lies between', () => {
  const { duality, asked, does } = desk({ points: FOREST });
  const lit: unknown[] = [];
  for (const step of ['next', 'next', 'next', 'next', 'previous', 'previous'] as const) {
    steps(does, 'hull', step);
    lit.push((duality.hover as { index: number }).index);
  }
  assert.deepEqual(lit, [1, 3, 4, 4, 3, 1]);
  steps(does, 'curve', 'next');
  assert.deepEqual(duality.hover, { kind: 'point', index: 2 });
  steps(does, 'hull', 'next', 'previous');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  assert.deepEqual(asked, []);
});

test('from an edge the walk leads to its ends, and e lights edges in their order', () => {
  const { duality, does } = desk({ points: FOREST });
  does({ do: 'edge', by: 1 });
  assert.deepEqual(duality.hover, { kind: 'edge', index: 1 });
  for (const index of [2, 2]) {
    does({ do: 'edge', by: 1 });
    assert.deepEqual(duality.hover, { kind: 'edge', index });
  }
  does({ do: 'edge', by: -1 });
  steps(does, 'hull', 'previous');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
  does({ do: 'clear' });
  does({ do: 'edge', by: -1 });
  steps(does, 'hull', 'next');
  assert.deepEqual(duality.hover, { kind: 'point', index: 1 });
});

test('without points nothing is lit', () => {
  const { duality, does } = desk({ points: pointsOf() });
  steps(does, 'hull', 'next', 'first');
  assert.equal(duality.hover, null);
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
    does({ do: 'walk', step, along: 'hull' }, 'difference');
    assert.deepEqual(duality.eye, { pc, space: 'difference' });
  }
  const unset = desk({ pc: null });
  unset.does({ do: 'walk', step: 'next', along: 'hull' }, 'difference');
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

test('the table is asked for from whoever shows it', () => {
  const { asked, does } = desk();
  does({ do: 'table' });
  assert.deepEqual(asked, [['cc:table']]);
});

const odds = (pc: number) => Math.log(pc / (1 - pc));

test('a range is made about the operating point, which stays its middle in log-odds', () => {
  const { asked, does } = desk();
  does({ do: 'widen', by: 0.1 });
  const [[name, [low, high]]] = asked as [[string, Pair]];
  assert.equal(name, 'range');
  assert.ok(Math.abs(odds(low) - odds(0.25) + 0.1) < 1e-9);
  assert.ok(Math.abs(odds(high) - odds(0.25) - 0.1) < 1e-9);
});

test('a range is moved as a whole, narrowed until it is gone, and removed', () => {
  const { asked, does } = desk({ pc_range: [0.5, 0.6] });
  does({ do: 'shift', by: 0.1 });
  const [[, [low, high]]] = asked as [[string, Pair]];
  assert.ok(low > 0.52 && high < 0.63 && Math.abs(odds(high) - odds(low) - odds(0.6)) < 1e-9);
  asked.length = 0;
  does({ do: 'widen', by: -0.3 });
  does({ do: 'forget' });
  assert.deepEqual(asked, [
    ['pc_range', null],
    ['pc_range', null],
  ]);
  const none = desk();
  none.does({ do: 'shift', by: 0.1 });
  none.does({ do: 'widen', by: -0.1 });
  assert.deepEqual(none.asked, [['pc_range', null]]);
});

test('ends at 0 and 1 stay there until a range becomes narrower', () => {
  const { asked, does } = desk({ pc_range: [0, 1] });
  does({ do: 'widen', by: 0.1 });
  does({ do: 'widen', by: -0.1 });
  const [[, whole], [, [low, high]]] = asked as [string, Pair][] as [
    [string, Pair],
    [string, Pair],
  ];
  assert.deepEqual(whole, [0, 1]);
  assert.ok(low > 0 && low < 0.001 && high < 1 && high > 0.999);
});

test('notes: keys walk, undo and redo; Delete takes the note that keys have lit, not the range', () => {
  const { asked, does, duality } = desk({ pc_range: [0.2, 0.4] });
  for (const act of ['next', 'undo', 'redo'] as const) does({ do: act });
  duality.writing.held = 'a';
  does({ do: 'forget' });
  duality.writing.isPlacing = true;
  does({ do: 'clear' });
  assert.deepEqual(asked, [['walk'], ['undo'], ['redo'], ['remove', 'a'], ['stopSeeking']]);
});
