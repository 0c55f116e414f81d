// Widget manager that restores a saved explorer without Python.

import type {
  DOMWidgetModel,
  DOMWidgetView,
  ICallbacks,
  IWidgetManager,
  WidgetModel,
  WidgetView,
} from '@jupyter-widgets/base';

/** Loaders of the modules whose classes a state names. */
export type Modules = Readonly<Record<string, () => Promise<object>>>;

// ---- Format and validation of the saved state

/** Format version, as in `cc_widgets/export/page.py`. */
const VERSION = 1;

interface SavedArray {
  /** Position in the state, as names joined by dots. */
  path: string;
  /** Bytes per number; byte planes are stored one after the other. */
  planes: number;
  deflated: string;
}

interface SavedWidget {
  model_module: string;
  model_name: string;
  state: JsonObject;
  buffers?: SavedArray[];
}

/** Provenance of an explorer, for reproducing it. */
export interface SavedAbout {
  title: string;
  conditions: string;
  seed: number | null;
  versions: Record<string, string>;
  /** Absent in notebook outputs. */
  date?: string;
  fingerprint: string;
}

export interface SavedState {
  version: number;
  /** Id of the explorer among the widgets. */
  root: string;
  widgets: Record<string, SavedWidget>;
  about: SavedAbout;
}

type JsonObject = Record<string, unknown>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Return the state if it is valid. A state may come from anywhere, so it is treated as plain data only. */
export function readSaved(state: unknown): SavedState {
  const widgets = isJsonObject(state) ? parseWidgets(state.widgets) : null;
  if (!isJsonObject(state) || !isJsonObject(widgets) || !isJsonObject(state.about)) {
    throw new Error('This is not the saved state of an explorer.');
  }
  if (state.version !== VERSION) {
    const [form, supported] = [String(state.version).slice(0, 20), VERSION];
    throw new Error(`This was saved in form ${form}, and only form ${supported} can be read here.`);
  }
  checkLimits(widgets);
  return { ...state, widgets } as unknown as SavedState;
}

/** Return the widgets, a JSON string when first displayed because strings copy quickly. */
function parseWidgets(widgets: unknown): unknown {
  if (typeof widgets !== 'string') return widgets;
  try {
    return JSON.parse(widgets);
  } catch {
    return null;
  }
}

/**
 * Limits of a saved state, far above the largest explorers.
 *
 * 200 classifiers with bands and 200 notes have 464 widgets, 1,180 views on 9 levels, 14,000
 * values, 550,000 letters without arrays, and 2.5 million bytes in arrays.
 */
const LIMITS = {
  widgets: 2000,
  views: 5000,
  levels: 50,
  values: 2 ** 16,
  letters: 2 ** 22,
  bytes: 2 ** 23,
};

function checkLimit(unit: keyof typeof LIMITS, count: number): void {
  const most = LIMITS[unit];
  if (count > most) throw new Error(`It has more than ${most.toLocaleString('en')} ${unit}.`);
}

/** Raise if a state exceeds the limits, before building anything; arrays are checked later. */
function checkLimits(widgets: JsonObject): void {
  checkLimit('widgets', Object.keys(widgets).length);
  let values = 0;
  const counted = (_: string, value: unknown) => {
    checkLimit('values', ++values);
    return value;
  };
  let letters = 0;
  const texts = new Map<string, string>();
  for (const [id, widget] of Object.entries(widgets)) {
    const text = JSON.stringify(
      isJsonObject(widget) ? { ...widget, buffers: null } : widget,
      counted,
    );
    letters += text.length;
    checkLimit('letters', letters);
    texts.set(id, text);
  }
  const extentOf = extents(texts);
  for (const id of texts.keys()) extentOf(id);
}

/** Number of views of a widget with its descendants, and their depth. */
interface Extent {
  views: number;
  levels: number;
}

/**
 * Return a function that measures a widget with its descendants.
 *
 * A widget referenced twice has two views, so few widgets can have many views. A cycle of
 * references would never finish loading.
 */
function extents(texts: ReadonlyMap<string, string>): (id: string) => Extent {
  const extentsById = new Map<string, Extent | 'open'>();
  return function extentOf(id: string, level = 1): Extent {
    checkLimit('levels', level);
    const extent = extentsById.get(id);
    if (extent === 'open') {
      throw new Error('This is not the saved state of an explorer: a part of it holds itself.');
    }
    if (extent) return extent;
    extentsById.set(id, 'open');
    let [views, levels] = [1, 1];
    for (const [, child] of (texts.get(id) ?? '').matchAll(/"IPY_MODEL_([^"]*)"/g)) {
      const part = extentOf(child as string, level + 1);
      views += part.views;
      levels = Math.max(levels, part.levels + 1);
    }
    checkLimit('views', views);
    checkLimit('levels', levels);
    extentsById.set(id, { views, levels });
    return { views, levels };
  };
}

// ---- Protection against untrusted files: allowed classes and markup

const ALLOWED_CLASSES = new Map([
  ['@jupyter-widgets/base', ['Layout', 'Style']],
  [
    '@jupyter-widgets/controls',
    [
      ...[
        'HBox',
        'VBox',
        'GridBox',
        'HTML',
        'Button',
        'Checkbox',
        'Dropdown',
        'RadioButtons',
        'Text',
      ],
      ...['FloatProgress', 'Progress', 'ButtonStyle', 'CheckboxStyle', 'DescriptionStyle'],
      ...['HTMLStyle', 'ProgressStyle', 'TextStyle'],
    ],
  ],
  ['bqplot', ['Axis', 'Figure', 'Label', 'Lines', 'Scatter']],
  ['bqscales', ['LinearScale']],
]);

/** Return whether an explorer may contain widgets of a class. */
export function isAllowedClass(module: string, name: string): boolean {
  const plain = name.replace(/(Model|View)$/, '');
  return module === 'cc_widgets' || (ALLOWED_CLASSES.get(module)?.includes(plain) ?? false);
}

const TAGS = new Set(['div', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td']);
const ATTRIBUTES = new Set(['role', 'aria-label', 'aria-level', 'class', 'scope', 'tabindex']);

/** Positions and colors in small pictures. */
const PLAIN_STYLE = /^((left|width|height):[\d.]+%;?|background:#[\da-f]{6};?)*$/i;

/** Return the markup that Python generates, and other elements as text. */
function sanitizeMarkup(markup: string): string {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!TAGS.has(element.localName)) element.replaceWith(element.textContent ?? '');
    for (const name of element.getAttributeNames()) {
      const isPlain = name === 'style' && PLAIN_STYLE.test(element.getAttribute(name) ?? '');
      if (!isPlain && !ATTRIBUTES.has(name)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

/** Total size of the arrays so far. */
interface ArrayBytes {
  bytes: number;
}

/** Return the state of a widget with its arrays decoded. */
export async function widgetState(
  widget: SavedWidget,
  size: ArrayBytes = { bytes: 0 },
): Promise<JsonObject> {
  const { model_name: name, buffers = [] } = widget;
  const state: JsonObject = structuredClone(widget.state);
  for (const array of buffers) {
    const [last = '', ...way] = array.path.split('.').reverse();
    const place = way.reduceRight<unknown>(childOf, state);
    if (isJsonObject(place)) place[last] = await decodeArray(array, size);
  }
  if (name === 'HTMLModel' || state._view_name === 'HTMLView') {
    state.value = sanitizeMarkup(String(state.value ?? ''));
  }
  return state;
}

const childOf = (place: unknown, step: string) =>
  isJsonObject(place) && Object.hasOwn(place, step) ? place[step] : undefined;

async function decodeArray({ planes, deflated }: SavedArray, size: ArrayBytes): Promise<DataView> {
  const together = await inflate(deflated, size);
  const count = together.length / planes;
  const bytes = together.map(
    (_, i) => together[(i % planes) * count + Math.floor(i / planes)] ?? 0,
  );
  return new DataView(bytes.buffer);
}

/** Decompress, but stop as soon as the limit is exceeded. */
async function inflate(text: string, size: ArrayBytes): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const parts: BlobPart[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size.bytes += read.value.byteLength;
    checkLimit('bytes', size.bytes);
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// ---- Widget manager

type ModelClass = typeof WidgetModel;
type ViewClass = new (options: { model: WidgetModel; options: unknown }) => WidgetView;

/**
 * Widget manager of one saved state, without a kernel.
 *
 * `@jupyter-widgets/base-manager` would add kernel messages and a markup parser, both larger than
 * this module.
 */
export class SavedManager implements IWidgetManager {
  /** See `ManagerLike`. */
  readonly isSaved = true;
  /** Whether a kernel can never be connected; see `KernelWatch`. */
  readonly isStandalone: boolean;
  /** Leaves text unchanged; without it ipywidgets would load MathJax 2. */
  readonly _rendermime = { latexTypesetter: { typeset: () => undefined } };
  readonly #modules: Modules;
  readonly #saved: SavedState;
  readonly #models = new Map<string, Promise<WidgetModel>>();
  readonly #size: ArrayBytes = { bytes: 0 };
  #viewCount = 0;

  constructor(saved: SavedState, modules: Modules, { isStandalone = false } = {}) {
    this.isStandalone = isStandalone;
    this.#saved = saved;
    this.#modules = modules;
  }

  get root(): Promise<DOMWidgetModel> {
    return this.get_model(this.#saved.root) as Promise<DOMWidgetModel>;
  }

  has_model(id: string): boolean {
    return this.#models.has(id) || Object.hasOwn(this.#saved.widgets, id);
  }

  /** Return a model, which is created on first use. */
  get_model(id: string): Promise<WidgetModel> {
    const model = this.#models.get(id) ?? this.#load(id);
    this.#models.set(id, model);
    return model;
  }

  register_model(id: string, model: Promise<WidgetModel>): void {
    this.#models.set(id, model);
  }

  async #load(id: string): Promise<WidgetModel> {
    if (!this.has_model(id)) throw new Error('A part of what was saved is missing.');
    const saved = this.#saved.widgets[id] as SavedWidget;
    const { model_module: module, model_name: name } = saved;
    const Model = (await this.#class(module, name)) as ModelClass;
    const state = await Model._deserialize_state(
      (await widgetState(saved, this.#size)) as never,
      this,
    );
    const model = new Model(state, { widget_manager: this, model_id: id } as never);
    return Object.assign(model, { name, module });
  }

  async #class(module: string, name: string): Promise<unknown> {
    const load = this.#modules[module];
    const loaded = isAllowedClass(module, name)
      ? ((await load?.()) as JsonObject | undefined)?.[name]
      : null;
    if (!loaded) throw new Error(`An explorer has no ${name.slice(0, 40)}.`);
    return loaded;
  }

  /** Create a view after the pending changes of the model. */
  create_view<V extends WidgetView = DOMWidgetView>(
    model: WidgetModel,
    options: unknown = {},
  ): Promise<V> {
    const view = model.state_change.then(() => this.#view(model, options));
    model.state_change = view.catch(() => undefined);
    const id = `saved-${this.#viewCount++}`;
    const views = model.views ?? {};
    views[id] = view;
    view
      .then((created) => created.once('remove', () => delete views[id]))
      .catch(() => delete views[id]);
    return view as Promise<V>;
  }

  async #view(model: WidgetModel, options: unknown): Promise<WidgetView> {
    const View = await this.#class(model.get('_view_module'), model.get('_view_name'));
    const view = new (View as ViewClass)({ model, options });
    view.listenTo(model, 'destroy', view.remove);
    await view.render();
    return view;
  }

  new_widget(): Promise<WidgetModel> {
    return this.new_model();
  }

  new_model(): Promise<WidgetModel> {
    return Promise.reject(new Error('Nothing new can be made without Python.'));
  }

  callbacks(): ICallbacks {
    return {};
  }

  resolveUrl(url: string): Promise<string> {
    return Promise.resolve(url);
  }

  /** Escape the text. */
  inline_sanitize(text: string): string {
    return new Option(text).innerHTML;
  }
}
