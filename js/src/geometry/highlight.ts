// What the pointer lights: what is nearest, what belongs to it, what a figure shows of it.

import type { DualityState, Hull, NotePlace, Points, Range, Spot } from '../wire/state.ts';
import { tangent, touching } from './hull.ts';
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

// ---- Where a note is

/** What notes stand on. */
export type Ground = Pick<DualityState, 'names' | 'hidden' | 'pc' | 'pc_range'>;

/** What one space shows of a note. */
export interface Drawn {
  dot: Point | null;
  lines: Segment[];
  /** A stretch of pc. */
  span: Range | null;
}

const NOTHING: Drawn = { dot: null, lines: [], span: null };

/** The points at which a note is: one, the two ends of an edge, or none. */
function spotsOf(note: NotePlace): Spot[] {
  if (note.kind === 'edge') return [note.at.from, note.at.to];
  return note.kind === 'point' || note.kind === 'line' ? [note.at] : [];
}

/** Whether a note has a place, one that is hidden, or has lost it. */
export function standOf(note: NotePlace, { names, hidden }: Pick<Ground, 'names' | 'hidden'>) {
  const spots = spotsOf(note);
  const owners = spots.map(({ classifier }) => classifier && names.indexOf(classifier));
  if (owners.includes(-1) || spots.some(({ fpr }) => fpr === null)) return 'lost';
  return owners.some((owner) => hidden.includes(owner as number)) ? 'hidden' : 'here';
}

/** What both spaces show of a note; null where it has no place. */
export function drawnNote(
  note: NotePlace,
  ground: Ground,
  hull: Chain,
): Record<Space, Drawn> | null {
  if (standOf(note, ground) !== 'here') return null;
  const places = spotsOf(note).map(({ fpr, tpr }) => ({ x: fpr as number, y: tpr as number }));
  const [first, second] = places;
  if (first && second) return drawnEdge(first, second);
  if (first) {
    const line = costLine(first.x, first.y);
    return { roc: { ...NOTHING, dot: first }, cost: { ...NOTHING, lines: [line] } };
  }
  const now = ground.pc_range ?? (ground.pc === null ? null : [ground.pc, ground.pc]);
  const range = note.kind === 'range' ? note.at.pc : now;
  return range && drawnRange(range as Range, hull);
}

/** The edge, and where the cost lines of its ends cross. */
function drawnEdge(a: Point, b: Point): Record<Space, Drawn> {
  const roc = { ...NOTHING, lines: [{ x1: a.x, y1: a.y, x2: b.x, y2: b.y }] };
  const [run, rise] = [b.x - a.x, b.y - a.y];
  const pc = run / (run + rise);
  const isSeen = pc >= 0 && pc <= 1;
  const dot = isSeen ? { x: pc, y: expectedCost(a.x, a.y, pc) } : null;
  return { roc, cost: { ...NOTHING, dot } };
}

/** The lines of equal cost that touch the hull at the ends, and the stretch of pc. */
function drawnRange(range: Range, hull: Chain): Record<Space, Drawn> {
  const [low, high] = range;
  const ends = low === high ? [low] : [low, high];
  const lines = ends.map((pc) => tangent(hull, pc)).filter((line) => line !== null);
  const dot = low === high ? { x: low, y: touching(hull, low).cost } : null;
  return {
    roc: { ...NOTHING, lines },
    cost: { ...NOTHING, dot, span: low === high ? null : range },
  };
}

// ---- What a note is written at

/** As exactly as a hand can point. */
const EXACT = 1e4;
const near = (value: number) => clamp(Math.round(EXACT * value) / EXACT, 0, 1);

/** The place of a note that is written at what is lit, in one of the figures. */
export function placeAt(
  hover: Hover | null,
  face: Space | 'difference',
  { points, hull }: { points: Points; hull: Hull },
  { names, pc_range: range }: Pick<Ground, 'names' | 'pc_range'>,
  eye: number | null,
): NotePlace {
  if (hover?.kind === 'point') {
    const at = spotAt(points, hover.index, names);
    return { kind: face === 'cost' ? 'line' : 'point', at };
  }
  if (hover?.kind === 'edge') {
    const [from, to] = [0, 1].map((end) => spotAt(hull, hover.index + end, names));
    return { kind: 'edge', at: { from: from as Spot, to: to as Spot } };
  }
  if (hover?.space === 'roc') {
    const rates = { fpr: near(hover.x), tpr: near(hover.y) };
    return { kind: 'point', at: { classifier: null, threshold: null, ...rates } };
  }
  const pc = hover?.x ?? eye;
  if (pc !== null) return { kind: 'range', at: { pc: [near(pc), near(pc)] } };
  return range ? { kind: 'range', at: { pc: range } } : { kind: 'conditions', at: {} };
}

/** A drawn threshold, or a corner of the hull. */
function spotAt(places: Points, i: number, names: readonly string[]): Spot {
  const threshold = at(places.threshold, i);
  const classifier = names[places.owner[i] as number] ?? null;
  const isScored = classifier !== null && Number.isFinite(threshold);
  const rates = { fpr: at(places.fpr, i), tpr: at(places.tpr, i) };
  return { classifier, threshold: isScored ? threshold : null, ...rates };
}
