// Play: the threshold is swept, the point runs along its curve, its line rolls along the envelope.

import type { Hover } from '../geometry/highlight.ts';
import { at, type Point } from '../geometry/lines.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { changes, type Points } from '../wire/state.ts';
import { keepKeys, recommended, walk } from './keys.ts';

/** Milliseconds of the whole way. */
const WHOLE = 6000;
/** A page that was not seen for a while goes on where it was. */
const LONGEST = 100;

/** What brings the pictures. */
export interface Clock {
  /** Call back with the time of the next picture; returns what `forget` takes. */
  next(react: (now: number) => void): number;
  forget(asked: number): void;
  /** Whether nothing may move by itself. */
  isStill(): boolean;
}

const PAGE: Clock = {
  next: (react) => requestAnimationFrame(react),
  forget: (asked) => cancelAnimationFrame(asked),
  isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
};

export type PlayState = 'off' | 'on' | 'paused';

/** Runs in the browser alone, until something else is lit or moved. */
export class Play {
  readonly #duality: DualityModel;
  readonly #clock: Clock;
  #way: Way | null = null;
  #gone = 0;
  #last: number | null = null;
  #asked: number | null = null;
  /** Whether what is lit just now is lit by the sweep itself. */
  #isMine = false;

  constructor(duality: DualityModel, clock: Clock = PAGE) {
    this.#duality = duality;
    this.#clock = clock;
    duality.on(changes('hover', 'eye', 'pc', 'pc_range', 'points', 'hidden'), () => {
      if (!this.#isMine) this.#stop();
    });
  }

  get state(): PlayState {
    if (this.#asked !== null) return 'on';
    return this.#way === null ? 'off' : 'paused';
  }

  /** Begin, pause or go on; where nothing may move by itself, one step to the next corner. */
  press(): void {
    if (this.#clock.isStill()) this.#step();
    else if (this.state === 'on') this.pause();
    else this.#start();
  }

  /** Stop at the nearest threshold, from where it can go on. */
  pause(): void {
    if (this.state !== 'on') return;
    this.#rest();
    const { hover } = this.#duality;
    if (hover?.kind === 'point') this.#light({ kind: 'point', index: hover.index });
    this.#tell();
  }

  /** Stop, and put out what is lit by it. */
  end(): void {
    if (this.state === 'off') return;
    this.#light(null);
    this.#stop();
  }

  #start(): void {
    const begin = this.#begin();
    if (begin === null) return;
    this.#way ??= new Way(this.#duality.scene.points, begin);
    this.#asked = this.#clock.next((now) => this.#move(now));
    this.#tell();
  }

  /** A threshold of the classifier that is lit, or else of the one that is recommended. */
  #begin(): number | null {
    const { hover, scene } = this.#duality;
    const lit = hover?.kind === 'point' ? hover.index : recommended(this.#duality);
    return walk(scene.points, lit, 'first');
  }

  #move(now: number): void {
    const way = this.#way as Way;
    this.#gone += Math.min(now - (this.#last ?? now), LONGEST);
    this.#last = now;
    if (this.#gone >= WHOLE) {
      this.end();
      return;
    }
    this.#light(way.at(this.#gone / WHOLE));
    this.#asked = this.#clock.next((later) => this.#move(later));
  }

  #step(): void {
    const { hover, scene } = this.#duality;
    const begin = this.#begin();
    if (begin === null) return;
    const from = hover?.kind === 'point' ? hover.index : null;
    const hull = scene.own.get(scene.points.owner[begin] as number);
    const next = from === null ? begin : walk(scene.points, from, 'next', hull);
    this.#light({ kind: 'point', index: next === null || next === from ? begin : next });
  }

  #light(hover: Hover | null): void {
    this.#isMine = true;
    this.#duality.hover = hover;
    this.#isMine = false;
  }

  #stop(): void {
    if (this.state === 'off') return;
    this.#rest();
    this.#way = null;
    this.#gone = 0;
    this.#tell();
  }

  #rest(): void {
    if (this.#asked !== null) this.#clock.forget(this.#asked);
    this.#asked = null;
    this.#last = null;
  }

  #tell(): void {
    this.#duality.trigger('cc:played');
  }
}

// ---- The way along a curve

/** The thresholds of one classifier, in ROC space a way of even speed. */
class Way {
  readonly #points: Points;
  readonly #first: number;
  /** How long the way is up to each threshold. */
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

  /** After this share of the way: the nearest threshold, lit where the way has come to. */
  at(share: number): Hover {
    const gone = share * (this.#lengths.at(-1) ?? 0);
    const next = Math.max(
      1,
      this.#lengths.findIndex((length) => length > gone),
    );
    const [before, after] = [this.#lengths[next - 1] ?? 0, this.#lengths[next] ?? 0];
    const part = after > before ? (gone - before) / (after - before) : 0;
    const from = this.#place(this.#first + next - 1);
    const to = after > before ? this.#place(this.#first + next) : from;
    const moving = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    return { kind: 'point', index: this.#first + next - (part < 0.5 ? 1 : 0), moving };
  }
}

// ---- The button

const FACES: Record<PlayState, [sign: string, words: string]> = {
  off: ['▶', 'Play: sweep the threshold'],
  on: ['❚❚', 'Pause'],
  paused: ['▶', 'Go on'],
};

/** A small button that plays and pauses; who makes it shows it anew on `cc:played`. */
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
    keepKeys(this.el);
    this.show();
  }

  show(): void {
    const [sign, words] = FACES[this.#play.state];
    this.el.textContent = sign;
    this.el.title = words;
    this.el.setAttribute('aria-label', words);
  }
}
