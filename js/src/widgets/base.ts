// What all of our widgets have in common, and how their words are read aloud.

import { DOMWidgetModel, unpack_models as unpackModels, WidgetModel } from '@jupyter-widgets/base';
import about from '#about' with { type: 'json' };
import { Watch } from '../wire/python.ts';

/** Name of the module as Python's `_model_module` spells it. */
export const MODULE_NAME = about.name;
export const MODULE_VERSION = about.version;

/** The attributes by which Python and the browser agree that a widget is ours. */
export function ours(name: string): Record<string, string> {
  return {
    _model_name: `${name}Model`,
    _view_name: `${name}View`,
    _model_module: MODULE_NAME,
    _view_module: MODULE_NAME,
    _model_module_version: MODULE_VERSION,
    _view_module_version: MODULE_VERSION,
  };
}

// ---- Listening

/**
 * The same reaction, once for all changes that come together.
 *
 * It comes before anything else happens: within the event, or the message, that changes things.
 */
export function together(react: () => void): () => void {
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

/** A widget of ours that is laid out like any other, and that lets go of its views when closed. */
export class PanelModel extends DOMWidgetModel {
  override close(isClosed = false): Promise<void> {
    release(this);
    return super.close(isClosed);
  }
}

/** One that speaks of what the figures share. */
export class LinkedModel extends PanelModel {
  override defaults() {
    return { ...super.defaults(), duality: null };
  }

  static override serializers = {
    ...PanelModel.serializers,
    duality: { deserialize: unpackModels },
  };
}

/** One that tells whether Python hears what a person does in it. */
export class WatchedModel extends LinkedModel {
  /** From the first moment: a kernel that went is not seen later. */
  readonly watch: Watch;

  constructor(attributes?: object, options?: object) {
    super(attributes, options);
    this.watch = new Watch(this, () => this.trigger('cc:python'));
  }

  override close(isClosed = false): Promise<void> {
    this.watch.stop();
    return super.close(isClosed);
  }
}

// ---- Closing

/**
 * Let the views go of every widget that this one holds, as soon as each is closed.
 *
 * JupyterLab keeps the channel of a closed widget, and with it the widget, for as long as the
 * kernel lives. Views hang on it by the promise of its last change, which resolves to the last
 * view, and by what listens to it without ever ceasing to.
 */
export function release(root: WidgetModel): void {
  const pending: unknown[] = [root];
  const seen = new Set<WidgetModel>();
  while (pending.length > 0) {
    const item = pending.pop();
    if (Array.isArray(item)) pending.push(...item);
    else if (item instanceof WidgetModel && !seen.has(item)) {
      seen.add(item);
      pending.push(...Object.values(item.attributes));
      whenClosed(item);
    } else if (isPlain(item)) pending.push(...Object.values(item));
  }
}

function whenClosed(model: WidgetModel): void {
  // A model that is closed has no channel; the event comes just before it loses it.
  if (model.comm === undefined) letGo(model);
  else model.once('destroy', () => setTimeout(() => letGo(model)));
}

function letGo(model: WidgetModel): void {
  model.state_change = Promise.resolve();
  model.off();
}

/** Such as the scales of a mark, by dimension. */
function isPlain(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && item.constructor === Object;
}

// ---- Lines that change under a hand, read aloud when they have come to rest

/** Milliseconds: words that change faster than this are read aloud only when they have rested. */
const CALM = 500;

/** A line: the class of its element, and its words. */
export type Line = readonly [name: string, words: string];

/** The lines of a region that is read aloud. */
export class Spoken {
  readonly #region: HTMLElement;
  #said = '';
  #timer = 0;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(lines: readonly Line[]): void {
    const said = JSON.stringify(lines);
    if (said === this.#said) return;
    this.#said = said;
    this.#region.setAttribute('aria-busy', 'true');
    this.#write(lines);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#speak(lines), CALM);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** A text made anew is what a screen reader takes for news; what is selected stays. */
  #speak(lines: readonly Line[]): void {
    this.#region.setAttribute('aria-busy', 'false');
    const isSelected = document.getSelection()?.containsNode(this.#region, true) ?? false;
    if (!isSelected) this.#write(lines);
  }

  #write(lines: readonly Line[]): void {
    const made = lines.map(([name, words]) => {
      const line = document.createElement('p');
      line.className = name;
      line.textContent = words;
      return line;
    });
    this.#region.replaceChildren(...made);
  }
}
