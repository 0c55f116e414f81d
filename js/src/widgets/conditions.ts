// Row of prevalence and misclassification costs, with sliders that act during the drag.

import {
  DOMWidgetView,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { entryError } from '../cursor/typing.ts';
import { explainer } from '../frame/card.ts';
import { areValid } from '../geometry/conditions.ts';
import {
  type HandlePositions,
  handlePositions,
  isOffTrack,
  TRACKS,
  type Track,
  valueAt,
} from '../geometry/scales.ts';
import { button } from '../layer/part.ts';
import { BUSY_DELAY, controlsMessage } from '../wire/python.ts';
import { type Conditions, changeEvents, type Range } from '../wire/state.ts';
import {
  fieldText,
  helpOf,
  inDataWords,
  isDefault,
  labelOf,
  ROW_VALUES,
  type RowValue,
  rowTitle,
} from '../words/conditions.ts';
import { readEntry } from '../words/numbers.ts';
import { coalesce, WatchedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';
import { RangeHandles } from './slider.ts';

const CONDITION_EVENTS = changeEvents(
  'conditions',
  'pc',
  'pc_range',
  'follows',
  'currency',
  'n_cases',
  'classes',
);
/** Milliseconds during which an expanded section may still grow. */
const REVEAL_TIME = 1500;
/** Steps on either side when a number is turned into a range. */
const SPLIT_STEPS = 3;

interface EntryReply {
  count: number;
  error: string;
}

export class ConditionsRowModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('ConditionsRow'),
      more: null,
      in_data: null,
      entry: null,
      answer: null,
    };
  }

  static override serializers = {
    ...WatchedModel.serializers,
    more: { deserialize: unpackModels },
  };
}

/** A title, three values with a field and a slider each, and buttons. */
export class ConditionsRowView extends DOMWidgetView {
  declare model: ConditionsRowModel;
  readonly #lead = createElement('strong', 'cc-lead');
  readonly #numbers = ROW_VALUES.map((name) => new NumberControl(name, this));
  readonly #inData = createButton('', () => this.#useDataPrior());
  readonly #resetButton = createButton('Unknown', () => this.#resetAll());
  readonly #more = createButton('More…', () => this.#toggleMore());

  override render(): void {
    super.render();
    this.el.classList.add('cc-knobs');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Conditions of use');
    const buttons = createElement('div', 'cc-knob-buttons');
    buttons.append(this.#inData, this.#resetButton, this.#more, explainer('Conditions'));
    this.el.append(this.#lead, ...this.#numbers.map(({ el }) => el), buttons);
    this.#resetButton.title = 'Forget what was set: half are positive, both errors cost the same';
    keepKeysFromNotebook(buttons);
    this.listenTo(
      this.duality,
      CONDITION_EVENTS,
      coalesce(() => this.#show()),
    );
    this.listenTo(this.model, 'change:in_data', () => this.#show());
    this.listenTo(this.model, 'change:answer', () => this.#receiveReply());
    this.listenTo(this.model, 'cc:python', () => this.#showDelay());
    this.listenTo(this.#moreSection, 'change:unfolded', () => this.#updateMoreButton());
    this.#show();
    this.#updateMoreButton();
  }

  get duality(): DualityModel {
    return this.model.get('duality');
  }

  get #moreSection(): WidgetModel {
    return this.model.get('more');
  }

  /** Show other conditions during a drag; invalid ones are ignored. */
  preview(conditions: Conditions): void {
    if (areValid(conditions)) this.duality.previewConditions(conditions);
  }

  commit(conditions: Conditions | null): void {
    if (conditions && !areValid(conditions)) return;
    this.duality.previewConditions(conditions);
    this.duality.commit();
  }

  /** Let Python parse an entry, and return the number that identifies its reply. */
  sendEntry(name: RowValue, text: string): number {
    const count = (this.model.get('entry')?.count ?? 0) + 1;
    this.model.set('entry', { count, name, text });
    this.touch();
    return count;
  }

  get pythonStatus() {
    return this.model.watch.status;
  }

  #useDataPrior(): void {
    const share = this.model.get('in_data');
    this.commit({ ...this.duality.effectiveConditions, prior: [share, share] });
  }

  /** Reset the conditions; without any, an empty entry resets the operating point. */
  #resetAll(): void {
    const isSet = this.duality.get('conditions') !== null;
    this.commit(null);
    if (!isSet) this.sendEntry('prior', '');
  }

  #toggleMore(): void {
    const isUnfolded = !this.#moreSection.get('unfolded');
    this.#moreSection.set('unfolded', isUnfolded);
    if (this.pythonStatus !== 'lost') this.#moreSection.save_changes();
    if (isUnfolded) this.#reveal();
  }

  /** Scroll until the expanded section is visible, while its content arrives. */
  #reveal(): void {
    const unfolded = this.el.parentElement?.querySelector('.cc-more');
    if (!unfolded) return;
    const observer = new ResizeObserver(() => unfolded.scrollIntoView({ block: 'nearest' }));
    observer.observe(unfolded);
    setTimeout(() => observer.disconnect(), REVEAL_TIME);
  }

  #updateMoreButton(): void {
    const isUnfolded = this.#moreSection.get('unfolded');
    this.#more.hidden = this.#moreSection.get('titles').length === 0;
    this.#more.textContent = isUnfolded ? 'Less' : 'More…';
    this.#more.setAttribute('aria-expanded', String(isUnfolded));
    this.#more.title = 'Benefits of right answers, operating point, cases, currency';
  }

  #show(): void {
    const conditions = this.duality.get('conditions');
    const { effectiveConditions } = this.duality;
    this.#lead.textContent = rowTitle(conditions);
    const isForgotten = conditions === null && this.duality.get('pc_range') === null;
    this.#resetButton.disabled = isForgotten && this.duality.get('pc') === 0.5;
    const share: number | null = this.model.get('in_data');
    this.#inData.hidden = share === null;
    if (share !== null) this.#inData.textContent = inDataWords(share);
    const [, positive] = this.duality.get('classes');
    for (const control of this.#numbers) {
      const label = labelOf(control.name, positive, this.duality.get('currency'));
      control.show(label, positive, effectiveConditions);
    }
  }

  #receiveReply(): void {
    const answer: EntryReply | null = this.model.get('answer');
    if (answer) for (const control of this.#numbers) control.receiveReply(answer);
  }

  #showDelay(): void {
    for (const control of this.#numbers) control.showDelay();
  }
}

// ---- One value

let controlCount = 0;

/** A label, a field, a slider, and a button that toggles between number and range. */
class NumberControl {
  readonly name: RowValue;
  readonly el = createElement('div', 'cc-knob');
  readonly #row: ConditionsRowView;
  readonly #track: Track;
  readonly #label = document.createElement('label');
  readonly #defaultTag = createElement('small', 'cc-usual');
  readonly #input = document.createElement('input');
  readonly #split = createButton('±', () => this.#toggle());
  readonly #error = createElement('div', 'cc-knob-error');
  readonly #handles: RangeHandles;
  #conditions!: Conditions;
  #text = '';
  /** Number of the entry that Python has not processed yet. */
  #pending: number | null = null;
  #sentText = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: RowValue, row: ConditionsRowView) {
    this.name = name;
    this.#row = row;
    this.#track = name === 'prior' ? TRACKS.log_odds : TRACKS.log10;
    this.#handles = new RangeHandles({
      move: (ends) => this.#row.preview(this.#conditionsAt(ends)),
      settle: (ends) => this.#row.commit(this.#conditionsAt(ends)),
      revert: () => this.#row.duality.revert(),
    });
    this.#build();
  }

  #build(): void {
    const id = `cc-knob-${controlCount++}`;
    const field = createElement('div', 'cc-knob-field');
    const slider = createElement('div', 'cc-slider');
    this.#label.htmlFor = id;
    const box = createElement('div', 'cc-knob-box');
    box.append(this.#input, this.#defaultTag);
    this.#defaultTag.textContent = 'default';
    Object.assign(this.#input, { id, type: 'text', autocomplete: 'off', spellcheck: false });
    this.#error.id = `${id}-error`;
    this.#error.setAttribute('role', 'alert');
    this.#split.classList.add('cc-split');
    // The keyboard alternative is Shift + arrow keys.
    this.#split.tabIndex = -1;
    this.#handles.fill(slider);
    field.append(box, this.#split, slider);
    this.el.append(this.#label, field, this.#error);
    this.#listen();
  }

  #listen(): void {
    this.#input.addEventListener('keydown', (event) => this.#press(event));
    this.#input.addEventListener('change', () => this.#commit());
    for (const name of ['copy', 'cut', 'paste'] as const) {
      this.#input.addEventListener(name, (event) => event.stopPropagation());
    }
    keepKeysFromNotebook(this.#split);
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  show(label: string, positive: string, inForce: Conditions): void {
    this.#conditions = inForce;
    const range = inForce[this.name];
    const text = fieldText(this.name, range);
    this.#label.textContent = label;
    this.#label.title = label;
    this.#defaultTag.hidden = !isDefault(this.name, range);
    this.#input.title = helpOf(this.name, range, positive);
    const offTrack = range.map((end) => isOffTrack(this.#track, end));
    this.#handles.show(
      `${label}, slider`,
      this.#track,
      handlePositions(this.#track, range),
      offTrack,
    );
    const isRange = range[0] !== range[1];
    this.#split.setAttribute('aria-pressed', String(isRange));
    this.#split.setAttribute('aria-label', `${label}: a range`);
    this.#split.title = isRange ? 'Make one number of it' : 'Make a range of it';
    if (text !== this.#text) this.#write(text);
  }

  /** Handle the reply to the last entry; invalid text stays, with the error message. */
  receiveReply({ count, error }: EntryReply): void {
    if (count !== this.#pending) return;
    this.#stopWaiting();
    if (error) this.#refuse(error);
    else this.#write(this.#text);
  }

  /** Show an explanation if Python does not reply. */
  showDelay(): void {
    if (this.#pending === null) return;
    const words = controlsMessage(this.#row.pythonStatus);
    if (words) this.#refuse(words);
  }

  #press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Enter') this.#commit();
    else if (event.key === 'Escape') this.#write(this.#text);
  }

  #commit(): void {
    const text = this.#input.value;
    // Enter also triggers a change event.
    if (this.#pending !== null && text === this.#sentText) return;
    if (text === this.#text) {
      this.#refuse('');
      return;
    }
    this.#stopWaiting();
    if (!this.#row.model.comm_live) {
      this.#read(text);
      return;
    }
    this.#sentText = text;
    this.#pending = this.#row.sendEntry(this.name, text);
    this.#timer = setTimeout(() => this.showDelay(), BUSY_DELAY);
  }

  /** Parse an entry in the browser, where there is no Python. */
  #read(text: string): void {
    const read = readEntry(text);
    const wrong = entryError(read, this.name === 'prior' ? 1 : Number.MAX_VALUE);
    if (wrong !== null) {
      this.#refuse(wrong);
      return;
    }
    this.#row.commit({ ...this.#conditions, [this.name]: read });
    this.#write(this.#text);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#pending = null;
  }

  #write(text: string): void {
    this.#text = text;
    this.#input.value = text;
    this.#refuse('');
  }

  #refuse(error: string): void {
    this.#error.textContent = error;
    this.#error.style.insetInlineStart = '0';
    if (error) {
      this.#input.setAttribute('aria-invalid', 'true');
      this.#input.setAttribute('aria-describedby', this.#error.id);
      this.#keepInside();
    } else {
      this.#input.removeAttribute('aria-invalid');
      this.#input.removeAttribute('aria-describedby');
    }
  }

  /** Shift an error message that would overflow on the right. */
  #keepInside(): void {
    const overflow =
      this.#error.getBoundingClientRect().right - this.#row.el.getBoundingClientRect().right;
    if (overflow > 0) this.#error.style.insetInlineStart = `${-overflow}px`;
  }

  /** Return the conditions at these handle positions; an end that has not moved keeps its value. */
  #conditionsAt(ends: HandlePositions): Conditions {
    const before = this.#conditions[this.name];
    const places = handlePositions(this.#track, before);
    const [low, high] = ends.map((place, i) =>
      place === places[i] ? (before[i] as number) : valueAt(this.#track.unit, place),
    ) as [number, number];
    const range: Range = ends[0] === ends[1] ? [low, low] : [low, high];
    return { ...this.#conditions, [this.name]: range };
  }

  /** Turn a number into a range, or a range into its midpoint. */
  #toggle(): void {
    const [low, high] = handlePositions(this.#track, this.#conditions[this.name]);
    const { least, most, step } = this.#track;
    const middle = Math.round((low + high) / 2 / step) * step;
    const by = low === high ? SPLIT_STEPS * step : 0;
    const ends = [Math.max(middle - by, least), Math.min(middle + by, most)];
    const rounded = ends.map((end) => Number(end.toFixed(4))) as HandlePositions;
    this.#row.commit(this.#conditionsAt(rounded));
  }
}

// ---- DOM elements

function createElement<K extends keyof HTMLElementTagNameMap>(tag: K, name: string) {
  const node = document.createElement(tag);
  node.className = name;
  return node;
}

function createButton(words: string, press: () => void): HTMLButtonElement {
  const control = button('cc-knob-button', words);
  control.addEventListener('click', press);
  return control;
}
