import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../geometry/hull.ts';
import type { Moving, Standing } from '../wire/state.ts';
import { answer } from './answer.ts';
import { POINTS, pointsOf, subject } from './subject.test.ts';
import type { Subject } from './subject.ts';

const said = (pc: number, told: Partial<Subject> = {}) => answer(subject(told), pc);

const WORTH = 'forest is worth using from PC(+) 0.143 to 0.857.';
const NEXT = 'Next is stump: it costs 0.08 more (36.4 %).';
const FOREST = 'use forest, threshold 0.75. It finds 60 % of bad, flags 10 % of good,';
/** At 0.4 the forest costs 0.4 * 0.4 + 0.1 * 0.6 = 0.22, the stump 0.3 * 0.4 + 0.3 * 0.6 = 0.3. */
const BEST = `At PC(+) 0.4: ${FOREST} and costs 0.22.`;

test('the best, what it does and costs, who comes next, and where it is worth using', () => {
  assert.equal(said(0.4), `${BEST} ${NEXT} ${WORTH}`);
  // At 0.6 a lower threshold is best: 0.1 * 0.6 + 0.4 * 0.4 = 0.22; the stump costs 0.3 again.
  assert.equal(
    said(0.6),
    'At PC(+) 0.6: use forest, threshold 0.5. It finds 90 % of bad, flags 40 % of good, ' +
      `and costs 0.22. ${NEXT} ${WORTH}`,
  );
});

test('a trivial rule is next where the others add nothing', () => {
  // 0.4 * 0.2 + 0.1 * 0.8 = 0.16, calling all good costs 0.2; the stump would cost 0.3.
  assert.equal(
    said(0.2),
    `At PC(+) 0.2: ${FOREST} and costs 0.16. ` +
      `Next is calling all good: it costs 0.04 more (25 %). stump adds nothing here. ${WORTH}`,
  );
  assert.match(said(0.8), / Next is calling all bad: it costs 0\.04 more \(25 %\)\. /);
});

test('where a trivial rule is best it is named, and no reach is claimed', () => {
  assert.equal(
    said(0.05),
    'At PC(+) 0.05: call all good. That costs 0.05. forest and stump add nothing here.',
  );
  assert.equal(
    said(0.95),
    'At PC(+) 0.95: call all bad. That costs 0.05. forest and stump add nothing here.',
  );
});

test('more than two that add nothing are counted', () => {
  const points = pointsOf([0, 0.5, 0.4, 1], [1, 0.6, 0.5, 1], [2, 0.7, 0.6, 1]);
  assert.equal(
    said(0.25, { points, names: ['a', 'b', 'c'] }),
    'At PC(+) 0.25: call all good. That costs 0.25. 3 classifiers add nothing here.',
  );
});

test('both trivial rules at one half cost the same, and nobody is next', () => {
  const points = pointsOf([0, 0.5, 0.4, 1]);
  assert.equal(
    said(0.5, { points }),
    'At PC(+) 0.5: call all good. That costs 0.5. forest adds nothing here.',
  );
});

test('a classifier as good as the best costs the same', () => {
  const points = pointsOf([0, 0.1, 0.6, 0.75], [1, 0.1, 0.6, 3]);
  assert.equal(
    said(0.4, { points }),
    `${BEST} stump, threshold 3 costs the same. forest is worth using from PC(+) 0.143 to 0.692.`,
  );
});

test('a perfect classifier costs nothing, and no part of nothing is told', () => {
  const points = pointsOf([0, 0, 1, 0.5]);
  assert.equal(
    said(0.25, { points }),
    'At PC(+) 0.25: use forest, threshold 0.5. It finds 100 % of bad, flags 0 % of good, ' +
      'and costs 0. Next is calling all good: it costs 0.25 more. ' +
      'forest is worth using from PC(+) 0 to 1.',
  );
});

test('a point that has a label is told by it', () => {
  const labels = ['', 'strict', '', '', 'split'];
  assert.match(said(0.4, { labels }), /: use forest \(strict\)\. .* Next is stump \(split\): /);
});

test('without visible classifiers there is nothing to tell', () => {
  const hidden = visible(POINTS, new Set([0, 1]));
  const told = { points: hidden, criterionWords: 'At most so many.' };
  assert.equal(said(0.4, told), 'No classifier is shown.');
});

test('what another criterion chooses is told last', () => {
  const criterionWords = 'With at most 5 % false alarms use stump.';
  assert.equal(said(0.4, { criterionWords }), `${BEST} ${NEXT} ${WORTH} ${criterionWords}`);
});

/** A false alarm costs 10, a miss 40, and the prior moves: pc = 40 p / (40 p + 10 (1 - p)). */
const moving: Moving = {
  kind: 'moving',
  over: [1, 0.25],
  prior: [0, 0.25],
  cost_fp: [10, 2.5],
  cost_fn: [40, 10],
  base: [0, 0],
  worst: [10, 10],
  cost_tp: 0,
  cost_tn: 0,
  population: 1000,
  unit: 'EUR',
};

test('money that is known exactly is told by its conditions, per case and in all', () => {
  // pc 0.4 is a prior of 1 / 7: 1/7 * 0.4 * 40 + 6/7 * 0.1 * 10 = 22/7.
  assert.equal(
    said(0.4, { money: moving }),
    `At PC(+) 0.4 (prior 0.143; a false alarm costs 10 EUR, a miss 40 EUR): ${FOREST} ` +
      'and costs 0.22. In money: 3.14 EUR per case, 3,143 EUR in 1,000 cases. ' +
      `${NEXT} ${WORTH}`,
  );
});

test('money of a trivial rule is what that rule costs', () => {
  // pc 0.05 is a prior of 1 / 77: everything is called good, 1/77 * 40.
  assert.equal(
    said(0.05, { money: moving }),
    'At PC(+) 0.05 (prior 0.013; a false alarm costs 10 EUR, a miss 40 EUR): call all good. ' +
      'That costs 0.05. In money: 0.519 EUR per case, 519 EUR in 1,000 cases. ' +
      'forest and stump add nothing here.',
  );
});

/** A prior of 0.1 to 0.2, a miss costs 9 false alarms: pc from 0.9 / 1.8 to 1.8 / 2.6. */
const standing: Standing = {
  kind: 'standing',
  pc: [0.5, 1.8 / 2.6],
  prior: [0.1, 0.2],
  cost_fp: [1, 1],
  cost_fn: [9, 9],
  cost_tp: [0, 0],
  cost_tn: [0, 0],
  corners: [
    [0, 0.9, 0.9],
    [0, 0.8, 1.8],
  ],
  population: 1,
  unit: '',
};

test('money of ranges is a range, and inside the range it says so', () => {
  // 0.9 * 0.4 + 0.9 * 0.1 = 0.45 and 0.8 * 0.4 + 1.8 * 0.1 = 0.5.
  assert.equal(
    said(0.6, { money: standing, pcRange: [0.5, 1.8 / 2.6] }),
    'At PC(+) 0.6 (in your range, 0.5 to 0.692; prior 0.1 to 0.2; ' +
      'a false alarm costs 1, a miss 9): use forest, threshold 0.5. ' +
      'It finds 90 % of bad, flags 40 % of good, and costs 0.22. ' +
      `In money: 0.45 to 0.5 per case. ${NEXT} ${WORTH} ` +
      'Over your whole range, PC(+) 0.5 to 0.692, one choice is best: forest, threshold 0.5.',
  );
});

test('outside of the range neither conditions nor money are told', () => {
  assert.equal(
    said(0.4, { money: standing, pcRange: [0.5, 0.75] }),
    `At PC(+) 0.4 (outside your range, 0.5 to 0.75): ${FOREST} and costs 0.22. ${NEXT} ${WORTH} ` +
      'Over your whole range, PC(+) 0.5 to 0.75, one choice is best: forest, threshold 0.5.',
  );
  assert.match(said(0.8, { pcRange: [0.5, 0.75] }), /^At PC\(\+\) 0\.8 \(outside your range/);
});

test('the ends of a range belong to it', () => {
  for (const pc of [0.25, 0.75]) {
    assert.match(said(pc, { pcRange: [0.25, 0.75] }), /\(in your range, 0\.25 to 0\.75\)/);
  }
});

test('over a range the one choice of least regret comes first, then what no regret would take', () => {
  // At 0.1 the forest's 0.75 costs 0.13 and nothing 0.1; at 0.7 it costs 0.31 and its 0.5 0.19.
  assert.match(
    said(0.4, { pcRange: [0.1, 0.7] }),
    / Over your whole range, PC\(\+\) 0\.1 to 0\.7, use forest, threshold 0\.75\. It finds 60 % of bad and flags 10 % of good\. That costs at most 0\.12 more than the best choice there, at PC\(\+\) 0\.7\. Below PC\(\+\) 0\.143 calling all good is cheaper\. Above PC\(\+\) 0\.692 calling all bad is cheaper\. No regret at all would take 3 choices, from call all good to forest, threshold 0\.5\.$/,
  );
});

test('a threshold below the hull may be the one for a whole range', () => {
  // Both regrets of the stump are 0.3 * 0.9 + 0.3 * 0.1 - 0.1: its rates are mirrored.
  assert.match(
    said(0.4, { pcRange: [0.1, 0.9] }),
    /, use stump\. It finds 70 % of bad and flags 30 % of good\. That costs at most 0\.2 more than the best choice there, at either end\. Below PC\(\+\) 0\.3 calling all good is cheaper\. Above PC\(\+\) 0\.7 calling all bad is cheaper\. No regret at all would take 4 choices, from call all good to call all bad\.$/,
  );
});

test('of thresholds that are not drawn Python tells the one for its range', () => {
  const one = {
    over: [0.1, 0.7],
    rule: 'forest, threshold 0.6',
    trivial: false,
    fpr: 0.2,
    tpr: 0.75,
    regret: [0.105, 0.045],
  } as const;
  const words =
    /, use forest, threshold 0\.6\. It finds 75 % of bad and flags 20 % of good\. That costs at most 0\.105 more than the best choice there, at PC\(\+\) 0\.1\. Below PC\(\+\) 0\.211 calling/;
  assert.match(said(0.4, { one, pcRange: [0.1, 0.7] }), words);
  assert.match(
    said(0.4, { one, pcRange: [0.1, 0.65] }),
    /, use forest, threshold 0\.75\. It finds/,
  );
});

test('where no classifier does better, the one choice is to do nothing', () => {
  const points = pointsOf([0, 0.4, 0.5, 1]);
  assert.match(
    said(0.4, { points, pcRange: [0.05, 0.55] }),
    /, call all good\. That costs at most 0\.1 more than the best choice there, at PC\(\+\) 0\.55\. Above PC\(\+\) 0\.5 calling all bad is cheaper\. No regret at all would take 3 choices, /,
  );
});

test('a range without length is a place', () => {
  assert.match(
    said(0.4, { pcRange: [0.3, 0.3] }),
    new RegExp(
      `${WORTH.replace('(+)', '\\(\\+\\)')} At PC\\(\\+\\) 0\\.3: forest, threshold 0\\.75\\.$`,
    ),
  );
});

test('evaluations of one classifier are told by their mean', () => {
  const told = { average: true, criterionWords: 'And so on.', money: moving };
  assert.equal(
    said(0.4, { ...told, pcRange: [0.1, 0.7] }),
    'At PC(+) 0.4 (in your range, 0.1 to 0.7; prior 0.143; ' +
      'a false alarm costs 10 EUR, a miss 40 EUR): the 2 classifiers together cost 0.26 ' +
      'on average; single ones cost 0.22 to 0.3. And so on.',
  );
});

test('one evaluation alone has no mean', () => {
  const points = visible(POINTS, new Set([1]));
  assert.equal(
    said(0.4, { average: true, points }),
    `${BEST} Next is calling all good: it costs 0.18 more (81.8 %). ${WORTH}`,
  );
});

test('what is in use, and what it costs more than the best choice', () => {
  const own = subject().own;
  const used = (fpr: number, tpr: number, owner = 0) => ({
    fpr: Float64Array.of(fpr),
    tpr: Float64Array.of(tpr),
    threshold: Float64Array.of(0.6),
    owner: Int32Array.of(owner),
  });
  // 0.3 * 0.4 + 0.3 * 0.6 = 0.3 instead of 0.22.
  const found = said(0.4, { in_use: used(0.3, 0.7) });
  const sentence = 'In use: forest from 0.6 on; here that costs 0.08 more (36.4 %)';
  assert.equal(found, `${BEST} ${NEXT} ${sentence} than the best choice. ${WORTH}`);
  const best = said(0.4, { in_use: used(0.1, 0.6) });
  assert.match(best, /from 0\.6 on; here that costs no more than any other choice\. /);
  // At 0.2 it costs 0.3 instead of 0.16; at 0.4 0.08 more.
  const range = said(0.3, { in_use: used(0.3, 0.7), pcRange: [0.2, 0.4] });
  assert.match(range, /over your range that costs 0\.08 to 0\.14 more than the best choice\. /);
  assert.doesNotMatch(
    said(0.4, { in_use: used(0.3, 0.7), own: new Map([...own].slice(1)) }),
    /In use/,
  );
});
