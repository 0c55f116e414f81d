import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Points } from '../wire/state.ts';
import { POINTS, pointsOf } from '../words/examples.test.ts';
import { cheapestCorner, classifierHulls, upperHull, visiblePoints } from './hull.ts';
import {
  assignPlaces,
  type Box,
  bendLine,
  CurveIndex,
  curveParts,
  dotsOf,
  envelopeParts,
  hullParts,
  hullStretches,
  isInside,
  MAX_LABEL_DISTANCE,
  overlaps,
  type PixelPath,
  placeWords,
} from './labels.ts';
import type { Point } from './lines.ts';
import { random } from './random.test.ts';

// ---- Curves and hull segments of each classifier

const hull = upperHull(POINTS);

const visibleCurves = (points: Points, folded: number[] = [], joined: number[] = []) => ({
  points,
  folded,
  joined,
});

test('a curve is one line, and unordered points are dots', () => {
  assert.deepEqual(curveParts(visibleCurves(POINTS), 0), [
    [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.6 },
      { x: 0.4, y: 0.9 },
      { x: 1, y: 1 },
    ],
  ]);
  assert.deepEqual(curveParts(visibleCurves(POINTS), 1), [[{ x: 0.3, y: 0.7 }]]);
  const loose = pointsOf([0, 0.3, 0.4, Number.NaN], [0, 0.1, 0.5, Number.NaN]);
  assert.equal(curveParts(visibleCurves(loose), 0).length, 2);
  const short = pointsOf([0, 0, 0, Infinity], [0, 0.1, 0.5, Number.NaN], [0, 1, 1, Number.NaN]);
  assert.deepEqual(curveParts(visibleCurves(short), 0), [[{ x: 0.1, y: 0.5 }]]);
  assert.equal(curveParts(visibleCurves(short, [], [0]), 0)[0]?.length, 3);
  // Points with thresholds whose rates decrease are not a curve.
  const back = pointsOf([0, 0.3, 0.4, 0.6], [0, 0.1, 0.5, 0.5], [0, 0.5, 0.6, 0.4]);
  assert.equal(curveParts(visibleCurves(back), 0).length, 3);
  assert.deepEqual(curveParts(visibleCurves(visiblePoints(POINTS, new Set([0]))), 0), []);
  assert.deepEqual(curveParts(visibleCurves(POINTS), 7), []);
});

test('hull edges belong to the owner of their corners, those between two owners to none', () => {
  assert.deepEqual(hullParts(hull, 0), [curveParts(visibleCurves(POINTS), 0)[0]]);
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

test('the hull is split by owner', () => {
  const two = pointsOf([0, 0.1, 0.6, 0.5], [1, 0.4, 0.9, 0.5]);
  const joint = upperHull(two);
  const stretches = hullStretches(joint);
  assert.deepEqual(
    stretches.map(([owner, places]) => [owner, [places]]),
    [0, -1, 1].map((owner) => [owner, hullParts(joint, owner)]),
  );
  assert.deepEqual(hullStretches(hull), [[0, curveParts(visibleCurves(POINTS), 0)[0]]]);
  // The chance line belongs to no classifier.
  assert.deepEqual(hullStretches(upperHull(pointsOf())), []);
});

test('markers are on thinned-out hull corners and on all single points', () => {
  const scene = { points: POINTS, hull, own: classifierHulls(POINTS), folded: [], joined: [] };
  assert.deepEqual(dotsOf(scene, 0), curveParts(visibleCurves(POINTS), 0)[0]?.slice(1, 3));
  assert.deepEqual(dotsOf(scene, 1), [{ x: 0.3, y: 0.7 }]);
  assert.deepEqual(dotsOf(scene, 0, false), []);
  assert.deepEqual(dotsOf(scene, 1, false), [{ x: 0.3, y: 0.7 }]);
  const long = pointsOf(
    ...Array.from({ length: 1001 }, (_, i): [number, number, number, number] => {
      return [0, (i / 1000) ** 2, i / 1000, 1 - i / 1000];
    }),
  );
  const crowded = {
    points: long,
    hull: upperHull(long),
    own: classifierHulls(long),
    folded: [],
    joined: [],
  };
  const dots = dotsOf(crowded, 0);
  assert.ok(dots.length > 2 && dots.length <= 51);
});

test('an envelope part runs from the vertex before its first corner to the one after its last', () => {
  const [envelope, ...none] = envelopeParts(hull, () => true);
  assert.equal(none.length, 0);
  assert.deepEqual(
    envelope?.map(({ x }) => x.toFixed(3)),
    ['0.000', '0.143', '0.500', '0.857', '1.000'],
  );
  const [useful] = envelopeParts(hull, (corner) => hull.owner[corner] === 0);
  assert.deepEqual(useful, envelope?.slice(1, -1));
  const stump = classifierHulls(POINTS).get(1);
  assert.ok(stump);
  const [part] = envelopeParts(stump, (corner) => stump.owner[corner] === 1);
  assert.deepEqual(
    part?.map(({ x }) => x.toFixed(1)),
    ['0.3', '0.7'],
  );
});

test('few points without thresholds are dots, more are a curve', () => {
  const loose = (count: number) => {
    const rows = Array.from({ length: count }, (_, i) => (i + 1) / (count + 2));
    return pointsOf(...rows.map((rate) => [0, rate, rate, Number.NaN] as const));
  };
  assert.equal(curveParts(visibleCurves(loose(8)), 0).length, 8);
  assert.equal(curveParts(visibleCurves(loose(9)), 0).length, 1);
  assert.equal(
    curveParts(visibleCurves(loose(3), [0]), 0).length,
    1,
    'an average of folds is a curve',
  );
});

test('points inserted into a line are evenly spaced on the log-odds axis', () => {
  const line = [
    { x: 0.01, y: 0.3 },
    { x: 0.6, y: 0.1 },
    { x: 0.9, y: 0.4 },
  ];
  const positions = bendLine(line, 'logit', [-6, 9], 60).map(({ x }) => Math.log(x / (1 - x)));
  const gaps = positions.slice(1).map((u, i) => u - (positions[i] as number));
  assert.ok(Math.min(...gaps) > 0.2 && Math.max(...gaps) <= 0.25 + 1e-9, `${gaps}`);
});

test('a bent line keeps its own points and stays on the straight line', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0 },
  ];
  const places = bendLine(line, 'logit', [-9, 9]);
  assert.ok(places.length > 90 && places.length < 110);
  for (const place of line) assert.ok(places.some(({ x, y }) => x === place.x && y === place.y));
  assert.ok(places.every(({ x, y }) => Math.abs(y - Math.min(x, 1 - x)) < 1e-12));
});

test('only the visible part of a line is divided', () => {
  const line = [0.1, 0.2, 0.5, 0.7, 0.9].map((x) => ({ x, y: 0 }));
  const dividedIn = (least: number, most: number) =>
    bendLine(line, 'pc', [least, most], 4).map(({ x }) => Number(x.toFixed(9)));
  assert.deepEqual(dividedIn(0.3, 0.4), [0.1, 0.2, 0.325, 0.35, 0.375, 0.5, 0.7, 0.9]);
  assert.deepEqual(dividedIn(0.25, 0.75), [0.1, 0.2, 0.375, 0.5, 0.6, 0.7, 0.9]);
});

// ---- Positions of names

const SIZE = { width: 340, height: 340 };
const LETTER_WIDTH = 8;
const LETTER_HEIGHT = 17;

/** Return curves of given quality, with sample sizes that avoid common points. */
function classifiers(next: () => number, shifts: number[]): Points {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const owner: number[] = [];
  const fpr: number[] = [];
  const tpr: number[] = [];
  shifts.forEach((shift, position) => {
    const each = 151 + 2 * position;
    const scores = Array.from({ length: 2 * each }, (_, i) => ({
      is: i % 2,
      at: normal() + shift * (i % 2),
    }));
    scores.sort((a, b) => b.at - a.at);
    let [fp, tp] = [0, 0];
    for (const { is } of [{ is: -1 }, ...scores]) {
      if (is === 1) tp += 1 / each;
      if (is === 0) fp += 1 / each;
      owner.push(position);
      fpr.push(Math.min(1, fp));
      tpr.push(Math.min(1, tp));
    }
  });
  return {
    owner: Int32Array.from(owner),
    fpr: Float64Array.from(fpr),
    tpr: Float64Array.from(tpr),
    threshold: Float64Array.from(owner, (_, i) => -i),
  };
}

interface ClassifierLines {
  best: PixelPath[];
  all: PixelPath[];
}

function pixelPath(places: Point[], top: number): PixelPath {
  const pixels = places.flatMap(({ x, y }) => [x * SIZE.width, (1 - y / top) * SIZE.height]);
  return Float64Array.from(pixels);
}

/** Return the lines of each classifier in one figure, as the layer draws them. */
function linesInFigure(face: 'roc' | 'cost', points: Points): Map<number, ClassifierLines> {
  const hull = upperHull(points);
  const own = classifierHulls(points);
  const highest = Math.max(
    ...[...own.values()].flatMap((ownHull) => costs(envelopeParts(ownHull, () => true))),
  );
  const top = face === 'roc' ? 1 : Math.min(0.5, 1.5 * highest);
  return new Map(
    [...own].map(([owner, ownHull]) => {
      const best =
        face === 'roc'
          ? hullParts(hull, owner)
          : envelopeParts(hull, (i) => hull.owner[i] === owner);
      const all =
        face === 'roc'
          ? curveParts(visibleCurves(points), owner)
          : envelopeParts(ownHull, (i) => (ownHull.owner[i] as number) >= 0);
      const pixels = (ways: Point[][]) => ways.map((way) => pixelPath(way, top));
      return [owner, { best: pixels(best), all: pixels(all) }];
    }),
  );
}

const costs = (ways: Point[][]) => ways.flat().map(({ y }) => y);

function crowdOf(lines: Map<number, ClassifierLines>): CurveIndex {
  const ways = [...lines].flatMap(([owner, { best, all }]) =>
    [...best, ...all].map((way) => [owner, way] as const),
  );
  return new CurveIndex(SIZE, ways);
}

/** Return the distance of a rectangle from lines, sampled every quarter of a pixel. */
function distance(box: Box, ways: readonly PixelPath[]): number {
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
  test(`each of ${name} is named closest to its own curve, clear of all others`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const points = classifiers(random(seed), shifts);
      for (const face of ['roc', 'cost'] as const) {
        const lines = linesInFigure(face, points);
        const crowd = crowdOf(lines);
        const size = { width: LETTER_WIDTH * letters, height: LETTER_HEIGHT };
        const taken = [{ left: 100, top: 0, right: 160, bottom: 40 }];
        const requests = [...lines].map(([owner, { best, all }]) => ({
          owner,
          places: crowd.placesFor(owner, size, best, all),
        }));
        const assigned = assignPlaces(requests, { boxes: taken, lines: [] });
        const boxes = [...assigned.values()].map(({ box }) => box);
        boxes.forEach((box, i) => {
          const earlier = [...taken, ...boxes.slice(0, i)];
          assert.ok(!earlier.some((other) => overlaps(box, other)), `${face} ${seed}: overlap`);
          assert.ok(isInside(box, SIZE));
        });
        for (const [owner, { box }] of assigned) {
          const { best, all } = lines.get(owner) as ClassifierLines;
          const own = distance(box, [...best, ...all]);
          assert.ok(own <= MAX_LABEL_DISTANCE, `${face} ${seed}: ${owner} is ${own} away`);
          for (const [other, paths] of lines) {
            if (other === owner) continue;
            const far = distance(box, [...paths.best, ...paths.all]);
            assert.ok(far > own, `${face} ${seed}: ${owner} at ${own} is ${far} from ${other}`);
          }
        }
      }
    }
  });

  test(`the winner among ${name} is named in cost space at every pc`, () => {
    for (let seed = 1; seed <= 5; seed++) {
      const points = classifiers(random(seed), shifts);
      const hull = upperHull(points);
      const lines = linesInFigure('cost', points);
      const crowd = crowdOf(lines);
      for (const pc of [0.2, 0.35, 0.5, 0.65, 0.8]) {
        const owner = hull.owner[cheapestCorner(hull, pc)] as number;
        if (owner < 0) continue;
        const { best, all } = lines.get(owner) as ClassifierLines;
        const places = [letters, 14, 8].flatMap((count) =>
          crowd.placesFor(owner, { width: LETTER_WIDTH * count, height: LETTER_HEIGHT }, best, all),
        );
        assert.ok(places.length > 0, `${name} ${seed} at ${pc}: ${owner} is not named`);
      }
    }
  });
}

test('places found for a name fit it, but not other names', () => {
  const ways: [number, PixelPath][] = [
    [0, Float64Array.of(0, 100, 340, 100)],
    [1, Float64Array.of(0, 130, 340, 130)],
  ];
  const crowd = new CurveIndex(SIZE, ways);
  const [, line] = ways[0] as [number, PixelPath];
  const places = crowd.placesFor(0, { width: 40, height: 12 }, [line], []);
  assert.ok(places.length > 0 && places.every(({ box }) => crowd.fits(0, box)));
  assert.ok(places.every(({ box }) => !crowd.fits(1, box)));
  assert.ok(!crowd.fits(0, { left: 100, right: 140, top: 124, bottom: 136 }));
});

test('requests are served in order, and a name keeps its place', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 10 });
  const [a, b, c] = [box(0), box(5), box(20)].map((rect) => ({ box: rect, worth: 0 }));
  if (!a || !b || !c) return;
  const requests = [
    { owner: 3, places: [a] },
    { owner: 1, places: [b, c] },
    { owner: 2, places: [b] },
  ];
  const none = { boxes: [], lines: [] };
  const assigned = assignPlaces(requests, none);
  assert.deepEqual(
    [...assigned],
    [
      [3, a],
      [1, c],
    ],
  );
  assert.deepEqual(assignPlaces(requests.slice(1), none, assigned).get(1), c);
  assert.deepEqual(
    [...assignPlaces(requests.slice(1), { boxes: [c.box], lines: [] }, assigned)],
    [[1, b]],
  );
});

test('a name avoids lines if it can', () => {
  const box = (left: number) => ({ left, top: 0, right: left + 10, bottom: 10 });
  const [a, b] = [box(0), box(20)].map((rect) => ({ box: rect, worth: 0 }));
  if (!a || !b) return;
  const lines = [{ x1: 5, y1: -20, x2: 5, y2: 300 }];
  const assign = (places: (typeof a)[]) =>
    assignPlaces([{ owner: 0, places }], { boxes: [], lines });
  assert.equal(assign([a, b]).get(0), b);
  assert.equal(assign([a]).get(0), a);
});

test('invisible curves and missing ones have no name', () => {
  const far = [Float64Array.of(-900, -900, -800, -900)];
  const crowd = new CurveIndex(SIZE, [[0, far[0] as PixelPath]]);
  assert.deepEqual(crowd.placesFor(0, { width: 40, height: 17 }, far, []), []);
  assert.deepEqual(crowd.placesFor(1, { width: 40, height: 17 }, [], []), []);
});

test('a single point has its name next to it', () => {
  const dot = Float64Array.of(100, 100);
  const crowd = new CurveIndex(SIZE, [[0, dot]]);
  const [best] = crowd.placesFor(0, { width: 40, height: 17 }, [], [dot]);
  assert.ok(
    best && distance(best.box, [Float64Array.of(100, 100, 100, 100)]) <= MAX_LABEL_DISTANCE,
  );
});

test('a line far beyond a zoomed figure costs no more time than its visible part', () => {
  const long = Float64Array.of(-1e7, -1e7, 1e7, 1e7);
  const before = performance.now();
  const crowd = new CurveIndex(SIZE, [[0, long]]);
  assert.ok(crowd.placesFor(0, { width: 40, height: 17 }, [long], []).length > 0);
  assert.ok(performance.now() - before < 500);
});

// ---- Exact positions of a name of 40 by 20 pixels at a dot, and their scores

const FREE = { boxes: [], lines: [] };
const NAME = { width: 40, height: 20 };
const DOT_PATH = Float64Array.of(100, 100);
const CORNER = 4 * Math.SQRT1_2;

/** Return the left and top of rectangles, rounded to thousandths. */
const starts = (boxes: readonly Box[]) =>
  boxes.map(({ left, top }) => [left, top].map((value) => Math.round(1e3 * value) / 1e3));

/** Return the candidate label positions of a dot near dots of another classifier. */
function placesAtDot(isBest: boolean, ...neighbours: [x: number, y: number][]) {
  const ways = neighbours.map((place) => [1, Float64Array.from(place)] as const);
  const crowd = new CurveIndex(SIZE, [[0, DOT_PATH], ...ways]);
  return isBest
    ? crowd.placesFor(0, NAME, [DOT_PATH], [])
    : crowd.placesFor(0, NAME, [], [DOT_PATH]);
}

test('the name of a dot is four pixels away: below, right, left, then above', () => {
  const places = placesAtDot(false);
  const [right, left] = [100 + CORNER, 60 - CORNER];
  const [below, above] = [100 + CORNER, 80 - CORNER];
  const rounded = (value: number) => Math.round(1e3 * value) / 1e3;
  assert.deepEqual(
    starts(places.map(({ box }) => box)),
    [
      [80, 104],
      [right, below],
      [left, below],
      [104, 90],
      [80, 76],
      [right, above],
      [left, above],
      [56, 90],
      [80, 104],
      [80, 76],
    ].map((start) => start.map(rounded)),
  );
  for (const { box } of places) {
    assert.ok(Math.abs(box.right - box.left - 40) < 1e-9);
    assert.ok(Math.abs(box.bottom - box.top - 20) < 1e-9);
  }
});

test('each next side scores one less, and places off the best part score 14 less', () => {
  const worths = (isBest: boolean) => placesAtDot(isBest).map(({ worth }) => Math.round(worth));
  assert.deepEqual(worths(false), [16, 15, 14, 13, 12, 11, 10, 9, 8, 7]);
  assert.deepEqual(
    worths(true),
    worths(false).map((worth) => worth + 14),
  );
});

test('a name is closer to its own curve than to others, and scores higher with more distance', () => {
  const below = (gap: number) =>
    placesAtDot(false, [100, 124 + gap]).find(({ box }) => box.left === 80 && box.top === 104);
  for (const gap of [0, 2, 2.9, 3.1, 4, 4.2]) assert.equal(below(gap), undefined, `${gap}`);
  for (const gap of [4.5, 10, 19, 25, 60]) {
    const worth = Math.min(gap, 20) - 4;
    assert.ok(Math.abs((below(gap)?.worth ?? 0) - worth) < 1e-3, `${gap}`);
  }
});

test('other curves are detected on every side of a name', () => {
  for (const [x, y] of [
    [100, 114],
    [78, 114],
    [122, 114],
    [100, 126],
    [77.8, 126],
    [122.2, 126],
  ] as [number, number][]) {
    const corners = starts(placesAtDot(false, [x, y]).map(({ box }) => box));
    assert.ok(!corners.some(([left, top]) => left === 80 && top === 104), `${x}, ${y}`);
    assert.ok(
      corners.some(([left, top]) => left === 80 && top === 76),
      `${x}, ${y}`,
    );
  }
});

test('a name keeps two pixels from the border', () => {
  const placesOfDot = (x: number, y: number) => {
    const dot = Float64Array.of(x, y);
    return starts(
      new CurveIndex(SIZE, [[0, dot]]).placesFor(0, NAME, [], [dot]).map(({ box }) => box),
    );
  };
  const has = (corners: number[][], left: number, top: number) =>
    corners.some(([x, y]) => x === left && y === top);
  assert.ok(has(placesOfDot(22, 100), 2, 104) && !has(placesOfDot(21.9, 100), 1.9, 104));
  assert.ok(has(placesOfDot(318, 100), 298, 104) && !has(placesOfDot(318.1, 100), 298.1, 104));
  assert.ok(has(placesOfDot(100, 314), 80, 318) && !has(placesOfDot(100, 314.1), 80, 318.1));
  assert.ok(has(placesOfDot(100, 26), 80, 2) && !has(placesOfDot(100, 25.9), 80, 1.9));
});

test('a dot on the border is named, one beyond it is not', () => {
  const count = (x: number, y: number) => {
    const dot = Float64Array.of(x, y);
    return new CurveIndex(SIZE, [[0, dot]]).placesFor(0, NAME, [], [dot]).length;
  };
  for (const [x, y] of [
    [0, 170],
    [340, 170],
    [170, 0],
    [170, 340],
    [0, 0],
  ] as const) {
    assert.ok(count(x, y) > 0, `${x}, ${y}`);
    assert.equal(count(x - Math.sign(170 - x), y - Math.sign(170 - y)), 0);
  }
});

test('places are sorted by score along the whole line', () => {
  const flat = Float64Array.of(0, 100, 340, 100);
  const other = Float64Array.of(0, 130, 200, 130);
  const crowd = new CurveIndex(SIZE, [
    [0, flat],
    [1, other],
  ]);
  const places = crowd.placesFor(0, NAME, [], [flat]);
  const worths = places.map(({ worth }) => worth);
  assert.deepEqual(
    worths,
    worths.toSorted((a, b) => b - a),
  );
  assert.ok((places[0]?.box.left as number) > 200, 'where nobody else is');
});

test('36 positions along a line are tried, or all of a short one', () => {
  const figure = { width: 1000, height: 1000 };
  const below = (length: number) => {
    const line = Float64Array.of(100, 500, 100 + length, 500);
    const places = new CurveIndex(figure, [[0, line]]).placesFor(0, NAME, [], [line]);
    return new Set(places.filter(({ box }) => box.top === 504).map(({ box }) => box.left)).size;
  };
  assert.deepEqual([800, 90, 30].map(below), [36, 36, 21]);
});

test('next to a steep line names are on both sides, four pixels away', () => {
  const steep = Float64Array.of(85, 340, 255, 0);
  const crowd = new CurveIndex(SIZE, [[0, steep]]);
  const exact = crowd
    .placesFor(0, NAME, [], [steep])
    .filter(({ box }) => Math.abs(distance(box, [steep]) - 4) < 0.03);
  const isLeft = ({ left, top }: Box) => left < 255 - top / 2;
  for (const side of [true, false]) {
    const heights = exact.filter(({ box }) => isLeft(box) === side).map(({ box }) => box.top);
    assert.ok(heights.length > 8, `${heights.length}`);
    assert.ok(Math.min(...heights) < 60 && Math.max(...heights) > 260);
  }
});

// ---- Positions of text at a point

test('text is placed right, left, below, above, then further away', () => {
  const size = { width: 100, height: 40 };
  const boxes: Box[] = [];
  const isOld = (box: Box) => boxes.some((old) => old.left === box.left && old.top === box.top);
  const wide = { width: 1000, height: 1000 };
  for (let i = 0; i < 14; i++) {
    const inked = (box: Box) => (isOld(box) ? 1e9 : 0);
    boxes.push(placeWords({ x: 500, y: 500 }, size, wide, 10, FREE, inked));
  }
  const [right, left, middle] = [510, 390, 450];
  assert.deepEqual(starts(boxes), [
    [right, 498],
    [right, 462],
    [left, 498],
    [left, 462],
    [right, 513],
    [right, 447],
    [left, 513],
    [left, 447],
    [middle, 510],
    [middle, 450],
    [right, 546],
    [right, 414],
    [left, 546],
    [left, 414],
  ]);
  const fallback = placeWords({ x: 500, y: 500 }, size, wide, 10, FREE, () => 1e9);
  assert.deepEqual(fallback, boxes[0], 'where all places are as bad the usual one is taken');
});

test('text is shifted by a little before it changes sides, and changes sides before a large shift', () => {
  const size = { width: 100, height: 40 };
  const stands = (x: number) => placeWords({ x, y: 170 }, size, SIZE, 10, FREE);
  assert.equal(stands(227).right, 337);
  assert.equal(stands(229).right, 338, 'moved by one pixel');
  assert.equal(stands(240).right, 230, 'on the other side');
  const high = placeWords({ x: 100, y: 4 }, size, SIZE, 10, FREE);
  assert.deepEqual([high.left, high.top, high.right, high.bottom], [110, 2, 210, 42]);
  const low = placeWords({ x: 100, y: 337 }, size, SIZE, 10, FREE);
  assert.deepEqual([low.left, low.top, low.right, low.bottom], [110, 298, 210, 338]);
});

test('text avoids other text before lines, and lines before ink', () => {
  const size = { width: 100, height: 40 };
  const place = { x: 170, y: 170 };
  const right = placeWords(place, size, SIZE, 10, FREE);
  const above = placeWords(place, size, SIZE, 10, { boxes: [right], lines: [] });
  assert.ok(above.bottom <= right.top || above.right <= right.left);
  // If some line is always crossed, cross a line rather than cover other text.
  const everywhere = { x1: 0, y1: 0, x2: 340, y2: 340 };
  const back = { x1: 0, y1: 340, x2: 340, y2: 0 };
  const all = { left: 0, top: 0, right: 340, bottom: 168 };
  const crowded = placeWords(place, size, SIZE, 10, { boxes: [all], lines: [everywhere, back] });
  assert.ok(crowded.top >= 168);
  // A line counts as much as twenty covered samples; the penalty for samples is at most a hundred.
  const ink = (much: number) => (box: Box) => (box.top === right.top ? much : 0);
  const stands = (much: number) => placeWords(place, size, SIZE, 10, FREE, ink(much));
  assert.equal(stands(4).top, right.top);
  assert.ok(stands(6).top !== right.top);
  // On the right there is text, so the label shifts; on the left five lines cost 4 each, plus 2.
  const lines = [150, 151, 152, 153, 154].map((x) => ({ x1: x, y1: 0, x2: x, y2: 340 }));
  const inked = (box: Box) => (box.right > 225 ? 1e9 : 0);
  const moved = (by: number) =>
    placeWords({ x: 228 + by, y: 170 }, size, SIZE, 10, { boxes: [], lines }, inked).right;
  assert.equal(moved(1.5), 338);
  assert.equal(moved(2.5), 220.5);
});

test('text is inside the figure and avoids obstacles if it can', () => {
  const size = { width: 100, height: 34 };
  const none = { boxes: [], lines: [] };
  for (const x of [0, 5, 170, 338]) {
    for (const y of [0, 5, 170, 338]) {
      assert.ok(isInside(placeWords({ x, y }, size, SIZE, 11, none), SIZE), `${x}, ${y}`);
    }
  }
  const middle = { x: 170, y: 170 };
  const usual = placeWords(middle, size, SIZE, 11, none);
  assert.ok(usual.left > middle.x && usual.bottom > middle.y);
  const elsewhere = placeWords(middle, size, SIZE, 11, { boxes: [usual], lines: [] });
  assert.ok(!overlaps(usual, elsewhere));
  const flat = { x1: 0, y1: 150, x2: 340, y2: 190 };
  const off = placeWords(middle, size, SIZE, 11, { boxes: [], lines: [flat] });
  const heights = [off.left, off.right].map((x) => 150 + (40 * x) / 340);
  assert.ok(heights.every((y) => y < off.top) || heights.every((y) => y > off.bottom));
});

test('ink is counted only where it is drawn', () => {
  const upright = Float64Array.of(100, 0, 100, 200);
  const crowd = new CurveIndex({ width: 300, height: 200 }, [[0, upright]]);
  const box = { left: 60, top: 50, right: 140, bottom: 100 };
  const ink = crowd.countInk(box);
  assert.ok(ink > 0);
  assert.ok(crowd.countInk({ ...box, bottom: 150 }) > 1.5 * ink);
  assert.equal(crowd.countInk({ ...box, left: 140, right: 220 }), 0);
  assert.equal(crowd.countInk({ ...box, left: 0, right: 60 }), 0);
});

test('ink is the number of samples in a box, also at the border', () => {
  const next = random(3);
  const size = { width: 320, height: 200 };
  const dots = Array.from({ length: 600 }, () => ({ x: 330 * next() - 5, y: 210 * next() - 5 }));
  const ways = dots.map(({ x, y }) => [0, Float64Array.of(x, y)] as const);
  const crowd = new CurveIndex(size, ways);
  const grains = (most: number) => {
    const ends = [next(), next()].map((share) => 4 * Math.round((share * most) / 4));
    return ends.sort((a, b) => a - b) as [number, number];
  };
  for (let round = 0; round < 200; round++) {
    const [left, right] = round % 4 === 0 ? [0, size.width] : grains(size.width);
    const [top, bottom] = round % 4 === 1 ? [0, size.height] : grains(size.height);
    const inside = dots.filter(({ x, y }) => x >= left && x < right && y >= top && y < bottom);
    assert.equal(crowd.countInk({ left, top, right, bottom }), inside.length);
    assert.equal(
      crowd.countInk({ left: left + 1.9, top: top - 1.9, right, bottom }),
      inside.length,
    );
  }
  const larger = { left: -50, top: -50, right: 900, bottom: 900 };
  assert.equal(
    crowd.countInk(larger),
    crowd.countInk({ left: 0, top: 0, right: 320, bottom: 200 }),
  );
});

test('a line has ink every 1.5 pixels, and none far outside', () => {
  const size = { width: 300, height: 300 };
  const all = { left: 0, top: 0, right: 300, bottom: 300 };
  const ink = (...line: number[]) =>
    new CurveIndex(size, [[0, Float64Array.from(line)]]).countInk(all);
  assert.equal(ink(1, 50, 151, 50), 101);
  assert.equal(ink(50, 151, 50, 1), 101);
  assert.equal(ink(1, 1, 91, 121), 101);
  assert.equal(ink(1, 50, 76, 50, 76, 125), 101, 'a corner does not begin anew');
  assert.ok(Math.abs(ink(-1e6, 50, 1e6, 50) - 200) <= 1);
  assert.equal(ink(-1e6, -50, 1e6, -50), 0);
});
