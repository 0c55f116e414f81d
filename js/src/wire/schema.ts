// Written by `python -m tests.contract` from cc_widgets/widgets: what is sent is declared there.
import type { Plain } from './state.ts';

/** Who is meant where an array of positions of classifiers names none of them. */
export const Owner = {
  ALL_NEGATIVE: -1,
  TRIVIAL: -1,
  ALL_POSITIVE: -2,
  TIE: -3,
  MIXED: -4,
  BEST: -5,
} as const;

/** The arrays that are sent, by group. */
export const GROUPS = {
  /** Every drawn threshold of every classifier, one after the other. */
  points: {
    /** False positive rate of one threshold. */
    fpr: 'float64',
    /** Its true positive rate. */
    tpr: 'float64',
    /** The threshold; NaN where a point has none. */
    threshold: 'float64',
    /** Position of its classifier. */
    owner: 'int32',
  },
  /** Corners of the joint hull, from (0, 0) to (1, 1). */
  hull: {
    /** False positive rate of one corner. */
    fpr: 'float64',
    /** Its true positive rate. */
    tpr: 'float64',
    /** Inf or -inf where it is a trivial rule. */
    threshold: 'float64',
    /** Position of its classifier, or `Owner.TRIVIAL`; left empty, the page finds who it is. */
    owner: 'int32',
    /** Its position among the drawn points, or `Owner.TRIVIAL` for none. */
    point: 'int32',
  },
  /** Who is cheapest where. */
  winners: {
    /** Interval i runs from pc[i] to pc[i + 1], the last to 1. */
    pc: 'float64',
    /** Position of the classifier, or an `Owner`. */
    owner: 'int32',
    /** 1 clearly cheaper than every other, 0 where one cannot be told apart, -1 not tested. */
    sure: 'int32',
    /** Position of that one; -1 for none. */
    doubt: 'int32',
    /** Position of a classifier that took part. */
    among: 'int32',
  },
  /** Limits of what others cost more than the cheapest, each lead in one piece. */
  leads: {
    /** Position of the cheapest. */
    owner: 'int32',
    /** Position of the other. */
    other: 'int32',
    /** Where that is given, rising in each lead. */
    pc: 'float64',
    /** Lower limit; NaN where nobody can tell. */
    least: 'float64',
    /** Upper limit. */
    most: 'float64',
  },
  /** Whose envelopes have confidence bands; of the best choice, which words speak of, the band. */
  bands: {
    /** Where the band of the best choice is given. */
    pc: 'float64',
    /** Its lower edge there. */
    lower: 'float64',
    /** Its upper edge there. */
    upper: 'float64',
    /** What will be paid there on average. */
    expected: 'float64',
    /** Position of a classifier with a band, or `Owner.BEST`. */
    owner: 'int32',
    /** The same of one of which it is known what to expect in use. */
    foreseen: 'int32',
  },
  /** What one classifier costs more than another, with its band; may be empty. */
  difference: {
    /** Where the difference is given. */
    pc: 'float64',
    /** The difference there. */
    estimate: 'float64',
    /** The lower edge of its band; NaN without one. */
    lower: 'float64',
    /** The upper edge. */
    upper: 'float64',
  },
  /** Thresholds in use today. */
  in_use: {
    /** False positive rate of one of them. */
    fpr: 'float64',
    /** Its true positive rate. */
    tpr: 'float64',
    /** Positive is what scores at least this. */
    threshold: 'float64',
    /** Position of its classifier. */
    owner: 'int32',
  },
  /** Groups of examples, at thresholds that may be recommended and at those in use. */
  groups: {
    /** Position of the classifier of one threshold. */
    owner: 'int32',
    /** Its false positive rate among all examples. */
    at_fpr: 'float64',
    /** Its true positive rate among all examples. */
    at_tpr: 'float64',
    /** 1 if it is in use, 0 if it may be recommended. */
    in_use: 'int32',
    /** False positive rate of one group: all groups at the first threshold, then at the next. */
    fpr: 'float64',
    /** Its true positive rate; NaN of a class that it lacks. */
    tpr: 'float64',
  },
} as const;

/** What is told beside them, before anything is told. */
export const plain = () =>
  ({
    axis: 'pc',
    compared: null,
    conditions: null,
    cost_top: 'fit',
    criterion: null,
    follows: 'prior',
    hidden: [],
    level: 0.9,
    notes: [],
    pc: 0.5,
    pc_range: null,
    pins: [],
    population: 1,
    roc_fit: false,
    show_answer: true,
    show_bands: true,
    show_chips: true,
    show_conditions: true,
    show_cost: true,
    show_detail: true,
    show_expected: false,
    show_hull: true,
    show_key: true,
    show_labels: true,
    show_lines: true,
    show_panels: true,
    show_ribbon: true,
    show_roc: true,
    stale: false,
    unit: '',
    names: [],
    classes: ['negatives', 'positives'],
    labels: [],
    group_names: [],
    looks: [],
    snap: 12,
    hover: null,
    money: null,
    one: null,
    again: null,
    background: [],
    reversed: [],
    folded: [],
    joined: [],
    fit: null,
    box: null,
    presenting: false,
  }) satisfies Plain & Record<string, unknown>;
