// Threshold sweep: a point moves along its curve while its line rolls along the envelope.

import type { Hover } from '../geometry/highlight.ts';
import { at, type Point } from '../geometry/lines.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { changeEvents, type Points } from '../wire/state.ts';
import { keepKeysFromNotebook, recommendedPoint, walk } from './keys.ts';

/** Milliseconds of the whole sweep. */
const DURATION = 6000;
/** Maximum milliseconds per frame, so that a page that was hidden resumes where it stopped. */
const MAX_FRAME = 100;

/** Source of animation frames. */
export interface Clock {
  /** Request a callback at the next frame, with its time; return an id for `cancel`. */
  next(react: (time: number) => void): number;
  cancel(request: number): void;
  /** Whether the user prefers reduced motion. */
  isStill(): boolean;
}

const PAGE: Clock = {
  next: (react) => requestAnimationFrame(react),
  cancel: (request) => cancelAnimationFrame(request),
  isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
};

export type PlayState = 'off' | 'on' | 'paused';

/** The sweep, which runs in the browser until another highlight or move ends it. */
export class Play {
  readonly #duality: DualityModel;
  readonly #clock: Clock;
  #path: SweepPath | null = null;
  #elapsed = 0;
  #lastTime: number | null = null;
  #request: number | null = null;
  /** Whether the sweep itself is changing the highlight. */
  #isOwnChange = false;

  constructor(duality: DualityModel, clock: Clock = PAGE) {
    this.#duality = duality;
    this.#clock = clock;
    duality.on(changeEvents('hover', 'pcPointer', 'pc', 'pc_range', 'points', 'hidden'), () => {
      if (!this.#isOwnChange) this.#stop();
    });
  }

  get state(): PlayState {
    if (this.#request !== null) return 'on';
    return this.#path === null ? 'off' : 'paused';
  }

  /** Start, pause or resume; with reduced motion, go one step to the next corner. */
  press(): void {
    if (this.#clock.isStill()) this.#step();
    else if (this.state === 'on') this.pause();
    else this.#resume();
  }

  /** Pause at the nearest threshold. */
  pause(): void {
    if (this.state !== 'on') return;
    this.#stopClock();
    const { hover } = this.#duality;
    if (hover?.kind === 'point') this.#highlight({ kind: 'point', index: hover.index });
    this.#notify();
  }

  /** Stop and clear the highlight. */
  end(): void {
    if (this.state === 'off') return;
    this.#highlight(null);
    this.#stop();
  }

  #resume(): void {
    const begin = this.#startPoint();
    if (begin === null) return;
    this.#path ??= new SweepPath(this.#duality.scene.points, begin);
    this.#request = this.#clock.next((time) => this.#move(time));
    this.#notify();
  }

  /** Return the first threshold of the highlighted or recommended classifier. */
  #startPoint(): number | null {
    const { hover, scene } = this.#duality;
    const start = hover?.kind === 'point' ? hover.index : recommendedPoint(this.#duality);
    return walk(scene.points, start, 'first');
  }

  #move(time: number): void {
    const path = this.#path as SweepPath;
    this.#elapsed += Math.min(time - (this.#lastTime ?? time), MAX_FRAME);
    this.#lastTime = time;
    if (this.#elapsed >= DURATION) {
      this.end();
      return;
    }
    this.#highlight(path.at(this.#elapsed / DURATION));
    this.#request = this.#clock.next((later) => this.#move(later));
  }

  #step(): void {
    const { hover, scene } = this.#duality;
    const begin = this.#startPoint();
    if (begin === null) return;
    const from = hover?.kind === 'point' ? hover.index : null;
    const hull = scene.own.get(scene.points.owner[begin] as number);
    const next = from === null ? begin : walk(scene.points, from, 'next', hull);
    this.#highlight({ kind: 'point', index: next === null || next === from ? begin : next });
  }

  #highlight(hover: Hover | null): void {
    this.#isOwnChange = true;
    this.#duality.hover = hover;
    this.#isOwnChange = false;
  }

  #stop(): void {
    if (this.state === 'off') return;
    this.#stopClock();
    this.#path = null;
    this.#elapsed = 0;
    this.#notify();
  }

  #stopClock(): void {
    if (this.#request !== null) this.#clock.cancel(this.#request);
    this.#request = null;
    this.#lastTime = null;
  }

  #notify(): void {
    this.#duality.trigger('cc:played');
  }
}

// ---- Path along a curve

/** Path along the thresholds of one classifier at constant speed in ROC space. */
class SweepPath {
  readonly #points: Points;
  readonly #first: number;
  /** Length of the path up to each threshold. */
  readonly #lengths: number[] = [0];

  constructor(points: Points, first: number) {
    this.#points = points;
    this.#first = first;
    const last = walk(points, first, 'last') ?? first;
    for (let i = first + 1; i <= last; i++) {
      const [before, here] = [this.#place(i - 1), this.#place(i)];
      const length = Math.hypot(here.x - before.x, here.y - before.y);
      this.#lengths.push((this.#lengths.at(-1) ?? 0) + length);
    }
  }

  #place(i: number): Point {
    return { x: at(this.#points.fpr, i), y: at(this.#points.tpr, i) };
  }

  /** Return the highlight at a share of the path: the nearest threshold, and the exact position. */
  at(share: number): Hover {
    const distance = share * (this.#lengths.at(-1) ?? 0);
    const next = Math.max(
      1,
      this.#lengths.findIndex((length) => length > distance),
    );
    const [before, after] = [this.#lengths[next - 1] ?? 0, this.#lengths[next] ?? 0];
    const part = after > before ? (distance - before) / (after - before) : 0;
    const from = this.#place(this.#first + next - 1);
    const to = after > before ? this.#place(this.#first + next) : from;
    const moving = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    return { kind: 'point', index: this.#first + next - (part < 0.5 ? 1 : 0), moving };
  }
}

// ---- Play button

const BUTTON_FACES: Record<PlayState, [sign: string, words: string]> = {
  off: ['▶', 'Play: sweep the threshold'],
  on: ['❚❚', 'Pause'],
  paused: ['▶', 'Go on'],
};

/** Play and pause button; its owner calls `show` on the event `cc:played`. */
export class PlayButton {
  readonly el = document.createElement('button');
  readonly #play: Play;

  constructor(play: Play) {
    this.#play = play;
    this.el.type = 'button';
    this.el.className = 'cc-play';
    this.el.addEventListener('click', () => play.press());
    this.el.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') play.end();
    });
    keepKeysFromNotebook(this.el);
    this.show();
  }

  show(): void {
    const [sign, words] = BUTTON_FACES[this.#play.state];
    this.el.textContent = sign;
    this.el.title = words;
    this.el.setAttribute('aria-label', words);
  }
}
