import type { Axes } from '../cursor/axes.ts';
import type { Segment } from '../geometry/shapes.ts';
import { setAll, show, svg } from './svg.ts';

/** A line of either space: straight, or bent where its axis is. */
export class Stroke {
  readonly #name: string;
  readonly #line: SVGLineElement;
  #bent: SVGPolylineElement | null = null;

  constructor(parent: SVGGElement, name: string) {
    this.#name = name;
    this.#line = svg('line', { class: name });
    show(this.#line, false);
    parent.append(this.#line);
  }

  draw(segment: Segment | null, axes: Axes): void {
    const isBent = axes.isBent && segment !== null && segment.x1 !== segment.x2;
    show(this.#line, segment !== null && !isBent);
    if (this.#bent) show(this.#bent, isBent);
    if (segment === null) return;
    if (isBent) this.#bend(segment, axes);
    else setAll(this.#line, axes.segmentToPixels(segment));
  }

  /** Made on the first bent axis: most figures never have one. */
  #bend(segment: Segment, axes: Axes): void {
    if (!this.#bent) {
      this.#bent = svg('polyline', { class: `${this.#name} cc-bent` });
      this.#line.after(this.#bent);
    }
    const points = axes.bend(segment).map(({ x, y }) => `${x},${y}`);
    setAll(this.#bent, { points: points.join(' ') });
  }
}
