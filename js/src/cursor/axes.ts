// Pixels to numbers of the axes and back, and where ticks stand, also while a figure is zoomed.

import type { Zoom } from '../geometry/highlight.ts';
import { clamp, type Point, type Segment } from '../geometry/lines.ts';
import {
  type Frame,
  fromScale,
  isHome,
  stretchAt,
  toScale,
  type XMap,
  zoomAbout,
  zoomToBox,
} from '../geometry/scales.ts';
import type { FigureView, ScaleView } from './figure.ts';

/** Steps of a line that a bent axis bends. */
const BENT_STEPS = 48;

/** Both scales of a figure: data to pixels of the plot area and back. */
export class Axes {
  readonly #figure: FigureView;
  readonly #x: ScaleView;
  readonly #y: ScaleView;
  readonly #homeX: Home;
  readonly #homeY: Home;
  map: XMap;

  constructor(figure: FigureView, x: ScaleView, y: ScaleView, map: XMap) {
    this.#figure = figure;
    this.#x = x;
    this.#y = y;
    this.map = map;
    this.#homeX = Home.of(x.model);
    this.#homeY = Home.of(y.model);
  }

  /** Follow the size of the plot area. */
  fit(): void {
    this.#x.setRange(this.#figure.padded_range('x', this.#x.model));
    this.#y.setRange(this.#figure.padded_range('y', this.#y.model));
  }

  get width(): number {
    return this.#figure.plotareaWidth;
  }

  get height(): number {
    return this.#figure.plotareaHeight;
  }

  /** Whether straight lines are bent. */
  get isBent(): boolean {
    return this.map !== 'pc';
  }

  /** Pixels per unit of data about this place. */
  zoomAt(p: Point): Zoom {
    const { x, y } = this.frame;
    const perUnit = this.width / (x[1] - x[0]);
    return { x: perUnit * stretchAt(this.map, p.x), y: this.height / (y[1] - y[0]) };
  }

  toPixels(p: Point): Point {
    return { x: this.pixelOfX(p.x), y: this.#y.scale(p.y) };
  }

  /** Of an end that lies infinitely far off, the pixel at the rim of the whole figure. */
  pixelOfX(x: number): number {
    const u = toScale(this.map, x);
    const [least, most] = this.home.x;
    return this.#x.scale(this.isBent ? clamp(u, least, most) : u);
  }

  segmentToPixels(s: Segment): Segment {
    const start = this.toPixels({ x: s.x1, y: s.y1 });
    const end = this.toPixels({ x: s.x2, y: s.y2 });
    return { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
  }

  /** The pixels of a line of cost space as a bent axis shows it. */
  bend(s: Segment): Point[] {
    const [least, most] = this.home.x;
    const pixels: Point[] = [];
    for (let i = 0; i <= BENT_STEPS; i++) {
      const u = least + (i / BENT_STEPS) * (most - least);
      const x = fromScale(this.map, u);
      const y = s.y1 + ((x - s.x1) / (s.x2 - s.x1)) * (s.y2 - s.y1);
      pixels.push({ x: this.#x.scale(u), y: this.#y.scale(y) });
    }
    return pixels;
  }

  /** The place under a pixel; pixels beside the plot area count as its rim. */
  toData(pixel: Point): Point {
    const { x, y } = this.#unitsAt(pixel);
    return { x: fromScale(this.map, x), y };
  }

  /** As `toData`, and the rim of a bent axis is where pc is 0 and 1. */
  toChoice(pixel: Point): Point {
    const { x, y } = this.#unitsAt(pixel);
    const [least, most] = this.home.x;
    if (this.isBent && x <= least) return { x: 0, y };
    if (this.isBent && x >= most) return { x: 1, y };
    return { x: fromScale(this.map, x), y };
  }

  #unitsAt(pixel: Point): Point {
    return {
      x: this.#x.scale.invert(clamp(pixel.x, 0, this.width)),
      y: this.#y.scale.invert(clamp(pixel.y, 0, this.height)),
    };
  }

  /** Whether a pixel lies in the plot area, or so little beside it that a dot still shows. */
  shows(pixel: Point, rim = 2): boolean {
    return (
      pixel.x >= -rim &&
      pixel.x <= this.width + rim &&
      pixel.y >= -rim &&
      pixel.y <= this.height + rim
    );
  }

  get home(): Frame {
    return { x: this.#homeX.limits, y: this.#homeY.limits };
  }

  get frame(): Frame {
    return { x: this.#homeX.shown, y: this.#homeY.shown };
  }

  /** The frame in units of the data. */
  get dataFrame(): Frame {
    const { x, y } = this.frame;
    return { x: [fromScale(this.map, x[0]), fromScale(this.map, x[1])], y };
  }

  get isZoomed(): boolean {
    return !isHome(this.frame, this.home);
  }

  /** Whether some of what is drawn lies outside. */
  get isPart(): boolean {
    const [least, most] = this.home.x;
    return this.isZoomed || most - least < 1;
  }

  zoomBy(factor: number, pixel: Point): void {
    this.#show(zoomAbout(this.frame, this.home, this.#unitsAt(pixel), factor));
  }

  zoomTo(a: Point, b: Point): void {
    this.#show(zoomToBox(this.home, this.#unitsAt(a), this.#unitsAt(b)));
  }

  reset(): void {
    this.#show(this.home);
  }

  /** Show this unzoomed from now on. */
  moveHome({ x, y }: Partial<Frame>): void {
    if (x) this.#homeX.move(x);
    if (y) this.#homeY.move(y);
  }

  #show(frame: Frame): void {
    this.#homeX.zoom(frame.x);
    this.#homeY.zoom(frame.y);
  }
}

// ---- What a scale shows unzoomed

/** The part of a scale's model that says what is shown. */
export interface Scale {
  get(name: 'min' | 'max'): number | null;
  set(limits: { min: number; max: number }): unknown;
  on(events: string, react: () => void): unknown;
}

/**
 * What a scale shows unzoomed.
 *
 * All views of a figure share its scales, and Python may move them while no view is on the page.
 * So this belongs to the scale and lives as long: who looks, and when, is of no account.
 */
export class Home {
  static readonly #of = new WeakMap<Scale, Home>();
  readonly #scale: Scale;
  #limits: [number, number];
  #isZooming = false;

  static of(scale: Scale): Home {
    let home = Home.#of.get(scale);
    if (!home) {
      home = new Home(scale);
      Home.#of.set(scale, home);
    }
    return home;
  }

  private constructor(scale: Scale) {
    this.#scale = scale;
    this.#limits = this.shown;
    scale.on('change:min', () => this.#adopt(0));
    scale.on('change:max', () => this.#adopt(1));
  }

  get limits(): [number, number] {
    return this.#limits;
  }

  get shown(): [number, number] {
    return [this.#scale.get('min') ?? 0, this.#scale.get('max') ?? 1];
  }

  /** Set without saving: Python does the same when it hears of it. */
  move(limits: [number, number]): void {
    if (this.#limits.every((limit, end) => limit === limits[end])) return;
    this.#limits = limits;
    this.zoom(limits);
  }

  /** Set without saving: how deep one looks is nobody else's business. */
  zoom([min, max]: [number, number]): void {
    this.#isZooming = true;
    try {
      this.#scale.set({ min, max });
    } finally {
      this.#isZooming = false;
    }
  }

  /** Python has moved an end: there it is at home from now on. */
  #adopt(end: 0 | 1): void {
    if (this.#isZooming) return;
    const limits = this.#limits;
    this.#limits = end === 0 ? [this.shown[0], limits[1]] : [limits[0], this.shown[1]];
  }
}

// ---- Where ticks stand: 1, 2 or 5 tenths apart

/** Pixels from tick to tick, about. */
const APART = 60;
const FEWEST = 2;
const MOST = 6;
/** Shares of a step by which sums of floats may be off. */
const SLIP = 1e-9;

/** Round numbers in a range, few enough for its length in pixels. */
export function ticksIn([low, high]: readonly [number, number], length: number): number[] {
  const most = clamp(Math.round(length / APART), FEWEST, MOST);
  let step = roundStep((high - low) / most);
  // Of a coarse step only one may fall into the range.
  if (whole(low, high, step).length < FEWEST) step = roundStep((high - low) / (2 * most));
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - SLIP));
  return whole(low, high, step).map((place) => Number((place * step).toFixed(digits)));
}

/** Numbers of whole steps in a range. */
function whole(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - SLIP);
  const count = Math.floor(high / step + SLIP) - first + 1;
  return Array.from({ length: count }, (_, i) => first + i);
}

/** The next of 1, 2, 5 tenths, hundredths, ... */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((one) => one * power >= least * (1 - SLIP)) ?? 10;
  return factor * power;
}

/** Places of the ticks in a range: the chosen ones, or round numbers where none are chosen. */
export function ticksOf(
  chosen: ArrayLike<number> | null,
  shown: readonly [number, number],
  length: number,
): number[] {
  return chosen?.length ? seen(chosen, shown) : ticksIn(shown, length);
}

function seen(places: ArrayLike<number>, [low, high]: readonly [number, number]): number[] {
  const slip = SLIP * (high - low);
  const inside = Array.from(places).filter((one) => one >= low - slip && one <= high + slip);
  return inside.length > 0 ? inside : Array.from(places);
}
