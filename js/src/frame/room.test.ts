import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Place, sizeOf } from './room.ts';

// ---- How large the figures may be

const LAPTOP: Place = { width: 950, height: 630, letter: 14, above: 180, below: 50 };

const whole = ({ plot, margin }: ReturnType<typeof sizeOf>) => plot + margin.top + margin.bottom;

test('a plot is square, and its figure as well', () => {
  for (const letter of [11, 14, 20, 24]) {
    for (const width of [300, 500, 700, 1200]) {
      const { margin } = sizeOf({ ...LAPTOP, width, letter });
      assert.ok(Math.abs(margin.left + margin.right - margin.top - margin.bottom) < 1e-9);
    }
  }
});

test('what is around a figure, and the figure, are seen together', () => {
  const size = sizeOf(LAPTOP);
  assert.ok(size.plot > 300);
  assert.ok(whole(size) + LAPTOP.above + LAPTOP.below <= LAPTOP.height);
  assert.equal(size.isStacked, false);
});

test('where there is much room a plot is no larger than is of use', () => {
  assert.equal(sizeOf({ ...LAPTOP, width: 1600, height: 2000 }).plot, 420);
});

test('where there is little height a plot can still be read', () => {
  assert.equal(sizeOf({ ...LAPTOP, height: 200 }).plot, 180);
});

test('two figures and their gap are no wider than the place', () => {
  for (let width = 640; width < 1700; width += 10) {
    const { plot, margin } = sizeOf({ ...LAPTOP, width, height: 2000 });
    assert.ok(2 * (plot + margin.left + margin.right) + 8 <= width);
  }
});

test('a narrow place has the figures one below the other', () => {
  assert.equal(sizeOf({ ...LAPTOP, width: 639 }).isStacked, true);
  assert.equal(sizeOf({ ...LAPTOP, width: 640 }).isStacked, false);
});

test('in 300 pixels large letters leave a plot of 180, without titles of axes', () => {
  for (const letter of [11, 14, 20, 24]) {
    const { plot, margin, isBare } = sizeOf({ ...LAPTOP, width: 284, letter });
    assert.equal(isBare, letter > 14);
    assert.ok(plot >= 180, `${plot} at ${letter}`);
    assert.ok(plot + margin.left + margin.right <= 284);
  }
});

test('before a class a plot may be as large as the window lets it', () => {
  const wall = { ...LAPTOP, width: 1900, height: 1000 };
  assert.equal(sizeOf(wall).plot, 420);
  assert.ok(sizeOf({ ...wall, most: 1000 }).plot > 600);
});
