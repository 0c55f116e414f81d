// The sentence under the figures, kept up to date while a hand moves.

import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { KEYS_IN_WORDS } from '../cursor/keys.ts';
import { changes } from '../wire/state.ts';
import { answer } from '../words/answer.ts';
import { comparison, differenceSentence, sentence } from '../words/lit.ts';
import { ours, PanelModel } from './base.ts';
import type { DualityModel } from './duality.ts';

/** Words that change faster than this are read aloud only when they have come to rest. */
const CALM = 500;
const TOLD = changes(
  'points',
  'hull',
  'hidden',
  'names',
  'classes',
  'labels',
  'pc',
  'pc_range',
  'pins',
  'bands',
  'difference',
  'in_use',
  'compared',
  'average',
  'money',
  'one',
  'level',
  'stale',
  'criterion',
);

export class ReadoutModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Readout'),
      duality: null,
      idle: '',
    };
  }

  static override serializers = {
    ...PanelModel.serializers,
    duality: { deserialize: unpackModels },
  };
}

/** Says in words what is lit, or what holds at the operating point; aloud for those who listen. */
export class ReadoutView extends DOMWidgetView {
  #showsKeys = false;
  #timer = 0;

  override render(): void {
    super.render();
    this.el.classList.add('cc-readout');
    this.el.setAttribute('role', 'status');
    this.el.setAttribute('aria-live', 'polite');
    const duality = this.#duality;
    this.listenTo(duality, changes('hover', 'eye'), () => {
      this.#showsKeys = false;
      this.#write();
    });
    this.listenTo(duality, TOLD, () => this.#write());
    this.listenTo(duality, 'cc:keys', () => {
      this.#showsKeys = !this.#showsKeys;
      this.#write();
    });
    this.listenTo(this.model, 'change:idle', () => this.#write());
    this.#write();
  }

  override remove(): void {
    window.clearTimeout(this.#timer);
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #write(): void {
    const words = this.#showsKeys ? KEYS_IN_WORDS : this.#lit() || this.#chosen();
    const text = words || this.model.get('idle');
    if (text === this.el.textContent) return;
    this.el.classList.toggle('cc-idle', words === '');
    this.el.setAttribute('aria-busy', 'true');
    this.el.textContent = text;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#speak(text), CALM);
  }

  /** A text node made anew is what a screen reader takes for news. */
  #speak(text: string): void {
    this.el.setAttribute('aria-busy', 'false');
    this.el.textContent = text;
  }

  #lit(): string {
    const { hover, eye, subject } = this.#duality;
    if (hover) return sentence(hover, subject);
    return eye?.space === 'difference' ? differenceSentence(subject, eye.pc) : '';
  }

  #chosen(): string {
    const duality = this.#duality;
    const { subject, eye } = duality;
    const pc = (eye?.space === 'ribbon' ? eye.pc : null) ?? duality.get('pc');
    const parts = [
      comparison(duality.get('pins'), subject, pc),
      pc === null ? '' : answer(subject, pc),
    ];
    return parts.filter(Boolean).join(' ');
  }
}
