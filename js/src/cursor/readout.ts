import {
  DOMWidgetModel,
  DOMWidgetView,
  unpack_models as unpackModels,
} from '@jupyter-widgets/base';
import { ours } from '../version.ts';
import type { DualityModel } from './duality.ts';
import { sentence } from './words.ts';

export class ReadoutModel extends DOMWidgetModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Readout'),
      duality: null,
      idle: '',
    };
  }

  static override serializers = {
    ...DOMWidgetModel.serializers,
    duality: { deserialize: unpackModels },
  };
}

/** Says in words what the cursor lights up, aloud for those who listen. */
export class ReadoutView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('cc-readout');
    this.el.setAttribute('role', 'status');
    this.el.setAttribute('aria-live', 'polite');
    this.listenTo(this.#duality, 'change:hover change:points change:hull', () => this.#write());
    this.listenTo(this.model, 'change:idle', () => this.#write());
    this.#write();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #write(): void {
    const words = sentence(this.#duality.hover, this.#duality.subject);
    this.el.classList.toggle('cc-idle', words === '');
    this.el.textContent = words || this.model.get('idle');
  }
}
