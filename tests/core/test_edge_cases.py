"""Degenerate inputs: all functions return numbers without NaN and without warnings."""

from itertools import pairwise
from math import inf

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    RocCurve,
    auc,
    cell_counts,
    convex_hull,
    cost_at,
    count,
    h_measure,
    hull_status,
    lower_envelope,
    operating_range,
    predictions,
    roc_curve,
    total_expected_cost,
)
from cc_widgets.core.averaging import (
    cost_average,
    cost_spread,
    horizontal_average,
    pooled_average,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core.comparison import (
    absolute_area,
    cost_difference,
    crossovers,
    extremes,
    least_cost,
    near_equal,
    ranking,
    roc_crossings,
    winners,
)
from cc_widgets.core.conditions import money
from cc_widgets.core.costs import cost_lines, envelope_top, lines_envelope, point_operating_range
from cc_widgets.core.criteria import (
    max_rectangle,
    minimax,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from cc_widgets.core.dominance import (
    Dominance,
    corner_ranges,
    curve_dominance,
    extend_hull,
    null_ranges,
    set_dominance,
)
from cc_widgets.core.duality import pencil
from cc_widgets.core.hull import count_hull
from cc_widgets.core.metrics import Beta
from cc_widgets.core.simplification import simplify, thin
from cc_widgets.core.thresholds import best_at, best_over, near_optimal, threshold_choice
from tests.support.hostile import numbers
from tests.support.rates import points, scored_curve
from tests.support.shapes import SHAPES

CURVES = {
    **{name: scored_curve(*data) for name, data in SHAPES.items()},
    "perfect point": points((0, 1)),
    "worst point": points((1, 0)),
    "below the diagonal": points((0.6, 0.2)),
    "on the diagonal": points((0.5, 0.5)),
    "never alarm": points((0, 0)),
    "always alarm": points((1, 1)),
    "no false alarms": points((0, 0.4)),
    "no misses": points((0.4, 1)),
    "duplicates": points((0.2, 0.7), (0.2, 0.7), (0.2, 0.7)),
    "on one line": points((0.1, 0.4), (0.2, 0.6), (0.3, 0.8)),
    "vertical and level": points((0, 0.2), (0, 0.5), (0.3, 1), (0.6, 1)),
    "almost nothing": points((1e-12, 2e-12)),
    "almost vertical": points((5e-324, 0.5)),
    "almost perfect": points((1e-300, 1 - 1e-16)),
    "weights": scored_curve([1, 0, 1, 0], [2, 1, 1, 0], [1e-300, 1.0, 1e300, 0.3]),
    "large weights": scored_curve([1, 0, 1, 0], [2, 1, 1, 0], [2**50, 2**52, 1, 3]),
    "large matrix": roc_curve(cell_counts(tp=2**52, fn=1, fp=1, tn=2**52)),
    "559125 to 0": roc_curve(cell_counts(tp=559125, fn=0, fp=0, tn=1)),
}
CONDITIONS = {
    "one in a million": Conditions(1e-6),
    "huge cost ratio": Conditions(1e-6, cost_fp=1, cost_fn=559125),
    "a free error": Conditions(0.5, cost_fp=0, cost_fn=559125),
    "no positives": Conditions(0),
    "no negatives": Conditions(1),
    "anything": Conditions((0, 1), cost_fp=(1e-9, 1), cost_fn=(1, 1e9)),
}
OPERATING_CONDITIONS: list[dict[str, float]] = [
    {"pc": 0},
    {"pc": 1},
    {"pc": 1e-6},
    {"pc": 0.5},
    {"slope": inf},
    {"slope": 0},
]


def check(*results):
    for result in results:
        for values in numbers(result):
            assert not np.any(np.isnan(values)), result


@pytest.fixture(params=CURVES)
def curve(request):
    return CURVES[request.param]


def test_hull_and_envelope_of_one_curve(curve):
    hull, lines = convex_hull([curve]), lines_envelope([curve])
    envelope = lower_envelope(hull)
    check(hull, hull.slopes, envelope, lines, cost_lines(curve), extend_hull(None, curve))
    check(corner_ranges(hull), null_ranges(hull), operating_range(hull), envelope_top(envelope))
    for cost_curve in (envelope, lines):
        assert np.all(np.diff(cost_curve.pc) > 0)
        assert (cost_curve.pc[0], cost_curve.pc[-1]) == (0, 1)
    assert np.all(cost_at(envelope, [0, 1e-6, 0.5, 1]) <= np.array([0, 1e-6, 0.5, 0]) + 2e-16)
    check(thin(curve, 3), simplify(curve, 0.01))


def test_choices_from_one_curve(curve):
    status = hull_status([curve])
    envelope = lower_envelope(status.hull)
    for condition in OPERATING_CONDITIONS:
        best = best_at(status, **condition)
        check(
            best,
            near_optimal([curve], pc=best.pc, tolerance=0.01),
        )
        check(regret(youden([curve]), envelope, best.pc), max_rectangle([curve]))
    check(best_over(status, pc=(0, 1)), best_over(status, slope=(0, 1e300)), minimax(status.hull))
    for limit in (0, 1e-300, 0.5, 1):
        check(neyman_pearson(status.hull, limit), neyman_pearson_line(envelope, limit))
        check(neyman_pearson_steps([curve], limit))


@pytest.mark.parametrize(("positives", "negatives"), [(1, 1), (1, 10**6), (10**6, 1), (0, 1)])
@pytest.mark.parametrize("share", [-1, 0, 0.3, 1, 2])
def test_workforce_of_one_curve(curve, positives, negatives, share):
    cases = {
        "positives": positives,
        "negatives": negatives,
        "capacity": share * (positives + negatives),
    }
    hull = convex_hull([curve])
    choice = workforce(hull, **cases)
    check(choice, workforce_line(lower_envelope(hull), **cases), workforce_limit(**cases))
    if share >= 1:
        assert choice.tpr == 1
    if share < 0:
        assert (choice.fpr, choice.tpr) == (0, 0)


@pytest.mark.parametrize("name", CONDITIONS)
def test_one_curve_under_extreme_conditions_is_finite(curve, name):
    conditions = CONDITIONS[name]
    hull = convex_hull([curve])
    check(conditions, conditions.pc, conditions.slope, conditions.worst)
    check(money(conditions, fpr=hull.fpr, tpr=hull.tpr))
    check(best_over(hull_status([curve]), pc=(conditions.pc.low, conditions.pc.high)))
    if conditions.exact and curve.threshold is not None:
        check(threshold_choice(curve, conditions))


def test_areas_of_one_curve(curve):
    envelope = lower_envelope(convex_hull([curve]))
    areas = [total_expected_cost(envelope), total_expected_cost(envelope, Beta(2, 5))]
    areas += [total_expected_cost(envelope, lambda pc: pc), auc(convex_hull([curve]))]
    areas += [h_measure(envelope, 0.5), h_measure(envelope, 1e-6)]
    check(areas)
    assert all(-1e-12 <= area <= 1 + 1e-12 for area in areas)


def test_parameter_selection_from_one_curve(curve):
    ratios = np.append(np.arange(curve.fpr.size - 1.0), inf)
    selection = select_by_parameter(curve, ratios)
    loss = selection_regret(selection, lower_envelope(convex_hull([curve])))
    check(selection, loss)
    assert loss.total >= -1e-15


@pytest.mark.parametrize(("first", "second"), [*pairwise(CURVES), ("perfect", "perfect point")])
def test_comparison_and_averages_of_two_curves(first, second):
    both = [CURVES[first], CURVES[second]]
    envelopes = [lower_envelope(convex_hull([curve])) for curve in both]
    hulls = [convex_hull([curve]) for curve in both]
    difference = cost_difference(*envelopes)
    check(difference, extremes(difference), absolute_area(difference), near_equal(difference, 0))
    check(winners(envelopes), least_cost(envelopes), ranking(envelopes, 0), ranking(envelopes, 1))
    check(crossovers(*envelopes), roc_crossings(*hulls), hull_status(both))
    check(cost_average(envelopes), vertical_average(hulls), horizontal_average(hulls))
    check(cost_spread(envelopes, [0, 0.5, 1]))
    for dominance in (curve_dominance(both[0], both[0]), set_dominance(both[0], both[0])):
        assert dominance is Dominance.EQUAL
    if both[0].counts and both[1].counts:
        check(pooled_average(both))


def test_core_functions_accept_no_classifiers():
    status = hull_status([])
    envelope = lower_envelope(status.hull)
    check(status, envelope, best_over(status, pc=(0, 1)), minimax(status.hull), winners([envelope]))
    assert operating_range(status.hull) is None
    np.testing.assert_array_equal(
        cost_at(envelope, [0, 0.25, 0.5, 0.75, 1]), [0, 0.25, 0.5, 0.25, 0]
    )
    for condition in OPERATING_CONDITIONS:
        check(best_at(status, **condition))


@pytest.mark.parametrize("point", [(0, 1), (1, 0), (0.5, 0.5), (0, 0), (1, 1), (0, 1e-300)])
def test_operating_range_of_one_point(point):
    fpr, tpr = point
    useful = point_operating_range(fpr=fpr, tpr=tpr)
    check(useful)
    assert (useful is not None) == (tpr > fpr)


def test_useless_points_are_not_corners():
    for name in ("worst point", "below the diagonal", "on the diagonal", "constant", "reversed"):
        assert convex_hull([CURVES[name]]).owner.tolist() == [-1, -1]
        assert operating_range(convex_hull([CURVES[name]])) is None


def test_count_and_count_hull_have_the_same_hull():
    for label, score in SHAPES.values():
        data = predictions(label, score)
        full, reduced = (
            convex_hull([roc_curve(counting(data))]) for counting in (count, count_hull)
        )
        np.testing.assert_array_equal(full.fpr, reduced.fpr)
        np.testing.assert_array_equal(full.tpr, reduced.tpr)


def test_pencils_and_hulls_of_empty_curves_are_finite():
    check(*(pencil(pc, [0, 0.5, 1]) for pc in (0, 1e-300, 0.5, 1)))
    empty = RocCurve(np.empty(0), np.empty(0))
    check(convex_hull([empty]), hull_status([empty]), curve_dominance(empty, empty))
