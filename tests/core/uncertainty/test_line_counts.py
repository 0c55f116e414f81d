import numpy as np
import pytest

from cc_widgets.core import (
    cell_counts,
    count,
    count_hull,
    matrix_counts,
    pooled_average,
    predictions,
    roc_curve,
)
from cc_widgets.core.uncertainty import LineCounts, line_counts
from cc_widgets.errors import CostCurveError
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE

WEIGHTED = roc_curve(count(predictions([0, 1], [0.2, 0.8], sample_weight=[2, 3])))


# The two kinds of error differ in number: a transposed matrix would show.
@pytest.mark.parametrize(
    "counts",
    [
        matrix_counts([[6, 4], [3, 17]]),
        matrix_counts([[6, 3], [4, 17]], rows="predicted"),
        cell_counts(tp=17, fn=3, fp=4, tn=6),
    ],
)
def test_a_confusion_matrix_is_read_the_right_way_round(counts):
    assert line_counts(counts) == LineCounts(fp=4, negatives=10, fn=3, positives=20)


def test_each_rate_is_a_share_of_its_own_class():
    line = LineCounts(fp=4, negatives=10, fn=3, positives=20)
    assert (line.fpr, line.fnr) == (0.4, 0.15)
    assert line.cost(np.array([0.0, 0.5, 1.0])).tolist() == [0.4, 0.275, 0.15]


def test_a_threshold_of_a_curve_is_named_by_its_position():
    counts = count(predictions(FAWCETT_LABEL, FAWCETT_SCORE))
    line = line_counts(counts, 6)
    assert (line.fp, line.fn) == (counts.fp[6], 10 - counts.tp[6])
    for index in (None, 21, -22):
        with pytest.raises(CostCurveError, match="index: must be the position of one threshold"):
            line_counts(counts, index)


def test_counts_of_a_single_class_member_will_do():
    assert LineCounts(fp=1, negatives=1, fn=0, positives=1).fpr == 1


@pytest.mark.parametrize("fp", [1.5, 2.0, True, -1, "2", None, np.float64(2)])
def test_counts_that_are_not_whole_are_refused(fp):
    with pytest.raises(CostCurveError, match=r"fp: must be a whole number.*weights"):
        LineCounts(fp=fp, negatives=10, fn=1, positives=10)


@pytest.mark.parametrize(
    "counts",
    [
        cell_counts(tp=17, fn=3, fp=3.5, tn=6),
        count(predictions([0, 1], [0.2, 0.8], sample_weight=[2.5, 3])),
        count(predictions([0, 1], [0.2, 0.8], sample_weight=[100, 100])),  # W3
        count_hull(predictions([0, 1], [0.2, 0.8], sample_weight=[2, 3])),
        pooled_average([WEIGHTED, WEIGHTED]).roc.counts,
    ],
)
def test_weighted_matrices_and_predictions_are_refused(counts):
    with pytest.raises(CostCurveError, match=r"sums of weights"):
        line_counts(counts, 1)


def test_numpy_integers_become_plain_ones():
    line = LineCounts(*np.array([1, 9, 0, 1]))
    assert type(line.fp) is int
    assert type(line.negatives) is int


def test_impossible_counts_are_refused():
    with pytest.raises(CostCurveError, match="more errors than examples"):
        LineCounts(fp=11, negatives=10, fn=1, positives=10)
    with pytest.raises(CostCurveError, match="positives: must be a whole number, 1 or more"):
        LineCounts(fp=1, negatives=10, fn=0, positives=0)
