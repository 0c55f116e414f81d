// Brings a saved explorer back to life where there is no Python: its models, and views of them.

import type {
  DOMWidgetModel,
  DOMWidgetView,
  ICallbacks,
  IWidgetManager,
  WidgetModel,
  WidgetView,
} from '@jupyter-widgets/base';

/** How the modules are had whose classes a state names: a page brings them, JupyterLab has them. */
export type Modules = Readonly<Record<string, () => Promise<object>>>;

// ---- What is saved, and whether it can be what we have saved

/** The form that `cc_widgets/export/page.py` writes. */
const VERSION = 1;

interface SavedArray {
  /** Where in the state it belongs: names with points between them. */
  path: string;
  /** Bytes of a number: the first of each stand together, then the second of each. */
  planes: number;
  deflated: string;
}

interface SavedWidget {
  model_module: string;
  model_name: string;
  state: Fields;
  buffers?: SavedArray[];
}

/** What a picture is of, and what it takes to make the same one again. */
export interface About {
  title: string;
  conditions: string;
  seed: number | null;
  versions: Record<string, string>;
  /** The outputs of notebooks have none. */
  date?: string;
  fingerprint: string;
}

export interface Saved {
  version: number;
  /** The id of the explorer among the widgets. */
  root: string;
  widgets: Record<string, SavedWidget>;
  about: About;
}

type Fields = Record<string, unknown>;

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** The state, if it is one of ours; whoever wrote it, nothing but its data is trusted. */
export function savedOf(given: unknown): Saved {
  const widgets = isFields(given) ? read(given.widgets) : null;
  if (!isFields(given) || !isFields(widgets) || !isFields(given.about)) {
    throw new Error('This is not the saved state of an explorer.');
  }
  if (given.version !== VERSION) {
    const [saved, known] = [String(given.version).slice(0, 20), VERSION];
    throw new Error(`This was saved in form ${saved}, and only form ${known} can be read here.`);
  }
  checkLimits(widgets);
  return { ...given, widgets } as unknown as Saved;
}

/** What is displayed for the first time has its widgets as a text, which is copied in no time. */
function read(widgets: unknown): unknown {
  if (typeof widgets !== 'string') return widgets;
  try {
    return JSON.parse(widgets);
  } catch {
    return null;
  }
}

/**
 * Limits of one state, all far above the largest explorers.
 *
 * With 200 classifiers, their bands and 200 notes there are 464 widgets, 1,180 views on 9 levels,
 * 14,000 values, 550,000 letters without arrays, and 2.5 million bytes in arrays.
 */
const LIMITS = {
  widgets: 2000,
  views: 5000,
  levels: 50,
  values: 2 ** 16,
  letters: 2 ** 22,
  bytes: 2 ** 23,
};

function limit(unit: keyof typeof LIMITS, count: number): void {
  const most = LIMITS[unit];
  if (count > most) throw new Error(`It has more than ${most.toLocaleString('en')} ${unit}.`);
}

/** Raise if a state exceeds the limits, before any of it is built; arrays are checked on reading. */
function checkLimits(widgets: Fields): void {
  limit('widgets', Object.keys(widgets).length);
  let values = 0;
  const counted = (_: string, value: unknown) => {
    limit('values', ++values);
    return value;
  };
  let letters = 0;
  const texts = new Map<string, string>();
  for (const [id, widget] of Object.entries(widgets)) {
    const text = JSON.stringify(isFields(widget) ? { ...widget, buffers: null } : widget, counted);
    letters += text.length;
    limit('letters', letters);
    texts.set(id, text);
  }
  const extentOf = extents(texts);
  for (const id of texts.keys()) extentOf(id);
}

/** Views of a widget with all that it refers to, and how deep they are in each other. */
interface Extent {
  views: number;
  levels: number;
}

/**
 * Measure a widget together with the widgets that it refers to.
 *
 * A widget that is referred to twice has two views, each with views of its own: few widgets can
 * have very many views. One that refers to itself, by way of others, could wait for ever to be made.
 */
function extents(texts: ReadonlyMap<string, string>): (id: string) => Extent {
  const extentsById = new Map<string, Extent | 'open'>();
  return function extentOf(id: string, level = 1): Extent {
    limit('levels', level);
    const extent = extentsById.get(id);
    if (extent === 'open') {
      throw new Error('This is not the saved state of an explorer: a part of it holds itself.');
    }
    if (extent) return extent;
    extentsById.set(id, 'open');
    let [views, levels] = [1, 1];
    for (const [, other] of (texts.get(id) ?? '').matchAll(/"IPY_MODEL_([^"]*)"/g)) {
      const part = extentOf(other as string, level + 1);
      views += part.views;
      levels = Math.max(levels, part.levels + 1);
    }
    limit('views', views);
    limit('levels', levels);
    extentsById.set(id, { views, levels });
    return { views, levels };
  };
}

// ---- A file may come from anywhere: only classes that an explorer is made of, only plain markup

const CLASSES = new Map([
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

/** Whether an explorer has widgets of that class; of ours any. */
export function isKnown(module: string, name: string): boolean {
  const plain = name.replace(/(Model|View)$/, '');
  return module === 'cc_widgets' || (CLASSES.get(module)?.includes(plain) ?? false);
}

const TAGS = new Set(['div', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td']);
const ATTRIBUTES = new Set(['role', 'aria-label', 'aria-level', 'class', 'scope', 'tabindex']);

/** Where parts of a small picture lie, and their colour. */
const PLAIN_STYLE = /^((left|width|height):[\d.]+%;?|background:#[\da-f]{6};?)*$/i;

/** The markup of words, tables and small pictures, as Python writes it; of all else the text. */
function purified(markup: string): string {
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

/** Size of the arrays of a state so far. */
interface Size {
  bytes: number;
}

/** What a widget was, its arrays in their places. */
export async function stateOf(widget: SavedWidget, size: Size = { bytes: 0 }): Promise<Fields> {
  const { model_name: name, buffers = [] } = widget;
  const state: Fields = structuredClone(widget.state);
  for (const array of buffers) {
    const [last = '', ...way] = array.path.split('.').reverse();
    const place = way.reduceRight<unknown>(inside, state);
    if (isFields(place)) place[last] = await bytesOf(array, size);
  }
  if (name === 'HTMLModel' || state._view_name === 'HTMLView') {
    state.value = purified(String(state.value ?? ''));
  }
  return state;
}

const inside = (place: unknown, step: string) =>
  isFields(place) && Object.hasOwn(place, step) ? place[step] : undefined;

async function bytesOf({ planes, deflated }: SavedArray, size: Size): Promise<DataView> {
  const together = await inflated(deflated, size);
  const count = together.length / planes;
  const bytes = together.map(
    (_, i) => together[(i % planes) * count + Math.floor(i / planes)] ?? 0,
  );
  return new DataView(bytes.buffer);
}

/** Little may unfold into very much: it ends as soon as there is too much. */
async function inflated(text: string, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const parts: BlobPart[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size.bytes += read.value.byteLength;
    limit('bytes', size.bytes);
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// ---- The manager

type ModelClass = typeof WidgetModel;
type ViewClass = new (given: { model: WidgetModel; options: unknown }) => WidgetView;

/**
 * Has the models of one saved state, and nothing behind them.
 *
 * That of `@jupyter-widgets/base-manager` would do, but it brings a kernel's messages and a parser
 * of markup with it, both larger than all that is here.
 */
export class SavedManager implements IWidgetManager {
  /** See `Maker`. */
  readonly isSaved = true;
  /** Whether no Python can ever come: see `Watch`. */
  readonly isAlone: boolean;
  /** Leaves all words as text; without it ipywidgets asks for MathJax 2, whichever is loaded. */
  readonly _rendermime = { latexTypesetter: { typeset: () => undefined } };
  readonly #modules: Modules;
  readonly #saved: Saved;
  readonly #models = new Map<string, Promise<WidgetModel>>();
  readonly #size: Size = { bytes: 0 };
  #viewed = 0;

  constructor(saved: Saved, modules: Modules, { isAlone = false } = {}) {
    this.isAlone = isAlone;
    this.#saved = saved;
    this.#modules = modules;
  }

  /** The explorer. */
  get root(): Promise<DOMWidgetModel> {
    return this.get_model(this.#saved.root) as Promise<DOMWidgetModel>;
  }

  has_model(id: string): boolean {
    return this.#models.has(id) || Object.hasOwn(this.#saved.widgets, id);
  }

  /** Each model is made when somebody first asks for it. */
  get_model(id: string): Promise<WidgetModel> {
    const made = this.#models.get(id) ?? this.#make(id);
    this.#models.set(id, made);
    return made;
  }

  register_model(id: string, model: Promise<WidgetModel>): void {
    this.#models.set(id, model);
  }

  async #make(id: string): Promise<WidgetModel> {
    if (!this.has_model(id)) throw new Error('A part of what was saved is missing.');
    const saved = this.#saved.widgets[id] as SavedWidget;
    const { model_module: module, model_name: name } = saved;
    const Model = (await this.#class(module, name)) as ModelClass;
    const state = await Model._deserialize_state((await stateOf(saved, this.#size)) as never, this);
    const model = new Model(state, { widget_manager: this, model_id: id } as never);
    return Object.assign(model, { name, module });
  }

  async #class(module: string, name: string): Promise<unknown> {
    const load = this.#modules[module];
    const found = isKnown(module, name) ? ((await load?.()) as Fields | undefined)?.[name] : null;
    if (!found) throw new Error(`An explorer has no ${name.slice(0, 40)}.`);
    return found;
  }

  /** A view that stands once whatever the model is busy with has ended. */
  create_view<V extends WidgetView = DOMWidgetView>(
    model: WidgetModel,
    options: unknown = {},
  ): Promise<V> {
    const view = model.state_change.then(() => this.#view(model, options));
    model.state_change = view.catch(() => undefined);
    const id = `saved-${this.#viewed++}`;
    const views = model.views ?? {};
    views[id] = view;
    view.then((made) => made.once('remove', () => delete views[id])).catch(() => delete views[id]);
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

  /** Text, whatever it looks like. */
  inline_sanitize(text: string): string {
    return new Option(text).innerHTML;
  }
}
