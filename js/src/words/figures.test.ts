import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from '../geometry/highlight.ts';
import { visible } from '../geometry/hull.ts';
import { Owner, plain } from '../wire/schema.ts';
import { type Conditions, empty, type Range } from '../wire/state.ts';
import { flat, POINTS, pointsOf, subject } from './examples.test.ts';
import {
  comparison,
  differenceSentence,
  entriesOf,
  handleInWords,
  litInWords,
  markOf,
  sentence,
  shortNames,
  weighingInWords,
} from './figures.ts';
import { capital, ruleOf, who } from './subject.ts';

// ---- What stands in the figures

test('names are cut where they are long, and stay apart where they begin alike', () => {
  const names = [
    'forest',
    'gradient boosting, deep',
    'gradient boosting, flat',
    'logistic regression',
  ];
  assert.deepEqual(shortNames(names, 24), names);
  assert.deepEqual(shortNames(names, 14), [
    'forest',
    'gradien…, deep',
    'gradien…, flat',
    'logistic regr…',
  ]);
  for (const letters of [24, 14, 8]) {
    assert.ok(shortNames(names, letters).every((name) => name.length <= letters));
  }
});

test('a choice is told by its threshold, by its label, or by its name alone', () => {
  const told = subject();
  assert.equal(markOf(told, { owner: 0, threshold: 0.758, point: 1 }), 'forest ≥ 0.758');
  assert.equal(markOf(told, { owner: 1, threshold: Number.NaN, point: 4 }), 'stump');
  const labels = ['', '', '', '', 'strict'];
  assert.equal(markOf({ ...told, labels }, { owner: 1, threshold: 1, point: 4 }), 'stump (strict)');
  const folded = { ...told, labels, folded: [1] };
  assert.equal(markOf(folded, { owner: 1, threshold: Number.NaN, point: 4 }), 'stump');
  assert.equal(markOf(told, { owner: -1, threshold: Infinity, point: -1 }), 'call all good');
});

test('what is lit is told where it is lit', () => {
  const told = subject();
  const point = { kind: 'point', index: 1 } as const;
  assert.deepEqual(litInWords(point, told, 'roc'), [
    'forest ≥ 0.75',
    'finds 60 % of bad',
    'flags 10 % of good',
  ]);
  assert.deepEqual(litInWords(point, told, 'cost'), ['forest ≥ 0.75']);
  assert.deepEqual(litInWords({ kind: 'point', index: 0 }, told, 'cost'), ['call all good']);
  assert.deepEqual(litInWords({ kind: 'point', index: 3 }, told, 'cost'), ['call all bad']);
  assert.deepEqual(litInWords({ kind: 'point', index: 99 }, told, 'roc'), []);
  const edge = { kind: 'edge', index: 1 } as const;
  assert.deepEqual(litInWords(edge, told, 'cost'), ['cost 0.25']);
  assert.deepEqual(litInWords(edge, told, 'roc'), ['both ends cost 0.25', 'at PC(+) 0.5']);
  const free = { kind: 'free', x: 0.2, y: 0.4 } as const;
  assert.deepEqual(litInWords({ ...free, space: 'cost' }, told, 'cost'), ['cost 0.4']);
  assert.deepEqual(litInWords({ ...free, space: 'cost' }, told, 'roc'), [
    'cost 0.4',
    'at PC(+) 0.2',
  ]);
  assert.deepEqual(litInWords({ ...free, space: 'roc' }, told, 'roc'), [
    'finds 40 % of bad',
    'flags 20 % of good',
  ]);
  assert.deepEqual(litInWords({ ...free, space: 'roc' }, told, 'cost'), []);
  assert.equal(POINTS.owner.length, 5);
});

const conditions = (prior: Range, alarm: Range, miss: Range): Conditions => ({
  prior,
  cost_fp: alarm,
  cost_fn: miss,
  cost_tp: [0, 0],
  cost_tn: [0, 0],
});

test('the handle says what it stands for, at most in as many words as there is room for', () => {
  const one: Range = [1, 1];
  const say = (...given: Parameters<typeof handleInWords>) => handleInWords(...given)[0];
  const half = conditions([0.5, 0.5], one, one);
  assert.equal(say(half, 'malignant', 0.5, null, false), 'PC(+) 0.5: half are malignant');
  const fifth = conditions([0.2, 0.2], one, one);
  assert.equal(say(fifth, 'ill', 0.2, null, false), 'PC(+) 0.2: 20 % are ill');
  assert.equal(say(fifth, 'ill', 0.2, null, true), '20 % ill, both errors cost the same');
  const range = conditions([0.01, 0.05], one, [5, 10]);
  const over: Range = [0.05, 0.35];
  const middle = Math.sqrt((0.05 / 0.95) * (0.35 / 0.65));
  assert.deepEqual(handleInWords(range, 'malignant', middle / (1 + middle), over, true), [
    'middle of your range: 2.3 % malignant, a miss costs 7.1',
    '2.3 % malignant, a miss costs 7.1',
    'middle of your range: 2.3 % malignant',
    '2.3 % malignant',
    'PC(+) 0.144',
  ]);
  assert.deepEqual(handleInWords(range, 'malignant', 0.3, over, true), ['PC(+) 0.3', 'PC(+) 0.3']);
  const dear = conditions([0.1, 0.1], [2, 2], [30, 30]);
  assert.equal(say(dear, 'ill', 0.6, null, true), '10 % ill, a miss costs 15 false alarms');
  const mixed = { ...dear, cost_tp: one };
  assert.equal(say(mixed, 'ill', 0.6, null, true), '10 % ill');
});

// ---- What is lit, as a sentence

const points = pointsOf([0, 0, 0, Infinity], [0, 0.125, 0.5, 0.4567], [0, 1, 1, 0.1]);
const told = subject({ points, names: ['forest'], classes: ['healthy', 'ill'] });
const point = (index: number): Hover => ({ kind: 'point', index });
const edge = (index: number): Hover => ({ kind: 'edge', index });

test('a threshold is told in the words of the user', () => {
  assert.equal(
    sentence(point(1), told),
    'forest, threshold 0.4567: finds 50 % of ill, flags 12.5 % of healthy. Cost runs from 0.125 to 0.5.',
  );
});

test('a point without a threshold is told by its name or its label', () => {
  const unscored = { ...points, threshold: points.threshold.with(1, Number.NaN) };
  assert.match(sentence(point(1), { ...told, points: unscored }), /^forest: finds 50 %/);
  const labels = ['', 'strict', ''];
  assert.match(sentence(point(1), { ...told, labels }), /^forest \(strict\): finds 50 %/);
});

test('the ends of a curve are the trivial rules', () => {
  assert.match(sentence(point(0), told), /^Call all healthy: finds 0 %/);
  assert.match(sentence(point(2), told), /^Call all ill: finds 100 %/);
  // A threshold that flags everything good but misses something is none of them.
  const odd = pointsOf([0, 1, 0.5, 0.25], [0, 0.5, 1, 0.25]);
  for (const i of [0, 1]) {
    assert.match(sentence(point(i), { ...told, points: odd }), /^forest, threshold 0\.25: /);
  }
});

test('an edge tells where its ends cost the same', () => {
  assert.equal(
    sentence(edge(0), told),
    'Hull edge: its two ends cost the same, 0.2, at PC(+) 0.2.',
  );
});

test('a free place tells its dual', () => {
  assert.equal(
    sentence({ kind: 'free', space: 'roc', x: 0.25, y: 0.6 }, told),
    'A classifier at (0.25, 0.6): cost runs from 0.25 at PC(+) 0 to 0.4 at PC(+) 1.',
  );
  assert.equal(
    sentence({ kind: 'free', space: 'cost', x: 0.2, y: 0.25 }, told),
    'At PC(+) 0.2 a cost of 0.25 is that of every point on the line in ROC space.',
  );
});

test('what is gone or hidden is not spoken of', () => {
  const hidden = { ...told, points: visible(points, new Set([0])) };
  for (const [hover, about] of [
    [null, told],
    [point(3), told],
    [edge(2), told],
    [point(1), hidden],
  ] as const) {
    assert.equal(sentence(hover, about), '');
  }
  assert.notEqual(sentence(edge(1), told), '');
});

test('a long name is whole in the sentence', () => {
  const long = { ...told, names: ['random forest of two hundred trees'] };
  assert.match(sentence(point(1), long), /^random forest of two hundred trees, threshold/);
});

test('who is cheapest is a classifier, a trivial rule, or several', () => {
  assert.equal(who(told, 0), 'forest');
  assert.equal(who(told, Owner.ALL_NEGATIVE), 'call all healthy');
  assert.equal(who(told, Owner.ALL_POSITIVE), 'call all ill');
  assert.equal(who(told, Owner.TIE), 'several, tied');
});

test('a rule has a threshold, a label or a name alone; a trivial one has neither', () => {
  const rule = { owner: 0, threshold: 2, point: 1 };
  assert.equal(ruleOf(told, rule), 'forest, threshold 2');
  assert.equal(ruleOf({ ...told, labels: ['', 'cut'] }, rule), 'forest (cut)');
  assert.equal(ruleOf(told, { ...rule, threshold: Infinity }), 'forest');
  assert.equal(
    ruleOf({ ...told, labels: ['', 'cut'] }, { ...rule, owner: Owner.ALL_NEGATIVE }),
    'call all healthy',
  );
});

test('only the first letter becomes a capital', () => {
  assert.equal(capital('call all IDs'), 'Call all IDs');
  assert.equal(capital(''), '');
});

const free = (x: number, y: number): Hover => ({ kind: 'free', space: 'roc', x, y });

const CROSSING =
  'Pin 1 (forest, threshold 0.75) is cheaper below PC(+) 0.5, ' +
  'pin 2 (forest, threshold 0.5) above.';

test('two pinned points are compared', () => {
  // 0.1 * 0.75 + 0.4 * 0.25 = 0.175 against 0.4 * 0.75 + 0.1 * 0.25 = 0.325.
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.25),
    `${CROSSING} At PC(+) 0.25 pin 1 (forest, threshold 0.75) costs 0.15 less.`,
  );
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.75),
    `${CROSSING} At PC(+) 0.75 pin 2 (forest, threshold 0.5) costs 0.15 less.`,
  );
  assert.equal(
    comparison([point(1), point(2)], subject(), 0.5),
    `${CROSSING} At PC(+) 0.5 they cost the same.`,
  );
  assert.equal(comparison([point(1), point(2)], subject(), null), CROSSING);
});

test('the one with fewer false alarms is cheaper at the left, whichever was pinned first', () => {
  assert.equal(
    comparison([point(2), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) is cheaper below PC(+) 0.5, ' +
      'pin 1 (forest, threshold 0.5) above.',
  );
});

test('one that finds more and flags less is nowhere costs more', () => {
  const words = 'Pin 1 (forest, threshold 0.75) costs nowhere more than pin 2.';
  assert.equal(comparison([point(1), free(0.2, 0.5)], subject(), null), words);
  assert.equal(
    comparison([free(0.2, 0.5), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) costs nowhere more than pin 1.',
  );
  // One rate alone differs: at pc 0 they cost the same.
  assert.equal(
    comparison([free(0.1, 0.5), free(0.1, 0.6)], subject(), 0),
    'Pin 2 costs nowhere more than pin 1. At PC(+) 0 they cost the same.',
  );
});

test('two pins of one place cost the same everywhere', () => {
  assert.equal(
    comparison([free(0.1, 0.6), point(1)], subject(), 0.3),
    'Pin 1 and pin 2 (forest, threshold 0.75) cost the same everywhere. ' +
      'At PC(+) 0.3 they cost the same.',
  );
});

test('a point is called by its label where it has one', () => {
  const labels = ['', 'strict', '', '', ''];
  assert.match(
    comparison([point(1), free(0.2, 0.5)], subject({ labels }), null),
    /^Pin 1 \(forest \(strict\)\) costs /,
  );
});

test('the last two pins that are points count, by their number among all pins', () => {
  const edge: Hover = { kind: 'edge', index: 0 };
  const cost: Hover = { kind: 'free', space: 'cost', x: 0.1, y: 0.2 };
  const pins = [free(0.9, 0.95), edge, free(0.1, 0.6), cost, free(0.2, 0.5)];
  assert.equal(comparison(pins, subject(), null), 'Pin 3 costs nowhere more than pin 5.');
});

test('fewer than two points, hidden ones and those that are gone are not compared', () => {
  assert.equal(comparison([], subject(), 0.25), '');
  assert.equal(comparison([point(1)], subject(), 0.25), '');
  assert.equal(comparison([point(1), point(99)], subject(), 0.25), '');
  const points = visible(POINTS, new Set([1]));
  assert.equal(comparison([point(1), point(4)], subject({ points }), 0.25), '');
});

test('rates of zero are rates', () => {
  const points = pointsOf([0, 0, 0.5, 0.9], [1, 0.5, 0.5, 0.1]);
  assert.equal(
    comparison([point(0), point(1)], subject({ points }), null),
    'Pin 1 (forest, threshold 0.9) costs nowhere more than pin 2 (stump, threshold 0.1).',
  );
});

const difference = {
  pc: Float64Array.of(0, 0.5),
  estimate: Float64Array.of(0, -0.5),
  lower: Float64Array.of(0, -0.75),
  upper: Float64Array.of(0, 0.25),
};
const WORDS = 'At PC(+) 0.25 the difference in cost is −0.25 (−0.375 to 0.125).';

test('the difference is read off with its band', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.25), WORDS);
  assert.equal(
    differenceSentence(subject({ difference, stale: true }), 0.25),
    `${WORDS} It belongs to older data or settings.`,
  );
});

test('without a band the difference is told alone', () => {
  const bare = { ...difference, lower: flat(Number.NaN), upper: flat(Number.NaN) };
  assert.equal(
    differenceSentence(subject({ difference: bare }), 0.25),
    'At PC(+) 0.25 the difference in cost is −0.25.',
  );
});

test('nothing is said where there is no difference', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.75), '');
  assert.equal(differenceSentence(subject(), 0.25), '');
});

// ---- Which kinds of stroke there are, each with its name

type Told = Parameters<typeof entriesOf>[0];

const TWO: Told = {
  ...plain(),
  names: ['forest', 'tree'],
  box: null,
  bands: empty('bands'),
  in_use: empty('in_use'),
  groups: empty('groups'),
};

const kinds = (told: Partial<Told>) => entriesOf({ ...TWO, ...told }).map(({ kind }) => kind);

test('what is always there is named, first what both figures have', () => {
  const places = (told: Partial<Told>) =>
    entriesOf({ ...TWO, ...told }).map(({ place, kind }) => `${place} ${kind}`);
  assert.deepEqual(places({}), [
    ...['both ring', 'roc line', 'roc best', 'roc rule', 'roc equal'],
    ...['cost line', 'cost best', 'cost rule', 'cost operating'],
  ]);
  assert.deepEqual(places({ show_cost: false }), [
    ...['roc ring', 'roc line', 'roc best', 'roc rule', 'roc equal'],
  ]);
});

test('what is switched off is not named', () => {
  assert.deepEqual(kinds({ show_lines: false, show_hull: false, show_answer: false }), [
    ...['rule', 'equal', 'rule', 'operating'],
  ]);
  assert.deepEqual(kinds({ show_roc: false, show_cost: false }), []);
});

test('a band, a range, a limit, a mean and a threshold in use are named where there are any', () => {
  const bands = { ...TWO.bands, owner: Int32Array.of(1) };
  assert.ok(kinds({ bands }).includes('band'));
  assert.ok(kinds({ bands: { ...bands, owner: Int32Array.of(Owner.BEST) } }).includes('band'));
  assert.ok(!kinds({ bands, hidden: [1] }).includes('band'));
  const box = { at: [0.2, 0.7], fpr: [0.1, 0.3], tpr: [0.6, 0.8] } as const;
  assert.ok(!kinds({ bands }).includes('rates'));
  assert.ok(kinds({ bands, box }).includes('rates'));
  assert.ok(!kinds({ bands, box, show_bands: false }).includes('rates'));
  assert.ok(!kinds({ bands, show_bands: false }).includes('band'));
  assert.ok(kinds({ pc_range: [0.2, 0.4] }).includes('range'));
  const limit = { fpr: 1, tpr: 0, most: 0.1, number: 'max_fpr' };
  const limited = entriesOf({ ...TWO, criterion: { kind: 'neyman_pearson', limit } });
  const named = limited.find(({ kind }) => kind === 'limit');
  assert.equal(named?.words, 'at most 10 % false alarms');
  const inUse = { ...TWO.in_use, owner: Int32Array.of(0) };
  assert.ok(kinds({ in_use: inUse }).includes('in-use'));
  assert.ok(!kinds({ in_use: inUse, hidden: [0] }).includes('in-use'));
  const groups = { ...TWO.groups, owner: Int32Array.of(0) };
  assert.ok(kinds({ groups }).includes('group'));
  assert.ok(!kinds({ groups, hidden: [0] }).includes('group'));
});

test('what to expect in use is named where it is known and to be seen', () => {
  const bands = { ...TWO.bands, foreseen: Int32Array.of(1, Owner.BEST) };
  assert.ok(!kinds({ bands }).includes('expected'), 'at first it is not');
  assert.ok(kinds({ bands, show_expected: true }).includes('expected'));
  assert.ok(!kinds({ show_expected: true }).includes('expected'));
  assert.ok(!kinds({ bands, show_expected: true, hidden: [0, 1] }).includes('expected'));
});

test('of a classifier of folds it is said how these differ, while it is seen', () => {
  assert.ok(!kinds({}).includes('spread'));
  assert.ok(kinds({ folded: [1] }).includes('spread'));
  assert.ok(kinds({ folded: [1] }).includes('ring'), 'folds are a choice as a whole');
  assert.ok(!kinds({ folded: [1], hidden: [1] }).includes('spread'));
  assert.ok(!kinds({ folded: [1], show_hull: false }).includes('spread'));
});

test('conditions that nobody has given are not called those of the user', () => {
  const words = (told: Partial<Told>) => entriesOf({ ...TWO, ...told }).at(-1)?.words;
  assert.equal(words({}), 'assumed conditions');
  const cost = [1, 1] as Range;
  const known = { prior: cost, cost_fp: cost, cost_fn: cost, cost_tp: cost, cost_tn: cost };
  assert.equal(words({ conditions: known }), 'your conditions');
});

test('of hidden classifiers nothing is named', () => {
  assert.deepEqual(kinds({ hidden: [0, 1] }), ['rule', 'rule', 'operating']);
});

test('the level of a band is told', () => {
  const bands = { ...TWO.bands, owner: Int32Array.of(1) };
  const words = entriesOf({ ...TWO, bands, level: 0.95 }).map((entry) => entry.words);
  assert.ok(words.includes('95 % uncertainty'));
});

// ---- How the operating point comes about

test('how share and costs weigh together is said with the numbers in force', () => {
  const exact = {
    ...{ prior: [0.2, 0.2], cost_fp: [1, 1], cost_fn: [4, 4] },
    ...{ cost_tp: [0, 0], cost_tn: [0, 0] },
  } satisfies Conditions;
  const said = (known: Partial<Conditions>, range: Range) =>
    weighingInWords(['well', 'ill'], { ...exact, ...known }, range);
  assert.equal(
    said({}, [0.5, 0.5]),
    'PC(+) 0.5 weighs 20 % ill × 4 a miss against 80 % well × 1 a false alarm.',
  );
  assert.equal(
    said({ prior: [0.1, 0.2] }, [0.308, 0.5]),
    'PC(+) 0.308 to 0.5 weighs 10 % to 20 % ill × 4 a miss against 80 % to 90 % well × 1 a false alarm.',
  );
  assert.match(
    said({ cost_tp: [-1, -1] }, [0.5, 0.5]),
    /^PC\(\+\) 0\.5 weighs shares by what errors cost more/,
  );
});
