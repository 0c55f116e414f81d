"""Numbers without pictures: pure functions on frozen results, with NumPy alone.

From data to curves
    `cost_curve` goes all the way from labels and scores to a `ScoredCurve`, in one call.
    `predictions` checks labels and scores, `count` counts, `roc_curve` makes rates.
    `count_hull` and `count_corners` count only where hulls and envelopes can turn: faster.
    `matrix_counts`, `cell_counts` read confusion matrices; `point_set`, `matrix_points` join
    ROC points of one classifier, with labels or settings; `LANDMARKS` are the four extremes.
Conditions of use
    `Conditions`: prior and costs, numbers or ranges, to pc and slope; `money` scales back.
    `slope_at`, `pc_at`, `log_odds_at`, `pc_at_log_odds`, `prior_at`, `cost_ratio_at` convert.
    `accuracy_at` shows what accuracy hides.
ROC space
    `RocCurve`; `convex_hull` joins any number of curves in one `Hull`; `extend_hull` adds one.
    `hull_status` says who is on it, `corner_ranges` and `null_ranges` under which conditions.
    `point_dominance`, `set_dominance`, `curve_dominance`: better whatever the conditions.
Cost space
    `cost_lines`, `lower_envelope`, `cost_at`, `expected_cost`; `roc_points` maps lines back.
    `lines_envelope` leaves the trivial rules out; `envelope_top` is its greatest cost.
    `operating_range`, `point_operating_range`, `operating_ranges`: better than doing nothing.
    `trivial_cost`, `advantage`: by how much.
Choosing
    `best_at` one condition, `best_over` a range, `least_regret` one threshold for all of it;
    `cheapest_corner` is what sentences name, where `same_cost` tells costs apart.
    `near_optimal` thresholds; `threshold_choice` against the one that probabilities call for.
Comparing
    `winners` partitions pc by who is cheapest, `ranking` at one pc; `crossovers` in cost space
    are not `roc_crossings`. `cost_difference` is exact: `extremes`, `absolute_area`,
    `near_equal`; `least_cost` of any number of cost curves.
Expected cost over many conditions
    `total_expected_cost` under `Uniform`, `Beta`, `Histogram` or any function of pc; `auc` and
    `h_measure` beside it.
Choosing by other criteria
    `CRITERIA` is the table of all of them: each `Criterion` says what it is called, which
    numbers it asks for, how it chooses among all thresholds, and the `Limit` that it draws.
    `neyman_pearson`, `workforce` by mixing corners; `neyman_pearson_line`, `workforce_line` the
    same in cost space; `workforce_limit`; `neyman_pearson_steps` without mixing; `minimax`,
    `youden`, `max_rectangle` and their `regret`; `mix` of any two.
Several curves for one
    `vertical_average`, `horizontal_average`, `pooled_average`, `cost_average`; `cost_spread`.
    `folds` makes `Folds`, one classifier that was evaluated several times; `average_of` them.
    `select_by_parameter` and what it loses, `selection_regret`.
Duality
    `iso_line` maps a cost point to its ROC line, `cost_point` back again; `pencil` maps many.
    `line_dual` covers lines of slope -1 too, whose point is at infinity.
Display
    `thin` chooses points to draw and touch, `simplify` the fewest to draw; with error bounds.

Two more pages: `help(uncertainty)` for bands and significance, and `help(multiclass)` for any
number of classes.
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
    trivial_cost,
)
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._criteria import (
    CRITERIA,
    Asked,
    Criterion,
    Limit,
    Minimax,
    Mix,
    MixedLine,
    Pick,
    WorkforceLimit,
    max_rectangle,
    minimax,
    mix,
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
    TRIVIAL,
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
    GrowingHull,
    HullMembers,
    HullStatus,
    NullRanges,
    Standing,
    Survivor,
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
    "CRITERIA",
    "LANDMARKS",
    "MIXED",
    "TIE",
    "TRIVIAL",
    "Accuracy",
    "Asked",
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
    "Crossovers",
    "Density",
    "Dominance",
    "Envelope",
    "EnvelopeTop",
    "Extremes",
    "Folds",
    "GrowingHull",
    "Histogram",
    "Hull",
    "HullMembers",
    "HullStatus",
    "IsoLine",
    "Landmark",
    "LeastRegret",
    "Limit",
    "Minimax",
    "Mix",
    "MixedLine",
    "Money",
    "NearOptimal",
    "NullRanges",
    "OperatingRange",
    "OperatingRanges",
    "Owner",
    "ParallelLines",
    "ParameterSelection",
    "Pencil",
    "Pick",
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
    "Standing",
    "Survivor",
    "Thinned",
    "ThresholdChoice",
    "Uniform",
    "Winners",
    "WorkforceLimit",
    "absolute_area",
    "accuracy_at",
    "advantage",
    "auc",
    "average_of",
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
    "mix",
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
    "trivial_cost",
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
    """A package of its own, loaded when it is first used."""
    if name in {"multiclass", "uncertainty"}:
        return import_module(f"cc_widgets.core.{name}")
    raise AttributeError(f"module 'cc_widgets.core' has no attribute {name!r}")
