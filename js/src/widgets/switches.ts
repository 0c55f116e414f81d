// Switches of what the figures show.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys, toggleHelp } from '../cursor/keys.ts';
import { Room } from '../frame/room.ts';
import { AXES, type Axis, changes, type Switch } from '../wire/state.ts';
import { LinkedModel, ours, together } from './base.ts';
import type { DualityModel } from './duality.ts';

/** What stands on each switch, and what it shows. */
const SWITCHES: readonly [Switch, string, string][] = [
  ['show_hull', 'Hull', 'The best threshold at each point: the hull, and the lower envelope'],
  ['show_lines', 'Lines', 'Thresholds one by one'],
  ['show_bands', 'Band', 'How uncertain the costs are'],
  ['show_labels', 'Labels', 'Names beside the curves'],
];

export class SwitchesModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Switches') };
  }
}

/** Buttons for kinds of stroke, a menu for the axis, and one that tells all gestures. */
export class SwitchesView extends DOMWidgetView {
  readonly #buttons = new Map<Switch, HTMLButtonElement>();
  readonly #axis = document.createElement('select');
  #room: Room | null = null;
  #isGone = false;

  override render(): void {
    super.render();
    this.el.classList.add('cc-switches');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'What is shown');
    for (const [name, words, title] of SWITCHES) this.el.append(this.#button(name, words, title));
    this.el.append(this.#menu(), this.#help());
    keepKeys(this.el);
    const names = SWITCHES.map(([name]) => name);
    const told = changes(...names, 'axis', 'bands', 'classes');
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
    this.#room?.close();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  /** From the first row on the whole explorer is given its sizes. */
  #settleIn(): void {
    const root = this.el.closest<HTMLElement>('.cc-explorer');
    if (root && !this.#isGone) this.#room = new Room(root);
  }

  #button(name: Switch, words: string, title: string): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cc-switch';
    button.textContent = words;
    button.title = title;
    button.addEventListener('click', () => {
      this.#duality.try(name, !this.#duality.get(name));
      this.#duality.settle();
    });
    this.#buttons.set(name, button);
    return button;
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
    label.append('Axis', this.#axis);
    return label;
  }

  #help(): HTMLButtonElement {
    const help = document.createElement('button');
    help.type = 'button';
    help.className = 'cc-switch';
    help.textContent = '?';
    help.title = 'Gestures and keys';
    help.setAttribute('aria-label', 'Gestures and keys');
    help.addEventListener('click', () => toggleHelp(help));
    return help;
  }

  #mark(): void {
    const duality = this.#duality;
    for (const [name, button] of this.#buttons) {
      button.setAttribute('aria-pressed', String(duality.get(name)));
      button.hidden = name === 'show_bands' && duality.get('bands').owner.length === 0;
    }
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
