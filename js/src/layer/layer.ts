// Our own layer over a figure: its parts, drawn again when something changes.

import type { FigureView } from '../cursor/figure.ts';
import { Framing } from './framing.ts';
import { LimitPart } from './limit.ts';
import { Eye, Fan, Now, Pins } from './lit.ts';
import { Names, Picture, RuleWords } from './names.ts';
import { Operating, Range } from './operating.ts';
import { type Context, type Part, type Places, Room, setAll, svg, ZoomBox } from './part.ts';
import { Letters } from './words.ts';

/** Grips may be taken this far outside the plot area. */
const RIM = 16;
let layersMade = 0;

/**
 * All that moves in one figure, in an SVG of its own above the marks.
 *
 * A separate SVG lets the browser composite it: inside the figure's SVG every move would repaint
 * thousands of marks.
 */
export class Layer implements Places {
  readonly #figure: FigureView;
  readonly #root = svg('svg', { class: 'cc-layer', 'aria-hidden': 'true' });
  readonly #under = svg('svg', { class: 'cc-under', 'aria-hidden': 'true' });
  readonly #plot = svg('g');
  readonly #underPlot = svg('g');
  readonly #clip = svg('rect', { x: 0, y: 0 });
  readonly #gripClip = svg('rect', { x: -RIM, y: -RIM });
  readonly #now: Now;
  readonly #framing: Framing;
  readonly behind: SVGGElement;
  readonly inside: SVGGElement;
  readonly above = svg('g');
  readonly grips: SVGGElement;
  readonly letters = new Letters();
  readonly room = new Room();
  readonly picture = new Picture();
  readonly box: ZoomBox;
  /** Later ones lie above earlier ones. */
  readonly parts: readonly Part[];
  /** Those that have words, in the order in which they choose a place. */
  readonly #writers: readonly Part[];
  #frame = 0;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.inside = this.#clipped(this.#clip);
    this.behind = this.inside.cloneNode() as SVGGElement;
    this.grips = this.#clipped(this.#gripClip);
    this.#plot.append(this.inside, this.above, this.grips);
    this.#root.append(this.#plot);
    this.#underPlot.append(this.behind);
    this.#under.append(this.#underPlot);
    const fan = new Fan(this);
    const range = new Range(this);
    const limit = new LimitPart(this);
    const rules = new RuleWords(this);
    const pins = new Pins(this);
    const operating = new Operating(this);
    const names = new Names(this);
    const eye = new Eye(this);
    this.#now = new Now(this);
    this.#framing = new Framing(figure);
    const below = [fan, range, limit, rules, pins, operating, names, eye];
    this.parts = [this.#framing, ...below, this.#now];
    this.#writers = [operating, limit, names, range, rules];
    this.box = new ZoomBox(this);
    figure.el.append(this.#under, this.#root);
    this.fit();
  }

  /** Where buttons of the figure stand. */
  get head(): HTMLElement {
    return this.#framing.el;
  }

  arrange(context: Context): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.#root.isConnected) return;
      this.room.wipe();
      for (const writer of this.#writers) writer.write?.(context);
    });
  }

  #clipped(rect: SVGRectElement): SVGGElement {
    const clipPath = svg('clipPath', { id: `cc-clip-${layersMade++}` });
    clipPath.append(rect);
    this.#root.append(clipPath);
    return svg('g', { 'clip-path': `url(#${clipPath.id})` });
  }

  fit(): void {
    const { plotareaWidth: width, plotareaHeight: height } = this.#figure;
    this.letters.follow(this.#now.label);
    for (const plot of [this.#plot, this.#underPlot]) {
      plot.setAttribute('transform', this.#figure.fig.attr('transform'));
    }
    this.#scaleWithPlace(width, height);
    setAll(this.#clip, { width, height });
    setAll(this.#gripClip, { width: width + 2 * RIM, height: height + 2 * RIM });
  }

  /** Where nothing is laid out anew, as on paper, a picture is as large as its place all the same. */
  #scaleWithPlace(width: number, height: number): void {
    const { left, right, top, bottom } = this.#figure.margin;
    const size = [left + width + right, top + height + bottom];
    if (!size.every((length) => length > 0)) return;
    for (const drawn of this.#figure.el.querySelectorAll(':scope > svg')) {
      setAll(drawn, { viewBox: `0 0 ${size.join(' ')}`, preserveAspectRatio: 'xMinYMin' });
    }
  }

  remove(): void {
    this.#under.remove();
    this.#root.remove();
    this.#framing.remove();
  }
}
