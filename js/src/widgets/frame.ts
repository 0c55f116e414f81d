// A box whose parts come and go by the model's switches.

import {
  DOMWidgetView,
  JupyterLuminoPanelWidget,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { changes, type Switch } from '../wire/state.ts';
import { LinkedModel, ours, together } from './base.ts';

export class FrameModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Frame'), children: [], switches: [], across: false };
  }

  static override serializers = {
    ...LinkedModel.serializers,
    children: { deserialize: unpackModels },
  };

  /** The parts that are to be seen. */
  get shown(): WidgetModel[] {
    const duality = this.get('duality');
    const switches: Switch[][] = this.get('switches');
    return this.get('children').filter((_: WidgetModel, i: number) =>
      (switches[i] ?? []).every((name) => duality.get(name)),
    );
  }
}

/** What is switched off is not on the page at all, also where no Python takes it away. */
export class FrameView extends DOMWidgetView {
  declare model: FrameModel;
  declare luminoWidget: JupyterLuminoPanelWidget;
  /** By what they show; null while one is being made. */
  readonly #views = new Map<WidgetModel, DOMWidgetView | null>();

  override _createElement(): HTMLElement {
    this.luminoWidget = new JupyterLuminoPanelWidget({ view: this });
    return this.luminoWidget.node;
  }

  override _setElement(element: HTMLElement): void {
    this.el = element;
  }

  override render(): void {
    super.render();
    const kind = this.model.get('across') ? 'widget-hbox' : 'widget-vbox';
    for (const name of ['jupyter-widgets', 'widget-container', 'widget-box', kind]) {
      this.luminoWidget.addClass(name);
    }
    const names = new Set<Switch>(this.model.get('switches').flat());
    const arrange = together(() => this.#arrange());
    this.listenTo(this.model, 'change:children', arrange);
    if (names.size > 0) this.listenTo(this.model.get('duality'), changes(...names), arrange);
    this.#arrange();
  }

  override remove(): void {
    this.#views.clear();
    super.remove();
  }

  #arrange(): void {
    const { shown } = this.model;
    for (const [part, view] of this.#views) {
      if (shown.includes(part)) continue;
      this.#views.delete(part);
      view?.remove();
    }
    for (const part of shown) if (!this.#views.has(part)) this.#add(part);
  }

  async #add(part: WidgetModel): Promise<void> {
    this.#views.set(part, null);
    const view: DOMWidgetView = await this.create_child_view(part);
    // It may have been switched off meanwhile, and on again.
    if (this.#views.get(part) !== null) return view.remove();
    this.#views.set(part, view);
    const placed = this.model.shown.filter((one) => this.#views.get(one));
    this.luminoWidget.insertWidget(placed.indexOf(part), view.luminoWidget);
  }
}
