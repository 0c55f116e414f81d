import { setAll, svg } from '../layer/svg.ts';
import { DASHES, type Look } from '../legend/swatch.ts';
import type { Interval } from './intervals.ts';

export const HEIGHT = 30;
const NEUTRAL: Look = { color: '#808080', dash: 'solid', marker: 'circle' };
/** Pixels that a name keeps free beside it. */
const GAP = 6;
let ribbonsMade = 0;

/** The pattern of doubt, for each ribbon its own: ids are shared by the whole page. */
export function hatch(): SVGPatternElement {
  const pattern = svg('pattern', {
    id: `cc-hatch-${ribbonsMade++}`,
    width: 7,
    height: 7,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(svg('path', { class: 'cc-hatch', d: 'M0,0V7' }));
  return pattern;
}

/** One stretch: a tint, a stroke with the dash of its classifier, hatching. */
export function stretchOf(
  { from, to, owner, sure }: Interval,
  looks: Look[],
  words: string,
  width: number,
  doubt: string,
): SVGGElement {
  const look = looks[owner] ?? NEUTRAL;
  const group = svg('g', { class: 'cc-stretch', 'data-owner': owner });
  const box = { x: from * width, y: 0, width: (to - from) * width, height: HEIGHT };
  const tint = svg('rect', { ...box, class: 'cc-stretch-tint', fill: look.color });
  const stroke = svg('path', {
    class: 'cc-stretch-stroke',
    d: `M${from * width},${HEIGHT - 3}H${to * width}`,
    stroke: look.color,
    'stroke-dasharray': DASHES[look.dash],
  });
  group.append(tint, stroke);
  if (sure === 0) group.append(svg('rect', { ...box, class: 'cc-doubt', fill: `url(#${doubt})` }));
  const rim = svg('path', { class: 'cc-stretch-rim', d: `M${to * width},0V${HEIGHT}` });
  if (to < 1) group.append(rim);
  const title = svg('title');
  title.textContent = words;
  group.append(title);
  return group;
}

/** The name in a stretch, if it fits. */
export function nameOf(
  { from, to }: Interval,
  words: string,
  width: number,
  length: number,
): SVGTextElement | null {
  if (length + 2 * GAP > (to - from) * width) return null;
  const name = svg('text', { x: ((from + to) / 2) * width, y: 17, 'text-anchor': 'middle' });
  setAll(name, { class: 'cc-stretch-name' });
  name.textContent = words;
  return name;
}
