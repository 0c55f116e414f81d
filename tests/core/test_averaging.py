import tracemalloc

import numpy as np
import pytest

from cc_widgets.core import (
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
    vertical_average,
)
from cc_widgets.core._averaging import _read
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
