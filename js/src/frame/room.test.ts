import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AvailableSpace, figureSize } from './room.ts';

// ---- Size of the figures

const LAPTOP: AvailableSpace = { width: 950, height: 630, letter: 14, above: 180, below: 50 };

const figureHeight = ({ plot, margin }: ReturnType<typeof figureSize>) =>
  plot + margin.top + margin.bottom;

test('plots and figures are square', () => {
  for (const letter of [11, 14, 20, 24]) {
    for (const width of [300, 500, 700, 1200]) {
      const { margin } = figureSize({ ...LAPTOP, width, letter });
      assert.ok(Math.abs(margin.left + margin.right - margin.top - margin.bottom) < 1e-9);
    }
  }
});

test('the figures fit on the screen together with the rows around them', () => {
  const size = figureSize(LAPTOP);
  assert.ok(size.plot > 300);
  assert.ok(figureHeight(size) + LAPTOP.above + LAPTOP.below <= LAPTOP.height);
  assert.equal(size.isStacked, false);
});

test('plots are limited in size where there is much space', () => {
  assert.equal(figureSize({ ...LAPTOP, width: 1600, height: 2000 }).plot, 420);
});

test('plots stay legible where there is little height', () => {
  assert.equal(figureSize({ ...LAPTOP, height: 200 }).plot, 180);
});

test('two figures and their gap fit the width', () => {
  for (let width = 640; width < 1700; width += 10) {
    const { plot, margin } = figureSize({ ...LAPTOP, width, height: 2000 });
    assert.ok(2 * (plot + margin.left + margin.right) + 8 <= width);
  }
});

test('narrow explorers stack the figures', () => {
  assert.equal(figureSize({ ...LAPTOP, width: 639 }).isStacked, true);
  assert.equal(figureSize({ ...LAPTOP, width: 640 }).isStacked, false);
});

test('at a width of 300 pixels large fonts leave a plot of 180 pixels, without axis titles', () => {
  for (const letter of [11, 14, 20, 24]) {
    const { plot, margin, isBare } = figureSize({ ...LAPTOP, width: 284, letter });
    assert.equal(isBare, letter > 14);
    assert.ok(plot >= 180, `${plot} at ${letter}`);
    assert.ok(plot + margin.left + margin.right <= 284);
  }
});

test('when presenting, plots may be as large as the window allows', () => {
  const wall = { ...LAPTOP, width: 1900, height: 1000 };
  assert.equal(figureSize(wall).plot, 420);
  assert.ok(figureSize({ ...wall, most: 1000 }).plot > 600);
});
