import type { Zoom } from '../geometry/nearest.ts';
import type { Point, Segment } from '../geometry/shapes.ts';
import type { FigureView, ScaleView } from './bqplot.ts';

/** Both scales of a figure: data to pixels of the plot area and back. */
export class Axes {
  readonly #figure: FigureView;
  readonly #x: ScaleView;
  readonly #y: ScaleView;

  constructor(figure: FigureView, x: ScaleView, y: ScaleView) {
    this.#figure = figure;
    this.#x = x;
    this.#y = y;
  }

  /** Follow the size of the plot area. */
  fit(): void {
    this.#x.setRange(this.#figure.padded_range('x', this.#x.model));
    this.#y.setRange(this.#figure.padded_range('y', this.#y.model));
  }

  get zoom(): Zoom {
    const [left, right] = [
      this.#x.scale.invert(0),
      this.#x.scale.invert(this.#figure.plotareaWidth),
    ];
    const [top, bottom] = [
      this.#y.scale.invert(0),
      this.#y.scale.invert(this.#figure.plotareaHeight),
    ];
    return {
      x: this.#figure.plotareaWidth / (right - left),
      y: this.#figure.plotareaHeight / (top - bottom),
    };
  }

  toPixels(p: Point): Point {
    return { x: this.#x.scale(p.x), y: this.#y.scale(p.y) };
  }

  segmentToPixels(s: Segment): Segment {
    const start = this.toPixels({ x: s.x1, y: s.y1 });
    const end = this.toPixels({ x: s.x2, y: s.y2 });
    return { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
  }

  /** The place under a pixel; pixels beside the plot area count as its rim. */
  toData(pixel: Point): Point {
    const x = Math.min(Math.max(pixel.x, 0), this.#figure.plotareaWidth);
    const y = Math.min(Math.max(pixel.y, 0), this.#figure.plotareaHeight);
    return { x: this.#x.scale.invert(x), y: this.#y.scale.invert(y) };
  }
}
