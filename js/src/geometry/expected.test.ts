import assert from 'node:assert/strict';
import test from 'node:test';
import { Owner } from '../wire/schema.ts';
import {
  type ExpectedCosts,
  optimisticBias,
  prefersBaseline,
  recommendedCorner,
  recommendedCorners,
  regretOf,
  usefulRangeOf,
  usefulRanges,
} from './expected.ts';
import { contactAt, upperHull } from './hull.ts';
import { at, expectedCost } from './lines.ts';
import { random, randomPoints } from './random.test.ts';

const hull = upperHull({
  fpr: Float64Array.of(0.2),
  tpr: Float64Array.of(0.8),
  threshold: Float64Array.of(0.5),
  owner: Int32Array.of(0),
});
const PC = Float64Array.from({ length: 101 }, (_, i) => i / 100);
const estimate = PC.map((pc) => Math.min(pc, 1 - pc, expectedCost(0.2, 0.8, pc)));

/** Return costs of the hull, whose expected cost is this much above the observed one. */
const costsWith = (bias: number): ExpectedCosts => ({
  pc: PC,
  estimate,
  expected: estimate.map((cost, i) =>
    cost < Math.min(at(PC, i), 1 - at(PC, i)) ? cost + bias : cost,
  ),
});

test('without estimates the cheapest corner is recommended', () => {
  assert.equal(recommendedCorner(hull, 0.3, null), 1);
  assert.equal(prefersBaseline(undefined, 0.3), false);
  assert.equal(optimisticBias(null, 0.3), 0);
});

test('a baseline is recommended where no classifier is expected to cost less', () => {
  const costs = costsWith(0.1);
  assert.equal(recommendedCorner(hull, 0.5, costs), 1);
  assert.equal(recommendedCorner(hull, 0.25, costs), 0);
  assert.equal(recommendedCorner(hull, 0.75, costs), 2);
  assert.ok(Math.abs(optimisticBias(costs, 0.4) - 0.1) < 1e-12);
});

test('only the neighbours of a pc are read to choose between classifier and baseline', () => {
  const costs = costsWith(0.1);
  let reads = 0;
  const expected = new Proxy(costs.expected, {
    get: (values, name) => {
      reads++;
      return Reflect.get(values, name);
    },
  });
  assert.equal(prefersBaseline({ ...costs, expected }, 0.25), true);
  assert.equal(reads, 2);
  assert.ok(Math.abs(optimisticBias({ ...costs, expected }, 0.405) - 0.1) < 1e-12);
  assert.equal(reads, 4);
});

test('useful ranges end where the expected saving is zero', () => {
  const [range, ...rest] = usefulRanges(costsWith(0.1));
  assert.deepEqual(rest, []);
  assert.deepEqual(
    range?.map((pc) => pc.toFixed(9)),
    ['0.300000000', '0.700000000'],
  );
  assert.deepEqual(usefulRanges(costsWith(0.4)), []);
  assert.deepEqual(
    usefulRangeOf(costsWith(0.1), { fpr: 0.2, tpr: 0.8 })?.map((pc) => pc.toFixed(9)),
    ['0.300000000', '0.700000000'],
  );
  assert.equal(usefulRangeOf(costsWith(0.4), { fpr: 0.2, tpr: 0.8 }), null);
});

test('the corners of a range are those recommended inside it, in order', () => {
  assert.deepEqual(recommendedCorners(hull, [0, 1], null), [0, 1, 2]);
  assert.deepEqual(recommendedCorners(hull, [0.22, 0.28], null), [1]);
  assert.deepEqual(recommendedCorners(hull, [0.22, 0.28], costsWith(0.1)), [0]);
  assert.deepEqual(recommendedCorners(hull, [0.28, 0.32], costsWith(0.1)), [0, 1]);
  assert.deepEqual(recommendedCorners(hull, [0.4, 0.6], costsWith(0.4)), [0, 2]);
  assert.deepEqual(recommendedCorners(hull, [0.3, 0.3], null), []);
});

test('only corners that are cheapest inside the range are recommended without estimates', () => {
  const next = random(3);
  for (let round = 0; round < 100; round++) {
    const joint = upperHull(randomPoints(next, 15));
    const [low, high] = [next(), next()].sort((a, b) => a - b) as [number, number];
    const winners = new Set<number>();
    for (let k = 1; k < 2000; k++) {
      const touch = contactAt(joint, low + ((high - low) * k) / 2000);
      if (touch.first === touch.last) winners.add(touch.first);
    }
    const corners = recommendedCorners(joint, [low, high], null);
    for (const corner of winners) assert.ok(corners.includes(corner));
    // The grid may miss a very short segment, but cannot add one.
    assert.ok(corners.length - winners.size <= 2);
  }
});

test('regret on new data adds the bias to classifiers and not to baselines', () => {
  const classifier = { fpr: 0.2, tpr: 0.8, is_baseline: false };
  const none = { fpr: 0, tpr: 0, is_baseline: true };
  const close = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
  close(regretOf(hull, classifier, [0.75, 0.25], null), 0);
  close(regretOf(hull, classifier, [0.75, 0.25], costsWith(0.1)), 0.05);
  close(regretOf(hull, none, [0.75, 0.25], costsWith(0.1)), 0);
  close(regretOf(hull, none, [7.5, 2.5], null), 0.5);
  assert.equal(hull.owner[0], Owner.BASELINE);
});
