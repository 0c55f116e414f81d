// The bar that tells who is cheapest where; it is a slider too.

import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { moveBy } from '../cursor/commands.ts';
import { toggleHelp } from '../cursor/help.ts';
import { commandOf, isPrintable, ringByKeys } from '../cursor/keys.ts';
import { clamp } from '../geometry/shapes.ts';
import { DASHES } from '../layer/looks.ts';
import { setAll, show, svg } from '../layer/part.ts';
import { changes, type Look } from '../wire/state.ts';
import { share } from '../words/numbers.ts';
import { type Interval, intervals, ownerInWords, ribbonInWords } from '../words/ribbon.ts';
import { ours, PanelModel } from './base.ts';
import type { DualityModel } from './duality.ts';

const HEIGHT = 30;
const NEUTRAL: Look = { color: '#808080', dash: 'solid', marker: 'circle' };
/** Pixels that a name keeps free beside it. */
const GAP = 6;
const WINNERS = changes('winners', 'hull', 'points', 'hidden', 'names', 'classes', 'looks');
const ARROWS: Record<string, string> = { ArrowLeft: '[', ArrowRight: ']' };

let ribbonsMade = 0;

export class RibbonModel extends PanelModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Ribbon'), duality: null };
  }

  static override serializers = {
    ...PanelModel.serializers,
    duality: { deserialize: unpackModels },
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
  readonly #names = svg('g');
  readonly #range = svg('rect', { class: 'cc-ribbon-range', y: 0.5, height: HEIGHT - 1 });
  readonly #eye = svg('line', { class: 'cc-ribbon-eye', y1: 0, y2: HEIGHT });
  readonly #mark = svg('path', { class: 'cc-ribbon-mark' });
  readonly #hatch = hatch();
  readonly #observer = new ResizeObserver(() => this.#draw());
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
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
    this.#root.append(defs, this.#stretches, this.#range, this.#eye, this.#mark, this.#names);
    this.el.append(this.#root);
    const duality = this.#duality;
    this.listenTo(duality, WINNERS, () => this.#draw());
    this.listenTo(duality, changes('pc', 'pc_range', 'eye'), () => this.#markPlaces());
    this.#listen();
    this.#observer.observe(this.#root);
    this.#draw();
  }

  override remove(): void {
    this.#observer.disconnect();
    super.remove();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
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
    return clamp((event.clientX - left) / width, 0, 1);
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

  #draw(): void {
    this.#width = this.#root.clientWidth;
    const width = this.#width;
    if (width > 0) setAll(this.#root, { viewBox: `0 0 ${width} ${HEIGHT}` });
    const { subject, scene } = this.#duality;
    const found = intervals(scene.winners);
    this.#root.setAttribute('aria-label', ribbonInWords(subject, found));
    this.#pen.font = getComputedStyle(this.#root).font;
    const looks = this.#duality.get('looks');
    const stretches: SVGElement[] = [];
    const names: SVGElement[] = [];
    for (const interval of found) {
      const words = ownerInWords(subject, interval.owner);
      stretches.push(stretchOf(interval, looks, words, width, this.#hatch.id));
      const name = nameOf(interval, words, width, this.#pen.measureText(words).width);
      if (name) names.push(name);
    }
    this.#stretches.replaceChildren(...stretches);
    this.#names.replaceChildren(...names);
    this.#markPlaces();
  }

  #markPlaces(): void {
    const width = this.#width;
    const { eye } = this.#duality;
    const pc = this.#duality.get('pc');
    const range = this.#duality.get('pc_range');
    show(this.#range, range !== null);
    if (range) setAll(this.#range, { x: range[0] * width, width: (range[1] - range[0]) * width });
    show(this.#mark, pc !== null);
    if (pc !== null) {
      setAll(this.#mark, {
        d: `M0,${HEIGHT}V8L-6,0H6L0,8`,
        transform: `translate(${pc * width},0)`,
      });
    }
    // A slider must have a value; the first key moves one that has none to the middle.
    this.#root.setAttribute('aria-valuenow', String(pc ?? 0.5));
    this.#root.setAttribute('aria-valuetext', pc === null ? 'not chosen' : `PC(+) ${share(pc)}`);
    show(this.#eye, eye !== null);
    if (eye) setAll(this.#eye, { x1: eye.pc * width, x2: eye.pc * width });
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
  { from, to, owner, sure }: Interval,
  looks: Look[],
  words: string,
  width: number,
  doubt: string,
): SVGGElement {
  const look = looks[owner] ?? NEUTRAL;
  const group = svg('g', { class: 'cc-stretch', 'data-owner': owner });
  const box = { x: from * width, y: 0, width: (to - from) * width, height: HEIGHT };
  const tint = svg('rect', { ...box, class: 'cc-stretch-tint', fill: look.color });
  const stroke = svg('path', {
    class: 'cc-stretch-stroke',
    d: `M${from * width},${HEIGHT - 3}H${to * width}`,
    stroke: look.color,
    'stroke-dasharray': DASHES[look.dash],
  });
  group.append(tint, stroke);
  if (sure === 0) group.append(svg('rect', { ...box, class: 'cc-doubt', fill: `url(#${doubt})` }));
  const rim = svg('path', { class: 'cc-stretch-rim', d: `M${to * width},0V${HEIGHT}` });
  if (to < 1) group.append(rim);
  const title = svg('title');
  title.textContent = words;
  group.append(title);
  return group;
}

/** The name in a stretch, if it fits. */
function nameOf(
  { from, to }: Interval,
  words: string,
  width: number,
  length: number,
): SVGTextElement | null {
  if (length + 2 * GAP > (to - from) * width) return null;
  const name = svg('text', { x: ((from + to) / 2) * width, y: 17, 'text-anchor': 'middle' });
  setAll(name, { class: 'cc-stretch-name' });
  name.textContent = words;
  return name;
}
