// Conversion between pixels and data, zoom limits and ticks of a figure.

import type { Scale } from '../geometry/highlight.ts';
import { clamp, type Point, type Segment } from '../geometry/lines.ts';
import {
  fromScale,
  isUnzoomed,
  scaleSlope,
  toScale,
  type Viewport,
  type XMap,
  zoomAbout,
  zoomToBox,
} from '../geometry/scales.ts';
import type { FigureView, ScaleView } from './figure.ts';

/** Segments of a line drawn curved. */
const BENT_STEPS = 48;

/** Both scales of a figure, which convert data to pixels of the plot area and back. */
export class FigureAxes {
  readonly #figure: FigureView;
  readonly #x: ScaleView;
  readonly #y: ScaleView;
  readonly #homeX: HomeLimits;
  readonly #homeY: HomeLimits;
  map: XMap;

  constructor(figure: FigureView, x: ScaleView, y: ScaleView, map: XMap) {
    this.#figure = figure;
    this.#x = x;
    this.#y = y;
    this.map = map;
    this.#homeX = HomeLimits.of(x.model);
    this.#homeY = HomeLimits.of(y.model);
  }

  /** Adapt the scales to the size of the plot area. */
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

  /** Whether straight lines appear curved. */
  get isBent(): boolean {
    return this.map !== 'pc';
  }

  /** Return the pixels per data unit near a point. */
  zoomAt(p: Point): Scale {
    const { x, y } = this.viewport;
    const perUnit = this.width / (x[1] - x[0]);
    return { x: perUnit * scaleSlope(this.map, p.x), y: this.height / (y[1] - y[0]) };
  }

  toPixels(p: Point): Point {
    return { x: this.pixelOfX(p.x), y: this.#y.scale(p.y) };
  }

  /** Return the pixel of x, or that of the border if x is at infinity. */
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

  /** Return the pixels of a cost line on a log-odds axis. */
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

  /** Return the data point at a pixel, limited to the plot area. */
  toData(pixel: Point): Point {
    const { x, y } = this.#unitsAt(pixel);
    return { x: fromScale(this.map, x), y };
  }

  /** Like `toData`, but the borders of a log-odds axis mean pc 0 and 1. */
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

  /** Return whether a pixel is in the plot area, or close enough for a dot to be visible. */
  isInside(pixel: Point, rim = 2): boolean {
    return (
      pixel.x >= -rim &&
      pixel.x <= this.width + rim &&
      pixel.y >= -rim &&
      pixel.y <= this.height + rim
    );
  }

  get home(): Viewport {
    return { x: this.#homeX.limits, y: this.#homeY.limits };
  }

  get viewport(): Viewport {
    return { x: this.#homeX.current, y: this.#homeY.current };
  }

  /** Visible part of the figure in data units. */
  get dataViewport(): Viewport {
    const { x, y } = this.viewport;
    return { x: [fromScale(this.map, x[0]), fromScale(this.map, x[1])], y };
  }

  get isZoomed(): boolean {
    return !isUnzoomed(this.viewport, this.home);
  }

  /** Whether part of the drawing is outside the plot area. */
  get isPartial(): boolean {
    const [least, most] = this.home.x;
    return this.isZoomed || most - least < 1;
  }

  zoomBy(factor: number, pixel: Point): void {
    this.#setViewport(zoomAbout(this.viewport, this.home, this.#unitsAt(pixel), factor));
  }

  zoomTo(a: Point, b: Point): void {
    this.#setViewport(zoomToBox(this.home, this.#unitsAt(a), this.#unitsAt(b)));
  }

  reset(): void {
    this.#setViewport(this.home);
  }

  /** Set the unzoomed limits. */
  setHome({ x, y }: Partial<Viewport>): void {
    if (x) this.#homeX.setLimits(x);
    if (y) this.#homeY.setLimits(y);
  }

  #setViewport(frame: Viewport): void {
    this.#homeX.zoom(frame.x);
    this.#homeY.zoom(frame.y);
  }
}

// ---- Unzoomed limits of a scale

/** The properties of a scale's model that are used here. */
export interface ScaleModel {
  get(name: 'min' | 'max'): number | null;
  set(limits: { min: number; max: number }): unknown;
  on(events: string, react: () => void): unknown;
}

/**
 * Unzoomed limits of a scale.
 *
 * All views of a figure share its scales, and Python may change them while there is no view.
 * Therefore the limits belong to the scale, not to a view.
 */
export class HomeLimits {
  static readonly #of = new WeakMap<ScaleModel, HomeLimits>();
  readonly #scale: ScaleModel;
  #limits: [number, number];
  #isZooming = false;

  static of(scale: ScaleModel): HomeLimits {
    let home = HomeLimits.#of.get(scale);
    if (!home) {
      home = new HomeLimits(scale);
      HomeLimits.#of.set(scale, home);
    }
    return home;
  }

  private constructor(scale: ScaleModel) {
    this.#scale = scale;
    this.#limits = this.current;
    scale.on('change:min', () => this.#adopt(0));
    scale.on('change:max', () => this.#adopt(1));
  }

  get limits(): [number, number] {
    return this.#limits;
  }

  get current(): [number, number] {
    return [this.#scale.get('min') ?? 0, this.#scale.get('max') ?? 1];
  }

  /** Set the limits without saving, because Python sets them as well. */
  setLimits(limits: [number, number]): void {
    if (this.#limits.every((limit, end) => limit === limits[end])) return;
    this.#limits = limits;
    this.zoom(limits);
  }

  /** Set the visible limits without saving: the zoom belongs to the page. */
  zoom([min, max]: [number, number]): void {
    this.#isZooming = true;
    try {
      this.#scale.set({ min, max });
    } finally {
      this.#isZooming = false;
    }
  }

  /** Adopt an end that Python has changed. */
  #adopt(end: 0 | 1): void {
    if (this.#isZooming) return;
    const limits = this.#limits;
    this.#limits = end === 0 ? [this.current[0], limits[1]] : [limits[0], this.current[1]];
  }
}

// ---- Ticks: multiples of 1, 2 or 5 times a power of ten

/** Approximate pixels between ticks. */
const TICK_SPACING = 60;
const MIN_TICKS = 2;
const MAX_TICKS = 6;
/** Tolerance for rounding, as a share of a step. */
const TICK_ROUNDING = 1e-9;

/** Return round numbers in a range; their count depends on its length in pixels. */
export function ticksIn([low, high]: readonly [number, number], length: number): number[] {
  const most = clamp(Math.round(length / TICK_SPACING), MIN_TICKS, MAX_TICKS);
  let step = roundStep((high - low) / most);
  // With a coarse step only one tick might be in the range.
  if (wholeSteps(low, high, step).length < MIN_TICKS) step = roundStep((high - low) / (2 * most));
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - TICK_ROUNDING));
  return wholeSteps(low, high, step).map((place) => Number((place * step).toFixed(digits)));
}

/** Return the integers whose multiples of `step` are in a range. */
function wholeSteps(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - TICK_ROUNDING);
  const count = Math.floor(high / step + TICK_ROUNDING) - first + 1;
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Return the next step of 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor =
    [1, 2, 5].find((multiple) => multiple * power >= least * (1 - TICK_ROUNDING)) ?? 10;
  return factor * power;
}

/** Return the given ticks in a range, or round numbers if none are given. */
export function chooseTicks(
  chosen: ArrayLike<number> | null,
  range: readonly [number, number],
  length: number,
): number[] {
  return chosen?.length ? ticksInside(chosen, range) : ticksIn(range, length);
}

function ticksInside(places: ArrayLike<number>, [low, high]: readonly [number, number]): number[] {
  const slip = TICK_ROUNDING * (high - low);
  const inside = Array.from(places).filter((tick) => tick >= low - slip && tick <= high + slip);
  return inside.length > 0 ? inside : Array.from(places);
}
