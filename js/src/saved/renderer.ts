// An explorer among the outputs of JupyterLab: Python's own while that is there, else as it was saved.

import type { DOMWidgetModel, DOMWidgetView, WidgetModel } from '@jupyter-widgets/base';
import { Panel, type Widget } from '@lumino/widgets';
import { MODULE_NAME } from '../widgets/base.ts';
import { type Host, hosts } from '../wire/python.ts';
import { type Modules, type Saved, SavedManager, savedOf } from './manager.ts';
import { Banner } from './running.ts';

const STATE = 'application/vnd.cc-widgets.v1+json';
const VIEW = 'application/vnd.jupyter.widget-view+json';
const PICTURE = 'image/png';

const SNAPSHOT =
  'This is a snapshot without Python. You can explore it; notes that you add are lost when it is ' +
  'connected again.';
const SPOILT = 'The saved state of this explorer cannot be shown.';
/** Letters of a reason: what is saved may be anything. */
const REASON = 200;

/** JupyterLab has asked other extensions for these; an explorer shares them. */
const MODULES: Modules = {
  '@jupyter-widgets/base': () => import('@jupyter-widgets/base'),
  '@jupyter-widgets/controls': () => import('@jupyter-widgets/controls'),
  // @ts-expect-error (it has none)
  bqplot: () => import('bqplot'),
  // @ts-expect-error (the same)
  bqscales: () => import('bqscales'),
  [MODULE_NAME]: () => import('../index.ts'),
};

// ---- The parts of JupyterLab's rendering that are used here

type Bundle = Record<string, unknown>;

/** What one output holds, in all the forms in which it may be shown. */
interface Output {
  readonly data: Bundle;
  readonly metadata: Bundle;
  setData(changed: { data?: Bundle; metadata?: Bundle }): void;
}

interface Options {
  /** Finds what a notebook refers to: there is one for each notebook. */
  readonly resolver: unknown;
}

// ---- What is saved follows what is seen

/** Milliseconds for which nothing changes before the output is renewed. */
const PAUSE = 2000;

/** Has the outputs of one explorer renewed by Python when a person has changed something. */
class Renewal {
  static readonly #all = new WeakMap<WidgetModel, Renewal>();

  static of(explorer: WidgetModel): Renewal {
    const known = Renewal.#all.get(explorer) ?? new Renewal(explorer);
    Renewal.#all.set(explorer, known);
    return known;
  }

  readonly #explorer: WidgetModel;
  readonly #outputs = new Set<Output>();
  readonly #duality: WidgetModel | null;
  readonly #changed = () => this.#hear();
  readonly #told = (message: unknown) => this.#renew(message);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(explorer: WidgetModel) {
    this.#explorer = explorer;
    this.#duality = dualityOf(explorer);
  }

  /** Renew this output too, until the function that is returned is called. */
  add(output: Output): () => void {
    if (this.#outputs.size === 0) {
      this.#duality?.on('change', this.#changed);
      this.#explorer.on('msg:custom', this.#told);
    }
    this.#outputs.add(output);
    // One that was displayed just now is still without its picture.
    if (VIEW in output.data && !(PICTURE in output.data)) this.#soon();
    return () => this.#delete(output);
  }

  #delete(output: Output): void {
    this.#outputs.delete(output);
    if (this.#outputs.size > 0) return;
    clearTimeout(this.#timer);
    this.#duality?.off('change', this.#changed);
    this.#explorer.off('msg:custom', this.#told);
  }

  #hear(): void {
    const names = Object.keys(this.#duality?.changed ?? {});
    if (names.some((name) => name !== 'hover')) this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  #ask(): void {
    const { kernel } = this.#explorer.widget_manager as Host;
    if (!this.#explorer.comm_live) return;
    if (kernel && kernel.status !== 'idle') this.#soon();
    else this.#explorer.send({ ask: 'bundle' }, {});
  }

  #renew(message: unknown): void {
    const { data, metadata } = message as Partial<Output>;
    if (!data) return;
    // Not the view of a widget: we need none, and others would look for its Python in vain.
    for (const output of this.#outputs) output.setData({ data, metadata: metadata ?? {} });
  }
}

/** What the parts of an explorer share: some part of it knows. */
function dualityOf(widget: WidgetModel): WidgetModel | null {
  const own = widget.get('duality');
  if (own) return own;
  for (const child of widget.get('children') ?? []) {
    const found = dualityOf(child);
    if (found) return found;
  }
  return null;
}

// ---- What stands in the output

/** Shows one output, and notices when Python comes. */
class Renderer extends Panel {
  readonly #resolver: unknown;
  readonly #look = () => void this.#show();
  #output: Output | null = null;
  /** What is drawn: an explorer of Python's, or a state that was saved. */
  #drawn: unknown = null;
  /** The saved state that is drawn, as text; none while Python's own is. */
  #told = '';
  #release: (() => void) | null = null;

  constructor({ resolver }: Options) {
    super();
    this.addClass('cc-output');
    this.#resolver = resolver;
    hosts.watch(this.#look);
  }

  async renderModel(output: Output): Promise<void> {
    this.#output = output;
    await this.#show();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    hosts.unwatch(this.#look);
    this.#release?.();
    super.dispose();
  }

  async #show(): Promise<void> {
    const output = this.#output;
    if (!output) return;
    const explorer = await this.#living(output);
    if (this.isDisposed || output !== this.#output) return;
    const isLeft = (this.#drawn as WidgetModel | null)?.model_id === idOf(output);
    // One whose Python has gone is still more than what was saved of it.
    if (!explorer && isLeft) return;
    const wanted = explorer ?? output.data[STATE];
    if (wanted === this.#drawn) return;
    // JupyterLab may hand a copy of what is drawn: that stays as it is, with all one has done.
    const told = explorer ? '' : (JSON.stringify(wanted) ?? '');
    if (told && told === this.#told) return;
    this.#told = told;
    this.#drawn = wanted;
    this.#release?.();
    this.#release = null;
    await (explorer ? this.#connect(explorer, output) : this.#restore(wanted));
  }

  /** The explorer itself, if Python has it for this notebook. */
  async #living(output: Output): Promise<DOMWidgetModel | null> {
    const id = idOf(output);
    const host = hosts.find(
      (one) => (one.context?.urlResolver ?? null) === this.#resolver && one.has_model(id),
    );
    const found = await host?.get_model(id).catch(() => null);
    return found?.comm_live ? (found as DOMWidgetModel) : null;
  }

  async #connect(explorer: DOMWidgetModel, output: Output): Promise<void> {
    const view = await explorer.widget_manager.create_view<DOMWidgetView>(explorer);
    if (this.#drawn !== explorer || this.isDisposed) return view.remove();
    // A closed explorer leaves no empty place.
    view.luminoWidget.disposed.connect(() => this.#drawn === explorer && this.hide());
    this.show();
    this.#fill(view.luminoWidget);
    this.#release = Renewal.of(explorer).add(output);
  }

  async #restore(state: unknown): Promise<void> {
    try {
      const manager = new SavedManager(savedOf(state), MODULES);
      const explorer = await manager.root;
      if (this.#drawn !== state || this.isDisposed) return;
      const view = await manager.create_view(explorer);
      if (this.#drawn !== state || this.isDisposed) return view.remove();
      this.#fill(view.luminoWidget, SNAPSHOT);
      this.#release = this.#keepNotes(dualityOf(view.model));
    } catch (problem) {
      if (this.#drawn !== state || this.isDisposed) return;
      this.#fill(null, `${SPOILT} (${String(problem).slice(0, REASON)})`);
    }
  }

  /** What is written in a snapshot is saved with its notebook, until what is returned is called. */
  #keepNotes(duality: WidgetModel | null): (() => void) | null {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const output = this.#output;
      if (!duality || !output) return;
      const { data, metadata } = output;
      this.#drawn = withNotes(savedOf(data[STATE]), duality);
      this.#told = JSON.stringify(this.#drawn);
      output.setData({ data: { ...data, [STATE]: this.#drawn }, metadata });
    };
    // Of what is tried and settled at once only the last is kept.
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(keep);
    };
    duality?.on('change:notes', wait);
    return () => {
      clearTimeout(timer);
      duality?.off('change:notes', wait);
    };
  }

  #fill(widget: Widget | null, words = ''): void {
    this.#empty();
    if (words) this.addWidget(new Banner(words));
    if (widget) this.addWidget(widget);
  }

  #empty(): void {
    for (const widget of [...this.widgets]) widget.dispose();
  }
}

/** The same state with the notes of now. */
function withNotes(saved: Saved, { model_id: id, attributes: { notes } }: WidgetModel): Saved {
  const widget = saved.widgets[id];
  if (!widget) return saved;
  const state = { ...widget.state, notes };
  return { ...saved, widgets: { ...saved.widgets, [id]: { ...widget, state } } };
}

/** The id of the explorer that an output shows. */
function idOf({ data }: Output): string {
  const { root } = (data[STATE] ?? {}) as { root?: unknown };
  return typeof root === 'string' ? root : '';
}

/** JupyterLab prefers this to the view of a widget, whose rank is -10, trusted or not. */
export default {
  id: `${MODULE_NAME}:renderer`,
  description: 'Shows explorers of cc_widgets, saved ones too.',
  rank: -20,
  dataType: 'json',
  rendererFactory: {
    safe: true,
    mimeTypes: [STATE],
    createRenderer: (options: Options) => new Renderer(options),
  },
};
