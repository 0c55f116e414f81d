"""Holte & Drummond, "Cost-Sensitive Classifier Evaluation", 2005, figures 9 to 12.

Figures 9 and 10 have one curve through (1/25, 2/5) and one through (3/10, 4/5); figures 11 and
12 a matrix of 16, 4, 4 and 6 with row totals of 20 and 10. Fractions follow from these.
"""

import numpy as np
import pytest

from cc_widgets.core import (
    cell_counts,
    cost_lines,
    horizontal_average,
    iso_line,
    matrix_counts,
    matrix_points,
    operating_range,
    roc_curve,
    roc_points,
    total_expected_cost,
    vertical_average,
)
from tests.support.rates import close, hull_of, points

FOLDS = [points((0.04, 0.4)), points((0.3, 0.8))]
CROSSING = 13 / 33


@pytest.mark.parametrize(
    ("pair", "low", "high"), [((0.04, 0.4), 1 / 11, 8 / 13), ((0.3, 0.8), 3 / 11, 7 / 9)]
)
def test_figure_9_each_curve_alone(pair, low, high):
    found = operating_range(hull_of(pair))
    assert found
    close([found.pc_low, found.pc_high], [low, high])


def test_figure_9_the_iso_line_of_both_corners():
    line = iso_line(CROSSING, 43 / 165)
    assert line.slope == pytest.approx(20 / 13, rel=1e-12)
    assert line.intercept is not None
    for fpr, tpr in [(0.04, 0.4), (0.3, 0.8)]:
        assert line.intercept + line.slope * fpr == pytest.approx(tpr, rel=1e-12)


def test_figure_10_roc_averages_lie_below_the_iso_line_of_the_average_cost():
    line = iso_line(CROSSING, 43 / 165)
    assert line.intercept is not None
    for average in (vertical_average(FOLDS), horizontal_average(FOLDS)):
        height = line.intercept + line.slope * average.roc.fpr
        assert np.all(average.roc.tpr < height - 0.05)


def test_figure_10_horizontal_average_in_cost_space():
    average = horizontal_average(FOLDS)
    close(average.cost.pc, [0, 19 / 99, 79 / 159, 51 / 71, 1])
    assert total_expected_cost(average.cost) == pytest.approx(156157 / 745074, rel=1e-12)


def test_figures_11_and_12_the_matrix_is_a_line_from_4_tenths_to_2_tenths():
    # Positives stand first in the figure: here negatives do.
    rows_true = matrix_counts([[6, 4], [4, 16]], positives=20, negatives=10)
    for counts in (rows_true, cell_counts(tp=16, fn=4, fp=4, tn=6)):
        lines = cost_lines(roc_curve(counts))
        close([lines.fpr[1], lines.fnr[1]], [0.4, 0.2])
        close(roc_points(lines).tpr, [0, 0.8, 1])
    assert matrix_points([[[6, 4], [4, 16]]]).fpr.tolist() == [0, 0.4, 1]
    found = operating_range(hull_of((0.4, 0.8)))
    assert found
    close([found.pc_low, found.pc_high], [1 / 3, 3 / 4])
