// State shared by the figures and panels, with pending changes of the user.

import { type ISerializers, WidgetModel } from '@jupyter-widgets/base';
import { Play } from '../cursor/play.ts';
import { NoteEditor } from '../cursor/typing.ts';
import { criterionRecommendation, type Recommendation, recommend } from '../geometry/choosing.ts';
import {
  costTerms,
  coverRange,
  DEFAULT_VALUES,
  effectiveConditions,
  operatingPointOf,
  type PlacedConditions,
} from '../geometry/conditions.ts';
import { knownCosts } from '../geometry/expected.ts';
import {
  type Hover,
  isHoverVisible,
  isSameHover,
  type PickTargets,
  pickTargets,
} from '../geometry/highlight.ts';
import { buildScene, type Scene } from '../geometry/hull.ts';
import { logOddsMidpoint } from '../geometry/scales.ts';
import { type NotebookManager, notebookManagers } from '../wire/python.ts';
import { defaultState } from '../wire/schema.ts';
import {
  type Conditions,
  type CostTerms,
  changeEvents,
  type DualityState,
  emptyGroup,
  type Hull,
  mapGroups,
  type PackedArray,
  type SettableState,
  sanitize,
  unpackGroup,
} from '../wire/state.ts';
import { conditionsAt, regretBox } from '../words/conditions.ts';
import { buildSubject, type Subject, type SubjectState } from '../words/subject.ts';
import { widgetIdentity } from './base.ts';

/** The pc under the pointer, and the space it is in. */
export interface PcPointer {
  pc: number;
  space: 'cost' | 'difference' | 'ribbon';
}

/** State changed during a drag, and the cost terms that depend on it. */
type TentativeState = SettableState & Pick<DualityState, 'money'>;

/** State that a reset keeps or that is reset separately. */
const NOT_RESET = ['notes', 'hover', 'presenting'];

/** Milliseconds without another click before the last one is sent. */
const CLICK_DELAY = 250;

/** Synced state of an explorer: the only model that figures and panels read and change. */
export class DualityModel extends WidgetModel {
  #scene: Scene | null = null;
  #hull: Hull | null = null;
  #pcPointerState: PcPointer | null = null;
  #pointedChip: number | null = null;
  #pickTargetsCache: { scene: Scene; lines: boolean; hull: boolean; targets: PickTargets } | null =
    null;
  #recommendation: { from: readonly unknown[]; choice: Recommendation | null } | null = null;
  /** Values from before the current gesture, by trait. */
  #originals = new Map<keyof TentativeState, unknown>();
  /** Set between the first click on a legend entry and the end of the delay after the last. */
  #clickTimer = 0;
  #initial: Partial<SettableState> | null = null;
  readonly play = new Play(this);
  readonly noteEditor = new NoteEditor(this);

  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('Duality'),
      _view_name: null,
      ...mapGroups(emptyGroup),
      ...defaultState(),
    };
  }

  override initialize(attributes: never, options: never): void {
    super.initialize(attributes, options);
    notebookManagers.register(this.widget_manager as NotebookManager);
    this.on('msg:custom', (message: { reset?: boolean }) => {
      if (message.reset) this.trigger('cc:reset');
    });
    this.on(changeEvents('points', 'hull', 'winners', 'hidden', 'folded', 'joined'), () => {
      this.#scene = null;
    });
  }

  /** Drop pending changes, because Python has closed the model. */
  override close(isClosed = false): Promise<void> {
    window.clearTimeout(this.#clickTimer);
    return super.close(isClosed);
  }

  static override serializers: ISerializers = {
    ...WidgetModel.serializers,
    ...mapGroups((name) => ({
      deserialize: (sent: Record<string, PackedArray>) => unpackGroup(name, sent),
    })),
    ...Object.fromEntries(
      Object.entries(sanitize).map(([name, deserialize]) => [name, { deserialize }]),
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
    const state = {
      points: this.get('points'),
      hull: this.get('hull'),
      winners: this.get('winners'),
      hidden: this.get('hidden'),
      folded: this.get('folded'),
      joined: this.get('joined'),
    };
    const scene = buildScene(state, this.#hull);
    this.#hull = scene.hull;
    return scene;
  }

  get subject(): Subject {
    return buildSubject(this.attributes as SubjectState, this.scene);
  }

  /** The choice recommended by the criterion, for the range or at the operating point. */
  get recommended(): Recommendation | null {
    const { scene } = this;
    const rangeChoice = scene.isCurrent ? this.get('range_choice') : null;
    const criterion = this.get('criterion');
    if (scene.own.size === 0) return null;
    const costs = scene.isCurrent ? knownCosts(this.get('bands')) : null;
    const place = [this.get('pc'), this.get('pc_range')] as const;
    const from = [scene, ...place, rangeChoice, criterion, costs] as const;
    if (!this.#recommendation || this.#recommendation.from.some((value, i) => value !== from[i])) {
      const [, pc, range] = from;
      const box = range && regretBox(conditionsAt(this.subject, range[0]));
      const choice = criterion
        ? criterionRecommendation(criterion, scene)
        : recommend(scene.points, scene.hull, pc, range, rangeChoice, box, costs);
      this.#recommendation = { from, choice };
    }
    return this.#recommendation.choice;
  }

  get hover(): Hover | null {
    return this.get('hover');
  }

  /** Set the hover without syncing it to the kernel. */
  set hover(hover: Hover | null) {
    if (hover === this.hover) return;
    // Bypass Backbone's `set`, which would include the value in the next save.
    this.attributes.hover = hover;
    this.trigger('change:hover', this, hover);
  }

  /** Position of the hovered classifier: by one of its thresholds or its legend entry. */
  get pointedClassifier(): number | null {
    const { hover, scene } = this;
    if (hover?.kind === 'point') return scene.points.owner[hover.index] ?? null;
    return this.#pointedChip;
  }

  set pointedClassifier(position: number | null) {
    if (position === this.#pointedChip) return;
    this.#pointedChip = position;
    this.trigger('change:pointedClassifier');
  }

  /** Items that can be selected, which depend on the switches. */
  get pickTargets(): PickTargets {
    const { scene } = this;
    const [lines, hull] = [this.get('show_lines'), this.get('show_hull')];
    const cached = this.#pickTargetsCache;
    if (cached?.scene === scene && cached.lines === lines && cached.hull === hull)
      return cached.targets;
    const targets = pickTargets(scene.points, scene.hull, { lines, hull });
    this.#pickTargetsCache = { scene, lines, hull, targets };
    return targets;
  }

  get pcPointer(): PcPointer | null {
    return this.#pcPointerState;
  }

  set pcPointer(pointer: PcPointer | null) {
    if (pointer?.pc === this.#pcPointerState?.pc && pointer?.space === this.#pcPointerState?.space)
      return;
    this.#pcPointerState = pointer;
    this.trigger('change:pcPointer');
  }

  /** Show a range during a drag, with its midpoint as the operating point. */
  previewRange(range: [number, number]): void {
    const conditions = this.get('conditions');
    const covering = conditions && coverRange(conditions, range);
    const money = covering ? { money: this.#costTermsOf(covering) } : {};
    this.#previewAll({ pc_range: range, pc: logOddsMidpoint(range), ...money });
  }

  /** Show conditions during a drag, and the operating point they imply; null means the defaults. */
  previewConditions(conditions: Conditions | null): void {
    const place = conditions
      ? operatingPointOf(conditions)
      : { pc: DEFAULT_VALUES.prior, pc_range: null };
    const money = conditions && this.#costTermsOf(conditions);
    this.#previewAll({ conditions, ...place, money });
  }

  /** The conditions in effect, also during a drag. */
  get effectiveConditions(): Conditions {
    return effectiveConditions(this.attributes as PlacedConditions);
  }

  #costTermsOf(conditions: Conditions): CostTerms {
    const basis = { n_cases: this.get('n_cases'), currency: this.get('currency') };
    return costTerms(conditions, this.get('follows'), basis);
  }

  /** Show a value during a drag; the kernel receives it on `commit`. */
  preview<K extends keyof SettableState>(name: K, value: SettableState[K]): void {
    this.#previewAll({ [name]: value } as Partial<SettableState>);
  }

  /** Set all values before triggering events. */
  #previewAll(values: Partial<TentativeState>): void {
    const names = Object.keys(values) as (keyof TentativeState)[];
    // Reverting a gesture must not revert pending clicks.
    if (this.#clickTimer !== 0 && !('hidden' in values)) this.commit();
    for (const name of names) {
      if (!this.#originals.has(name)) this.#originals.set(name, this.get(name));
      this.attributes[name] = values[name];
    }
    for (const name of names) this.trigger(`change:${name}`, this, values[name]);
  }

  /** Keep previewed values; an update from Python replaces the original to revert to. */
  override set_state(state: Partial<DualityState>): void {
    const entries = Object.entries(state) as [keyof TentativeState, unknown][];
    for (const [name, value] of entries)
      if (this.#originals.has(name)) this.#originals.set(name, value);
    super.set_state(Object.fromEntries(entries.filter(([name]) => !this.#originals.has(name))));
  }

  get isPreviewing(): boolean {
    return this.#originals.size > 0;
  }

  /** Send previewed values to the kernel in one message, if they have changed. */
  commit(): void {
    window.clearTimeout(this.#clickTimer);
    this.#clickTimer = 0;
    // Python computes dependent values itself.
    const follow = this.#originals.has('conditions') ? ['pc', 'pc_range', 'money'] : ['money'];
    const values = [...this.#originals]
      .filter(([name]) => !follow.includes(name))
      .map(([name, before]) => [name, before, this.get(name)] as const);
    this.#originals.clear();
    const changed = values.filter(
      ([, before, value]) => JSON.stringify(before) !== JSON.stringify(value),
    );
    if (changed.length === 0) return;
    for (const [name, before] of changed) this.attributes[name] = before;
    // Set silently: each change event was triggered on preview, and one event announces the commit.
    const settled = changed.map(([name, , value]) => [name, value]);
    this.set(Object.fromEntries(settled), { silent: true });
    this.trigger('change', this);
    this.save_changes();
  }

  /** Restore the values from before the gesture. */
  revert(): void {
    const before = [...this.#originals];
    this.#originals.clear();
    for (const [name, value] of before) this.attributes[name] = value;
    for (const [name, value] of before) this.trigger(`change:${name}`, this, value);
  }

  /** Pin an item, or remove its pin. */
  togglePin(hover: Hover): void {
    const pins = this.get('pins');
    const remaining = pins.filter((pin) => !isSameHover(pin, hover));
    this.setPins(remaining.length < pins.length ? remaining : [...pins, hover]);
  }

  /** Store the settings as they were first shown. */
  rememberInitial(): void {
    const settable = Object.keys(sanitize).filter((name) => !NOT_RESET.includes(name));
    this.#initial ??= Object.fromEntries(
      settable.map((name) => [name, this.attributes[name]]),
    ) as Partial<SettableState>;
  }

  /** Restore the initial settings. */
  reset(): void {
    const first = this.#initial ?? {};
    this.previewConditions(first.conditions ?? null);
    this.#previewAll(first);
    this.commit();
    this.present(false);
    this.trigger('cc:reset');
  }

  /** Enter or leave presentation mode. */
  present(isPresenting: boolean): void {
    this.set('presenting', isPresenting);
    this.save_changes();
  }

  setPins(pins: Hover[]): void {
    this.preview('pins', pins);
    this.commit();
  }

  toggleHidden(position: number): void {
    const hidden = this.get('hidden');
    const remaining = hidden.filter((other) => other !== position);
    this.#hide(remaining.length < hidden.length ? remaining : [...hidden, position]);
  }

  /** Hide all other classifiers, or show all if only this one is visible. */
  showOnly(position: number): void {
    const hidden = this.get('hidden');
    const remaining = this.get('names')
      .map((_, other) => other)
      .filter((other) => other !== position);
    const isAlone =
      !hidden.includes(position) && remaining.every((other) => hidden.includes(other));
    this.#hide(isAlone ? [] : remaining);
  }

  /** Send the first click at once, and later ones after a pause. */
  #hide(positions: number[]): void {
    const isFirst = this.#clickTimer === 0;
    this.preview(
      'hidden',
      positions.sort((a, b) => a - b),
    );
    window.clearTimeout(this.#clickTimer);
    if (isFirst) this.commit();
    this.#clickTimer = window.setTimeout(() => this.commit(), CLICK_DELAY);
    const { points, hull } = this.scene;
    if (this.hover && !isHoverVisible(this.hover, points, hull)) this.hover = null;
  }
}
