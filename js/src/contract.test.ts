import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rankCandidates } from './geometry/choosing.ts';
import { costTerms, effectiveConditions, operatingPointOf } from './geometry/conditions.ts';
import { knownCosts, recommendedCorner } from './geometry/expected.ts';
import { type NoteContext, type NoteDrawing, noteDrawing } from './geometry/highlight.ts';
import { buildScene } from './geometry/hull.ts';
import { dotsOf, hullStretches } from './geometry/labels.ts';
import type { Point } from './geometry/lines.ts';
import { logOddsMidpoint, valueAt } from './geometry/scales.ts';
import { Owner } from './wire/schema.ts';
import {
  type ArrayGroup,
  type ArrayGroups,
  buildGroup,
  type DualityState,
  mapGroups,
  type Note,
} from './wire/state.ts';
import { type Advice, answer } from './words/answer.ts';
import { statedConditions } from './words/conditions.ts';
import { keyEntries, notePlaceInWords } from './words/figures.ts';
import { amount, decimal, number, percent, readEntry, share } from './words/numbers.ts';
import { buildSubject, limitLabel, type SubjectState } from './words/subject.ts';
import { ENDS_OF_AXIS, untestedTitle } from './words/table.ts';

// tests/contract/cases.py writes this file: the synced state, and what Python derives from it.
const file = process.env.CC_CONTRACT ?? new URL('../../tests/contract/cases.json', import.meta.url);
const { numbers, middles, ends_of_axis, cases, hiding, conditions, slid, typed } = JSON.parse(
  readFileSync(file, 'utf8'),
);

const FORMATTERS = {
  number,
  amount: (value: number) => amount(value, 'EUR'),
  decimal,
  share,
  percent,
};
const SPECIAL_NUMBERS = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

type JsonObject = Record<string, unknown>;
const value = (item: unknown) =>
  (typeof item === 'string' ? SPECIAL_NUMBERS.get(item) : item) as number;

type RawGroup = Record<string, unknown[]>;

const groupFromJson = <N extends keyof ArrayGroups>(name: N, group: RawGroup): ArrayGroup<N> =>
  buildGroup(name, (field, kind) => {
    const values = (group[field] as unknown[]).map(value);
    return kind === 'int32' ? Int32Array.from(values) : Float64Array.from(values);
  });

function stateFromJson(raw: JsonObject): SubjectState {
  return {
    ...raw,
    ...mapGroups((name) => groupFromJson(name, raw[name] as RawGroup)),
  } as unknown as SubjectState;
}

interface ExpectedAtPc {
  pc: number;
  advice: Advice;
  best: [number, number];
  ranking: [number, number, boolean][];
  per_case: [number, number] | null;
}

const assertNear = (a: number, b: number) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

/** Assert that two values are equal up to rounding. */
function assertClose(actual: unknown, expected: unknown): void {
  if (typeof expected === 'number') assertNear(actual as number, expected);
  else if (typeof expected !== 'object' || expected === null) assert.equal(actual, expected);
  else {
    assert.deepEqual(Object.keys(actual as JsonObject).sort(), Object.keys(expected).sort());
    for (const [name, item] of Object.entries(expected))
      assertClose((actual as JsonObject)[name], item);
  }
}

/** Advice of Python for a range of pc. */
interface ExpectedOverRange {
  range: [number, number];
  advice: Advice;
}

/** Return the drawing of a note in one space in the form of Python's JSON. */
function plainDrawing({ dot, lines, span }: NoteDrawing) {
  const numbers = lines.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]);
  return { dot: dot && [dot.x, dot.y], lines: numbers, span };
}

function checkNotes(raw: JsonObject, expectedNotes: [string, ...unknown[]][]): void {
  const sent = stateFromJson(raw) as SubjectState & NoteContext & Pick<DualityState, 'notes'>;
  const { hull } = buildScene(sent);
  for (const [i, [where, roc, cost]] of expectedNotes.entries()) {
    const note = sent.notes[i] as Note;
    assert.equal(notePlaceInWords(note, sent), where);
    const drawing = noteDrawing(note, sent, hull);
    assertClose(drawing && plainDrawing(drawing.roc), roc);
    assertClose(drawing && plainDrawing(drawing.cost), cost);
  }
}

function checkAdvice(
  raw: JsonObject,
  atPlaces: ExpectedAtPc[],
  overRanges: ExpectedOverRange[],
): void {
  const sent = stateFromJson(raw);
  const scene = buildScene(sent);
  const { criterion } = sent;
  if (criterion?.limit)
    assert.ok(criterion.headline?.startsWith(`With ${limitLabel(criterion)} (on this dataset): `));
  const subject = buildSubject(sent, scene);
  for (const { range, advice } of overRanges) {
    const rangeSubject = {
      ...subject,
      pcRange: range,
      money: null,
      range_choice: null,
      choice: null,
    };
    assert.deepEqual(answer(rangeSubject, logOddsMidpoint(range)), advice);
  }
  for (const { pc, advice, best, ranking: order, per_case } of atPlaces) {
    assert.deepEqual(answer(subject, pc), advice);
    const corner = recommendedCorner(scene.hull, pc, knownCosts(subject.bands));
    assertNear(scene.hull.fpr[corner] as number, best[0]);
    assertNear(scene.hull.tpr[corner] as number, best[1]);
    const candidates = rankCandidates(scene.own, pc);
    assert.deepEqual(
      candidates.map(({ owner, beatsBaselines }) => [
        Math.max(owner, Owner.BASELINE),
        beatsBaselines,
      ]),
      order.map(([owner, , adds]) => [owner, adds]),
    );
    for (const [i, candidate] of candidates.entries())
      assertNear(candidate.cost, order[i]?.[1] as number);
    if (!sent.money || scene.own.size === 0) continue;
    const perCase = statedConditions(sent.money, pc, ...best)?.perCase ?? null;
    assert.equal(perCase === null, per_case === null);
    if (perCase && per_case)
      for (const [i, end] of perCase.entries()) assertNear(end, per_case[i] as number);
  }
}

test('numbers are formatted as in Python', () => {
  for (const row of numbers as Record<string, string>[]) {
    for (const [name, write] of Object.entries(FORMATTERS)) {
      if (!(name in row)) continue;
      assert.equal(write(row.value as unknown as number), row[name], `${name} of ${row.value}`);
    }
  }
});

test('the log-odds midpoint equals that of Python', () => {
  for (const [low, high, middle] of middles) assertNear(logOddsMidpoint([low, high]), middle);
});

test('notes have the same places and descriptions as in Python', () => {
  for (const { told: raw, noted } of [...cases, ...hiding]) checkNotes(raw, noted);
});

test('the advice equals that of Python word for word', () => {
  for (const { told: raw, said: atPlaces, over } of cases) checkAdvice(raw, atPlaces, over);
});

test('the key and the ribbon have the same texts as an exported figure', () => {
  assert.deepEqual(ENDS_OF_AXIS, ends_of_axis);
  for (const { told: raw, strokes, untested } of cases) {
    const sent = stateFromJson(raw);
    const entries = keyEntries(sent as unknown as Parameters<typeof keyEntries>[0]);
    const actual = entries.map(({ place, kind, words }) => [place, kind, words]);
    assert.deepEqual(actual, strokes);
    assert.equal(untestedTitle(buildSubject(sent, buildScene(sent))), untested);
  }
});

test('after hiding classifiers, hull, ranking and ribbon are the same as in Python', () => {
  for (const { told: raw, said: atPlaces, over, winners, stretches, dots } of hiding) {
    checkAdvice(raw, atPlaces, over);
    const scene = buildScene(stateFromJson(raw));
    const actual = scene.winners;
    const places = (all: readonly Point[]) => all.map(({ x }) => x);
    const actualStretches = hullStretches(scene.hull).map(([owner, all]) => [owner, places(all)]);
    assert.deepEqual(actualStretches, stretches);
    for (const [owner, all] of dots) assert.deepEqual(places(dotsOf(scene, owner)), all);
    const expected = groupFromJson('winners', winners);
    assert.deepEqual([...actual.owner], [...expected.owner]);
    for (const [i, pc] of actual.pc.entries()) assertNear(pc, expected.pc[i] as number);
  }
});

test('conditions imply the same operating point as in Python, also after moves', () => {
  for (const { placed, in_force, money, coin, moved } of conditions) {
    assertClose(effectiveConditions(placed), in_force);
    if (placed.conditions) {
      const { pc, pc_range } = operatingPointOf(placed.conditions);
      assertClose({ pc, pc_range }, { pc: placed.pc, pc_range: placed.pc_range });
      assertClose(costTerms(placed.conditions, placed.follows, coin), money);
    }
    for (const { to, in_force: after } of moved)
      assertClose(effectiveConditions({ ...placed, ...to }), after);
  }
});

test('slider positions have the same values as in Python', () => {
  for (const [unit, place, number] of slid) assert.equal(valueAt(unit, place), number);
});

interface TypedCase {
  text: string;
  ends: [number, number] | null;
  /** Reason why Python rejects the text; empty if it accepts the text or the field is empty. */
  wrong: string;
}

/** Predicates for the result of `readEntry`, by Python's reason for rejecting a text. */
const IS_REFUSED: Record<string, (read: [number, number] | null) => boolean> = {
  '': (read) => read === null,
  'must be a number or a range': (read) => read === null,
  'is ambiguous': (read) => read?.some(Number.isNaN) ?? false,
  'must be a range from low to high': (read) => read !== null && read[0] > read[1],
  'must not be a share of zero': (read) => read?.some((end) => !Number.isFinite(end)) ?? false,
};

test('typed values are parsed and rejected as in Python', () => {
  for (const { text, ends, wrong } of typed as TypedCase[]) {
    const read = readEntry(text);
    if (ends === null)
      assert.ok(IS_REFUSED[wrong]?.(read), `${text} is read as ${read}, not: ${wrong}`);
    else for (const [i, end] of ends.entries()) assertNear(read?.[i] ?? Number.NaN, end);
  }
});
