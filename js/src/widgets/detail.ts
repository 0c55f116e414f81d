// Line that describes the highlighted item.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { changeEvents } from '../wire/state.ts';
import {
  comparison,
  differenceSentence,
  HINT,
  highlightSentence,
  placeSentence,
  weighingInWords,
} from '../words/figures.ts';
import { coalesce, LinkedModel, LiveRegion, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const DETAIL_EVENTS = changeEvents(
  'hover',
  'pcPointer',
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
    return { ...super.defaults(), ...widgetIdentity('Detail') };
  }
}

/**
 * Describes the highlighted item or compares two pins, also for screen readers.
 *
 * Otherwise it explains how the operating point is computed.
 */
export class DetailView extends DOMWidgetView {
  readonly #text = document.createElement('div');
  readonly #liveRegion = new LiveRegion(this.#text);
  readonly #weighing = document.createElement('p');

  override render(): void {
    super.render();
    this.el.classList.add('cc-detail');
    this.#text.setAttribute('role', 'status');
    this.#text.setAttribute('aria-live', 'polite');
    this.el.append(this.#text, this.#weighing);
    const duality = this.#duality;
    this.listenTo(
      duality,
      DETAIL_EVENTS,
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

  #write(): void {
    const words = this.#highlightSentence() || this.#pinComparison();
    this.el.classList.toggle('cc-idle', words === '');
    this.#weighing.textContent = words ? '' : this.#weighingSentence();
    this.#liveRegion.say([['cc-detail-line', words || HINT]]);
  }

  #weighingSentence(): string {
    const { effectiveConditions } = this.#duality;
    const [pc, range] = [this.#duality.get('pc'), this.#duality.get('pc_range')];
    if (pc === null) return '';
    return weighingInWords(this.#duality.get('classes'), effectiveConditions, range ?? [pc, pc]);
  }

  #highlightSentence(): string {
    const { hover, pcPointer, subject } = this.#duality;
    if (hover) return highlightSentence(hover, subject);
    if (pcPointer?.space === 'difference') return differenceSentence(subject, pcPointer.pc);
    return pcPointer?.space === 'ribbon' ? placeSentence(subject, pcPointer.pc) : '';
  }

  #pinComparison(): string {
    const duality = this.#duality;
    return comparison(duality.get('pins'), duality.subject, duality.get('pc'));
  }
}
