// The limit of a criterion, as a line one can drag.

import { type Answer, answerOf, limitLine } from '../cursor/drag.ts';
import { touching } from '../geometry/hull.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';

const MOST_DOTS = 3;

/** The limit of a criterion and the answer given in it. */
export class LimitPart implements Part {
  readonly follows = ['criterion', 'points', 'hull', 'hidden'] as const;
  readonly #line = svg('line', { class: 'cc-limit-line' });
  readonly #grip = svg('line', { class: 'cc-grip', 'data-grip': 'limit' });
  readonly #mix: Stroke;
  readonly #mark = svg('path', { class: 'cc-limit-mark', d: 'M0,-7L10,0L0,7Z' });
  readonly #markGrip = svg('rect', {
    class: 'cc-grip cc-grip-rise',
    'data-grip': 'limit',
    x: -10,
    y: -11,
    width: 24,
    height: 22,
  });
  readonly #answer: Stroke;
  readonly #dots = Array.from({ length: MOST_DOTS }, () =>
    svg('circle', { class: 'cc-answer-dot', r: 6 }),
  );

  constructor(places: Places) {
    places.inside.append(this.#line);
    this.#mix = new Stroke(places.inside, 'cc-answer-mix');
    this.#answer = new Stroke(places.inside, 'cc-answer-line');
    places.above.append(this.#mark, ...this.#dots);
    places.grips.append(this.#grip, this.#markGrip);
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const criterion = face === 'difference' ? null : duality.get('criterion');
    const limit = criterion?.limit;
    const answer = answerOf(criterion, duality.scene.hull);
    const line = limit && face === 'roc' ? limitLine(limit) : null;
    this.#drawLimit(line && axes.segmentToPixels(line));
    const dual =
      limit && face === 'cost' && limit.tpr === 0 ? { x: 0, y: limit.most / limit.fpr } : null;
    this.#drawMark(dual && axes.toPixels(dual), context);
    const isMix = answer !== null && answer.roc.length > 2;
    this.#mix.draw(face === 'roc' && isMix ? joined(answer.roc) : null, axes);
    const cost = answer?.line;
    this.#answer.draw(
      cost && face === 'cost' ? { x1: 0, y1: cost[0], x2: 1, y2: cost[1] } : null,
      axes,
    );
    this.#drawDots(dotsOf(answer, context), context);
  }

  #drawLimit(line: Segment | null): void {
    for (const element of [this.#line, this.#grip]) {
      show(element, line !== null);
      if (line) setAll(element, line);
    }
  }

  #drawMark(pixel: Point | null, { axes }: Context): void {
    for (const element of [this.#mark, this.#markGrip]) {
      show(element, pixel !== null && axes.shows(pixel));
      if (pixel) setAll(element, { transform: `translate(${pixel.x},${pixel.y})` });
    }
  }

  #drawDots(places: [number, number][], { axes }: Context): void {
    this.#dots.forEach((dot, i) => {
      const place = places[i];
      const pixel = place && axes.toPixels({ x: place[0], y: place[1] });
      const isVisible = pixel !== undefined && axes.shows(pixel);
      show(dot, isVisible);
      dot.classList.toggle('cc-answer-mixed', places.length > 2 && i === places.length - 1);
      if (isVisible) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
  }
}

/** In ROC space the points of the answer; in cost space the vertex that it comes from. */
function dotsOf(answer: Answer | null, { duality, face }: Context): [number, number][] {
  if (answer === null || face === 'difference') return [];
  if (face === 'roc') return answer.roc;
  const pc = duality.get('criterion')?.pc ?? null;
  return pc === null ? [] : [[pc, touching(duality.scene.hull, pc).cost]];
}

function joined([from, to]: [number, number][]): Segment | null {
  return from && to ? { x1: from[0], y1: from[1], x2: to[0], y2: to[1] } : null;
}
