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
    `best_band` from joint resamples; `best_of_independent` where there can be none.
Two fixed classifiers on the same examples
    `paired_counts`, `difference_band`; `pairwise_differences` for more than two.
Two scored classifiers, each at its best
    `joint_resampling`, `envelope_difference_band`; `pairwise_envelope_differences`.
Prepared once, resampled often
    `candidates`, `joint_cells`: only the thresholds that matter, or few of them with a bound.
"""

from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.best_band import best_band, best_of_independent, shared_level
from cc_widgets.core.uncertainty.blocks import finished
from cc_widgets.core.uncertainty.candidates import Candidates, candidates
from cc_widgets.core.uncertainty.cells import JointCells, joint_cells
from cc_widgets.core.uncertainty.chosen import Chosen, chosen_thresholds, equally_good
from cc_widgets.core.uncertainty.critical import (
    level_everywhere,
    pointwise_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty.differences import difference_band, difference_replicates
from cc_widgets.core.uncertainty.envelope_bands import (
    corrected_cost,
    envelope_band,
    fixed_threshold_band,
    optimistic_band,
)
from cc_widgets.core.uncertainty.envelope_differences import envelope_difference_band
from cc_widgets.core.uncertainty.exact import exact_band
from cc_widgets.core.uncertainty.holdout import holdout_band
from cc_widgets.core.uncertainty.intervals import mover_band, mover_limits, rule_band
from cc_widgets.core.uncertainty.levels import order_ranks
from cc_widgets.core.uncertainty.line_counts import LineCounts, line_counts
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.pairing import paired_counts
from cc_widgets.core.uncertainty.pairwise import (
    PairDifference,
    PairwiseDifferences,
    pairwise_differences,
    pairwise_envelope_differences,
)
from cc_widgets.core.uncertainty.parametric import LineReplicates, line_replicates, percentile_band
from cc_widgets.core.uncertainty.rate_limits import wilson_limits
from cc_widgets.core.uncertainty.rectangle import rectangle_band
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples
from cc_widgets.core.uncertainty.resampling import JointResamples, joint_resampling, resampling
from cc_widgets.core.uncertainty.significance import Significance, significance

__all__ = [
    "Band",
    "Candidates",
    "Chosen",
    "EnvelopeResamples",
    "JointCells",
    "JointResamples",
    "LineCounts",
    "LineReplicates",
    "PairDifference",
    "PairedCounts",
    "PairedErrors",
    "PairwiseDifferences",
    "Significance",
    "best_band",
    "best_of_independent",
    "candidates",
    "chosen_thresholds",
    "corrected_cost",
    "difference_band",
    "difference_replicates",
    "envelope_band",
    "envelope_difference_band",
    "equally_good",
    "exact_band",
    "finished",
    "fixed_threshold_band",
    "holdout_band",
    "joint_cells",
    "joint_resampling",
    "level_everywhere",
    "line_counts",
    "line_replicates",
    "mover_band",
    "mover_limits",
    "optimistic_band",
    "order_ranks",
    "paired_counts",
    "pairwise_differences",
    "pairwise_envelope_differences",
    "percentile_band",
    "pointwise_level",
    "rectangle_band",
    "resampling",
    "rule_band",
    "shared_level",
    "significance",
    "simultaneous_critical",
    "wilson_limits",
]
