// The ribbon in words, for those who cannot see it.

import { at } from '../geometry/shapes.ts';
import type { Winners } from '../wire/arrays.ts';
import { Owner } from '../wire/schema.ts';
import { share } from './numbers.ts';
import { type Subject, who } from './subject.ts';

export interface Interval {
  from: number;
  to: number;
  owner: number;
  /** 1 significant, 0 not, -1 not tested. */
  sure: number;
}

/** Stretches of pc of some length, from left to right. */
export function intervals({ pc, owner, sure }: Winners): Interval[] {
  const found: Interval[] = [];
  for (let i = 0; i < pc.length; i++) {
    const from = at(pc, i);
    const to = i + 1 < pc.length ? at(pc, i + 1) : 1;
    if (!(to > from)) continue;
    found.push({ from, to, owner: owner[i] as number, sure: sure[i] ?? -1 });
  }
  return found;
}

export function ownerInWords(subject: Subject, owner: number): string {
  return owner === Owner.TIE ? 'a tie of several' : who(subject, owner);
}

/** The ribbon for those who do not see it. */
export function ribbonInWords(subject: Subject, found: Interval[]): string {
  const words = found.map(({ from, to, owner, sure }) => {
    const doubt = sure === 0 ? ' (not significant)' : '';
    return `${ownerInWords(subject, owner)} from ${share(from)} to ${share(to)}${doubt}`;
  });
  return words.length ? `Cheapest along PC(+): ${words.join(', ')}.` : 'No classifiers.';
}
