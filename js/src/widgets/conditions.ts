// The three numbers of the conditions, in one row: they act while they are slid.

import {
  DOMWidgetView,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { wrongOf } from '../cursor/typing.ts';
import { explainer } from '../frame/card.ts';
import { isPossible } from '../geometry/conditions.ts';
import { type Ends, isBeyond, placesOf, TRACKS, type Track, valueAt } from '../geometry/scales.ts';
import { button } from '../layer/part.ts';
import { PATIENCE, whileShown } from '../wire/python.ts';
import { type Conditions, changes, type Range } from '../wire/state.ts';
import {
  fieldText,
  helpOf,
  inDataWords,
  isUsual,
  labelOf,
  leadOf,
  SHOWN,
  type Shown,
} from '../words/conditions.ts';
import { readEntry } from '../words/numbers.ts';
import { ours, together, WatchedModel } from './base.ts';
import type { DualityModel } from './duality.ts';
import { Handles } from './slider.ts';

const PLACED = changes('conditions', 'pc', 'pc_range', 'follows', 'unit', 'population', 'classes');
/** Milliseconds for which what is unfolded may still grow. */
const COMING = 1500;
/** Steps that a number is pulled apart by, to either side. */
const APART = 3;

interface Answer {
  count: number;
  error: string;
}

export class ConditionsRowModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('ConditionsRow'),
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

/** A lead word, three numbers with a field and a slider each, and buttons. */
export class ConditionsRowView extends DOMWidgetView {
  declare model: ConditionsRowModel;
  readonly #lead = element('strong', 'cc-lead');
  readonly #numbers = SHOWN.map((name) => new NumberControl(name, this));
  readonly #inData = pressed('', () => this.#takeData());
  readonly #forget = pressed('Unknown', () => this.#forgetAll());
  readonly #more = pressed('More…', () => this.#unfold());

  override render(): void {
    super.render();
    this.el.classList.add('cc-knobs');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Conditions of use');
    const buttons = element('div', 'cc-knob-buttons');
    buttons.append(this.#inData, this.#forget, this.#more, explainer('Conditions'));
    this.el.append(this.#lead, ...this.#numbers.map(({ el }) => el), buttons);
    this.#forget.title = 'Forget what was set: half are positive, both errors cost the same';
    keepKeys(buttons);
    this.listenTo(
      this.duality,
      PLACED,
      together(() => this.#show()),
    );
    this.listenTo(this.model, 'change:in_data', () => this.#show());
    this.listenTo(this.model, 'change:answer', () => this.#hear());
    this.listenTo(this.model, 'cc:python', () => this.#say());
    this.listenTo(this.#rest, 'change:unfolded', () => this.#mark());
    this.#show();
    this.#mark();
  }

  get duality(): DualityModel {
    return this.model.get('duality');
  }

  get #rest(): WidgetModel {
    return this.model.get('more');
  }

  /** Show other conditions while a hand moves; such as make no sense are passed over. */
  try(known: Conditions): void {
    if (isPossible(known)) this.duality.tryConditions(known);
  }

  settle(known: Conditions | null): void {
    if (known && !isPossible(known)) return;
    this.duality.tryConditions(known);
    this.duality.settle();
  }

  /** Let Python read what was typed; the number by which its answer is known again. */
  ask(name: Shown, text: string): number {
    const count = (this.model.get('entry')?.count ?? 0) + 1;
    this.model.set('entry', { count, name, text });
    this.touch();
    return count;
  }

  get python() {
    return this.model.watch.python;
  }

  #takeData(): void {
    const share = this.model.get('in_data');
    this.settle({ ...this.duality.inForce, prior: [share, share] });
  }

  /** Where nothing was said but the operating point is elsewhere, Python hears it as an entry. */
  #forgetAll(): void {
    const isSaid = this.duality.get('conditions') !== null;
    this.settle(null);
    if (!isSaid) this.ask('prior', '');
  }

  #unfold(): void {
    const isUnfolded = !this.#rest.get('unfolded');
    this.#rest.set('unfolded', isUnfolded);
    if (this.python !== 'gone') this.#rest.save_changes();
    if (isUnfolded) this.#reveal();
  }

  /** Scroll as far as it takes to see what has been unfolded, of which some is still to come. */
  #reveal(): void {
    const unfolded = this.el.parentElement?.querySelector('.cc-more');
    if (!unfolded) return;
    const observer = new ResizeObserver(() => unfolded.scrollIntoView({ block: 'nearest' }));
    observer.observe(unfolded);
    setTimeout(() => observer.disconnect(), COMING);
  }

  #mark(): void {
    const isUnfolded = this.#rest.get('unfolded');
    this.#more.hidden = this.#rest.get('titles').length === 0;
    this.#more.textContent = isUnfolded ? 'Less' : 'More…';
    this.#more.setAttribute('aria-expanded', String(isUnfolded));
    this.#more.title = 'Benefits of right answers, operating point, cases, currency';
  }

  #show(): void {
    const known = this.duality.get('conditions');
    const { inForce } = this.duality;
    this.#lead.textContent = leadOf(known);
    const isForgotten = known === null && this.duality.get('pc_range') === null;
    this.#forget.disabled = isForgotten && this.duality.get('pc') === 0.5;
    const share: number | null = this.model.get('in_data');
    this.#inData.hidden = share === null;
    if (share !== null) this.#inData.textContent = inDataWords(share);
    const [, positive] = this.duality.get('classes');
    for (const one of this.#numbers) {
      const label = labelOf(one.name, positive, this.duality.get('unit'));
      one.show(label, positive, inForce);
    }
  }

  #hear(): void {
    const answer: Answer | null = this.model.get('answer');
    if (answer) for (const one of this.#numbers) one.hear(answer);
  }

  #say(): void {
    for (const one of this.#numbers) one.wait();
  }
}

// ---- One of the three

let controlsMade = 0;

/** A label, a field, a button that makes a range of a number, and a slider. */
class NumberControl {
  readonly name: Shown;
  readonly el = element('div', 'cc-knob');
  readonly #row: ConditionsRowView;
  readonly #track: Track;
  readonly #label = document.createElement('label');
  readonly #usual = element('small', 'cc-usual');
  readonly #input = document.createElement('input');
  readonly #split = pressed('±', () => this.#toggle());
  readonly #error = element('div', 'cc-knob-error');
  readonly #handles: Handles;
  #inForce!: Conditions;
  #shown = '';
  /** The entry that Python has not answered yet. */
  #asked: number | null = null;
  #typed = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: Shown, row: ConditionsRowView) {
    this.name = name;
    this.#row = row;
    this.#track = name === 'prior' ? TRACKS.log_odds : TRACKS.log10;
    this.#handles = new Handles({
      move: (ends) => this.#row.try(this.#slidTo(ends)),
      settle: (ends) => this.#row.settle(this.#slidTo(ends)),
      revert: () => this.#row.duality.revert(),
    });
    this.#build();
  }

  #build(): void {
    const id = `cc-knob-${controlsMade++}`;
    const field = element('div', 'cc-knob-field');
    const slider = element('div', 'cc-slider');
    this.#label.htmlFor = id;
    const box = element('div', 'cc-knob-box');
    box.append(this.#input, this.#usual);
    this.#usual.textContent = 'default';
    Object.assign(this.#input, { id, type: 'text', autocomplete: 'off', spellcheck: false });
    this.#error.id = `${id}-error`;
    this.#error.setAttribute('role', 'alert');
    this.#split.classList.add('cc-split');
    // For keys there are the arrows with Shift.
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
    keepKeys(this.#split);
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  show(label: string, positive: string, inForce: Conditions): void {
    this.#inForce = inForce;
    const range = inForce[this.name];
    const text = fieldText(this.name, range);
    this.#label.textContent = label;
    this.#label.title = label;
    this.#usual.hidden = !isUsual(this.name, range);
    this.#input.title = helpOf(this.name, range, positive);
    const beyond = range.map((end) => isBeyond(this.#track, end));
    this.#handles.show(`${label}, slider`, this.#track, placesOf(this.#track, range), beyond);
    const isRange = range[0] !== range[1];
    this.#split.setAttribute('aria-pressed', String(isRange));
    this.#split.setAttribute('aria-label', `${label}: a range`);
    this.#split.title = isRange ? 'Make one number of it' : 'Make a range of it';
    if (text !== this.#shown) this.#write(text);
  }

  /** What Python says of the last entry. A wrong one stays, with what is wrong beside it. */
  hear({ count, error }: Answer): void {
    if (count !== this.#asked) return;
    this.#stopWaiting();
    if (error) this.#refuse(error);
    else this.#write(this.#shown);
  }

  /** Say so where nobody reads what was typed. */
  wait(): void {
    if (this.#asked === null) return;
    const words = whileShown(this.#row.python);
    if (words) this.#refuse(words);
  }

  #press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Enter') this.#commit();
    else if (event.key === 'Escape') this.#write(this.#shown);
  }

  #commit(): void {
    const text = this.#input.value;
    // Enter is a change as well, where something has changed.
    if (this.#asked !== null && text === this.#typed) return;
    if (text === this.#shown) {
      this.#refuse('');
      return;
    }
    this.#stopWaiting();
    if (!this.#row.model.comm_live) {
      this.#read(text);
      return;
    }
    this.#typed = text;
    this.#asked = this.#row.ask(this.name, text);
    this.#timer = setTimeout(() => this.wait(), PATIENCE);
  }

  /** Where no Python reads what was typed, what is read in figures is read here too. */
  #read(text: string): void {
    const read = readEntry(text);
    const wrong = wrongOf(read, this.name === 'prior' ? 1 : Number.MAX_VALUE);
    if (wrong !== null) {
      this.#refuse(wrong);
      return;
    }
    this.#row.settle({ ...this.#inForce, [this.name]: read });
    this.#write(this.#shown);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#asked = null;
  }

  #write(text: string): void {
    this.#shown = text;
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

  /** Words at the right end begin further left. */
  #keepInside(): void {
    const beyond =
      this.#error.getBoundingClientRect().right - this.#row.el.getBoundingClientRect().right;
    if (beyond > 0) this.#error.style.insetInlineStart = `${-beyond}px`;
  }

  /** The conditions with this value where the handles are; an end that has not moved stays. */
  #slidTo(ends: Ends): Conditions {
    const before = this.#inForce[this.name];
    const places = placesOf(this.#track, before);
    const [low, high] = ends.map((place, i) =>
      place === places[i] ? (before[i] as number) : valueAt(this.#track.unit, place),
    ) as [number, number];
    const range: Range = ends[0] === ends[1] ? [low, low] : [low, high];
    return { ...this.#inForce, [this.name]: range };
  }

  /** Make a range of a number, and one number, its middle, of a range. */
  #toggle(): void {
    const [low, high] = placesOf(this.#track, this.#inForce[this.name]);
    const { least, most, step } = this.#track;
    const middle = Math.round((low + high) / 2 / step) * step;
    const by = low === high ? APART * step : 0;
    const ends = [Math.max(middle - by, least), Math.min(middle + by, most)];
    const rounded = ends.map((end) => Number(end.toFixed(4))) as Ends;
    this.#row.settle(this.#slidTo(rounded));
  }
}

// ---- Elements

function element<K extends keyof HTMLElementTagNameMap>(tag: K, name: string) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

function pressed(words: string, press: () => void): HTMLButtonElement {
  const made = button('cc-knob-button', words);
  made.addEventListener('click', press);
  return made;
}
