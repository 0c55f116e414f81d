import type { Points } from '../wire/state.ts';

// Named as a test so that no package carries it: other tests draw their cases from here.

/** Numbers in [0, 1) for tests, the same on every run (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Points of three classifiers; some on a coarse lattice, where they meet and line up. */
export function randomPoints(next: () => number, count: number): Points {
  const rate = () => (next() < 0.5 ? Math.round(next() * 10) / 10 : next());
  return {
    fpr: Float64Array.from({ length: count }, rate),
    tpr: Float64Array.from({ length: count }, rate),
    threshold: Float64Array.from({ length: count }, next),
    owner: Int32Array.from({ length: count }, (_, i) => Math.floor((3 * i) / count)),
  };
}
