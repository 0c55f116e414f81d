import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/state.ts';
import { pointsOf } from '../words/examples.test.ts';
import { arrowInWords } from '../words/figures.ts';
import {
  arrowsOf,
  crossesViewport,
  highlight,
  isHoverVisible,
  isInViewport,
  isSameHover,
  type NearestMatch,
  nearestEdge,
  nearestLine,
  nearestPoint,
  nearestVertex,
  pickCost,
  pickRoc,
  pickTargets,
  visibleMidpoint,
} from './highlight.ts';
import { classifierHulls, upperHull } from './hull.ts';
import { envelopeParts } from './labels.ts';
import type { Chain, Point } from './lines.ts';
import { random, randomPoints } from './random.test.ts';
import type { Viewport } from './scales.ts';

// ---- Nearest items to the pointer

const hull: Chain = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1),
};

const even = { x: 100, y: 100 };
const wide = { x: 1000, y: 10 };

const close = (match: NearestMatch | null, index: number, distance: number) => {
  assert.ok(match);
  assert.equal(match.index, index);
  assert.ok(Math.abs(match.distance - distance) < 1e-9, `${match.distance} is not ${distance}`);
};

// Distances are in pixels, so the aspect ratio of a figure decides which item is nearest.
const CLASSES = ['good', 'bad'];

test('the nearest point is the nearest in pixels', () => {
  const points = pointsOf([0, 0.3, 0.5, 1], [0, 0.2, 0.9, 1]);
  const place = { x: 0.2, y: 0.5 };
  close(nearestPoint(points, place, even), 0, 10);
  close(nearestPoint(points, place, wide), 1, 4);
  close(nearestPoint(points, { x: 0.33, y: 0.54 }, even), 0, 5);
  close(nearestPoint(points, { x: 0.3, y: 0.5 }, even), 0, 0);
});

test('the distance from a cost line is perpendicular', () => {
  // The line from 0.1 to 0.1 is flat, that from 0.5 to 1 - 0.75 falls.
  const points = pointsOf([0, 0.1, 0.9, 1], [0, 1, 1, 1]);
  close(nearestLine(points, { x: 0.5, y: 0.15 }, even), 0, 5);
  // From cost 1 to 0 the line is steep: 0.2 above it is 20 pixels, across it 20 / sqrt(2).
  close(nearestLine(points, { x: 0.5, y: 0.7 }, even), 1, 20 / Math.SQRT2);
  // Twice as high as wide it falls by 2 per pixel: 40 / sqrt(5).
  close(nearestLine(points, { x: 0.5, y: 0.7 }, { x: 100, y: 200 }), 1, 40 / Math.sqrt(5));
  // Lines extend beyond pc = 1.
  close(nearestLine(points, { x: 1.1, y: -0.1 }, even), 1, 0);
});

test('of equal distances the first item wins', () => {
  const points = pointsOf([0, 0.2, 0.6, 1], [1, 0.2, 0.6, 1]);
  assert.equal(nearestPoint(points, { x: 0.5, y: 0.5 }, even)?.index, 0);
  assert.equal(nearestLine(points, { x: 0.5, y: 0.5 }, even)?.index, 0);
});

test('the distance from an edge includes its ends', () => {
  const flat = { fpr: Float64Array.of(0.2, 0.6), tpr: Float64Array.of(0.5, 0.5) };
  close(nearestEdge(flat, { x: 0.4, y: 0.6 }, even), 0, 10);
  close(nearestEdge(flat, { x: 0.21, y: 0.6 }, even), 0, 10);
  // Edges do not extend beyond their ends.
  close(nearestEdge(flat, { x: 0.17, y: 0.54 }, even), 0, 5);
  close(nearestEdge(flat, { x: 0.63, y: 0.46 }, even), 0, 5);
  close(nearestEdge(flat, { x: 0.7, y: 0.9 }, wide), 0, Math.hypot(100, 4));
});

test('the distance from a slanted edge depends on the scales of both axes', () => {
  const slanted = { fpr: Float64Array.of(0, 1), tpr: Float64Array.of(0, 1) };
  close(nearestEdge(slanted, { x: 0.5, y: 0.7 }, even), 0, 20 / Math.SQRT2);
  // In pixels it runs from (0, 0) to (100, 200): (50, 140) is 40 above, 40 / sqrt(5) across.
  close(nearestEdge(slanted, { x: 0.5, y: 0.7 }, { x: 100, y: 200 }), 0, 40 / Math.sqrt(5));
  close(nearestEdge(hull, { x: 0.3, y: 0.65 }, even), 1, 0);
  close(nearestEdge(hull, { x: 0.75, y: 0.9 }, even), 2, 0);
});

test('an envelope vertex is a point in cost space', () => {
  // Edge 1 has run 0.4 and rise 0.3: pc 4/7, cost 0.5 * 4/7 + 0.1 * 3/7.
  const vertex = { x: 4 / 7, y: 2.3 / 7 };
  close(nearestVertex(hull, vertex, even), 1, 0);
  close(nearestVertex(hull, { x: vertex.x + 0.03, y: vertex.y - 0.04 }, even), 1, 5);
  close(nearestVertex(hull, { x: vertex.x + 0.003, y: vertex.y - 0.4 }, wide), 1, 5);
});

test('without items nothing is nearest', () => {
  const noPoints = pointsOf();
  const place = { x: 0.5, y: 0.5 };
  for (const find of [nearestPoint, nearestLine, nearestEdge, nearestVertex]) {
    assert.equal(find(noPoints as never, place, even), null);
  }
  const hidden = pointsOf([0, Number.NaN, Number.NaN, 1]);
  assert.equal(nearestPoint(hidden, place, even), null);
  assert.equal(nearestLine(hidden, place, even), null);
});

// ---- Picking and highlighting

const zoom = { x: 500, y: 500 };
const costZoom = { x: 500, y: 1000 };

const points: Points = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1, 0, 0.3, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1, 0, 0.4, 1),
  threshold: Float64Array.of(Infinity, 0.9, 0.5, 0.1, Infinity, 0.5, 0.2),
  owner: Int32Array.of(0, 0, 0, 0, 1, 1, 1),
};
test('the point under the cursor is picked, including the first one', () => {
  for (const index of [0, 1, 2, 3, 5]) {
    const place = { x: (points.fpr[index] as number) + 0.004, y: points.tpr[index] as number };
    assert.deepEqual(pickRoc(place, zoom, 12, points, hull), { kind: 'point', index });
  }
});

test('the line under the cursor is picked, including the first one', () => {
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

test('a hull edge corresponds to its envelope vertex', () => {
  const edge = { kind: 'edge', index: 1 } as const;
  assert.deepEqual(pickRoc({ x: 0.3, y: 0.65 }, zoom, 12, points, hull), edge);
  const highlighted = highlight(edge, points, hull);
  assert.ok(highlighted.cost.dot && highlighted.roc.line);
  assert.deepEqual(highlighted.roc.edge, { x1: 0.1, y1: 0.5, x2: 0.5, y2: 0.8 });
  assert.deepEqual(pickCost(highlighted.cost.dot, costZoom, 12, points, hull), edge);
});

// Snap distances in pixels; figures are 500 pixels wide, cost space is 1000 high.
test('points are picked up to the snap distance, edges up to half of it', () => {
  const roc = (x: number, y: number) => pickRoc({ x, y }, zoom, 12, points, hull);
  const dominated = { kind: 'point', index: 5 };
  assert.deepEqual(roc(0.3 + 11.9 / 500, 0.4), dominated);
  assert.equal(roc(0.3 + 12.1 / 500, 0.4).kind, 'free');
  assert.deepEqual(roc(0.3, 0.4 - 11.9 / 500), dominated);
  assert.equal(roc(0.3, 0.4 - 12.1 / 500).kind, 'free');
  // The edge from (0.1, 0.5) to (0.5, 0.8) has length 0.5, so (-0.3, 0.4) / 0.5 is its normal.
  const offEdge = (pixels: number) => {
    const step = pixels / 500 / 0.5;
    return roc(0.3 - 0.3 * step, 0.65 + 0.4 * step);
  };
  assert.deepEqual(offEdge(5.9), { kind: 'edge', index: 1 });
  assert.equal(offEdge(6.1).kind, 'free');
});

test('vertices are picked up to half of the snap distance, lines up to the snap distance', () => {
  const cost = (x: number, y: number) => pickCost({ x, y }, costZoom, 12, points, hull);
  const { x, y } = highlight({ kind: 'edge', index: 1 }, points, hull).cost.dot as Point;
  assert.deepEqual(cost(x, y - 5.9 / 1000), { kind: 'edge', index: 1 });
  assert.equal(cost(x, y - 6.1 / 1000).kind, 'point');
  // Below the envelope, no line is close; the nearest one rises by 0.4 * 1000 over 500 pixels.
  const across = Math.hypot(1, 0.8);
  const below = (pixels: number) => cost(0.35, 0.1 + 0.4 * 0.35 - (pixels * across) / 1000);
  assert.deepEqual(below(11.9), { kind: 'point', index: 1 });
  assert.equal(below(12.1).kind, 'free');
});

test('items exactly at the snap distance are picked', () => {
  const exact = { x: 512, y: 512 };
  const placeAt = (pixels: number) => ({ x: 0.5 + pixels / 512, y: 0.5 });
  const single = pointsOf([0, 0.5, 0.5, 1]);
  const kind = (pixels: number, chain: Chain) =>
    pickRoc(placeAt(pixels), exact, 8, single, chain).kind;
  assert.deepEqual([kind(8, hull), kind(8.5, hull)], ['point', 'free']);
  const upright = { fpr: Float64Array.of(0.5, 0.5), tpr: Float64Array.of(0, 1) };
  const edge = (pixels: number) => pickRoc(placeAt(pixels), exact, 8, pointsOf(), upright).kind;
  assert.deepEqual([edge(4), edge(4.5)], ['edge', 'free']);
  // The cost line of that point is flat at 0.5, and the vertex of that edge is at pc 0, cost 0.5.
  const line = (pixels: number) =>
    pickCost({ x: 0.5, y: 0.5 + pixels / 512 }, exact, 8, single, upright).kind;
  assert.deepEqual([line(8), line(8.5)], ['point', 'free']);
  const vertex = (pixels: number) =>
    pickCost({ x: pixels / 512, y: 0.5 }, exact, 8, pointsOf(), upright).kind;
  assert.deepEqual([vertex(4), vertex(4.5)], ['edge', 'free']);
});

test('points are picked before edges, and vertices before lines', () => {
  assert.equal(pickRoc({ x: 0.11, y: 0.51 }, zoom, 12, points, hull).kind, 'point');
  const { dot } = highlight({ kind: 'edge', index: 1 }, points, hull).cost;
  assert.equal(pickCost(dot as Point, costZoom, 12, points, hull).kind, 'edge');
});

test('far from all items a free point is picked', () => {
  const roc = { x: 0.8, y: 0.2 };
  assert.deepEqual(pickRoc(roc, zoom, 12, points, hull), { kind: 'free', space: 'roc', ...roc });
  const cost = { x: 0.5, y: 0.02 };
  assert.deepEqual(pickCost(cost, costZoom, 12, points, hull), {
    kind: 'free',
    space: 'cost',
    ...cost,
  });
});

test('a threshold or free point is a dot in one space and a line in the other', () => {
  const dark = { dot: null, line: null, edge: null };
  const dot = { x: 0.1, y: 0.5 };
  const line = { x1: 0, y1: 0.1, x2: 1, y2: 0.5 };
  const expected = { roc: { ...dark, dot }, cost: { ...dark, line } };
  assert.deepEqual(highlight({ kind: 'point', index: 1 }, points, hull), expected);
  assert.deepEqual(highlight({ kind: 'free', space: 'roc', ...dot }, points, hull), expected);
  // Points with this cost at pc 0.2: FPR 0.125 where TPR is 1, and a slope of 4.
  assert.deepEqual(highlight({ kind: 'free', space: 'cost', x: 0.2, y: 0.1 }, points, hull), {
    roc: { ...dark, line: { x1: 0, y1: 0.5, x2: 0.125, y2: 1 } },
    cost: { ...dark, dot: { x: 0.2, y: 0.1 } },
  });
});

test('without a hover, or with an invalid index, nothing is highlighted', () => {
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

test('without classifiers only free points and the edge between the baselines are picked', () => {
  const none: Points = {
    fpr: new Float64Array(),
    tpr: new Float64Array(),
    threshold: new Float64Array(),
    owner: new Int32Array(),
  };
  const baselines: Chain = { fpr: Float64Array.of(0, 1), tpr: Float64Array.of(0, 1) };
  assert.equal(pickRoc({ x: 0.5, y: 0.9 }, zoom, 12, none, baselines).kind, 'free');
  assert.deepEqual(pickRoc({ x: 0.5, y: 0.5 }, zoom, 12, none, baselines), {
    kind: 'edge',
    index: 0,
  });
});

test('hidden points are neither picked nor shown', () => {
  const fpr = points.fpr.map((value, i) => (points.owner[i] === 1 ? Number.NaN : value));
  const visible = { ...points, fpr };
  assert.equal(pickRoc({ x: 0.3, y: 0.4 }, zoom, 12, visible, hull).kind, 'free');
  assert.equal(isHoverVisible({ kind: 'point', index: 5 }, visible, hull), false);
  assert.equal(isHoverVisible({ kind: 'point', index: 1 }, visible, hull), true);
  assert.equal(highlight({ kind: 'point', index: 5 }, visible, hull).roc.dot, null);
  assert.equal(isHoverVisible({ kind: 'edge', index: 2 }, visible, hull), true);
  assert.equal(isHoverVisible({ kind: 'edge', index: 3 }, visible, hull), false);
  assert.equal(isHoverVisible({ kind: 'free', space: 'roc', x: 2, y: 2 }, visible, hull), true);
});

test('two hovers are equal if they highlight the same', () => {
  assert.equal(isSameHover({ kind: 'point', index: 1 }, { kind: 'point', index: 1 }), true);
  assert.equal(isSameHover({ kind: 'point', index: 1 }, { kind: 'edge', index: 1 }), false);
  const free = { kind: 'free', space: 'roc', x: 0.1, y: 0.2 } as const;
  assert.equal(isSameHover(free, { ...free }), true);
  assert.equal(isSameHover(free, { ...free, space: 'cost' }), false);
  assert.equal(isSameHover(free, { ...free, x: 0.2 }), false);
  assert.equal(isSameHover(free, { ...free, y: 0.1 }), false);
  assert.equal(isSameHover(free, { kind: 'point', index: 0 }), false);
  assert.equal(isSameHover({ kind: 'edge', index: 1 }, { kind: 'edge', index: 2 }), false);
});

test('items that are not drawn cannot be picked', () => {
  const joint = upperHull(points);
  const counts = (lines: boolean, edges: boolean) => {
    const { points: pickable, hull } = pickTargets(points, joint, { lines, hull: edges });
    return [[...pickable.fpr].filter((rate) => !Number.isNaN(rate)).length, hull.fpr.length];
  };
  assert.deepEqual(counts(true, true), [7, 4]);
  assert.deepEqual(counts(true, false), [7, 0]);
  assert.deepEqual(counts(false, true), [2, 4]);
  assert.deepEqual(counts(false, false), [0, 0]);
});

test('a line that is too short to see gets a dot', () => {
  const corner = highlight({ kind: 'free', space: 'cost', x: 0.5, y: 0 }, points, hull).roc;
  assert.deepEqual(corner.dot, { x: 0, y: 1 });
  assert.equal(
    highlight({ kind: 'free', space: 'cost', x: 0.5, y: 0.2 }, points, hull).roc.dot,
    null,
  );
});

// ---- Arrows to what lies outside a figure

const PIXELS = 340;
const SNAP = 12;
const UNIT_VIEW: Viewport = { x: [0, 1], y: [0, 1] };

const zoomOf = ({ x, y }: Viewport) => ({ x: PIXELS / (x[1] - x[0]), y: PIXELS / (y[1] - y[0]) });

/** Return whether a figure shows part of a highlight or an arrow with a number. */
function isIndicated(
  highlighted: ReturnType<typeof highlight>['roc'],
  space: 'roc' | 'cost',
  frame: Viewport,
) {
  const arrows = arrowsOf(highlighted, space, frame);
  for (const { at, label } of arrows) {
    assert.ok(isInViewport(at, frame), 'an arrow stands in the figure');
    assert.match(arrowInWords(CLASSES, label), /\d/);
  }
  const lines = [highlighted.edge, highlighted.line].filter((line) => line !== null);
  const isSeen = lines.some((line) => visibleMidpoint(line, frame) !== null);
  return (
    arrows.length > 0 ||
    isSeen ||
    (highlighted.dot !== null && isInViewport(highlighted.dot, frame))
  );
}

test('for every hover, both figures show part of it or an arrow with a number', () => {
  const next = random(11);
  for (let round = 0; round < 4; round++) {
    const points = randomPoints(next, 60);
    const hull = upperHull(points);
    const envelopes = [...classifierHulls(points).values()].flatMap((own) =>
      envelopeParts(own, () => true),
    );
    const fit = Math.min(0.5, 1.5 * Math.max(...envelopes.flat().map(({ y }) => y)));
    for (const top of [fit, 0.5, 1]) {
      const cost: Viewport = { x: [0, 1], y: [0, top] };
      for (const roc of [UNIT_VIEW, { x: [0, 0.5], y: [0.5, 1] } satisfies Viewport]) {
        for (let i = 0; i < 500; i++) {
          const randomPlace = ({ x, y }: Viewport) => ({
            x: x[0] + next() * (x[1] - x[0]),
            y: y[0] + next() * (y[1] - y[0]),
          });
          const up = pickRoc(randomPlace(roc), zoomOf(roc), SNAP, points, hull);
          assert.ok(isIndicated(highlight(up, points, hull).cost, 'cost', cost));
          const down = pickCost(randomPlace(cost), zoomOf(cost), SNAP, points, hull);
          const highlighted = highlight(down, points, hull);
          assert.ok(isIndicated(highlighted.roc, 'roc', roc), JSON.stringify(down));
          for (const { label } of arrowsOf(highlighted.roc, 'roc', roc)) {
            const place = label.kind === 'cost' ? highlighted.cost.dot : null;
            if (place && label.kind === 'cost') assert.ok(Math.abs(label.cost - place.y) < 1e-9);
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
const LOW_VIEW: Viewport = { x: [0, 1], y: [0, 0.5] };

test('a line that leaves at the top gets an arrow with the cost at its end', () => {
  const [arrow, ...extra] = arrowsOf(line(0.1, 0.6), 'cost', LOW_VIEW);
  assert.deepEqual(extra, []);
  assert.deepEqual(arrow?.at, { x: 0.8, y: 0.5 });
  assert.deepEqual(arrow?.to, { x: 1, y: 0.6 });
  assert.equal(arrowInWords(CLASSES, arrow?.label as never), '0.6 at the right end');
  assert.deepEqual(arrowsOf(line(0.1, 0.4), 'cost', LOW_VIEW), []);
});

test('a line above the figure gets arrows at both ends', () => {
  const arrows = arrowsOf(line(0.7, 0.9), 'cost', LOW_VIEW);
  assert.deepEqual(
    arrows.map(({ at }) => at),
    [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
    ],
  );
  assert.deepEqual(
    arrows.map(({ label }) => arrowInWords(CLASSES, label)),
    ['0.7 at the left end', '0.9 at the right end'],
  );
});

test('when zoomed in, arrows point to a line below and from the border to a point outside', () => {
  const zoomed: Viewport = { x: [0.4, 0.6], y: [0.3, 0.5] };
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
    arrowInWords(CLASSES, arrow?.label as never),
    'finds 95 % of bad, flags 90 % of good',
  );
});

test('an edge outside the figure gets an arrow to its midpoint', () => {
  const edge = { x1: 0.2, y1: 0.4, x2: 0.4, y2: 0.8 };
  const [arrow] = arrowsOf({ dot: null, line: null, edge }, 'roc', { x: [0.5, 1], y: [0, 0.5] });
  assert.deepEqual(arrow?.to, { x: 0.30000000000000004, y: 0.6000000000000001 });
  assert.deepEqual(arrow?.at, { x: 0.5, y: 0.5 });
});

test('visible items get no arrow', () => {
  const dot = { dot: { x: 0.2, y: 0.3 }, line: null, edge: null };
  assert.deepEqual(arrowsOf(dot, 'roc', UNIT_VIEW), []);
  assert.deepEqual(arrowsOf(dot, 'cost', LOW_VIEW), []);
  assert.deepEqual(arrowsOf({ ...line(0.1, 0.3), edge: null }, 'roc', UNIT_VIEW), []);
  assert.deepEqual(arrowsOf({ dot: null, line: null, edge: null }, 'roc', UNIT_VIEW), []);
  // Any visible part of a line is enough, even without its middle.
  const corner: Viewport = { x: [0, 0.3], y: [0, 0.3] };
  assert.deepEqual(arrowsOf({ ...line(0, 1), edge: null }, 'roc', corner), []);
  assert.equal(arrowsOf({ ...line(0.4, 1), edge: null }, 'roc', corner).length, 1);
});

test('lines that cross a figure are detected, also at its border', () => {
  const crossing = pointsOf([0, 0.6, 0.4, 1], [0, 0.2, 0.4, 1], [0, 0, 1, 1]);
  assert.deepEqual(
    [0, 1, 2].map((i) => crossesViewport(crossing, i, LOW_VIEW)),
    [false, true, true],
  );
  assert.equal(crossesViewport(crossing, 2, { x: [0.2, 0.4], y: [0.1, 0.2] }), false);
  // When zoomed in, a line crosses each side at its height on that side.
  const slanted = pointsOf([0, 0.2, 0.2, 1]);
  const meets = (left: number, right: number) =>
    crossesViewport(slanted, 0, { x: [left, right], y: [0.55, 0.6] });
  assert.deepEqual([meets(0.4, 0.55), meets(0.55, 0.6), meets(0.65, 0.7)], [false, true, true]);
  assert.equal(meets(0.7, 0.8), false);
  // A line that only touches the border is visible there.
  const flat = pointsOf([0, 0.5, 0.5, 1]);
  const touches = (low: number, high: number) =>
    crossesViewport(flat, 0, { x: [0, 1], y: [low, high] });
  assert.deepEqual([touches(0, 0.5), touches(0.5, 1)], [true, true]);
  assert.deepEqual([touches(0, 0.49), touches(0.51, 1)], [false, false]);
});

test('the visible midpoint is halfway between the crossings of the border', () => {
  const midpoint = visibleMidpoint(
    { x1: 0, y1: 0.1, x2: 1, y2: 0.9 },
    { x: [0.25, 0.75], y: [0, 0.5] },
  );
  assert.ok(midpoint && Math.abs(midpoint.x - 0.375) < 1e-12 && Math.abs(midpoint.y - 0.4) < 1e-12);
  assert.equal(visibleMidpoint({ x1: 0, y1: 0.6, x2: 1, y2: 0.7 }, LOW_VIEW), null);
  const short = visibleMidpoint({ x1: 0.25, y1: 0, x2: 0.75, y2: 0.25 }, LOW_VIEW);
  assert.deepEqual(short, { x: 0.5, y: 0.125 });
  const touched = visibleMidpoint({ x1: 0, y1: 0.5, x2: 1, y2: 1 }, LOW_VIEW);
  assert.deepEqual(touched, { x: 0, y: 0.5 });
});
