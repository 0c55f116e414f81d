import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sceneOf, subjectOf, type Told } from './cursor/scene.ts';
import { ranking } from './geometry/ranking.ts';
import { middleShare } from './geometry/scales.ts';
import { eachGroup, type Group, type Groups, groupOf } from './wire/arrays.ts';
import { Owner } from './wire/schema.ts';
import { answer, rangeInWords } from './words/answer.ts';
import { stated } from './words/money.ts';
import { amount, decimal, number, percent, share } from './words/numbers.ts';

// Written by tests/contract/cases.py: what Python sends, and what it says itself.
const file = process.env.CC_CONTRACT ?? new URL('../../tests/contract/cases.json', import.meta.url);
const { numbers, middles, cases, hiding } = JSON.parse(readFileSync(file, 'utf8'));

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
  words: string;
  best: [number, number];
  ranking: [number, number, boolean][];
  per_case: [number, number] | null;
}

const near = (a: number, b: number) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

/** What Python says of a range. */
interface Over {
  range: [number, number];
  words: string;
}

function check(given: Loose, said: Said[], over: Over[]): void {
  const sent = told(given);
  const scene = sceneOf(sent);
  const subject = subjectOf(sent, scene);
  for (const { range, words } of over) assert.equal(rangeInWords(subject, range), words);
  for (const { pc, words, best, ranking: order, per_case } of said) {
    assert.equal(answer(subject, pc), words);
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

test('the page says what Python says, letter by letter', () => {
  for (const { told: given, said, over } of cases) check(given, said, over);
});

test('after hiding, the page finds hull, ranking and ribbon as Python does', () => {
  for (const { told: given, said, over, winners } of hiding) {
    check(given, said, over);
    const mine = sceneOf(told(given)).winners;
    const theirs = arrays('winners', winners);
    assert.deepEqual([...mine.owner], [...theirs.owner]);
    for (const [i, pc] of mine.pc.entries()) near(pc, theirs.pc[i] as number);
  }
});
