from statistics import NormalDist, mean, stdev

import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    confusion_from_labels,
    confusion_matrix,
    cost_matrix,
    paired_from_labels,
    paired_matrix,
    paired_z,
    z_interval,
)
from cc_widgets.core.multiclass import intervals as resampling
from cc_widgets.core.multiclass.intervals import (
    cell_probabilities,
    cost_moments,
    count_examples,
    resampled_totals,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.totals import distribution_of_total, totals_by_example

COST = cost_matrix([[0.0, 1.5, 2.0], [7.0, -1.0, 3.0], [20.0, 4.0, 0.0]])
RNG = np.random.default_rng(5)
TRUE = RNG.integers(0, 3, 60)
FIRST, SECOND = (np.where(RNG.random(60) < 0.7, TRUE, RNG.integers(0, 3, 60)) for _ in range(2))


def textbook(costs, level):
    """Return mean -/+ z s / sqrt(n) of the costs of the examples."""
    margin = NormalDist().inv_cdf((1 + level) / 2) * stdev(costs) / len(costs) ** 0.5
    return mean(costs) - margin, mean(costs) + margin


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_z_interval_equals_the_textbook_formula(level):
    interval = z_interval(confusion_from_labels(TRUE, FIRST), COST, level=level)
    limits = textbook(COST.cost[TRUE, FIRST].tolist(), level)
    close(interval.per_example.ends, limits)
    close(interval.total.ends, np.multiply(60, limits))


def test_paired_z_equals_the_textbook_formula_for_differences():
    interval = paired_z(paired_from_labels(TRUE, FIRST, SECOND), COST)
    differences = COST.cost[TRUE, FIRST] - COST.cost[TRUE, SECOND]
    close(interval.per_example.ends, textbook(differences.tolist(), 0.9))
    assert not interval.rejected
    assert interval.n_examples == 60


def test_standard_error_is_divided_by_the_square_root_of_n():
    # Otherwise even a tenfold difference in cost would not be significant.
    both = paired_matrix([[[70, 0], [30, 0]], [[97, 0], [3, 0]]])
    interval = paired_z(both, cost_matrix([[0, 1], [1, 0]]))
    close(interval.mean_per_example, (30 - 3) / 200)
    assert interval.rejected


def test_identical_classifiers_are_not_rejected():
    interval = paired_z(paired_from_labels(TRUE, FIRST, FIRST), COST)
    assert interval.per_example.ends == (0.0,)
    assert not interval.rejected


def test_single_and_paired_matrices_are_not_interchangeable():
    single, joint = confusion_from_labels(TRUE, FIRST), paired_from_labels(TRUE, FIRST, SECOND)
    with pytest.raises(CostCurveError, match="must be a PairedMatrix"):
        paired_z(single, COST)  # type: ignore[arg-type]
    with pytest.raises(CostCurveError, match="must be a ConfusionMatrix"):
        z_interval(joint, COST)  # type: ignore[arg-type]


def test_z_interval_requires_two_unweighted_examples():
    with pytest.raises(CostCurveError, match="must have at least two examples"):
        z_interval(confusion_matrix([[1, 0], [0, 0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="must have integer counts"):
        z_interval(confusion_matrix([[1.0, 0.5], [0.0, 2.0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="level"):
        z_interval(confusion_matrix([[1, 1], [0, 2]]), cost_matrix(np.eye(2)), level=2)


# ---- Resampled totals
COUNTS = np.array([40, 3, 0, 6, 1])
COSTS = np.array([[0.0, 2.0, 9.0, 1.0, -4.0], [1.0, 0.0, 0.0, 5.0, 3.0]])


def simulated_totals(seed=0, n_resamples=500, costs=COSTS):
    return resampled_totals(cell_probabilities(COUNTS, 0.1), costs, 50, n_resamples, seed)


def test_totals_are_reproducible_by_seed():
    assert simulated_totals(4).tolist() == simulated_totals(4).tolist()
    assert simulated_totals(4).tolist() != simulated_totals(5).tolist()


def test_totals_do_not_depend_on_the_block_size(monkeypatch):
    whole = simulated_totals(n_resamples=103)
    monkeypatch.setattr(resampling, "_BLOCK", 50)
    assert simulated_totals(n_resamples=103).tolist() == whole.tolist()


def test_all_cost_matrices_share_the_resamples():
    assert simulated_totals()[1].tolist() == simulated_totals(costs=COSTS[1:])[0].tolist()


def test_totals_have_the_enumerated_distribution():
    totals = simulated_totals(n_resamples=20_000)[0]
    values, chance = distribution_of_total(cell_probabilities(COUNTS, 0.1), COSTS[0], 50)
    below = np.searchsorted(totals, values, side="right") / totals.size
    assert np.abs(below - np.cumsum(chance)).max() < 1.63 / np.sqrt(
        totals.size
    )  # Kolmogorov-Smirnov test at the 1% level


def test_totals_have_the_distribution_of_resampled_examples():
    fast = simulated_totals(n_resamples=4000)[0]
    slow = totals_by_example(
        cell_probabilities(COUNTS, 0.1), COSTS[0], 50, 4000, np.random.default_rng(1)
    )
    at = np.union1d(fast, slow)
    gap = np.searchsorted(fast, at, side="right") - np.searchsorted(slow, at, side="right")
    assert np.abs(gap).max() / 4000 < 1.63 * np.sqrt(2 / 4000)


def test_class_totals_vary_between_resamples():
    in_class = np.array([[1.0, 1.0, 0.0, 0.0, 0.0]])
    assert np.unique(simulated_totals(costs=in_class)).size > 5


def test_distribution_does_not_depend_on_the_order_of_cells():
    order = [3, 0, 4, 2, 1]
    probability = cell_probabilities(COUNTS, 0.1)
    exact = cost_moments(probability, COSTS[0], 50)
    reordered = cost_moments(probability[order], COSTS[0][order], 50)
    close([reordered.mean, reordered.sd], [exact.mean, exact.sd])
    # All cells have different probabilities, so that the random numbers are the same, too.
    moved = resampled_totals(probability[order], COSTS[:1, order], 50, 200, 0)
    np.testing.assert_allclose(
        moved, simulated_totals(n_resamples=200, costs=COSTS[:1]), atol=1e-11
    )


@pytest.mark.parametrize("excess", [0.0, 1e-16, -1e-16, 3e-16, 1e-9])
def test_probabilities_may_sum_to_1_up_to_rounding(excess):
    probability = np.array([0.1] * 10)
    probability[0] += excess
    totals = resampled_totals(probability, np.ones((1, 10)), 1000, 20, 0)
    assert totals.tolist() == [[1000.0] * 20]


def test_probabilities_are_normalised_before_sampling():
    above = np.array([1 + 1e-11, 1e-14])
    with pytest.raises(ValueError, match="pvals"):
        np.random.default_rng(0).multinomial(10, above)
    assert resampled_totals(above, np.ones((1, 2)), 10, 3, 0).tolist() == [[10.0] * 3]


def test_cells_of_probability_0_are_never_sampled():
    # NumPy assigns the rounding error to the last cell; it shows with many examples.
    probability, cost = np.array([0.1] * 10 + [0.0]), np.array([[0.0] * 10 + [1.0]])
    assert np.random.default_rng(0).multinomial(10**17, probability)[-1] > 0
    assert not resampled_totals(probability, cost, 10**17, 20, 0).any()


def test_totals_of_zero_up_to_rounding_are_zero():
    cost = np.array([[0.1, 0.2, -0.3]])
    assert 0 < abs(cost @ [3.0, 3.0, 3.0]) < 1e-15
    totals = resampled_totals(np.full(3, 1 / 3), cost, 9, 500, 0)
    assert set(totals[np.abs(totals) < 0.05]) == {0.0}
    assert np.count_nonzero(totals) > 300


def test_tiny_costs_are_not_rounded_to_zero():
    assert resampled_totals(np.array([1.0]), np.array([[1e-300]]), 10, 2, 0).all()
    rare = resampled_totals(np.array([1.0, 0.0]), np.array([[1e-12, 1e12]]), 10, 2, 0)
    close(rare, [[1e-11, 1e-11]])
    possible = resampled_totals(np.array([1 - 1e-9, 1e-9]), np.array([[1e-9, 1.0]]), 10, 2, 0)
    close(possible, [[1e-8, 1e-8]])


def test_moments_equal_those_of_the_resamples():
    totals = simulated_totals(n_resamples=40_000)
    for row, cost in zip(totals, COSTS, strict=True):
        exact = cost_moments(cell_probabilities(COUNTS, 0.1), cost, 50)
        assert row.mean() == pytest.approx(exact.mean, abs=5 * exact.sd / 200)
        assert row.std() == pytest.approx(exact.sd, rel=0.03)


def test_moments_of_huge_costs_are_finite():
    huge = cost_moments(np.array([0.5, 0.5]), np.array([1e300, -1e300]), 4)
    assert (huge.mean, huge.sd) == (0.0, 2e300)


def test_pseudo_count_is_added_to_every_cell():
    close(cell_probabilities(COUNTS, 0.0), COUNTS / 50)
    close(cell_probabilities(COUNTS, 0.1), (COUNTS + 0.1) / (5 * 0.1 + 50))


@pytest.mark.parametrize("pseudo_count", [-0.1, np.nan, np.inf, "0.1", None])
def test_pseudo_count_must_be_finite_and_non_negative(pseudo_count):
    with pytest.raises(CostCurveError, match="pseudo_count: must be finite and at least 0"):
        cell_probabilities(COUNTS, pseudo_count)


def test_count_examples_requires_integer_counts():
    assert count_examples(COUNTS) == 50
    with pytest.raises(CostCurveError, match=r"must have integer counts\. Got 2\.5"):
        count_examples(np.array([1.0, 2.5]))
