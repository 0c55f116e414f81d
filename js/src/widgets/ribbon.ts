// The bar that tells who is cheapest where; it is a slider too.

import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { Home, type Scale } from '../cursor/axes.ts';
import { NEUTRAL } from '../cursor/figure.ts';
import { commandOf, isPrintable, moveBy, ringByKeys } from '../cursor/keys.ts';
import { explainer, toggleHelp } from '../frame/card.ts';
import { clamp } from '../geometry/lines.ts';
import { fromScale, toScale, type XMap } from '../geometry/scales.ts';
import { DASHES, setAll, show, svg } from '../layer/part.ts';
import { changes, type Look } from '../wire/state.ts';
import { share } from '../words/numbers.ts';
import { capital, type Subject } from '../words/subject.ts';
import {
  ENDS_OF_AXIS,
  type Interval,
  idleZones,
  intervals,
  ownerInWords,
  ribbonInWords,
  ribbonTitle,
  statesOf,
  untestedInWords,
} from '../words/table.ts';
import { LinkedModel, ours, together } from './base.ts';
import type { DualityModel } from './duality.ts';

const HEIGHT = 22;
/** Height of the strip that tells where the one choice for a range is worse than doing nothing. */
const STRIP = 4;
const NOBODYS: Look = { color: NEUTRAL, dash: 'solid', marker: 'circle' };
/** Pixels that a name keeps free beside it. */
const GAP = 6;
const WINNERS = changes(
  'winners',
  'hull',
  'points',
  'hidden',
  'names',
  'classes',
  'looks',
  'criterion',
);
const ARROWS: Record<string, string> = { ArrowLeft: '[', ArrowRight: ']' };

let ribbonsMade = 0;

export class RibbonModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Ribbon'), scale: null };
  }

  static override serializers = {
    ...LinkedModel.serializers,
    scale: { deserialize: unpackModels },
  };
}

/** Who is cheapest where along pc; a click moves the operating point there. */
export class RibbonView extends DOMWidgetView {
  readonly #root = svg('svg', {
    class: 'cc-ribbon-bar',
    role: 'slider',
    tabindex: 0,
    height: HEIGHT,
    'aria-valuemin': 0,
    'aria-valuemax': 1,
  });
  readonly #stretches = svg('g');
  readonly #nothing = svg('g');
  readonly #names = svg('g');
  readonly #range = svg('rect', { class: 'cc-ribbon-range', y: 0.5, height: HEIGHT - 1 });
  readonly #eye = svg('line', { class: 'cc-ribbon-eye', y1: 0, y2: HEIGHT });
  readonly #mark = svg('path', { class: 'cc-ribbon-mark' });
  readonly #hatch = hatch();
  readonly #caption = lineOf('cc-ribbon-caption');
  readonly #explains = explainer('ribbon');
  readonly #observer = new ResizeObserver(() => this.#fit());
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  readonly #lengths = new Map<string, number>();
  #pointer: number | null = null;
  /** Where a range began. */
  #start: number | null = null;
  /** As it was when last drawn: to ask anew makes the browser lay out the page at each move. */
  #width = 0;

  override render(): void {
    super.render();
    this.el.classList.add('cc-ribbon');
    const defs = svg('defs');
    defs.append(this.#hatch);
    this.#root.append(defs, this.#stretches, this.#nothing, this.#range, this.#names);
    this.#root.append(this.#eye, this.#mark);
    this.el.append(endsOfAxis(), this.#root, this.#caption);
    const duality = this.#duality;
    // It must hear of a new axis before this does.
    Home.of(this.model.get('scale') as Scale);
    this.listenTo(
      duality,
      WINNERS,
      together(() => this.#draw()),
    );
    const places = changes('pc', 'pc_range', 'eye', 'one');
    this.listenTo(
      duality,
      places,
      together(() => this.#markPlaces()),
    );
    const ends = 'change:min change:max';
    this.listenTo(
      this.model.get('scale'),
      ends,
      together(() => this.#draw()),
    );
    this.#listen();
    // Larger letters may leave the bar as it is, but never the words below it.
    for (const place of [this.#root, this.el]) this.#observer.observe(place);
    this.#fit();
  }

  override remove(): void {
    this.#observer.disconnect();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  /** What the axis of the cost figure shows unzoomed, and how it counts: log-odds begin below 0. */
  get #axis(): { map: XMap; least: number; most: number } {
    const [least, most] = Home.of(this.model.get('scale') as Scale).limits;
    return { map: least < 0 ? 'logit' : 'pc', least, most };
  }

  #pixelOf(pc: number): number {
    const { map, least, most } = this.#axis;
    return clamp((toScale(map, pc) - least) / (most - least), 0, 1) * this.#width;
  }

  #listen(): void {
    ringByKeys(this.#root);
    this.#root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#pointer = event.pointerId;
      this.#root.setPointerCapture(event.pointerId);
      this.#start = event.shiftKey ? this.#pcAt(event) : null;
      this.#drag(this.#pcAt(event));
    });
    this.#root.addEventListener('pointermove', (event) => {
      const pc = this.#pcAt(event);
      if (this.#pointer === event.pointerId) this.#drag(pc);
      else this.#duality.eye = { pc, space: 'ribbon' };
    });
    this.#root.addEventListener('pointerup', () => this.#drop(true));
    this.#root.addEventListener('pointercancel', () => this.#drop(false));
    this.#root.addEventListener('pointerleave', () => {
      this.#duality.eye = null;
    });
    this.#root.addEventListener('keydown', (event) => this.#press(event));
    for (const name of ['keyup', 'blur'] as const) {
      this.#root.addEventListener(name, () => {
        if (this.#pointer === null) this.#duality.settle();
      });
    }
  }

  #drag(pc: number): void {
    const start = this.#start;
    if (start === null) this.#duality.try('pc', pc);
    else this.#duality.tryRange([Math.min(start, pc), Math.max(start, pc)]);
  }

  #pcAt(event: PointerEvent): number {
    const { left, width } = this.#root.getBoundingClientRect();
    const { map, least, most } = this.#axis;
    const place = clamp((event.clientX - left) / width, 0, 1);
    // The ends of an axis in log-odds stand for 0 and 1.
    if (place === 0 || place === 1) return place;
    return fromScale(map, least + place * (most - least));
  }

  #drop(isKept: boolean): void {
    if (this.#pointer === null) return;
    this.#pointer = null;
    if (isKept) this.#duality.settle();
    else this.#duality.revert();
  }

  #press(event: KeyboardEvent): void {
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    const key = ARROWS[event.key] ?? event.key;
    const command = commandOf({ key, shiftKey, ctrlKey, metaKey, altKey });
    if (command || isPrintable(event)) event.stopPropagation();
    if (command?.do === 'move') {
      event.preventDefault();
      moveBy(this.#duality, command.by);
    } else if (command?.do === 'table') {
      event.preventDefault();
      this.#duality.trigger('cc:table');
    } else if (command?.do === 'keys') {
      event.preventDefault();
      toggleHelp(this.#root);
    }
  }

  #fit(): void {
    const width = this.#root.clientWidth;
    this.#width = width;
    if (width > 0) setAll(this.#root, { viewBox: `0 0 ${width} ${HEIGHT}` });
    this.#pen.font = getComputedStyle(this.#root).font;
    this.#lengths.clear();
    this.#draw();
  }

  #draw(): void {
    const { subject, scene } = this.#duality;
    const found = intervals(scene.winners);
    setAll(this.#root, { 'aria-label': ribbonInWords(subject, found) });
    const looks = this.#duality.get('looks');
    const stretches: SVGElement[] = [];
    const names: SVGElement[] = [];
    for (const interval of found) {
      const words = ownerInWords(subject, interval.owner);
      const box = { x: this.#pixelOf(interval.from), width: 0 };
      box.width = this.#pixelOf(interval.to) - box.x;
      stretches.push(stretchOf(interval, box, looks, words, this.#hatch.id));
      const name = nameOf(words, box, this.#lengthOf(words));
      if (name) names.push(name);
    }
    this.#stretches.replaceChildren(...stretches);
    this.#names.replaceChildren(...names);
    this.#caption.replaceChildren(...captionOf(found, looks, subject), this.#explains);
    this.#markPlaces();
  }

  #lengthOf(words: string): number {
    const length = this.#lengths.get(words) ?? this.#pen.measureText(words).width;
    this.#lengths.set(words, length);
    return length;
  }

  #markPlaces(): void {
    const { eye } = this.#duality;
    const pc = this.#duality.get('pc');
    const range = this.#duality.get('pc_range');
    show(this.#range, range !== null);
    if (range) setAll(this.#range, this.#boxOf(range));
    this.#markNothing();
    show(this.#mark, pc !== null);
    if (pc !== null) {
      setAll(this.#mark, {
        d: `M0,${HEIGHT}V6L-6,-2H6L0,6`,
        transform: `translate(${this.#pixelOf(pc)},0)`,
      });
    }
    // A slider must have a value; the first key moves one that has none to the middle.
    const told = pc === null ? 'not chosen' : `PC(+) ${share(pc)}`;
    setAll(this.#root, { 'aria-valuenow': pc ?? 0.5, 'aria-valuetext': told });
    show(this.#eye, eye !== null);
    if (eye) setAll(this.#eye, { x1: this.#pixelOf(eye.pc), x2: this.#pixelOf(eye.pc) });
  }

  #boxOf([from, to]: readonly [number, number]): { x: number; width: number } {
    const x = this.#pixelOf(from);
    return { x, width: this.#pixelOf(to) - x };
  }

  /** Where in the range the one choice costs more than calling everybody the same. */
  #markNothing(): void {
    const { subject } = this.#duality;
    const one = this.#duality.get('one');
    const zones = one === null || one.trivial ? [] : idleZones(one);
    this.#nothing.replaceChildren(
      ...zones.map(({ from, to, owner }) => {
        const box = { ...this.#boxOf([from, to]), y: 0, height: STRIP };
        const zone = svg('rect', { ...box, class: 'cc-ribbon-nothing' });
        zone.append(titleOf(`${capital(ownerInWords(subject, owner))} costs less here`));
        return zone;
      }),
    );
  }
}

// ---- What a bar is made of

/** The pattern of doubt, for each ribbon its own: ids are shared by the whole page. */
function hatch(): SVGPatternElement {
  const pattern = svg('pattern', {
    id: `cc-hatch-${ribbonsMade++}`,
    width: 7,
    height: 7,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(svg('path', { class: 'cc-hatch', d: 'M0,0V7' }));
  return pattern;
}

/** One stretch: a tint, a stroke with the dash of its classifier, hatching. */
function stretchOf(
  { to, owner, sure }: Interval,
  place: { x: number; width: number },
  looks: Look[],
  words: string,
  doubt: string,
): SVGGElement {
  const look = looks[owner] ?? NOBODYS;
  const group = svg('g', { class: 'cc-stretch', 'data-owner': owner });
  const box = { ...place, y: 0, height: HEIGHT };
  const end = place.x + place.width;
  const tint = svg('rect', { ...box, class: 'cc-stretch-tint', fill: look.color });
  tint.classList.toggle('cc-sure', sure === 1);
  const stroke = svg('path', {
    class: 'cc-stretch-stroke',
    d: `M${place.x},${HEIGHT - 2}H${end}`,
    stroke: look.color,
    'stroke-dasharray': DASHES[look.dash],
  });
  group.append(tint, stroke);
  if (sure === 0) group.append(svg('rect', { ...box, class: 'cc-doubt', fill: `url(#${doubt})` }));
  if (to < 1) group.append(svg('path', { class: 'cc-stretch-rim', d: `M${end},0V${HEIGHT}` }));
  group.append(titleOf(words));
  return group;
}

function titleOf(words: string): SVGTitleElement {
  const title = svg('title');
  title.textContent = words;
  return title;
}

/** The name in a stretch, if it fits. */
function nameOf(
  words: string,
  { x, width }: { x: number; width: number },
  length: number,
): SVGTextElement | null {
  if (length + 2 * GAP > width) return null;
  const name = svg('text', {
    class: 'cc-stretch-name',
    x: x + width / 2,
    y: HEIGHT / 2,
    dy: '0.3em',
    'text-anchor': 'middle',
  });
  name.textContent = words;
  return name;
}

// ---- What stands around the bar

/** What either end of the axis of the figure above means. */
function endsOfAxis(): HTMLElement {
  const ends = lineOf('cc-ribbon-ends');
  ends.append(...ENDS_OF_AXIS.map(words));
  return ends;
}

/** What the ways of filling a stretch mean that occur, each in the tint of one. */
function captionOf(found: Interval[], looks: Look[], subject: Subject): HTMLElement[] {
  const states = statesOf(found);
  if (states.length === 0) return [words(untestedInWords(subject))];
  const samples = states.map(({ sure, owner, words: meaning }) => {
    const state = words('');
    const sample = document.createElement('i');
    sample.className = SAMPLES[sure] ?? '';
    sample.style.setProperty('--cc-tint', (looks[owner] ?? NOBODYS).color);
    state.append(sample, meaning);
    return state;
  });
  return [words(`${ribbonTitle(subject)}:`), ...samples];
}

const SAMPLES: Record<number, string> = {
  0: 'cc-is-doubtful',
  1: 'cc-is-sure',
  [-1]: 'cc-is-untested',
};

function lineOf(name: string): HTMLElement {
  const line = document.createElement('div');
  line.className = name;
  return line;
}

function words(text: string): HTMLElement {
  const made = document.createElement('span');
  made.textContent = text;
  return made;
}
