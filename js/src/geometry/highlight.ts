// What the pointer lights: what is nearest, what belongs to it, what a figure shows of it.

import type { Hull, Points } from '../wire/state.ts';
import { within } from './labels.ts';
import {
  at,
  type Chain,
  clamp,
  costLine,
  envelopeVertex,
  expectedCost,
  hullEdge,
  isoLine,
  type Point,
  type Segment,
} from './lines.ts';
import type { Frame } from './scales.ts';

// ---- What is nearest to the pointer

/** Pixels per unit along x and y: distances are judged as the eye sees them. */
export interface Zoom {
  x: number;
  y: number;
}

export interface Found {
  index: number;
  /** In pixels. */
  distance: number;
}

function nearest(count: number, distanceTo: (i: number) => number): Found | null {
  let index = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const d = distanceTo(i);
    if (d < distance) {
      distance = d;
      index = i;
    }
  }
  return index < 0 ? null : { index, distance };
}

/** Plain loops: of a hundred classifiers there are tens of thousands, at each move of the mouse. */
export function nearestPoint({ fpr, tpr }: Points, p: Point, zoom: Zoom): Found | null {
  let index = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < fpr.length; i++) {
    const dx = (at(fpr, i) - p.x) * zoom.x;
    const dy = (at(tpr, i) - p.y) * zoom.y;
    const squared = dx * dx + dy * dy;
    if (squared < least) {
      least = squared;
      index = i;
    }
  }
  return index < 0 ? null : { index, distance: Math.sqrt(least) };
}

/** Perpendicular distance to each cost line, taken as running on beyond pc = 0 and 1. */
export function nearestLine({ fpr, tpr }: Points, p: Point, zoom: Zoom): Found | null {
  const bend = (zoom.y * zoom.y) / (zoom.x * zoom.x);
  let index = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < fpr.length; i++) {
    const start = at(fpr, i);
    const rise = 1 - at(tpr, i) - start;
    const gap = start + rise * p.x - p.y;
    const squared = (gap * gap) / (1 + rise * rise * bend);
    if (squared < least) {
      least = squared;
      index = i;
    }
  }
  return index < 0 ? null : { index, distance: Math.sqrt(least) * zoom.y };
}

export function nearestEdge(hull: Chain, p: Point, zoom: Zoom): Found | null {
  return nearest(hull.fpr.length - 1, (k) => distanceToSegment(hullEdge(hull, k), p, zoom));
}

export function nearestVertex(hull: Chain, p: Point, zoom: Zoom): Found | null {
  return nearest(hull.fpr.length - 1, (k) => {
    const vertex = envelopeVertex(hull, k);
    return Math.hypot((vertex.x - p.x) * zoom.x, (vertex.y - p.y) * zoom.y);
  });
}

function distanceToSegment(s: Segment, p: Point, zoom: Zoom): number {
  const dx = (s.x2 - s.x1) * zoom.x;
  const dy = (s.y2 - s.y1) * zoom.y;
  const px = (p.x - s.x1) * zoom.x;
  const py = (p.y - s.y1) * zoom.y;
  const along = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - along * dx, py - along * dy);
}

// ---- What is lit, and what belongs to it

export type Space = 'roc' | 'cost';

/**
 * What lies under the cursor: a threshold, a hull edge with its envelope vertex, or a free place.
 *
 * On its way from one threshold to the next a point is lit where it is `moving`.
 */
export type Hover =
  | { kind: 'point'; index: number; moving?: Point }
  | { kind: 'edge'; index: number }
  | { kind: 'free'; space: Space; x: number; y: number };

/** What one space shows of a hover. */
export interface Lit {
  dot: Point | null;
  line: Segment | null;
  /** The part of the line that belongs to the hull. */
  edge: Segment | null;
}

export type Highlight = Record<Space, Lit>;

/** Lines shorter than this are hardly seen. */
const SHORT = 0.03;

const DARK: Lit = { dot: null, line: null, edge: null };

/** Whether a hover still means something: its index is there, its classifier is not hidden. */
export function isShown(hover: Hover, points: Points, hull: Chain): boolean {
  if (hover.kind === 'point') {
    return hover.index < points.fpr.length && !Number.isNaN(at(points.fpr, hover.index));
  }
  return hover.kind === 'free' || hover.index < hull.fpr.length - 1;
}

export function sameHover(a: Hover, b: Hover): boolean {
  if (a.kind === 'free' && b.kind === 'free') {
    return a.space === b.space && a.x === b.x && a.y === b.y;
  }
  return a.kind === b.kind && a.kind !== 'free' && b.kind !== 'free' && a.index === b.index;
}

export function highlight(hover: Hover | null, points: Points, hull: Chain): Highlight {
  if (hover === null || !isShown(hover, points, hull)) return { roc: DARK, cost: DARK };
  if (hover.kind === 'point') {
    const { x, y } = hover.moving ?? {
      x: at(points.fpr, hover.index),
      y: at(points.tpr, hover.index),
    };
    return pointHighlight(x, y);
  }
  if (hover.kind === 'edge') {
    const vertex = envelopeVertex(hull, hover.index);
    const line = isoLine(vertex.x, vertex.y);
    return {
      roc: { dot: null, line, edge: hullEdge(hull, hover.index) },
      cost: { ...DARK, dot: vertex },
    };
  }
  if (hover.space === 'roc') return pointHighlight(hover.x, hover.y);
  const line = isoLine(hover.x, hover.y);
  return {
    roc: { ...DARK, line, dot: line && tooShort(line) },
    cost: { ...DARK, dot: { x: hover.x, y: hover.y } },
  };
}

/** Where a line that only cuts off a corner would not be seen. */
function tooShort({ x1, y1, x2, y2 }: Segment): Point | null {
  const isShort = Math.hypot(x2 - x1, y2 - y1) < SHORT;
  return isShort ? { x: (x1 + x2) / 2, y: (y1 + y2) / 2 } : null;
}

function pointHighlight(fpr: number, tpr: number): Highlight {
  return {
    roc: { ...DARK, dot: { x: fpr, y: tpr } },
    cost: { ...DARK, line: costLine(fpr, tpr) },
  };
}

/** What the cursor can take hold of. */
export interface Touchable {
  points: Points;
  hull: Chain;
}

const NO_HULL: Chain = { fpr: new Float64Array(), tpr: new Float64Array() };

/**
 * Without thin lines only thresholds on the hull are lit, for their lines are parts of the envelope;
 * without the hull no edge is.
 */
export function touchable(
  points: Points,
  hull: Hull,
  shown: { lines: boolean; hull: boolean },
): Touchable {
  const edges = shown.hull ? hull : NO_HULL;
  if (shown.lines) return { points, hull: edges };
  const kept = new Set(shown.hull ? hull.point : []);
  const only = (rates: Float64Array) => rates.map((rate, i) => (kept.has(i) ? rate : Number.NaN));
  return { points: { ...points, fpr: only(points.fpr), tpr: only(points.tpr) }, hull: edges };
}

/** In ROC space points win over hull edges, edges over the free place. */
export function pickRoc(p: Point, zoom: Zoom, snap: number, points: Points, hull: Chain): Hover {
  const point = nearestPoint(points, p, zoom);
  if (point && point.distance <= snap) return { kind: 'point', index: point.index };
  const edge = nearestEdge(hull, p, zoom);
  if (edge && edge.distance <= snap / 2) return { kind: 'edge', index: edge.index };
  return { kind: 'free', space: 'roc', ...p };
}

/** In cost space an envelope vertex wins when it is really meant: lines crowd around it. */
export function pickCost(p: Point, zoom: Zoom, snap: number, points: Points, hull: Chain): Hover {
  const vertex = nearestVertex(hull, p, zoom);
  if (vertex && vertex.distance <= snap / 2) return { kind: 'edge', index: vertex.index };
  const line = nearestLine(points, p, zoom);
  if (line && line.distance <= snap) return { kind: 'point', index: line.index };
  return { kind: 'free', space: 'cost', ...p };
}

// ---- What a figure shows of it, and how it points to what it cannot show

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
