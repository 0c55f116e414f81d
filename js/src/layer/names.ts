// Names of the classifiers next to their curves, and of the baselines along their lines.

import type { FigureAxes } from '../cursor/axes.ts';
import {
  assignPlaces,
  type Box,
  bendLine,
  boxAround,
  CurveIndex,
  crosses,
  curveParts,
  envelopeParts,
  hullParts,
  isInside,
  type LabelPlace,
  type Obstacles,
  overlaps,
  type PixelPath,
  type Size,
} from '../geometry/labels.ts';
import type { Point } from '../geometry/lines.ts';
import type { Hull } from '../wire/state.ts';
import { shortNames } from '../words/figures.ts';
import {
  type DrawContext,
  equalArrays,
  type LayerGroups,
  type LayerPart,
  setAttributes,
  setVisible,
  svg,
} from './part.ts';

/** Maximum letters of a name, and shortened versions if there is no room. */
const NAME_LENGTHS = [24, 14, 8] as const;
/** With more classifiers than this, only optimal and hovered ones are named. */
const MAX_NAMED = 12;

interface PlacedName extends LabelPlace {
  text: string;
}

/** Names of classifiers; the recommended, optimal and hovered ones come first. */
export class CurveNames implements LayerPart {
  readonly follows = [
    'pc',
    'pc_range',
    'range_choice',
    'criterion',
    'hover',
    'pointedClassifier',
    'pins',
    'points',
    'hull',
    'hidden',
    'names',
    'looks',
    'in_use',
    'show_labels',
  ] as const;
  readonly #places: LayerGroups;
  readonly #root = svg('g', { class: 'cc-names' });
  readonly #texts = new Map<number, SVGTextElement>();
  #curves: FigureCurves | null = null;
  #inputs: readonly unknown[] = [];
  #candidates = new Map<number, PlacedName[]>();
  #placed = new Map<number, PlacedName>();
  #viewKey: unknown = null;
  /** Positions of names in the same viewport before the curves changed. */
  #previous = new Map<number, PlacedName>();

  constructor(places: LayerGroups) {
    this.#places = places;
    places.above.append(this.#root);
  }

  draw(context: DrawContext): void {
    const { own } = context.duality.scene;
    for (const [owner, text] of this.#texts) if (!own.has(owner)) setVisible(text, false);
    this.#places.scheduleWords(context);
  }

  write(context: DrawContext): void {
    const { duality, space } = context;
    const isNamed = space !== 'difference' && duality.get('show_labels');
    setVisible(this.#root, isNamed);
    if (!isNamed) return;
    this.#refresh(context);
    const names = duality.get('names');
    const owners = this.#ownersToName(context);
    const { occupied } = this.#places;
    const isPrevious = (owner: number) => !this.#candidates.has(owner) && this.#previous.has(owner);
    const placesFor = (owner: number) => {
      const previous = this.#previous.get(owner);
      return previous && isPrevious(owner) ? [previous] : this.#placesFor(owner, names);
    };
    const arrange = () => {
      const requests = owners.map((owner) => ({ owner, places: placesFor(owner) }));
      return assignPlaces(requests, occupied.obstacles, this.#placed);
    };
    let placed = arrange();
    while (owners.some((owner) => isPrevious(owner) && !placed.has(owner))) {
      for (const owner of owners) if (!placed.has(owner)) this.#previous.delete(owner);
      placed = arrange();
    }
    this.#placed = placed;
    for (const { box } of this.#placed.values()) occupied.addWords(box);
    this.#drawNames(context);
  }

  /** Clear cached places if the curves, names or font changed. */
  #refresh(context: DrawContext): void {
    const { textMetrics, curveCache } = this.#places;
    this.#curves = curveCache.curvesOf(context);
    const inputs = [this.#curves, context.duality.get('names'), textMetrics.font];
    if (equalArrays(inputs, this.#inputs)) return;
    const [, names, font] = this.#inputs;
    const isOutdated =
      curveCache.viewKey !== this.#viewKey || names !== inputs[1] || font !== inputs[2];
    this.#inputs = inputs;
    this.#viewKey = curveCache.viewKey;
    this.#candidates.clear();
    this.#previous = isOutdated ? new Map() : this.#stillValid(context);
    if (isOutdated) this.#placed.clear();
  }

  /** Return the full names whose positions are still valid among the new curves. */
  #stillValid({ duality }: DrawContext): Map<number, PlacedName> {
    const names = shortNames(duality.get('names'), NAME_LENGTHS[0]);
    const isGood = ([owner, { text, box }]: [number, PlacedName]) =>
      text === names[owner] && this.#curves?.index.fits(owner, box);
    return new Map([...this.#placed].filter(isGood));
  }

  #ownersToName({ duality }: DrawContext): number[] {
    const { hull, own } = duality.scene;
    const remaining = own.size <= MAX_NAMED ? own.keys() : [];
    const all = new Set([
      duality.recommended?.owner,
      ...hull.owner,
      duality.pointedClassifier,
      ...remaining,
    ]);
    return [...all].filter((owner): owner is number => own.has(owner ?? -1));
  }

  #placesFor(owner: number, names: readonly string[]): PlacedName[] {
    const cached = this.#candidates.get(owner);
    const own = this.#curves?.lines.get(owner);
    if (cached || !this.#curves || !own) return cached ?? [];
    const { index } = this.#curves;
    const texts = NAME_LENGTHS.map((letters) => shortNames(names, letters)[owner] ?? '');
    const places = [...new Set(texts)].flatMap((text) => {
      const size = this.#sizeOf(text);
      return index.placesFor(owner, size, own.best, own.all).map((place) => ({ ...place, text }));
    });
    this.#candidates.set(owner, places);
    return places;
  }

  #sizeOf(text: string): Size {
    const { textMetrics } = this.#places;
    return { width: textMetrics.widthOf(text, true), height: textMetrics.height };
  }

  #drawNames({ duality }: DrawContext): void {
    const looks = duality.get('looks');
    const { textMetrics } = this.#places;
    for (const [owner, text] of this.#texts) setVisible(text, this.#placed.has(owner));
    for (const [owner, { box, text }] of this.#placed) {
      const element = this.#textOf(owner);
      if (element.textContent !== text) element.textContent = text;
      element.style.setProperty('--cc-own', looks[owner]?.color ?? 'currentcolor');
      setVisible(element, true);
      setAttributes(element, { x: box.left, y: box.top + textMetrics.rise });
    }
  }

  #textOf(owner: number): SVGTextElement {
    const text = this.#texts.get(owner) ?? svg('text', { class: 'cc-name', 'data-owner': owner });
    if (!this.#texts.has(owner)) {
      this.#texts.set(owner, text);
      this.#root.append(text);
    }
    return text;
  }
}

// ---- Lines of each classifier in pixels

/** Part of the hull or envelope, and the whole curve of a classifier. */
interface ClassifierLines {
  best: PixelPath[];
  all: PixelPath[];
}

/** All curves of one figure; replaced when the figure changes. */
export interface FigureCurves {
  readonly lines: ReadonlyMap<number, ClassifierLines>;
  readonly index: CurveIndex;
}

/** Caches the curves of a figure until it changes. */
export class CurveCache {
  #currentKey: readonly unknown[] = [];
  #inputs: readonly unknown[] = [];
  #curves: FigureCurves | null = null;
  /** Full curves, which do not depend on which classifiers are hidden. */
  #fullPaths = new WeakMap<Hull, PixelPath[]>();

  /** Identity that changes with the viewport and the size of the figure. */
  get viewKey(): unknown {
    return this.#currentKey;
  }

  curvesOf(context: DrawContext): FigureCurves {
    const { viewport, map, width, height } = context.axes;
    const { points, hull } = context.duality.scene;
    const place = [...viewport.x, ...viewport.y, map, width, height];
    const isMoved = !equalArrays(place, this.#currentKey);
    if (isMoved) this.#fullPaths = new WeakMap();
    const from = [points, hull];
    if (this.#curves && !isMoved && equalArrays(from, this.#inputs)) return this.#curves;
    if (isMoved) this.#currentKey = place;
    this.#inputs = from;
    this.#curves = this.#compute(context);
    return this.#curves;
  }

  #compute(context: DrawContext): FigureCurves {
    const { axes, duality, space } = context;
    const { hull, own } = duality.scene;
    const lines = new Map(
      [...own].map(([owner, ownHull]) => [owner, this.#linesOf(owner, ownHull, context)] as const),
    );
    const rules = space === 'roc' ? [RISING, ...hullParts(hull, -1)] : [RISING, FALLING];
    const baselines = rules.map((way) => [-1, pixelPath(way, axes)] as const);
    const owned = [...lines].flatMap(([owner, { best, all }]) =>
      [...best, ...all].map((way) => [owner, way] as const),
    );
    return { lines, index: new CurveIndex(axes, [...baselines, ...owned]) };
  }

  #linesOf(owner: number, ownHull: Hull, { duality, axes, space }: DrawContext): ClassifierLines {
    const { hull } = duality.scene;
    const isRoc = space === 'roc';
    const pixels = (ways: Point[][]) => ways.map((way) => pixelPath(way, axes));
    const best = isRoc
      ? hullParts(hull, owner)
      : envelopeParts(hull, (corner) => hull.owner[corner] === owner);
    let all = this.#fullPaths.get(ownHull);
    if (!all) {
      const curve = isRoc
        ? curveParts(duality.scene, owner)
        : envelopeParts(ownHull, (corner) => (ownHull.owner[corner] as number) >= 0);
      all = pixels(curve);
      this.#fullPaths.set(ownHull, all);
    }
    return { best: pixels(best), all };
  }
}

const RISING = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];
const FALLING = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
];

/** Return a line in pixels, as drawn. */
function pixelPath(places: Point[], axes: FigureAxes): PixelPath {
  const all = axes.isBent ? bendLine(places, axes.map, axes.home.x) : places;
  const way = new Float64Array(2 * all.length);
  all.forEach((place, i) => {
    const { x, y } = axes.toPixels(place);
    way[2 * i] = x;
    way[2 * i + 1] = y;
  });
  return way;
}

// ---- Names of the baselines along their lines in cost space

const MAX_RULE_LETTERS = 24;
/** Pixels between a line and its text. */
const RULE_GAP = 4;
/** Candidate positions along the visible part of a line. */
const RULE_STOPS = [0.7, 0.6, 0.8, 0.5, 0.4, 0.3, 0.2];

/** Text along a line: its midpoint, angle in degrees, and bounding box. */
interface SlantedLabel {
  middle: Point;
  angle: number;
  box: Box;
}

/** Text along the cost lines of the baselines, on the outer side. */
export class BaselineNames implements LayerPart {
  readonly follows = ['classes'] as const;
  readonly #places: LayerGroups;
  readonly #texts = [0, 1].map(() => svg('text', { class: 'cc-rule-words' }));

  constructor(places: LayerGroups) {
    this.#places = places;
    places.inside.append(...this.#texts);
  }

  draw(context: DrawContext): void {
    this.#places.scheduleWords(context);
  }

  write({ duality, axes, space }: DrawContext): void {
    const { textMetrics, occupied } = this.#places;
    for (const [i, name] of shortNames(duality.get('classes'), MAX_RULE_LETTERS).entries()) {
      const text = this.#texts[i] as SVGTextElement;
      const words = `call all ${name}`;
      const size = { width: textMetrics.widthOf(words), height: textMetrics.height };
      const slanted =
        space === 'cost' ? placeAlongBaseline(i === 0, size, axes, occupied.obstacles) : null;
      setVisible(text, slanted !== null);
      if (!slanted) continue;
      if (text.textContent !== words) text.textContent = words;
      const { middle, angle, box } = slanted;
      const transform = `translate(${middle.x},${middle.y}) rotate(${angle})`;
      setAttributes(text, { transform, y: textMetrics.rise - textMetrics.height / 2 });
      occupied.addWords(box);
    }
  }
}

/** Return a free position for text along a baseline, fully inside the figure. */
function placeAlongBaseline(
  isRising: boolean,
  size: Size,
  axes: FigureAxes,
  taken: Obstacles,
): SlantedLabel | null {
  const { y } = axes.viewport;
  const most = Math.min(0.5, y[1]);
  const ends = isRising ? [Math.max(0, y[0]), most] : [1 - most, 1 - Math.max(0, y[0])];
  const [left, right] = ends.map((pc) => axes.pixelOfX(pc)) as [number, number];
  const free = RULE_STOPS.map((stop) => {
    const share = isRising ? stop : 1 - stop;
    const pc = axes.toData({ x: left + share * (right - left), y: 0 }).x;
    return slantedLabel(pc, isRising, size, axes);
  }).filter(({ box }) => isInside(box, axes) && !taken.boxes.some((other) => overlaps(other, box)));
  const isClear = ({ box }: SlantedLabel) => !taken.lines.some((line) => crosses(line, box));
  return free.find(isClear) ?? free[0] ?? null;
}

function slantedLabel(pc: number, isRising: boolean, size: Size, axes: FigureAxes): SlantedLabel {
  const place = (at: number) => axes.toPixels({ x: at, y: isRising ? at : 1 - at });
  const near = Math.min(pc, 1 - pc) / 100;
  const [from, to, on] = [place(pc - near), place(pc + near), place(pc)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [cos, sin] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const away = RULE_GAP + size.height / 2;
  const middle = { x: on.x + away * sin, y: on.y - away * cos };
  const outline = {
    width: size.width * cos + size.height * Math.abs(sin),
    height: size.width * Math.abs(sin) + size.height * cos,
  };
  const angle = (180 / Math.PI) * Math.atan2(sin, cos);
  return { middle, angle, box: boxAround(middle, outline) };
}
