import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pinch } from './gestures.ts';

const finger = (pointerId: number, pointerType = 'touch') => ({ pointerId, pointerType });

test('two fingers moving apart zoom in about their midpoint', () => {
  const pinch = new Pinch();
  pinch.add(finger(1), { x: 0, y: 0 });
  assert.equal(pinch.move(finger(1), { x: 0, y: 0 }), null);
  pinch.add(finger(2), { x: 6, y: 8 });
  assert.deepEqual(pinch.move(finger(2), { x: 12, y: 16 }), { factor: 0.5, about: { x: 6, y: 8 } });
  // Relative to the last position: 20 pixels apart, then 10.
  assert.deepEqual(pinch.move(finger(1), { x: 6, y: 8 }), { factor: 2, about: { x: 9, y: 12 } });
  pinch.drop(finger(1));
  assert.equal(pinch.isOn, false);
  assert.equal(pinch.move(finger(2), { x: 0, y: 0 }), null);
});

test('two fingers at the same position have no zoom factor, and are tracked further', () => {
  const pinch = new Pinch();
  pinch.add(finger(1), { x: 5, y: 5 });
  pinch.add(finger(2), { x: 5, y: 5 });
  assert.equal(pinch.move(finger(2), { x: 9, y: 5 }), null);
  assert.deepEqual(pinch.move(finger(2), { x: 7, y: 5 }), { factor: 2, about: { x: 6, y: 5 } });
  assert.equal(pinch.move(finger(2), { x: 5, y: 5 }), null);
});

test('a third finger ends the pinch, and pointers other than the fingers are ignored', () => {
  const pinch = new Pinch();
  pinch.add(finger(1), { x: 0, y: 0 });
  pinch.add(finger(2), { x: 10, y: 0 });
  assert.equal(pinch.move(finger(3), { x: 20, y: 0 }), null);
  assert.equal(pinch.isOn, true);
  pinch.add(finger(3), { x: 5, y: 5 });
  assert.equal(pinch.isOn, false);
});

test('a mouse does not pinch', () => {
  const pinch = new Pinch();
  pinch.add(finger(1, 'mouse'), { x: 0, y: 0 });
  pinch.add(finger(2), { x: 1, y: 0 });
  assert.equal(pinch.isOn, false);
});
