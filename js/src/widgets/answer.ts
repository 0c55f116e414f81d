// The card that says what to do, kept up to date while a hand moves.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { changes } from '../wire/state.ts';
import { type Advice, answerAndTest } from '../words/answer.ts';
import { LinkedModel, ours, Spoken, together } from './base.ts';
import type { DualityModel } from './duality.ts';

const TOLD = changes(
  'points',
  'hull',
  'hidden',
  'names',
  'looks',
  'classes',
  'labels',
  'pc',
  'pc_range',
  'bands',
  'difference',
  'winners',
  'leads',
  'in_use',
  'compared',
  'money',
  'one',
  'level',
  'stale',
  'criterion',
  'again',
  'background',
  'reversed',
  'population',
  'unit',
  'axis',
);

/** PC(+) nearer to an end than this is hard to see, unless the axis has log-odds. */
const RARE = 0.02;

let cardsMade = 0;

export class AnswerModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Answer') };
  }
}

/** What to do, in a line that stands out and a few facts; why, for those who ask. */
export class AnswerView extends DOMWidgetView {
  readonly #said = element('div', 'cc-card-said');
  readonly #why = element('ul', 'cc-card-why');
  readonly #asks = link('Why?', () => this.#unfold(this.#why.hidden));
  readonly #tests = link('Test the difference', () =>
    this.#duality.trigger('cc:open', this.#tester),
  );
  readonly #spreads = link('Show on log-odds axis', () => {
    this.#duality.try('axis', 'logit');
    this.#duality.settle();
  });
  /** The panel that tells more about the difference. */
  #tester = '';
  readonly #bounds = link('Change the limit', () => this.#duality.trigger('cc:open', 'Criteria'));
  readonly #spoken = new Spoken(this.#said);

  override render(): void {
    super.render();
    this.el.classList.add('cc-card');
    this.el.setAttribute('role', 'region');
    this.el.setAttribute('aria-label', 'What to do');
    this.#said.setAttribute('role', 'status');
    this.#said.setAttribute('aria-live', 'polite');
    this.#why.id = `cc-why-${cardsMade++}`;
    this.#why.hidden = true;
    this.#asks.setAttribute('aria-controls', this.#why.id);
    this.#unfold(false);
    const links = element('div', 'cc-card-links');
    const first = element('div', 'cc-card-first');
    first.append(this.#spreads, this.#asks);
    links.append(this.#tests, this.#bounds, first);
    keepKeys(links);
    this.el.append(this.#said, links, this.#why);
    this.el.addEventListener('copy', copyPlainly);
    this.listenTo(
      this.#duality,
      TOLD,
      together(() => this.#write()),
    );
    this.#write();
  }

  override remove(): void {
    this.#spoken.stop();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #unfold(isOpen: boolean): void {
    this.#why.hidden = !isOpen;
    this.#asks.setAttribute('aria-expanded', String(isOpen));
  }

  #write(): void {
    this.#color();
    const { subject } = this.#duality;
    const pc = this.#duality.get('pc');
    if (pc === null) return;
    const { advice, panel } = answerAndTest(subject, pc);
    const isAny = subject.own.size > 0;
    const [low, high] = this.#duality.get('pc_range') ?? [pc, pc];
    const isRare = low < RARE || high > 1 - RARE;
    // What a link leads to is made by Python.
    const isHeard = this.#duality.comm_live;
    this.#spreads.hidden = !(isHeard && isAny && isRare && this.#duality.get('axis') === 'pc');
    this.#tester = panel;
    this.#tests.hidden = !isHeard || panel === '';
    const criterion = this.#duality.get('criterion');
    this.#bounds.hidden = !isHeard || !isAny || criterion === null;
    this.#bounds.textContent = `Change the ${criterion?.limit ? 'limit' : 'criterion'}`;
    this.#spoken.say(saidLines(advice));
    const reasons = advice.why.map((words) => withText(document.createElement('li'), words));
    this.#why.replaceChildren(...reasons);
    this.#asks.hidden = reasons.length === 0;
  }

  /** The rim has the colour of the classifier that is recommended. */
  #color(): void {
    const { recommended } = this.#duality;
    const color = this.#duality.get('looks')[recommended?.owner ?? -1]?.color;
    if (color) this.el.style.setProperty('--cc-accent', color);
    else this.el.style.removeProperty('--cc-accent');
  }
}

function saidLines({ headline, lines }: Advice): [string, string][] {
  const facts = lines.map((words): [string, string] => ['cc-card-line', words]);
  return [['cc-card-headline', headline], ...facts];
}

function element<K extends 'div' | 'ul' | 'button'>(kind: K, name: string) {
  const made = document.createElement(kind);
  made.className = name;
  return made;
}

/** Something to do, in words. */
function link(words: string, act: () => void): HTMLButtonElement {
  const made = withText(element('button', 'cc-card-link'), words);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

function withText<E extends HTMLElement>(made: E, words: string): E {
  made.textContent = words;
  return made;
}

/** What is pasted into a program or a table shall be numbers there. */
function copyPlainly(event: ClipboardEvent): void {
  const words = document.getSelection()?.toString() ?? '';
  if (!words.includes('−')) return;
  event.clipboardData?.setData('text/plain', words.replaceAll('−', '-'));
  event.preventDefault();
}
