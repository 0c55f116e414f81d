import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recommend } from '../geometry/choosing.ts';
import { classifierHulls, upperHull } from '../geometry/hull.ts';
import type { DrawContext } from '../layer/part.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import {
  cleanText,
  MAX_NOTES,
  NoteEditor,
  notePlaceOf,
  notePrompt,
  promptFor,
  readRates,
} from './typing.ts';

/** Return the prompt of a figure, and the calls that answering it makes. */
function createPrompt({
  space = 'cost',
  axis = 'pc',
  points = POINTS,
  hover = null as unknown,
} = {}) {
  const set: unknown[] = [];
  const exact = (value: number) => [value, value];
  const values: Record<string, unknown> = {
    ...{ axis, pc: 0.25, names: ['forest', 'stump'], classes: ['good', 'bad'] },
  };
  const duality = {
    hover,
    scene: { points, own: classifierHulls(points), hull: upperHull(points) },
    recommended: recommend(points, upperHull(points), 0.25, null, null),
    effectiveConditions: {
      ...{ prior: exact(0.2), cost_fp: exact(1), cost_fn: exact(4) },
      ...{ cost_tp: exact(0), cost_tn: exact(0) },
    },
    get: (name: string) => values[name],
    preview: (name: string, value: unknown) => set.push([name, value]),
    previewRange: (range: unknown) => set.push(['range', range]),
    commit: () => set.push('settled'),
  };
  const prompt = promptFor({ duality, space } as unknown as DrawContext);
  return { duality, set, prompt };
}

test('a value or range is typed in the unit of the axis', () => {
  for (const [axis, words, text, done] of [
    ['pc', 'PC(+), or a range', '30 %', ['pc', 0.3]],
    ['logit', 'PC(+), or a range', '0.1 - 0.3', ['range', [0.1, 0.3]]],
    // Misses cost four times as much: a share of 0.2 is a PC(+) of 0.8 / (0.8 + 0.8).
    ['prior', 'Share of bad, or a range', '1 in 5', ['pc', 0.5]],
    ['cost_ratio', 'Cost ratio, or a range', '4', ['pc', 0.5]],
  ] as const) {
    const { set, prompt } = createPrompt({ axis });
    assert.equal(prompt.words, words);
    assert.equal(prompt.answer(text), null);
    assert.deepEqual(set, [done, 'settled']);
  }
});

test('invalid text returns an error message and sets nothing', () => {
  for (const [text, words] of [
    ['', 'Type a number, or two with "-" between them.'],
    ['1.2', 'It lies between 0 and 1.'],
    ['0.3 - 0.1', 'The lower end comes first.'],
    ['1,234', 'This may be read in two ways: write 1234 or 1.234.'],
  ] as const) {
    const { set, prompt } = createPrompt();
    assert.equal(prompt.answer(text), words);
    assert.deepEqual(set, []);
  }
  assert.equal(createPrompt({ axis: 'cost_ratio' }).prompt.answer('-1'), 'It is 0 or more.');
});

test('typed thresholds and rates highlight the corresponding point', () => {
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
    const { duality, prompt } = createPrompt({ space: 'roc' });
    assert.equal(prompt.words, 'Threshold of forest, or rates');
    assert.equal(prompt.answer(text), null);
    assert.deepEqual(duality.hover, { kind: 'point', index }, text);
  }
});

test('both rates highlight a free point, and the prompt is about the highlighted classifier', () => {
  const { duality, prompt } = createPrompt({
    space: 'roc',
    hover: { kind: 'point', index: 4 },
  });
  assert.equal(prompt.words, 'Threshold of stump, or rates');
  assert.equal(prompt.answer('0.5'), 'stump has no thresholds with numbers: type a rate.');
  assert.equal(prompt.answer('finds 80 %, flags 10 %'), null);
  assert.deepEqual(duality.hover, { kind: 'free', space: 'roc', x: 0.1, y: 0.8 });
  const none = createPrompt({ space: 'roc', points: pointsOf() });
  assert.equal(none.prompt.answer('0.5'), 'There is no classifier to see.');
});

test('rates above 1, ranges and words are rejected', () => {
  for (const text of ['finds 120 %', 'finds 0.1 - 0.2', 'flags', '0.1 - 0.2', 'some']) {
    assert.equal(readRates(text), null, text);
  }
  assert.deepEqual(readRates('tpr=0,8 fpr=1/4'), { tpr: 0.8, fpr: 0.25 });
});

// ---- Notes

/** Return a note editor with stubbed state, and its announcements. */
function createEditor({
  hover = null as unknown,
  space = 'roc',
  pcPointer = null as unknown,
  pc_range = null as unknown,
} = {}) {
  const announcements: string[] = [];
  const values: Record<string, unknown> = {
    ...{ notes: [], names: ['forest', 'stump'], classes: ['good', 'bad'], hidden: [] },
    ...{ pc: 0.25, pc_range },
  };
  const handlers: Record<string, () => void> = {};
  const duality = {
    hover,
    pcPointer,
    attributes: values,
    scene: { points: POINTS, hull: upperHull(POINTS) },
    get: (name: string) => values[name],
    preview: (name: string, value: unknown) => {
      values[name] = value;
    },
    commit: () => undefined,
    on: (name: string, react: () => void) => {
      handlers[name] = react;
    },
    trigger: (name: string, words?: string) => {
      if (name === 'cc:noted' && words) announcements.push(words);
    },
  };
  const context = { duality, space } as unknown as DrawContext;
  const noteEditor = new NoteEditor(context.duality);
  Object.assign(duality, { noteEditor });
  const texts = () => (values.notes as { text: string }[]).map(({ text }) => text);
  const ids = () => (values.notes as { id: string }[]).map(({ id }) => id);
  return { context, duality, noteEditor, announcements, handlers, values, texts, ids };
}

const CONDITIONS = { kind: 'conditions', at: {} } as const;

/** Return an editor with some notes. */
function editorWithNotes(...texts: string[]) {
  const stub = createEditor();
  for (const text of texts) assert.equal(stub.noteEditor.add(CONDITIONS, text), null);
  return stub;
}

test('a note at the highlighted item refers to classifier and threshold', () => {
  const point = (space: string) =>
    notePlaceOf(createEditor({ hover: { kind: 'point', index: 1 }, space }).context);
  const owner = POINTS.owner[1] as number;
  const at = {
    classifier: ['forest', 'stump'][owner],
    threshold: POINTS.threshold[1],
    fpr: POINTS.fpr[1],
    tpr: POINTS.tpr[1],
  };
  assert.deepEqual(point('roc'), { kind: 'point', at });
  assert.deepEqual(point('cost'), { kind: 'line', at });
  const edge = notePlaceOf(createEditor({ hover: { kind: 'edge', index: 0 } }).context);
  assert.ok(edge.kind === 'edge');
  assert.deepEqual(edge.at.from, { classifier: null, threshold: null, fpr: 0, tpr: 0 });
  assert.equal(typeof edge.at.to.classifier, 'string');
  const free = (space: string) =>
    notePlaceOf(createEditor({ hover: { kind: 'free', space, x: 0.12346, y: 2 } }).context);
  const spot = { classifier: null, threshold: null, fpr: 0.1235, tpr: 1 };
  assert.deepEqual(free('roc'), { kind: 'point', at: spot });
  assert.deepEqual(free('cost'), { kind: 'range', at: { pc: [0.1235, 0.1235] } });
});

test('without a highlight, a note is about the pc under the pointer, the range or the conditions', () => {
  assert.deepEqual(notePlaceOf(createEditor().context), CONDITIONS);
  assert.deepEqual(notePlaceOf(createEditor({ pc_range: [0.2, 0.4] }).context), {
    kind: 'range',
    at: { pc: [0.2, 0.4] },
  });
  const pcPointer = { pc: 0.3, space: 'difference' };
  const place = notePlaceOf(createEditor({ pcPointer, space: 'difference' }).context);
  assert.deepEqual(place, { kind: 'range', at: { pc: [0.3, 0.3] } });
});

test('the prompt names the place of the note; empty text adds none', () => {
  const { duality, context, texts, announcements } = createEditor();
  const prompt = notePrompt(context.duality, CONDITIONS);
  assert.equal(prompt.words, 'Note: your conditions');
  assert.equal(prompt.answer(' \n'), null);
  assert.deepEqual(texts(), []);
  assert.equal(prompt.answer(' one\r\ntwo\0 '), null);
  assert.deepEqual(texts(), ['one\ntwo\ufffd']);
  assert.deepEqual(announcements, ['Note 1 is written at your conditions.']);
  assert.match(
    (duality.get('notes') as { time: string }[])[0]?.time ?? '',
    /^[\d-]{10}T[\d:]{8}Z$/,
  );
});

test('text is kept except for unreadable characters', () => {
  const markup = '<script>alert(1)</script> \u202eabc\u202c \ud83d\ude00';
  assert.equal(cleanText(markup), markup);
  assert.equal(cleanText('a\tb\rc\u0085\ud800'), 'a\tb\nc\ufffd\ufffd');
});

test('notes can be changed, moved and deleted, and all of it can be undone and redone', () => {
  const { noteEditor, texts, ids, values } = editorWithNotes('one', 'two', 'three');
  const [first, second] = ids() as [string, string];
  const states: unknown[] = [values.notes];
  const note = () => states.push(values.notes);
  noteEditor.rewrite(first, 'ONE');
  note();
  noteEditor.move(second, { kind: 'range', at: { pc: [0.1, 0.2] } });
  note();
  noteEditor.remove(first);
  note();
  assert.deepEqual(texts(), ['two', 'three']);
  for (const state of states.slice(0, -1).reverse()) {
    noteEditor.undo();
    assert.deepEqual(values.notes, state);
  }
  for (const state of states.slice(1)) {
    noteEditor.redo();
    assert.deepEqual(values.notes, state);
  }
  assert.deepEqual([noteEditor.canUndo, noteEditor.canRedo], [true, false]);
});

test('undo keeps what Python did to other notes', () => {
  const { noteEditor, values, texts, ids } = editorWithNotes('one');
  const id = ids()[0] as string;
  noteEditor.remove(id);
  values.notes = [{ ...CONDITIONS, id: 'python', text: 'from Python', time: '' }];
  noteEditor.undo();
  assert.deepEqual(texts(), ['one', 'from Python']);
  noteEditor.undo();
  assert.deepEqual(texts(), ['from Python']);
});

test('changes without effect are not added to the undo history', () => {
  const { noteEditor, ids } = editorWithNotes();
  const unchanged = editorWithNotes('one');
  unchanged.noteEditor.rewrite(unchanged.ids()[0] as string, ' one ');
  unchanged.noteEditor.rewrite(unchanged.ids()[0] as string, ' ');
  unchanged.noteEditor.undo();
  assert.deepEqual(unchanged.texts(), []);
  for (const act of [
    () => noteEditor.remove('x'),
    () => noteEditor.rewrite('x', 'y'),
    () => noteEditor.undo(),
  ])
    act();
  assert.deepEqual([ids(), noteEditor.canUndo, noteEditor.canRedo], [[], false, false]);
});

test('the number of notes is limited', () => {
  const { noteEditor, texts } = editorWithNotes(
    ...Array.from({ length: MAX_NOTES }, (_, i) => `note ${i}`),
  );
  assert.equal(noteEditor.add(CONDITIONS, 'one more'), 'There are 200 notes: delete one first.');
  assert.equal(texts().length, MAX_NOTES);
});

test('keys go from note to note and announce each; hovering ends the selection', () => {
  const { noteEditor, ids, announcements, duality, handlers } = editorWithNotes('one', 'two');
  for (const i of [0, 1, 0]) {
    noteEditor.walk();
    assert.equal(noteEditor.selected, ids()[i]);
  }
  assert.equal(announcements.at(-1), 'Note 1: one. At your conditions.');
  Object.assign(duality, { hover: { kind: 'point', index: 0 } });
  handlers['change:hover']?.();
  assert.deepEqual([noteEditor.selected, noteEditor.highlighted], [null, null]);
  noteEditor.highlight(ids()[0] as string);
  assert.deepEqual([noteEditor.selected, noteEditor.highlighted], [null, ids()[0]]);
});

test('placing moves an existing note, or requests the text of a new one', () => {
  const { noteEditor, values, ids } = editorWithNotes('one');
  const place = { kind: 'range', at: { pc: [0.1, 0.1] } } as const;
  noteEditor.startPlacing(ids()[0]);
  assert.equal(noteEditor.finishPlacing({ ...place, at: { pc: [0.1, 0.1] } }), false);
  assert.equal((values.notes as { kind: string }[])[0]?.kind, 'range');
  assert.equal(noteEditor.isPlacing, false);
  noteEditor.startPlacing();
  assert.equal(noteEditor.isPlacing, true);
  assert.equal(noteEditor.finishPlacing(CONDITIONS), true);
});
