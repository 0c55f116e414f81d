import type { Points } from '../wire/state.ts';

// The name ends in .test.ts so that the file is not packaged; other tests import it.

/** Return a reproducible generator of numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Return points of three classifiers, half of them on a coarse grid with ties and collinearity. */
export function randomPoints(next: () => number, count: number): Points {
  const rate = () => (next() < 0.5 ? Math.round(next() * 10) / 10 : next());
  return {
    fpr: Float64Array.from({ length: count }, rate),
    tpr: Float64Array.from({ length: count }, rate),
    threshold: Float64Array.from({ length: count }, next),
    owner: Int32Array.from({ length: count }, (_, i) => Math.floor((3 * i) / count)),
  };
}
