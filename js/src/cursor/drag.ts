// What a pressed pointer takes hold of, how far it may be moved, and what becomes of a limit.

import { drawnChoices, type Recommended } from '../geometry/choosing.ts';
import { type Arm, armAt, touchedCorners, turnTo } from '../geometry/hull.ts';
import { at, type Chain, clamp, type Point, type Segment } from '../geometry/lines.ts';
import type { Face } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { Owner } from '../wire/schema.ts';
import { type Criterion, choiceOf, type Hull, type Points } from '../wire/state.ts';
import type { Axes } from './axes.ts';
import type { Scene } from './scene.ts';

/**
 * What can be taken hold of: the operating point, the range and its ends, a criterion's limit.
 *
 * The strip along the axis makes a new range, and the range's x can only be clicked.
 */
export type Grip = 'pc' | 'low' | 'high' | 'range' | 'limit' | 'strip' | 'forget';

/** So near to the touching corner a line can be turned to any slope: wait. */
const HUB = 12;
/** By so much rounding may move what a choice uses of a limit. */
const ROUNDING = 1e-12;

/** One drag of one grip, from the pixel at which it was taken. */
export class Drag {
  readonly #duality: DualityModel;
  readonly #axes: Axes;
  readonly #face: Face;
  readonly #grip: Grip;
  /** From the grip to the pointer, so that nothing jumps on being touched. */
  readonly #offset: number;
  readonly #start: Point;
  readonly #range: [number, number];
  #arm: Arm | null = null;

  constructor(duality: DualityModel, axes: Axes, face: Face, grip: Grip, start: Point) {
    this.#duality = duality;
    this.#axes = axes;
    this.#face = face;
    this.#grip = grip;
    this.#start = start;
    this.#range = duality.get('pc_range') ?? [0, 1];
    this.#offset = start.x - axes.pixelOfX(this.#pc);
  }

  get #pc(): number {
    if (this.#grip === 'low' || this.#grip === 'high') {
      const range = this.#duality.get('pc_range') ?? this.#range;
      return range[this.#grip === 'low' ? 0 : 1];
    }
    return this.#duality.get('pc') ?? 0.5;
  }

  to(pixel: Point): void {
    if (this.#grip === 'limit') this.#moveLimit(pixel);
    else if (this.#grip === 'range') this.#shiftRange(pixel);
    else if (this.#grip === 'strip') this.#makeRange(pixel);
    else this.#movePc(pixel);
  }

  #movePc(pixel: Point): void {
    const pc = this.#face === 'roc' ? this.#turned(pixel) : this.#slid(pixel);
    if (pc === null) return;
    const [low, high] = this.#range;
    if (this.#grip === 'pc') this.#duality.try('pc', pc);
    else if (this.#grip === 'low') this.#duality.tryRange([Math.min(pc, high), high]);
    else this.#duality.tryRange([low, Math.max(pc, low)]);
  }

  #slid(pixel: Point): number {
    return this.#pcAt(pixel.x - this.#offset);
  }

  #turned(pixel: Point): number | null {
    const { hull } = this.#duality.scene;
    const place = this.#axes.toData(pixel);
    if (this.#arm === null) {
      const hubs = touchedCorners(hull, this.#pc).map((corner) => this.#axes.toPixels(corner));
      if (hubs.some((hub) => Math.hypot(hub.x - pixel.x, hub.y - pixel.y) < HUB)) return null;
      this.#arm = armAt(hull, this.#pc, place);
    }
    return turnTo(hull, this.#arm, place);
  }

  #shiftRange(pixel: Point): void {
    const axes = this.#axes;
    const [low, high] = this.#range;
    const left = axes.pixelOfX(low);
    const right = axes.pixelOfX(high);
    const rims = [axes.pixelOfX(0), axes.pixelOfX(1)] as const;
    const by = clamp(pixel.x - this.#start.x, rims[0] - left, rims[1] - right);
    this.#duality.tryRange([this.#pcAt(left + by), this.#pcAt(right + by)]);
  }

  #makeRange(pixel: Point): void {
    const [from, to] = [this.#pcAt(this.#start.x), this.#pcAt(pixel.x)];
    this.#duality.tryRange([Math.min(from, to), Math.max(from, to)]);
  }

  #pcAt(x: number): number {
    return clamp(this.#axes.toChoice({ x, y: 0 }).x, 0, 1);
  }

  #moveLimit(pixel: Point): void {
    const criterion = this.#duality.get('criterion');
    if (criterion === null) return;
    const place = this.#axes.toData(pixel);
    // In cost space the limit is a height at pc = 0, where cost is the false positive rate.
    const moved = this.#face === 'cost' ? { x: place.y, y: 0 } : place;
    this.#duality.try('criterion', movedLimit(criterion, moved));
  }
}

// ---- The limit that a criterion draws, and what becomes of it when a hand moves it

/** A limit across ROC space: all points with fpr * `fpr` + tpr * `tpr` = `most`. */
export interface Limit {
  fpr: number;
  tpr: number;
  most: number;
}

/** What a criterion answers: places in ROC space, a mixed one last, and its cost line. */
export interface Answer {
  roc: [number, number][];
  line: [number, number] | null;
}

/** Python's answer; while a limit is being dragged it has none yet, and the hull tells. */
export function answerOf(criterion: Criterion | null, hull: Hull): Answer | null {
  if (criterion === null) return null;
  if (criterion.roc) return { roc: criterion.roc, line: criterion.cost_line ?? null };
  const { limit } = criterion;
  if (!limit || hull.fpr.length === 0) return null;
  const { corners, mixed } = answerWithin(hull, limit);
  const places = corners.length > 1 ? [...corners, mixed] : corners;
  return { roc: places.map(({ x, y }) => [x, y]), line: [mixed.x, 1 - mixed.y] };
}

/** What Python has answered; while a limit is being dragged, what finds most of what is drawn. */
export function chosenBy(
  criterion: Criterion,
  { points, hull, own }: Pick<Scene, 'points' | 'hull' | 'own'>,
): Recommended | null {
  const choice = choiceOf(criterion);
  if (!choice) return criterion.limit ? mostWithin(criterion.limit, points, hull) : null;
  const { owner, threshold, rates } = choice;
  if (owner >= 0 && !own.has(owner)) return null;
  const [fpr, tpr] = rates;
  const point = points.fpr.findIndex(
    (x, i) => x === fpr && points.tpr[i] === tpr && points.owner[i] === owner,
  );
  return { owner, fpr, tpr, threshold: threshold ?? Number.NaN, point };
}

/** Of equal ones that with the least false alarms; lots where without them nobody is found. */
function mostWithin(limit: Limit, points: Points, hull: Hull): Recommended {
  const used = (one: Recommended) => one.fpr * limit.fpr + one.tpr * limit.tpr;
  const [none, ...others] = drawnChoices(points) as [Recommended, ...Recommended[]];
  const best = others
    .filter((one) => used(one) <= limit.most + ROUNDING)
    .reduce((most, one) => (isMore(one, most) ? one : most), none);
  const { mixed } = answerWithin(hull, limit);
  if (best.owner >= 0 || mixed.y <= best.tpr) return best;
  const { x: fpr, y: tpr } = mixed;
  return { owner: Owner.MIXED, fpr, tpr, threshold: Number.NaN, point: Owner.TRIVIAL };
}

const isMore = (one: Recommended, other: Recommended) =>
  one.tpr > other.tpr || (one.tpr === other.tpr && one.fpr < other.fpr);

/** The criterion whose limit runs through this place; its old answer is gone. */
export function movedLimit(criterion: Criterion, { x, y }: Point): Criterion {
  const { roc: _roc, cost_line: _line, pc: _pc, ...told } = criterion;
  const { owner: _owner, threshold: _threshold, rates: _rates, ...words } = told;
  const { rule: _rule, headline: _headline, gain: _gain, mix: _mix, note: _note, ...asked } = words;
  const { limit } = criterion;
  if (!limit) return asked;
  const most = clamp(x, 0, 1) * limit.fpr + clamp(y, 0, 1) * limit.tpr;
  return { ...asked, [limit.number]: most, limit: { ...limit, most } };
}

// ---- The limit on the hull

/** The best that a limit allows: a place on the hull, and the corners that it mixes. */
interface Reached {
  corners: Point[];
  mixed: Point;
}

/** How far up the hull one gets without passing the limit; weights are not negative. */
export function answerWithin(hull: Chain, limit: Limit): Reached {
  const used = (i: number) => at(hull.fpr, i) * limit.fpr + at(hull.tpr, i) * limit.tpr;
  const corner = (i: number): Point => ({ x: at(hull.fpr, i), y: at(hull.tpr, i) });
  const last = hull.fpr.length - 1;
  let k = 0;
  while (k < last && used(k + 1) <= limit.most + ROUNDING) k++;
  const left = limit.most - used(k);
  if (k === last || left <= ROUNDING) return { corners: [corner(k)], mixed: corner(k) };
  const share = clamp(left / (used(k + 1) - used(k)), 0, 1);
  const [from, to] = [corner(k), corner(k + 1)];
  const mixed = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  return { corners: [from, to], mixed };
}

/** The limit as a line across the unit square, null if it lies outside. */
export function limitLine({ fpr, tpr, most }: Limit): Segment | null {
  const places: Point[] = [];
  const add = (x: number, y: number) => {
    const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1;
    if (isInside && !places.some((place) => place.x === x && place.y === y)) places.push({ x, y });
  };
  if (fpr > 0) {
    add(most / fpr, 0);
    add((most - tpr) / fpr, 1);
  }
  if (tpr > 0) {
    add(0, most / tpr);
    add(1, (most - fpr) / tpr);
  }
  const [a, b] = places;
  return a && b ? { x1: a.x, y1: a.y, x2: b.x, y2: b.y } : null;
}
