import type { Hover } from '../geometry/highlight.ts';
import type { Point } from '../geometry/shapes.ts';
import { number } from './numbers.ts';
import { label, type Subject } from './words.ts';

/** The few words beside the dot of a figure. */
export function words(
  hover: Hover | null,
  subject: Subject,
  face: 'roc' | 'cost' | 'difference',
  dot: Point | null,
): string {
  if (face !== 'difference') return label(hover, subject, face);
  return dot === null ? '' : `difference ${number(dot.y)}`;
}
