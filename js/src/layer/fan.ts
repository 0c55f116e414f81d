// The cost lines of all thresholds: of the classifier that is pointed at, and of all when zoomed in.

import { isAcross } from '../geometry/highlight.ts';
import { bent, stretchOf } from '../geometry/labels.ts';
import { clamp } from '../geometry/lines.ts';
import { type Context, type Part, type Places, setAll, svg } from './part.ts';

/** So many vertices a figure can move in one frame: 500 lines, fewer where an axis bends them. */
const MOST_VERTICES = 1000;
const BENT_VERTICES = 12;
/** Of so many lines together at which they stay a background, and of each at least. */
const INK = 24;
const FAINTEST = 0.06;

/** What Python draws are a few of them; these lie under all marks. */
export class Fan implements Part {
  readonly follows = ['hover', 'pointed', 'points', 'hidden', 'looks', 'show_lines'] as const;
  readonly #root = svg('g', { class: 'cc-fan' });
  #drawnFrom: readonly unknown[] = [];

  constructor(places: Places) {
    places.behind.append(this.#root);
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    if (face !== 'cost') return;
    const { points } = duality.scene;
    const owners = duality.get('show_lines') ? ownersOf(context) : [];
    const { frame, map, width, height } = axes;
    const shape = owners.length > 0 ? [...frame.x, ...frame.y, map, width, height] : [];
    const drawnFrom = [points, duality.get('looks'), ...shape, ...owners];
    const isSame = drawnFrom.length === this.#drawnFrom.length;
    if (isSame && drawnFrom.every((one, i) => one === this.#drawnFrom[i])) return;
    this.#drawnFrom = drawnFrom;
    const room = MOST_VERTICES / (axes.isBent ? BENT_VERTICES : 2) / Math.max(1, owners.length);
    const looks = duality.get('looks');
    const paths = owners.map((owner) => {
      const stroke = looks[owner]?.color ?? 'none';
      return svg('path', { d: pathOf(owner, Math.ceil(room), context), stroke });
    });
    const count = Math.min(owners.length * room, points.fpr.length);
    setAll(this.#root, { opacity: clamp(INK / count, FAINTEST, 0.2) });
    this.#root.replaceChildren(...paths);
  }
}

function ownersOf({ duality, axes }: Context): number[] {
  if (axes.isZoomed) return [...duality.scene.own.keys()];
  const { pointed } = duality;
  return pointed !== null && duality.scene.own.has(pointed) ? [pointed] : [];
}

/** As many of the lines that cross the figure as there is room for, from all over. */
function pathOf(owner: number, most: number, { duality, axes }: Context): string {
  const { points } = duality.scene;
  const frame = axes.dataFrame;
  const [from, to] = stretchOf(points, owner);
  const seen: number[] = [];
  for (let i = from; i < to; i++) if (isAcross(points, i, frame)) seen.push(i);
  const count = Math.min(most, seen.length);
  const kept = (k: number) => seen[Math.floor((k * seen.length) / count)] as number;
  return Array.from({ length: count }, (_, k) => lineOf(kept(k))).join('');

  function lineOf(i: number): string {
    const ends = [
      { x: 0, y: points.fpr[i] as number },
      { x: 1, y: 1 - (points.tpr[i] as number) },
    ];
    const places = axes.isBent ? bent(ends, axes.map, axes.home.x, BENT_VERTICES) : ends;
    const pixels = places.map((place) => axes.toPixels(place));
    return `M${pixels.map(({ x, y }) => `${tenth(x)},${tenth(y)}`).join('L')}`;
  }
}

const tenth = (pixel: number) => Math.round(10 * pixel) / 10;
