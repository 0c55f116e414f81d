import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { Step } from '../geometry/walk.ts';
import type { Context } from '../layer/part.ts';
import { POINTS, pointsOf } from '../words/subject.test.ts';
import { moveBy, perform } from './commands.ts';
import type { Command } from './keys.ts';

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
    try: (name: string, value: unknown) => asked.push([name, value]),
    tryRange: (range: Pair) => asked.push(['range', range]),
    togglePin: (hover: unknown) => asked.push(['pin', hover]),
    setPins: (pins: unknown[]) => asked.push(['pins', pins.length]),
    trigger: (name: string) => asked.push([name]),
    play: { press: () => asked.push(['play']), pause: () => {} },
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
