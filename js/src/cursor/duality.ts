import { type ISerializers, WidgetModel } from '@jupyter-widgets/base';
import type { Hover } from '../geometry/highlight.ts';
import type { Chain, Points } from '../geometry/shapes.ts';
import { ours } from '../version.ts';
import { type Packed, unpackFloats, unpackIntegers } from './arrays.ts';
import type { Subject } from './words.ts';

interface PackedPoints {
  fpr: Packed;
  tpr: Packed;
  threshold: Packed;
  owner: Packed;
}

function unpackPoints(packed: PackedPoints): Points {
  return {
    fpr: unpackFloats(packed.fpr),
    tpr: unpackFloats(packed.tpr),
    threshold: unpackFloats(packed.threshold),
    owner: unpackIntegers(packed.owner),
  };
}

function unpackHull(packed: { fpr: Packed; tpr: Packed }): Chain {
  return { fpr: unpackFloats(packed.fpr), tpr: unpackFloats(packed.tpr) };
}

/** The one place where both figures read the curves and leave what lies under the cursor. */
export class DualityModel extends WidgetModel {
  override defaults() {
    return {
      ...super.defaults(),
      ...ours('Duality'),
      _view_name: null,
      points: null,
      hull: null,
      names: [],
      classes: ['negative', 'positive'],
      snap: 12,
      hover: null,
    };
  }

  static override serializers: ISerializers = {
    ...WidgetModel.serializers,
    points: { deserialize: unpackPoints },
    hull: { deserialize: unpackHull },
  };

  get subject(): Subject {
    return {
      points: this.get('points'),
      hull: this.get('hull'),
      names: this.get('names'),
      classes: this.get('classes'),
    };
  }

  get hover(): Hover | null {
    return this.get('hover');
  }

  /** Set without saving: the kernel hears nothing of a hover. */
  set hover(hover: Hover | null) {
    this.set('hover', hover);
  }
}
