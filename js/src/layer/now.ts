// What is lit now, in red.

import { highlight, isWithin, type Lit, middleSeen } from '../geometry/highlight.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import { costInWords, litInWords } from '../words/marks.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';
import { Arrows, Words } from './words.ts';

/** What lies under the cursor, in this figure or in the other one. */
export class Now implements Part {
  readonly follows = ['hover', 'points', 'hull', 'hidden'] as const;
  readonly #places: Places;
  readonly #line: Stroke;
  readonly #edge: Stroke;
  readonly #crossing = svg('circle', { class: 'cc-now-crossing', r: 4 });
  readonly #dot = svg('circle', { class: 'cc-now-dot', r: 6 });
  readonly #arrows: Arrows;
  readonly #words: Words;

  constructor(places: Places) {
    this.#places = places;
    this.#line = new Stroke(places.inside, 'cc-now-line');
    this.#edge = new Stroke(places.inside, 'cc-now-edge');
    places.above.append(this.#crossing, this.#dot);
    this.#arrows = new Arrows(places.above, places.letters, 'cc-now-label');
    this.#words = new Words(places.above, places.letters, 'cc-now-label');
  }

  get label(): SVGTextElement {
    return this.#words.text;
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    if (face === 'difference') return;
    const { points, hull } = duality.scene;
    const lit = highlight(duality.hover, points, hull)[face];
    this.#line.draw(lit.line, axes);
    this.#edge.draw(lit.edge, axes);
    this.#arrows.draw(lit, context, this.#places.room.taken);
    this.#mark(lit, context);
  }

  #mark(lit: Lit, context: Context): void {
    const { duality, axes, face } = context;
    const { hover, subject } = duality;
    const crossing = face === 'cost' ? crossingOf(lit.line, duality.get('pc')) : null;
    const seenCrossing = crossing && isWithin(crossing, axes.dataFrame) ? crossing : null;
    const dot = this.#put(this.#dot, lit.dot, axes);
    const cross = this.#put(this.#crossing, seenCrossing, axes);
    if (hover === null || face === 'difference') return void this.#words.at(null, []);
    const words = litInWords(hover, subject, face);
    if (seenCrossing) words.push(costInWords(seenCrossing.y));
    const line = lit.edge ?? lit.line;
    const middle = line && middleSeen(line, axes.dataFrame);
    const place = dot ?? cross ?? (middle && axes.toPixels(middle));
    this.#words.beside(place, words, axes, this.#places.room.taken);
  }

  /** Show a dot where it is, if that is in the figure; its pixel then. */
  #put(dot: SVGCircleElement, place: Point | null, axes: Context['axes']): Point | null {
    const pixel = place && axes.toPixels(place);
    const isVisible = pixel !== null && axes.shows(pixel);
    show(dot, isVisible);
    if (!isVisible) return null;
    setAll(dot, { cx: pixel.x, cy: pixel.y });
    return pixel;
  }
}

function crossingOf(line: Segment | null, pc: number | null): Point | null {
  return line && pc !== null ? { x: pc, y: line.y1 + pc * (line.y2 - line.y1) } : null;
}
