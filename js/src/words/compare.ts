import { expectedCost } from '../geometry/duality.ts';
import type { Hover } from '../geometry/highlight.ts';
import { crossing } from '../geometry/ranking.ts';
import { at } from '../geometry/shapes.ts';
import { number } from './numbers.ts';
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
  const rule = ruleOf(subject, owner, at(subject.points.threshold, pin.index));
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

/** By how much b is dearer than a. */
function costGap(a: Rates, b: Rates, pc: number): number {
  return expectedCost(b.fpr, b.tpr, pc) - expectedCost(a.fpr, a.tpr, pc);
}

function crossingInWords(a: Rates, b: Rates, pc: number): string {
  const [left, right] = a.fpr < b.fpr ? [a, b] : [b, a];
  return `${left.words} is cheaper below PC(+) ${number(pc)}, ${right.words} above.`;
}

function alwaysInWords(a: Rates, b: Rates): string {
  const gap = costGap(a, b, 0.5);
  if (gap === 0) return `${a.words} and ${b.words} cost the same everywhere.`;
  const [better, worse] = gap > 0 ? [a, b] : [b, a];
  return `${better.words} is nowhere dearer than ${worse.words}.`;
}

function hereInWords(a: Rates, b: Rates, gap: number, pc: number): string {
  if (Math.abs(gap) < 1e-9) return `At PC(+) ${number(pc)} they cost the same.`;
  const cheaper = gap > 0 ? a : b;
  return `At PC(+) ${number(pc)} ${cheaper.words} is cheaper by ${number(Math.abs(gap))}.`;
}
