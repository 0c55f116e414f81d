// Rows of the tables.

import { ownerOf } from '../geometry/hull.ts';
import { at, envelopeVertex } from '../geometry/lines.ts';
import type { Hull } from '../wire/state.ts';
import { decimal, number } from './numbers.ts';
import { type Subject, who } from './subject.ts';

export const MOST_ROWS = 500;

const rounded = (value: number) => number(value, 6);
const threshold = (value: number) => (Number.isNaN(value) ? '–' : decimal(value));

/** Corners of the joint hull: owner, threshold, fpr, tpr, and the pc between which each wins. */
export function cornerRows(subject: Subject, hull: Hull): string[][] {
  const last = hull.fpr.length - 1;
  return Array.from({ length: hull.owner.length }, (_, i) => [
    who(subject, ownerOf(hull, i)),
    threshold(at(hull.threshold, i)),
    rounded(at(hull.fpr, i)),
    rounded(at(hull.tpr, i)),
    rounded(i === 0 ? 0 : envelopeVertex(hull, i - 1).x),
    rounded(i === last ? 1 : envelopeVertex(hull, i).x),
  ]);
}

/** Drawn thresholds, at most so many, and how many there are in all. */
export function thresholdRows({ points, names }: Subject): { rows: string[][]; count: number } {
  const rows: string[][] = [];
  let count = 0;
  for (let i = 0; i < points.fpr.length; i++) {
    if (Number.isNaN(at(points.fpr, i))) continue;
    count++;
    if (rows.length === MOST_ROWS) continue;
    rows.push([
      names[points.owner[i] as number] ?? '',
      threshold(at(points.threshold, i)),
      rounded(at(points.fpr, i)),
      rounded(at(points.tpr, i)),
    ]);
  }
  return { rows, count };
}
