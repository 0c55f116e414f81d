// The score laboratory: handles of two populations, and their people on either side of a threshold.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable, keepKeys, ringByKeys } from '../cursor/keys.ts';
import { PlayButton } from '../cursor/play.ts';
import { cheapestCorner } from '../geometry/hull.ts';
import { at, between, clamp } from '../geometry/lines.ts';
import { button, setAll, show, svg, swatch } from '../layer/part.ts';
import { whileShown } from '../wire/python.ts';
import { changes } from '../wire/state.ts';
import { number, people, percent } from '../words/numbers.ts';
import { LinkedModel, ours, Spoken, together, WatchedModel } from './base.ts';
import type { DualityModel } from './duality.ts';

// ---- Handles: a slider each, over the values at which it may stand

type Value = number | null;

interface Knob {
  name: string;
  words: string;
  /** What it does, for who hovers. */
  help: string;
  /** Whose it is; knobs of the same group are shown together, those of none always. */
  group: string;
  form: 'number' | 'share' | 'count' | 'levels';
  stops: Value[];
}

interface Push {
  name: string;
  words: string;
  help: string;
  /** Whether it is on; nothing for what is done once. */
  isOn?: boolean;
}

const FORMS: Record<Knob['form'], (value: Value) => string> = {
  number: (value) => number(value ?? 0),
  share: (value) => percent(value ?? 0),
  count: (value) => people(value ?? 0),
  levels: (value) => (value === null ? 'none' : `${value} scores`),
};

export class LaboratoryKnobsModel extends WatchedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('LaboratoryKnobs'),
      knobs: [],
      values: {},
      pushes: [],
      said: '',
    };
  }
}

export class LaboratoryKnobsView extends DOMWidgetView {
  declare model: LaboratoryKnobsModel;
  readonly #tabs = division('cc-lab-tabs');
  readonly #rows = division('cc-lab-rows');
  readonly #pushes = division('cc-lab-pushes');
  readonly #said = division('cc-lab-said');
  #group = '';
  #filled = '';

  override render(): void {
    super.render();
    this.el.classList.add('cc-lab-knobs');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Handles of the laboratory');
    this.#said.setAttribute('role', 'status');
    this.el.append(this.#tabs, this.#rows, this.#pushes, keyOf(), this.#said);
    keepKeys(this.el);
    this.listenTo(
      this.model,
      'change:knobs change:values',
      together(() => this.#fill()),
    );
    this.listenTo(this.model, 'change:pushes', () => this.#push());
    this.listenTo(this.model, 'change:said cc:python', () => this.#say());
    this.#fill();
    this.#push();
    this.#say();
  }

  get #knobs(): Knob[] {
    return this.model.get('knobs');
  }

  get #values(): Record<string, Value> {
    return this.model.get('values');
  }

  /** Rows that are there stay while they are the same: a hand may be on one of them. */
  #fill(): void {
    const told = JSON.stringify(this.#knobs);
    if (told !== this.#filled) this.#refill();
    this.#filled = told;
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
    row.append(spanOf(words), document.createElement('b'), input);
    return row;
  }

  /** Python hears of the newest value as soon as it is done with the one before. */
  #move(name: string, value: Value): void {
    this.model.set('values', { ...this.#values, [name]: value });
    this.touch();
  }

  #mark(): void {
    this.#knobs.forEach(({ name, group, form, stops }, i) => {
      const row = this.#rows.children[i] as HTMLElement;
      const [input] = row.getElementsByTagName('input') as unknown as [HTMLInputElement];
      const [said] = row.getElementsByTagName('b') as unknown as [HTMLElement];
      const value = this.#values[name] ?? null;
      row.hidden = group !== '' && group !== this.#group;
      input.value = String(nearestStop(stops, value));
      said.textContent = FORMS[form](value);
      input.setAttribute('aria-valuetext', said.textContent);
    });
  }

  /** A button that is there stays: somebody may be about to press it once more. */
  #push(): void {
    const pushes: Push[] = this.model.get('pushes');
    while (this.#pushes.children.length < pushes.length) {
      const made = button('cc-switch', '');
      made.addEventListener('click', () => this.model.send({ push: made.name }, {}));
      this.#pushes.append(made);
    }
    pushes.forEach(({ name, words, help, isOn }, i) => {
      const made = this.#pushes.children[i] as HTMLButtonElement;
      Object.assign(made, { name, textContent: words, title: help });
      if (isOn !== undefined) made.setAttribute('aria-pressed', String(isOn));
    });
  }

  #say(): void {
    const { python } = this.model.watch;
    for (const input of this.el.querySelectorAll<HTMLInputElement>(
      'input, .cc-lab-pushes button',
    )) {
      input.disabled = python === 'gone' || python === 'none';
    }
    // While it is busy with what a handle asks for, the handles need not say so.
    this.#said.textContent = (python !== 'busy' && whileShown(python)) || this.model.get('said');
  }
}

function nearestStop(stops: Value[], value: Value): number {
  const away = stops.map((stop) =>
    stop === value ? -1 : Math.abs((stop ?? Infinity) - (value ?? Infinity)),
  );
  return away.reduce((best, gap, i) => (gap < (away[best] as number) ? i : best), 0);
}

/** What dots and strokes mean that no other figure has. */
function keyOf(): HTMLElement {
  const key = division('cc-lab-key');
  for (const [name, words] of KEY) {
    const sample = document.createElement('i');
    sample.className = name;
    const entry = spanOf('');
    entry.append(sample, words);
    key.append(entry);
  }
  return key;
}

const KEY = [
  ['cc-lab-right', 'right'],
  ['cc-lab-wrong', 'wrong'],
  ['cc-lab-road', 'the truth'],
  ['cc-lab-thin', 'earlier samples'],
] as const;

// ---- The people of each classifier along its scores

/** How one classifier's scores are spread; places run from 0 to 1 along the strip. */
interface Strip {
  owner: number;
  name: string;
  /** A place is this start plus this slope times the log-odds of a score. */
  line: [start: number, slope: number];
  ticks: [place: number, words: string][];
  /** How dense each class is, at places that are evenly spaced. */
  negatives: number[];
  positives: number[];
}

/** Who was drawn: how many there are of each class, of how many dots are shown. */
interface People {
  counts: [negatives: number, positives: number];
  dots: [negatives: number, positives: number];
  /** Share of positives in the whole population. */
  prevalence: number;
}

/** A threshold of a strip: lit, held, or the best at the operating point. */
interface Shown {
  kind: 'lit' | 'held' | 'best';
  threshold: number;
  fpr: number;
  tpr: number;
}

const TOP = 58;
const BOTTOM = 52;
const TICKS = 17;
const HEIGHT = TOP + BOTTOM + TICKS;
/** Share of the width that an arrow key moves a threshold by. */
const STEP = 0.01;
const CLOSE = 1e-6;

const FOLLOWED = changes(
  ...(['hover', 'points', 'hull', 'hidden', 'in_use', 'pc', 'pc_range', 'looks'] as const),
);

export class LaboratoryScoresModel extends LinkedModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('LaboratoryScores'),
      strips: [],
      people: { counts: [0, 0], dots: [0, 0], prevalence: 0.5 },
      dots: new DataView(new ArrayBuffer(0)),
    };
  }

  get strips(): Strip[] {
    return this.get('strips');
  }

  get people(): People {
    return this.get('people');
  }

  /** Places, and heights as shares of what is free there, of the dots of one class. */
  dotsOf(strip: number, side: 0 | 1): [places: Float32Array, heights: Float32Array] {
    const { buffer, byteOffset, byteLength } = this.get('dots') as DataView;
    const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    const [negatives, positives] = this.people.dots;
    const size = side === 0 ? negatives : positives;
    const start = 2 * (strip * (negatives + positives) + (side === 0 ? 0 : negatives));
    return [all.subarray(start, start + size), all.subarray(start + size, start + 2 * size)];
  }
}

/** A strip for each classifier: positives above its axis, negatives below. */
export class LaboratoryScoresView extends DOMWidgetView {
  declare model: LaboratoryScoresModel;
  readonly #strips = division('cc-lab-strips');
  readonly #said = division('cc-lab-sentence');
  readonly #spoken = new Spoken(this.#said);
  readonly #observer = new ResizeObserver(() => this.#lay());
  #shown: StripView[] = [];

  override render(): void {
    super.render();
    this.el.classList.add('cc-lab-scores');
    this.#said.setAttribute('role', 'status');
    this.#said.setAttribute('aria-live', 'polite');
    const play = new PlayButton(this.duality.play);
    const foot = division('cc-lab-foot');
    foot.append(play.el, this.#said);
    this.el.append(this.#strips, foot);
    this.listenTo(this.duality, 'cc:played', () => play.show());
    this.listenTo(
      this.model,
      'change:strips change:dots change:people',
      together(() => this.#lay()),
    );
    this.listenTo(
      this.duality,
      FOLLOWED,
      together(() => this.#mark()),
    );
    this.#observer.observe(this.#strips);
    this.#lay();
  }

  override remove(): void {
    this.#observer.disconnect();
    this.#spoken.stop();
    super.remove();
  }

  get duality(): DualityModel {
    return this.model.get('duality');
  }

  #lay(): void {
    const { strips } = this.model;
    while (this.#shown.length > strips.length) this.#shown.pop()?.el.remove();
    while (this.#shown.length < strips.length) {
      const made = new StripView(this, this.#shown.length);
      this.#shown.push(made);
      this.#strips.append(made.el);
    }
    for (const one of this.#shown) one.lay();
    this.#mark();
  }

  #mark(): void {
    for (const one of this.#shown) one.mark();
    const { hover, scene } = this.duality;
    const lit = hover?.kind === 'point' ? scene.points.owner[hover.index] : undefined;
    const told = this.model.strips.findIndex(({ owner }) => owner === lit);
    const words =
      this.#shown[told]?.sentence || this.#shown.find(({ sentence }) => sentence)?.sentence;
    this.#spoken.say([['cc-lab-line', words ?? '']]);
  }
}

/** The strip of one classifier. */
class StripView {
  readonly el = division('cc-lab-strip');
  readonly #view: LaboratoryScoresView;
  readonly #place: number;
  readonly #head = division('cc-lab-head');
  readonly #root = svg('svg', {
    class: 'cc-lab-plot',
    role: 'slider',
    tabindex: 0,
    height: HEIGHT,
  });
  readonly #sides = [new Side(TOP, 1), new Side(TOP, -1)] as const;
  readonly #axis = svg('g', { class: 'cc-lab-axis' });
  readonly #line = svg('path', { class: 'cc-lab-threshold' });
  readonly #counts = QUADRANTS.map(({ isRight, isWrong, isAbove }) =>
    svg('text', {
      class: isWrong ? 'cc-lab-count cc-lab-is-wrong' : 'cc-lab-count',
      y: isAbove ? 13 : TOP + BOTTOM - 5,
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

  /** Draw all that does not follow the threshold. */
  lay(): void {
    const { negatives, positives, ticks } = this.#strip;
    this.#width = this.#root.clientWidth || this.#width;
    if (this.#width === 0) return;
    setAll(this.#root, { viewBox: `0 0 ${this.#width} ${HEIGHT}` });
    const highest = Math.max(...negatives, ...positives);
    const { model } = this.#view;
    const [above, below] = this.#sides;
    above.lay(positives, (TOP - 4) / highest, this.#width, model.dotsOf(this.#place, 1));
    below.lay(negatives, (BOTTOM - 4) / highest, this.#width, model.dotsOf(this.#place, 0));
    const words = ticks.map(([place, tick]) => {
      const text = svg('text', { x: place * this.#width, y: HEIGHT - 4, 'text-anchor': 'middle' });
      text.textContent = tick;
      return text;
    });
    const marks = ticks.map(([place]) => `M${place * this.#width},${TOP - 2}v4`).join('');
    const d = `M0,${TOP}H${this.#width}${marks}`;
    this.#axis.replaceChildren(svg('path', { d }), ...words);
  }

  /** Draw what follows the threshold. */
  mark(): void {
    const { owner, name } = this.#strip;
    const shown = this.#shown();
    const look = this.#duality.get('looks')[owner];
    this.el.classList.toggle('cc-lab-hidden', shown === null);
    if (look) this.el.style.setProperty('--cc-tint', look.color);
    if (shown === null) this.sentence = '';
    if (shown === null || this.#width === 0) return;
    const place = this.#placeOf(shown.threshold);
    for (const side of this.#sides) side.mark(place - CLOSE);
    const x = place * this.#width;
    setAll(this.#line, {
      d: `M${x},0V${TOP + BOTTOM}M${x - 5},0h10l-5,7Z`,
      'data-kind': shown.kind,
    });
    const counts = this.#count(shown);
    QUADRANTS.forEach(({ words, isRight }, i) => {
      const text = this.#counts[i] as SVGTextElement;
      text.textContent = `${words} ${people(counts[i] as number)}`;
      setAll(text, { x: isRight ? this.#width - 4 : 4 });
    });
    this.#say(name, shown, counts, place);
    const swatched = look ? [swatch(look)] : [];
    if (this.#head.dataset.said !== this.#words) {
      this.#head.replaceChildren(...swatched, spanOf(this.#words));
      this.#head.dataset.said = this.#words;
    }
  }

  #say(name: string, shown: Shown, counts: number[], place: number): void {
    const [missed = 0, found = 0, , alarms = 0] = counts;
    const all = this.#view.model.people.counts.reduce((one, other) => one + other);
    const threshold = ruleInWords(shown);
    this.#words = `${name}, ${threshold}${KINDS[shown.kind]}${this.#truth(shown, place)}`;
    this.sentence =
      `${name}, ${threshold}: of ${people(all)} people ${people(missed + found)} have it: ` +
      `finds ${people(found)}, misses ${people(missed)}, ${people(alarms)} false alarms.`;
    setAll(this.#root, {
      'aria-label': `Threshold of ${name}`,
      'aria-valuemin': 0,
      'aria-valuemax': 1,
      'aria-valuenow': clamp(shown.threshold, 0, 1),
      'aria-valuetext': this.sentence,
    });
  }

  /** How often people with that score are positive, beside what the score claims. */
  #truth({ threshold }: Shown, place: number): string {
    if (!(threshold > 0 && threshold < 1)) return '';
    const { negatives, positives } = this.#strip;
    const { prevalence } = this.#view.model.people;
    const places = Float64Array.from(negatives, (_, i) => i / (negatives.length - 1));
    const [without, having] = [negatives, positives].map((heights) =>
      between(places, Float64Array.from(heights), clamp(place, 0, 1)),
    ) as [number, number];
    const share = (prevalence * having) / (prevalence * having + (1 - prevalence) * without);
    return Number.isFinite(share) ? `; ${percent(share, 2)} there truly have it` : '';
  }

  #count({ fpr, tpr }: Shown): number[] {
    const [negatives, positives] = this.#view.model.people.counts;
    const [found, alarms] = [Math.round(tpr * positives), Math.round(fpr * negatives)];
    return [positives - found, found, negatives - alarms, alarms];
  }

  /** What is lit, else what is held, else what is best at the operating point. */
  #shown(): Shown | null {
    const { hover, scene } = this.#duality;
    const { owner } = this.#strip;
    const own = scene.own.get(owner);
    if (!own) return null;
    if (hover?.kind === 'point' && scene.points.owner[hover.index] === owner) {
      return { kind: 'lit', ...ratesOf(scene.points, hover.index) };
    }
    const held = this.#duality.get('in_use');
    const place = held.owner.lastIndexOf(owner);
    if (place >= 0) return { kind: 'held', ...ratesOf(held, place) };
    return { kind: 'best', ...ratesOf(own, cheapestCorner(own, this.#duality.get('pc') ?? 0.5)) };
  }

  #placeOf(threshold: number): number {
    const [start, slope] = this.#strip.line;
    if (threshold <= 0) return 0;
    if (threshold >= 1) return 1;
    return clamp(start + slope * Math.log(threshold / (1 - threshold)), 0, 1);
  }

  // ---- Moved by hand and by keys

  #listen(): void {
    const root = this.#root;
    ringByKeys(root);
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // No words are selected by a drag; so the keys have to be given.
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
      if (this.#pointer !== null) this.#hold();
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
    this.#light(this.#nearest((clientX - left) / width, 0));
  }

  #press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (isPrintable(event)) event.stopPropagation();
    if (ctrlKey || metaKey || altKey) return;
    const shown = this.#shown();
    const move = MOVES[key];
    if (move && shown) {
      const from = this.#placeOf(shown.threshold);
      this.#light(this.#nearest(move(from), Math.sign(move(from) - from)));
    } else if (key === 'Enter') this.#hold();
    else if (key === 'Escape') this.#release();
    else if (key === 'p') this.#duality.play.press();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The drawn threshold that is nearest to a place, if one is wanted on that side of the present. */
  #nearest(place: number, side: number): number {
    const { points } = this.#duality.scene;
    const { owner } = this.#strip;
    const shown = this.#shown();
    const from = shown ? this.#placeOf(shown.threshold) : 0;
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

  #light(index: number): void {
    if (index >= 0) this.#duality.hover = { kind: 'point', index };
  }

  /** Python marks the threshold, and it stays. */
  #hold(): void {
    const shown = this.#shown();
    if (shown && Number.isFinite(shown.threshold)) {
      this.#view.model.send({ hold: shown.threshold, strip: this.#place }, {});
    }
  }

  #release(): void {
    this.#duality.hover = null;
    this.#view.model.send({ hold: null, strip: this.#place }, {});
  }
}

const MOVES: Record<string, (from: number) => number> = {
  ArrowLeft: (from) => from - STEP,
  ArrowDown: (from) => from - STEP,
  ArrowRight: (from) => from + STEP,
  ArrowUp: (from) => from + STEP,
  PageDown: (from) => from - 10 * STEP,
  PageUp: (from) => from + 10 * STEP,
  Home: () => 0,
  End: () => 1,
};

const KINDS: Record<Shown['kind'], string> = { lit: '', held: ' (yours)', best: ' (best here)' };

/** What becomes of people, by the side of the threshold and of the axis. */
const QUADRANTS = [
  { words: 'misses', isRight: false, isAbove: true, isWrong: true },
  { words: 'finds', isRight: true, isAbove: true, isWrong: false },
  { words: 'leaves alone', isRight: false, isAbove: false, isWrong: false },
  { words: 'false alarms', isRight: true, isAbove: false, isWrong: true },
] as const;

function ruleInWords({ threshold }: Shown): string {
  if (threshold >= 1) return 'nobody flagged';
  return threshold <= 0 ? 'everybody flagged' : `threshold ${number(threshold)}`;
}

interface Rates {
  fpr: Float64Array;
  tpr: Float64Array;
  threshold: Float64Array;
}

const ratesOf = ({ fpr, tpr, threshold }: Rates, i: number) => ({
  fpr: at(fpr, i),
  tpr: at(tpr, i),
  threshold: at(threshold, i),
});

/** One class of a strip: its outline, and its dots, sorted by place. */
class Side {
  readonly el = svg('g');
  readonly #middle: number;
  readonly #way: 1 | -1;
  readonly #outline = svg('path', { class: 'cc-lab-shape' });
  readonly #dots = [svg('path', { class: 'cc-lab-dots' }), svg('path', { class: 'cc-lab-dots' })];
  #places: number[] = [];
  #drawn: string[] = [];
  #split = -1;

  constructor(middle: number, way: 1 | -1) {
    this.#middle = middle;
    this.#way = way;
    this.el.append(this.#outline, ...this.#dots);
    // Positives are right above the threshold, negatives below it.
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
    setAll(this.#outline, { d: `M0,${this.#middle}${outline.join('')}V${this.#middle}Z` });
    const order = Array.from(places.keys()).sort((a, b) => at(places, a) - at(places, b));
    this.#places = order.map((i) => at(places, i));
    this.#drawn = order.map((i) => {
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

  /** Show who lies below this place, and who not. */
  mark(place: number): void {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    if (low === this.#split) return;
    this.#split = low;
    const parts = [this.#drawn.slice(0, low), this.#drawn.slice(low)];
    this.#dots.forEach((dots, i) => {
      const drawn = parts[i] ?? [];
      setAll(dots, { d: drawn.join('') });
      show(dots, drawn.length > 0);
    });
  }
}

// ---- What both are made of

function division(name: string): HTMLDivElement {
  const made = document.createElement('div');
  made.className = name;
  return made;
}

function spanOf(words: string): HTMLSpanElement {
  const made = document.createElement('span');
  made.textContent = words;
  return made;
}
