import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowInWords } from '../words/marks.ts';
import { pointsOf } from '../words/subject.test.ts';
import { highlight, pickCost, pickRoc } from './highlight.ts';
import { ownHulls, upperHull } from './hull.ts';
import { random, randomPoints } from './random.test.ts';
import { arrowsOf, isAcross, isWithin, middleSeen } from './rim.ts';
import type { Frame } from './scales.ts';
import { envelopeParts } from './ways.ts';

const PIXELS = 340;
const SNAP = 12;
const UNIT: Frame = { x: [0, 1], y: [0, 1] };

const zoomOf = ({ x, y }: Frame) => ({ x: PIXELS / (x[1] - x[0]), y: PIXELS / (y[1] - y[0]) });

/** Whether something of this is seen in a figure, or an arrow at its rim tells a number. */
function tells(lit: ReturnType<typeof highlight>['roc'], space: 'roc' | 'cost', frame: Frame) {
  const arrows = arrowsOf(lit, space, frame);
  for (const { at, tells } of arrows) {
    assert.ok(isWithin(at, frame), 'an arrow stands in the figure');
    assert.match(arrowInWords(tells), /\d/);
  }
  const lines = [lit.edge, lit.line].filter((line) => line !== null);
  const isSeen = lines.some((line) => middleSeen(line, frame) !== null);
  return arrows.length > 0 || isSeen || (lit.dot !== null && isWithin(lit.dot, frame));
}

test('wherever the cursor is, both figures show something of it or point to it with a number', () => {
  const next = random(11);
  for (let round = 0; round < 4; round++) {
    const points = randomPoints(next, 60);
    const hull = upperHull(points);
    const envelopes = [...ownHulls(points).values()].flatMap((own) =>
      envelopeParts(own, () => true),
    );
    const fit = Math.min(0.5, 1.5 * Math.max(...envelopes.flat().map(({ y }) => y)));
    for (const top of [fit, 0.5, 1]) {
      const cost: Frame = { x: [0, 1], y: [0, top] };
      for (const roc of [UNIT, { x: [0, 0.5], y: [0.5, 1] } satisfies Frame]) {
        for (let i = 0; i < 500; i++) {
          const within = ({ x, y }: Frame) => ({
            x: x[0] + next() * (x[1] - x[0]),
            y: y[0] + next() * (y[1] - y[0]),
          });
          const up = pickRoc(within(roc), zoomOf(roc), SNAP, points, hull);
          assert.ok(tells(highlight(up, points, hull).cost, 'cost', cost));
          const down = pickCost(within(cost), zoomOf(cost), SNAP, points, hull);
          assert.ok(tells(highlight(down, points, hull).roc, 'roc', roc), JSON.stringify(down));
        }
      }
    }
  }
});

const line = (y1: number, y2: number) => ({
  dot: null,
  edge: null,
  line: { x1: 0, y1, x2: 1, y2 },
});
const LOW: Frame = { x: [0, 1], y: [0, 0.5] };

test('a line that leaves at the top points there, with the cost at its end', () => {
  const [arrow, ...others] = arrowsOf(line(0.1, 0.6), 'cost', LOW);
  assert.deepEqual(others, []);
  assert.deepEqual(arrow?.at, { x: 0.8, y: 0.5 });
  assert.deepEqual(arrow?.to, { x: 1, y: 0.6 });
  assert.equal(arrowInWords(arrow?.tells as never), '0.6 at the right end');
  assert.deepEqual(arrowsOf(line(0.1, 0.4), 'cost', LOW), []);
});

test('a line that lies above it all points up at both its ends', () => {
  const arrows = arrowsOf(line(0.7, 0.9), 'cost', LOW);
  assert.deepEqual(
    arrows.map(({ at }) => at),
    [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
    ],
  );
  assert.deepEqual(
    arrows.map(({ tells }) => arrowInWords(tells)),
    ['0.7 at the left end', '0.9 at the right end'],
  );
});

test('zoomed in, a line below points down, and what lies beside is pointed to from the rim', () => {
  const zoomed: Frame = { x: [0.4, 0.6], y: [0.3, 0.5] };
  assert.deepEqual(
    arrowsOf(line(0.1, 0.1), 'cost', zoomed).map(({ at }) => at),
    [
      { x: 0.4, y: 0.3 },
      { x: 0.6, y: 0.3 },
    ],
  );
  const dot = { dot: { x: 0.9, y: 0.95 }, line: null, edge: null };
  const [arrow] = arrowsOf(dot, 'roc', { x: [0, 0.5], y: [0.5, 1] });
  assert.deepEqual(arrow?.at, { x: 0.5, y: 0.95 });
  assert.equal(arrowInWords(arrow?.tells as never), 'finds 95 %, flags 90 %');
});

test('the lines that cross a figure are told from those that pass it', () => {
  const one = pointsOf([0, 0.6, 0.4, 1], [0, 0.2, 0.4, 1], [0, 0, 1, 1]);
  assert.deepEqual(
    [0, 1, 2].map((i) => isAcross(one, i, LOW)),
    [false, true, true],
  );
  assert.equal(isAcross(one, 2, { x: [0.2, 0.4], y: [0.1, 0.2] }), false);
});
