import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsOf } from '../words/subject.test.ts';
import { type Found, nearestEdge, nearestLine, nearestPoint, nearestVertex } from './nearest.ts';

const even = { x: 100, y: 100 };
const wide = { x: 1000, y: 10 };

const close = (found: Found | null, index: number, distance: number) => {
  assert.ok(found);
  assert.equal(found.index, index);
  assert.ok(Math.abs(found.distance - distance) < 1e-9, `${found.distance} is not ${distance}`);
};

// F8: distances are those on the screen, so a figure's shape decides what is nearest.
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

const hull = { fpr: Float64Array.of(0, 0.1, 0.5, 1), tpr: Float64Array.of(0, 0.5, 0.8, 1) };

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
