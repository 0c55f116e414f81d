import { DOMWidgetView, unpack_models as unpackModels } from '@jupyter-widgets/base';
import { moveBy } from '../cursor/commands.ts';
import type { DualityModel } from '../cursor/duality.ts';
import { commandOf, isPrintable } from '../cursor/keys.ts';
import { ringByKeys } from '../cursor/ring.ts';
import { clamp } from '../geometry/shapes.ts';
import { setAll, show, svg } from '../layer/svg.ts';
import { PanelModel } from '../release.ts';
import { ours } from '../version.ts';
import { share } from '../words/numbers.ts';
import { HEIGHT, hatch, nameOf, stretchOf } from './bar.ts';
import { intervals, ownerInWords, ribbonInWords } from './intervals.ts';

const WINNERS =
  'change:winners change:hull change:points change:hidden change:names change:classes change:looks';
const ARROWS: Record<string, string> = { ArrowLeft: '[', ArrowRight: ']' };

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

  override render(): void {
    super.render();
    this.el.classList.add('cc-ribbon');
    const defs = svg('defs');
    defs.append(this.#hatch);
    this.#root.append(defs, this.#stretches, this.#range, this.#eye, this.#mark, this.#names);
    this.el.append(this.#root);
    const duality = this.#duality;
    this.listenTo(duality, WINNERS, () => this.#draw());
    this.listenTo(duality, 'change:pc change:pc_range change:eye', () => this.#markPlaces());
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

  get #width(): number {
    return this.#root.clientWidth;
  }

  #listen(): void {
    ringByKeys(this.#root);
    this.#root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#pointer = event.pointerId;
      this.#root.setPointerCapture(event.pointerId);
      this.#duality.try('pc', this.#pcAt(event));
    });
    this.#root.addEventListener('pointermove', (event) => {
      const pc = this.#pcAt(event);
      if (this.#pointer === event.pointerId) this.#duality.try('pc', pc);
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
    } else if (command?.do === 'table' || command?.do === 'keys') {
      event.preventDefault();
      this.#duality.trigger(`cc:${command.do}`);
    }
  }

  #draw(): void {
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
    const pc = this.#duality.choice('pc');
    const range = this.#duality.choice('pc_range');
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
