// Interactive layer over a figure, and the toolbar of the figure.

import {
  dotRows,
  type FigureView,
  hullRows,
  type MarkContext,
  type MarkModel,
  type MarkView,
  type OwnerRow,
  tagRows,
  updateChangedRows,
  updateFolds,
  updateMarks,
} from '../cursor/figure.ts';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { explainer, setTopic } from '../frame/card.ts';
import type { Point } from '../geometry/lines.ts';
import type { Viewport } from '../geometry/scales.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Look, Points, SettableState } from '../wire/state.ts';
import {
  CostLineFan,
  HighlightedNote,
  HoverHighlight,
  NoteBadges,
  PcPointerLine,
  Pins,
} from './highlights.ts';
import { BaselineNames, CurveCache, CurveNames } from './names.ts';
import { GroupRings, LimitPart, OperatingPointMark, RangePart } from './operating.ts';
import {
  button,
  type DrawContext,
  equalArrays,
  type FigureKind,
  type LayerGroups,
  type LayerPart,
  markerOf,
  OccupiedSpace,
  setAttributes,
  svg,
  ZoomBox,
} from './part.ts';
import { TextMetrics } from './words.ts';

/** Milliseconds without a change of the curves before text is placed. */
const SETTLE_DELAY = 60;
/** Grips can be dragged from this many pixels outside the plot area. */
const GRIP_MARGIN = 16;
/** Milliseconds after which text is placed even if the browser is busy. */
const IDLE_TIMEOUT = 100;
let layerCount = 0;

/**
 * All moving elements of a figure, in an SVG above the marks.
 *
 * A separate SVG can be composited by the browser; inside the figure's SVG every move would repaint
 * thousands of marks.
 */
export class Layer implements LayerGroups {
  readonly #figure: FigureView;
  readonly #root = svg('svg', { class: 'cc-layer', 'aria-hidden': 'true' });
  readonly #under = svg('svg', { class: 'cc-under', 'aria-hidden': 'true' });
  readonly #plot = svg('g');
  readonly #underPlot = svg('g');
  readonly #clip = svg('rect', { x: 0, y: 0 });
  readonly #gripClip = svg('rect', { x: -GRIP_MARGIN, y: -GRIP_MARGIN });
  readonly #hover: HoverHighlight;
  readonly #toolbar: FigureToolbar;
  readonly #marks: MarkRows;
  readonly behind: SVGGElement;
  readonly inside: SVGGElement;
  readonly above = svg('g');
  readonly grips: SVGGElement;
  readonly textMetrics = new TextMetrics();
  readonly occupied = new OccupiedSpace();
  readonly curveCache = new CurveCache();
  readonly box: ZoomBox;
  /** In drawing order. */
  readonly parts: readonly LayerPart[];
  /** Parts with text, in order of priority for placement. */
  readonly #writers: readonly LayerPart[];
  #isScheduled = false;
  #isWritten = false;
  #points: Points | null = null;
  #changedAt = 0;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.inside = this.#clipped(this.#clip);
    this.behind = this.inside.cloneNode() as SVGGElement;
    this.grips = this.#clipped(this.#gripClip);
    this.#plot.append(this.inside, this.above, this.grips);
    this.#root.append(this.#plot);
    this.#underPlot.append(this.behind);
    this.#under.append(this.#underPlot);
    const fan = new CostLineFan(this);
    const range = new RangePart(this);
    const limit = new LimitPart(this);
    const rules = new BaselineNames(this);
    const pins = new Pins(this);
    const groups = new GroupRings(this);
    const operating = new OperatingPointMark(this);
    const notes = new NoteBadges(this);
    const names = new CurveNames(this);
    const highlightedNote = new HighlightedNote(this, notes);
    const eye = new PcPointerLine(this);
    this.#hover = new HoverHighlight(this);
    this.#toolbar = new FigureToolbar(figure);
    this.#marks = new MarkRows(figure);
    const below = [
      fan,
      range,
      limit,
      rules,
      pins,
      groups,
      operating,
      notes,
      names,
      highlightedNote,
      eye,
    ];
    this.parts = [this.#toolbar, this.#marks, ...below, this.#hover];
    this.#writers = [operating, limit, names, range, groups, rules];
    this.box = new ZoomBox(this);
    figure.el.append(this.#under, this.#root);
  }

  get head(): HTMLElement {
    return this.#toolbar.el;
  }

  scheduleWords(context: DrawContext): void {
    const { points } = context.duality.scene;
    if (points !== this.#points) this.#changedAt = performance.now();
    this.#points = points;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Draw lines first and place text later.
    const write = () => this.#write(context);
    requestAnimationFrame(() => (this.#isWritten ? write() : whenIdle(write)));
  }

  #write(context: DrawContext): void {
    const early = this.#changedAt + SETTLE_DELAY - performance.now();
    if (this.#isWritten && early > 0) return void setTimeout(() => this.#write(context), early);
    this.#isScheduled = false;
    if (!this.#root.isConnected) return;
    this.#isWritten = true;
    this.occupied.clearWords();
    for (const writer of this.#writers) writer.write?.(context);
  }

  #clipped(rect: SVGRectElement): SVGGElement {
    const clipPath = svg('clipPath', { id: `cc-clip-${layerCount++}` });
    clipPath.append(rect);
    this.#root.append(clipPath);
    return svg('g', { 'clip-path': `url(#${clipPath.id})` });
  }

  fit(): void {
    const { plotareaWidth: width, plotareaHeight: height } = this.#figure;
    this.textMetrics.useFontOf(this.#hover.label);
    for (const plot of [this.#plot, this.#underPlot]) {
      plot.setAttribute('transform', this.#figure.fig.attr('transform'));
    }
    this.#fitViewBox(width, height);
    setAttributes(this.#clip, { width, height });
    setAttributes(this.#gripClip, {
      width: width + 2 * GRIP_MARGIN,
      height: height + 2 * GRIP_MARGIN,
    });
  }

  /** Scale the figures with their containers where no layout takes place, as in print. */
  #fitViewBox(width: number, height: number): void {
    const { left, right, top, bottom } = this.#figure.margin;
    const size = [left + width + right, top + height + bottom];
    if (!size.every((length) => length > 0)) return;
    for (const figureSvg of this.#figure.el.querySelectorAll(':scope > svg')) {
      setAttributes(figureSvg, {
        viewBox: `0 0 ${size.join(' ')}`,
        preserveAspectRatio: 'xMinYMin',
      });
    }
  }

  remove(): void {
    this.#under.remove();
    this.#root.remove();
    this.#toolbar.remove();
    this.#marks.remove();
  }
}

/** Run a task when the browser is idle; some browsers lack `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT });
  else setTimeout(work);
}

// ---- Marks below the layer

const CHANGE_OF_MARKS = 'change:marks';
const CHANGE_OF_OWNERS = 'change:owners';

/** The bqplot marks: the page decides which of their rows are visible. */
class MarkRows implements LayerPart {
  readonly follows = [
    'points',
    'hull',
    'hidden',
    'hover',
    'pointedClassifier',
    'looks',
    'show_hull',
    'show_lines',
    'show_bands',
    'show_expected',
    'presenting',
  ] as const;
  readonly #figure: FigureView;
  readonly #hullAndDots = new HullAndDots();
  #marks: MarkModel[] = [];
  #views: readonly MarkView[] = [];
  #markInputs: readonly unknown[] = [];
  #foldInputs: readonly unknown[] = [];
  #tagInputs: readonly unknown[] = [];
  #context: DrawContext | null = null;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.#figure.model.on(CHANGE_OF_MARKS, this.#loadViews);
    this.#loadViews();
  }

  remove(): void {
    this.#figure.model.off(CHANGE_OF_MARKS, this.#loadViews);
    this.#listenTo([]);
    this.#context = null;
  }

  /** Wait for the views, which are created after their marks. */
  readonly #loadViews = async (): Promise<void> => {
    this.#redraw();
    const { views: coming } = this.#figure.mark_views;
    const views = await Promise.all(coming);
    if (coming !== this.#figure.mark_views.views) return;
    this.#views = views;
    for (const view of views) updateChangedRows(view);
    this.#redraw();
  };

  draw(context: DrawContext): void {
    this.#context = context;
    const { duality } = context;
    const { scene } = duality;
    const marks = this.#figure.model.get('marks') ?? [];
    this.#listenTo(marks);
    const looks = duality.get('looks');
    const switches = [
      duality.get('show_hull'),
      duality.get('show_lines'),
      duality.get('show_bands'),
      duality.get('show_expected'),
    ];
    const owners = this.#marks.map((mark) => mark.get('owners'));
    const foldInputs = [duality.pointedClassifier, scene, ...marks, ...owners];
    if (!equalArrays(foldInputs, this.#foldInputs))
      updateFolds(marks, scene, duality.pointedClassifier);
    this.#foldInputs = foldInputs;
    const markContext: MarkContext = { scene, looks, isOn: (name) => duality.get(name) };
    const inputs = [scene, looks, ...switches, ...marks, ...owners];
    if (!equalArrays(inputs, this.#markInputs)) updateMarks(marks, markContext);
    this.#markInputs = inputs;
    this.#tagRows([duality.get('presenting'), ...inputs, ...this.#views]);
    this.#hullAndDots.draw(this.#views, markContext, context.axes);
  }

  /** Tag rows with their classifier for presentation mode, which dims the others. */
  #tagRows(inputs: readonly unknown[]): void {
    if (equalArrays(inputs, this.#tagInputs)) return;
    this.#tagInputs = inputs;
    if (inputs[0]) for (const view of this.#views) tagRows(view);
  }

  #listenTo(marks: MarkModel[]): void {
    for (const mark of this.#marks) mark.off(CHANGE_OF_OWNERS, this.#redrawLater);
    this.#marks = [...marks];
    for (const mark of this.#marks) mark.on(CHANGE_OF_OWNERS, this.#redrawLater);
  }

  readonly #redraw = (): void => {
    if (this.#context) this.draw(this.#context);
  };

  /** Redraw after the event: setting a mark inside it would suppress bqplot's later events. */
  readonly #redrawLater = (): void => queueMicrotask(this.#redraw);
}

/** Area of a dot, and of dots that are the only ones of their classifiers. */
const DOT_AREA = 48;
const SINGLE_DOT_AREA = 110;

/**
 * Draws the hull and dots itself, because bqplot redraws every row on any change.
 *
 * Its CSS classes differ from bqplot's, which would otherwise manage the elements.
 */
class HullAndDots {
  #inputs: readonly unknown[] = [];

  draw(views: readonly MarkView[], context: MarkContext, axes: DrawContext['axes']): void {
    const { viewport, width, height } = axes;
    const place = [...viewport.x, ...viewport.y, width, height];
    const inputs = [context.scene, context.looks, context.isOn('show_hull'), ...views, ...place];
    if (equalArrays(inputs, this.#inputs)) return;
    this.#inputs = inputs;
    const dots: { el: Element; marker: Look['marker']; rows: OwnerRow[] }[] = [];
    for (const { el, model } of views) {
      const kind = model.get('kind');
      const marker = model.get('marker');
      if (kind === 'hull') drawHull(el, hullRows(context), model.get('stroke_width'), axes);
      if (kind === 'dots' && marker)
        dots.push({ el, marker, rows: dotRows(model.get('owners'), context) });
    }
    const isOneEach = dots.every(({ rows }) => rows.every(([, places]) => places.length <= 1));
    for (const { el, marker, rows } of dots) {
      drawDots(el, rows, markerOf(marker, isOneEach ? SINGLE_DOT_AREA : DOT_AREA), axes);
    }
  }
}

function drawHull(
  el: Element,
  rows: readonly OwnerRow[],
  width: number,
  axes: DrawContext['axes'],
): void {
  const groups = childElements(el, 'g', rows.length);
  rows.forEach(([color, places, owner], i) => {
    const group = groups[i] as SVGGElement;
    const [path] = childElements(group, 'path', 1) as [SVGPathElement];
    const attributes = { class: 'cc-drawn', 'data-owner': owner };
    setAttributes(group, { ...attributes, fill: 'none', stroke: color, 'stroke-width': width });
    setAttributes(path, { d: `M${places.map((place) => pixelText(place, axes)).join('L')}` });
  });
}

function drawDots(
  el: Element,
  rows: readonly OwnerRow[],
  d: string,
  axes: DrawContext['axes'],
): void {
  const groups = childElements(el, 'g', rows.length);
  rows.forEach(([color, places, owner], i) => {
    const group = groups[i] as SVGGElement;
    setAttributes(group, { class: 'cc-drawn', 'data-owner': owner, fill: color });
    const dots = childElements(group, 'path', places.length);
    places.forEach((place, k) => {
      setAttributes(dots[k] as SVGPathElement, {
        d,
        transform: `translate(${pixelText(place, axes)})`,
      });
    });
  });
}

/** Return pixel coordinates, rounded to thousandths. */
function pixelText(place: Point, axes: DrawContext['axes']): string {
  const { x, y } = axes.toPixels(place);
  return `${Math.round(1e3 * x) / 1e3},${Math.round(1e3 * y) / 1e3}`;
}

/** Return `count` children of an element, reusing existing ones. */
function childElements<K extends 'g' | 'path'>(
  el: Element,
  name: K,
  count: number,
): SVGElementTagNameMap[K][] {
  while (el.children.length > count) el.lastElementChild?.remove();
  while (el.children.length < count) el.append(svg(name));
  return [...el.children] as unknown as SVGElementTagNameMap[K][];
}

// ---- Toolbar: axis limits, reset of the zoom, and help

/** Value and texts of one button. */
interface AxisOption {
  words: string;
  title: string;
  value: SettableState['cost_top' | 'roc_fit'];
}

/** A group of buttons, and the trait that they set. */
interface AxisSwitch {
  title: string;
  knob: 'cost_top' | 'roc_fit';
  choices: AxisOption[];
}

const AXIS_SWITCHES: Partial<Record<FigureKind, AxisSwitch>> = {
  roc: {
    title: 'What ROC space shows',
    knob: 'roc_fit',
    choices: [
      { words: 'whole', title: 'Show all rates from 0 to 1', value: false },
      { words: 'fit', title: 'Show the corner that has the best thresholds', value: true },
    ],
  },
  cost: {
    title: 'Where the cost axis ends',
    knob: 'cost_top',
    choices: [
      { words: 'fit', title: 'End the axis where it fits what is drawn', value: 'fit' },
      { words: '0.5', title: 'End the axis at 0.5, which no best cost exceeds', value: 0.5 },
      { words: '1', title: 'End the axis at 1, to see whole lines', value: 1 },
    ],
  },
};

/** Buttons at the upper right of a figure. */
export class FigureToolbar implements LayerPart {
  readonly follows = ['cost_top', 'roc_fit', 'fit', 'placing'] as const;
  readonly #figure: FigureView;
  readonly el = document.createElement('div');
  readonly #reset = button('cc-reset', 'Reset', 'Show all again');
  readonly #note = button('', '✎', 'Write a note: then click its place');
  readonly #helpButton = explainer();
  readonly #buttons = new Map<AxisOption, HTMLButtonElement>();
  #context: DrawContext | null = null;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.el.className = 'cc-framing';
    this.#reset.addEventListener('click', () => this.#context?.axes.reset());
    this.#note.classList.add('cc-note-mode');
    this.#note.setAttribute('aria-label', 'Write a note');
    this.#note.addEventListener('click', () => this.#togglePlacing());
    this.el.append(this.#note, this.#reset);
    keepKeysFromNotebook(this.el);
    figure.el.append(this.el, this.#helpButton);
  }

  remove(): void {
    this.el.remove();
    this.#helpButton.remove();
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    const axisSwitch = AXIS_SWITCHES[space];
    if (!this.#context && axisSwitch) this.el.append(this.#segments(axisSwitch));
    if (!this.#context) setTopic(this.#helpButton, space);
    this.#context = context;
    axes.setHome(homeViewport(space, duality));
    for (const [choice, element] of this.#buttons) {
      element.setAttribute(
        'aria-pressed',
        String(axisSwitch && duality.get(axisSwitch.knob) === choice.value),
      );
    }
    this.#reset.hidden = !axes.isZoomed;
    this.#note.hidden = space === 'difference';
    const { isPlacing } = duality.noteEditor;
    this.#note.setAttribute('aria-pressed', String(isPlacing));
    this.#figure.el.classList.toggle('cc-placing', isPlacing);
  }

  #togglePlacing(): void {
    const { noteEditor } = (this.#context as DrawContext).duality;
    if (noteEditor.isPlacing) return void noteEditor.stopPlacing();
    noteEditor.startPlacing();
    // The keys for placing a note need the focus.
    this.#figure.el.querySelector<SVGElement>('.cc-cursor')?.focus({ preventScroll: true });
  }

  #segments({ title, knob, choices }: AxisSwitch): HTMLElement {
    const group = document.createElement('div');
    group.className = 'cc-segments';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', title);
    for (const choice of choices) {
      const element = button('', choice.words, choice.title);
      element.addEventListener('click', () => this.#choose(knob, choice.value));
      this.#buttons.set(choice, element);
      group.append(element);
    }
    return group;
  }

  #choose<K extends AxisSwitch['knob']>(knob: K, value: AxisOption['value']): void {
    const { duality, axes } = this.#context as DrawContext;
    axes.reset();
    duality.preview(knob, value as SettableState[K]);
    duality.commit();
  }
}

/** Return the part of the axes shown unzoomed, according to the switches. */
export function homeViewport(
  face: FigureKind,
  duality: Pick<DualityModel, 'get'>,
): Partial<Viewport> {
  const { cost, roc } = duality.get('fit') ?? { cost: 0.5, roc: 1 };
  const top = duality.get('cost_top');
  if (face === 'cost') return { y: [0, top === 'fit' ? cost : top] };
  const side = duality.get('roc_fit') ? roc : 1;
  return face === 'roc' ? { x: [0, side], y: [1 - side, 1] } : {};
}
