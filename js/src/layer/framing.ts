// Which part of a figure is shown: buttons that fit its axes, and the way back from a zoom.

import { type AxisModel, setTicks } from '../cursor/axes.ts';
import type { FigureView } from '../cursor/figure.ts';
import { keepKeys } from '../cursor/keys.ts';
import type { Frame } from '../geometry/scales.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Settable } from '../wire/state.ts';
import type { Context, Face, Part } from './part.ts';

/** What one button sets, and what is said of it. */
interface Choice {
  words: string;
  title: string;
  value: Settable['cost_top' | 'roc_fit'];
}

/** The buttons of a figure, and the knob that they set. */
interface Switch {
  title: string;
  knob: 'cost_top' | 'roc_fit';
  choices: Choice[];
}

const SWITCHES: Partial<Record<Face, Switch>> = {
  roc: {
    title: 'What ROC space shows',
    knob: 'roc_fit',
    choices: [
      { words: 'whole', title: 'Show all rates from 0 to 1', value: false },
      { words: 'fit', title: 'Show the corner that has the best thresholds', value: true },
    ],
  },
  cost: {
    title: 'Where the cost axis ends',
    knob: 'cost_top',
    choices: [
      { words: 'fit', title: 'End the axis where it fits what is drawn', value: 'fit' },
      { words: '0.5', title: 'End the axis at 0.5, which no best cost exceeds', value: 0.5 },
      { words: '1', title: 'End the axis at 1, to see whole lines', value: 1 },
    ],
  },
};

const CHANGE_OF_TICKS = 'change:tick_values';

/** Buttons at the upper right of a figure. */
export class Framing implements Part {
  readonly follows = ['cost_top', 'roc_fit', 'fit'] as const;
  readonly #figure: FigureView;
  readonly el = document.createElement('div');
  readonly #reset = button('Reset', 'Show all again');
  readonly #buttons = new Map<Choice, HTMLButtonElement>();
  #context: Context | null = null;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.el.className = 'cc-framing';
    this.#reset.classList.add('cc-reset');
    this.#reset.addEventListener('click', () => this.#context?.axes.reset());
    this.el.append(this.#reset);
    keepKeys(this.el);
    figure.el.append(this.el);
    for (const axis of this.#axes) axis.on(CHANGE_OF_TICKS, this.#tick);
  }

  remove(): void {
    for (const axis of this.#axes) axis.off(CHANGE_OF_TICKS, this.#tick);
    this.el.remove();
  }

  get #axes(): AxisModel[] {
    return this.#figure.model.get('axes') ?? [];
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const its = SWITCHES[face];
    if (!this.#context && its) this.el.append(this.#segments(its));
    this.#context = context;
    axes.moveHome(home(face, duality));
    for (const [choice, element] of this.#buttons) {
      element.setAttribute('aria-pressed', String(its && duality.get(its.knob) === choice.value));
    }
    this.#reset.hidden = !axes.isZoomed;
    this.#tick();
  }

  #segments({ title, knob, choices }: Switch): HTMLElement {
    const group = document.createElement('div');
    group.className = 'cc-segments';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', title);
    for (const choice of choices) {
      const element = button(choice.words, choice.title);
      element.addEventListener('click', () => this.#choose(knob, choice.value));
      this.#buttons.set(choice, element);
      group.append(element);
    }
    return group;
  }

  #choose<K extends Switch['knob']>(knob: K, value: Choice['value']): void {
    const { duality, axes } = this.#context as Context;
    axes.reset();
    duality.try(knob, value as Settable[K]);
    duality.settle();
  }

  /** Python, too, may say where ticks stand, or leave it to us. */
  readonly #tick = (): void => {
    const [x, y] = this.#axes;
    const axes = this.#context?.axes;
    if (axes && x) setTicks(x, axes.frame.x, axes.width);
    if (axes && y) setTicks(y, axes.frame.y, axes.height);
  };
}

/** What a figure shows unzoomed, as far as its switch says. */
export function home(face: Face, duality: Pick<DualityModel, 'get'>): Partial<Frame> {
  const { cost, roc } = duality.get('fit') ?? { cost: 0.5, roc: 1 };
  const top = duality.get('cost_top');
  if (face === 'cost') return { y: [0, top === 'fit' ? cost : top] };
  const side = duality.get('roc_fit') ? roc : 1;
  return face === 'roc' ? { x: [0, side], y: [1 - side, 1] } : {};
}

function button(words: string, title: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.title = title;
  return made;
}
