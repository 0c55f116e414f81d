"""Margineantu & Dietterich, "Bootstrap methods for the cost-sensitive evaluation", 2000 (MD2000).

Exact limits are computed by enumeration, see tests/support/totals.py.
"""

import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    bcost,
    bdeltacost,
    confusion_matrix,
    cost_matrix,
    cost_model,
    paired_matrix,
)
from cc_widgets.core.multiclass.intervals import cell_probabilities, cost_moments
from cc_widgets.core.multiclass.matrices import COST_MODELS
from cc_widgets.core.uncertainty.bands import order_ranks
from tests.support.rates import close
from tests.support.totals import distribution_of_total, exact_quantile

# MD2000 table 1: rows are predicted classes.
TABLE_1 = [
    [0.0, 3.2, 2.5, 12.7],
    [1.0, 0.0, 3.0, 100.0],
    [40.5, 2.2, 0.0, 5.5],
    [1.0, 0.1, 7.1, 0.0],
]
# MD2000 table 3.
PRIORS = (0.2102, 0.4473, 0.2568, 0.0016, 0.0841)
# TP 16, FN 4, FP 4, TN 6, the example of Holte and Drummond's figures 11 and 12.
MATRIX = confusion_matrix([[6, 4], [4, 16]])
COST = cost_matrix([[0, 1], [5, 0]])
EVEN = cost_matrix([[0, 1], [1, 0]])
# Counts (pred1, pred2 | y): y=0 {11: 20, 01: 10, 00: 70}, y=1 {11: 60, 10: 10, 00: 30}.
PAIRED = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])


def test_md2000_table_1_predicting_2_for_a_true_4_costs_100():
    table = cost_matrix(TABLE_1, rows="predicted")
    assert table.cost[3, 1] == 100.0  # true classes as rows
    assert table.cost[0, 2] == 40.5
    assert table.cost[1, 3] == 0.1


def test_md2000_table_1_and_its_transpose_cost_differently():
    predicted_1_true_4 = np.diag([10, 10, 10, 10])
    predicted_1_true_4[0, 3] = 2
    matrix = confusion_matrix(predicted_1_true_4, rows="predicted")
    right = bcost(matrix, cost_matrix(TABLE_1, rows="predicted"), rng=0)
    wrong = bcost(matrix, cost_matrix(TABLE_1, rows="true"), rng=0)
    close([right.observed_total, wrong.observed_total], [25.4, 2.0])


def test_md2000_table_2_ranks():
    assert order_ranks(0.95, 1000) == (26, 975)
    assert order_ranks(0.9, 1000) == (51, 950)


def test_md2000_laplace_correction_divides_by_all_cells():
    # (M + .1) / (4 * .1 + 30), and (M + .1) / (8 * .1 + 200) in three dimensions.
    close(
        cell_probabilities(MATRIX.counts, 0.1),
        [[6.1 / 30.4, 4.1 / 30.4], [4.1 / 30.4, 16.1 / 30.4]],
    )
    close(
        cell_probabilities(PAIRED.counts, 0.1)[0],
        [[70.1 / 200.8, 10.1 / 200.8], [0.1 / 200.8, 20.1 / 200.8]],
    )


def test_md2000_table_4_greatest_costs():
    errors = {
        name: set(cost_model(name, PRIORS).high[~np.eye(5, dtype=bool)]) for name in COST_MODELS
    }
    even = [errors[name] for name in ("M1", "M2", "M3", "M4", "M5", "M8")]
    assert even == [{10}, {100}, {100}, {1000}, {10_000}, {10_000}]
    right = {name: cost_model(name, PRIORS).high[2, 2] for name in COST_MODELS}
    assert [right[name] for name in COST_MODELS] == [0, 0, 10, 0, 0, 0, 0, 1000, 1000]
    assert all(not cost_model(name, PRIORS).low.any() for name in COST_MODELS)


def test_md2000_table_4_costs_by_class_frequency():
    # Element [j, i]: i is predicted, j is true.
    close(cost_model("M6", PRIORS).high[3, 1], 1000 * 0.4473 / 0.0016)
    close(cost_model("M7", PRIORS).high[3, 1], 1000 * 0.0016 / 0.4473)
    close(cost_model("M9", PRIORS).high[3, 1], 559_125)
    drawn = [matrix.cost[3, 1] for matrix in cost_model("M9", PRIORS).draw(200, rng=0)]
    assert 500_000 < max(drawn) <= 559_125


@pytest.mark.parametrize(
    ("pseudo_count", "mean", "sd"), [(0.0, 24.0, 9.208692), (0.1, 24.276316, 9.249471)]
)
def test_bcost_of_holte_and_drummonds_example(pseudo_count, mean, sd):
    interval = bcost(MATRIX, COST, pseudo_count=pseudo_count, level=0.95, n_resamples=20_000, rng=1)
    assert interval.mean_total == pytest.approx(mean, abs=5e-7)
    assert interval.sd_total == pytest.approx(sd, abs=5e-7)
    values, chance = distribution_of_total(
        cell_probabilities(MATRIX.counts, pseudo_count), COST.cost, 30
    )
    limits = [exact_quantile(values, chance, share) for share in (0.025, 0.975)]
    assert limits == [8, 44]
    assert abs(interval.total.low - 8) <= 1
    assert abs(interval.total.high - 44) <= 1
    assert interval.resamples.mean() == pytest.approx(mean, abs=5 * sd / np.sqrt(20_000))


@pytest.mark.parametrize(
    ("cost", "mean", "limits"), [(EVEN, -20, (-29, -12)), (COST, -60, (-92, -32))]
)
def test_bdeltacost_of_two_classifiers(cost, mean, limits):
    interval = bdeltacost(PAIRED, cost, level=0.95, n_resamples=20_000, rng=1)
    assert interval.observed_total == interval.mean_total == pytest.approx(mean)
    values, chance = distribution_of_total(PAIRED.counts / 200, cost.difference, 200)
    assert tuple(exact_quantile(values, chance, share) for share in (0.025, 0.975)) == limits
    assert interval.total.low == pytest.approx(limits[0], abs=1)
    assert interval.total.high == pytest.approx(limits[1], abs=1)
    assert interval.rejected


def test_cost_moments_equal_those_of_the_enumerated_distribution():
    probability = cell_probabilities(MATRIX.counts, 0.1)
    values, chance = distribution_of_total(probability, COST.cost, 30)
    exact = cost_moments(probability, COST.cost, 30)
    assert exact.mean == pytest.approx(values @ chance, rel=1e-12)
    assert exact.sd**2 == pytest.approx((values - exact.mean) ** 2 @ chance, rel=1e-12)
