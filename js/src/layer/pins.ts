// Pinned pairs, which stay lit.

import type { Axes } from '../cursor/axes.ts';
import { highlight } from '../geometry/highlight.ts';
import type { Point, Segment } from '../geometry/shapes.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';

/** Shares of a line at which its number may stand, the nearest to its pin's own first. */
const STOPS = 24;

class Pin {
  readonly root = svg('g', { class: 'cc-pin' });
  readonly #line: Stroke;
  readonly #dot = svg('circle', { class: 'cc-pin-dot', r: 4 });
  readonly #badge = svg('g', { class: 'cc-pin-badge' });

  constructor(places: Places, number: number) {
    this.#line = new Stroke(places.inside, 'cc-pin-line');
    const words = svg('text', { 'text-anchor': 'middle', y: '0.35em' });
    words.textContent = String(number);
    this.#badge.append(svg('circle', { r: 9 }), words);
    this.root.append(this.#dot, this.#badge);
    places.above.append(this.root);
  }

  draw(dot: Point | null, line: Segment | null, axes: Axes, start: number): void {
    this.#line.draw(line, axes);
    const pixel = dot && axes.toPixels(dot);
    const isVisible = pixel !== null && axes.shows(pixel);
    show(this.#dot, isVisible);
    if (isVisible) setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    const place = isVisible ? beside(pixel, axes) : line && along(line, axes, start);
    show(this.#badge, place !== null);
    if (place) setAll(this.#badge, { transform: `translate(${place.x},${place.y})` });
  }
}

function beside({ x, y }: Point, axes: Axes): Point {
  return { x: x + (x < axes.width - 24 ? 14 : -14), y: y + (y < axes.height - 24 ? 14 : -14) };
}

/** A visible place on the line, each pin's a little further on, so that numbers do not pile up. */
function along(line: Segment, axes: Axes, start: number): Point | null {
  for (let i = 0; i < STOPS; i++) {
    const share = (((start + 1) * 0.11 + i / STOPS) % 0.9) + 0.05;
    const x = line.x1 + share * (line.x2 - line.x1);
    const y = line.y1 + share * (line.y2 - line.y1);
    const pixel = axes.toPixels({ x, y });
    if (axes.shows(pixel, -10)) return pixel;
  }
  return null;
}

/** Everything that was pinned, numbered in the order of pinning. */
export class Pins implements Part {
  readonly follows = ['pins', 'points', 'hull', 'hidden'] as const;
  readonly #places: Places;
  readonly #pins: Pin[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  draw({ duality, axes, face }: Context): void {
    const pins = face === 'difference' ? [] : duality.get('pins');
    while (this.#pins.length < pins.length) {
      this.#pins.push(new Pin(this.#places, this.#pins.length + 1));
    }
    const { points, hull } = duality.scene;
    this.#pins.forEach((drawn, i) => {
      const pin = pins[i];
      const lit = pin && face !== 'difference' ? highlight(pin, points, hull)[face] : null;
      drawn.draw(lit?.dot ?? null, lit?.line ?? null, axes, i);
    });
  }
}
