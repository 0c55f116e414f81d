"""Where products of counts leave 64 bits: every decision is that of Python's own integers."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import (
    Counts,
    Dominance,
    Standing,
    auc,
    cell_counts,
    convex_hull,
    corner_ranges,
    count,
    count_hull,
    curve_dominance,
    edge_pc,
    extend_hull,
    hull_status,
    lines_envelope,
    lower_envelope,
    predictions,
    roc_curve,
)


def counted(fp, tp, negatives, positives):
    """A curve of given counts, with both ends."""
    return roc_curve(
        Counts(
            threshold=np.append(np.inf, -np.arange(len(fp) + 1.0)),
            tp=np.array([0, *tp, positives]),
            fp=np.array([0, *fp, negatives]),
            positives=positives,
            negatives=negatives,
        )
    )


def one_point(fp, tp, negatives, positives):
    cells = {"tp": tp, "fn": positives - tp, "fp": fp, "tn": negatives - fp}
    return roc_curve(cell_counts(**cells))


def exact_chain(points):
    """Corners of the chain above points, in whatever exact numbers they are."""
    corners: list[tuple[Any, Any]] = []
    for x, y in sorted({*points, (0, 0)}):
        while len(corners) > 1:
            (ax, ay), (bx, by) = corners[-2:]
            if (by - ay) * (x - bx) > (y - by) * (bx - ax):
                break
            corners.pop()
        corners.append((x, y))
    return corners


def near_the_diagonal(draw):
    """Counts that rise and stand out from a straight line by a unit or so, and their totals."""
    negatives = [2**32, 2**33 + 1, 2**40, 2**52 + 1][draw.integers(4)]
    positives = [2**32 - 1, 2**35 - 1, 2**45, 2**52, negatives][draw.integers(5)]
    places = [*draw.random(4).tolist(), *(draw.integers(0, 7, size=5) / 6).tolist()]
    fp = sorted(int(negatives * place) for place in places)
    bends = draw.integers(-1, 3, size=9).tolist()
    tp = [positives * one // negatives + bend for one, bend in zip(fp, bends, strict=True)]
    return fp, sorted(min(max(one, 0), positives) for one in tp), negatives, positives


@pytest.mark.parametrize("seed", range(20))
def test_hull_of_one_curve_is_that_of_exact_arithmetic(seed):
    fp, tp, negatives, positives = data = near_the_diagonal(np.random.default_rng(seed))
    assert negatives * positives > 2**63
    curve = counted(*data)
    hull = convex_hull([curve])
    ends = [(0, 0), (negatives, positives)]
    inner = [(curve.counts.fp[i], curve.counts.tp[i]) for i in hull.index[1:-1]]
    assert [ends[0], *inner, ends[1]] == exact_chain([*zip(fp, tp, strict=True), ends[1]])
    for envelope in (lower_envelope(hull), lines_envelope([curve])):
        assert np.all(np.diff(envelope.pc) > 0)
    assert np.all(np.diff(hull.slopes) <= 0)
    assert curve_dominance(curve, curve) is Dominance.EQUAL


@pytest.mark.parametrize("seed", range(20))
def test_hull_of_several_totals_is_that_of_fractions_in_any_order(seed):
    draw = np.random.default_rng(seed)
    data = [near_the_diagonal(draw) for _ in range(3)]
    curves = [one_point(fp[4], tp[4], n, p) for fp, tp, n, p in data]
    points = [(Fraction(fp[4], n), Fraction(tp[4], p)) for fp, tp, n, p in data]
    expected = exact_chain([*points, (1, 1)])
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        growing = None
        for i in order:
            growing = extend_hull(growing, curves[i])
        assert growing is not None
        found = [points[order[i]] for i in growing.hull.owner[1:-1]]
        assert [(0, 0), *found, (1, 1)] == expected


@pytest.mark.parametrize(("rise", "corners"), [(0, 3), (1, 4)])
def test_one_unit_in_a_product_of_2_to_the_80_makes_a_corner(rise, corners):
    # The chord from (1/4, 1/2) to (1, 1) is at 2/3 in the middle; 2^41 / 3 is no whole number.
    total = 2**40
    middle = (total // 2, 2 * total // 3 + rise)
    curve = counted([total // 4, middle[0]], [total // 2, middle[1]], total, total)
    assert convex_hull([curve]).fpr.size == corners
    left = counted([total // 4], [total // 2], total, total)
    thrice = one_point(3 * middle[0], 3 * middle[1], 3 * total, 3 * total)
    standing = hull_status([left, thrice]).classifiers[1].standing
    assert standing is (Standing.OPTIMAL if rise else Standing.NEVER)


@pytest.mark.parametrize("unit", [1, 2**33])
def test_whole_weights_decide_like_so_many_examples(unit):
    # Slopes 3/2, 4/3 and 5/4: neighbours differ by one unit of a cross product.
    weight = unit * np.array([3, 2, 4, 3, 5, 4, 1, 30], dtype=float)
    label = [1, 0, 1, 0, 1, 0, 1, 0]
    data = predictions(label, [9, 9, 8, 8, 7, 7, 5, 5], sample_weight=weight)
    for counts in (count(data), count_hull(data)):
        hull = convex_hull([roc_curve(counts)])
        corners = counts.fp[hull.index[1:-1]] // unit
        assert corners.tolist() == [2, 5, 9]


def test_whole_weights_on_one_line_are_no_corners_and_off_it_by_one_are():
    label, score = [1, 0, 1, 0], [9, 9, 8, 8]
    large = 2**51
    for extra, corners in ((0, 2), (1, 3), (-1, 2)):
        weight = [large + extra, large, large, large]
        curve = roc_curve(count(predictions(label, score, sample_weight=weight)))
        assert convex_hull([curve]).fpr.size == corners


def test_auc_of_counts_whose_products_leave_64_bits():
    negatives, positives = 2**33, 2**34
    curve = one_point(negatives // 4, positives // 2, negatives, positives)
    assert auc(curve) == 0.625


# Rates that differ by 1 / (n m), less than floats can say.
def test_two_corners_whose_rates_are_one_float_leave_nothing_undefined():
    n, m = 10**9 + 7, 10**9 + 9
    b = pow(n, -1, m)
    a = (b * n - 1) // m
    curves = [one_point(a, m - b, n, m), one_point(b, n - a, m, n)]
    hull = convex_hull(curves)
    assert hull.owner.tolist() == [-1, 0, 1, -1]
    assert hull.fpr[1] == hull.fpr[2]
    assert hull.tpr[1] == hull.tpr[2]
    assert np.all(np.diff(edge_pc(hull)) >= 0)
    assert np.all(np.diff(lower_envelope(hull).pc) > 0)
    ranges = corner_ranges(hull)
    assert np.all(ranges.pc_low <= ranges.pc_high)
