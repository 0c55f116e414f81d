// A slider for a number or a range.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable } from '../cursor/keys.ts';
import { moved } from '../geometry/scales.ts';
import { valueInWords } from '../words/numbers.ts';
import { ours, PanelModel } from './base.ts';

const ENDS = ['low', 'high'] as const;
type End = (typeof ENDS)[number];
const KEYS = /^(Arrow.*|Home|End|Page.*)$/;

export class SliderModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Slider'),
      label: '',
      unit: 'log_odds',
      least: 0,
      most: 1,
      step: 0.1,
      low: 0,
      high: 0,
    };
  }
}

/** One handle, or two on the same track when the value is a range. */
export class SliderView extends DOMWidgetView {
  readonly #fill = document.createElement('div');
  readonly #inputs = {
    low: document.createElement('input'),
    high: document.createElement('input'),
  };
  #ends: [number, number] = [0, 0];

  override render(): void {
    super.render();
    this.el.classList.add('cc-slider');
    this.#fill.className = 'cc-slider-fill';
    this.el.append(this.#fill);
    for (const end of ENDS) this.#prepare(end);
    this.listenTo(this.model, 'change', () => this.#show());
    this.#show();
  }

  #prepare(end: End): void {
    const input = this.#inputs[end];
    input.type = 'range';
    input.addEventListener('input', () => {
      this.#ends = moved(this.#ends, end, input.valueAsNumber, this.model.get('step'));
      this.#draw();
    });
    input.addEventListener('change', () => this.#send());
    // To the notebook these keys would be commands.
    input.addEventListener('keydown', (event) => {
      if (KEYS.test(event.key) || isPrintable(event)) event.stopPropagation();
    });
    this.el.append(input);
  }

  /** Both ends in one message, when a drag ends or a key was pressed. */
  #send(): void {
    const [low, high] = this.#ends;
    this.model.set({ low, high });
    this.touch();
  }

  #show(): void {
    this.#ends = [this.model.get('low'), this.model.get('high')];
    const { low, high } = this.#inputs;
    high.hidden = this.#ends[0] === this.#ends[1];
    const label = this.model.get('label');
    low.setAttribute('aria-label', high.hidden ? label : `${label}: low end`);
    high.setAttribute('aria-label', `${label}: high end`);
    for (const input of [low, high]) {
      input.min = this.model.get('least');
      input.max = this.model.get('most');
      input.step = this.model.get('step');
    }
    this.#draw();
  }

  #draw(): void {
    const [least, most] = [this.model.get('least'), this.model.get('most')];
    ENDS.forEach((end, i) => {
      const place = this.#ends[i] as number;
      const words = valueInWords(this.model.get('unit'), place);
      this.#inputs[end].value = String(place);
      this.#inputs[end].setAttribute('aria-valuetext', words);
      this.#inputs[end].title = words;
      this.el.style.setProperty(`--cc-${end}`, String((place - least) / (most - least)));
    });
    this.el.classList.toggle('cc-two', !this.#inputs.high.hidden);
    // Where both handles stand at the right end, only the lower one can still be moved.
    this.el.classList.toggle('cc-low-on-top', this.#ends[0] > (least + most) / 2);
  }
}
