"""How far the test set may mislead: bands, differences, and what each of them covers.

Every `Band` says its level, its method, its target, whether it holds at each pc or at all of
them, and how to compute it again. `significance` turns a band around a difference into ranges.

One fixed threshold: `line_counts` of a confusion matrix
    `mover_band` is the one to use: a closed form that covers; `rule_band` where a trivial rule
    is used as soon as it is cheaper. `exact_band` is the percentile
    bootstrap with infinitely many replicates, `line_replicates` and `percentile_band` the same
    by drawing; `rectangle_band` never covers less than it says.
    `simultaneous_critical`, `pointwise_level`, `level_everywhere` relate single pc and all pc.
One scored classifier, its best threshold at each pc
    `resampling` draws test sets and tells how far it is; `finished` waits for the end.
    `envelope_band` is the one to use, `corrected_cost` the estimate without optimism;
    `fixed_threshold_band` keeps the thresholds, `holdout_band` takes them from other examples;
    `optimistic_band` is the plain bootstrap of envelopes, which covers too little.
The best of several classifiers, chosen on the same examples
    `best_band` from joint resamples, or from those of several test sets, `side_by_side`;
    `best_of_independent` where nothing is resampled.
Two fixed classifiers on the same examples
    `paired_counts`, `difference_band`; `pairwise_differences` for more than two.
Two scored classifiers, each at its best
    `joint_resampling`, `recommended_difference_band` for the thresholds chosen on these data,
    `envelope_difference_band` for the best possible ones; `pairwise_envelope_differences`.
What the resamples choose
    `choices`: how often which classifier, and which of its thresholds, at any pc.
The area under the ROC curve
    `roc_area` of one classifier, `roc_area_difference` of two, paired where they scored the same
    examples: DeLong's variance and test, from one sort of the scores each.
Limits in ROC space
    `hull_band`, the dual of a cost band; `vertical_band` of the curve at each fpr, `curve_band` of
    all of it; `rates_box` of the two rates of one threshold.
How many more examples
    `examples_needed` to tell two classifiers apart; `widths_with` so many, how wide an interval is.
All of them in one table
    `METHODS` says of each what it takes and covers; `methods_for` those that take the same.
Prepared once, resampled often
    `candidates`, `joint_buckets`: only the thresholds that matter, or few of them with a bound.
"""

from cc_widgets.core._arguments import publish
from cc_widgets.core.uncertainty._area import (
    RocArea,
    RocAreaDifference,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty._band import (
    Band,
    Significance,
    level_everywhere,
    order_ranks,
    pointwise_level,
    significance,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty._buckets import Candidates, JointBuckets, candidates, joint_buckets
from cc_widgets.core.uncertainty._choices import (
    Choices,
    ChosenThresholds,
    ThresholdRange,
    choices,
)
from cc_widgets.core.uncertainty._draws import finished
from cc_widgets.core.uncertainty._envelopes import (
    Chosen,
    chosen_thresholds,
    corrected_cost,
    envelope_band,
    equally_good,
    fixed_threshold_band,
    holdout_band,
    optimistic_band,
)
from cc_widgets.core.uncertainty._exact import (
    LineReplicates,
    exact_band,
    line_replicates,
    percentile_band,
)
from cc_widgets.core.uncertainty._families import (
    PairDifference,
    PairwiseDifferences,
    envelope_difference_band,
    pairwise_differences,
    pairwise_envelope_differences,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty._lines import (
    LineCounts,
    line_counts,
    mover_band,
    mover_limits,
    rectangle_band,
    rule_band,
    wilson_limits,
)
from cc_widgets.core.uncertainty._methods import METHODS, IntervalMethod, methods_for
from cc_widgets.core.uncertainty._pairs import (
    PairedCounts,
    PairedErrors,
    difference_band,
    difference_replicates,
    paired_counts,
)
from cc_widgets.core.uncertainty._planning import ExamplesNeeded, examples_needed, widths_with
from cc_widgets.core.uncertainty._resampling import (
    EnvelopeResamples,
    JointResamples,
    best_band,
    best_of_independent,
    joint_resampling,
    resampling,
    shared_level,
    side_by_side,
)
from cc_widgets.core.uncertainty._roc import (
    RatesBox,
    RocBand,
    curve_band,
    hull_band,
    rates_box,
    vertical_band,
)

__all__ = [
    "METHODS",
    "Band",
    "Candidates",
    "Choices",
    "Chosen",
    "ChosenThresholds",
    "EnvelopeResamples",
    "ExamplesNeeded",
    "IntervalMethod",
    "JointBuckets",
    "JointResamples",
    "LineCounts",
    "LineReplicates",
    "PairDifference",
    "PairedCounts",
    "PairedErrors",
    "PairwiseDifferences",
    "RatesBox",
    "RocArea",
    "RocAreaDifference",
    "RocBand",
    "Significance",
    "ThresholdRange",
    "best_band",
    "best_of_independent",
    "candidates",
    "choices",
    "chosen_thresholds",
    "corrected_cost",
    "curve_band",
    "difference_band",
    "difference_replicates",
    "envelope_band",
    "envelope_difference_band",
    "equally_good",
    "exact_band",
    "examples_needed",
    "finished",
    "fixed_threshold_band",
    "holdout_band",
    "hull_band",
    "joint_buckets",
    "joint_resampling",
    "level_everywhere",
    "line_counts",
    "line_replicates",
    "methods_for",
    "mover_band",
    "mover_limits",
    "optimistic_band",
    "order_ranks",
    "paired_counts",
    "pairwise_differences",
    "pairwise_envelope_differences",
    "percentile_band",
    "pointwise_level",
    "rates_box",
    "recommended_difference_band",
    "rectangle_band",
    "resampling",
    "roc_area",
    "roc_area_difference",
    "rule_band",
    "shared_level",
    "side_by_side",
    "significance",
    "simultaneous_critical",
    "vertical_band",
    "widths_with",
    "wilson_limits",
]

publish(globals())
