// Where the eye is along pc, as seen from the other figures.

import { between, type Point } from '../geometry/lines.ts';
import { differenceInWords } from '../words/marks.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';
import { Words } from './words.ts';

/** An upright line where the eye is in another figure; of two compared their difference there. */
export class Eye implements Part {
  readonly follows = ['eye', 'difference'] as const;
  readonly #places: Places;
  readonly #line = svg('line', { class: 'cc-eye' });
  readonly #dot = svg('circle', { class: 'cc-eye-dot', r: 6 });
  readonly #words: Words;

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(this.#line);
    places.above.append(this.#dot);
    this.#words = new Words(places.above, places.letters, 'cc-now-label');
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const { eye } = duality;
    const isElsewhere = eye !== null && face !== 'roc' && (eye.space !== face || face !== 'cost');
    show(this.#line, isElsewhere);
    if (isElsewhere) {
      const x = axes.pixelOfX(eye.pc);
      setAll(this.#line, { x1: x, x2: x, y1: 0, y2: axes.height });
    }
    const place = eye && face === 'difference' ? differenceAt(duality, eye.pc) : null;
    const pixel = place && axes.toPixels(place);
    show(this.#dot, pixel !== null);
    if (pixel) setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    const words = place ? [differenceInWords(place.y)] : [];
    this.#words.beside(pixel, words, axes, this.#places.room.taken);
  }
}

function differenceAt(duality: Context['duality'], pc: number): Point | null {
  const difference = duality.get('difference');
  const y = between(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? null : { x: pc, y };
}
