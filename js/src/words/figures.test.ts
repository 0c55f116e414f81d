import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from '../geometry/highlight.ts';
import { visiblePoints } from '../geometry/hull.ts';
import { defaultState, Owner } from '../wire/schema.ts';
import { type Conditions, emptyGroup, type Range } from '../wire/state.ts';
import { flat, POINTS, pointsOf, subject } from './examples.test.ts';
import {
  choiceLabel,
  comparison,
  differenceSentence,
  handleInWords,
  highlightLines,
  highlightSentence,
  keyEntries,
  placeSentence,
  shortNames,
  weighingInWords,
} from './figures.ts';
import { capitalize, ownerName, ruleName } from './subject.ts';

// ---- The cheapest choice at a pc

test('the cheapest choice is a baseline where no classifier is expected to cost less', () => {
  const bands = {
    ...emptyGroup('bands'),
    pc: Float64Array.of(0, 0.2, 0.5, 0.8, 1),
    estimate: Float64Array.of(0, 0.16, 0.25, 0.16, 0),
    expected: Float64Array.of(0, 0.22, 0.3, 0.22, 0),
  };
  assert.equal(
    placeSentence(subject(), 0.2),
    'At PC(+) 0.2 forest, threshold 0.75 is cheapest: cost 0.16.',
  );
  assert.equal(
    placeSentence(subject({ bands }), 0.2),
    'At PC(+) 0.2 call all good is cheapest: cost 0.2.',
  );
  assert.equal(
    placeSentence(subject({ bands }), 0.4),
    'At PC(+) 0.4 forest, threshold 0.75 is cheapest: cost 0.22 on this dataset, 0.273 expected in use.',
  );
});

// ---- Labels in the figures

test('long names are truncated, and stay distinct if they have the same beginning', () => {
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

test('a choice is labelled with its threshold, its label, or its name alone', () => {
  const subjectState = subject();
  assert.equal(
    choiceLabel(subjectState, { owner: 0, threshold: 0.758, point: 1 }),
    'forest ≥ 0.758',
  );
  assert.equal(choiceLabel(subjectState, { owner: 1, threshold: Number.NaN, point: 4 }), 'stump');
  const labels = ['', '', '', '', 'strict'];
  assert.equal(
    choiceLabel({ ...subjectState, labels }, { owner: 1, threshold: 1, point: 4 }),
    'stump (strict)',
  );
  const folded = { ...subjectState, labels, folded: [1] };
  assert.equal(choiceLabel(folded, { owner: 1, threshold: Number.NaN, point: 4 }), 'stump');
  assert.equal(
    choiceLabel(subjectState, { owner: -1, threshold: Infinity, point: -1 }),
    'call all good',
  );
});

test('a highlighted item is labelled in both spaces', () => {
  const subjectState = subject();
  const point = { kind: 'point', index: 1 } as const;
  assert.deepEqual(highlightLines(point, subjectState, 'roc'), [
    'forest ≥ 0.75',
    'finds 60 % of bad',
    'flags 10 % of good',
  ]);
  assert.deepEqual(highlightLines(point, subjectState, 'cost'), ['forest ≥ 0.75']);
  assert.deepEqual(highlightLines({ kind: 'point', index: 0 }, subjectState, 'cost'), [
    'call all good',
  ]);
  assert.deepEqual(highlightLines({ kind: 'point', index: 3 }, subjectState, 'cost'), [
    'call all bad',
  ]);
  assert.deepEqual(highlightLines({ kind: 'point', index: 99 }, subjectState, 'roc'), []);
  const edge = { kind: 'edge', index: 1 } as const;
  assert.deepEqual(highlightLines(edge, subjectState, 'cost'), ['cost 0.25']);
  assert.deepEqual(highlightLines(edge, subjectState, 'roc'), [
    'both ends cost 0.25',
    'at PC(+) 0.5',
  ]);
  const free = { kind: 'free', x: 0.2, y: 0.4 } as const;
  assert.deepEqual(highlightLines({ ...free, space: 'cost' }, subjectState, 'cost'), ['cost 0.4']);
  assert.deepEqual(highlightLines({ ...free, space: 'cost' }, subjectState, 'roc'), [
    'cost 0.4',
    'at PC(+) 0.2',
  ]);
  assert.deepEqual(highlightLines({ ...free, space: 'roc' }, subjectState, 'roc'), [
    'finds 40 % of bad',
    'flags 20 % of good',
  ]);
  assert.deepEqual(highlightLines({ ...free, space: 'roc' }, subjectState, 'cost'), []);
  assert.equal(POINTS.owner.length, 5);
});

const conditions = (prior: Range, alarm: Range, miss: Range): Conditions => ({
  prior,
  cost_fp: alarm,
  cost_fn: miss,
  cost_tp: [0, 0],
  cost_tn: [0, 0],
});

test('the handle has texts of decreasing length', () => {
  const unitCost: Range = [1, 1];
  const say = (...args: Parameters<typeof handleInWords>) => handleInWords(...args)[0];
  const half = conditions([0.5, 0.5], unitCost, unitCost);
  assert.equal(say(half, 'malignant', 0.5, null, false), 'PC(+) 0.5: half are malignant');
  const fifth = conditions([0.2, 0.2], unitCost, unitCost);
  assert.equal(say(fifth, 'ill', 0.2, null, false), 'PC(+) 0.2: 20 % are ill');
  assert.equal(say(fifth, 'ill', 0.2, null, true), '20 % ill, both errors cost the same');
  const range = conditions([0.01, 0.05], unitCost, [5, 10]);
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
  const mixed = { ...dear, cost_tp: unitCost };
  assert.equal(say(mixed, 'ill', 0.6, null, true), '10 % ill');
});

// ---- Descriptions of highlighted items

const points = pointsOf([0, 0, 0, Infinity], [0, 0.125, 0.5, 0.4567], [0, 1, 1, 0.1]);
const SUBJECT = subject({ points, names: ['forest'], classes: ['healthy', 'ill'] });
const point = (index: number): Hover => ({ kind: 'point', index });
const edge = (index: number): Hover => ({ kind: 'edge', index });

test("a threshold is described with the user's class names", () => {
  assert.equal(
    highlightSentence(point(1), SUBJECT),
    'forest, threshold 0.4567: finds 50 % of ill, flags 12.5 % of healthy. Cost runs from 0.125 to 0.5.',
  );
});

test('a point without a threshold is described by its name or label', () => {
  const unscored = { ...points, threshold: points.threshold.with(1, Number.NaN) };
  assert.match(
    highlightSentence(point(1), { ...SUBJECT, points: unscored }),
    /^forest: finds 50 %/,
  );
  const labels = ['', 'strict', ''];
  assert.match(
    highlightSentence(point(1), { ...SUBJECT, labels }),
    /^forest \(strict\): finds 50 %/,
  );
});

test('the ends of a curve are the baselines', () => {
  assert.match(highlightSentence(point(0), SUBJECT), /^Call all healthy: finds 0 %/);
  assert.match(highlightSentence(point(2), SUBJECT), /^Call all ill: finds 100 %/);
  // A threshold with FPR 1 or TPR 1 alone is not a baseline.
  const odd = pointsOf([0, 1, 0.5, 0.25], [0, 0.5, 1, 0.25]);
  for (const i of [0, 1]) {
    assert.match(
      highlightSentence(point(i), { ...SUBJECT, points: odd }),
      /^forest, threshold 0\.25: /,
    );
  }
});

test('an edge is described by the cost and pc of its vertex', () => {
  assert.equal(
    highlightSentence(edge(0), SUBJECT),
    'Hull edge: its two ends cost the same, 0.2, at PC(+) 0.2.',
  );
});

test('a free point is described by its dual', () => {
  assert.equal(
    highlightSentence({ kind: 'free', space: 'roc', x: 0.25, y: 0.6 }, SUBJECT),
    'A classifier at (0.25, 0.6): cost runs from 0.25 at PC(+) 0 to 0.4 at PC(+) 1.',
  );
  assert.equal(
    highlightSentence({ kind: 'free', space: 'cost', x: 0.2, y: 0.25 }, SUBJECT),
    'At PC(+) 0.2 a cost of 0.25 is that of every point on the line in ROC space.',
  );
});

test('missing and hidden items have no description', () => {
  const hidden = { ...SUBJECT, points: visiblePoints(points, new Set([0])) };
  for (const [hover, about] of [
    [null, SUBJECT],
    [point(3), SUBJECT],
    [edge(2), SUBJECT],
    [point(1), hidden],
  ] as const) {
    assert.equal(highlightSentence(hover, about), '');
  }
  assert.notEqual(highlightSentence(edge(1), SUBJECT), '');
});

test('a long name is not truncated in a sentence', () => {
  const long = { ...SUBJECT, names: ['random forest of two hundred trees'] };
  assert.match(highlightSentence(point(1), long), /^random forest of two hundred trees, threshold/);
});

test('an owner is a classifier, a baseline, or a tie', () => {
  assert.equal(ownerName(SUBJECT, 0), 'forest');
  assert.equal(ownerName(SUBJECT, Owner.ALL_NEGATIVE), 'call all healthy');
  assert.equal(ownerName(SUBJECT, Owner.ALL_POSITIVE), 'call all ill');
  assert.equal(ownerName(SUBJECT, Owner.TIE), 'several, tied');
});

test('a rule has a threshold, a label or a name alone; a baseline has only its name', () => {
  const rule = { owner: 0, threshold: 2, point: 1 };
  assert.equal(ruleName(SUBJECT, rule), 'forest, threshold 2');
  assert.equal(ruleName({ ...SUBJECT, labels: ['', 'cut'] }, rule), 'forest (cut)');
  assert.equal(ruleName(SUBJECT, { ...rule, threshold: Infinity }), 'forest');
  assert.equal(
    ruleName({ ...SUBJECT, labels: ['', 'cut'] }, { ...rule, owner: Owner.ALL_NEGATIVE }),
    'call all healthy',
  );
});

test('only the first letter is capitalized', () => {
  assert.equal(capitalize('call all IDs'), 'Call all IDs');
  assert.equal(capitalize(''), '');
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

test('the point with fewer false alarms is cheaper on the left, in either order of pinning', () => {
  assert.equal(
    comparison([point(2), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) is cheaper below PC(+) 0.5, ' +
      'pin 1 (forest, threshold 0.5) above.',
  );
});

test('a dominating point costs more at no pc', () => {
  const words = 'Pin 1 (forest, threshold 0.75) costs nowhere more than pin 2.';
  assert.equal(comparison([point(1), free(0.2, 0.5)], subject(), null), words);
  assert.equal(
    comparison([free(0.2, 0.5), point(1)], subject(), null),
    'Pin 2 (forest, threshold 0.75) costs nowhere more than pin 1.',
  );
  // Only one rate differs: at pc 0 both cost the same.
  assert.equal(
    comparison([free(0.1, 0.5), free(0.1, 0.6)], subject(), 0),
    'Pin 2 costs nowhere more than pin 1. At PC(+) 0 they cost the same.',
  );
});

test('two pins of one point cost the same everywhere', () => {
  assert.equal(
    comparison([free(0.1, 0.6), point(1)], subject(), 0.3),
    'Pin 1 and pin 2 (forest, threshold 0.75) cost the same everywhere. ' +
      'At PC(+) 0.3 they cost the same.',
  );
});

test('a point with a label is called by it', () => {
  const labels = ['', 'strict', '', '', ''];
  assert.match(
    comparison([point(1), free(0.2, 0.5)], subject({ labels }), null),
    /^Pin 1 \(forest \(strict\)\) costs /,
  );
});

test('the last two pinned points are compared, numbered among all pins', () => {
  const edge: Hover = { kind: 'edge', index: 0 };
  const cost: Hover = { kind: 'free', space: 'cost', x: 0.1, y: 0.2 };
  const pins = [free(0.9, 0.95), edge, free(0.1, 0.6), cost, free(0.2, 0.5)];
  assert.equal(comparison(pins, subject(), null), 'Pin 3 costs nowhere more than pin 5.');
});

test('fewer than two points, hidden and missing ones are not compared', () => {
  assert.equal(comparison([], subject(), 0.25), '');
  assert.equal(comparison([point(1)], subject(), 0.25), '');
  assert.equal(comparison([point(1), point(99)], subject(), 0.25), '');
  const points = visiblePoints(POINTS, new Set([1]));
  assert.equal(comparison([point(1), point(4)], subject({ points }), 0.25), '');
});

test('rates of zero are valid', () => {
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
const DIFFERENCE_SENTENCE = 'At PC(+) 0.25 the difference in cost is −0.25 (−0.375 to 0.125).';

test('the difference is described with its band', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.25), DIFFERENCE_SENTENCE);
  assert.equal(
    differenceSentence(subject({ difference, stale: true }), 0.25),
    `${DIFFERENCE_SENTENCE} It belongs to older data or settings.`,
  );
});

test('without a band the difference is described alone', () => {
  const bare = { ...difference, lower: flat(Number.NaN), upper: flat(Number.NaN) };
  assert.equal(
    differenceSentence(subject({ difference: bare }), 0.25),
    'At PC(+) 0.25 the difference in cost is −0.25.',
  );
});

test('where there is no difference there is no description', () => {
  assert.equal(differenceSentence(subject({ difference }), 0.75), '');
  assert.equal(differenceSentence(subject(), 0.25), '');
});

// ---- Key to the line styles

type KeyState = Parameters<typeof keyEntries>[0];

const TWO: KeyState = {
  ...defaultState(),
  names: ['forest', 'tree'],
  box: null,
  bands: emptyGroup('bands'),
  in_use: emptyGroup('in_use'),
  groups: emptyGroup('groups'),
};

const kinds = (state: Partial<KeyState>) =>
  keyEntries({ ...TWO, ...state }).map(({ kind }) => kind);

test('the key names the elements that are always visible, common ones first', () => {
  const places = (state: Partial<KeyState>) =>
    keyEntries({ ...TWO, ...state }).map(({ place, kind }) => `${place} ${kind}`);
  assert.deepEqual(places({}), [
    ...['both ring', 'roc line', 'roc best', 'roc rule', 'roc equal'],
    ...['cost line', 'cost best', 'cost rule', 'cost operating'],
  ]);
  assert.deepEqual(places({ show_cost: false }), [
    ...['roc ring', 'roc line', 'roc best', 'roc rule', 'roc equal'],
  ]);
});

test('the key omits elements that are switched off', () => {
  assert.deepEqual(kinds({ show_lines: false, show_hull: false, show_answer: false }), [
    ...['rule', 'equal', 'rule', 'operating'],
  ]);
  assert.deepEqual(kinds({ show_roc: false, show_cost: false }), []);
});

test('bands, ranges, limits, confidence regions and thresholds in use are in the key if visible', () => {
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
  const limited = keyEntries({ ...TWO, criterion: { kind: 'neyman_pearson', limit } });
  const limitEntry = limited.find(({ kind }) => kind === 'limit');
  assert.equal(limitEntry?.words, 'at most 10 % false alarms');
  const inUse = { ...TWO.in_use, owner: Int32Array.of(0) };
  assert.ok(kinds({ in_use: inUse }).includes('in-use'));
  assert.ok(!kinds({ in_use: inUse, hidden: [0] }).includes('in-use'));
  const groups = { ...TWO.groups, owner: Int32Array.of(0) };
  assert.ok(kinds({ groups }).includes('group'));
  assert.ok(!kinds({ groups, hidden: [0] }).includes('group'));
});

test('expected costs are in the key if computed and visible', () => {
  const bands = { ...TWO.bands, with_expected: Int32Array.of(1, Owner.BEST) };
  assert.ok(!kinds({ bands }).includes('expected'), 'at first it is not');
  assert.ok(kinds({ bands, show_expected: true }).includes('expected'));
  assert.ok(!kinds({ show_expected: true }).includes('expected'));
  assert.ok(!kinds({ bands, show_expected: true, hidden: [0, 1] }).includes('expected'));
});

test('the spread of folds is in the key while their classifier is visible', () => {
  assert.ok(!kinds({}).includes('spread'));
  assert.ok(kinds({ folded: [1] }).includes('spread'));
  assert.ok(kinds({ folded: [1] }).includes('ring'), 'folds are a choice as a whole');
  assert.ok(!kinds({ folded: [1], hidden: [1] }).includes('spread'));
  assert.ok(!kinds({ folded: [1], show_hull: false }).includes('spread'));
});

test("default conditions are not called the user's", () => {
  const words = (state: Partial<KeyState>) => keyEntries({ ...TWO, ...state }).at(-1)?.words;
  assert.equal(words({}), 'assumed conditions');
  const cost = [1, 1] as Range;
  const conditions = { prior: cost, cost_fp: cost, cost_fn: cost, cost_tp: cost, cost_tn: cost };
  assert.equal(words({ conditions: conditions }), 'your conditions');
});

test('hidden classifiers have no entries in the key', () => {
  assert.deepEqual(kinds({ hidden: [0, 1] }), ['rule', 'rule', 'operating']);
});

test('the key names the level of a band', () => {
  const bands = { ...TWO.bands, owner: Int32Array.of(1) };
  const words = keyEntries({ ...TWO, bands, level: 0.95 }).map((entry) => entry.words);
  assert.ok(words.includes('95 % uncertainty'));
});

// ---- Explanation of the operating point

test('PC(+) is explained with the values in effect', () => {
  const exact = {
    ...{ prior: [0.2, 0.2], cost_fp: [1, 1], cost_fn: [4, 4] },
    ...{ cost_tp: [0, 0], cost_tn: [0, 0] },
  } satisfies Conditions;
  const sentenceFor = (changed: Partial<Conditions>, range: Range) =>
    weighingInWords(['well', 'ill'], { ...exact, ...changed }, range);
  assert.equal(
    sentenceFor({}, [0.5, 0.5]),
    'PC(+) 0.5 weighs 20 % ill × 4 a miss against 80 % well × 1 a false alarm.',
  );
  assert.equal(
    sentenceFor({ prior: [0.1, 0.2] }, [0.308, 0.5]),
    'PC(+) 0.308 to 0.5 weighs 10 % to 20 % ill × 4 a miss against 80 % to 90 % well × 1 a false alarm.',
  );
  assert.match(
    sentenceFor({ cost_tp: [-1, -1] }, [0.5, 0.5]),
    /^PC\(\+\) 0\.5 weighs shares by what errors cost more/,
  );
});
