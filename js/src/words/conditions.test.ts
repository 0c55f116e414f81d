import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldText, helpOf, inDataWords, isUsual, labelOf, leadOf } from './conditions.ts';

test('a field is called in the words of the user, as Python calls it', () => {
  assert.equal(labelOf('prior', 'ill', 'EUR'), 'Share of ill');
  assert.equal(labelOf('cost_fn', 'ill', ''), 'A miss costs');
  assert.equal(labelOf('cost_fp', 'ill', 'EUR'), 'A false alarm costs (EUR)');
});

test('a field shows one number or two', () => {
  assert.equal(fieldText('prior', [0.05, 0.05]), '5 %');
  assert.equal(fieldText('prior', [0.01, 0.05]), '1 % to 5 %');
  assert.equal(fieldText('prior', [1e-5, 1e-5]), '0.001 %');
  assert.equal(fieldText('cost_fn', [5, 10]), '5 to 10');
  assert.equal(fieldText('cost_fp', [12345, 12345]), '12345');
});

test('of a rare class it is said how rare it is', () => {
  assert.ok(helpOf('prior', [1e-5, 1e-5]).startsWith('0.001 % (1 in 100,000). '));
  assert.ok(helpOf('prior', [0.5, 0.5]).startsWith('50 %. '));
  assert.ok(helpOf('prior', [0, 0]).startsWith('0 %. '));
});

test('what nobody has set is assumed, and what is as usual is a default', () => {
  assert.equal(leadOf(null), 'Assumed,\nchange these');
  assert.ok(isUsual('prior', [0.5, 0.5]) && isUsual('cost_fn', [1, 1]));
  assert.ok(!isUsual('prior', [0.4, 0.5]) && !isUsual('cost_fp', [2, 2]));
  assert.equal(inDataWords(0.3726), 'As in these data (37\u00a0%)');
});
