import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from '../geometry/highlight.ts';
import { visible } from '../geometry/hull.ts';
import { ALL_NEGATIVE, ALL_POSITIVE, TIE } from '../geometry/shapes.ts';
import { words as beside } from './label.ts';
import { pointsOf, subject } from './subject.test.ts';
import { capital, label, ruleOf, sentence, short, who } from './words.ts';

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
  assert.equal(label(point(2), told, 'roc'), 'Call all ill');
  // A threshold that flags everything good but misses something is none of them.
  const odd = pointsOf([0, 1, 0.5, 0.25], [0, 0.5, 1, 0.25]);
  for (const i of [0, 1]) {
    assert.match(sentence(point(i), { ...told, points: odd }), /^forest, threshold 0\.25: /);
  }
});

test('an edge tells where its ends cost the same', () => {
  assert.equal(
    sentence(edge(0), told),
    'Hull edge of slope 4: its two ends cost the same, 0.2, at PC(+) 0.2.',
  );
});

test('a free place tells its dual', () => {
  assert.equal(
    sentence({ kind: 'free', space: 'roc', x: 0.25, y: 0.6 }, told),
    'A classifier at (0.25, 0.6): cost runs from 0.25 at PC(+) 0 to 0.4 at PC(+) 1.',
  );
  assert.equal(
    sentence({ kind: 'free', space: 'cost', x: 0.2, y: 0.25 }, told),
    'At PC(+) 0.2 a cost of 0.25 is reached along the ROC line of slope 4.',
  );
  assert.match(sentence({ kind: 'free', space: 'cost', x: 0, y: 0.25 }, told), /slope ∞\.$/);
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
    for (const space of ['roc', 'cost'] as const) assert.equal(label(hover, about, space), '');
  }
  assert.notEqual(sentence(edge(1), told), '');
});

test('the label beside a dot names a threshold or a cost', () => {
  assert.equal(label(point(1), told, 'roc'), 'forest, threshold 0.4567');
  assert.equal(label(edge(0), told, 'cost'), 'cost 0.2');
  assert.equal(label(edge(1), told, 'cost'), 'cost 0.364');
  const roc: Hover = { kind: 'free', space: 'roc', x: 0.1, y: 0.2 };
  assert.equal(label(roc, told, 'roc'), '(0.1, 0.2)');
  assert.equal(label({ ...roc, space: 'cost' }, told, 'cost'), 'cost 0.2');
});

test('a long name is cut in the figure and whole in the sentence', () => {
  const long = { ...told, names: ['random forest of two hundred trees'] };
  assert.equal(label(point(1), long, 'roc'), 'random forest of two hu…, threshold 0.4567');
  assert.match(sentence(point(1), long), /^random forest of two hundred trees, threshold/);
  assert.equal(short('a'.repeat(24)), 'a'.repeat(24));
  assert.equal(short('a'.repeat(25)), `${'a'.repeat(23)}…`);
});

test('who is cheapest is a classifier, a trivial rule, or several', () => {
  assert.equal(who(told, 0), 'forest');
  assert.equal(who(told, ALL_NEGATIVE), 'call all healthy');
  assert.equal(who(told, ALL_POSITIVE), 'call all ill');
  assert.equal(who(told, TIE), 'several, tied');
});

test('a rule has a threshold, a label or a name alone; a trivial one has neither', () => {
  const rule = { owner: 0, threshold: 2, point: 1 };
  assert.equal(ruleOf(told, rule), 'forest, threshold 2');
  assert.equal(ruleOf({ ...told, labels: ['', 'cut'] }, rule), 'forest (cut)');
  assert.equal(ruleOf(told, { ...rule, threshold: Infinity }), 'forest');
  assert.equal(
    ruleOf({ ...told, labels: ['', 'cut'] }, { ...rule, owner: -1 }),
    'call all healthy',
  );
});

test('only the first letter becomes a capital', () => {
  assert.equal(capital('call all IDs'), 'Call all IDs');
  assert.equal(capital(''), '');
});

test('beside the dot of the difference its value is told', () => {
  assert.equal(beside(null, told, 'difference', { x: 0.5, y: -0.25 }), 'difference −0.25');
  assert.equal(beside(point(1), told, 'difference', null), '');
  assert.equal(beside(edge(0), told, 'cost', { x: 0.2, y: 0.2 }), 'cost 0.2');
});
