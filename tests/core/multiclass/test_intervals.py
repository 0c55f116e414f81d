from statistics import NormalDist, mean, stdev

import numpy as np
import pytest

from cc_widgets.core.multiclass import _intervals as resampling
from cc_widgets.core.multiclass import (
    confusion_from_labels,
    confusion_matrix,
    cost_matrix,
    paired_from_labels,
    paired_matrix,
    paired_z,
    z_interval,
)
from cc_widgets.core.multiclass._intervals import moments, resampled_totals, smoothed, whole_total
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.totals import one_by_one, total_distribution

COST = cost_matrix([[0.0, 1.5, 2.0], [7.0, -1.0, 3.0], [20.0, 4.0, 0.0]])
RNG = np.random.default_rng(5)
TRUE = RNG.integers(0, 3, 60)
FIRST, SECOND = (np.where(RNG.random(60) < 0.7, TRUE, RNG.integers(0, 3, 60)) for _ in range(2))


def textbook(costs, level):
    """Mean -/+ z s / sqrt(n), from a cost for each example."""
    reach = NormalDist().inv_cdf((1 + level) / 2) * stdev(costs) / len(costs) ** 0.5
    return mean(costs) - reach, mean(costs) + reach


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_limits_are_those_of_the_costs_of_the_examples(level):
    found = z_interval(confusion_from_labels(TRUE, FIRST), COST, level=level)
    limits = textbook(COST.cost[TRUE, FIRST].tolist(), level)
    close(found.per_example.ends, limits)
    close(found.total.ends, np.multiply(60, limits))


def test_paired_limits_are_those_of_the_differences():
    found = paired_z(paired_from_labels(TRUE, FIRST, SECOND), COST)
    differences = COST.cost[TRUE, FIRST] - COST.cost[TRUE, SECOND]
    close(found.per_example.ends, textbook(differences.tolist(), 0.9))
    assert not found.rejected
    assert found.n_examples == 60


def test_the_standard_deviation_is_divided_by_the_root_of_the_number():
    # Without that, even a classifier ten times as dear is never told from another.
    both = paired_matrix([[[70, 0], [30, 0]], [[97, 0], [3, 0]]])
    found = paired_z(both, cost_matrix([[0, 1], [1, 0]]))
    close(found.mean_per_example, (30 - 3) / 200)
    assert found.rejected


def test_identical_classifiers_are_not_told_apart():
    found = paired_z(paired_from_labels(TRUE, FIRST, FIRST), COST)
    assert found.per_example.ends == (0.0,)
    assert not found.rejected


def test_one_classifier_is_not_taken_for_two_nor_two_for_one():
    one, two = confusion_from_labels(TRUE, FIRST), paired_from_labels(TRUE, FIRST, SECOND)
    with pytest.raises(CostCurveError, match="which two separate confusion matrices do not tell"):
        paired_z(one, COST)  # type: ignore[arg-type]
    with pytest.raises(CostCurveError, match="which way round the confusion matrix is"):
        z_interval(two, COST)  # type: ignore[arg-type]


def test_one_example_and_weights_have_no_normal_limits():
    with pytest.raises(CostCurveError, match="two examples or more"):
        z_interval(confusion_matrix([[1, 0], [0, 0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="must be whole numbers"):
        z_interval(confusion_matrix([[1.0, 0.5], [0.0, 2.0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="level"):
        z_interval(confusion_matrix([[1, 1], [0, 2]]), cost_matrix(np.eye(2)), level=2)


# ---- Resampled totals
COUNTS = np.array([40, 3, 0, 6, 1])
COSTS = np.array([[0.0, 2.0, 9.0, 1.0, -4.0], [1.0, 0.0, 0.0, 5.0, 3.0]])


def drawn(seed=0, n_resamples=500, costs=COSTS):
    return resampled_totals(smoothed(COUNTS, 0.1), costs, 50, n_resamples, seed)


def test_the_same_seed_leads_to_the_same_totals_and_another_to_others():
    assert drawn(4).tolist() == drawn(4).tolist()
    assert drawn(4).tolist() != drawn(5).tolist()


def test_totals_do_not_depend_on_how_many_are_held_at_a_time(monkeypatch):
    whole = drawn(n_resamples=103)
    monkeypatch.setattr(resampling, "_BLOCK", 50)
    assert drawn(n_resamples=103).tolist() == whole.tolist()


def test_one_set_of_resamples_serves_all_matrices():
    assert drawn()[1].tolist() == drawn(costs=COSTS[1:])[0].tolist()


def test_totals_are_distributed_as_enumeration_says():
    totals = drawn(n_resamples=20_000)[0]
    values, chance = total_distribution(smoothed(COUNTS, 0.1), COSTS[0], 50)
    below = np.searchsorted(totals, values, side="right") / totals.size
    assert np.abs(below - np.cumsum(chance)).max() < 1.63 / np.sqrt(totals.size)  # at 1 %


def test_totals_are_distributed_as_when_examples_are_drawn_one_by_one():
    fast = drawn(n_resamples=4000)[0]
    slow = one_by_one(smoothed(COUNTS, 0.1), COSTS[0], 50, 4000, np.random.default_rng(1))
    at = np.union1d(fast, slow)
    gap = np.searchsorted(fast, at, side="right") - np.searchsorted(slow, at, side="right")
    assert np.abs(gap).max() / 4000 < 1.63 * np.sqrt(2 / 4000)


def test_class_totals_vary_from_one_resample_to_the_next():
    in_class = np.array([[1.0, 1.0, 0.0, 0.0, 0.0]])
    assert np.unique(drawn(costs=in_class)).size > 5


def test_the_order_of_the_cells_does_not_change_the_distribution():
    order = [3, 0, 4, 2, 1]
    probability = smoothed(COUNTS, 0.1)
    exact = moments(probability, COSTS[0], 50)
    other = moments(probability[order], COSTS[0][order], 50)
    close([other.mean, other.sd], [exact.mean, exact.sd])
    # No two of these cells are equally likely, so that even the draws are the same.
    moved = resampled_totals(probability[order], COSTS[:1, order], 50, 200, 0)
    np.testing.assert_allclose(moved, drawn(n_resamples=200, costs=COSTS[:1]), atol=1e-11)


@pytest.mark.parametrize("excess", [0.0, 1e-16, -1e-16, 3e-16, 1e-9])
def test_probabilities_may_miss_1_by_rounding(excess):
    probability = np.array([0.1] * 10)
    probability[0] += excess
    totals = resampled_totals(probability, np.ones((1, 10)), 1000, 20, 0)
    assert totals.tolist() == [[1000.0] * 20]


def test_probabilities_that_numpy_would_refuse_are_normalised():
    above = np.array([1 + 1e-11, 1e-14])
    with pytest.raises(ValueError, match="pvals"):
        np.random.default_rng(0).multinomial(10, above)
    assert resampled_totals(above, np.ones((1, 2)), 10, 3, 0).tolist() == [[10.0] * 3]


def test_what_rounding_leaves_over_never_falls_into_an_impossible_cell():
    # numpy gives the rest to the last cell; so many examples bring it to light.
    probability, cost = np.array([0.1] * 10 + [0.0]), np.array([[0.0] * 10 + [1.0]])
    assert np.random.default_rng(0).multinomial(10**17, probability)[-1] > 0
    assert not resampled_totals(probability, cost, 10**17, 20, 0).any()


def test_sums_that_are_zero_but_for_rounding_are_zero():
    cost = np.array([[0.1, 0.2, -0.3]])
    assert 0 < abs(cost @ [3.0, 3.0, 3.0]) < 1e-15
    totals = resampled_totals(np.full(3, 1 / 3), cost, 9, 500, 0)
    assert set(totals[np.abs(totals) < 0.05]) == {0.0}
    assert np.count_nonzero(totals) > 300


def test_tiny_costs_are_not_taken_for_noise():
    assert resampled_totals(np.array([1.0]), np.array([[1e-300]]), 10, 2, 0).all()
    rare = resampled_totals(np.array([1.0, 0.0]), np.array([[1e-12, 1e12]]), 10, 2, 0)
    close(rare, [[1e-11, 1e-11]])
    possible = resampled_totals(np.array([1 - 1e-9, 1e-9]), np.array([[1e-9, 1.0]]), 10, 2, 0)
    close(possible, [[1e-8, 1e-8]])


def test_moments_agree_with_the_draws():
    totals = drawn(n_resamples=40_000)
    for row, cost in zip(totals, COSTS, strict=True):
        exact = moments(smoothed(COUNTS, 0.1), cost, 50)
        assert row.mean() == pytest.approx(exact.mean, abs=5 * exact.sd / 200)
        assert row.std() == pytest.approx(exact.sd, rel=0.03)


def test_moments_of_huge_costs_are_finite():
    huge = moments(np.array([0.5, 0.5]), np.array([1e300, -1e300]), 4)
    assert (huge.mean, huge.sd) == (0.0, 2e300)


def test_every_cell_gets_its_share_of_the_correction():
    close(smoothed(COUNTS, 0.0), COUNTS / 50)
    close(smoothed(COUNTS, 0.1), (COUNTS + 0.1) / (5 * 0.1 + 50))


@pytest.mark.parametrize("pseudo_count", [-0.1, np.nan, np.inf, "0.1", None])
def test_impossible_corrections_are_refused(pseudo_count):
    with pytest.raises(CostCurveError, match="pseudo_count: must be a finite number, 0 or more"):
        smoothed(COUNTS, pseudo_count)


def test_weights_are_no_examples():
    assert whole_total(COUNTS) == 50
    with pytest.raises(CostCurveError, match=r"must be whole numbers\. Got 2\.5"):
        whole_total(np.array([1.0, 2.5]))
