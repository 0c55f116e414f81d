import numpy as np
import pytest

from cc_widgets.core import cost_lines, money, money_of_cost, roc_curve
from cc_widgets.core.multiclass import (
    bcost,
    confusion_matrix,
    cost_matrix,
    one_vs_rest,
    operating_point,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close

MATRIX = confusion_matrix([[6, 4], [3, 17]])
COST = cost_matrix([[0.5, 1.0], [5.0, -1.0]])
FIVE = confusion_matrix(np.arange(1, 26).reshape(5, 5))


@pytest.mark.parametrize("pseudo_count", [0.0, 0.1, 0.5])
def test_bcosts_mean_is_the_normalised_cost_at_the_operating_point_scaled_to_money(pseudo_count):
    here = operating_point(MATRIX, COST, pseudo_count=pseudo_count)
    mean = bcost(MATRIX, COST, pseudo_count=pseudo_count, n_resamples=40, rng=0).mean_total
    pc = here.conditions.pc.low
    normalised = (1 - here.tpr) * pc + here.fpr * (1 - pc)
    close(float(money_of_cost(here.conditions, normalised, population=30)), mean)
    found = money(here.conditions, fpr=here.fpr, tpr=here.tpr, population=30)
    close([float(found.low), float(found.high)], [mean, mean])


def test_the_second_class_is_positive_and_its_costs_stay_with_it():
    here = operating_point(MATRIX, COST)
    close([here.fpr, here.tpr], [0.4, 0.85])
    values = here.conditions
    close([values.prior.low, values.cost_fn.low, values.cost_fp.low], [2 / 3, 5, 1])
    close([values.cost_tp.low, values.cost_tn.low], [-1, 0.5])


def test_cost_space_is_for_two_classes_that_both_occur():
    with pytest.raises(CostCurveError, match="one_vs_rest"):
        operating_point(FIVE, cost_matrix(np.eye(5)))
    with pytest.raises(CostCurveError, match="both classes are needed"):
        operating_point(confusion_matrix([[6, 4], [0, 0]]), COST)


@pytest.mark.parametrize(
    "look", [lambda bare: operating_point(bare, COST), lambda bare: one_vs_rest(bare, 0)]
)
def test_bare_counts_are_refused(look):
    with pytest.raises(CostCurveError, match="which way round the confusion matrix is"):
        look(MATRIX.counts)


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
