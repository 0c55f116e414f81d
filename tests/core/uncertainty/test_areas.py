from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import count, folds, point_set, predictions
from cc_widgets.core.uncertainty import areas, roc_area, roc_area_difference
from cc_widgets.errors import CostCurveError

KINDS = {"plain": None, "frequencies": "frequencies"}


def limits(area):
    """Return both limits and the variance of an area or a difference."""
    return area.lower, area.upper, area.variance


def by_pairs(label, *scores):
    """Return DeLong's areas and covariance from all pairs of a positive and a negative."""
    shares = []
    for score in scores:
        positive, negative = score[label == 1][:, np.newaxis], score[label == 0]
        right = (positive > negative) + 0.5 * (positive == negative)
        shares.append([right.mean(axis=1), right.mean(axis=0)])
    away = [[share - share.mean() for share in both] for both in shares]
    covariance = [
        [
            sum(np.dot(a, b) / (a.size - 1) / a.size for a, b in zip(row, column, strict=True))
            for column in away
        ]
        for row in away
    ]
    return [both[0].mean() for both in shares], np.array(covariance)


def drawn_set(rng, size, digits, kind):
    label = rng.permutation(np.concatenate([[0, 0, 1, 1], rng.integers(0, 2, size)]))
    scores = [
        np.round(rng.normal(size=label.size) + label * rng.uniform(0, 3), digits) for _ in range(2)
    ]
    often = rng.integers(1, 4, label.size) if kind else np.ones(label.size, int)
    more = {"sample_weight": often, "weights_are": kind} if kind else {}
    pair = [predictions(label, score, **more) for score in scores]
    repeated = np.repeat(np.arange(label.size), often)
    return pair, by_pairs(label[repeated], *(score[repeated] for score in scores))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("digits", [0, 1, 9])
def test_areas_and_covariance_equal_sums_over_all_pairs_of_examples(kind, digits):
    rng = np.random.default_rng(digits)
    for size in rng.integers(1, 60, 25):
        pair, (areas, covariance) = drawn_set(rng, size, digits, kind)
        difference = roc_area_difference(*pair)
        single = [roc_area(source) for source in pair]
        variance_of_difference = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
        assert difference.paired
        assert difference.variance == pytest.approx(variance_of_difference, abs=1e-12)
        for area, paired_area, value, variance in zip(
            single, (difference.first, difference.second), areas, covariance.diagonal(), strict=True
        ):
            assert area.value == pytest.approx(value, abs=1e-12)
            assert area.variance == pytest.approx(variance, abs=1e-12)
            assert (area.lower, area.upper) == pytest.approx(
                (paired_area.lower, paired_area.upper), abs=1e-9
            )
            lower, upper, _ = limits(area)
            assert 0 <= lower <= area.value <= upper <= 1


def test_chunked_counts_equal_counts_in_one_chunk(monkeypatch):
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, 3_000)
    score = np.round(rng.normal(size=3_000) + label, 2)
    whole = roc_area(predictions(label, score))
    monkeypatch.setattr("cc_widgets.core.counting.BLOCK", 64)
    monkeypatch.setattr("cc_widgets.core.uncertainty.areas.BLOCK", 64)
    for source in (predictions(label, score), count(predictions(label, score))):
        area = roc_area(source)
        assert (area.value, area.variance) == (whole.value, whole.variance)


def test_difference_is_tested_by_delongs_method():
    rng = np.random.default_rng(3)
    pair, (areas, covariance) = drawn_set(rng, 200, 2, None)
    difference = roc_area_difference(*pair)
    z = (areas[0] - areas[1]) / sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    assert difference.p_value is not None
    level = 1 - difference.p_value
    assert NormalDist().inv_cdf((1 + level) / 2) == pytest.approx(abs(z), abs=1e-9)
    assert difference.value == pytest.approx(areas[0] - areas[1], abs=1e-12)
    lower, upper, _ = limits(difference)
    assert lower < difference.value < upper


def test_two_test_sets_are_independent():
    rng = np.random.default_rng(4)
    first, second = (drawn_set(rng, size, 2, None)[0][0] for size in (80, 120))
    difference = roc_area_difference(first, second)
    assert not difference.paired
    assert difference.variance == pytest.approx(
        limits(roc_area(first))[2] + limits(roc_area(second))[2]
    )
    counted = roc_area_difference(count(first), second)
    assert (counted.lower, counted.upper) == (difference.lower, difference.upper)


def test_identical_rankings_have_a_difference_of_zero_width():
    label, score = np.array([0, 0, 1, 0, 1, 1]), np.array([1.0, 4, 3, 2, 6, 5])
    difference = roc_area_difference(predictions(label, score), predictions(label, score**3))
    assert (difference.value, difference.lower, difference.upper, difference.p_value) == (
        0,
        0,
        0,
        1,
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_a_perfect_ranking_has_an_interval_of_positive_width(sign):
    label = np.repeat([0, 1], 10)
    perfect = predictions(label, sign * np.arange(20.0))
    area = roc_area(perfect)
    assert (area.value, area.variance) == ((1, 0) if sign > 0 else (0, 0))
    lower, upper, _ = limits(area)
    assert upper - lower == pytest.approx(0.14, abs=0.02)
    other = predictions(label, -sign * np.arange(20.0))
    both = roc_area_difference(perfect, other)
    lower, upper, _ = limits(both)
    assert lower < upper
    assert (abs(both.value), both.p_value) == (1, None)
    lower, upper, _ = limits(roc_area_difference(perfect, predictions(label, sign * label)))
    assert lower < -0.1 < 0.1 < upper


def test_one_example_of_a_class_has_limits_but_no_variance():
    area = roc_area(predictions([0, 0, 0, 1], [1, 2, 4, 3]))
    assert area.variance is None
    lower, upper, _ = limits(area)
    assert lower < 0.2
    assert upper > 0.9
    pair = roc_area_difference(*[predictions(np.array([0, 0, 0, 1]), [1, 2, 4, 3])] * 2)
    assert (pair.variance, pair.p_value) == (None, None)
    assert pair.lower is not None


def test_limits_near_one_are_wider_than_delongs():
    rng = np.random.default_rng(0)
    label = np.repeat([0, 1], [1980, 20])
    source = predictions(label, rng.normal(size=2000) + 3.29 * label)
    area, plain = roc_area(source), roc_area(source, method="delong area")
    (low, high, _), (lower, upper, _) = limits(area), limits(plain)
    assert high - low > 1.2 * (upper - lower)
    assert "too narrow" in plain.caution
    assert not area.caution


def test_folds_have_the_mean_area_with_independent_variances():
    rng = np.random.default_rng(5)
    parts = [drawn_set(rng, 50, 2, None)[0] for _ in range(3)]
    first, second = (folds([pair[i] for pair in parts]) for i in (0, 1))
    areas = [roc_area(pair[0]) for pair in parts]
    mean_area = roc_area(first)
    assert mean_area.value == pytest.approx(np.mean([each.value for each in areas]))
    assert mean_area.variance == pytest.approx(sum(limits(each)[2] for each in areas) / 9)
    assert not mean_area.caution
    pair = parts[0]
    variance_of_difference = roc_area_difference(*pair).variance or 0.0
    variances = [limits(each)[2] for each in map(roc_area, pair)]
    # Var(a + b) / 4, from Var(a - b): the examples of repeats are the same.
    assert limits(roc_area(folds(list(pair))))[2] == pytest.approx(
        (2 * sum(variances) - variance_of_difference) / 4, rel=0.05
    )
    both = roc_area_difference(first, second)
    pairs = [roc_area_difference(*pair) for pair in parts]
    assert both.paired
    assert both.variance == pytest.approx(sum(limits(each)[2] for each in pairs) / 9)


def test_variances_with_clusters_and_weights():
    rng = np.random.default_rng(6)
    label = rng.integers(0, 2, 400)
    score = rng.normal(size=400) + label
    plain = roc_area(predictions(label, score))
    twice = roc_area(
        predictions(np.tile(label, 2), np.tile(score, 2), clusters=np.tile(np.arange(400), 2))
    )
    assert twice.value == plain.value
    assert twice.variance == pytest.approx(plain.variance, rel=0.01)
    weight = rng.uniform(0.2, 3, 400)
    weighted = roc_area(predictions(label, score, sample_weight=weight))
    assert weighted.variance == pytest.approx(jackknifed(label, score, weight), rel=0.02)
    even = roc_area(predictions(label, score, sample_weight=np.full(400, 2.5)))
    assert even.variance == pytest.approx(plain.variance)


def jackknifed(label, score, weight):
    """Return the jackknife variance of the area."""
    left = []
    for out in range(label.size):
        kept = np.arange(label.size) != out
        left.append(
            roc_area(predictions(label[kept], score[kept], sample_weight=weight[kept] + 1e-9)).value
        )
    spread = np.array(left) - np.mean(left)
    return float((label.size - 1) / label.size * np.dot(spread, spread))


def test_sums_of_weights_have_an_area_and_no_limits():
    weighted = predictions([0, 1, 0, 1], [1, 2, 3, 4], sample_weight=[1, 2, 3, 0.5])
    area = roc_area(count(weighted))
    assert area.value == pytest.approx(roc_area(weighted).value)
    assert (area.variance, area.lower, area.upper) == (None, None, None)
    assert "sums of weights" in area.caution
    both = roc_area_difference(count(weighted), weighted)
    assert (both.lower, both.p_value) == (None, None)


@pytest.mark.parametrize(
    ("source", "fix"), [(point_set(fpr=0.3, tpr=0.7), "y_score"), (3, "y_score")]
)
def test_input_without_scores_raises(source, fix):
    with pytest.raises(CostCurveError, match="must be a classifier with scores") as error:
        roc_area(source)
    assert fix in str(error.value)


def test_levels_and_methods_are_checked():
    source = predictions([0, 1], [0, 1])
    with pytest.raises(CostCurveError, match="level"):
        roc_area(source, level=90)
    with pytest.raises(CostCurveError, match="method"):
        roc_area(source, method="wald")  # type: ignore[arg-type]


@pytest.mark.parametrize("digits", [None, 1])
@pytest.mark.parametrize("block", [7, 2**17])
def test_equal_weights_do_not_change_the_area(monkeypatch, digits, block):
    monkeypatch.setattr(areas, "BLOCK", block)
    rng = np.random.default_rng(1)
    label = rng.random(90) < 0.4
    scores = [rng.normal(size=90) + shift * label for shift in (0.5, 1.0)]
    scores = scores if digits is None else [score.round(digits) for score in scores]
    plain = [predictions(label, score) for score in scores]
    frequencies: Any = {"sample_weight": np.ones(90), "weights_are": "frequencies"}
    weighted = [predictions(label, score, **frequencies) for score in scores]
    general = [areas._misranked_shares(source, np.ones(90)) for source in plain]
    for source, shares in zip(plain, general, strict=True):
        doubled = areas._doubled_misranked(source)
        n_other = np.where(label, np.sum(~label), np.sum(label))
        np.testing.assert_allclose(doubled / (2 * n_other), shares, atol=1e-15)
    result, expected = roc_area_difference(*plain), roc_area_difference(*weighted)
    for name in ("value", "variance", "lower", "upper", "p_value"):
        assert getattr(result, name) == pytest.approx(getattr(expected, name), rel=1e-12)


def test_a_swapped_difference_is_that_of_the_swapped_pair():
    rng = np.random.default_rng(2)
    label = rng.random(60) < 0.5
    pair = [predictions(label, rng.normal(size=60) + label) for _ in range(2)]
    swapped, expected = roc_area_difference(*pair).swapped, roc_area_difference(*pair[::-1])
    for name in ("value", "variance", "lower", "upper", "p_value", "paired", "level", "method"):
        assert getattr(swapped, name) == getattr(expected, name)
    assert (swapped.first.value, swapped.first.lower) == (
        expected.first.value,
        expected.first.lower,
    )
