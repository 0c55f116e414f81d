// Box whose children are shown according to switches.

import {
  DOMWidgetView,
  JupyterLuminoPanelWidget,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { changeEvents, type SwitchName } from '../wire/state.ts';
import { coalesce, LinkedModel, widgetIdentity } from './base.ts';

export class FrameModel extends LinkedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('Frame'),
      children: [],
      switches: [],
      across: false,
    };
  }

  static override serializers = {
    ...LinkedModel.serializers,
    children: { deserialize: unpackModels },
  };

  /** Children whose switches are all on. */
  get visibleParts(): WidgetModel[] {
    const duality = this.get('duality');
    const switches: SwitchName[][] = this.get('switches');
    return this.get('children').filter((_: WidgetModel, i: number) =>
      (switches[i] ?? []).every((name) => duality.get(name)),
    );
  }
}

/** Removes hidden children from the document, also without Python. */
export class FrameView extends DOMWidgetView {
  declare model: FrameModel;
  declare luminoWidget: JupyterLuminoPanelWidget;
  /** Views by model; null while one is being created. */
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
    const names = new Set<SwitchName>(this.model.get('switches').flat());
    const arrange = coalesce(() => this.#arrange());
    this.listenTo(this.model, 'change:children', arrange);
    if (names.size > 0) this.listenTo(this.model.get('duality'), changeEvents(...names), arrange);
    this.#arrange();
  }

  override remove(): void {
    this.#views.clear();
    super.remove();
  }

  #arrange(): void {
    const { visibleParts } = this.model;
    for (const [part, view] of this.#views) {
      if (visibleParts.includes(part)) continue;
      this.#views.delete(part);
      view?.remove();
    }
    for (const part of visibleParts) if (!this.#views.has(part)) this.#add(part);
  }

  async #add(part: WidgetModel): Promise<void> {
    this.#views.set(part, null);
    const view: DOMWidgetView = await this.create_child_view(part);
    // It may have been switched off and on again in the meantime.
    if (this.#views.get(part) !== null) return view.remove();
    this.#views.set(part, view);
    const placed = this.model.visibleParts.filter((part) => this.#views.get(part));
    this.luminoWidget.insertWidget(placed.indexOf(part), view.luminoWidget);
  }
}
