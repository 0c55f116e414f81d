"""Holte & Drummond, "Cost-Sensitive Classifier Evaluation", 2005, figures 9 to 15.

Figures 9 and 10 have one curve through (1/25, 2/5) and one through (3/10, 4/5); figures 11 and
12 a matrix of 16, 4, 4 and 6 with row totals of 20 and 10. Fractions follow from these. Figures 13
to 15 have 100 examples of each class; the joint errors are rebuilt from them.
"""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import (
    cell_counts,
    matrix_counts,
    operating_range,
    roc_curve,
    total_expected_cost,
)
from cc_widgets.core.averaging import horizontal_average, vertical_average
from cc_widgets.core.confusion import matrix_points
from cc_widgets.core.costs import cost_lines, roc_points
from cc_widgets.core.duality import iso_line
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import model_of, session_of
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.differences import cheapest_intervals, significance_words
from cc_widgets.model.state import CostCurveModel
from tests.support.rates import close, hull_of, points

FOLDS = [points((0.04, 0.4)), points((0.3, 0.8))]
CROSSING = 13 / 33


@pytest.mark.parametrize(
    ("pair", "low", "high"), [((0.04, 0.4), 1 / 11, 8 / 13), ((0.3, 0.8), 3 / 11, 7 / 9)]
)
def test_figure_9_operating_range_of_each_curve(pair, low, high):
    useful = operating_range(hull_of(pair))
    assert useful
    close([useful.pc_low, useful.pc_high], [low, high])


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


def test_figures_11_and_12_matrix_is_a_line_from_4_tenths_to_2_tenths():
    # Rows and columns begin with positives in the figure, with negatives here.
    rows_true = matrix_counts([[6, 4], [4, 16]], positives=20, negatives=10)
    for counts in (rows_true, cell_counts(tp=16, fn=4, fp=4, tn=6)):
        lines = cost_lines(roc_curve(counts))
        close([lines.fpr[1], lines.fnr[1]], [0.4, 0.2])
        close(roc_points(lines).tpr, [0, 0.8, 1])
    assert matrix_points([[[6, 4], [4, 16]]]).fpr.tolist() == [0, 0.4, 1]
    useful = operating_range(hull_of((0.4, 0.8)))
    assert useful
    close([useful.pc_low, useful.pc_high], [1 / 3, 3 / 4])


def paired_errors(positives: tuple[int, int, int], negatives: tuple[int, int, int]) -> PairedCounts:
    """Paired errors, in each class of 100: only the first, only the second, both classifiers."""
    positive_errors, negative_errors = (
        PairedErrors(first, second, both, neither=100 - first - second - both)
        for first, second, both in (positives, negatives)
    )
    return PairedCounts(negatives=negative_errors, positives=positive_errors)


FIGURES = {
    13: (paired_errors((1, 6, 19), (1, 6, 24)), "Significant everywhere"),
    14: (paired_errors((14, 19, 6), (16, 21, 9)), "Nowhere significant."),
    15: (paired_errors((6, 14, 8), (14, 14, 8)), "Significant from PC(+) 0.716 up"),
}


def paired(figure):
    model = CostCurveModel(resampling=BootstrapSettings(significance="pointwise"))
    model.pair_errors("A", "B", FIGURES[figure][0])
    return model


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_13_to_15_significance_from_paired_errors(figure):
    model = paired(figure)
    assert model._difference is not None
    assert model.bands is None, "there is nothing to resample"
    model.bootstrap()
    assert "test sets" not in significance_words(model)
    assert significance_words(model).startswith(FIGURES[figure][1])
    result = model.compare("B", "A").significance
    assert result is not None
    assert set(result.cheaper) <= {"second"}
    assert [round(pc, 3) for pc in result.ranges.pc_low] == {13: [0], 14: [], 15: [0.716]}[figure]


def test_figures_13_and_14_have_the_same_matrices():
    high, low = paired(13), paired(14)
    assert high.fingerprint == low.fingerprint
    assert "clearly cheaper" in high.recommend().advice.headline
    assert "it cannot be told apart from B" in low.recommend().advice.headline
    cheapest = [cheapest_intervals(m.curves, m._leads) for m in (high, low)]
    assert [sorted(set(each.significance.tolist())) for each in cheapest] == [[-1, 1], [-1, 0]]


def test_matrices_without_paired_errors_have_no_difference():
    unpaired = CostCurveModel({name: paired(13).classifiers[name] for name in "AB"})
    assert unpaired._difference is None
    assert "model.pair_errors(...)" in significance_words(unpaired)


def test_paired_errors_are_kept_in_copies_sessions_and_code():
    model = paired(15)
    namespace: dict[str, Any] = {}
    exec(model.to_code(), namespace)  # noqa: S102 (our own)
    for duplicate in (
        copy.copy(model),
        pickle.loads(pickle.dumps(model)),  # noqa: S301 (our own)
        model_of(session_of(model)),
        namespace["model"],
    ):
        assert duplicate.paired_counts == model.paired_counts
        assert significance_words(duplicate) == significance_words(model)
    model.rename("A", "first")
    assert model.paired_counts[0][:2] == ("first", "B")
    words = significance_words(model).splitlines()[0]
    assert words.startswith("Significant from")
    assert words.endswith("less on these data.")


def test_paired_errors_must_match_their_matrices():
    model = paired(13)
    model.classifiers = {**model.classifiers, "A": [[50, 50], [10, 90]]}
    assert (model.paired_counts, model._difference) == ((), None)
    with pytest.raises(CostCurveError, match="counts must agree with the confusion matrices"):
        model.pair_errors("A", "B", FIGURES[13][0])
    for counts in ({}, {"positives": 1, "negatives": 2}, [[1, 2], [3, 4]], None):
        with pytest.raises(CostCurveError, match="PairedCounts"):
            model.pair_errors("A", "B", counts)
    with pytest.raises(CostCurveError, match="two different classifiers"):
        model.paired_counts = [("B", "B", FIGURES[13][0])]
    assert list(model.classifiers) == ["A", "B"]
    assert model.paired_counts == ()


def test_all_pairs_of_matrices_have_family_wise_bands():
    model = paired(13)
    single = model._difference
    model.pair_errors("C", "D", FIGURES[14][0])
    model.resampling = BootstrapSettings(significance="family-wise")
    assert single is not None
    assert model._difference is not None
    assert model._difference.family == 2
    assert np.all(
        model._difference.upper - model._difference.lower >= single.upper - single.lower - 1e-12
    )
