from math import ceil

import numpy as np
import pytest

from cc_widgets.core import best_at, count_corners, hull_status, predictions, roc_curve
from cc_widgets.core.uncertainty import _envelopes as module
from cc_widgets.core.uncertainty import (
    candidates,
    chosen_thresholds,
    equally_good,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty._envelopes import fixed_costs, supremum_critical
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE, close
from tests.support.resamples import binormal, costs_of_examples, drawn, scored_classes

CHECKED = binormal(np.random.default_rng(3), 60, 40)
GRID = np.linspace(0, 1, 41)


def test_the_cost_of_the_chosen_threshold_is_the_least():
    found = candidates(CHECKED)
    chosen = chosen_thresholds(found, GRID)
    every = np.append(np.inf, np.unique(CHECKED.score)[::-1])
    one = np.ones(100)
    costs = costs_of_examples(CHECKED.score, CHECKED.positive, one, every, GRID)
    np.testing.assert_allclose(chosen.cost, costs.min(axis=0), atol=1e-15)
    threshold = found.threshold[found.hull][chosen.corner]
    accepted = CHECKED.score >= threshold[:, np.newaxis]
    np.testing.assert_array_equal(chosen.fp, (accepted & ~CHECKED.positive).sum(axis=1))
    np.testing.assert_array_equal(chosen.fn, (~accepted & CHECKED.positive).sum(axis=1))


def test_of_two_that_are_equally_good_the_higher_threshold_is_chosen_but_not_at_0():
    # W25: the same that the model names; W4: at pc 1 this is not the trivial rule.
    found = candidates(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    # Turns of the hull (0,0) (0,2) (1,5) (5,8) (9,10) (10,10), by hand.
    turns = np.array([0, 1 / 4, 4 / 7, 4 / 6, 1])
    at = chosen_thresholds(found, turns)
    assert at.corner.tolist() == [1, 1, 2, 3, 4]
    after = chosen_thresholds(found, np.nextafter(turns[:-1], 1) + 1e-14)
    assert after.corner.tolist() == [1, 2, 3, 4]
    assert not at.trivial.any()
    assert at.fp.tolist() == [0, 0, 1, 5, 9]
    assert at.fn.tolist() == [8, 8, 5, 2, 0]
    higher, lower = equally_good(found, turns)
    assert higher.corner.tolist() == [0, 1, 2, 3, 4]
    assert lower.corner.tolist() == [1, 2, 3, 4, 5]
    close(higher.cost, lower.cost)


def test_the_chosen_threshold_is_the_one_that_is_named():
    # W25
    found = candidates(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    status = hull_status([roc_curve(count_corners(predictions(FAWCETT_LABEL, FAWCETT_SCORE)))])
    pc = np.array([0, 1 / 4, 0.3, 4 / 7, 4 / 6, 1])
    chosen = chosen_thresholds(found, pc)
    named = [status.hull.fpr[best_at(status, pc=float(x)).corner] for x in pc]
    close(named, chosen.fp / found.negatives)


def test_trivial_thresholds_have_known_costs():
    chosen = chosen_thresholds(candidates(scored_classes([3, 4], [1, 2])), GRID)
    assert chosen.trivial.all()
    close(chosen.cost, np.minimum(GRID, 1 - GRID))
    assert chosen.corner.tolist() == [0] * 21 + [1] * 20
    # W4
    perfect = chosen_thresholds(candidates(scored_classes([1, 2], [3, 4])), GRID)
    assert not perfect.trivial.any()
    assert not perfect.cost.any()


def test_classes_of_unequal_size_count_by_their_rates():
    # (0, 1) of 1 negative and (2, 2) of 4 positives: turns at 0, 2/3 by rates.
    found = candidates(scored_classes([2.5], [1, 2, 3, 4]))
    chosen = chosen_thresholds(found, np.array([0.66, 2 / 3, 0.67]))
    assert chosen.fp.tolist() == [0, 0, 1]
    assert chosen.fn.tolist() == [2, 2, 0]
    close(chosen.cost, [0.33, 1 / 3, 0.33])


@pytest.mark.parametrize("stratified", [True, False])
def test_fixed_costs_are_what_the_chosen_thresholds_cost_in_resamples(stratified):
    found = drawn(CHECKED, pc=GRID, stratified=stratified)
    chosen = chosen_thresholds(found.candidates, GRID)
    costs = fixed_costs(found, chosen)
    for r in (0, 7, 199):
        fpr = found.fp[r] / found.negatives[r]
        fnr = 1 - found.tp[r] / found.positives[r]
        close(costs[r], (1 - GRID) * fpr[chosen.corner] + GRID * fnr[chosen.corner])
    np.testing.assert_array_equal(fixed_costs(found, chosen, slice(50, 60)), costs[50:60])
    assert np.all(costs >= found.cost - 1e-15)


def test_fixed_costs_are_on_average_those_observed():
    found = drawn(CHECKED, pc=GRID, n_resamples=4000)
    chosen = chosen_thresholds(found.candidates, GRID)
    costs = fixed_costs(found, chosen)
    error = costs.std(axis=0) / np.sqrt(4000)
    assert np.all(np.abs(costs.mean(axis=0) - chosen.cost) <= 5 * error + 1e-15)


def farthest(found):
    """By definition, with errors of rates that are never 0, whichever of two equals is chosen."""
    every = []
    for chosen in equally_good(found.candidates, GRID):
        fpr, fnr = (chosen.fp + 0.5) / 61, (chosen.fn + 0.5) / 41
        variance = (1 - GRID) ** 2 * fpr * (1 - fpr) / 60 + GRID**2 * fnr * (1 - fnr) / 40
        away = np.abs(fixed_costs(found, chosen) - chosen.cost) / np.sqrt(variance)
        every.append(away[:, ~chosen.trivial].max(axis=1))
    return np.sort(np.maximum(*every))


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("rows", [1, 70, 199, 100_000])
def test_the_critical_value_holds_its_share_of_resamples(monkeypatch, level, rows):
    monkeypatch.setattr(module, "_ROWS", rows)
    found = drawn(CHECKED, pc=GRID, n_resamples=199)
    expected = farthest(found)[ceil(round(level * 200, 9)) - 1]
    z = supremum_critical(found, level)
    assert z == pytest.approx(max(expected, simultaneous_critical(level)), rel=1e-12)
    assert z >= simultaneous_critical(level)


def test_the_rank_counts_one_more_than_the_resamples():
    found = drawn(CHECKED, pc=GRID, n_resamples=200)
    # 0.9 times 201 is more than 180.
    expected = farthest(found)[180]
    assert expected > farthest(found)[179]
    assert supremum_critical(found, 0.9) == pytest.approx(expected, rel=1e-12)


def test_few_resamples_give_their_farthest():
    found = drawn(CHECKED, pc=GRID, n_resamples=5)
    z = supremum_critical(found, 0.99)
    assert z == pytest.approx(max(farthest(found)[-1], simultaneous_critical(0.99)), rel=1e-12)


def test_the_critical_value_is_never_below_that_of_one_line():
    for checked, pc in [
        (scored_classes([3, 4], [1, 2]), GRID),
        (scored_classes(range(5), range(5, 9)), GRID),
        (CHECKED, [1.0]),
    ]:
        found = drawn(checked, pc=pc)
        assert supremum_critical(found, 0.9) == simultaneous_critical(0.9)


def test_chosen_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        chosen_thresholds(candidates(CHECKED), GRID).cost[0] = 1
