// What both figures share: the arrays, and what is lit.

import { type ISerializers, WidgetModel } from '@jupyter-widgets/base';
import { Play } from '../cursor/play.ts';
import { Writing } from '../cursor/typing.ts';
import { chosenBy, type Recommended, recommended } from '../geometry/choosing.ts';
import {
  inForce,
  type Placed,
  placeOf,
  spreadOver,
  termsOf,
  UNKNOWN,
} from '../geometry/conditions.ts';
import {
  type Hover,
  isShown,
  sameHover,
  type Touchable,
  touchable,
} from '../geometry/highlight.ts';
import { type Scene, sceneOf } from '../geometry/hull.ts';
import { middleShare } from '../geometry/scales.ts';
import { type Host, hosts } from '../wire/python.ts';
import { plain } from '../wire/schema.ts';
import {
  type Conditions,
  changes,
  type DualityState,
  eachGroup,
  empty,
  type Hull,
  heard,
  type Money,
  type Packed,
  type Settable,
  unpacked,
} from '../wire/state.ts';
import { type Subject, subjectOf, type Told } from '../words/subject.ts';
import { ours } from './base.ts';

/** Where the eye is along pc, and in which space. */
export interface Eye {
  pc: number;
  space: 'cost' | 'difference' | 'ribbon';
}

/** What is put to the test while a hand moves: what it chooses, and the money that follows. */
type Tried = Settable & Pick<DualityState, 'money'>;

/** What stays as it is when all else is put back, or goes by itself. */
const KEPT = ['notes', 'hover', 'presenting'];

/** Milliseconds without another click after which Python hears of the last. */
const REST = 250;

/** The one place where figures and panels read the curves and leave what the person does. */
export class DualityModel extends WidgetModel {
  #scene: Scene | null = null;
  #hull: Hull | null = null;
  #eye: Eye | null = null;
  #pointed: number | null = null;
  #touchable: { scene: Scene; lines: boolean; hull: boolean; what: Touchable } | null = null;
  #chosen: { from: readonly unknown[]; choice: Recommended | null } | null = null;
  /** Values from before a gesture, by trait. */
  #before = new Map<keyof Tried, unknown>();
  /** Runs from one click on a classifier to the rest after the last. */
  #resting = 0;
  #first: Partial<Settable> | null = null;
  readonly play = new Play(this);
  readonly writing = new Writing(this);

  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Duality'),
      _view_name: null,
      ...eachGroup(empty),
      ...plain(),
    };
  }

  override initialize(attributes: never, options: never): void {
    super.initialize(attributes, options);
    hosts.meet(this.widget_manager as Host);
    this.on('msg:custom', (told: { reset?: boolean }) => {
      if (told.reset) this.trigger('cc:reset');
    });
    this.on(changes('points', 'hull', 'winners', 'hidden', 'folded', 'joined'), () => {
      this.#scene = null;
    });
  }

  /** What has not come to rest is nothing to a Python that has closed it. */
  override close(isClosed = false): Promise<void> {
    window.clearTimeout(this.#resting);
    return super.close(isClosed);
  }

  static override serializers: ISerializers = {
    ...WidgetModel.serializers,
    ...eachGroup((name) => ({
      deserialize: (sent: Record<string, Packed>) => unpacked(name, sent),
    })),
    ...Object.fromEntries(
      Object.entries(heard).map(([name, deserialize]) => [name, { deserialize }]),
    ),
  };

  override get<A extends string>(
    name: A & keyof DualityState,
  ): DualityState[A & keyof DualityState] {
    return super.get(name);
  }

  get scene(): Scene {
    this.#scene ??= this.#makeScene();
    return this.#scene;
  }

  #makeScene(): Scene {
    const told = {
      points: this.get('points'),
      hull: this.get('hull'),
      winners: this.get('winners'),
      hidden: this.get('hidden'),
      folded: this.get('folded'),
      joined: this.get('joined'),
    };
    const scene = sceneOf(told, this.#hull);
    this.#hull = scene.hull;
    return scene;
  }

  get subject(): Subject {
    return subjectOf(this.attributes as Told, this.scene);
  }

  /** What is recommended by the criterion, over the range or at the operating point. */
  get recommended(): Recommended | null {
    const { scene } = this;
    const told = scene.isCurrent ? this.get('one') : null;
    const criterion = this.get('criterion');
    if (scene.own.size === 0) return null;
    const from = [scene, this.get('pc'), this.get('pc_range'), told, criterion] as const;
    if (!this.#chosen || this.#chosen.from.some((one, i) => one !== from[i])) {
      const [, pc, range] = from;
      const choice = criterion
        ? chosenBy(criterion, scene)
        : recommended(scene.points, scene.hull, pc, range, told);
      this.#chosen = { from, choice };
    }
    return this.#chosen.choice;
  }

  get hover(): Hover | null {
    return this.get('hover');
  }

  /** The kernel hears nothing of a hover, not even beside what is saved later. */
  set hover(hover: Hover | null) {
    if (hover === this.hover) return;
    // Past Backbone, which would remember the value as one to be saved.
    this.attributes.hover = hover;
    this.trigger('change:hover', this, hover);
  }

  /** Position of the classifier that is pointed at: a threshold of it, or its chip. */
  get pointed(): number | null {
    const { hover, scene } = this;
    if (hover?.kind === 'point') return scene.points.owner[hover.index] ?? null;
    return this.#pointed;
  }

  set pointed(position: number | null) {
    if (position === this.#pointed) return;
    this.#pointed = position;
    this.trigger('change:pointed');
  }

  /** What can be lit: what is not drawn is not taken hold of. */
  get touchable(): Touchable {
    const { scene } = this;
    const [lines, hull] = [this.get('show_lines'), this.get('show_hull')];
    const known = this.#touchable;
    if (known?.scene === scene && known.lines === lines && known.hull === hull) return known.what;
    const what = touchable(scene.points, scene.hull, { lines, hull });
    this.#touchable = { scene, lines, hull, what };
    return what;
  }

  get eye(): Eye | null {
    return this.#eye;
  }

  set eye(eye: Eye | null) {
    if (eye?.pc === this.#eye?.pc && eye?.space === this.#eye?.space) return;
    this.#eye = eye;
    this.trigger('change:eye');
  }

  /** Show a range while it is being dragged, and its middle as the operating point. */
  tryRange(range: [number, number]): void {
    const known = this.get('conditions');
    const covering = known && spreadOver(known, range);
    const money = covering ? { money: this.#moneyOf(covering) } : {};
    this.#tryAll({ pc_range: range, pc: middleShare(range), ...money });
  }

  /** Show conditions while a hand changes them, and where they lead; without any, the usual. */
  tryConditions(conditions: Conditions | null): void {
    const place = conditions ? placeOf(conditions) : { pc: UNKNOWN.prior, pc_range: null };
    const money = conditions && this.#moneyOf(conditions);
    this.#tryAll({ conditions, ...place, money });
  }

  /** The conditions that hold now, also while a hand moves what they follow. */
  get inForce(): Conditions {
    return inForce(this.attributes as Placed);
  }

  #moneyOf(known: Conditions): Money {
    const coin = { population: this.get('population'), unit: this.get('unit') };
    return termsOf(known, this.get('follows'), coin);
  }

  /** Show a value while it is being dragged: the kernel hears of it when it is settled. */
  try<K extends keyof Settable>(name: K, value: Settable[K]): void {
    this.#tryAll({ [name]: value } as Partial<Settable>);
  }

  /** All of them are in place before anybody hears of one. */
  #tryAll(values: Partial<Tried>): void {
    const names = Object.keys(values) as (keyof Tried)[];
    // A gesture that is given up takes back nothing but its own.
    if (this.#resting !== 0 && !('hidden' in values)) this.settle();
    for (const name of names) {
      if (!this.#before.has(name)) this.#before.set(name, this.get(name));
      this.attributes[name] = values[name];
    }
    for (const name of names) this.trigger(`change:${name}`, this, values[name]);
  }

  /** What is tried stays as it is: what Python says of it, or repeats, is what was there before. */
  override set_state(state: Partial<DualityState>): void {
    const told = Object.entries(state) as [keyof Tried, unknown][];
    for (const [name, value] of told) if (this.#before.has(name)) this.#before.set(name, value);
    super.set_state(Object.fromEntries(told.filter(([name]) => !this.#before.has(name))));
  }

  get isTrying(): boolean {
    return this.#before.size > 0;
  }

  /** Tell the kernel, in one message, what was tried; nothing is sent if nothing has changed. */
  settle(): void {
    window.clearTimeout(this.#resting);
    this.#resting = 0;
    // Python works out for itself what follows.
    const follow = this.#before.has('conditions') ? ['pc', 'pc_range', 'money'] : ['money'];
    const tried = [...this.#before]
      .filter(([name]) => !follow.includes(name))
      .map(([name, before]) => [name, before, this.get(name)] as const);
    this.#before.clear();
    const changed = tried.filter(
      ([, before, value]) => JSON.stringify(before) !== JSON.stringify(value),
    );
    if (changed.length === 0) return;
    for (const [name, before] of changed) this.attributes[name] = before;
    // Everybody has heard of each when it was tried, and hears that all have come to rest.
    const settled = changed.map(([name, , value]) => [name, value]);
    this.set(Object.fromEntries(settled), { silent: true });
    this.trigger('change', this);
    this.save_changes();
  }

  /** Go back to what was there before the gesture. */
  revert(): void {
    const before = [...this.#before];
    this.#before.clear();
    for (const [name, value] of before) this.attributes[name] = value;
    for (const [name, value] of before) this.trigger(`change:${name}`, this, value);
  }

  /** Pin what is lit, or take its pin away. */
  togglePin(hover: Hover): void {
    const pins = this.get('pins');
    const others = pins.filter((pin) => !sameHover(pin, hover));
    this.setPins(others.length < pins.length ? others : [...pins, hover]);
  }

  /** Remember all that a hand sets, as it is when it is first shown. */
  remember(): void {
    const settable = Object.keys(heard).filter((name) => !KEPT.includes(name));
    this.#first ??= Object.fromEntries(
      settable.map((name) => [name, this.attributes[name]]),
    ) as Partial<Settable>;
  }

  /** Let all be as it was then. */
  putBack(): void {
    const first = this.#first ?? {};
    this.tryConditions(first.conditions ?? null);
    this.#tryAll(first);
    this.settle();
    this.present(false);
    this.trigger('cc:reset');
  }

  /** Fill the window, or leave it; Python hears of it, if there is any. */
  present(isPresenting: boolean): void {
    this.set('presenting', isPresenting);
    this.save_changes();
  }

  setPins(pins: Hover[]): void {
    this.try('pins', pins);
    this.settle();
  }

  toggleHidden(position: number): void {
    const hidden = this.get('hidden');
    const others = hidden.filter((other) => other !== position);
    this.#hide(others.length < hidden.length ? others : [...hidden, position]);
  }

  /** Hide all but this one; if it is alone already, show all. */
  showOnly(position: number): void {
    const hidden = this.get('hidden');
    const others = this.get('names')
      .map((_, other) => other)
      .filter((other) => other !== position);
    const isAlone = !hidden.includes(position) && others.every((other) => hidden.includes(other));
    this.#hide(isAlone ? [] : others);
  }

  /** Python hears of the first click at once, of those that follow when they have come to rest. */
  #hide(positions: number[]): void {
    const isFirst = this.#resting === 0;
    this.try(
      'hidden',
      positions.sort((a, b) => a - b),
    );
    window.clearTimeout(this.#resting);
    if (isFirst) this.settle();
    this.#resting = window.setTimeout(() => this.settle(), REST);
    const { points, hull } = this.scene;
    if (this.hover && !isShown(this.hover, points, hull)) this.hover = null;
  }
}
