import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf, isPrintable, KEYS, nextTab } from './keys.ts';

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

test('arrows walk along hulls and between classifiers, with alt along curves', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
  const steps = ['next', 'previous', 'up', 'down', 'first', 'last'];
  assert.deepEqual(
    keys.map((key) => commandOf(press(key))),
    steps.map((step) => ({ do: 'walk', step, along: 'hull' })),
  );
  assert.deepEqual(
    keys.map((key) => commandOf(press(key, { altKey: true }))),
    steps.map((step) => ({ do: 'walk', step, along: 'curve' })),
  );
});

test('arrows with shift make the range wider, narrower, and move it', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  assert.deepEqual(
    keys.map((key) => commandOf(press(key, { shiftKey: true }))),
    [
      { do: 'widen', by: 0.1 },
      { do: 'widen', by: -0.1 },
      { do: 'shift', by: 0.1 },
      { do: 'shift', by: -0.1 },
    ],
  );
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
  const others = {
    ...{ Enter: 'pin', Escape: 'clear', Delete: 'forget', Backspace: 'forget', m: 'type' },
    ...{ 0: 'reset', p: 'play', t: 'table', '?': 'keys' },
  };
  for (const [key, what] of Object.entries(others)) {
    assert.deepEqual(commandOf(press(key)), { do: what });
  }
  assert.deepEqual(commandOf(press('e')), { do: 'edge', by: 1 });
  assert.deepEqual(commandOf(press('E', { shiftKey: true })), { do: 'edge', by: -1 });
});

const NAMES: Record<string, string> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '−': '-',
};

test('each key that the card names has a meaning', () => {
  for (const { keys } of KEYS) {
    const modifiers = { shiftKey: keys.startsWith('Shift'), altKey: keys.startsWith('Alt') };
    for (const key of keys.replace(/^(Shift|Alt) \+ /, '').split(' ')) {
      assert.notEqual(commandOf(press(NAMES[key] ?? key, modifiers)), null, keys);
    }
  }
});

test('keys of the browser and of JupyterLab are left alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['0', 'Enter', '[', 'm']) {
      assert.equal(commandOf(press(key, { [modifier]: true })), null);
    }
    assert.equal(isPrintable(press('c', { [modifier]: true })), false);
  }
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true })), null);
  assert.equal(commandOf(press('ArrowLeft', { ctrlKey: true, altKey: true })), null);
  assert.equal(commandOf(press('Tab')), null);
});

test('a letter without a meaning is still no command of the notebook', () => {
  assert.equal(commandOf(press('x')), null);
  assert.equal(isPrintable(press('x')), true);
  assert.equal(isPrintable(press('X', { shiftKey: true })), true);
  assert.equal(isPrintable(press('Tab')), false);
});

test('arrows walk round the tabs, Home and End go to the ends', () => {
  const walk = (key: string) => [0, 1, 2].map((from) => nextTab(key, from, 3));
  assert.deepEqual(walk('ArrowRight'), [1, 2, 0]);
  assert.deepEqual(walk('ArrowLeft'), [2, 0, 1]);
  assert.deepEqual(
    [walk('Home'), walk('End')],
    [
      [0, 0, 0],
      [2, 2, 2],
    ],
  );
  assert.deepEqual(walk('Enter'), [null, null, null]);
});
