import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/state.ts';
import { pointsOf } from '../words/examples.test.ts';
import { arrowInWords } from '../words/figures.ts';
import {
  arrowsOf,
  type Found,
  highlight,
  isAcross,
  isShown,
  isWithin,
  middleSeen,
  nearestEdge,
  nearestLine,
  nearestPoint,
  nearestVertex,
  pickCost,
  pickRoc,
  sameHover,
  touchable,
} from './highlight.ts';
import { ownHulls, upperHull } from './hull.ts';
import { envelopeParts } from './labels.ts';
import type { Chain, Point } from './lines.ts';
import { random, randomPoints } from './random.test.ts';
import type { Frame } from './scales.ts';

// ---- What is nearest to the pointer

const hull: Chain = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1),
};

const even = { x: 100, y: 100 };
const wide = { x: 1000, y: 10 };

const close = (found: Found | null, index: number, distance: number) => {
  assert.ok(found);
  assert.equal(found.index, index);
  assert.ok(Math.abs(found.distance - distance) < 1e-9, `${found.distance} is not ${distance}`);
};

// F8: distances are those on the screen, so a figure's shape decides what is nearest.
const CLASSES = ['good', 'bad'];

test('the nearest point is the nearest as the eye sees it', () => {
  const points = pointsOf([0, 0.3, 0.5, 1], [0, 0.2, 0.9, 1]);
  const place = { x: 0.2, y: 0.5 };
  close(nearestPoint(points, place, even), 0, 10);
  close(nearestPoint(points, place, wide), 1, 4);
  close(nearestPoint(points, { x: 0.33, y: 0.54 }, even), 0, 5);
  close(nearestPoint(points, { x: 0.3, y: 0.5 }, even), 0, 0);
});

test('the distance to a cost line is measured across it', () => {
  // The line from 0.1 to 0.1 is flat, that from 0.5 to 1 - 0.75 falls.
  const points = pointsOf([0, 0.1, 0.9, 1], [0, 1, 1, 1]);
  close(nearestLine(points, { x: 0.5, y: 0.15 }, even), 0, 5);
  // From cost 1 to 0 the line is steep: 0.2 above it is 20 pixels, across it 20 / sqrt(2).
  close(nearestLine(points, { x: 0.5, y: 0.7 }, even), 1, 20 / Math.SQRT2);
  // Twice as high as wide it falls by 2 per pixel: 40 / sqrt(5).
  close(nearestLine(points, { x: 0.5, y: 0.7 }, { x: 100, y: 200 }), 1, 40 / Math.sqrt(5));
  // Beyond pc 1 it runs on.
  close(nearestLine(points, { x: 1.1, y: -0.1 }, even), 1, 0);
});

test('of equal distances the first one given counts', () => {
  const points = pointsOf([0, 0.2, 0.6, 1], [1, 0.2, 0.6, 1]);
  assert.equal(nearestPoint(points, { x: 0.5, y: 0.5 }, even)?.index, 0);
  assert.equal(nearestLine(points, { x: 0.5, y: 0.5 }, even)?.index, 0);
});

test('an edge is as far as its nearest place, its ends included', () => {
  const flat = { fpr: Float64Array.of(0.2, 0.6), tpr: Float64Array.of(0.5, 0.5) };
  close(nearestEdge(flat, { x: 0.4, y: 0.6 }, even), 0, 10);
  close(nearestEdge(flat, { x: 0.21, y: 0.6 }, even), 0, 10);
  // F8: beyond its ends it does not run on.
  close(nearestEdge(flat, { x: 0.17, y: 0.54 }, even), 0, 5);
  close(nearestEdge(flat, { x: 0.63, y: 0.46 }, even), 0, 5);
  close(nearestEdge(flat, { x: 0.7, y: 0.9 }, wide), 0, Math.hypot(100, 4));
});

test('across a slanted edge the scales of both axes count', () => {
  const slanted = { fpr: Float64Array.of(0, 1), tpr: Float64Array.of(0, 1) };
  close(nearestEdge(slanted, { x: 0.5, y: 0.7 }, even), 0, 20 / Math.SQRT2);
  // In pixels it runs from (0, 0) to (100, 200): (50, 140) is 40 above, 40 / sqrt(5) across.
  close(nearestEdge(slanted, { x: 0.5, y: 0.7 }, { x: 100, y: 200 }), 0, 40 / Math.sqrt(5));
  close(nearestEdge(hull, { x: 0.3, y: 0.65 }, even), 1, 0);
  close(nearestEdge(hull, { x: 0.75, y: 0.9 }, even), 2, 0);
});

test('an envelope vertex is a place in cost space', () => {
  // Edge 1 has run 0.4 and rise 0.3: pc 4/7, cost 0.5 * 4/7 + 0.1 * 3/7.
  const vertex = { x: 4 / 7, y: 2.3 / 7 };
  close(nearestVertex(hull, vertex, even), 1, 0);
  close(nearestVertex(hull, { x: vertex.x + 0.03, y: vertex.y - 0.04 }, even), 1, 5);
  close(nearestVertex(hull, { x: vertex.x + 0.003, y: vertex.y - 0.4 }, wide), 1, 5);
});

test('where there is nothing nothing is near', () => {
  const nothing = pointsOf();
  const place = { x: 0.5, y: 0.5 };
  for (const find of [nearestPoint, nearestLine, nearestEdge, nearestVertex]) {
    assert.equal(find(nothing as never, place, even), null);
  }
  const hidden = pointsOf([0, Number.NaN, Number.NaN, 1]);
  assert.equal(nearestPoint(hidden, place, even), null);
  assert.equal(nearestLine(hidden, place, even), null);
});

// ---- What is lit, and what belongs to it

const zoom = { x: 500, y: 500 };
const costZoom = { x: 500, y: 1000 };

const points: Points = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1, 0, 0.3, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1, 0, 0.4, 1),
  threshold: Float64Array.of(Infinity, 0.9, 0.5, 0.1, Infinity, 0.5, 0.2),
  owner: Int32Array.of(0, 0, 0, 0, 1, 1, 1),
};
test('the point under the cursor is picked, the first one included', () => {
  for (const index of [0, 1, 2, 3, 5]) {
    const place = { x: (points.fpr[index] as number) + 0.004, y: points.tpr[index] as number };
    assert.deepEqual(pickRoc(place, zoom, 12, points, hull), { kind: 'point', index });
  }
});

test('the line under the cursor is picked, the first one included', () => {
  const places = [
    { x: 0.3, y: 0.3, index: 0 },
    { x: 0.05, y: 0.12, index: 1 },
    { x: 0.02, y: 0.494, index: 2 },
    { x: 0.7, y: 0.51, index: 5 },
  ];
  for (const { index, ...place } of places) {
    assert.deepEqual(pickCost(place, costZoom, 12, points, hull), { kind: 'point', index });
  }
});

test('a hull edge and its envelope vertex are the same thing in two spaces', () => {
  const edge = { kind: 'edge', index: 1 } as const;
  assert.deepEqual(pickRoc({ x: 0.3, y: 0.65 }, zoom, 12, points, hull), edge);
  const lit = highlight(edge, points, hull);
  assert.ok(lit.cost.dot && lit.roc.line);
  assert.deepEqual(lit.roc.edge, { x1: 0.1, y1: 0.5, x2: 0.5, y2: 0.8 });
  assert.deepEqual(pickCost(lit.cost.dot, costZoom, 12, points, hull), edge);
});

// F8: how near is near enough, in pixels; figures are 500 pixels wide, cost space 1000 high.
test('a point is felt up to the snap, an edge up to half of it, and no further', () => {
  const roc = (x: number, y: number) => pickRoc({ x, y }, zoom, 12, points, hull);
  const dominated = { kind: 'point', index: 5 };
  assert.deepEqual(roc(0.3 + 11.9 / 500, 0.4), dominated);
  assert.equal(roc(0.3 + 12.1 / 500, 0.4).kind, 'free');
  assert.deepEqual(roc(0.3, 0.4 - 11.9 / 500), dominated);
  assert.equal(roc(0.3, 0.4 - 12.1 / 500).kind, 'free');
  // The edge from (0.1, 0.5) to (0.5, 0.8) is 0.5 long: (-0.3, 0.4) / 0.5 stands upright on it.
  const beside = (pixels: number) => {
    const step = pixels / 500 / 0.5;
    return roc(0.3 - 0.3 * step, 0.65 + 0.4 * step);
  };
  assert.deepEqual(beside(5.9), { kind: 'edge', index: 1 });
  assert.equal(beside(6.1).kind, 'free');
});

test('a vertex is felt up to half of the snap, a line up to the snap, and no further', () => {
  const cost = (x: number, y: number) => pickCost({ x, y }, costZoom, 12, points, hull);
  const { x, y } = highlight({ kind: 'edge', index: 1 }, points, hull).cost.dot as Point;
  assert.deepEqual(cost(x, y - 5.9 / 1000), { kind: 'edge', index: 1 });
  assert.equal(cost(x, y - 6.1 / 1000).kind, 'point');
  // Below the envelope all lines are far; the nearest one rises by 0.4 * 1000 over 500 pixels.
  const across = Math.hypot(1, 0.8);
  const below = (pixels: number) => cost(0.35, 0.1 + 0.4 * 0.35 - (pixels * across) / 1000);
  assert.deepEqual(below(11.9), { kind: 'point', index: 1 });
  assert.equal(below(12.1).kind, 'free');
});

test('what is just as far as can be felt is felt', () => {
  const exact = { x: 512, y: 512 };
  const apart = (pixels: number) => ({ x: 0.5 + pixels / 512, y: 0.5 });
  const alone = pointsOf([0, 0.5, 0.5, 1]);
  const kind = (pixels: number, chain: Chain) =>
    pickRoc(apart(pixels), exact, 8, alone, chain).kind;
  assert.deepEqual([kind(8, hull), kind(8.5, hull)], ['point', 'free']);
  const upright = { fpr: Float64Array.of(0.5, 0.5), tpr: Float64Array.of(0, 1) };
  const edge = (pixels: number) => pickRoc(apart(pixels), exact, 8, pointsOf(), upright).kind;
  assert.deepEqual([edge(4), edge(4.5)], ['edge', 'free']);
  // The line of that point lies flat at 0.5, and the vertex of that edge at pc 0, cost 0.5.
  const line = (pixels: number) =>
    pickCost({ x: 0.5, y: 0.5 + pixels / 512 }, exact, 8, alone, upright).kind;
  assert.deepEqual([line(8), line(8.5)], ['point', 'free']);
  const vertex = (pixels: number) =>
    pickCost({ x: pixels / 512, y: 0.5 }, exact, 8, pointsOf(), upright).kind;
  assert.deepEqual([vertex(4), vertex(4.5)], ['edge', 'free']);
});

test('where a point and an edge are both near the point is meant, a vertex before its lines', () => {
  assert.equal(pickRoc({ x: 0.11, y: 0.51 }, zoom, 12, points, hull).kind, 'point');
  const { dot } = highlight({ kind: 'edge', index: 1 }, points, hull).cost;
  assert.equal(pickCost(dot as Point, costZoom, 12, points, hull).kind, 'edge');
});

test('far from everything the place itself is picked', () => {
  const roc = { x: 0.8, y: 0.2 };
  assert.deepEqual(pickRoc(roc, zoom, 12, points, hull), { kind: 'free', space: 'roc', ...roc });
  const cost = { x: 0.5, y: 0.02 };
  assert.deepEqual(pickCost(cost, costZoom, 12, points, hull), {
    kind: 'free',
    space: 'cost',
    ...cost,
  });
});

test('a threshold is a dot here and a line there, and a free place as well', () => {
  const dark = { dot: null, line: null, edge: null };
  const dot = { x: 0.1, y: 0.5 };
  const line = { x1: 0, y1: 0.1, x2: 1, y2: 0.5 };
  const lit = { roc: { ...dark, dot }, cost: { ...dark, line } };
  assert.deepEqual(highlight({ kind: 'point', index: 1 }, points, hull), lit);
  assert.deepEqual(highlight({ kind: 'free', space: 'roc', ...dot }, points, hull), lit);
  // Of one cost at pc 0.2: fpr 0.125 where everything is found, and a line of slope 4.
  assert.deepEqual(highlight({ kind: 'free', space: 'cost', x: 0.2, y: 0.1 }, points, hull), {
    roc: { ...dark, line: { x1: 0, y1: 0.5, x2: 0.125, y2: 1 } },
    cost: { ...dark, dot: { x: 0.2, y: 0.1 } },
  });
});

test('nothing lit, or an index that is gone, shows nothing', () => {
  for (const hover of [
    null,
    { kind: 'point', index: 7 } as const,
    { kind: 'edge', index: 3 } as const,
  ]) {
    const { roc, cost } = highlight(hover, points, hull);
    for (const part of [roc.dot, roc.line, roc.edge, cost.dot, cost.line, cost.edge]) {
      assert.equal(part, null);
    }
  }
});

test('without classifiers every place is free or on the trivial edge', () => {
  const none: Points = {
    fpr: new Float64Array(),
    tpr: new Float64Array(),
    threshold: new Float64Array(),
    owner: new Int32Array(),
  };
  const trivial: Chain = { fpr: Float64Array.of(0, 1), tpr: Float64Array.of(0, 1) };
  assert.equal(pickRoc({ x: 0.5, y: 0.9 }, zoom, 12, none, trivial).kind, 'free');
  assert.deepEqual(pickRoc({ x: 0.5, y: 0.5 }, zoom, 12, none, trivial), {
    kind: 'edge',
    index: 0,
  });
});

test('a hidden point is neither picked nor shown', () => {
  const fpr = points.fpr.map((value, i) => (points.owner[i] === 1 ? Number.NaN : value));
  const shown = { ...points, fpr };
  assert.equal(pickRoc({ x: 0.3, y: 0.4 }, zoom, 12, shown, hull).kind, 'free');
  assert.equal(isShown({ kind: 'point', index: 5 }, shown, hull), false);
  assert.equal(isShown({ kind: 'point', index: 1 }, shown, hull), true);
  assert.equal(highlight({ kind: 'point', index: 5 }, shown, hull).roc.dot, null);
  assert.equal(isShown({ kind: 'edge', index: 2 }, shown, hull), true);
  assert.equal(isShown({ kind: 'edge', index: 3 }, shown, hull), false);
  assert.equal(isShown({ kind: 'free', space: 'roc', x: 2, y: 2 }, shown, hull), true);
});

test('two hovers are the same when they light the same', () => {
  assert.equal(sameHover({ kind: 'point', index: 1 }, { kind: 'point', index: 1 }), true);
  assert.equal(sameHover({ kind: 'point', index: 1 }, { kind: 'edge', index: 1 }), false);
  const free = { kind: 'free', space: 'roc', x: 0.1, y: 0.2 } as const;
  assert.equal(sameHover(free, { ...free }), true);
  assert.equal(sameHover(free, { ...free, space: 'cost' }), false);
  assert.equal(sameHover(free, { ...free, x: 0.2 }), false);
  assert.equal(sameHover(free, { ...free, y: 0.1 }), false);
  assert.equal(sameHover(free, { kind: 'point', index: 0 }), false);
  assert.equal(sameHover({ kind: 'edge', index: 1 }, { kind: 'edge', index: 2 }), false);
});

test('what is not drawn is not taken hold of', () => {
  const joint = upperHull(points);
  const kept = (lines: boolean, edges: boolean) => {
    const { points: found, hull } = touchable(points, joint, { lines, hull: edges });
    return [[...found.fpr].filter((rate) => !Number.isNaN(rate)).length, hull.fpr.length];
  };
  assert.deepEqual(kept(true, true), [7, 4]);
  assert.deepEqual(kept(true, false), [7, 0]);
  assert.deepEqual(kept(false, true), [2, 4]);
  assert.deepEqual(kept(false, false), [0, 0]);
});

test('a line too short to be seen has a dot, and where it passes the figure is known', () => {
  const corner = highlight({ kind: 'free', space: 'cost', x: 0.5, y: 0 }, points, hull).roc;
  assert.deepEqual(corner.dot, { x: 0, y: 1 });
  assert.equal(
    highlight({ kind: 'free', space: 'cost', x: 0.5, y: 0.2 }, points, hull).roc.dot,
    null,
  );
});

// ---- What a figure shows of it, and how it points to what it cannot show

const PIXELS = 340;
const SNAP = 12;
const UNIT: Frame = { x: [0, 1], y: [0, 1] };

const zoomOf = ({ x, y }: Frame) => ({ x: PIXELS / (x[1] - x[0]), y: PIXELS / (y[1] - y[0]) });

/** Whether something of this is seen in a figure, or an arrow at its rim tells a number. */
function tells(lit: ReturnType<typeof highlight>['roc'], space: 'roc' | 'cost', frame: Frame) {
  const arrows = arrowsOf(lit, space, frame);
  for (const { at, tells } of arrows) {
    assert.ok(isWithin(at, frame), 'an arrow stands in the figure');
    assert.match(arrowInWords(CLASSES, tells), /\d/);
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
          const lit = highlight(down, points, hull);
          assert.ok(tells(lit.roc, 'roc', roc), JSON.stringify(down));
          for (const { tells } of arrowsOf(lit.roc, 'roc', roc)) {
            const place = tells.kind === 'cost' ? lit.cost.dot : null;
            if (place && tells.kind === 'cost') assert.ok(Math.abs(tells.cost - place.y) < 1e-9);
          }
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
  assert.equal(arrowInWords(CLASSES, arrow?.tells as never), '0.6 at the right end');
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
    arrows.map(({ tells }) => arrowInWords(CLASSES, tells)),
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
  assert.equal(
    arrowInWords(CLASSES, arrow?.tells as never),
    'finds 95 % of bad, flags 90 % of good',
  );
});

test('an edge that is not seen is pointed to at its middle', () => {
  const edge = { x1: 0.2, y1: 0.4, x2: 0.4, y2: 0.8 };
  const [arrow] = arrowsOf({ dot: null, line: null, edge }, 'roc', { x: [0.5, 1], y: [0, 0.5] });
  assert.deepEqual(arrow?.to, { x: 0.30000000000000004, y: 0.6000000000000001 });
  assert.deepEqual(arrow?.at, { x: 0.5, y: 0.5 });
});

test('what a figure shows needs no arrow', () => {
  const dot = { dot: { x: 0.2, y: 0.3 }, line: null, edge: null };
  assert.deepEqual(arrowsOf(dot, 'roc', UNIT), []);
  assert.deepEqual(arrowsOf(dot, 'cost', LOW), []);
  assert.deepEqual(arrowsOf({ ...line(0.1, 0.3), edge: null }, 'roc', UNIT), []);
  assert.deepEqual(arrowsOf({ dot: null, line: null, edge: null }, 'roc', UNIT), []);
  // Of a line any part that is seen is enough, the middle of it or not.
  const corner: Frame = { x: [0, 0.3], y: [0, 0.3] };
  assert.deepEqual(arrowsOf({ ...line(0, 1), edge: null }, 'roc', corner), []);
  assert.equal(arrowsOf({ ...line(0.4, 1), edge: null }, 'roc', corner).length, 1);
});

test('the lines that cross a figure are told from those that pass it', () => {
  const one = pointsOf([0, 0.6, 0.4, 1], [0, 0.2, 0.4, 1], [0, 0, 1, 1]);
  assert.deepEqual(
    [0, 1, 2].map((i) => isAcross(one, i, LOW)),
    [false, true, true],
  );
  assert.equal(isAcross(one, 2, { x: [0.2, 0.4], y: [0.1, 0.2] }), false);
  // Zoomed in, each side of the figure is met at the height of the line there.
  const slanted = pointsOf([0, 0.2, 0.2, 1]);
  const meets = (left: number, right: number) =>
    isAcross(slanted, 0, { x: [left, right], y: [0.55, 0.6] });
  assert.deepEqual([meets(0.4, 0.55), meets(0.55, 0.6), meets(0.65, 0.7)], [false, true, true]);
  assert.equal(meets(0.7, 0.8), false);
  // One that only touches the rim is seen there.
  const flat = pointsOf([0, 0.5, 0.5, 1]);
  const touches = (low: number, high: number) => isAcross(flat, 0, { x: [0, 1], y: [low, high] });
  assert.deepEqual([touches(0, 0.5), touches(0.5, 1)], [true, true]);
  assert.deepEqual([touches(0, 0.49), touches(0.51, 1)], [false, false]);
});

test('the middle of what is seen of a line is on it, halfway between where it comes and goes', () => {
  const seen = middleSeen({ x1: 0, y1: 0.1, x2: 1, y2: 0.9 }, { x: [0.25, 0.75], y: [0, 0.5] });
  assert.ok(seen && Math.abs(seen.x - 0.375) < 1e-12 && Math.abs(seen.y - 0.4) < 1e-12);
  assert.equal(middleSeen({ x1: 0, y1: 0.6, x2: 1, y2: 0.7 }, LOW), null);
  const short = middleSeen({ x1: 0.25, y1: 0, x2: 0.75, y2: 0.25 }, LOW);
  assert.deepEqual(short, { x: 0.5, y: 0.125 });
  const touched = middleSeen({ x1: 0, y1: 0.5, x2: 1, y2: 1 }, LOW);
  assert.deepEqual(touched, { x: 0, y: 0.5 });
});
