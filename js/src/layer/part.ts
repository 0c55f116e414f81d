// Common interface of the parts of the layer, and their drawing primitives.

import type { FigureAxes } from '../cursor/axes.ts';
import type { Box, Obstacles } from '../geometry/labels.ts';
import type { Point, Segment } from '../geometry/lines.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Look, StateChange } from '../wire/state.ts';
import type { CurveCache } from './names.ts';
import type { TextMetrics } from './words.ts';

export type FigureKind = 'roc' | 'cost' | 'difference';

/** Inputs of each part for drawing. */
export interface DrawContext {
  duality: DualityModel;
  axes: FigureAxes;
  space: FigureKind;
}

/** SVG groups for the elements of the parts, in drawing order. */
export interface LayerGroups {
  /** Behind all bqplot marks, clipped to the plot area. */
  behind: SVGGElement;
  /** Clipped to the plot area. */
  inside: SVGGElement;
  /** Not clipped, for elements on the border. */
  above: SVGGElement;
  /** Transparent elements that receive pointer events. */
  grips: SVGGElement;
  readonly textMetrics: TextMetrics;
  readonly occupied: OccupiedSpace;
  readonly curveCache: CurveCache;
  /** Place all text once before the next frame, however many changes there are. */
  scheduleWords(context: DrawContext): void;
}

/** Space occupied by marks and text, to be avoided by other text. */
export class OccupiedSpace {
  readonly #drawn = new Map<LayerPart, Obstacles>();
  #words: Box[] = [];

  /** Set the space occupied by a part. */
  reserve(part: LayerPart, boxes: readonly Box[], lines: readonly Segment[] = []): void {
    this.#drawn.set(part, { boxes, lines });
  }

  addWords(box: Box | null): void {
    if (box) this.#words.push(box);
  }

  clearWords(): void {
    this.#words = [];
  }

  /** Space occupied by marks. */
  get drawnObstacles(): Obstacles {
    const all = [...this.#drawn.values()];
    return {
      boxes: all.flatMap(({ boxes }) => boxes),
      lines: all.flatMap(({ lines }) => lines),
    };
  }

  /** Space occupied by marks and the text placed so far. */
  get obstacles(): Obstacles {
    const { boxes, lines } = this.drawnObstacles;
    return { boxes: [...boxes, ...this.#words], lines };
  }
}

export interface LayerPart {
  /** State whose changes trigger `draw`. */
  readonly follows: readonly StateChange[];
  draw(context: DrawContext): void;
  /** Place text in the remaining space, in order of priority. */
  write?(context: DrawContext): void;
}

// ---- Drawing primitives

export function equalArrays(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, { ...attributes });
  return element;
}

/** Set only changed attributes, because setting others would trigger a layout too. */
export function setAttributes(element: Element, attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) {
    const words = String(value);
    if (element.getAttribute(name) !== words) element.setAttribute(name, words);
  }
}

export function setVisible(element: SVGElement, visible: boolean): void {
  element.style.display = visible ? '' : 'none';
}

/** Return a button with CSS class, label and tooltip. */
export function button(name: string, words: string, title = ''): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = name;
  element.textContent = words;
  if (title) element.title = title;
  return element;
}

export function createDiv(name: string): HTMLDivElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}

export function createSpan(text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

/** A line in either space; curved if the pc axis is in log-odds. */
export class LineElement {
  readonly #name: string;
  readonly #line: SVGLineElement;
  #bent: SVGPolylineElement | null = null;

  constructor(parent: SVGGElement, name: string) {
    this.#name = name;
    this.#line = svg('line', { class: name });
    setVisible(this.#line, false);
    parent.append(this.#line);
  }

  color(color: string): void {
    this.#line.style.setProperty('stroke', color);
    this.#bent?.style.setProperty('stroke', color);
  }

  draw(segment: Segment | null, axes: FigureAxes): void {
    const isBent = axes.isBent && segment !== null && segment.x1 !== segment.x2;
    setVisible(this.#line, segment !== null && !isBent);
    if (this.#bent) setVisible(this.#bent, isBent);
    if (segment === null) return;
    if (isBent) this.#bend(segment, axes);
    else setAttributes(this.#line, axes.segmentToPixels(segment));
  }

  /** Draw a curved line; the element is created on demand, as most figures never need it. */
  #bend(segment: Segment, axes: FigureAxes): void {
    if (!this.#bent) {
      this.#bent = svg('polyline', { class: `${this.#name} cc-bent` });
      this.#line.after(this.#bent);
    }
    const points = axes.bend(segment).map(({ x, y }) => `${x},${y}`);
    setAttributes(this.#bent, { points: points.join(' ') });
  }
}

/** The rectangle drawn while zooming to a box. */
export class ZoomBox {
  readonly #rect = svg('rect', { class: 'cc-zoom-box' });

  constructor(places: LayerGroups) {
    places.inside.append(this.#rect);
    this.hide();
  }

  draw(a: Point, b: Point): void {
    setVisible(this.#rect, true);
    setAttributes(this.#rect, {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    });
  }

  hide(): void {
    setVisible(this.#rect, false);
  }
}

// ---- Dash patterns and markers of classifiers

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

/** Return the path of a marker with the given area, centered at the origin. */
export function markerOf(marker: Look['marker'], area: number): string {
  const side = Math.sqrt(area);
  // A rhombus with angles of 60 degrees, and an equilateral triangle.
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

/** Appearance in a legend; without a marker if no point has one. */
export interface SwatchLook extends Omit<Look, 'marker'> {
  marker: Look['marker'] | '';
}

/** Return a small sample of line and marker. */
export function swatch({ color, dash, marker }: SwatchLook): SVGSVGElement {
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
