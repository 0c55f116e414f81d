import tracemalloc

import numpy as np
import pytest

from cc_widgets.core import auc, convex_hull, count, predictions, roc_curve
from cc_widgets.core.averaging import (
    cost_average,
    cost_spread,
    fold_shares,
    horizontal_average,
    interpolate,
    mean_of_folds,
    pooled_average,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core.costs import values_at
from cc_widgets.core.hull import count_corners, count_hull
from cc_widgets.core.metrics import Uniform
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, own_envelope, points, scored_curve


def corners(average):
    return list(zip(average.roc.fpr.tolist(), average.roc.tpr.tolist(), strict=True))


def test_vertical_average_keeps_vertical_steps():
    average = vertical_average([points((0, 0.5), (0.5, 0.5), (0.5, 1)), points((0.5, 0.75))])
    expected = [(0, 0), (0, 0.25), (0.5, 0.625), (0.5, 0.875), (1, 1)]
    assert corners(average) == expected


def test_horizontal_average_keeps_horizontal_steps():
    average = horizontal_average([points((0, 0.5), (0.5, 0.5), (0.5, 1)), points((0.25, 0.5))])
    expected = [(0, 0), (0.125, 0.5), (0.375, 0.5), (0.75, 1), (1, 1)]
    assert corners(average) == expected


def test_average_of_identical_curves_is_the_curve():
    curve = scored_curve([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    for average in (vertical_average([curve, curve]), horizontal_average([curve, curve])):
        close(average.roc.fpr, curve.fpr)
        close(average.roc.tpr, curve.tpr)
    close(pooled_average([curve, curve]).roc.fpr, curve.fpr)
    close(cost_average([own_envelope(curve)] * 2).cost.pc, own_envelope(curve).pc)


def test_vertical_average_accepts_hulls():
    hulls = [convex_hull([points(pair)]) for pair in [(0.04, 0.4), (0.3, 0.8)]]
    close(vertical_average(hulls).roc.tpr, [0, 19 / 75, 0.68125, 1])


def test_weight_2_equals_repeated_curve():
    first, second = points((0.04, 0.4)), points((0.3, 0.8))
    for average in (vertical_average, horizontal_average):
        close(average([first, second], [2, 1]).roc.tpr, average([first, first, second]).roc.tpr)
        close(average([first, second], [2, 1]).roc.fpr, average([first, first, second]).roc.fpr)
    a, b = own_envelope(first), own_envelope(second)
    close(cost_average([a, b], [2, 1]).roc.fpr, cost_average([a, a, b]).roc.fpr)
    close(cost_average([a, b], [2, 1]).roc.tpr, cost_average([a, a, b]).roc.tpr)


def test_pooled_average_has_counts_and_thresholds_of_all_folds():
    folds = [scored_curve([1, 0, 1], [0.9, 0.5, 0.1]), scored_curve([0, 1], [0.7, 0.5])]
    curve = pooled_average(folds).roc
    assert curve.counts is not None
    assert curve.counts.threshold.tolist() == [np.inf, 0.9, 0.7, 0.5, 0.1]
    assert curve.counts.tp.tolist() == [0, 1, 1, 2, 3]
    assert curve.counts.fp.tolist() == [0, 0, 1, 2, 2]
    assert (curve.counts.positives, curve.counts.negatives) == (3, 2)
    assert curve.counts.tp.dtype.kind == "i"


def test_average_states_its_assumption():
    curve = scored_curve([1, 0], [2, 1])
    averages = [
        vertical_average([curve, curve]),
        horizontal_average([curve, curve]),
        pooled_average([curve, curve]),
        cost_average([own_envelope(curve)] * 2),
    ]
    for average, phrase in zip(
        averages, ["its fpr", "its tpr", "threshold", "given pc"], strict=True
    ):
        assert phrase in average.presumes


def test_average_rejects_fewer_than_two_curves():
    message = r"curves: must have at least two curves\. Got 1\. Pass one curve per fold"
    curve = scored_curve([1, 0], [2, 1])
    for average in (vertical_average, horizontal_average, pooled_average):
        with pytest.raises(CostCurveError, match=message):
            average([curve])
    with pytest.raises(CostCurveError, match=message):
        cost_average([envelope_of()])
    with pytest.raises(CostCurveError, match=message):
        cost_spread([envelope_of()], 0.5)


def test_average_rejects_decreasing_rates_with_position():
    good, bad = points((0.1, 0.5)), points((0.3, 0.7), (0.2, 0.8))
    for average in (vertical_average, horizontal_average):
        with pytest.raises(CostCurveError, match=r"^curves\[1\]: must have non-decreasing rates"):
            average([good, bad])


def test_pooled_average_rejects_points_without_scores():
    message = (
        r"^curves\[1\]: must have scores to be pooled\. Got points without scores\. Pass roc_curve"
    )
    with pytest.raises(CostCurveError, match=message):
        pooled_average([scored_curve([1, 0], [2, 1]), points((0.1, 0.5))])


# Each curve was once evaluated at the vertices of all others.
def test_cost_average_memory_is_almost_linear_in_number_of_folds():
    random = np.random.default_rng(0)
    rates = random.random((256, 2, 8))
    curves = [own_envelope(points(*zip(*point, strict=True))) for point in rates]

    def peak_memory(curves):
        tracemalloc.start()
        cost_average(curves)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    assert peak_memory(curves) < 8 * peak_memory(curves[:64])


def test_curve_of_weight_0_adds_only_vertices():
    first, second, unused = (own_envelope(points((x, 0.9))) for x in (0.1, 0.2, 0.5))
    average = cost_average([first, unused, second], [1, 0, 1]).cost
    expected = cost_average([first, second]).cost
    assert set(unused.pc) <= set(average.pc)
    close(values_at(average, average.pc), values_at(expected, average.pc))


@pytest.mark.parametrize("folds", range(2, 41))
def test_average_of_identical_folds_is_exact_for_any_number(folds):
    curve = scored_curve([1, 0, 1, 0, 1, 0, 1], [6, 5, 4, 3, 3, 2, 1])
    for average in (vertical_average, horizontal_average):
        roc = average([curve] * folds).roc
        assert (roc.fpr[0], roc.tpr[0], roc.fpr[-1], roc.tpr[-1]) == (0, 0, 1, 1)
        assert set(roc.fpr.tolist()) == set(curve.fpr.tolist())
        assert set(roc.tpr.tolist()) == set(curve.tpr.tolist())
    envelope = own_envelope(curve)
    mean = cost_average([envelope] * folds).cost
    assert (mean.fpr.tolist(), mean.fnr.tolist()) == (envelope.fpr.tolist(), envelope.fnr.tolist())


def test_averages_are_non_decreasing_despite_rounding():
    random = np.random.default_rng(5)
    for folds in range(2, 32):
        curves = [scored_curve([1, 0] * 6, random.integers(0, 6, 12)) for _ in range(folds)]
        weights = random.integers(1, 50, folds)
        costs = cost_average([own_envelope(curve) for curve in curves], weights)
        averages = [vertical_average(curves, weights), horizontal_average(curves, weights), costs]
        areas = [auc(average.roc) for average in averages]
        mean = np.dot([auc(curve) for curve in curves], weights) / weights.sum()
        close(areas[:2], [mean, mean])
        assert areas[2] >= mean


def test_interpolation_does_not_exceed_end_of_segment():
    x, y = np.array([0, 0.1, 0.45, 1]), np.array([0, 0.15, 0.45, 1])
    just_before = np.array([np.nextafter(0.45, 0)])
    # Rounded, .15 + .3 * (nearly 1) is .45000000000000007.
    assert interpolate(x, y, just_before, "left").tolist() == [0.45]
    assert interpolate(x, y, just_before, "right").tolist() == [0.45]


@pytest.mark.parametrize("count_corner", [count_hull, count_corners])
def test_pooled_average_rejects_counts_at_corners(count_corner):
    source = predictions([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    message = r"^curves\[1\]: must have counts at every score to be pooled\. Got counts at corners"
    with pytest.raises(CostCurveError, match=message):
        pooled_average([roc_curve(count(source)), roc_curve(count_corner(source))])


# ---- Spread and weighted means
def test_cost_spread_of_two_folds():
    spread = cost_spread([envelope_of((0.04, 0.4)), envelope_of((0.3, 0.8))], 0.5)
    close(spread.pc, [0.5])
    close(spread.mean, [0.285])
    close(spread.deviation, [0.07 / np.sqrt(2) / np.sqrt(1)])
    close([spread.lowest, spread.highest], [[0.25], [0.32]])


def test_cost_spread_with_weights():
    envelopes = [envelope_of((x, 1 - x)) for x in (0.1, 0.2, 0.4)]
    spread = cost_spread(envelopes, [0.5], [1, 3, 0])
    close(spread.mean, [0.175])
    # Shares 1/4 and 3/4: (.075^2 / 4 + .025^2 * 3 / 4) / (1 - 10 / 16).
    close(spread.deviation, [np.sqrt(0.001875 / 0.375)])
    close([spread.lowest, spread.highest], [[0.1], [0.2]])


@pytest.mark.parametrize("pc", [-0.1, 1.1])
def test_cost_spread_rejects_pc_outside_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        cost_spread([envelope_of(), envelope_of()], pc)


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [1, -1], [1, 0], [1, np.nan], [1, np.inf], 1])
def test_average_rejects_invalid_weights(weights):
    message = r"weights: must be finite and non-negative.* Got .*\. Pass 2 fold sizes"
    with pytest.raises(CostCurveError, match=message):
        vertical_average([points((0.1, 0.5)), points((0.2, 0.6))], weights)


def test_fold_shares_sum_to_1_and_default_to_equal():
    assert fold_shares(4, None).tolist() == [0.25] * 4
    assert fold_shares(3, [1, 0, 3]).tolist() == [0.25, 0, 0.75]


@pytest.mark.parametrize("n", [0, 1])
def test_fold_shares_reject_fewer_than_two_folds(n):
    with pytest.raises(CostCurveError, match=rf"curves: must have at least two .* Got {n}\. Pass"):
        fold_shares(n, None)


@pytest.mark.parametrize("folds", range(2, 41))
def test_cost_spread_of_identical_folds_is_0(folds):
    spread = cost_spread([envelope_of((0.1, 0.7))] * folds, [0.2, 0.3, 0.7])
    assert spread.deviation.tolist() == [0, 0, 0]
    assert spread.mean.tolist() == spread.lowest.tolist() == spread.highest.tolist()


def test_cost_spread_with_one_dominant_weight():
    # Two values a, b have the variance (a - b)^2 / 2 for any shares.
    spread = cost_spread([envelope_of((0.1, 0.6)), envelope_of((0.3, 0.6))], 0.5, [1, 1e-20])
    close(spread.deviation, [0.1 / np.sqrt(2)])


def test_mean_of_folds_ignores_weight_0():
    used, unused = [np.array([0.7])] * 10, [np.array([0.0]), np.array([1.0])]
    # The sum of ten times .1 * .7 is not .7 in floats.
    assert sum([0.1 * 0.7] * 10) != 0.7
    shares = np.array([0.1] * 10 + [0.0] * 2)
    assert mean_of_folds([*used, *unused], shares).tolist() == [0.7]


def test_mean_of_folds_is_weighted():
    rows = [np.array([0.0, 1]), np.array([1.0, 0])]
    assert mean_of_folds(rows, np.array([0.25, 0.75])).tolist() == [0.75, 0.25]


# ---- Selection by parameter
def test_select_by_parameter_uses_nearest_pc():
    selection = select_by_parameter(points((0.3, 0.8), (0.05, 0.4), (0.1, 0.6)), [1, 9, 3])
    close(selection.made_for, [0.1, 0.25, 0.5])
    close(selection.pc, [0, 0.175, 0.375, 1])
    assert selection.index.tolist() == [1, 2, 0]
    close(selection.fpr, [0.05, 0.1, 0.3])
    close(selection.fnr, [0.6, 0.4, 0.2])


def test_select_by_parameter_with_one_point():
    selection = select_by_parameter(points((0.3, 0.8)), [7])
    assert selection.pc.tolist() == [0, 1]


def test_ratios_0_and_infinity_map_to_pc_1_and_0():
    selection = select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, np.inf])
    assert selection.made_for.tolist() == [0, 1]
    assert selection.pc.tolist() == [0, 0.5, 1]


def test_selection_regret_jumps_with_the_selection():
    curve = points((0.1, 0.6), (0.4, 0.9))
    regret = selection_regret(select_by_parameter(curve, [9, 3]), own_envelope(curve))
    # From .175, midway between .1 and .25, (.4, .9) is used; it is best from .5 only.
    close(
        values_at(regret.regret, np.array([0.175, np.nextafter(0.175, 1), 0.5])), [0.0, 0.195, 0.0]
    )
    close(regret.wrong_classifier, (0.5 - 0.175) * 0.195 / 2)
    # (.1, .6) up to 1/7 against x, (.4, .9) from 6/7 against 1 - x.
    close(regret.not_majority, 0.1 / 7 / 2 + 0.1 / 7 / 2)
    close(regret.total, regret.wrong_classifier + regret.not_majority)


def test_selection_regret_is_0_where_selection_is_best():
    curve = points((0.1, 0.6), (0.4, 0.9))
    regret = selection_regret(select_by_parameter(curve, [9, 3]), own_envelope(curve))
    assert regret.is_baseline_best.tolist() == [True, False, False, False, True]
    assert regret.regret.fpr.tolist()[1] == regret.regret.fnr.tolist()[1] == 0


def test_selection_regret_with_density():
    curve = points((0.1, 0.6), (0.4, 0.9))
    selection = select_by_parameter(curve, [9, 3])
    regret = selection_regret(selection, own_envelope(curve), Uniform(0.2, 0.3))
    assert regret.not_majority == 0
    close(regret.wrong_classifier, 0.15)
    same = selection_regret(selection, own_envelope(curve), lambda pc: (pc > 0.2) & (pc < 0.3))
    assert same.wrong_classifier == pytest.approx(0.15, abs=1e-9)


@pytest.mark.parametrize("ratio", [[1], [1, 2, 3], [[1, 2]], 5])
def test_select_by_parameter_rejects_wrong_number_of_ratios(ratio):
    message = r"ratio: must have one ratio per point\. Got an array of shape .* for 2 points\. Omit"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), ratio)


def test_select_by_parameter_rejects_no_points():
    with pytest.raises(CostCurveError, match=r"one ratio per point\. Got .* for 0 points"):
        select_by_parameter(points(), [])


@pytest.mark.parametrize("ratio", [-1, np.nan])
def test_select_by_parameter_rejects_negative_or_nan_ratio(ratio):
    message = r"ratio: must be non-negative\. Got (-1\.0|nan)\. .* for example 11"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [1, ratio])


def test_select_by_parameter_rejects_equal_ratios():
    message = r"ratio: must be distinct\. Got 3\.0 and 3\.0\. Keep one"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6), (0.2, 0.7)), [3, 1, 3])


def test_select_by_parameter_rejects_ratios_with_equal_pc():
    with pytest.raises(CostCurveError, match=r"Got 1e-17 and 0\.0\.|Got 0\.0 and 1e-17\."):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, 1e-17])
