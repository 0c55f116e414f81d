import tracemalloc

import numpy as np
import pytest

from cc_widgets.core import (
    Uniform,
    auc,
    convex_hull,
    cost_average,
    cost_spread,
    count,
    count_corners,
    count_hull,
    horizontal_average,
    pooled_average,
    predictions,
    roc_curve,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core._averaging import _read, fold_shares, mean_of_folds
from cc_widgets.core._cost import values_at
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, own_envelope, points, scored


def corners(average):
    return list(zip(average.roc.fpr.tolist(), average.roc.tpr.tolist(), strict=True))


def test_vertical_steps_stay_vertical():
    average = vertical_average([points((0, 0.5), (0.5, 0.5), (0.5, 1)), points((0.5, 0.75))])
    expected = [(0, 0), (0, 0.25), (0.5, 0.625), (0.5, 0.875), (1, 1)]
    assert corners(average) == expected


def test_level_steps_stay_level():
    average = horizontal_average([points((0, 0.5), (0.5, 0.5), (0.5, 1)), points((0.25, 0.5))])
    expected = [(0, 0), (0.125, 0.5), (0.375, 0.5), (0.75, 1), (1, 1)]
    assert corners(average) == expected


def test_averages_of_one_curve_with_itself_are_the_curve():
    curve = scored([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    for average in (vertical_average([curve, curve]), horizontal_average([curve, curve])):
        close(average.roc.fpr, curve.fpr)
        close(average.roc.tpr, curve.tpr)
    close(pooled_average([curve, curve]).roc.fpr, curve.fpr)
    close(cost_average([own_envelope(curve)] * 2).cost.pc, own_envelope(curve).pc)


def test_hulls_can_be_averaged_too():
    hulls = [convex_hull([points(pair)]) for pair in [(0.04, 0.4), (0.3, 0.8)]]
    close(vertical_average(hulls).roc.tpr, [0, 19 / 75, 0.68125, 1])


def test_weights_count_curves_more_than_once():
    first, second = points((0.04, 0.4)), points((0.3, 0.8))
    for average in (vertical_average, horizontal_average):
        close(average([first, second], [2, 1]).roc.tpr, average([first, first, second]).roc.tpr)
        close(average([first, second], [2, 1]).roc.fpr, average([first, first, second]).roc.fpr)
    one, other = own_envelope(first), own_envelope(second)
    close(cost_average([one, other], [2, 1]).roc.fpr, cost_average([one, one, other]).roc.fpr)
    close(cost_average([one, other], [2, 1]).roc.tpr, cost_average([one, one, other]).roc.tpr)


def test_pooling_keeps_counts_and_thresholds_of_all_folds():
    folds = [scored([1, 0, 1], [0.9, 0.5, 0.1]), scored([0, 1], [0.7, 0.5])]
    curve = pooled_average(folds).roc
    assert curve.counts is not None
    assert curve.counts.threshold.tolist() == [np.inf, 0.9, 0.7, 0.5, 0.1]
    assert curve.counts.tp.tolist() == [0, 1, 1, 2, 3]
    assert curve.counts.fp.tolist() == [0, 0, 1, 2, 2]
    assert (curve.counts.positives, curve.counts.negatives) == (3, 2)
    assert curve.counts.tp.dtype.kind == "i"


def test_each_average_says_what_it_presumes():
    curve = scored([1, 0], [2, 1])
    averages = [
        vertical_average([curve, curve]),
        horizontal_average([curve, curve]),
        pooled_average([curve, curve]),
        cost_average([own_envelope(curve)] * 2),
    ]
    for average, word in zip(
        averages, ["its fpr", "its tpr", "threshold", "given pc"], strict=True
    ):
        assert word in average.presumes


def test_fewer_than_two_curves_are_refused():
    message = r"curves: an average needs two curves or more\. Got 1\. Pass one for each fold"
    curve = scored([1, 0], [2, 1])
    for average in (vertical_average, horizontal_average, pooled_average):
        with pytest.raises(CostCurveError, match=message):
            average([curve])
    with pytest.raises(CostCurveError, match=message):
        cost_average([envelope_of()])
    with pytest.raises(CostCurveError, match=message):
        cost_spread([envelope_of()], 0.5)


def test_points_that_fall_are_refused_by_position():
    good, bad = points((0.1, 0.5)), points((0.3, 0.7), (0.2, 0.8))
    for average in (vertical_average, horizontal_average):
        with pytest.raises(CostCurveError, match=r"^curves\[1\]: points can only be joined"):
            average([good, bad])


def test_bare_points_cannot_be_pooled():
    message = r"^curves\[1\]: pooling needs scored examples\. Got bare points\. Pass roc_curve"
    with pytest.raises(CostCurveError, match=message):
        pooled_average([scored([1, 0], [2, 1]), points((0.1, 0.5))])


# F5: each curve was cut at the turns of all the others.
def test_the_work_of_a_cost_average_grows_with_the_folds_hardly_more_than_in_proportion():
    random = np.random.default_rng(0)
    rates = random.random((256, 2, 8))
    curves = [own_envelope(points(*zip(*one, strict=True))) for one in rates]

    def most_held(some):
        tracemalloc.start()
        cost_average(some)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert most_held(curves) < 8 * most_held(curves[:64])


def test_a_curve_of_no_weight_adds_its_turns_alone():
    first, second, unused = (own_envelope(points((x, 0.9))) for x in (0.1, 0.2, 0.5))
    average = cost_average([first, unused, second], [1, 0, 1]).cost
    alone = cost_average([first, second]).cost
    assert set(unused.pc) <= set(average.pc)
    close(values_at(average, average.pc), values_at(alone, average.pc))


@pytest.mark.parametrize("folds", range(2, 41))
def test_averages_of_equal_folds_are_that_fold_however_many_they_are(folds):
    curve = scored([1, 0, 1, 0, 1, 0, 1], [6, 5, 4, 3, 3, 2, 1])
    for average in (vertical_average, horizontal_average):
        roc = average([curve] * folds).roc
        assert (roc.fpr[0], roc.tpr[0], roc.fpr[-1], roc.tpr[-1]) == (0, 0, 1, 1)
        assert set(roc.fpr.tolist()) == set(curve.fpr.tolist())
        assert set(roc.tpr.tolist()) == set(curve.tpr.tolist())
    envelope = own_envelope(curve)
    mean = cost_average([envelope] * folds).cost
    assert (mean.fpr.tolist(), mean.fnr.tolist()) == (envelope.fpr.tolist(), envelope.fnr.tolist())


def test_averages_rise_whatever_their_rounding_and_can_be_read_like_any_curve():
    random = np.random.default_rng(5)
    for folds in range(2, 32):
        curves = [scored([1, 0] * 6, random.integers(0, 6, 12)) for _ in range(folds)]
        weights = random.integers(1, 50, folds)
        costs = cost_average([own_envelope(curve) for curve in curves], weights)
        averages = [vertical_average(curves, weights), horizontal_average(curves, weights), costs]
        areas = [auc(average.roc) for average in averages]
        mean = np.dot([auc(curve) for curve in curves], weights) / weights.sum()
        close(areas[:2], [mean, mean])
        assert areas[2] >= mean


def test_a_reading_does_not_pass_the_end_of_its_segment():
    x, y = np.array([0, 0.1, 0.45, 1]), np.array([0, 0.15, 0.45, 1])
    just_before = np.array([np.nextafter(0.45, 0)])
    # Without care .15 + .3 * (nearly 1) is .45000000000000007.
    assert _read(x, y, just_before, "left").tolist() == [0.45]
    assert _read(x, y, just_before, "right").tolist() == [0.45]


@pytest.mark.parametrize("few", [count_hull, count_corners])
def test_counts_at_corners_cannot_be_pooled(few):
    given = predictions([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    message = (
        r"^curves\[1\]: pooling needs counts at every score\. Got counts at corners only\. Use"
    )
    with pytest.raises(CostCurveError, match=message):
        pooled_average([roc_curve(count(given)), roc_curve(few(given))])


# ---- Folds together, and how far apart they are
def test_spread_of_two_folds():
    spread = cost_spread([envelope_of((0.04, 0.4)), envelope_of((0.3, 0.8))], 0.5)
    close(spread.pc, [0.5])
    close(spread.mean, [0.285])
    close(spread.deviation, [0.07 / np.sqrt(2) / np.sqrt(1)])
    close([spread.lowest, spread.highest], [[0.25], [0.32]])


def test_spread_with_weights():
    envelopes = [envelope_of((x, 1 - x)) for x in (0.1, 0.2, 0.4)]
    spread = cost_spread(envelopes, [0.5], [1, 3, 0])
    close(spread.mean, [0.175])
    # Shares 1/4 and 3/4: (.075^2 / 4 + .025^2 * 3 / 4) / (1 - 10 / 16).
    close(spread.deviation, [np.sqrt(0.001875 / 0.375)])
    close([spread.lowest, spread.highest], [[0.1], [0.2]])


@pytest.mark.parametrize("pc", [-0.1, 1.1])
def test_spread_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        cost_spread([envelope_of(), envelope_of()], pc)


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [1, -1], [1, 0], [1, np.nan], [1, np.inf], 1])
def test_weights_that_do_not_fit_are_refused(weights):
    message = r"weights: each curve needs a weight .* Got .*\. Pass 2 sizes of folds"
    with pytest.raises(CostCurveError, match=message):
        vertical_average([points((0.1, 0.5)), points((0.2, 0.6))], weights)


def test_shares_sum_to_1_and_are_alike_by_default():
    assert fold_shares(4, None).tolist() == [0.25] * 4
    assert fold_shares(3, [1, 0, 3]).tolist() == [0.25, 0, 0.75]


@pytest.mark.parametrize("n", [0, 1])
def test_fewer_than_two_folds_are_refused(n):
    with pytest.raises(CostCurveError, match=rf"curves: an average needs two .* Got {n}\. Pass"):
        fold_shares(n, None)


@pytest.mark.parametrize("folds", range(2, 41))
def test_equal_folds_have_no_spread(folds):
    spread = cost_spread([envelope_of((0.1, 0.7))] * folds, [0.2, 0.3, 0.7])
    assert spread.deviation.tolist() == [0, 0, 0]
    assert spread.mean.tolist() == spread.lowest.tolist() == spread.highest.tolist()


def test_spread_where_one_fold_is_nearly_all():
    # Two values a, b have the variance (a - b)^2 / 2, whatever their shares.
    spread = cost_spread([envelope_of((0.1, 0.6)), envelope_of((0.3, 0.6))], 0.5, [1, 1e-20])
    close(spread.deviation, [0.1 / np.sqrt(2)])


def test_the_mean_of_folds_leaves_out_those_that_do_not_count():
    counted, others = [np.array([0.7])] * 10, [np.array([0.0]), np.array([1.0])]
    # Ten times .1 * .7, added up, is not .7.
    assert sum([0.1 * 0.7] * 10) != 0.7
    shares = np.array([0.1] * 10 + [0.0] * 2)
    assert mean_of_folds([*counted, *others], shares).tolist() == [0.7]


def test_the_mean_of_folds_weighs_them():
    rows = [np.array([0.0, 1]), np.array([1.0, 0])]
    assert mean_of_folds(rows, np.array([0.25, 0.75])).tolist() == [0.75, 0.25]


# ---- Selection by parameter
def test_each_point_serves_the_pc_nearest_to_its_own():
    selection = select_by_parameter(points((0.3, 0.8), (0.05, 0.4), (0.1, 0.6)), [1, 9, 3])
    close(selection.made_for, [0.1, 0.25, 0.5])
    close(selection.pc, [0, 0.175, 0.375, 1])
    assert selection.index.tolist() == [1, 2, 0]
    close(selection.fpr, [0.05, 0.1, 0.3])
    close(selection.fnr, [0.6, 0.4, 0.2])


def test_one_point_serves_everywhere():
    selection = select_by_parameter(points((0.3, 0.8)), [7])
    assert selection.pc.tolist() == [0, 1]


def test_ratios_from_zero_to_infinity_stand_for_pc_1_and_0():
    selection = select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, np.inf])
    assert selection.made_for.tolist() == [0, 1]
    assert selection.pc.tolist() == [0, 0.5, 1]


def test_regret_jumps_where_the_selection_does():
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


def test_regret_is_zero_where_the_best_is_selected():
    curve = points((0.1, 0.6), (0.4, 0.9))
    regret = selection_regret(select_by_parameter(curve, [9, 3]), own_envelope(curve))
    assert regret.trivial_best.tolist() == [True, False, False, False, True]
    assert regret.regret.fpr.tolist()[1] == regret.regret.fnr.tolist()[1] == 0


def test_regret_takes_a_density():
    curve = points((0.1, 0.6), (0.4, 0.9))
    selection = select_by_parameter(curve, [9, 3])
    regret = selection_regret(selection, own_envelope(curve), Uniform(0.2, 0.3))
    assert regret.not_majority == 0
    close(regret.wrong_classifier, 0.15)
    same = selection_regret(selection, own_envelope(curve), lambda pc: (pc > 0.2) & (pc < 0.3))
    assert same.wrong_classifier == pytest.approx(0.15, abs=1e-9)


@pytest.mark.parametrize("ratio", [[1], [1, 2, 3], [[1, 2]], 5])
def test_ratios_that_do_not_fit_the_points_are_refused(ratio):
    message = r"ratio: one ratio for each point .* Got an array of shape .* for 2 points\. Leave"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), ratio)


def test_no_points_are_refused():
    with pytest.raises(CostCurveError, match=r"and a point\. Got .* for 0 points"):
        select_by_parameter(points(), [])


@pytest.mark.parametrize("ratio", [-1, np.nan])
def test_ratios_that_are_none_are_refused(ratio):
    message = r"ratio: ratios must be zero or more\. Got (-1\.0|nan)\. .* for instance 11"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [1, ratio])


def test_two_points_for_one_ratio_are_refused():
    message = r"ratio: each ratio must lead to one point only\. Got 3\.0 and 3\.0\. Keep one"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6), (0.2, 0.7)), [3, 1, 3])


def test_two_ratios_for_one_pc_are_refused():
    with pytest.raises(CostCurveError, match=r"Got 1e-17 and 0\.0\.|Got 0\.0 and 1e-17\."):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, 1e-17])
