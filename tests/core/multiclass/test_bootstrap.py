import numpy as np
import pytest

from cc_widgets.core import roc_curve
from cc_widgets.core.conditions import money, money_of_cost
from cc_widgets.core.costs import cost_lines
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
    rare_cells,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.totals import exact_order_ranks

COST = cost_matrix([[0.0, 1.7, 3.1], [5.3, 0.0, 2.9], [11.9, 7.3, -0.7]])
MATRIX = confusion_matrix([[50, 4, 6], [3, 20, 2], [1, 5, 9]])


def paired(seed=0, size=200):
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 3, size)
    predictions = np.where(rng.random((2, size)) < 0.8, true, rng.integers(0, 3, (2, size)))
    return paired_from_labels(true, *predictions)


def test_limits_are_order_statistics_without_interpolation():
    interval = bcost(MATRIX, cost_matrix(np.sqrt(np.arange(9)).reshape(3, 3)), rng=0)
    assert interval.total.low == interval.resamples[50]
    assert interval.total.high == interval.resamples[949]
    assert interval.total.low != np.quantile(interval.resamples, 0.05)
    assert interval.total.high != np.quantile(interval.resamples, 0.95)


@pytest.mark.parametrize("level", ["0.9", "0.8", "0.95", "0.99", "0.7"])
def test_ranks_are_exact_despite_rounding_of_the_level(level):
    interval = bcost(MATRIX, COST, level=float(level), rng=0)
    lower, upper = exact_order_ranks(level, 1000)
    assert (interval.total.low, interval.total.high) == tuple(
        interval.resamples[[lower - 1, upper - 1]]
    )


def test_both_rules_for_the_limits_are_available():
    interval = bcost(MATRIX, COST, n_resamples=100, rng=0)
    first_rule, second_rule = interval.at(0.9), interval.at(0.9, "holte-drummond")
    assert (first_rule.total.low, first_rule.total.high) == tuple(interval.resamples[[5, 94]])
    assert (second_rule.total.low, second_rule.total.high) == tuple(interval.resamples[[4, 95]])
    assert second_rule.at(0.8).rule == "holte-drummond"


def test_changing_the_level_reuses_the_resamples():
    interval = bcost(MATRIX, COST, rng=8)
    at_90 = interval.at(0.9)
    assert np.shares_memory(at_90.resamples, interval.resamples)
    direct = bcost(MATRIX, COST, level=0.9, rng=8)
    assert (at_90.level, at_90.total, at_90.seed) == (direct.level, direct.total, direct.seed)


def test_too_few_resamples_for_the_level_raise():
    with pytest.raises(CostCurveError, match="n_resamples"):
        bcost(MATRIX, COST, n_resamples=19)
    with pytest.raises(CostCurveError, match="n_resamples"):
        bcost(MATRIX, COST, n_resamples=40, rng=0).at(0.99)
    for level in (0.0, 1.0, 95):
        with pytest.raises(
            CostCurveError, match="level: must be a number strictly between 0 and 1"
        ):
            bcost(MATRIX, COST, level=level)


def test_results_report_their_settings():
    interval = bcost(MATRIX, COST, pseudo_count=0.5, n_resamples=200, rng=11)
    assert (interval.method, interval.level, interval.n_resamples) == ("BCOST", 0.9, 200)
    assert (interval.pseudo_count, interval.seed, interval.n_examples) == (0.5, 11, 100)
    close(interval.observed_total, np.sum(MATRIX.counts * COST.cost))
    close(
        np.array([interval.per_example.low, interval.per_example.high]) * 100,
        [*interval.total.ends],
    )
    assert bcost(MATRIX, COST).pseudo_count == 0.1
    assert bdeltacost(paired(), COST).pseudo_count == 0.0


def test_covers_excludes_training_variation():
    text = bcost(MATRIX, COST, rng=0).covers
    assert text.startswith(
        "90 % interval (BCOST, 0.1 added to each cell, 1,000 resamples of 100 examples)"
    )
    assert text.endswith("the choice of the test set only, not of the training set.")
    assert "BDELTACOST, 1,000 resamples" in bdeltacost(paired(), COST, rng=0).covers


def test_random_seed_reproduces_the_resamples():
    interval = bcost(MATRIX, COST)
    assert bcost(MATRIX, COST, rng=interval.seed).resamples.tolist() == interval.resamples.tolist()


def test_transposed_matrix_has_another_cost():
    correct = bcost(MATRIX, COST, rng=0)
    transposed = bcost(confusion_matrix(MATRIX.counts, rows="predicted"), COST, rng=0)
    both_transposed = bcost(
        confusion_matrix(MATRIX.counts, rows="predicted"),
        cost_matrix(COST.cost, rows="predicted"),
        rng=0,
    )
    assert correct.observed_total != pytest.approx(transposed.observed_total)
    assert correct.observed_total == pytest.approx(both_transposed.observed_total)


def test_cost_does_not_depend_on_the_order_of_classes():
    order = np.ix_([2, 0, 1], [2, 0, 1])
    interval = bcost(MATRIX, COST, rng=0)
    reordered = bcost(confusion_matrix(MATRIX.counts[order]), cost_matrix(COST.cost[order]), rng=0)
    for name in ("observed_total", "mean_total", "sd_total"):
        close(getattr(reordered, name), getattr(interval, name))


def test_difference_is_first_minus_second():
    both = paired()
    interval = bdeltacost(both, COST, rng=0)
    costs = [np.sum(each.counts * COST.cost) for each in (both.first, both.second)]
    close(interval.observed_total, costs[0] - costs[1])
    exchanged = PairedMatrix(both.counts.transpose(0, 2, 1), both.classes)
    close(bdeltacost(exchanged, COST, rng=0).observed_total, costs[1] - costs[0])
    assert interval.method == "BDELTACOST"
    assert type(interval.at(0.9)) is type(interval)


def test_worse_classifier_is_rejected():
    true = np.arange(300) % 3
    worse = np.where(np.arange(300) % 10 < 3, (true + 1) % 3, true)
    interval = bdeltacost(paired_from_labels(true, worse, true), COST, rng=0)
    assert interval.total.low > 0
    assert interval.rejected
    assert bdeltacost(paired_from_labels(true, true, worse), COST, rng=0).total.high < 0


def test_identical_classifiers_have_exactly_zero_difference():
    true = np.arange(30) % 3
    predicted = np.roll(true, 1)
    interval = bdeltacost(paired_from_labels(true, predicted, predicted), COST, rng=0)
    assert interval.total.ends == (0.0,)
    assert not interval.rejected


def test_limit_of_zero_up_to_rounding_is_not_significant():
    both = paired_matrix([[[5, 40], [0, 5]], [[5, 0], [0, 5]]])
    assert 0 < 0.1 + 0.2 - 0.3 < 1e-16
    equal = bdeltacost(both, cost_matrix([[0.1 + 0.2, 0.3], [0.0, 0.0]]), rng=0)
    assert equal.total.ends == (0.0,)
    assert not equal.rejected
    assert bdeltacost(both, cost_matrix([[0.3 + 1e-9, 0.3], [0.0, 0.0]]), rng=0).rejected


@pytest.mark.parametrize("matrix", [MATRIX, (MATRIX, MATRIX), MATRIX.counts])
def test_bdeltacost_requires_a_paired_matrix(matrix):
    with pytest.raises(CostCurveError, match="must be a PairedMatrix"):
        bdeltacost(matrix, COST)


def test_bcost_requires_a_confusion_matrix():
    with pytest.raises(CostCurveError, match="must be a ConfusionMatrix"):
        bcost(MATRIX.counts, COST)  # type: ignore[arg-type]


def test_weighted_counts_cannot_be_resampled():
    with pytest.raises(CostCurveError, match="must have integer counts"):
        bcost(confusion_matrix(MATRIX.counts / 2), COST)


def test_negative_costs_and_perfect_classifiers_have_limits():
    interval = bcost(confusion_matrix(np.diag([3, 4, 5])), COST, pseudo_count=0, rng=0)
    assert interval.total.low <= interval.total.high <= 0
    free = bcost(confusion_matrix(np.diag([3, 4])), cost_matrix([[0, 1], [1, 0]]), pseudo_count=0)
    assert free.total.ends == (0.0,)


# ---- Several cost matrices
TWO = confusion_matrix([[60, 4], [4, 16]])
PAIRED = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
COSTS = cost_model("M3", [0.7, 0.3]).draw(5, rng=2)


def test_interval_of_each_cost_matrix_equals_bcost():
    outcomes = bcost_each(TWO, COSTS, rng=1)
    for cost, interval in zip(COSTS, outcomes.intervals, strict=True):
        single = bcost(TWO, cost, rng=1)
        np.testing.assert_allclose(interval.resamples, single.resamples, rtol=1e-12)
        assert interval.observed_total == single.observed_total
    assert outcomes.costs == COSTS


def test_per_example_spans_all_intervals():
    outcomes = bcost_each(TWO, COSTS, rng=1)
    limits = [interval.per_example for interval in outcomes.intervals]
    assert outcomes.per_example.low == min(each.low for each in limits)
    assert outcomes.per_example.high == max(each.high for each in limits)
    each_total = [each.observed_total for each in outcomes.intervals]
    assert outcomes.observed_per_example.tolist() == [total / 84 for total in each_total]


def test_costs_within_ranges_stay_within_the_limits_of_the_ends():
    ranges = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    ends = bcost_each(TWO, ranges.ends, rng=1).per_example
    inside = bcost_each(TWO, ranges.draw(20, rng=0), rng=1).per_example
    assert ends.low <= inside.low
    assert inside.high <= ends.high


def test_outcomes_at_another_level():
    outcomes = bcost_each(TWO, COSTS, rng=1)
    assert [each.level for each in outcomes.at(0.8).intervals] == [0.8] * 5
    assert outcomes.at(0.8).per_example.high < outcomes.per_example.high


def test_excludes_zero_for_each_cost_matrix():
    outcomes = bdeltacost_each(PAIRED, COSTS, rng=1)
    rejected = [bdeltacost(PAIRED, cost, rng=1).rejected for cost in COSTS]
    assert (
        outcomes.excludes_zero.tolist()
        == rejected
        == [each.rejected for each in outcomes.intervals]
    )


def test_at_least_one_cost_matrix_is_required():
    with pytest.raises(CostCurveError, match="must contain at least one cost matrix"):
        bcost_each(TWO, [])


# ---- Two classes
TABLE = confusion_matrix([[6, 4], [3, 17]])
BENEFITS = cost_matrix([[0.5, 1.0], [5.0, -1.0]])
FIVE = confusion_matrix(np.arange(1, 26).reshape(5, 5))


@pytest.mark.parametrize("pseudo_count", [0.0, 0.1, 0.5])
def test_mean_of_bcost_is_the_expected_cost_at_the_operating_point(pseudo_count):
    point = operating_point(TABLE, BENEFITS, pseudo_count=pseudo_count)
    mean = bcost(TABLE, BENEFITS, pseudo_count=pseudo_count, n_resamples=40, rng=0).mean_total
    pc = point.conditions.pc.low
    normalised = (1 - point.tpr) * pc + point.fpr * (1 - pc)
    close(float(money_of_cost(point.conditions, normalised, n_cases=30)), mean)
    cost = money(point.conditions, fpr=point.fpr, tpr=point.tpr, n_cases=30)
    close([float(cost.low), float(cost.high)], [mean, mean])


def test_second_class_is_positive_with_its_costs():
    point = operating_point(TABLE, BENEFITS)
    close([point.fpr, point.tpr], [0.4, 0.85])
    values = point.conditions
    close([values.stated_prior.low, values.cost_fn.low, values.cost_fp.low], [2 / 3, 5, 1])
    close([values.cost_tp.low, values.cost_tn.low], [-1, 0.5])


def test_operating_point_requires_two_nonempty_classes():
    with pytest.raises(CostCurveError, match="one_vs_rest"):
        operating_point(FIVE, cost_matrix(np.eye(5)))
    with pytest.raises(CostCurveError, match="must have examples of both classes"):
        operating_point(confusion_matrix([[6, 4], [0, 0]]), BENEFITS)


@pytest.mark.parametrize(
    "call", [lambda bare: operating_point(bare, BENEFITS), lambda bare: one_vs_rest(bare, 0)]
)
def test_arrays_of_counts_raise(call):
    with pytest.raises(CostCurveError, match="must be a ConfusionMatrix"):
        call(TABLE.counts)


def test_one_vs_rest_equals_counts_of_labels():
    true = np.repeat(np.arange(5), FIVE.counts.sum(axis=1))
    predicted = np.concatenate([np.repeat(np.arange(5), row) for row in FIVE.counts])
    for kind in FIVE.classes:
        counts = one_vs_rest(FIVE, kind)
        assert counts.tp[1] == np.sum((true == kind) & (predicted == kind))
        assert counts.fp[1] == np.sum((true != kind) & (predicted == kind))
        assert (counts.positives, counts.negatives) == (sum(true == kind), sum(true != kind))


def test_one_vs_rest_is_a_cost_line():
    lines = cost_lines(roc_curve(one_vs_rest(FIVE, 3)))
    close([lines.fpr[1], lines.fnr[1]], [51 / 235, 1 - 19 / 90])


def test_unknown_and_empty_classes_raise():
    with pytest.raises(CostCurveError, match="positive: must be one of the classes"):
        one_vs_rest(FIVE, 7)
    with pytest.raises(CostCurveError, match="no example of the positive class"):
        one_vs_rest(confusion_matrix([[3, 1, 0], [1, 3, 0], [0, 0, 0]]), 2)


# ---- Cells without examples
CLASSES = ("common", "rare", "third")
RARE = confusion_matrix([[900, 5, 45], [0, 10, 0], [0, 0, 40]], classes=CLASSES)


def test_expensive_empty_cells_are_sorted_by_reach():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    interval = bcost(RARE, cost, rng=0).rare
    assert interval.cells.tolist() == [[2, 0], [1, 0]]
    assert interval.cost.tolist() == [500, 200]
    close(interval.reach, [1.5, 0.6])  # 3 / 1000 of each
    close(interval.limit, 0.025)  # half of the cost per example
    assert interval.classes == CLASSES


def test_warning_names_the_cell_and_its_reach():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    (warning,) = bcost(RARE, cost, rng=0).warnings
    assert warning == (
        "2 dear cells were never seen. Class third called common at a cost of 500 may alone add "
        "up to 1.5 per example (upper 95 % limit): the test set may be too small."
    )


def test_expensive_cells_seen_once_warn():
    cost = cost_matrix([[0, 1, 1], [200, 0, 0], [500, 0, 0]])
    once = confusion_matrix([[900, 5, 45], [0, 10, 0], [1, 0, 39]], classes=CLASSES)
    rare = bcost(once, cost, rng=0).rare
    assert (rare.cells.tolist(), rare.counts.tolist()) == ([[2, 0], [1, 0]], [1, 0])
    # With one event, a Poisson mean is at most 4.74 at 95 %: 3.74 more than was seen.
    close(rare.reach, [500 * 3.74 / 1000, 200 * 3 / 1000])
    assert rare.text.startswith("2 dear cells were seen at most once. Class third called common")
    twice = confusion_matrix([[900, 5, 45], [5, 5, 0], [2, 0, 38]], classes=CLASSES)
    assert bcost(twice, cost, rng=0).warnings == ()


def test_cheap_or_nonempty_cells_do_not_warn():
    cost = cost_matrix([[0, 100, 1], [1, 0, 1], [1, 0, 0]])
    interval = bcost(RARE, cost, rng=0)
    assert not interval.rare.has_cells
    assert interval.warnings == ()
    assert interval.rare.text == ""


def test_no_warning_for_a_larger_test_set():
    cost = cost_matrix([[0, 1, 1], [7, 0, 1], [7, 0, 0]])
    small = confusion_matrix([[90, 1, 4], [0, 1, 0], [0, 0, 4]])
    assert bcost(small, cost, rng=0).rare.has_cells
    assert not bcost(confusion_matrix(small.counts * 10), cost, rng=0).rare.has_cells


def test_unseen_benefits_are_reported():
    unseen = rare_cells(np.array([[9, 0], [1, 0]]), np.array([[0, -7], [1, 0]]), 0.5, (0, 1))
    assert unseen.cells.tolist() == [[0, 1]]
    close(unseen.reach, [-2.1])


def test_classifier_without_errors_warns_of_every_error():
    perfect = confusion_matrix([[9, 0], [0, 9]])
    assert bcost(perfect, cost_matrix([[0, 1], [1, 0]]), rng=0).rare.cost.size == 2


def test_unseen_pairs_of_predictions_are_reported():
    both = paired_matrix([[[900, 30], [30, 10]], [[0, 0], [0, 30]]])
    cheap = bdeltacost(both, cost_matrix([[0, 1], [1, 0]]), rng=0)
    assert cheap.warnings == ()
    interval = bdeltacost(both, cost_matrix([[0, 1], [900, 0]]), rng=0)
    assert interval.rare.cells.tolist() == [[1, 0, 1], [1, 1, 0]]
    assert interval.rare.cost.tolist() == [900, -900]
    close(interval.rare.limit, 2 * interval.sd_total / 1000)
    assert "Class 1 called 0 and 1 at a cost of 900" in interval.warnings[0]


@pytest.mark.parametrize("field", ["cells", "cost", "reach"])
def test_arrays_are_read_only(field):
    cells = bcost(RARE, cost_matrix(np.ones((3, 3))), rng=0).rare
    assert not getattr(cells, field).flags.writeable
