"""Valid arguments of public functions, of which tests replace one at a time."""

from typing import Any

from cc_widgets import core
from cc_widgets.core import multiclass, uncertainty
from tests.support.rates import fawcett, points

CURVE, POINT_CURVE = fawcett(), points((0.1, 0.4), (0.3, 0.8))
CURVES = [CURVE, POINT_CURVE]
HULLS = [core.convex_hull([curve]) for curve in CURVES]
HULL = core.convex_hull(CURVES)
ENVELOPES = [core.lower_envelope(hull) for hull in HULLS]
DIFFERENCE = core.comparison.cost_difference(*ENVELOPES)
STATUS = core.hull_status(CURVES)
CONDITIONS = core.Conditions(0.2, 1, 3)
Y, S = [0, 1, 0, 1], [0.1, 0.4, 0.3, 0.8]
WORKFORCE = {"positives": 10, "negatives": 30, "capacity": 12}
RATES = {"fpr": 0.1, "tpr": 0.7}
LINE = uncertainty.intervals.LineCounts(fp=1, negatives=10, fn=2, positives=8)
# Valid arguments by function.
CALLS: dict[str, dict[str, Any]] = {
    "accuracy_at": {**RATES, "prior": [0.1, 0.2]},
    "advantage": {"cost": [0.1, 0.2], "pc": 0.3},
    "average_of": {"folds": core.folds([POINT_CURVE, POINT_CURVE]), "by": "vertical"},
    "best_at": {"status": STATUS, "pc": 0.3},
    "best_over": {"status": STATUS, "pc": (0.3, 0.4)},
    "cell_counts": {"tp": 3, "fn": 1, "fp": 2, "tn": 9},
    "corner_costs": {"conditions": CONDITIONS},
    "cost_at": {"curve": ENVELOPES[0], "pc": 0.3},
    "cost_average": {"envelopes": ENVELOPES, "weights": [1, 2]},
    "cost_curve": {"y_true": Y, "y_score": S, "sample_weight": [1, 2, 1, 1], "pos_label": 1},
    "cost_point": {"slope": 2.0, "intercept": 0.1},
    "cost_ratio_at": {"pc": 0.3, "prior": 0.2},
    "cost_spread": {"envelopes": ENVELOPES, "pc": 0.3, "weights": [1, 2]},
    "expected_cost": {**RATES, "pc": 0.3},
    "folds": {"parts": {"a": POINT_CURVE, "b": POINT_CURVE}},
    "h_measure": {"curve": ENVELOPES[0], "prior": 0.3, "severity": 1.0},
    "horizontal_average": {"curves": HULLS, "weights": [1, 2]},
    "iso_line": {"pc": 0.3, "cost": 0.2},
    "line_dual": {"slope": 2.0, "intercept": 0.1},
    "least_money_regret": {
        "curves": CURVES,
        "conditions": CONDITIONS,
        "penalty": [[0.1], [0.2]],
    },
    "least_regret": {"curves": CURVES, "pc": (0.3, 0.4)},
    "log_odds_at": {"pc": 0.3},
    "matrix_counts": {"matrix": [[6, 4], [3, 17]], "positives": 20, "negatives": 10},
    "matrix_points": {"matrices": [[[6, 4], [3, 17]]], "labels": ["a"], "parameter": [1.0]},
    "mixture": {"points": HULL, "first": 0, "second": 1, "weight": 0.3},
    "money": {"conditions": CONDITIONS, **RATES, "n_cases": 100},
    "money_of_cost": {"conditions": CONDITIONS, "cost": 0.2, "n_cases": 100},
    "near_equal": {"difference": DIFFERENCE, "epsilon": 0.01},
    "near_optimal": {"curves": CURVES, "pc": 0.3, "tolerance": 0.01},
    "neyman_pearson": {"hull": HULL, "max_fpr": 0.1},
    "neyman_pearson_line": {"envelope": ENVELOPES[0], "max_fpr": 0.1},
    "neyman_pearson_steps": {"curves": CURVES, "max_fpr": 0.1},
    "operating_ranges": {"pc": [0, 0.3, 1], "fpr": [0.1, 0.5], "fnr": [0.4, 0.2]},
    "pc_at": {"slope": 2.0},
    "pc_at_log_odds": {"log_odds": 2.0},
    "pencil": {"pc": 0.3, "cost": [0.1, 0.2]},
    "point_dominance": {**RATES, "other_fpr": 0.2, "other_tpr": 0.6},
    "point_operating_range": RATES,
    "point_set": {"fpr": [0.1], "tpr": [0.7], "labels": ["a"], "parameter": [1.0]},
    "predictions": {
        "y_true": Y,
        "y_score": S,
        "sample_weight": [1, 2, 1, 1],
        "weights_are": "frequencies",
        "clusters": list("aabb"),
        "groups": list("abab"),
        "pos_label": 1,
    },
    "cheapest_corner": {"hull": HULL, "pc": 0.3},
    "same_cost": {"pc": 0.3},
    "same_money": {"conditions": CONDITIONS},
    "prior_at": {"pc": 0.3, "cost_fp": 1.0, "cost_fn": 2.0},
    "ranking": {"curves": ENVELOPES, "pc": 0.3},
    "regret": {"choice": core.criteria.youden(CURVES), "envelope": ENVELOPES[0], "pc": 0.3},
    "select_by_parameter": {"points": POINT_CURVE, "ratio": [9, 1]},
    "selection_regret": {"selection": ENVELOPES[0], "envelope": ENVELOPES[1], "density": None},
    "simplify": {"curve": CURVE, "tolerance": 0.01, "keep": [1]},
    "slope_at": {"pc": 0.3},
    "thin": {"curve": CURVE, "limit": 5, "keep": [1]},
    "total_expected_cost": {"curve": ENVELOPES[0], "density": None},
    "absolute_area": {"difference": DIFFERENCE, "density": None},
    "baseline_cost": {"pc": 0.3},
    "vertical_average": {"curves": HULLS, "weights": [1, 2]},
    "workforce": {"hull": HULL, **WORKFORCE},
    "workforce_limit": WORKFORCE,
    "workforce_line": {"envelope": ENVELOPES[0], **WORKFORCE},
    # Classes, and functions of `uncertainty` and `multiclass`.
    "Beta": {"a": 2.0, "b": 3.0},
    "Conditions": {"prior": 0.2, "cost_fp": 1, "cost_fn": 2, "cost_tp": 0, "cost_tn": 0},
    "Histogram": {"edges": [0, 0.5, 1], "weights": [1, 2]},
    "Uniform": {"pc_low": 0.1, "pc_high": 0.4},
    "wilson_limits": {"count": [0, 4], "total": 10, "level": 0.9},
    "mover_limits": {"fp": 4, "negatives": 10, "fn": 4, "positives": 20, "pc": 0.3, "z": 1.6},
    "mover_band": {"line": LINE, "level": 0.9, "pc": [0.1, 0.2]},
    "rule_band": {"line": LINE, "level": 0.9, "pc": [0.1, 0.2]},
    "shared_level": {"level": 0.9, "parts": 3},
    "rectangle_band": {"line": LINE, "level": 0.9, "pc": [0.1, 0.2]},
    "order_ranks": {"level": 0.9, "n_resamples": 1999},
    "LineCounts": {"fp": 1, "negatives": 10, "fn": 2, "positives": 8},
    "confusion_matrix": {"matrix": [[6, 4], [3, 17]], "classes": ["a", "b"]},
    "confusion_from_labels": {"y_true": ["a", "b"], "predicted": ["a", "b"]},
    "cost_matrix": {"cost": [[0, 4], [3, 0]]},
    "cost_ranges": {"low": [[0, 4], [3, 0]], "high": [[0, 5], [3, 0]]},
    "paired_from_labels": {
        "y_true": ["a", "b"],
        "predicted1": ["a", "b"],
        "predicted2": ["a", "b"],
    },
}
PREDICTIONS, OTHER_PREDICTIONS = core.predictions(Y, S), core.predictions(Y, S[::-1])
RESAMPLES = uncertainty.finished(uncertainty.resampling(PREDICTIONS, n_resamples=39, rng=0))
JOINT_RESAMPLES = uncertainty.finished(
    uncertainty.joint_resampling([PREDICTIONS, OTHER_PREDICTIONS], n_resamples=39, rng=0)
)
PAIRS = uncertainty.paired_counts(PREDICTIONS, OTHER_PREDICTIONS, thresholds=(0.5, 0.5))
CONFUSION = multiclass.confusion_matrix([[6, 4], [3, 17]])
PAIRED_CONFUSION = multiclass.paired_matrix([[[20, 0], [10, 70]], [[30, 0], [10, 60]]])
COSTS = multiclass.cost_matrix([[0, 4], [3, 0]])
ON_GRID = {"level": 0.9, "pc": [0.1, 0.2]}
FEW_RESAMPLES = {"n_resamples": 39, "rng": 0}
CALLS |= {
    "bcost": {
        "matrix": CONFUSION,
        "cost": COSTS,
        "pseudo_count": 0.1,
        "level": 0.9,
        **FEW_RESAMPLES,
    },
    "bdeltacost": {
        "matrix": PAIRED_CONFUSION,
        "cost": COSTS,
        "pseudo_count": 0.1,
        "level": 0.9,
        **FEW_RESAMPLES,
    },
    "candidates": {"source": PREDICTIONS, "few": 640},
    "cost_model": {"name": "M1", "priors": [0.2, 0.8]},
    "curve_band": {"source": PREDICTIONS, "level": 0.9, "fpr": [0.1, 0.2]},
    "difference_band": {"pairs": PAIRS, "method": "auto", **ON_GRID},
    "difference_replicates": {"pairs": PAIRS, **FEW_RESAMPLES},
    "envelope_band": {"resamples": RESAMPLES, "level": 0.9},
    "envelope_difference_band": {
        "resamples": JOINT_RESAMPLES,
        "first": 0,
        "second": 1,
        "level": 0.9,
    },
    "exact_band": {"line": LINE, "pseudo_count": 0.1, "pc": [0.1, 0.2]},
    "fixed_threshold_band": {"resamples": RESAMPLES, "level": 0.9},
    "holdout_band": {"chosen_on": PREDICTIONS, "tested_on": OTHER_PREDICTIONS, **ON_GRID},
    "hull_band": {"band": uncertainty.mover_band(LINE), "fpr": [0.1, 0.2]},
    "joint_buckets": {"sources": [PREDICTIONS, OTHER_PREDICTIONS], "few": 640},
    "joint_resampling": {
        "source": [PREDICTIONS, OTHER_PREDICTIONS],
        "pc": [0.1, 0.2],
        "n_threads": 1,
        **FEW_RESAMPLES,
    },
    "level_everywhere": {"level": 0.9},
    "line_counts": {"counts": core.count(PREDICTIONS), "index": 2},
    "line_replicates": {"line": LINE, "pseudo_count": 0.1, **FEW_RESAMPLES},
    "one_vs_rest": {"matrix": CONFUSION, "positive": 1},
    "operating_point": {"matrix": CONFUSION, "cost": COSTS, "pseudo_count": 0.1},
    "optimistic_band": {"resamples": RESAMPLES, "level": 0.9},
    "paired_counts": {"first": Y, "second": Y[::-1], "y_true": Y, "pos_label": 1},
    "paired_z": {"matrix": PAIRED_CONFUSION, "cost": COSTS, "level": 0.9},
    "pairwise_differences": {
        "predicted": {"a": PREDICTIONS, "b": OTHER_PREDICTIONS},
        "thresholds": {"a": 0.5, "b": 0.5},
        **ON_GRID,
    },
    "pairwise_envelope_differences": {
        "resamples": JOINT_RESAMPLES,
        "names": ["a", "b"],
        "level": 0.9,
    },
    "percentile_band": {
        "replicates": uncertainty.percentiles.line_replicates(LINE, **FEW_RESAMPLES),
        **ON_GRID,
    },
    "pointwise_level": {"level": 0.9},
    "rates_box": {"line": LINE, "level": 0.9, "joint": True, "n_classifiers": 3},
    "recommended_difference_band": {
        "resamples": JOINT_RESAMPLES,
        "first": 0,
        "second": 1,
        "level": 0.9,
    },
    "resampling": {"source": PREDICTIONS, "pc": [0.1, 0.2], "n_threads": 1, **FEW_RESAMPLES},
    "roc_area": {"source": PREDICTIONS, "level": 0.9, "method": "area"},
    "roc_area_difference": {"first": PREDICTIONS, "second": OTHER_PREDICTIONS, "level": 0.9},
    "simultaneous_critical": {"level": 0.9},
    "vertical_band": {"source": PREDICTIONS, "level": 0.9, "fpr": [0.1, 0.2]},
    "choices": {"resamples": [RESAMPLES], "pc": 0.3},
    "examples_needed": {
        "tables": [PAIRS],
        "pc": 0.3,
        "difference": 0.01,
        "power": 0.8,
        "level": 0.9,
        "optimism": (0.001, 0.002),
        **FEW_RESAMPLES,
    },
    "widths_with": {"lines": [(4, 10, 4, 20)], "pc": 0.3, "times": [1, 4], "level": 0.9},
    "zero_error_limit": {"total": [10, 20], "level": 0.95, "n_classifiers": 3},
    "z_interval": {"matrix": CONFUSION, "cost": COSTS, "level": 0.9},
}
