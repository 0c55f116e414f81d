// Bar with the cheapest classifier along pc, also a slider for the operating point.

import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { HomeLimits, type ScaleModel } from '../cursor/axes.ts';
import { NEUTRAL } from '../cursor/figure.ts';
import { commandOf, isPrintable, moveBy, ringForKeys } from '../cursor/keys.ts';
import { explainer, toggleHelp } from '../frame/card.ts';
import { knownCosts } from '../geometry/expected.ts';
import { clamp } from '../geometry/lines.ts';
import { fromScale, toScale, type XMap } from '../geometry/scales.ts';
import { createDiv, createSpan, DASHES, setAttributes, setVisible, svg } from '../layer/part.ts';
import { changeEvents, type Look } from '../wire/state.ts';
import { share } from '../words/numbers.ts';
import { capitalize, type Subject } from '../words/subject.ts';
import {
  baselineZones,
  certaintyStates,
  ENDS_OF_AXIS,
  ownerInWords,
  ribbonInWords,
  ribbonTitle,
  untestedTitle,
  type WinnerInterval,
  winnerIntervals,
} from '../words/table.ts';
import { coalesce, LinkedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const RIBBON_HEIGHT = 22;
/** Height of the strip where the choice for a range costs more than a baseline. */
const ZONE_HEIGHT = 4;
const NEUTRAL_LOOK: Look = { color: NEUTRAL, dash: 'solid', marker: 'circle' };
/** Pixels left free on both sides of a name. */
const NAME_GAP = 6;
const RIBBON_EVENTS = changeEvents(
  'winners',
  'hull',
  'points',
  'hidden',
  'names',
  'classes',
  'looks',
  'criterion',
);
const ARROW_KEYS: Record<string, string> = { ArrowLeft: '[', ArrowRight: ']' };

let ribbonCount = 0;

export class RibbonModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Ribbon'), scale: null };
  }

  static override serializers = {
    ...LinkedModel.serializers,
    scale: { deserialize: unpackModels },
  };
}

/** The cheapest classifier along pc; a click moves the operating point. */
export class RibbonView extends DOMWidgetView {
  readonly #root = svg('svg', {
    class: 'cc-ribbon-bar',
    role: 'slider',
    tabindex: 0,
    height: RIBBON_HEIGHT,
    'aria-valuemin': 0,
    'aria-valuemax': 1,
  });
  readonly #stretches = svg('g');
  readonly #baselineZones = svg('g');
  readonly #names = svg('g');
  readonly #range = svg('rect', { class: 'cc-ribbon-range', y: 0.5, height: RIBBON_HEIGHT - 1 });
  readonly #pointerLine = svg('line', { class: 'cc-ribbon-eye', y1: 0, y2: RIBBON_HEIGHT });
  readonly #mark = svg('path', { class: 'cc-ribbon-mark' });
  readonly #hatch = hatch();
  readonly #caption = createDiv('cc-ribbon-caption');
  readonly #helpButton = explainer('ribbon');
  readonly #observer = new ResizeObserver(() => this.#fit());
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  readonly #lengths = new Map<string, number>();
  #pointer: number | null = null;
  /** Start of a dragged range. */
  #start: number | null = null;
  /** Cached, because reading the width triggers a layout. */
  #width = 0;

  override render(): void {
    super.render();
    this.el.classList.add('cc-ribbon');
    const defs = svg('defs');
    defs.append(this.#hatch);
    this.#root.append(defs, this.#stretches, this.#baselineZones, this.#range, this.#names);
    this.#root.append(this.#pointerLine, this.#mark);
    this.el.append(endsOfAxis(), this.#root, this.#caption);
    const duality = this.#duality;
    // Created first, so that it receives axis changes before this view.
    HomeLimits.of(this.model.get('scale') as ScaleModel);
    this.listenTo(
      duality,
      RIBBON_EVENTS,
      coalesce(() => this.#draw()),
    );
    const places = changeEvents('pc', 'pc_range', 'pcPointer', 'range_choice', 'bands');
    this.listenTo(
      duality,
      places,
      coalesce(() => this.#markPlaces()),
    );
    const ends = 'change:min change:max';
    this.listenTo(
      this.model.get('scale'),
      ends,
      coalesce(() => this.#draw()),
    );
    this.#listen();
    // Larger fonts may change the caption without changing the bar.
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

  /** Unzoomed limits and transform of the axis; negative limits mean log-odds. */
  get #axis(): { map: XMap; least: number; most: number } {
    const [least, most] = HomeLimits.of(this.model.get('scale') as ScaleModel).limits;
    return { map: least < 0 ? 'logit' : 'pc', least, most };
  }

  #pixelOf(pc: number): number {
    const { map, least, most } = this.#axis;
    return clamp((toScale(map, pc) - least) / (most - least), 0, 1) * this.#width;
  }

  #listen(): void {
    ringForKeys(this.#root);
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
      else this.#duality.pcPointer = { pc, space: 'ribbon' };
    });
    this.#root.addEventListener('pointerup', () => this.#drop(true));
    this.#root.addEventListener('pointercancel', () => this.#drop(false));
    this.#root.addEventListener('pointerleave', () => {
      this.#duality.pcPointer = null;
    });
    this.#root.addEventListener('keydown', (event) => this.#press(event));
    for (const name of ['keyup', 'blur'] as const) {
      this.#root.addEventListener(name, () => {
        if (this.#pointer === null) this.#duality.commit();
      });
    }
  }

  #drag(pc: number): void {
    const start = this.#start;
    if (start === null) this.#duality.preview('pc', pc);
    else this.#duality.previewRange([Math.min(start, pc), Math.max(start, pc)]);
  }

  #pcAt(event: PointerEvent): number {
    const { left, width } = this.#root.getBoundingClientRect();
    const { map, least, most } = this.#axis;
    const place = clamp((event.clientX - left) / width, 0, 1);
    // The ends of a log-odds axis mean 0 and 1.
    if (place === 0 || place === 1) return place;
    return fromScale(map, least + place * (most - least));
  }

  #drop(isCommitted: boolean): void {
    if (this.#pointer === null) return;
    this.#pointer = null;
    if (isCommitted) this.#duality.commit();
    else this.#duality.revert();
  }

  #press(event: KeyboardEvent): void {
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    const key = ARROW_KEYS[event.key] ?? event.key;
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
    if (width > 0) setAttributes(this.#root, { viewBox: `0 0 ${width} ${RIBBON_HEIGHT}` });
    this.#pen.font = getComputedStyle(this.#root).font;
    this.#lengths.clear();
    this.#draw();
  }

  #draw(): void {
    const { subject, scene } = this.#duality;
    const intervals = winnerIntervals(scene.winners);
    setAttributes(this.#root, { 'aria-label': ribbonInWords(subject, intervals) });
    const looks = this.#duality.get('looks');
    const stretches: SVGElement[] = [];
    const names: SVGElement[] = [];
    for (const interval of intervals) {
      const words = ownerInWords(subject, interval.owner);
      const box = { x: this.#pixelOf(interval.from), width: 0 };
      box.width = this.#pixelOf(interval.to) - box.x;
      stretches.push(stretchElement(interval, box, looks, words, this.#hatch.id));
      const name = nameOf(words, box, this.#lengthOf(words));
      if (name) names.push(name);
    }
    this.#stretches.replaceChildren(...stretches);
    this.#names.replaceChildren(...names);
    this.#caption.replaceChildren(...captionOf(intervals, looks, subject), this.#helpButton);
    this.#markPlaces();
  }

  #lengthOf(words: string): number {
    const length = this.#lengths.get(words) ?? this.#pen.measureText(words).width;
    this.#lengths.set(words, length);
    return length;
  }

  #markPlaces(): void {
    const { pcPointer } = this.#duality;
    const pc = this.#duality.get('pc');
    const range = this.#duality.get('pc_range');
    setVisible(this.#range, range !== null);
    if (range) setAttributes(this.#range, this.#boxOf(range));
    this.#markBaselineZones();
    setVisible(this.#mark, pc !== null);
    if (pc !== null) {
      setAttributes(this.#mark, {
        d: `M0,${RIBBON_HEIGHT}V6L-6,-2H6L0,6`,
        transform: `translate(${this.#pixelOf(pc)},0)`,
      });
    }
    // Sliders need a value; the first key press moves an unset one to the middle.
    const valueText = pc === null ? 'not chosen' : `PC(+) ${share(pc)}`;
    setAttributes(this.#root, { 'aria-valuenow': pc ?? 0.5, 'aria-valuetext': valueText });
    setVisible(this.#pointerLine, pcPointer !== null);
    if (pcPointer)
      setAttributes(this.#pointerLine, {
        x1: this.#pixelOf(pcPointer.pc),
        x2: this.#pixelOf(pcPointer.pc),
      });
  }

  #boxOf([from, to]: readonly [number, number]): { x: number; width: number } {
    const x = this.#pixelOf(from);
    return { x, width: this.#pixelOf(to) - x };
  }

  /** Mark where in the range the recommended choice costs more than a baseline. */
  #markBaselineZones(): void {
    const { subject } = this.#duality;
    const choice = this.#duality.get('range_choice');
    const costs = knownCosts(subject.bands);
    const zones = choice === null || choice.is_baseline ? [] : baselineZones(choice, costs);
    this.#baselineZones.replaceChildren(
      ...zones.map(({ from, to, owner }) => {
        const box = { ...this.#boxOf([from, to]), y: 0, height: ZONE_HEIGHT };
        const zone = svg('rect', { ...box, class: 'cc-ribbon-nothing' });
        zone.append(titleOf(`${capitalize(ownerInWords(subject, owner))} costs less here`));
        return zone;
      }),
    );
  }
}

// ---- Elements of the bar

/** Return the pattern for leads that are not significant; its id must be unique on the page. */
function hatch(): SVGPatternElement {
  const pattern = svg('pattern', {
    id: `cc-hatch-${ribbonCount++}`,
    width: 7,
    height: 7,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(svg('path', { class: 'cc-hatch', d: 'M0,0V7' }));
  return pattern;
}

/** Return one segment: tint, line in the style of its classifier, hatching if not significant. */
function stretchElement(
  { to, owner, significance }: WinnerInterval,
  place: { x: number; width: number },
  looks: Look[],
  words: string,
  doubt: string,
): SVGGElement {
  const look = looks[owner] ?? NEUTRAL_LOOK;
  const group = svg('g', { class: 'cc-stretch', 'data-owner': owner });
  const box = { ...place, y: 0, height: RIBBON_HEIGHT };
  const end = place.x + place.width;
  const tint = svg('rect', { ...box, class: 'cc-stretch-tint', fill: look.color });
  tint.classList.toggle('cc-sure', significance === 1);
  const stroke = svg('path', {
    class: 'cc-stretch-stroke',
    d: `M${place.x},${RIBBON_HEIGHT - 2}H${end}`,
    stroke: look.color,
    'stroke-dasharray': DASHES[look.dash],
  });
  group.append(tint, stroke);
  if (significance === 0)
    group.append(svg('rect', { ...box, class: 'cc-doubt', fill: `url(#${doubt})` }));
  if (to < 1)
    group.append(svg('path', { class: 'cc-stretch-rim', d: `M${end},0V${RIBBON_HEIGHT}` }));
  group.append(titleOf(words));
  return group;
}

function titleOf(words: string): SVGTitleElement {
  const title = svg('title');
  title.textContent = words;
  return title;
}

/** Return the name in a segment if it fits. */
function nameOf(
  words: string,
  { x, width }: { x: number; width: number },
  length: number,
): SVGTextElement | null {
  if (length + 2 * NAME_GAP > width) return null;
  const name = svg('text', {
    class: 'cc-stretch-name',
    x: x + width / 2,
    y: RIBBON_HEIGHT / 2,
    dy: '0.3em',
    'text-anchor': 'middle',
  });
  name.textContent = words;
  return name;
}

// ---- Captions of the bar

/** Return the meaning of both ends of the axis. */
function endsOfAxis(): HTMLElement {
  const ends = createDiv('cc-ribbon-ends');
  ends.append(...ENDS_OF_AXIS.map(createSpan));
  return ends;
}

/** Return the key to the fillings that occur. */
function captionOf(intervals: WinnerInterval[], looks: Look[], subject: Subject): HTMLElement[] {
  const states = certaintyStates(intervals);
  if (states.length === 0) return [createSpan(untestedTitle(subject))];
  const samples = states.map(({ significance, owner, words: meaning }) => {
    const state = createSpan('');
    const sample = document.createElement('i');
    sample.className = STATE_CLASSES[significance] ?? '';
    sample.style.setProperty('--cc-tint', (looks[owner] ?? NEUTRAL_LOOK).color);
    state.append(sample, meaning);
    return state;
  });
  return [createSpan(`${ribbonTitle(subject)}:`), ...samples];
}

const STATE_CLASSES: Record<number, string> = {
  0: 'cc-is-doubtful',
  1: 'cc-is-sure',
  [-1]: 'cc-is-untested',
};
