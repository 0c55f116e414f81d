// What the figures draw of each classifier: its curve and its part of the hull, in both spaces.

import type { Hull, Points } from '../wire/arrays.ts';
import { envelopeVertex } from './lines.ts';
import { fromScale, toScale, type XMap } from './scales.ts';
import { at, type Chain, clamp, type Point } from './shapes.ts';

type Interval = readonly [number, number];

/** More points than this are a curve, even if nobody knows their thresholds. */
const FEW = 8;

/** Points of one classifier from its first to its last; they are sent one classifier after another. */
export function stretchOf(points: Points, owner: number): readonly [from: number, to: number] {
  const from = points.owner.indexOf(owner);
  return from < 0 ? [0, 0] : [from, points.owner.lastIndexOf(owner) + 1];
}

/** The curve of one classifier as it is drawn: one line, or a dot for each point without an order. */
export function curveOf(points: Points, owner: number): Point[][] {
  const [from, to] = stretchOf(points, owner);
  const places: Point[] = [];
  const inner: Point[] = [];
  let isOrdered = true;
  let isScored = false;
  for (let i = from; i < to; i++) {
    const place = { x: at(points.fpr, i), y: at(points.tpr, i) };
    if (Number.isNaN(place.x)) return [];
    const last = places.at(-1);
    isOrdered &&= !last || (place.x >= last.x && place.y >= last.y);
    const isInner = place.x + place.y > 0 && place.x + place.y < 2;
    if (isInner) inner.push(place);
    isScored ||= isInner && Number.isFinite(at(points.threshold, i));
    places.push(place);
  }
  const isCurve = isOrdered && (isScored || places.length > FEW) && inner.length !== 1;
  return isCurve ? [places] : inner.map((place) => [place]);
}

/** Edges of the joint hull that lead from one corner of an owner to another, or to its ends. */
export function hullParts({ owner, fpr, tpr }: Hull, mine: number): Point[][] {
  const place = (i: number) => ({ x: at(fpr, i), y: at(tpr, i) });
  const edges = runs(fpr.length - 1, (k) => edgeOwner(owner, k) === mine);
  return edges.map(([first, last]) => range(first, last + 1).map(place));
}

/** Who owns edge k: its corners' one owner, a trivial corner belongs to whoever meets it. */
function edgeOwner(owner: Int32Array, k: number): number {
  const [a, b] = [owner[k] as number, owner[k + 1] as number];
  if (a >= 0 && b >= 0 && a !== b) return -1;
  return Math.max(a, b);
}

/** The stretches of an envelope along which its corner is one of those that are asked for. */
export function envelopeParts(hull: Chain, isAskedFor: (corner: number) => boolean): Point[][] {
  const last = hull.fpr.length - 1;
  const vertex = (k: number): Point => {
    if (k < 0) return { x: 0, y: at(hull.fpr, 0) };
    return k < last ? envelopeVertex(hull, k) : { x: 1, y: 1 - at(hull.tpr, last) };
  };
  return runs(last + 1, isAskedFor).map(([first, final]) => range(first - 1, final).map(vertex));
}

/** Steps in which a bent axis bends a line that crosses all of the figure. */
const STEPS = 96;

/** A line of cost space with places enough to be bent. */
export function bent(
  places: readonly Point[],
  map: XMap,
  [least, most]: Interval,
  steps = STEPS,
): Point[] {
  const unit = (x: number) => clamp(toScale(map, x), least, most);
  return places.flatMap((place, i) => {
    const next = places[i + 1];
    if (!next) return [place];
    const [start, stop] = [unit(place.x), unit(next.x)];
    const count = Math.max(1, Math.ceil((steps * (stop - start)) / (most - least)));
    const steepness = next.x > place.x ? (next.y - place.y) / (next.x - place.x) : 0;
    return range(0, count - 1).map((k) => {
      const x = k === 0 ? place.x : fromScale(map, start + (k / count) * (stop - start));
      return { x, y: place.y + steepness * (x - place.x) };
    });
  });
}

/** The first and the last of neighbours for which something holds. */
function runs(count: number, holds: (i: number) => boolean): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    if (!holds(i)) continue;
    const run = found.at(-1);
    if (run && run[1] === i - 1) run[1] = i;
    else found.push([i, i]);
  }
  return found;
}

/** Whole numbers from one to another, both among them. */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
