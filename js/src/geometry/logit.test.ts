import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromScale, stretchAt, toScale } from './logit.ts';

test('log-odds and back', () => {
  for (const pc of [1e-6, 0.01, 0.5, 0.9, 1 - 1e-6]) {
    assert.ok(Math.abs(fromScale('logit', toScale('logit', pc)) - pc) < 1e-12);
    assert.equal(fromScale('pc', toScale('pc', pc)), pc);
  }
  assert.equal(toScale('logit', 0.5), 0);
  assert.ok(Math.abs(toScale('logit', 0.1) + Math.log(9)) < 1e-12);
});

test('the stretch is the slope of the map', () => {
  for (const pc of [0.01, 0.3, 0.8]) {
    const slope = (toScale('logit', pc + 1e-6) - toScale('logit', pc - 1e-6)) / 2e-6;
    assert.ok(Math.abs(slope / stretchAt('logit', pc) - 1) < 1e-6);
  }
  assert.equal(stretchAt('pc', 0.2), 1);
});

test('the ends of pc are the ends of the scale', () => {
  assert.equal(toScale('logit', 0), Number.NEGATIVE_INFINITY);
  assert.equal(toScale('logit', 1), Number.POSITIVE_INFINITY);
});
