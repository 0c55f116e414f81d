// The chips that name the classifiers.

import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { swatch } from '../layer/looks.ts';
import { changes, type Look } from '../wire/state.ts';
import { ours, PanelModel } from './base.ts';
import type { DualityModel } from './duality.ts';

interface Entry extends Look {
  name: string;
}

export class LegendModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Legend'),
      entries: [],
      duality: null,
    };
  }

  static override serializers = {
    ...PanelModel.serializers,
    duality: { deserialize: unpackModels },
  };
}

/** One chip per classifier: colour, dash, marker and name. A chip hides and shows its classifier. */
export class LegendView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('cc-legend');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Classifiers shown');
    keepKeys(this.el);
    this.listenTo(this.model, 'change:entries', () => this.#fill());
    if (this.#duality) this.listenTo(this.#duality, changes('hidden'), () => this.#mark());
    this.#fill();
  }

  get #duality(): DualityModel | null {
    return this.model.get('duality');
  }

  #fill(): void {
    const entries: Entry[] = this.model.get('entries');
    this.el.replaceChildren(...entries.map((entry, position) => this.#chip(entry, position)));
    this.#mark();
  }

  /** A name is text, never markup. */
  #chip(entry: Entry, position: number): HTMLElement {
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.className = 'cc-chip';
    chip.disabled = this.#duality === null;
    chip.title = 'Hide or show';
    const name = document.createElement('span');
    name.className = 'cc-chip-name';
    name.textContent = entry.name;
    chip.append(swatch(entry), name);
    chip.addEventListener('click', () => this.#duality?.toggleHidden(position));
    for (const event of ['pointerenter', 'focus']) {
      chip.addEventListener(event, () => this.#point(position));
    }
    for (const event of ['pointerleave', 'blur']) {
      chip.addEventListener(event, () => this.#point(null));
    }
    return chip;
  }

  #point(position: number | null): void {
    if (this.#duality) this.#duality.pointed = position;
  }

  #mark(): void {
    const hidden = this.#duality?.get('hidden') ?? [];
    [...this.el.children].forEach((chip, position) => {
      chip.setAttribute('aria-pressed', String(!hidden.includes(position)));
    });
  }
}
