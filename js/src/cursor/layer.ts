import type { Lit } from '../geometry/highlight.ts';
import type { Point, Segment } from '../geometry/shapes.ts';
import type { Axes } from './axes.ts';
import type { FigureView } from './bqplot.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels between a dot and the words beside it. */
const LABEL_GAP = 12;
let layersMade = 0;

function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAll(element, { ...attributes });
  return element;
}

function setAll(element: Element, attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

function show(element: SVGElement, visible: boolean): void {
  element.style.display = visible ? '' : 'none';
}

/**
 * The highlight of one figure, in an SVG of its own above the marks.
 *
 * A separate SVG lets the browser composite it: inside the figure's SVG every move would repaint
 * thousands of marks.
 */
export class Layer {
  readonly #figure: FigureView;
  readonly #root: SVGSVGElement;
  readonly #plot = svg('g');
  readonly #clip = svg('rect', { x: 0, y: 0 });
  readonly #line = svg('line', { class: 'cc-now-line' });
  readonly #edge = svg('line', { class: 'cc-now-edge' });
  readonly #dot = svg('circle', { class: 'cc-now-dot', r: 6 });
  readonly #label = svg('text', { class: 'cc-now-label' });

  /** Measures words without making the browser lay out the page. */
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;

  constructor(figure: FigureView) {
    this.#figure = figure;
    this.#root = svg('svg', { class: 'cc-layer', 'aria-hidden': 'true' });
    const clipPath = svg('clipPath', { id: `cc-clip-${layersMade++}` });
    clipPath.append(this.#clip);
    const clipped = svg('g', { 'clip-path': `url(#${clipPath.id})` });
    clipped.append(this.#line, this.#edge);
    this.#plot.append(clipped, this.#dot, this.#label);
    this.#root.append(clipPath, this.#plot);
    figure.el.append(this.#root);
    this.fit();
  }

  fit(): void {
    this.#pen.font = getComputedStyle(this.#label).font;
    this.#plot.setAttribute('transform', this.#figure.fig.attr('transform'));
    setAll(this.#clip, {
      width: this.#figure.plotareaWidth,
      height: this.#figure.plotareaHeight,
    });
  }

  draw(lit: Lit, label: string, axes: Axes): void {
    this.#place(this.#line, lit.line, axes);
    this.#place(this.#edge, lit.edge, axes);
    show(this.#dot, lit.dot !== null);
    show(this.#label, lit.dot !== null && label !== '');
    if (lit.dot === null) return;
    const { x, y } = axes.toPixels(lit.dot);
    setAll(this.#dot, { cx: x, cy: y });
    if (label !== '') this.#write(label, { x, y });
  }

  remove(): void {
    this.#root.remove();
  }

  #place(element: SVGLineElement, segment: Segment | null, axes: Axes): void {
    show(element, segment !== null);
    if (segment) setAll(element, axes.segmentToPixels(segment));
  }

  /** Beside the dot, to the right if there is room, and inside the plot area in any case. */
  #write(text: string, dot: Point): void {
    if (this.#label.textContent !== text) this.#label.textContent = text;
    const length = this.#pen.measureText(text).width;
    const room = this.#figure.plotareaWidth - length;
    const x = dot.x + LABEL_GAP <= room ? dot.x + LABEL_GAP : dot.x - LABEL_GAP - length;
    const y = dot.y < 2 * LABEL_GAP ? dot.y + 1.5 * LABEL_GAP : dot.y - LABEL_GAP;
    setAll(this.#label, { x: Math.max(0, Math.min(x, room)), y });
  }
}
