import type { Point } from '../geometry/shapes.ts';
import type { Places } from './part.ts';
import { setAll, show, svg } from './svg.ts';

/** The box that will fill the figure when the pointer lets go. */
export class Box {
  readonly #rect = svg('rect', { class: 'cc-zoom-box' });

  constructor(places: Places) {
    places.inside.append(this.#rect);
    this.hide();
  }

  draw(a: Point, b: Point): void {
    show(this.#rect, true);
    setAll(this.#rect, {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    });
  }

  hide(): void {
    show(this.#rect, false);
  }
}
