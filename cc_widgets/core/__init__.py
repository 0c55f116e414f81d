"""Pure functions on frozen results, with NumPy as the only dependency.

The most frequently used names are here, for example `cost_curve`, `roc_curve`, `convex_hull`,
`lower_envelope`, `expected_cost` and `Conditions`. All other names are in these modules:

From data to curves
    `scores`: labels and scores, with weights, clusters and groups.
    `confusion`: confusion matrices and points in ROC space.
    `counting`: true and false positives at each threshold.
    `hull`: ROC curves and their convex hulls.
    `costs`: cost lines, lower envelopes and operating ranges.
    `cross_validation`: folds of one classifier.
    `averaging`: averages of curves over folds, and their spread.
Decisions
    `conditions`: operating conditions as numbers or ranges; conversion of pc, slope, odds, money.
    `thresholds`: optimal thresholds at one pc or over a range, and their regret.
    `criteria`: criteria other than expected cost, such as Neyman-Pearson, minimax and Youden.
    `comparison`: differences of cost curves, cheapest classifiers, rankings and crossovers.
    `dominance`: dominance, hull membership and optimality of classifiers.
    `metrics`: area under the ROC curve, H-measure, expected cost under a distribution of pc.
Figures
    `duality`: ROC points are cost lines, and cost points are ROC lines.
    `simplification`: fewer points for plotting, with error bounds.
Uncertainty and multiclass problems
    `uncertainty`: confidence intervals, bands, significance and sample size.
    `multiclass`: expected cost of classifiers with any number of classes.
Shared by all modules
    `results`: frozen dataclasses with read-only arrays, and `results.Owner`, the special values
    of integer arrays that name classifiers.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cc_widgets.core import (
    averaging,
    comparison,
    conditions,
    confusion,
    costs,
    counting,
    criteria,
    cross_validation,
    dominance,
    duality,
    hull,
    metrics,
    results,
    scores,
    simplification,
    thresholds,
)
from cc_widgets.core._arguments import publish
from cc_widgets.core.conditions import Conditions, pc_at, slope_at
from cc_widgets.core.confusion import cell_counts, matrix_counts, point_set
from cc_widgets.core.costs import (
    cost_at,
    cost_curve,
    expected_cost,
    lower_envelope,
    operating_range,
)
from cc_widgets.core.counting import Counts, count
from cc_widgets.core.cross_validation import Folds, folds
from cc_widgets.core.dominance import hull_status
from cc_widgets.core.hull import RocCurve, convex_hull, roc_curve
from cc_widgets.core.metrics import auc, h_measure, total_expected_cost
from cc_widgets.core.scores import Predictions, predictions

if TYPE_CHECKING:
    from cc_widgets.core import multiclass, uncertainty

__all__ = [
    "Conditions",
    "Counts",
    "Folds",
    "Predictions",
    "RocCurve",
    "auc",
    "averaging",
    "cell_counts",
    "comparison",
    "conditions",
    "confusion",
    "convex_hull",
    "cost_at",
    "cost_curve",
    "costs",
    "count",
    "counting",
    "criteria",
    "cross_validation",
    "dominance",
    "duality",
    "expected_cost",
    "folds",
    "h_measure",
    "hull",
    "hull_status",
    "lower_envelope",
    "matrix_counts",
    "metrics",
    "multiclass",
    "operating_range",
    "pc_at",
    "point_set",
    "predictions",
    "results",
    "roc_curve",
    "scores",
    "simplification",
    "slope_at",
    "thresholds",
    "total_expected_cost",
    "uncertainty",
]

publish(globals())


def __getattr__(name: str) -> object:
    """Import a subpackage on first use."""
    if name in {"multiclass", "uncertainty"}:
        return import_module(f"cc_widgets.core.{name}")
    raise AttributeError(f"module 'cc_widgets.core' has no attribute {name!r}")
