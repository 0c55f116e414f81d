from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import (
    convex_hull,
    lower_envelope,
    operating_range,
    operating_ranges,
    point_operating_range,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import points


def range_of(*pairs):
    return operating_range(convex_hull([points(*pairs)]))


def ranges(pc, fpr, fnr):
    found = operating_ranges(pc=pc, fpr=fpr, fnr=fnr)
    return list(zip(found.pc_low.round(12).tolist(), found.pc_high.round(12).tolist(), strict=True))


@pytest.mark.parametrize(
    "find", [range_of, lambda pair: point_operating_range(fpr=pair[0], tpr=pair[1])]
)
@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((0.2, 0.6), (1 / 4, 2 / 3, 3, 1 / 2)),
        ((0, 1), (0, 1, inf, 0)),
        ((0, 0.5), (0, 2 / 3, inf, 1 / 2)),
        ((0.5, 1), (1 / 3, 1, 2, 0)),
    ],
)
def test_a_point_has_a_range_between_the_trivial_rules(find, point, expected):
    found = find(point)
    ends = (found.pc_low, found.pc_high, found.slope_high, found.slope_low)
    assert ends == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("point", [(0.5, 0.5), (0.6, 0.4), (1, 0), (0, 0), (1, 1)])
def test_a_point_on_or_below_the_diagonal_has_none(point):
    assert point_operating_range(fpr=point[0], tpr=point[1]) is None
    assert range_of(point) is None


def test_a_curve_has_the_range_of_its_outer_corners():
    found = range_of((0.1, 0.6), (0.4, 0.9), (0.5, 0.2))
    assert found.pc_low == pytest.approx(1 / 7)
    assert found.pc_high == pytest.approx(6 / 7)
    assert found.slope_high == pytest.approx(6)
    assert found.slope_low == pytest.approx(1 / 6)


def test_no_classifier_has_no_range():
    assert operating_range(convex_hull([])) is None


@pytest.mark.parametrize("rate", [-0.1, 1.1, nan])
def test_rates_outside_the_unit_interval_are_refused(rate):
    for name, rates in (("fpr", {"fpr": rate, "tpr": 0.5}), ("tpr", {"fpr": 0.5, "tpr": rate})):
        with pytest.raises(
            CostCurveError, match=rf"{name}: must lie in \[0, 1\]\. Got .*\. Rates are fr"
        ):
            point_operating_range(**rates)


def test_one_piece_has_the_range_of_its_point():
    assert ranges([0, 1], [0.2], [0.4]) == [(0.25, round(2 / 3, 12))]


def test_an_envelope_has_the_range_of_its_hull():
    envelope = lower_envelope(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    found = operating_ranges(pc=envelope.pc, fpr=envelope.fpr, fnr=envelope.fnr)
    np.testing.assert_allclose(found.pc_low, [1 / 7])
    np.testing.assert_allclose(found.pc_high, [6 / 7])


def test_a_choice_that_fails_in_the_middle_has_two_ranges():
    pieces = [0, 0.4, 0.6, 1]
    assert ranges(pieces, [0.1, 0.9, 0.2], [0.2, 0.9, 0.1]) == [
        (round(1 / 9, 12), 0.4),
        (0.6, round(8 / 9, 12)),
    ]


def test_ranges_that_meet_at_a_good_place_are_one():
    assert ranges([0, 0.4, 1], [0.1, 0.1], [0.4, 0.4]) == ranges([0, 1], [0.1], [0.4])


def test_ranges_that_meet_on_a_trivial_line_stay_apart():
    # Both lines reach pc .25 at cost .25, where never alarming costs as much.
    first, second = (0.25, 0.25), (0.2, 0.4)
    assert ranges([0, 0.25, 0.3, 1], [0.05, second[0], first[0]], [0.85, second[1], first[1]]) == [
        (0.25, 0.75)
    ]
    # Up to pc .7, always alarming overtakes the first line; the second one starts good.
    assert ranges([0, 0.7, 1], [0.3, 0.1], [0.3, 0.2]) == [(0.3, 0.7), (0.7, 0.818181818182)]
    # From pc .3 the second line only starts to beat never alarming.
    assert ranges([0, 0.3, 1], [0.1, 0.3], [0.2, 0.3]) == [(0.111111111111, 0.3), (0.3, 0.7)]


def test_each_meeting_place_is_judged_by_itself():
    good, bad = (0.1, 0.1), (0.9, 0.9)
    fpr, fnr = zip(good, good, bad, good, good, bad, good, strict=True)
    assert ranges([0, 0.2, 0.3, 0.35, 0.5, 0.6, 0.7, 1], fpr, fnr) == [
        (0.1, 0.3),
        (0.35, 0.6),
        (0.7, 0.9),
    ]
    # Never alarming ties where the second and the third line start, always where two end.
    steps = [(0.1, 0.1), (0.3, 0.3), (0.4, 0.4), (0.3, 0.3), (0.3, 0.1)]
    fpr, fnr = zip(*steps, strict=True)
    assert ranges([0, 0.3, 0.4, 0.6, 0.7, 1], fpr, fnr) == [
        (0.1, 0.3),
        (0.3, 0.4),
        (0.4, 0.6),
        (0.6, 0.7),
        (0.7, 0.875),
    ]


def test_pieces_of_a_useless_choice_have_no_range():
    assert ranges([0, 0.5, 1], [0.5, 0.9], [0.5, 0.8]) == []
    assert ranges([0, 0.5, 1], [0, 1], [1, 0]) == []
    assert ranges([0], [], []) == []


def test_a_piece_without_length_has_no_range():
    assert ranges([0, 0.5, 0.5, 1], [0.9, 0.1, 0.9], [0.9, 0.1, 0.9]) == []


def test_a_piece_outside_the_range_of_its_line_is_useless():
    assert ranges([0, 0.2, 0.9, 1], [0.2, 0.9, 0.2], [0.2, 0.9, 0.2]) == []


def test_ranges_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        operating_ranges(pc=[0, 1], fpr=[0.2], fnr=[0.4]).pc_low[0] = 0


@pytest.mark.parametrize(
    ("pc", "fpr", "fnr"),
    [([0, 1], [0.1, 0.2], [0.3, 0.4]), ([0, 1], [0.1], [0.3, 0.4]), ([[0, 1]], [0.1], [0.2])],
)
def test_lengths_must_fit(pc, fpr, fnr):
    shapes = [np.shape(one) for one in (pc, fpr, fnr)]
    with pytest.raises(CostCurveError) as caught:
        operating_ranges(pc=pc, fpr=fpr, fnr=fnr)
    assert str(caught.value) == (
        "pc, fpr, fnr: each piece needs two ends and a line. "
        f"Got shapes {shapes[0]}, {shapes[1]} and {shapes[2]}. "
        "Pass one more pc than there are lines."
    )


def test_ends_must_rise():
    message = r"pc: ends of pieces must rise\. Got \[0\.7, 0\.3\]\. Sort the pieces"
    with pytest.raises(CostCurveError, match=message):
        operating_ranges(pc=[0, 0.7, 0.3, 0.2, 1], fpr=[0.1] * 4, fnr=[0.1] * 4)


@pytest.mark.parametrize("name", ["pc", "fpr", "fnr"])
def test_pieces_outside_the_unit_interval_are_refused(name):
    pieces = {"pc": [0.0, 1.0], "fpr": [0.1], "fnr": [0.2]}
    with pytest.raises(CostCurveError, match=rf"{name}: must lie in \[0, 1\]\. Got 7"):
        operating_ranges(**pieces | {name: [7.0] * len(pieces[name])})
