// The names of the classifiers beside their curves, and those of the two rules along their lines.

import type { Axes } from '../cursor/axes.ts';
import {
  around,
  arranged,
  type Box,
  bent,
  Crowd,
  crosses,
  curveOf,
  envelopeParts,
  hullParts,
  isInside,
  overlap,
  type Place,
  type Size,
  type Taken,
  type Way,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import type { Hull } from '../wire/state.ts';
import { shortNames } from '../words/figures.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

/** Letters of a name, and of what is left of it where there is no room. */
const LENGTHS = [24, 14, 8] as const;
/** Among more than these only those are named that are best somewhere, or pointed at. */
const FEW = 12;

interface Named extends Place {
  text: string;
}

/** Named are who is recommended, who is best elsewhere, who is pointed at, others. */
export class Names implements Part {
  readonly follows = [
    'pc',
    'pc_range',
    'one',
    'criterion',
    'hover',
    'pointed',
    'pins',
    'points',
    'hull',
    'hidden',
    'names',
    'looks',
    'in_use',
    'show_labels',
  ] as const;
  readonly #places: Places;
  readonly #root = svg('g', { class: 'cc-names' });
  readonly #texts = new Map<number, SVGTextElement>();
  #curves: Curves | null = null;
  #drawnFrom: readonly unknown[] = [];
  #found = new Map<number, Named[]>();
  #shown = new Map<number, Named>();
  #place: unknown = null;
  /** Where names stood in the same place among other curves. */
  #kept = new Map<number, Named>();

  constructor(places: Places) {
    this.#places = places;
    places.above.append(this.#root);
  }

  draw(context: Context): void {
    const { own } = context.duality.scene;
    for (const [owner, text] of this.#texts) if (!own.has(owner)) show(text, false);
    this.#places.arrange(context);
  }

  write(context: Context): void {
    const { duality, face } = context;
    const isNamed = face !== 'difference' && duality.get('show_labels');
    show(this.#root, isNamed);
    if (!isNamed) return;
    this.#look(context);
    const names = duality.get('names');
    const owners = this.#wanted(context);
    const { room } = this.#places;
    const isKept = (owner: number) => !this.#found.has(owner) && this.#kept.has(owner);
    const placesFor = (owner: number) => {
      const kept = this.#kept.get(owner);
      return kept && isKept(owner) ? [kept] : this.#placesFor(owner, names);
    };
    const arrange = () => {
      const wanted = owners.map((owner) => ({ owner, places: placesFor(owner) }));
      return arranged(wanted, room.taken, this.#shown);
    };
    let shown = arrange();
    while (owners.some((owner) => isKept(owner) && !shown.has(owner))) {
      for (const owner of owners) if (!shown.has(owner)) this.#kept.delete(owner);
      shown = arrange();
    }
    this.#shown = shown;
    for (const { box } of this.#shown.values()) room.write(box);
    this.#put(context);
  }

  /** Forget what was found in another picture. */
  #look(context: Context): void {
    const { letters, picture } = this.#places;
    this.#curves = picture.curvesOf(context);
    const drawnFrom = [this.#curves, context.duality.get('names'), letters.font];
    if (drawnFrom.every((one, i) => one === this.#drawnFrom[i])) return;
    const [, names, font] = this.#drawnFrom;
    const isElsewhere =
      picture.place !== this.#place || names !== drawnFrom[1] || font !== drawnFrom[2];
    this.#drawnFrom = drawnFrom;
    this.#place = picture.place;
    this.#found.clear();
    this.#kept = isElsewhere ? new Map() : this.#stillGood(context);
    if (isElsewhere) this.#shown.clear();
  }

  /** Whole names that stand as well among other curves: they stay, and nobody seeks them a place. */
  #stillGood({ duality }: Context): Map<number, Named> {
    const names = shortNames(duality.get('names'), LENGTHS[0]);
    const isGood = ([owner, { text, box }]: [number, Named]) =>
      text === names[owner] && this.#curves?.crowd.allows(owner, box);
    return new Map([...this.#shown].filter(isGood));
  }

  #wanted({ duality }: Context): number[] {
    const { hull, own } = duality.scene;
    const others = own.size <= FEW ? own.keys() : [];
    const all = new Set([duality.recommended?.owner, ...hull.owner, duality.pointed, ...others]);
    return [...all].filter((owner): owner is number => own.has(owner ?? -1));
  }

  #placesFor(owner: number, names: readonly string[]): Named[] {
    const known = this.#found.get(owner);
    const mine = this.#curves?.drawn.get(owner);
    if (known || !this.#curves || !mine) return known ?? [];
    const { crowd } = this.#curves;
    const texts = LENGTHS.map((letters) => shortNames(names, letters)[owner] ?? '');
    const places = [...new Set(texts)].flatMap((text) => {
      const size = this.#sizeOf(text);
      return crowd.placesFor(owner, size, mine.best, mine.all).map((place) => ({ ...place, text }));
    });
    this.#found.set(owner, places);
    return places;
  }

  #sizeOf(text: string): Size {
    const { letters } = this.#places;
    return { width: letters.widthOf(text, true), height: letters.height };
  }

  #put({ duality }: Context): void {
    const looks = duality.get('looks');
    const { letters } = this.#places;
    for (const [owner, text] of this.#texts) show(text, this.#shown.has(owner));
    for (const [owner, { box, text }] of this.#shown) {
      const element = this.#textOf(owner);
      if (element.textContent !== text) element.textContent = text;
      element.style.setProperty('--cc-own', looks[owner]?.color ?? 'currentcolor');
      show(element, true);
      setAll(element, { x: box.left, y: box.top + letters.rise });
    }
  }

  #textOf(owner: number): SVGTextElement {
    const text = this.#texts.get(owner) ?? svg('text', { class: 'cc-name', 'data-owner': owner });
    if (!this.#texts.has(owner)) {
      this.#texts.set(owner, text);
      this.#root.append(text);
    }
    return text;
  }
}

// ---- What a figure draws of each classifier, in pixels

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
  #place: readonly unknown[] = [];
  #from: readonly unknown[] = [];
  #curves: Curves | null = null;
  /** All of each curve, while it is drawn in the same place: whoever else is hidden. */
  #whole = new WeakMap<Hull, Way[]>();

  /** Another one wherever the figure shows something else, or is of another size. */
  get place(): unknown {
    return this.#place;
  }

  curvesOf(context: Context): Curves {
    const { frame, map, width, height } = context.axes;
    const { points, hull } = context.duality.scene;
    const place = [...frame.x, ...frame.y, map, width, height];
    const isMoved = !isAlike(place, this.#place);
    if (isMoved) this.#whole = new WeakMap();
    const from = [points, hull];
    if (this.#curves && !isMoved && isAlike(from, this.#from)) return this.#curves;
    if (isMoved) this.#place = place;
    this.#from = from;
    this.#curves = this.#found(context);
    return this.#curves;
  }

  #found(context: Context): Curves {
    const { axes, duality, face } = context;
    const { hull, own } = duality.scene;
    const drawn = new Map(
      [...own].map(([owner, mine]) => [owner, this.#drawnOf(owner, mine, context)] as const),
    );
    const rules = face === 'roc' ? [RISING, ...hullParts(hull, -1)] : [RISING, FALLING];
    const nobodys = rules.map((way) => [-1, wayOf(way, axes)] as const);
    const owned = [...drawn].flatMap(([owner, { best, all }]) =>
      [...best, ...all].map((way) => [owner, way] as const),
    );
    return { drawn, crowd: new Crowd(axes, [...nobodys, ...owned]) };
  }

  #drawnOf(owner: number, mine: Hull, { duality, axes, face }: Context): Drawn {
    const { hull } = duality.scene;
    const isRoc = face === 'roc';
    const pixels = (ways: Point[][]) => ways.map((way) => wayOf(way, axes));
    const best = isRoc
      ? hullParts(hull, owner)
      : envelopeParts(hull, (corner) => hull.owner[corner] === owner);
    let all = this.#whole.get(mine);
    if (!all) {
      const curve = isRoc
        ? curveOf(duality.scene, owner)
        : envelopeParts(mine, (corner) => (mine.owner[corner] as number) >= 0);
      all = pixels(curve);
      this.#whole.set(mine, all);
    }
    return { best: pixels(best), all };
  }
}

const isAlike = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, i) => one === b[i]);

const RISING = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];
const FALLING = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
];

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

// ---- The words of the two rules that look at no example, along their lines in cost space

const LETTERS = 24;
/** Pixels between a line and its words. */
const GAP = 4;
/** Shares of what is seen of a line at which its words may stand. */
const STOPS = [0.7, 0.6, 0.8, 0.5, 0.4, 0.3, 0.2];

/** Words along a line: their middle, how steep they are, and their upright outline. */
interface Slanted {
  middle: Point;
  angle: number;
  box: Box;
}

/** Beside the lines of the trivial rules, on the side where nobody should be. */
export class RuleWords implements Part {
  readonly follows = ['classes'] as const;
  readonly #places: Places;
  readonly #texts = [0, 1].map(() => svg('text', { class: 'cc-rule-words' }));

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(...this.#texts);
  }

  draw(context: Context): void {
    this.#places.arrange(context);
  }

  write({ duality, axes, face }: Context): void {
    const { letters, room } = this.#places;
    for (const [i, name] of shortNames(duality.get('classes'), LETTERS).entries()) {
      const text = this.#texts[i] as SVGTextElement;
      const words = `call all ${name}`;
      const size = { width: letters.widthOf(words), height: letters.height };
      const slanted = face === 'cost' ? along(i === 0, size, axes, room.taken) : null;
      show(text, slanted !== null);
      if (!slanted) continue;
      if (text.textContent !== words) text.textContent = words;
      const { middle, angle, box } = slanted;
      const transform = `translate(${middle.x},${middle.y}) rotate(${angle})`;
      setAll(text, { transform, y: letters.rise - letters.height / 2 });
      room.write(box);
    }
  }
}

/** Words beside a rule's line, where it is seen and they are whole, off what is taken. */
function along(isRising: boolean, size: Size, axes: Axes, taken: Taken): Slanted | null {
  const { y } = axes.frame;
  const most = Math.min(0.5, y[1]);
  const ends = isRising ? [Math.max(0, y[0]), most] : [1 - most, 1 - Math.max(0, y[0])];
  const [left, right] = ends.map((pc) => axes.pixelOfX(pc)) as [number, number];
  const free = STOPS.map((stop) => {
    const share = isRising ? stop : 1 - stop;
    const pc = axes.toData({ x: left + share * (right - left), y: 0 }).x;
    return beside(pc, isRising, size, axes);
  }).filter(({ box }) => isInside(box, axes) && !taken.boxes.some((one) => overlap(one, box)));
  const isClear = ({ box }: Slanted) => !taken.lines.some((line) => crosses(line, box));
  return free.find(isClear) ?? free[0] ?? null;
}

function beside(pc: number, isRising: boolean, size: Size, axes: Axes): Slanted {
  const place = (at: number) => axes.toPixels({ x: at, y: isRising ? at : 1 - at });
  const near = Math.min(pc, 1 - pc) / 100;
  const [from, to, on] = [place(pc - near), place(pc + near), place(pc)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [cos, sin] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const away = GAP + size.height / 2;
  const middle = { x: on.x + away * sin, y: on.y - away * cos };
  const outline = {
    width: size.width * cos + size.height * Math.abs(sin),
    height: size.width * Math.abs(sin) + size.height * cos,
  };
  const angle = (180 / Math.PI) * Math.atan2(sin, cos);
  return { middle, angle, box: around(middle, outline) };
}
