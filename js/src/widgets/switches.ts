// Switches of what the figures show, and the menu that saves it.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { toggleHelp } from '../frame/card.ts';
import { type Filling, item, Menu } from '../frame/menu.ts';
import { Room } from '../frame/room.ts';
import { Stage } from '../frame/stage.ts';
import { button, svg } from '../layer/part.ts';
import { whileAwaited } from '../wire/python.ts';
import { AXES, type Axis, changes, type Switch } from '../wire/state.ts';
import { ours, together, WatchedModel } from './base.ts';
import type { DualityModel } from './duality.ts';

/** What stands on each switch, and what it shows. */
const SWITCHES: readonly [Switch, string, string][] = [
  ['show_hull', 'Hull', 'The best threshold at each point: the hull, and the lower envelope'],
  ['show_lines', 'Lines', 'Thresholds one by one'],
  ['show_bands', 'Band', 'How uncertain the costs are'],
  ['show_expected', 'Expected', 'What to expect in use, without the luck of these data'],
  ['show_labels', 'Labels', 'Names beside the curves'],
];

/** What there must be for a switch to have anything to show. */
const NEEDED: Partial<Record<Switch, 'owner' | 'foreseen'>> = {
  show_bands: 'owner',
  show_expected: 'foreseen',
};

export class SwitchesModel extends WatchedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Switches'), offers: [] };
  }
}

/** Buttons for kinds of stroke, menus for the axis and for saving, and a card of all gestures. */
export class SwitchesView extends DOMWidgetView {
  readonly #buttons = new Map<Switch, HTMLButtonElement>();
  readonly #axis = document.createElement('select');
  #show: Menu | null = null;
  #save: SaveMenu | null = null;
  readonly #present = presenter();
  #room: Room | null = null;
  #stage: Stage | null = null;
  #isGone = false;

  override render(): void {
    super.render();
    this.el.classList.add('cc-switches');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'What is shown');
    for (const [name, words, title] of SWITCHES) this.el.append(this.#button(name, words, title));
    this.#save = new SaveMenu(this.model as SwitchesModel);
    this.#present.addEventListener('click', () => this.#stage?.toggle());
    this.#duality.remember();
    this.#show = showMenu(this.model as SwitchesModel);
    this.el.append(this.#menu(), this.#show.el, this.#save.el, this.#present, this.#help());
    keepKeys(this.el);
    const names = SWITCHES.map(([name]) => name);
    const told = changes(...names, 'axis', 'bands', 'classes', 'presenting');
    this.listenTo(
      this.#duality,
      told,
      together(() => this.#mark()),
    );
    const parts = changes(...PARTS.map(([name]) => name));
    this.listenTo(this.#duality, parts, () => {
      for (const one of this.#show?.items ?? []) checked(one, this.#duality);
      this.#room?.again();
    });
    this.listenTo(this.#duality, 'comm_live_update', () => this.#mark());
    this.#mark();
    this.displayed.then(() => this.#settleIn());
  }

  override remove(): void {
    this.#isGone = true;
    this.#stage?.close();
    this.#room?.close();
    this.#show?.close();
    this.#save?.close();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  /** From the first row on the whole explorer is given its sizes. */
  #settleIn(): void {
    const root = this.el.closest<HTMLElement>('.cc-explorer');
    if (!root || this.#isGone) return;
    this.#room = new Room(root);
    this.#stage = new Stage(root, this.#duality, this.#present);
  }

  #button(name: Switch, words: string, title: string): HTMLButtonElement {
    const made = button('cc-switch', words, title);
    made.dataset.name = name;
    made.addEventListener('click', () => {
      this.#duality.try(name, !this.#duality.get(name));
      this.#duality.settle();
    });
    this.#buttons.set(name, made);
    return made;
  }

  #menu(): HTMLLabelElement {
    const label = document.createElement('label');
    label.className = 'cc-axis';
    this.#axis.className = 'cc-menu';
    this.#axis.setAttribute('aria-label', 'Axis');
    this.#axis.append(...AXES.map((axis) => new Option('', axis)));
    this.#axis.addEventListener('change', () => {
      this.#duality.try('axis', this.#axis.value as Axis);
      this.#duality.settle();
    });
    const word = document.createElement('span');
    word.textContent = 'Axis';
    label.append(word, this.#axis);
    return label;
  }

  #help(): HTMLButtonElement {
    const help = button('cc-switch', '?', 'Gestures and keys');
    help.setAttribute('aria-label', 'Gestures and keys');
    help.addEventListener('click', () => toggleHelp(help));
    return help;
  }

  #mark(): void {
    const duality = this.#duality;
    for (const [name, button] of this.#buttons) {
      button.setAttribute('aria-pressed', String(duality.get(name)));
      const needed = NEEDED[name];
      button.hidden = needed !== undefined && duality.get('bands')[needed].length === 0;
    }
    this.#present.setAttribute('aria-pressed', String(duality.get('presenting')));
    const words: Record<Axis, string> = {
      pc: 'PC(+)',
      logit: 'log-odds',
      prior: `share of ${duality.get('classes')[1]}`,
      cost_ratio: 'cost ratio',
    };
    for (const option of this.#axis.options) option.text = words[option.value as Axis];
    this.#axis.value = duality.get('axis');
    // Only Python can place what a figure draws along another axis.
    if (this.#axis.parentElement) this.#axis.parentElement.hidden = !duality.comm_live;
  }
}

const PRESENT = 'Present: fill the window, large and bold, one thing lit at a time';

/** A screen, drawn: no font can be relied on to have one. */
function presenter(): HTMLButtonElement {
  const made = button('cc-switch cc-present', '', `${PRESENT} (Shift + P; Escape leaves)`);
  made.setAttribute('aria-label', 'Present');
  const icon = svg('svg', { viewBox: '0 0 16 12', 'aria-hidden': 'true' });
  icon.append(svg('path', { d: 'M1,1H15V9H1ZM5,11.5H11M8,9V11' }));
  made.append(icon);
  return made;
}

// ---- The menu that shows and hides, and puts all back

/** What stands in the menu, and what it shows; the others have buttons of their own. */
const PARTS: readonly [Switch, string][] = [
  ['show_chips', 'Names'],
  ['show_answer', 'Answer'],
  ['show_conditions', 'Conditions'],
  ['show_roc', 'ROC space'],
  ['show_cost', 'Cost space'],
  ['show_ribbon', 'Who is cheapest where'],
  ['show_detail', 'What is lit, in words'],
  ['show_key', 'What strokes mean'],
  ['show_panels', 'Panels and tables'],
  ['show_labels', 'Names at their curves'],
];
const RESET =
  'Let all look as at first: who is hidden, conditions, operating point and range, pins, criterion, ' +
  'axes, zooms, and what is shown. Data, names, colours, bands and notes stay as they are.';

function showMenu(model: SwitchesModel): Menu {
  const duality: DualityModel = model.get('duality');
  const part = ([name, words]: readonly [Switch, string]) => {
    const made = item(words, 'menuitemcheckbox');
    made.dataset.name = name;
    made.addEventListener('click', () => {
      duality.try(name, !duality.get(name));
      duality.settle();
    });
    return checked(made, duality);
  };
  const reset = item('Reset', 'menuitem');
  reset.title = RESET;
  reset.addEventListener('click', () => putBack(model, duality));
  return new Menu('Show', 'Show and hide parts of the explorer, or reset it', () => ({
    items: [...PARTS.map(part), reset],
  }));
}

/** Whether its part is on the page. */
function checked(made: HTMLButtonElement, duality: DualityModel): HTMLButtonElement {
  const name = made.dataset.name as Switch | undefined;
  if (name) made.setAttribute('aria-checked', String(duality.get(name)));
  return made;
}

/** Python knows what there was at first; without it the page goes by what it began with. */
function putBack(model: SwitchesModel, duality: DualityModel): void {
  if (model.watch.python === 'there' || model.watch.python === 'busy') {
    model.send({ reset: true }, {});
    return;
  }
  duality.putBack();
}

// ---- The menu that saves: Python is asked for a file, and the page hands it out

/** What can be saved. */
interface Offer {
  kind: string;
  words: string;
}

/** What Python answers; a name that is empty asks to be copied. */
interface Answer {
  request: number;
  error?: string;
  name?: string;
  type?: string;
}

/** Milliseconds for which a file is kept for the browser to fetch. */
const FETCHED = 60_000;

const SAVE = 'Save a picture, a page, a table, all of it, or the code';

let requests = 0;

/** The menu of all outputs, and what became of the last that was chosen. */
class SaveMenu {
  readonly #model: SwitchesModel;
  readonly #menu = new Menu('Save', SAVE, () => this.#filling());
  #said = document.createElement('p');
  #code = document.createElement('textarea');
  readonly #told = (answer: Answer, buffers: DataView[]) => this.#take(answer, buffers);
  readonly #watched = () => this.#wait();
  /** The request that is waited for, or 0, and what it is for. */
  #awaited = 0;
  #words = '';

  constructor(model: SwitchesModel) {
    this.#model = model;
    this.el.classList.add('cc-saves');
    // A picture that never had Python behind it has nothing to save; one that has lost it says so.
    this.el.hidden = !model.comm_live || this.#offers.length === 0;
    model.on('msg:custom', this.#told);
    model.on('cc:python', this.#watched);
  }

  get el(): HTMLElement {
    return this.#menu.el;
  }

  close(): void {
    this.#menu.close();
    this.#model.off('msg:custom', this.#told);
    this.#model.off('cc:python', this.#watched);
  }

  get #offers(): Offer[] {
    return this.#model.get('offers');
  }

  #filling(): Filling {
    this.#said = document.createElement('p');
    this.#code = document.createElement('textarea');
    this.#said.className = 'cc-save-said';
    this.#said.setAttribute('role', 'status');
    this.#code.className = 'cc-save-code';
    this.#code.readOnly = true;
    this.#code.hidden = true;
    this.#code.setAttribute('aria-label', 'Code');
    if (this.#awaited) this.#said.textContent = oneMoment(this.#words);
    // Once it is there.
    queueMicrotask(() => this.#wait());
    const items = this.#offers.map((offer) => this.#item(offer));
    return { items, below: [this.#said, this.#code] };
  }

  #item({ kind, words }: Offer): HTMLButtonElement {
    const made = item(words, 'menuitem');
    made.addEventListener('click', () => this.#ask(kind, words));
    return made;
  }

  // ---- What is asked for, and what comes of it

  #ask(kind: string, words: string): void {
    if (this.#awaited || this.#model.watch.python === 'gone') return;
    this.#words = words;
    this.#awaited = ++requests;
    this.#code.hidden = true;
    this.#say(oneMoment(words));
    this.#wait();
    this.#model.send({ request: this.#awaited, save: kind }, {});
  }

  /** Say what is waited for, if Python is not there for it. */
  #wait(): void {
    const { python } = this.#model.watch;
    for (const item of this.#menu.items)
      item.setAttribute('aria-disabled', String(python === 'gone'));
    this.#menu.card.setAttribute('aria-busy', String(this.#awaited > 0));
    if (python === 'gone') this.#awaited = 0;
    if (python === 'gone' || (this.#awaited && python !== 'there')) {
      this.#say(whileAwaited(python, true));
    }
  }

  #take({ request, error, name, type }: Answer, [data]: DataView[]): void {
    if (!request || request !== this.#awaited) return;
    this.#awaited = 0;
    this.#menu.card.setAttribute('aria-busy', 'false');
    if (error !== undefined || !data)
      this.#warn(`${this.#words}: ${error ?? 'Python has sent nothing.'}`);
    else if (name) this.#hand(name, new Blob([bytesOf(data)], { type: type ?? '' }));
    else this.#copy(new TextDecoder().decode(data));
  }

  #hand(name: string, file: Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
    this.#say(`Saved: ${name}`);
  }

  #copy(code: string): void {
    const copied = navigator.clipboard?.writeText(code) ?? Promise.reject();
    copied.then(
      () => this.#say('Copied: paste it into a cell.'),
      () => this.#offer(code),
    );
  }

  /** Where the page may not copy, a person can. */
  #offer(code: string): void {
    this.#menu.show();
    this.#say('This page may not copy: select the code and copy it.');
    this.#code.value = code;
    this.#code.hidden = false;
    this.#menu.place();
    this.#code.focus({ preventScroll: true });
    this.#code.select();
  }

  #say(words: string): void {
    this.#said.textContent = words;
    this.#said.classList.remove('cc-save-wrong');
    if (this.#menu.isOpen) this.#menu.place();
  }

  /** Say what went wrong, also to somebody who has closed the menu meanwhile. */
  #warn(words: string): void {
    this.#menu.show();
    this.#say(words);
    this.#said.classList.add('cc-save-wrong');
  }
}

const oneMoment = (words: string) => `${words}: one moment …`;

/** A copy of the bytes in memory of their own. */
function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
