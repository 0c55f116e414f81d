/** A place in either space: (fpr, tpr) in ROC space, (pc, cost) in cost space. */
export interface Point {
  x: number;
  y: number;
}

export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Every drawn threshold of every classifier, one after the other. */
export interface Points {
  fpr: Float64Array;
  tpr: Float64Array;
  threshold: Float64Array;
  /** Position in the list of classifiers that point i belongs to. */
  owner: Int32Array;
}

/** Corners of the joint hull from (0, 0) to (1, 1). */
export interface Chain {
  fpr: Float64Array;
  tpr: Float64Array;
}

/** The joint hull, and whose its corners are: -1 for a trivial rule. */
export interface Hull extends Chain {
  threshold: Float64Array;
  owner: Int32Array;
  /** Position among the drawn points, -1 for a trivial rule. */
  point: Int32Array;
}

/** Who is cheapest from pc[i] to pc[i + 1], the last one to 1. */
export interface Winners {
  pc: Float64Array;
  /** Position of a classifier, or one of the constants below. */
  owner: Int32Array;
  /** 1 significant, 0 not, -1 not tested. */
  sure: Int32Array;
  /** Positions of the classifiers that took part. */
  among: Int32Array;
}

export const ALL_NEGATIVE = -1;
export const ALL_POSITIVE = -2;
export const TIE = -3;

export const at = (values: Float64Array | Float32Array, i: number): number => values[i] as number;

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
