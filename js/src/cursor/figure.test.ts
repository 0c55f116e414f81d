import assert from 'node:assert/strict';
import { test } from 'node:test';
import { magnification, placeOn } from './figure.ts';

function rect(own: number | null, seen: number): Element {
  return {
    getBoundingClientRect: () => ({ left: 100, top: 50, width: seen }),
    getAttribute: () => (own === null ? null : String(own)),
  } as unknown as Element;
}

const pointer = { clientX: 350, clientY: 100 } as MouseEvent;

// B6: under CSS zoom the pointer was taken to be beside the mark.
test('a place is told in own pixels', () => {
  assert.equal(magnification(rect(400, 500)), 1.25);
  assert.deepEqual(placeOn(rect(400, 500), pointer), { x: 200, y: 40 });
  assert.deepEqual(placeOn(rect(400, 200), pointer), { x: 500, y: 100 });
});

test('what is as large as it says, or not seen, is not magnified', () => {
  for (const one of [rect(400, 400.000_01), rect(400, 0), rect(null, 400), rect(0, 400)]) {
    assert.equal(magnification(one), 1);
    assert.deepEqual(placeOn(one, pointer), { x: 250, y: 50 });
  }
});
