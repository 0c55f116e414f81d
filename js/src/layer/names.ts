// The names of the classifiers, beside their curves.

import { arranged, type Place, type Size } from '../geometry/labels.ts';
import { shortNames } from '../words/marks.ts';
import type { Curves } from './curves.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

/** Letters of a name, and of what is left of it where there is no room. */
const LENGTHS = [24, 14, 8];
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

  constructor(places: Places) {
    this.#places = places;
    places.above.append(this.#root);
  }

  draw(context: Context): void {
    this.#places.arrange(context);
  }

  write(context: Context): void {
    const { duality, face } = context;
    const isNamed = face !== 'difference' && duality.get('show_labels');
    show(this.#root, isNamed);
    if (!isNamed) return;
    this.#look(context);
    const names = duality.get('names');
    const wanted = this.#wanted(context).map((owner) => ({
      owner,
      places: this.#placesFor(owner, names),
    }));
    const { room } = this.#places;
    this.#shown = arranged(wanted, room.taken, this.#shown);
    for (const { box } of this.#shown.values()) room.write(box);
    this.#put(context);
  }

  /** Forget what was found in another picture. */
  #look(context: Context): void {
    const { letters, picture } = this.#places;
    this.#curves = picture.curvesOf(context);
    const drawnFrom = [this.#curves, context.duality.get('names'), letters.font];
    if (drawnFrom.every((one, i) => one === this.#drawnFrom[i])) return;
    this.#drawnFrom = drawnFrom;
    this.#found.clear();
    this.#shown.clear();
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
    const text = this.#texts.get(owner) ?? svg('text', { class: 'cc-name' });
    if (!this.#texts.has(owner)) {
      this.#texts.set(owner, text);
      this.#root.append(text);
    }
    return text;
  }
}
