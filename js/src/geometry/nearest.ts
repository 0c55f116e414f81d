// The point or line that is nearest to the pointer.

import type { Points } from '../wire/arrays.ts';
import { envelopeVertex, hullEdge } from './lines.ts';
import { at, type Chain, type Point, type Segment } from './shapes.ts';

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
