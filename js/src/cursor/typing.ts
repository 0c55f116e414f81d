// A value that is typed into a figure, and the field for it.

import { pcOf } from '../geometry/conditions.ts';
import { at } from '../geometry/lines.ts';
import { middleShare } from '../geometry/scales.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Pair } from '../wire/state.ts';
import { readEntry } from '../words/numbers.ts';
import { recommended, walk } from './keys.ts';

/** Rates that are this much apart are the same. */
const SAME = 1e-9;

// ---- What is asked for, and what becomes of the answer

/** A question to the person; what was typed is done, or it is said what is wrong with it. */
export interface Question {
  words: string;
  example: string;
  answer(text: string): string | null;
}

export function questionOf({ duality, face }: Context): Question {
  return face === 'roc' ? aboutThreshold(duality) : aboutPlace(duality);
}

/** A place on the axis, in the unit in which that is labelled; two ends make a range. */
function aboutPlace(duality: DualityModel): Question {
  const axis = duality.get('axis');
  const isRatio = axis === 'cost_ratio';
  const positive = duality.get('classes')[1];
  const words = axis === 'prior' ? `Share of ${positive}` : isRatio ? 'Cost ratio' : 'PC(+)';
  return {
    words: `${words}, or a range`,
    example: isRatio ? '5, or 2 - 10' : '0.2, or 10 - 30 %',
    answer(text) {
      const read = readEntry(text);
      const wrong = wrongOf(read, isRatio ? Number.MAX_VALUE : 1);
      if (read === null || wrong !== null) return wrong;
      const [low, high] = read.map((value) => pcAt(duality, value)) as Pair;
      if (low < high) duality.tryRange([low, high]);
      else duality.try('pc', low);
      duality.settle();
      return null;
    },
  };
}

/** What is wrong with what was typed for a value from 0 to `most`; of a share that is 1. */
export function wrongOf(read: Pair | null, most: number): string | null {
  if (read === null) return 'Type a number, or two with "-" between them.';
  const [low, high] = read;
  if (Number.isNaN(low + high)) return 'This may be read in two ways: write 1234 or 1.234.';
  if (low > high) return 'The lower end comes first.';
  if (low < 0 || high > most) return most === 1 ? 'It lies between 0 and 1.' : 'It is 0 or more.';
  return null;
}

/** The pc of a value as the axis is labelled, where only that value changes. */
function pcAt(duality: DualityModel, value: number): number {
  const axis = duality.get('axis');
  if (axis === 'pc' || axis === 'logit') return value;
  const known = duality.inForce;
  if (axis === 'prior') return middleShare(pcOf({ ...known, prior: [value, value] }));
  const prior = middleShare(known.prior);
  return (value * prior) / (value * prior + 1 - prior);
}

/** A threshold, one rate that it should have, or both rates: a free place. */
function aboutThreshold(duality: DualityModel): Question {
  const { hover, scene } = duality;
  const lit = hover?.kind === 'point' ? hover.index : recommended(duality);
  const first = walk(scene.points, lit, 'first');
  const last = walk(scene.points, lit, 'last');
  const owner = first === null ? undefined : scene.points.owner[first];
  const name = duality.get('names')[owner ?? -1] ?? '';
  return {
    words: `Threshold of ${name}, or rates`,
    example: '0.5, or finds 80 %, flags 10 %',
    answer(text) {
      const rates = readRates(text);
      if (rates === null) return 'Type a threshold, or for instance: finds 80 %, flags 10 %.';
      if (first === null || last === null) return 'There is no classifier to see.';
      if (rates.fpr !== undefined && rates.tpr !== undefined) {
        duality.hover = { kind: 'free', space: 'roc', x: rates.fpr, y: rates.tpr };
        return null;
      }
      const index = pointWith(duality, [first, last], rates);
      if (index === null) return `${name} has no thresholds with numbers: type a rate.`;
      duality.hover = { kind: 'point', index };
      return null;
    },
  };
}

interface Rates {
  threshold?: number;
  fpr?: number;
  tpr?: number;
}

const RATES: Record<string, 'fpr' | 'tpr'> = { finds: 'tpr', tpr: 'tpr', flags: 'fpr', fpr: 'fpr' };

/** A threshold, or rates by their names; null if it is neither. */
export function readRates(text: string): Rates | null {
  const named = [
    ...text.matchAll(/(finds|flags|tpr|fpr)\s*=?\s*(.+?)\s*[,;]?\s*(?=finds|flags|tpr|fpr|$)/g),
  ];
  if (named.length === 0) {
    const [threshold, other] = readEntry(text) ?? [Number.NaN];
    return threshold === other ? { threshold } : null;
  }
  const rates: Rates = {};
  for (const [, name, value] of named) {
    const [rate, other] = readEntry(value as string) ?? [Number.NaN];
    if (rate !== other || wrongOf([rate, rate], 1) !== null) return null;
    rates[RATES[name as string] as 'fpr' | 'tpr'] = rate;
  }
  return rates;
}

/** The last point that flags no more, the first that finds enough; null without numbers. */
function pointWith(
  { scene }: DualityModel,
  [first, last]: Pair,
  { threshold, fpr, tpr }: Rates,
): number | null {
  const { points } = scene;
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (tpr !== undefined) return all.find((i) => at(points.tpr, i) >= tpr - SAME) ?? last;
  if (fpr !== undefined) return all.findLast((i) => at(points.fpr, i) <= fpr + SAME) ?? first;
  // What scores at least the threshold is flagged: the next greater one that occurs does the same.
  if (all.every((i) => !Number.isFinite(at(points.threshold, i)))) return null;
  return all.findLast((i) => at(points.threshold, i) >= (threshold as number)) ?? first;
}

// ---- The field

/** Ask in a small field over a figure; Enter answers, Escape and a press elsewhere leave. */
export function ask(figure: HTMLElement, question: Question, leave: () => void): void {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const wrong = document.createElement('span');
  form.className = 'cc-typing';
  input.type = 'text';
  input.placeholder = question.example;
  wrong.setAttribute('role', 'alert');
  label.append(question.words, input);
  form.append(label, wrong);
  const end = () => {
    leave();
    form.remove();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = question.answer(input.value);
    wrong.textContent = said;
    if (said === null) end();
  });
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end();
  });
  input.addEventListener('blur', () => form.remove());
  figure.append(form);
  input.focus({ preventScroll: true });
}
