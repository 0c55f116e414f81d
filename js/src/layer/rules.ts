// The words of the two rules that look at no example, along their lines in cost space.

import type { Axes } from '../cursor/axes.ts';
import {
  around,
  type Box,
  crosses,
  isInside,
  overlap,
  type Size,
  type Taken,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import { shortNames } from '../words/marks.ts';
import { type Context, type Part, type Places, setAll, show, svg } from './part.ts';

const LETTERS = 24;
/** Pixels between a line and its words. */
const GAP = 4;
/** Shares of what is seen of a line at which its words may stand. */
const STOPS = [0.7, 0.6, 0.8, 0.5, 0.4, 0.3, 0.2];

/** Words along a line: their middle, how steep they are, and their upright outline. */
interface Slanted {
  middle: Point;
  angle: number;
  box: Box;
}

/** Beside the lines of the trivial rules, on the side where nobody should be. */
export class RuleWords implements Part {
  readonly follows = ['classes'] as const;
  readonly #places: Places;
  readonly #texts = [0, 1].map(() => svg('text', { class: 'cc-rule-words' }));

  constructor(places: Places) {
    this.#places = places;
    places.inside.append(...this.#texts);
  }

  draw(context: Context): void {
    this.#places.arrange(context);
  }

  write({ duality, axes, face }: Context): void {
    const { letters, room } = this.#places;
    for (const [i, name] of shortNames(duality.get('classes'), LETTERS).entries()) {
      const text = this.#texts[i] as SVGTextElement;
      const words = `call all ${name}`;
      const size = { width: letters.widthOf(words), height: letters.height };
      const slanted = face === 'cost' ? along(i === 0, size, axes, room.taken) : null;
      show(text, slanted !== null);
      if (!slanted) continue;
      if (text.textContent !== words) text.textContent = words;
      const { middle, angle, box } = slanted;
      const transform = `translate(${middle.x},${middle.y}) rotate(${angle})`;
      setAll(text, { transform, y: letters.rise - letters.height / 2 });
      room.write(box);
    }
  }
}

/** Words beside a rule's line, where it is seen and they are whole, off what is taken. */
function along(isRising: boolean, size: Size, axes: Axes, taken: Taken): Slanted | null {
  const { y } = axes.frame;
  const most = Math.min(0.5, y[1]);
  const ends = isRising ? [Math.max(0, y[0]), most] : [1 - most, 1 - Math.max(0, y[0])];
  const [left, right] = ends.map((pc) => axes.pixelOfX(pc)) as [number, number];
  const free = STOPS.map((stop) => {
    const share = isRising ? stop : 1 - stop;
    const pc = axes.toData({ x: left + share * (right - left), y: 0 }).x;
    return beside(pc, isRising, size, axes);
  }).filter(({ box }) => isInside(box, axes) && !taken.boxes.some((one) => overlap(one, box)));
  const isClear = ({ box }: Slanted) => !taken.lines.some((line) => crosses(line, box));
  return free.find(isClear) ?? free[0] ?? null;
}

function beside(pc: number, isRising: boolean, size: Size, axes: Axes): Slanted {
  const place = (at: number) => axes.toPixels({ x: at, y: isRising ? at : 1 - at });
  const near = Math.min(pc, 1 - pc) / 100;
  const [from, to, on] = [place(pc - near), place(pc + near), place(pc)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [cos, sin] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const away = GAP + size.height / 2;
  const middle = { x: on.x + away * sin, y: on.y - away * cos };
  const outline = {
    width: size.width * cos + size.height * Math.abs(sin),
    height: size.width * Math.abs(sin) + size.height * cos,
  };
  const angle = (180 / Math.PI) * Math.atan2(sin, cos);
  return { middle, angle, box: around(middle, outline) };
}
