import type { Axes } from '../cursor/axes.ts';
import type { DualityModel } from '../cursor/duality.ts';
import type { Point } from '../geometry/shapes.ts';

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
  /** Put words beside a dot, inside the plot area. */
  write(label: SVGTextElement, words: string, dot: Point): void;
}

export interface Part {
  draw(context: Context): void;
}
