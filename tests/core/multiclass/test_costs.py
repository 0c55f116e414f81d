import numpy as np
import pytest

from cc_widgets.core.multiclass import confusion_matrix, cost_matrix, cost_model, cost_ranges
from cc_widgets.core.multiclass._matrices import COST_MODELS, cell_costs
from cc_widgets.errors import CostCurveError
from tests.support.rates import close

PRIORS = (0.5, 0.3, 0.2)


def test_costs_may_be_negative_and_right_answers_may_cost():
    given = [[-3.0, 1.0], [5.0, 2.0]]
    assert cost_matrix(given).cost.tolist() == given
    assert cost_matrix(np.transpose(given), rows="predicted").cost.tolist() == given


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ([[0, 1, 2], [1, 0, 2]], "cost: must hold k x k numbers"),
        ([[0, np.inf], [1, 0]], "costs must be finite.*Got inf"),
        ([[0, np.nan], [1, 0]], "costs must be finite.*Got nan"),
        ([[0, "much"], [1, 0]], "cost: must hold k x k numbers"),
    ],
)
def test_what_is_no_matrix_of_costs_is_refused(cost, message):
    with pytest.raises(CostCurveError, match=message):
        cost_matrix(cost)


def test_costs_and_counts_must_be_for_as_many_classes():
    matrix = confusion_matrix(np.ones((3, 3)))
    with pytest.raises(CostCurveError, match="costs for 2 classes, counts for 3"):
        cell_costs(matrix, cost_matrix([[0, 1], [1, 0]]))


def test_bare_costs_are_refused_because_they_could_be_either_way_round():
    with pytest.raises(CostCurveError, match="which way round the costs are"):
        cell_costs(confusion_matrix([[1, 1], [1, 1]]), [[0, 1], [1, 0]])  # type: ignore[arg-type]


def test_a_difference_is_the_first_answer_less_the_second():
    cost = cost_matrix(np.arange(9).reshape(3, 3))
    for true, first, second in np.ndindex(3, 3, 3):
        expected = cost.cost[true, first] - cost.cost[true, second]
        assert cost.difference[true, first, second] == expected


def test_drawn_costs_stay_in_their_ranges_and_depend_on_the_seed_alone():
    ranges = cost_ranges([[0, 1], [5, -2]], [[0, 2], [50, -1]])
    drawn = ranges.draw(50, rng=3)
    assert all(np.all((ranges.low <= each.cost) & (each.cost <= ranges.high)) for each in drawn)
    again = ranges.draw(50, rng=3)
    assert [each.cost.tolist() for each in drawn] == [each.cost.tolist() for each in again]
    assert drawn[0].cost[0, 1] != drawn[1].cost[0, 1]


def test_ranges_are_read_either_way_round():
    low, high = [[0, 1], [5, 0]], [[0, 2], [50, 0]]
    other = cost_ranges(np.transpose(low), np.transpose(high), rows="predicted")
    assert other.ends[1].cost.tolist() == high


@pytest.mark.parametrize("high", [[[0, 0.5], [5, 0]], np.ones((3, 3))])
def test_reversed_ranges_and_other_sizes_are_refused(high):
    with pytest.raises(CostCurveError, match="each cell needs a range from low to high"):
        cost_ranges([[0, 1], [1, 0]], high)


def test_rare_classes_taken_for_common_ones_are_dear_in_m6_and_cheap_in_m7():
    dear, cheap = cost_model("M6", PRIORS).high, cost_model("M7", PRIORS).high
    close(dear[2, 0], 2500.0)  # true class 2, called 0
    close(dear[0, 2], 400.0)
    close(cheap, dear.T)
    close(cost_model("M9", PRIORS).high - np.diag([1000] * 3), 2 * dear)


@pytest.mark.parametrize("name", COST_MODELS)
def test_models_are_even_on_their_ranges(name):
    model = cost_model(name, PRIORS)
    drawn = np.array([each.cost for each in model.draw(4000, rng=0)])
    np.testing.assert_allclose(drawn.mean(axis=0), model.high / 2, atol=0.03 * model.high.max())
    assert np.all(drawn[:, model.high == 0] == 0)


def test_unknown_models_and_impossible_frequencies_are_refused():
    with pytest.raises(CostCurveError, match="must be one of M1 to M9"):
        cost_model("M10", PRIORS)  # type: ignore[arg-type]
    for priors in ([0.5, 0.0], [0.5, np.nan], []):
        with pytest.raises(CostCurveError, match="every class needs a frequency above 0"):
            cost_model("M1", priors)
    with pytest.raises(CostCurveError, match="n_matrices"):
        cost_model("M1", PRIORS).draw(0)
