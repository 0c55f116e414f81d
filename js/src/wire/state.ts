// The types of all that Python and the page share, and its arrays unpacked.

import type { Limit } from '../geometry/choosing.ts';
import { type Follows, isPossible, UNKNOWN } from '../geometry/conditions.ts';
import type { Hover } from '../geometry/highlight.ts';
import { GROUPS, plain } from './schema.ts';

// ---- The arrays that Python sends, unpacked as the schema says

type Name = keyof typeof GROUPS;

/** A group of arrays, as the schema declares it. */
export type Group<N extends Name> = {
  -readonly [F in keyof (typeof GROUPS)[N]]: (typeof GROUPS)[N][F] extends 'float64'
    ? Float64Array
    : Int32Array;
};

export type Groups = { [N in Name]: Group<N> };
export type Points = Groups['points'];
export type Hull = Groups['hull'];
export type Winners = Groups['winners'];
export type Bands = Groups['bands'];

const KINDS = { float64: Float64Array, int32: Int32Array };

/** A numpy array as Python sends it: its bytes and what they mean. */
export interface Packed {
  dtype: keyof typeof KINDS;
  data: DataView;
}

const NAMES = Object.keys(GROUPS) as Name[];

/** Something for each group, by its name. */
export function eachGroup<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** A group of which each array is made from its name and its kind. */
export function groupOf<N extends Name>(
  name: N,
  make: (field: string, kind: Packed['dtype']) => Float64Array | Int32Array,
): Group<N> {
  const fields = Object.entries<Packed['dtype']>(GROUPS[name]);
  return Object.fromEntries(fields.map(([field, kind]) => [field, make(field, kind)])) as Group<N>;
}

export function unpacked<N extends Name>(name: N, sent: Record<string, Packed>): Group<N> {
  return groupOf(name, (field, kind) => new KINDS[kind](bytesOf((sent[field] as Packed).data)));
}

/** A group before Python has told anything. */
export function empty<N extends Name>(name: N): Group<N> {
  return groupOf(name, (_, kind) => new KINDS[kind]());
}

/** Typed arrays need aligned memory, which a message's buffer does not promise: copy it. */
function bytesOf(view: DataView): ArrayBuffer {
  return view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer;
}

// ---- The types of all else

/** How a classifier looks, in figures and beside its name. */
export interface Look {
  color: string;
  dash: 'solid' | 'dashed' | 'dotted' | 'dash_dotted';
  marker: 'circle' | 'square' | 'diamond' | 'triangle-up';
}

/** A straight line over pc, by its values at 0 and 1; or the ends of a range. */
export type Line = readonly [number, number];
export type Range = readonly [number, number];
export type Pair = [number, number];

/** Conditions of use: the share of positives and what the four outcomes cost; equal ends are one number. */
export interface Conditions {
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
}

/** How many cases costs are told for, and in which currency. */
export interface Coin {
  population: number;
  unit: string;
}

/** Exact conditions along pc: each value is its line divided by `over`. */
export interface Moving extends Coin {
  kind: 'moving';
  over: Line;
  prior: Line;
  cost_fp: Line;
  cost_fn: Line;
  base: Line;
  worst: Line;
  cost_tp: number;
  cost_tn: number;
}

/** What a case costs, and by how much that grows with fpr and with the miss rate. */
export type Corner = readonly [base: number, byFpr: number, byFnr: number];

/** Conditions that do not move with pc, such as ranges; where they hold. */
export interface Standing extends Coin, Conditions {
  kind: 'standing';
  pc: Range;
  /** What a case costs at each combination of ends: base, by fpr, by miss rate. */
  corners: readonly Corner[];
}

export type Money = Moving | Standing;

/** The choice whose worst regret over a range is least; each regret is that at one end. */
export interface OneChoice {
  over: Range;
  name: string;
  rule: string;
  use: string;
  trivial: boolean;
  fpr: number;
  tpr: number;
  regret: Range;
}

/** What a criterion chooses, and words. */
export interface Choice {
  /** Position of the classifier, or a trivial rule, or lots, as `Owner` spells them. */
  owner: number;
  threshold: number | null;
  rates: readonly [fpr: number, tpr: number];
  rule: string;
  headline: string;
  /** The best threshold of the other classifiers. */
  after: string;
  /** What only lots would do better. */
  gain: string;
  /** How they would be drawn. */
  mix: string;
  note: string;
  /** What it may use. */
  limit: Limit | null;
}

/** A criterion, and what Python has made of it. */
export interface Criterion {
  kind: string;
  /** What a choice may use; dragging its mark changes `most`, and the number of that name. */
  limit?: (Limit & { number: string }) | null;
  /** The answer: corners of the hull, and last the mixed point where there is a mix. */
  roc?: [number, number][];
  cost_line?: [number, number] | null;
  pc?: number | null;
  owner?: number;
  threshold?: number | null;
  rates?: [number, number];
  rule?: string;
  headline?: string;
  after?: string;
  gain?: string;
  mix?: string;
  note?: string;
  /** The numbers that a criterion of this kind asks for. */
  [number: string]: unknown;
}

/** Ways in which the pc axis is labelled. */
export const AXES = ['pc', 'logit', 'prior', 'cost_ratio'] as const;
export type Axis = (typeof AXES)[number];

/** What a criterion chooses, if Python has said so. */
export function choiceOf(criterion: Criterion | null): Choice | null {
  if (!criterion) return null;
  const { owner, threshold = null, rates, rule, headline } = criterion;
  const { after = '', gain = '', mix = '', note = '', limit = null } = criterion;
  if (owner === undefined || !rates || rule === undefined || headline === undefined) return null;
  return { owner, threshold, rates, rule, headline, after, gain, mix, note, limit };
}

/** Where the cost axis ends: where it fits what is drawn, or at a cost. */
export type CostTop = 'fit' | number;

/** A point of a classifier by its threshold, or by its rates where it has none; or any rates. */
export interface Spot {
  classifier: string | null;
  threshold: number | null;
  fpr: number | null;
  tpr: number | null;
}

/** Where a note is. */
export type NotePlace =
  | { kind: 'point' | 'line'; at: Spot }
  | { kind: 'edge'; at: { from: Spot; to: Spot } }
  | { kind: 'range'; at: { pc: Pair } }
  | { kind: 'conditions'; at: Record<string, never> };

/** What was written in the figures. */
export type Note = NotePlace & { id: string; text: string; time: string };

/** What the person has set or is just setting. */
export interface Choices {
  axis: Axis;
  cost_top: CostTop;
  /** Whether ROC space is its upper left corner alone. */
  roc_fit: boolean;
  pc: number | null;
  pc_range: Pair | null;
  /** What the user has said; null where nothing is known. */
  conditions: Conditions | null;
  criterion: Criterion | null;
  pins: Hover[];
  notes: Note[];
  /** Positions of the classifiers that are not shown. */
  hidden: number[];
}

/** All that is told beside the arrays. */
export interface Plain extends Choices {
  /** Names of the classifiers. */
  names: string[];
  /** The user's own words for the (negative, positive) class. */
  classes: [string, string];
  /** The user's names of points; empty if there are none. */
  labels: string[];
  /** Names of all groups of examples. */
  group_names: string[];
  looks: Look[];
  /** Pixels within which the cursor takes hold of a point or a line. */
  snap: number;
  hover: Hover | null;
  money: Money | null;
  /** What moves when `pc` is dragged while the conditions are exact. */
  follows: Follows;
  one: OneChoice | null;
  /** What resamples choose, at the operating point for which they were asked. */
  again: { pc: number; words: string } | null;
  /** Reasons behind the answer that do not move with the operating point. */
  background: string[];
  /** Positions of the classifiers whose scores seem to be the wrong way round. */
  reversed: number[];
  folded: number[];
  /** Who was given as a curve, and not as points. */
  joined: number[];
  /** Where axes end that fit: the top of the cost axis, and the side of ROC space's corner. */
  fit: { cost: number; roc: number } | null;
  /** The limits of both rates of what is recommended, and which rates these are. */
  box: { at: readonly [fpr: number, tpr: number]; fpr: Range; tpr: Range } | null;
  /** Whether the explorer fills the window, for a class. */
  presenting: boolean;
  /** Names of the two of which the difference is. */
  compared: [string, string] | null;
}

/** Knobs of which their value at first says what they are. */
type Simple = Omit<ReturnType<typeof plain>, keyof Plain>;

/** A knob that says whether something is on the page. */
export type Switch = keyof Simple & `show_${string}`;

/** All that a person sets on the page. */
export type Settable = Choices & Record<Switch, boolean>;

/** What figures and panels share, by its name in Python. */
export interface DualityState extends Groups, Plain, Simple {}

export type Change = keyof DualityState | 'eye' | 'pointed' | 'note' | 'placing';

/** The events that tell of a change of any of these. */
export const changes = (...names: Change[]): string =>
  names.map((name) => `change:${name}`).join(' ');

type Fields = Record<string, unknown>;

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isPlace = (given: unknown) => Number.isInteger(given) && (given as number) >= 0;
const isPair = (given: unknown): given is Pair =>
  Array.isArray(given) && given.length === 2 && given.every(Number.isFinite);
const isRate = (given: unknown) =>
  Number.isFinite(given) && Math.abs((given as number) - 0.5) <= 0.5;

function isHover(given: unknown): given is Hover {
  if (!isFields(given)) return false;
  if (given.kind !== 'free') {
    return (given.kind === 'point' || given.kind === 'edge') && isPlace(given.index);
  }
  return (given.space === 'roc' || given.space === 'cost') && isPair([given.x, given.y]);
}

function isCriterion(given: unknown): given is Criterion {
  if (!isFields(given) || typeof given.kind !== 'string') return false;
  const { limit, roc, cost_line: line, pc: vertex, owner, threshold, rates } = given;
  const { rule, headline, after, gain, mix, note } = given;
  const isWords = (words: unknown) => words === undefined || typeof words === 'string';
  return (
    (isAbsent(limit) || isLimit(limit)) &&
    (roc === undefined || (Array.isArray(roc) && roc.every(isPair))) &&
    (isAbsent(line) || isPair(line)) &&
    (isAbsent(vertex) || Number.isFinite(vertex)) &&
    (owner === undefined || Number.isInteger(owner)) &&
    (isAbsent(threshold) || Number.isFinite(threshold)) &&
    (rates === undefined || isPair(rates)) &&
    [rule, headline, after, gain, mix, note].every(isWords)
  );
}

function isConditions(given: unknown): given is Conditions {
  if (!isFields(given) || !Object.keys(UNKNOWN).every((name) => isPair(given[name]))) return false;
  return isPossible(given as unknown as Conditions);
}

function isSpot(given: unknown): given is Spot {
  if (!isFields(given)) return false;
  const { classifier, threshold, fpr, tpr } = given;
  return (
    (classifier === null || typeof classifier === 'string') &&
    (threshold === null || Number.isFinite(threshold)) &&
    ([fpr, tpr].every(isRate) || [fpr, tpr].every((rate) => rate === null))
  );
}

function isNotePlace({ kind, at }: Fields): boolean {
  if (kind === 'point' || kind === 'line') return isSpot(at);
  if (!isFields(at)) return false;
  if (kind === 'edge') return isSpot(at.from) && isSpot(at.to);
  if (kind === 'range') return isPair(at.pc) && at.pc.every(isRate);
  return kind === 'conditions';
}

const isNote = (given: unknown): given is Note =>
  isFields(given) &&
  [given.id, given.text, given.time].every((words) => typeof words === 'string') &&
  isNotePlace(given);

const isAbsent = (given: unknown) => given === undefined || given === null;
const isLimit = (given: unknown) =>
  isFields(given) &&
  typeof given.number === 'string' &&
  [given.fpr, given.tpr, given.most].every(Number.isFinite);

const isAxis = (given: unknown): given is Axis => AXES.some((axis) => axis === given);
const isOn = (given: unknown) => given !== false;

/** The same for each switch. */
function switches<T>(one: T): Record<Switch, T> {
  const names = Object.keys(plain()).filter((name) => name.startsWith('show_'));
  return Object.fromEntries(names.map((name) => [name, one])) as Record<Switch, T>;
}

/**
 * What a message may say of what a person chooses.
 *
 * Another page, or Python, may send anything. A view that stumbles over it would hear of nothing
 * ever after: what has not the right shape is taken for nothing instead.
 */
export const heard = {
  hover: (given: unknown) => (isHover(given) ? given : null),
  pc: (given: unknown) => (isRate(given) ? (given as number) : null),
  pc_range: (given: unknown) => (isPair(given) && given.every(isRate) ? given : null),
  conditions: (given: unknown) => (isConditions(given) ? given : null),
  criterion: (given: unknown) => (isCriterion(given) ? given : null),
  pins: (given: unknown) => (Array.isArray(given) ? given.filter(isHover) : []),
  notes: (given: unknown) => (Array.isArray(given) ? given.filter(isNote) : []),
  hidden: (given: unknown) => (Array.isArray(given) ? given.filter(isPlace) : []),
  axis: (given: unknown) => (isAxis(given) ? given : 'pc'),
  cost_top: (given: unknown) => (given === 0.5 || given === 1 ? given : 'fit'),
  roc_fit: (given: unknown) => given === true,
  presenting: (given: unknown) => given === true,
  ...switches(isOn),
  show_expected: (given: unknown) => given === true,
} satisfies {
  [K in keyof Choices | 'hover' | 'presenting' | 'show_expected']: (
    given: unknown,
  ) => (Plain & Simple)[K];
};
