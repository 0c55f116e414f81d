"""Properties of curves, hulls and envelopes, against slow oracles written from the definitions."""

from itertools import pairwise
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from cc_widgets.core import (
    RocCurve,
    convex_hull,
    cost_at,
    count,
    expected_cost,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.core.costs import cost_lines
from cc_widgets.core.duality import cost_point, iso_line
from cc_widgets.core.simplification import thin
from tests.support.curves import all_points
from tests.support.rates import scored_curve
from tests.support.shapes import shapes

GRID = np.linspace(0, 1, 101)
UNIT = st.floats(0, 1)


def few_scores():
    """Scores on any scale, with or without many ties."""
    return st.one_of(
        st.integers(0, 4).map(float),
        st.floats(0, 1),
        st.sampled_from([-0.0, 0.0, 1e300, -1e300, 5e-324]),
    )


@st.composite
def labelled(draw, max_size=25):
    """Labels of both classes with scores."""
    if draw(st.integers(0, 3)) == 0:
        label, score = draw(shapes())
        return np.array(label) > 0, np.array(score)
    size = draw(st.integers(2, max_size))
    label = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    label[0], label[1] = True, False
    score = draw(st.lists(few_scores(), min_size=size, max_size=size))
    return np.array(label), np.array(score)


@st.composite
def weighted(draw):
    """Labels, scores and positive weights."""
    label, score = draw(labelled())
    weight = draw(st.lists(st.floats(0.01, 100), min_size=label.size, max_size=label.size))
    return label, score, np.array(weight)


@st.composite
def several_curves(draw):
    """Curves of several classifiers on one test set, or on test sets of different sizes."""
    label, score = draw(labelled())
    if draw(st.booleans()):
        permutations = draw(st.lists(st.permutations(score.tolist()), max_size=3))
        return [scored_curve(label, scores) for scores in [score, *permutations]]
    return [
        scored_curve(label, score),
        *(scored_curve(*scores) for scores in draw(st.lists(labelled(), max_size=3))),
    ]


def is_corner(point, points):
    """Whether no chord of two other points passes through or above the point, by definition."""
    x, y = point
    left = [p for p in points if p != point and p[0] <= x]
    right = [p for p in points if p != point and p[0] >= x]
    for ax, ay in left:
        for bx, by in right:
            height = max(ay, by) if ax == bx else ay + (by - ay) * (x - ax) / (bx - ax)
            if height >= y:
                return False
    return True


@given(weighted())
def test_weighted_counts_follow_the_definition(data):
    label, score, weight = data
    counts = count(predictions(label, score, sample_weight=weight))
    for threshold, tp, fp in zip(counts.threshold, counts.tp, counts.fp, strict=True):
        assert tp == pytest.approx(weight[label & (score >= threshold)].sum())
        assert fp == pytest.approx(weight[~label & (score >= threshold)].sum())


@given(weighted(), st.booleans())
def test_curve_equals_scikit_learn(data, use_weight):
    label, score, weight = data
    weight = weight if use_weight else None
    fpr, tpr, threshold = metrics.roc_curve(
        label, score, sample_weight=weight, drop_intermediate=False
    )
    curve = scored_curve(label, score, weight)
    np.testing.assert_allclose(curve.fpr, fpr, rtol=1e-12)
    np.testing.assert_allclose(curve.tpr, tpr, rtol=1e-12)
    np.testing.assert_array_equal(curve.threshold, threshold)


@given(labelled(), st.data())
def test_weights_are_equivalent_to_repeated_examples(data, draw):
    label, score = data
    copies = np.array(
        draw.draw(st.lists(st.integers(0, 3), min_size=label.size, max_size=label.size))
    )
    copies[:2] = 1
    by_weight = scored_curve(label, score, copies)
    by_copies = scored_curve(np.repeat(label, copies), np.repeat(score, copies))
    np.testing.assert_array_equal(by_weight.fpr, by_copies.fpr)
    np.testing.assert_array_equal(by_weight.tpr, by_copies.tpr)
    assert convex_hull([by_weight]).index.tolist() == convex_hull([by_copies]).index.tolist()


@given(labelled(), st.randoms(use_true_random=False))
def test_curve_does_not_depend_on_the_order_of_examples_and_scale_of_scores(data, random):
    label, score = data
    order = list(range(label.size))
    random.shuffle(order)
    curve = scored_curve(label, score)
    shuffled = scored_curve(label[order], np.unique(score, return_inverse=True)[1][order] * 7 - 3)
    np.testing.assert_array_equal(curve.fpr, shuffled.fpr)
    np.testing.assert_array_equal(curve.tpr, shuffled.tpr)


@settings(max_examples=60)
@given(several_curves())
def test_hull_corners_follow_the_definition(curves):
    points = all_points(curves)
    expected = sorted(p for p in points if p in {(0, 0), (1, 1)} or is_corner(p, points))
    hull = convex_hull(curves)
    corners = list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))
    assert corners == [(float(x), float(y)) for x, y in expected]


@given(several_curves())
def test_owner_is_the_first_curve_with_the_corner(curves):
    hull = convex_hull(curves)
    assert hull.owner[[0, -1]].tolist() == hull.index[[0, -1]].tolist() == [-1, -1]
    for fpr, tpr, owner, index in list(
        zip(hull.fpr, hull.tpr, hull.owner, hull.index, strict=True)
    )[1:-1]:
        owners = [i for i, c in enumerate(curves) if np.any((c.fpr == fpr) & (c.tpr == tpr))]
        assert owner == owners[0]
        assert (curves[owner].fpr[index], curves[owner].tpr[index]) == (fpr, tpr)


@given(several_curves())
def test_hull_slopes_decrease(curves):
    slopes = convex_hull(curves).slopes
    assert np.all(slopes[1:] < slopes[:-1])
    assert np.all(slopes >= 0)


@given(weighted())
def test_hull_of_weighted_points_lies_above_all_points(data):
    curve = scored_curve(*data)
    hull = convex_hull([curve])
    above = [np.interp(x, hull.fpr, hull.tpr) for x in curve.fpr[curve.fpr > 0]]
    assert np.all(above >= curve.tpr[curve.fpr > 0] - 1e-12)
    assert np.all(np.diff(hull.slopes) < 0)


@given(st.lists(st.lists(st.tuples(UNIT, UNIT), min_size=1, max_size=6), max_size=4))
def test_envelope_is_the_minimum_of_all_lines(sets):
    curves = [RocCurve(*np.array(points).T) for points in sets]
    envelope = lower_envelope(convex_hull(curves))
    least = np.minimum(GRID, 1 - GRID)
    for curve in curves:
        lines = cost_lines(curve)
        each = np.outer(lines.fpr, 1 - GRID) + np.outer(lines.fnr, GRID)
        least = np.minimum(least, each.min(axis=0))
    np.testing.assert_allclose(cost_at(envelope, GRID), least, atol=1e-13)


@given(several_curves())
def test_envelope_interpolates_its_vertices_from_0_to_1(curves):
    hull = convex_hull(curves)
    envelope = lower_envelope(hull)
    assert envelope.pc[0] == 0
    assert envelope.pc[-1] == 1
    assert np.all(np.diff(envelope.pc) > 0)
    assert envelope.owner.size == envelope.index.size == envelope.pc.size - 1
    np.testing.assert_allclose(cost_at(envelope, envelope.pc), envelope.cost, atol=1e-15)
    np.testing.assert_allclose(
        cost_at(envelope, GRID), np.interp(GRID, envelope.pc, envelope.cost), atol=1e-14
    )


@given(several_curves())
def test_hull_edges_are_the_inner_envelope_vertices(curves):
    hull = convex_hull(curves)
    envelope = lower_envelope(hull)
    slopes = hull.slopes[np.isfinite(hull.slopes) & (hull.slopes > 0)]
    np.testing.assert_allclose(envelope.pc[1:-1], 1 / (1 + slopes), rtol=1e-12)


@given(several_curves())
def test_segments_belong_to_the_optimal_hull_corners(curves):
    hull = convex_hull(curves)
    envelope = lower_envelope(hull)
    middle = (envelope.pc[:-1] + envelope.pc[1:]) / 2
    for pc, fpr, fnr in zip(middle, envelope.fpr, envelope.fnr, strict=True):
        best = expected_cost(hull.fpr, hull.tpr, pc).argmin()
        assert (fpr, fnr) == (hull.fpr[best], 1 - hull.tpr[best])


@given(several_curves())
def test_swapping_the_classes_mirrors_both_spaces(curves):
    swapped = [RocCurve(1 - c.tpr[::-1], 1 - c.fpr[::-1]) for c in curves]
    envelope = lower_envelope(convex_hull(curves))
    mirror = lower_envelope(convex_hull(swapped))
    np.testing.assert_allclose(cost_at(mirror, 1 - GRID), cost_at(envelope, GRID), atol=1e-13)
    np.testing.assert_allclose(
        np.trapezoid(mirror.cost, mirror.pc), np.trapezoid(envelope.cost, envelope.pc), atol=1e-13
    )


@given(labelled())
def test_negated_scores_and_the_other_label_mirror_the_curve(data):
    label, score = data
    curve = scored_curve(label, score)
    mirrored = roc_curve(count(predictions(label, -score, pos_label=False)))
    np.testing.assert_allclose(mirrored.fpr, 1 - curve.tpr[::-1], atol=1e-15)
    np.testing.assert_allclose(mirrored.tpr, 1 - curve.fpr[::-1], atol=1e-15)


@given(several_curves(), st.integers(2, 12))
def test_thinning_keeps_the_hull_and_its_error_bound(curves, limit):
    curve = curves[0]
    corners = convex_hull([curve]).index[1:-1]
    thinned = thin(curve, limit, keep=corners)
    index = thinned.index
    assert {0, curve.fpr.size - 1, *corners.tolist()} <= set(index.tolist())
    assert index.size <= max(limit, corners.size + 4)
    np.testing.assert_array_equal(np.unique(index), index)
    for start, stop in pairwise(index):
        width, height = curve.fpr[stop] - curve.fpr[start], curve.tpr[stop] - curve.tpr[start]
        x, y = curve.fpr[start : stop + 1] - curve.fpr[start], curve.tpr[start : stop + 1]
        deviation = np.abs(width * (y - curve.tpr[start]) - height * x) / np.hypot(width, height)
        assert deviation.max() <= thinned.error + 1e-15
    if index.size == curve.fpr.size:
        assert thinned.error == 0


# ---- Duality of ROC space and cost space
@given(st.floats(1e-6, 1), st.floats(-1, 2))
def test_cost_point_to_line_and_back(pc, cost):
    line = iso_line(pc, cost)
    point = cost_point(line.slope, line.intercept)
    assert point.pc == pytest.approx(pc, rel=1e-12)
    assert point.cost == pytest.approx(cost, abs=1e-12)


@given(UNIT)
def test_vertical_line_to_cost_point_and_back(fpr):
    point = cost_point(inf, fpr=fpr)
    assert iso_line(point.pc, point.cost).fpr == fpr
