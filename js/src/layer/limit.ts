// The limit of a criterion, as a line one can drag, and the lots that do better within it.

import { answerOf, type Limit, limitLine } from '../geometry/choosing.ts';
import { touching } from '../geometry/hull.ts';
import { around, type Box } from '../geometry/labels.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Criterion } from '../wire/state.ts';
import { LOTS, limitInWords } from '../words/subject.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';
import { Words } from './words.ts';

const MOST_DOTS = 3;
const DOT = { width: 10, height: 10 };
/** From the lower end of the line to its name, of the whole. */
const FOOT = 0.12;
/** Rates that are nearer are one place to the eye: lots that do so little better are not drawn. */
const NEAR = 0.03;

/** What lots would be in a figure. */
interface Drawn {
  dots: readonly (readonly [number, number])[];
  /** Where lots are named, if they have no ring. */
  named: Point | null;
  line: Segment;
}

/** The limit of a criterion; what drawing lots would do, where that is more than a little. */
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
  readonly #places: Places;
  readonly #name: Words;
  readonly #lots: Words;
  /** Where the limit and the lots are named. */
  #foot: Point | null = null;
  #named: Point | null = null;
  readonly #dots = Array.from({ length: MOST_DOTS }, () =>
    svg('circle', { class: 'cc-answer-dot', r: 4 }),
  );

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(this.#line);
    this.#mix = new Stroke(places.inside, 'cc-answer-line');
    places.above.append(this.#mark, ...this.#dots);
    this.#name = new Words(places.above, places.letters, 'cc-limit-words');
    this.#lots = new Words(places.above, places.letters, 'cc-limit-words');
    places.grips.append(this.#grip, this.#markGrip);
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const criterion = face === 'difference' ? null : duality.get('criterion');
    const limit = criterion?.limit ?? null;
    const line = limit && face === 'roc' ? limitLine(limit) : null;
    const pixels = line && axes.segmentToPixels(line);
    this.#drawLimit(pixels);
    const mark = limit && face === 'cost' ? markOf(limit) : null;
    this.#drawMark(mark && axes.toPixels(mark), context);
    const drawn = lotsOf(criterion, context);
    this.#mix.draw(drawn?.line ?? null, axes);
    const dots = (drawn?.dots ?? []).map(([x, y]) => axes.toPixels({ x, y }));
    this.#drawDots(dots, context);
    const boxes = dots.map((pixel) => around(pixel, DOT));
    this.#places.room.take(this, boxes, pixels ? [pixels] : []);
    this.#foot = line ? footOf(line) : mark;
    this.#named = drawn?.named ?? null;
    this.#places.arrange(context);
  }

  write(context: Context): void {
    const { duality, axes } = context;
    const { room, picture } = this.#places;
    const inkIn = (box: Box) => picture.curvesOf(context).crowd.inkIn(box);
    const seen = (place: Point | null) => {
      const pixel = place && axes.toPixels(place);
      return pixel && axes.shows(pixel) ? pixel : null;
    };
    const criterion = duality.get('criterion');
    const wordings = criterion ? [[limitInWords(criterion)], ['your limit']] : [];
    room.write(this.#name.among(seen(this.#foot), wordings, axes, room.taken, inkIn));
    room.write(this.#lots.among(seen(this.#named), [[LOTS]], axes, room.taken, inkIn));
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

  #drawDots(pixels: Point[], { axes }: Context): void {
    this.#dots.forEach((dot, i) => {
      const pixel = pixels[i];
      const isVisible = pixel !== undefined && axes.shows(pixel);
      show(dot, isVisible);
      dot.classList.toggle('cc-answer-mixed', i === 2);
      if (isVisible) setAll(dot, { cx: pixel.x, cy: pixel.y });
    });
  }
}

/** Where all cost lines that use up a limit on false alarms begin. */
const markOf = ({ fpr, tpr, most }: Limit): Point | null =>
  tpr === 0 ? { x: 0, y: most / fpr } : null;

/** A place near the lower end of a line. */
function footOf({ x1, y1, x2, y2 }: Segment): Point {
  const share = y1 < y2 ? FOOT : 1 - FOOT;
  return { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) };
}

/**
 * The lots between two corners: in ROC space the ends and the mixed place, in cost space the line
 * and the vertex that it goes through. What is recommended has a ring and a line already.
 */
function lotsOf(criterion: Criterion | null, { duality, face }: Context): Drawn | null {
  const { hull } = duality.scene;
  const answer = answerOf(criterion, hull);
  const [first, second, mixed] = answer?.roc ?? [];
  const chosen = duality.recommended;
  if (!answer || !first || !second || !mixed || !chosen) return null;
  const isChosen = chosen.owner === Owner.MIXED;
  const [x, y] = mixed;
  if (!isChosen && Math.max(Math.abs(x - chosen.fpr), Math.abs(y - chosen.tpr)) < NEAR) return null;
  if (face === 'roc') {
    const line = { x1: first[0], y1: first[1], x2: second[0], y2: second[1] };
    return {
      dots: isChosen ? [first, second] : [first, second, mixed],
      named: isChosen ? null : { x, y },
      line,
    };
  }
  if (isChosen) return null;
  const pc = criterion?.pc ?? null;
  const vertex = pc === null ? null : { x: pc, y: touching(hull, pc).cost };
  const end = { x: 1, y: 1 - y };
  return {
    dots: vertex ? [[vertex.x, vertex.y]] : [],
    named: vertex ?? end,
    line: { x1: 0, y1: x, x2: end.x, y2: end.y },
  };
}
