// Points, segments and hull chains, and the point-line duality of both spaces.

/** Point in either space: (fpr, tpr) in ROC space, (pc, cost) in cost space. */
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

export type FloatArray = Float64Array | Float32Array;

/** Interpolate linearly over increasing x; NaN outside. */
export const interpolate = (x: FloatArray, y: FloatArray, place: number): number =>
  interpolateValues(x, (i) => at(y, i), place);

/** Interpolate values that are computed only at the two neighbours of a place; NaN outside. */
export function interpolateValues(
  x: FloatArray,
  valueAt: (i: number) => number,
  place: number,
): number {
  let low = 0;
  let high = x.length - 1;
  if (high < 0 || !(place >= at(x, low) && place <= at(x, high))) return Number.NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(x, middle) <= place) low = middle;
    else high = middle;
  }
  const run = at(x, high) - at(x, low);
  const share = run > 0 ? (place - at(x, low)) / run : 0;
  const start = valueAt(low);
  return start + share * (valueAt(high) - start);
}

// ---- Point-line duality

/** Return the cost line of an ROC point: from FPR at pc = 0 to FNR at pc = 1. */
export function costLine(fpr: number, tpr: number): Segment {
  return { x1: 0, y1: fpr, x2: 1, y2: 1 - tpr };
}

export function expectedCost(fpr: number, tpr: number, pc: number): number {
  return (1 - tpr) * pc + fpr * (1 - pc);
}

/**
 * Return the iso-performance line of a cost at one pc, clipped to the unit square.
 *
 * Its slope is (1 - pc) / pc. The computation uses FPR and FNR, where the line is pc * fnr + (1 -
 * pc) * fpr = cost and no slope is infinite: pc = 0 gives a vertical line, pc = 1 a horizontal one.
 */
export function isoLine(pc: number, cost: number): Segment | null {
  if (!(pc >= 0 && pc <= 1 && cost >= 0 && cost <= 1)) return null;
  const leftEnd =
    cost <= pc ? { fpr: 0, miss: ratio(cost, pc) } : { fpr: (cost - pc) / (1 - pc), miss: 1 };
  const rightEnd =
    cost <= 1 - pc ? { fpr: ratio(cost, 1 - pc), miss: 0 } : { fpr: 1, miss: (cost - 1 + pc) / pc };
  return { x1: leftEnd.fpr, y1: 1 - leftEnd.miss, x2: rightEnd.fpr, y2: 1 - rightEnd.miss };
}

/** Return part / total; 0 / 0 is 1, because then a whole side of the square qualifies. */
function ratio(part: number, total: number): number {
  return total === 0 ? 1 : part / total;
}

export function slopeAt(pc: number): number {
  return (1 - pc) / pc;
}

/** Return the pc at which both ends of an edge have the same cost. */
export function pcOfEdge(hull: Chain, k: number): number {
  const run = at(hull.fpr, k + 1) - at(hull.fpr, k);
  const rise = at(hull.tpr, k + 1) - at(hull.tpr, k);
  return run / (run + rise);
}

/** Return the envelope vertex of hull edge k. */
export function envelopeVertex(hull: Chain, k: number): Point {
  const pc = pcOfEdge(hull, k);
  return { x: pc, y: expectedCost(at(hull.fpr, k), at(hull.tpr, k), pc) };
}

export function hullEdge(hull: Chain, k: number): Segment {
  return {
    x1: at(hull.fpr, k),
    y1: at(hull.tpr, k),
    x2: at(hull.fpr, k + 1),
    y2: at(hull.tpr, k + 1),
  };
}
