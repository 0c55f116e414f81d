"""Swapping the classes and negating the scores mirrors all results, including ties (W4, W24, W25).

Predictions change sides: pc becomes 1 - pc, fpr and fnr are swapped, and threshold t accepts
exactly the cases that -t rejects. Costs, limits and winners must not change.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import hull_status, predictions, roc_curve
from cc_widgets.core.hull import count_corners
from cc_widgets.core.thresholds import best_at
from cc_widgets.core.uncertainty import (
    corrected_cost,
    difference_band,
    envelope_band,
    mover_band,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty.bands import normal_quantile
from cc_widgets.core.uncertainty.bootstrap import (
    JointResamples,
    ResampleAccumulator,
    evaluate_resamples,
)
from cc_widgets.core.uncertainty.buckets import candidates, joint_buckets
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from cc_widgets.core.uncertainty.envelopes import (
    equally_good,
    fixed_costs,
    fixed_threshold_band,
    holdout_band,
    optimistic_band,
)
from cc_widgets.core.uncertainty.intervals import (
    LineCounts,
    mover_limits,
    rectangle_band,
    rule_band,
)
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.percentiles import exact_band
from tests.support.resamples import binormal, draw_resamples, scored_classes

# Contains the fractions of few examples exactly, 0, 1/2 and 1 included.
GRID = np.arange(121) / 120
N_RESAMPLES = 40
LEVEL = 0.8
SIMULTANEOUS = st.booleans()


@st.composite
def scored(draw, classifiers=1):
    """Scores of both classes, shape (n_classifiers, n); ties are common."""
    scores = st.integers(0, 6)
    sizes = [draw(st.integers(1, 12)) for _ in range(2)]
    return [
        np.array([draw(st.lists(scores, min_size=n, max_size=n)) for _ in range(classifiers)])
        for n in sizes
    ]


def both_ways(classes):
    """Predictions of each classifier, and their mirror images."""
    negative, positive = classes
    straight = [scored_classes(*scores) for scores in zip(negative, positive, strict=True)]
    mirrored = [scored_classes(*scores) for scores in zip(-positive, -negative, strict=True)]
    return straight, mirrored


def resampled(sources, numbers):
    """Resamples with multiplicities numbers[class][row, i] of example i."""
    buckets = joint_buckets(sources)
    each = []
    for source, bucket_counts in zip(sources, buckets.each, strict=True):
        bucket = np.searchsorted(-bucket_counts.threshold[1:], -source.score)
        counts = []
        for kind, times in zip((False, True), numbers, strict=True):
            positions = bucket[source.positive == kind]
            rows = [
                np.bincount(positions, multiplicities, bucket_counts.fp.size - 1)
                for multiplicities in times
            ]
            counts.append(np.array(rows).astype(np.int64))
        growing = ResampleAccumulator([bucket_counts], GRID, N_RESAMPLES, 0)
        each.append(growing.add(evaluate_resamples(bucket_counts, GRID, *counts)[0]))
    return JointResamples(tuple(each))


def joint_pair(classes, seed):
    """Resamples of the predictions, and the same resamples of their mirror images."""
    rng = np.random.default_rng(seed)
    sizes = [scores.shape[1] for scores in classes]
    numbers = [rng.multinomial(n, [1 / n] * n, N_RESAMPLES) for n in sizes]
    straight, mirrored = both_ways(classes)
    return resampled(straight, numbers), resampled(mirrored, numbers[::-1])


def mirrored_limits(band, mirror, *, estimate=True):
    names = ("lower", "upper", "estimate")[: 2 + estimate]
    for name in names:
        np.testing.assert_allclose(
            getattr(band, name), getattr(mirror, name)[::-1], atol=1e-12, err_msg=name
        )
    assert (band.target, band.method, band.covers) == (mirror.target, mirror.method, mirror.covers)


@given(scored(classifiers=3), st.sampled_from(GRID[1:-1].tolist()))
def test_winners_are_mirrored(classes, pc):
    straight, mirrored = both_ways(classes)
    results = []
    for sources, x in ((straight, pc), (mirrored, round(120 * (1 - pc)) / 120)):
        status = hull_status([roc_curve(count_corners(source)) for source in sources])
        best = best_at(status, pc=x)
        # The baselines are thresholds of every curve.
        results.append((best.cost, set(best.owner.tolist())))
    assert results[0][0] == pytest.approx(results[1][0], abs=1e-14)
    assert results[0][1] == results[1][1]


@given(scored(), st.integers(0, 2**16), SIMULTANEOUS)
def test_bands_of_envelopes_and_thresholds_are_mirrored(classes, seed, simultaneous):
    original, mirror = (each.each[0] for each in joint_pair(classes, seed))
    np.testing.assert_allclose(original.cost, mirror.cost[:, ::-1], atol=1e-13)
    np.testing.assert_allclose(original.optimism, mirror.optimism[::-1], atol=1e-13)
    np.testing.assert_allclose(corrected_cost(original), corrected_cost(mirror)[::-1], atol=1e-13)
    mirrored_limits(optimistic_band(original, level=LEVEL), optimistic_band(mirror, level=LEVEL))
    for make in (envelope_band, fixed_threshold_band):
        options = {"level": LEVEL, "simultaneous": simultaneous}
        mirrored_limits(make(original, **options), make(mirror, **options))


@given(scored(classifiers=2), st.integers(0, 2**16), SIMULTANEOUS)
def test_bands_of_differences_of_envelopes_are_mirrored(classes, seed, simultaneous):
    original, mirror = joint_pair(classes, seed)
    options = {"level": LEVEL, "simultaneous": simultaneous}
    for make in (envelope_difference_band, recommended_difference_band):
        mirrored_limits(*(make(each, **options) for each in (original, mirror)))


@settings(max_examples=50)
@given(st.tuples(*[st.integers(0, 30)] * 2), st.tuples(*[st.integers(1, 30)] * 2), SIMULTANEOUS)
def test_bands_in_closed_form_are_mirrored(errors, more, simultaneous):
    (fp, fn), (n, m) = errors, (errors[0] + more[0], errors[1] + more[1])
    line, mirror = LineCounts(fp, n, fn, m), LineCounts(fn, m, fp, n)
    for make in (mover_band, rule_band, exact_band):
        band, mirrored_band = (
            make(each, pc=GRID, simultaneous=simultaneous) for each in (line, mirror)
        )
        mirrored_limits(band, mirrored_band)
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
def test_holdout_limits_are_mirrored(classes, data, simultaneous):
    (original,), (mirrored,) = both_ways(classes)
    # A score between two examples would be above one threshold and below the other.
    scores = st.lists(st.sampled_from(original.score.tolist()), min_size=1, max_size=9)
    (tested,), (mirror,) = both_ways([np.array([data.draw(scores)]) for _ in range(2)])
    bands = [
        holdout_band(*pair, pc=GRID, simultaneous=simultaneous)
        for pair in ((original, tested), (mirrored, mirror))
    ]
    # At a tie the estimate is that of the selected threshold; the limits cover both.
    mirrored_limits(*bands, estimate=False)


@pytest.mark.parametrize("checked", [scored_classes(range(10), range(10, 20))])
def test_perfect_separation_has_the_same_limits_at_both_ends(checked):
    # [0, .213] at pc 0 and [0, 0] at pc 1.
    for simultaneous in (False, True):
        band = envelope_band(draw_resamples(checked, pc=GRID), simultaneous=simultaneous)
        np.testing.assert_allclose(band.upper, band.upper[::-1], atol=1e-12)
        assert band.upper[-1] > 0.2


def test_limits_near_pc_1_are_those_of_the_selected_threshold():
    # The upper limit fell to 0 between the last two grid points.
    band = envelope_band(draw_resamples(binormal(np.random.default_rng(0), 300, 200, 2.0)))
    assert band.upper[-1] > 0.5 * band.upper[-2] > 0


@pytest.mark.parametrize("sizes", [(60, 40), (3000, 30)])
def test_bands_of_independent_resamples_are_mirrored_up_to_noise(sizes):
    checked = binormal(np.random.default_rng(1), *sizes)
    mirror = predictions(1 - checked.positive.astype(int), -checked.score, pos_label=1)
    assert candidates(mirror).negatives == sizes[1]
    for simultaneous in (False, True):
        band, mirrored_band = (
            envelope_band(
                draw_resamples(each, pc=GRID, n_resamples=1000), simultaneous=simultaneous
            )
            for each in (checked, mirror)
        )
        for name in ("lower", "upper"):
            deviation = np.abs(getattr(band, name) - getattr(mirrored_band, name)[::-1])
            assert deviation.max() < 0.1 * np.max(band.upper - band.lower)


def test_limits_at_a_tie_cover_both_thresholds():
    # The limits of the lower threshold were reported for the higher one.
    resamples = draw_resamples(scored_classes([1, 2, 3, 4, 6], [3, 4, 5, 6, 7]), pc=GRID)
    pair = equally_good(resamples.candidates, GRID)
    tied = (pair[0].corner != pair[1].corner) & (GRID > 0) & (GRID < 1)
    assert tied.any()
    band, fixed = envelope_band(resamples), fixed_threshold_band(resamples)
    for chosen in pair:
        counts = chosen.fp, 5, chosen.fn, 5
        lower, upper = mover_limits(*counts, GRID, normal_quantile(0.9))
        open_ = tied & ~chosen.is_baseline
        assert np.all(band.lower[open_] <= lower[open_])
        assert np.all(band.upper[open_] >= upper[open_])
        costs = np.sort(fixed_costs(resamples, chosen), axis=0)
        assert np.all(fixed.lower[tied] <= costs[10, tied])
        assert np.all(fixed.upper[tied] >= costs[-11, tied])


@given(st.integers(0, 9), st.integers(0, 9), SIMULTANEOUS)
def test_band_of_a_matrix_contains_its_cost(fp, fn, simultaneous):
    # [[9, 1], [9, 1]] cost .05 at pc .05, with an interval from .065.
    band = rule_band(LineCounts(fp, 9, fn, 9), pc=GRID, simultaneous=simultaneous)
    cost = np.minimum.reduce([(1 - GRID) * fp / 9 + GRID * fn / 9, GRID, 1 - GRID])
    np.testing.assert_allclose(band.estimate, cost, atol=1e-15)
    assert np.all((band.lower <= cost + 1e-15) & (cost <= band.upper + 1e-15))
