// Points, segments, chains: the types that geometry speaks of.

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

/** Corners of the joint hull from (0, 0) to (1, 1). */
export interface Chain {
  fpr: Float64Array;
  tpr: Float64Array;
}

export const at = (values: Float64Array | Float32Array, i: number): number => values[i] as number;

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

type Values = Float64Array | Float32Array;

/** The value of a broken line over rising x, on elements `from` to `to`; NaN outside. */
export function between(x: Values, y: Values, place: number, from = 0, to = x.length): number {
  if (to <= from || !(place >= at(x, from) && place <= at(x, to - 1))) return Number.NaN;
  let low = from;
  let high = to - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(x, middle) <= place) low = middle;
    else high = middle;
  }
  const run = at(x, high) - at(x, low);
  const share = run > 0 ? (place - at(x, low)) / run : 0;
  return at(y, low) + share * (at(y, high) - at(y, low));
}
