import type { Hover } from '../geometry/highlight.ts';
import { sameCost } from '../geometry/hull.ts';
import { costGap, crossing } from '../geometry/ranking.ts';
import { at } from '../geometry/shapes.ts';
import { number, share } from './numbers.ts';
import { capital, ruleOf, type Subject } from './words.ts';

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
  return `${better.words} is nowhere dearer than ${worse.words}.`;
}

function hereInWords(a: Rates, b: Rates, gap: number, pc: number): string {
  if (Math.abs(gap) <= sameCost(pc)) return `At PC(+) ${share(pc)} they cost the same.`;
  const cheaper = gap > 0 ? a : b;
  return `At PC(+) ${share(pc)} ${cheaper.words} costs ${number(Math.abs(gap))} less.`;
}
