import numpy as np
import pytest

from cc_widgets.core import count_corners, predictions
from cc_widgets.core.uncertainty import candidates as module
from cc_widgets.core.uncertainty.candidates import candidates
from cc_widgets.errors import CostCurveError
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE
from tests.support.resamples import binormal, costs_of_examples, scored_classes

FAWCETT = predictions(FAWCETT_LABEL, FAWCETT_SCORE)


def thinned(monkeypatch, checked, few):
    monkeypatch.setattr(module, "_EXACT_UP_TO", 1)
    return candidates(checked, few=few)


def test_all_corners_are_used_where_they_are_few():
    found, corners = candidates(FAWCETT), count_corners(FAWCETT)
    np.testing.assert_array_equal(found.threshold, corners.threshold)
    np.testing.assert_array_equal(found.fp, corners.fp)
    np.testing.assert_array_equal(found.tp, corners.tp)
    assert found.gap.size == 0
    assert (found.negatives, found.positives) == (10, 10)
    assert found.fp.dtype == found.tp.dtype == np.int64


def test_the_hull_is_known_by_its_positions():
    found = candidates(FAWCETT)
    assert found.fp[found.hull].tolist() == [0, 0, 1, 5, 9, 10]
    assert found.tp[found.hull].tolist() == [0, 2, 5, 8, 10, 10]


@pytest.mark.parametrize(
    ("negative", "positive", "fp", "tp"),
    [
        ([1, 2], [3, 4], [0, 0, 2], [0, 2, 2]),  # perfect
        ([3, 4], [1, 2], [0, 2], [0, 2]),  # reversed
        ([5, 5], [5, 5, 5], [0, 2], [0, 3]),  # constant
        ([1], [2], [0, 0, 1], [0, 1, 1]),
        ([2], [1], [0, 1], [0, 1]),
        ([1, 2, 3], [1, 2, 3], [0, 3], [0, 3]),  # no better than chance
    ],
)
def test_the_hull_of_simple_classifiers(negative, positive, fp, tp):
    found = candidates(scored_classes(negative, positive))
    assert found.fp[found.hull].tolist() == fp
    assert found.tp[found.hull].tolist() == tp
    assert found.threshold[0] == np.inf


def test_more_than_2048_thresholds_are_thinned():
    def alternating(n):
        # n corners of the staircase, the first and the last included.
        return scored_classes(np.arange(n - 2), np.arange(n - 2) + 0.5)

    assert candidates(alternating(2048)).fp.size == 2048
    assert candidates(alternating(2048)).gap.size == 0
    many = alternating(2049)
    assert candidates(many).fp.size < 600
    assert candidates(many).gap.size > 0
    assert candidates(many, few=None).fp.size == 2049
    assert candidates(many, few=None).gap.size == 0
    assert 64 <= candidates(many, few=64).fp.size <= 70


@pytest.mark.parametrize("few", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("seed", range(4))
def test_thinning_keeps_the_hull_and_what_is_closest_to_it(monkeypatch, few, seed):
    checked = binormal(np.random.default_rng(seed), 150, 90)
    every, found = candidates(checked, few=None), thinned(monkeypatch, checked, few)
    kept = np.flatnonzero(np.isin(every.threshold, found.threshold))
    np.testing.assert_array_equal(every.threshold[kept], found.threshold)
    np.testing.assert_array_equal(every.fp[kept], found.fp)
    np.testing.assert_array_equal(every.tp[kept], found.tp)
    np.testing.assert_array_equal(every.threshold[every.hull], found.threshold[found.hull])
    np.testing.assert_array_equal(np.flatnonzero(np.diff(kept) > 1), found.gap)
    assert found.fp.size <= every.hull.size + max(few, 1)
    assert set(kept) == set(every.hull) | closest(every, few)


@pytest.mark.parametrize("top", [True, False])
@pytest.mark.parametrize("few", [3, 8, 30])
def test_long_first_and_last_edges_are_their_own_measure(monkeypatch, few, top):
    # Beside one cluster, at the top or at the bottom, scores mislead: one edge spans them.
    rng = np.random.default_rng(few)
    negative, positive = rng.random(120), rng.random(90) ** 1.5
    cluster = rng.random(60) * 0.001
    if top:
        checked = scored_classes(negative, np.concatenate([positive, cluster + 2]))
    else:
        checked = scored_classes(np.concatenate([negative, cluster - 2]), positive)
    every, found = candidates(checked, few=None), thinned(monkeypatch, checked, few)
    kept = np.flatnonzero(np.isin(every.threshold, found.threshold))
    assert set(kept) == set(every.hull) | closest(every, few)


def closest(every, few):
    """By definition: in each stretch of the curve, what is dearest by least."""
    fpr, tpr = every.fp / every.negatives, every.tp / every.positives
    stretch = np.minimum((fpr + tpr) / 2 * few, few - 1).astype(int)
    away = []
    for i in range(fpr.size):
        edge = min(np.searchsorted(every.hull, i, side="right") - 1, every.hull.size - 2)
        start, stop = every.hull[edge], every.hull[edge + 1]
        run, rise = fpr[stop] - fpr[start], tpr[stop] - tpr[start]
        x = run / (run + rise)
        away.append((1 - x) * (fpr[i] - fpr[start]) - x * (tpr[i] - tpr[start]))
    best: dict[int, int] = {}
    for i, where in enumerate(stretch.tolist()):
        if where not in best or away[i] < away[best[where]]:
            best[where] = i
    return set(best.values())


def test_stretches_hold_equal_shares_of_both_classes(monkeypatch):
    checked = scored_classes(np.arange(3000), np.arange(300) * 10 + 5)
    found = thinned(monkeypatch, checked, 10)
    mass = (found.fp / 3000 + found.tp / 300) / 2
    assert np.bincount(np.minimum(mass * 10, 9).astype(int)).min() >= 1
    assert np.max(np.diff(mass)) <= 0.2


@pytest.mark.parametrize("seed", range(5))
def test_the_least_cost_is_that_of_all_thresholds_whatever_the_weights(seed):
    rng = np.random.default_rng(seed)
    score = rng.integers(0, 40, 300).astype(float)
    checked = scored_classes(score[:200], score[200:] + 5)
    found, grid = candidates(checked, few=None), np.linspace(0, 1, 51)
    every = np.append(np.inf, np.unique(checked.score)[::-1])
    for weight in (rng.random(300), rng.integers(0, 3, 300), 10.0 ** rng.uniform(-9, 9, 300)):
        least, best = (
            costs_of_examples(checked.score, checked.positive, weight, some, grid).min(axis=0)
            for some in (every, found.threshold)
        )
        np.testing.assert_allclose(best, least, atol=1e-14)


def test_weights_are_refused():
    weighted = predictions([0, 1], [1, 2], sample_weight=[1, 2])
    message = (
        r"^sample_weight: resampling needs examples that count once each\. Got weights\. Leave .*"
    )
    with pytest.raises(CostCurveError, match=message):
        candidates(weighted)


@pytest.mark.parametrize("few", [-1, 2.5, "many", True])
def test_few_is_a_whole_number_also_where_nothing_is_thinned(few):
    message = (
        r"^few: must be a whole number, 0 or more\. Got .+\. Pass .* 512, or None to use every"
    )
    with pytest.raises(CostCurveError, match=message):
        candidates(FAWCETT, few=few)


def test_candidates_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        candidates(FAWCETT).fp[0] = 1
