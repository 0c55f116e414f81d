// What belongs to what is lit: its dual, its line, its vertex.

import type { Hull, Points } from '../wire/arrays.ts';
import { costLine, envelopeVertex, hullEdge, isoLine } from './lines.ts';
import { nearestEdge, nearestLine, nearestPoint, nearestVertex, type Zoom } from './nearest.ts';
import { at, type Chain, type Point, type Segment } from './shapes.ts';

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
