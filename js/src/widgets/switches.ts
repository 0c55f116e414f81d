// Switches for the content of the figures, and menus for showing and saving.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { toggleHelp } from '../frame/card.ts';
import { MenuButton, type MenuContent, menuItem } from '../frame/menu.ts';
import { FigureSizer } from '../frame/room.ts';
import { PresentationMode } from '../frame/stage.ts';
import { button, svg } from '../layer/part.ts';
import { pendingMessage } from '../wire/python.ts';
import { AXES, type Axis, changeEvents, type SwitchName } from '../wire/state.ts';
import { coalesce, WatchedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

/** Label and tooltip of each switch. */
const STROKE_SWITCHES: readonly [SwitchName, string, string][] = [
  ['show_hull', 'Hull', 'The best threshold at each point: the hull, and the lower envelope'],
  ['show_lines', 'Lines', 'Thresholds one by one'],
  ['show_bands', 'Band', 'How uncertain the costs are'],
  ['show_expected', 'Expected', 'What to expect in use, without the luck of these data'],
  ['show_labels', 'Labels', 'Names beside the curves'],
];

/** Bands that must exist for a switch to be shown. */
const BANDS_NEEDED: Partial<Record<SwitchName, 'owner' | 'with_expected'>> = {
  show_bands: 'owner',
  show_expected: 'with_expected',
};

export class SwitchesModel extends WatchedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Switches'), offers: [] };
  }
}

/** Switches for kinds of line, menus for axis, visibility and saving, and a help button. */
export class SwitchesView extends DOMWidgetView {
  readonly #buttons = new Map<SwitchName, HTMLButtonElement>();
  readonly #axis = document.createElement('select');
  #show: MenuButton | null = null;
  #save: SaveMenu | null = null;
  readonly #present = createPresentButton();
  #sizer: FigureSizer | null = null;
  #presentation: PresentationMode | null = null;
  #isRemoved = false;

  override render(): void {
    super.render();
    this.el.classList.add('cc-switches');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'What is shown');
    for (const [name, words, title] of STROKE_SWITCHES)
      this.el.append(this.#button(name, words, title));
    this.#save = new SaveMenu(this.model as SwitchesModel);
    this.#present.addEventListener('click', () => this.#presentation?.toggle());
    this.#duality.rememberInitial();
    this.#show = showMenu(this.model as SwitchesModel);
    this.el.append(this.#menu(), this.#show.el, this.#save.el, this.#present, this.#help());
    keepKeysFromNotebook(this.el);
    const names = STROKE_SWITCHES.map(([name]) => name);
    const events = changeEvents(...names, 'axis', 'bands', 'classes', 'presenting');
    this.listenTo(
      this.#duality,
      events,
      coalesce(() => this.#mark()),
    );
    const parts = changeEvents(...PART_SWITCHES.map(([name]) => name));
    this.listenTo(this.#duality, parts, () => {
      for (const element of this.#show?.items ?? []) updateChecked(element, this.#duality);
      this.#sizer?.remeasure();
    });
    this.listenTo(this.#duality, 'comm_live_update', () => this.#mark());
    this.#mark();
    this.displayed.then(() => this.#start());
  }

  override remove(): void {
    this.#isRemoved = true;
    this.#presentation?.close();
    this.#sizer?.close();
    this.#show?.close();
    this.#save?.close();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  /** Start sizing and presentation mode of the whole explorer. */
  #start(): void {
    const root = this.el.closest<HTMLElement>('.cc-explorer');
    if (!root || this.#isRemoved) return;
    this.#sizer = new FigureSizer(root);
    this.#presentation = new PresentationMode(root, this.#duality, this.#present);
  }

  #button(name: SwitchName, words: string, title: string): HTMLButtonElement {
    const element = button('cc-switch', words, title);
    element.dataset.name = name;
    element.addEventListener('click', () => {
      this.#duality.preview(name, !this.#duality.get(name));
      this.#duality.commit();
    });
    this.#buttons.set(name, element);
    return element;
  }

  #menu(): HTMLLabelElement {
    const label = document.createElement('label');
    label.className = 'cc-axis';
    this.#axis.className = 'cc-menu';
    this.#axis.setAttribute('aria-label', 'Axis');
    this.#axis.append(...AXES.map((axis) => new Option('', axis)));
    this.#axis.addEventListener('change', () => {
      this.#duality.preview('axis', this.#axis.value as Axis);
      this.#duality.commit();
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
      const bandArray = BANDS_NEEDED[name];
      button.hidden = bandArray !== undefined && duality.get('bands')[bandArray].length === 0;
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
    // Only Python can compute the figures for another axis.
    if (this.#axis.parentElement) this.#axis.parentElement.hidden = !duality.comm_live;
  }
}

const PRESENT = 'Present: fill the window, large and bold, one thing lit at a time';

/** Return the button for presentation mode; its icon is drawn because fonts may lack one. */
function createPresentButton(): HTMLButtonElement {
  const element = button('cc-switch cc-present', '', `${PRESENT} (Shift + P; Escape leaves)`);
  element.setAttribute('aria-label', 'Present');
  const icon = svg('svg', { viewBox: '0 0 16 12', 'aria-hidden': 'true' });
  icon.append(svg('path', { d: 'M1,1H15V9H1ZM5,11.5H11M8,9V11' }));
  element.append(icon);
  return element;
}

// ---- Menu for showing, hiding and resetting

/** Labels of the menu items. */
const PART_SWITCHES: readonly [SwitchName, string][] = [
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

function showMenu(model: SwitchesModel): MenuButton {
  const duality: DualityModel = model.get('duality');
  const part = ([name, words]: readonly [SwitchName, string]) => {
    const element = menuItem(words, 'menuitemcheckbox');
    element.dataset.name = name;
    element.addEventListener('click', () => {
      duality.preview(name, !duality.get(name));
      duality.commit();
    });
    return updateChecked(element, duality);
  };
  const reset = menuItem('Reset', 'menuitem');
  reset.title = RESET;
  reset.addEventListener('click', () => resetAll(model, duality));
  return new MenuButton('Show', 'Show and hide parts of the explorer, or reset it', () => ({
    items: [...PART_SWITCHES.map(part), reset],
  }));
}

/** Update the check mark of a menu item. */
function updateChecked(element: HTMLButtonElement, duality: DualityModel): HTMLButtonElement {
  const name = element.dataset.name as SwitchName | undefined;
  if (name) element.setAttribute('aria-checked', String(duality.get(name)));
  return element;
}

/** Reset in Python if possible, otherwise to the state when the page was loaded. */
function resetAll(model: SwitchesModel, duality: DualityModel): void {
  if (model.watch.status === 'ready' || model.watch.status === 'busy') {
    model.send({ reset: true }, {});
    return;
  }
  duality.reset();
}

// ---- Menu for saving: Python creates a file, and the page downloads it

/** A format for saving. */
interface SaveFormat {
  kind: string;
  words: string;
}

/** Reply of Python; an empty name means text for the clipboard. */
interface SaveReply {
  request: number;
  error?: string;
  name?: string;
  type?: string;
}

/** Milliseconds for which a file is available for download. */
const FETCH_TIME = 60_000;

const SAVE = 'Save a picture, a page, a table, all of it, or the code';

let requestCount = 0;

/** Menu of all formats, with the status of the last request. */
class SaveMenu {
  readonly #model: SwitchesModel;
  readonly #menu = new MenuButton('Save', SAVE, () => this.#content());
  #status = document.createElement('p');
  #code = document.createElement('textarea');
  readonly #onMessage = (answer: SaveReply, buffers: DataView[]) => this.#receive(answer, buffers);
  readonly #onPythonChange = () => this.#updateWaiting();
  /** Id of the pending request or 0, and its label. */
  #pending = 0;
  #words = '';

  constructor(model: SwitchesModel) {
    this.#model = model;
    this.el.classList.add('cc-saves');
    // A saved page cannot save; an explorer that lost its kernel shows a message instead.
    this.el.hidden = !model.comm_live || this.#offers.length === 0;
    model.on('msg:custom', this.#onMessage);
    model.on('cc:python', this.#onPythonChange);
  }

  get el(): HTMLElement {
    return this.#menu.el;
  }

  close(): void {
    this.#menu.close();
    this.#model.off('msg:custom', this.#onMessage);
    this.#model.off('cc:python', this.#onPythonChange);
  }

  get #offers(): SaveFormat[] {
    return this.#model.get('offers');
  }

  #content(): MenuContent {
    this.#status = document.createElement('p');
    this.#code = document.createElement('textarea');
    this.#status.className = 'cc-save-said';
    this.#status.setAttribute('role', 'status');
    this.#code.className = 'cc-save-code';
    this.#code.readOnly = true;
    this.#code.hidden = true;
    this.#code.setAttribute('aria-label', 'Code');
    if (this.#pending) this.#status.textContent = waitingText(this.#words);
    // Show this after the menu has been opened.
    queueMicrotask(() => this.#updateWaiting());
    const items = this.#offers.map((offer) => this.#item(offer));
    return { items, below: [this.#status, this.#code] };
  }

  #item({ kind, words }: SaveFormat): HTMLButtonElement {
    const element = menuItem(words, 'menuitem');
    element.addEventListener('click', () => this.#request(kind, words));
    return element;
  }

  // ---- Requests

  #request(kind: string, words: string): void {
    if (this.#pending || this.#model.watch.status === 'lost') return;
    this.#words = words;
    this.#pending = ++requestCount;
    this.#code.hidden = true;
    this.#showStatus(waitingText(words));
    this.#updateWaiting();
    this.#model.send({ request: this.#pending, save: kind }, {});
  }

  /** Show a message if Python is not available for the pending request. */
  #updateWaiting(): void {
    const { status } = this.#model.watch;
    for (const item of this.#menu.items)
      item.setAttribute('aria-disabled', String(status === 'lost'));
    this.#menu.card.setAttribute('aria-busy', String(this.#pending > 0));
    if (status === 'lost') this.#pending = 0;
    if (status === 'lost' || (this.#pending && status !== 'ready')) {
      this.#showStatus(pendingMessage(status, true));
    }
  }

  #receive({ request, error, name, type }: SaveReply, [data]: DataView[]): void {
    if (!request || request !== this.#pending) return;
    this.#pending = 0;
    this.#menu.card.setAttribute('aria-busy', 'false');
    if (error !== undefined || !data)
      this.#showError(`${this.#words}: ${error ?? 'Python has sent nothing.'}`);
    else if (name) this.#download(name, new Blob([copyBytes(data)], { type: type ?? '' }));
    else this.#copy(new TextDecoder().decode(data));
  }

  #download(name: string, file: Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), FETCH_TIME);
    this.#showStatus(`Saved: ${name}`);
  }

  #copy(code: string): void {
    const copied = navigator.clipboard?.writeText(code) ?? Promise.reject();
    copied.then(
      () => this.#showStatus('Copied: paste it into a cell.'),
      () => this.#showCode(code),
    );
  }

  /** Show the code for copying by hand if the clipboard is not accessible. */
  #showCode(code: string): void {
    this.#menu.show();
    this.#showStatus('This page may not copy: select the code and copy it.');
    this.#code.value = code;
    this.#code.hidden = false;
    this.#menu.place();
    this.#code.focus({ preventScroll: true });
    this.#code.select();
  }

  #showStatus(words: string): void {
    this.#status.textContent = words;
    this.#status.classList.remove('cc-save-wrong');
    if (this.#menu.isOpen) this.#menu.place();
  }

  /** Show an error, reopening the menu if necessary. */
  #showError(words: string): void {
    this.#menu.show();
    this.#showStatus(words);
    this.#status.classList.add('cc-save-wrong');
  }
}

const waitingText = (words: string) => `${words}: one moment …`;

/** Return a copy of the bytes. */
function copyBytes({ buffer, byteOffset, byteLength }: DataView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
