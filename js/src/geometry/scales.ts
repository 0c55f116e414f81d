// The pc axis in log-odds, and what a zoom makes of a range.

import { clamp, type Point } from './lines.ts';

/** How an x scale counts: pc itself, or its log-odds. */
export type XMap = 'pc' | 'logit';

export function toScale(map: XMap, x: number): number {
  return map === 'pc' ? x : Math.log(x / (1 - x));
}

export function fromScale(map: XMap, u: number): number {
  return map === 'pc' ? u : 1 / (1 + Math.exp(-u));
}

/** Units of the scale per unit of pc at this place. */
export function stretchAt(map: XMap, x: number): number {
  return map === 'pc' ? 1 : 1 / Math.max(1e-12, x * (1 - x));
}

/** The middle of a range of shares: halfway between the log-odds of its ends, where they have any. */
export function middleShare([low, high]: readonly [number, number]): number {
  if (!(low > 0 && low < high && high < 1)) return (low + high) / 2;
  const odds = Math.sqrt((low / (1 - low)) * (high / (1 - high)));
  return Math.min(high, Math.max(low, odds / (1 + odds)));
}

/** Steps of log-odds lead no nearer to 0 and 1. */
const NEAREST = 1e-4;

/** A share whose log-odds are greater by so much; 0 and 1 can only be left. */
export function shifted(share: number, by: number): number {
  if (by < 0 ? share <= NEAREST : share >= 1 - NEAREST) return share;
  const from = clamp(share, NEAREST, 1 - NEAREST);
  return clamp(fromScale('logit', toScale('logit', from) + by), NEAREST, 1 - NEAREST);
}

// ---- What part of a figure is shown

/** The part of a figure that its scales show, in their own units. */
export interface Frame {
  x: [number, number];
  y: [number, number];
}

/** No deeper than this share of the whole figure. */
const DEEPEST = 1e-4;

type Interval = [number, number];

/** Make an interval `factor` times as long about a fixed place, never beyond `home`. */
function scaled(now: Interval, home: Interval, about: number, factor: number): Interval {
  const whole = home[1] - home[0];
  const span = clamp((now[1] - now[0]) * factor, DEEPEST * whole, whole);
  const share = (about - now[0]) / (now[1] - now[0]);
  const start = clamp(about - share * span, home[0], home[1] - span);
  return span === whole ? [...home] : [start, start + span];
}

export function zoomAbout(now: Frame, home: Frame, about: Point, factor: number): Frame {
  return {
    x: scaled(now.x, home.x, about.x, factor),
    y: scaled(now.y, home.y, about.y, factor),
  };
}

/** The frame between two opposite corners of a box. */
export function zoomToBox(home: Frame, a: Point, b: Point): Frame {
  const between = (from: number, to: number, [least, most]: Interval): Interval => {
    const low = clamp(Math.min(from, to), least, most);
    const high = clamp(Math.max(from, to), least, most);
    const span = Math.max(high - low, DEEPEST * (most - least));
    const start = Math.min(low, most - span);
    return [start, Math.min(most, start + span)];
  };
  return { x: between(a.x, b.x, home.x), y: between(a.y, b.y, home.y) };
}

export function isHome(now: Frame, home: Frame): boolean {
  return (['x', 'y'] as const).every((axis) =>
    [0, 1].every((end) => now[axis][end] === home[axis][end]),
  );
}

// ---- Sliders

/** What a place on a slider stands for: log-odds of a share, a power of ten, or a number. */
export type Unit = 'log_odds' | 'log10' | 'number';

/** How far a slider reaches, and how far a step of it. */
export interface Track {
  unit: Unit;
  least: number;
  most: number;
  step: number;
}

/** Shares from 1 in 10,000 on, and costs from a hundredth to 10,000; others are typed. */
export const TRACKS = {
  log_odds: { unit: 'log_odds', least: -9.2, most: 9.2, step: 0.1 },
  log10: { unit: 'log10', least: -2, most: 4, step: 0.05 },
} as const satisfies Partial<Record<Unit, Track>>;

/** Digits that a place on a slider is good for. */
export const SLID = 2;

/** The value at a place; of a share the distance from the nearer end is a short number. */
export function valueAt(unit: Unit, place: number): number {
  if (unit === 'number') return place;
  if (unit === 'log10') return Number((10 ** place).toPrecision(SLID));
  const near = Number((1 / (1 + Math.exp(Math.abs(place)))).toPrecision(SLID));
  return place < 0 ? near : 1 - near;
}

function intoPlace(unit: Unit, value: number): number {
  if (unit === 'number') return value;
  return unit === 'log10' ? Math.log10(value) : Math.log(value / (1 - value));
}

/** Where the handle of a value stands; of one beyond the ends, there. */
export function placeAt({ unit, least, most, step }: Track, value: number): number {
  const into = intoPlace(unit, value);
  const place = into >= least ? Math.round(into / step) * step : least;
  return clamp(Number(place.toFixed(4)), least, most);
}

/** Whether a value lies beyond the end at which its handle stands. */
export function isBeyond({ unit, least, most, step }: Track, value: number): boolean {
  const into = intoPlace(unit, value);
  return into < least - step / 2 || into > most + step / 2;
}

export type Ends = [number, number];

/** Where both handles of a range stand, or the one of a number. */
export function placesOf(track: Track, [low, high]: readonly [number, number]): Ends {
  const [start, stop] = [placeAt(track, low), placeAt(track, high)];
  if (low === high || stop > start) return [start, stop];
  const first = Math.min(start, track.most - track.step);
  return [first, first + track.step];
}

/** Both ends after one handle was moved: they may meet, and are one number then. */
export function moved([low, high]: Ends, handle: 'low' | 'high', to: number): Ends {
  return handle === 'low' ? [Math.min(to, high), high] : [low, Math.max(to, low)];
}
