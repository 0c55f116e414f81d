// A field for a colour.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { ours, PanelModel } from './base.ts';

export class ColorFieldModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('ColorField'),
      label: '',
      value: '#000000',
    };
  }
}

/** The browser's own field for a colour, with a name that is heard as well. */
export class ColorFieldView extends DOMWidgetView {
  readonly #input = document.createElement('input');

  override render(): void {
    super.render();
    this.el.classList.add('cc-color');
    this.#input.type = 'color';
    this.#input.addEventListener('change', () => {
      this.model.set('value', this.#input.value);
      this.model.save_changes();
    });
    keepKeys(this.#input);
    this.el.append(this.#input);
    this.listenTo(this.model, 'change', () => this.#show());
    this.#show();
  }

  #show(): void {
    const label: string = this.model.get('label');
    this.#input.setAttribute('aria-label', label);
    this.#input.title = label;
    this.#input.value = this.model.get('value');
  }
}
