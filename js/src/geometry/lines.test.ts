import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Chain,
  costLine,
  envelopeVertex,
  expectedCost,
  hullEdge,
  interpolate,
  isoLine,
  type Segment,
  slopeAt,
} from './lines.ts';

const x = Float32Array.of(0, 0.25, 0.5, 1);
const y = Float32Array.of(0, 1, 0, 4);

test('interpolated values are on the line', () => {
  assert.equal(interpolate(x, y, 0.125), 0.5);
  assert.equal(interpolate(x, y, 0.25), 1);
  assert.equal(interpolate(x, y, 1), 4);
});

test('values outside are NaN', () => {
  assert.ok(Number.isNaN(interpolate(x, y, 1.5)));
  assert.ok(Number.isNaN(interpolate(new Float32Array(), y, 0)));
  assert.ok(Number.isNaN(interpolate(x, y, -0.5)));
  assert.ok(Number.isNaN(interpolate(x, y, Number.NaN)));
});

test('a single point has its value, and a jump the value on its right', () => {
  assert.equal(interpolate(Float64Array.of(0.5), Float64Array.of(3), 0.5), 3);
  const jump = Float64Array.of(0, 0.5, 0.5, 1);
  assert.equal(interpolate(jump, Float64Array.of(0, 1, 5, 6), 0.5), 5);
  const twice = Float64Array.of(0.5, 0.5);
  assert.equal(interpolate(twice, Float64Array.of(3, 4), 0.5), 3);
});

test('each interval of many is found', () => {
  const many = Float64Array.from({ length: 33 }, (_, i) => i * i);
  const roots = Float64Array.from({ length: 33 }, (_, i) => i);
  for (let i = 0; i < 32; i++) {
    assert.equal(interpolate(many, roots, i * i), i);
    assert.equal(interpolate(many, roots, i * i + i + 0.5), i + 0.5);
  }
  assert.equal(interpolate(many, roots, 32 * 32), 32);
});

// ---- Point-line duality

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

const closeSegment = (actual: Segment | null, expected: Segment) => {
  assert.ok(actual);
  for (const key of ['x1', 'y1', 'x2', 'y2'] as const) close(actual[key], expected[key]);
};

const hull = (fpr: number[], tpr: number[]): Chain => ({
  fpr: Float64Array.from(fpr),
  tpr: Float64Array.from(tpr),
});

test('an ROC point corresponds to the line from its FPR to its FNR', () => {
  assert.deepEqual(costLine(0.09, 0.36), { x1: 0, y1: 0.09, x2: 1, y2: 0.64 });
});

test('the line of a cost point clips the unit square where each point has that cost', () => {
  for (const pc of [0, 1e-9, 0.2, 0.5, 0.8, 1 - 1e-9, 1]) {
    for (const cost of [0, 0.05, 0.3, 0.5, 0.9, 1]) {
      const line = isoLine(pc, cost);
      assert.ok(line);
      close(expectedCost(line.x1, line.y1, pc), cost);
      close(expectedCost(line.x2, line.y2, pc), cost);
      for (const value of Object.values(line)) assert.ok(value >= 0 && value <= 1);
      for (const [x, y] of [
        [line.x1, line.y1],
        [line.x2, line.y2],
      ] as const) {
        assert.ok([x, 1 - x, y, 1 - y].some((gap) => Math.abs(gap) < 1e-12));
      }
    }
  }
});

test('pc = 0 is a vertical ROC line, pc = 1 a horizontal one', () => {
  closeSegment(isoLine(0, 0.3), { x1: 0.3, y1: 0, x2: 0.3, y2: 1 });
  closeSegment(isoLine(0, 0), { x1: 0, y1: 0, x2: 0, y2: 1 });
  closeSegment(isoLine(1, 0.3), { x1: 0, y1: 0.7, x2: 1, y2: 0.7 });
  closeSegment(isoLine(1, 0), { x1: 0, y1: 1, x2: 1, y2: 1 });
});

test('a point outside cost space has no line', () => {
  assert.equal(isoLine(-0.1, 0.2), null);
  assert.equal(isoLine(1.1, 0.2), null);
  assert.equal(isoLine(0.5, 1.2), null);
  assert.equal(isoLine(0.5, -0.2), null);
  assert.equal(isoLine(Number.NaN, 0.2), null);
});

test('a hull edge corresponds to the envelope vertex at pc = 1 / (1 + slope)', () => {
  // Holte and Drummond 2005, figure 9: common tangent of slope 20/13 at pc 13/33, cost 43/165.
  const corners = hull([0, 0.04, 0.3, 1], [0, 0.4, 0.8, 1]);
  const vertex = envelopeVertex(corners, 1);
  close(vertex.x, 13 / 33);
  close(vertex.y, (13 / 33) * 0.6 + (20 / 33) * 0.04);
  close(slopeAt(vertex.x), 20 / 13);
});

test('expected cost weights misses with pc and false alarms with 1 - pc', () => {
  close(expectedCost(0.1, 0.6, 0.25), 0.4 * 0.25 + 0.1 * 0.75);
  assert.equal(slopeAt(0.2), 4);
});

test('an edge runs from one corner to the next', () => {
  const corners = hull([0, 0.1, 0.5, 1], [0, 0.4, 0.8, 1]);
  assert.deepEqual(hullEdge(corners, 1), { x1: 0.1, y1: 0.4, x2: 0.5, y2: 0.8 });
});

test('a vertical hull edge belongs to pc = 0, a horizontal one to pc = 1', () => {
  const corners = hull([0, 0, 0.5, 1], [0, 0.4, 1, 1]);
  assert.deepEqual(envelopeVertex(corners, 0), { x: 0, y: 0 });
  assert.deepEqual(envelopeVertex(corners, 2), { x: 1, y: 0 });
});
