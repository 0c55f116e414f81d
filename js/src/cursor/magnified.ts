import type { Point } from '../geometry/shapes.ts';
import type { FigureView } from './bqplot.ts';

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
