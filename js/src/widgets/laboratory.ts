// Score laboratory: settings of two simulated populations, and their scores around a threshold.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable, keepKeysFromNotebook, ringForKeys } from '../cursor/keys.ts';
import { PlayButton } from '../cursor/play.ts';
import { cheapestCorner } from '../geometry/hull.ts';
import { at, clamp, interpolate } from '../geometry/lines.ts';
import {
  button,
  createDiv,
  createSpan,
  setAttributes,
  setVisible,
  svg,
  swatch,
} from '../layer/part.ts';
import { controlsMessage } from '../wire/python.ts';
import { changeEvents } from '../wire/state.ts';
import { number, peopleCount, percent } from '../words/numbers.ts';
import { coalesce, LinkedModel, LiveRegion, WatchedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

// ---- Settings with sliders

type Value = number | null;

interface Knob {
  name: string;
  words: string;
  /** Tooltip. */
  help: string;
  /** Group of the setting; one group is shown at a time, settings without group always. */
  group: string;
  form: 'number' | 'share' | 'count' | 'levels';
  stops: Value[];
}

interface ActionButton {
  name: string;
  words: string;
  help: string;
  /** State of a toggle; undefined for an action. */
  isOn?: boolean;
}

const FORMS: Record<Knob['form'], (value: Value) => string> = {
  number: (value) => number(value ?? 0),
  share: (value) => percent(value ?? 0),
  count: (value) => peopleCount(value ?? 0),
  levels: (value) => (value === null ? 'none' : `${value} scores`),
};

export class LaboratoryKnobsModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('LaboratoryKnobs'),
      knobs: [],
      values: {},
      pushes: [],
      message: '',
    };
  }
}

export class LaboratoryKnobsView extends DOMWidgetView {
  declare model: LaboratoryKnobsModel;
  readonly #tabs = createDiv('cc-lab-tabs');
  readonly #rows = createDiv('cc-lab-rows');
  readonly #buttons = createDiv('cc-lab-pushes');
  readonly #status = createDiv('cc-lab-said');
  #group = '';
  #shownJson = '';

  override render(): void {
    super.render();
    this.el.classList.add('cc-lab-knobs');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Handles of the laboratory');
    this.#status.setAttribute('role', 'status');
    this.el.append(this.#tabs, this.#rows, this.#buttons, createKey(), this.#status);
    keepKeysFromNotebook(this.el);
    this.listenTo(
      this.model,
      'change:knobs change:values',
      coalesce(() => this.#fill()),
    );
    this.listenTo(this.model, 'change:pushes', () => this.#updateButtons());
    this.listenTo(this.model, 'change:message cc:python', () => this.#say());
    this.#fill();
    this.#updateButtons();
    this.#say();
  }

  get #knobs(): Knob[] {
    return this.model.get('knobs');
  }

  get #values(): Record<string, Value> {
    return this.model.get('values');
  }

  /** Update the rows in place, because the user may be dragging one of them. */
  #fill(): void {
    const json = JSON.stringify(this.#knobs);
    if (json !== this.#shownJson) this.#refill();
    this.#shownJson = json;
    this.#mark();
  }

  #refill(): void {
    const groups = [...new Set(this.#knobs.map(({ group }) => group))].filter(Boolean);
    if (!groups.includes(this.#group)) this.#group = groups[0] ?? '';
    this.#tabs.hidden = groups.length < 2;
    this.#tabs.replaceChildren(
      'Handles of',
      ...groups.map((group) => {
        const tab = button('cc-switch', group);
        tab.setAttribute('aria-pressed', String(group === this.#group));
        tab.addEventListener('click', () => this.#choose(group));
        return tab;
      }),
    );
    this.#rows.replaceChildren(...this.#knobs.map((knob) => this.#row(knob)));
  }

  #choose(group: string): void {
    this.#group = group;
    for (const tab of this.#tabs.querySelectorAll('button')) {
      tab.setAttribute('aria-pressed', String(tab.textContent === group));
    }
    this.#mark();
  }

  #row({ name, words, help, group, stops }: Knob): HTMLElement {
    const row = document.createElement('label');
    const input = document.createElement('input');
    row.className = 'cc-lab-knob';
    row.title = help;
    input.type = 'range';
    input.setAttribute('aria-label', group ? `${words} of ${group}` : words);
    input.max = String(stops.length - 1);
    input.addEventListener('input', () => this.#move(name, stops[input.valueAsNumber] ?? null));
    input.addEventListener('change', () => this.model.send({ rest: name }, {}));
    input.addEventListener('keydown', (event) => {
      if (/^(Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation();
    });
    row.append(createSpan(words), document.createElement('b'), input);
    return row;
  }

  /** Send a value; while Python is busy, only the latest one is kept. */
  #move(name: string, value: Value): void {
    this.model.set('values', { ...this.#values, [name]: value });
    this.touch();
  }

  #mark(): void {
    this.#knobs.forEach(({ name, group, form, stops }, i) => {
      const row = this.#rows.children[i] as HTMLElement;
      const [input] = row.getElementsByTagName('input') as unknown as [HTMLInputElement];
      const [output] = row.getElementsByTagName('b') as unknown as [HTMLElement];
      const value = this.#values[name] ?? null;
      row.hidden = group !== '' && group !== this.#group;
      input.value = String(nearestStop(stops, value));
      output.textContent = FORMS[form](value);
      input.setAttribute('aria-valuetext', output.textContent);
    });
  }

  /** Update buttons in place, because the user may be about to click one. */
  #updateButtons(): void {
    const pushes: ActionButton[] = this.model.get('pushes');
    while (this.#buttons.children.length < pushes.length) {
      const element = button('cc-switch', '');
      element.addEventListener('click', () => this.model.send({ push: element.name }, {}));
      this.#buttons.append(element);
    }
    pushes.forEach(({ name, words, help, isOn }, i) => {
      const element = this.#buttons.children[i] as HTMLButtonElement;
      Object.assign(element, { name, textContent: words, title: help });
      if (isOn !== undefined) element.setAttribute('aria-pressed', String(isOn));
    });
  }

  #say(): void {
    const { status } = this.model.watch;
    for (const input of this.el.querySelectorAll<HTMLInputElement>(
      'input, .cc-lab-pushes button',
    )) {
      input.disabled = status === 'lost' || status === 'none';
    }
    // Dragging a setting keeps Python busy, which needs no message.
    this.#status.textContent =
      (status !== 'busy' && controlsMessage(status)) || this.model.get('message');
  }
}

function nearestStop(stops: Value[], value: Value): number {
  const away = stops.map((stop) =>
    stop === value ? -1 : Math.abs((stop ?? Infinity) - (value ?? Infinity)),
  );
  return away.reduce((best, gap, i) => (gap < (away[best] as number) ? i : best), 0);
}

/** Return the key to the dots and lines that only this figure has. */
function createKey(): HTMLElement {
  const key = createDiv('cc-lab-key');
  for (const [name, words] of LAB_KEY) {
    const sample = document.createElement('i');
    sample.className = name;
    const entry = createSpan('');
    entry.append(sample, words);
    key.append(entry);
  }
  return key;
}

const LAB_KEY = [
  ['cc-lab-right', 'right'],
  ['cc-lab-wrong', 'wrong'],
  ['cc-lab-road', 'the truth'],
  ['cc-lab-thin', 'earlier samples'],
] as const;

// ---- Score distributions

/** Score distribution of one classifier; positions along the strip are in [0, 1]. */
interface Strip {
  owner: number;
  name: string;
  /** The position of a score is start + slope * log-odds. */
  line: [start: number, slope: number];
  ticks: [place: number, words: string][];
  /** Densities of each class at evenly spaced positions. */
  negatives: number[];
  positives: number[];
}

/** Sizes of the sample, and numbers of dots shown. */
interface DrawnPeople {
  counts: [negatives: number, positives: number];
  dots: [negatives: number, positives: number];
  /** Prevalence in the population. */
  prevalence: number;
}

/** Threshold shown in a strip: hovered, marked as in use, or optimal at the operating point. */
interface StripThreshold {
  kind: 'hovered' | 'marked' | 'best';
  threshold: number;
  fpr: number;
  tpr: number;
}

const ABOVE_AXIS = 58;
const BELOW_AXIS = 52;
const TICKS = 17;
const PLOT_HEIGHT = ABOVE_AXIS + BELOW_AXIS + TICKS;
/** Step of an arrow key, as a share of the width. */
const KEY_STEP = 0.01;
const PLACE_TOLERANCE = 1e-6;

const SCORE_EVENTS = changeEvents(
  ...(['hover', 'points', 'hull', 'hidden', 'in_use', 'pc', 'pc_range', 'looks'] as const),
);

export class LaboratoryScoresModel extends LinkedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('LaboratoryScores'),
      strips: [],
      people: { counts: [0, 0], dots: [0, 0], prevalence: 0.5 },
      dots: new DataView(new ArrayBuffer(0)),
    };
  }

  get strips(): Strip[] {
    return this.get('strips');
  }

  get people(): DrawnPeople {
    return this.get('people');
  }

  /** Return positions of the dots of one class, and heights relative to the density. */
  dotsOf(strip: number, side: 0 | 1): [places: Float32Array, heights: Float32Array] {
    const { buffer, byteOffset, byteLength } = this.get('dots') as DataView;
    const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    const [negatives, positives] = this.people.dots;
    const size = side === 0 ? negatives : positives;
    const start = 2 * (strip * (negatives + positives) + (side === 0 ? 0 : negatives));
    return [all.subarray(start, start + size), all.subarray(start + size, start + 2 * size)];
  }
}

/** One strip for each classifier: positives above the axis, negatives below. */
export class LaboratoryScoresView extends DOMWidgetView {
  declare model: LaboratoryScoresModel;
  readonly #strips = createDiv('cc-lab-strips');
  readonly #sentence = createDiv('cc-lab-sentence');
  readonly #liveRegion = new LiveRegion(this.#sentence);
  readonly #observer = new ResizeObserver(() => this.#layOut());
  #stripViews: StripView[] = [];

  override render(): void {
    super.render();
    this.el.classList.add('cc-lab-scores');
    this.#sentence.setAttribute('role', 'status');
    this.#sentence.setAttribute('aria-live', 'polite');
    const play = new PlayButton(this.duality.play);
    const foot = createDiv('cc-lab-foot');
    foot.append(play.el, this.#sentence);
    this.el.append(this.#strips, foot);
    this.listenTo(this.duality, 'cc:played', () => play.show());
    this.listenTo(
      this.model,
      'change:strips change:dots change:people',
      coalesce(() => this.#layOut()),
    );
    this.listenTo(
      this.duality,
      SCORE_EVENTS,
      coalesce(() => this.#mark()),
    );
    this.#observer.observe(this.#strips);
    this.#layOut();
  }

  override remove(): void {
    this.#observer.disconnect();
    this.#liveRegion.stop();
    super.remove();
  }

  get duality(): DualityModel {
    return this.model.get('duality');
  }

  #layOut(): void {
    const { strips } = this.model;
    while (this.#stripViews.length > strips.length) this.#stripViews.pop()?.el.remove();
    while (this.#stripViews.length < strips.length) {
      const view = new StripView(this, this.#stripViews.length);
      this.#stripViews.push(view);
      this.#strips.append(view.el);
    }
    for (const view of this.#stripViews) view.lay();
    this.#mark();
  }

  #mark(): void {
    for (const view of this.#stripViews) view.mark();
    const { hover, scene } = this.duality;
    const highlightedOwner = hover?.kind === 'point' ? scene.points.owner[hover.index] : undefined;
    const index = this.model.strips.findIndex(({ owner }) => owner === highlightedOwner);
    const words =
      this.#stripViews[index]?.sentence ||
      this.#stripViews.find(({ sentence }) => sentence)?.sentence;
    this.#liveRegion.say([['cc-lab-line', words ?? '']]);
  }
}

class StripView {
  readonly el = createDiv('cc-lab-strip');
  readonly #view: LaboratoryScoresView;
  readonly #place: number;
  readonly #head = createDiv('cc-lab-head');
  readonly #root = svg('svg', {
    class: 'cc-lab-plot',
    role: 'slider',
    tabindex: 0,
    height: PLOT_HEIGHT,
  });
  readonly #sides = [new ClassSide(ABOVE_AXIS, 1), new ClassSide(ABOVE_AXIS, -1)] as const;
  readonly #axis = svg('g', { class: 'cc-lab-axis' });
  readonly #line = svg('path', { class: 'cc-lab-threshold' });
  readonly #counts = QUADRANTS.map(({ isRight, isWrong, isAbove }) =>
    svg('text', {
      class: isWrong ? 'cc-lab-count cc-lab-is-wrong' : 'cc-lab-count',
      y: isAbove ? 13 : ABOVE_AXIS + BELOW_AXIS - 5,
      'text-anchor': isRight ? 'end' : 'start',
    }),
  );
  #width = 0;
  #pointer: number | null = null;
  #words = '';
  sentence = '';

  constructor(view: LaboratoryScoresView, place: number) {
    this.#view = view;
    this.#place = place;
    this.#root.append(...this.#sides.map(({ el }) => el), this.#axis, ...this.#counts, this.#line);
    this.el.append(this.#head, this.#root);
    this.#listen();
  }

  get #strip(): Strip {
    return this.#view.model.strips[this.#place] as Strip;
  }

  get #duality(): DualityModel {
    return this.#view.duality;
  }

  /** Draw what does not depend on the threshold. */
  lay(): void {
    const { negatives, positives, ticks } = this.#strip;
    this.#width = this.#root.clientWidth || this.#width;
    if (this.#width === 0) return;
    setAttributes(this.#root, { viewBox: `0 0 ${this.#width} ${PLOT_HEIGHT}` });
    const highest = Math.max(...negatives, ...positives);
    const { model } = this.#view;
    const [above, below] = this.#sides;
    above.lay(positives, (ABOVE_AXIS - 4) / highest, this.#width, model.dotsOf(this.#place, 1));
    below.lay(negatives, (BELOW_AXIS - 4) / highest, this.#width, model.dotsOf(this.#place, 0));
    const words = ticks.map(([place, tick]) => {
      const text = svg('text', {
        x: place * this.#width,
        y: PLOT_HEIGHT - 4,
        'text-anchor': 'middle',
      });
      text.textContent = tick;
      return text;
    });
    const marks = ticks.map(([place]) => `M${place * this.#width},${ABOVE_AXIS - 2}v4`).join('');
    const d = `M0,${ABOVE_AXIS}H${this.#width}${marks}`;
    this.#axis.replaceChildren(svg('path', { d }), ...words);
  }

  /** Draw what depends on the threshold. */
  mark(): void {
    const { owner, name } = this.#strip;
    const current = this.#currentThreshold();
    const look = this.#duality.get('looks')[owner];
    this.el.classList.toggle('cc-lab-hidden', current === null);
    if (look) this.el.style.setProperty('--cc-tint', look.color);
    if (current === null) this.sentence = '';
    if (current === null || this.#width === 0) return;
    const place = this.#placeOf(current.threshold);
    for (const side of this.#sides) side.mark(place - PLACE_TOLERANCE);
    const x = place * this.#width;
    setAttributes(this.#line, {
      d: `M${x},0V${ABOVE_AXIS + BELOW_AXIS}M${x - 5},0h10l-5,7Z`,
      'data-kind': current.kind,
    });
    const counts = this.#count(current);
    QUADRANTS.forEach(({ words, isRight }, i) => {
      const text = this.#counts[i] as SVGTextElement;
      text.textContent = `${words} ${peopleCount(counts[i] as number)}`;
      setAttributes(text, { x: isRight ? this.#width - 4 : 4 });
    });
    this.#say(name, current, counts, place);
    const swatched = look ? [swatch(look)] : [];
    if (this.#head.dataset.said !== this.#words) {
      this.#head.replaceChildren(...swatched, createSpan(this.#words));
      this.#head.dataset.said = this.#words;
    }
  }

  #say(name: string, current: StripThreshold, counts: number[], place: number): void {
    const [missed = 0, detected = 0, , alarms = 0] = counts;
    const all = this.#view.model.people.counts.reduce((sum, count) => sum + count);
    const threshold = thresholdInWords(current);
    this.#words = `${name}, ${threshold}${KIND_SUFFIXES[current.kind]}${this.#truth(current, place)}`;
    this.sentence =
      `${name}, ${threshold}: of ${peopleCount(all)} people ${peopleCount(missed + detected)} have it: ` +
      `finds ${peopleCount(detected)}, misses ${peopleCount(missed)}, ${peopleCount(alarms)} false alarms.`;
    setAttributes(this.#root, {
      'aria-label': `Threshold of ${name}`,
      'aria-valuemin': 0,
      'aria-valuemax': 1,
      'aria-valuenow': clamp(current.threshold, 0, 1),
      'aria-valuetext': this.sentence,
    });
  }

  /** Return the true probability of being positive at a score, as text. */
  #truth({ threshold }: StripThreshold, place: number): string {
    if (!(threshold > 0 && threshold < 1)) return '';
    const { negatives, positives } = this.#strip;
    const { prevalence } = this.#view.model.people;
    const places = Float64Array.from(negatives, (_, i) => i / (negatives.length - 1));
    const [negativeDensity, positiveDensity] = [negatives, positives].map((heights) =>
      interpolate(places, Float64Array.from(heights), clamp(place, 0, 1)),
    ) as [number, number];
    const share =
      (prevalence * positiveDensity) /
      (prevalence * positiveDensity + (1 - prevalence) * negativeDensity);
    return Number.isFinite(share) ? `; ${percent(share, 2)} there truly have it` : '';
  }

  #count({ fpr, tpr }: StripThreshold): number[] {
    const [negatives, positives] = this.#view.model.people.counts;
    const [detected, alarms] = [Math.round(tpr * positives), Math.round(fpr * negatives)];
    return [positives - detected, detected, negatives - alarms, alarms];
  }

  /** Return the hovered threshold, else the one in use, else the optimal one. */
  #currentThreshold(): StripThreshold | null {
    const { hover, scene } = this.#duality;
    const { owner } = this.#strip;
    const own = scene.own.get(owner);
    if (!own) return null;
    if (hover?.kind === 'point' && scene.points.owner[hover.index] === owner) {
      return { kind: 'hovered', ...ratesAt(scene.points, hover.index) };
    }
    const inUse = this.#duality.get('in_use');
    const place = inUse.owner.lastIndexOf(owner);
    if (place >= 0) return { kind: 'marked', ...ratesAt(inUse, place) };
    return { kind: 'best', ...ratesAt(own, cheapestCorner(own, this.#duality.get('pc') ?? 0.5)) };
  }

  #placeOf(threshold: number): number {
    const [start, slope] = this.#strip.line;
    if (threshold <= 0) return 0;
    if (threshold >= 1) return 1;
    return clamp(start + slope * Math.log(threshold / (1 - threshold)), 0, 1);
  }

  // ---- Dragging and keys

  #listen(): void {
    const root = this.#root;
    ringForKeys(root);
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // Prevents text selection, but also the default focus.
      event.preventDefault();
      root.focus({ preventScroll: true });
      this.#pointer = event.pointerId;
      root.setPointerCapture(event.pointerId);
      this.#drag(event);
    });
    root.addEventListener('pointermove', (event) => {
      if (this.#pointer === event.pointerId) this.#drag(event);
    });
    root.addEventListener('pointerup', () => {
      if (this.#pointer !== null) this.#markThreshold();
      this.#pointer = null;
    });
    root.addEventListener('pointercancel', () => {
      this.#pointer = null;
      this.#duality.hover = null;
    });
    root.addEventListener('pointerleave', () => {
      if (this.#pointer === null && this.#duality.play.state === 'off') this.#duality.hover = null;
    });
    root.addEventListener('keydown', (event) => this.#press(event));
  }

  #drag({ clientX }: PointerEvent): void {
    const { left, width } = this.#root.getBoundingClientRect();
    this.#highlight(this.#nearest((clientX - left) / width, 0));
  }

  #press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (isPrintable(event)) event.stopPropagation();
    if (ctrlKey || metaKey || altKey) return;
    const current = this.#currentThreshold();
    const move = LAB_MOVES[key];
    if (move && current) {
      const from = this.#placeOf(current.threshold);
      this.#highlight(this.#nearest(move(from), Math.sign(move(from) - from)));
    } else if (key === 'Enter') this.#markThreshold();
    else if (key === 'Escape') this.#unmarkThreshold();
    else if (key === 'p') this.#duality.play.press();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Return the drawn threshold nearest to a position, if requested only on one side. */
  #nearest(place: number, side: number): number {
    const { points } = this.#duality.scene;
    const { owner } = this.#strip;
    const current = this.#currentThreshold();
    const from = current ? this.#placeOf(current.threshold) : 0;
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < points.owner.length; i++) {
      if (points.owner[i] !== owner) continue;
      const here = this.#placeOf(at(points.threshold, i));
      if (side * (here - from) < 0 || (side !== 0 && here === from)) continue;
      if (Math.abs(here - place) >= least) continue;
      [best, least] = [i, Math.abs(here - place)];
    }
    return best;
  }

  #highlight(index: number): void {
    if (index >= 0) this.#duality.hover = { kind: 'point', index };
  }

  /** Let Python mark the threshold as in use. */
  #markThreshold(): void {
    const current = this.#currentThreshold();
    if (current && Number.isFinite(current.threshold)) {
      this.#view.model.send({ hold: current.threshold, strip: this.#place }, {});
    }
  }

  #unmarkThreshold(): void {
    this.#duality.hover = null;
    this.#view.model.send({ hold: null, strip: this.#place }, {});
  }
}

const LAB_MOVES: Record<string, (from: number) => number> = {
  ArrowLeft: (from) => from - KEY_STEP,
  ArrowDown: (from) => from - KEY_STEP,
  ArrowRight: (from) => from + KEY_STEP,
  ArrowUp: (from) => from + KEY_STEP,
  PageDown: (from) => from - 10 * KEY_STEP,
  PageUp: (from) => from + 10 * KEY_STEP,
  Home: () => 0,
  End: () => 1,
};

const KIND_SUFFIXES: Record<StripThreshold['kind'], string> = {
  hovered: '',
  marked: ' (yours)',
  best: ' (best here)',
};

/** The four outcomes, by side of the threshold and of the axis. */
const QUADRANTS = [
  { words: 'misses', isRight: false, isAbove: true, isWrong: true },
  { words: 'finds', isRight: true, isAbove: true, isWrong: false },
  { words: 'leaves alone', isRight: false, isAbove: false, isWrong: false },
  { words: 'false alarms', isRight: true, isAbove: false, isWrong: true },
] as const;

function thresholdInWords({ threshold }: StripThreshold): string {
  if (threshold >= 1) return 'nobody flagged';
  return threshold <= 0 ? 'everybody flagged' : `threshold ${number(threshold)}`;
}

interface RateArrays {
  fpr: Float64Array;
  tpr: Float64Array;
  threshold: Float64Array;
}

const ratesAt = ({ fpr, tpr, threshold }: RateArrays, i: number) => ({
  fpr: at(fpr, i),
  tpr: at(tpr, i),
  threshold: at(threshold, i),
});

/** One class of a strip: its density, and its dots sorted by position. */
class ClassSide {
  readonly el = svg('g');
  readonly #middle: number;
  readonly #way: 1 | -1;
  readonly #outline = svg('path', { class: 'cc-lab-shape' });
  readonly #dots = [svg('path', { class: 'cc-lab-dots' }), svg('path', { class: 'cc-lab-dots' })];
  #places: number[] = [];
  #dotPaths: string[] = [];
  #split = -1;

  constructor(middle: number, way: 1 | -1) {
    this.#middle = middle;
    this.#way = way;
    this.el.append(this.#outline, ...this.#dots);
    // Positives above the threshold are correct, negatives below it.
    this.#dots[way === 1 ? 0 : 1]?.classList.add('cc-lab-is-wrong');
  }

  lay(
    heights: number[],
    scale: number,
    width: number,
    [places, parts]: [Float32Array, Float32Array],
  ): void {
    const last = heights.length - 1;
    const yOf = (height: number) => this.#middle - this.#way * scale * height;
    const outline = heights.map((height, i) => `L${(i / last) * width},${yOf(height).toFixed(1)}`);
    setAttributes(this.#outline, { d: `M0,${this.#middle}${outline.join('')}V${this.#middle}Z` });
    const order = Array.from(places.keys()).sort((a, b) => at(places, a) - at(places, b));
    this.#places = order.map((i) => at(places, i));
    this.#dotPaths = order.map((i) => {
      const place = at(places, i);
      const left = Math.floor(place * last);
      const [here = 0, next = here] = [heights[left], heights[left + 1]];
      const free = here + (place * last - left) * (next - here);
      const y = yOf(free * at(parts, i)) - this.#way * 2;
      return `M${(place * width).toFixed(1)},${y.toFixed(1)}h0`;
    });
    this.#split = -1;
    const size = Math.max(2.2, Math.min(5, 60 / Math.sqrt(this.#places.length + 100)));
    this.el.style.setProperty('--cc-dot', `${size}px`);
  }

  /** Split the dots at a position. */
  mark(place: number): void {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    if (low === this.#split) return;
    this.#split = low;
    const parts = [this.#dotPaths.slice(0, low), this.#dotPaths.slice(low)];
    this.#dots.forEach((dots, i) => {
      const paths = parts[i] ?? [];
      setAttributes(dots, { d: paths.join('') });
      setVisible(dots, paths.length > 0);
    });
  }
}
