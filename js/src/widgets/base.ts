// Base classes of the widgets, and announcements for screen readers.

import { DOMWidgetModel, unpack_models as unpackModels, WidgetModel } from '@jupyter-widgets/base';
import about from '#about' with { type: 'json' };
import { KernelWatch } from '../wire/python.ts';

/** Name of the module, as in `_model_module` of the Python widgets. */
export const MODULE_NAME = about.name;
export const MODULE_VERSION = about.version;

/** Return the attributes that identify a widget class of this package. */
export function widgetIdentity(name: string): Record<string, string> {
  return {
    _model_name: `${name}Model`,
    _view_name: `${name}View`,
    _model_module: MODULE_NAME,
    _view_module: MODULE_NAME,
    _model_module_version: MODULE_VERSION,
    _view_module_version: MODULE_VERSION,
  };
}

// ---- Event handling

/** Return a handler that runs once for all events of the same task, before the next task. */
export function coalesce(react: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      react();
    });
  };
}

// ---- Panels

/** Base class of widgets, which releases its views when it is closed. */
export class PanelModel extends DOMWidgetModel {
  override close(isClosed = false): Promise<void> {
    releaseViews(this);
    return super.close(isClosed);
  }
}

/** Panel connected to the shared state. */
export class LinkedModel extends PanelModel {
  override defaults() {
    return { ...super.defaults(), duality: null };
  }

  static override serializers = {
    ...PanelModel.serializers,
    duality: { deserialize: unpackModels },
  };
}

/** Panel that observes the kernel status. */
export class WatchedModel extends LinkedModel {
  /** Created with the model, because a kernel lost earlier cannot be detected later. */
  readonly watch: KernelWatch;

  constructor(attributes?: object, options?: object) {
    super(attributes, options);
    this.watch = new KernelWatch(this, () => this.trigger('cc:python'));
  }

  override close(isClosed = false): Promise<void> {
    this.watch.stop();
    return super.close(isClosed);
  }
}

// ---- Closing

/**
 * Release the views of a widget and its descendants as each is closed.
 *
 * JupyterLab keeps the comm of a closed widget, and thus the widget, until the kernel stops. The
 * views would stay reachable through `state_change`, which resolves to the last view, and through
 * listeners that are never removed.
 */
export function releaseViews(root: WidgetModel): void {
  const pending: unknown[] = [root];
  const visited = new Set<WidgetModel>();
  while (pending.length > 0) {
    const item = pending.pop();
    if (Array.isArray(item)) pending.push(...item);
    else if (item instanceof WidgetModel && !visited.has(item)) {
      visited.add(item);
      pending.push(...Object.values(item.attributes));
      whenClosed(item);
    } else if (isPlainObject(item)) pending.push(...Object.values(item));
  }
}

function whenClosed(model: WidgetModel): void {
  // A closed model has no comm; the event comes just before it is removed.
  if (model.comm === undefined) detachViews(model);
  else model.once('destroy', () => setTimeout(() => detachViews(model)));
}

function detachViews(model: WidgetModel): void {
  model.state_change = Promise.resolve();
  model.off();
}

/** Return whether a value is a plain object, such as the scales of a mark by dimension. */
function isPlainObject(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && item.constructor === Object;
}

// ---- Live regions

/** Milliseconds without a change before a text is announced. */
const SPEECH_DELAY = 500;

/** CSS class and text of a line. */
export type SpokenLine = readonly [name: string, words: string];

/** Lines of text that screen readers announce. */
export class LiveRegion {
  readonly #region: HTMLElement;
  #spokenJson = '';
  #timer = 0;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(lines: readonly SpokenLine[]): void {
    const json = JSON.stringify(lines);
    if (json === this.#spokenJson) return;
    this.#spokenJson = json;
    this.#region.setAttribute('aria-busy', 'true');
    this.#write(lines);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#speak(lines), SPEECH_DELAY);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** Replace the text, which triggers the announcement, unless it is selected. */
  #speak(lines: readonly SpokenLine[]): void {
    this.#region.setAttribute('aria-busy', 'false');
    const isSelected = document.getSelection()?.containsNode(this.#region, true) ?? false;
    if (!isSelected) this.#write(lines);
  }

  #write(lines: readonly SpokenLine[]): void {
    const paragraphs = lines.map(([name, words]) => {
      const line = document.createElement('p');
      line.className = name;
      line.textContent = words;
      return line;
    });
    this.#region.replaceChildren(...paragraphs);
  }
}
