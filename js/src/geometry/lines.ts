// Points, segments and chains, and the lines of one space as points of the other.

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

/** The value of a broken line over rising x; NaN outside. */
export function between(x: Values, y: Values, place: number): number {
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
  return at(y, low) + share * (at(y, high) - at(y, low));
}

// ---- Lines of one space as points of the other

/** The cost line of a ROC point: its false positive rate at pc = 0, its miss rate at pc = 1. */
export function costLine(fpr: number, tpr: number): Segment {
  return { x1: 0, y1: fpr, x2: 1, y2: 1 - tpr };
}

export function expectedCost(fpr: number, tpr: number, pc: number): number {
  return (1 - tpr) * pc + fpr * (1 - pc);
}

/**
 * All ROC points of one cost at one pc: a line of slope (1 - pc) / pc, cut to the unit square.
 *
 * Worked out in (fpr, miss rate), where the line is pc * miss + (1 - pc) * fpr = cost and no slope
 * is infinite: pc = 0 gives the vertical line fpr = cost, pc = 1 the horizontal one.
 */
export function isoLine(pc: number, cost: number): Segment | null {
  if (!(pc >= 0 && pc <= 1 && cost >= 0 && cost <= 1)) return null;
  const leftEnd =
    cost <= pc ? { fpr: 0, miss: ratio(cost, pc) } : { fpr: (cost - pc) / (1 - pc), miss: 1 };
  const rightEnd =
    cost <= 1 - pc ? { fpr: ratio(cost, 1 - pc), miss: 0 } : { fpr: 1, miss: (cost - 1 + pc) / pc };
  return { x1: leftEnd.fpr, y1: 1 - leftEnd.miss, x2: rightEnd.fpr, y2: 1 - rightEnd.miss };
}

/** 0 / 0 arises where a cost of 0 meets a weight of 0: the whole side of the square qualifies. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

export function slopeAt(pc: number): number {
  return (1 - pc) / pc;
}

/** The pc at which the corners of an edge cost the same. */
export function pcOfEdge(hull: Chain, k: number): number {
  const run = at(hull.fpr, k + 1) - at(hull.fpr, k);
  const rise = at(hull.tpr, k + 1) - at(hull.tpr, k);
  return run / (run + rise);
}

/** The envelope vertex of hull edge k: where its two corners cost the same. */
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
