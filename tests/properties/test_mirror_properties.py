"""Exchanging the classes and negating the scores mirrors everything, ties included (W4, W24, W25).

What was called positive is then called negative: pc becomes 1 - pc, fpr and fnr change places,
and each threshold t accepts just what -t refused. No cost, no limit and no winner may depend on it.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    best_at,
    count_corners,
    hull_status,
    predictions,
    roc_curve,
)
from cc_widgets.core.uncertainty import (
    JointResamples,
    LineCounts,
    PairedCounts,
    PairedErrors,
    candidates,
    corrected_cost,
    difference_band,
    envelope_band,
    envelope_difference_band,
    equally_good,
    exact_band,
    fixed_threshold_band,
    holdout_band,
    joint_buckets,
    mover_band,
    mover_limits,
    optimistic_band,
    recommended_difference_band,
    rectangle_band,
    rule_band,
)
from cc_widgets.core.uncertainty._band import normal_quantile
from cc_widgets.core.uncertainty._envelopes import fixed_costs
from cc_widgets.core.uncertainty._resampling import Growing, evaluated
from tests.support.resamples import binormal, drawn, scored_classes

# Fractions of few examples are met exactly, in the middle and at both ends.
GRID = np.arange(121) / 120
N_RESAMPLES = 40
LEVEL = 0.8
SIMULTANEOUS = st.booleans()


@st.composite
def scored(draw, classifiers=1):
    """Scores of both classes, shape (n_classifiers, n); ties are common."""
    few = st.integers(0, 6)
    sizes = [draw(st.integers(1, 12)) for _ in range(2)]
    return [
        np.array([draw(st.lists(few, min_size=n, max_size=n)) for _ in range(classifiers)])
        for n in sizes
    ]


def both_ways(classes):
    """The predictions of each classifier, and of each in the mirror."""
    negative, positive = classes
    straight = [scored_classes(*one) for one in zip(negative, positive, strict=True)]
    mirrored = [scored_classes(*one) for one in zip(-positive, -negative, strict=True)]
    return straight, mirrored


def resampled(sources, numbers):
    """Resamples in which example i of a class is drawn numbers[class][row, i] times."""
    buckets = joint_buckets(sources)
    each = []
    for source, found in zip(sources, buckets.each, strict=True):
        bucket = np.searchsorted(-found.threshold[1:], -source.score)
        counts = []
        for kind, times in zip((False, True), numbers, strict=True):
            place = bucket[source.positive == kind]
            rows = [np.bincount(place, one, found.fp.size - 1) for one in times]
            counts.append(np.array(rows).astype(np.int64))
        growing = Growing([found], GRID, N_RESAMPLES, 0)
        each.append(growing.add(evaluated(found, GRID, *counts)))
    return JointResamples(tuple(each))


def joint_pair(classes, seed):
    """The same resamples straight and in the mirror."""
    rng = np.random.default_rng(seed)
    sizes = [one.shape[1] for one in classes]
    numbers = [rng.multinomial(n, [1 / n] * n, N_RESAMPLES) for n in sizes]
    straight, mirrored = both_ways(classes)
    return resampled(straight, numbers), resampled(mirrored, numbers[::-1])


def mirrored_limits(one, other, *, estimate=True):
    names = ("lower", "upper", "estimate")[: 2 + estimate]
    for name in names:
        np.testing.assert_allclose(
            getattr(one, name), getattr(other, name)[::-1], atol=1e-12, err_msg=name
        )
    assert (one.target, one.method, one.covers) == (other.target, other.method, other.covers)


@given(scored(classifiers=3), st.sampled_from(GRID[1:-1].tolist()))
def test_those_who_win_are_the_same(classes, pc):
    straight, mirrored = both_ways(classes)
    found = []
    for sources, x in ((straight, pc), (mirrored, round(120 * (1 - pc)) / 120)):
        status = hull_status([roc_curve(count_corners(source)) for source in sources])
        best = best_at(status, pc=x)
        # The two trivial rules are thresholds of every curve; who reaches the least cost is told.
        found.append((best.cost, set(best.owner.tolist())))
    assert found[0][0] == pytest.approx(found[1][0], abs=1e-14)
    assert found[0][1] == found[1][1]


@given(scored(), st.integers(0, 2**16), SIMULTANEOUS)
def test_bands_of_envelopes_and_of_their_thresholds_are_mirrored(classes, seed, simultaneous):
    one, other = (each.each[0] for each in joint_pair(classes, seed))
    np.testing.assert_allclose(one.cost, other.cost[:, ::-1], atol=1e-13)
    np.testing.assert_allclose(one.optimism, other.optimism[::-1], atol=1e-13)
    np.testing.assert_allclose(corrected_cost(one), corrected_cost(other)[::-1], atol=1e-13)
    mirrored_limits(optimistic_band(one, level=LEVEL), optimistic_band(other, level=LEVEL))
    for make in (envelope_band, fixed_threshold_band):
        options = {"level": LEVEL, "simultaneous": simultaneous}
        mirrored_limits(make(one, **options), make(other, **options))


@given(scored(classifiers=2), st.integers(0, 2**16), SIMULTANEOUS)
def test_bands_of_differences_of_envelopes_are_mirrored(classes, seed, simultaneous):
    one, other = joint_pair(classes, seed)
    options = {"level": LEVEL, "simultaneous": simultaneous}
    for make in (envelope_difference_band, recommended_difference_band):
        mirrored_limits(*(make(each, **options) for each in (one, other)))


@settings(max_examples=50)
@given(st.tuples(*[st.integers(0, 30)] * 2), st.tuples(*[st.integers(1, 30)] * 2), SIMULTANEOUS)
def test_bands_in_closed_form_are_mirrored(errors, more, simultaneous):
    (fp, fn), (n, m) = errors, (errors[0] + more[0], errors[1] + more[1])
    line, mirror = LineCounts(fp, n, fn, m), LineCounts(fn, m, fp, n)
    for make in (mover_band, rule_band, exact_band):
        one, other = (make(each, pc=GRID, simultaneous=simultaneous) for each in (line, mirror))
        mirrored_limits(one, other)
    mirrored_limits(rectangle_band(line, pc=GRID), rectangle_band(mirror, pc=GRID))


@settings(max_examples=50)
@given(
    *[st.builds(PairedErrors, *[st.integers(0, 9)] * 3, st.integers(1, 60))] * 2,
    SIMULTANEOUS,
    st.sampled_from(["auto", "exact", "agresti-min"]),
)
def test_bands_of_differences_of_lines_are_mirrored(negatives, positives, simultaneous, method):
    bands = [
        difference_band(pairs, pc=GRID, simultaneous=simultaneous, method=method)
        for pairs in (PairedCounts(negatives, positives), PairedCounts(positives, negatives))
    ]
    mirrored_limits(*bands)


@settings(max_examples=50)
@given(scored(), st.data(), SIMULTANEOUS)
def test_limits_of_thresholds_from_other_examples_are_mirrored(first, data, simultaneous):
    (one,), (other,) = both_ways(first)
    # A score between two of the first examples lies above one threshold and below the other.
    known = st.lists(st.sampled_from(one.score.tolist()), min_size=1, max_size=9)
    (tested,), (mirror,) = both_ways([np.array([data.draw(known)]) for _ in range(2)])
    bands = [
        holdout_band(*pair, pc=GRID, simultaneous=simultaneous)
        for pair in ((one, tested), (other, mirror))
    ]
    # The estimate at a tie belongs to the threshold that is named; the limits hold for both.
    mirrored_limits(*bands, estimate=False)


@pytest.mark.parametrize("checked", [scored_classes(range(10), range(10, 20))])
def test_perfect_separation_is_as_uncertain_at_pc_1_as_at_pc_0(checked):
    # W4, W24: [0, .213] at pc 0 and [0, 0] at pc 1.
    for simultaneous in (False, True):
        band = envelope_band(drawn(checked, pc=GRID), simultaneous=simultaneous)
        np.testing.assert_allclose(band.upper, band.upper[::-1], atol=1e-12)
        assert band.upper[-1] > 0.2


def test_the_limits_near_pc_1_are_those_of_the_threshold_that_is_named():
    # W4: between the last two values of the grid the upper limit fell to 0.
    band = envelope_band(drawn(binormal(np.random.default_rng(0), 300, 200, 2.0)))
    assert band.upper[-1] > 0.5 * band.upper[-2] > 0


@pytest.mark.parametrize("sizes", [(60, 40), (3000, 30)])
def test_other_draws_mirror_a_band_up_to_their_noise(sizes):
    checked = binormal(np.random.default_rng(1), *sizes)
    mirror = predictions(1 - checked.positive.astype(int), -checked.score, pos_label=1)
    assert candidates(mirror).negatives == sizes[1]
    for simultaneous in (False, True):
        one, other = (
            envelope_band(drawn(each, pc=GRID, n_resamples=1000), simultaneous=simultaneous)
            for each in (checked, mirror)
        )
        for name in ("lower", "upper"):
            away = np.abs(getattr(one, name) - getattr(other, name)[::-1])
            assert away.max() < 0.1 * np.max(one.upper - one.lower)


def test_the_limits_at_a_tie_hold_for_both_thresholds():
    # W25: limits of the lower threshold stood beside the name of the higher one.
    found = drawn(scored_classes([1, 2, 3, 4, 6], [3, 4, 5, 6, 7]), pc=GRID)
    pair = equally_good(found.candidates, GRID)
    tied = (pair[0].corner != pair[1].corner) & (GRID > 0) & (GRID < 1)
    assert tied.any()
    band, fixed = envelope_band(found), fixed_threshold_band(found)
    for chosen in pair:
        counts = chosen.fp, 5, chosen.fn, 5
        lower, upper = mover_limits(*counts, GRID, normal_quantile(0.9))
        open_ = tied & ~chosen.trivial
        assert np.all(band.lower[open_] <= lower[open_])
        assert np.all(band.upper[open_] >= upper[open_])
        costs = np.sort(fixed_costs(found, chosen), axis=0)
        assert np.all(fixed.lower[tied] <= costs[10, tied])
        assert np.all(fixed.upper[tied] >= costs[-11, tied])


@given(st.integers(0, 9), st.integers(0, 9), SIMULTANEOUS)
def test_the_band_of_a_matrix_holds_its_cost(fp, fn, simultaneous):
    # W24: [[9, 1], [9, 1]] cost .05 at pc .05, with an interval from .065.
    band = rule_band(LineCounts(fp, 9, fn, 9), pc=GRID, simultaneous=simultaneous)
    cost = np.minimum.reduce([(1 - GRID) * fp / 9 + GRID * fn / 9, GRID, 1 - GRID])
    np.testing.assert_allclose(band.estimate, cost, atol=1e-15)
    assert np.all((band.lower <= cost + 1e-15) & (cost <= band.upper + 1e-15))
