import numpy as np
import pytest

from cc_widgets.core import count, folds, predictions
from cc_widgets.core.uncertainty import Band, mover_band
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.regions import curve_band, hull_band, rates_box, vertical_band
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
    """Return by definition the highest tpr that costs at least as much at every pc."""
    least = np.minimum(cost, np.minimum(pc, 1 - pc))[1:]
    x = pc[1:]
    allowed = 1 - (least - np.multiply.outer(fpr, 1 - x)) / x
    return np.clip(allowed.min(axis=1), fpr, 1)


def test_hull_is_the_highest_without_lower_cost_anywhere():
    rng = np.random.default_rng(1)
    for _ in range(10):
        low, high = np.sort(rng.uniform(0.1, 0.4, (2, 501)), axis=0)
        dual = hull_band(band(low, high), fpr=FPR)
        assert dual.lower == pytest.approx(hull_of(PC, high, FPR), abs=1e-12)
        assert dual.upper == pytest.approx(hull_of(PC, low, FPR), abs=1e-12)


def test_the_dual_of_an_envelope_is_its_hull():
    envelope = own_envelope(fawcett())
    hull = np.array([[0, 0], [0, 0.2], [0.1, 0.5], [0.5, 0.8], [0.9, 1], [1, 1]])
    dual = hull_of(envelope.pc, envelope.cost, FPR)
    inner = FPR > 0
    expected = np.interp(FPR[inner], hull[1:, 0], hull[1:, 1])
    assert dual[inner] == pytest.approx(expected, abs=1e-12)
    assert dual[0] == pytest.approx(0.2, abs=1e-12)


def test_dual_of_the_dual_has_the_same_cost():
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


def test_the_dual_contains_a_hull_exactly_where_the_band_contains_its_envelope():
    envelope = own_envelope(fawcett())
    cost = np.interp(PC, envelope.pc, envelope.cost)
    # No hull has a cost curve that is not concave, so the limits here are concave.
    for low, high, holds in ((0.9, 1.1, True), (1.05, 1.2, False), (0.7, 0.95, False)):
        dual = hull_band(band(low * cost, high * cost), fpr=FPR)
        truth = hull_of(PC, cost, FPR)
        inside = (dual.lower <= truth + 1e-12) & (truth <= dual.upper + 1e-12)
        assert np.all(inside) == holds
        assert np.all(dual.lower <= dual.upper)


def test_no_hull_is_below_the_diagonal():
    dual = hull_band(band(np.zeros(501), np.full(501, 0.9)), fpr=FPR)
    assert dual.lower == pytest.approx(FPR)
    assert dual.upper == pytest.approx(np.ones(101))


def test_joint_box_is_wider_than_separate_limits():
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


@pytest.mark.parametrize("n_classifiers", [3, 8])
def test_box_of_the_best_of_several_has_nominal_coverage(n_classifiers):
    n_sets, size, rates = 200, 300, np.array([0.3, 0.3])
    errors = np.random.default_rng(5).binomial(size, 0.3, (n_sets, n_classifiers, 2))
    best = errors[np.arange(n_sets), errors.sum(axis=2).argmin(axis=1)]

    def coverage(number):
        """Share of the boxes that contain the true rates of the chosen classifier."""
        lines = [LineCounts(int(fp), size, int(fn), size) for fp, fn in best]
        boxes = [rates_box(line, n_classifiers=number) for line in lines]
        limits = np.array([[box.fpr, (1 - box.tpr[1], 1 - box.tpr[0])] for box in boxes])
        inside = (limits[..., 0] <= rates) & (rates <= limits[..., 1])
        return inside.all(axis=1).mean()

    assert coverage(1) < 0.88
    assert coverage(n_classifiers) >= 0.9


def test_box_of_the_best_of_several_states_the_choice():
    line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    single, best = rates_box(line), rates_box(line, n_classifiers=3)
    assert (best.level, best.fpr) == (0.9, rates_box(line, level=29 / 30).fpr)
    assert "Bonferroni for the best of 3 classifiers" in best.covers
    assert "Bonferroni" not in single.covers


@pytest.mark.parametrize("make", [vertical_band, curve_band])
def test_bands_of_a_curve_contain_it_and_shrink_with_more_examples(make):
    widths = []
    for size in (20, 200, 2_000):
        source = scores(size, size)
        roc_band, curve = make(source, fpr=FPR), count(source)
        observed = np.interp(FPR * size, curve.fp, curve.tp) / size
        assert roc_band.estimate == pytest.approx(observed)
        assert np.all((roc_band.lower <= observed) & (observed <= roc_band.upper))
        assert np.all((roc_band.lower >= 0) & (roc_band.upper <= 1))
        assert np.all(roc_band.upper - roc_band.lower > 0)
        widths.append(np.mean(roc_band.upper - roc_band.lower))
        counted = make(curve, fpr=FPR)
        assert np.array_equal(counted.lower, roc_band.lower)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_a_vertical_band_includes_the_variation_of_the_threshold():
    # With very many positives only the threshold with this rate is uncertain.
    source = scores(50, 20_000, away=1.0)
    roc_band = vertical_band(source, fpr=[0.3])
    fixed = 2 * 1.645 * np.sqrt(0.7 * 0.3 / 20_000)
    assert roc_band.upper[0] - roc_band.lower[0] > 10 * fixed


def test_bands_state_their_coverage():
    source = scores()
    assert (
        "truly has a given false positive rate, at each single one" in vertical_band(source).covers
    )
    assert "whole true curve, all of it at once" in curve_band(source).covers
    costs = mover_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), simultaneous=True)
    assert "at all PC(+)" in hull_band(costs).covers
    assert hull_band(costs).simultaneous


@pytest.mark.parametrize("make", [vertical_band, curve_band])
def test_weights_clusters_and_folds_raise(make):
    label, score = np.tile([0, 1], 10), np.arange(20.0)
    weighted = predictions(label, score, sample_weight=np.linspace(1, 2, 20))
    clustered = predictions(label, score, clusters=np.arange(20) // 2)
    for source in (weighted, clustered, count(weighted), folds([scores(), scores(seed=1)])):
        with pytest.raises(CostCurveError, match="independent examples"):
            make(source)
    with pytest.raises(CostCurveError, match="strictly increasing"):
        make(scores(), fpr=[0.5, 0.5])
