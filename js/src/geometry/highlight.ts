// Hit testing under the pointer, and the corresponding highlights in both spaces.

import type {
  DualityState,
  Hull,
  NotePlace,
  PointReference,
  Points,
  Range,
} from '../wire/state.ts';
import { contactAt, tangent } from './hull.ts';
import { clipToBox } from './labels.ts';
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
import type { Viewport } from './scales.ts';

// ---- Nearest items to the pointer

/** Pixels per data unit along x and y: distances are compared in pixels. */
export interface Scale {
  x: number;
  y: number;
}

export interface NearestMatch {
  index: number;
  distance: number;
}

function nearestBy(count: number, distanceTo: (i: number) => number): NearestMatch | null {
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

/**
 * Return the nearest drawn point.
 *
 * Plain loops because a hundred classifiers have tens of thousands of points, checked at each mouse
 * move.
 */
export function nearestPoint({ fpr, tpr }: Points, p: Point, zoom: Scale): NearestMatch | null {
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

/** Return the nearest cost line by perpendicular distance; lines extend beyond pc = 0 and 1. */
export function nearestLine({ fpr, tpr }: Points, p: Point, zoom: Scale): NearestMatch | null {
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

export function nearestEdge(hull: Chain, p: Point, zoom: Scale): NearestMatch | null {
  return nearestBy(hull.fpr.length - 1, (k) => distanceToSegment(hullEdge(hull, k), p, zoom));
}

export function nearestVertex(hull: Chain, p: Point, zoom: Scale): NearestMatch | null {
  return nearestBy(hull.fpr.length - 1, (k) => {
    const vertex = envelopeVertex(hull, k);
    return Math.hypot((vertex.x - p.x) * zoom.x, (vertex.y - p.y) * zoom.y);
  });
}

function distanceToSegment(s: Segment, p: Point, zoom: Scale): number {
  const dx = (s.x2 - s.x1) * zoom.x;
  const dy = (s.y2 - s.y1) * zoom.y;
  const px = (p.x - s.x1) * zoom.x;
  const py = (p.y - s.y1) * zoom.y;
  const along = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - along * dx, py - along * dy);
}

// ---- Highlights

export type Space = 'roc' | 'cost';

/**
 * Item under the cursor: a threshold, a hull edge with its envelope vertex, or a free point.
 *
 * During the threshold sweep, `moving` is the position between two thresholds.
 */
export type Hover =
  | { kind: 'point'; index: number; moving?: Point }
  | { kind: 'edge'; index: number }
  | { kind: 'free'; space: Space; x: number; y: number };

/** Highlighted elements in one space. */
export interface SpaceHighlight {
  dot: Point | null;
  line: Segment | null;
  /** Part of the line that belongs to the hull. */
  edge: Segment | null;
}

export type Highlight = Record<Space, SpaceHighlight>;

/** Shorter lines are hard to see. */
const MIN_VISIBLE_LENGTH = 0.03;

export const NO_HIGHLIGHT: SpaceHighlight = { dot: null, line: null, edge: null };

/** Return whether a hovered item exists and its classifier is visible. */
export function isHoverVisible(hover: Hover, points: Points, hull: Chain): boolean {
  if (hover.kind === 'point') {
    return hover.index < points.fpr.length && !Number.isNaN(at(points.fpr, hover.index));
  }
  return hover.kind === 'free' || hover.index < hull.fpr.length - 1;
}

export function isSameHover(a: Hover, b: Hover): boolean {
  if (a.kind === 'free' && b.kind === 'free') {
    return a.space === b.space && a.x === b.x && a.y === b.y;
  }
  return a.kind === b.kind && a.kind !== 'free' && b.kind !== 'free' && a.index === b.index;
}

export function highlight(hover: Hover | null, points: Points, hull: Chain): Highlight {
  if (hover === null || !isHoverVisible(hover, points, hull))
    return { roc: NO_HIGHLIGHT, cost: NO_HIGHLIGHT };
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
      cost: { ...NO_HIGHLIGHT, dot: vertex },
    };
  }
  if (hover.space === 'roc') return pointHighlight(hover.x, hover.y);
  const line = isoLine(hover.x, hover.y);
  return {
    roc: { ...NO_HIGHLIGHT, line, dot: line && midpointIfShort(line) },
    cost: { ...NO_HIGHLIGHT, dot: { x: hover.x, y: hover.y } },
  };
}

/** Return the midpoint of a line that is too short to see, as at a corner of ROC space. */
function midpointIfShort({ x1, y1, x2, y2 }: Segment): Point | null {
  const isShort = Math.hypot(x2 - x1, y2 - y1) < MIN_VISIBLE_LENGTH;
  return isShort ? { x: (x1 + x2) / 2, y: (y1 + y2) / 2 } : null;
}

function pointHighlight(fpr: number, tpr: number): Highlight {
  return {
    roc: { ...NO_HIGHLIGHT, dot: { x: fpr, y: tpr } },
    cost: { ...NO_HIGHLIGHT, line: costLine(fpr, tpr) },
  };
}

/** Items that the cursor can select. */
export interface PickTargets {
  points: Points;
  hull: Chain;
}

const EMPTY_CHAIN: Chain = { fpr: new Float64Array(), tpr: new Float64Array() };

/**
 * Return the items that can be selected.
 *
 * Without thin lines only thresholds on the hull can be selected; without the hull no edge can.
 */
export function pickTargets(
  points: Points,
  hull: Hull,
  switches: { lines: boolean; hull: boolean },
): PickTargets {
  const edges = switches.hull ? hull : EMPTY_CHAIN;
  if (switches.lines) return { points, hull: edges };
  const onHull = new Set(switches.hull ? hull.point : []);
  const keepOnHull = (rates: Float64Array) =>
    rates.map((rate, i) => (onHull.has(i) ? rate : Number.NaN));
  return {
    points: { ...points, fpr: keepOnHull(points.fpr), tpr: keepOnHull(points.tpr) },
    hull: edges,
  };
}

/** Return the item under the cursor in ROC space: points before hull edges, then a free point. */
export function pickRoc(p: Point, zoom: Scale, snap: number, points: Points, hull: Chain): Hover {
  const point = nearestPoint(points, p, zoom);
  if (point && point.distance <= snap) return { kind: 'point', index: point.index };
  const edge = nearestEdge(hull, p, zoom);
  if (edge && edge.distance <= snap / 2) return { kind: 'edge', index: edge.index };
  return { kind: 'free', space: 'roc', ...p };
}

/**
 * Return the item under the cursor in cost space.
 *
 * A vertex comes first, but only at half the distance, because many lines pass near it.
 */
export function pickCost(p: Point, zoom: Scale, snap: number, points: Points, hull: Chain): Hover {
  const vertex = nearestVertex(hull, p, zoom);
  if (vertex && vertex.distance <= snap / 2) return { kind: 'edge', index: vertex.index };
  const line = nearestLine(points, p, zoom);
  if (line && line.distance <= snap) return { kind: 'point', index: line.index };
  return { kind: 'free', space: 'cost', ...p };
}

// ---- Arrows to what lies outside a figure

/** Arrow at the border of a figure, labelled with the value it points to. */
export interface Arrow {
  at: Point;
  /** Target outside the figure. */
  to: Point;
  label:
    | { kind: 'end'; end: 'left' | 'right'; cost: number }
    | { kind: 'rates'; fpr: number; tpr: number }
    | { kind: 'cost'; cost: number };
}

/** Return the arrows for parts of a highlight outside the viewport, given in data units. */
export function arrowsOf(highlighted: SpaceHighlight, space: Space, frame: Viewport): Arrow[] {
  if (space === 'cost' && highlighted.line) return arrowsToEnds(highlighted.line, frame);
  const place = highlighted.dot ?? midpointOf(highlighted.edge ?? highlighted.line);
  if (place === null || isInViewport(place, frame)) return [];
  if (highlighted.dot === null && highlighted.line && visibleMidpoint(highlighted.line, frame))
    return [];
  return [
    { at: clampToViewport(place, frame), to: place, label: arrowLabel(highlighted, place, space) },
  ];
}

function arrowLabel({ dot, line }: SpaceHighlight, place: Point, space: Space): Arrow['label'] {
  if (space === 'cost') return { kind: 'cost', cost: place.y };
  if (dot || !line) return { kind: 'rates', fpr: place.x, tpr: place.y };
  const [run, rise] = [line.x2 - line.x1, line.y2 - line.y1];
  return { kind: 'cost', cost: expectedCost(line.x1, line.y1, run / (run + rise)) };
}

/** Return arrows to the ends of a cost line that leaves the figure at the top or bottom. */
function arrowsToEnds({ x1, y1, x2, y2 }: Segment, { x, y }: Viewport): Arrow[] {
  const heightAt = (place: number) => y1 + ((place - x1) / (x2 - x1)) * (y2 - y1);
  const arrows: Arrow[] = [];
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
    arrows.push({ at, to: { x: here, y: height }, label: { kind: 'end', end, cost } });
  }
  return arrows;
}

/** Return the midpoint of the visible part of a line; null if no part is visible. */
export function visibleMidpoint({ x1, y1, x2, y2 }: Segment, { x, y }: Viewport): Point | null {
  const box = { left: x[0], right: x[1], top: y[0], bottom: y[1] };
  const [from, to] = clipToBox({ x1, y1, x2, y2 }, box);
  const share = (from + to) / 2;
  return from <= to ? { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) } : null;
}

/** Return whether the cost line of point i crosses a viewport. */
export function crossesViewport({ fpr, tpr }: Points, i: number, { x, y }: Viewport): boolean {
  const [start, end] = [at(fpr, i), 1 - at(tpr, i)];
  const [left, right] = [start + x[0] * (end - start), start + x[1] * (end - start)];
  return Math.max(left, right) >= y[0] && Math.min(left, right) <= y[1];
}

export function isInViewport(place: Point, { x, y }: Viewport): boolean {
  return place.x >= x[0] && place.x <= x[1] && place.y >= y[0] && place.y <= y[1];
}

const clampToViewport = (place: Point, { x, y }: Viewport): Point => ({
  x: clamp(place.x, ...x),
  y: clamp(place.y, ...y),
});

const midpointOf = (line: Segment | null): Point | null =>
  line && { x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2 };

// ---- Positions of notes

/** State that determines where notes are drawn. */
export type NoteContext = Pick<DualityState, 'names' | 'hidden' | 'pc' | 'pc_range'>;

/** Drawing of a note in one space. */
export interface NoteDrawing {
  dot: Point | null;
  lines: Segment[];
  /** Range of pc. */
  span: Range | null;
}

const EMPTY_DRAWING: NoteDrawing = { dot: null, lines: [], span: null };

/** Return the points that a note refers to: one, the two ends of an edge, or none. */
function pointReferences(note: NotePlace): PointReference[] {
  if (note.kind === 'edge') return [note.at.from, note.at.to];
  return note.kind === 'point' || note.kind === 'line' ? [note.at] : [];
}

/** Return whether the place of a note is visible ('here'), hidden or lost. */
export function noteStatus(
  note: NotePlace,
  { names, hidden }: Pick<NoteContext, 'names' | 'hidden'>,
) {
  const spots = pointReferences(note);
  const owners = spots.map(({ classifier }) => classifier && names.indexOf(classifier));
  if (owners.includes(-1) || spots.some(({ fpr }) => fpr === null)) return 'lost';
  return owners.some((owner) => hidden.includes(owner as number)) ? 'hidden' : 'here';
}

/** Return the drawing of a note in both spaces; null if its place is not visible. */
export function noteDrawing(
  note: NotePlace,
  state: NoteContext,
  hull: Chain,
): Record<Space, NoteDrawing> | null {
  if (noteStatus(note, state) !== 'here') return null;
  const places = pointReferences(note).map(({ fpr, tpr }) => ({
    x: fpr as number,
    y: tpr as number,
  }));
  const [first, second] = places;
  if (first && second) return edgeDrawing(first, second);
  if (first) {
    const line = costLine(first.x, first.y);
    return { roc: { ...EMPTY_DRAWING, dot: first }, cost: { ...EMPTY_DRAWING, lines: [line] } };
  }
  const current = state.pc_range ?? (state.pc === null ? null : [state.pc, state.pc]);
  const range = note.kind === 'range' ? note.at.pc : current;
  return range && rangeDrawing(range as Range, hull);
}

/** Return the edge, and the intersection of the cost lines of its ends. */
function edgeDrawing(a: Point, b: Point): Record<Space, NoteDrawing> {
  const roc = { ...EMPTY_DRAWING, lines: [{ x1: a.x, y1: a.y, x2: b.x, y2: b.y }] };
  const [run, rise] = [b.x - a.x, b.y - a.y];
  const pc = run / (run + rise);
  const isSeen = pc >= 0 && pc <= 1;
  const dot = isSeen ? { x: pc, y: expectedCost(a.x, a.y, pc) } : null;
  return { roc, cost: { ...EMPTY_DRAWING, dot } };
}

/** Return the iso-performance lines that touch the hull at both ends, and the range of pc. */
function rangeDrawing(range: Range, hull: Chain): Record<Space, NoteDrawing> {
  const [low, high] = range;
  const ends = low === high ? [low] : [low, high];
  const lines = ends.map((pc) => tangent(hull, pc)).filter((line) => line !== null);
  const dot = low === high ? { x: low, y: contactAt(hull, low).cost } : null;
  return {
    roc: { ...EMPTY_DRAWING, lines },
    cost: { ...EMPTY_DRAWING, dot, span: low === high ? null : range },
  };
}

// ---- The place of a new note

/** Decimals finer than a pointer can resolve are dropped. */
const NOTE_PRECISION = 1e4;
const roundRate = (value: number) =>
  clamp(Math.round(NOTE_PRECISION * value) / NOTE_PRECISION, 0, 1);

/** Return the place of a note written at the highlighted item. */
export function notePlaceAt(
  hover: Hover | null,
  face: Space | 'difference',
  { points, hull }: { points: Points; hull: Hull },
  { names, pc_range: range }: Pick<NoteContext, 'names' | 'pc_range'>,
  pcPointer: number | null,
): NotePlace {
  if (hover?.kind === 'point') {
    const at = pointReference(points, hover.index, names);
    return { kind: face === 'cost' ? 'line' : 'point', at };
  }
  if (hover?.kind === 'edge') {
    const [from, to] = [0, 1].map((end) => pointReference(hull, hover.index + end, names));
    return { kind: 'edge', at: { from: from as PointReference, to: to as PointReference } };
  }
  if (hover?.space === 'roc') {
    const rates = { fpr: roundRate(hover.x), tpr: roundRate(hover.y) };
    return { kind: 'point', at: { classifier: null, threshold: null, ...rates } };
  }
  const pc = hover?.x ?? pcPointer;
  if (pc !== null) return { kind: 'range', at: { pc: [roundRate(pc), roundRate(pc)] } };
  return range ? { kind: 'range', at: { pc: range } } : { kind: 'conditions', at: {} };
}

/** Return a reference to a drawn threshold or a hull corner. */
function pointReference(points: Points, i: number, names: readonly string[]): PointReference {
  const threshold = at(points.threshold, i);
  const classifier = names[points.owner[i] as number] ?? null;
  const isScored = classifier !== null && Number.isFinite(threshold);
  const rates = { fpr: at(points.fpr, i), tpr: at(points.tpr, i) };
  return { classifier, threshold: isScored ? threshold : null, ...rates };
}
