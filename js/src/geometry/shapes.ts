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

export const at = (values: Float64Array, i: number): number => values[i] as number;
