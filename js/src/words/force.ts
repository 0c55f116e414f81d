// The conditions in force, where they lead, and how they are told.

import type { Corner, Range } from '../wire/state.ts';
import { stated } from './money.ts';
import { amount, percent, share, span } from './numbers.ts';
import type { Subject } from './subject.ts';

/** Two ends of one range that were computed in two ways. */
const SAID_AS = 1e-9;

export const sameRange = (a: Range, b: Range) =>
  Math.abs(a[0] - b[0]) < SAID_AS && Math.abs(a[1] - b[1]) < SAID_AS;
export const isExact = ([low, high]: Range) => low === high;
const ends = (range: Range) => (isExact(range) ? [range[0]] : range);

/** Conditions under which an answer holds; each a range, also where it is one number. */
export interface InForce {
  /** Of pc. */
  over: Range;
  /** The share of positives. */
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  /** What errors cost beyond right answers. */
  alarm: Range;
  miss: Range;
  /** What a case costs, for each combination of ends. */
  corners: readonly Corner[];
  /** Whether nobody has given costs for this pc. */
  isAssumed: boolean;
  /** Whether pc is not in the user's range. */
  isOutside: boolean;
}

/** The conditions in force at one pc, or over the range in which it lies: `in_force` of Python. */
export function inForce({ money, pcRange }: Subject, pc: number): InForce {
  const isInside = pcRange !== null && pcRange[0] <= pc && pc <= pcRange[1];
  const over: Range = isInside ? pcRange : [pc, pc];
  const isOutside = pcRange !== null && !isInside;
  const place = money?.kind === 'standing' && !isExact(over) ? within(money.pc, pc) : pc;
  const isKnown =
    money && (isExact(over) || (money.kind === 'standing' && sameRange(money.pc, over)));
  const said = isKnown ? stated(money, place, 0, 0) : null;
  if (!said || !money) {
    const corners = ends(over).map((prior): Corner => [0, 1 - prior, prior]);
    const one: Range = [1, 1];
    const same = { cost_fp: one, cost_fn: one, alarm: one, miss: one };
    return { over, prior: over, ...same, corners, isAssumed: true, isOutside };
  }
  const { prior, cost_fp: fp, cost_fn: fn, cost_tp: tp, cost_tn: tn } = said;
  const exact: Corner = [
    prior[0] * tp[0] + (1 - prior[0]) * tn[0],
    (1 - prior[0]) * (fp[0] - tn[0]),
    prior[0] * (fn[0] - tp[0]),
  ];
  return {
    over,
    prior,
    cost_fp: fp,
    cost_fn: fn,
    alarm: [fp[0] - tn[1], fp[1] - tn[0]],
    miss: [fn[0] - tp[1], fn[1] - tp[0]],
    corners: money.kind === 'standing' ? money.corners : [exact],
    isAssumed: false,
    isOutside,
  };
}

const within = ([low, high]: Range, pc: number) => Math.min(Math.max(pc, low), high);

/** What has to be assumed as long as nobody has said under which conditions. */
export function assumedInWords({ classes }: Subject, force: InForce): string {
  if (!force.isAssumed) return '';
  const start = force.isOutside ? 'outside your range, if' : 'if';
  return `${start} ${partInWords(force.prior)} are ${classes[1]} and both errors cost the same: `;
}

function partInWords(prior: Range): string {
  const named = new Map([
    [0, 'none'],
    [0.5, 'half'],
    [1, 'all'],
  ]);
  if (!isExact(prior)) return span(prior, percent);
  return named.get(prior[0]) ?? percent(prior[0]);
}

/** The conditions at one end of the range: those that are not the same all over it. */
export function endInWords({ classes }: Subject, force: InForce, end: 0 | 1): string {
  const parts: string[] = [];
  if (!isExact(force.prior)) parts.push(`${percent(force.prior[end])} ${classes[1]}`);
  if (!isExact(force.cost_fn)) parts.push(`${amount(force.cost_fn[end])} a miss`);
  const alarm = force.cost_fp[end === 0 ? 1 : 0];
  if (!isExact(force.cost_fp)) parts.push(`${amount(alarm)} a false alarm`);
  return parts.length ? parts.join(', ') : end === 0 ? 'at one end' : 'at the other';
}

/** The share of positives that a pc stands for, at the costs in force. */
export function priorAt({ alarm, miss }: InForce, pc: number): number {
  const dearest = Math.max(alarm[0], miss[0]);
  const positive = pc * (alarm[0] / dearest);
  return positive / (positive + (1 - pc) * (miss[0] / dearest));
}

/** A place in the range: a share of positives where the costs are known, or else a pc. */
export function placeInWords({ classes }: Subject, force: InForce, pc: number): string {
  const isKnown = [force.alarm, force.miss].every((cost) => isExact(cost) && cost[0] > 0);
  return isKnown ? `${percent(priorAt(force, pc))} ${classes[1]}` : `PC(+) ${share(pc)}`;
}

/** Right answers may cost, or bring, something too. */
export const costVerb = ({ corners }: InForce) =>
  corners.some(([base]) => base !== 0) ? 'Its errors cost' : 'It costs';
