// The cursor of one figure: listens, finds what is meant, lights it.

import { unpack_models as unpackModels, WidgetModel, WidgetView } from '@jupyter-widgets/base';
import { Axes } from '../cursor/axes.ts';
import {
  type FigureView,
  fitMagnified,
  fitTitles,
  followStyle,
  placeOn,
  placeTicks,
  type ScaleView,
  spareWork,
} from '../cursor/figure.ts';
import {
  Drag,
  type Dragged,
  Gestures,
  type Grip,
  type Host,
  isOfNote,
  type NoteGrip,
  noteOf,
} from '../cursor/gestures.ts';
import {
  byMouse,
  type Command,
  commandOf,
  isPrintable,
  perform,
  ringByKeys,
} from '../cursor/keys.ts';
import { PlayButton } from '../cursor/play.ts';
import { ask, noteAt, placeOf, type Question, questionOf } from '../cursor/typing.ts';
import { toggleHelp } from '../frame/card.ts';
import { type Hover, isShown, pickCost, pickRoc } from '../geometry/highlight.ts';
import type { Point } from '../geometry/lines.ts';
import { Layer } from '../layer/layer.ts';
import type { Context, Face } from '../layer/part.ts';
import { changes } from '../wire/state.ts';
import { ours, release, together } from './base.ts';
import type { DualityModel } from './duality.ts';

/** The cursor is felt this far outside the plot area, where half of a point on an axis lies. */
const RIM = 8;

/** A bqplot interaction: bqplot puts it on top of the figure whose `interaction` it is. */
export class DualityCursorModel extends WidgetModel {
  /** The figures that have shown it. */
  readonly figures = new Set<WidgetModel>();

  override defaults() {
    return {
      ...super.defaults(),
      ...ours('DualityCursor'),
      duality: null,
      x_scale: null,
      y_scale: null,
      space: 'roc',
      x_map: 'pc',
      description: '',
    };
  }

  static override serializers = {
    ...WidgetModel.serializers,
    duality: { deserialize: unpackModels },
    x_scale: { deserialize: unpackModels },
    y_scale: { deserialize: unpackModels },
  };

  override close(isClosed = false): Promise<void> {
    for (const figure of this.figures) release(figure);
    this.figures.clear();
    return super.close(isClosed);
  }
}

export class DualityCursorView extends WidgetView implements Host {
  #figure!: FigureView;
  #duality!: DualityModel;
  #scales: ScaleView[] = [];
  #layer: Layer | null = null;
  #gestures: Gestures | null = null;
  #button: PlayButton | null = null;
  #removed = false;
  /** The note whose number is being dragged. */
  #moved: string | null = null;
  /** The pins that there were at the last two presses. */
  #pinsBefore: Hover[][] = [];
  declare model: DualityCursorModel;
  axes!: Axes;

  override initialize(parameters: WidgetView.IInitializeParameters): void {
    this.setElement(document.createElementNS('http://www.w3.org/2000/svg', 'rect') as never);
    super.initialize(parameters);
  }

  override async render(): Promise<void> {
    this.#figure = (this.options as { parent: FigureView }).parent;
    this.#duality = this.model.get('duality');
    this.model.figures.add(this.#figure.model);
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
    const [x, y] = this.#scales as [ScaleView, ScaleView];
    this.axes = new Axes(this.#figure, x, y, this.model.get('x_map'));
    this.#layer = new Layer(this.#figure);
    this.#gestures = new Gestures(this, [this.el as unknown as SVGElement, this.#layer.grips]);
    this.#listen();
    if (this.#face === 'roc') this.#addPlay();
    spareWork(this.#figure);
    // The page is looked at before it is changed: each look after a change lays it out anew.
    fitMagnified(this.#figure);
    followStyle(this.#figure);
    void placeTicks(this.#figure);
    this.#fit();
  }

  override remove(): void {
    this.#removed = true;
    this.#gestures?.abandon();
    this.#layer?.remove();
    this.#button?.el.remove();
    for (const scale of this.#scales) scale.remove();
    super.remove();
  }

  get #face(): Face {
    return this.model.get('space');
  }

  get #context(): Context {
    return { duality: this.#duality, axes: this.axes, face: this.#face };
  }

  #prepareElement(): void {
    const attributes = {
      class: 'cc-cursor',
      x: -RIM,
      y: -RIM,
      tabindex: 0,
      role: 'application',
      'aria-label': this.model.get('description'),
      'aria-description': 'Press ? for the keys.',
    };
    for (const [name, value] of Object.entries(attributes)) {
      this.el.setAttribute(name, String(value));
    }
  }

  #listen(): void {
    ringByKeys(this.el);
    this.el.addEventListener('blur', () => {
      this.leave();
      this.#settleKeys();
    });
    this.el.addEventListener('keydown', (event) => this.#press(event));
    this.el.addEventListener('keyup', (event) => this.#release(event));
    this.listenTo(this.#figure, 'margin_updated', () => this.#fit());
    this.listenTo(this.#duality, 'cc:reset', () => this.axes.reset());
    for (const axis of this.#figure.model.get('axes')) {
      // bqplot writes the new title after this.
      this.listenTo(axis, 'change:label', () => setTimeout(() => fitTitles(this.#figure)));
    }
    for (const part of this.#layer?.parts ?? []) {
      const draw = together(() => part.draw(this.#context));
      this.listenTo(this.#duality, changes(...part.follows), draw);
    }
    this.listenTo(this.model, 'change:description', () => this.#prepareElement());
    this.listenTo(this.model, 'change:x_map', () => {
      this.axes.map = this.model.get('x_map');
      this.#draw();
    });
    for (const scale of this.#scales) {
      this.listenTo(scale, 'domain_changed', () => this.#draw());
    }
  }

  #addPlay(): void {
    this.#button = new PlayButton(this.#duality.play);
    this.listenTo(this.#duality, 'cc:played', () => this.#button?.show());
    this.#layer?.head.prepend(this.#button.el);
  }

  #fit(): void {
    this.el.setAttribute('width', String(this.#figure.plotareaWidth + 2 * RIM));
    this.el.setAttribute('height', String(this.#figure.plotareaHeight + 2 * RIM));
    this.axes.fit();
    fitTitles(this.#figure);
    this.#layer?.fit();
    this.#draw();
  }

  #draw(): void {
    // Marks that stay whole on the rim would run out of a figure that shows only a part.
    const clip = this.axes.isPart ? `url(#${this.#figure.clip_id})` : null;
    this.#figure.fig_marks.attr('clip-path', clip);
    for (const part of this.#layer?.parts ?? []) part.draw(this.#context);
  }

  pixelOf(event: MouseEvent): Point {
    const { x, y } = placeOn(this.el, event);
    return { x: x - RIM, y: y - RIM };
  }

  hover(pixel: Point): void {
    const place = this.axes.toData(pixel);
    const face = this.#face;
    this.#duality.hover = face === 'difference' ? null : this.#pick(place, face);
    this.#duality.eye = face === 'roc' ? null : { pc: place.x, space: face };
  }

  #pick(place: Point, face: 'roc' | 'cost'): Hover {
    const { points, hull } = this.#duality.touchable;
    const pick = face === 'roc' ? pickRoc : pickCost;
    return pick(place, this.axes.zoomAt(place), this.#duality.get('snap'), points, hull);
  }

  leave(): void {
    this.#duality.hover = null;
    this.#duality.eye = null;
  }

  press(): void {
    this.#pinsBefore = [...this.#pinsBefore.slice(-1), this.#duality.get('pins')];
  }

  click(pixel: Point): void {
    this.hover(pixel);
    const { hover, scene, writing } = this.#duality;
    if (writing.isPlacing) this.#place();
    else if (hover && isShown(hover, scene.points, scene.hull)) this.#duality.togglePin(hover);
  }

  /** Show all again; neither of the two clicks was meant to pin. */
  doubleClick(): void {
    const [pins] = this.#pinsBefore;
    if (pins) this.#duality.setPins(pins);
    this.axes.reset();
  }

  /** A ring shows where the keyboard is; who uses the mouse sees the mouse. */
  focus(): void {
    byMouse(this.el);
    (this.el as unknown as SVGElement).focus({ preventScroll: true });
  }

  take(grip: Grip, pixel: Point): Dragged {
    if (!isOfNote(grip)) return new Drag(this.#duality, this.axes, this.#face, grip, pixel);
    return {
      to: (place) => {
        this.#moved = noteOf(grip);
        this.hover(place);
      },
    };
  }

  open(grip: NoteGrip): void {
    this.#duality.trigger('cc:edit', noteOf(grip));
  }

  drop(isKept: boolean): void {
    const moved = this.#moved;
    this.#moved = null;
    if (moved !== null && isKept) this.#duality.writing.move(moved, placeOf(this.#context));
    else if (isKept) this.#duality.settle();
    else this.#duality.revert();
  }

  showBox(box: [Point, Point] | null): void {
    if (box) this.#layer?.box.draw(...box);
    else this.#layer?.box.hide();
  }

  #press(event: KeyboardEvent): void {
    const command = commandOf(event);
    if (!command && !isPrintable(event)) return;
    event.stopPropagation();
    if (command || event.key === ' ') event.preventDefault();
    if (!command || (command.do === 'clear' && this.#gestures?.abandon())) return;
    const { writing } = this.#duality;
    if (command.do === 'keys') toggleHelp(this.el);
    else if (command.do === 'type') this.#ask(questionOf(this.#context));
    else if (command.do === 'note') this.#note(writing.lit);
    else if (command.do === 'pin' && writing.isPlacing) this.#place();
    else if (command.do === 'pin' && writing.held) this.#note(writing.held);
    else perform(command, this.#context);
  }

  #ask(question: Question): void {
    const leave = () => (this.el as unknown as SVGElement).focus({ preventScroll: true });
    ask(this.#figure.el as HTMLElement, question, leave);
  }

  /** Edit a note, or write one at what is lit. */
  #note(id: string | null): void {
    if (id !== null) this.#duality.trigger('cc:edit', id);
    else this.#ask(noteAt(this.#duality, placeOf(this.#context)));
  }

  /** What is lit is the place that a note has been looking for. */
  #place(): void {
    const place = placeOf(this.#context);
    if (this.#duality.writing.found(place)) this.#ask(noteAt(this.#duality, place));
  }

  /** A gesture ends at once: the kernel hears of what it has moved. */
  perform(command: Command): void {
    perform(command, this.#context);
    this.#settleKeys();
  }

  /** A key that is held down repeats: the kernel hears of the move when it is let go. */
  #release(event: KeyboardEvent): void {
    if (commandOf(event) || isPrintable(event)) event.stopPropagation();
    this.#settleKeys();
  }

  #settleKeys(): void {
    if (!this.#gestures?.isBusy && this.#duality.isTrying) this.#duality.settle();
  }
}
