import { type ISerializers, WidgetModel } from '@jupyter-widgets/base';
import { type Hover, isShown, sameHover } from '../geometry/highlight.ts';
import { visible, visibleHull, winnersOf } from '../geometry/hull.ts';
import type { Hull, Points, Winners } from '../geometry/shapes.ts';
import { ours } from '../version.ts';
import type { Subject } from '../words/words.ts';
import * as heard from './heard.ts';
import * as packed from './packed.ts';
import type { Choices, Scene } from './state.ts';

/** Where the eye is along pc, and in which space. */
export interface Eye {
  pc: number;
  space: 'cost' | 'difference' | 'ribbon';
}

/** The one place where figures and panels read the curves and leave what the person does. */
export class DualityModel extends WidgetModel {
  #scene: Scene | null = null;
  #eye: Eye | null = null;
  /** Values from before a gesture, by trait. */
  #before = new Map<keyof Choices, unknown>();

  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Duality'),
      _view_name: null,
      points: packed.noPoints(),
      hull: packed.noHull(),
      winners: packed.noWinners(),
      bands: packed.noBands(),
      difference: packed.noDifference(),
      names: [],
      classes: ['negatives', 'positives'],
      looks: [],
      snap: 12,
      hover: null,
      pc: null,
      pc_range: null,
      criterion: null,
      pins: [],
      hidden: [],
      money: null,
      level: 0.95,
      stale: false,
    };
  }

  override initialize(attributes: never, options: never): void {
    super.initialize(attributes, options);
    this.on('change:points change:hull change:winners change:hidden', () => {
      this.#scene = null;
    });
  }

  static override serializers: ISerializers = {
    ...WidgetModel.serializers,
    points: { deserialize: packed.points },
    hull: { deserialize: packed.hull },
    winners: { deserialize: packed.winners },
    bands: { deserialize: packed.bands },
    difference: { deserialize: packed.difference },
    hover: { deserialize: heard.hover },
    pc: { deserialize: heard.pc },
    pc_range: { deserialize: heard.range },
    criterion: { deserialize: heard.criterion },
    pins: { deserialize: heard.pins },
    hidden: { deserialize: heard.places },
  };

  get scene(): Scene {
    this.#scene ??= this.#makeScene();
    return this.#scene;
  }

  #makeScene(): Scene {
    const hidden: ReadonlySet<number> = new Set(this.choice('hidden'));
    const points = visible(this.get('points') as Points, hidden);
    const sent: Hull = this.get('hull');
    const hull = visibleHull(sent, points, hidden);
    const winners: Winners = this.get('winners');
    const isCurrent = winners.owner.length > 0 && !winners.owner.some((owner) => hidden.has(owner));
    return { points, hull, winners: isCurrent ? winners : winnersOf(hull) };
  }

  get subject(): Subject {
    const { points, hull } = this.scene;
    return {
      points,
      hull,
      names: this.get('names'),
      classes: this.get('classes'),
      bands: this.get('bands'),
      difference: this.get('difference'),
      money: this.get('money'),
      level: this.get('level'),
      stale: this.get('stale'),
    };
  }

  get hover(): Hover | null {
    return this.get('hover');
  }

  /** The kernel hears nothing of a hover, not even beside what is saved later. */
  set hover(hover: Hover | null) {
    if (hover === this.hover) return;
    this.#put('hover', hover);
  }

  get eye(): Eye | null {
    return this.#eye;
  }

  set eye(eye: Eye | null) {
    if (eye?.pc === this.#eye?.pc && eye?.space === this.#eye?.space) return;
    this.#eye = eye;
    this.trigger('change:eye');
  }

  choice<K extends keyof Choices>(name: K): Choices[K] {
    return this.get(name);
  }

  /** Show a value while it is being dragged: the kernel hears of it when it is settled. */
  try<K extends keyof Choices>(name: K, value: Choices[K]): void {
    if (!this.#before.has(name)) this.#before.set(name, this.get(name));
    this.#put(name, value);
  }

  get isTrying(): boolean {
    return this.#before.size > 0;
  }

  /** Tell the kernel, in one message, what was tried; nothing is sent if nothing has changed. */
  settle(): void {
    const tried = [...this.#before].map(
      ([name, before]) => [name, before, this.get(name)] as const,
    );
    this.#before.clear();
    let isChanged = false;
    for (const [name, before, value] of tried) {
      if (JSON.stringify(before) === JSON.stringify(value)) continue;
      isChanged = true;
      this.attributes[name] = before;
      this.set(name, value);
    }
    if (isChanged) this.save_changes();
  }

  /** Go back to what was there before the gesture. */
  revert(): void {
    const before = [...this.#before];
    this.#before.clear();
    for (const [name, value] of before) this.#put(name, value);
  }

  /** Pin what is lit, or take its pin away. */
  togglePin(hover: Hover): void {
    const pins = this.choice('pins');
    const others = pins.filter((pin) => !sameHover(pin, hover));
    this.try('pins', others.length < pins.length ? others : [...pins, hover]);
    this.settle();
  }

  clearPins(): void {
    this.try('pins', []);
    this.settle();
  }

  toggleHidden(position: number): void {
    const hidden = this.choice('hidden');
    const others = hidden.filter((other) => other !== position);
    this.try(
      'hidden',
      others.length < hidden.length ? others : [...hidden, position].sort((a, b) => a - b),
    );
    this.settle();
    const { points, hull } = this.scene;
    if (this.hover && !isShown(this.hover, points, hull)) this.hover = null;
  }

  /** Write past Backbone, which would remember the value as one to be saved. */
  #put(name: string, value: unknown): void {
    this.attributes[name] = value;
    this.trigger(`change:${name}`, this, value);
  }
}
