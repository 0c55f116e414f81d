import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf, upperHull } from '../geometry/hull.ts';
import { Owner } from '../wire/schema.ts';
import type { Look, Winners } from '../wire/state.ts';
import { POINTS } from '../words/examples.test.ts';
import {
  type AxisView,
  dotsOfAll,
  type FigureView,
  hullOf,
  type Kind,
  type Mark,
  type MarkView,
  magnification,
  placeOn,
  placeTicks,
  type Row,
  type Shown,
  showFolds,
  showMarks,
  spareRows,
  spareWork,
  titlesOf,
} from './figure.ts';

function rect(own: number | null, seen: number): Element {
  return {
    getBoundingClientRect: () => ({ left: 100, top: 50, width: seen }),
    getAttribute: () => (own === null ? null : String(own)),
  } as unknown as Element;
}

const pointer = { clientX: 350, clientY: 100 } as MouseEvent;

// B6: under CSS zoom the pointer was taken to be beside the mark.
test('a place is told in own pixels', () => {
  assert.equal(magnification(rect(400, 500)), 1.25);
  assert.deepEqual(placeOn(rect(400, 500), pointer), { x: 200, y: 40 });
  assert.deepEqual(placeOn(rect(400, 200), pointer), { x: 500, y: 100 });
});

test('what is as large as it says, or not seen, is not magnified', () => {
  for (const one of [rect(400, 400.000_01), rect(400, 0), rect(null, 400), rect(0, 400)]) {
    assert.equal(magnification(one), 1);
    assert.deepEqual(placeOn(one, pointer), { x: 250, y: 50 });
  }
});

// ---- What is seen of its marks

const looks: Look[] = [
  { color: '#111111', dash: 'solid', marker: 'circle' },
  { color: '#222222', dash: 'dashed', marker: 'square' },
];
const NO_WINNERS = {
  pc: new Float64Array(),
  owner: new Int32Array(),
  sure: new Int32Array(),
  doubt: new Int32Array(),
  among: new Int32Array(),
};

/** What each mark is told while these are hidden and these switches are off. */
function told(
  marks: { kind: Kind; owners: number[] }[],
  hidden: number[],
  off = [''],
  winners: Winners = NO_WINNERS,
) {
  const { scene } = shown(hidden, '', winners);
  const found: Record<string, unknown>[] = marks.map(() => ({}));
  const faces = marks.map((mark, i) => ({
    get: (name: string) => ({ ...mark, curves_subset: null })[name as 'kind'],
    set: (traits: object) => Object.assign(found[i] ?? {}, traits),
  }));
  showMarks(faces as unknown as Mark[], { scene, looks, isOn: (name) => !off.includes(name) });
  return found;
}

const ROWS = ['curves', 'lines', 'envelopes', 'bands', 'spread', 'expected'] as const;

test('of each mark the rows of those who are visible are seen', () => {
  for (const kind of ROWS) {
    const marks = [{ kind, owners: [0, 1] }];
    assert.deepEqual(told(marks, []), [{ visible: true, curves_subset: [] }]);
    assert.deepEqual(told(marks, [0]), [{ visible: true, curves_subset: [1] }]);
    assert.equal(told(marks, [0, 1])[0]?.visible, false);
    assert.equal(told([{ kind, owners: [] }], [])[0]?.visible, false);
  }
});

test('single folds are seen of the classifier that is pointed at, if that is seen itself', () => {
  const rows = [0, 0, 1];
  const pointing = (pointed: number | null, hidden: number[]) => {
    let found = {};
    const mark = {
      get: (name: string) => ({ kind: 'folds', owners: rows, curves_subset: null })[name],
      set: (traits: object) => (found = traits),
    };
    const hull = upperHull(POINTS);
    const scene = sceneOf({
      points: POINTS,
      hull,
      winners: NO_WINNERS,
      hidden,
      folded: [],
      joined: [],
    });
    showFolds([mark as unknown as Mark], scene, pointed);
    return found;
  };
  assert.deepEqual(pointing(0, []), { visible: true, curves_subset: [0, 1] });
  assert.deepEqual(pointing(1, []), { visible: true, curves_subset: [2] });
  assert.deepEqual(pointing(null, []), { visible: false, curves_subset: [] });
  assert.deepEqual(pointing(0, [0]), { visible: false, curves_subset: [] });
});

test('what the best of all is to cost is seen while those are visible that Python knows of', () => {
  const marks = [{ kind: 'expected' as const, owners: [Owner.BEST] }];
  const winners = { ...NO_WINNERS, owner: Int32Array.of(0), among: Int32Array.of(0, 1) };
  assert.equal(told(marks, [], [''], winners)[0]?.visible, true);
  assert.equal(told(marks, [0], [''], winners)[0]?.visible, false);
});

test('what a switch hides is not in the page', () => {
  const marks = ROWS.map((kind) => ({ kind, owners: [0, 1] }));
  const seen = (off: string) => told(marks, [], [off]).map(({ visible }) => visible);
  assert.deepEqual(seen('show_lines'), [false, false, true, true, true, true]);
  assert.deepEqual(seen('show_hull'), [true, true, false, true, false, true]);
  assert.deepEqual(seen('show_bands'), [true, true, true, false, true, true]);
  assert.deepEqual(seen('show_expected'), [true, true, true, true, true, false]);
});

/** What hull and dots are drawn from while these are hidden and this switch is off. */
function shown(hidden: number[], off = '', winners: Winners = NO_WINNERS): Shown {
  const hull = upperHull(POINTS);
  const scene = sceneOf({ points: POINTS, hull, winners, hidden, folded: [], joined: [] });
  return { scene, looks, isOn: (name) => name !== off };
}

const across = (rows: readonly Row[]) =>
  rows.map(([color, places]) => [color, places.map(({ x }) => x)]);

test('the hull is that of those who are visible, in their colours, or there is none', () => {
  assert.deepEqual(across(hullOf(shown([]))), [['#111111', [0, 0.1, 0.4, 1]]]);
  assert.deepEqual(across(hullOf(shown([0]))), [['#222222', [0, 0.3, 1]]]);
  assert.deepEqual(hullOf(shown([0, 1])), []);
  assert.deepEqual(hullOf(shown([], 'show_hull')), []);
});

test('dots are those of each who is visible, and what is no curve always has them', () => {
  const dots = (hidden: number[], off = '') => across(dotsOfAll([0, 1], shown(hidden, off)));
  const [one, two] = ['#111111', '#222222'];
  assert.deepEqual(dots([]), [
    [one, [0.1, 0.4]],
    [two, [0.3]],
  ]);
  assert.deepEqual(dots([0]), [
    [one, []],
    [two, [0.3]],
  ]);
  assert.deepEqual(dots([], 'show_hull'), [
    [one, []],
    [two, [0.3]],
  ]);
});

/** A row of a mark, which counts how often it is written. */
function curve() {
  const written: string[] = [];
  return {
    written,
    getAttribute: () => written.at(-1) ?? null,
    setAttribute: (_: string, value: string) => written.push(value),
  };
}

test('only the row that comes or goes is written', () => {
  const curves = [curve(), curve(), curve()];
  let subset: number[] = [];
  let react = () => {};
  const view = {
    model: { get: (name: string) => (name === 'kind' ? 'lines' : subset) },
    el: { querySelectorAll: () => curves },
    stopListening: () => {},
    listenTo: (_: unknown, __: string, does: () => void) => (react = does),
  };
  spareRows(view as unknown as MarkView);
  for (const now of [[], [0, 2], [0], []]) {
    subset = now;
    react();
  }
  assert.deepEqual(
    curves.map(({ written }) => written),
    [['inline'], ['inline', 'none', 'inline'], ['inline', 'none', 'inline']],
  );
});

test('where there is no room a title is the name of its axis, without what explains it', () => {
  for (const [title, name] of [
    ['PC(+): share of ill, weighted by cost', 'PC(+)'],
    ['PC(+), on a scale of log-odds', 'PC(+)'],
    ['False positive rate (well flagged)', 'False positive rate'],
    ['Share of ill at costs 1 : 5', 'Share of ill'],
    ['Cost of missed ill : false alarm, prior 0.3', 'Cost of missed ill : false alarm'],
  ] as const)
    assert.deepEqual(titlesOf(title), [title, name]);
});

test('a mark that changes makes bqplot lay out nothing else, and no legend', () => {
  const done: unknown[] = [];
  const mark = { off: (...given: unknown[]) => done.push(given) };
  const figure = {
    model: { get: () => [mark] },
    update_paddings: () => done.push('paddings'),
    update_legend: () => done.push('legend'),
  };
  spareWork(figure as unknown as FigureView);
  figure.update_paddings();
  figure.update_legend();
  assert.deepEqual(done, [['data_updated redraw_legend', undefined, figure]]);
});

// ---- Ticks of each view

/** One of several views of a horizontal axis, which draws the ticks that it is asked to draw. */
class View {
  readonly height = 0;
  readonly axis_scale = { scale: { domain: () => [0, 1] } };
  readonly model: object;
  width: number;
  drawn: ArrayLike<number> = [];

  constructor(model: object, width: number) {
    this.model = model;
    this.width = width;
  }

  get_ticks_from_array_or_length(): ArrayLike<number> {
    return [];
  }

  set_tick_values(): void {
    this.drawn = this.get_ticks_from_array_or_length();
  }
}

const figureOf = (view: View) =>
  ({
    axis_views: { views: [Promise.resolve(view as unknown as AxisView)] },
  }) as unknown as FigureView;

// K1: each view put the ticks for its own size into the axis that both show, in turn, for ever.
test('views of one axis at different sizes draw their own ticks and leave the axis alone', async () => {
  const values: Record<string, unknown> = { side: 'bottom', tick_values: null };
  const axis = { get: (name: string) => values[name] };
  const [wide, narrow] = [new View(axis, 420), new View(axis, 180)];
  await placeTicks(figureOf(wide));
  await placeTicks(figureOf(narrow));
  assert.deepEqual(wide.drawn, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(narrow.drawn, [0, 0.5, 1]);
  wide.width = 180;
  wide.set_tick_values();
  assert.deepEqual(wide.drawn, [0, 0.5, 1]);
  values.tick_values = Float64Array.of(0, 0.25, 2);
  for (const view of [wide, narrow]) {
    view.set_tick_values();
    assert.deepEqual(view.drawn, [0, 0.25]);
  }
});
