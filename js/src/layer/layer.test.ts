import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DualityModel } from '../widgets/duality.ts';
import { homeViewport } from './layer.ts';

function modelWith(values: object): Pick<DualityModel, 'get'> {
  const all: Record<string, unknown> = { fit: { cost: 0.3, roc: 0.4 }, ...values };
  return { get: (name: string) => all[name] } as Pick<DualityModel, 'get'>;
}

test('the cost axis ends at a fitted or fixed cost', () => {
  assert.deepEqual(homeViewport('cost', modelWith({ cost_top: 'fit' })), { y: [0, 0.3] });
  assert.deepEqual(homeViewport('cost', modelWith({ cost_top: 1 })), { y: [0, 1] });
  assert.deepEqual(homeViewport('cost', modelWith({ cost_top: 'fit', fit: null })), {
    y: [0, 0.5],
  });
});

test('ROC space shows everything or its upper left corner', () => {
  assert.deepEqual(homeViewport('roc', modelWith({ roc_fit: false })), { x: [0, 1], y: [0, 1] });
  assert.deepEqual(homeViewport('roc', modelWith({ roc_fit: true })), { x: [0, 0.4], y: [0.6, 1] });
  assert.deepEqual(homeViewport('difference', modelWith({ roc_fit: true })), {});
});
