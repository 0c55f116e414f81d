import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    PairedMatrix,
    bcost,
    bdeltacost,
    confusion_matrix,
    cost_matrix,
    paired_from_labels,
    paired_matrix,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.totals import order_statistics_in_fractions

COST = cost_matrix([[0.0, 1.7, 3.1], [5.3, 0.0, 2.9], [11.9, 7.3, -0.7]])
MATRIX = confusion_matrix([[50, 4, 6], [3, 20, 2], [1, 5, 9]])


def paired(seed=0, size=200):
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 3, size)
    answers = np.where(rng.random((2, size)) < 0.8, true, rng.integers(0, 3, (2, size)))
    return paired_from_labels(true, *answers)


def test_limits_are_order_statistics_and_not_interpolated():
    found = bcost(MATRIX, cost_matrix(np.sqrt(np.arange(9)).reshape(3, 3)), rng=0)
    assert found.total.low == found.resamples[50]
    assert found.total.high == found.resamples[949]
    assert found.total.low != np.quantile(found.resamples, 0.05)
    assert found.total.high != np.quantile(found.resamples, 0.95)


@pytest.mark.parametrize("level", ["0.9", "0.8", "0.95", "0.99", "0.7"])
def test_ranks_are_exact_where_floats_fall_short(level):
    found = bcost(MATRIX, COST, level=float(level), rng=0)
    lower, upper = order_statistics_in_fractions(level, 1000)
    assert (found.total.low, found.total.high) == tuple(found.resamples[[lower - 1, upper - 1]])


def test_both_rules_for_the_ends_are_offered():
    found = bcost(MATRIX, COST, n_resamples=100, rng=0)
    paper, other = found.at(0.9), found.at(0.9, "holte-drummond")
    assert (paper.total.low, paper.total.high) == tuple(found.resamples[[5, 94]])
    assert (other.total.low, other.total.high) == tuple(found.resamples[[4, 95]])
    assert other.at(0.8).rule == "holte-drummond"


def test_another_level_needs_no_new_draws():
    found = bcost(MATRIX, COST, rng=8)
    other = found.at(0.9)
    assert np.shares_memory(other.resamples, found.resamples)
    again = bcost(MATRIX, COST, level=0.9, rng=8)
    assert (other.level, other.total, other.seed) == (again.level, again.total, again.seed)


def test_a_level_beyond_the_resamples_is_refused_at_once():
    with pytest.raises(CostCurveError, match="n_resamples"):
        bcost(MATRIX, COST, n_resamples=19)
    with pytest.raises(CostCurveError, match="n_resamples"):
        bcost(MATRIX, COST, n_resamples=40, rng=0).at(0.99)
    for level in (0.0, 1.0, 95):
        with pytest.raises(CostCurveError, match="level: must be a number between 0 and 1"):
            bcost(MATRIX, COST, level=level)


def test_results_say_how_they_came_about():
    found = bcost(MATRIX, COST, pseudo_count=0.5, n_resamples=200, rng=11)
    assert (found.method, found.level, found.n_resamples) == ("BCOST", 0.9, 200)
    assert (found.pseudo_count, found.seed, found.n_examples) == (0.5, 11, 100)
    close(found.observed_total, np.sum(MATRIX.counts * COST.cost))
    close(np.array([found.per_example.low, found.per_example.high]) * 100, [*found.total.ends])
    assert bcost(MATRIX, COST).pseudo_count == 0.1
    assert bdeltacost(paired(), COST).pseudo_count == 0.0


def test_results_say_that_training_is_not_covered():
    text = bcost(MATRIX, COST, rng=0).covers
    assert text.startswith(
        "90 % interval (BCOST, 0.1 added to each cell, 1,000 resamples of 100 examples)"
    )
    assert text.endswith("the choice of the test set only, not of the training set.")
    assert "BDELTACOST, 1,000 resamples" in bdeltacost(paired(), COST, rng=0).covers


def test_a_seed_that_was_drawn_can_be_given_again():
    found = bcost(MATRIX, COST)
    assert bcost(MATRIX, COST, rng=found.seed).resamples.tolist() == found.resamples.tolist()


def test_a_transposed_matrix_costs_something_else():
    right = bcost(MATRIX, COST, rng=0)
    other = bcost(confusion_matrix(MATRIX.counts, rows="predicted"), COST, rng=0)
    both = bcost(
        confusion_matrix(MATRIX.counts, rows="predicted"),
        cost_matrix(COST.cost, rows="predicted"),
        rng=0,
    )
    assert right.observed_total != pytest.approx(other.observed_total)
    assert right.observed_total == pytest.approx(both.observed_total)


def test_classes_in_another_order_lead_to_the_same_cost():
    order = np.ix_([2, 0, 1], [2, 0, 1])
    found = bcost(MATRIX, COST, rng=0)
    other = bcost(confusion_matrix(MATRIX.counts[order]), cost_matrix(COST.cost[order]), rng=0)
    for name in ("observed_total", "mean_total", "sd_total"):
        close(getattr(other, name), getattr(found, name))


def test_the_difference_is_the_cost_of_the_first_less_that_of_the_second():
    both = paired()
    found = bdeltacost(both, COST, rng=0)
    costs = [np.sum(each.counts * COST.cost) for each in (both.first, both.second)]
    close(found.observed_total, costs[0] - costs[1])
    exchanged = PairedMatrix(both.counts.transpose(0, 2, 1), both.classes)
    close(bdeltacost(exchanged, COST, rng=0).observed_total, costs[1] - costs[0])
    assert found.method == "BDELTACOST"
    assert type(found.at(0.9)) is type(found)


def test_a_worse_classifier_is_told_from_a_better_one():
    true = np.arange(300) % 3
    worse = np.where(np.arange(300) % 10 < 3, (true + 1) % 3, true)
    found = bdeltacost(paired_from_labels(true, worse, true), COST, rng=0)
    assert found.total.low > 0
    assert found.rejected
    assert bdeltacost(paired_from_labels(true, true, worse), COST, rng=0).total.high < 0


def test_identical_classifiers_differ_by_exactly_nothing_and_are_not_told_apart():
    true = np.arange(30) % 3
    answers = np.roll(true, 1)
    found = bdeltacost(paired_from_labels(true, answers, answers), COST, rng=0)
    assert found.total.ends == (0.0,)
    assert not found.rejected


def test_a_limit_that_is_zero_but_for_rounding_is_not_significant():
    both = paired_matrix([[[5, 40], [0, 5]], [[5, 0], [0, 5]]])
    assert 0 < 0.1 + 0.2 - 0.3 < 1e-16
    same = bdeltacost(both, cost_matrix([[0.1 + 0.2, 0.3], [0.0, 0.0]]), rng=0)
    assert same.total.ends == (0.0,)
    assert not same.rejected
    assert bdeltacost(both, cost_matrix([[0.3 + 1e-9, 0.3], [0.0, 0.0]]), rng=0).rejected


@pytest.mark.parametrize("given", [MATRIX, (MATRIX, MATRIX), MATRIX.counts])
def test_two_separate_matrices_do_not_tell_the_difference(given):
    with pytest.raises(CostCurveError, match="which two separate confusion matrices do not tell"):
        bdeltacost(given, COST)


def test_bare_counts_are_refused_because_they_could_be_either_way_round():
    with pytest.raises(CostCurveError, match="which way round the confusion matrix is"):
        bcost(MATRIX.counts, COST)  # type: ignore[arg-type]


def test_weighted_counts_cannot_be_resampled():
    with pytest.raises(CostCurveError, match="must be whole numbers"):
        bcost(confusion_matrix(MATRIX.counts / 2), COST)


def test_negative_costs_and_perfect_classifiers_have_limits_too():
    found = bcost(confusion_matrix(np.diag([3, 4, 5])), COST, pseudo_count=0, rng=0)
    assert found.total.low <= found.total.high <= 0
    free = bcost(confusion_matrix(np.diag([3, 4])), cost_matrix([[0, 1], [1, 0]]), pseudo_count=0)
    assert free.total.ends == (0.0,)
