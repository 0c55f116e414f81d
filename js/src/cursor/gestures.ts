// Pointers into gestures: hover, click, drag, pinch, zoom, pan.

import type { Point } from '../geometry/lines.ts';
import type { Axes } from './axes.ts';
import type { Drag, Grip } from './drag.ts';
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
  take(grip: Grip, pixel: Point): Drag;
  drop(isKept: boolean): void;
  showBox(box: [Point, Point] | null): void;
}

interface Press {
  id: number;
  start: Point;
  grip: Grip | undefined;
  drag: Drag | null;
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
    else this.#host.hover(pixel);
  }

  /** What is dragged is what is spoken of: nothing else is lit meanwhile. */
  #drag(drag: Drag, pixel: Point): void {
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
    if (grip === 'forget') this.#host.perform({ do: 'forget' });
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
