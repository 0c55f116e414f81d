// Switches of what the figures show, and the menu that saves it.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { toggleHelp } from '../frame/card.ts';
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
    this.#present.addEventListener('click', () => {
      this.#duality.present(!this.#duality.get('presenting'));
    });
    this.el.append(this.#menu(), this.#save.el, this.#present, this.#help());
    keepKeys(this.el);
    const names = SWITCHES.map(([name]) => name);
    const told = changes(...names, 'axis', 'bands', 'classes', 'presenting');
    this.listenTo(
      this.#duality,
      told,
      together(() => this.#mark()),
    );
    this.listenTo(this.#duality, 'comm_live_update', () => this.#mark());
    this.#mark();
    this.displayed.then(() => this.#settleIn());
  }

  override remove(): void {
    this.#isGone = true;
    this.#stage?.close();
    this.#room?.close();
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

/** Pixels between the menu and the rim of the window. */
const RIM = 8;
/** Milliseconds for which a file is kept for the browser to fetch. */
const FETCHED = 60_000;

let requests = 0;

/** A button, and what lies above the page while it is pressed: offers, and what became of one. */
class SaveMenu {
  readonly el = document.createElement('div');
  readonly #model: SwitchesModel;
  readonly #button = button(
    'cc-switch',
    'Save',
    'Save a picture, a page, a table, all of it, or the code',
  );
  #card = document.createElement('div');
  #items: HTMLButtonElement[] = [];
  #said = document.createElement('p');
  #code = document.createElement('textarea');
  readonly #told = (answer: Answer, buffers: DataView[]) => this.#take(answer, buffers);
  readonly #watched = () => this.#wait();
  #listens = new AbortController();
  /** The request that is waited for, or 0, and what it is for. */
  #awaited = 0;
  #words = '';

  constructor(model: SwitchesModel) {
    this.#model = model;
    this.el.className = 'cc-save';
    this.el.append(this.#button);
    this.#hear();
    // A picture that never had Python behind it has nothing to save; one that has lost it says so.
    this.el.hidden = !model.comm_live || this.#offers.length === 0;
    model.on('msg:custom', this.#told);
    model.on('cc:python', this.#watched);
  }

  close(): void {
    this.#listens.abort();
    this.#model.off('msg:custom', this.#told);
    this.#model.off('cc:python', this.#watched);
  }

  get #offers(): Offer[] {
    return this.#model.get('offers');
  }

  #hear(): void {
    const button = this.#button;
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => (this.#isOpen ? this.#fold() : this.#unfold()));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || this.#isOpen) return;
      event.preventDefault();
      event.stopPropagation();
      this.#unfold();
    });
  }

  /** The card as it is at first; it is there only while it is open. */
  #filled(): HTMLDivElement {
    const menu = document.createElement('div');
    this.#card = document.createElement('div');
    this.#said = document.createElement('p');
    this.#code = document.createElement('textarea');
    this.#items = this.#offers.map((offer) => this.#item(offer));
    menu.setAttribute('role', 'menu');
    menu.setAttribute('aria-label', 'Save');
    menu.append(...this.#items);
    this.#said.className = 'cc-save-said';
    this.#said.setAttribute('role', 'status');
    this.#code.className = 'cc-save-code';
    this.#code.readOnly = true;
    this.#code.hidden = true;
    this.#code.setAttribute('aria-label', 'Code');
    this.#card.className = 'cc-save-card';
    this.#card.popover = 'manual';
    this.#card.append(menu, this.#said, this.#code);
    this.#card.addEventListener('keydown', (event) => this.#press(event));
    this.#card.addEventListener('focusout', ({ relatedTarget }) => this.#leave(relatedTarget));
    return this.#card;
  }

  #item({ kind, words }: Offer): HTMLButtonElement {
    const item = button('cc-save-item', words);
    item.tabIndex = -1;
    item.setAttribute('role', 'menuitem');
    item.addEventListener('click', () => this.#ask(kind, words));
    return item;
  }

  // ---- Open and closed

  get #isOpen(): boolean {
    return this.#button.getAttribute('aria-expanded') === 'true';
  }

  #unfold(): void {
    this.#show();
    this.#items[0]?.focus({ preventScroll: true });
  }

  /** Lie above the page, with the keys where they are. */
  #show(): void {
    if (this.#isOpen) return;
    this.#button.setAttribute('aria-expanded', 'true');
    this.el.append(this.#filled());
    if (this.#awaited) this.#say(oneMoment(this.#words));
    this.#wait();
    this.#card.showPopover();
    this.#place();
    this.#listens = new AbortController();
    const { signal } = this.#listens;
    const away = ({ target }: Event) => this.#leave(target);
    document.addEventListener('pointerdown', away, { capture: true, signal });
    // A notebook that is laid out anew scrolls by itself: the card goes along with its button.
    document.addEventListener('scroll', () => this.#follow(), { capture: true, signal });
    window.addEventListener('resize', () => this.#place(), { signal });
  }

  /** Close; the keys go back to the button. */
  #fold(): void {
    this.#button.focus({ preventScroll: true });
    this.#hide();
  }

  #hide(): void {
    this.#listens.abort();
    this.#button.setAttribute('aria-expanded', 'false');
    this.#card.remove();
  }

  #leave(to: EventTarget | null): void {
    const isOutside = to instanceof Node && !this.el.contains(to) && this.#isOpen;
    if (isOutside) this.#hide();
  }

  /** Stay with the button; close when it has been scrolled out of sight. */
  #follow(): void {
    const { top, bottom } = this.#button.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.#hide();
    else this.#place();
  }

  /** Below the button, or wherever there is room. */
  #place(): void {
    const { left, bottom } = this.#button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const end = this.el.closest('.cc-explorer')?.getBoundingClientRect().right ?? innerWidth;
    const x = Math.max(RIM, Math.min(left, end - width - RIM, innerWidth - width - RIM));
    const y = Math.max(RIM, Math.min(bottom + 4, innerHeight - height - RIM));
    Object.assign(this.#card.style, { left: `${x}px`, top: `${y}px` });
  }

  #press(event: KeyboardEvent): void {
    const last = this.#items.length - 1;
    const at = this.#items.indexOf(document.activeElement as HTMLButtonElement);
    const next: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = next[event.key];
    const isMoved = at >= 0 && to !== undefined;
    if (event.key === 'Escape') this.#fold();
    else if (isMoved) this.#items[to]?.focus({ preventScroll: true });
    else if (event.key === 'Tab' && at >= 0) this.#hide();
    if (event.key === 'Escape' || isMoved) event.preventDefault();
    if (event.key !== 'Tab') event.stopPropagation();
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
    for (const item of this.#items) item.setAttribute('aria-disabled', String(python === 'gone'));
    this.#card.setAttribute('aria-busy', String(this.#awaited > 0));
    if (python === 'gone') this.#awaited = 0;
    if (python === 'gone' || (this.#awaited && python !== 'there')) {
      this.#say(whileAwaited(python, true));
    }
  }

  #take({ request, error, name, type }: Answer, [data]: DataView[]): void {
    if (!request || request !== this.#awaited) return;
    this.#awaited = 0;
    this.#card.setAttribute('aria-busy', 'false');
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
    this.#show();
    this.#say('This page may not copy: select the code and copy it.');
    this.#code.value = code;
    this.#code.hidden = false;
    this.#place();
    this.#code.focus({ preventScroll: true });
    this.#code.select();
  }

  #say(words: string): void {
    this.#said.textContent = words;
    this.#said.classList.remove('cc-save-wrong');
    if (this.#isOpen) this.#place();
  }

  /** Say what went wrong, also to somebody who has closed the menu meanwhile. */
  #warn(words: string): void {
    this.#show();
    this.#say(words);
    this.#said.classList.add('cc-save-wrong');
  }
}

const oneMoment = (words: string) => `${words}: one moment …`;

/** A copy of the bytes in memory of their own. */
function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
