// Pinned pairs, which stay lit.

import type { Axes } from '../cursor/axes.ts';
import { type Hover, highlight, type Lit } from '../geometry/highlight.ts';
import { around, type Box, isInside, overlap } from '../geometry/labels.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';
import { Arrows } from './words.ts';

/** Shares of a line at which its number may stand, the nearest to its pin's own first. */
const STOPS = 24;
/** Room for a number, and how far from its dot it stands. */
const BADGE = { width: 20, height: 20 };
const DOT = { width: 12, height: 12 };
const AWAY = [15, 24, 36];
const DIRECTIONS = 8;
const ARRIVAL = { duration: 180, easing: 'ease-out' };
const DARK: Lit = { dot: null, line: null, edge: null };

class Pin {
  readonly #line: Stroke;
  readonly #root = svg('g', { class: 'cc-pin' });
  readonly #lines = svg('g');
  readonly #dot = svg('circle', { class: 'cc-pin-dot', r: 4 });
  readonly #badge = svg('g', { class: 'cc-pin-badge' });
  readonly #arrows: Arrows;

  constructor(places: Places, number: number) {
    places.inside.append(this.#lines);
    this.#line = new Stroke(this.#lines, 'cc-pin-line');
    const words = svg('text', { 'text-anchor': 'middle', y: '0.35em' });
    words.textContent = String(number);
    this.#badge.append(svg('circle', { r: 9 }), words);
    this.#root.append(this.#dot, this.#badge);
    places.above.append(this.#root);
    this.#arrows = new Arrows(this.#root, places.letters, 'cc-pin-words');
  }

  /** Catch the eye once, where it was just pinned. */
  arrive(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.#dot.animate([{ r: '14px' }, { r: '4px' }], ARRIVAL);
    this.#lines.firstElementChild?.animate(
      [{ strokeWidth: '7px' }, { strokeWidth: '1.5px' }],
      ARRIVAL,
    );
  }

  /** Where its number and its dot stand, off what is taken. */
  draw(lit: Lit, color: string, context: Context, places: Places, taken: Box[], start: number) {
    const { axes } = context;
    for (const part of [this.#root, this.#lines]) part.style.setProperty('--cc-own', color);
    this.#line.draw(lit.line, axes);
    const pixel = lit.dot && axes.toPixels(lit.dot);
    const isVisible = pixel !== null && axes.shows(pixel);
    show(this.#dot, isVisible);
    if (isVisible) setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    const stops = isVisible ? aboutDot(pixel) : lit.line ? along(lit.line, axes, start) : [];
    const inside = stops.filter((place) => isInside(around(place, BADGE), axes));
    const isFree = (place: Point) => !taken.some((box) => overlap(around(place, BADGE), box));
    const place = inside.find(isFree) ?? inside[0];
    show(this.#badge, place !== undefined);
    if (place) setAll(this.#badge, { transform: `translate(${place.x},${place.y})` });
    const mine = place ? [around(place, BADGE)] : [];
    if (isVisible) mine.push(around(pixel, DOT));
    const { boxes, lines } = places.room.things;
    const all = { boxes: [...boxes, ...taken, ...mine], lines };
    return [...mine, ...this.#arrows.draw(lit === DARK ? null : lit, context, all)];
  }
}

function aboutDot({ x, y }: Point): Point[] {
  return AWAY.flatMap((away) =>
    Array.from({ length: DIRECTIONS }, (_, i) => {
      const angle = ((2 * i + 1) * Math.PI) / DIRECTIONS;
      return { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) };
    }),
  );
}

/** Places on the line, each pin's a little further on. */
function along(line: Segment, axes: Axes, start: number): Point[] {
  return Array.from({ length: STOPS }, (_, i) => {
    const share = (((start + 1) * 0.11 + i / STOPS) % 0.9) + 0.05;
    const x = line.x1 + share * (line.x2 - line.x1);
    const y = line.y1 + share * (line.y2 - line.y1);
    return axes.toPixels({ x, y });
  });
}

/** Everything that was pinned, numbered in the order of pinning. */
export class Pins implements Part {
  readonly follows = ['pins', 'points', 'hull', 'hidden', 'looks'] as const;
  readonly #places: Places;
  readonly #pins: Pin[] = [];
  #count: number | null = null;

  constructor(places: Places) {
    this.#places = places;
  }

  draw(context: Context): void {
    const { duality, face } = context;
    const pins = face === 'difference' ? [] : duality.get('pins');
    while (this.#pins.length < pins.length) {
      this.#pins.push(new Pin(this.#places, this.#pins.length + 1));
    }
    const { points, hull } = duality.scene;
    const taken: Box[] = [];
    this.#places.room.take(this, []);
    this.#pins.forEach((drawn, i) => {
      const pin = pins[i];
      const lit = pin && face !== 'difference' ? highlight(pin, points, hull)[face] : DARK;
      taken.push(...drawn.draw(lit, colorOf(pin, context), context, this.#places, taken, i));
    });
    this.#places.room.take(this, taken);
    if (this.#count !== null && pins.length > this.#count) this.#pins[pins.length - 1]?.arrive();
    this.#count = pins.length;
  }
}

/** That of its classifier; what belongs to none is of the colour of words. */
function colorOf(pin: Hover | undefined, { duality }: Context): string {
  const owner = pin?.kind === 'point' ? duality.scene.points.owner[pin.index] : undefined;
  return duality.get('looks')[owner ?? -1]?.color ?? 'var(--cc-ink)';
}
