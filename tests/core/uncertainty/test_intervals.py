from itertools import product
from math import lgamma

import numpy as np
import pytest

from cc_widgets.core import cell_counts, count, matrix_counts, predictions, roc_curve
from cc_widgets.core.averaging import pooled_average
from cc_widgets.core.hull import count_hull
from cc_widgets.core.metrics import beta_tails
from cc_widgets.core.uncertainty import line_counts, mover_band
from cc_widgets.core.uncertainty.bands import normal_quantile, simultaneous_critical
from cc_widgets.core.uncertainty.intervals import (
    LineCounts,
    adjusted_wilson_limits,
    clopper_pearson_limits,
    mover_limits,
    rectangle_band,
    wilson_limits,
    zero_error_limit,
)
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE, close

WEIGHTED = roc_curve(count(predictions([0, 1], [0.2, 0.8], sample_weight=[2, 3])))


# The two kinds of error differ in number: a transposed matrix would show.
@pytest.mark.parametrize(
    "counts",
    [
        matrix_counts([[6, 4], [3, 17]]),
        matrix_counts([[6, 3], [4, 17]], rows="predicted"),
        cell_counts(tp=17, fn=3, fp=4, tn=6),
    ],
)
def test_confusion_matrix_is_read_in_the_right_orientation(counts):
    assert line_counts(counts) == LineCounts(fp=4, negatives=10, fn=3, positives=20)


def test_each_rate_is_a_share_of_its_own_class():
    line = LineCounts(fp=4, negatives=10, fn=3, positives=20)
    assert (line.fpr, line.fnr) == (0.4, 0.15)
    assert line.cost(np.array([0.0, 0.5, 1.0])).tolist() == [0.4, 0.275, 0.15]


def test_a_threshold_of_a_curve_is_named_by_its_position():
    counts = count(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    line = line_counts(counts, 6)
    assert (line.fp, line.fn) == (counts.fp[6], 10 - counts.tp[6])
    for index in (None, 21, -22):
        with pytest.raises(CostCurveError, match="index: must be the position of one threshold"):
            line_counts(counts, index)


def test_a_class_may_have_a_single_example():
    assert LineCounts(fp=1, negatives=1, fn=0, positives=1).fpr == 1


@pytest.mark.parametrize("fp", [1.5, 2.0, True, -1, "2", None, np.float64(2)])
def test_counts_that_are_not_integers_raise(fp):
    with pytest.raises(CostCurveError, match=r"fp: must be an integer.*weights"):
        LineCounts(fp=fp, negatives=10, fn=1, positives=10)


@pytest.mark.parametrize(
    "counts",
    [
        cell_counts(tp=17, fn=3, fp=3.5, tn=6),
        count(predictions([0, 1], [0.2, 0.8], sample_weight=[2.5, 3])),
        count(predictions([0, 1], [0.2, 0.8], sample_weight=[100, 100])),  # W3
        count_hull(predictions([0, 1], [0.2, 0.8], sample_weight=[2, 3])),
        pooled_average([WEIGHTED, WEIGHTED]).roc.counts,
    ],
)
def test_weighted_matrices_and_predictions_raise(counts):
    with pytest.raises(CostCurveError, match=r"sums of weights"):
        line_counts(counts, 1)


def test_numpy_integers_become_python_integers():
    line = LineCounts(*np.array([1, 9, 0, 1]))
    assert type(line.fp) is int
    assert type(line.negatives) is int


def test_impossible_counts_raise():
    with pytest.raises(CostCurveError, match="must be at most the number of examples"):
        LineCounts(fp=11, negatives=10, fn=1, positives=10)
    with pytest.raises(CostCurveError, match="positives: must be an integer, 1 or more"):
        LineCounts(fp=1, negatives=10, fn=0, positives=0)


# ---- Wilson's limits, the MOVER band and the rectangle band: formulas, edges, coverage
RATES = [(0.4, 0.2), (0.1, 0.1), (0.02, 0.05), (0.005, 0.4)]
SIZES = [(10, 20), (100, 100), (180, 20)]
ROUNDING = 1e-12


def outcomes(size, rates):
    """Return all pairs of error counts, and their probabilities."""
    fp, fn = np.ogrid[: size[0] + 1, : size[1] + 1]
    return fp, fn, np.outer(*(masses(n, rate) for n, rate in zip(size, rates, strict=True)))


def masses(total, rate):
    rest = [lgamma(total + 1) - lgamma(k + 1) - lgamma(total - k + 1) for k in range(total + 1)]
    k = np.arange(total + 1)
    return np.exp(rest + k * np.log(rate) + (total - k) * np.log(1 - rate))


def covered(size, rates, pc, z):
    """Return whether the MOVER limits cover the true cost in each outcome, and its probability."""
    fp, fn, mass = outcomes(size, rates)
    truth = (1 - pc) * rates[0] + pc * rates[1]
    lower, upper = mover_limits(fp, size[0], fn, size[1], pc, z)
    return (lower <= truth + ROUNDING) & (truth <= upper + ROUNDING), mass


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_wilson_limits_are_z_standard_errors_away(level):
    count, total = np.array([1, 4, 9, 500]), np.array([10, 10, 10, 10_000])
    for limit in wilson_limits(count, total, level):
        away = np.abs(count / total - limit)
        close(away, normal_quantile(level) * np.sqrt(limit * (1 - limit) / total))


def test_wilson_limits_have_positive_width_within_the_unit_interval():
    lower, upper = wilson_limits([0, 10, 0, 1], [10, 10, 1, 1], 0.9)
    assert lower.tolist()[::2] == [0, 0]
    assert upper.tolist()[1::2] == [1, 1]
    assert np.all(upper - lower > 0.1)


def test_mover_limits_at_the_ends_equal_those_of_each_rate():
    band = mover_band(FIGURE_11, pc=[0, 1])
    lower, upper = adjusted_wilson_limits([4, 4], [10, 20], normal_quantile(0.9))
    close(band.lower, lower)
    close(band.upper, upper)


def test_at_the_ends_the_other_class_does_not_matter():
    line = LineCounts(fp=4, negatives=10, fn=90, positives=100)
    first, second = mover_band(FIGURE_11), mover_band(line)
    assert (first.lower[0], first.upper[0]) == (second.lower[0], second.upper[0])
    assert first.upper[-1] < second.lower[-1]


def test_limits_accept_a_different_threshold_at_each_pc():
    pc = np.array([0.2, 0.7])
    lower, upper = mover_limits([4, 1], 10, [4, 9], 20, pc, 1.6)
    for i, (fp, fn) in enumerate([(4, 4), (1, 9)]):
        assert (lower[i], upper[i]) == mover_limits(fp, 10, fn, 20, pc[i], 1.6)


@pytest.mark.parametrize("line", [(0, 10, 0, 20), (10, 10, 20, 20), (0, 1, 1, 1)])
def test_without_errors_or_without_successes_the_band_still_has_width(line):
    line = LineCounts(*line)
    for band in (mover_band(line), mover_band(line, simultaneous=True), rectangle_band(line)):
        assert np.all(band.upper - band.lower > 0.05)
        assert np.all((band.lower >= 0) & (band.upper <= 1))
        assert np.all((band.lower <= band.estimate) & (band.estimate <= band.upper))


# Ranges over the four pairs of rates, at pc .1, .5 and .9, by enumeration.
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((10, 20), [(0.902, 0.981), (0.931, 0.940), (0.893, 0.973)]),
        ((100, 100), [(0.898, 0.956), (0.900, 0.923), (0.898, 0.916)]),
        ((180, 20), [(0.901, 0.948), (0.893, 0.966), (0.893, 0.982)]),
        ((500, 500), [(0.899, 0.922), (0.899, 0.912), (0.899, 0.902)]),
    ],
)
def test_coverage_of_mover_by_enumeration(size, expected):
    for pc, (least, most) in zip((0.1, 0.5, 0.9), expected, strict=True):
        shares = []
        for rates in RATES:
            inside, mass = covered(size, rates, pc, normal_quantile(0.9))
            shares.append(mass[inside].sum())
        assert min(shares) == pytest.approx(least, abs=0.001)
        assert max(shares) == pytest.approx(most, abs=0.001)


@pytest.mark.parametrize(("size", "rates"), list(product(SIZES, RATES[:3])))
def test_coverage_of_the_whole_line_by_enumeration(size, rates):
    everywhere = True
    for pc in np.linspace(0, 1, 101):
        inside, mass = covered(size, rates, pc, simultaneous_critical(0.9))
        everywhere &= inside
    assert 0.9 <= mass[everywhere].sum() <= 0.97


@pytest.mark.parametrize(
    ("count", "total"),
    [(0, 10), (10, 10), (3, 10), (1, 1), (0, 1), (50, 1000), (2000, 10**6)],
)
def test_clopper_pearson_limits_are_quantiles_of_beta_distributions(count, total):
    lower, upper = clopper_pearson_limits(count, total, 0.95)
    assert (lower == 0) == (count == 0)
    assert (upper == 1) == (count == total)
    if count:
        as_many, _ = beta_tails(count, total - count + 1, np.array([lower]))
        close(as_many, [0.025])
    if count < total:
        _, as_few = beta_tails(count + 1, total - count, np.array([upper]))
        close(as_few, [0.025])


@pytest.mark.parametrize(("level", "n_classifiers"), [(0.95, 1), (0.9, 1), (0.95, 3), (0.99, 8)])
def test_zero_error_limit_is_the_upper_clopper_pearson_limit(level, n_classifiers):
    total = np.array([1, 2, 15, 60, 357, 10**6])
    limit = zero_error_limit(total, level, n_classifiers)
    tail = (1 - level) / n_classifiers
    np.testing.assert_allclose((1 - limit) ** total, tail, rtol=1e-9)
    two_sided = clopper_pearson_limits(np.zeros(6), total, 1 - 2 * tail)[1]
    np.testing.assert_allclose(limit, two_sided, rtol=1e-11)


def test_zero_error_limit_follows_the_rule_of_three():
    # Hanley and Lippman-Hand, 1983.
    assert zero_error_limit(1000) == pytest.approx(0.003, rel=0.01)
    assert zero_error_limit(1e15) == pytest.approx(-np.log(0.05) / 1e15, rel=1e-12)
    assert zero_error_limit([[15, 60]]).shape == (1, 2)


def test_zero_error_limit_covers_the_best_of_several_classifiers():
    # With eight independent classifiers, one of them makes no error in 5% of test sets.
    limit = zero_error_limit(60, n_classifiers=8)
    no_error = (1 - limit) ** 60
    assert 1 - (1 - no_error) ** 8 == pytest.approx(0.05, rel=0.03)
    assert 1 - (1 - no_error) ** 8 <= 0.05


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"total": 0}, r"total: must be above 0, and at most 1e\+100\. Got 0"),
        ({"total": np.nan}, "total: must be above 0"),
        ({"total": 10, "n_classifiers": 0}, "n_classifiers: must be"),
        ({"total": 10, "level": 95}, "level: must be"),
    ],
)
def test_zero_error_limit_rejects_invalid_values(values, message):
    with pytest.raises(CostCurveError, match=message):
        zero_error_limit(**values)


@pytest.mark.parametrize("rates", RATES)
def test_the_rectangle_band_has_at_least_nominal_coverage(rates):
    each = np.sqrt(0.9)
    fp_limits = np.array([clopper_pearson_limits(k, 10, each) for k in range(11)])
    fn_limits = np.array([clopper_pearson_limits(k, 20, each) for k in range(21)])
    _, _, mass = outcomes((10, 20), rates)
    truth = np.linspace(0, 1, 21)[:, None, None]
    lower, upper = (
        (1 - truth) * fp_limits[:, None, side] + truth * fn_limits[None, :, side] for side in (0, 1)
    )
    cost = (1 - truth) * rates[0] + truth * rates[1]
    inside = np.all((lower <= cost + ROUNDING) & (cost <= upper + ROUNDING), axis=0)
    assert mass[inside].sum() >= 0.9


def test_the_rectangle_band_joins_the_limits_of_both_rates():
    band = rectangle_band(FIGURE_11, pc=[0, 0.25, 1])
    assert band.simultaneous
    close(band.lower[1], 0.75 * band.lower[0] + 0.25 * band.lower[2])
    narrow = mover_band(FIGURE_11, pc=[0.5])
    wide = rectangle_band(FIGURE_11, pc=[0.5])
    ratio = (wide.upper - wide.lower) / (narrow.upper - narrow.lower)
    assert 1.6 < ratio.item() < 1.9


def test_a_band_states_its_coverage():
    assert "at each single PC(+) (Wilson-MOVER)" in mover_band(FIGURE_11).covers
    band = mover_band(FIGURE_11, level=0.95, simultaneous=True)
    assert band.covers.startswith("95 % band for the cost of this line, at all PC(+) together")
    assert np.all(band.upper - band.lower > mover_band(FIGURE_11, level=0.95).upper - band.lower)


def test_simultaneous_coverage_does_not_fail_with_few_errors():
    # All 101 x 101 outcomes; Wilson's limits alone give .861.
    size, rates, pc = (100, 100), (0.005, 0.4), np.linspace(0, 1, 41)
    fp, fn, mass = outcomes(size, rates)
    truth = (1 - pc) * rates[0] + pc * rates[1]
    z = simultaneous_critical(0.9)
    lower, upper = mover_limits(fp[..., None], size[0], fn[..., None], size[1], pc, z)
    is_covered = np.all((lower <= truth + 1e-12) & (truth <= upper + 1e-12), axis=-1)
    assert (mass * is_covered).sum() > 0.89


@pytest.mark.parametrize("expected", [0.05, 0.21, 0.3, 0.65, 0.95])
@pytest.mark.parametrize(("size", "level"), [((10, 20), 0.9), ((20, 60), 0.9), ((50, 50), 0.95)])
def test_coverage_below_one_expected_error_by_enumeration(expected, size, level):
    # .81 with Wilson's limits alone, at 90 %.
    for other in (0.1, 0.5, 3):
        rates = expected / size[0], other / size[1]
        for pc in (0, 0.1, 0.5, 0.9):
            inside, mass = covered(size, rates, pc, normal_quantile(level))
            assert mass[inside].sum() >= level - 0.03, (rates, pc)


def test_limits_equal_wilsons_above_ten_errors():
    count = np.array([0, 1, 10, 11, 50, 89, 90, 99, 100])
    lower, upper = adjusted_wilson_limits(count, 100, normal_quantile(0.9))
    plain = wilson_limits(count, 100, 0.9)
    assert (lower < plain[0]).tolist() == [False, True, True] + [False] * 6
    assert (upper > plain[1]).tolist() == [False] * 6 + [True, True, False]
    as_many, _ = beta_tails(1, 100, lower[1:2])
    close(as_many, [0.1 * 2 / 3])


@pytest.mark.parametrize("z", [1.6449, 5.0, 50.0])
def test_more_errors_never_lower_a_limit(z):
    for limit in adjusted_wilson_limits(np.arange(31), 30, z):
        assert np.all(np.diff(limit) >= 0)
        assert limit.min() >= 0
        assert limit.max() <= 1
