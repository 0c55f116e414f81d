// Renewal of the state of a live explorer in the outputs that the notebook saves.

import type { WidgetModel } from '@jupyter-widgets/base';
import type { NotebookManager } from '../wire/python.ts';
import { readSaved, type SavedState } from './manager.ts';

export const STATE = 'application/vnd.cc-widgets.v1+json';
const VIEW = 'application/vnd.jupyter.widget-view+json';
const PICTURE = 'image/png';

type MimeBundle = Record<string, unknown>;

/** An output in all its MIME types. */
export interface MimeOutput {
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
  setData(changed: { data?: MimeBundle; metadata?: MimeBundle }): void;
}

/** Milliseconds without a change before the output is renewed. */
const RENEWAL_DELAY = 2000;

/**
 * Requests new outputs of an explorer from Python after the user changed something.
 *
 * Notes, which cannot be computed again, are stored in the output at once.
 */
export class OutputRenewal {
  static readonly #all = new WeakMap<WidgetModel, OutputRenewal>();

  static of(explorer: WidgetModel): OutputRenewal {
    const renewal = OutputRenewal.#all.get(explorer) ?? new OutputRenewal(explorer);
    OutputRenewal.#all.set(explorer, renewal);
    return renewal;
  }

  readonly #explorer: WidgetModel;
  readonly #outputs = new Set<MimeOutput>();
  readonly #duality: WidgetModel | null;
  readonly #onChange = () => this.#handleChange();
  readonly #onMessage = (message: unknown) => this.#renew(message);
  readonly #storeNotesOnce = coalesced(() => this.#storeNotes());
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(explorer: WidgetModel) {
    this.#explorer = explorer;
    this.#duality = findDuality(explorer);
  }

  /** Renew this output as well; return a function that stops it. */
  add(output: MimeOutput): () => void {
    if (this.#outputs.size === 0) {
      this.#duality?.on('change', this.#onChange);
      this.#explorer.on('msg:custom', this.#onMessage);
    }
    this.#outputs.add(output);
    // A newly created output has no picture yet.
    if (VIEW in output.data && !(PICTURE in output.data)) this.#soon();
    return () => this.#delete(output);
  }

  #delete(output: MimeOutput): void {
    this.#outputs.delete(output);
    if (this.#outputs.size > 0) return;
    clearTimeout(this.#timer);
    this.#duality?.off('change', this.#onChange);
    this.#explorer.off('msg:custom', this.#onMessage);
  }

  #handleChange(): void {
    const names = Object.keys(this.#duality?.changed ?? {});
    if (names.some((name) => name !== 'hover')) this.#soon();
    if (names.includes('notes')) this.#storeNotesOnce();
  }

  #storeNotes(): void {
    for (const output of this.#outputs) {
      const data = this.#withNotes(output.data);
      // An output that already has the notes was restored from them.
      if (data !== output.data) output.setData({ data, metadata: output.metadata });
    }
  }

  /** Return the data of an output with the current notes; the same data if it has them. */
  #withNotes(data: MimeBundle): MimeBundle {
    const duality = this.#duality;
    if (!duality || hasNotes(data[STATE], duality)) return data;
    return { ...data, [STATE]: withNotes(data[STATE], duality) };
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), RENEWAL_DELAY);
  }

  #ask(): void {
    const { kernel } = this.#explorer.widget_manager as NotebookManager;
    if (!this.#explorer.comm_live) return;
    if (kernel && kernel.status !== 'idle') this.#soon();
    else this.#explorer.send({ ask: 'bundle' }, {});
  }

  #renew(message: unknown): void {
    const { data, metadata } = message as Partial<MimeOutput>;
    if (!data) return;
    // Omit the widget view, for which other hosts would search in vain for a kernel. Python may not
    // have had the last notes yet.
    const renewed = { data: this.#withNotes(data), metadata: metadata ?? {} };
    for (const output of this.#outputs) output.setData(renewed);
  }
}

/** Return a function that runs `act` once after the current event, however often it is called. */
export function coalesced(act: () => void): () => void {
  let isQueued = false;
  return () => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      act();
    });
  };
}

/** Return the `DualityModel` that the parts of an explorer share. */
export function findDuality(widget: WidgetModel): WidgetModel | null {
  const own = widget.get('duality');
  if (own) return own;
  for (const child of widget.get('children') ?? []) {
    const duality = findDuality(child);
    if (duality) return duality;
  }
  return null;
}

/** Return whether a saved state has the current notes. */
function hasNotes(state: unknown, { model_id: id, attributes: { notes } }: WidgetModel): boolean {
  const saved = readSaved(state).widgets[id]?.state.notes;
  return JSON.stringify(saved) === JSON.stringify(notes);
}

/** Return a saved state with the current notes; its widgets stay a JSON string if they are one. */
export function withNotes(
  state: unknown,
  { model_id: id, attributes: { notes } }: WidgetModel,
): SavedState {
  const saved = readSaved(state);
  const widget = saved.widgets[id];
  if (!widget) return saved;
  const widgets = {
    ...saved.widgets,
    [id]: { ...widget, state: { ...widget.state, notes } },
  };
  const isText = typeof (state as { widgets: unknown }).widgets === 'string';
  return { ...saved, widgets: isText ? JSON.stringify(widgets) : widgets } as SavedState;
}
