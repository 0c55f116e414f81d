"""Bands of folds: each test set is resampled by itself, and their envelopes are averaged."""

import numpy as np
import pytest

from cc_widgets.core import Predictions, average_of, folds, predictions
from cc_widgets.core._cost import values_at
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import (
    EnvelopeResamples,
    JointResamples,
    candidates,
    chosen_thresholds,
    corrected_cost,
    envelope_band,
    envelope_difference_band,
    joint_buckets,
    optimistic_band,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty._buckets import JointBuckets, alone
from cc_widgets.core.uncertainty._envelopes import fixed_costs, observed_cost
from cc_widgets.core.uncertainty._methods import methods_for
from cc_widgets.core.uncertainty._resampling import TIMES_SEEN, Run, by_turns

PC = np.linspace(0.0, 1.0, 21)
N = 400


def drawn(parts: list[JointBuckets], seed: int = 0) -> JointResamples:
    *_, (_, last) = by_turns([Run(parts, PC, N, seed)], [N])
    return last


def of(given: list[Predictions], seed: int = 0) -> EnvelopeResamples:
    return drawn([alone(candidates(one)) for one in given], seed).each[0]


def some(seed: int = 0, count: int = 4, size: int = 80, skill: float = 1.2) -> list[Predictions]:
    rng = np.random.default_rng(seed)
    labels = [np.arange(size) % 3 == 0 for _ in range(count)]
    return [predictions(y, skill * y + rng.normal(size=size)) for y in labels]


def test_bands_of_folds_are_around_the_average_cost():
    given = some()
    average = values_at(average_of(folds(given)).cost, PC)
    resamples = of(given)
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


def test_every_resample_is_the_mean_of_what_each_fold_drew():
    given = some(count=3)
    resamples = of(given)
    chosen = [part.candidates for part in resamples.parts]
    for part, found in zip(resamples.parts, chosen, strict=True):
        assert part.fp.shape == (N, found.hull.size)
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
def test_more_folds_that_are_alike_are_surer_by_the_root_of_their_number(copies):
    (one,) = some(count=1)
    few, many = of([one]), of([one] * copies)
    single, mean = envelope_band(few), envelope_band(many)
    first = single.upper - single.estimate - (single.expected - single.estimate) / TIMES_SEEN
    hidden = (mean.expected - mean.estimate) / TIMES_SEEN
    rest = mean.upper - mean.estimate - 2.0 * hidden
    assert rest == pytest.approx(first / np.sqrt(copies), abs=1e-12)
    spread = few.cost.std(axis=0)[4:-4], many.cost.std(axis=0)[4:-4]
    assert spread[1] * np.sqrt(copies) == pytest.approx(spread[0], rel=0.2)


def test_one_test_set_is_what_it_always_was():
    (one,) = some(count=1)
    resamples = of([one])
    assert resamples.drawn == ""
    assert np.array_equal(resamples.optimism, resamples.parts[0].optimism)
    assert np.array_equal(resamples.first(50).cost, resamples.cost[:50])
    assert resamples.first(50).fp.shape[0] == 50


def test_a_trivial_rule_in_every_fold_has_no_uncertainty():
    useless = [predictions(one.positive, np.zeros(one.positive.size)) for one in some()]
    band = envelope_band(of(useless))
    assert band.lower == pytest.approx(np.minimum(PC, 1.0 - PC))
    assert band.upper == pytest.approx(np.minimum(PC, 1.0 - PC))


def test_the_same_folds_are_drawn_for_two_classifiers_that_are_compared():
    first, other = some(0), some(1, skill=0.8)
    same = [
        predictions(one.positive, another.score) for one, another in zip(first, other, strict=True)
    ]
    pairs = [
        [predictions(label, one.score) for one in (a, b)]
        for label, a, b in zip(
            [np.asarray(one.positive) for one in first], first, same, strict=True
        )
    ]
    joint = drawn([joint_buckets(pair) for pair in pairs])
    assert joint.pool is not None
    assert np.all(joint.pool.cost <= np.minimum(*(one.cost for one in joint.each)) + 1e-15)
    band = envelope_difference_band(joint)
    means = [observed_cost(one) for one in joint.each]
    assert band.estimate == pytest.approx(means[0] - means[1], abs=1e-12)
    twins = drawn([joint_buckets([a, a]) for a, _ in pairs])
    assert np.array_equal(twins.each[0].cost, twins.each[1].cost)


def test_what_folds_will_cost_in_use_is_surer_the_more_of_them_there_are():
    def widths(count: int) -> FloatArray:
        pairs = zip(some(0, count), some(1, count, skill=0.8), strict=True)
        same = [[one, predictions(one.positive, other.score)] for one, other in pairs]
        band = recommended_difference_band(drawn([joint_buckets(pair) for pair in same]))
        assert band.method.startswith(f"paired Wilson-MOVER of each of {count} folds")
        return (band.upper - band.lower)[4:-4]

    ratio = widths(2) / widths(8)
    assert 1.4 < ratio.mean() < 2.6


def test_test_sets_of_several_folds_each_need_not_be_as_many():
    two, three = of(some(0, 2)), of(some(1, 3), seed=1)
    apart = JointResamples((two, three))
    for simultaneous in (False, True):
        band = recommended_difference_band(apart, simultaneous=simultaneous)
        inner = slice(4, -4)
        assert np.all((band.upper - band.lower)[inner] > 0.05)
        assert np.all((band.lower <= band.estimate)[inner])
        assert np.all((band.estimate <= band.upper)[inner])


def test_thresholds_kept_fixed_cost_in_resamples_what_those_of_each_fold_do():
    resamples = of(some(count=2))
    chosen = [chosen_thresholds(part.candidates, PC) for part in resamples.parts]
    costs = fixed_costs(resamples, chosen)
    assert np.all(costs >= resamples.cost - 1e-12)
    assert costs.mean(axis=0) == pytest.approx(observed_cost(resamples), abs=0.02)
    assert np.all(optimistic_band(resamples).lower <= optimistic_band(resamples).upper)
