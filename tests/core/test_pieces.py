import numpy as np
import pytest

from cc_widgets.core.costs import (
    BASELINES,
    CostPieces,
    are_baselines,
    common_edges,
    join_points,
    piece_at,
    same_lines,
    split_pieces,
    values_at,
)
from cc_widgets.core.results import TOLERANCE
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, fawcett, points

STEP = CostPieces(np.array([0, 0.5, 1]), np.array([0.1, 0.2]), np.array([0.3, 0.8]))


def test_costs_at_both_ends_of_each_piece():
    close(STEP.start_cost, [0.1, 0.5])
    close(STEP.stop_cost, [0.2, 0.8])


def test_common_edges_are_all_vertices_once():
    envelope = envelope_of((0.25, 0.75))
    assert common_edges([envelope, STEP, BASELINES]).tolist() == [0, 0.25, 0.5, 0.75, 1]


def test_splitting_pieces_does_not_change_the_function():
    edges = np.array([0, 0.25, 0.5, 0.75, 1])
    pieces = split_pieces(STEP, edges)
    assert pieces.pc.tolist() == edges.tolist()
    assert pieces.fpr.tolist() == [0.1, 0.1, 0.2, 0.2]
    assert pieces.fnr.tolist() == [0.3, 0.3, 0.8, 0.8]


def test_left_piece_is_used_at_a_vertex():
    assert piece_at(STEP, np.array([0, 0.4, 0.5, 0.6, 1])).tolist() == [0, 0, 0, 1, 1]
    close(values_at(STEP, np.array([0, 0.5, 0.75, 1])), [0.1, 0.2, 0.65, 0.8])


def test_lines_are_the_same_up_to_the_rounding_of_rates():
    edges = np.array([0, 0.2, 0.4, 0.6, 0.8, 1])
    zero = CostPieces(edges, np.zeros(5), np.zeros(5))
    near, far = TOLERANCE, 1.1 * TOLERANCE
    shifted = CostPieces(
        edges, np.array([near, far, 0, -near, 0]), np.array([near, 0, far, 0, -far])
    )
    assert same_lines(zero, shifted).tolist() == [True, False, False, True, False]
    assert same_lines(shifted, zero).tolist() == [True, False, False, True, False]
    assert 1e-15 < TOLERANCE < 1e-14


def test_are_baselines_marks_pieces_of_baselines():
    assert are_baselines(envelope_of((0.25, 0.75))).tolist() == [True, False, True]
    assert are_baselines(envelope_of((0, 1))).tolist() == [False]
    edges = np.linspace(0, 1, 5)
    pieces = CostPieces(edges, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert are_baselines(pieces).tolist() == [False, True, True, False]


def test_baselines_switch_at_one_half():
    assert BASELINES.pc.tolist() == [0, 0.5, 1]
    assert (BASELINES.fpr.tolist(), BASELINES.fnr.tolist()) == ([0, 1], [1, 0])


def test_line_equals_itself_and_not_its_mirror_image():
    line = CostPieces(np.array([0.0, 1]), np.array([0.3]), np.array([0.7]))
    mirrored = CostPieces(np.array([0.0, 1]), np.array([-0.3]), np.array([-0.7]))
    assert same_lines(line, line).tolist() == [True]
    assert same_lines(line, mirrored).tolist() == [False]


# ---- Joined curves
def test_a_point_is_joined_to_both_ends():
    curve = join_points(points((0.3, 0.7)))
    assert (curve.fpr.tolist(), curve.tpr.tolist()) == ([0, 0.3, 1], [0, 0.7, 1])


def test_duplicate_points_are_joined_once():
    assert join_points(fawcett()).fpr.tolist() == fawcett().fpr.tolist()
    curve = join_points(points((0.3, 0.7), (0.3, 0.7), (0.3, 0.8), (0.4, 0.8)))
    assert curve.fpr.tolist() == [0, 0.3, 0.3, 0.4, 1]
    assert curve.tpr.tolist() == [0, 0.7, 0.8, 0.8, 1]


@pytest.mark.parametrize(
    ("pairs", "got"),
    [
        ([(0.1, 0.5), (0.2, 0.5), (0.15, 0.6)], r"\(0\.15, 0\.6\) after \(0\.2, 0\.5\)"),
        ([(0.3, 0.6), (0.3, 0.7), (0.4, 0.65)], r"\(0\.4, 0\.65\) after \(0\.3, 0\.7\)"),
    ],
)
def test_join_points_requires_non_decreasing_rates(pairs, got):
    with pytest.raises(CostCurveError, match=rf"mine: must have .*\. Got {got}\. Pass"):
        join_points(points(*pairs), "mine")
