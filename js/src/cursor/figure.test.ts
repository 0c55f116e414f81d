import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildScene, upperHull } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import type { Look, Winners } from '../wire/state.ts';
import { POINTS } from '../words/examples.test.ts';
import {
  type AxisView,
  dotRows,
  type FigureView,
  hullRows,
  type MarkContext,
  type MarkKind,
  type MarkModel,
  type MarkView,
  magnification,
  type OwnerRow,
  placeTicks,
  pointerPosition,
  skipUnusedWork,
  titleVariants,
  updateChangedRows,
  updateFolds,
  updateMarks,
} from './figure.ts';

function rect(own: number | null, onScreen: number): Element {
  return {
    getBoundingClientRect: () => ({ left: 100, top: 50, width: onScreen }),
    getAttribute: () => (own === null ? null : String(own)),
  } as unknown as Element;
}

const pointer = { clientX: 350, clientY: 100 } as MouseEvent;

// Under CSS zoom the pointer position was off.
test('pointer positions are in the pixels of the element', () => {
  assert.equal(magnification(rect(400, 500)), 1.25);
  assert.deepEqual(pointerPosition(rect(400, 500), pointer), { x: 200, y: 40 });
  assert.deepEqual(pointerPosition(rect(400, 200), pointer), { x: 500, y: 100 });
});

test('elements of their nominal size, or not displayed, are not magnified', () => {
  for (const element of [rect(400, 400.000_01), rect(400, 0), rect(null, 400), rect(0, 400)]) {
    assert.equal(magnification(element), 1);
    assert.deepEqual(pointerPosition(element, pointer), { x: 250, y: 50 });
  }
});

// ---- Visible rows of marks

const looks: Look[] = [
  { color: '#111111', dash: 'solid', marker: 'circle' },
  { color: '#222222', dash: 'dashed', marker: 'square' },
];
const NO_WINNERS = {
  pc: new Float64Array(),
  owner: new Int32Array(),
  significance: new Int32Array(),
  challenger: new Int32Array(),
  among: new Int32Array(),
};

/** Return the rows set on each mark, given hidden classifiers and disabled switches. */
function renderedRows(
  marks: { kind: MarkKind; owners: number[] }[],
  hidden: number[],
  off = [''],
  winners: Winners = NO_WINNERS,
) {
  const { scene } = markContext(hidden, '', winners);
  const rows: Record<string, unknown>[] = marks.map(() => ({}));
  const faces = marks.map((mark, i) => ({
    get: (name: string) => ({ ...mark, curves_subset: null })[name as 'kind'],
    set: (traits: object) => Object.assign(rows[i] ?? {}, traits),
  }));
  updateMarks(faces as unknown as MarkModel[], {
    scene,
    looks,
    isOn: (name) => !off.includes(name),
  });
  return rows;
}

const ROWS = ['curves', 'lines', 'envelopes', 'bands', 'spread', 'expected'] as const;

test('only rows of visible classifiers are shown', () => {
  for (const kind of ROWS) {
    const marks = [{ kind, owners: [0, 1] }];
    assert.deepEqual(renderedRows(marks, []), [{ visible: true, curves_subset: [] }]);
    assert.deepEqual(renderedRows(marks, [0]), [{ visible: true, curves_subset: [1] }]);
    assert.equal(renderedRows(marks, [0, 1])[0]?.visible, false);
    assert.equal(renderedRows([{ kind, owners: [] }], [])[0]?.visible, false);
  }
});

test('folds are shown only for the hovered classifier, if it is visible', () => {
  const rows = [0, 0, 1];
  const pointing = (pointed: number | null, hidden: number[]) => {
    let traits = {};
    const mark = {
      get: (name: string) => ({ kind: 'folds', owners: rows, curves_subset: null })[name],
      set: (changed: object) => (traits = changed),
    };
    const hull = upperHull(POINTS);
    const scene = buildScene({
      points: POINTS,
      hull,
      winners: NO_WINNERS,
      hidden,
      folded: [],
      joined: [],
    });
    updateFolds([mark as unknown as MarkModel], scene, pointed);
    return traits;
  };
  assert.deepEqual(pointing(0, []), { visible: true, curves_subset: [0, 1] });
  assert.deepEqual(pointing(1, []), { visible: true, curves_subset: [2] });
  assert.deepEqual(pointing(null, []), { visible: false, curves_subset: [] });
  assert.deepEqual(pointing(0, [0]), { visible: false, curves_subset: [] });
});

test('the expected cost of the best choice is shown only if Python knows the visible classifiers', () => {
  const marks = [{ kind: 'expected' as const, owners: [Owner.BEST] }];
  const winners = { ...NO_WINNERS, owner: Int32Array.of(0), among: Int32Array.of(0, 1) };
  assert.equal(renderedRows(marks, [], [''], winners)[0]?.visible, true);
  assert.equal(renderedRows(marks, [0], [''], winners)[0]?.visible, false);
});

test('a switch hides its kinds of marks', () => {
  const marks = ROWS.map((kind) => ({ kind, owners: [0, 1] }));
  const visibility = (off: string) => renderedRows(marks, [], [off]).map(({ visible }) => visible);
  assert.deepEqual(visibility('show_lines'), [false, false, true, true, true, true]);
  assert.deepEqual(visibility('show_hull'), [true, true, false, true, false, true]);
  assert.deepEqual(visibility('show_bands'), [true, true, true, false, true, true]);
  assert.deepEqual(visibility('show_expected'), [true, true, true, true, true, false]);
});

/** Return the context of marks, given hidden classifiers and a disabled switch. */
function markContext(hidden: number[], off = '', winners: Winners = NO_WINNERS): MarkContext {
  const hull = upperHull(POINTS);
  const scene = buildScene({ points: POINTS, hull, winners, hidden, folded: [], joined: [] });
  return { scene, looks, isOn: (name) => name !== off };
}

const xOfRows = (rows: readonly OwnerRow[]) =>
  rows.map(([color, places]) => [color, places.map(({ x }) => x)]);

test('the hull is that of the visible classifiers, in their colors', () => {
  assert.deepEqual(xOfRows(hullRows(markContext([]))), [['#111111', [0, 0.1, 0.4, 1]]]);
  assert.deepEqual(xOfRows(hullRows(markContext([0]))), [['#222222', [0, 0.3, 1]]]);
  assert.deepEqual(hullRows(markContext([0, 1])), []);
  assert.deepEqual(hullRows(markContext([], 'show_hull')), []);
});

test('dots belong to visible classifiers, and single points always have one', () => {
  const dots = (hidden: number[], off = '') => xOfRows(dotRows([0, 1], markContext(hidden, off)));
  const [first, second] = ['#111111', '#222222'];
  assert.deepEqual(dots([]), [
    [first, [0.1, 0.4]],
    [second, [0.3]],
  ]);
  assert.deepEqual(dots([0]), [
    [first, []],
    [second, [0.3]],
  ]);
  assert.deepEqual(dots([], 'show_hull'), [
    [first, []],
    [second, [0.3]],
  ]);
});

/** Return a row that records its attribute writes. */
function rowStub() {
  const writes: string[] = [];
  return {
    writes,
    getAttribute: () => writes.at(-1) ?? null,
    setAttribute: (_: string, value: string) => writes.push(value),
  };
}

test('only rows that change are written', () => {
  const curves = [rowStub(), rowStub(), rowStub()];
  let subset: number[] = [];
  let react = () => {};
  const view = {
    model: { get: (name: string) => (name === 'kind' ? 'lines' : subset) },
    el: { querySelectorAll: () => curves },
    stopListening: () => {},
    listenTo: (_: unknown, __: string, does: () => void) => (react = does),
  };
  updateChangedRows(view as unknown as MarkView);
  for (const next of [[], [0, 2], [0], []]) {
    subset = next;
    react();
  }
  assert.deepEqual(
    curves.map(({ writes }) => writes),
    [['inline'], ['inline', 'none', 'inline'], ['inline', 'none', 'inline']],
  );
});

test('the short version of an axis title is its name without the explanation', () => {
  for (const [title, name] of [
    ['PC(+): share of ill, weighted by cost', 'PC(+)'],
    ['PC(+), on a scale of log-odds', 'PC(+)'],
    ['False positive rate (well flagged)', 'False positive rate'],
    ['Share of ill at costs 1 : 5', 'Share of ill'],
    ['Cost of missed ill : false alarm, prior 0.3', 'Cost of missed ill : false alarm'],
  ] as const)
    assert.deepEqual(titleVariants(title), [title, name]);
});

test('changes of marks trigger neither padding nor legend updates of bqplot', () => {
  const done: unknown[] = [];
  const mark = { off: (...args: unknown[]) => done.push(args) };
  const figure = {
    model: { get: () => [mark] },
    update_paddings: () => done.push('paddings'),
    update_legend: () => done.push('legend'),
  };
  skipUnusedWork(figure as unknown as FigureView);
  figure.update_paddings();
  figure.update_legend();
  assert.deepEqual(done, [['data_updated redraw_legend', undefined, figure]]);
});

// ---- Ticks of each view

/** A view of a horizontal axis that records its ticks. */
class AxisStub {
  readonly height = 0;
  readonly axis_scale = { scale: { domain: () => [0, 1] } };
  readonly model: object;
  width: number;
  ticks: ArrayLike<number> = [];

  constructor(model: object, width: number) {
    this.model = model;
    this.width = width;
  }

  get_ticks_from_array_or_length(): ArrayLike<number> {
    return [];
  }

  set_tick_values(): void {
    this.ticks = this.get_ticks_from_array_or_length();
  }
}

const figureOf = (view: AxisStub) =>
  ({
    axis_views: { views: [Promise.resolve(view as unknown as AxisView)] },
  }) as unknown as FigureView;

// Two views kept overwriting the ticks in their common axis model.
test('views of one axis with different sizes draw their own ticks and do not change the axis', async () => {
  const values: Record<string, unknown> = { side: 'bottom', tick_values: null };
  const axis = { get: (name: string) => values[name] };
  const [wide, narrow] = [new AxisStub(axis, 420), new AxisStub(axis, 180)];
  await placeTicks(figureOf(wide));
  await placeTicks(figureOf(narrow));
  assert.deepEqual(wide.ticks, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(narrow.ticks, [0, 0.5, 1]);
  wide.width = 180;
  wide.set_tick_values();
  assert.deepEqual(wide.ticks, [0, 0.5, 1]);
  values.tick_values = Float64Array.of(0, 0.25, 2);
  for (const view of [wide, narrow]) {
    view.set_tick_values();
    assert.deepEqual(view.ticks, [0, 0.25]);
  }
});
