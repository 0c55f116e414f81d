import numpy as np
import pytest

from cc_widgets.core import (
    Hull,
    convex_hull,
    cost_at,
    cost_lines,
    edge_pc,
    expected_cost,
    lower_envelope,
    roc_points,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import points

# Nearly on one line: as rounded, some of these edges are steeper than the one before.
ALIKE_FPR = np.array([0, 0.05, 0.09, 0.13, 0.16, 0.26, 1])
ALIKE_TPR = np.append(3 * ALIKE_FPR[:-1], 1)


def envelope_of(*pairs):
    return lower_envelope(convex_hull([points(*pairs)]))


def test_line_runs_from_fpr_to_fnr():
    lines = cost_lines(points((0.1, 0.6), (0.4, 0.9)))
    np.testing.assert_array_equal(lines.fpr, [0.1, 0.4])
    np.testing.assert_allclose(lines.fnr, [0.4, 0.1])


def test_lines_become_points_again():
    curve = points((0.25, 0.5), (0, 1), (1, 0.125))
    again = roc_points(cost_lines(curve))
    np.testing.assert_array_equal(again.fpr, curve.fpr)
    np.testing.assert_array_equal(again.tpr, curve.tpr)


def test_expected_cost_broadcasts_points_over_pc():
    cost = expected_cost(np.array([[0.1], [0.4]]), np.array([[0.6], [0.9]]), [0, 0.5, 1])
    np.testing.assert_allclose(cost, [[0.1, 0.25, 0.4], [0.4, 0.25, 0.1]])


def test_envelope_without_classifiers_is_the_trivial_roof():
    envelope = lower_envelope(convex_hull([]))
    np.testing.assert_array_equal(envelope.pc, [0, 0.5, 1])
    np.testing.assert_array_equal(envelope.cost, [0, 0.5, 0])
    np.testing.assert_array_equal(envelope.fpr, [0, 1])
    np.testing.assert_array_equal(envelope.fnr, [1, 0])
    assert envelope.owner.tolist() == envelope.index.tolist() == [-1, -1]


def test_envelope_of_a_perfect_classifier_is_zero_and_all_its_own():
    envelope = envelope_of((0, 1))
    assert envelope.pc.tolist() == [0, 1]
    assert envelope.cost.tolist() == [0, 0]
    assert envelope.owner.tolist() == [0]


def test_edges_become_vertices_and_corners_become_segments():
    envelope = envelope_of((0.1, 0.6), (0.4, 0.9))
    np.testing.assert_allclose(envelope.pc, [0, 1 / 7, 1 / 2, 6 / 7, 1])
    np.testing.assert_allclose(envelope.cost, [0, 1 / 7, 1 / 4, 1 / 7, 0], atol=1e-16)
    assert envelope.owner.tolist() == [-1, 0, 0, -1]
    assert envelope.index.tolist() == [-1, 0, 1, -1]


def test_vertical_first_edge_leaves_no_segment_for_the_origin():
    envelope = envelope_of((0, 0.4), (0.2, 0.8))
    assert envelope.pc[0] == 0
    assert envelope.index.tolist() == [0, 1, -1]


def test_level_last_edge_leaves_no_segment_for_one_one():
    envelope = envelope_of((0.2, 0.6), (0.5, 1))
    assert envelope.pc[-1] == 1
    assert envelope.cost[-1] == 0
    assert envelope.index.tolist() == [-1, 0, 1]


def test_edges_too_alike_for_floats_do_not_make_pc_step_back():
    assert np.any(np.diff(np.diff(ALIKE_TPR) / np.diff(ALIKE_FPR)) > 0)
    nobody = np.full(ALIKE_FPR.size, -1)
    hull = Hull(fpr=ALIKE_FPR, tpr=ALIKE_TPR, owner=nobody, index=nobody)
    envelope = lower_envelope(hull)
    assert np.all(np.diff(hull.slopes) <= 0)
    assert np.all(np.diff(envelope.pc) > 0)


def test_lines_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        cost_lines(points((0.1, 0.6))).fnr[0] = 0


def test_envelope_cannot_be_written():
    envelope = envelope_of((0.3, 0.7))
    for array in (envelope.pc, envelope.cost, envelope.fpr, envelope.owner):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_edges_have_the_pc_of_their_slope():
    found = edge_pc(convex_hull([points((0, 0.4), (0.1, 0.6), (0.4, 0.9), (0.7, 1))]))
    np.testing.assert_allclose(found, [0, 1 / 3, 1 / 2, 3 / 4, 1])


def test_cost_at_reads_ends_vertices_and_between():
    envelope = envelope_of((0.3, 0.7))
    pc = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    np.testing.assert_allclose(cost_at(envelope, pc), [0, 0.15, 0.3, 0.3, 0.3, 0.15, 0], atol=1e-16)


def test_cost_at_keeps_the_shape_of_pc():
    envelope = envelope_of((0.3, 0.7))
    assert np.shape(cost_at(envelope, 0.5)) == ()
    assert cost_at(envelope, np.full((2, 3), 0.5)).shape == (2, 3)
    assert cost_at(envelope, []).shape == (0,)


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan, [0.5, 7]])
def test_cost_at_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        cost_at(envelope_of((0.3, 0.7)), pc)
