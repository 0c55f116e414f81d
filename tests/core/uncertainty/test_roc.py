import numpy as np
import pytest

from cc_widgets.core import count, folds, predictions
from cc_widgets.core.uncertainty import (
    Band,
    LineCounts,
    curve_band,
    hull_band,
    mover_band,
    rates_box,
    vertical_band,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import fawcett, own_envelope

PC = np.linspace(0, 1, 501)
FPR = np.linspace(0, 1, 101)


def scores(negatives=50, positives=50, away=1.0, seed=0):
    label = np.repeat([0, 1], [negatives, positives])
    return predictions(label, np.random.default_rng(seed).normal(size=label.size) + away * label)


def band(lower, upper):
    return Band(PC, (lower + upper) / 2, lower, upper, 0.9, "", "line")


def hull_of(pc, cost, fpr):
    """By definition: the highest tpr that costs as much as this or more at every pc."""
    least = np.minimum(cost, np.minimum(pc, 1 - pc))[1:]
    x = pc[1:]
    allowed = 1 - (least - np.multiply.outer(fpr, 1 - x)) / x
    return np.clip(allowed.min(axis=1), fpr, 1)


def test_a_hull_is_the_highest_that_costs_no_less_anywhere():
    rng = np.random.default_rng(1)
    for _ in range(10):
        low, high = np.sort(rng.uniform(0.1, 0.4, (2, 501)), axis=0)
        found = hull_band(band(low, high), fpr=FPR)
        assert found.lower == pytest.approx(hull_of(PC, high, FPR), abs=1e-12)
        assert found.upper == pytest.approx(hull_of(PC, low, FPR), abs=1e-12)


def test_the_dual_of_an_envelope_is_its_hull():
    envelope = own_envelope(fawcett())
    hull = np.array([[0, 0], [0, 0.2], [0.1, 0.5], [0.5, 0.8], [0.9, 1], [1, 1]])
    found = hull_of(envelope.pc, envelope.cost, FPR)
    inner = FPR > 0
    expected = np.interp(FPR[inner], hull[1:, 0], hull[1:, 1])
    assert found[inner] == pytest.approx(expected, abs=1e-12)
    assert found[0] == pytest.approx(0.2, abs=1e-12)


def test_there_and_back_is_the_same_cost_where_no_cost_turns_up():
    rng = np.random.default_rng(0)
    for _ in range(20):
        fpr, tpr = np.sort(rng.random((2, 30)))
        lines = np.minimum.reduce(
            [np.minimum(PC, 1 - PC), *(f * (1 - PC) + (1 - t) * PC for f, t in zip(fpr, tpr))]  # noqa: B905
        )
        rates = np.union1d(fpr, np.linspace(0, 1, 2001))
        hull = hull_of(PC, lines, rates)
        back = np.min(np.outer(1 - PC, rates) + np.outer(PC, 1 - hull), axis=1)
        assert back == pytest.approx(lines, abs=2e-3)
        assert np.all(back >= lines - 1e-12)


def test_the_dual_holds_a_hull_exactly_where_the_band_holds_its_envelope():
    envelope = own_envelope(fawcett())
    cost = np.interp(PC, envelope.pc, envelope.cost)
    # Where a cost turns up in the middle no hull has it, so limits are tried that do not.
    for low, high, holds in ((0.9, 1.1, True), (1.05, 1.2, False), (0.7, 0.95, False)):
        found = hull_band(band(low * cost, high * cost), fpr=FPR)
        truth = hull_of(PC, cost, FPR)
        inside = (found.lower <= truth + 1e-12) & (truth <= found.upper + 1e-12)
        assert np.all(inside) == holds
        assert np.all(found.lower <= found.upper)


def test_no_hull_lies_below_guessing_however_much_a_limit_costs():
    found = hull_band(band(np.zeros(501), np.full(501, 0.9)), fpr=FPR)
    assert found.lower == pytest.approx(FPR)
    assert found.upper == pytest.approx(np.ones(101))


def test_a_box_has_the_limits_of_each_rate_and_both_at_once_are_wider():
    line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    each, both = rates_box(line, joint=False), rates_box(line)
    # Clopper-Pearson at 90 %: beta quantiles, by scipy.
    assert each.fpr == pytest.approx((0.1500282408, 0.6964627874), abs=1e-9)
    assert each.tpr == pytest.approx((0.5989718827, 0.9286461157), abs=1e-9)
    assert both.fpr[0] < each.fpr[0] < each.fpr[1] < both.fpr[1]
    assert both.tpr[0] < each.tpr[0] < each.tpr[1] < both.tpr[1]
    assert "both rates at once" in both.covers
    assert "fixed before" in each.covers
    perfect = rates_box(LineCounts(fp=0, negatives=10, fn=0, positives=10))
    assert (perfect.fpr[0], perfect.tpr[1]) == (0, 1)
    assert perfect.fpr[1] > 0.2


@pytest.mark.parametrize("make", [vertical_band, curve_band])
def test_bands_of_a_curve_hold_it_and_shrink_with_more_examples(make):
    widths = []
    for size in (20, 200, 2_000):
        given = scores(size, size)
        found, curve = make(given, fpr=FPR), count(given)
        seen = np.interp(FPR * size, curve.fp, curve.tp) / size
        assert found.estimate == pytest.approx(seen)
        assert np.all((found.lower <= seen) & (seen <= found.upper))
        assert np.all((found.lower >= 0) & (found.upper <= 1))
        assert np.all(found.upper - found.lower > 0)
        widths.append(np.mean(found.upper - found.lower))
        counted = make(curve, fpr=FPR)
        assert np.array_equal(counted.lower, found.lower)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_a_vertical_band_knows_that_the_threshold_strays():
    # With very many positives all that is uncertain is which threshold has this rate.
    given = scores(50, 20_000, away=1.0)
    found = vertical_band(given, fpr=[0.3])
    fixed = 2 * 1.645 * np.sqrt(0.7 * 0.3 / 20_000)
    assert found.upper[0] - found.lower[0] > 10 * fixed


def test_bands_say_what_they_hold():
    given = scores()
    assert (
        "truly has a given false positive rate, at each single one" in vertical_band(given).covers
    )
    assert "whole true curve, all of it at once" in curve_band(given).covers
    costs = mover_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), simultaneous=True)
    assert "at all PC(+)" in hull_band(costs).covers
    assert hull_band(costs).simultaneous


@pytest.mark.parametrize("make", [vertical_band, curve_band])
def test_what_is_no_number_of_independent_examples_is_refused(make):
    label, score = np.tile([0, 1], 10), np.arange(20.0)
    weighted = predictions(label, score, sample_weight=np.linspace(1, 2, 20))
    clustered = predictions(label, score, clusters=np.arange(20) // 2)
    for given in (weighted, clustered, count(weighted), folds([scores(), scores(seed=1)])):
        with pytest.raises(CostCurveError, match="independent examples"):
            make(given)
    with pytest.raises(CostCurveError, match="values that rise"):
        make(scores(), fpr=[0.5, 0.5])
