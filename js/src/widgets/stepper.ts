// A sequence of pictures, through which a page goes by itself.

import {
  DOMWidgetView,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { clamp } from '../geometry/lines.ts';
import { button } from '../layer/part.ts';
import { ours, PanelModel } from './base.ts';

const BYTES = 4;

type Places = readonly [x: Float32Array, y: Float32Array];

/** Puts what is seen in a step into the marks of the figures. */
export class StepperModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Stepper'),
      step: 0,
      words: [],
      marks: [],
      shapes: [],
      places: null,
      steps: [],
      axes: [],
      labels: [],
      tops: [],
    };
  }

  static override serializers = {
    ...PanelModel.serializers,
    marks: { deserialize: unpackModels },
    axes: { deserialize: unpackModels },
  };

  override initialize(attributes: never, options: never): void {
    super.initialize(attributes, options);
    // Nothing private is there yet.
    this.on('change', () => draw(this));
    draw(this);
  }

  get count(): number {
    return this.get('steps').length;
  }

  /** The step that is seen, whatever was asked for. */
  get step(): number {
    return clamp(this.get('step'), 0, Math.max(0, this.count - 1));
  }
}

function draw(model: StepperModel): void {
  const seen = new Set<number>(model.get('steps')[model.step] ?? []);
  const found = new Map<number, Places[]>();
  const places: DataView = model.get('places');
  let start = 0;
  for (const [index, [mark, size]] of (model.get('shapes') as [number, number][]).entries()) {
    if (seen.has(index)) {
      const row: Places = [read(places, start, size), read(places, start + size, size)];
      found.set(mark, [...(found.get(mark) ?? []), row]);
    }
    start += 2 * size;
  }
  (model.get('marks') as WidgetModel[]).forEach((mark, index) => {
    put(mark, found.get(index) ?? []);
  });
  moveAxes(model);
}

/** Name the axes, and let the one upwards end, as the step wants it. */
function moveAxes(model: StepperModel): void {
  const axes = model.get('axes') as WidgetModel[];
  axes.forEach((axis, index) => {
    axis.set('label', model.get('labels')[model.step][index]);
  });
  axes[1]?.get('scale').set('max', model.get('tops')[model.step]);
}

/** So many numbers, from an address that need not be even. */
function read({ buffer, byteOffset }: DataView, start: number, size: number): Float32Array {
  const from = byteOffset + BYTES * start;
  return new Float32Array(buffer.slice(from, from + BYTES * size) as ArrayBuffer);
}

/** Lines are rows; dots stand in one row. */
function put(mark: WidgetModel, rows: readonly Places[]): void {
  const [x, y] = [rows.map((row) => row[0]), rows.map((row) => row[1])];
  const isLines = mark.get('_model_name') === 'LinesModel';
  mark.set(isLines ? { x, y } : { x: joined(x), y: joined(y) });
}

function joined(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => [...row]));
}

export class StepperView extends DOMWidgetView {
  declare model: StepperModel;
  readonly #said = document.createElement('div');
  readonly #back = button('cc-switch', '\u2039 Back');
  readonly #next = button('cc-switch', 'Next \u203a');
  readonly #slider = document.createElement('input');

  override render(): void {
    super.render();
    this.el.classList.add('cc-stepper');
    this.#said.className = 'cc-asked';
    this.#said.setAttribute('role', 'status');
    this.#slider.type = 'range';
    this.#slider.min = '1';
    this.#slider.setAttribute('aria-label', 'Step');
    this.#slider.addEventListener('input', () => this.#go(this.#slider.valueAsNumber - 1));
    this.#back.addEventListener('click', () => this.#go(this.model.step - 1));
    this.#next.addEventListener('click', () => this.#go(this.model.step + 1));
    const row = document.createElement('div');
    row.append(this.#back, this.#slider, this.#next);
    this.el.append(this.#said, row);
    keepKeys(this.el);
    this.listenTo(this.model, 'change', () => this.#show());
    this.#show();
  }

  #go(step: number): void {
    this.model.set('step', clamp(step, 0, this.model.count - 1));
    this.touch();
  }

  #show(): void {
    const { step, count } = this.model;
    this.#said.textContent = this.model.get('words')[step] ?? '';
    this.#slider.max = String(count);
    this.#slider.value = String(step + 1);
    // A button that has the focus keeps it: it is off for the eye and the ear alone.
    this.#back.setAttribute('aria-disabled', String(step === 0));
    this.#next.setAttribute('aria-disabled', String(step === count - 1));
  }
}
