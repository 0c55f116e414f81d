// What every part of the layer can do, and what parts draw with.

import type { Axes } from '../cursor/axes.ts';
import type { Box, Taken } from '../geometry/labels.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Change, Look } from '../wire/state.ts';
import type { Picture } from './names.ts';
import type { Letters } from './words.ts';

export type Face = 'roc' | 'cost' | 'difference';

/** What every part of a layer draws from. */
export interface Context {
  duality: DualityModel;
  axes: Axes;
  face: Face;
}

/** Where the parts of a layer put their elements; later places lie above earlier ones. */
export interface Places {
  /** Behind everything that bqplot draws, cut to the plot area. */
  behind: SVGGElement;
  /** Cut to the plot area. */
  inside: SVGGElement;
  /** Whole where they lie on the rim. */
  above: SVGGElement;
  /** Transparent, and the only ones that the pointer meets. */
  grips: SVGGElement;
  readonly letters: Letters;
  readonly room: Room;
  readonly picture: Picture;
  /** Place all words once before the next picture, however many changes there are until then. */
  arrange(context: Context): void;
}

/** What is kept free: words stand elsewhere. */
export class Room {
  readonly #things = new Map<Part, Taken>();
  #words: Box[] = [];

  /** A part draws something here. */
  take(part: Part, boxes: readonly Box[], lines: readonly Segment[] = []): void {
    this.#things.set(part, { boxes, lines });
  }

  /** Words stand here. */
  write(box: Box | null): void {
    if (box) this.#words.push(box);
  }

  /** All words are about to be placed anew. */
  wipe(): void {
    this.#words = [];
  }

  /** By what is drawn, whatever words stand beside it. */
  get things(): Taken {
    const all = [...this.#things.values()];
    return {
      boxes: all.flatMap(({ boxes }) => boxes),
      lines: all.flatMap(({ lines }) => lines),
    };
  }

  /** By what is drawn, and by the words that are placed already. */
  get taken(): Taken {
    const { boxes, lines } = this.things;
    return { boxes: [...boxes, ...this.#words], lines };
  }
}

export interface Part {
  /** It is drawn anew when one of these changes. */
  readonly follows: readonly Change[];
  draw(context: Context): void;
  /** Place its words in the room that is left, after those that come first. */
  write?(context: Context): void;
}

// ---- What parts draw with

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAll(element, { ...attributes });
  return element;
}

/** What is as it was is not set again: browsers would lay it out anew. */
export function setAll(element: Element, attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) {
    const words = String(value);
    if (element.getAttribute(name) !== words) element.setAttribute(name, words);
  }
}

export function show(element: SVGElement, visible: boolean): void {
  element.style.display = visible ? '' : 'none';
}

/** A button of ours: the class by which the style knows it, what stands on it, and more words. */
export function button(name: string, words: string, title = ''): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = name;
  made.textContent = words;
  if (title) made.title = title;
  return made;
}

/** A line of either space: straight, or bent where its axis is. */
export class Stroke {
  readonly #name: string;
  readonly #line: SVGLineElement;
  #bent: SVGPolylineElement | null = null;

  constructor(parent: SVGGElement, name: string) {
    this.#name = name;
    this.#line = svg('line', { class: name });
    show(this.#line, false);
    parent.append(this.#line);
  }

  /** In the colour of somebody. */
  color(color: string): void {
    this.#line.style.setProperty('stroke', color);
    this.#bent?.style.setProperty('stroke', color);
  }

  draw(segment: Segment | null, axes: Axes): void {
    const isBent = axes.isBent && segment !== null && segment.x1 !== segment.x2;
    show(this.#line, segment !== null && !isBent);
    if (this.#bent) show(this.#bent, isBent);
    if (segment === null) return;
    if (isBent) this.#bend(segment, axes);
    else setAll(this.#line, axes.segmentToPixels(segment));
  }

  /** Made on the first bent axis: most figures never have one. */
  #bend(segment: Segment, axes: Axes): void {
    if (!this.#bent) {
      this.#bent = svg('polyline', { class: `${this.#name} cc-bent` });
      this.#line.after(this.#bent);
    }
    const points = axes.bend(segment).map(({ x, y }) => `${x},${y}`);
    setAll(this.#bent, { points: points.join(' ') });
  }
}

/** The box that will fill the figure when the pointer lets go. */
export class ZoomBox {
  readonly #rect = svg('rect', { class: 'cc-zoom-box' });

  constructor(places: Places) {
    places.inside.append(this.#rect);
    this.hide();
  }

  draw(a: Point, b: Point): void {
    show(this.#rect, true);
    setAll(this.#rect, {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    });
  }

  hide(): void {
    show(this.#rect, false);
  }
}

// ---- Strokes and markers as classifiers have them

export const DASHES: Record<Look['dash'], string> = {
  solid: 'none',
  dashed: '7,4',
  dotted: '2,4',
  dash_dotted: '7,3,2,3',
};

const MARKERS: Record<Look['marker'], string> = {
  circle: 'M20,4a4,4 0 1 1 -0.01,0Z',
  square: 'M16.5,4.5h7v7h-7Z',
  diamond: 'M20,3l5,5l-5,5l-5,-5Z',
  'triangle-up': 'M20,3.5l4.5,8h-9Z',
};

/** A marker of a certain area about its own middle. */
export function markerOf(marker: Look['marker'], area: number): string {
  const side = Math.sqrt(area);
  // An upright rhombus of 60 degrees, and an equilateral triangle.
  const [wide, high] = [side / Math.sqrt(2 * Math.sqrt(3)), side * Math.sqrt(Math.sqrt(3) / 2)];
  const half = side / Math.sqrt(Math.sqrt(3));
  const [r, rise] = [Math.sqrt(area / Math.PI), (half * Math.sqrt(3)) / 2];
  switch (marker) {
    case 'circle':
      return `M0,${r}A${r},${r} 0 1,1 0,${-r}A${r},${r} 0 1,1 0,${r}Z`;
    case 'square':
      return `M${-side / 2},${-side / 2}h${side}v${side}h${-side}Z`;
    case 'diamond':
      return `M0,${-high}L${wide},0 0,${high} ${-wide},0Z`;
    case 'triangle-up':
      return `M0,${-rise}L${half},${rise} ${-half},${rise}Z`;
  }
}

/** What a classifier has in the figures: a line, and a marker unless no point of it is marked. */
export interface Sample extends Omit<Look, 'marker'> {
  marker: Look['marker'] | '';
}

/** The same, drawn small. */
export function swatch({ color, dash, marker }: Sample): SVGSVGElement {
  const root = svg('svg', { class: 'cc-swatch', viewBox: '0 0 40 16', 'aria-hidden': 'true' });
  root.append(
    svg('path', {
      d: 'M0,8H40',
      stroke: color,
      'stroke-width': 3,
      'stroke-dasharray': DASHES[dash],
    }),
  );
  if (marker !== '') root.append(svg('path', { d: MARKERS[marker], fill: color }));
  return root;
}
