// Pointers into gestures (hover, click, drag, pinch, zoom, pan), and what a drag moves.

import { movedLimit } from '../geometry/choosing.ts';
import { type Arm, armAt, touchedCorners, turnTo } from '../geometry/hull.ts';
import { clamp, type Point } from '../geometry/lines.ts';
import type { Face } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Axes } from './axes.ts';
import type { Command } from './keys.ts';

/** Pixels that a hand moves without meaning to. */
const STILL = 4;
const WHEEL_ZOOM = 0.002;

/** What a figure does about the gestures that are told apart here. */
export interface Host {
  axes: Axes;
  pixelOf(event: MouseEvent): Point;
  hover(pixel: Point): void;
  leave(): void;
  /** Somebody has pressed here: this figure takes the keys. */
  focus(): void;
  /** Remember what a double click takes back. */
  press(): void;
  click(pixel: Point): void;
  doubleClick(): void;
  /** What a key could ask for as well. */
  perform(command: Command): void;
  take(grip: Grip, pixel: Point): Dragged;
  /** Open the note whose number was pressed. */
  open(grip: NoteGrip): void;
  drop(isKept: boolean): void;
  showBox(box: [Point, Point] | null): void;
}

/** What follows the pointer. */
export interface Dragged {
  to(pixel: Point): void;
}

interface Press {
  id: number;
  start: Point;
  grip: Grip | undefined;
  drag: Dragged | null;
  isBox: boolean;
  isMoving: boolean;
}

/** Tells hovering, clicking, dragging, drawing a box, wheel and pinch apart. */
export class Gestures {
  readonly #host: Host;
  readonly #areas: SVGElement[];
  readonly #pinch = new Pinch();
  #press: Press | null = null;

  constructor(host: Host, areas: SVGElement[]) {
    this.#host = host;
    this.#areas = areas;
    for (const area of areas) {
      area.addEventListener('pointerdown', (event) => this.#down(event));
      area.addEventListener('pointermove', (event) => this.#move(event));
      area.addEventListener('pointerup', (event) => this.#up(event));
      area.addEventListener('pointercancel', (event) => this.#cancel(event));
      area.addEventListener('pointerleave', (event) => this.#leave(event));
      area.addEventListener('touchstart', keepFromScrolling, { passive: false });
      area.addEventListener('dblclick', () => host.doubleClick());
      area.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    }
  }

  get isBusy(): boolean {
    return this.#press?.isMoving ?? false;
  }

  /** Give up what is being dragged; false if nothing is. */
  abandon(): boolean {
    const isMoving = this.isBusy;
    this.#end(false);
    return isMoving;
  }

  #down(event: PointerEvent): void {
    const pixel = this.#host.pixelOf(event);
    this.#pinch.add(event, pixel);
    // Before anything is lit: the figure that loses the keys puts out what is lit.
    this.#host.focus();
    if (this.#pinch.isOn) this.#end(false);
    else if (event.button === 0) this.#start(event, pixel);
  }

  #start(event: PointerEvent, pixel: Point): void {
    this.#host.press();
    this.#host.hover(pixel);
    const target = event.target as SVGElement;
    const grip = target.dataset.grip as Grip | undefined;
    const isBox = event.shiftKey && grip !== 'strip' && grip !== 'forget';
    const drag = grip && !isBox && grip !== 'forget' ? this.#host.take(grip, pixel) : null;
    this.#press = { id: event.pointerId, start: pixel, grip, drag, isBox, isMoving: false };
    if (drag || isBox) {
      event.preventDefault();
      target.setPointerCapture(event.pointerId);
    }
  }

  #move(event: PointerEvent): void {
    const pixel = this.#host.pixelOf(event);
    const pinched = this.#pinch.move(event, pixel);
    if (pinched) this.#host.axes.zoomBy(pinched.factor, pinched.about);
    else this.#moveOne(event, pixel);
  }

  #moveOne(event: PointerEvent, pixel: Point): void {
    const press = this.#press;
    if (press?.id === event.pointerId && far(press.start, pixel)) press.isMoving = true;
    if (press?.isMoving && press.isBox) this.#host.showBox([press.start, pixel]);
    else if (press?.isMoving && press.drag) this.#drag(press.drag, pixel);
    else if (isOfNote((event.target as SVGElement).dataset.grip)) this.#host.leave();
    else this.#host.hover(pixel);
  }

  /** What is dragged is what is spoken of: nothing else is lit meanwhile. */
  #drag(drag: Dragged, pixel: Point): void {
    this.#host.leave();
    drag.to(pixel);
  }

  #up(event: PointerEvent): void {
    this.#pinch.drop(event);
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const pixel = this.#host.pixelOf(event);
    this.#end(true);
    if (press.isMoving && press.isBox) this.#host.axes.zoomTo(press.start, pixel);
    if (!press.isMoving && !press.isBox) this.#click(press.grip, pixel);
  }

  #click(grip: Grip | undefined, pixel: Point): void {
    if (isOfNote(grip)) this.#host.open(grip);
    else if (grip === 'forget') this.#host.perform({ do: 'forget' });
    else if (grip !== 'strip') this.#host.click(pixel);
  }

  #cancel(event: PointerEvent): void {
    this.#pinch.drop(event);
    this.#end(false);
  }

  #end(isKept: boolean): void {
    const press = this.#press;
    this.#press = null;
    if (press?.isBox) this.#host.showBox(null);
    if (press?.drag) this.#host.drop(isKept);
  }

  #leave(event: PointerEvent): void {
    // From the figure onto a grip and back is not leaving.
    const next = event.relatedTarget;
    if (this.isBusy || (next instanceof Node && this.#areas.some((area) => area.contains(next)))) {
      return;
    }
    this.#host.leave();
  }

  /** The plain wheel scrolls the page. A pinch on a touch pad comes as wheel with ctrl. */
  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const isLines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    const delta = event.deltaY * (isLines ? 16 : 1);
    this.#host.axes.zoomBy(Math.exp(delta * WHEEL_ZOOM), this.#host.pixelOf(event));
  }
}

/**
 * A finger on a handle drags it, and two fingers zoom; one finger elsewhere may scroll the page.
 *
 * Chromium was seen to scroll with a finger on an SVG element whose `touch-action` is none.
 */
function keepFromScrolling(event: TouchEvent): void {
  const { dataset, classList } = event.target as SVGElement;
  const isHandle = dataset.grip !== undefined && !classList.contains('cc-grip-body');
  if ((isHandle || event.touches.length > 1) && event.cancelable) event.preventDefault();
}

function far(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > STILL;
}

// ---- Two fingers

interface Touch {
  pointerId: number;
  pointerType: string;
}

/** Two fingers on one figure: how much further apart they are, and about which place. */
export class Pinch {
  readonly #fingers = new Map<number, Point>();

  add({ pointerId, pointerType }: Touch, pixel: Point): void {
    if (pointerType === 'touch') this.#fingers.set(pointerId, pixel);
  }

  drop({ pointerId }: Touch): void {
    this.#fingers.delete(pointerId);
  }

  get isOn(): boolean {
    return this.#fingers.size === 2;
  }

  /** The factor by which what is shown becomes larger: below 1 when fingers move apart. */
  move({ pointerId }: Touch, pixel: Point): { factor: number; about: Point } | null {
    if (!this.isOn || !this.#fingers.has(pointerId)) return null;
    const before = this.#distance();
    this.#fingers.set(pointerId, pixel);
    const after = this.#distance();
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    const about = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return after > 0 && before > 0 ? { factor: before / after, about } : null;
  }

  #distance(): number {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
}

// ---- What a pressed pointer takes hold of, and how far it may be moved

/**
 * What can be taken hold of: the operating point, the range and its ends, a criterion's limit.
 *
 * The strip along the axis makes a new range, and the range's x can only be clicked.
 */
export type Grip = 'pc' | 'low' | 'high' | 'range' | 'limit' | 'strip' | 'forget' | NoteGrip;

/** The number of a note, by the note's id. */
export type NoteGrip = `note:${string}`;

const NOTE = 'note:';
export const isOfNote = (grip: string | undefined): grip is NoteGrip =>
  grip?.startsWith(NOTE) ?? false;
export const noteOf = (grip: NoteGrip): string => grip.slice(NOTE.length);

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
