// What a pressed pointer takes hold of, and how far it may be moved.

import { movedLimit } from '../geometry/choosing.ts';
import { type Arm, armAt, touchedCorners, turnTo } from '../geometry/hull.ts';
import { clamp, type Point } from '../geometry/lines.ts';
import type { Face } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Axes } from './axes.ts';

/**
 * What can be taken hold of: the operating point, the range and its ends, a criterion's limit.
 *
 * The strip along the axis makes a new range, and the range's x can only be clicked.
 */
export type Grip = 'pc' | 'low' | 'high' | 'range' | 'limit' | 'strip' | 'forget';

/** So near to the touching corner a line can be turned to any slope: wait. */
const HUB = 12;

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
