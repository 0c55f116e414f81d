// The line that says what is lit.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { changes } from '../wire/state.ts';
import { comparison, differenceSentence, HINT, placeSentence, sentence } from '../words/figures.ts';
import { LinkedModel, ours, Spoken } from './base.ts';
import type { DualityModel } from './duality.ts';

const TOLD = changes(
  'hover',
  'eye',
  'points',
  'hull',
  'hidden',
  'names',
  'classes',
  'labels',
  'pc',
  'pins',
);

export class DetailModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Detail') };
  }
}

/** Says in words what is lit, or compares two pins; aloud for those who listen. */
export class DetailView extends DOMWidgetView {
  readonly #spoken = new Spoken(this.el);

  override render(): void {
    super.render();
    this.el.classList.add('cc-detail');
    this.el.setAttribute('role', 'status');
    this.el.setAttribute('aria-live', 'polite');
    const duality = this.#duality;
    this.listenTo(duality, TOLD, () => this.#write());
    this.#write();
  }

  override remove(): void {
    this.#spoken.stop();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #write(): void {
    const words = this.#lit() || this.#pinned();
    this.el.classList.toggle('cc-idle', words === '');
    this.#spoken.say([['cc-detail-line', words || HINT]]);
  }

  #lit(): string {
    const { hover, eye, subject } = this.#duality;
    if (hover) return sentence(hover, subject);
    if (eye?.space === 'difference') return differenceSentence(subject, eye.pc);
    return eye?.space === 'ribbon' ? placeSentence(subject, eye.pc) : '';
  }

  #pinned(): string {
    const duality = this.#duality;
    return comparison(duality.get('pins'), duality.subject, duality.get('pc'));
  }
}
