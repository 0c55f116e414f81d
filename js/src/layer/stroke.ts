import type { Axes } from '../cursor/axes.ts';
import type { Segment } from '../geometry/shapes.ts';
import { setAll, show, svg } from './svg.ts';

/** A line of either space: straight, or bent where its axis is. */
export class Stroke {
  readonly #line: SVGLineElement;
  readonly #bent: SVGPolylineElement;

  constructor(parent: SVGGElement, name: string) {
    this.#line = svg('line', { class: name });
    this.#bent = svg('polyline', { class: `${name} cc-bent` });
    show(this.#bent, false);
    parent.append(this.#line, this.#bent);
  }

  draw(segment: Segment | null, axes: Axes): void {
    const isBent = axes.isBent && segment !== null && segment.x1 !== segment.x2;
    show(this.#line, segment !== null && !isBent);
    show(this.#bent, isBent);
    if (segment === null) return;
    if (isBent) {
      const points = axes.bend(segment).map(({ x, y }) => `${x},${y}`);
      setAll(this.#bent, { points: points.join(' ') });
    } else setAll(this.#line, axes.segmentToPixels(segment));
  }
}
