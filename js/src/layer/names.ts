// The names of the classifiers, beside their curves.

import type { Axes } from '../cursor/axes.ts';
import { cheapestCorner } from '../geometry/hull.ts';
import {
  arranged,
  bent,
  Crowd,
  curveOf,
  envelopeParts,
  hullParts,
  type Place,
  type Size,
  type Way,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import type { Hull } from '../wire/state.ts';
import { shortNames } from '../words/marks.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

/** Letters of a name, and of what is left of it where there is no room. */
const LENGTHS = [24, 14, 8];
/** Among more than these only those are named that are best somewhere, or pointed at. */
const FEW = 12;

interface Named extends Place {
  text: string;
}

/** What a figure draws of one classifier, in pixels. */
interface Drawn {
  best: Way[];
  all: Way[];
}

/** Named are the cheapest at the operating point, who is best elsewhere, who is pointed at, others. */
export class Names implements Part {
  readonly follows = [
    'pc',
    'pc_range',
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
  #context: Context | null = null;
  #frame = 0;
  #drawnFrom: readonly unknown[] = [];
  #drawn = new Map<number, Drawn>();
  #crowd: Crowd | null = null;
  #found = new Map<number, Named[]>();
  #shown = new Map<number, Named>();

  constructor(places: Places) {
    this.#places = places;
    places.above.append(this.#root);
  }

  /** Once before the next picture, however many changes there are until then. */
  draw(context: Context): void {
    this.#context = context;
    this.#frame ||= requestAnimationFrame(() => this.#arrange(context));
  }

  #arrange(context: Context): void {
    this.#frame = 0;
    const isNamed = context.face !== 'difference' && context.duality.get('show_labels');
    show(this.#root, isNamed);
    if (!isNamed) this.#places.room.take(this, []);
    if (!isNamed || !this.#root.isConnected) return;
    this.#look(context);
    const wanted = this.#wanted(context).map((owner) => ({
      owner,
      places: this.#placesFor(owner),
    }));
    const { room } = this.#places;
    this.#shown = arranged(wanted, room.takenBut(this), this.#shown);
    room.take(
      this,
      [...this.#shown.values()].map(({ box }) => box),
    );
    this.#write(context);
  }

  /** Forget what was found in another picture. */
  #look({ duality, axes }: Context): void {
    const { scene } = duality;
    const { frame, map, width, height } = axes;
    const { letters } = this.#places;
    const shape = [...frame.x, ...frame.y, map, width, height, letters.font];
    const drawnFrom = [scene, duality.get('names'), ...shape];
    if (drawnFrom.every((one, i) => one === this.#drawnFrom[i])) return;
    this.#drawnFrom = drawnFrom;
    this.#crowd = null;
    this.#found.clear();
    this.#shown.clear();
  }

  #wanted({ duality }: Context): number[] {
    const { hull, own } = duality.scene;
    const pc = duality.get('pc');
    const here = pc === null || hull.fpr.length === 0 ? [] : [hull.owner[cheapestCorner(hull, pc)]];
    const others = own.size <= FEW ? own.keys() : [];
    const all = new Set([...here, ...hull.owner, duality.pointed, ...others]);
    return [...all].filter((owner): owner is number => own.has(owner ?? -1));
  }

  #placesFor(owner: number): Named[] {
    const known = this.#found.get(owner);
    if (known || !this.#context) return known ?? [];
    this.#crowd ??= this.#makeCrowd(this.#context);
    const crowd = this.#crowd;
    const { best, all } = this.#drawn.get(owner) ?? { best: [], all: [] };
    const names = this.#context.duality.get('names');
    const texts = LENGTHS.map((letters) => shortNames(names, letters)[owner] ?? '');
    const places = [...new Set(texts)].flatMap((text) => {
      const size = this.#sizeOf(text);
      return crowd.placesFor(owner, size, best, all).map((place) => ({ ...place, text }));
    });
    this.#found.set(owner, places);
    return places;
  }

  #sizeOf(text: string): Size {
    const { letters } = this.#places;
    return { width: letters.widthOf(text, true), height: letters.height };
  }

  #makeCrowd(context: Context): Crowd {
    const { axes, duality, face } = context;
    const { hull, own } = duality.scene;
    this.#drawn = new Map(
      [...own].map(([owner, mine]) => [owner, drawnOf(owner, mine, context)] as const),
    );
    const rules = [
      [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    ];
    if (face === 'cost')
      rules.push([
        { x: 0, y: 1 },
        { x: 1, y: 0 },
      ]);
    const between = face === 'roc' ? hullParts(hull, -1) : [];
    const nobodys = [...rules, ...between].map((way) => [-1, wayOf(way, axes)] as const);
    const owned = [...this.#drawn].flatMap(([owner, { best, all }]) =>
      [...best, ...all].map((way) => [owner, way] as const),
    );
    return new Crowd(axes, [...nobodys, ...owned]);
  }

  #write({ duality }: Context): void {
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
    const text = this.#texts.get(owner) ?? svg('text', { class: 'cc-name' });
    if (!this.#texts.has(owner)) {
      this.#texts.set(owner, text);
      this.#root.append(text);
    }
    return text;
  }
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
