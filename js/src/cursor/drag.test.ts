import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownHulls, upperHull, visible } from '../geometry/hull.ts';
import { at } from '../geometry/lines.ts';
import { random, randomPoints } from '../geometry/random.test.ts';
import { Owner } from '../wire/schema.ts';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/subject.test.ts';
import { answerOf, answerWithin, chosenBy, limitLine, movedLimit } from './drag.ts';

const hull = upperHull(pointsOf([0, 0.2, 0.8, 0.5]));
const nowhere = upperHull(pointsOf());
const ofNothing = { ...nowhere, fpr: new Float64Array(), tpr: new Float64Array() };

const highest = (most: number) => ({ fpr: 1, tpr: 0, most, number: 'max_fpr' });

test('what Python has answered is shown as it is', () => {
  const roc: [number, number][] = [[0.3, 0.7]];
  const answer = answerOf({ kind: 'youden', roc, cost_line: [0.3, 0.3] }, hull);
  assert.deepEqual(answer, { roc, line: [0.3, 0.3] });
  assert.deepEqual(answerOf({ kind: 'youden', roc }, hull), { roc, line: null });
  assert.equal(answerOf({ kind: 'minimax' }, hull), null);
  assert.equal(answerOf(null, hull), null);
});

test('a dragged limit answers with the mix on the hull', () => {
  const old = {
    kind: 'neyman_pearson',
    max_fpr: 0.3,
    limit: highest(0.3),
    roc: [],
    cost_line: null,
    pc: 0.5,
    owner: 0,
    threshold: 0.5,
    rates: [0.2, 0.8] as [number, number],
    rule: 'old',
    headline: 'old',
    gain: 'old',
    mix: 'old',
    note: 'old',
  };
  const moved = movedLimit({ ...old, roc: [] }, { x: 0.1, y: 0.9 });
  assert.deepEqual(moved, { kind: 'neyman_pearson', max_fpr: 0.1, limit: highest(0.1) });
  const answer = answerOf(moved, hull);
  assert.deepEqual(answer?.roc, [
    [0, 0],
    [0.2, 0.8],
    [0.1, 0.4],
  ]);
  assert.deepEqual(answer?.line, [0.1, 0.6]);
  assert.equal(movedLimit(moved, { x: -3, y: 0 }).max_fpr, 0);
  assert.equal(movedLimit(moved, { x: 3, y: 0 }).max_fpr, 1);
});

test('a limit that meets a corner answers with that corner alone', () => {
  const asked = { kind: 'neyman_pearson', max_fpr: 0.2, limit: highest(0.2) };
  assert.deepEqual(answerOf(asked, hull)?.roc, [[0.2, 0.8]]);
  assert.equal(answerOf(asked, ofNothing), null);
});

test('the capacity line runs through the place it was dragged to', () => {
  const limit = { fpr: 200, tpr: 50, most: 10, number: 'capacity' };
  const work = { kind: 'workforce', positives: 50, negatives: 200, capacity: 10, limit };
  const moved = movedLimit(work, { x: 0.1, y: 0.6 });
  assert.deepEqual(moved, { ...work, capacity: 50, limit: { ...limit, most: 50 } });
  assert.equal(movedLimit(work, { x: 2, y: -1 }).capacity, 200);
  assert.equal(movedLimit(work, { x: -1, y: 2 }).capacity, 50);
});

const scene = (points: Points) => ({ points, hull: upperHull(points), own: ownHulls(points) });
const told = { rule: '', headline: '', rates: [0.1, 0.6] as [number, number] };

test('recommended is what Python has chosen by any criterion, drawn or not', () => {
  const kinds = ['neyman_pearson', 'workforce', 'minimax', 'youden', 'max_rectangle'];
  for (const kind of kinds) {
    const chosen = chosenBy({ kind, ...told, owner: 0, threshold: 0.75 }, scene(POINTS));
    assert.deepEqual(chosen, { owner: 0, fpr: 0.1, tpr: 0.6, threshold: 0.75, point: 1 });
  }
  const rates: [number, number] = [0.11, 0.61];
  const between = chosenBy({ kind: 'youden', ...told, rates, owner: 0 }, scene(POINTS));
  assert.deepEqual(between, { owner: 0, fpr: 0.11, tpr: 0.61, threshold: Number.NaN, point: -1 });
  const lots = { kind: 'minimax', ...told, owner: Owner.MIXED };
  assert.equal(chosenBy(lots, scene(POINTS))?.owner, Owner.MIXED);
  const others = scene(visible(POINTS, new Set([0])));
  assert.equal(chosenBy({ kind: 'youden', ...told, owner: 0 }, others), null);
});

test('while a hand moves a limit, what finds most within it is recommended, or else lots', () => {
  const within = (most: number) =>
    chosenBy({ kind: 'neyman_pearson', limit: highest(most) }, scene(POINTS));
  assert.deepEqual([within(0.35)?.owner, within(0.35)?.point], [1, 4]);
  assert.deepEqual([within(0.4)?.owner, within(0.4)?.point], [0, 2]);
  assert.equal(within(1)?.tpr, 1);
  const lots = within(0.05);
  assert.deepEqual([lots?.owner, lots?.fpr, lots?.tpr], [Owner.MIXED, 0.05, 0.3]);
  assert.equal(within(0)?.owner, Owner.ALL_NEGATIVE);
  assert.equal(chosenBy({ kind: 'youden' }, scene(POINTS)), null);
});

test('no place on the hull within the limit finds more', () => {
  const next = random(6);
  for (let round = 0; round < 200; round++) {
    const hull = upperHull(randomPoints(next, 12));
    const limit = { fpr: next(), tpr: round % 2 ? next() : 0, most: next() };
    const { mixed } = answerWithin(hull, limit);
    assert.ok(mixed.x * limit.fpr + mixed.y * limit.tpr <= limit.most + 1e-9);
    for (let i = 0; i < hull.fpr.length - 1; i++) {
      for (let k = 0; k <= 20; k++) {
        const x = at(hull.fpr, i) + (k / 20) * (at(hull.fpr, i + 1) - at(hull.fpr, i));
        const y = at(hull.tpr, i) + (k / 20) * (at(hull.tpr, i + 1) - at(hull.tpr, i));
        const isAllowed = x * limit.fpr + y * limit.tpr <= limit.most;
        if (isAllowed) assert.ok(y <= mixed.y + 1e-9);
      }
    }
  }
});

test('a mix lies between two corners', () => {
  const hull = { fpr: Float64Array.of(0, 0.2, 1), tpr: Float64Array.of(0, 0.8, 1) };
  const { corners, mixed } = answerWithin(hull, { fpr: 1, tpr: 0, most: 0.1 });
  assert.deepEqual(corners, [
    { x: 0, y: 0 },
    { x: 0.2, y: 0.8 },
  ]);
  assert.deepEqual(mixed, { x: 0.1, y: 0.4 });
  const corner = { x: 0.2, y: 0.8 };
  const exact = { corners: [corner], mixed: corner };
  assert.deepEqual(answerWithin(hull, { fpr: 1, tpr: 0, most: 0.2 }), exact);
  // A limit that rounding has moved by its last digit is still met by the corner.
  for (const noise of [-1e-15, 1e-15]) {
    assert.deepEqual(answerWithin(hull, { fpr: 1, tpr: 0, most: 0.2 + noise }), exact);
  }
  const end = { x: 1, y: 1 };
  assert.deepEqual(answerWithin(hull, { fpr: 1, tpr: 1, most: 9 }), { corners: [end], mixed: end });
});

test('with a limit on all that is flagged both rates count', () => {
  const hull = { fpr: Float64Array.of(0, 0.25, 1), tpr: Float64Array.of(0, 0.75, 1) };
  // From (0.25, 0.75) with 2 used, one third of the way to (1, 1) with 5.
  const { corners, mixed } = answerWithin(hull, { fpr: 3.2, tpr: 1.6, most: 2 + 2.8 / 4 });
  assert.deepEqual(corners, [
    { x: 0.25, y: 0.75 },
    { x: 1, y: 1 },
  ]);
  assert.deepEqual(
    [mixed.x, mixed.y].map((rate) => rate.toFixed(9)),
    ['0.437500000', '0.812500000'],
  );
});

test('limits are drawn from rim to rim', () => {
  assert.deepEqual(limitLine({ fpr: 1, tpr: 0, most: 0.3 }), { x1: 0.3, y1: 0, x2: 0.3, y2: 1 });
  assert.deepEqual(limitLine({ fpr: 100, tpr: 50, most: 50 }), { x1: 0.5, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(limitLine({ fpr: 0, tpr: 2, most: 0.5 }), { x1: 0, y1: 0.25, x2: 1, y2: 0.25 });
  assert.equal(limitLine({ fpr: 1, tpr: 1, most: 3 }), null);
  assert.equal(limitLine({ fpr: 1, tpr: 1, most: -1 }), null);
  assert.equal(limitLine({ fpr: 0, tpr: 0, most: 0 }), null);
});

// F8
test('a limit is drawn between any two sides, and not where it only touches a corner', () => {
  const line = (fpr: number, tpr: number, most: number) => limitLine({ fpr, tpr, most });
  assert.deepEqual(line(1, 1, 0.5), { x1: 0.5, y1: 0, x2: 0, y2: 0.5 });
  assert.deepEqual(line(1, 1, 1.5), { x1: 0.5, y1: 1, x2: 1, y2: 0.5 });
  assert.deepEqual(line(2, 1, 1.5), { x1: 0.75, y1: 0, x2: 0.25, y2: 1 });
  assert.deepEqual(line(1, 2, 1.5), { x1: 0, y1: 0.75, x2: 1, y2: 0.25 });
  assert.deepEqual(line(1, 1, 1), { x1: 1, y1: 0, x2: 0, y2: 1 });
  assert.equal(line(1, 1, 0), null);
  assert.equal(line(1, 1, 2), null);
  assert.deepEqual(line(1, 0, 0), { x1: 0, y1: 0, x2: 0, y2: 1 });
  assert.deepEqual(line(0, 1, 1), { x1: 0, y1: 1, x2: 1, y2: 1 });
});
