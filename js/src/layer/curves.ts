// What a figure draws of each classifier, in pixels.

import type { Axes } from '../cursor/axes.ts';
import { bent, Crowd, curveOf, envelopeParts, hullParts, type Way } from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import type { Hull } from '../wire/state.ts';
import type { Context } from './part.ts';

/** Where a classifier is the best one, and all of its curve. */
interface Drawn {
  best: Way[];
  all: Way[];
}

/** All curves of one picture: each that shows something else is another one. */
export interface Curves {
  readonly drawn: ReadonlyMap<number, Drawn>;
  readonly crowd: Crowd;
}

/** Keeps what was found of a picture for as long as it is the same one. */
export class Picture {
  #from: readonly unknown[] = [];
  #curves: Curves | null = null;

  curvesOf(context: Context): Curves {
    const { frame, map, width, height } = context.axes;
    const from = [context.duality.scene, ...frame.x, ...frame.y, map, width, height];
    const isSame = from.every((one, i) => one === this.#from[i]);
    if (this.#curves && isSame) return this.#curves;
    this.#from = from;
    this.#curves = found(context);
    return this.#curves;
  }
}

const RISING = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];
const FALLING = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
];

function found(context: Context): Curves {
  const { axes, duality, face } = context;
  const { hull, own } = duality.scene;
  const drawn = new Map(
    [...own].map(([owner, mine]) => [owner, drawnOf(owner, mine, context)] as const),
  );
  const rules = face === 'roc' ? [RISING, ...hullParts(hull, -1)] : [RISING, FALLING];
  const nobodys = rules.map((way) => [-1, wayOf(way, axes)] as const);
  const owned = [...drawn].flatMap(([owner, { best, all }]) =>
    [...best, ...all].map((way) => [owner, way] as const),
  );
  return { drawn, crowd: new Crowd(axes, [...nobodys, ...owned]) };
}

function drawnOf(owner: number, mine: Hull, { duality, axes, face }: Context): Drawn {
  const { points, hull } = duality.scene;
  const isRoc = face === 'roc';
  const best = isRoc
    ? hullParts(hull, owner)
    : envelopeParts(hull, (corner) => hull.owner[corner] === owner);
  const all = isRoc
    ? curveOf(points, owner)
    : envelopeParts(mine, (corner) => (mine.owner[corner] as number) >= 0);
  const pixels = (ways: Point[][]) => ways.map((way) => wayOf(way, axes));
  return { best: pixels(best), all: pixels(all) };
}

/** A line in pixels, as it is drawn. */
function wayOf(places: Point[], axes: Axes): Way {
  const all = axes.isBent ? bent(places, axes.map, axes.home.x) : places;
  const way = new Float64Array(2 * all.length);
  all.forEach((place, i) => {
    const { x, y } = axes.toPixels(place);
    way[2 * i] = x;
    way[2 * i + 1] = y;
  });
  return way;
}
