// Types of the state that Python and the page share, unpacking and validation.

import type { Limit } from '../geometry/choosing.ts';
import { areValid, DEFAULT_VALUES, type MovingCondition } from '../geometry/conditions.ts';
import type { Hover } from '../geometry/highlight.ts';
import { defaultState, GROUPS } from './schema.ts';

// ---- Arrays from Python, unpacked according to the schema

type GroupName = keyof typeof GROUPS;

/** A group of arrays as declared in the schema. */
export type ArrayGroup<N extends GroupName> = {
  -readonly [F in keyof (typeof GROUPS)[N]]: (typeof GROUPS)[N][F] extends 'float64'
    ? Float64Array
    : Int32Array;
};

export type ArrayGroups = { [N in GroupName]: ArrayGroup<N> };
export type Points = ArrayGroups['points'];
export type Hull = ArrayGroups['hull'];
export type Winners = ArrayGroups['winners'];
export type Bands = ArrayGroups['bands'];

const ARRAY_TYPES = { float64: Float64Array, int32: Int32Array };

/** A numpy array as Python sends it. */
export interface PackedArray {
  dtype: keyof typeof ARRAY_TYPES;
  data: DataView;
}

const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** Return a record with one value for each group. */
export function mapGroups<T>(make: (name: GroupName) => T): Record<GroupName, T> {
  return Object.fromEntries(GROUP_NAMES.map((name) => [name, make(name)])) as Record<GroupName, T>;
}

/** Return a group whose arrays are made from their names and element types. */
export function buildGroup<N extends GroupName>(
  name: N,
  make: (field: string, kind: PackedArray['dtype']) => Float64Array | Int32Array,
): ArrayGroup<N> {
  const fields = Object.entries<PackedArray['dtype']>(GROUPS[name]);
  return Object.fromEntries(
    fields.map(([field, kind]) => [field, make(field, kind)]),
  ) as ArrayGroup<N>;
}

export function unpackGroup<N extends GroupName>(
  name: N,
  sent: Record<string, PackedArray>,
): ArrayGroup<N> {
  return buildGroup(
    name,
    (field, kind) => new ARRAY_TYPES[kind](copyBuffer((sent[field] as PackedArray).data)),
  );
}

/** Return a group of empty arrays, the state before Python sends any. */
export function emptyGroup<N extends GroupName>(name: N): ArrayGroup<N> {
  return buildGroup(name, (_, kind) => new ARRAY_TYPES[kind]());
}

/**
 * Return a copy of the bytes: typed arrays need aligned memory, which messages do not guarantee.
 */
function copyBuffer(view: DataView): ArrayBuffer {
  return view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer;
}

// ---- Types of the other state

/** Appearance of a classifier in figures and legend. */
export interface Look {
  color: string;
  dash: 'solid' | 'dashed' | 'dotted' | 'dash_dotted';
  marker: 'circle' | 'square' | 'diamond' | 'triangle-up';
}

/** A linear function of pc, by its values at 0 and 1. */
export type LinearInPc = readonly [number, number];
export type Range = readonly [number, number];
export type Pair = [number, number];

/** Operating conditions: prevalence and the costs of the four outcomes, as ranges. */
export interface Conditions {
  prior: Range;
  cost_fp: Range;
  cost_fn: Range;
  cost_tp: Range;
  cost_tn: Range;
}

/** Number of cases and currency for which costs are reported. */
export interface ReportingBasis {
  n_cases: number;
  currency: string;
}

/** Exact conditions along pc: each value is a linear function divided by `over`. */
export interface MovingTerms extends ReportingBasis {
  kind: 'moving';
  over: LinearInPc;
  prior: LinearInPc;
  cost_fp: LinearInPc;
  cost_fn: LinearInPc;
  base: LinearInPc;
  worst: LinearInPc;
  cost_tp: number;
  cost_tn: number;
}

/** Cost of a case: base cost, and its increase with FPR and FNR. */
export type CostCorner = readonly [base: number, byFpr: number, byFnr: number];

/** Conditions that do not move with pc, such as ranges; `pc` is where they apply. */
export interface FixedTerms extends ReportingBasis, Conditions {
  kind: 'standing';
  pc: Range;
  /** Cost terms for each combination of range ends. */
  corners: readonly CostCorner[];
}

export type CostTerms = MovingTerms | FixedTerms;

/** Choice of minimax regret over a range of pc; `regret` has the values at both ends. */
export interface RangeChoice {
  over: Range;
  name: string;
  rule: string;
  use: string;
  is_baseline: boolean;
  fpr: number;
  tpr: number;
  regret: Range;
}

/** Choice of a criterion, with its texts. */
export interface CriterionChoice {
  /** Position of the classifier; baselines and mixtures as in `Owner`. */
  owner: number;
  threshold: number | null;
  rates: readonly [fpr: number, tpr: number];
  rule: string;
  headline: string;
  /** Best thresholds of the other classifiers, as text. */
  after: string;
  /** Improvement that only a mixture would bring, as text. */
  gain: string;
  /** The mixture, as text. */
  mix: string;
  note: string;
  /** Limit that the choice satisfies. */
  limit: Limit | null;
}

/** A criterion, with Python's answer. */
export interface Criterion {
  kind: string;
  /** Limit of the criterion; dragging its mark changes `most` and the parameter called `number`. */
  limit?: (Limit & { number: string }) | null;
  /** Hull corners of the answer, followed by the mixed point if there is a mixture. */
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
  /** Parameters of this kind of criterion. */
  [number: string]: unknown;
}

/** Labellings of the pc axis. */
export const AXES = ['pc', 'logit', 'prior', 'cost_ratio'] as const;
export type Axis = (typeof AXES)[number];

/** Return the choice of a criterion if Python has computed it. */
export function criterionChoice(criterion: Criterion | null): CriterionChoice | null {
  if (!criterion) return null;
  const { owner, threshold = null, rates, rule, headline } = criterion;
  const { after = '', gain = '', mix = '', note = '', limit = null } = criterion;
  if (owner === undefined || !rates || rule === undefined || headline === undefined) return null;
  return { owner, threshold, rates, rule, headline, after, gain, mix, note, limit };
}

/** Upper end of the cost axis: a cost, or 'fit' to fit the curves. */
export type CostTop = 'fit' | number;

/** Reference to a point: classifier and threshold, or rates if it has no threshold. */
export interface PointReference {
  classifier: string | null;
  threshold: number | null;
  fpr: number | null;
  tpr: number | null;
}

/** Place that a note is attached to. */
export type NotePlace =
  | { kind: 'point' | 'line'; at: PointReference }
  | { kind: 'edge'; at: { from: PointReference; to: PointReference } }
  | { kind: 'range'; at: { pc: Pair } }
  | { kind: 'conditions'; at: Record<string, never> };

/** Note written in a figure. */
export type Note = NotePlace & { id: string; text: string; time: string };

/** State that the user sets or is setting. */
export interface UserChoices {
  axis: Axis;
  cost_top: CostTop;
  /** Whether ROC space shows only its upper left corner. */
  roc_fit: boolean;
  pc: number | null;
  pc_range: Pair | null;
  /** Conditions that the user entered, or null. */
  conditions: Conditions | null;
  criterion: Criterion | null;
  pins: Hover[];
  notes: Note[];
  /** Positions of the hidden classifiers. */
  hidden: number[];
}

/** Synced state other than arrays. */
export interface PlainState extends UserChoices {
  /** Names of the classifiers. */
  names: string[];
  /** The user's names of the (negative, positive) class. */
  classes: [string, string];
  /** The user's names of points, or an empty list. */
  labels: string[];
  /** Names of all groups of examples. */
  group_names: string[];
  looks: Look[];
  /** Snap distance of the cursor in pixels. */
  snap: number;
  hover: Hover | null;
  money: CostTerms | null;
  /** Condition that changes when `pc` is dragged and the conditions are exact. */
  follows: MovingCondition;
  range_choice: RangeChoice | null;
  /** Choices of bootstrap resamples, and the pc they were computed for. */
  stability: { pc: number; words: string } | null;
  /** Explanations of the advice that do not depend on the operating point. */
  background: string[];
  /** Positions of classifiers whose scores seem to be reversed. */
  reversed: number[];
  folded: number[];
  /** Negatives and positives behind the rates of each classifier, and whether they are clusters. */
  trials: ([negatives: number, positives: number, areClusters: boolean] | null)[];
  /** Positions of classifiers given as a curve instead of points. */
  joined: number[];
  /** Fitted axis limits: top of the cost axis, and side of the corner of ROC space. */
  fit: { cost: number; roc: number } | null;
  /** Confidence region of the recommended rates, and the rates it belongs to. */
  box: { at: readonly [fpr: number, tpr: number]; fpr: Range; tpr: Range } | null;
  /** Whether the explorer fills the window for a presentation. */
  presenting: boolean;
  /** Names of the two compared classifiers. */
  compared: [string, string] | null;
}

/** State whose types follow from the default values. */
type InferredState = Omit<ReturnType<typeof defaultState>, keyof PlainState>;

/** Name of a switch that shows or hides part of the explorer. */
export type SwitchName = keyof InferredState & `show_${string}`;

/** All state that the user can set. */
export type SettableState = UserChoices & Record<SwitchName, boolean>;

/** State shared by figures and panels, keyed by Python names. */
export interface DualityState extends ArrayGroups, PlainState, InferredState {}

export type StateChange =
  | keyof DualityState
  | 'pcPointer'
  | 'pointedClassifier'
  | 'note'
  | 'placing';

/** Return the event names for changes of the given state. */
export const changeEvents = (...names: StateChange[]): string =>
  names.map((name) => `change:${name}`).join(' ');

type JsonObject = Record<string, unknown>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPosition = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
const isRate = (value: unknown) =>
  Number.isFinite(value) && Math.abs((value as number) - 0.5) <= 0.5;

function isHover(value: unknown): value is Hover {
  if (!isJsonObject(value)) return false;
  if (value.kind !== 'free') {
    return (value.kind === 'point' || value.kind === 'edge') && isPosition(value.index);
  }
  return (value.space === 'roc' || value.space === 'cost') && isPair([value.x, value.y]);
}

function isCriterion(value: unknown): value is Criterion {
  if (!isJsonObject(value) || typeof value.kind !== 'string') return false;
  const { limit, roc, cost_line: line, pc: vertex, owner, threshold, rates } = value;
  const { rule, headline, after, gain, mix, note } = value;
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

function isConditions(value: unknown): value is Conditions {
  if (!isJsonObject(value) || !Object.keys(DEFAULT_VALUES).every((name) => isPair(value[name])))
    return false;
  return areValid(value as unknown as Conditions);
}

function isPointReference(value: unknown): value is PointReference {
  if (!isJsonObject(value)) return false;
  const { classifier, threshold, fpr, tpr } = value;
  return (
    (classifier === null || typeof classifier === 'string') &&
    (threshold === null || Number.isFinite(threshold)) &&
    ([fpr, tpr].every(isRate) || [fpr, tpr].every((rate) => rate === null))
  );
}

function isNotePlace({ kind, at }: JsonObject): boolean {
  if (kind === 'point' || kind === 'line') return isPointReference(at);
  if (!isJsonObject(at)) return false;
  if (kind === 'edge') return isPointReference(at.from) && isPointReference(at.to);
  if (kind === 'range') return isPair(at.pc) && at.pc.every(isRate);
  return kind === 'conditions';
}

const isNote = (value: unknown): value is Note =>
  isJsonObject(value) &&
  [value.id, value.text, value.time].every((words) => typeof words === 'string') &&
  isNotePlace(value);

const isAbsent = (value: unknown) => value === undefined || value === null;
const isLimit = (value: unknown) =>
  isJsonObject(value) &&
  typeof value.number === 'string' &&
  [value.fpr, value.tpr, value.most].every(Number.isFinite);

const isAxis = (value: unknown): value is Axis => AXES.some((axis) => axis === value);
const isNotFalse = (value: unknown) => value !== false;

/** Return a record with the same value for each switch. */
function forEachSwitch<T>(value: T): Record<SwitchName, T> {
  const names = Object.keys(defaultState()).filter((name) => name.startsWith('show_'));
  return Object.fromEntries(names.map((name) => [name, value])) as Record<SwitchName, T>;
}

/**
 * Deserializers of user state, which replace malformed values with defaults.
 *
 * Another page or Python may send malformed values, and an exception in a view would stop all its
 * further updates.
 */
export const sanitize = {
  hover: (value: unknown) => (isHover(value) ? value : null),
  pc: (value: unknown) => (isRate(value) ? (value as number) : null),
  pc_range: (value: unknown) => (isPair(value) && value.every(isRate) ? value : null),
  conditions: (value: unknown) => (isConditions(value) ? value : null),
  criterion: (value: unknown) => (isCriterion(value) ? value : null),
  pins: (value: unknown) => (Array.isArray(value) ? value.filter(isHover) : []),
  notes: (value: unknown) => (Array.isArray(value) ? value.filter(isNote) : []),
  hidden: (value: unknown) => (Array.isArray(value) ? value.filter(isPosition) : []),
  axis: (value: unknown) => (isAxis(value) ? value : 'pc'),
  cost_top: (value: unknown) => (value === 0.5 || value === 1 ? value : 'fit'),
  roc_fit: (value: unknown) => value === true,
  presenting: (value: unknown) => value === true,
  ...forEachSwitch(isNotFalse),
  show_expected: (value: unknown) => value === true,
} satisfies {
  [K in keyof UserChoices | 'hover' | 'presenting' | 'show_expected']: (
    value: unknown,
  ) => (PlainState & InferredState)[K];
};
