// The operating point: handle, line and ring.

import { between, type Point } from '../geometry/shapes.ts';
import { tangent, touchedCorners, touching } from '../geometry/tangent.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

const MOST_DOTS = 2;

/** The operating point: upright in cost space, touching the hull in ROC space. */
export class Operating implements Part {
  readonly follows = ['pc', 'points', 'hull', 'hidden', 'difference'] as const;
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
    this.#mark(pc === null ? [] : dots(pc, context), context);
  }

  #upright(pc: number, { axes }: Context) {
    const x = axes.pixelOfX(pc);
    const isVisible = x > -1 && x < axes.width + 1;
    return isVisible ? { x1: x, x2: x, y1: 0, y2: axes.height } : null;
  }

  #mark(places: Point[], { axes }: Context): void {
    this.#dots.forEach((dot, i) => {
      const place = places[i];
      const pixel = place && axes.toPixels(place);
      const isVisible = pixel !== undefined && axes.shows(pixel);
      show(dot, isVisible);
      if (isVisible) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
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
