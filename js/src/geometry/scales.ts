// Log-odds scale of the pc axis, zooming, and positions of slider handles.

import { clamp, type Point } from './lines.ts';

/** Transform of an x scale: pc itself or its log-odds. */
export type XMap = 'pc' | 'logit';

export function toScale(map: XMap, x: number): number {
  return map === 'pc' ? x : Math.log(x / (1 - x));
}

export function fromScale(map: XMap, u: number): number {
  return map === 'pc' ? u : 1 / (1 + Math.exp(-u));
}

/** Return the derivative of the scale with respect to pc. */
export function scaleSlope(map: XMap, x: number): number {
  return map === 'pc' ? 1 : 1 / Math.max(1e-12, x * (1 - x));
}

/** Return the midpoint of a range on the log-odds scale, or the mean if an end is 0 or 1. */
export function logOddsMidpoint([low, high]: readonly [number, number]): number {
  if (!(low > 0 && low < high && high < 1)) return (low + high) / 2;
  const odds = Math.sqrt((low / (1 - low)) * (high / (1 - high)));
  return Math.min(high, Math.max(low, odds / (1 + odds)));
}

/** Shifts in log-odds keep this distance from 0 and 1. */
const MIN_SHARE = 1e-4;

/** Shift a share by a difference in log-odds; 0 and 1 can only move inwards. */
export function shiftLogOdds(share: number, by: number): number {
  if (by < 0 ? share <= MIN_SHARE : share >= 1 - MIN_SHARE) return share;
  const from = clamp(share, MIN_SHARE, 1 - MIN_SHARE);
  return clamp(fromScale('logit', toScale('logit', from) + by), MIN_SHARE, 1 - MIN_SHARE);
}

// ---- Zooming

/** Visible part of a figure, in units of its scales. */
export interface Viewport {
  x: [number, number];
  y: [number, number];
}

/** Smallest visible share of the whole figure. */
const MIN_ZOOM_SHARE = 1e-4;

type AxisRange = [number, number];

/** Scale an interval about a fixed point, never beyond `home`. */
function scaleInterval(
  current: AxisRange,
  home: AxisRange,
  about: number,
  factor: number,
): AxisRange {
  const fullSpan = home[1] - home[0];
  const span = clamp((current[1] - current[0]) * factor, MIN_ZOOM_SHARE * fullSpan, fullSpan);
  const share = (about - current[0]) / (current[1] - current[0]);
  const start = clamp(about - share * span, home[0], home[1] - span);
  return span === fullSpan ? [...home] : [start, start + span];
}

export function zoomAbout(
  current: Viewport,
  home: Viewport,
  about: Point,
  factor: number,
): Viewport {
  return {
    x: scaleInterval(current.x, home.x, about.x, factor),
    y: scaleInterval(current.y, home.y, about.y, factor),
  };
}

/** Return the viewport between two opposite corners of a box. */
export function zoomToBox(home: Viewport, a: Point, b: Point): Viewport {
  const between = (from: number, to: number, [least, most]: AxisRange): AxisRange => {
    const low = clamp(Math.min(from, to), least, most);
    const high = clamp(Math.max(from, to), least, most);
    const span = Math.max(high - low, MIN_ZOOM_SHARE * (most - least));
    const start = Math.min(low, most - span);
    return [start, Math.min(most, start + span)];
  };
  return { x: between(a.x, b.x, home.x), y: between(a.y, b.y, home.y) };
}

export function isUnzoomed(current: Viewport, home: Viewport): boolean {
  return (['x', 'y'] as const).every((axis) =>
    [0, 1].every((end) => current[axis][end] === home[axis][end]),
  );
}

// ---- Sliders

/** Unit of a slider position: log-odds of a share, power of ten, or the value itself. */
export type SliderUnit = 'log_odds' | 'log10' | 'number';

/** Range and step of a slider. */
export interface Track {
  unit: SliderUnit;
  least: number;
  most: number;
  step: number;
}

/** Shares from 1 in 10,000, and costs from 0.01 to 10,000; other values must be typed. */
export const TRACKS = {
  log_odds: { unit: 'log_odds', least: -9.2, most: 9.2, step: 0.1 },
  log10: { unit: 'log10', least: -2, most: 4, step: 0.05 },
} as const satisfies Partial<Record<SliderUnit, Track>>;

/** Significant digits of a value set with a slider. */
export const SLIDER_DIGITS = 2;

/** Return the value at a slider position; near 1, the digits count from 1. */
export function valueAt(unit: SliderUnit, place: number): number {
  if (unit === 'number') return place;
  if (unit === 'log10') return Number((10 ** place).toPrecision(SLIDER_DIGITS));
  const near = Number((1 / (1 + Math.exp(Math.abs(place)))).toPrecision(SLIDER_DIGITS));
  return place < 0 ? near : 1 - near;
}

function toPosition(unit: SliderUnit, value: number): number {
  if (unit === 'number') return value;
  return unit === 'log10' ? Math.log10(value) : Math.log(value / (1 - value));
}

/** Return the handle position of a value, limited to the track. */
export function handlePosition({ unit, least, most, step }: Track, value: number): number {
  const into = toPosition(unit, value);
  const place = into >= least ? Math.round(into / step) * step : least;
  return clamp(Number(place.toFixed(4)), least, most);
}

/** Return whether a value is beyond the ends of the track. */
export function isOffTrack({ unit, least, most, step }: Track, value: number): boolean {
  const into = toPosition(unit, value);
  return into < least - step / 2 || into > most + step / 2;
}

export type HandlePositions = [number, number];

/** Return both handle positions of a range, at least one step apart unless it is one number. */
export function handlePositions(
  track: Track,
  [low, high]: readonly [number, number],
): HandlePositions {
  const [start, stop] = [handlePosition(track, low), handlePosition(track, high)];
  if (low === high || stop > start) return [start, stop];
  const first = Math.min(start, track.most - track.step);
  return [first, first + track.step];
}

/** Return both positions after moving one handle; handles may meet but not cross. */
export function moveHandle(
  [low, high]: HandlePositions,
  handle: 'low' | 'high',
  to: number,
): HandlePositions {
  return handle === 'low' ? [Math.min(to, high), high] : [low, Math.max(to, low)];
}
