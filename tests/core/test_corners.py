from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import _hull as corners
from cc_widgets.core import (
    convex_hull,
    count,
    count_corners,
    count_hull,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.core._hull import upper_chain

FAST = [count_corners, count_hull]


def random_predictions(size, **options):
    draw = np.random.default_rng(size)
    label = draw.random(size) < 0.4
    label[:2] = True, False
    return predictions(label, draw.normal(size=size) + label, **options)


def test_points_along_an_edge_are_corners_of_the_staircase_but_not_of_the_hull():
    given = predictions([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    assert count_corners(given).threshold.tolist() == [np.inf, 6, 4, 2, 1]
    assert count_hull(given).threshold.tolist() == [np.inf, 6, 2, 1]


@pytest.mark.parametrize("counted", FAST)
def test_first_and_last_threshold_stay_though_others_dominate_them(counted):
    counts = counted(predictions([0, 1], [1, 2]))
    assert counts.threshold.tolist() == [np.inf, 2, 1]
    worst = counted(predictions([1, 0], [1, 2]))
    assert worst.threshold.tolist() == [np.inf, 1]
    assert (worst.tp.tolist(), worst.fp.tolist()) == ([0, 1], [0, 1])


@pytest.mark.parametrize("counted", FAST)
def test_totals_and_types_are_those_of_all_counts(counted):
    for given in (
        random_predictions(50),
        random_predictions(50, sample_weight=np.arange(50) + 0.5),
    ):
        few, every = counted(given), count(given)
        assert (few.positives, few.negatives) == (every.positives, every.negatives)
        assert (few.tp.dtype, few.fp.dtype) == (every.tp.dtype, every.fp.dtype)
        assert type(few.positives) is type(every.positives)
    scores = np.array([1, 2], np.float32)
    assert counted(predictions([0, 1], scores)).threshold.dtype == np.float32


@pytest.mark.parametrize("counted", FAST)
def test_envelope_is_exactly_that_of_every_threshold(counted):
    given = random_predictions(200_000)
    every = lower_envelope(convex_hull([roc_curve(count(given))]))
    fast = lower_envelope(convex_hull([roc_curve(counted(given))]))
    for name in ("pc", "cost", "fpr", "fnr", "owner"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(every, name))


def test_few_thresholds_are_left_to_look_at(monkeypatch):
    looked_at = Mock(wraps=upper_chain)
    monkeypatch.setattr(corners, "upper_chain", looked_at)
    given = random_predictions(200_000)
    count_hull(given)
    assert looked_at.call_args.args[0].size < 2000
    assert count_corners(given).tp.size < 50_000


@pytest.mark.parametrize("counted", FAST)
def test_without_weights_not_every_threshold_is_counted(monkeypatch, counted):
    given = predictions([0, 1, 1], [1, 2, 3])
    monkeypatch.setattr(corners, "count", Mock(side_effect=AssertionError))
    assert counted(given).tp.tolist() == [0, 2, 2]


def test_examples_of_weight_zero_are_left_out():
    given = predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2])
    for counted in FAST:
        assert counted(given).threshold.tolist() == [np.inf, 2, 1]
