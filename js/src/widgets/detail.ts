// The line that says what is lit.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { changes } from '../wire/state.ts';
import {
  comparison,
  differenceSentence,
  HINT,
  placeSentence,
  sentence,
  weighingInWords,
} from '../words/figures.ts';
import { LinkedModel, ours, Spoken, together } from './base.ts';
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
  'pc_range',
  'conditions',
  'pins',
);

export class DetailModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Detail') };
  }
}

/**
 * Says in words what is lit, or compares two pins; aloud for those who listen. While nothing is, it
 * says how the operating point comes about.
 */
export class DetailView extends DOMWidgetView {
  readonly #said = document.createElement('div');
  readonly #spoken = new Spoken(this.#said);
  readonly #weighing = document.createElement('p');

  override render(): void {
    super.render();
    this.el.classList.add('cc-detail');
    this.#said.setAttribute('role', 'status');
    this.#said.setAttribute('aria-live', 'polite');
    this.el.append(this.#said, this.#weighing);
    const duality = this.#duality;
    this.listenTo(
      duality,
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

  #write(): void {
    const words = this.#lit() || this.#pinned();
    this.el.classList.toggle('cc-idle', words === '');
    this.#weighing.textContent = words ? '' : this.#weighed();
    this.#spoken.say([['cc-detail-line', words || HINT]]);
  }

  #weighed(): string {
    const { inForce } = this.#duality;
    const [pc, range] = [this.#duality.get('pc'), this.#duality.get('pc_range')];
    if (pc === null) return '';
    return weighingInWords(this.#duality.get('classes'), inForce, range ?? [pc, pc]);
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
