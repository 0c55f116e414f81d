// Operating point, range of pc, limit of a criterion, and the recommended choice.

import {
  criterionAnswer,
  type GroupRates,
  groupRates,
  type Limit,
  limitLine,
  type Recommendation,
} from '../geometry/choosing.ts';
import { contactAt, contactCorners, contactPath, tangent } from '../geometry/hull.ts';
import { type Box, boxAround, isInside, overlaps, type Size } from '../geometry/labels.ts';
import {
  clamp,
  costLine,
  expectedCost,
  interpolate,
  type Point,
  type Segment,
} from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import type { Criterion } from '../wire/state.ts';
import {
  choiceLabel,
  costInWords,
  handleInWords,
  ratesInWords,
  shortNames,
} from '../words/figures.ts';
import { limitLabel, MIXTURE } from '../words/subject.ts';
import {
  type DrawContext,
  type LayerGroups,
  type LayerPart,
  LineElement,
  setAttributes,
  setVisible,
  svg,
} from './part.ts';
import { TextBlock } from './words.ts';

const MAX_DOTS = 2;
/** Space reserved for a dot. */
const DOT_SIZE = { width: 18, height: 18 };
/** Height of the strip below the axis in which a range is dragged. */
const STRIP_HEIGHT = 14;
/** Maximum letters of a name next to its dot. */
const NAME_LENGTHS = [24, 14, 8];
/** Pixels from the middle of the handle to its text. */
const HANDLE_WORDS_GAP = 13;

/** Operating point: a vertical line in cost space, a tangent to the hull in ROC space. */
export class OperatingPointMark implements LayerPart {
  readonly follows = [
    'pc',
    'pc_range',
    'range_choice',
    'criterion',
    'pins',
    'conditions',
    'points',
    'hull',
    'hidden',
    'names',
    'classes',
    'difference',
    'box',
    'show_bands',
  ] as const;
  readonly #places: LayerGroups;
  readonly #rates = svg('rect', { class: 'cc-rates' });
  readonly #choice: LineElement;
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
  readonly #dots = Array.from({ length: MAX_DOTS }, () =>
    svg('circle', { class: 'cc-operating-dot', r: 6 }),
  );
  readonly #meaning: TextBlock;
  readonly #rule: TextBlock;
  /** Positions of the dots, the recommended one first, and of the handle. */
  #dotPlaces: Point[] = [];
  #handleAt: number | null = null;

  constructor(places: LayerGroups) {
    this.#places = places;
    this.#choice = new LineElement(places.inside, 'cc-choice-line');
    places.inside.append(this.#rates, this.#line);
    places.above.append(...this.#dots, this.#handle);
    places.grips.append(this.#grip, this.#handleGrip);
    this.#meaning = new TextBlock(
      places.above,
      places.textMetrics,
      'cc-operating-words cc-meaning',
    );
    this.#rule = new TextBlock(places.above, places.textMetrics, 'cc-operating-words');
  }

  draw(context: DrawContext): void {
    const pc = context.duality.get('pc');
    const isUpright = context.space !== 'roc';
    this.#grip.classList.toggle('cc-grip-turn', !isUpright);
    const line =
      pc === null ? null : isUpright ? this.#upright(pc, context) : tangentInPixels(pc, context);
    for (const element of [this.#line, this.#grip]) {
      setVisible(element, line !== null);
      if (line) setAttributes(element, line);
    }
    const isAside = !isUpright && context.duality.get('criterion') !== null;
    this.#line.classList.toggle('cc-operating-aside', isAside);
    // On the axis the bar of the range has priority.
    if (isUpright && line) setAttributes(this.#grip, { y2: line.y2 - BAR_HEIGHT });
    for (const element of [this.#handle, this.#handleGrip]) {
      setVisible(element, isUpright && line !== null);
      if (line) setAttributes(element, { transform: `translate(${line.x1},0)` });
    }
    const { width } = context.axes;
    const strip = { left: 0, top: 0, right: width, bottom: STRIP_HEIGHT };
    const sides = this.#drawRates(context);
    this.#drawDots(context, isUpright && line ? [strip] : [], [...(line ? [line] : []), ...sides]);
    this.#handleAt = isUpright && line ? line.x1 : null;
    this.#places.scheduleWords(context);
  }

  write(context: DrawContext): void {
    const { duality, axes, space } = context;
    const { occupied, curveCache } = this.#places;
    const [place] = this.#dotPlaces;
    const pixel = place && axes.toPixels(place);
    const visible = pixel && space !== 'difference' && axes.isInside(pixel) ? pixel : null;
    const wordings = place ? wordingsOf(duality.recommended, place, context) : [];
    const inkIn = (box: Box) => curveCache.curvesOf(context).index.countInk(box);
    occupied.addWords(
      this.#rule.placeWhereFree(visible, wordings, axes, occupied.obstacles, inkIn),
    );
    occupied.addWords(this.#placeMeaning(context));
  }

  #upright(pc: number, { axes }: DrawContext) {
    const x = axes.pixelOfX(pc);
    const isVisible = x > -1 && x < axes.width + 1;
    return isVisible ? { x1: x, x2: x, y1: 0, y2: axes.height } : null;
  }

  /** Describe the operating point next to its handle, in as much detail as fits. */
  #placeMeaning({ duality, axes, space }: DrawContext): Box | null {
    const pc = duality.get('pc');
    const x = this.#handleAt;
    if (space !== 'cost' || pc === null || x === null) return this.#meaning.moveTo(null, []);
    const isKnown = duality.get('conditions') !== null;
    const [, positive] = duality.get('classes');
    const range = duality.get('pc_range');
    const wordings = handleInWords(duality.effectiveConditions, positive, pc, range, isKnown);
    const sized = wordings.map((words) => ({ words, size: this.#meaning.sizeOf([words]) }));
    const { boxes } = this.#places.occupied.obstacles;
    // The handle may overlap its own strip.
    const isFree = (box: Box) =>
      isInside(box, axes) &&
      !boxes.some((other) => other.bottom > STRIP_HEIGHT && overlaps(box, other));
    for (const boxesFor of [boxesAtHandle, boxesBelowHandle]) {
      for (const { words, size } of sized) {
        const box = boxesFor(x, size, axes).find(isFree);
        if (box) return this.#meaning.moveTo(box, [words]);
      }
    }
    return this.#meaning.moveTo(null, []);
  }

  /** Draw the confidence region of the recommended rates, and return its sides as obstacles. */
  #drawRates({ duality, axes, space }: DrawContext): Segment[] {
    const box = space === 'roc' && duality.get('show_bands') ? duality.get('box') : null;
    const chosen = duality.recommended;
    // Python computed the region for one choice, which a drag may have changed.
    const isOf = box && chosen && box.at[0] === chosen.fpr && box.at[1] === chosen.tpr;
    setVisible(this.#rates, Boolean(isOf));
    if (!box || !isOf) return [];
    const { x: x1, y: y1 } = axes.toPixels({ x: box.fpr[0], y: box.tpr[1] });
    const { x: x2, y: y2 } = axes.toPixels({ x: box.fpr[1], y: box.tpr[0] });
    setAttributes(this.#rates, { x: x1, y: y1, width: x2 - x1, height: y2 - y1 });
    return [
      { x1, y1, x2, y2: y1 },
      { x1, y1: y2, x2, y2 },
      { x1, y1, x2: x1, y2 },
      { x1: x2, y1, x2, y2 },
    ];
  }

  #drawDots(context: DrawContext, boxes: Box[], lines: Segment[]): void {
    const { duality, axes, space } = context;
    const { recommended } = duality;
    this.#dotPlaces = dotPlaces(recommended, context);
    const pixels = this.#dotPlaces.map((place) => axes.toPixels(place));
    const visible = pixels.filter((pixel) => axes.isInside(pixel));
    this.#dots.forEach((dot, i) => {
      const pixel = visible[i];
      setVisible(dot, pixel !== undefined);
      if (pixel) setAttributes(dot, { cx: pixel.x, cy: pixel.y });
    });
    const isCost = space === 'cost' && recommended !== null;
    const line = isCost ? costLine(recommended.fpr, recommended.tpr) : null;
    this.#choice.draw(line, axes);
    const allLines = line && !axes.isBent ? [...lines, axes.segmentToPixels(line)] : lines;
    this.#places.occupied.reserve(
      this,
      [...boxes, ...visible.map((pixel) => boxAround(pixel, DOT_SIZE))],
      allLines,
    );
  }
}

function boxesAtHandle(x: number, size: Size): Box[] {
  const away = HANDLE_WORDS_GAP + size.width / 2;
  return [x + away, x - away].map((middle) =>
    boxAround({ x: middle, y: 2 + size.height / 2 }, size),
  );
}

/** Return the box below the handle, shifted into the figure. */
function boxesBelowHandle(x: number, size: Size, { width }: Size): Box[] {
  const half = size.width / 2 + HANDLE_WORDS_GAP;
  if (2 * half > width) return [];
  const middle = { x: clamp(x, half, width - half), y: STRIP_HEIGHT + 2 + size.height / 2 };
  return [boxAround(middle, size)];
}

function tangentInPixels(pc: number, { duality, axes }: DrawContext) {
  const { hull, own } = duality.scene;
  const line = own.size > 0 ? tangent(hull, pc) : null;
  return line && axes.segmentToPixels(line);
}

/** Return the recommended point or both tied ones in ROC space, or its cost in cost space. */
function dotPlaces(chosen: Recommendation | null, { duality, space }: DrawContext): Point[] {
  const { hull } = duality.scene;
  const pc = duality.get('pc');
  if (pc === null || chosen === null || hull.fpr.length === 0) return [];
  const { fpr, tpr } = chosen;
  if (space === 'cost') return [{ x: pc, y: expectedCost(fpr, tpr, pc) }];
  if (space === 'roc') {
    const isAlone = duality.get('criterion') || duality.get('pc_range');
    const corners = isAlone ? [] : contactCorners(hull, pc);
    return [{ x: fpr, y: tpr }, ...corners.filter(({ x, y }) => x !== fpr || y !== tpr)];
  }
  const difference = duality.get('difference');
  const y = interpolate(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? [] : [{ x: pc, y }];
}

/** Return the labels of the recommended choice, longest first. */
function wordingsOf(
  chosen: Recommendation | null,
  { y }: Point,
  { duality, space }: DrawContext,
): string[][] {
  if (!chosen || space === 'difference') return [];
  const marks = NAME_LENGTHS.map((letters) => choiceLabel(duality.subject, chosen, letters));
  if (space === 'cost') {
    const cost = costInWords(y);
    return [...marks.map((mark) => [mark, cost]), [cost]];
  }
  const rates = ratesInWords(duality.subject.classes, chosen.fpr, chosen.tpr);
  return [...marks.map((mark) => [mark, ...rates]), rates];
}

// ---- Groups of examples at the recommended threshold: rings, and lines in cost space

/** Space reserved for a ring. */
const RING_SIZE = { width: 12, height: 12 };
/** Pixels from the middle of a ring to its name. */
const RING_WORDS_GAP = 8;
const MAX_GROUP_LINES = 8;

/** Elements of one group in one figure. */
interface Ring {
  line: LineElement;
  circle: SVGCircleElement;
  words: TextBlock;
}

/** Position and name of a ring. */
interface RingName {
  place: Point;
  name: string;
}

/** Groups at the recommended threshold and at those in use, which are common to all groups. */
export class GroupRings implements LayerPart {
  readonly follows = [
    'groups',
    'group_names',
    'pc',
    'pc_range',
    'range_choice',
    'criterion',
    'points',
    'hull',
    'hidden',
    'looks',
  ] as const;
  readonly #places: LayerGroups;
  readonly #rings: Ring[] = [];
  #ringNames: RingName[] = [];

  constructor(places: LayerGroups) {
    this.#places = places;
  }

  draw(context: DrawContext): void {
    const { axes } = context;
    const groups = visibleGroups(context);
    while (this.#rings.length < groups.length) this.#rings.push(this.#createRing());
    this.#rings.forEach((ring, i) => {
      drawRing(ring, groups[i] ?? null, groups.length, context);
    });
    this.#ringNames = groups
      .map((group) => ({ place: axes.toPixels(ringPlace(group, context)), name: group.name }))
      .filter(({ place }) => axes.isInside(place));
    const boxes = this.#ringNames.map(({ place }) => boxAround(place, RING_SIZE));
    this.#places.occupied.reserve(this, boxes);
    this.#places.scheduleWords(context);
  }

  write({ axes }: DrawContext): void {
    const names = this.#ringNames.map(({ name }) => name);
    const lengths = names.length > MAX_GROUP_LINES ? NAME_LENGTHS.slice(1) : NAME_LENGTHS;
    const wordings = lengths.map((letters) => shortNames(names, letters));
    this.#rings.forEach(({ words }, i) => {
      const lines = wordings.map((short) => [short[i] ?? '']);
      this.#places.occupied.addWords(
        this.#write(words, this.#ringNames[i]?.place ?? null, lines, axes),
      );
    });
  }

  /** Write the longest version of a name that fits next to its ring, if any does. */
  #write(words: TextBlock, place: Point | null, wordings: string[][], axes: Size): Box | null {
    const { boxes } = this.#places.occupied.obstacles;
    const rings = this.#ringNames.map((ring) => ring.place);
    const isFree = (box: Box) =>
      isInside(box, axes) &&
      !boxes.some((other) => overlaps(box, other)) &&
      nearestPlace(box, rings) === place;
    for (const lines of place ? wordings : []) {
      const box = boxesAtRing(place as Point, words.sizeOf(lines)).find(isFree);
      if (box) return words.moveTo(box, lines);
    }
    return words.moveTo(null, []);
  }

  #createRing(): Ring {
    const { inside, above, textMetrics } = this.#places;
    const circle = svg('circle', { class: 'cc-group-ring', r: 4.5 });
    above.append(circle);
    return {
      line: new LineElement(inside, 'cc-group-line'),
      circle,
      words: new TextBlock(above, textMetrics, 'cc-group-words'),
    };
  }
}

/** Return the groups visible in a figure. */
function visibleGroups({ duality, space }: DrawContext): GroupRates[] {
  if (space === 'difference' || (space === 'cost' && duality.get('pc') === null)) return [];
  const names = duality.get('group_names');
  return groupRates(duality.get('groups'), names, duality.recommended, duality.get('hidden'));
}

/** Return the rates of a group in ROC space, or its cost in cost space. */
function ringPlace({ fpr, tpr }: GroupRates, { duality, space }: DrawContext): Point {
  const pc = duality.get('pc') as number;
  return space === 'roc' ? { x: fpr, y: tpr } : { x: pc, y: expectedCost(fpr, tpr, pc) };
}

/** Draw a ring, and its cost line if there are few groups. */
function drawRing(
  { circle, line }: Ring,
  group: GroupRates | null,
  count: number,
  context: DrawContext,
): void {
  const { duality, axes, space } = context;
  const isLined = group !== null && space === 'cost' && count <= MAX_GROUP_LINES;
  line.draw(isLined ? costLine(group.fpr, group.tpr) : null, axes);
  const pixel = group && axes.toPixels(ringPlace(group, context));
  setVisible(circle, pixel !== null && axes.isInside(pixel));
  if (group === null || pixel === null) return;
  const stroke = duality.get('looks')[group.owner]?.color ?? 'currentcolor';
  line.color(stroke);
  setAttributes(circle, { cx: pixel.x, cy: pixel.y, stroke });
}

/** Return the boxes to the right, left, top and bottom of a ring. */
function boxesAtRing({ x, y }: Point, size: Size): Box[] {
  const [across, up] = [RING_WORDS_GAP + size.width / 2, RING_WORDS_GAP + size.height / 2];
  const middles = [
    { x: x + across, y },
    { x: x - across, y },
    { x, y: y - up },
    { x, y: y + up },
  ];
  return middles.map((middle) => boxAround(middle, size));
}

/** Return the position closest to a box, to which a reader would attribute the text. */
function nearestPlace(
  { left, right, top, bottom }: Box,
  places: readonly Point[],
): Point | undefined {
  const away = ({ x, y }: Point) =>
    Math.hypot(x - clamp(x, left, right), y - clamp(y, top, bottom));
  return [...places].sort((first, second) => away(first) - away(second))[0];
}

// ---- Range of pc

const RANGE_ENDS = ['low', 'high'] as const;
/** Space reserved for a handle. */
const HANDLE_SIZE = { width: 16, height: 26 };
/** Height of the bar above the axis. */
export const BAR_HEIGHT = 8;
/** Pixels from the end of the range to the remove button, and from the axis to its middle. */
const REMOVE_GAP = 16;
const REMOVE_HEIGHT = 12;
/** Pixels from the axis to the label. */
const NAME_HEIGHT = 44;

/** Range of pc: a shaded interval in cost space, a fan of tangents in ROC space. */
export class RangePart implements LayerPart {
  readonly follows = ['pc_range', 'points', 'hull', 'hidden'] as const;
  readonly #places: LayerGroups;
  readonly #shade = svg('rect', { class: 'cc-range-shade', y: 0 });
  readonly #body = svg('rect', { class: 'cc-grip cc-grip-body', 'data-grip': 'range', y: 0 });
  readonly #strip = svg('rect', {
    class: 'cc-grip cc-strip',
    'data-grip': 'strip',
    height: STRIP_HEIGHT,
  });
  readonly #bar = svg('rect', { class: 'cc-range-bar', height: BAR_HEIGHT });
  readonly #barGrip = svg('rect', {
    class: 'cc-grip cc-grip-bar',
    'data-grip': 'range',
    height: BAR_HEIGHT,
  });
  readonly #x = svg('path', { class: 'cc-range-x', d: 'M-3.5,-3.5L3.5,3.5M3.5,-3.5L-3.5,3.5' });
  readonly #xGrip = svg('circle', { class: 'cc-grip cc-grip-x', 'data-grip': 'forget', r: 10 });
  readonly #stretch = svg('polyline', { class: 'cc-range-stretch' });
  readonly #lines = RANGE_ENDS.map(() => svg('line', { class: 'cc-range-line' }));
  readonly #grips = RANGE_ENDS.map((end) => svg('line', { class: 'cc-grip', 'data-grip': end }));
  readonly #handles = RANGE_ENDS.map(() =>
    svg('rect', { class: 'cc-range-handle', x: -4, y: -22, width: 8, height: 22, rx: 3 }),
  );

  readonly #label: TextBlock;
  #labelPlace: Point | null = null;

  constructor(places: LayerGroups) {
    this.#places = places;
    this.#label = new TextBlock(places.above, places.textMetrics, 'cc-range-words');
    places.behind.append(this.#shade, this.#stretch);
    places.inside.append(...this.#lines);
    places.above.append(this.#bar, ...this.#handles);
    const grips = [this.#strip, this.#body, this.#barGrip, ...this.#grips, this.#xGrip, this.#x];
    places.grips.append(...grips);
    addTooltip(this.#strip, 'Drag along the axis: a range of conditions');
    addTooltip(this.#barGrip, 'Drag to move your range');
    addTooltip(this.#xGrip, 'Remove your range');
  }

  draw(context: DrawContext): void {
    const range = context.duality.get('pc_range');
    const isUpright = context.space !== 'roc';
    setVisible(this.#strip, isUpright);
    if (isUpright)
      setAttributes(this.#strip, { y: context.axes.height, width: context.axes.width });
    for (const element of this.#uprights) setVisible(element, range !== null && isUpright);
    setVisible(this.#stretch, range !== null && !isUpright);
    for (const grip of this.#grips) grip.classList.toggle('cc-grip-turn', !isUpright);
    if (range === null) this.#hideEnds();
    else if (isUpright) this.#drawUpright(range, context);
    else this.#drawFan(range, context);
    this.#places.scheduleWords(context);
  }

  get #uprights(): SVGElement[] {
    return [this.#shade, this.#body, this.#bar, this.#barGrip, this.#x, this.#xGrip];
  }

  #hideEnds(): void {
    for (const element of [...this.#lines, ...this.#grips, ...this.#handles])
      setVisible(element, false);
    this.#places.occupied.reserve(this, []);
    this.#labelPlace = null;
  }

  write(context: DrawContext): void {
    const { occupied, curveCache } = this.#places;
    const inkIn = (box: Box) => curveCache.curvesOf(context).index.countInk(box);
    occupied.addWords(
      this.#label.placeWhereFree(
        this.#labelPlace,
        [['your range']],
        context.axes,
        occupied.obstacles,
        inkIn,
      ),
    );
  }

  #drawUpright(range: [number, number], context: DrawContext): void {
    const { axes } = context;
    const [left, right] = range.map((pc) => axes.pixelOfX(pc)) as [number, number];
    for (const element of [this.#shade, this.#body]) {
      setAttributes(element, { x: left, width: Math.max(0, right - left), height: axes.height });
    }
    const lines = [left, right].map((x) => ({ x1: x, x2: x, y1: 0, y2: axes.height }));
    const handles = [left, right].map((x) => boxAround({ x, y: axes.height - 11 }, HANDLE_SIZE));
    const x = this.#drawBar(clamp(left, 0, axes.width), clamp(right, 0, axes.width), axes);
    const button = boxAround(
      { x, y: axes.height - REMOVE_HEIGHT },
      { width: 2 * REMOVE_HEIGHT, height: 2 * REMOVE_HEIGHT },
    );
    this.#places.occupied.reserve(this, [...handles, button], lines);
    this.#labelPlace = { x: left, y: axes.height - NAME_HEIGHT };
    [left, right].forEach((x, i) => {
      this.#drawEnd(i, lines[i] ?? null, true);
      const handle = this.#handles[i] as SVGRectElement;
      setVisible(handle, x > -1 && x < axes.width + 1);
      setAttributes(handle, { transform: `translate(${x},${axes.height})` });
    });
  }

  /**
   * Draw the bar; return the x of the remove button, right of it if there is room, else left.
   */
  #drawBar(left: number, right: number, { width, height }: DrawContext['axes']): number {
    for (const element of [this.#bar, this.#barGrip]) {
      setAttributes(element, { x: left, y: height - BAR_HEIGHT, width: right - left });
    }
    const places = [right + REMOVE_GAP, left - REMOVE_GAP, right - REMOVE_GAP];
    const x =
      places.find((place) => place >= REMOVE_HEIGHT && place <= width - REMOVE_HEIGHT) ?? width / 2;
    for (const element of [this.#x, this.#xGrip]) {
      setAttributes(element, { transform: `translate(${x},${height - REMOVE_HEIGHT})` });
    }
    return x;
  }

  #drawFan(range: [number, number], context: DrawContext): void {
    const { duality, axes } = context;
    const { hull } = duality.scene;
    const places = contactPath(hull, ...range).map((place) => axes.toPixels(place));
    // A path with one vertex is invisible; two equal ones draw a round cap.
    const [first] = places;
    if (places.length === 1 && first) places.push(first);
    setAttributes(this.#stretch, { points: places.map(({ x, y }) => `${x},${y}`).join(' ') });
    const tangents = range.map((pc) => tangent(hull, pc));
    const lines = tangents.map((line) => line && axes.segmentToPixels(line));
    const visible = lines.filter((line) => line !== null);
    const { x2: x, y2: y } = visible.at(-1) ?? { x2: 0, y2: 0 };
    this.#places.occupied.reserve(this, [], visible);
    this.#labelPlace = { x, y };
    lines.forEach((line, i) => {
      this.#drawEnd(i, line, line !== null);
      setVisible(this.#handles[i] as SVGRectElement, false);
    });
  }

  #drawEnd(i: number, line: object | null, isVisible: boolean): void {
    for (const element of [this.#lines[i], this.#grips[i]] as SVGLineElement[]) {
      setVisible(element, isVisible);
      if (line) setAttributes(element, line);
    }
  }
}

function addTooltip(grip: SVGElement, words: string): void {
  const title = svg('title');
  title.textContent = words;
  grip.append(title);
}

// ---- Limit of a criterion as a draggable line, and the mixture that is better within it

const MAX_MIX_DOTS = 3;
const MIX_DOT = { width: 10, height: 10 };
/** Position of the label, as a share of the line from its lower end. */
const FOOT = 0.12;
/** Mixtures closer to the choice than this are not drawn. */
const MIN_MIX_DISTANCE = 0.03;

/** A mixture of two thresholds in one figure. */
interface MixtureDrawing {
  dots: readonly (readonly [number, number])[];
  /** Position of the label, if the mixture has no ring. */
  label: Point | null;
  line: Segment;
}

/** Limit of a criterion, and the mixture of thresholds if it is clearly better. */
export class LimitPart implements LayerPart {
  readonly follows = ['criterion', 'points', 'hull', 'hidden'] as const;
  readonly #line = svg('line', { class: 'cc-limit-line' });
  readonly #grip = svg('line', { class: 'cc-grip', 'data-grip': 'limit' });
  readonly #mix: LineElement;
  readonly #mark = svg('path', { class: 'cc-limit-mark', d: 'M0,-7L10,0L0,7Z' });
  readonly #markGrip = svg('rect', {
    class: 'cc-grip cc-grip-rise',
    'data-grip': 'limit',
    x: -10,
    y: -11,
    width: 24,
    height: 22,
  });
  readonly #places: LayerGroups;
  readonly #limitWords: TextBlock;
  readonly #mixWords: TextBlock;
  /** Positions of both labels. */
  #limitLabelPlace: Point | null = null;
  #mixLabelPlace: Point | null = null;
  readonly #dots = Array.from({ length: MAX_MIX_DOTS }, () =>
    svg('circle', { class: 'cc-answer-dot', r: 4 }),
  );

  constructor(places: LayerGroups) {
    this.#places = places;
    places.inside.append(this.#line);
    this.#mix = new LineElement(places.inside, 'cc-answer-line');
    places.above.append(this.#mark, ...this.#dots);
    this.#limitWords = new TextBlock(places.above, places.textMetrics, 'cc-limit-words');
    this.#mixWords = new TextBlock(places.above, places.textMetrics, 'cc-limit-words');
    places.grips.append(this.#grip, this.#markGrip);
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    const criterion = space === 'difference' ? null : duality.get('criterion');
    const limit = criterion?.limit ?? null;
    const line = limit && space === 'roc' ? limitLine(limit) : null;
    const pixels = line && axes.segmentToPixels(line);
    this.#drawLimit(pixels);
    const mark = limit && space === 'cost' ? markOfLimit(limit) : null;
    this.#drawMark(mark && axes.toPixels(mark), context);
    const mixture = mixtureDrawing(criterion, context);
    this.#mix.draw(mixture?.line ?? null, axes);
    const dots = (mixture?.dots ?? []).map(([x, y]) => axes.toPixels({ x, y }));
    this.#drawDots(dots, context);
    const boxes = dots.map((pixel) => boxAround(pixel, MIX_DOT));
    this.#places.occupied.reserve(this, boxes, pixels ? [pixels] : []);
    this.#limitLabelPlace = line ? pointNearFoot(line) : mark;
    this.#mixLabelPlace = mixture?.label ?? null;
    this.#places.scheduleWords(context);
  }

  write(context: DrawContext): void {
    const { duality, axes } = context;
    const { occupied, curveCache } = this.#places;
    const inkIn = (box: Box) => curveCache.curvesOf(context).index.countInk(box);
    const visiblePixel = (place: Point | null) => {
      const pixel = place && axes.toPixels(place);
      return pixel && axes.isInside(pixel) ? pixel : null;
    };
    const criterion = duality.get('criterion');
    const wordings = criterion ? [[limitLabel(criterion)], ['your limit']] : [];
    occupied.addWords(
      this.#limitWords.placeWhereFree(
        visiblePixel(this.#limitLabelPlace),
        wordings,
        axes,
        occupied.obstacles,
        inkIn,
      ),
    );
    occupied.addWords(
      this.#mixWords.placeWhereFree(
        visiblePixel(this.#mixLabelPlace),
        [[MIXTURE]],
        axes,
        occupied.obstacles,
        inkIn,
      ),
    );
  }

  #drawLimit(line: Segment | null): void {
    for (const element of [this.#line, this.#grip]) {
      setVisible(element, line !== null);
      if (line) setAttributes(element, line);
    }
  }

  #drawMark(pixel: Point | null, { axes }: DrawContext): void {
    for (const element of [this.#mark, this.#markGrip]) {
      setVisible(element, pixel !== null && axes.isInside(pixel));
      if (pixel) setAttributes(element, { transform: `translate(${pixel.x},${pixel.y})` });
    }
  }

  #drawDots(pixels: Point[], { axes }: DrawContext): void {
    this.#dots.forEach((dot, i) => {
      const pixel = pixels[i];
      const isVisible = pixel !== undefined && axes.isInside(pixel);
      setVisible(dot, isVisible);
      dot.classList.toggle('cc-answer-mixed', i === 2);
      if (isVisible) setAttributes(dot, { cx: pixel.x, cy: pixel.y });
    });
  }
}

/** Return the start of the cost lines that exhaust a limit on the false positive rate. */
const markOfLimit = ({ fpr, tpr, most }: Limit): Point | null =>
  tpr === 0 ? { x: 0, y: most / fpr } : null;

/** Return a point near the lower end of a line. */
function pointNearFoot({ x1, y1, x2, y2 }: Segment): Point {
  const share = y1 < y2 ? FOOT : 1 - FOOT;
  return { x: x1 + share * (x2 - x1), y: y1 + share * (y2 - y1) };
}

/**
 * Return the mixture of two corners: its segment in ROC space, its cost line in cost space.
 *
 * The recommended choice already has a ring and a line.
 */
function mixtureDrawing(
  criterion: Criterion | null,
  { duality, space }: DrawContext,
): MixtureDrawing | null {
  const { hull } = duality.scene;
  const answer = criterionAnswer(criterion, hull);
  const [first, second, mixed] = answer?.roc ?? [];
  const chosen = duality.recommended;
  if (!answer || !first || !second || !mixed || !chosen) return null;
  const isChosen = chosen.owner === Owner.MIXED;
  const [x, y] = mixed;
  if (!isChosen && Math.max(Math.abs(x - chosen.fpr), Math.abs(y - chosen.tpr)) < MIN_MIX_DISTANCE)
    return null;
  if (space === 'roc') {
    const line = { x1: first[0], y1: first[1], x2: second[0], y2: second[1] };
    return {
      dots: isChosen ? [first, second] : [first, second, mixed],
      label: isChosen ? null : { x, y },
      line,
    };
  }
  if (isChosen) return null;
  const pc = criterion?.pc ?? null;
  const vertex = pc === null ? null : { x: pc, y: contactAt(hull, pc).cost };
  const end = { x: 1, y: 1 - y };
  return {
    dots: vertex ? [[vertex.x, vertex.y]] : [],
    label: vertex ?? end,
    line: { x1: 0, y1: x, x2: end.x, y2: end.y },
  };
}
