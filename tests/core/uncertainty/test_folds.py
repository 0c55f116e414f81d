"""Bands of folds: test sets are resampled independently, and their envelopes are averaged."""

import numpy as np
import pytest

from cc_widgets.core import Predictions, folds, predictions
from cc_widgets.core.costs import values_at
from cc_widgets.core.cross_validation import average_of
from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import corrected_cost, envelope_band, recommended_difference_band
from cc_widgets.core.uncertainty.bootstrap import (
    EnvelopeResamples,
    JointResamples,
    ResamplingRun,
    run_in_rounds,
)
from cc_widgets.core.uncertainty.buckets import (
    JointBuckets,
    candidates,
    joint_buckets,
    single_buckets,
)
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from cc_widgets.core.uncertainty.envelopes import (
    choice_optimism,
    chosen_by_part,
    chosen_thresholds,
    fixed_costs,
    observed_cost,
    optimistic_band,
)
from cc_widgets.core.uncertainty.methods import methods_for

PC = np.linspace(0.0, 1.0, 21)
N = 400


def drawn(parts: list[JointBuckets], seed: int = 0) -> JointResamples:
    *_, (_, last) = run_in_rounds([ResamplingRun(parts, PC, N, seed)], [N])
    return last


def resamples_of(sources: list[Predictions], seed: int = 0) -> EnvelopeResamples:
    return drawn([single_buckets(candidates(source)) for source in sources], seed).each[0]


def some(seed: int = 0, count: int = 4, size: int = 80, skill: float = 1.2) -> list[Predictions]:
    rng = np.random.default_rng(seed)
    labels = [np.arange(size) % 3 == 0 for _ in range(count)]
    return [predictions(y, skill * y + rng.normal(size=size)) for y in labels]


def test_bands_of_folds_are_around_the_average_cost():
    sources = some()
    average = values_at(average_of(folds(sources)).cost, PC)
    resamples = resamples_of(sources)
    assert observed_cost(resamples) == pytest.approx(average, abs=1e-12)
    assert resamples.drawn == " of each of 4 folds, averaged,"
    for method in methods_for("resamples").values():
        band = method.make(resamples, level=0.9, simultaneous=False)
        assert band.estimate == pytest.approx(average, abs=1e-12)
        assert np.all(band.lower <= band.upper + 1e-15)
    for simultaneous in (False, True):
        band = envelope_band(resamples, simultaneous=simultaneous)
        assert np.all(band.lower <= average + 1e-15)
        assert np.all(average <= band.upper + 1e-15)
    assert np.all(corrected_cost(resamples) >= average - 1e-15)


def test_every_resample_is_the_mean_over_folds():
    sources = some(count=3)
    resamples = resamples_of(sources)
    chosen = [part.candidates for part in resamples.parts]
    for part, candidate_set in zip(resamples.parts, chosen, strict=True):
        assert part.fp.shape == (N, candidate_set.hull.size)
        assert np.array_equal(part.fp[:, -1], part.negatives)
    costs = []
    for part in resamples.parts:
        fpr, fnr = (
            part.fp / part.negatives[:, None],
            1.0 - part.tp / part.positives[:, None],
        )
        each = fpr[:, :, None] * (1.0 - PC) + fnr[:, :, None] * PC
        costs.append(each.min(axis=1))
    at_hull = np.mean(costs, axis=0)
    assert np.all(resamples.cost <= at_hull + 1e-12), "other thresholds may be better still"
    errors = [part.fp[:, part.fp.shape[1] // 2] for part in resamples.parts]
    assert abs(np.corrcoef(errors[0], errors[1])[0, 1]) < 0.2, "folds are drawn by themselves"


@pytest.mark.parametrize("copies", [4, 9])
def test_distances_of_equal_folds_shrink_with_the_square_root_of_their_number(copies):
    (source,) = some(count=1)
    single_fold, many_folds = resamples_of([source]), resamples_of([source] * copies)
    single, mean = envelope_band(single_fold), envelope_band(many_folds)
    own_bias, bias = (
        choice_optimism(resamples, chosen_by_part(resamples))
        for resamples in (single_fold, many_folds)
    )
    own_distance = single.upper - single.estimate - own_bias
    rest = mean.upper - mean.estimate - 2.0 * bias
    assert rest == pytest.approx(own_distance / np.sqrt(copies), abs=1e-12)
    spread = single_fold.cost.std(axis=0)[4:-4], many_folds.cost.std(axis=0)[4:-4]
    assert spread[1] * np.sqrt(copies) == pytest.approx(spread[0], rel=0.2)


def test_a_single_fold_is_one_test_set():
    (source,) = some(count=1)
    resamples = resamples_of([source])
    assert resamples.drawn == ""
    assert np.array_equal(resamples.optimism, resamples.parts[0].optimism)
    assert np.array_equal(resamples.first(50).cost, resamples.cost[:50])
    assert resamples.first(50).fp.shape[0] == 50


def test_a_baseline_in_every_fold_has_no_uncertainty():
    useless = [predictions(source.positive, np.zeros(source.positive.size)) for source in some()]
    band = envelope_band(resamples_of(useless))
    assert band.lower == pytest.approx(np.minimum(PC, 1.0 - PC))
    assert band.upper == pytest.approx(np.minimum(PC, 1.0 - PC))


def test_the_same_folds_are_drawn_for_two_classifiers_that_are_compared():
    first, other = some(0), some(1, skill=0.8)
    same = [
        predictions(source.positive, rival.score)
        for source, rival in zip(first, other, strict=True)
    ]
    pairs = [
        [predictions(label, source.score) for source in (a, b)]
        for label, a, b in zip(
            [np.asarray(source.positive) for source in first], first, same, strict=True
        )
    ]
    joint = drawn([joint_buckets(pair) for pair in pairs])
    assert joint.pool is not None
    assert np.all(
        joint.pool.cost <= np.minimum(*(resamples.cost for resamples in joint.each)) + 1e-15
    )
    band = envelope_difference_band(joint)
    means = [observed_cost(resamples) for resamples in joint.each]
    assert band.estimate == pytest.approx(means[0] - means[1], abs=1e-12)
    twins = drawn([joint_buckets([a, a]) for a, _ in pairs])
    assert np.array_equal(twins.each[0].cost, twins.each[1].cost)


def test_recommended_differences_narrow_with_the_number_of_folds():
    def widths(count: int) -> FloatArray:
        pairs = zip(some(0, count), some(1, count, skill=0.8), strict=True)
        same = [[source, predictions(source.positive, rival.score)] for source, rival in pairs]
        band = recommended_difference_band(drawn([joint_buckets(pair) for pair in same]))
        assert f": paired Wilson-MOVER limits of each of {count} folds" in band.method
        return (band.upper - band.lower)[4:-4]

    ratio = widths(2) / widths(8)
    assert 1.4 < ratio.mean() < 2.6


def test_classifiers_may_have_different_numbers_of_folds():
    two, three = resamples_of(some(0, 2)), resamples_of(some(1, 3), seed=1)
    joint = JointResamples((two, three))
    for simultaneous in (False, True):
        band = recommended_difference_band(joint, simultaneous=simultaneous)
        inner = slice(4, -4)
        assert np.all((band.upper - band.lower)[inner] > 0.05)
        assert np.all((band.lower <= band.estimate)[inner])
        assert np.all((band.estimate <= band.upper)[inner])


def test_fixed_thresholds_of_folds_have_average_costs():
    resamples = resamples_of(some(count=2))
    chosen = [chosen_thresholds(part.candidates, PC) for part in resamples.parts]
    costs = fixed_costs(resamples, chosen)
    assert np.all(costs >= resamples.cost - 1e-12)
    assert costs.mean(axis=0) == pytest.approx(observed_cost(resamples), abs=0.02)
    assert np.all(optimistic_band(resamples).lower <= optimistic_band(resamples).upper)
