// Tabs with the panels; they expand without waiting for Python.

import {
  DOMWidgetView,
  JupyterLuminoPanelWidget,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeysFromNotebook, nextTab } from '../cursor/keys.ts';
import { explainer, setTopic } from '../frame/card.ts';
import { button } from '../layer/part.ts';
import { BUSY_DELAY, controlsMessage, type ManagerLike, pendingMessage } from '../wire/python.ts';
import { WatchedModel, widgetIdentity } from './base.ts';

export class ControlsModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('Controls'),
      titles: [],
      pages: [],
      selected: 0,
      unfolded: false,
      tables: -1,
    };
  }

  static override serializers = {
    ...WatchedModel.serializers,
    // Pages of a saved state are created on first use.
    pages: {
      deserialize: (pages?: unknown, manager?: unknown) =>
        (manager as ManagerLike).isSaved ? pages : unpackModels(pages as never, manager as never),
    },
  };

  /** The selected page or its model id, once Python has created it. */
  get page(): WidgetModel | string | null {
    if (!this.get('unfolded')) return null;
    return this.get('pages')[this.get('selected')] ?? null;
  }
}

/**
 * Pages behind a row of tabs; clicking a tab opens its page, clicking it again collapses it.
 *
 * Tabs respond immediately. Python creates a page on first use, and a message explains the delay.
 */
export class ControlsView extends DOMWidgetView {
  declare model: ControlsModel;
  declare luminoWidget: JupyterLuminoPanelWidget;
  readonly #status = document.createElement('div');
  readonly #helpButton = explainer();
  #tabs!: Tabs;
  /** Timer that runs while a page is pending and not late yet. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  #page: WidgetModel | string | null = null;
  #pageView: DOMWidgetView | null = null;

  override _createElement(): HTMLElement {
    this.luminoWidget = new JupyterLuminoPanelWidget({ view: this });
    return this.luminoWidget.node;
  }

  override _setElement(element: HTMLElement): void {
    this.el = element;
  }

  override render(): void {
    super.render();
    this.luminoWidget.addClass('cc-folds');
    this.#tabs = new Tabs(this.model.get('titles'), (selected) => this.#choose(selected));
    this.#status.className = 'cc-kernel-status';
    this.#status.setAttribute('role', 'status');
    this.el.append(this.#tabs.el, this.#helpButton, this.#status);
    this.listenTo(this.model, 'change:unfolded change:selected change:pages cc:python', () =>
      this.#show(),
    );
    const duality = this.model.get('duality');
    if (duality) {
      this.listenTo(duality, 'cc:table', () => this.#open(this.model.get('tables')));
      this.listenTo(duality, 'cc:open', (title: string) =>
        this.#open(this.model.get('titles').indexOf(title)),
      );
    }
    this.#show();
  }

  override remove(): void {
    clearTimeout(this.#timer);
    this.#page = null;
    super.remove();
  }

  #choose(selected: number): void {
    const isOpen = this.model.get('unfolded') && this.model.get('selected') === selected;
    this.#setState({ selected, unfolded: !isOpen });
  }

  #open(selected: number): void {
    this.#setState({ selected, unfolded: true });
    this.#tabs.focus(selected);
  }

  /** Set the state, also without Python: then a message replaces the page. */
  #setState(state: { unfolded: boolean; selected: number }): void {
    this.model.set(state);
    if (this.model.watch.status !== 'lost') this.touch();
  }

  #show(): void {
    const isUnfolded: boolean = this.model.get('unfolded');
    const { page } = this.model;
    this.#tabs.mark(this.model.get('selected'), isUnfolded);
    this.#helpButton.hidden = !isUnfolded;
    setTopic(this.#helpButton, this.model.get('titles')[this.model.get('selected')] ?? '');
    this.#updateTimer(isUnfolded && page === null);
    this.#showStatus(isUnfolded, page !== null);
    if (page !== this.#page) this.#turnTo(page);
  }

  #updateTimer(isAwaited: boolean): void {
    if (isAwaited && this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isLate = false;
    if (!isAwaited) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#show();
    }, BUSY_DELAY);
  }

  #showStatus(isUnfolded: boolean, isShown: boolean): void {
    const { status } = this.model.watch;
    const words = isShown ? controlsMessage(status) : pendingMessage(status, this.#isLate);
    this.el.classList.toggle('cc-no-kernel', status === 'none');
    const text = isUnfolded ? words : '';
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** Only the visible page is in the document, because hidden figures have no size. */
  async #turnTo(page: WidgetModel | string | null): Promise<void> {
    this.#page = page;
    this.#pageView?.remove();
    this.#pageView = null;
    if (!page) return;
    const model =
      typeof page === 'string' ? await unpackModels(page, this.model.widget_manager) : page;
    const view: DOMWidgetView = await this.create_child_view(model as never);
    // The selection may have changed in the meantime, possibly back and forth.
    if (this.#page !== page || this.#pageView) view.remove();
    else this.#place(view);
  }

  #place(view: DOMWidgetView): void {
    this.#pageView = view;
    view.el.setAttribute('role', 'tabpanel');
    view.el.setAttribute('aria-labelledby', this.#tabs.idOf(this.model.get('selected')));
    this.luminoWidget.addWidget(view.luminoWidget);
    // Lumino inserts by index among its own widgets, which would put the page above the tabs.
    this.el.append(view.el);
  }
}

// ---- Row of tabs

let tabCount = 0;

/** Tab list with arrow keys; Enter or a click expands or collapses. */
class Tabs {
  readonly el = document.createElement('div');
  readonly #tabs: HTMLButtonElement[];

  constructor(titles: string[], choose: (position: number) => void) {
    this.el.className = 'cc-tabs';
    this.el.setAttribute('role', 'tablist');
    this.el.setAttribute('aria-label', 'More');
    this.#tabs = titles.map((title) => createTab(title));
    this.#tabs.forEach((tab, position) => {
      tab.addEventListener('click', () => choose(position));
    });
    this.el.append(...this.#tabs);
    this.el.addEventListener('keydown', (event) => this.#walk(event));
    keepKeysFromNotebook(this.el);
  }

  idOf(position: number): string {
    return this.#tabs[position]?.id ?? '';
  }

  focus(position: number): void {
    this.#tabs[position]?.focus();
  }

  mark(selected: number, isUnfolded: boolean): void {
    this.#tabs.forEach((tab, position) => {
      tab.setAttribute('aria-selected', String(isUnfolded && position === selected));
      tab.tabIndex = position === selected ? 0 : -1;
    });
  }

  #walk(event: KeyboardEvent): void {
    const from = this.#tabs.indexOf(event.target as HTMLButtonElement);
    const to = nextTab(event.key, from, this.#tabs.length);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#tabs[to]?.focus();
  }
}

function createTab(title: string): HTMLButtonElement {
  const element = button('cc-tab', title);
  element.id = `cc-tab-${tabCount++}`;
  element.setAttribute('role', 'tab');
  return element;
}
