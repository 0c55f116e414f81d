import { unpack_models as unpackModels, WidgetModel, WidgetView } from '@jupyter-widgets/base';
import { type Hover, highlight, pickCost, pickRoc, type Space } from '../geometry/highlight.ts';
import type { Point } from '../geometry/shapes.ts';
import { type Step, walk } from '../geometry/walk.ts';
import { ours } from '../version.ts';
import { Axes } from './axes.ts';
import type { FigureView, ScaleView } from './bqplot.ts';
import type { DualityModel } from './duality.ts';
import { Layer } from './layer.ts';
import { label } from './words.ts';

/** The cursor is felt this far outside the plot area, where half of a point on an axis lies. */
const RIM = 8;

const STEPS: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** A bqplot interaction: bqplot puts it on top of the figure whose `interaction` it is. */
export class DualityCursorModel extends WidgetModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('DualityCursor'),
      duality: null,
      x_scale: null,
      y_scale: null,
      space: 'roc',
      description: '',
    };
  }

  static override serializers = {
    ...WidgetModel.serializers,
    duality: { deserialize: unpackModels },
    x_scale: { deserialize: unpackModels },
    y_scale: { deserialize: unpackModels },
  };
}

export class DualityCursorView extends WidgetView {
  #figure!: FigureView;
  #duality!: DualityModel;
  #scales: ScaleView[] = [];
  #axes!: Axes;
  #layer: Layer | null = null;
  #removed = false;

  override initialize(parameters: WidgetView.IInitializeParameters): void {
    this.setElement(document.createElementNS('http://www.w3.org/2000/svg', 'rect') as never);
    super.initialize(parameters);
  }

  override async render(): Promise<void> {
    this.#figure = (this.options as { parent: FigureView }).parent;
    this.#duality = this.model.get('duality');
    // A figure that is taken away does not take its interaction along.
    this.listenToOnce(this.#figure, 'remove', () => this.remove());
    this.#prepareElement();
    const scales = await Promise.all([
      this.create_child_view(this.model.get('x_scale')),
      this.create_child_view(this.model.get('y_scale')),
    ]);
    this.#scales = scales as unknown as ScaleView[];
    // The figure may have gone while its scales were made.
    if (this.#removed) return this.remove();
    this.#axes = new Axes(this.#figure, ...(this.#scales as [ScaleView, ScaleView]));
    this.#layer = new Layer(this.#figure);
    this.#listen();
    this.#fit();
  }

  override remove(): void {
    this.#removed = true;
    this.#layer?.remove();
    for (const scale of this.#scales) scale.remove();
    super.remove();
  }

  get #space(): Space {
    return this.model.get('space');
  }

  #prepareElement(): void {
    const attributes = {
      class: 'cc-cursor',
      x: -RIM,
      y: -RIM,
      tabindex: 0,
      role: 'application',
      'aria-label': this.model.get('description'),
    };
    for (const [name, value] of Object.entries(attributes)) {
      this.el.setAttribute(name, String(value));
    }
  }

  #listen(): void {
    this.el.addEventListener('pointermove', (event) => this.#follow(event));
    this.el.addEventListener('pointerdown', (event) => this.#follow(event));
    this.el.addEventListener('pointerleave', () => this.#leave());
    this.el.addEventListener('blur', () => this.#leave());
    this.el.addEventListener('keydown', (event) => this.#press(event));
    this.listenTo(this.#figure, 'margin_updated', () => this.#fit());
    this.listenTo(this.#duality, 'change:hover change:points change:hull', () => this.#draw());
    for (const scale of this.#scales) this.listenTo(scale, 'domain_changed', () => this.#draw());
  }

  #fit(): void {
    this.el.setAttribute('width', String(this.#figure.plotareaWidth + 2 * RIM));
    this.el.setAttribute('height', String(this.#figure.plotareaHeight + 2 * RIM));
    this.#axes.fit();
    this.#layer?.fit();
    this.#draw();
  }

  #follow(event: PointerEvent): void {
    const box = this.el.getBoundingClientRect();
    const pixel = { x: event.clientX - box.left - RIM, y: event.clientY - box.top - RIM };
    this.#duality.hover = this.#pick(this.#axes.toData(pixel));
  }

  #pick(place: Point): Hover {
    const { points, hull } = this.#duality.subject;
    const pick = this.#space === 'roc' ? pickRoc : pickCost;
    return pick(place, this.#axes.zoom, this.#duality.get('snap'), points, hull);
  }

  #leave(): void {
    this.#duality.hover = null;
  }

  /** Keys that mean something here must not reach the notebook, where `x` cuts the cell. */
  #press(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const printable = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!step && !printable && event.key !== 'Escape') return;
    event.stopPropagation();
    if (step || event.key === ' ') event.preventDefault();
    if (event.key === 'Escape') this.#leave();
    if (step) this.#walk(step);
  }

  #walk(step: Step): void {
    const hover = this.#duality.hover;
    const from = hover?.kind === 'point' ? hover.index : null;
    const index = walk(this.#duality.subject.points, from, step);
    if (index !== null) this.#duality.hover = { kind: 'point', index };
  }

  #draw(): void {
    const { hover, subject } = this.#duality;
    const lit = highlight(hover, subject.points, subject.hull)[this.#space];
    this.#layer?.draw(lit, label(hover, subject, this.#space), this.#axes);
  }
}
