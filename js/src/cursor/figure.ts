// The parts of bqplot's views that are used here, and adjustments of its figures.

import type { WidgetModel, WidgetView } from '@jupyter-widgets/base';
import type { Scene } from '../geometry/hull.ts';
import { dotsOf, hullStretches } from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import { setAttributes } from '../layer/part.ts';
import { Owner } from '../wire/schema.ts';
import type { Look, SwitchName } from '../wire/state.ts';
import { chooseTicks } from './axes.ts';

interface Selection {
  attr(name: string): string;
  attr(name: string, value: string | null): unknown;
}

/**
 * The properties of bqplot's views that are used here.
 *
 * Declared here instead of imported, because the version that JupyterLab runs comes with bqplot's
 * wheel and may not be on npm.
 */
export interface FigureView extends WidgetView {
  /** Group translated by the margins. */
  fig: Selection;
  /** Group of all marks. */
  fig_marks: Selection;
  /** Id of the clip path of the plot area. */
  clip_id: string;
  margin: { left: number; right: number; top: number; bottom: number };
  plotareaWidth: number;
  plotareaHeight: number;
  padded_range(direction: 'x' | 'y', scale: WidgetModel): [number, number];
  getFigureSize(): DOMRect;
  /** Makes `relayout` work even if the size has not changed. */
  should_relayout: boolean;
  relayout(): void;
  /** Recomputes the layout for the padding of marks. */
  update_paddings(): void;
  update_legend(): void;
  /** One promise per mark, in order. */
  mark_views: { views: Promise<MarkView>[] };
  axis_views: { views: Promise<AxisView>[] };
}

export interface AxisView extends WidgetView {
  /** Length in pixels of a horizontal (width) or vertical (height) axis. */
  readonly width: number;
  readonly height: number;
  axis_scale: { scale: { domain(): [number, number] } };
  /** Return the values at which ticks are drawn. */
  get_ticks_from_array_or_length(): ArrayLike<number>;
  /** Draw the ticks. */
  set_tick_values(): void;
}

export interface MarkView extends WidgetView {
  model: WidgetModel & MarkModel;
  update_curves_subset(): void;
}

export interface ScaleView extends WidgetView {
  scale: ((value: number) => number) & { invert(pixel: number): number };
  setRange(range: [number, number]): void;
}

// ---- Visible rows of marks: the page decides, as classifiers can be hidden without Python

/** Content of a mark; most kinds have a switch. */
export type MarkKind =
  | ('curves' | 'lines' | 'envelopes' | 'bands' | 'hull' | 'dots')
  | ('spread' | 'folds' | 'expected' | 'truth');

const SWITCH_OF_KIND: Partial<Record<MarkKind, SwitchName>> = {
  curves: 'show_lines',
  lines: 'show_lines',
  envelopes: 'show_hull',
  bands: 'show_bands',
  expected: 'show_expected',
  hull: 'show_hull',
  spread: 'show_hull',
};
/** Color of marks without a classifier. */
export const NEUTRAL = '#808080';

/** What marks are drawn from. */
export interface MarkContext {
  scene: Scene;
  looks: readonly Look[];
  isOn(name: SwitchName): boolean;
}

/** The properties of a mark's model that are used here; `owners` has the classifier of each row. */
export interface MarkModel {
  get(name: 'kind'): MarkKind | '' | undefined;
  get(name: 'owners'): readonly number[];
  get(name: 'marker'): Look['marker'] | null;
  get(name: 'visible'): boolean;
  get(name: 'curves_subset'): readonly number[];
  get(name: 'stroke_width'): number;
  set(traits: Record<string, unknown>): unknown;
  on(event: string, react: () => void): unknown;
  off(event: string, react: (() => void) | undefined, listener?: unknown): unknown;
}

/** Update the visible rows of all marks, without saving: Python leaves them to the page. */
export function updateMarks(marks: Iterable<MarkModel>, context: MarkContext): void {
  for (const mark of marks) {
    const kind = mark.get('kind');
    if (kind && !['hull', 'dots', 'folds'].includes(kind))
      setRows(mark, visibleRows(mark, kind, context));
  }
}

/** Visible rows of a mark; bqplot takes an empty subset to mean all. */
interface VisibleRows {
  visible: boolean;
  curves_subset: number[];
}

/** Set the visible rows of a mark only if they changed, because bqplot is slow. */
function setRows(mark: MarkModel, rows: VisibleRows): void {
  const isSame = String(mark.get('curves_subset')) === String(rows.curves_subset);
  if (!isSame || mark.get('visible') !== rows.visible) mark.set({ ...rows });
}

/** Update the curves of single folds, which are visible while their classifier is hovered. */
export function updateFolds(
  marks: Iterable<MarkModel>,
  { own }: Scene,
  pointed: number | null,
): void {
  for (const mark of marks) {
    if (mark.get('kind') !== 'folds') continue;
    const owners = mark.get('owners');
    const isSeen = (owner: number) => owner === pointed && own.has(owner);
    const visible = [...owners.keys()].filter((row) => isSeen(owners[row] as number));
    setRows(mark, { visible: visible.length > 0, curves_subset: rowSubset(visible, owners) });
  }
}

/** Return the rows of visible classifiers. */
function visibleRows(mark: MarkModel, kind: MarkKind, { scene, isOn }: MarkContext): VisibleRows {
  const owners = mark.get('owners');
  // Python's best choice refers to the classifiers it knows to be visible.
  const isSeen = (owner: number) => (owner === Owner.BEST ? scene.isCurrent : scene.own.has(owner));
  const visible = [...owners.keys()].filter((row) => isSeen(owners[row] as number));
  const switchName = SWITCH_OF_KIND[kind];
  return {
    visible: visible.length > 0 && (!switchName || isOn(switchName)),
    curves_subset: rowSubset(visible, owners),
  };
}

const rowSubset = (rows: number[], owners: readonly number[]) =>
  rows.length < owners.length ? rows : [];

// ---- Hull and dots, whose data the page computes

/** Part of the hull, or the dots of one classifier. */
export type OwnerRow = readonly [color: string, places: readonly Point[], owner: number];

export function hullRows({ scene, looks, isOn }: MarkContext): OwnerRow[] {
  const stretches = isOn('show_hull') ? hullStretches(scene.hull) : [];
  return stretches.map(([owner, places]) => [looks[owner]?.color ?? NEUTRAL, places, owner]);
}

/** Return the dots of each classifier, empty for hidden ones, so that rows keep their owner. */
export function dotRows(
  owners: readonly number[],
  { scene, looks, isOn }: MarkContext,
): OwnerRow[] {
  const isAny = isOn('show_hull');
  return owners.map((owner) => {
    const dots = scene.own.has(owner) ? dotsOf(scene, owner, isAny) : [];
    return [looks[owner]?.color ?? NEUTRAL, dots, owner];
  });
}

/** Disable bqplot's updates of padding and legend, which these figures do not have. */
export function skipUnusedWork(figure: FigureView): void {
  figure.update_paddings = () => {};
  for (const mark of figure.model.get('marks') as MarkModel[]) {
    mark.off('data_updated redraw_legend', undefined, figure);
  }
  // For marks added later.
  figure.update_legend = () => {};
}

/** Update only the changed rows; bqplot would rewrite every row of a mark. */
export function updateChangedRows(view: MarkView): void {
  const { model: mark } = view;
  if (!mark.get('kind') || Object.hasOwn(view, 'update_curves_subset')) return;
  view.update_curves_subset = () => {
    const subset = new Set(mark.get('curves_subset'));
    for (const [row, curve] of view.el.querySelectorAll(':scope > .curve').entries()) {
      const isSeen = subset.size === 0 || subset.has(row);
      setAttributes(curve, { display: isSeen ? 'inline' : 'none' });
    }
  };
  view.stopListening(mark, 'change:curves_subset');
  view.listenTo(mark, 'change:curves_subset', () => view.update_curves_subset());
}

/** Tag a mark and its rows with kind and classifier, for the style sheet. */
export function tagRows({ el, model: mark }: MarkView): void {
  const kind = mark.get('kind');
  if (!kind) return;
  setAttributes(el, { 'data-kind': kind });
  const owners = mark.get('owners');
  for (const [row, curve] of el.querySelectorAll(':scope > .curve').entries()) {
    setAttributes(curve, { 'data-owner': owners[row] ?? '' });
  }
}

// ---- Figures on magnified pages

const SCALE_PRECISION = 1e4;

/**
 * Return the screen pixels per CSS pixel of an element with a width attribute.
 *
 * They differ under CSS zoom or transforms.
 */
export function magnification(rect: Element): number {
  const onScreen = rect.getBoundingClientRect().width;
  const own = Number(rect.getAttribute('width'));
  return onScreen > 0 && own > 0
    ? Math.round((SCALE_PRECISION * onScreen) / own) / SCALE_PRECISION
    : 1;
}

/** Return the position of a pointer in the pixels of an element. */
export function pointerPosition(rect: Element, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = rect.getBoundingClientRect();
  const by = magnification(rect);
  return { x: (clientX - left) / by, y: (clientY - top) / by };
}

/** Make bqplot use CSS pixels instead of screen pixels; otherwise magnified figures would overflow. */
export function correctMagnification(figure: FigureView): void {
  const { el } = figure;
  const onScreen = figure.getFigureSize;
  figure.getFigureSize = () => {
    const size = onScreen.call(figure);
    const by = cssMagnification(el);
    return by === 1 ? size : new DOMRect(size.x, size.y, size.width / by, size.height / by);
  };
  if (cssMagnification(el) !== 1) figure.relayout();
}

/** Return the screen pixels per CSS pixel of an element that may not be displayed yet. */
function cssMagnification(element: Element): number {
  const own = Number.parseFloat(getComputedStyle(element).width);
  const onScreen = element.getBoundingClientRect().width;
  // Hidden elements have no width on the screen.
  const by = own > 0 && onScreen > 0 ? onScreen / own : 1;
  return Math.abs(by - 1) < 1 / SCALE_PRECISION ? 1 : by;
}

// ---- Margins that depend on the font size

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

/** Take margins from the style sheet, because Python does not know the font size. */
export function followStyleMargins(figure: FigureView): void {
  const pythonMargin = figure.margin;
  let margin = pythonMargin;
  const measure = () => {
    const style = getComputedStyle(figure.el);
    const sizes = SIDES.map((side) =>
      Number.parseFloat(style.getPropertyValue(`--cc-margin-${side}`)),
    );
    if (!sizes.every(Number.isFinite)) return;
    margin = Object.fromEntries(SIDES.map((side, i) => [side, sizes[i]])) as typeof pythonMargin;
  };
  measure();
  Object.defineProperty(figure, 'margin', { get: () => margin });
  // bqplot skips the layout of invisible figures, but all are visible in print.
  Object.defineProperty(figure, 'visible', { get: () => true, set: () => {} });
  // bqplot starts each layout by asking for the size.
  const size = figure.getFigureSize;
  figure.getFigureSize = () => {
    measure();
    return size.call(figure);
  };
  if (SIDES.every((side) => margin[side] === pythonMargin[side])) return;
  figure.should_relayout = true;
  figure.relayout();
}

// ---- Ticks of each view

/**
 * Let each view of an axis compute ticks for its own length.
 *
 * The views of a figure share the axis models, so ticks cannot be stored there.
 */
export async function placeTicks({ axis_views: { views } }: FigureView): Promise<void> {
  for (const view of await Promise.all(views)) {
    view.get_ticks_from_array_or_length = () => {
      const length = view.model.get('side') === 'left' ? view.height : view.width;
      return chooseTicks(view.model.get('tick_values'), view.axis_scale.scale.domain(), length);
    };
    view.set_tick_values();
  }
}

// ---- Axis titles that fit

/** Pixels between a title and the figure border. */
const TITLE_MARGIN = 2;
/** Below this scale a shorter title is preferred. */
const LEGIBLE = 0.8;
/** Below this scale the title is hidden. */
const MIN_LEGIBLE = 0.7;

/** Start of the explanation that follows the name of an axis. */
const TITLE_EXPLANATION = /(?<! ): | \(|, | at /;

/** Return a title, and the name of the axis alone. */
export const titleVariants = (title: string): [string, string] => [
  title,
  title.split(TITLE_EXPLANATION, 1)[0] as string,
];

/** Full texts of shortened titles. */
const fullTitles = new WeakMap<Element, { title: string; displayed: string }>();

/** Shrink axis titles that do not fit, or shorten them to the name of the axis. */
export function fitTitles({ el, margin, plotareaWidth, plotareaHeight }: FigureView): void {
  for (const title of el.querySelectorAll<SVGTextElement>('text.axislabel')) {
    title.style.removeProperty('font-size');
    title.style.removeProperty('display');
    const isUpright = /rotate/.test(title.getAttribute('transform') ?? '');
    const { left, right, top, bottom } = margin;
    // Titles are centered on the plot, so the narrower margin counts on both sides.
    const room = isUpright
      ? plotareaHeight + 2 * (Math.min(top, bottom) - TITLE_MARGIN)
      : plotareaWidth + 2 * (Math.min(left, right) - TITLE_MARGIN);
    const entry = fullTitles.get(title);
    const fullTitle =
      entry?.displayed === title.textContent ? entry.title : (title.textContent ?? '');
    let share = 0;
    for (const variant of titleVariants(fullTitle)) {
      if (share >= LEGIBLE) break;
      if (title.textContent !== variant) title.textContent = variant;
      fullTitles.set(title, { title: fullTitle, displayed: variant });
      share = room / title.getComputedTextLength();
    }
    if (share >= 1) continue;
    if (share < MIN_LEGIBLE) title.style.display = 'none';
    const size = Number.parseFloat(getComputedStyle(title).fontSize);
    title.style.fontSize = `${share * size}px`;
  }
}
