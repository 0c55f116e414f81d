"""Laws of averaging and of selecting by parameter, against slow oracles."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    convex_hull,
    cost_average,
    cost_spread,
    expected_cost,
    horizontal_average,
    lower_envelope,
    pooled_average,
    select_by_parameter,
    selection_regret,
    total_expected_cost,
    vertical_average,
)
from cc_widgets.core._cost import values_at
from tests.support.rates import (
    CURVES,
    GRID,
    PC,
    RISING,
    SCORED,
    WEIGHTS,
    close,
    joined,
    labelled,
    least_on,
    own_envelope,
    scored,
)


@settings(max_examples=60)
@given(st.lists(st.one_of(RISING, SCORED), min_size=2, max_size=4), st.data())
def test_cost_average_is_at_most_the_cost_of_roc_averages(curves, data):
    weights = data.draw(st.lists(WEIGHTS, min_size=len(curves), max_size=len(curves)))
    average = cost_average([own_envelope(curve) for curve in curves], weights)
    least = values_at(average.cost, GRID)
    share = np.array(weights) / sum(weights)
    np.testing.assert_allclose(
        least, share @ [least_on(GRID, curve) for curve in curves], atol=1e-14
    )
    for other in (vertical_average, horizontal_average):
        assert np.all(least <= values_at(other(curves, weights).cost, GRID) + 1e-14)
    back = lower_envelope(convex_hull([average.roc]))
    np.testing.assert_allclose(values_at(back, GRID), least, atol=1e-13)


@settings(max_examples=60)
@given(st.lists(st.one_of(RISING, SCORED), min_size=2, max_size=3))
def test_roc_averages_are_the_means_of_the_curves(curves):
    inside = np.linspace(0.0123, 0.9871, 301)
    vertical, horizontal = vertical_average(curves).roc, horizontal_average(curves).roc
    for found, sides in ((vertical, (0, 1)), (horizontal, (1, 0))):
        across = [joined(curve) for curve in curves]
        free = [
            x for x in inside if all(np.all(np.abs(one[sides[0]] - x) > 1e-9) for one in across)
        ]
        mean = np.mean([np.interp(free, one[sides[0]], one[sides[1]]) for one in across], axis=0)
        rates = (found.fpr, found.tpr)
        np.testing.assert_allclose(
            np.interp(free, rates[sides[0]], rates[sides[1]]), mean, atol=1e-9
        )
        assert np.all(np.diff(found.fpr) >= 0)
        assert np.all(np.diff(found.tpr) >= 0)
        assert (found.fpr[0], found.tpr[0], found.fpr[-1], found.tpr[-1]) == (0, 0, 1, 1)


@settings(max_examples=50)
@given(st.lists(labelled(), min_size=2, max_size=4))
def test_pooling_is_counting_all_examples_at_once(folds):
    pooled = pooled_average([scored(*fold) for fold in folds]).roc
    at_once = scored(*(list(chain(*side)) for side in zip(*folds, strict=True)))
    for name in ("fpr", "tpr", "threshold"):
        np.testing.assert_array_equal(getattr(pooled, name), getattr(at_once, name))


@settings(max_examples=50)
@given(labelled(), st.lists(st.tuples(st.integers(1, 3), st.randoms()), min_size=2, max_size=3))
def test_cost_average_by_fold_sizes_is_at_most_the_pooled_cost(data, folds):
    # Each fold has the class proportions of the first, and any order of the scores.
    label, score = data
    curves, sizes = [], []
    for copies, random in folds:
        shuffled = random.sample(score, len(score))
        curves.append(scored(label * copies, shuffled * copies))
        sizes.append(copies)
    average = cost_average([own_envelope(curve) for curve in curves], sizes)
    pooled = pooled_average(curves)
    assert np.all(values_at(average.cost, GRID) <= values_at(pooled.cost, GRID) + 1e-14)


@settings(max_examples=50)
@given(st.lists(CURVES, min_size=2, max_size=4), PC)
def test_spread_is_that_of_the_costs(curves, pc):
    spread = cost_spread([own_envelope(curve) for curve in curves], [pc])
    costs = [least_on(np.array([pc]), curve)[0] for curve in curves]
    assert spread.mean[0] == pytest.approx(np.mean(costs), abs=1e-15)
    assert spread.deviation[0] == pytest.approx(np.std(costs, ddof=1), abs=1e-8)
    close(spread.lowest, [min(costs)])
    close(spread.highest, [max(costs)])


@settings(max_examples=50)
@given(CURVES, st.data())
def test_regret_of_selection_by_parameter_is_never_negative(curve, data):
    size = curve.fpr.size
    ratio = data.draw(st.lists(st.integers(0, 60), min_size=size, max_size=size, unique=True))
    selection = select_by_parameter(curve, ratio)
    regret = selection_regret(selection, own_envelope(curve))
    made_for = 1 / (1 + np.array(ratio))
    inner = GRID[1:-1]
    distance = np.sort(np.abs(made_for[:, None] - inner), axis=0)
    clear = np.ones(inner.size, bool) if size == 1 else distance[1] - distance[0] > 1e-9
    nearest = np.abs(made_for[:, None] - inner).argmin(axis=0)
    paid = expected_cost(curve.fpr[nearest], curve.tpr[nearest], inner)
    loss = paid - least_on(inner, curve)
    np.testing.assert_allclose(values_at(regret.regret, inner)[clear], loss[clear], atol=1e-13)
    assert np.all(regret.regret.start_cost >= -1e-14)
    assert np.all(regret.regret.stop_cost >= -1e-14)
    assert min(regret.not_majority, regret.wrong_classifier) >= -1e-14
    assert regret.total == pytest.approx(total_expected_cost(regret.regret), abs=1e-14)
