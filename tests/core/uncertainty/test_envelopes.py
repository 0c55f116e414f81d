from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import hull_status, predictions, roc_curve
from cc_widgets.core.hull import count_corners
from cc_widgets.core.thresholds import best_at
from cc_widgets.core.uncertainty import corrected_cost, envelope_band, resampling
from cc_widgets.core.uncertainty import envelopes as module
from cc_widgets.core.uncertainty import sampling as blocks
from cc_widgets.core.uncertainty.bands import critical_value, normal_quantile, simultaneous_critical
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.envelopes import (
    chosen_thresholds,
    equally_good,
    fixed_costs,
    fixed_threshold_band,
    optimistic_band,
    ranks_at,
    supremum_critical,
)
from cc_widgets.core.uncertainty.intervals import mover_limits
from cc_widgets.errors import CostCurveError
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE, close
from tests.support.resamples import (
    binormal,
    costs_of_examples,
    draw_resamples,
    lowest_binormal_cost,
    scored_classes,
)

CHECKED = binormal(np.random.default_rng(1), 70, 50)
GRID = np.linspace(0, 1, 21)
DRAWN = draw_resamples(CHECKED, pc=GRID, n_resamples=1000)
CHOSEN = chosen_thresholds(DRAWN.candidates, GRID)
OPEN = ~CHOSEN.is_baseline


def limits(z):
    lower, upper = mover_limits(CHOSEN.fp, 70, CHOSEN.fn, 50, GRID, z)
    return np.where(OPEN, lower, CHOSEN.cost), np.where(OPEN, upper, CHOSEN.cost)


def ranked(values, rank):
    """Return the order statistic with this rank, counted from 1, at each pc."""
    return np.array([sorted(column)[rank - 1] for column in values.T.tolist()])


def test_band_follows_its_definition():
    band = envelope_band(DRAWN)
    lower, upper = limits(critical_value(0.9, simultaneous=False))
    close(band.lower, np.minimum(lower, ranked(DRAWN.cost, 51)))
    raised = np.minimum(1, upper + np.maximum(DRAWN.optimism, 0))
    close(band.upper, np.where(OPEN, raised, CHOSEN.cost))
    np.testing.assert_array_equal(band.estimate, CHOSEN.cost)
    np.testing.assert_array_equal(band.pc, GRID)
    assert (band.level, band.n_resamples, band.seed, band.simultaneous) == (0.9, 1000, 0, False)
    assert band.covers == (
        "90 % band for the cost of the best possible threshold and of the chosen one, at each "
        "single PC(+) (envelope band: Wilson-MOVER limits plus bootstrap optimism, 1,000 "
        "resamples). It reflects the choice of the test set only, not of the training set."
    )


def test_the_simultaneous_band_uses_the_resamples_for_both_limits():
    band = envelope_band(DRAWN, simultaneous=True)
    z = supremum_critical(DRAWN, 0.9)
    lower, upper = limits(z)
    rank = ranks_at(z, 1000)[0]
    assert 1 < rank < 51
    close(band.lower, np.minimum(lower, ranked(DRAWN.cost, rank)))
    raised = np.minimum(1, upper + np.maximum(DRAWN.optimism, 0))
    close(band.upper, np.where(OPEN, raised, CHOSEN.cost))
    assert band.simultaneous
    assert "at all PC(+) together" in band.covers


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("make", [envelope_band, fixed_threshold_band])
def test_limits_enclose_the_estimate_and_grow_with_the_level(make, simultaneous):
    bands = [make(DRAWN, level=level, simultaneous=simultaneous) for level in (0.5, 0.8, 0.9, 0.98)]
    for band in bands:
        assert np.all(band.lower <= band.estimate)
        assert np.all(band.estimate <= band.upper)
    for narrow, wide in pairwise(bands):
        assert np.all(wide.lower <= narrow.lower)
        assert np.all(wide.upper >= narrow.upper)
        inner = OPEN & (GRID > 0) & (GRID < 1)
        assert np.mean((wide.upper - wide.lower > narrow.upper - narrow.lower)[inner]) > 0.8


@pytest.mark.parametrize("make", [envelope_band, fixed_threshold_band])
@pytest.mark.parametrize("n", [20, 21, 50, 100, 999])
def test_simultaneous_bands_are_wider(make, n):
    resamples = draw_resamples(CHECKED, pc=GRID, n_resamples=n)
    pointwise, simultaneous = make(resamples), make(resamples, simultaneous=True)
    assert np.all(simultaneous.lower <= pointwise.lower)
    assert np.all(simultaneous.upper >= pointwise.upper)
    assert np.sum(simultaneous.upper - simultaneous.lower) > np.sum(
        pointwise.upper - pointwise.lower
    )
    assert not pointwise.simultaneous
    assert simultaneous.simultaneous


def test_simultaneous_fixed_threshold_bands_contain_the_nominal_share_of_resamples():
    band = fixed_threshold_band(DRAWN, simultaneous=True)
    costs = fixed_costs(DRAWN, CHOSEN, slice(None))
    inside = np.all((costs >= band.lower) & (costs <= band.upper), axis=1).mean()
    assert 0.85 <= inside <= 0.96
    z = supremum_critical(DRAWN, 0.9)
    low, high = ranks_at(z, 1000)
    np.testing.assert_array_equal(band.lower, ranked(costs, low))
    np.testing.assert_array_equal(band.upper, ranked(costs, high))


@pytest.mark.parametrize("rule", ["margineantu-dietterich", "holte-drummond"])
def test_percentile_bands_are_order_statistics(rule):
    low, high = {"margineantu-dietterich": (51, 950), "holte-drummond": (50, 951)}[rule]
    costs = fixed_costs(DRAWN, CHOSEN, slice(None))
    for band, values in [
        (optimistic_band(DRAWN, rule=rule), DRAWN.cost),
        (fixed_threshold_band(DRAWN, rule=rule), costs),
    ]:
        np.testing.assert_array_equal(band.lower, ranked(values, low))
        np.testing.assert_array_equal(band.upper, ranked(values, high))
        assert np.any(band.lower != np.quantile(values, 0.05, axis=0))
        assert np.any(band.upper != np.quantile(values, 0.95, axis=0))
    low, high = ranks_at(supremum_critical(DRAWN, 0.9), 1000, rule)
    wide = fixed_threshold_band(DRAWN, rule=rule, simultaneous=True)
    np.testing.assert_array_equal(wide.lower, ranked(costs, low))
    np.testing.assert_array_equal(wide.upper, ranked(costs, high))


def test_ranks_at_90_and_80_percent_of_1000_are_exact():
    # 50 resamples lie below the lower end and above the upper; a floor in floats gives 49.
    for level, outside in [(0.9, 50), (0.8, 100)]:
        band = optimistic_band(DRAWN, level=level)
        at = np.flatnonzero((GRID > 0.2) & (GRID < 0.6))
        for i in at:
            values = DRAWN.cost[:, i]
            assert np.count_nonzero(values < band.lower[i]) <= outside
            assert np.count_nonzero(values <= band.lower[i]) > outside
            assert np.count_nonzero(values > band.upper[i]) <= outside
            assert np.count_nonzero(values >= band.upper[i]) > outside


def test_limits_are_at_most_1_and_negative_optimism_is_ignored():
    for optimism, far in [(0.99, 1.0), (-0.2, limits(critical_value(0.9, simultaneous=False))[1])]:
        part = replace(DRAWN.parts[0], optimism=np.full(21, optimism))
        band = envelope_band(replace(DRAWN, parts=(part,)))
        np.testing.assert_allclose(band.upper[OPEN], np.broadcast_to(far, 21)[OPEN], atol=1e-15)
        np.testing.assert_array_equal(band.upper[~OPEN], CHOSEN.cost[~OPEN])


def test_the_optimistic_band_is_too_low():
    low, band = optimistic_band(DRAWN), envelope_band(DRAWN)
    assert np.all(low.lower >= band.lower)
    assert np.all(low.upper <= band.upper + 1e-15)
    assert np.mean((low.lower + low.upper) / 2 < band.estimate) > 0.8
    fixed = fixed_threshold_band(DRAWN)
    assert np.all(low.lower <= fixed.lower)
    assert np.all(low.upper <= fixed.upper)
    assert (low.target, fixed.target) == ("best threshold, too low", "fixed threshold")
    assert low.method == "percentiles of envelopes, optimistic"
    assert fixed.method == "percentiles at thresholds kept fixed"


def test_chosen_baseline_has_a_known_cost():
    resamples = draw_resamples(scored_classes(range(5, 11), range(5)), pc=GRID)
    baseline = np.minimum(GRID, 1 - GRID)
    assert chosen_thresholds(resamples.candidates, GRID).is_baseline.all()
    for make in (envelope_band, fixed_threshold_band):
        for simultaneous in (False, True):
            band = make(resamples, simultaneous=simultaneous)
            np.testing.assert_allclose(band.upper, baseline, atol=1e-14)
            if make is fixed_threshold_band or not simultaneous:
                np.testing.assert_allclose(band.lower, baseline, atol=1e-14)
            else:  # a neighbouring threshold could cost less
                assert np.all(band.lower <= baseline)


def test_lower_limit_of_a_baseline_includes_nearly_optimal_thresholds():
    # In many resamples a threshold is barely better than the baselines; on the original examples
    # none is.
    resamples = draw_resamples(
        scored_classes([1, 2, 3, 4], [1, 2, 3, 4]), pc=[0.5], n_resamples=400
    )
    band = envelope_band(resamples)
    assert band.estimate.tolist() == [0.5]
    assert band.lower[0] == optimistic_band(resamples).lower[0] < 0.5
    assert band.upper.tolist() == [0.5]
    assert resamples.optimism[0] > 0.1
    assert corrected_cost(resamples)[0] == 0.5


def test_at_the_ends_only_one_class_matters():
    first, more = np.arange(10.0), np.arange(10.0)
    for extra in (0, 40):
        checked = scored_classes(first, np.concatenate([more + 3.5, np.full(extra, 100.0)]))
        resamples = draw_resamples(checked, pc=[0, 1])
        band = envelope_band(resamples)
        _, upper = mover_limits(0, 10, 0, 10 + extra, [0, 1], normal_quantile(0.9))
        close(band.lower, [0, 0])
        # To accept everything would cost nothing at 1, but a threshold is reported.
        close(band.upper, upper + np.maximum(resamples.optimism, 0))
        assert band.estimate.tolist() == [0, 0]


def test_another_level_needs_no_resampling(monkeypatch):
    monkeypatch.setattr(blocks, "stream", None)
    wide, narrow = envelope_band(DRAWN, level=0.95), envelope_band(DRAWN, level=0.8)
    assert np.all(wide.lower <= narrow.lower)
    assert (wide.level, narrow.level) == (0.95, 0.8)
    assert wide.seed == narrow.seed == DRAWN.seed


def test_bands_of_unfinished_runs_state_their_number_of_resamples():
    part = next(resampling(CHECKED, n_resamples=1999, rng=0, pc=GRID))
    for make in (envelope_band, optimistic_band, fixed_threshold_band):
        assert make(part).n_resamples == 100


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("make", [envelope_band, fixed_threshold_band])
def test_too_few_resamples_raise_for_simultaneous_bands(make, simultaneous):
    resamples = draw_resamples(CHECKED, pc=GRID, n_resamples=19)
    message = r"^n_resamples: must be an integer, 20 or more\. Got 19\. Pass for instance 1999"
    with pytest.raises(CostCurveError, match=message):
        make(resamples, simultaneous=simultaneous)
    assert make(resamples, level=0.8, simultaneous=simultaneous).n_resamples == 19


@pytest.mark.parametrize("level", [0, 1, 90, -0.5, "0.9", None])
def test_every_band_rejects_levels_outside_the_unit_interval(level):
    message = r"^level: must be a number strictly between 0 and 1\. Got .*\. Pass for .* 90 %"
    for make in (envelope_band, optimistic_band, fixed_threshold_band):
        with pytest.raises(CostCurveError, match=message):
            make(DRAWN, level=level)
    with pytest.raises(CostCurveError, match=message):
        envelope_band(DRAWN, level=level, simultaneous=True)


def test_unknown_rules_raise():
    makers: Any = (optimistic_band, fixed_threshold_band)
    for make in makers:
        with pytest.raises(CostCurveError, match=r"^rule: must be .* Got 'other'\."):
            make(DRAWN, rule="other")


def test_ranks_are_limited_by_the_critical_value_and_the_resamples():
    assert ranks_at(normal_quantile(0.9), 10_010) == (501, 9510)
    # 2 standard errors leave out 22.75 of 1000 on each side.
    assert ranks_at(2.0, 1000) == ranks_at(2.0, 1000, "holte-drummond") == (23, 978)
    assert ranks_at(3.0, 1000) == (2, 999)
    assert ranks_at(3.1, 1000) == (1, 1000)
    assert ranks_at(50.0, 1000, "holte-drummond") == (1, 1000)


def test_corrected_cost_adds_the_optimism_but_never_exceeds_the_baselines():
    baseline = np.minimum(GRID, 1 - GRID)
    expected = np.minimum(CHOSEN.cost + np.maximum(DRAWN.optimism, 0), baseline)
    close(corrected_cost(DRAWN), expected)
    band = envelope_band(DRAWN)
    assert np.all(band.lower <= corrected_cost(DRAWN))
    assert np.all(corrected_cost(DRAWN) <= band.upper + 1e-15)
    assert np.mean(corrected_cost(DRAWN) > CHOSEN.cost) > 0.7


def test_few_resamples_do_not_make_the_corrected_cost_lower_than_the_envelope():
    seen = []
    for seed in range(40):
        resamples = draw_resamples(CHECKED, pc=GRID, n_resamples=1, rng=seed)
        seen.append(resamples.optimism.min())
        assert np.all(corrected_cost(resamples) >= CHOSEN.cost)
    assert min(seen) < -0.01


def test_the_corrected_cost_is_nearly_unbiased():
    pc = np.array([0.3, 0.5])
    truth, rng = lowest_binormal_cost(pc), np.random.default_rng(11)
    plain, corrected = [], []
    for seed in range(250):
        resamples = draw_resamples(binormal(rng, 100, 100), pc=pc, n_resamples=100, rng=seed)
        plain.append(chosen_thresholds(resamples.candidates, pc).cost - truth)
        corrected.append(corrected_cost(resamples) - truth)
    error = np.std(corrected, axis=0) / np.sqrt(250)
    assert np.all(np.mean(plain, axis=0) < -0.015)
    assert np.all(np.abs(np.mean(corrected, axis=0)) < 0.004 + 2 * error)


# ---- Chosen thresholds, and their cost in resamples
EXAMPLES = binormal(np.random.default_rng(3), 60, 40)
FINE = np.linspace(0, 1, 41)


def test_chosen_threshold_has_the_minimum_cost():
    candidate_set = candidates(EXAMPLES)
    chosen = chosen_thresholds(candidate_set, FINE)
    every = np.append(np.inf, np.unique(EXAMPLES.score)[::-1])
    ones = np.ones(100)
    costs = costs_of_examples(EXAMPLES.score, EXAMPLES.positive, ones, every, FINE)
    np.testing.assert_allclose(chosen.cost, costs.min(axis=0), atol=1e-15)
    threshold = candidate_set.threshold[candidate_set.hull][chosen.corner]
    accepted = EXAMPLES.score >= threshold[:, np.newaxis]
    np.testing.assert_array_equal(chosen.fp, (accepted & ~EXAMPLES.positive).sum(axis=1))
    np.testing.assert_array_equal(chosen.fn, (~accepted & EXAMPLES.positive).sum(axis=1))


def test_ties_choose_the_higher_threshold_except_at_pc_0():
    # The model reports these thresholds: at pc 1 the choice is not a baseline.
    candidate_set = candidates(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    # Turns of the hull (0,0) (0,2) (1,5) (5,8) (9,10) (10,10), by hand.
    turns = np.array([0, 1 / 4, 4 / 7, 4 / 6, 1])
    at = chosen_thresholds(candidate_set, turns)
    assert at.corner.tolist() == [1, 1, 2, 3, 4]
    after = chosen_thresholds(candidate_set, np.nextafter(turns[:-1], 1) + 1e-14)
    assert after.corner.tolist() == [1, 2, 3, 4]
    assert not at.is_baseline.any()
    assert at.fp.tolist() == [0, 0, 1, 5, 9]
    assert at.fn.tolist() == [8, 8, 5, 2, 0]
    higher, lower = equally_good(candidate_set, turns)
    assert higher.corner.tolist() == [0, 1, 2, 3, 4]
    assert lower.corner.tolist() == [1, 2, 3, 4, 5]
    close(higher.cost, lower.cost)


def test_the_chosen_threshold_is_the_reported_one():
    candidate_set = candidates(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    status = hull_status([roc_curve(count_corners(predictions(FAWCETT_LABEL, FAWCETT_SCORE)))])
    pc = np.array([0, 1 / 4, 0.3, 4 / 7, 4 / 6, 1])
    chosen = chosen_thresholds(candidate_set, pc)
    named = [status.hull.fpr[best_at(status, pc=float(x)).corner] for x in pc]
    close(named, chosen.fp / candidate_set.negatives)


def test_baselines_have_known_costs():
    chosen = chosen_thresholds(candidates(scored_classes([3, 4], [1, 2])), FINE)
    assert chosen.is_baseline.all()
    close(chosen.cost, np.minimum(FINE, 1 - FINE))
    assert chosen.corner.tolist() == [0] * 21 + [1] * 20
    perfect = chosen_thresholds(candidates(scored_classes([1, 2], [3, 4])), FINE)
    assert not perfect.is_baseline.any()
    assert not perfect.cost.any()


def test_unbalanced_classes_contribute_by_their_rates():
    # (0, 1) of 1 negative and (2, 2) of 4 positives: turns at 0, 2/3 by rates.
    candidate_set = candidates(scored_classes([2.5], [1, 2, 3, 4]))
    chosen = chosen_thresholds(candidate_set, np.array([0.66, 2 / 3, 0.67]))
    assert chosen.fp.tolist() == [0, 0, 1]
    assert chosen.fn.tolist() == [2, 2, 0]
    close(chosen.cost, [0.33, 1 / 3, 0.33])


@pytest.mark.parametrize("stratified", [True, False])
def test_fixed_costs_are_costs_of_the_chosen_thresholds_in_resamples(stratified):
    resamples = draw_resamples(EXAMPLES, pc=FINE, stratified=stratified)
    chosen = chosen_thresholds(resamples.candidates, FINE)
    costs = fixed_costs(resamples, chosen)
    for r in (0, 7, 199):
        fpr = resamples.fp[r] / resamples.negatives[r]
        fnr = 1 - resamples.tp[r] / resamples.positives[r]
        close(costs[r], (1 - FINE) * fpr[chosen.corner] + FINE * fnr[chosen.corner])
    np.testing.assert_array_equal(fixed_costs(resamples, chosen, slice(50, 60)), costs[50:60])
    assert np.all(costs >= resamples.cost - 1e-15)


def test_fixed_costs_average_to_the_observed_cost():
    resamples = draw_resamples(EXAMPLES, pc=FINE, n_resamples=4000)
    chosen = chosen_thresholds(resamples.candidates, FINE)
    costs = fixed_costs(resamples, chosen)
    error = costs.std(axis=0) / np.sqrt(4000)
    assert np.all(np.abs(costs.mean(axis=0) - chosen.cost) <= 5 * error + 1e-15)


def farthest(resamples):
    """Return by definition the sorted largest studentised deviations, over tied thresholds too."""
    every = []
    for chosen in equally_good(resamples.candidates, FINE):
        fpr, fnr = (chosen.fp + 0.5) / 61, (chosen.fn + 0.5) / 41
        variance = (1 - FINE) ** 2 * fpr * (1 - fpr) / 60 + FINE**2 * fnr * (1 - fnr) / 40
        away = np.abs(fixed_costs(resamples, chosen) - chosen.cost) / np.sqrt(variance)
        every.append(away[:, ~chosen.is_baseline].max(axis=1))
    return np.sort(np.maximum(*every))


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("rows", [1, 70, 199, 100_000])
def test_the_critical_value_is_a_quantile_of_largest_deviations(monkeypatch, level, rows):
    monkeypatch.setattr(module, "_ROWS", rows)
    resamples = draw_resamples(EXAMPLES, pc=FINE, n_resamples=199)
    expected = farthest(resamples)[ceil(round(level * 200, 9)) - 1]
    z = supremum_critical(resamples, level)
    assert z == pytest.approx(max(expected, simultaneous_critical(level)), rel=1e-12)
    assert z >= simultaneous_critical(level)


def test_the_rank_counts_one_more_than_the_resamples():
    resamples = draw_resamples(EXAMPLES, pc=FINE, n_resamples=200)
    # 0.9 times 201 is more than 180.
    expected = farthest(resamples)[180]
    assert expected > farthest(resamples)[179]
    assert supremum_critical(resamples, 0.9) == pytest.approx(expected, rel=1e-12)


def test_few_resamples_use_the_largest_deviation():
    resamples = draw_resamples(EXAMPLES, pc=FINE, n_resamples=5)
    z = supremum_critical(resamples, 0.99)
    assert z == pytest.approx(max(farthest(resamples)[-1], simultaneous_critical(0.99)), rel=1e-12)


def test_the_critical_value_is_never_below_that_of_one_line():
    for checked, pc in [
        (scored_classes([3, 4], [1, 2]), FINE),
        (scored_classes(range(5), range(5, 9)), FINE),
        (EXAMPLES, [1.0]),
    ]:
        resamples = draw_resamples(checked, pc=pc)
        assert supremum_critical(resamples, 0.9) == simultaneous_critical(0.9)
