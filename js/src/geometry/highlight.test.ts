import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/arrays.ts';
import { highlight, isShown, pickCost, pickRoc, sameHover, touchable } from './highlight.ts';
import { upperHull } from './hull.ts';
import type { Chain, Point } from './shapes.ts';

const zoom = { x: 500, y: 500 };
const costZoom = { x: 500, y: 1000 };

const points: Points = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1, 0, 0.3, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1, 0, 0.4, 1),
  threshold: Float64Array.of(Infinity, 0.9, 0.5, 0.1, Infinity, 0.5, 0.2),
  owner: Int32Array.of(0, 0, 0, 0, 1, 1, 1),
};
const hull: Chain = {
  fpr: Float64Array.of(0, 0.1, 0.5, 1),
  tpr: Float64Array.of(0, 0.5, 0.8, 1),
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
