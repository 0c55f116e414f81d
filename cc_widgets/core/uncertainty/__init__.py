"""Confidence bands and intervals, significance tests and the bootstrap, for costs and ROC curves.

Every `Band` states its nominal level, method and target, whether it is pointwise or simultaneous
over pc, and the seed that reproduces it. `significance` returns the ranges of pc on which a
difference is significant.

One fixed threshold, from its confusion matrix (`line_counts`)
    `mover_band` is recommended: Wilson-MOVER, a closed form with good coverage. Use `rule_band`
    if a baseline is used wherever it is cheaper. `exact_band` is the percentile bootstrap with
    infinitely many replicates, `line_replicates` and `percentile_band` the same with finitely
    many; `rectangle_band` has guaranteed coverage. `simultaneous_critical`, `pointwise_level` and
    `level_everywhere` convert between pointwise and simultaneous levels.
One scored classifier, with the optimal threshold at each pc
    `resampling` yields bootstrap resamples block by block; `finished` waits for the last.
    `envelope_band` is recommended, and `corrected_cost` estimates the cost without optimistic
    bias. `fixed_threshold_band` assumes fixed thresholds, `holdout_band` takes them from other
    examples, and `optimistic_band` is the plain percentile bootstrap, which under-covers.
The best of several classifiers, chosen on the same examples
    `best_band` from joint resamples, or with `side_by_side` from several test sets;
    `best_of_independent` without resampling.
Two fixed classifiers on the same examples
    `paired_counts` and `difference_band`; `pairwise_differences` for more than two.
Two scored classifiers, each with its optimal threshold
    `joint_resampling`; `recommended_difference_band` for the thresholds chosen on the data,
    `envelope_difference_band` for the best possible ones; `pairwise_envelope_differences`.
Stability of a choice
    `choices`: how often each classifier and threshold is the best in resamples.
Area under the ROC curve
    `roc_area`, and `roc_area_difference` with DeLong's test.
Confidence regions in ROC space
    `hull_band`, the dual of a cost band; `vertical_band` at each false positive rate;
    `curve_band` for the whole curve; `rates_box` for one threshold.
Sample size
    `examples_needed` for a significant difference; `widths_with` for the width of an interval.
All interval methods
    `METHODS` lists input, target and coverage of each; `methods_for` selects by input.
Preparation for repeated resampling
    `candidates` and `joint_buckets`: the thresholds that can be optimal, or a subset with a
    bounded loss.
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
