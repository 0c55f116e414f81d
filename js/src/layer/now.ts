// What is lit now, in red.

import { highlight } from '../geometry/highlight.ts';
import { between, type Point } from '../geometry/shapes.ts';
import { label } from '../words/lit.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';

/** What lies under the cursor, in this figure or in the other one. */
export class Now implements Part {
  readonly follows = ['hover', 'eye', 'points', 'hull', 'hidden', 'difference'] as const;
  readonly #places: Places;
  readonly #line: Stroke;
  readonly #edge: Stroke;
  readonly #eye = svg('line', { class: 'cc-eye' });
  readonly #dot = svg('circle', { class: 'cc-now-dot', r: 6 });
  readonly #label = svg('text', { class: 'cc-now-label' });

  constructor(places: Places) {
    this.#places = places;
    this.#line = new Stroke(places.inside, 'cc-now-line');
    this.#edge = new Stroke(places.inside, 'cc-now-edge');
    places.inside.append(this.#eye);
    places.above.append(this.#dot, this.#label);
  }

  get label(): SVGTextElement {
    return this.#label;
  }

  draw({ duality, axes, face }: Context): void {
    const { hover, subject, eye } = duality;
    const isDifference = face === 'difference';
    const lit = highlight(hover, subject.points, subject.hull)[isDifference ? 'cost' : face];
    this.#line.draw(isDifference ? null : lit.line, axes);
    this.#edge.draw(isDifference ? null : lit.edge, axes);
    const isElsewhere = eye !== null && face !== 'roc' && (eye.space !== face || isDifference);
    show(this.#eye, isElsewhere);
    if (isElsewhere) {
      const x = axes.pixelOfX(eye.pc);
      setAll(this.#eye, { x1: x, x2: x, y1: 0, y2: axes.height });
    }
    const dot = isDifference ? differenceAt(duality, eye?.pc) : lit.dot;
    this.#mark(dot && axes.toPixels(dot), axes, () => label(hover, subject, face, dot));
  }

  #mark(pixel: Point | null, axes: Context['axes'], words: () => string): void {
    const isVisible = pixel !== null && axes.shows(pixel);
    show(this.#dot, isVisible);
    const text = isVisible ? words() : '';
    show(this.#label, text !== '');
    if (!isVisible) return;
    setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    if (text !== '') this.#places.write(this.#label, text, pixel);
  }
}

function differenceAt(duality: Context['duality'], pc: number | undefined): Point | null {
  if (pc === undefined) return null;
  const difference = duality.get('difference');
  const y = between(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? null : { x: pc, y };
}
