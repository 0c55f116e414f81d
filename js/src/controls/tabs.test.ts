import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTab } from './tabs.ts';

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
