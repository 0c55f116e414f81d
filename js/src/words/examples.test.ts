import { classifierHulls, upperHull } from '../geometry/hull.ts';
import type { Points } from '../wire/state.ts';
import type { Subject } from './subject.ts';

// Named like a test so that it is not packaged; other tests import it.

type PointRow = readonly [owner: number, fpr: number, tpr: number, threshold: number];

/** Return drawn thresholds. */
export function pointsOf(...rows: PointRow[]): Points {
  return {
    owner: Int32Array.from(rows, ([owner]) => owner),
    fpr: Float64Array.from(rows, ([, fpr]) => fpr),
    tpr: Float64Array.from(rows, ([, , tpr]) => tpr),
    threshold: Float64Array.from(rows, ([, , , threshold]) => threshold),
  };
}

/**
 * The forest has two useful thresholds, the stump a single point without one.
 *
 * Edges of the joint hull are at pc 1/7, 1/2 and 6/7, edges of the stump's own hull at 0.3 and 0.7.
 */
export const POINTS = pointsOf(
  [0, 0, 0, Infinity],
  [0, 0.1, 0.6, 0.75],
  [0, 0.4, 0.9, 0.5],
  [0, 1, 1, 0.1],
  [1, 0.3, 0.7, Number.NaN],
);

/** Return a subject with defaults, and hulls computed from its points. */
export function subject(state: Partial<Subject> = {}): Subject {
  const points = state.points ?? POINTS;
  return {
    points,
    hull: upperHull(points),
    own: classifierHulls(points),
    names: ['forest', 'stump'],
    classes: ['good', 'bad'],
    labels: [],
    compared: null,
    pcRange: null,
    choice: null,
    reversed: [],
    folded: [],
    trials: [],
    joined: [],
    n_cases: 1,
    currency: '',
    background: [],
    level: 0.95,
    stale: false,
    ...state,
  };
}

/** Return a constant curve over all of pc. */
export const flat = (value: number) => Float64Array.of(value, value);
