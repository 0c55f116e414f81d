// Highlights: the hovered item, pins, notes, and all cost lines of a classifier.

import type { FigureAxes } from '../cursor/axes.ts';
import {
  crossesViewport,
  type Hover,
  highlight,
  isInViewport,
  NO_HIGHLIGHT,
  type NoteContext,
  type NoteDrawing,
  noteDrawing,
  type SpaceHighlight,
  visibleMidpoint,
} from '../geometry/highlight.ts';
import {
  type Box,
  bendLine,
  boxAround,
  indexRange,
  isInside,
  overlaps,
  type Size,
} from '../geometry/labels.ts';
import { clamp, interpolate, type Point, type Segment } from '../geometry/lines.ts';
import type { NotePlace } from '../wire/state.ts';
import { costInWords, differenceInWords, highlightLines } from '../words/figures.ts';
import {
  type DrawContext,
  equalArrays,
  type LayerGroups,
  type LayerPart,
  LineElement,
  setAttributes,
  setVisible,
  svg,
} from './part.ts';
import { RimArrows, TextBlock } from './words.ts';

// ---- Highlight of the hovered item

/** The hovered item, in its own figure and in the other one. */
export class HoverHighlight implements LayerPart {
  readonly follows = ['hover', 'points', 'hull', 'hidden'] as const;
  readonly #places: LayerGroups;
  readonly #line: LineElement;
  readonly #edge: LineElement;
  readonly #crossing = svg('circle', { class: 'cc-now-crossing', r: 4 });
  readonly #dot = svg('circle', { class: 'cc-now-dot', r: 6 });
  readonly #arrows: RimArrows;
  readonly #words: TextBlock;

  constructor(places: LayerGroups) {
    this.#places = places;
    this.#line = new LineElement(places.inside, 'cc-now-line');
    this.#edge = new LineElement(places.inside, 'cc-now-edge');
    places.above.append(this.#crossing, this.#dot);
    for (const mark of [this.#crossing, this.#dot]) setVisible(mark, false);
    this.#arrows = new RimArrows(places.above, places.textMetrics, 'cc-now-label');
    this.#words = new TextBlock(places.above, places.textMetrics, 'cc-now-label');
  }

  get label(): SVGTextElement {
    return this.#words.text;
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    if (space === 'difference') return;
    const { points, hull } = duality.scene;
    const highlighted = highlight(duality.hover, points, hull)[space];
    this.#line.draw(highlighted.line, axes);
    this.#edge.draw(highlighted.edge, axes);
    this.#arrows.draw(highlighted, context, this.#places.occupied.obstacles);
    this.#drawMarks(highlighted, context);
  }

  #drawMarks(highlighted: SpaceHighlight, context: DrawContext): void {
    const { duality, axes, space } = context;
    const { hover, subject } = duality;
    const crossing = space === 'cost' ? crossingOf(highlighted.line, duality.get('pc')) : null;
    const seenCrossing = crossing && isInViewport(crossing, axes.dataViewport) ? crossing : null;
    const dot = this.#moveDot(this.#dot, highlighted.dot, axes);
    const cross = this.#moveDot(this.#crossing, seenCrossing, axes);
    if (hover === null || space === 'difference') return void this.#words.moveTo(null, []);
    const words = highlightLines(hover, subject, space);
    if (seenCrossing) words.push(costInWords(seenCrossing.y));
    const line = highlighted.edge ?? highlighted.line;
    const middle = line && visibleMidpoint(line, axes.dataViewport);
    const place = dot ?? cross ?? (middle && axes.toPixels(middle));
    this.#words.placeNear(place, words, axes, this.#places.occupied.obstacles);
  }

  /** Move a dot and return its pixel; hide it if it is outside the figure. */
  #moveDot(dot: SVGCircleElement, place: Point | null, axes: DrawContext['axes']): Point | null {
    const pixel = place && axes.toPixels(place);
    const isVisible = pixel !== null && axes.isInside(pixel);
    setVisible(dot, isVisible);
    if (!isVisible) return null;
    setAttributes(dot, { cx: pixel.x, cy: pixel.y });
    return pixel;
  }
}

function crossingOf(line: Segment | null, pc: number | null): Point | null {
  return line && pc !== null ? { x: pc, y: line.y1 + pc * (line.y2 - line.y1) } : null;
}

// ---- The pc under the pointer, shown in the other figures

/** Vertical line at the pc under the pointer in another figure, with the difference in cost. */
export class PcPointerLine implements LayerPart {
  readonly follows = ['pcPointer', 'difference'] as const;
  readonly #places: LayerGroups;
  readonly #line = svg('line', { class: 'cc-eye' });
  readonly #dot = svg('circle', { class: 'cc-eye-dot', r: 6 });
  readonly #words: TextBlock;

  constructor(places: LayerGroups) {
    this.#places = places;
    places.inside.append(this.#line);
    places.above.append(this.#dot);
    this.#words = new TextBlock(places.above, places.textMetrics, 'cc-now-label');
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    const { pcPointer } = duality;
    const isElsewhere =
      pcPointer !== null && space !== 'roc' && (pcPointer.space !== space || space !== 'cost');
    setVisible(this.#line, isElsewhere);
    if (isElsewhere) {
      const x = axes.pixelOfX(pcPointer.pc);
      setAttributes(this.#line, { x1: x, x2: x, y1: 0, y2: axes.height });
    }
    const place =
      pcPointer && space === 'difference' ? differencePoint(duality, pcPointer.pc) : null;
    const pixel = place && axes.toPixels(place);
    setVisible(this.#dot, pixel !== null);
    if (pixel) setAttributes(this.#dot, { cx: pixel.x, cy: pixel.y });
    const words = place ? [differenceInWords(place.y)] : [];
    this.#words.placeNear(pixel, words, axes, this.#places.occupied.obstacles);
  }
}

function differencePoint(duality: DrawContext['duality'], pc: number): Point | null {
  const difference = duality.get('difference');
  const y = interpolate(difference.pc, difference.estimate, pc);
  return Number.isNaN(y) ? null : { x: pc, y };
}

// ---- Pins

/** Number of candidate positions of a badge along a line. */
const LINE_STOPS = 24;
/** Size of a badge, and its distances from a dot. */
const BADGE_SIZE = { width: 20, height: 20 };
const DOT_SIZE = { width: 12, height: 12 };
const BADGE_DISTANCES = [15, 24, 36];
const DIRECTIONS = 8;
const ARRIVAL = { duration: 180, easing: 'ease-out' };

class Pin {
  readonly #line: LineElement;
  readonly #root = svg('g', { class: 'cc-pin' });
  readonly #lines = svg('g');
  readonly #dot = svg('circle', { class: 'cc-pin-dot', r: 4 });
  readonly #badge = svg('g', { class: 'cc-pin-badge' });
  readonly #arrows: RimArrows;

  constructor(places: LayerGroups, number: number) {
    places.inside.append(this.#lines);
    this.#line = new LineElement(this.#lines, 'cc-pin-line');
    const words = svg('text', { 'text-anchor': 'middle', y: '0.35em' });
    words.textContent = String(number);
    this.#badge.append(svg('circle', { r: 9 }), words);
    this.#root.append(this.#dot, this.#badge);
    places.above.append(this.#root);
    this.#arrows = new RimArrows(this.#root, places.textMetrics, 'cc-pin-words');
  }

  /** Animate a new pin once. */
  arrive(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.#dot.animate([{ r: '14px' }, { r: '4px' }], ARRIVAL);
    this.#lines.firstElementChild?.animate(
      [{ strokeWidth: '7px' }, { strokeWidth: '1.5px' }],
      ARRIVAL,
    );
  }

  /** Draw the pin and return the boxes that it occupies. */
  draw(
    highlighted: SpaceHighlight,
    color: string,
    context: DrawContext,
    places: LayerGroups,
    taken: Box[],
    start: number,
  ) {
    const { axes } = context;
    for (const part of [this.#root, this.#lines]) part.style.setProperty('--cc-own', color);
    this.#line.draw(highlighted.line, axes);
    const pixel = highlighted.dot && axes.toPixels(highlighted.dot);
    const isVisible = pixel !== null && axes.isInside(pixel);
    setVisible(this.#dot, isVisible);
    if (isVisible) setAttributes(this.#dot, { cx: pixel.x, cy: pixel.y });
    const stops = isVisible
      ? placesAroundDot(pixel)
      : highlighted.line
        ? placesAlong(highlighted.line, axes, start)
        : [];
    const inside = stops.filter((place) => isInside(boxAround(place, BADGE_SIZE), axes));
    const isFree = (place: Point) =>
      !taken.some((box) => overlaps(boxAround(place, BADGE_SIZE), box));
    const place = inside.find(isFree) ?? inside[0];
    setVisible(this.#badge, place !== undefined);
    if (place) setAttributes(this.#badge, { transform: `translate(${place.x},${place.y})` });
    const ownBoxes = place ? [boxAround(place, BADGE_SIZE)] : [];
    if (isVisible) ownBoxes.push(boxAround(pixel, DOT_SIZE));
    const { boxes, lines } = places.occupied.drawnObstacles;
    const all = { boxes: [...boxes, ...taken, ...ownBoxes], lines };
    return [
      ...ownBoxes,
      ...this.#arrows.draw(highlighted === NO_HIGHLIGHT ? null : highlighted, context, all),
    ];
  }
}

function placesAroundDot({ x, y }: Point): Point[] {
  return BADGE_DISTANCES.flatMap((away) =>
    Array.from({ length: DIRECTIONS }, (_, i) => {
      const angle = ((2 * i + 1) * Math.PI) / DIRECTIONS;
      return { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) };
    }),
  );
}

/** Return positions along a line, with an offset per pin. */
function placesAlong(line: Segment, axes: FigureAxes, start: number): Point[] {
  return Array.from({ length: LINE_STOPS }, (_, i) => {
    const share = (((start + 1) * 0.11 + i / LINE_STOPS) % 0.9) + 0.05;
    const x = line.x1 + share * (line.x2 - line.x1);
    const y = line.y1 + share * (line.y2 - line.y1);
    return axes.toPixels({ x, y });
  });
}

/** All pins, numbered in the order of pinning. */
export class Pins implements LayerPart {
  readonly follows = ['pins', 'points', 'hull', 'hidden', 'looks'] as const;
  readonly #places: LayerGroups;
  readonly #pins: Pin[] = [];
  #count: number | null = null;

  constructor(places: LayerGroups) {
    this.#places = places;
  }

  draw(context: DrawContext): void {
    const { duality, space } = context;
    const pins = space === 'difference' ? [] : duality.get('pins');
    while (this.#pins.length < pins.length) {
      this.#pins.push(new Pin(this.#places, this.#pins.length + 1));
    }
    const { points, hull } = duality.scene;
    const taken: Box[] = [];
    this.#places.occupied.reserve(this, []);
    this.#pins.forEach((element, i) => {
      const pin = pins[i];
      const highlighted =
        pin && space !== 'difference' ? highlight(pin, points, hull)[space] : NO_HIGHLIGHT;
      taken.push(
        ...element.draw(highlighted, colorOf(pin, context), context, this.#places, taken, i),
      );
    });
    this.#places.occupied.reserve(this, taken);
    if (this.#count !== null && pins.length > this.#count) this.#pins[pins.length - 1]?.arrive();
    this.#count = pins.length;
  }
}

/** Return the color of a pin's classifier, or the text color for free points. */
function colorOf(pin: Hover | undefined, { duality }: DrawContext): string {
  const owner = pin?.kind === 'point' ? duality.scene.points.owner[pin.index] : undefined;
  return duality.get('looks')[owner ?? -1]?.color ?? 'var(--cc-ink)';
}

// ---- Notes

/** Distance of the bracket of a range from the axis. */
const BRACKET_HEIGHT = 12;
/** Number of candidate positions along a line. */
const MAX_STOPS = 11;
/** With more notes than this, their lines are drawn fainter. */
const MAX_STRONG_NOTES = 5;
/** Padding of a badge, and the maximum length of its tooltip. */
const PADDING = 8;
const MAX_TITLE_LETTERS = 600;

/** Lines, dot and bracket of a note in one space. */
class NoteStrokes {
  readonly #under: SVGGElement;
  readonly #lines: LineElement[];
  readonly #dot = svg('circle', { r: 8 });
  readonly #span = svg('path');

  constructor(places: LayerGroups, name: string) {
    this.#under = svg('g', { class: name });
    const over = svg('g', { class: name });
    places.inside.append(this.#under);
    places.above.append(over);
    this.#lines = [0, 1].map(() => new LineElement(this.#under, 'cc-note-line'));
    over.append(this.#span, this.#dot);
  }

  fade(isFaint: boolean): void {
    this.#under.classList.toggle('cc-note-many', isFaint);
  }

  /** Draw the note and return candidate positions for its badge. */
  draw(drawing: NoteDrawing | null, axes: FigureAxes, start = 0): Point[] {
    const { dot = null, lines = [], span = null } = drawing ?? {};
    this.#lines.forEach((stroke, i) => {
      stroke.draw(lines[i] ?? null, axes);
    });
    const pixel = dot && axes.toPixels(dot);
    setVisible(this.#dot, pixel !== null);
    if (pixel) setAttributes(this.#dot, { cx: pixel.x, cy: pixel.y });
    const ends = span && this.#bracket(span, axes);
    setVisible(this.#span, ends !== null);
    const stops = lines.slice(0, 1).flatMap((line) => placesAlong(line, axes, start));
    return [...(pixel ? [pixel] : []), ...(ends ?? []), ...stops.slice(0, MAX_STOPS)];
  }

  #bracket([low, high]: readonly [number, number], axes: FigureAxes): Point[] {
    const [left, right] = [low, high].map((pc) => clamp(axes.pixelOfX(pc), 0, axes.width)) as [
      number,
      number,
    ];
    const y = axes.height - BRACKET_HEIGHT;
    setAttributes(this.#span, { d: `M${left},${y + 4}V${y}H${right}V${y + 4}` });
    return [0.5, 0.3, 0.7].map((share) => ({ x: left + share * (right - left), y }));
  }
}

class NoteBadge {
  readonly strokes: NoteStrokes;
  readonly el = svg('g', { class: 'cc-note-badge' });
  readonly #stem = svg('line', { class: 'cc-note-stem' });
  readonly #paper = svg('rect', { rx: 3 });
  readonly #words = svg('text', { 'text-anchor': 'middle', y: '0.35em' });
  readonly #grip = svg('rect', { class: 'cc-grip cc-grip-note' });
  readonly #title = svg('title');
  id = '';

  constructor(places: LayerGroups, number: number) {
    this.strokes = new NoteStrokes(places, 'cc-note');
    this.#words.textContent = String(number);
    this.el.append(this.#paper, this.#words);
    places.above.append(this.#stem, this.el);
    this.#grip.append(this.#title);
    places.grips.append(this.#grip);
  }

  /** Highlight the note while the pointer is on its badge. */
  listen({ noteEditor }: DrawContext['duality']): void {
    this.#grip.addEventListener('pointerenter', () => noteEditor.highlight(this.id));
    this.#grip.addEventListener('pointerleave', () => noteEditor.highlight(null));
  }

  name(id: string, text: string): void {
    this.id = id;
    this.#grip.dataset.grip = `note:${id}`;
    this.#title.textContent = text.slice(0, MAX_TITLE_LETTERS);
  }

  moveTo(spot: BadgePosition | null, size: Size): void {
    for (const part of [this.#stem, this.el, this.#grip]) setVisible(part, spot !== null);
    if (!spot) return;
    const { at, from } = spot;
    setAttributes(this.#stem, { x1: from.x, y1: from.y, x2: at.x, y2: at.y });
    const box = { x: -size.width / 2, y: -size.height / 2, ...size };
    const transform = `translate(${at.x},${at.y})`;
    setAttributes(this.#paper, box);
    setAttributes(this.#grip, { ...box, transform });
    setAttributes(this.el, { transform });
  }
}

/** Position of a badge, and the point it is connected to. */
interface BadgePosition {
  at: Point;
  from: Point;
}

/** Numbered badges of all notes, placed clear of other marks. */
export class NoteBadges implements LayerPart {
  readonly follows = [
    'notes',
    'names',
    'points',
    'hull',
    'hidden',
    'pc',
    'pc_range',
    'pins',
    'criterion',
  ] as const;
  readonly #places: LayerGroups;
  readonly #badges: NoteBadge[] = [];

  constructor(places: LayerGroups) {
    this.#places = places;
  }

  badgeOf(id: string): SVGGElement | undefined {
    return this.#badges.find((badge) => badge.id === id)?.el;
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    const notes = space === 'difference' ? [] : duality.get('notes');
    while (this.#badges.length < notes.length) this.#add(context);
    this.#places.occupied.reserve(this, []);
    const { boxes } = this.#places.occupied.drawnObstacles;
    const anchors = this.#badges.map((badge, i) => {
      const note = notes[i];
      badge.name(note?.id ?? '', note?.text ?? '');
      badge.strokes.fade(notes.length > MAX_STRONG_NOTES);
      return badge.strokes.draw(drawingIn(note, context), axes, i);
    });
    const dots = anchors.flatMap(([first]) => (first ? [boxAround(first, DOT_SIZE)] : []));
    const ownBoxes: Box[] = [];
    this.#badges.forEach((badge, i) => {
      const size = this.#sizeOf(i + 1);
      const spot = this.#spotFor(anchors[i] ?? [], size, [...boxes, ...dots, ...ownBoxes], context);
      badge.moveTo(spot, size);
      if (spot) ownBoxes.push(boxAround(spot.at, size));
    });
    this.#places.occupied.reserve(this, [...ownBoxes, ...dots]);
    if (notes.length > 0) this.#places.scheduleWords(context);
  }

  #add({ duality }: DrawContext): void {
    const badge = new NoteBadge(this.#places, this.#badges.length + 1);
    badge.listen(duality);
    this.#badges.push(badge);
  }

  #sizeOf(number: number): Size {
    const { textMetrics } = this.#places;
    return { width: textMetrics.widthOf(String(number)) + PADDING, height: textMetrics.height };
  }

  /** Return the first free position that covers nothing, or else the position that covers least. */
  #spotFor(anchors: Point[], size: Size, taken: Box[], context: DrawContext): BadgePosition | null {
    const { axes } = context;
    const { index } = this.#places.curveCache.curvesOf(context);
    let best: BadgePosition | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const from of anchors.filter((anchor) => axes.isInside(anchor))) {
      for (const at of placesAroundDot(from)) {
        const box = boxAround(at, size);
        if (!isInside(box, axes)) continue;
        const crossed = taken.filter((other) => overlaps(other, box)).length;
        const ink = (crossed > 0 ? OVERLAP_INK * crossed : 0) + index.countInk(box);
        if (ink < least) [best, least] = [{ at, from }, ink];
        if (least === 0) return best;
      }
    }
    return best;
  }
}

/** Overlapping another mark is worse than covering any number of lines. */
const OVERLAP_INK = 1e6;

function drawingIn(
  note: NotePlace | null | undefined,
  { duality, space }: DrawContext,
): NoteDrawing | null {
  if (!note || space === 'difference') return null;
  const drawing = noteDrawing(note, duality.attributes as NoteContext, duality.scene.hull);
  return drawing?.[space] ?? null;
}

/** The highlighted note, or the one being written. */
export class HighlightedNote implements LayerPart {
  readonly follows = ['note', 'notes', 'names', 'hull', 'hidden', 'pc', 'pc_range'] as const;
  readonly #strokes: NoteStrokes;
  readonly #notes: NoteBadges;
  #badge: SVGGElement | undefined;

  constructor(places: LayerGroups, notes: NoteBadges) {
    this.#strokes = new NoteStrokes(places, 'cc-note cc-note-highlighted');
    this.#notes = notes;
  }

  draw(context: DrawContext): void {
    const { duality, axes } = context;
    const { highlighted, draftPlace } = duality.noteEditor;
    const place = draftPlace ?? duality.get('notes').find(({ id }) => id === highlighted);
    this.#strokes.draw(drawingIn(place, context), axes);
    this.#badge?.classList.remove('cc-note-highlighted');
    this.#badge = highlighted === null ? undefined : this.#notes.badgeOf(highlighted);
    this.#badge?.classList.add('cc-note-highlighted');
  }
}

// ---- Cost lines of all thresholds of a classifier

/** Vertices that can move in one frame: 500 straight lines, fewer curved ones. */
const MAX_VERTICES = 1000;
const BENT_VERTICES = 12;
/** Total opacity of all lines, and the minimum for one. */
const FAN_INK = 24;
const MIN_OPACITY = 0.06;
/** Milliseconds of hovering before the lines are drawn, because hundreds are slow to paint. */
const FAN_DELAY = 80;

/** All cost lines, below the marks; Python draws only some of them. */
export class CostLineFan implements LayerPart {
  readonly follows = [
    'hover',
    'pointedClassifier',
    'points',
    'hidden',
    'looks',
    'show_lines',
  ] as const;
  readonly #root = svg('g', { class: 'cc-fan' });
  #inputs: readonly unknown[] = [];
  #owners: readonly number[] = [];
  #timer = 0;

  constructor(places: LayerGroups) {
    places.behind.append(this.#root);
  }

  draw(context: DrawContext): void {
    const { duality, axes, space } = context;
    if (space !== 'cost') return;
    const { points } = duality.scene;
    const owners = duality.get('show_lines') ? ownersOf(context) : [];
    const { viewport, map, width, height } = axes;
    const shape = owners.length > 0 ? [...viewport.x, ...viewport.y, map, width, height] : [];
    const inputs = [points, duality.get('looks'), ...shape, ...owners];
    if (equalArrays(inputs, this.#inputs)) return;
    this.#inputs = inputs;
    window.clearTimeout(this.#timer);
    const isAtOnce = axes.isZoomed || String(owners) === String(this.#owners);
    this.#drawLines(isAtOnce ? owners : [], context);
    if (isAtOnce || owners.length === 0) return;
    this.#timer = window.setTimeout(() => this.#drawLines(owners, context), FAN_DELAY);
  }

  #drawLines(owners: readonly number[], context: DrawContext): void {
    const { duality, axes } = context;
    const { points } = duality.scene;
    this.#owners = owners;
    const room = MAX_VERTICES / (axes.isBent ? BENT_VERTICES : 2) / Math.max(1, owners.length);
    const looks = duality.get('looks');
    const paths = owners.map((owner) => {
      const stroke = looks[owner]?.color ?? 'none';
      return svg('path', { d: pathOf(owner, Math.ceil(room), context), stroke });
    });
    const count = Math.min(owners.length * room, points.fpr.length);
    setAttributes(this.#root, { opacity: clamp(FAN_INK / count, MIN_OPACITY, 0.2) });
    this.#root.replaceChildren(...paths);
  }
}

function ownersOf({ duality, axes }: DrawContext): number[] {
  if (axes.isZoomed) return [...duality.scene.own.keys()];
  const { pointedClassifier } = duality;
  // For a classifier with folds, their envelopes are shown instead.
  if (pointedClassifier === null || duality.get('folded').includes(pointedClassifier)) return [];
  return duality.scene.own.has(pointedClassifier) ? [pointedClassifier] : [];
}

/** Return the path of visible cost lines, subsampled to at most `most`. */
function pathOf(owner: number, most: number, { duality, axes }: DrawContext): string {
  const { points } = duality.scene;
  const frame = axes.dataViewport;
  const [from, to] = indexRange(points, owner);
  const visible: number[] = [];
  for (let i = from; i < to; i++) if (crossesViewport(points, i, frame)) visible.push(i);
  const count = Math.min(most, visible.length);
  const pick = (k: number) => visible[Math.floor((k * visible.length) / count)] as number;
  return Array.from({ length: count }, (_, k) => lineOf(pick(k))).join('');

  function lineOf(i: number): string {
    const ends = [
      { x: 0, y: points.fpr[i] as number },
      { x: 1, y: 1 - (points.tpr[i] as number) },
    ];
    const places = axes.isBent ? bendLine(ends, axes.map, axes.home.x, BENT_VERTICES) : ends;
    const pixels = places.map((place) => axes.toPixels(place));
    return `M${pixels.map(({ x, y }) => `${tenth(x)},${tenth(y)}`).join('L')}`;
  }
}

const tenth = (pixel: number) => Math.round(10 * pixel) / 10;
