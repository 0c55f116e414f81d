const SVG = 'http://www.w3.org/2000/svg';

export interface Look {
  color: string;
  dash: 'solid' | 'dashed' | 'dotted' | 'dash_dotted';
  marker: 'circle' | 'square' | 'diamond' | 'triangle-up';
}

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

/** The line and marker that a classifier has in the figures, drawn small. */
export function swatch({ color, dash, marker }: Look): SVGSVGElement {
  const root = document.createElementNS(SVG, 'svg');
  root.setAttribute('class', 'cc-swatch');
  root.setAttribute('viewBox', '0 0 40 16');
  root.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', 'M0,8H40');
  line.setAttribute('stroke', color);
  line.setAttribute('stroke-width', '3');
  line.setAttribute('stroke-dasharray', DASHES[dash]);
  const dot = document.createElementNS(SVG, 'path');
  dot.setAttribute('d', MARKERS[marker]);
  dot.setAttribute('fill', color);
  root.append(line, dot);
  return root;
}
