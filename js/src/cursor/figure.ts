// The parts of bqplot that we use, and no more of it.

import type { WidgetModel, WidgetView } from '@jupyter-widgets/base';
import type { Scene } from '../geometry/hull.ts';
import { dotsOf, hullStretches } from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import { setAll } from '../layer/part.ts';
import { Owner } from '../wire/schema.ts';
import type { Look, Switch } from '../wire/state.ts';
import { ticksOf } from './axes.ts';

interface Selection {
  attr(name: string): string;
  attr(name: string, value: string | null): unknown;
}

/**
 * The parts of bqplot's views that a cursor touches.
 *
 * Stated here rather than imported: the version that JupyterLab runs comes with bqplot's wheel and
 * need not exist on npm.
 */
export interface FigureView extends WidgetView {
  /** The group that carries the margins; its transform places the plot area. */
  fig: Selection;
  /** The group of all marks. */
  fig_marks: Selection;
  /** Names the clip path that is as large as the plot area. */
  clip_id: string;
  margin: { left: number; right: number; top: number; bottom: number };
  plotareaWidth: number;
  plotareaHeight: number;
  padded_range(direction: 'x' | 'y', scale: WidgetModel): [number, number];
  getFigureSize(): DOMRect;
  /** Whether `relayout` is to do its work also where the size has not changed. */
  should_relayout: boolean;
  relayout(): void;
  /** Lays out the whole figure for paddings that a mark has got. */
  update_paddings(): void;
  update_legend(): void;
  /** Of each mark, in their order, as soon as it is there. */
  mark_views: { views: Promise<MarkView>[] };
  axis_views: { views: Promise<AxisView>[] };
}

export interface AxisView extends WidgetView {
  /** Length in pixels, of a horizontal axis and of a vertical one. */
  readonly width: number;
  readonly height: number;
  axis_scale: { scale: { domain(): [number, number] } };
  /** Return the values at which ticks are drawn. */
  get_ticks_from_array_or_length(): ArrayLike<number>;
  /** Draw the ticks. */
  set_tick_values(): void;
}

export interface MarkView extends WidgetView {
  model: WidgetModel & Mark;
  update_curves_subset(): void;
}

export interface ScaleView extends WidgetView {
  scale: ((value: number) => number) & { invert(pixel: number): number };
  setRange(range: [number, number]): void;
}

// ---- What is seen of its marks: the page knows who is hidden before Python does, or without it

/** What a mark draws; of each kind but the dots there is a switch. */
export type Kind =
  | ('curves' | 'lines' | 'envelopes' | 'bands' | 'hull' | 'dots')
  | ('spread' | 'folds' | 'expected' | 'truth');

const SWITCHES: Partial<Record<Kind, Switch>> = {
  curves: 'show_lines',
  lines: 'show_lines',
  envelopes: 'show_hull',
  bands: 'show_bands',
  expected: 'show_expected',
  hull: 'show_hull',
  spread: 'show_hull',
};
/** For what belongs to no classifier. */
export const NEUTRAL = '#808080';

/** What marks are drawn from. */
export interface Shown {
  scene: Scene;
  looks: readonly Look[];
  isOn(name: Switch): boolean;
}

/** The part of a mark's model that says what it draws, and of whom each of its rows is. */
export interface Mark {
  get(name: 'kind'): Kind | '' | undefined;
  get(name: 'owners'): readonly number[];
  get(name: 'marker'): Look['marker'] | null;
  get(name: 'visible'): boolean;
  get(name: 'curves_subset'): readonly number[];
  get(name: 'stroke_width'): number;
  set(traits: Record<string, unknown>): unknown;
  on(event: string, react: () => void): unknown;
  off(event: string, react: (() => void) | undefined, listener?: unknown): unknown;
}

/** Bring all rows of a figure up to date; nothing is saved, for Python leaves it to the page. */
export function showMarks(marks: Iterable<Mark>, shown: Shown): void {
  for (const mark of marks) {
    const kind = mark.get('kind');
    if (kind && !['hull', 'dots', 'folds'].includes(kind))
      showRows(mark, rowsOf(mark, kind, shown));
  }
}

/** Which rows of a mark are seen; for bqplot none are all. */
interface Rows {
  visible: boolean;
  curves_subset: number[];
}

/** To set what is as it was takes bqplot long, too. */
function showRows(mark: Mark, rows: Rows): void {
  const isSame = String(mark.get('curves_subset')) === String(rows.curves_subset);
  if (!isSame || mark.get('visible') !== rows.visible) mark.set({ ...rows });
}

/** Bring single folds up to date: they are seen while their classifier is pointed at. */
export function showFolds(marks: Iterable<Mark>, { own }: Scene, pointed: number | null): void {
  for (const mark of marks) {
    if (mark.get('kind') !== 'folds') continue;
    const owners = mark.get('owners');
    const isSeen = (owner: number) => owner === pointed && own.has(owner);
    const seen = [...owners.keys()].filter((row) => isSeen(owners[row] as number));
    showRows(mark, { visible: seen.length > 0, curves_subset: someOf(seen, owners) });
  }
}

/** Of all its rows those whose classifiers are to be seen. */
function rowsOf(mark: Mark, kind: Kind, { scene, isOn }: Shown): Rows {
  const owners = mark.get('owners');
  // The best is one of those whom Python knows to be visible.
  const isSeen = (owner: number) => (owner === Owner.BEST ? scene.isCurrent : scene.own.has(owner));
  const seen = [...owners.keys()].filter((row) => isSeen(owners[row] as number));
  const its = SWITCHES[kind];
  return {
    visible: seen.length > 0 && (!its || isOn(its)),
    curves_subset: someOf(seen, owners),
  };
}

const someOf = (seen: number[], owners: readonly number[]) =>
  seen.length < owners.length ? seen : [];

// ---- Hull and dots: of whom they are is up to the page, and so are their data

/** A stroke of the hull, or the dots of one classifier. */
export type Row = readonly [color: string, places: readonly Point[], owner: number];

export function hullOf({ scene, looks, isOn }: Shown): Row[] {
  const stretches = isOn('show_hull') ? hullStretches(scene.hull) : [];
  return stretches.map(([owner, places]) => [looks[owner]?.color ?? NEUTRAL, places, owner]);
}

/** The dots of each of these, none of those that are hidden: a row is always of the same one. */
export function dotsOfAll(owners: readonly number[], { scene, looks, isOn }: Shown): Row[] {
  const isAny = isOn('show_hull');
  return owners.map((owner) => {
    const dots = scene.own.has(owner) ? dotsOf(scene, owner, isAny) : [];
    return [looks[owner]?.color ?? NEUTRAL, dots, owner];
  });
}

/**
 * Spare bqplot what it does at each change of a mark for nothing.
 *
 * Our scales have no padding, and our figures no legend.
 */
export function spareWork(figure: FigureView): void {
  figure.update_paddings = () => {};
  for (const mark of figure.model.get('marks') as Mark[]) {
    mark.off('data_updated redraw_legend', undefined, figure);
  }
  // For marks that are yet to come.
  figure.update_legend = () => {};
}

/** bqplot writes every row of a mark anew where only one of them comes or goes. */
export function spareRows(view: MarkView): void {
  const { model: mark } = view;
  if (!mark.get('kind') || Object.hasOwn(view, 'update_curves_subset')) return;
  view.update_curves_subset = () => {
    const subset = new Set(mark.get('curves_subset'));
    for (const [row, curve] of view.el.querySelectorAll(':scope > .curve').entries()) {
      const isSeen = subset.size === 0 || subset.has(row);
      setAll(curve, { display: isSeen ? 'inline' : 'none' });
    }
  };
  view.stopListening(mark, 'change:curves_subset');
  view.listenTo(mark, 'change:curves_subset', () => view.update_curves_subset());
}

/** Let what a mark draws, and each of its rows, say for the style what and whose it is. */
export function nameRows({ el, model: mark }: MarkView): void {
  const kind = mark.get('kind');
  if (!kind) return;
  setAll(el, { 'data-kind': kind });
  const owners = mark.get('owners');
  for (const [row, curve] of el.querySelectorAll(':scope > .curve').entries()) {
    setAll(curve, { 'data-owner': owners[row] ?? '' });
  }
}

// ---- Figures on a magnified page

const EXACT = 1e4;

/**
 * Pixels on the screen per pixel of its own, of a rectangle that carries its width.
 *
 * They are not alike where a page is under CSS zoom or scaled by a transform.
 */
export function magnification(rect: Element): number {
  const seen = rect.getBoundingClientRect().width;
  const own = Number(rect.getAttribute('width'));
  return seen > 0 && own > 0 ? Math.round((EXACT * seen) / own) / EXACT : 1;
}

/** Where on the rectangle a pointer is, in the rectangle's own pixels. */
export function placeOn(rect: Element, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = rect.getBoundingClientRect();
  const by = magnification(rect);
  return { x: (clientX - left) / by, y: (clientY - top) / by };
}

/** bqplot takes pixels of the screen for its own: a magnified figure would outgrow its place. */
export function fitMagnified(figure: FigureView): void {
  const { el } = figure;
  const onScreen = figure.getFigureSize;
  figure.getFigureSize = () => {
    const size = onScreen.call(figure);
    const by = magnified(el);
    return by === 1 ? size : new DOMRect(size.x, size.y, size.width / by, size.height / by);
  };
  if (magnified(el) !== 1) figure.relayout();
}

/** The same of an element of the page, which need not be drawn yet as large as it is. */
function magnified(element: Element): number {
  const own = Number.parseFloat(getComputedStyle(element).width);
  const seen = element.getBoundingClientRect().width;
  // What is not shown yet has no width on the screen.
  const by = own > 0 && seen > 0 ? seen / own : 1;
  return Math.abs(by - 1) < 1 / EXACT ? 1 : by;
}

// ---- Margins as large as the letters in them

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

/** Take margins from the style: Python does not know how large letters are on this page. */
export function followStyle(figure: FigureView): void {
  const given = figure.margin;
  let margin = given;
  const measure = () => {
    const style = getComputedStyle(figure.el);
    const sizes = SIDES.map((side) =>
      Number.parseFloat(style.getPropertyValue(`--cc-margin-${side}`)),
    );
    if (!sizes.every(Number.isFinite)) return;
    margin = Object.fromEntries(SIDES.map((side, i) => [side, sizes[i]])) as typeof given;
  };
  measure();
  Object.defineProperty(figure, 'margin', { get: () => margin });
  // bqplot lays nothing out that is out of sight: on paper all of it is seen.
  Object.defineProperty(figure, 'visible', { get: () => true, set: () => {} });
  // bqplot asks for the size first whenever it lays out anew.
  const size = figure.getFigureSize;
  figure.getFigureSize = () => {
    measure();
    return size.call(figure);
  };
  if (SIDES.every((side) => margin[side] === given[side])) return;
  figure.should_relayout = true;
  figure.relayout();
}

// ---- Ticks of each view

/**
 * Let each view of an axis place ticks for its own length.
 *
 * Views of one figure share its axis models: ticks in a model would be those of the other views.
 */
export async function placeTicks({ axis_views: { views } }: FigureView): Promise<void> {
  for (const view of await Promise.all(views)) {
    view.get_ticks_from_array_or_length = () => {
      const length = view.model.get('side') === 'left' ? view.height : view.width;
      return ticksOf(view.model.get('tick_values'), view.axis_scale.scale.domain(), length);
    };
    view.set_tick_values();
  }
}

// ---- Titles of axes as long as there is room for them

/** Pixels between a title and the rim of its figure. */
const CLEAR = 2;
/** Below this share of its size a title is hard to read: a shorter one is better. */
const SMALL = 0.8;
/** Below this one it cannot be read well: it is left out. */
const SMALLEST = 0.7;

/** What stands behind the name of an axis and explains it. */
const EXPLAINED = /(?<! ): | \(|, | at /;

/** A title, and the name of the axis alone. */
export const titlesOf = (title: string): [string, string] => [
  title,
  title.split(EXPLAINED, 1)[0] as string,
];

/** Titles as bqplot has written them, where they are said shorter now. */
const whole = new WeakMap<Element, { title: string; shown: string }>();

/** Make titles of axes smaller where they are longer than their figure, or say only the name. */
export function fitTitles({ el, margin, plotareaWidth, plotareaHeight }: FigureView): void {
  for (const title of el.querySelectorAll<SVGTextElement>('text.axislabel')) {
    title.style.removeProperty('font-size');
    title.style.removeProperty('display');
    const isUpright = /rotate/.test(title.getAttribute('transform') ?? '');
    const { left, right, top, bottom } = margin;
    // It is centred on the plot: the narrower margin counts on both sides.
    const room = isUpright
      ? plotareaHeight + 2 * (Math.min(top, bottom) - CLEAR)
      : plotareaWidth + 2 * (Math.min(left, right) - CLEAR);
    const known = whole.get(title);
    const given = known?.shown === title.textContent ? known.title : (title.textContent ?? '');
    let share = 0;
    for (const shown of titlesOf(given)) {
      if (share >= SMALL) break;
      if (title.textContent !== shown) title.textContent = shown;
      whole.set(title, { title: given, shown });
      share = room / title.getComputedTextLength();
    }
    if (share >= 1) continue;
    if (share < SMALLEST) title.style.display = 'none';
    const size = Number.parseFloat(getComputedStyle(title).fontSize);
    title.style.fontSize = `${share * size}px`;
  }
}
