import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GestureHost, Gestures, Pinch } from './gestures.ts';

// ---- Drags

/** Return a function that sends pointer events to a handle, the drag, and the log of its ends. */
function draggable() {
  const area = Object.assign(new EventTarget(), {
    dataset: { grip: 'line' },
    classList: { contains: () => false },
    setPointerCapture: () => undefined,
  });
  const log: string[] = [];
  const host = {
    pixelOf: ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY }),
    startDrag: () => ({ to: ({ x }: { x: number }) => log.push(`to ${x}`) }),
    endDrag: (isCommitted: boolean) => log.push(isCommitted ? 'committed' : 'reverted'),
    click: () => log.push('clicked'),
  };
  const ignored = () => undefined;
  const gestures = new Gestures(
    new Proxy(host, {
      get: (known, name) => known[name as keyof typeof known] ?? ignored,
    }) as unknown as GestureHost,
    [area as unknown as SVGElement],
  );
  const send = (type: string, x: number, pointerId = 1, pointerType = 'mouse') =>
    area.dispatchEvent(
      Object.assign(new Event(type), { pointerId, pointerType, button: 0, clientX: x, clientY: 0 }),
    );
  return { gestures, log, send };
}

test('a released drag is committed', () => {
  const { log, send } = draggable();
  send('pointerdown', 0);
  send('pointermove', 20);
  send('pointerup', 30);
  assert.deepEqual(log, ['to 20', 'committed']);
});

test('a drag that the browser cancels is reverted, and its later moves are ignored', () => {
  const { gestures, log, send } = draggable();
  send('pointerdown', 0);
  send('pointermove', 20);
  send('pointercancel', 20);
  send('pointermove', 40);
  send('pointerup', 40);
  assert.deepEqual(log, ['to 20', 'reverted']);
  assert.equal(gestures.isBusy, false);
});

test('a drag that a key cancels is reverted', () => {
  const { gestures, log, send } = draggable();
  assert.equal(gestures.cancelDrag(), false);
  send('pointerdown', 0);
  send('pointermove', 20);
  assert.equal(gestures.cancelDrag(), true);
  send('pointerup', 40);
  assert.deepEqual(log, ['to 20', 'reverted']);
});

test('a second finger reverts the drag of the first', () => {
  const { log, send } = draggable();
  send('pointerdown', 0, 1, 'touch');
  send('pointermove', 20, 1, 'touch');
  send('pointerdown', 90, 2, 'touch');
  send('pointerup', 90, 2, 'touch');
  send('pointerup', 20, 1, 'touch');
  assert.deepEqual(log, ['to 20', 'reverted']);
});

// ---- Pinches

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
