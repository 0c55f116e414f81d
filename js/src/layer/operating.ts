// The operating point: handle, line and ring.

import { around, type Box } from '../geometry/labels.ts';
import { between, type Point, type Segment } from '../geometry/shapes.ts';
import { tangent, touchedCorners, touching } from '../geometry/tangent.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

const MOST_DOTS = 2;
/** Room for a dot with its rim, and for the handle wherever it is moved. */
const DOT = { width: 18, height: 18 };
const STRIP = 14;

/** The operating point: upright in cost space, touching the hull in ROC space. */
export class Operating implements Part {
  readonly follows = ['pc', 'points', 'hull', 'hidden', 'difference'] as const;
  readonly #places: Places;
  readonly #line = svg('line', { class: 'cc-operating-line' });
  readonly #grip = svg('line', { class: 'cc-grip', 'data-grip': 'pc' });
  readonly #handle = svg('path', { class: 'cc-operating-handle', d: 'M-8,-7H8V3L0,11L-8,3Z' });
  readonly #handleGrip = svg('rect', {
    class: 'cc-grip cc-grip-handle',
    'data-grip': 'pc',
    x: -14,
    y: -12,
    width: 28,
    height: 28,
  });
  readonly #dots = Array.from({ length: MOST_DOTS }, () =>
    svg('circle', { class: 'cc-operating-dot', r: 6 }),
  );

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(this.#line);
    places.above.append(...this.#dots, this.#handle);
    places.grips.append(this.#grip, this.#handleGrip);
  }

  draw(context: Context): void {
    const pc = context.duality.get('pc');
    const isUpright = context.face !== 'roc';
    this.#grip.classList.toggle('cc-grip-turn', !isUpright);
    const line = pc === null ? null : isUpright ? this.#upright(pc, context) : turned(pc, context);
    for (const element of [this.#line, this.#grip]) {
      show(element, line !== null);
      if (line) setAll(element, line);
    }
    for (const element of [this.#handle, this.#handleGrip]) {
      show(element, isUpright && line !== null);
      if (line) setAll(element, { transform: `translate(${line.x1},0)` });
    }
    this.#mark(pc === null ? [] : dots(pc, context), context, line ? [line] : []);
  }

  #upright(pc: number, { axes }: Context) {
    const x = axes.pixelOfX(pc);
    const isVisible = x > -1 && x < axes.width + 1;
    return isVisible ? { x1: x, x2: x, y1: 0, y2: axes.height } : null;
  }

  #mark(places: Point[], { axes, face }: Context, lines: Segment[]): void {
    const pixels = places.map((place) => axes.toPixels(place)).filter((one) => axes.shows(one));
    this.#dots.forEach((dot, i) => {
      const pixel = pixels[i];
      show(dot, pixel !== undefined);
      if (pixel) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
    const strip: Box = { left: 0, top: 0, right: axes.width, bottom: STRIP };
    const dots = pixels.map((pixel) => around(pixel, DOT));
    this.#places.room.take(this, face === 'roc' ? dots : [strip, ...dots], lines);
  }
}

function turned(pc: number, { duality, axes }: Context) {
  const line = tangent(duality.scene.hull, pc);
  return line && axes.segmentToPixels(line);
}

function dots(pc: number, { duality, face }: Context): Point[] {
  const { hull } = duality.scene;
  if (hull.fpr.length === 0) return [];
  if (face === 'roc') return touchedCorners(hull, pc);
  if (face === 'cost') return [{ x: pc, y: touching(hull, pc).cost }];
  const difference = duality.get('difference');
  const y = between(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? [] : [{ x: pc, y }];
}
