// Cursor of one figure: handles events, picks the item under the pointer, highlights it.

import { unpack_models as unpackModels, WidgetModel, WidgetView } from '@jupyter-widgets/base';
import { FigureAxes } from '../cursor/axes.ts';
import {
  correctMagnification,
  type FigureView,
  fitTitles,
  followStyleMargins,
  placeTicks,
  pointerPosition,
  type ScaleView,
  skipUnusedWork,
} from '../cursor/figure.ts';
import {
  Drag,
  type DragTarget,
  type GestureHost,
  Gestures,
  type Grip,
  isNoteGrip,
  type NoteGrip,
  noteIdOf,
} from '../cursor/gestures.ts';
import {
  type Command,
  commandOf,
  hideRing,
  isPrintable,
  perform,
  ringForKeys,
} from '../cursor/keys.ts';
import { PlayButton } from '../cursor/play.ts';
import {
  type FieldPrompt,
  notePlaceOf,
  notePrompt,
  openField,
  promptFor,
} from '../cursor/typing.ts';
import { toggleHelp } from '../frame/card.ts';
import { type Hover, isHoverVisible, pickCost, pickRoc } from '../geometry/highlight.ts';
import type { Point } from '../geometry/lines.ts';
import { Layer } from '../layer/layer.ts';
import type { DrawContext, FigureKind } from '../layer/part.ts';
import { changeEvents } from '../wire/state.ts';
import { coalesce, releaseViews, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

/** Pointer events count up to this distance outside the plot area, because of dots on the axes. */
const POINTER_MARGIN = 8;

/** bqplot interaction, drawn on top of its figure. */
export class DualityCursorModel extends WidgetModel {
  /** Figures with a view of this interaction. */
  readonly figures = new Set<WidgetModel>();

  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('DualityCursor'),
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
    for (const figure of this.figures) releaseViews(figure);
    this.figures.clear();
    return super.close(isClosed);
  }
}

export class DualityCursorView extends WidgetView implements GestureHost {
  #figure!: FigureView;
  #duality!: DualityModel;
  #scales: ScaleView[] = [];
  #layer: Layer | null = null;
  #gestures: Gestures | null = null;
  #button: PlayButton | null = null;
  #isRemoved = false;
  /** Id of the note whose badge is being dragged. */
  #movedNote: string | null = null;
  /** Pins at the last two presses. */
  #pinsBefore: Hover[][] = [];
  declare model: DualityCursorModel;
  axes!: FigureAxes;

  override initialize(parameters: WidgetView.IInitializeParameters): void {
    this.setElement(document.createElementNS('http://www.w3.org/2000/svg', 'rect') as never);
    super.initialize(parameters);
  }

  override async render(): Promise<void> {
    this.#figure = (this.options as { parent: FigureView }).parent;
    this.#duality = this.model.get('duality');
    this.model.figures.add(this.#figure.model);
    // bqplot does not remove the interaction of a removed figure.
    this.listenToOnce(this.#figure, 'remove', () => this.remove());
    this.#prepareElement();
    const scales = await Promise.all([
      this.create_child_view(this.model.get('x_scale')),
      this.create_child_view(this.model.get('y_scale')),
    ]);
    this.#scales = scales as unknown as ScaleView[];
    // The figure may have been removed in the meantime.
    if (this.#isRemoved) return this.remove();
    const [x, y] = this.#scales as [ScaleView, ScaleView];
    this.axes = new FigureAxes(this.#figure, x, y, this.model.get('x_map'));
    this.#layer = new Layer(this.#figure);
    this.#gestures = new Gestures(this, [this.el as unknown as SVGElement, this.#layer.grips]);
    this.#listen();
    if (this.#space === 'roc') this.#addPlay();
    skipUnusedWork(this.#figure);
    // Measure before changing anything: each measurement after a change triggers a layout.
    correctMagnification(this.#figure);
    followStyleMargins(this.#figure);
    void placeTicks(this.#figure);
    this.#layOut();
  }

  override remove(): void {
    this.#isRemoved = true;
    this.#gestures?.cancelDrag();
    this.#layer?.remove();
    this.#button?.el.remove();
    for (const scale of this.#scales) scale.remove();
    super.remove();
  }

  get #space(): FigureKind {
    return this.model.get('space');
  }

  get #drawContext(): DrawContext {
    return { duality: this.#duality, axes: this.axes, space: this.#space };
  }

  #prepareElement(): void {
    const attributes = {
      class: 'cc-cursor',
      x: -POINTER_MARGIN,
      y: -POINTER_MARGIN,
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
    ringForKeys(this.el);
    this.el.addEventListener('blur', () => {
      this.leave();
      this.#commitKeys();
    });
    this.el.addEventListener('keydown', (event) => this.#press(event));
    this.el.addEventListener('keyup', (event) => this.#release(event));
    this.listenTo(this.#figure, 'margin_updated', () => this.#layOut());
    this.listenTo(this.#duality, 'cc:reset', () => this.axes.reset());
    for (const axis of this.#figure.model.get('axes')) {
      // bqplot updates the title after this event.
      this.listenTo(axis, 'change:label', () => setTimeout(() => fitTitles(this.#figure)));
    }
    for (const part of this.#layer?.parts ?? []) {
      const draw = coalesce(() => part.draw(this.#drawContext));
      this.listenTo(this.#duality, changeEvents(...part.follows), draw);
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

  #layOut(): void {
    this.el.setAttribute('width', String(this.#figure.plotareaWidth + 2 * POINTER_MARGIN));
    this.el.setAttribute('height', String(this.#figure.plotareaHeight + 2 * POINTER_MARGIN));
    this.axes.fit();
    fitTitles(this.#figure);
    this.#layer?.fit();
    this.#draw();
  }

  #draw(): void {
    // Marks that are not clipped at the border would leave a zoomed figure.
    const clip = this.axes.isPartial ? `url(#${this.#figure.clip_id})` : null;
    this.#figure.fig_marks.attr('clip-path', clip);
    for (const part of this.#layer?.parts ?? []) part.draw(this.#drawContext);
  }

  pixelOf(event: MouseEvent): Point {
    const { x, y } = pointerPosition(this.el, event);
    return { x: x - POINTER_MARGIN, y: y - POINTER_MARGIN };
  }

  hover(pixel: Point): void {
    const place = this.axes.toData(pixel);
    const space = this.#space;
    this.#duality.hover = space === 'difference' ? null : this.#pick(place, space);
    this.#duality.pcPointer = space === 'roc' ? null : { pc: place.x, space };
  }

  #pick(place: Point, space: 'roc' | 'cost'): Hover {
    const { points, hull } = this.#duality.pickTargets;
    const pick = space === 'roc' ? pickRoc : pickCost;
    return pick(place, this.axes.zoomAt(place), this.#duality.get('snap'), points, hull);
  }

  leave(): void {
    this.#duality.hover = null;
    this.#duality.pcPointer = null;
  }

  rememberPins(): void {
    this.#pinsBefore = [...this.#pinsBefore.slice(-1), this.#duality.get('pins')];
  }

  click(pixel: Point): void {
    this.hover(pixel);
    const { hover, scene, noteEditor } = this.#duality;
    if (noteEditor.isPlacing) this.#placeNote();
    else if (hover && isHoverVisible(hover, scene.points, scene.hull))
      this.#duality.togglePin(hover);
  }

  /** Reset the zoom, and restore the pins from before both clicks. */
  doubleClick(): void {
    const [pins] = this.#pinsBefore;
    if (pins) this.#duality.setPins(pins);
    this.axes.reset();
  }

  /** Focus the figure without a ring, which is for keyboard users. */
  focus(): void {
    hideRing(this.el);
    (this.el as unknown as SVGElement).focus({ preventScroll: true });
  }

  startDrag(grip: Grip, pixel: Point): DragTarget {
    if (!isNoteGrip(grip)) return new Drag(this.#duality, this.axes, this.#space, grip, pixel);
    return {
      to: (place) => {
        this.#movedNote = noteIdOf(grip);
        this.hover(place);
      },
    };
  }

  openNote(grip: NoteGrip): void {
    this.#duality.trigger('cc:edit', noteIdOf(grip));
  }

  endDrag(isCommitted: boolean): void {
    const moved = this.#movedNote;
    this.#movedNote = null;
    if (moved !== null && isCommitted)
      this.#duality.noteEditor.move(moved, notePlaceOf(this.#drawContext));
    else if (isCommitted) this.#duality.commit();
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
    if (!command || (command.do === 'clear' && this.#gestures?.cancelDrag())) return;
    const { noteEditor } = this.#duality;
    if (command.do === 'keys') toggleHelp(this.el);
    else if (command.do === 'type') this.#openPrompt(promptFor(this.#drawContext));
    else if (command.do === 'note') this.#editNote(noteEditor.highlighted);
    else if (command.do === 'pin' && noteEditor.isPlacing) this.#placeNote();
    else if (command.do === 'pin' && noteEditor.selected) this.#editNote(noteEditor.selected);
    else perform(command, this.#drawContext);
  }

  #openPrompt(question: FieldPrompt): void {
    const leave = () => (this.el as unknown as SVGElement).focus({ preventScroll: true });
    openField(this.#figure.el as HTMLElement, question, leave);
  }

  /** Edit a note, or write one at the highlighted item. */
  #editNote(id: string | null): void {
    if (id !== null) this.#duality.trigger('cc:edit', id);
    else this.#openPrompt(notePrompt(this.#duality, notePlaceOf(this.#drawContext)));
  }

  /** Use the highlighted item as the place of a note. */
  #placeNote(): void {
    const place = notePlaceOf(this.#drawContext);
    if (this.#duality.noteEditor.finishPlacing(place))
      this.#openPrompt(notePrompt(this.#duality, place));
  }

  /** Execute a command of a gesture and commit it at once. */
  perform(command: Command): void {
    perform(command, this.#drawContext);
    this.#commitKeys();
  }

  /** Commit when a key is released, because held keys repeat. */
  #release(event: KeyboardEvent): void {
    if (commandOf(event) || isPrintable(event)) event.stopPropagation();
    this.#commitKeys();
  }

  #commitKeys(): void {
    if (!this.#gestures?.isBusy && this.#duality.isPreviewing) this.#duality.commit();
  }
}
