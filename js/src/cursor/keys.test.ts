import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf, isPrintable } from './keys.ts';

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('brackets and page keys move the operating point, with shift by a tenth', () => {
  assert.deepEqual(commandOf(press('[')), { do: 'move', by: -0.01 });
  assert.deepEqual(commandOf(press('PageUp')), { do: 'move', by: 0.01 });
  assert.deepEqual(commandOf(press('}', { shiftKey: true })), { do: 'move', by: 0.001 });
  assert.deepEqual(commandOf(press('PageDown', { shiftKey: true })), { do: 'move', by: -0.001 });
  const altGr = { ctrlKey: true, altKey: true };
  assert.deepEqual(commandOf(press(']', altGr)), { do: 'move', by: 0.01 });
});

test('keys of the browser and of JupyterLab are left alone', () => {
  assert.equal(commandOf(press('0', { ctrlKey: true })), null);
  assert.equal(commandOf(press('Enter', { ctrlKey: true })), null);
  assert.equal(commandOf(press('Tab')), null);
  assert.equal(isPrintable(press('c', { metaKey: true })), false);
});

test('a letter without a meaning is still no command of the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('Tab')), false);
});
