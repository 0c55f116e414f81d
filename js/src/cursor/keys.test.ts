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
  assert.deepEqual(commandOf(press('{', { shiftKey: true })), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', { shiftKey: true })), { do: 'move', by: 0.001 });
  assert.deepEqual(commandOf(press('PageDown', { shiftKey: true })), { do: 'move', by: -0.001 });
  const altGr = { ctrlKey: true, altKey: true };
  assert.deepEqual(commandOf(press(']', altGr)), { do: 'move', by: 0.01 });
  // On some keyboards braces need AltGr and no shift.
  assert.deepEqual(commandOf(press('{', altGr)), { do: 'move', by: -0.001 });
  assert.deepEqual(commandOf(press('}', altGr)), { do: 'move', by: 0.001 });
});

test('arrows walk on and between curves', () => {
  const steps = {
    ArrowRight: 'next',
    ArrowLeft: 'previous',
    ArrowUp: 'up',
    ArrowDown: 'down',
    Home: 'first',
    End: 'last',
  };
  for (const [key, step] of Object.entries(steps)) {
    assert.deepEqual(commandOf(press(key)), { do: 'walk', step });
  }
});

test('zooming in and out again is home', () => {
  const factors = ['+', '-'].map((key) => commandOf(press(key)) as { factor: number });
  assert.deepEqual(factors, [
    { do: 'zoom', factor: 0.8 },
    { do: 'zoom', factor: 1.25 },
  ]);
  assert.deepEqual(commandOf(press('=')), commandOf(press('+')));
});

test('the other keys do what the help says', () => {
  const others = { Enter: 'pin', Escape: 'clear', 0: 'reset', t: 'table', '?': 'keys' };
  for (const [key, what] of Object.entries(others)) {
    assert.deepEqual(commandOf(press(key)), { do: what });
  }
});

test('keys of the browser and of JupyterLab are left alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['0', 'Enter', '[', 'ArrowLeft']) {
      assert.equal(commandOf(press(key, { [modifier]: true })), null);
    }
    assert.equal(isPrintable(press('c', { [modifier]: true })), false);
  }
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true, altKey: true })), null);
  assert.equal(commandOf(press('Tab')), null);
});

test('a letter without a meaning is still no command of the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('X', { shiftKey: true })), true);
  assert.equal(isPrintable(press('Tab')), false);
});
