import { unpack_models as unpackModels, WidgetModel } from '@jupyter-widgets/base';
import { release } from '../release.ts';
import { ours } from '../version.ts';

/** A bqplot interaction: bqplot puts it on top of the figure whose `interaction` it is. */
export class DualityCursorModel extends WidgetModel {
  /** The figures that have shown it. */
  readonly figures = new Set<WidgetModel>();

  override defaults() {
    return {
      ...super.defaults(),
      ...ours('DualityCursor'),
      duality: null,
      x_scale: null,
      y_scale: null,
      space: 'roc',
      x_map: 'pc',
      description: '',
    };
  }

  static override serializers = {
    ...WidgetModel.serializers,
    duality: { deserialize: unpackModels },
    x_scale: { deserialize: unpackModels },
    y_scale: { deserialize: unpackModels },
  };

  override close(isClosed = false): Promise<void> {
    for (const figure of this.figures) release(figure);
    this.figures.clear();
    return super.close(isClosed);
  }
}
