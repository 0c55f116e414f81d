"""Properties of areas, expected costs and averages, against slow oracles."""

from itertools import chain, pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    RocCurve,
    auc,
    convex_hull,
    expected_cost,
    h_measure,
    lower_envelope,
    total_expected_cost,
)
from cc_widgets.core.averaging import (
    cost_average,
    cost_spread,
    horizontal_average,
    pooled_average,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core.costs import values_at
from cc_widgets.core.metrics import Beta, Histogram, Uniform
from tests.support.rates import (
    CURVES,
    GRID,
    PC,
    RISING,
    SCORED,
    SEVERAL,
    WEIGHTS,
    close,
    labels_and_scores,
    lowest_cost_on,
    own_envelope,
    scored_curve,
    with_ends,
)


def mirrored(curve):
    """Curve of the same classifier with the classes swapped."""
    return RocCurve(1 - curve.tpr[::-1], 1 - curve.fpr[::-1])


def dense(density, n=4_000):
    """Midpoints of [0, 1] and the probability of each under a beta density."""
    x = (np.arange(n) + 0.5) / n
    mass = x ** (density.a - 1) * (1 - x) ** (density.b - 1)
    return x, mass / mass.sum()


@settings(max_examples=50)
@given(SEVERAL)
def test_swapping_the_classes_does_not_change_areas(curves):
    envelope = lower_envelope(convex_hull(curves))
    swapped = lower_envelope(convex_hull([mirrored(curve) for curve in curves]))
    assert total_expected_cost(swapped) == pytest.approx(total_expected_cost(envelope), abs=1e-14)
    area = total_expected_cost(envelope, Beta(2, 5))
    assert total_expected_cost(swapped, Beta(5, 2)) == pytest.approx(area, abs=1e-13)
    hull = convex_hull([mirrored(curve) for curve in curves])
    assert auc(hull) == pytest.approx(auc(convex_hull(curves)), abs=1e-14)
    h = h_measure(envelope, 0.3, Beta(2, 4))
    assert h_measure(swapped, 0.7, Beta(4, 2)) == pytest.approx(h, abs=1e-12)


def pav_brier(label, score, weight=None):
    """Brier score of the isotonic regression on the labels, with both classes weighing one half."""
    label, share = np.array(label), np.ones(len(label)) if weight is None else np.array(weight)
    for members in (label == 1, label == 0):
        share[members] /= 2 * share[members].sum()
    blocks: list[list[float]] = []
    for value in sorted(set(score)):
        ties = [i for i, other_score in enumerate(score) if other_score == value]
        blocks.append([sum(share[i] * label[i] for i in ties), sum(share[i] for i in ties)])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            last = blocks.pop()
            blocks[-1] = [blocks[-1][0] + last[0], blocks[-1][1] + last[1]]
    return sum(positive * (total - positive) / total for positive, total in blocks)


@given(labels_and_scores())
def test_area_under_the_envelope_is_the_balanced_brier_score_of_an_isotonic_fit(data):
    area = total_expected_cost(own_envelope(scored_curve(*data)))
    assert area == pytest.approx(pav_brier(*data), abs=1e-14)


@settings(max_examples=50)
@given(labels_and_scores(), st.data())
def test_area_of_weighted_scores_is_the_brier_score_of_the_weighted_fit(data, draw):
    label, score = data
    weight = draw.draw(st.lists(WEIGHTS, min_size=len(label), max_size=len(label)))
    area = total_expected_cost(own_envelope(scored_curve(label, score, weight)))
    assert area == pytest.approx(pav_brier(label, score, weight), abs=1e-13)


@given(labels_and_scores())
def test_auc_is_the_proportion_of_correctly_ordered_pairs(data):
    label, score = np.array(data[0]), np.array(data[1])
    above = score[label == 1][:, None] - score[label == 0]
    assert auc(scored_curve(*data)) == ((above > 0) + (above == 0) / 2).mean()


@settings(max_examples=50)
@given(SEVERAL, st.floats(1, 30), st.floats(1, 30))
def test_expected_cost_equals_a_dense_sum(curves, a, b):
    envelope = lower_envelope(convex_hull(curves))
    x, mass = dense(Beta(a, b))
    expected = lowest_cost_on(x, *curves) @ mass
    assert total_expected_cost(envelope, Beta(a, b)) == pytest.approx(expected, abs=1e-5)
    start, stop = sorted([1 / (1 + a), 1 / (1 + b), 0.9])[:2]
    assume(stop - start > 1e-3)
    grid = np.linspace(start, stop, 1001)
    mean = np.trapezoid(lowest_cost_on(grid, *curves), grid) / (stop - start)
    assert total_expected_cost(envelope, Uniform(start, stop)) == pytest.approx(mean, abs=1e-6)


@settings(max_examples=50)
@given(SEVERAL, st.lists(st.floats(0, 5), min_size=4, max_size=4))
def test_histogram_is_a_mixture_of_uniform_densities(curves, weights):
    assume(sum(weights) > 0.01)
    envelope = lower_envelope(convex_hull(curves))
    edges = [0.05, 0.3, 0.4, 0.85, 1.0]
    each = [total_expected_cost(envelope, Uniform(*ends)) for ends in pairwise(edges)]
    value = total_expected_cost(envelope, Histogram(edges, weights))
    assert value == pytest.approx(np.dot(each, weights) / sum(weights), abs=1e-14)


@settings(max_examples=40)
@given(CURVES, st.floats(0.5, 8), st.floats(0.5, 8))
def test_function_density_equals_beta_density(curve, a, b):
    envelope = own_envelope(curve)
    value = total_expected_cost(envelope, lambda pc: 7 * pc ** (a - 1) * (1 - pc) ** (b - 1))
    assert value == pytest.approx(total_expected_cost(envelope, Beta(a, b)), abs=1e-9)


@settings(max_examples=40)
@given(CURVES, st.floats(0.02, 0.98))
def test_h_measure_equals_a_dense_sum(curve, prior):
    x, mass = dense(Beta(2, 1 + (1 - prior) / prior))
    fpr, tpr = with_ends(curve)
    loss = np.outer((1 - prior) * fpr, x) + np.outer(prior * (1 - tpr), 1 - x)
    baseline = np.minimum((1 - prior) * x, prior * (1 - x))
    expected = 1 - (loss.min(axis=0) @ mass) / (baseline @ mass)
    assert h_measure(own_envelope(curve), prior) == pytest.approx(expected, abs=1e-4)


# ---- Averages and selection by parameter
@settings(max_examples=60)
@given(st.lists(st.one_of(RISING, SCORED), min_size=2, max_size=4), st.data())
def test_cost_average_is_at_most_the_cost_of_roc_averages(curves, data):
    weights = data.draw(st.lists(WEIGHTS, min_size=len(curves), max_size=len(curves)))
    average = cost_average([own_envelope(curve) for curve in curves], weights)
    least = values_at(average.cost, GRID)
    share = np.array(weights) / sum(weights)
    np.testing.assert_allclose(
        least, share @ [lowest_cost_on(GRID, curve) for curve in curves], atol=1e-14
    )
    for roc_average in (vertical_average, horizontal_average):
        assert np.all(least <= values_at(roc_average(curves, weights).cost, GRID) + 1e-14)
    back = lower_envelope(convex_hull([average.roc]))
    np.testing.assert_allclose(values_at(back, GRID), least, atol=1e-13)


@settings(max_examples=60)
@given(st.lists(st.one_of(RISING, SCORED), min_size=2, max_size=3))
def test_roc_averages_are_the_means_of_the_curves(curves):
    inside = np.linspace(0.0123, 0.9871, 301)
    vertical, horizontal = vertical_average(curves).roc, horizontal_average(curves).roc
    for average, sides in ((vertical, (0, 1)), (horizontal, (1, 0))):
        across = [with_ends(curve) for curve in curves]
        free = [
            x
            for x in inside
            if all(np.all(np.abs(curve_rates[sides[0]] - x) > 1e-9) for curve_rates in across)
        ]
        mean = np.mean(
            [
                np.interp(free, curve_rates[sides[0]], curve_rates[sides[1]])
                for curve_rates in across
            ],
            axis=0,
        )
        rates = (average.fpr, average.tpr)
        np.testing.assert_allclose(
            np.interp(free, rates[sides[0]], rates[sides[1]]), mean, atol=1e-9
        )
        assert np.all(np.diff(average.fpr) >= 0)
        assert np.all(np.diff(average.tpr) >= 0)
        assert (average.fpr[0], average.tpr[0], average.fpr[-1], average.tpr[-1]) == (0, 0, 1, 1)


@settings(max_examples=50)
@given(st.lists(labels_and_scores(), min_size=2, max_size=4))
def test_pooled_average_is_the_curve_of_all_examples(folds):
    pooled = pooled_average([scored_curve(*fold) for fold in folds]).roc
    at_once = scored_curve(*(list(chain(*side)) for side in zip(*folds, strict=True)))
    for name in ("fpr", "tpr", "threshold"):
        np.testing.assert_array_equal(getattr(pooled, name), getattr(at_once, name))


@settings(max_examples=50)
@given(
    labels_and_scores(),
    st.lists(st.tuples(st.integers(1, 3), st.randoms()), min_size=2, max_size=3),
)
def test_cost_average_by_fold_sizes_is_at_most_the_pooled_cost(data, folds):
    # Each fold has the class proportions of the first, and any order of the scores.
    label, score = data
    curves, sizes = [], []
    for copies, random in folds:
        shuffled = random.sample(score, len(score))
        curves.append(scored_curve(label * copies, shuffled * copies))
        sizes.append(copies)
    average = cost_average([own_envelope(curve) for curve in curves], sizes)
    pooled = pooled_average(curves)
    assert np.all(values_at(average.cost, GRID) <= values_at(pooled.cost, GRID) + 1e-14)


@settings(max_examples=50)
@given(st.lists(CURVES, min_size=2, max_size=4), PC)
def test_spread_equals_that_of_the_costs(curves, pc):
    spread = cost_spread([own_envelope(curve) for curve in curves], [pc])
    costs = [lowest_cost_on(np.array([pc]), curve)[0] for curve in curves]
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
    unique = np.ones(inner.size, bool) if size == 1 else distance[1] - distance[0] > 1e-9
    nearest = np.abs(made_for[:, None] - inner).argmin(axis=0)
    cost = expected_cost(curve.fpr[nearest], curve.tpr[nearest], inner)
    loss = cost - lowest_cost_on(inner, curve)
    np.testing.assert_allclose(values_at(regret.regret, inner)[unique], loss[unique], atol=1e-13)
    assert np.all(regret.regret.start_cost >= -1e-14)
    assert np.all(regret.regret.stop_cost >= -1e-14)
    assert min(regret.not_majority, regret.wrong_classifier) >= -1e-14
    assert regret.total == pytest.approx(total_expected_cost(regret.regret), abs=1e-14)
