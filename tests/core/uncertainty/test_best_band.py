"""The best of several classifiers: limits that allow for having been chosen (S4)."""

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import (
    LineCounts,
    best_band,
    best_of_independent,
    chosen_thresholds,
    envelope_band,
    finished,
    joint_resampling,
    mover_band,
    shared_level,
)
from cc_widgets.core.uncertainty._band import false_somewhere
from tests.bench import statistics_best

LABEL = np.arange(60) % 3 == 0
GRID = np.linspace(0, 1, 21)


def scored(seed, shift=1.0, label=LABEL):
    return predictions(label, np.random.default_rng(seed).normal(size=label.size) + shift * label)


SOURCES = [scored(seed) for seed in range(3)]
DRAWN = finished(joint_resampling(SOURCES, n_resamples=400, rng=0, pc=GRID))
OWN = [envelope_band(one) for one in DRAWN.each]


def test_the_pool_takes_the_best_of_each_resample():
    pool = DRAWN.pool
    assert pool is not None
    costs = [one.cost for one in DRAWN.each]
    np.testing.assert_array_equal(pool.cost, np.min(costs, axis=0))
    assert pool.optimism[10] > max(one.optimism[10] for one in DRAWN.each)


def test_optimism_of_the_pool_by_drawing_examples_one_by_one():
    # A pool of a classifier with itself has the optimism of that classifier.
    twice = finished(joint_resampling([SOURCES[0]] * 2, n_resamples=400, rng=0, pc=GRID))
    pool = twice.pool
    assert pool is not None
    np.testing.assert_allclose(pool.optimism, twice.each[0].optimism, atol=1e-12)
    same = best_band(twice, [envelope_band(one) for one in twice.each])
    alone = envelope_band(twice.each[0])
    open_ = ~chosen_thresholds(twice.each[0].candidates, GRID).trivial
    np.testing.assert_allclose(same.upper[open_], alone.upper[open_], atol=1e-12)
    np.testing.assert_allclose(same.lower[open_], alone.lower[open_], atol=1e-12)


def test_the_pool_so_far_is_that_of_as_many_resamples():  # F8: optimism is a mean of what is done
    parts = list(joint_resampling(SOURCES, n_resamples=450, rng=0, pc=GRID))
    assert parts[0].n_done < 450
    for part in parts:
        short = finished(joint_resampling(SOURCES, n_resamples=part.n_done, rng=0, pc=GRID))
        assert part.pool is not None
        assert short.pool is not None
        np.testing.assert_array_equal(part.pool.cost, short.pool.cost)
        np.testing.assert_array_equal(part.pool.optimism, short.pool.optimism)


def test_the_best_is_less_sure_than_each_of_its_own():
    band = best_band(DRAWN, OWN)
    estimates = np.array([one.estimate for one in OWN])
    winner = estimates.argmin(axis=0)
    np.testing.assert_array_equal(band.estimate, estimates.min(axis=0))
    at = np.arange(GRID.size)
    assert np.all(band.upper >= np.array([one.upper for one in OWN])[winner, at] - 1e-15)
    known = band.estimate == np.minimum(GRID, 1 - GRID)
    lowest = np.array([one.lower for one in OWN])[winner, at]
    assert np.all(band.lower[~known] <= lowest[~known] + 1e-15)
    assert np.all(band.expected >= band.estimate)
    assert "classifier and threshold chosen" in band.covers
    assert "one of 3 classifiers" in band.method


def test_order_of_classifiers_does_not_matter():
    turned = finished(joint_resampling(SOURCES[::-1], n_resamples=400, rng=0, pc=GRID))
    other = best_band(turned, [envelope_band(one) for one in turned.each])
    np.testing.assert_array_equal(best_band(DRAWN, OWN).estimate, other.estimate)


def test_a_trivial_rule_has_a_known_cost():
    guessing = [predictions(LABEL, np.zeros(60) + i * 0.0) for i in range(2)]
    drawn = finished(joint_resampling(guessing, n_resamples=100, rng=0, pc=[0.2, 0.8]))
    band = best_band(drawn, [envelope_band(one) for one in drawn.each])
    for limit in (band.lower, band.upper, band.expected):
        np.testing.assert_allclose(limit, [0.2, 0.2])


def test_without_joint_resamples_all_hold_together():
    lines = [LineCounts(4, 10, 4, 20), LineCounts(4, 12, 3, 20)]
    level = shared_level(0.9, 2)
    each = [mover_band(line, level=level, pc=[0.01, 0.5]) for line in lines]
    band = best_of_independent(each, 0.9)
    cheaper = int(each[1].estimate[1] < each[0].estimate[1])
    assert (band.lower[1], band.upper[1]) == (each[cheaper].lower[1], each[cheaper].upper[1])
    assert band.upper[1] > mover_band(lines[cheaper], pc=[0.5]).upper[0]
    assert (band.lower[0], band.upper[0], band.level) == (0.01, 0.01, 0.9)


def test_a_single_one_needs_no_allowance():
    line = LineCounts(4, 10, 4, 20)
    band = best_of_independent([mover_band(line, pc=[0.5])], 0.9)
    assert (band.upper, band.method) == (mover_band(line, pc=[0.5]).upper, "Wilson-MOVER")


def test_a_band_leaves_out_what_strays_from_it():  # S3
    drawn = np.array([[0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 9.0]])
    wide, narrow = np.array([5.0, 10.0]), np.array([1.0, 0.0])
    assert false_somewhere(drawn, -wide, wide) == 0
    assert false_somewhere(drawn, -wide, narrow) == 0.5
    shares = [false_somewhere(drawn, -wide, np.array([top, 9.0])) for top in range(4)]
    assert all(one >= other for one, other in pairwise(shares))


@pytest.mark.parametrize("sizes", ["10+10", "1980+20"])
@pytest.mark.parametrize("domain", ["three equal", "one better"])
def test_limits_hold_what_will_be_paid_for_the_best_of_three(domain, sizes):  # S4
    n_sets = 30
    rows = statistics_best.coverage(domain, sizes, n_sets)
    chance = 3 * sqrt(0.87 * 0.13 / n_sets)
    shares = {(row.method, row.pc): row.share for row in rows if row.share is not None}
    best = [shares[statistics_best.JOINT, f"{pc:g}"] for pc in statistics_best.GRID]
    assert min(best) >= 0.87 - chance
    assert shares[statistics_best.JOINT, "0.5"] >= shares[statistics_best.ALONE, "0.5"]
    biases = {(row.method, row.pc): row.bias for row in rows if row.bias is not None}
    observed, expected = (
        biases[f"{word} cost of the best", "0.5"] for word in ("observed", "expected")
    )
    assert observed < expected < abs(observed)
