// Output renderer of JupyterLab: the live explorer if its kernel runs, otherwise the saved state.

import type { DOMWidgetModel, DOMWidgetView, WidgetModel } from '@jupyter-widgets/base';
import { Panel, type Widget } from '@lumino/widgets';
import { MODULE_NAME } from '../widgets/base.ts';
import { notebookManagers } from '../wire/python.ts';
import { type Modules, readSaved, SavedManager } from './manager.ts';
import {
  coalesced,
  findDuality,
  type MimeOutput,
  OutputRenewal,
  STATE,
  withNotes,
} from './renewal.ts';
import { Banner } from './running.ts';

const SNAPSHOT =
  'This is a snapshot without Python. You can explore it; notes that you add are lost when it is ' +
  'connected again.';
const UNREADABLE = 'The saved state of this explorer cannot be shown.';
/** Maximum length of an error message; saved states may contain anything. */
const MAX_REASON = 200;

/** Modules that JupyterLab has loaded already. */
const MODULES: Modules = {
  '@jupyter-widgets/base': () => import('@jupyter-widgets/base'),
  '@jupyter-widgets/controls': () => import('@jupyter-widgets/controls'),
  // @ts-expect-error (no type declarations)
  bqplot: () => import('bqplot'),
  // @ts-expect-error (no type declarations)
  bqscales: () => import('bqscales'),
  [MODULE_NAME]: () => import('../index.ts'),
};

/** The parts of JupyterLab's rendering API in use. */
interface RendererOptions {
  /** Resolves paths of a notebook; identifies the notebook. */
  readonly resolver: unknown;
}

// ---- Rendering of an output

/** Renders one output, and reconnects it when its kernel becomes available. */
class ExplorerRenderer extends Panel {
  readonly #resolver: unknown;
  readonly #refresh = () => void this.#update();
  #output: MimeOutput | null = null;
  /** The displayed content: a live explorer or a saved state. */
  #displayed: unknown = null;
  /** The displayed saved state as JSON; empty for a live explorer. */
  #displayedJson = '';
  #release: (() => void) | null = null;

  constructor({ resolver }: RendererOptions) {
    super();
    this.addClass('cc-output');
    this.#resolver = resolver;
    notebookManagers.subscribe(this.#refresh);
  }

  async renderModel(output: MimeOutput): Promise<void> {
    this.#output = output;
    await this.#update();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    notebookManagers.unsubscribe(this.#refresh);
    this.#release?.();
    super.dispose();
  }

  async #update(): Promise<void> {
    const output = this.#output;
    if (!output) return;
    const explorer = await this.#liveExplorer(output);
    if (this.isDisposed || output !== this.#output) return;
    const isLeft = (this.#displayed as WidgetModel | null)?.model_id === idOf(output);
    // An explorer that lost its kernel is more up to date than its saved state.
    if (!explorer && isLeft) return;
    const content = explorer ?? output.data[STATE];
    if (content === this.#displayed) return;
    // JupyterLab may pass a copy of the displayed state: keep the view with the user's changes.
    const json = explorer ? '' : (JSON.stringify(content) ?? '');
    if (json && json === this.#displayedJson) return;
    this.#displayedJson = json;
    this.#displayed = content;
    this.#release?.();
    this.#release = null;
    await (explorer ? this.#connect(explorer, output) : this.#restore(content));
  }

  /** Return the live explorer of an output, if its kernel belongs to this notebook. */
  async #liveExplorer(output: MimeOutput): Promise<DOMWidgetModel | null> {
    const id = idOf(output);
    const host = notebookManagers.find(
      (candidate) =>
        (candidate.context?.urlResolver ?? null) === this.#resolver && candidate.has_model(id),
    );
    const model = await host?.get_model(id).catch(() => null);
    return model?.comm_live ? (model as DOMWidgetModel) : null;
  }

  async #connect(explorer: DOMWidgetModel, output: MimeOutput): Promise<void> {
    const view = await explorer.widget_manager.create_view<DOMWidgetView>(explorer);
    if (this.#displayed !== explorer || this.isDisposed) return view.remove();
    // Hide the output of a closed explorer.
    view.luminoWidget.disposed.connect(() => this.#displayed === explorer && this.hide());
    this.show();
    this.#fill(view.luminoWidget);
    this.#release = OutputRenewal.of(explorer).add(output);
  }

  async #restore(state: unknown): Promise<void> {
    try {
      const manager = new SavedManager(readSaved(state), MODULES);
      const explorer = await manager.root;
      if (this.#displayed !== state || this.isDisposed) return;
      const view = await manager.create_view(explorer);
      if (this.#displayed !== state || this.isDisposed) return view.remove();
      this.#fill(view.luminoWidget, SNAPSHOT);
      this.#release = this.#keepNotes(findDuality(view.model));
    } catch (problem) {
      if (this.#displayed !== state || this.isDisposed) return;
      this.#fill(null, `${UNREADABLE} (${String(problem).slice(0, MAX_REASON)})`);
    }
  }

  /** Save notes written in a snapshot with the notebook; return a function that stops it. */
  #keepNotes(duality: WidgetModel | null): (() => void) | null {
    const keep = coalesced(() => {
      const output = this.#output;
      if (!duality || !output) return;
      const { data, metadata } = output;
      this.#displayed = withNotes(data[STATE], duality);
      this.#displayedJson = JSON.stringify(this.#displayed);
      output.setData({ data: { ...data, [STATE]: this.#displayed }, metadata });
    });
    duality?.on('change:notes', keep);
    return () => duality?.off('change:notes', keep);
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

/** Return the model id of the explorer in an output. */
function idOf({ data }: MimeOutput): string {
  const { root } = (data[STATE] ?? {}) as { root?: unknown };
  return typeof root === 'string' ? root : '';
}

/**
 * A lower rank than -10, that of widget views, takes precedence; `safe` covers untrusted outputs.
 */
export default {
  id: `${MODULE_NAME}:renderer`,
  description: 'Shows explorers of cc_widgets, saved ones too.',
  rank: -20,
  dataType: 'json',
  rendererFactory: {
    safe: true,
    mimeTypes: [STATE],
    createRenderer: (options: RendererOptions) => new ExplorerRenderer(options),
  },
};
