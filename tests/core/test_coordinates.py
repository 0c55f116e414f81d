import numpy as np
import pytest

from cc_widgets.core import RocCurve, count, matrix_counts, predictions, roc_curve
from cc_widgets.core._hull import Frame, common_frame, place

EPS = float(np.finfo(np.float64).eps)


def counted(matrix):
    return roc_curve(matrix_counts(matrix))


def bare(n_points):
    rates = np.linspace(0, 1, n_points)
    return RocCurve(rates, rates)


def test_whole_numbers_are_out_of_the_least_common_totals():
    curves = [counted([[2, 1], [4, 2]]), counted([[1, 4], [3, 6]])]
    frame = common_frame(curves)
    assert frame == Frame(negatives=15, positives=18, tolerance=0.0)
    assert place(curves[0], frame).x.tolist() == [0, 5, 15]
    assert place(curves[0], frame).y.tolist() == [0, 6, 18]
    assert place(curves[1], frame).x.tolist() == [0, 12, 15]
    assert place(curves[1], frame).y.tolist() == [0, 12, 18]


def test_points_wanted_come_in_their_order():
    curve = counted([[2, 1], [4, 2]])
    placed = place(curve, common_frame([curve]), np.array([2, 1]))
    assert (placed.x.tolist(), placed.y.tolist()) == ([3, 1], [6, 2])
    placed = place(bare(5), common_frame([bare(5)]), np.array([3]))
    assert placed.x.tolist() == [0.75]


@pytest.mark.parametrize(
    ("positives", "dtype"), [(7, np.int64), (2**31 - 1, np.int64), (2**31, object), (2**40, object)]
)
def test_products_of_two_coordinates_are_exact(positives, dtype):
    frame = common_frame([counted([[2**30, 2**30], [positives - 1, 1]])])
    assert frame.dtype is dtype
    assert Frame(1, 1, EPS).dtype is np.float64


def test_one_weighted_or_bare_curve_makes_all_of_them_rates():
    weighted = roc_curve(count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1, 2, 0.5])))
    whole = counted([[2, 1], [4, 2]])
    for curves in ([weighted], [whole, weighted], [bare(4), whole], [whole, bare(4)]):
        frame = common_frame(curves)
        assert (frame.negatives, frame.positives) == (1, 1)
        assert frame.tolerance == EPS * (4 + np.sqrt(max(one.fpr.size for one in curves)))
        assert place(curves[0], frame).x.tolist() == curves[0].fpr.tolist()
        assert place(curves[-1], frame).y.tolist() == curves[-1].tpr.tolist()
