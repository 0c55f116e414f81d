import type { Hover } from '../geometry/highlight.ts';
import type { Limit } from '../geometry/limit.ts';

export interface Bands {
  pc: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  estimate: Float64Array;
  owner: Int32Array;
  /** The band of classifier owner[k] stands in elements start[k] to start[k + 1]. */
  start: Int32Array;
}

export interface Difference {
  pc: Float64Array;
  estimate: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

/** A straight line over pc, by its values at 0 and 1; or the ends of a range. */
export type Line = readonly [number, number];
export type Range = readonly [number, number];

interface Coin {
  population: number;
  unit: string;
}

/** Exact conditions along pc: each value is its line divided by `over`. */
export interface Moving extends Coin {
  kind: 'moving';
  over: Line;
  prior: Line;
  cost_fp: Line;
  cost_fn: Line;
  base: Line;
  worst: Line;
  cost_tp: number;
  cost_tn: number;
}

/** Conditions that do not move with pc, such as ranges; where they hold. */
export interface Standing extends Coin {
  kind: 'standing';
  pc: Range;
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
  /** What a case costs at each combination of ends: base, by fpr, by miss rate. */
  corners: readonly (readonly [number, number, number])[];
}

export type Money = Moving | Standing;

/** A criterion, and what Python has made of it. */
export interface Criterion {
  kind: string;
  /** What a choice may use; dragging its mark changes `most`, and the number of that name. */
  limit?: (Limit & { number: string }) | null;
  /** The answer: corners of the hull, and last the mixed point where there is a mix. */
  roc?: [number, number][];
  cost_line?: [number, number] | null;
  pc?: number | null;
  words?: string;
  /** The numbers that a criterion of this kind asks for. */
  [number: string]: unknown;
}

/** What the person has set or is just setting. */
export interface Choices {
  pc: number | null;
  pc_range: [number, number] | null;
  criterion: Criterion | null;
  pins: Hover[];
  hidden: number[];
}
