import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { cheapestCorner, ownHulls, upperHull, visible } from './hull.ts';
import {
  arranged,
  type Box,
  bent,
  Crowd,
  curveOf,
  dotsOf,
  envelopeParts,
  FARTHEST,
  hullParts,
  hullStretches,
  isInside,
  overlap,
  standing,
  type Way,
} from './labels.ts';
import type { Point } from './lines.ts';
import { random } from './random.test.ts';

// ---- What the figures draw of each classifier: its curve and its part of the hull

const hull = upperHull(POINTS);

test('a curve is one line, and what has no order is a dot for each point', () => {
  assert.deepEqual(curveOf(POINTS, 0), [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.6 },
      { x: 0.4, y: 0.9 },
      { x: 1, y: 1 },
    ],
  ]);
  assert.deepEqual(curveOf(POINTS, 1), [[{ x: 0.3, y: 0.7 }]]);
  const loose = pointsOf([0, 0.3, 0.4, Number.NaN], [0, 0.1, 0.5, Number.NaN]);
  assert.equal(curveOf(loose, 0).length, 2);
  // Thresholds alone make no curve of points that go back.
  const back = pointsOf([0, 0.3, 0.4, 0.6], [0, 0.1, 0.5, 0.5], [0, 0.5, 0.6, 0.4]);
  assert.equal(curveOf(back, 0).length, 3);
  assert.deepEqual(curveOf(visible(POINTS, new Set([0])), 0), []);
  assert.deepEqual(curveOf(POINTS, 7), []);
});

test('edges of the hull belong to whoever has their corners, those between two to nobody', () => {
  assert.deepEqual(hullParts(hull, 0), [curveOf(POINTS, 0)[0]]);
  const two = pointsOf([0, 0.1, 0.6, 0.5], [1, 0.4, 0.9, 0.5]);
  const joint = upperHull(two);
  assert.deepEqual(hullParts(joint, 0), [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.6 },
    ],
  ]);
  assert.deepEqual(hullParts(joint, 1), [
    [
      { x: 0.4, y: 0.9 },
      { x: 1, y: 1 },
    ],
  ]);
  assert.deepEqual(hullParts(joint, -1), [
    [
      { x: 0.1, y: 0.6 },
      { x: 0.4, y: 0.9 },
    ],
  ]);
});

test('the hull is drawn in stretches, each in the colour of its owner', () => {
  const two = pointsOf([0, 0.1, 0.6, 0.5], [1, 0.4, 0.9, 0.5]);
  const joint = upperHull(two);
  const found = hullStretches(joint);
  assert.deepEqual(
    found.map(([owner, places]) => [owner, [places]]),
    [0, -1, 1].map((owner) => [owner, hullParts(joint, owner)]),
  );
  assert.deepEqual(hullStretches(hull), [[0, curveOf(POINTS, 0)[0]]]);
  // The chance line alone is nobody's hull.
  assert.deepEqual(hullStretches(upperHull(pointsOf())), []);
});

test('marked are corners of the hull that are no neighbours, and all points that are no curve', () => {
  const scene = { points: POINTS, hull };
  assert.deepEqual(dotsOf(scene, 0), curveOf(POINTS, 0)[0]?.slice(1, 3));
  assert.deepEqual(dotsOf(scene, 1), [{ x: 0.3, y: 0.7 }]);
  assert.deepEqual(dotsOf(scene, 0, false), []);
  assert.deepEqual(dotsOf(scene, 1, false), [{ x: 0.3, y: 0.7 }]);
  const long = pointsOf(
    ...Array.from({ length: 1001 }, (_, i): [number, number, number, number] => {
      return [0, (i / 1000) ** 2, i / 1000, 1 - i / 1000];
    }),
  );
  const dots = dotsOf({ points: long, hull: upperHull(long) }, 0);
  assert.ok(dots.length > 2 && dots.length <= 51);
});

test('an envelope part runs from the vertex before its first corner to that after its last', () => {
  const [whole, ...none] = envelopeParts(hull, () => true);
  assert.equal(none.length, 0);
  assert.deepEqual(
    whole?.map(({ x }) => x.toFixed(3)),
    ['0.000', '0.143', '0.500', '0.857', '1.000'],
  );
  const [useful] = envelopeParts(hull, (corner) => hull.owner[corner] === 0);
  assert.deepEqual(useful, whole?.slice(1, -1));
  const stump = ownHulls(POINTS).get(1);
  assert.ok(stump);
  const [mine] = envelopeParts(stump, (corner) => stump.owner[corner] === 1);
  assert.deepEqual(
    mine?.map(({ x }) => x.toFixed(1)),
    ['0.3', '0.7'],
  );
});

test('a bent line passes through its own places and stays on the straight one', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0 },
  ];
  const found = bent(line, 'logit', [-9, 9]);
  assert.ok(found.length > 90 && found.length < 110);
  for (const place of line) assert.ok(found.some(({ x, y }) => x === place.x && y === place.y));
  assert.ok(found.every(({ x, y }) => Math.abs(y - Math.min(x, 1 - x)) < 1e-12));
});

// ---- Where a name stands

const SIZE = { width: 340, height: 340 };
/** Of a letter of the usual font. */
const LETTER = 8;
const HEIGHT = 17;

/** Curves of some quality, of numbers of examples that let no two have a point in common. */
function classifiers(next: () => number, shifts: number[]): Points {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const owner: number[] = [];
  const fpr: number[] = [];
  const tpr: number[] = [];
  shifts.forEach((shift, mine) => {
    const each = 151 + 2 * mine;
    const scores = Array.from({ length: 2 * each }, (_, i) => ({
      is: i % 2,
      at: normal() + shift * (i % 2),
    }));
    scores.sort((a, b) => b.at - a.at);
    let [flagged, found] = [0, 0];
    for (const { is } of [{ is: -1 }, ...scores]) {
      if (is === 1) found += 1 / each;
      if (is === 0) flagged += 1 / each;
      owner.push(mine);
      fpr.push(Math.min(1, flagged));
      tpr.push(Math.min(1, found));
    }
  });
  return {
    owner: Int32Array.from(owner),
    fpr: Float64Array.from(fpr),
    tpr: Float64Array.from(tpr),
    threshold: Float64Array.from(owner, (_, i) => -i),
  };
}

interface Drawn {
  best: Way[];
  all: Way[];
}

function wayOf(places: Point[], top: number): Way {
  const pixels = places.flatMap(({ x, y }) => [x * SIZE.width, (1 - y / top) * SIZE.height]);
  return Float64Array.from(pixels);
}

/** Every classifier's lines in one of both figures, as the layer draws them. */
function drawnIn(face: 'roc' | 'cost', points: Points): Map<number, Drawn> {
  const hull = upperHull(points);
  const own = ownHulls(points);
  const highest = Math.max(
    ...[...own.values()].flatMap((mine) => costs(envelopeParts(mine, () => true))),
  );
  const top = face === 'roc' ? 1 : Math.min(0.5, 1.5 * highest);
  return new Map(
    [...own].map(([owner, mine]) => {
      const best =
        face === 'roc'
          ? hullParts(hull, owner)
          : envelopeParts(hull, (i) => hull.owner[i] === owner);
      const all =
        face === 'roc'
          ? curveOf(points, owner)
          : envelopeParts(mine, (i) => (mine.owner[i] as number) >= 0);
      const pixels = (ways: Point[][]) => ways.map((way) => wayOf(way, top));
      return [owner, { best: pixels(best), all: pixels(all) }];
    }),
  );
}

const costs = (ways: Point[][]) => ways.flat().map(({ y }) => y);

function crowdOf(drawn: Map<number, Drawn>): Crowd {
  const ways = [...drawn].flatMap(([owner, { best, all }]) =>
    [...best, ...all].map((way) => [owner, way] as const),
  );
  return new Crowd(SIZE, ways);
}

/** How far a rectangle is from lines, measured every quarter of a pixel. */
function distance(box: Box, ways: readonly Way[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const way of ways) {
    for (let i = 0; i + 3 < way.length; i += 2) {
      const [x1, y1, x2, y2] = [...way.subarray(i, i + 4)] as [number, number, number, number];
      const steps = Math.ceil(4 * Math.hypot(x2 - x1, y2 - y1));
      for (let k = 0; k <= steps; k++) {
        const x = x1 + ((x2 - x1) * k) / (steps || 1);
        const y = y1 + ((y2 - y1) * k) / (steps || 1);
        const dx = Math.max(box.left - x, 0, x - box.right);
        const dy = Math.max(box.top - y, 0, y - box.bottom);
        least = Math.min(least, Math.hypot(dx, dy));
      }
    }
  }
  return least;
}

const CASES = [
  { name: 'six good models with long names', shifts: [2.4, 2.5, 2.6, 2.7, 2.8, 3], letters: 24 },
  { name: 'thirty models', shifts: Array.from({ length: 30 }, (_, i) => 0.5 + i / 15), letters: 9 },
  { name: 'two models', shifts: [1, 1.5], letters: 8 },
  { name: 'a perfect and a useless model', shifts: [9, 0], letters: 8 },
];

for (const { name, shifts, letters } of CASES) {
  test(`each of ${name} is named nearest to its own curve, off all others`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const points = classifiers(random(seed), shifts);
      for (const face of ['roc', 'cost'] as const) {
        const drawn = drawnIn(face, points);
        const crowd = crowdOf(drawn);
        const size = { width: LETTER * letters, height: HEIGHT };
        const taken = [{ left: 100, top: 0, right: 160, bottom: 40 }];
        const wanted = [...drawn].map(([owner, { best, all }]) => ({
          owner,
          places: crowd.placesFor(owner, size, best, all),
        }));
        const shown = arranged(wanted, { boxes: taken, lines: [] });
        const boxes = [...shown.values()].map(({ box }) => box);
        boxes.forEach((box, i) => {
          const others = [...taken, ...boxes.slice(0, i)];
          assert.ok(!others.some((other) => overlap(box, other)), `${face} ${seed}: overlap`);
          assert.ok(isInside(box, SIZE));
        });
        for (const [owner, { box }] of shown) {
          const { best, all } = drawn.get(owner) as Drawn;
          const own = distance(box, [...best, ...all]);
          assert.ok(own <= FARTHEST, `${face} ${seed}: ${owner} is ${own} away`);
          for (const [other, lines] of drawn) {
            if (other === owner) continue;
            const far = distance(box, [...lines.best, ...lines.all]);
            assert.ok(far > own, `${face} ${seed}: ${owner} at ${own} is ${far} from ${other}`);
          }
        }
      }
    }
  });

  test(`the winner among ${name} is named in cost space, wherever that is`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const points = classifiers(random(seed), shifts);
      const hull = upperHull(points);
      const drawn = drawnIn('cost', points);
      const crowd = crowdOf(drawn);
      for (const pc of [0.2, 0.35, 0.5, 0.65, 0.8]) {
        const owner = hull.owner[cheapestCorner(hull, pc)] as number;
        if (owner < 0) continue;
        const { best, all } = drawn.get(owner) as Drawn;
        const places = [letters, 14, 8].flatMap((count) =>
          crowd.placesFor(owner, { width: LETTER * count, height: HEIGHT }, best, all),
        );
        assert.ok(places.length > 0, `${name} ${seed} at ${pc}: ${owner} is not named`);
      }
    }
  });
}

test('who comes first chooses first, and where a name stood it stays', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 10 });
  const [a, b, c] = [box(0), box(5), box(20)].map((one) => ({ box: one, worth: 0 }));
  if (!a || !b || !c) return;
  const wanted = [
    { owner: 3, places: [a] },
    { owner: 1, places: [b, c] },
    { owner: 2, places: [b] },
  ];
  const none = { boxes: [], lines: [] };
  const shown = arranged(wanted, none);
  assert.deepEqual(
    [...shown],
    [
      [3, a],
      [1, c],
    ],
  );
  assert.deepEqual(arranged(wanted.slice(1), none, shown).get(1), c);
  assert.deepEqual([...arranged(wanted.slice(1), { boxes: [c.box], lines: [] }, shown)], [[1, b]]);
});

test('a name keeps off a line where it can, and stands on it where it must', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 10 });
  const [a, b] = [box(0), box(20)].map((one) => ({ box: one, worth: 0 }));
  if (!a || !b) return;
  const lines = [{ x1: 5, y1: -20, x2: 5, y2: 300 }];
  const named = (places: (typeof a)[]) => arranged([{ owner: 0, places }], { boxes: [], lines });
  assert.equal(named([a, b]).get(0), b);
  assert.equal(named([a]).get(0), a);
});

test('a curve that is not seen, and none at all, have no name', () => {
  const far = [Float64Array.of(-900, -900, -800, -900)];
  const crowd = new Crowd(SIZE, [[0, far[0] as Way]]);
  assert.deepEqual(crowd.placesFor(0, { width: 40, height: 17 }, far, []), []);
  assert.deepEqual(crowd.placesFor(1, { width: 40, height: 17 }, [], []), []);
});

test('a single point has its name beside it', () => {
  const dot = Float64Array.of(100, 100);
  const crowd = new Crowd(SIZE, [[0, dot]]);
  const [best] = crowd.placesFor(0, { width: 40, height: 17 }, [], [dot]);
  assert.ok(best && distance(best.box, [Float64Array.of(100, 100, 100, 100)]) <= FARTHEST);
});

test('a line that runs far out of a zoomed figure costs no more than what is seen of it', () => {
  const long = Float64Array.of(-1e7, -1e7, 1e7, 1e7);
  const before = performance.now();
  const crowd = new Crowd(SIZE, [[0, long]]);
  assert.ok(crowd.placesFor(0, { width: 40, height: 17 }, [long], []).length > 0);
  assert.ok(performance.now() - before < 500);
});

test('words beside a place are inside of the figure, and on nothing where they can be', () => {
  const size = { width: 100, height: 34 };
  const none = { boxes: [], lines: [] };
  for (const x of [0, 5, 170, 338]) {
    for (const y of [0, 5, 170, 338]) {
      assert.ok(isInside(standing({ x, y }, size, SIZE, 11, none), SIZE), `${x}, ${y}`);
    }
  }
  const middle = { x: 170, y: 170 };
  const usual = standing(middle, size, SIZE, 11, none);
  assert.ok(usual.left > middle.x && usual.bottom > middle.y);
  const elsewhere = standing(middle, size, SIZE, 11, { boxes: [usual], lines: [] });
  assert.ok(!overlap(usual, elsewhere));
  const flat = { x1: 0, y1: 150, x2: 340, y2: 190 };
  const off = standing(middle, size, SIZE, 11, { boxes: [], lines: [flat] });
  const heights = [off.left, off.right].map((x) => 150 + (40 * x) / 340);
  assert.ok(heights.every((y) => y < off.top) || heights.every((y) => y > off.bottom));
});

test('ink is counted where it is drawn, and nowhere beside it', () => {
  const upright = Float64Array.of(100, 0, 100, 200);
  const crowd = new Crowd({ width: 300, height: 200 }, [[0, upright]]);
  const box = { left: 60, top: 50, right: 140, bottom: 100 };
  const ink = crowd.inkIn(box);
  assert.ok(ink > 0);
  assert.ok(crowd.inkIn({ ...box, bottom: 150 }) > 1.5 * ink);
  assert.equal(crowd.inkIn({ ...box, left: 140, right: 220 }), 0);
  assert.equal(crowd.inkIn({ ...box, left: 0, right: 60 }), 0);
});
