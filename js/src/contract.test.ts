import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ranking } from './geometry/choosing.ts';
import { inForce, placeOf, termsOf } from './geometry/conditions.ts';
import { type Drawn, drawnNote, type Ground } from './geometry/highlight.ts';
import { sceneOf } from './geometry/hull.ts';
import { dotsOf, hullStretches } from './geometry/labels.ts';
import type { Point } from './geometry/lines.ts';
import { middleShare, valueAt } from './geometry/scales.ts';
import { Owner } from './wire/schema.ts';
import {
  type DualityState,
  eachGroup,
  type Group,
  type Groups,
  groupOf,
  type Note,
} from './wire/state.ts';
import { type Advice, answer } from './words/answer.ts';
import { stated } from './words/conditions.ts';
import { entriesOf, whereInWords } from './words/figures.ts';
import { amount, decimal, number, percent, readEntry, share } from './words/numbers.ts';
import { limitInWords, subjectOf, type Told } from './words/subject.ts';
import { ENDS_OF_AXIS, untestedInWords } from './words/table.ts';

// Written by tests/contract/cases.py: what Python sends, and what it says itself.
const file = process.env.CC_CONTRACT ?? new URL('../../tests/contract/cases.json', import.meta.url);
const { numbers, middles, ends_of_axis, cases, hiding, conditions, slid, typed } = JSON.parse(
  readFileSync(file, 'utf8'),
);

const WRITERS = {
  number,
  amount: (value: number) => amount(value, 'EUR'),
  decimal,
  share,
  percent,
};
const WORDS = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

type Loose = Record<string, unknown>;
const value = (one: unknown) => (typeof one === 'string' ? WORDS.get(one) : one) as number;

type Written = Record<string, unknown[]>;

const arrays = <N extends keyof Groups>(name: N, group: Written): Group<N> =>
  groupOf(name, (field, kind) => {
    const values = (group[field] as unknown[]).map(value);
    return kind === 'int32' ? Int32Array.from(values) : Float64Array.from(values);
  });

function told(given: Loose): Told {
  return {
    ...given,
    ...eachGroup((name) => arrays(name, given[name] as Written)),
  } as unknown as Told;
}

interface Said {
  pc: number;
  advice: Advice;
  best: [number, number];
  ranking: [number, number, boolean][];
  per_case: [number, number] | null;
}

const near = (a: number, b: number) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

/** Equal but for what rounding does to numbers. */
function alike(mine: unknown, theirs: unknown): void {
  if (typeof theirs === 'number') near(mine as number, theirs);
  else if (typeof theirs !== 'object' || theirs === null) assert.equal(mine, theirs);
  else {
    assert.deepEqual(Object.keys(mine as Loose).sort(), Object.keys(theirs).sort());
    for (const [name, one] of Object.entries(theirs)) alike((mine as Loose)[name], one);
  }
}

/** What Python says of a range. */
interface Over {
  range: [number, number];
  advice: Advice;
}

/** What a space shows of a note, as Python writes it. */
function written({ dot, lines, span }: Drawn) {
  const numbers = lines.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]);
  return { dot: dot && [dot.x, dot.y], lines: numbers, span };
}

function checkNotes(given: Loose, noted: [string, ...unknown[]][]): void {
  const sent = told(given) as Told & Ground & Pick<DualityState, 'notes'>;
  const { hull } = sceneOf(sent);
  for (const [i, [where, roc, cost]] of noted.entries()) {
    const note = sent.notes[i] as Note;
    assert.equal(whereInWords(note, sent), where);
    const drawn = drawnNote(note, sent, hull);
    alike(drawn && written(drawn.roc), roc);
    alike(drawn && written(drawn.cost), cost);
  }
}

function check(given: Loose, said: Said[], over: Over[]): void {
  const sent = told(given);
  const scene = sceneOf(sent);
  const { criterion } = sent;
  if (criterion?.limit)
    assert.ok(criterion.headline?.startsWith(`With ${limitInWords(criterion)}: `));
  const subject = subjectOf(sent, scene);
  for (const { range, advice } of over) {
    const alone = { ...subject, pcRange: range, money: null, one: null, choice: null };
    assert.deepEqual(answer(alone, middleShare(range)), advice);
  }
  for (const { pc, advice, best, ranking: order, per_case } of said) {
    assert.deepEqual(answer(subject, pc), advice);
    const mine = ranking(scene.own, pc);
    assert.deepEqual(
      mine.map(({ owner, adds }) => [Math.max(owner, Owner.TRIVIAL), adds]),
      order.map(([owner, , adds]) => [owner, adds]),
    );
    for (const [i, one] of mine.entries()) near(one.cost, order[i]?.[1] as number);
    if (!sent.money || scene.own.size === 0) continue;
    const perCase = stated(sent.money, pc, ...best)?.perCase ?? null;
    assert.equal(perCase === null, per_case === null);
    if (perCase && per_case)
      for (const [i, end] of perCase.entries()) near(end, per_case[i] as number);
  }
}

test('numbers are written as in Python', () => {
  for (const one of numbers as Record<string, string>[]) {
    for (const [name, write] of Object.entries(WRITERS)) {
      if (!(name in one)) continue;
      assert.equal(write(one.value as unknown as number), one[name], `${name} of ${one.value}`);
    }
  }
});

test('the middle of a range is the same', () => {
  for (const [low, high, middle] of middles) near(middleShare([low, high]), middle);
});

test('notes have the same places, in numbers and words', () => {
  for (const { told: given, noted } of [...cases, ...hiding]) checkNotes(given, noted);
});

test('the page says what Python says, letter by letter', () => {
  for (const { told: given, said, over } of cases) check(given, said, over);
});

test('the page names strokes and ribbon as a picture does', () => {
  assert.deepEqual(ENDS_OF_AXIS, ends_of_axis);
  for (const { told: given, strokes, untested } of cases) {
    const sent = told(given);
    const entries = entriesOf(sent as unknown as Parameters<typeof entriesOf>[0]);
    const named = entries.map(({ place, kind, words }) => [place, kind, words]);
    assert.deepEqual(named, strokes);
    assert.equal(untestedInWords(subjectOf(sent, sceneOf(sent))), untested);
  }
});

test('after hiding, the page finds hull, ranking and ribbon as Python does', () => {
  for (const { told: given, said, over, winners, stretches, dots } of hiding) {
    check(given, said, over);
    const scene = sceneOf(told(given));
    const mine = scene.winners;
    const places = (all: readonly Point[]) => all.map(({ x }) => x);
    const drawn = hullStretches(scene.hull).map(([owner, all]) => [owner, places(all)]);
    assert.deepEqual(drawn, stretches);
    for (const [owner, all] of dots) assert.deepEqual(places(dotsOf(scene, owner)), all);
    const theirs = arrays('winners', winners);
    assert.deepEqual([...mine.owner], [...theirs.owner]);
    for (const [i, pc] of mine.pc.entries()) near(pc, theirs.pc[i] as number);
  }
});

test('conditions lead to the same place, and move alike', () => {
  for (const { placed, in_force, money, coin, moved } of conditions) {
    alike(inForce(placed), in_force);
    if (placed.conditions) {
      const { pc, pc_range } = placeOf(placed.conditions);
      alike({ pc, pc_range }, { pc: placed.pc, pc_range: placed.pc_range });
      alike(termsOf(placed.conditions, placed.follows, coin), money);
    }
    for (const { to, in_force: after } of moved) alike(inForce({ ...placed, ...to }), after);
  }
});

test('a place on a slider stands for the same number', () => {
  for (const [unit, place, number] of slid) assert.equal(valueAt(unit, place), number);
});

interface Typed {
  text: string;
  ends: [number, number] | null;
  /** What Python finds wrong; empty where nothing was typed, too. */
  wrong: string;
}

/** What the page makes of what Python refuses. */
const REFUSED: Record<string, (read: [number, number] | null) => boolean> = {
  '': (read) => read === null,
  'must be a number or a range': (read) => read === null,
  'may be read in two ways': (read) => read?.some(Number.isNaN) ?? false,
  'a range goes from low to high': (read) => read !== null && read[0] > read[1],
  'cannot be a share of nothing': (read) => read?.some((end) => !Number.isFinite(end)) ?? false,
};

test('what is typed is read as Python reads it, and refused where it refuses', () => {
  for (const { text, ends, wrong } of typed as Typed[]) {
    const read = readEntry(text);
    if (ends === null)
      assert.ok(REFUSED[wrong]?.(read), `${text} is read as ${read}, not: ${wrong}`);
    else for (const [i, end] of ends.entries()) near(read?.[i] ?? Number.NaN, end);
  }
});
