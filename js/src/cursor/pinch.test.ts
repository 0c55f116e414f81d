import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pinch } from './pinch.ts';

const finger = (pointerId: number, pointerType = 'touch') => ({ pointerId, pointerType });

test('two fingers moving apart show less, about the place between them', () => {
  const pinch = new Pinch();
  pinch.add(finger(1), { x: 0, y: 0 });
  assert.equal(pinch.move(finger(1), { x: 0, y: 0 }), null);
  pinch.add(finger(2), { x: 10, y: 0 });
  assert.deepEqual(pinch.move(finger(2), { x: 20, y: 0 }), { factor: 0.5, about: { x: 10, y: 0 } });
  pinch.drop(finger(1));
  assert.equal(pinch.isOn, false);
});

test('a mouse does not pinch', () => {
  const pinch = new Pinch();
  pinch.add(finger(1, 'mouse'), { x: 0, y: 0 });
  pinch.add(finger(2), { x: 1, y: 0 });
  assert.equal(pinch.isOn, false);
});
