import { expectedCost } from './duality.ts';
import { ALL_NEGATIVE, ALL_POSITIVE, at, type Points } from './shapes.ts';

/** The best that one classifier, or a trivial rule, can do at one pc. */
export interface Candidate {
  /** Position of the classifier, or a trivial rule as `Winners` spells it. */
  owner: number;
  fpr: number;
  tpr: number;
  threshold: number;
  cost: number;
}

const isTrivial = (fpr: number, tpr: number) =>
  (fpr === 0 && tpr === 0) || (fpr === 1 && tpr === 1);

/** Everyone's best at one pc, cheapest first; points with NaN take no part. */
export function ranking(points: Points, pc: number): Candidate[] {
  const best = new Map<number, number>();
  const costs = new Map<number, number>();
  for (let i = 0; i < points.fpr.length; i++) {
    const fpr = at(points.fpr, i);
    const tpr = at(points.tpr, i);
    const cost = expectedCost(fpr, tpr, pc);
    const owner = points.owner[i] as number;
    if (!(cost < (costs.get(owner) ?? Infinity)) || isTrivial(fpr, tpr)) continue;
    best.set(owner, i);
    costs.set(owner, cost);
  }
  const candidates: Candidate[] = [...best].map(([owner, i]) => ({
    owner,
    fpr: at(points.fpr, i),
    tpr: at(points.tpr, i),
    threshold: at(points.threshold, i),
    cost: costs.get(owner) as number,
  }));
  candidates.push(
    { owner: ALL_NEGATIVE, fpr: 0, tpr: 0, threshold: Infinity, cost: pc },
    { owner: ALL_POSITIVE, fpr: 1, tpr: 1, threshold: -Infinity, cost: 1 - pc },
  );
  return candidates.sort((a, b) => a.cost - b.cost);
}

/** Where a classifier beats both trivial rules; null if nowhere. */
export function operatingRange(points: Points, owner: number): [number, number] | null {
  let low = 1;
  let high = 0;
  for (let i = 0; i < points.fpr.length; i++) {
    const fpr = at(points.fpr, i);
    const tpr = at(points.tpr, i);
    if (points.owner[i] !== owner || !(tpr > fpr)) continue;
    low = Math.min(low, fpr / (fpr + tpr));
    high = Math.max(high, (1 - fpr) / (2 - fpr - tpr));
  }
  return low < high ? [low, high] : null;
}

/** The pc at which two points cost the same; null if one is never dearer than the other. */
export function crossing(
  a: { fpr: number; tpr: number },
  b: { fpr: number; tpr: number },
): number | null {
  const flagged = b.fpr - a.fpr;
  const found = b.tpr - a.tpr;
  const pc = flagged / (flagged + found);
  return flagged * found > 0 && pc > 0 && pc < 1 ? pc : null;
}
