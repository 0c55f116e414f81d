"""Pieces of figures: what they send, and what they close."""

from colorsys import rgb_to_hls

import numpy as np
import pytest
from bqplot import Lines

from cc_widgets.model.drawing import look
from cc_widgets.views.style import (
    Bundle,
    Late,
    Seen,
    areas,
    assign,
    closed,
    lines,
    needed,
    same,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.wire import SentCorners
from tests.views.conftest import row_of

RATES = np.array([0.0, 0.5, 1.0])


def scales():
    return {"x": unit_scale(), "y": unit_scale()}


def test_only_what_is_new_is_sent_and_in_one_message(wire):
    line = lines(scales(), x=RATES, y=RATES).made
    wire.clear()
    assign(line, x=RATES.copy(), y=RATES.copy(), stroke_width=2.0)
    assert wire.states == []
    assign(line, x=RATES.copy(), y=RATES / 2, stroke_width=3.0)
    assert len(wire.states) == 1
    assert wire.keys == ["stroke_width", "y"]


def test_arrays_of_another_precision_are_not_the_same():
    assert same(RATES, RATES.copy())
    assert not same(RATES, RATES.astype(np.float32))


def test_arrays_of_the_same_bytes_and_another_kind_or_shape_are_not_the_same():  # F8
    zeros = np.zeros(4)
    assert same(zeros, np.zeros(4))
    assert not same(zeros, np.zeros(4, dtype=np.int64))
    assert not same(zeros, zeros.reshape(2, 2))


def test_records_are_the_same_if_all_their_arrays_are_even_with_nan():
    unknown = np.array([np.nan])
    assert same(
        SentCorners(RATES, RATES, unknown), SentCorners(RATES.copy(), RATES, unknown.copy())
    )
    assert not same(SentCorners(RATES, RATES), SentCorners(RATES, RATES / 2))


def test_no_value_is_not_the_same_as_an_empty_one():
    assert not same(None, [])
    assert not same(0, False)  # noqa: FBT003 (a value like any other)


def test_a_part_is_drawn_again_only_after_a_change():
    seen, data = Seen(), object()
    assert seen.changes("hull", data, {"a": "#000000"})
    assert not seen.changes("hull", data, {"a": "#000000"})
    assert seen.changes("hull", data, {"a": "#ffffff"})
    assert seen.changes("hull", object(), {"a": "#ffffff"})
    assert seen.changes("band", data)


def test_a_mark_is_made_when_it_has_something_to_show_and_sends_all_of_it_at_once(wire):
    late = Late(Lines, x=RATES[:0], y=RATES[:0], scales=scales(), stroke_width=3.0)
    late.put(colors=["#123456"])
    assert needed([late]) == []
    late.put(x=RATES, y=RATES)
    assert not late.is_made
    [made] = needed([late])
    assert wire.states == []
    assert (made.stroke_width, made.colors, made.y.tolist()) == (3.0, ["#123456"], RATES.tolist())
    late.put(x=RATES, y=RATES / 2)
    assert wire.keys == ["y"]
    late.put(x=RATES[:0], y=RATES[:0])
    assert needed([late]) == [made]
    filled_by_the_page = lines(scales(), kind="hull")
    assert not filled_by_the_page.is_needed
    filled_by_the_page.put(owners=[0])
    assert filled_by_the_page.is_needed


def test_rows_of_different_length_stand_still_at_their_ends():
    assert table([]).size == 0
    assert table([[1.0, 2.0, 3.0]]).tolist() == [1, 2, 3]
    assert table([[4.0], [5.0]]).tolist() == [[4, 4], [5, 5]]
    assert table([[1.0], [1.0, 2.0, 3.0], [7.0, 8.0]]).tolist() == [[1, 1, 1], [1, 2, 3], [7, 8, 8]]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 9])
def test_any_number_of_lines_is_in_as_many_marks_as_there_are_kinds(count):
    bundle = Bundle(
        lambda dash: lines(scales(), kind="curves", line_style=dash), ["solid", "dotted"]
    )
    given = [(RATES[: 1 + i % 3], RATES[: 1 + i % 3] + i) for i in range(count)]
    bundle.put(given, [f"#00000{i}" for i in range(count)])
    marks = [mark.made for mark in bundle.marks]
    assert [mark.line_style for mark in marks] == ["solid", "dotted"]
    for position, (x, y) in enumerate(given):
        found_x, found_y, color = row_of(marks, position)
        assert found_x[: x.size] == pytest.approx(x)
        assert found_y[: y.size] == pytest.approx(y)
        assert np.all(found_y[y.size :] == np.float32(y[-1]))
        assert color == f"#00000{position}"
    assert [mark.owners for mark in marks] == [list(range(count))[::2], list(range(count))[1::2]]


def test_an_area_is_filled_within_its_closed_outline_and_has_no_stroke():
    mark = areas(scales(), opacity=0.2).made
    assert (mark.fill, mark.close_path, mark.stroke_width) == ("inside", True, 0.0)
    assert mark.opacities == [0.2]
    assert mark.apply_clip


def test_text_is_text():
    mark = words(scales())
    write(mark, ["<b>bold</b> & 50 %"], [0.5], [0.5], ["color-mix(in srgb, red, blue)"])
    mark = mark.made
    assert mark.text.tolist() == ["<b>bold</b> & 50 %"]
    assert mark.get_state()["text"] == ["<b>bold</b> & 50 %"]


def test_no_words_can_be_written():
    mark = words(scales())
    write(mark, [], [], [])
    assert mark.made.get_state()["text"] == []


def test_no_colour_of_a_classifier_is_faint_or_that_of_the_range():
    for color in {look(position).color for position in range(24)}:
        shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
        luminance = float(np.dot([0.2126, 0.7152, 0.0722], linear))
        assert min(1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05) >= 3
        assert not 40 < 360 * rgb_to_hls(*shares)[0] < 100  # neither yellow nor olive


def test_classifiers_of_one_colour_differ_in_dash_and_marker():
    for position in range(6):
        one, other = look(position), look(position + 6)
        assert one.color == other.color
        assert one.dash != other.dash
        assert one.marker != other.marker


def test_an_area_goes_along_one_line_and_back_along_the_other():
    assert closed(np.array([0.0, 1.0]), np.array([2.0, 3.0])).tolist() == [0, 1, 3, 2]
