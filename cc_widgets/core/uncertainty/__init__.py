"""Confidence bands and intervals, significance tests and the bootstrap, for costs and ROC curves.

Every `Band` states its nominal level, method and target, whether it is pointwise or simultaneous
over pc, and the seed that reproduces it. `significance` returns the ranges of pc on which a
difference is significant. The recommended methods are here, all others in the modules.

One fixed threshold, from its confusion matrix (`line_counts`)
    `mover_band` is recommended: Wilson-MOVER, a closed form with good coverage. `intervals` has
    more closed forms: `rule_band` if a baseline is used wherever it is cheaper, `rectangle_band`
    with guaranteed coverage. `percentiles` has the percentile bootstrap, with infinitely many
    replicates (`exact_band`) or finitely many.
One scored classifier, with the optimal threshold at each pc
    `resampling` yields bootstrap resamples block by block; `finished` waits for the last.
    `envelope_band` is recommended, and `corrected_cost` estimates the cost without optimistic
    bias. `envelopes` has bands for thresholds that are fixed or come from other examples, and the
    plain percentile bootstrap, which under-covers.
Several classifiers
    `joint_resampling` resamples the same examples for all; `recommended_difference_band` compares
    two, each with its optimal threshold; `differences` compares all pairs. `expected_costs` of
    all on new data recommend one, or a baseline.
    `paired_counts` and `difference_band` compare two fixed classifiers; see also `paired`.
Area under the ROC curve
    `roc_area`, and `roc_area_difference` with DeLong's test, both of `areas`.
Sample size
    `examples_needed` for a significant difference; `sample_size` has more.
Other modules
    `bands`: confidence levels, pointwise and simultaneous.
    `regions`: confidence regions in ROC space, of one threshold, a curve or a convex hull.
    `stability`: how often each classifier and threshold is the best in resamples.
    `methods`: table of all interval methods with input, target and coverage.
    `buckets`, `sampling`: preparation of repeated resampling, and seeded random draws.
"""

from cc_widgets.core._arguments import publish
from cc_widgets.core.uncertainty import (
    areas,
    bands,
    bootstrap,
    buckets,
    differences,
    envelopes,
    intervals,
    methods,
    paired,
    percentiles,
    regions,
    sample_size,
    sampling,
    selection,
    stability,
)
from cc_widgets.core.uncertainty.areas import roc_area, roc_area_difference
from cc_widgets.core.uncertainty.bands import Band, significance
from cc_widgets.core.uncertainty.bootstrap import joint_resampling, resampling
from cc_widgets.core.uncertainty.differences import recommended_difference_band
from cc_widgets.core.uncertainty.envelopes import corrected_cost, envelope_band
from cc_widgets.core.uncertainty.intervals import line_counts, mover_band
from cc_widgets.core.uncertainty.paired import difference_band, paired_counts
from cc_widgets.core.uncertainty.sample_size import examples_needed
from cc_widgets.core.uncertainty.sampling import finished
from cc_widgets.core.uncertainty.selection import expected_costs

__all__ = [
    "Band",
    "areas",
    "bands",
    "bootstrap",
    "buckets",
    "corrected_cost",
    "difference_band",
    "differences",
    "envelope_band",
    "envelopes",
    "examples_needed",
    "expected_costs",
    "finished",
    "intervals",
    "joint_resampling",
    "line_counts",
    "methods",
    "mover_band",
    "paired",
    "paired_counts",
    "percentiles",
    "recommended_difference_band",
    "regions",
    "resampling",
    "roc_area",
    "roc_area_difference",
    "sample_size",
    "sampling",
    "selection",
    "significance",
    "stability",
]

publish(globals())
