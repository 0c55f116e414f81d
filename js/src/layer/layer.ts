// Our own layer over a figure: its parts, drawn again when something changes, and the buttons above.

import {
  dotsOfAll,
  type FigureView,
  hullOf,
  type Mark,
  type MarkView,
  nameRows,
  type Row,
  type Shown,
  showFolds,
  showMarks,
  spareRows,
} from '../cursor/figure.ts';
import { keepKeys } from '../cursor/keys.ts';
import { explain, explainer } from '../frame/card.ts';
import type { Point } from '../geometry/lines.ts';
import type { Frame } from '../geometry/scales.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Look, Points, Settable } from '../wire/state.ts';
import { Eye, Fan, LitNote, Notes, Now, Pins } from './lit.ts';
import { Names, Picture, RuleWords } from './names.ts';
import { GroupRings, LimitPart, Operating, Range } from './operating.ts';
import {
  button,
  type Context,
  type Face,
  markerOf,
  type Part,
  type Places,
  Room,
  setAll,
  svg,
  ZoomBox,
} from './part.ts';
import { Letters } from './words.ts';

/** Milliseconds without another change of the curves after which anybody reads words. */
const CALM = 60;
/** Grips may be taken this far outside the plot area. */
const RIM = 16;
/** Milliseconds after which words are placed even if the page has other things to do. */
const PATIENCE = 100;
let layersMade = 0;

/**
 * All that moves in one figure, in an SVG of its own above the marks.
 *
 * A separate SVG lets the browser composite it: inside the figure's SVG every move would repaint
 * thousands of marks.
 */
export class Layer implements Places {
  readonly #figure: FigureView;
  readonly #root = svg('svg', { class: 'cc-layer', 'aria-hidden': 'true' });
  readonly #under = svg('svg', { class: 'cc-under', 'aria-hidden': 'true' });
  readonly #plot = svg('g');
  readonly #underPlot = svg('g');
  readonly #clip = svg('rect', { x: 0, y: 0 });
  readonly #gripClip = svg('rect', { x: -RIM, y: -RIM });
  readonly #now: Now;
  readonly #framing: Framing;
  readonly #marks: Marks;
  readonly behind: SVGGElement;
  readonly inside: SVGGElement;
  readonly above = svg('g');
  readonly grips: SVGGElement;
  readonly letters = new Letters();
  readonly room = new Room();
  readonly picture = new Picture();
  readonly box: ZoomBox;
  /** Later ones lie above earlier ones. */
  readonly parts: readonly Part[];
  /** Those that have words, in the order in which they choose a place. */
  readonly #writers: readonly Part[];
  #isDue = false;
  #isWritten = false;
  #curves: Points | null = null;
  #changed = 0;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.inside = this.#clipped(this.#clip);
    this.behind = this.inside.cloneNode() as SVGGElement;
    this.grips = this.#clipped(this.#gripClip);
    this.#plot.append(this.inside, this.above, this.grips);
    this.#root.append(this.#plot);
    this.#underPlot.append(this.behind);
    this.#under.append(this.#underPlot);
    const fan = new Fan(this);
    const range = new Range(this);
    const limit = new LimitPart(this);
    const rules = new RuleWords(this);
    const pins = new Pins(this);
    const groups = new GroupRings(this);
    const operating = new Operating(this);
    const notes = new Notes(this);
    const names = new Names(this);
    const lit = new LitNote(this, notes);
    const eye = new Eye(this);
    this.#now = new Now(this);
    this.#framing = new Framing(figure);
    this.#marks = new Marks(figure);
    const below = [fan, range, limit, rules, pins, groups, operating, notes, names, lit, eye];
    this.parts = [this.#framing, this.#marks, ...below, this.#now];
    this.#writers = [operating, limit, names, range, groups, rules];
    this.box = new ZoomBox(this);
    figure.el.append(this.#under, this.#root);
  }

  /** Where buttons of the figure stand. */
  get head(): HTMLElement {
    return this.#framing.el;
  }

  arrange(context: Context): void {
    const { points } = context.duality.scene;
    if (points !== this.#curves) this.#changed = performance.now();
    this.#curves = points;
    if (this.#isDue) return;
    this.#isDue = true;
    // Lines are seen before anybody seeks words a place among them.
    const write = () => this.#write(context);
    requestAnimationFrame(() => (this.#isWritten ? write() : whenIdle(write)));
  }

  #write(context: Context): void {
    const early = this.#changed + CALM - performance.now();
    if (this.#isWritten && early > 0) return void setTimeout(() => this.#write(context), early);
    this.#isDue = false;
    if (!this.#root.isConnected) return;
    this.#isWritten = true;
    this.room.wipe();
    for (const writer of this.#writers) writer.write?.(context);
  }

  #clipped(rect: SVGRectElement): SVGGElement {
    const clipPath = svg('clipPath', { id: `cc-clip-${layersMade++}` });
    clipPath.append(rect);
    this.#root.append(clipPath);
    return svg('g', { 'clip-path': `url(#${clipPath.id})` });
  }

  fit(): void {
    const { plotareaWidth: width, plotareaHeight: height } = this.#figure;
    this.letters.follow(this.#now.label);
    for (const plot of [this.#plot, this.#underPlot]) {
      plot.setAttribute('transform', this.#figure.fig.attr('transform'));
    }
    this.#scaleWithPlace(width, height);
    setAll(this.#clip, { width, height });
    setAll(this.#gripClip, { width: width + 2 * RIM, height: height + 2 * RIM });
  }

  /** Where nothing is laid out anew, as on paper, a picture is as large as its place all the same. */
  #scaleWithPlace(width: number, height: number): void {
    const { left, right, top, bottom } = this.#figure.margin;
    const size = [left + width + right, top + height + bottom];
    if (!size.every((length) => length > 0)) return;
    for (const drawn of this.#figure.el.querySelectorAll(':scope > svg')) {
      setAll(drawn, { viewBox: `0 0 ${size.join(' ')}`, preserveAspectRatio: 'xMinYMin' });
    }
  }

  remove(): void {
    this.#under.remove();
    this.#root.remove();
    this.#framing.remove();
    this.#marks.remove();
  }
}

/** Not every browser says when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: PATIENCE });
  else setTimeout(work);
}

// ---- The marks below the layer

const CHANGE_OF_MARKS = 'change:marks';
const CHANGE_OF_OWNERS = 'change:owners';

/** The marks of bqplot: of whom they show anything is up to the page. */
class Marks implements Part {
  readonly follows = [
    'points',
    'hull',
    'hidden',
    'hover',
    'pointed',
    'looks',
    'show_hull',
    'show_lines',
    'show_bands',
    'show_expected',
    'presenting',
  ] as const;
  readonly #figure: FigureView;
  readonly #best = new Best();
  #followed: Mark[] = [];
  #views: readonly MarkView[] = [];
  #drawnFrom: readonly unknown[] = [];
  #litFrom: readonly unknown[] = [];
  #namedFrom: readonly unknown[] = [];
  #context: Context | null = null;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.#figure.model.on(CHANGE_OF_MARKS, this.#meet);
    this.#meet();
  }

  remove(): void {
    this.#figure.model.off(CHANGE_OF_MARKS, this.#meet);
    this.#follow([]);
    this.#context = null;
  }

  /** Views come later than their marks. */
  readonly #meet = async (): Promise<void> => {
    this.#again();
    const { views: coming } = this.#figure.mark_views;
    const views = await Promise.all(coming);
    if (coming !== this.#figure.mark_views.views) return;
    this.#views = views;
    for (const view of views) spareRows(view);
    this.#again();
  };

  draw(context: Context): void {
    this.#context = context;
    const { duality } = context;
    const { scene } = duality;
    const marks = this.#figure.model.get('marks') ?? [];
    this.#follow(marks);
    const looks = duality.get('looks');
    const switches = [
      duality.get('show_hull'),
      duality.get('show_lines'),
      duality.get('show_bands'),
      duality.get('show_expected'),
    ];
    const owners = this.#followed.map((mark) => mark.get('owners'));
    const litFrom = [duality.pointed, scene, ...marks, ...owners];
    if (!isSame(litFrom, this.#litFrom)) showFolds(marks, scene, duality.pointed);
    this.#litFrom = litFrom;
    const shown: Shown = { scene, looks, isOn: (name) => duality.get(name) };
    const drawnFrom = [scene, looks, ...switches, ...marks, ...owners];
    if (!isSame(drawnFrom, this.#drawnFrom)) showMarks(marks, shown);
    this.#drawnFrom = drawnFrom;
    this.#nameRows([duality.get('presenting'), ...drawnFrom, ...this.#views]);
    this.#best.draw(this.#views, shown, context.axes);
  }

  /** Before a class each row says whose it is, so that all others can be pale. */
  #nameRows(namedFrom: readonly unknown[]): void {
    if (isSame(namedFrom, this.#namedFrom)) return;
    this.#namedFrom = namedFrom;
    if (namedFrom[0]) for (const view of this.#views) nameRows(view);
  }

  #follow(marks: Mark[]): void {
    for (const mark of this.#followed) mark.off(CHANGE_OF_OWNERS, this.#afterwards);
    this.#followed = [...marks];
    for (const mark of this.#followed) mark.on(CHANGE_OF_OWNERS, this.#afterwards);
  }

  readonly #again = (): void => {
    if (this.#context) this.draw(this.#context);
  };

  /** A mark that is set while it tells of a change never tells bqplot that all of it has changed. */
  readonly #afterwards = (): void => queueMicrotask(this.#again);
}

function isSame(now: readonly unknown[], before: readonly unknown[]): boolean {
  return now.length === before.length && now.every((one, i) => one === before[i]);
}

/** Area of a dot, and of the only one of its classifier where none has more. */
const DOT = 48;
const ONLY_DOT = 110;

/**
 * Hull and dots, where bqplot keeps a place for each: what it draws of data it draws wholly anew.
 *
 * No class of theirs is one of bqplot's, which would take them for its own.
 */
class Best {
  #drawnFrom: readonly unknown[] = [];

  draw(views: readonly MarkView[], shown: Shown, axes: Context['axes']): void {
    const { frame, width, height } = axes;
    const place = [...frame.x, ...frame.y, width, height];
    const drawnFrom = [shown.scene, shown.looks, shown.isOn('show_hull'), ...views, ...place];
    if (isSame(drawnFrom, this.#drawnFrom)) return;
    this.#drawnFrom = drawnFrom;
    const dots: { el: Element; marker: Look['marker']; rows: Row[] }[] = [];
    for (const { el, model } of views) {
      const kind = model.get('kind');
      const marker = model.get('marker');
      if (kind === 'hull') putHull(el, hullOf(shown), model.get('stroke_width'), axes);
      if (kind === 'dots' && marker)
        dots.push({ el, marker, rows: dotsOfAll(model.get('owners'), shown) });
    }
    const isOneEach = dots.every(({ rows }) => rows.every(([, places]) => places.length <= 1));
    for (const { el, marker, rows } of dots) {
      putDots(el, rows, markerOf(marker, isOneEach ? ONLY_DOT : DOT), axes);
    }
  }
}

function putHull(el: Element, rows: readonly Row[], width: number, axes: Context['axes']): void {
  const groups = grown(el, 'g', rows.length);
  rows.forEach(([color, places, owner], i) => {
    const group = groups[i] as SVGGElement;
    const [path] = grown(group, 'path', 1) as [SVGPathElement];
    const its = { class: 'cc-drawn', 'data-owner': owner };
    setAll(group, { ...its, fill: 'none', stroke: color, 'stroke-width': width });
    setAll(path, { d: `M${places.map((place) => placed(place, axes)).join('L')}` });
  });
}

function putDots(el: Element, rows: readonly Row[], d: string, axes: Context['axes']): void {
  const groups = grown(el, 'g', rows.length);
  rows.forEach(([color, places, owner], i) => {
    const group = groups[i] as SVGGElement;
    setAll(group, { class: 'cc-drawn', 'data-owner': owner, fill: color });
    const dots = grown(group, 'path', places.length);
    places.forEach((place, k) => {
      setAll(dots[k] as SVGPathElement, { d, transform: `translate(${placed(place, axes)})` });
    });
  });
}

/** A place in the figure, to the thousandth of a pixel. */
function placed(place: Point, axes: Context['axes']): string {
  const { x, y } = axes.toPixels(place);
  return `${Math.round(1e3 * x) / 1e3},${Math.round(1e3 * y) / 1e3}`;
}

/** So many children of an element, those that were there already first. */
function grown<K extends 'g' | 'path'>(
  el: Element,
  name: K,
  count: number,
): SVGElementTagNameMap[K][] {
  while (el.children.length > count) el.lastElementChild?.remove();
  while (el.children.length < count) el.append(svg(name));
  return [...el.children] as unknown as SVGElementTagNameMap[K][];
}

// ---- Which part of a figure is shown: buttons that fit its axes, and the way back from a zoom

/** What one button sets, and what is said of it. */
interface Choice {
  words: string;
  title: string;
  value: Settable['cost_top' | 'roc_fit'];
}

/** The buttons of a figure, and the knob that they set. */
interface Switch {
  title: string;
  knob: 'cost_top' | 'roc_fit';
  choices: Choice[];
}

const SWITCHES: Partial<Record<Face, Switch>> = {
  roc: {
    title: 'What ROC space shows',
    knob: 'roc_fit',
    choices: [
      { words: 'whole', title: 'Show all rates from 0 to 1', value: false },
      { words: 'fit', title: 'Show the corner that has the best thresholds', value: true },
    ],
  },
  cost: {
    title: 'Where the cost axis ends',
    knob: 'cost_top',
    choices: [
      { words: 'fit', title: 'End the axis where it fits what is drawn', value: 'fit' },
      { words: '0.5', title: 'End the axis at 0.5, which no best cost exceeds', value: 0.5 },
      { words: '1', title: 'End the axis at 1, to see whole lines', value: 1 },
    ],
  },
};

/** Buttons at the upper right of a figure. */
export class Framing implements Part {
  readonly follows = ['cost_top', 'roc_fit', 'fit', 'placing'] as const;
  readonly #figure: FigureView;
  readonly el = document.createElement('div');
  readonly #reset = button('cc-reset', 'Reset', 'Show all again');
  readonly #note = button('', '✎', 'Write a note: then click its place');
  readonly #explains = explainer();
  readonly #buttons = new Map<Choice, HTMLButtonElement>();
  #context: Context | null = null;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.el.className = 'cc-framing';
    this.#reset.addEventListener('click', () => this.#context?.axes.reset());
    this.#note.classList.add('cc-note-mode');
    this.#note.setAttribute('aria-label', 'Write a note');
    this.#note.addEventListener('click', () => this.#seek());
    this.el.append(this.#note, this.#reset);
    keepKeys(this.el);
    figure.el.append(this.el, this.#explains);
  }

  remove(): void {
    this.el.remove();
    this.#explains.remove();
  }

  draw(context: Context): void {
    const { duality, axes, face } = context;
    const its = SWITCHES[face];
    if (!this.#context && its) this.el.append(this.#segments(its));
    if (!this.#context) explain(this.#explains, face);
    this.#context = context;
    axes.moveHome(home(face, duality));
    for (const [choice, element] of this.#buttons) {
      element.setAttribute('aria-pressed', String(its && duality.get(its.knob) === choice.value));
    }
    this.#reset.hidden = !axes.isZoomed;
    this.#note.hidden = face === 'difference';
    const { isPlacing } = duality.writing;
    this.#note.setAttribute('aria-pressed', String(isPlacing));
    this.#figure.el.classList.toggle('cc-placing', isPlacing);
  }

  #seek(): void {
    const { writing } = (this.#context as Context).duality;
    if (writing.isPlacing) return void writing.stopSeeking();
    writing.seek();
    // Arrows, Enter and Escape are of use from now on.
    this.#figure.el.querySelector<SVGElement>('.cc-cursor')?.focus({ preventScroll: true });
  }

  #segments({ title, knob, choices }: Switch): HTMLElement {
    const group = document.createElement('div');
    group.className = 'cc-segments';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', title);
    for (const choice of choices) {
      const element = button('', choice.words, choice.title);
      element.addEventListener('click', () => this.#choose(knob, choice.value));
      this.#buttons.set(choice, element);
      group.append(element);
    }
    return group;
  }

  #choose<K extends Switch['knob']>(knob: K, value: Choice['value']): void {
    const { duality, axes } = this.#context as Context;
    axes.reset();
    duality.try(knob, value as Settable[K]);
    duality.settle();
  }
}

/** What a figure shows unzoomed, as far as its switch says. */
export function home(face: Face, duality: Pick<DualityModel, 'get'>): Partial<Frame> {
  const { cost, roc } = duality.get('fit') ?? { cost: 0.5, roc: 1 };
  const top = duality.get('cost_top');
  if (face === 'cost') return { y: [0, top === 'fit' ? cost : top] };
  const side = duality.get('roc_fit') ? roc : 1;
  return face === 'roc' ? { x: [0, side], y: [1 - side, 1] } : {};
}
