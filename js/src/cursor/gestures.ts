// Pointer gestures (hover, click, drag, pinch, zoom, pan), and what dragging changes.

import { withMovedLimit } from '../geometry/choosing.ts';
import { type Arm, armAt, contactCorners, tangentPc } from '../geometry/hull.ts';
import { clamp, type Point } from '../geometry/lines.ts';
import type { FigureKind } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { FigureAxes } from './axes.ts';
import type { Command } from './keys.ts';

/** Pixels that a click may move. */
const CLICK_TOLERANCE = 4;
const WHEEL_ZOOM = 0.002;

/** Responses of a figure to gestures. */
export interface GestureHost {
  axes: FigureAxes;
  pixelOf(event: MouseEvent): Point;
  hover(pixel: Point): void;
  leave(): void;
  /** Take the keyboard focus. */
  focus(): void;
  /** Store the pins, so that a double click can restore them. */
  rememberPins(): void;
  click(pixel: Point): void;
  doubleClick(): void;
  /** Execute a command that can also be triggered by a key. */
  perform(command: Command): void;
  startDrag(grip: Grip, pixel: Point): DragTarget;
  openNote(grip: NoteGrip): void;
  endDrag(isCommitted: boolean): void;
  showBox(box: [Point, Point] | null): void;
}

/** Receives the moves of a drag. */
export interface DragTarget {
  to(pixel: Point): void;
}

interface Press {
  id: number;
  start: Point;
  grip: Grip | undefined;
  drag: DragTarget | null;
  isBox: boolean;
  isMoving: boolean;
}

/** Recognizes hover, click, drag, box, wheel and pinch. */
export class Gestures {
  readonly #host: GestureHost;
  readonly #areas: SVGElement[];
  readonly #pinch = new Pinch();
  #press: Press | null = null;

  constructor(host: GestureHost, areas: SVGElement[]) {
    this.#host = host;
    this.#areas = areas;
    for (const area of areas) {
      area.addEventListener('pointerdown', (event) => this.#down(event));
      area.addEventListener('pointermove', (event) => this.#move(event));
      area.addEventListener('pointerup', (event) => this.#up(event));
      area.addEventListener('pointercancel', (event) => this.#cancel(event));
      area.addEventListener('pointerleave', (event) => this.#leave(event));
      area.addEventListener('touchstart', preventScrolling, { passive: false });
      area.addEventListener('dblclick', () => host.doubleClick());
      area.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    }
  }

  get isBusy(): boolean {
    return this.#press?.isMoving ?? false;
  }

  /** Cancel the drag; return false if there is none. */
  cancelDrag(): boolean {
    const isMoving = this.isBusy;
    this.#finish(false);
    return isMoving;
  }

  #down(event: PointerEvent): void {
    const pixel = this.#host.pixelOf(event);
    this.#pinch.add(event, pixel);
    // Before any highlight: a figure that loses the focus clears the highlight.
    this.#host.focus();
    if (this.#pinch.isOn) this.#finish(false);
    else if (event.button === 0) this.#start(event, pixel);
  }

  #start(event: PointerEvent, pixel: Point): void {
    this.#host.rememberPins();
    this.#host.hover(pixel);
    const target = event.target as SVGElement;
    const grip = target.dataset.grip as Grip | undefined;
    const isBox = event.shiftKey && grip !== 'strip' && grip !== 'forget';
    const drag = grip && !isBox && grip !== 'forget' ? this.#host.startDrag(grip, pixel) : null;
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
    else this.#movePointer(event, pixel);
  }

  #movePointer(event: PointerEvent, pixel: Point): void {
    const press = this.#press;
    if (press?.id === event.pointerId && hasMoved(press.start, pixel)) press.isMoving = true;
    if (press?.isMoving && press.isBox) this.#host.showBox([press.start, pixel]);
    else if (press?.isMoving && press.drag) this.#drag(press.drag, pixel);
    else if (isNoteGrip((event.target as SVGElement).dataset.grip)) this.#host.leave();
    else this.#host.hover(pixel);
  }

  /** Clear the highlight during a drag. */
  #drag(drag: DragTarget, pixel: Point): void {
    this.#host.leave();
    drag.to(pixel);
  }

  #up(event: PointerEvent): void {
    this.#pinch.drop(event);
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const pixel = this.#host.pixelOf(event);
    this.#finish(true);
    if (press.isMoving && press.isBox) this.#host.axes.zoomTo(press.start, pixel);
    if (!press.isMoving && !press.isBox) this.#click(press.grip, pixel);
  }

  #click(grip: Grip | undefined, pixel: Point): void {
    if (isNoteGrip(grip)) this.#host.openNote(grip);
    else if (grip === 'forget') this.#host.perform({ do: 'forget' });
    else if (grip !== 'strip') this.#host.click(pixel);
  }

  #cancel(event: PointerEvent): void {
    this.#pinch.drop(event);
    this.#finish(false);
  }

  #finish(isCommitted: boolean): void {
    const press = this.#press;
    this.#press = null;
    if (press?.isBox) this.#host.showBox(null);
    if (press?.drag) this.#host.endDrag(isCommitted);
  }

  #leave(event: PointerEvent): void {
    // Moving between the figure and a grip does not leave the figure.
    const next = event.relatedTarget;
    if (this.isBusy || (next instanceof Node && this.#areas.some((area) => area.contains(next)))) {
      return;
    }
    this.#host.leave();
  }

  /**
   * Zoom with Ctrl; otherwise the wheel scrolls the page. Touchpads send a pinch as wheel with
   * Ctrl.
   */
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
 * Keep drags of handles and pinches from scrolling the page.
 *
 * Chromium scrolls SVG elements even with `touch-action: none`.
 */
function preventScrolling(event: TouchEvent): void {
  const { dataset, classList } = event.target as SVGElement;
  const isHandle = dataset.grip !== undefined && !classList.contains('cc-grip-body');
  if ((isHandle || event.touches.length > 1) && event.cancelable) event.preventDefault();
}

function hasMoved(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > CLICK_TOLERANCE;
}

// ---- Pinch

interface PointerIdentity {
  pointerId: number;
  pointerType: string;
}

/** Two fingers on one figure: the change of their distance, and their midpoint. */
export class Pinch {
  readonly #fingers = new Map<number, Point>();

  add({ pointerId, pointerType }: PointerIdentity, pixel: Point): void {
    if (pointerType === 'touch') this.#fingers.set(pointerId, pixel);
  }

  drop({ pointerId }: PointerIdentity): void {
    this.#fingers.delete(pointerId);
  }

  get isOn(): boolean {
    return this.#fingers.size === 2;
  }

  /** Return the zoom factor, below 1 when the fingers move apart. */
  move({ pointerId }: PointerIdentity, pixel: Point): { factor: number; about: Point } | null {
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

// ---- Dragging

/**
 * Draggable elements: the operating point, the range and its ends, the limit of a criterion.
 *
 * 'strip' along the axis starts a new range; 'forget' removes the range on click.
 */
export type Grip = 'pc' | 'low' | 'high' | 'range' | 'limit' | 'strip' | 'forget' | NoteGrip;

/** Badge of a note, with the id of the note. */
export type NoteGrip = `note:${string}`;

const NOTE = 'note:';
export const isNoteGrip = (grip: string | undefined): grip is NoteGrip =>
  grip?.startsWith(NOTE) ?? false;
export const noteIdOf = (grip: NoteGrip): string => grip.slice(NOTE.length);

/** Within this radius of the pivot the direction of a line is undetermined. */
const HUB_RADIUS = 12;

/** One drag of a grip, from the pixel at which it started. */
export class Drag {
  readonly #duality: DualityModel;
  readonly #axes: FigureAxes;
  readonly #space: FigureKind;
  readonly #grip: Grip;
  /** Offset of the pointer from the grip, so that nothing jumps at the start. */
  readonly #offset: number;
  readonly #start: Point;
  readonly #range: [number, number];
  #arm: Arm | null = null;

  constructor(
    duality: DualityModel,
    axes: FigureAxes,
    space: FigureKind,
    grip: Grip,
    start: Point,
  ) {
    this.#duality = duality;
    this.#axes = axes;
    this.#space = space;
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
    const pc = this.#space === 'roc' ? this.#pcByTurning(pixel) : this.#pcBySliding(pixel);
    if (pc === null) return;
    const [low, high] = this.#range;
    if (this.#grip === 'pc') this.#duality.preview('pc', pc);
    else if (this.#grip === 'low') this.#duality.previewRange([Math.min(pc, high), high]);
    else this.#duality.previewRange([low, Math.max(pc, low)]);
  }

  #pcBySliding(pixel: Point): number {
    return this.#pcAt(pixel.x - this.#offset);
  }

  #pcByTurning(pixel: Point): number | null {
    const { hull } = this.#duality.scene;
    const place = this.#axes.toData(pixel);
    if (this.#arm === null) {
      const hubs = contactCorners(hull, this.#pc).map((corner) => this.#axes.toPixels(corner));
      if (hubs.some((hub) => Math.hypot(hub.x - pixel.x, hub.y - pixel.y) < HUB_RADIUS))
        return null;
      this.#arm = armAt(hull, this.#pc, place);
    }
    return tangentPc(hull, this.#arm, place);
  }

  #shiftRange(pixel: Point): void {
    const axes = this.#axes;
    const [low, high] = this.#range;
    const left = axes.pixelOfX(low);
    const right = axes.pixelOfX(high);
    const rims = [axes.pixelOfX(0), axes.pixelOfX(1)] as const;
    const by = clamp(pixel.x - this.#start.x, rims[0] - left, rims[1] - right);
    this.#duality.previewRange([this.#pcAt(left + by), this.#pcAt(right + by)]);
  }

  #makeRange(pixel: Point): void {
    const [from, to] = [this.#pcAt(this.#start.x), this.#pcAt(pixel.x)];
    this.#duality.previewRange([Math.min(from, to), Math.max(from, to)]);
  }

  #pcAt(x: number): number {
    return clamp(this.#axes.toChoice({ x, y: 0 }).x, 0, 1);
  }

  #moveLimit(pixel: Point): void {
    const criterion = this.#duality.get('criterion');
    if (criterion === null) return;
    const place = this.#axes.toData(pixel);
    // In cost space the limit is the cost at pc = 0, which is the false positive rate.
    const moved = this.#space === 'cost' ? { x: place.y, y: 0 } : place;
    this.#duality.preview('criterion', withMovedLimit(criterion, moved));
  }
}
