import { DOMWidgetModel, DOMWidgetView } from '@jupyter-widgets/base';
import { ours } from '../version.ts';
import { type Look, swatch } from './swatch.ts';

interface Entry extends Look {
  name: string;
}

export class LegendModel extends DOMWidgetModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Legend'),
      entries: [],
    };
  }
}

/** One chip per classifier: colour, dash, marker and name. */
export class LegendView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('cc-legend');
    this.el.setAttribute('role', 'list');
    this.listenTo(this.model, 'change:entries', () => this.#fill());
    this.#fill();
  }

  #fill(): void {
    const entries: Entry[] = this.model.get('entries');
    this.el.replaceChildren(...entries.map(chip));
  }
}

/** A name is text, never markup. */
function chip(entry: Entry): HTMLElement {
  const item = document.createElement('span');
  item.className = 'cc-chip';
  item.setAttribute('role', 'listitem');
  const name = document.createElement('span');
  name.textContent = entry.name;
  item.append(swatch(entry), name);
  return item;
}
