// What a figure shows of what is lit, and how it points to what it cannot show.

import type { Points } from '../wire/arrays.ts';
import type { Lit, Space } from './highlight.ts';
import { within } from './labels.ts';
import { expectedCost } from './lines.ts';
import type { Frame } from './scales.ts';
import { at, clamp, type Point, type Segment } from './shapes.ts';

/** An arrow at the rim of a figure, and the number that is found where it points to. */
export interface Arrow {
  at: Point;
  /** Where it points to, outside. */
  to: Point;
  tells:
    | { kind: 'end'; end: 'left' | 'right'; cost: number }
    | { kind: 'rates'; fpr: number; tpr: number }
    | { kind: 'cost'; cost: number };
}

/** The arrows that a figure needs besides what it shows of this; `frame` in units of the data. */
export function arrowsOf(lit: Lit, space: Space, frame: Frame): Arrow[] {
  if (space === 'cost' && lit.line) return endsOutside(lit.line, frame);
  const place = lit.dot ?? middleOf(lit.edge ?? lit.line);
  if (place === null || isWithin(place, frame)) return [];
  if (lit.dot === null && lit.line && middleSeen(lit.line, frame)) return [];
  return [{ at: nearestWithin(place, frame), to: place, tells: toldOf(lit, place, space) }];
}

function toldOf({ dot, line }: Lit, place: Point, space: Space): Arrow['tells'] {
  if (space === 'cost') return { kind: 'cost', cost: place.y };
  if (dot || !line) return { kind: 'rates', fpr: place.x, tpr: place.y };
  const [run, rise] = [line.x2 - line.x1, line.y2 - line.y1];
  return { kind: 'cost', cost: expectedCost(line.x1, line.y1, run / (run + rise)) };
}

/** A cost line runs through all of pc: where it is too high, or too low, it points to its end. */
function endsOutside({ x1, y1, x2, y2 }: Segment, { x, y }: Frame): Arrow[] {
  const heightAt = (place: number) => y1 + ((place - x1) / (x2 - x1)) * (y2 - y1);
  const found: Arrow[] = [];
  for (const [end, here, cost] of [
    ['left', x[0], y1],
    ['right', x[1], y2],
  ] as const) {
    const height = heightAt(here);
    const rim = clamp(height, y[0], y[1]);
    if (rim === height) continue;
    const crossing = x1 + ((rim - y1) / (y2 - y1)) * (x2 - x1);
    const leaves = crossing >= x[0] && crossing <= x[1] ? crossing : here;
    const at = { x: leaves, y: rim };
    found.push({ at, to: { x: here, y: height }, tells: { kind: 'end', end, cost } });
  }
  return found;
}

/** The middle of what a frame shows of a line; null where that is nothing. */
export function middleSeen({ x1, y1, x2, y2 }: Segment, { x, y }: Frame): Point | null {
  const box = { left: x[0], right: x[1], top: y[0], bottom: y[1] };
  const [from, to] = within({ x1, y1, x2, y2 }, box);
  const share = (from + to) / 2;
  return from <= to ? { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) } : null;
}

/** Whether the cost line of a point runs through a frame. */
export function isAcross({ fpr, tpr }: Points, i: number, { x, y }: Frame): boolean {
  const [start, end] = [at(fpr, i), 1 - at(tpr, i)];
  const [left, right] = [start + x[0] * (end - start), start + x[1] * (end - start)];
  return Math.max(left, right) >= y[0] && Math.min(left, right) <= y[1];
}

export function isWithin(place: Point, { x, y }: Frame): boolean {
  return place.x >= x[0] && place.x <= x[1] && place.y >= y[0] && place.y <= y[1];
}

const nearestWithin = (place: Point, { x, y }: Frame): Point => ({
  x: clamp(place.x, ...x),
  y: clamp(place.y, ...y),
});

const middleOf = (line: Segment | null): Point | null =>
  line && { x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2 };
