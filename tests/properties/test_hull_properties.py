"""Who is on the hull, where and when: laws for all data, against oracles in fractions."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import (
    Standing,
    convex_hull,
    cost_at,
    edge_pc,
    expected_cost,
    extend_hull,
    hull_status,
    lower_envelope,
)
from tests.support.curves import (
    ANY_CURVES,
    CURVES,
    ENDS,
    GRID,
    all_points,
    bare_curves,
    exact_points,
    few,
    is_best,
    law,
    meeting_pcs,
)


@few
@given(ANY_CURVES)
def test_standing_and_points_kept_are_what_the_definitions_say(curves):
    points = all_points(curves)
    places = meeting_pcs(points)
    between = [(left + right) / 2 for left, right in pairwise(places)]
    status = hull_status(curves)
    for curve, found in zip(curves, status.classifiers, strict=True):
        mine = [(i, p) for i, p in enumerate(exact_points(curve)) if p not in ENDS]
        ranged = [i for i, p in mine if any(is_best(p, pc, points) for pc in between)]
        touching = [i for i, p in mine if any(is_best(p, pc, points) for pc in places)]
        assert found.kept.tolist() == ranged
        assert found.tied.tolist() == [i for i in touching if i not in ranged]
        expected = Standing.TIE if touching else Standing.NEVER
        assert found.standing is (Standing.OPTIMAL if ranged else expected)


@few
@given(ANY_CURVES)
def test_ranges_of_a_classifier_are_where_the_definition_says(curves):
    points = all_points(curves)
    places = meeting_pcs(points)
    status = hull_status(curves)
    for curve, found in zip(curves, status.classifiers, strict=True):
        mine = [p for p in exact_points(curve) if p not in ENDS]
        parts = [
            (left, right)
            for left, right in pairwise(places)
            if any(is_best(p, (left + right) / 2, points) for p in mine)
        ]
        ends = [end for part in parts for end in part]
        once = sorted(float(end) for end in set(ends) if ends.count(end) == 1)
        np.testing.assert_allclose(
            np.sort([*found.pc_low, *found.pc_high]), once, rtol=0, atol=1e-12
        )
        assert np.all(found.pc_low < found.pc_high)


@few
@given(ANY_CURVES)
def test_every_member_is_on_the_hull_and_nobody_else(curves):
    points = all_points(curves)
    places = meeting_pcs(points)
    members = hull_status(curves).members
    found = set(zip(members.curve.tolist(), members.index.tolist(), strict=True))
    expected = {
        (number, i)
        for number, curve in enumerate(curves)
        for i, p in enumerate(exact_points(curve))
        if p not in ENDS and any(is_best(p, pc, points) for pc in places)
    }
    assert found == expected | {(-1, -1)}
    assert np.all((members.corner >= 0) != (members.edge >= 0))


@law
@given(ANY_CURVES)
def test_members_are_where_they_are_said_to_be(curves):
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


@law
@given(ANY_CURVES)
def test_corner_ranges_are_where_the_corner_is_best(curves):
    status = hull_status(curves)
    hull, ranges = status.hull, status.ranges
    np.testing.assert_array_equal(ranges.pc_high[:-1], ranges.pc_low[1:])
    np.testing.assert_array_equal(ranges.slope_low[:-1], ranges.slope_high[1:])
    np.testing.assert_allclose(ranges.pc_low, 1 / (1 + ranges.slope_high), atol=1e-14)
    for corner in range(hull.fpr.size):
        for pc in (ranges.pc_low[corner], ranges.pc_high[corner]):
            cost = expected_cost(hull.fpr, hull.tpr, pc)
            assert cost[corner] <= cost.min() + 1e-14


@law
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
        assert {one.number for one in growing.survivors} == set(batch.owner.tolist()) - {-1}
    found, expected = convex_hull(shuffled), convex_hull(curves)
    np.testing.assert_array_equal(found.fpr, expected.fpr)
    np.testing.assert_array_equal(found.tpr, expected.tpr)


@few
@given(st.lists(bare_curves(), min_size=1, max_size=3))
def test_incremental_hull_of_bare_points_is_the_same_curve_in_every_order(curves):
    expected = lower_envelope(convex_hull(curves))
    for order in permutations(curves):
        growing = None
        for curve in order:
            growing = extend_hull(growing, curve)
        assert growing is not None
        found = lower_envelope(growing.hull)
        np.testing.assert_allclose(cost_at(found, GRID), cost_at(expected, GRID), atol=1e-14)
