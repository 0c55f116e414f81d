import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortNames } from './marks.ts';

test('names are cut where they are long, and stay apart where they begin alike', () => {
  const names = [
    'forest',
    'gradient boosting, deep',
    'gradient boosting, flat',
    'logistic regression',
  ];
  assert.deepEqual(shortNames(names, 24), names);
  assert.deepEqual(shortNames(names, 14), [
    'forest',
    'gradien…, deep',
    'gradien…, flat',
    'logistic regr…',
  ]);
  for (const letters of [24, 14, 8]) {
    assert.ok(shortNames(names, letters).every((name) => name.length <= letters));
  }
});
