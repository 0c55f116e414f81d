// Slider for a number or a range.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable } from '../cursor/keys.ts';
import { clamp } from '../geometry/lines.ts';
import { type HandlePositions, moveHandle, type Track } from '../geometry/scales.ts';
import { valueInWords } from '../words/numbers.ts';
import { PanelModel, widgetIdentity } from './base.ts';

const ENDS = ['low', 'high'] as const;
type End = (typeof ENDS)[number];
const SLIDER_KEYS = /^(Arrow.*|Home|End|Page.*|Escape)$/;
const KEY_DIRECTIONS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

export class SliderModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...widgetIdentity('Slider'),
      label: '',
      unit: 'log_odds',
      least: 0,
      most: 1,
      step: 0.1,
      low: 0,
      high: 0,
    };
  }
}

/** One handle, or two for a range. */
export class SliderView extends DOMWidgetView {
  readonly #handles = new RangeHandles({
    move: () => {},
    settle: ([low, high]) => this.#send(low, high),
    revert: () => this.#show(),
  });

  override render(): void {
    super.render();
    this.el.classList.add('cc-slider');
    this.#handles.fill(this.el);
    this.listenTo(this.model, 'change', () => this.#show());
    this.#show();
  }

  /** Send both ends in one message after a drag or key press. */
  #send(low: number, high: number): void {
    this.model.set({ low, high });
    this.touch();
  }

  #show(): void {
    const { label, unit, least, most, step, low, high } = this.model.attributes;
    this.#handles.show(label, { unit, least, most, step }, [low, high]);
  }
}

/** Callbacks for moves, their end, and cancelling. */
interface HandleListener {
  move(ends: HandlePositions): void;
  settle(ends: HandlePositions): void;
  revert(): void;
}

/**
 * One or two handles on a track.
 *
 * Dragging a single handle with Shift splits it into a range; Shift + arrow keys move the upper
 * end. Ends that meet become one number again.
 */
export class RangeHandles {
  readonly #listener: HandleListener;
  readonly #fill = document.createElement('div');
  readonly #inputs = {
    low: document.createElement('input'),
    high: document.createElement('input'),
  };
  #root!: HTMLElement;
  #label = '';
  #track: Track = { unit: 'log_odds', least: 0, most: 1, step: 1 };
  #ends: HandlePositions = [0, 0];
  #offTrack: readonly boolean[] = [];
  /** The fixed end while a single handle is being split. */
  #anchor: number | null = null;
  /** During a drag the number of handles does not change. */
  #isHeld = false;
  /** Whether the drag was cancelled while the pointer is still down. */
  #isCancelled = false;

  constructor(listener: HandleListener) {
    this.#listener = listener;
  }

  fill(root: HTMLElement): void {
    this.#root = root;
    this.#fill.className = 'cc-slider-fill';
    root.append(this.#fill);
    for (const end of ENDS) this.#prepare(end);
  }

  /** Update the slider; `offTrack` marks ends whose values exceed the track. */
  show(
    label: string,
    track: Track,
    ends: HandlePositions,
    offTrack: readonly boolean[] = [],
  ): void {
    this.#label = label;
    this.#track = track;
    this.#ends = ends;
    this.#offTrack = offTrack;
    const { low, high } = this.#inputs;
    if (!this.#isHeld) high.hidden = ends[0] === ends[1];
    low.setAttribute('aria-label', high.hidden ? label : `${label}: low end`);
    high.setAttribute('aria-label', `${label}: high end`);
    for (const input of [low, high]) {
      input.min = String(track.least);
      input.max = String(track.most);
      input.step = String(track.step);
    }
    this.#draw();
  }

  #prepare(end: End): void {
    const input = this.#inputs[end];
    input.type = 'range';
    input.addEventListener('pointerdown', (event) => this.#grab(event));
    input.addEventListener('input', () => this.#move(end, input.valueAsNumber));
    input.addEventListener('change', () => this.#drop());
    input.addEventListener('keydown', (event) => this.#press(event));
    this.#root.append(input);
  }

  #grab(event: PointerEvent): void {
    const isSingle = this.#ends[0] === this.#ends[1];
    this.#anchor = event.shiftKey && isSingle ? this.#ends[0] : null;
    this.#isHeld = true;
    // The change event comes after this one, if there is any change.
    const onRelease = () => setTimeout(() => this.#release());
    for (const name of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(name, onRelease, { once: true });
    }
  }

  #release(): void {
    this.#isHeld = false;
    this.#isCancelled = false;
    this.#anchor = null;
    this.show(this.#label, this.#track, this.#ends);
  }

  #move(end: End, to: number): void {
    if (this.#isCancelled) {
      this.#draw();
      return;
    }
    this.#ends = this.#movedTo(end, to);
    this.#offTrack = [];
    if (this.#anchor !== null) this.#inputs.high.hidden = false;
    this.#draw();
    this.#listener.move(this.#ends);
  }

  #movedTo(end: End, to: number): HandlePositions {
    if (this.#anchor !== null) return [Math.min(this.#anchor, to), Math.max(this.#anchor, to)];
    return this.#inputs.high.hidden ? [to, to] : moveHandle(this.#ends, end, to);
  }

  #drop(): void {
    const isOver = this.#isCancelled;
    const ends = this.#ends;
    this.#release();
    if (!isOver) this.#listener.settle(ends);
  }

  #press(event: KeyboardEvent): void {
    // In notebooks these keys are shortcuts.
    if (SLIDER_KEYS.test(event.key) || isPrintable(event)) event.stopPropagation();
    if (event.key === 'Escape') this.#cancel(event);
    const direction = KEY_DIRECTIONS[event.key];
    if (!event.shiftKey || direction === undefined) return;
    event.preventDefault();
    this.pull(direction * this.#track.step);
  }

  /** Move the upper end, splitting a single number or merging a range. */
  pull(by: number): void {
    const [low, high] = this.#ends;
    const to = Number((high + by).toFixed(4));
    this.#ends = [low, clamp(to, low, this.#track.most)];
    this.#listener.move(this.#ends);
    this.#drop();
  }

  #cancel(event: KeyboardEvent): void {
    this.#isCancelled = (event.target as HTMLElement).matches(':active');
    this.#anchor = null;
    this.#listener.revert();
  }

  #draw(): void {
    const { least, most, unit } = this.#track;
    const isTurned = this.#anchor !== null && this.#ends[0] === this.#anchor;
    ENDS.forEach((end, i) => {
      const place = this.#ends[i] as number;
      const words = `${this.#offTrack[i] ? 'beyond ' : ''}${valueInWords(unit, place)}`;
      const input = this.#inputs[end];
      input.value = String(isTurned ? this.#ends[1 - i] : place);
      input.setAttribute('aria-valuetext', words);
      input.title = words;
      input.classList.toggle('cc-beyond', this.#offTrack[i] ?? false);
      this.#root.style.setProperty(`--cc-${end}`, String((place - least) / (most - least)));
    });
    this.#root.classList.toggle('cc-two', !this.#inputs.high.hidden);
    // If both handles are at the right end, only the lower one can move.
    this.#root.classList.toggle('cc-low-on-top', this.#ends[0] > (least + most) / 2);
  }
}
