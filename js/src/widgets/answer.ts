// Card with the advice, updated during drags.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { changeEvents } from '../wire/state.ts';
import { type Advice, answerAndTest } from '../words/answer.ts';
import { coalesce, LinkedModel, LiveRegion, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const ANSWER_EVENTS = changeEvents(
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
  'winners',
  'winners_at_pc',
  'leads',
  'in_use',
  'money',
  'range_choice',
  'level',
  'pending',
  'criterion',
  'stability',
  'background',
  'reversed',
  'n_cases',
  'currency',
  'axis',
);

/** Closer to an end of the axis than this, PC(+) is hard to see without log-odds. */
const RARE_SHARE = 0.02;

let cardCount = 0;

export class AnswerModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Answer') };
  }
}

/** The advice: a headline, a few facts, and the reasons on demand. */
export class AnswerView extends DOMWidgetView {
  readonly #text = element('div', 'cc-card-said');
  readonly #why = element('ul', 'cc-card-why');
  readonly #whyLink = link('Why?', () => this.#expand(this.#why.hidden));
  readonly #testLink = link('Test the difference', () =>
    this.#duality.trigger('cc:open', this.#testPanel),
  );
  readonly #logOddsLink = link('Show on log-odds axis', () => {
    this.#duality.preview('axis', 'logit');
    this.#duality.commit();
  });
  /** Panel that can test the difference. */
  #testPanel = '';
  readonly #limitLink = link('Change the limit', () =>
    this.#duality.trigger('cc:open', 'Criteria'),
  );
  readonly #liveRegion = new LiveRegion(this.#text);

  override render(): void {
    super.render();
    this.el.classList.add('cc-card');
    this.el.setAttribute('role', 'region');
    this.el.setAttribute('aria-label', 'What to do');
    this.#text.setAttribute('role', 'status');
    this.#text.setAttribute('aria-live', 'polite');
    this.#why.id = `cc-why-${cardCount++}`;
    this.#why.hidden = true;
    this.#whyLink.setAttribute('aria-controls', this.#why.id);
    this.#expand(false);
    const links = element('div', 'cc-card-links');
    const first = element('div', 'cc-card-first');
    first.append(this.#logOddsLink, this.#whyLink);
    links.append(this.#testLink, this.#limitLink, first);
    keepKeysFromNotebook(links);
    this.el.append(this.#text, links, this.#why);
    this.el.addEventListener('copy', copyWithPlainMinus);
    this.listenTo(
      this.#duality,
      ANSWER_EVENTS,
      coalesce(() => this.#write()),
    );
    this.#write();
  }

  override remove(): void {
    this.#liveRegion.stop();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #expand(isOpen: boolean): void {
    this.#why.hidden = !isOpen;
    this.#whyLink.setAttribute('aria-expanded', String(isOpen));
  }

  #write(): void {
    this.#color();
    const { subject } = this.#duality;
    const pc = this.#duality.get('pc');
    if (pc === null) return;
    const { advice, panel } = answerAndTest(subject, pc);
    const isAny = subject.own.size > 0;
    const [low, high] = this.#duality.get('pc_range') ?? [pc, pc];
    const isRare = low < RARE_SHARE || high > 1 - RARE_SHARE;
    // Python creates the panels that the links open.
    const isConnected = this.#duality.comm_live;
    this.#logOddsLink.hidden = !(
      isConnected &&
      isAny &&
      isRare &&
      this.#duality.get('axis') === 'pc'
    );
    this.#testPanel = panel;
    this.#testLink.hidden = !isConnected || panel === '';
    const criterion = this.#duality.get('criterion');
    this.#limitLink.hidden = !isConnected || !isAny || criterion === null;
    this.#limitLink.textContent = `Change the ${criterion?.limit ? 'limit' : 'criterion'}`;
    this.#liveRegion.say(spokenLines(advice));
    const reasons = advice.why.map((words) => setText(document.createElement('li'), words));
    this.#why.replaceChildren(...reasons);
    this.#whyLink.hidden = reasons.length === 0;
  }

  /** Use the color of the recommended classifier for the border. */
  #color(): void {
    const { recommended } = this.#duality;
    const color = this.#duality.get('looks')[recommended?.owner ?? -1]?.color;
    if (color) this.el.style.setProperty('--cc-accent', color);
    else this.el.style.removeProperty('--cc-accent');
  }
}

function spokenLines({ headline, lines }: Advice): [string, string][] {
  const facts = lines.map((words): [string, string] => ['cc-card-line', words]);
  return [['cc-card-headline', headline], ...facts];
}

function element<K extends 'div' | 'ul' | 'button'>(kind: K, name: string) {
  const node = document.createElement(kind);
  node.className = name;
  return node;
}

/** Return a button that looks like a link. */
function link(words: string, act: () => void): HTMLButtonElement {
  const control = setText(element('button', 'cc-card-link'), words);
  control.type = 'button';
  control.addEventListener('click', act);
  return control;
}

function setText<E extends HTMLElement>(node: E, words: string): E {
  node.textContent = words;
  return node;
}

/** Copy numbers with an ASCII minus sign, so that software can parse them. */
function copyWithPlainMinus(event: ClipboardEvent): void {
  const words = document.getSelection()?.toString() ?? '';
  if (!words.includes('−')) return;
  event.clipboardData?.setData('text/plain', words.replaceAll('−', '-'));
  event.preventDefault();
}
