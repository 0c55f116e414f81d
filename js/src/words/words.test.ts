import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label, number, percent, type Subject, sentence } from './words.ts';

const subject: Subject = {
  points: {
    fpr: Float64Array.of(0, 0.125, 1),
    tpr: Float64Array.of(0, 0.5, 1),
    threshold: Float64Array.of(Infinity, 0.4567, 0.1),
    owner: Int32Array.of(0, 0, 0),
  },
  hull: { fpr: Float64Array.of(0, 0.125, 1), tpr: Float64Array.of(0, 0.5, 1) },
  names: ['forest'],
  classes: ['healthy', 'ill'],
};

test('numbers have three significant digits and a real minus sign', () => {
  assert.equal(number(0.123456), '0.123');
  assert.equal(number(-2), '−2');
  assert.equal(number(1e-7), '1e−7');
  assert.equal(number(Infinity), '∞');
  assert.equal(percent(0.125), '12.5 %');
});

test('a threshold is told in the words of the user', () => {
  const words = sentence({ kind: 'point', index: 1 }, subject);
  assert.equal(
    words,
    'forest at threshold 0.4567: finds 50 % of ill, flags 12.5 % of healthy. Cost runs from 0.125 to 0.5.',
  );
});

test('a point without a threshold is told by its name', () => {
  const points = { ...subject.points, threshold: Float64Array.of(NaN, NaN, NaN) };
  assert.match(
    sentence({ kind: 'point', index: 1 }, { ...subject, points }),
    /^forest: finds 50 %/,
  );
});

test('the ends of a curve are the trivial rules', () => {
  assert.match(sentence({ kind: 'point', index: 0 }, subject), /^Call all healthy: finds 0 %/);
  assert.match(sentence({ kind: 'point', index: 2 }, subject), /^Call all ill: finds 100 %/);
});

test('an edge tells where its ends cost the same', () => {
  assert.match(
    sentence({ kind: 'edge', index: 0 }, subject),
    /slope 4:.* 0\.2, at PC\(\+\) 0\.2\./,
  );
});

test('a free place tells its dual', () => {
  assert.match(
    sentence({ kind: 'free', space: 'roc', x: 0.25, y: 0.5 }, subject),
    /from 0\.25 .* 0\.5 /,
  );
  assert.match(sentence({ kind: 'free', space: 'cost', x: 0, y: 0.25 }, subject), /slope ∞/);
});

test('what is gone is not spoken of', () => {
  assert.equal(sentence(null, subject), '');
  assert.equal(sentence({ kind: 'point', index: 3 }, subject), '');
  assert.equal(sentence({ kind: 'edge', index: 2 }, subject), '');
  assert.equal(label({ kind: 'point', index: 3 }, subject, 'roc'), '');
});

test('the label beside a dot names a threshold or a cost', () => {
  assert.equal(label({ kind: 'point', index: 1 }, subject, 'roc'), 'forest @ 0.4567');
  assert.equal(label({ kind: 'edge', index: 0 }, subject, 'cost'), 'cost 0.2');
  assert.equal(label({ kind: 'free', space: 'roc', x: 0.1, y: 0.2 }, subject, 'roc'), '(0.1, 0.2)');
});

test('a long name is cut in the figure and whole in the sentence', () => {
  const long = { ...subject, names: ['random forest of two hundred trees'] };
  const hover = { kind: 'point', index: 1 } as const;
  assert.equal(label(hover, long, 'roc'), 'random forest of two hu… @ 0.4567');
  assert.match(sentence(hover, long), /^random forest of two hundred trees at/);
});
