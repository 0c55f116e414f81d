"""Properties of hull membership and optimality, against oracles in fractions."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import convex_hull, cost_at, expected_cost, hull_status, lower_envelope
from cc_widgets.core.costs import edge_pc
from cc_widgets.core.dominance import Optimality, extend_hull
from tests.support.curves import (
    ANY_CURVES,
    CURVES,
    ENDS,
    GRID,
    all_points,
    bare_curves,
    crossing_pcs,
    exact_points,
    forty_examples,
    is_best,
    thirty_examples,
)


@thirty_examples
@given(ANY_CURVES)
def test_standing_and_kept_points_follow_the_definition(curves):
    points = all_points(curves)
    places = crossing_pcs(points)
    between = [(left + right) / 2 for left, right in pairwise(places)]
    status = hull_status(curves)
    for curve, classifier in zip(curves, status.classifiers, strict=True):
        own = [(i, p) for i, p in enumerate(exact_points(curve)) if p not in ENDS]
        ranged = [i for i, p in own if any(is_best(p, pc, points) for pc in between)]
        touching = [i for i, p in own if any(is_best(p, pc, points) for pc in places)]
        assert classifier.kept.tolist() == ranged
        assert classifier.tied.tolist() == [i for i in touching if i not in ranged]
        expected = Optimality.TIE if touching else Optimality.NEVER
        assert classifier.standing is (Optimality.OPTIMAL if ranged else expected)


@thirty_examples
@given(ANY_CURVES)
def test_ranges_of_a_classifier_follow_the_definition(curves):
    points = all_points(curves)
    places = crossing_pcs(points)
    status = hull_status(curves)
    for curve, classifier in zip(curves, status.classifiers, strict=True):
        own = [p for p in exact_points(curve) if p not in ENDS]
        parts = [
            (left, right)
            for left, right in pairwise(places)
            if any(is_best(p, (left + right) / 2, points) for p in own)
        ]
        ends = [end for part in parts for end in part]
        once = sorted(float(end) for end in set(ends) if ends.count(end) == 1)
        np.testing.assert_allclose(
            np.sort([*classifier.pc_low, *classifier.pc_high]), once, rtol=0, atol=1e-12
        )
        assert np.all(classifier.pc_low < classifier.pc_high)


@thirty_examples
@given(ANY_CURVES)
def test_members_are_exactly_the_points_on_the_hull(curves):
    points = all_points(curves)
    places = crossing_pcs(points)
    members = hull_status(curves).members
    actual = set(zip(members.curve.tolist(), members.index.tolist(), strict=True))
    expected = {
        (number, i)
        for number, curve in enumerate(curves)
        for i, p in enumerate(exact_points(curve))
        if p not in ENDS and any(is_best(p, pc, points) for pc in places)
    }
    assert actual == expected | {(-1, -1)}
    assert np.all((members.corner >= 0) != (members.edge >= 0))


@forty_examples
@given(ANY_CURVES)
def test_members_lie_at_their_corner_or_edge(curves):
    status = hull_status(curves)
    hull, members = status.hull, status.members
    for curve, index, corner, edge in list(
        zip(members.curve, members.index, members.corner, members.edge, strict=True)
    )[2:]:
        point = (curves[curve].fpr[index], curves[curve].tpr[index])
        if corner >= 0:
            assert point == pytest.approx((hull.fpr[corner], hull.tpr[corner]), abs=1e-14)
        else:
            pc = edge_pc(hull)[edge]
            assert expected_cost(*point, pc) == pytest.approx(
                float(expected_cost(hull.fpr[edge], hull.tpr[edge], pc)), abs=1e-14
            )
            assert hull.fpr[edge] - 1e-15 <= point[0] <= hull.fpr[edge + 1] + 1e-15


@forty_examples
@given(ANY_CURVES)
def test_corners_are_cheapest_in_their_ranges(curves):
    status = hull_status(curves)
    hull, ranges = status.hull, status.ranges
    np.testing.assert_array_equal(ranges.pc_high[:-1], ranges.pc_low[1:])
    np.testing.assert_array_equal(ranges.slope_low[:-1], ranges.slope_high[1:])
    np.testing.assert_allclose(ranges.pc_low, 1 / (1 + ranges.slope_high), atol=1e-14)
    for corner in range(hull.fpr.size):
        for pc in (ranges.pc_low[corner], ranges.pc_high[corner]):
            cost = expected_cost(hull.fpr, hull.tpr, pc)
            assert cost[corner] <= cost.min() + 1e-14


@forty_examples
@given(CURVES, st.randoms(use_true_random=False))
def test_incremental_hull_equals_batch_in_any_order(curves, random):
    order = list(range(len(curves)))
    random.shuffle(order)
    shuffled = [curves[i] for i in order]
    growing = None
    for position, curve in enumerate(shuffled):
        growing = extend_hull(growing, curve)
        batch = convex_hull(shuffled[: position + 1])
        for name in ("fpr", "tpr", "owner", "index"):
            np.testing.assert_array_equal(getattr(growing.hull, name), getattr(batch, name))
        before = convex_hull(shuffled[:position])
        same = np.array_equal(before.fpr, batch.fpr) and np.array_equal(before.tpr, batch.tpr)
        assert growing.extended == (not same)
        assert {survivor.number for survivor in growing.survivors} == set(batch.owner.tolist()) - {
            -1
        }
    hull, expected = convex_hull(shuffled), convex_hull(curves)
    np.testing.assert_array_equal(hull.fpr, expected.fpr)
    np.testing.assert_array_equal(hull.tpr, expected.tpr)


@thirty_examples
@given(st.lists(bare_curves(), min_size=1, max_size=3))
def test_incremental_hull_of_points_does_not_depend_on_the_order(curves):
    expected = lower_envelope(convex_hull(curves))
    for order in permutations(curves):
        growing = None
        for curve in order:
            growing = extend_hull(growing, curve)
        assert growing is not None
        envelope = lower_envelope(growing.hull)
        np.testing.assert_allclose(cost_at(envelope, GRID), cost_at(expected, GRID), atol=1e-14)
