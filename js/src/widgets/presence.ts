// Whether Python is behind what is seen.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { without } from '../wire/python.ts';
import { ours, WatchedModel } from './base.ts';

export class PresenceModel extends WatchedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Presence'), needs: '' };
  }
}

/** Says what has no effect where there is no Python, and nothing where there is. */
export class PresenceView extends DOMWidgetView {
  declare model: PresenceModel;

  override render(): void {
    super.render();
    this.el.classList.add('cc-patience');
    this.el.setAttribute('role', 'status');
    this.listenTo(this.model, 'cc:python change:needs', () => this.#say());
    this.#say();
  }

  #say(): void {
    const { watch } = this.model;
    const needs: string = this.model.get('needs');
    this.el.textContent = needs ? without(watch.python, needs) : '';
  }
}
