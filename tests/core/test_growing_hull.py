import pytest

from cc_widgets.core import (
    convex_hull,
    count,
    extend_hull,
    matrix_counts,
    predictions,
    roc_curve,
)
from tests.support.rates import points


def grown(*curves):
    growing = None
    for curve in curves:
        growing = extend_hull(growing, curve)
    return growing


def test_the_first_classifier_extends_the_diagonal():
    growing = extend_hull(None, points((0.5, 0.2), (0.1, 0.6)))
    assert growing.extended
    assert growing.n_added == 1
    assert growing.hull.owner.tolist() == [-1, 0, -1]
    assert growing.hull.index.tolist() == [-1, 1, -1]


@pytest.mark.parametrize(
    "ignorable",
    [points((0.3, 0.3)), points((0.5, 0.2)), points((0.1, 0.6)), points((0.05, 0.3)), points()],
)
def test_what_does_not_extend_the_hull_is_forgotten(ignorable):
    growing = grown(points((0.1, 0.6)), ignorable)
    assert not growing.extended
    assert growing.n_added == 2
    assert [one.number for one in growing.survivors] == [0]
    assert growing.hull.owner.tolist() == [-1, 0, -1]


def test_owners_and_positions_are_those_of_the_classifiers_as_added():
    first, second = points((0.3, 0.2), (0.1, 0.6)), points((0.5, 0.5))
    third = points((0.9, 0.9), (0.2, 0.5), (0.4, 0.9))
    growing = grown(first, second, third)
    batch = convex_hull([first, second, third])
    assert growing.extended
    assert growing.hull.owner.tolist() == batch.owner.tolist() == [-1, 0, 2, -1]
    assert growing.hull.index.tolist() == batch.index.tolist() == [-1, 1, 2, -1]
    assert [one.number for one in growing.survivors] == [0, 2]
    assert [one.index.tolist() for one in growing.survivors] == [[1], [2]]


def test_a_classifier_that_is_overtaken_is_forgotten():
    growing = grown(points((0.3, 0.6)), points((0.1, 0.9)))
    assert [one.number for one in growing.survivors] == [1]


def test_only_corners_are_remembered_with_thresholds_and_counts():
    label, score = [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    curve = roc_curve(count(predictions(label, score)))
    (survivor,) = extend_hull(None, curve).survivors
    assert survivor.index.tolist() == [1, 4]
    assert survivor.curve.threshold is not None
    assert survivor.curve.threshold.tolist() == [6, 3]
    assert survivor.curve.fpr.tolist() == curve.fpr[[1, 4]].tolist()
    assert survivor.curve.counts is not None
    assert survivor.curve.counts.tp.tolist() == [1, 3]
    assert survivor.curve.counts.fp.tolist() == [0, 1]
    assert survivor.curve.counts.threshold.tolist() == [6, 3]
    assert (survivor.curve.counts.positives, survivor.curve.counts.negatives) == (3, 3)
    with pytest.raises(ValueError, match="read-only"):
        survivor.index[0] = 0


def test_bare_points_are_remembered_without_thresholds_and_counts():
    (survivor,) = extend_hull(None, points((0.1, 0.6))).survivors
    assert survivor.curve.threshold is None
    assert survivor.curve.counts is None


def test_counts_stay_exact_while_the_hull_grows():
    half = 3_000_000
    first = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    tie = roc_curve(matrix_counts([[half + 1, half + 1], [half, half + 2]]))
    assert not grown(first, first).extended
    assert not grown(first, tie).extended
    assert grown(tie, first).extended


def test_before_is_left_as_it_is():
    before = extend_hull(None, points((0.3, 0.6)))
    extend_hull(before, points((0.1, 0.9)))
    assert before.n_added == 1
    assert before.hull.fpr.tolist() == [0, 0.3, 1]
