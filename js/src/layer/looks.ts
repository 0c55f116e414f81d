// Strokes, dashes and SVG elements of the layer.

import type { Look } from '../wire/state.ts';
import { svg } from './part.ts';

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
