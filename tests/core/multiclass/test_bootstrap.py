import numpy as np
import pytest

from cc_widgets.core import cost_lines, money, money_of_cost, roc_curve
from cc_widgets.core.multiclass import (
    PairedMatrix,
    bcost,
    bcost_each,
    bdeltacost,
    bdeltacost_each,
    confusion_matrix,
    cost_matrix,
    cost_model,
    cost_ranges,
    one_vs_rest,
    operating_point,
    paired_from_labels,
    paired_matrix,
    unseen_cells,
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


# ---- Several matrices of costs
TWO = confusion_matrix([[60, 4], [4, 16]])
PAIRED = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
COSTS = cost_model("M3", [0.7, 0.3]).draw(5, rng=2)


def test_each_matrix_gets_the_interval_that_it_would_get_alone():
    found = bcost_each(TWO, COSTS, rng=1)
    for cost, interval in zip(COSTS, found.intervals, strict=True):
        alone = bcost(TWO, cost, rng=1)
        np.testing.assert_allclose(interval.resamples, alone.resamples, rtol=1e-12)
        assert interval.observed_total == alone.observed_total
    assert found.costs == COSTS


def test_the_spread_reaches_from_the_least_limit_to_the_greatest():
    found = bcost_each(TWO, COSTS, rng=1)
    limits = [interval.per_example for interval in found.intervals]
    assert found.per_example.low == min(each.low for each in limits)
    assert found.per_example.high == max(each.high for each in limits)
    each_total = [each.observed_total for each in found.intervals]
    assert found.observed_per_example.tolist() == [total / 84 for total in each_total]


def test_no_costs_in_their_ranges_lead_beyond_the_ends():
    ranges = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    ends = bcost_each(TWO, ranges.ends, rng=1).per_example
    inside = bcost_each(TWO, ranges.draw(20, rng=0), rng=1).per_example
    assert ends.low <= inside.low
    assert inside.high <= ends.high


def test_a_spread_can_be_asked_for_another_level_without_new_draws():
    found = bcost_each(TWO, COSTS, rng=1)
    assert [each.level for each in found.at(0.8).intervals] == [0.8] * 5
    assert found.at(0.8).per_example.high < found.per_example.high


def test_differences_are_judged_under_each_matrix():
    found = bdeltacost_each(PAIRED, COSTS, rng=1)
    alone = [bdeltacost(PAIRED, cost, rng=1).rejected for cost in COSTS]
    assert found.excludes_zero.tolist() == alone == [each.rejected for each in found.intervals]


def test_at_least_one_matrix_is_needed():
    with pytest.raises(CostCurveError, match="at least one matrix of costs is needed"):
        bcost_each(TWO, [])


# ---- Two classes
TABLE = confusion_matrix([[6, 4], [3, 17]])
BENEFITS = cost_matrix([[0.5, 1.0], [5.0, -1.0]])
FIVE = confusion_matrix(np.arange(1, 26).reshape(5, 5))


@pytest.mark.parametrize("pseudo_count", [0.0, 0.1, 0.5])
def test_bcosts_mean_is_the_normalised_cost_at_the_operating_point_scaled_to_money(pseudo_count):
    here = operating_point(TABLE, BENEFITS, pseudo_count=pseudo_count)
    mean = bcost(TABLE, BENEFITS, pseudo_count=pseudo_count, n_resamples=40, rng=0).mean_total
    pc = here.conditions.pc.low
    normalised = (1 - here.tpr) * pc + here.fpr * (1 - pc)
    close(float(money_of_cost(here.conditions, normalised, population=30)), mean)
    found = money(here.conditions, fpr=here.fpr, tpr=here.tpr, population=30)
    close([float(found.low), float(found.high)], [mean, mean])


def test_the_second_class_is_positive_and_its_costs_stay_with_it():
    here = operating_point(TABLE, BENEFITS)
    close([here.fpr, here.tpr], [0.4, 0.85])
    values = here.conditions
    close([values.prior.low, values.cost_fn.low, values.cost_fp.low], [2 / 3, 5, 1])
    close([values.cost_tp.low, values.cost_tn.low], [-1, 0.5])


def test_cost_space_is_for_two_classes_that_both_occur():
    with pytest.raises(CostCurveError, match="one_vs_rest"):
        operating_point(FIVE, cost_matrix(np.eye(5)))
    with pytest.raises(CostCurveError, match="both classes are needed"):
        operating_point(confusion_matrix([[6, 4], [0, 0]]), BENEFITS)


@pytest.mark.parametrize(
    "look", [lambda bare: operating_point(bare, BENEFITS), lambda bare: one_vs_rest(bare, 0)]
)
def test_bare_counts_are_refused(look):
    with pytest.raises(CostCurveError, match="which way round the confusion matrix is"):
        look(TABLE.counts)


def test_one_class_against_the_rest_counts_like_labels_would():
    true = np.repeat(np.arange(5), FIVE.counts.sum(axis=1))
    predicted = np.concatenate([np.repeat(np.arange(5), row) for row in FIVE.counts])
    for kind in FIVE.classes:
        counts = one_vs_rest(FIVE, kind)
        assert counts.tp[1] == np.sum((true == kind) & (predicted == kind))
        assert counts.fp[1] == np.sum((true != kind) & (predicted == kind))
        assert (counts.positives, counts.negatives) == (sum(true == kind), sum(true != kind))


def test_one_class_against_the_rest_is_a_line_in_cost_space():
    lines = cost_lines(roc_curve(one_vs_rest(FIVE, 3)))
    close([lines.fpr[1], lines.fnr[1]], [51 / 235, 1 - 19 / 90])


def test_unknown_and_empty_classes_are_refused():
    with pytest.raises(CostCurveError, match="positive: must be one of the classes"):
        one_vs_rest(FIVE, 7)
    with pytest.raises(CostCurveError, match="no example of the positive class"):
        one_vs_rest(confusion_matrix([[3, 1, 0], [1, 3, 0], [0, 0, 0]]), 2)


# ---- Cells that no example fell into
CLASSES = ("common", "rare", "third")
RARE = confusion_matrix([[900, 5, 45], [0, 10, 0], [0, 0, 40]], classes=CLASSES)


def test_empty_dear_cells_are_found_dearest_first_with_what_they_may_add():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    found = bcost(RARE, cost, rng=0).unseen
    assert found.cells.tolist() == [[2, 0], [1, 0]]
    assert found.cost.tolist() == [500, 200]
    close(found.reach, [1.5, 0.6])  # 3 / 1000 of each
    close(found.limit, 0.025)  # half of what an example costs
    assert found.classes == CLASSES


def test_the_warning_says_which_cell_and_how_much():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    (warning,) = bcost(RARE, cost, rng=0).warnings
    assert warning == (
        "2 dear cells were never seen. Class third called common at a cost of 500 may alone add "
        "up to 1.5 per example (rule of three): the test set may be too small."
    )


def test_cheap_cells_seen_cells_and_free_cells_are_no_reason_to_warn():
    cost = cost_matrix([[0, 100, 1], [1, 0, 1], [1, 0, 0]])
    found = bcost(RARE, cost, rng=0)
    assert not found.unseen.found
    assert found.warnings == ()
    assert found.unseen.text == ""


def test_a_larger_test_set_silences_the_warning():
    cost = cost_matrix([[0, 1, 1], [7, 0, 1], [7, 0, 0]])
    small = confusion_matrix([[90, 1, 4], [0, 1, 0], [0, 0, 4]])
    assert bcost(small, cost, rng=0).unseen.found
    assert not bcost(confusion_matrix(small.counts * 10), cost, rng=0).unseen.found


def test_unseen_benefits_count_too():
    found = unseen_cells(np.array([[9, 0], [1, 0]]), np.array([[0, -7], [1, 0]]), 0.5, (0, 1))
    assert found.cells.tolist() == [[0, 1]]
    close(found.reach, [-2.1])


def test_a_classifier_without_an_error_warns_of_every_error():
    perfect = confusion_matrix([[9, 0], [0, 9]])
    assert bcost(perfect, cost_matrix([[0, 1], [1, 0]]), rng=0).unseen.cost.size == 2


def test_pairs_of_answers_that_never_met_are_found():
    both = paired_matrix([[[900, 30], [30, 10]], [[0, 0], [0, 30]]])
    calm = bdeltacost(both, cost_matrix([[0, 1], [1, 0]]), rng=0)
    assert calm.warnings == ()
    found = bdeltacost(both, cost_matrix([[0, 1], [900, 0]]), rng=0)
    assert found.unseen.cells.tolist() == [[1, 0, 1], [1, 1, 0]]
    assert found.unseen.cost.tolist() == [900, -900]
    close(found.unseen.limit, 2 * found.sd_total / 1000)
    assert "Class 1 called 0 and 1 at a cost of 900" in found.warnings[0]


@pytest.mark.parametrize("field", ["cells", "cost", "reach"])
def test_arrays_are_read_only(field):
    cells = bcost(RARE, cost_matrix(np.ones((3, 3))), rng=0).unseen
    assert not getattr(cells, field).flags.writeable
