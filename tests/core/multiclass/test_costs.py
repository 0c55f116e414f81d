import numpy as np
import pytest

from cc_widgets.core.multiclass import confusion_matrix, cost_matrix, cost_model, cost_ranges
from cc_widgets.core.multiclass.matrices import COST_MODELS, cell_costs
from cc_widgets.errors import CostCurveError
from tests.support.rates import close

PRIORS = (0.5, 0.3, 0.2)


def test_costs_may_be_negative_or_on_the_diagonal():
    costs = [[-3.0, 1.0], [5.0, 2.0]]
    assert cost_matrix(costs).cost.tolist() == costs
    assert cost_matrix(np.transpose(costs), rows="predicted").cost.tolist() == costs


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ([[0, 1, 2], [1, 0, 2]], r"cost: must be an array of shape \(k, k\)"),
        ([[0, np.inf], [1, 0]], "must be finite costs.*Got inf"),
        ([[0, np.nan], [1, 0]], "must be finite costs.*Got nan"),
        ([[0, "much"], [1, 0]], r"cost: must be an array of shape \(k, k\)"),
    ],
)
def test_invalid_cost_matrices_raise(cost, message):
    with pytest.raises(CostCurveError, match=message):
        cost_matrix(cost)


def test_costs_and_counts_must_have_the_same_classes():
    matrix = confusion_matrix(np.ones((3, 3)))
    with pytest.raises(CostCurveError, match="costs for 2 classes, counts for 3"):
        cell_costs(matrix, cost_matrix([[0, 1], [1, 0]]))


def test_cell_costs_requires_a_cost_matrix():
    with pytest.raises(CostCurveError, match="must be a CostMatrix"):
        cell_costs(confusion_matrix([[1, 1], [1, 1]]), [[0, 1], [1, 0]])  # type: ignore[arg-type]


def test_difference_is_first_prediction_minus_second():
    cost = cost_matrix(np.arange(9).reshape(3, 3))
    for true, first, second in np.ndindex(3, 3, 3):
        expected = cost.cost[true, first] - cost.cost[true, second]
        assert cost.difference[true, first, second] == expected


def test_random_costs_are_within_ranges_and_reproducible():
    ranges = cost_ranges([[0, 1], [5, -2]], [[0, 2], [50, -1]])
    costs = ranges.draw(50, rng=3)
    assert all(np.all((ranges.low <= each.cost) & (each.cost <= ranges.high)) for each in costs)
    repeated = ranges.draw(50, rng=3)
    assert [each.cost.tolist() for each in costs] == [each.cost.tolist() for each in repeated]
    assert costs[0].cost[0, 1] != costs[1].cost[0, 1]


def test_cost_ranges_accept_either_orientation():
    low, high = [[0, 1], [5, 0]], [[0, 2], [50, 0]]
    transposed = cost_ranges(np.transpose(low), np.transpose(high), rows="predicted")
    assert transposed.ends[1].cost.tolist() == high


@pytest.mark.parametrize("high", [[[0, 0.5], [5, 0]], np.ones((3, 3))])
def test_reversed_ranges_and_different_sizes_raise(high):
    with pytest.raises(CostCurveError, match="must satisfy low <= high in every cell"):
        cost_ranges([[0, 1], [1, 0]], high)


def test_missed_rare_classes_are_expensive_in_m6_and_cheap_in_m7():
    m6, m7 = cost_model("M6", PRIORS).high, cost_model("M7", PRIORS).high
    close(m6[2, 0], 2500.0)  # true class 2, predicted 0
    close(m6[0, 2], 400.0)
    close(m7, m6.T)
    close(cost_model("M9", PRIORS).high - np.diag([1000] * 3), 2 * m6)


@pytest.mark.parametrize("name", COST_MODELS)
def test_models_are_uniform_over_their_ranges(name):
    model = cost_model(name, PRIORS)
    costs = np.array([each.cost for each in model.draw(4000, rng=0)])
    np.testing.assert_allclose(costs.mean(axis=0), model.high / 2, atol=0.03 * model.high.max())
    assert np.all(costs[:, model.high == 0] == 0)


def test_unknown_models_and_invalid_priors_raise():
    with pytest.raises(CostCurveError, match="must be one of M1 to M9"):
        cost_model("M10", PRIORS)  # type: ignore[arg-type]
    for priors in ([0.5, 0.0], [0.5, np.nan], []):
        with pytest.raises(CostCurveError, match="must be one frequency above 0 for each class"):
            cost_model("M1", priors)
    with pytest.raises(CostCurveError, match="n_matrices"):
        cost_model("M1", PRIORS).draw(0)
