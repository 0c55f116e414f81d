import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recommended } from '../geometry/choosing.ts';
import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { Context } from '../layer/part.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { cleaned, MOST_NOTES, noteAt, placeOf, questionOf, readRates, Writing } from './typing.ts';

/** A figure to be typed into, and what was set by it. */
function desk({ face = 'cost', axis = 'pc', points = POINTS, hover = null as unknown } = {}) {
  const set: unknown[] = [];
  const exact = (value: number) => [value, value];
  const values: Record<string, unknown> = {
    ...{ axis, pc: 0.25, names: ['forest', 'stump'], classes: ['good', 'bad'] },
  };
  const duality = {
    hover,
    scene: { points, own: ownHulls(points), hull: upperHull(points) },
    recommended: recommended(points, upperHull(points), 0.25, null, null),
    inForce: {
      ...{ prior: exact(0.2), cost_fp: exact(1), cost_fn: exact(4) },
      ...{ cost_tp: exact(0), cost_tn: exact(0) },
    },
    get: (name: string) => values[name],
    try: (name: string, value: unknown) => set.push([name, value]),
    tryRange: (range: unknown) => set.push(['range', range]),
    settle: () => set.push('settled'),
  };
  const asked = questionOf({ duality, face } as unknown as Context);
  return { duality, set, asked };
}

test('a place or a range is typed as the axis is labelled', () => {
  for (const [axis, words, text, done] of [
    ['pc', 'PC(+), or a range', '30 %', ['pc', 0.3]],
    ['logit', 'PC(+), or a range', '0.1 - 0.3', ['range', [0.1, 0.3]]],
    // Four times as dear to miss: a share of 0.2 is a PC(+) of 0.8 / (0.8 + 0.8).
    ['prior', 'Share of bad, or a range', '1 in 5', ['pc', 0.5]],
    ['cost_ratio', 'Cost ratio, or a range', '4', ['pc', 0.5]],
  ] as const) {
    const { set, asked } = desk({ axis });
    assert.equal(asked.words, words);
    assert.equal(asked.answer(text), null);
    assert.deepEqual(set, [done, 'settled']);
  }
});

test('what is wrong is said, and nothing is set', () => {
  for (const [text, words] of [
    ['', 'Type a number, or two with "-" between them.'],
    ['1.2', 'It lies between 0 and 1.'],
    ['0.3 - 0.1', 'The lower end comes first.'],
    ['1,234', 'This may be read in two ways: write 1234 or 1.234.'],
  ] as const) {
    const { set, asked } = desk();
    assert.equal(asked.answer(text), words);
    assert.deepEqual(set, []);
  }
  assert.equal(desk({ axis: 'cost_ratio' }).asked.answer('-1'), 'It is 0 or more.');
});

test('thresholds and rates light the point that has them', () => {
  for (const [text, index] of [
    ['0.5', 2],
    ['0.6', 1],
    ['7', 0],
    ['0', 3],
    ['finds 60 %', 1],
    ['finds 61 %', 2],
    ['flags 0.39', 1],
    ['fpr = 1', 3],
  ] as const) {
    const { duality, asked } = desk({ face: 'roc' });
    assert.equal(asked.words, 'Threshold of forest, or rates');
    assert.equal(asked.answer(text), null);
    assert.deepEqual(duality.hover, { kind: 'point', index }, text);
  }
});

test('both rates are a free place, and who is lit is who is asked for', () => {
  const { duality, asked } = desk({ face: 'roc', hover: { kind: 'point', index: 4 } });
  assert.equal(asked.words, 'Threshold of stump, or rates');
  assert.equal(asked.answer('0.5'), 'stump has no thresholds with numbers: type a rate.');
  assert.equal(asked.answer('finds 80 %, flags 10 %'), null);
  assert.deepEqual(duality.hover, { kind: 'free', space: 'roc', x: 0.1, y: 0.8 });
  const none = desk({ face: 'roc', points: pointsOf() });
  assert.equal(none.asked.answer('0.5'), 'There is no classifier to see.');
});

test('rates beyond 1, ranges and words are no rates', () => {
  for (const text of ['finds 120 %', 'finds 0.1 - 0.2', 'flags', '0.1 - 0.2', 'some']) {
    assert.equal(readRates(text), null, text);
  }
  assert.deepEqual(readRates('tpr=0,8 fpr=1/4'), { tpr: 0.8, fpr: 0.25 });
});

// ---- Notes

/** A figure in which notes are written, what has been said, and what Python was told last. */
function paper({
  hover = null as unknown,
  face = 'roc',
  eye = null as unknown,
  pc_range = null as unknown,
} = {}) {
  const heard: string[] = [];
  const values: Record<string, unknown> = {
    ...{ notes: [], names: ['forest', 'stump'], classes: ['good', 'bad'], hidden: [] },
    ...{ pc: 0.25, pc_range },
  };
  const hears: Record<string, () => void> = {};
  const duality = {
    hover,
    eye,
    attributes: values,
    scene: { points: POINTS, hull: upperHull(POINTS) },
    get: (name: string) => values[name],
    try: (name: string, value: unknown) => {
      values[name] = value;
    },
    settle: () => undefined,
    on: (name: string, react: () => void) => {
      hears[name] = react;
    },
    trigger: (name: string, words?: string) => {
      if (name === 'cc:noted' && words) heard.push(words);
    },
  };
  const context = { duality, face } as unknown as Context;
  const writing = new Writing(context.duality);
  Object.assign(duality, { writing });
  const texts = () => (values.notes as { text: string }[]).map(({ text }) => text);
  const ids = () => (values.notes as { id: string }[]).map(({ id }) => id);
  return { context, duality, writing, heard, hears, values, texts, ids };
}

const CONDITIONS = { kind: 'conditions', at: {} } as const;

/** A paper with some notes on it. */
function written(...texts: string[]) {
  const made = paper();
  for (const text of texts) assert.equal(made.writing.add(CONDITIONS, text), null);
  return made;
}

test('a note is written at what is lit, and refers to the data of the user', () => {
  const point = (face: string) =>
    placeOf(paper({ hover: { kind: 'point', index: 1 }, face }).context);
  const owner = POINTS.owner[1] as number;
  const at = {
    classifier: ['forest', 'stump'][owner],
    threshold: POINTS.threshold[1],
    fpr: POINTS.fpr[1],
    tpr: POINTS.tpr[1],
  };
  assert.deepEqual(point('roc'), { kind: 'point', at });
  assert.deepEqual(point('cost'), { kind: 'line', at });
  const edge = placeOf(paper({ hover: { kind: 'edge', index: 0 } }).context);
  assert.ok(edge.kind === 'edge');
  assert.deepEqual(edge.at.from, { classifier: null, threshold: null, fpr: 0, tpr: 0 });
  assert.equal(typeof edge.at.to.classifier, 'string');
  const free = (space: string) =>
    placeOf(paper({ hover: { kind: 'free', space, x: 0.12346, y: 2 } }).context);
  const spot = { classifier: null, threshold: null, fpr: 0.1235, tpr: 1 };
  assert.deepEqual(free('roc'), { kind: 'point', at: spot });
  assert.deepEqual(free('cost'), { kind: 'range', at: { pc: [0.1235, 0.1235] } });
});

test('where nothing is lit a note is about the eye, the range or the conditions', () => {
  assert.deepEqual(placeOf(paper().context), CONDITIONS);
  assert.deepEqual(placeOf(paper({ pc_range: [0.2, 0.4] }).context), {
    kind: 'range',
    at: { pc: [0.2, 0.4] },
  });
  const eye = { pc: 0.3, space: 'difference' };
  const place = placeOf(paper({ eye, face: 'difference' }).context);
  assert.deepEqual(place, { kind: 'range', at: { pc: [0.3, 0.3] } });
});

test('it is asked for by its place; nothing typed is no note', () => {
  const { duality, context, texts, heard } = paper();
  const asked = noteAt(context.duality, CONDITIONS);
  assert.equal(asked.words, 'Note: your conditions');
  assert.equal(asked.answer(' \n'), null);
  assert.deepEqual(texts(), []);
  assert.equal(asked.answer(' one\r\ntwo\0 '), null);
  assert.deepEqual(texts(), ['one\ntwo\ufffd']);
  assert.deepEqual(heard, ['Note 1 is written at your conditions.']);
  assert.match(
    (duality.get('notes') as { time: string }[])[0]?.time ?? '',
    /^[\d-]{10}T[\d:]{8}Z$/,
  );
});

test('text stays text, but for what nobody can read', () => {
  const markup = '<script>alert(1)</script> \u202eabc\u202c \ud83d\ude00';
  assert.equal(cleaned(markup), markup);
  assert.equal(cleaned('a\tb\rc\u0085\ud800'), 'a\tb\nc\ufffd\ufffd');
});

test('notes are changed, moved and deleted, and all of it is undone and done again', () => {
  const { writing, texts, ids, values } = written('one', 'two', 'three');
  const [first, second] = ids() as [string, string];
  const states: unknown[] = [values.notes];
  const note = () => states.push(values.notes);
  writing.rewrite(first, 'ONE');
  note();
  writing.move(second, { kind: 'range', at: { pc: [0.1, 0.2] } });
  note();
  writing.remove(first);
  note();
  assert.deepEqual(texts(), ['two', 'three']);
  for (const state of states.slice(0, -1).reverse()) {
    writing.undo();
    assert.deepEqual(values.notes, state);
  }
  for (const state of states.slice(1)) {
    writing.redo();
    assert.deepEqual(values.notes, state);
  }
  assert.deepEqual([writing.canUndo, writing.canRedo], [true, false]);
});

test('what Python does to other notes is not undone', () => {
  const { writing, values, texts, ids } = written('one');
  const mine = ids()[0] as string;
  writing.remove(mine);
  values.notes = [{ ...CONDITIONS, id: 'python', text: 'from Python', time: '' }];
  writing.undo();
  assert.deepEqual(texts(), ['one', 'from Python']);
  writing.undo();
  assert.deepEqual(texts(), ['from Python']);
});

test('what changes nothing is no step back', () => {
  const { writing, ids } = written();
  const other = written('one');
  other.writing.rewrite(other.ids()[0] as string, ' one ');
  other.writing.rewrite(other.ids()[0] as string, ' ');
  other.writing.undo();
  assert.deepEqual(other.texts(), []);
  for (const act of [
    () => writing.remove('x'),
    () => writing.rewrite('x', 'y'),
    () => writing.undo(),
  ])
    act();
  assert.deepEqual([ids(), writing.canUndo, writing.canRedo], [[], false, false]);
});

test('there are no more notes than can be told apart', () => {
  const { writing, texts } = written(...Array.from({ length: MOST_NOTES }, (_, i) => `note ${i}`));
  assert.equal(writing.add(CONDITIONS, 'one more'), 'There are 200 notes: delete one first.');
  assert.equal(texts().length, MOST_NOTES);
});

test('keys go from note to note and say each; a hover lets go', () => {
  const { writing, ids, heard, duality, hears } = written('one', 'two');
  for (const i of [0, 1, 0]) {
    writing.walk();
    assert.equal(writing.held, ids()[i]);
  }
  assert.equal(heard.at(-1), 'Note 1: one. At your conditions.');
  Object.assign(duality, { hover: { kind: 'point', index: 0 } });
  hears['change:hover']?.();
  assert.deepEqual([writing.held, writing.lit], [null, null]);
  writing.light(ids()[0] as string);
  assert.deepEqual([writing.held, writing.lit], [null, ids()[0]]);
});

test('a note that looks for a place is moved there, a new one is asked for', () => {
  const { writing, values, ids } = written('one');
  const place = { kind: 'range', at: { pc: [0.1, 0.1] } } as const;
  writing.seek(ids()[0]);
  assert.equal(writing.found({ ...place, at: { pc: [0.1, 0.1] } }), false);
  assert.equal((values.notes as { kind: string }[])[0]?.kind, 'range');
  assert.equal(writing.isPlacing, false);
  writing.seek();
  assert.equal(writing.isPlacing, true);
  assert.equal(writing.found(CONDITIONS), true);
});
