// Whether Python is behind what is seen.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { type Maker, without } from '../wire/python.ts';
import { ours, WatchedModel } from './base.ts';

export class PresenceModel extends WatchedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Presence'), needs: '' };
  }
}

/** Controls that do nothing without Python; the style sheet dims them (`.cc-lost`). */
const NEED_PYTHON =
  '.jupyter-button, .widget-inline-hbox:not(.widget-html), .cc-panel .cc-slider, .cc-color, .cc-knob-box';

/** A line with the remedy where there is no Python; it dims the controls that need Python. */
export class PresenceView extends DOMWidgetView {
  declare model: PresenceModel;

  override render(): void {
    super.render();
    this.el.classList.add('cc-patience');
    this.el.setAttribute('role', 'status');
    this.listenTo(this.model, 'cc:python change:needs', () => this.#say());
    this.#say();
    this.displayed.then(() => this.#say());
  }

  #say(): void {
    const { watch, widget_manager: manager } = this.model;
    const needs: string = this.model.get('needs');
    // A saved state never had Python, and may have a line of its own above it.
    const isLost = watch.python === 'gone' && !(manager as Maker).isSaved;
    const words = isLost || needs ? without(watch.python, needs) : '';
    if (this.el.textContent !== words) this.el.textContent = words;
    const explorer = this.el.closest('.cc-explorer');
    explorer?.classList.toggle('cc-lost', isLost);
    for (const control of explorer?.querySelectorAll<HTMLElement>(NEED_PYTHON) ?? []) {
      control.inert = isLost;
    }
  }
}
