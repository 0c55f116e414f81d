from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cc_widgets.core.uncertainty import _draws as blocks
from cc_widgets.core.uncertainty import (
    chosen_thresholds,
    corrected_cost,
    envelope_band,
    fixed_threshold_band,
    mover_limits,
    optimistic_band,
    resampling,
)
from cc_widgets.core.uncertainty._band import critical_value, normal_quantile
from cc_widgets.core.uncertainty._envelopes import _ranks_at, fixed_costs, supremum_critical
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.resamples import binormal, drawn, least_binormal, scored_classes

CHECKED = binormal(np.random.default_rng(1), 70, 50)
GRID = np.linspace(0, 1, 21)
DRAWN = drawn(CHECKED, pc=GRID, n_resamples=1000)
CHOSEN = chosen_thresholds(DRAWN.candidates, GRID)
OPEN = ~CHOSEN.trivial


def limits(z):
    lower, upper = mover_limits(CHOSEN.fp, 70, CHOSEN.fn, 50, GRID, z)
    return np.where(OPEN, lower, CHOSEN.cost), np.where(OPEN, upper, CHOSEN.cost)


def ranked(values, rank):
    """The value with this rank, counted from 1, at each pc."""
    return np.array([sorted(column)[rank - 1] for column in values.T.tolist()])


def test_the_band_is_what_it_says():
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
        "single PC(+) (Wilson-MOVER with the optimism of choosing the threshold, 1,000 resamples). "
        "It reflects the choice of the test set only, not of the training set."
    )


def test_the_band_for_all_pc_uses_the_resamples_for_both_its_parts():
    band = envelope_band(DRAWN, simultaneous=True)
    z = supremum_critical(DRAWN, 0.9)
    lower, upper = limits(z)
    rank = _ranks_at(z, 1000)[0]
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
def test_bands_for_all_pc_are_wider(make, n):
    found = drawn(CHECKED, pc=GRID, n_resamples=n)
    one, every = make(found), make(found, simultaneous=True)
    assert np.all(every.lower <= one.lower)
    assert np.all(every.upper >= one.upper)
    assert np.sum(every.upper - every.lower) > np.sum(one.upper - one.lower)
    assert not one.simultaneous
    assert every.simultaneous


def test_fixed_thresholds_at_all_pc_hold_their_share_of_resamples():
    band = fixed_threshold_band(DRAWN, simultaneous=True)
    costs = fixed_costs(DRAWN, CHOSEN, slice(None))
    inside = np.all((costs >= band.lower) & (costs <= band.upper), axis=1).mean()
    assert 0.85 <= inside <= 0.96
    z = supremum_critical(DRAWN, 0.9)
    low, high = _ranks_at(z, 1000)
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
    low, high = _ranks_at(supremum_critical(DRAWN, 0.9), 1000, rule)
    wide = fixed_threshold_band(DRAWN, rule=rule, simultaneous=True)
    np.testing.assert_array_equal(wide.lower, ranked(costs, low))
    np.testing.assert_array_equal(wide.upper, ranked(costs, high))


def test_the_ranks_at_90_and_80_percent_of_1000_are_not_one_too_low():
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


def test_no_limit_lies_above_1_or_is_lowered_by_chance():
    for optimism, far in [(0.99, 1.0), (-0.2, limits(critical_value(0.9, simultaneous=False))[1])]:
        band = envelope_band(replace(DRAWN, optimism=np.full(21, optimism)))
        np.testing.assert_allclose(band.upper[OPEN], np.broadcast_to(far, 21)[OPEN], atol=1e-15)
        np.testing.assert_array_equal(band.upper[~OPEN], CHOSEN.cost[~OPEN])


def test_the_optimistic_band_lies_below():
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


def test_a_trivial_choice_has_a_known_cost():
    found = drawn(scored_classes(range(5, 11), range(5)), pc=GRID)
    known = np.minimum(GRID, 1 - GRID)
    assert chosen_thresholds(found.candidates, GRID).trivial.all()
    for make in (envelope_band, fixed_threshold_band):
        for simultaneous in (False, True):
            band = make(found, simultaneous=simultaneous)
            np.testing.assert_allclose(band.upper, known, atol=1e-14)
            if make is fixed_threshold_band or not simultaneous:
                np.testing.assert_allclose(band.lower, known, atol=1e-14)
            else:  # S6: a threshold beside it could cost a little less
                assert np.all(band.lower <= known)


def test_a_trivial_choice_that_was_close_is_still_uncertain_below():
    # Barely better than nothing in many resamples, and never on these examples.
    found = drawn(scored_classes([1, 2, 3, 4], [1, 2, 3, 4]), pc=[0.5], n_resamples=400)
    band = envelope_band(found)
    assert band.estimate.tolist() == [0.5]
    assert band.lower[0] == optimistic_band(found).lower[0] < 0.5
    assert band.upper.tolist() == [0.5]
    assert found.optimism[0] > 0.1
    assert corrected_cost(found)[0] == 0.5


def test_at_the_ends_only_one_class_matters():
    first, more = np.arange(10.0), np.arange(10.0)
    for extra in (0, 40):
        checked = scored_classes(first, np.concatenate([more + 3.5, np.full(extra, 100.0)]))
        found = drawn(checked, pc=[0, 1])
        band = envelope_band(found)
        _, upper = mover_limits(0, 10, 0, 10 + extra, [0, 1], normal_quantile(0.9))
        close(band.lower, [0, 0])
        # W4: to accept everything would cost nothing at 1, but a threshold is what is named.
        close(band.upper, upper + np.maximum(found.optimism, 0))
        assert band.estimate.tolist() == [0, 0]


def test_another_level_needs_no_resampling(monkeypatch):
    monkeypatch.setattr(blocks, "stream", None)
    one, other = envelope_band(DRAWN, level=0.95), envelope_band(DRAWN, level=0.8)
    assert np.all(one.lower <= other.lower)
    assert (one.level, other.level) == (0.95, 0.8)
    assert one.seed == other.seed == DRAWN.seed


def test_bands_of_unfinished_runs_say_how_many_there_were():
    part = next(resampling(CHECKED, n_resamples=1999, rng=0, pc=GRID))
    for make in (envelope_band, optimistic_band, fixed_threshold_band):
        assert make(part).n_resamples == 100


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("make", [envelope_band, fixed_threshold_band])
def test_too_few_resamples_are_refused_also_at_all_pc(make, simultaneous):
    few = drawn(CHECKED, pc=GRID, n_resamples=19)
    message = r"^n_resamples: must be a whole number, 20 or more\. Got 19\. Pass for instance 1999"
    with pytest.raises(CostCurveError, match=message):
        make(few, simultaneous=simultaneous)
    assert make(few, level=0.8, simultaneous=simultaneous).n_resamples == 19


@pytest.mark.parametrize("level", [0, 1, 90, -0.5, "0.9", None])
def test_levels_outside_are_refused_by_every_band(level):
    message = r"^level: must be a number between 0 and 1, both left out\. Got .*\. Pass for .* 90 %"
    for make in (envelope_band, optimistic_band, fixed_threshold_band):
        with pytest.raises(CostCurveError, match=message):
            make(DRAWN, level=level)
    with pytest.raises(CostCurveError, match=message):
        envelope_band(DRAWN, level=level, simultaneous=True)


def test_unknown_rules_are_refused():
    makers: Any = (optimistic_band, fixed_threshold_band)
    for make in makers:
        with pytest.raises(CostCurveError, match=r"^rule: must be .* Got 'other'\."):
            make(DRAWN, rule="other")


def test_ranks_reach_as_far_as_the_critical_value_or_the_resamples():
    assert _ranks_at(normal_quantile(0.9), 10_010) == (501, 9510)
    # 2 standard errors leave out 22.75 of 1000 on each side.
    assert _ranks_at(2.0, 1000) == _ranks_at(2.0, 1000, "holte-drummond") == (23, 978)
    assert _ranks_at(3.0, 1000) == (2, 999)
    assert _ranks_at(3.1, 1000) == (1, 1000)
    assert _ranks_at(50.0, 1000, "holte-drummond") == (1, 1000)


def test_the_corrected_cost_adds_the_optimism_but_stays_below_trivial_costs():
    trivial = np.minimum(GRID, 1 - GRID)
    expected = np.minimum(CHOSEN.cost + np.maximum(DRAWN.optimism, 0), trivial)
    close(corrected_cost(DRAWN), expected)
    band = envelope_band(DRAWN)
    assert np.all(band.lower <= corrected_cost(DRAWN))
    assert np.all(corrected_cost(DRAWN) <= band.upper + 1e-15)
    assert np.mean(corrected_cost(DRAWN) > CHOSEN.cost) > 0.7


def test_few_resamples_do_not_make_the_corrected_cost_lower_than_the_envelope():
    seen = []
    for seed in range(40):
        found = drawn(CHECKED, pc=GRID, n_resamples=1, rng=seed)
        seen.append(found.optimism.min())
        assert np.all(corrected_cost(found) >= CHOSEN.cost)
    assert min(seen) < -0.01


def test_the_corrected_cost_is_nearly_unbiased():
    pc = np.array([0.3, 0.5])
    truth, rng = least_binormal(pc), np.random.default_rng(11)
    plain, corrected = [], []
    for seed in range(250):
        found = drawn(binormal(rng, 100, 100), pc=pc, n_resamples=100, rng=seed)
        plain.append(chosen_thresholds(found.candidates, pc).cost - truth)
        corrected.append(corrected_cost(found) - truth)
    error = np.std(corrected, axis=0) / np.sqrt(250)
    assert np.all(np.mean(plain, axis=0) < -0.015)
    assert np.all(np.abs(np.mean(corrected, axis=0)) < 0.004 + 2 * error)
