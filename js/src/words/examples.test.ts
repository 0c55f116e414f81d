import { ownHulls, upperHull } from '../geometry/hull.ts';
import type { Points } from '../wire/state.ts';
import type { Subject } from './subject.ts';

// Named as a test so that no package carries it: other tests build what they speak of from here.

type Row = readonly [owner: number, fpr: number, tpr: number, threshold: number];

/** Drawn thresholds, one after the other. */
export function pointsOf(...rows: Row[]): Points {
  return {
    owner: Int32Array.from(rows, ([owner]) => owner),
    fpr: Float64Array.from(rows, ([, fpr]) => fpr),
    tpr: Float64Array.from(rows, ([, , tpr]) => tpr),
    threshold: Float64Array.from(rows, ([, , , threshold]) => threshold),
  };
}

/**
 * The forest has two thresholds worth using, the stump has one without a number.
 *
 * Edges of the joint hull lie at pc 1/7, 1/2 and 6/7, those of the stump's own at 0.3 and 0.7.
 */
export const POINTS = pointsOf(
  [0, 0, 0, Infinity],
  [0, 0.1, 0.6, 0.75],
  [0, 0.4, 0.9, 0.5],
  [0, 1, 1, 0.1],
  [1, 0.3, 0.7, Number.NaN],
);

/** What the sentences are about: hulls belong to the points, of the rest only what is told. */
export function subject(told: Partial<Subject> = {}): Subject {
  const points = told.points ?? POINTS;
  return {
    points,
    hull: upperHull(points),
    own: ownHulls(points),
    names: ['forest', 'stump'],
    classes: ['good', 'bad'],
    labels: [],
    compared: null,
    pcRange: null,
    choice: null,
    reversed: [],
    folded: [],
    joined: [],
    population: 1,
    unit: '',
    background: [],
    level: 0.95,
    stale: false,
    ...told,
  };
}

/** A curve over all of pc that is the same everywhere. */
export const flat = (value: number) => Float64Array.of(value, value);
