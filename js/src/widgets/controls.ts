// The folds that hold what a person operates; they open without Python.

import {
  DOMWidgetView,
  JupyterLuminoPanelWidget,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeys, nextTab } from '../cursor/keys.ts';
import { explain, explainer } from '../frame/card.ts';
import { button } from '../layer/part.ts';
import { type Maker, PATIENCE, whileAwaited, whileShown } from '../wire/python.ts';
import { ours, WatchedModel } from './base.ts';

export class ControlsModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Controls'),
      titles: [],
      pages: [],
      selected: 0,
      unfolded: false,
      tables: -1,
    };
  }

  static override serializers = {
    ...WatchedModel.serializers,
    // What was saved is made when somebody looks at it: most of it nobody ever does.
    pages: {
      deserialize: (pages?: unknown, manager?: unknown) =>
        (manager as Maker).isSaved ? pages : unpackModels(pages as never, manager as never),
    },
  };

  /** The page that is asked for, or its name, once Python has made it. */
  get page(): WidgetModel | string | null {
    if (!this.get('unfolded')) return null;
    return this.get('pages')[this.get('selected')] ?? null;
  }
}

/**
 * Pages behind a row of tabs: a click on one opens its page, a click on that of the open one folds.
 *
 * Tabs answer at once. Python makes a page when it is first asked for, and until it
 * comes the words in its place say why.
 */
export class ControlsView extends DOMWidgetView {
  declare model: ControlsModel;
  declare luminoWidget: JupyterLuminoPanelWidget;
  readonly #status = document.createElement('div');
  readonly #explains = explainer();
  #tabs!: Tabs;
  /** Runs while something is awaited that has not been late yet. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  #page: WidgetModel | string | null = null;
  #shown: DOMWidgetView | null = null;

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
    this.#status.className = 'cc-patience';
    this.#status.setAttribute('role', 'status');
    this.el.append(this.#tabs.el, this.#explains, this.#status);
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
    this.#ask({ selected, unfolded: !isOpen });
  }

  #open(selected: number): void {
    this.#ask({ selected, unfolded: true });
    this.#tabs.focus(selected);
  }

  /** Where there is no Python the page turns all the same, and says so. */
  #ask(state: { unfolded: boolean; selected: number }): void {
    this.model.set(state);
    if (this.model.watch.python !== 'gone') this.touch();
  }

  #show(): void {
    const isUnfolded: boolean = this.model.get('unfolded');
    const { page } = this.model;
    this.#tabs.mark(this.model.get('selected'), isUnfolded);
    this.#explains.hidden = !isUnfolded;
    explain(this.#explains, this.model.get('titles')[this.model.get('selected')] ?? '');
    this.#await(isUnfolded && page === null);
    this.#say(isUnfolded, page !== null);
    if (page !== this.#page) this.#turnTo(page);
  }

  #await(isAwaited: boolean): void {
    if (isAwaited && this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isLate = false;
    if (!isAwaited) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#show();
    }, PATIENCE);
  }

  #say(isUnfolded: boolean, isShown: boolean): void {
    const { python } = this.model.watch;
    const words = isShown ? whileShown(python) : whileAwaited(python, this.#isLate);
    this.el.classList.toggle('cc-alone', python === 'none');
    const said = isUnfolded ? words : '';
    if (this.#status.textContent !== said) this.#status.textContent = said;
  }

  /** Only the page that is seen is on the page: a figure that is not shown has no size. */
  async #turnTo(page: WidgetModel | string | null): Promise<void> {
    this.#page = page;
    this.#shown?.remove();
    this.#shown = null;
    if (!page) return;
    const model =
      typeof page === 'string' ? await unpackModels(page, this.model.widget_manager) : page;
    const view: DOMWidgetView = await this.create_child_view(model as never);
    // Another page may have been asked for meanwhile, or this one once more.
    if (this.#page !== page || this.#shown) view.remove();
    else this.#place(view);
  }

  #place(view: DOMWidgetView): void {
    this.#shown = view;
    view.el.setAttribute('role', 'tabpanel');
    view.el.setAttribute('aria-labelledby', this.#tabs.idOf(this.model.get('selected')));
    this.luminoWidget.addWidget(view.luminoWidget);
    // Lumino counts children from the first one, which here are the tabs.
    this.el.append(view.el);
  }
}

// ---- The row of tabs

let tabsMade = 0;

/** A row of headings: arrows walk along it, Enter or a click opens or folds. */
class Tabs {
  readonly el = document.createElement('div');
  readonly #tabs: HTMLButtonElement[];

  constructor(titles: string[], choose: (position: number) => void) {
    this.el.className = 'cc-tabs';
    this.el.setAttribute('role', 'tablist');
    this.el.setAttribute('aria-label', 'More');
    this.#tabs = titles.map((title) => tab(title));
    this.#tabs.forEach((one, position) => {
      one.addEventListener('click', () => choose(position));
    });
    this.el.append(...this.#tabs);
    this.el.addEventListener('keydown', (event) => this.#walk(event));
    keepKeys(this.el);
  }

  idOf(position: number): string {
    return this.#tabs[position]?.id ?? '';
  }

  focus(position: number): void {
    this.#tabs[position]?.focus();
  }

  mark(selected: number, isUnfolded: boolean): void {
    this.#tabs.forEach((one, position) => {
      one.setAttribute('aria-selected', String(isUnfolded && position === selected));
      one.tabIndex = position === selected ? 0 : -1;
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

function tab(title: string): HTMLButtonElement {
  const made = button('cc-tab', title);
  made.id = `cc-tab-${tabsMade++}`;
  made.setAttribute('role', 'tab');
  return made;
}
