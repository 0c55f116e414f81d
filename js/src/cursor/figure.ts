// The parts of bqplot that we use, and no more of it.

import type { WidgetModel, WidgetView } from '@jupyter-widgets/base';
import type { Point } from '../geometry/shapes.ts';

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
  relayout(): void;
}

export interface ScaleView extends WidgetView {
  scale: ((value: number) => number) & { invert(pixel: number): number };
  setRange(range: [number, number]): void;
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
export function fitMagnified(figure: FigureView, rect: Element): void {
  const onScreen = figure.getFigureSize;
  figure.getFigureSize = () => {
    const size = onScreen.call(figure);
    const by = magnification(rect);
    return by === 1 ? size : new DOMRect(size.x, size.y, size.width / by, size.height / by);
  };
  if (magnification(rect) !== 1) figure.relayout();
}
