// What is lit, in words.

import { costGap, crossing } from '../geometry/choosing.ts';
import { type Hover, isShown } from '../geometry/highlight.ts';
import { cheapestCorner, cornerCost, ownerOf, sameCost } from '../geometry/hull.ts';
import { at, between, type Chain, envelopeVertex } from '../geometry/lines.ts';
import { Owner } from '../wire/schema.ts';
import { number, percent, share } from './numbers.ts';
import { capital, ruleOf, type Subject, who } from './subject.ts';

export const HINT =
  'Hover either figure, or focus one and use the arrow keys: a point of one is a line of the other. Press ? for all gestures.';

/** The decision rule of point i. */
function rule(subject: Subject, i: number): string {
  const { points, classes } = subject;
  const threshold = at(points.threshold, i);
  if (threshold === Number.POSITIVE_INFINITY) return capital(who(subject, Owner.ALL_NEGATIVE));
  if (at(points.fpr, i) === 1 && at(points.tpr, i) === 1) return `Call all ${classes[1]}`;
  const owner = points.owner[i] as number;
  return ruleOf(subject, { owner, threshold, point: i });
}

/** What the eye sees at the cursor, as one sentence. */
export function sentence(hover: Hover | null, subject: Subject): string {
  if (hover === null || !isShown(hover, subject.points, subject.hull)) return '';
  if (hover.kind === 'point') return pointSentence(subject, hover.index);
  if (hover.kind === 'edge') return edgeSentence(subject.hull, hover.index);
  const { x, y } = hover;
  if (hover.space === 'roc') {
    return `A classifier at (${number(x)}, ${number(y)}): cost runs from ${number(x)} at PC(+) 0 to ${number(1 - y)} at PC(+) 1.`;
  }
  return `At PC(+) ${share(x)} a cost of ${number(y)} is that of every point on the line in ROC space.`;
}

function pointSentence(subject: Subject, i: number): string {
  const [negative, positive] = subject.classes;
  const fpr = at(subject.points.fpr, i);
  const tpr = at(subject.points.tpr, i);
  return `${rule(subject, i)}: finds ${percent(tpr)} of ${positive}, flags ${percent(fpr)} of ${negative}. Cost runs from ${number(fpr)} to ${number(1 - tpr)}.`;
}

function edgeSentence(hull: Chain, k: number): string {
  const vertex = envelopeVertex(hull, k);
  return `Hull edge: its two ends cost the same, ${number(vertex.y)}, at PC(+) ${share(vertex.x)}.`;
}

/** Who is cheapest at a place on the ribbon. */
export function placeSentence(subject: Subject, pc: number): string {
  const { hull } = subject;
  const corner = cheapestCorner(hull, pc);
  const best = {
    owner: ownerOf(hull, corner),
    threshold: at(hull.threshold, corner),
    point: hull.point[corner] as number,
  };
  return `At PC(+) ${share(pc)} ${ruleOf(subject, best)} is cheapest: cost ${number(cornerCost(hull, corner, pc))}.`;
}

// ---- Differences, of two classifiers and of two pins

/** What the difference figure shows at one pc. */
export function differenceSentence({ difference, stale }: Subject, pc: number): string {
  if (!difference) return '';
  const [estimate, lower, upper] = [difference.estimate, difference.lower, difference.upper].map(
    (edge) => between(difference.pc, edge, pc),
  ) as [number, number, number];
  if (Number.isNaN(estimate)) return '';
  const band = Number.isNaN(lower) ? '' : ` (${number(lower)} to ${number(upper)})`;
  const age = stale ? ' It belongs to older data or settings.' : '';
  return `At PC(+) ${share(pc)} the difference in cost is ${number(estimate)}${band}.${age}`;
}

interface Rates {
  fpr: number;
  tpr: number;
  words: string;
}

/** The rates of a pinned point; null for pins that are no points. */
function ratesOf(pin: Hover, subject: Subject, position: number): Rates | null {
  const words = `pin ${position + 1}`;
  if (pin.kind === 'free' && pin.space === 'roc') return { fpr: pin.x, tpr: pin.y, words };
  if (pin.kind !== 'point' || !(at(subject.points.fpr, pin.index) >= 0)) return null;
  const fpr = at(subject.points.fpr, pin.index);
  const tpr = at(subject.points.tpr, pin.index);
  const owner = subject.points.owner[pin.index] as number;
  const threshold = at(subject.points.threshold, pin.index);
  const rule = ruleOf(subject, { owner, threshold, point: pin.index });
  return { fpr, tpr, words: `${words} (${rule})` };
}

/** Which of the last two pinned points is cheaper where; '' unless there are two. */
export function comparison(pins: Hover[], subject: Subject, pc: number | null): string {
  const points = pins.map((pin, i) => ratesOf(pin, subject, i)).filter((rates) => rates !== null);
  const [a, b] = points.slice(-2);
  if (!a || !b) return '';
  const where = crossing(a, b);
  const gap = pc === null ? Number.NaN : costGap(a, b, pc);
  const here = Number.isNaN(gap) ? '' : ` ${hereInWords(a, b, gap, pc as number)}`;
  return `${capital(where === null ? alwaysInWords(a, b) : crossingInWords(a, b, where))}${here}`;
}

function crossingInWords(a: Rates, b: Rates, pc: number): string {
  const [left, right] = a.fpr < b.fpr ? [a, b] : [b, a];
  return `${left.words} is cheaper below PC(+) ${share(pc)}, ${right.words} above.`;
}

function alwaysInWords(a: Rates, b: Rates): string {
  const gap = costGap(a, b, 0.5);
  if (gap === 0) return `${a.words} and ${b.words} cost the same everywhere.`;
  const [better, worse] = gap > 0 ? [a, b] : [b, a];
  return `${better.words} costs nowhere more than ${worse.words}.`;
}

function hereInWords(a: Rates, b: Rates, gap: number, pc: number): string {
  if (Math.abs(gap) <= sameCost(pc)) return `At PC(+) ${share(pc)} they cost the same.`;
  const cheaper = gap > 0 ? a : b;
  return `At PC(+) ${share(pc)} ${cheaper.words} costs ${number(Math.abs(gap))} less.`;
}
