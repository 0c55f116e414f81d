// A slider for a number or a range.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable } from '../cursor/keys.ts';
import { clamp } from '../geometry/lines.ts';
import { type Ends, moved, type Track } from '../geometry/scales.ts';
import { valueInWords } from '../words/numbers.ts';
import { ours, PanelModel } from './base.ts';

const ENDS = ['low', 'high'] as const;
type End = (typeof ENDS)[number];
const KEYS = /^(Arrow.*|Home|End|Page.*|Escape)$/;
const UPWARDS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

export class SliderModel extends PanelModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Slider'),
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

/** One handle, or two on the same track when the value is a range. */
export class SliderView extends DOMWidgetView {
  readonly #handles = new Handles({
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

  /** Both ends in one message, when a drag ends or a key was pressed. */
  #send(low: number, high: number): void {
    this.model.set({ low, high });
    this.touch();
  }

  #show(): void {
    const { label, unit, least, most, step, low, high } = this.model.attributes;
    this.#handles.show(label, { unit, least, most, step }, [low, high]);
  }
}

/** What becomes of the ends while a hand has them, when it lets them go, and when it gives up. */
interface Hears {
  move(ends: Ends): void;
  settle(ends: Ends): void;
  revert(): void;
}

/**
 * One or two handles on a track.
 *
 * With Shift a single handle leaves its number where it is and takes a second end along; arrows
 * with Shift move the upper end. Ends that meet are one number again.
 */
export class Handles {
  readonly #hears: Hears;
  readonly #fill = document.createElement('div');
  readonly #inputs = {
    low: document.createElement('input'),
    high: document.createElement('input'),
  };
  #root!: HTMLElement;
  #label = '';
  #track: Track = { unit: 'log_odds', least: 0, most: 1, step: 1 };
  #ends: Ends = [0, 0];
  #beyond: readonly boolean[] = [];
  /** The end that stays where it was while a single handle is pulled apart. */
  #left: number | null = null;
  /** Two handles stay two, and one stays one, until the hand lets go. */
  #isHeld = false;
  /** Whether the hand has given up, and is still down. */
  #isOver = false;

  constructor(hears: Hears) {
    this.#hears = hears;
  }

  fill(root: HTMLElement): void {
    this.#root = root;
    this.#fill.className = 'cc-slider-fill';
    root.append(this.#fill);
    for (const end of ENDS) this.#prepare(end);
  }

  /** `beyond` tells of which end the value lies beyond the track. */
  show(label: string, track: Track, ends: Ends, beyond: readonly boolean[] = []): void {
    this.#label = label;
    this.#track = track;
    this.#ends = ends;
    this.#beyond = beyond;
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
    input.addEventListener('pointerdown', (event) => this.#take(event));
    input.addEventListener('input', () => this.#move(end, input.valueAsNumber));
    input.addEventListener('change', () => this.#drop());
    input.addEventListener('keydown', (event) => this.#press(event));
    this.#root.append(input);
  }

  #take(event: PointerEvent): void {
    const isSingle = this.#ends[0] === this.#ends[1];
    this.#left = event.shiftKey && isSingle ? this.#ends[0] : null;
    this.#isHeld = true;
    // The last change comes after this, and none where nothing has changed.
    const letGo = () => setTimeout(() => this.#letGo());
    for (const name of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(name, letGo, { once: true });
    }
  }

  #letGo(): void {
    this.#isHeld = false;
    this.#isOver = false;
    this.#left = null;
    this.show(this.#label, this.#track, this.#ends);
  }

  #move(end: End, to: number): void {
    if (this.#isOver) {
      this.#draw();
      return;
    }
    this.#ends = this.#movedTo(end, to);
    this.#beyond = [];
    if (this.#left !== null) this.#inputs.high.hidden = false;
    this.#draw();
    this.#hears.move(this.#ends);
  }

  #movedTo(end: End, to: number): Ends {
    if (this.#left !== null) return [Math.min(this.#left, to), Math.max(this.#left, to)];
    return this.#inputs.high.hidden ? [to, to] : moved(this.#ends, end, to);
  }

  #drop(): void {
    const isOver = this.#isOver;
    const ends = this.#ends;
    this.#letGo();
    if (!isOver) this.#hears.settle(ends);
  }

  #press(event: KeyboardEvent): void {
    // To the notebook these keys would be commands.
    if (KEYS.test(event.key) || isPrintable(event)) event.stopPropagation();
    if (event.key === 'Escape') this.#giveUp(event);
    const way = UPWARDS[event.key];
    if (!event.shiftKey || way === undefined) return;
    event.preventDefault();
    this.pull(way * this.#track.step);
  }

  /** Move the upper end, away from a single number or back to it. */
  pull(by: number): void {
    const [low, high] = this.#ends;
    const to = Number((high + by).toFixed(4));
    this.#ends = [low, clamp(to, low, this.#track.most)];
    this.#hears.move(this.#ends);
    this.#drop();
  }

  #giveUp(event: KeyboardEvent): void {
    this.#isOver = (event.target as HTMLElement).matches(':active');
    this.#left = null;
    this.#hears.revert();
  }

  #draw(): void {
    const { least, most, unit } = this.#track;
    const isTurned = this.#left !== null && this.#ends[0] === this.#left;
    ENDS.forEach((end, i) => {
      const place = this.#ends[i] as number;
      const words = `${this.#beyond[i] ? 'beyond ' : ''}${valueInWords(unit, place)}`;
      const input = this.#inputs[end];
      input.value = String(isTurned ? this.#ends[1 - i] : place);
      input.setAttribute('aria-valuetext', words);
      input.title = words;
      input.classList.toggle('cc-beyond', this.#beyond[i] ?? false);
      this.#root.style.setProperty(`--cc-${end}`, String((place - least) / (most - least)));
    });
    this.#root.classList.toggle('cc-two', !this.#inputs.high.hidden);
    // Where both handles stand at the right end, only the lower one can still be moved.
    this.#root.classList.toggle('cc-low-on-top', this.#ends[0] > (least + most) / 2);
  }
}
