// Sequence of figures that the user steps through without Python.

import {
  DOMWidgetView,
  unpack_models as unpackModels,
  type WidgetModel,
} from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { clamp } from '../geometry/lines.ts';
import { button } from '../layer/part.ts';
import { PanelModel, widgetIdentity } from './base.ts';

const BYTES = 4;

type Coordinates = readonly [x: Float32Array, y: Float32Array];

/** Updates the marks of the figures to the current step. */
export class StepperModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('Stepper'),
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
    // Private fields are not initialized yet.
    this.on('change', () => drawStep(this));
    drawStep(this);
  }

  get count(): number {
    return this.get('steps').length;
  }

  /** The current step, within the available ones. */
  get step(): number {
    return clamp(this.get('step'), 0, Math.max(0, this.count - 1));
  }
}

function drawStep(model: StepperModel): void {
  const shownRows = new Set<number>(model.get('steps')[model.step] ?? []);
  const rows = new Map<number, Coordinates[]>();
  const places: DataView = model.get('places');
  let start = 0;
  for (const [index, [mark, size]] of (model.get('shapes') as [number, number][]).entries()) {
    if (shownRows.has(index)) {
      const row: Coordinates = [
        readFloats(places, start, size),
        readFloats(places, start + size, size),
      ];
      rows.set(mark, [...(rows.get(mark) ?? []), row]);
    }
    start += 2 * size;
  }
  (model.get('marks') as WidgetModel[]).forEach((mark, index) => {
    setMark(mark, rows.get(index) ?? []);
  });
  moveAxes(model);
}

/** Set axis labels and the upper limit of the vertical axis for the step. */
function moveAxes(model: StepperModel): void {
  const axes = model.get('axes') as WidgetModel[];
  axes.forEach((axis, index) => {
    axis.set('label', model.get('labels')[model.step][index]);
  });
  axes[1]?.get('scale').set('max', model.get('tops')[model.step]);
}

/** Return the numbers in a view that may not be aligned. */
function readFloats({ buffer, byteOffset }: DataView, start: number, size: number): Float32Array {
  const from = byteOffset + BYTES * start;
  return new Float32Array(buffer.slice(from, from + BYTES * size) as ArrayBuffer);
}

/** Set the data of a mark: one row per line, a single row for other marks. */
function setMark(mark: WidgetModel, rows: readonly Coordinates[]): void {
  const [x, y] = [rows.map((row) => row[0]), rows.map((row) => row[1])];
  const isLines = mark.get('_model_name') === 'LinesModel';
  mark.set(isLines ? { x, y } : { x: concatenate(x), y: concatenate(y) });
}

function concatenate(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => [...row]));
}

export class StepperView extends DOMWidgetView {
  declare model: StepperModel;
  readonly #text = document.createElement('div');
  readonly #back = button('cc-switch', '\u2039 Back');
  readonly #next = button('cc-switch', 'Next \u203a');
  readonly #slider = document.createElement('input');

  override render(): void {
    super.render();
    this.el.classList.add('cc-stepper');
    this.#text.className = 'cc-asked';
    this.#text.setAttribute('role', 'status');
    this.#slider.type = 'range';
    this.#slider.min = '1';
    this.#slider.setAttribute('aria-label', 'Step');
    this.#slider.addEventListener('input', () => this.#go(this.#slider.valueAsNumber - 1));
    this.#back.addEventListener('click', () => this.#go(this.model.step - 1));
    this.#next.addEventListener('click', () => this.#go(this.model.step + 1));
    const row = document.createElement('div');
    row.append(this.#back, this.#slider, this.#next);
    this.el.append(this.#text, row);
    keepKeysFromNotebook(this.el);
    this.listenTo(this.model, 'change', () => this.#show());
    this.#show();
  }

  #go(step: number): void {
    this.model.set('step', clamp(step, 0, this.model.count - 1));
    this.touch();
  }

  #show(): void {
    const { step, count } = this.model;
    this.#text.textContent = this.model.get('words')[step] ?? '';
    this.#slider.max = String(count);
    this.#slider.value = String(step + 1);
    // `aria-disabled` keeps the focus, unlike `disabled`.
    this.#back.setAttribute('aria-disabled', String(step === 0));
    this.#next.setAttribute('aria-disabled', String(step === count - 1));
  }
}
