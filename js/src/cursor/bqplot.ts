import type { WidgetModel, WidgetView } from '@jupyter-widgets/base';

interface Selection {
  attr(name: string): string;
  attr(name: string, value: string | null): unknown;
}

/**
 * The parts of bqplot's views that a cursor touches.
 *
 * Stated here rather than imported: the version that JupyterLab runs comes with bqplot's wheel and
 * need not exist on npm.
 */
export interface FigureView extends WidgetView {
  /** The group that carries the margins; its transform places the plot area. */
  fig: Selection;
  /** The group of all marks. */
  fig_marks: Selection;
  /** Names the clip path that is as large as the plot area. */
  clip_id: string;
  margin: { left: number; right: number; top: number; bottom: number };
  plotareaWidth: number;
  plotareaHeight: number;
  padded_range(direction: 'x' | 'y', scale: WidgetModel): [number, number];
  getFigureSize(): DOMRect;
  relayout(): void;
}

export interface ScaleView extends WidgetView {
  scale: ((value: number) => number) & { invert(pixel: number): number };
  setRange(range: [number, number]): void;
}
