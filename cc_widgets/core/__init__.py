"""Pure functions on frozen results, with NumPy as the only dependency.

From data to curves
    `cost_curve` computes a `ScoredCurve` from labels and scores in one call.
    `predictions` validates labels and scores, `count` counts them per threshold, `roc_curve`
    computes rates. `count_hull` and `count_corners` count only at candidate corners of the convex
    hull, which is faster.
    `matrix_counts` and `cell_counts` read confusion matrices; `point_set` and `matrix_points` make
    one classifier of several ROC points; `LANDMARKS` are the four corners of ROC space.
Operating conditions
    `Conditions`: prior and costs, numbers or ranges, with their pc and slope; `money` converts
    normalised cost to currency.
    `slope_at`, `pc_at`, `log_odds_at`, `pc_at_log_odds`, `prior_at`, `cost_ratio_at` convert.
    `accuracy_at` returns the accuracy at a prior.
ROC space
    `RocCurve`; `convex_hull` merges curves into one `Hull`; `extend_hull` adds a curve to it.
    `hull_status` returns which classifiers are on the hull, `corner_ranges` and `null_ranges`
    under which conditions.
    `point_dominance`, `set_dominance`, `curve_dominance`: dominance under all conditions.
Cost space
    `cost_lines`, `lower_envelope`, `cost_at`, `expected_cost`; `roc_points` maps lines back.
    `lines_envelope` excludes the baselines; `envelope_top` is the largest cost of an envelope.
    `operating_range`, `point_operating_range`, `operating_ranges`: where a classifier costs less
    than both baselines (classify everything as negative, or as positive); `baseline_cost`,
    `advantage`: by how much.
Choosing a threshold
    `best_at` one pc, `best_over` a range, `least_regret` by minimax regret over a range;
    `cheapest_corner` breaks ties, with `same_cost` as tolerance.
    `near_optimal` thresholds; `threshold_choice` compares with the threshold for calibrated scores.
Comparing classifiers
    `winners` partitions the pc axis by the cheapest classifier, `ranking` sorts at one pc;
    `crossovers` in cost space differ from `roc_crossings`. `cost_difference` is exact:
    `extremes`, `absolute_area`, `near_equal`; `least_cost` of several cost curves.
Expected cost over uncertain conditions
    `total_expected_cost` under `Uniform`, `Beta`, `Histogram` or any density of pc; `auc` and
    `h_measure`.
Other criteria
    `CRITERIA` lists all: each `Criterion` has a label, parameters, a rule that chooses among all
    thresholds, and the `Limit` drawn in the figures.
    `neyman_pearson` and `workforce` mix two corners (randomised classifiers);
    `neyman_pearson_line` and `workforce_line` are the same in cost space; `workforce_limit`;
    `neyman_pearson_steps` without mixing; `minimax`, `youden`, `max_rectangle` and their `regret`;
    `mixture` of any two points.
Averaging curves
    `vertical_average`, `horizontal_average`, `pooled_average`, `cost_average`; `cost_spread`.
    `folds` returns `Folds`, one classifier evaluated several times; `average_of` averages them.
    `select_by_parameter` and its `selection_regret`.
Duality
    `iso_line` maps a cost point to its ROC line, `cost_point` maps back; `pencil` maps several.
    `line_dual` includes lines of slope -1, whose dual point is at infinity.
Display
    `thin` selects points to draw and to hover, `simplify` the fewest to draw, with error bounds.

See also `cc_widgets.core.uncertainty` (confidence intervals, bands, significance) and
`cc_widgets.core.multiclass` (more than two classes).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cc_widgets.core._arguments import publish
from cc_widgets.core._averaging import (
    Average,
    ParameterSelection,
    SelectionRegret,
    Spread,
    cost_average,
    cost_spread,
    horizontal_average,
    pooled_average,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core._choosing import (
    BestAt,
    BestOver,
    LeastRegret,
    NearOptimal,
    ThresholdChoice,
    best_at,
    best_over,
    least_regret,
    near_optimal,
    threshold_choice,
)
from cc_widgets.core._comparing import (
    TIE,
    Crossovers,
    Extremes,
    Ranges,
    Ranking,
    RocCrossings,
    Winners,
    absolute_area,
    cost_difference,
    crossovers,
    extremes,
    least_cost,
    near_equal,
    ranking,
    roc_crossings,
    winners,
)
from cc_widgets.core._conditions import (
    Conditions,
    Money,
    Range,
    RangeLike,
    cost_ratio_at,
    log_odds_at,
    money,
    money_of_cost,
    pc_at,
    pc_at_log_odds,
    prior_at,
    slope_at,
)
from cc_widgets.core._cost import (
    Accuracy,
    CostCurve,
    CostLines,
    CostPieces,
    Envelope,
    EnvelopeTop,
    OperatingRange,
    OperatingRanges,
    ScoredCurve,
    accuracy_at,
    advantage,
    baseline_cost,
    cheapest_corner,
    cost_at,
    cost_curve,
    cost_lines,
    edge_pc,
    envelope_top,
    expected_cost,
    lines_envelope,
    lower_envelope,
    operating_range,
    operating_ranges,
    point_operating_range,
    roc_points,
    same_cost,
)
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._criteria import (
    CRITERIA,
    Criterion,
    CriterionParameter,
    Limit,
    Minimax,
    MixedLine,
    Mixture,
    ThresholdPick,
    WorkforceLimit,
    max_rectangle,
    minimax,
    mixture,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from cc_widgets.core._density import (
    Beta,
    Density,
    Histogram,
    Uniform,
    auc,
    h_measure,
    total_expected_cost,
)
from cc_widgets.core._display import Thinned, simplify, thin
from cc_widgets.core._duality import (
    CostPoint,
    IsoLine,
    ParallelLines,
    Pencil,
    cost_point,
    iso_line,
    line_dual,
    pencil,
)
from cc_widgets.core._folds import Folds, average_of, folds
from cc_widgets.core._hull import (
    BASELINE,
    Hull,
    RocCurve,
    convex_hull,
    count_corners,
    count_hull,
    roc_curve,
)
from cc_widgets.core._matrices import (
    LANDMARKS,
    Landmark,
    PointSet,
    cell_counts,
    matrix_counts,
    matrix_points,
    point_set,
)
from cc_widgets.core._predictions import Predictions, predictions
from cc_widgets.core._results import Owner
from cc_widgets.core._standing import (
    MIXED,
    ClassifierStatus,
    CornerRanges,
    Dominance,
    HullMembers,
    HullStatus,
    IncrementalHull,
    KeptPoints,
    NullRanges,
    Optimality,
    corner_ranges,
    curve_dominance,
    extend_hull,
    hull_members,
    hull_status,
    null_ranges,
    point_dominance,
    set_dominance,
)

if TYPE_CHECKING:
    from cc_widgets.core import multiclass, uncertainty

__all__ = [
    "BASELINE",
    "CRITERIA",
    "LANDMARKS",
    "MIXED",
    "TIE",
    "Accuracy",
    "Average",
    "BestAt",
    "BestOver",
    "Beta",
    "ClassifierStatus",
    "Conditions",
    "CornerRanges",
    "CostCurve",
    "CostLines",
    "CostPieces",
    "CostPoint",
    "Counts",
    "Criterion",
    "CriterionParameter",
    "Crossovers",
    "Density",
    "Dominance",
    "Envelope",
    "EnvelopeTop",
    "Extremes",
    "Folds",
    "Histogram",
    "Hull",
    "HullMembers",
    "HullStatus",
    "IncrementalHull",
    "IsoLine",
    "KeptPoints",
    "Landmark",
    "LeastRegret",
    "Limit",
    "Minimax",
    "MixedLine",
    "Mixture",
    "Money",
    "NearOptimal",
    "NullRanges",
    "OperatingRange",
    "OperatingRanges",
    "Optimality",
    "Owner",
    "ParallelLines",
    "ParameterSelection",
    "Pencil",
    "PointSet",
    "Predictions",
    "Range",
    "RangeLike",
    "Ranges",
    "Ranking",
    "RocCrossings",
    "RocCurve",
    "ScoredCurve",
    "SelectionRegret",
    "Spread",
    "Thinned",
    "ThresholdChoice",
    "ThresholdPick",
    "Uniform",
    "Winners",
    "WorkforceLimit",
    "absolute_area",
    "accuracy_at",
    "advantage",
    "auc",
    "average_of",
    "baseline_cost",
    "best_at",
    "best_over",
    "cell_counts",
    "cheapest_corner",
    "convex_hull",
    "corner_ranges",
    "cost_at",
    "cost_average",
    "cost_curve",
    "cost_difference",
    "cost_lines",
    "cost_point",
    "cost_ratio_at",
    "cost_spread",
    "count",
    "count_corners",
    "count_hull",
    "crossovers",
    "curve_dominance",
    "edge_pc",
    "envelope_top",
    "expected_cost",
    "extend_hull",
    "extremes",
    "folds",
    "h_measure",
    "horizontal_average",
    "hull_members",
    "hull_status",
    "iso_line",
    "least_cost",
    "least_regret",
    "line_dual",
    "lines_envelope",
    "log_odds_at",
    "lower_envelope",
    "matrix_counts",
    "matrix_points",
    "max_rectangle",
    "minimax",
    "mixture",
    "money",
    "money_of_cost",
    "multiclass",
    "near_equal",
    "near_optimal",
    "neyman_pearson",
    "neyman_pearson_line",
    "neyman_pearson_steps",
    "null_ranges",
    "operating_range",
    "operating_ranges",
    "pc_at",
    "pc_at_log_odds",
    "pencil",
    "point_dominance",
    "point_operating_range",
    "point_set",
    "pooled_average",
    "predictions",
    "prior_at",
    "ranking",
    "regret",
    "roc_crossings",
    "roc_curve",
    "roc_points",
    "same_cost",
    "select_by_parameter",
    "selection_regret",
    "set_dominance",
    "simplify",
    "slope_at",
    "thin",
    "threshold_choice",
    "total_expected_cost",
    "uncertainty",
    "vertical_average",
    "winners",
    "workforce",
    "workforce_limit",
    "workforce_line",
    "youden",
]

publish(globals())


def __getattr__(name: str) -> object:
    """Import a subpackage when it is first used."""
    if name in {"multiclass", "uncertainty"}:
        return import_module(f"cc_widgets.core.{name}")
    raise AttributeError(f"module 'cc_widgets.core' has no attribute {name!r}")
