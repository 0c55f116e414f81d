// Color picker.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { PanelModel, widgetIdentity } from './base.ts';

export class ColorFieldModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('ColorField'),
      label: '',
      value: '#000000',
    };
  }
}

/** The color input of the browser, with an accessible name. */
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
    keepKeysFromNotebook(this.#input);
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
