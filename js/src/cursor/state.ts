import type { Hover } from '../geometry/highlight.ts';
import type { Hull, Points, Winners } from '../geometry/shapes.ts';

export interface Bands {
  pc: Float32Array;
  lower: Float32Array;
  upper: Float32Array;
  estimate: Float32Array;
  owner: Int32Array;
  /** The band of classifier owner[k] stands in elements start[k] to start[k + 1]. */
  start: Int32Array;
}

export interface Difference {
  pc: Float32Array;
  estimate: Float32Array;
  lower: Float32Array;
  upper: Float32Array;
}

export interface Money {
  cost_fp: number;
  cost_fn: number;
  cost_tp: number;
  cost_tn: number;
  prior: number | null;
  follows: 'prior' | 'cost_ratio';
  population: number | null;
  unit: string;
}

export interface Criterion {
  kind: 'neyman_pearson' | 'workforce' | 'minimax' | 'youden';
  max_fpr?: number;
  positives?: number;
  negatives?: number;
  capacity?: number;
  /** The answer: corners of the hull, and last the mixed point where there is a mix. */
  roc?: [number, number][];
  cost_line?: [number, number] | null;
  pc?: number | null;
  words?: string;
}

/** What the figures show, hidden classifiers left out. */
export interface Scene {
  points: Points;
  hull: Hull;
  winners: Winners;
}

/** What the person has set or is just setting. */
export interface Choices {
  pc: number | null;
  pc_range: [number, number] | null;
  criterion: Criterion | null;
  pins: Hover[];
  hidden: number[];
}
