// Message about a lost kernel.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { type ManagerLike, remedyMessage } from '../wire/python.ts';
import { WatchedModel, widgetIdentity } from './base.ts';

export class PresenceModel extends WatchedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Presence'), needs: '' };
  }
}

/** Controls that need Python; the style sheet dims them (`.cc-lost`). */
const NEED_PYTHON =
  '.jupyter-button, .widget-inline-hbox:not(.widget-html), .cc-panel .cc-slider, .cc-color, .cc-knob-box';

/** Shows the remedy if the kernel is lost, and disables the controls that need it. */
export class PresenceView extends DOMWidgetView {
  declare model: PresenceModel;

  override render(): void {
    super.render();
    this.el.classList.add('cc-kernel-status');
    this.el.setAttribute('role', 'status');
    this.listenTo(this.model, 'cc:python change:needs', () => this.#say());
    this.#say();
    this.displayed.then(() => this.#say());
  }

  #say(): void {
    const { watch, widget_manager: manager } = this.model;
    const needs: string = this.model.get('needs');
    // A saved state never had a kernel, and may have a banner above it.
    const isLost = watch.status === 'lost' && !(manager as ManagerLike).isSaved;
    const words = isLost || needs ? remedyMessage(watch.status, needs) : '';
    if (this.el.textContent !== words) this.el.textContent = words;
    const explorer = this.el.closest('.cc-explorer');
    explorer?.classList.toggle('cc-lost', isLost);
    for (const control of explorer?.querySelectorAll<HTMLElement>(NEED_PYTHON) ?? []) {
      control.inert = isLost;
    }
  }
}
