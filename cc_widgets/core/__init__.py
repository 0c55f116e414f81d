"""Numbers without pictures: pure functions on frozen results, with NumPy alone.

From data to curves
    `predictions` checks labels and scores, `count` counts, `roc_curve` makes rates.
ROC space
    `RocCurve`; `convex_hull` joins any number of curves in one `Hull`.
Cost space
    `cost_lines`, `lower_envelope`, `cost_at`, `expected_cost`.
Duality
    `iso_line` maps a cost point to its ROC line, `cost_point` back again.
Display
    `thin` chooses points to draw, with an error bound.
"""

from cc_widgets.core.cost import (
    CostLines,
    Envelope,
    cost_at,
    cost_lines,
    expected_cost,
    lower_envelope,
)
from cc_widgets.core.counts import Counts, count
from cc_widgets.core.duality import CostPoint, IsoLine, cost_point, iso_line
from cc_widgets.core.predictions import Predictions, predictions
from cc_widgets.core.roc import TRIVIAL, Hull, RocCurve, convex_hull, roc_curve
from cc_widgets.core.thinning import Thinned, thin

__all__ = [
    "TRIVIAL",
    "CostLines",
    "CostPoint",
    "Counts",
    "Envelope",
    "Hull",
    "IsoLine",
    "Predictions",
    "RocCurve",
    "Thinned",
    "convex_hull",
    "cost_at",
    "cost_lines",
    "cost_point",
    "count",
    "expected_cost",
    "iso_line",
    "lower_envelope",
    "predictions",
    "roc_curve",
    "thin",
]
