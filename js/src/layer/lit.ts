// What is lit: under the cursor, where the eye is elsewhere, what is pinned, all lines of a classifier.

import type { Axes } from '../cursor/axes.ts';
import {
  type Drawn,
  drawnNote,
  type Ground,
  type Hover,
  highlight,
  isAcross,
  isWithin,
  type Lit,
  middleSeen,
} from '../geometry/highlight.ts';
import {
  around,
  type Box,
  bent,
  isInside,
  overlap,
  type Size,
  stretchOf,
} from '../geometry/labels.ts';
import { between, clamp, type Point, type Segment } from '../geometry/lines.ts';
import type { NotePlace } from '../wire/state.ts';
import { costInWords, differenceInWords, litInWords } from '../words/figures.ts';
import { type Context, type Part, type Places, Stroke, setAll, show, svg } from './part.ts';
import { Arrows, Words } from './words.ts';

// ---- What is lit now, in red

/** What lies under the cursor, in this figure or in the other one. */
export class Now implements Part {
  readonly follows = ['hover', 'points', 'hull', 'hidden'] as const;
  readonly #places: Places;
  readonly #line: Stroke;
  readonly #edge: Stroke;
  readonly #crossing = svg('circle', { class: 'cc-now-crossing', r: 4 });
  readonly #dot = svg('circle', { class: 'cc-now-dot', r: 6 });
  readonly #arrows: Arrows;
  readonly #words: Words;

  constructor(places: Places) {
    this.#places = places;
    this.#line = new Stroke(places.inside, 'cc-now-line');
    this.#edge = new Stroke(places.inside, 'cc-now-edge');
    places.above.append(this.#crossing, this.#dot);
    for (const mark of [this.#crossing, this.#dot]) show(mark, false);
    this.#arrows = new Arrows(places.above, places.letters, 'cc-now-label');
    this.#words = new Words(places.above, places.letters, 'cc-now-label');
  }

  get label(): SVGTextElement {
    return this.#words.text;
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    if (face === 'difference') return;
    const { points, hull } = duality.scene;
    const lit = highlight(duality.hover, points, hull)[face];
    this.#line.draw(lit.line, axes);
    this.#edge.draw(lit.edge, axes);
    this.#arrows.draw(lit, context, this.#places.room.taken);
    this.#mark(lit, context);
  }

  #mark(lit: Lit, context: Context): void {
    const { duality, axes, face } = context;
    const { hover, subject } = duality;
    const crossing = face === 'cost' ? crossingOf(lit.line, duality.get('pc')) : null;
    const seenCrossing = crossing && isWithin(crossing, axes.dataFrame) ? crossing : null;
    const dot = this.#put(this.#dot, lit.dot, axes);
    const cross = this.#put(this.#crossing, seenCrossing, axes);
    if (hover === null || face === 'difference') return void this.#words.at(null, []);
    const words = litInWords(hover, subject, face);
    if (seenCrossing) words.push(costInWords(seenCrossing.y));
    const line = lit.edge ?? lit.line;
    const middle = line && middleSeen(line, axes.dataFrame);
    const place = dot ?? cross ?? (middle && axes.toPixels(middle));
    this.#words.beside(place, words, axes, this.#places.room.taken);
  }

  /** Show a dot where it is, if that is in the figure; its pixel then. */
  #put(dot: SVGCircleElement, place: Point | null, axes: Context['axes']): Point | null {
    const pixel = place && axes.toPixels(place);
    const isVisible = pixel !== null && axes.shows(pixel);
    show(dot, isVisible);
    if (!isVisible) return null;
    setAll(dot, { cx: pixel.x, cy: pixel.y });
    return pixel;
  }
}

function crossingOf(line: Segment | null, pc: number | null): Point | null {
  return line && pc !== null ? { x: pc, y: line.y1 + pc * (line.y2 - line.y1) } : null;
}

// ---- Where the eye is along pc, as seen from the other figures

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

// ---- Pinned pairs, which stay lit

/** Shares of a line at which its number may stand, the nearest to its pin's own first. */
const STOPS = 24;
/** Room for a number, and how far from its dot it stands. */
const BADGE = { width: 20, height: 20 };
const DOT = { width: 12, height: 12 };
const AWAY = [15, 24, 36];
const DIRECTIONS = 8;
const ARRIVAL = { duration: 180, easing: 'ease-out' };
const DARK: Lit = { dot: null, line: null, edge: null };

class Pin {
  readonly #line: Stroke;
  readonly #root = svg('g', { class: 'cc-pin' });
  readonly #lines = svg('g');
  readonly #dot = svg('circle', { class: 'cc-pin-dot', r: 4 });
  readonly #badge = svg('g', { class: 'cc-pin-badge' });
  readonly #arrows: Arrows;

  constructor(places: Places, number: number) {
    places.inside.append(this.#lines);
    this.#line = new Stroke(this.#lines, 'cc-pin-line');
    const words = svg('text', { 'text-anchor': 'middle', y: '0.35em' });
    words.textContent = String(number);
    this.#badge.append(svg('circle', { r: 9 }), words);
    this.#root.append(this.#dot, this.#badge);
    places.above.append(this.#root);
    this.#arrows = new Arrows(this.#root, places.letters, 'cc-pin-words');
  }

  /** Catch the eye once, where it was just pinned. */
  arrive(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.#dot.animate([{ r: '14px' }, { r: '4px' }], ARRIVAL);
    this.#lines.firstElementChild?.animate(
      [{ strokeWidth: '7px' }, { strokeWidth: '1.5px' }],
      ARRIVAL,
    );
  }

  /** Where its number and its dot stand, off what is taken. */
  draw(lit: Lit, color: string, context: Context, places: Places, taken: Box[], start: number) {
    const { axes } = context;
    for (const part of [this.#root, this.#lines]) part.style.setProperty('--cc-own', color);
    this.#line.draw(lit.line, axes);
    const pixel = lit.dot && axes.toPixels(lit.dot);
    const isVisible = pixel !== null && axes.shows(pixel);
    show(this.#dot, isVisible);
    if (isVisible) setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    const stops = isVisible ? aboutDot(pixel) : lit.line ? along(lit.line, axes, start) : [];
    const inside = stops.filter((place) => isInside(around(place, BADGE), axes));
    const isFree = (place: Point) => !taken.some((box) => overlap(around(place, BADGE), box));
    const place = inside.find(isFree) ?? inside[0];
    show(this.#badge, place !== undefined);
    if (place) setAll(this.#badge, { transform: `translate(${place.x},${place.y})` });
    const mine = place ? [around(place, BADGE)] : [];
    if (isVisible) mine.push(around(pixel, DOT));
    const { boxes, lines } = places.room.things;
    const all = { boxes: [...boxes, ...taken, ...mine], lines };
    return [...mine, ...this.#arrows.draw(lit === DARK ? null : lit, context, all)];
  }
}

function aboutDot({ x, y }: Point): Point[] {
  return AWAY.flatMap((away) =>
    Array.from({ length: DIRECTIONS }, (_, i) => {
      const angle = ((2 * i + 1) * Math.PI) / DIRECTIONS;
      return { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) };
    }),
  );
}

/** Places on the line, each pin's a little further on. */
function along(line: Segment, axes: Axes, start: number): Point[] {
  return Array.from({ length: STOPS }, (_, i) => {
    const share = (((start + 1) * 0.11 + i / STOPS) % 0.9) + 0.05;
    const x = line.x1 + share * (line.x2 - line.x1);
    const y = line.y1 + share * (line.y2 - line.y1);
    return axes.toPixels({ x, y });
  });
}

/** Everything that was pinned, numbered in the order of pinning. */
export class Pins implements Part {
  readonly follows = ['pins', 'points', 'hull', 'hidden', 'looks'] as const;
  readonly #places: Places;
  readonly #pins: Pin[] = [];
  #count: number | null = null;

  constructor(places: Places) {
    this.#places = places;
  }

  draw(context: Context): void {
    const { duality, face } = context;
    const pins = face === 'difference' ? [] : duality.get('pins');
    while (this.#pins.length < pins.length) {
      this.#pins.push(new Pin(this.#places, this.#pins.length + 1));
    }
    const { points, hull } = duality.scene;
    const taken: Box[] = [];
    this.#places.room.take(this, []);
    this.#pins.forEach((drawn, i) => {
      const pin = pins[i];
      const lit = pin && face !== 'difference' ? highlight(pin, points, hull)[face] : DARK;
      taken.push(...drawn.draw(lit, colorOf(pin, context), context, this.#places, taken, i));
    });
    this.#places.room.take(this, taken);
    if (this.#count !== null && pins.length > this.#count) this.#pins[pins.length - 1]?.arrive();
    this.#count = pins.length;
  }
}

/** That of its classifier; what belongs to none is of the colour of words. */
function colorOf(pin: Hover | undefined, { duality }: Context): string {
  const owner = pin?.kind === 'point' ? duality.scene.points.owner[pin.index] : undefined;
  return duality.get('looks')[owner ?? -1]?.color ?? 'var(--cc-ink)';
}

// ---- Notes: their numbers, and what they are about

/** From the axis up to the stretch that a note is about. */
const SPAN_UP = 12;
/** Stops on a line, and the first turns about each of them. */
const FEW_STOPS = 11;
/** Up to so many notes their lines are drawn as strongly as their numbers. */
const FEW_NOTES = 5;
/** Room in a badge beside its number, and letters of a note that lie over its badge. */
const PADDING = 8;
const MOST_LETTERS = 600;

/** The strokes of one note in one space. */
class NoteStrokes {
  readonly #under: SVGGElement;
  readonly #lines: Stroke[];
  readonly #dot = svg('circle', { r: 8 });
  readonly #span = svg('path');

  constructor(places: Places, name: string) {
    this.#under = svg('g', { class: name });
    const over = svg('g', { class: name });
    places.inside.append(this.#under);
    places.above.append(over);
    this.#lines = [0, 1].map(() => new Stroke(this.#under, 'cc-note-line'));
    over.append(this.#span, this.#dot);
  }

  /** Fainter lines where there are many. */
  fade(isFaint: boolean): void {
    this.#under.classList.toggle('cc-note-many', isFaint);
  }

  /** Where a number may stand beside. */
  draw(drawn: Drawn | null, axes: Axes, start = 0): Point[] {
    const { dot = null, lines = [], span = null } = drawn ?? {};
    this.#lines.forEach((stroke, i) => {
      stroke.draw(lines[i] ?? null, axes);
    });
    const pixel = dot && axes.toPixels(dot);
    show(this.#dot, pixel !== null);
    if (pixel) setAll(this.#dot, { cx: pixel.x, cy: pixel.y });
    const ends = span && this.#bracket(span, axes);
    show(this.#span, ends !== null);
    const stops = lines.slice(0, 1).flatMap((line) => along(line, axes, start));
    return [...(pixel ? [pixel] : []), ...(ends ?? []), ...stops.slice(0, FEW_STOPS)];
  }

  #bracket([low, high]: readonly [number, number], axes: Axes): Point[] {
    const [left, right] = [low, high].map((pc) => clamp(axes.pixelOfX(pc), 0, axes.width)) as [
      number,
      number,
    ];
    const y = axes.height - SPAN_UP;
    setAll(this.#span, { d: `M${left},${y + 4}V${y}H${right}V${y + 4}` });
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

  constructor(places: Places, number: number) {
    this.strokes = new NoteStrokes(places, 'cc-note');
    this.#words.textContent = String(number);
    this.el.append(this.#paper, this.#words);
    places.above.append(this.#stem, this.el);
    this.#grip.append(this.#title);
    places.grips.append(this.#grip);
  }

  /** Light its note while the pointer is on it. */
  listen({ writing }: Context['duality']): void {
    this.#grip.addEventListener('pointerenter', () => writing.light(this.id));
    this.#grip.addEventListener('pointerleave', () => writing.light(null));
  }

  name(id: string, text: string): void {
    this.id = id;
    this.#grip.dataset.grip = `note:${id}`;
    this.#title.textContent = text.slice(0, MOST_LETTERS);
  }

  stand(spot: Spot | null, size: Size): void {
    for (const part of [this.#stem, this.el, this.#grip]) show(part, spot !== null);
    if (!spot) return;
    const { at, from } = spot;
    setAll(this.#stem, { x1: from.x, y1: from.y, x2: at.x, y2: at.y });
    const box = { x: -size.width / 2, y: -size.height / 2, ...size };
    const transform = `translate(${at.x},${at.y})`;
    setAll(this.#paper, box);
    setAll(this.#grip, { ...box, transform });
    setAll(this.el, { transform });
  }
}

/** Where a badge stands, and what it stands beside. */
interface Spot {
  at: Point;
  from: Point;
}

/** The numbers of all notes, in the order in which they are listed, clear of what is marked. */
export class Notes implements Part {
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
  readonly #places: Places;
  readonly #badges: NoteBadge[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  badgeOf(id: string): SVGGElement | undefined {
    return this.#badges.find((badge) => badge.id === id)?.el;
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const notes = face === 'difference' ? [] : duality.get('notes');
    while (this.#badges.length < notes.length) this.#add(context);
    this.#places.room.take(this, []);
    const { boxes } = this.#places.room.things;
    const anchors = this.#badges.map((badge, i) => {
      const note = notes[i];
      badge.name(note?.id ?? '', note?.text ?? '');
      badge.strokes.fade(notes.length > FEW_NOTES);
      return badge.strokes.draw(drawnIn(note, context), axes, i);
    });
    const dots = anchors.flatMap(([first]) => (first ? [around(first, DOT)] : []));
    const mine: Box[] = [];
    this.#badges.forEach((badge, i) => {
      const size = this.#sizeOf(i + 1);
      const spot = this.#spotFor(anchors[i] ?? [], size, [...boxes, ...dots, ...mine], context);
      badge.stand(spot, size);
      if (spot) mine.push(around(spot.at, size));
    });
    this.#places.room.take(this, [...mine, ...dots]);
    if (notes.length > 0) this.#places.arrange(context);
  }

  #add({ duality }: Context): void {
    const badge = new NoteBadge(this.#places, this.#badges.length + 1);
    badge.listen(duality);
    this.#badges.push(badge);
  }

  #sizeOf(number: number): Size {
    const { letters } = this.#places;
    return { width: letters.widthOf(String(number)) + PADDING, height: letters.height };
  }

  /** The first place that is free and on no curve, or else on as little of one as can be. */
  #spotFor(anchors: Point[], size: Size, taken: Box[], context: Context): Spot | null {
    const { axes } = context;
    const { crowd } = this.#places.picture.curvesOf(context);
    let best: Spot | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const from of anchors.filter((anchor) => axes.shows(anchor))) {
      for (const at of aboutDot(from)) {
        const box = around(at, size);
        if (!isInside(box, axes)) continue;
        const crossed = taken.filter((other) => overlap(other, box)).length;
        const ink = (crossed > 0 ? CROSSED * crossed : 0) + crowd.inkIn(box);
        if (ink < least) [best, least] = [{ at, from }, ink];
        if (least === 0) return best;
      }
    }
    return best;
  }
}

/** Something that is marked weighs more than any curve. */
const CROSSED = 1e6;

function drawnIn(note: NotePlace | null | undefined, { duality, face }: Context): Drawn | null {
  if (!note || face === 'difference') return null;
  const drawn = drawnNote(note, duality.attributes as Ground, duality.scene.hull);
  return drawn?.[face] ?? null;
}

/** The note that is pointed at, in a figure or in the list, or is being written. */
export class LitNote implements Part {
  readonly follows = ['note', 'notes', 'names', 'hull', 'hidden', 'pc', 'pc_range'] as const;
  readonly #strokes: NoteStrokes;
  readonly #notes: Notes;
  #badge: SVGGElement | undefined;

  constructor(places: Places, notes: Notes) {
    this.#strokes = new NoteStrokes(places, 'cc-note cc-note-lit');
    this.#notes = notes;
  }

  draw(context: Context): void {
    const { duality, axes } = context;
    const { lit, about } = duality.writing;
    const place = about ?? duality.get('notes').find(({ id }) => id === lit);
    this.#strokes.draw(drawnIn(place, context), axes);
    this.#badge?.classList.remove('cc-note-lit');
    this.#badge = lit === null ? undefined : this.#notes.badgeOf(lit);
    this.#badge?.classList.add('cc-note-lit');
  }
}

// ---- The cost lines of all thresholds, of whoever is pointed at

/** So many vertices a figure can move in one frame: 500 lines, fewer where an axis bends them. */
const MOST_VERTICES = 1000;
const BENT_VERTICES = 12;
/** Of so many lines together at which they stay a background, and of each at least. */
const INK = 24;
const FAINTEST = 0.06;
/** Milliseconds of pointing at somebody after which they are drawn: hundreds are slow to paint. */
const REST = 80;

/** What Python draws are a few of them; these lie under all marks. */
export class Fan implements Part {
  readonly follows = ['hover', 'pointed', 'points', 'hidden', 'looks', 'show_lines'] as const;
  readonly #root = svg('g', { class: 'cc-fan' });
  #drawnFrom: readonly unknown[] = [];
  #drawn: readonly number[] = [];
  #resting = 0;

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
    window.clearTimeout(this.#resting);
    const isAtOnce = axes.isZoomed || String(owners) === String(this.#drawn);
    this.#put(isAtOnce ? owners : [], context);
    if (isAtOnce || owners.length === 0) return;
    this.#resting = window.setTimeout(() => this.#put(owners, context), REST);
  }

  #put(owners: readonly number[], context: Context): void {
    const { duality, axes } = context;
    const { points } = duality.scene;
    this.#drawn = owners;
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
  // Of folds each is seen instead, with an envelope of its own.
  if (pointed === null || duality.get('folded').includes(pointed)) return [];
  return duality.scene.own.has(pointed) ? [pointed] : [];
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
