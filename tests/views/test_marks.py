"""Components of figures: messages, data, closing."""

from colorsys import rgb_to_hls

import numpy as np
import pytest
from bqplot import Lines

from cc_widgets.model.drawing import look
from cc_widgets.views.style import (
    ChangeTracker,
    DashedLines,
    LazyWidget,
    areas,
    assign,
    closed_outline,
    lines,
    nonempty_marks,
    padded_rows,
    set_texts,
    text_mark,
    unit_scale,
    values_equal,
)
from cc_widgets.widgets.wire import SentCorners
from tests.views.conftest import row_of

RATES = np.array([0.0, 0.5, 1.0])


def scales():
    return {"x": unit_scale(), "y": unit_scale()}


def test_assign_sends_changed_traits_in_one_message(wire):
    line = lines(scales(), x=RATES, y=RATES).widget
    wire.clear()
    assign(line, x=RATES.copy(), y=RATES.copy(), stroke_width=2.0)
    assert wire.states == []
    assign(line, x=RATES.copy(), y=RATES / 2, stroke_width=3.0)
    assert len(wire.states) == 1
    assert wire.keys == ["stroke_width", "y"]


def test_arrays_of_different_precision_are_not_equal():
    assert values_equal(RATES, RATES.copy())
    assert not values_equal(RATES, RATES.astype(np.float32))


def test_arrays_of_different_type_or_shape_are_not_equal():  # F8
    zeros = np.zeros(4)
    assert values_equal(zeros, np.zeros(4))
    assert not values_equal(zeros, np.zeros(4, dtype=np.int64))
    assert not values_equal(zeros, zeros.reshape(2, 2))


def test_dataclasses_are_equal_if_their_arrays_are():
    unknown = np.array([np.nan])
    assert values_equal(
        SentCorners(RATES, RATES, unknown), SentCorners(RATES.copy(), RATES, unknown.copy())
    )
    assert not values_equal(SentCorners(RATES, RATES), SentCorners(RATES, RATES / 2))


def test_none_is_not_equal_to_empty():
    assert not values_equal(None, [])
    assert not values_equal(0, False)  # noqa: FBT003 (a value like any other)


def test_change_tracker_reports_changed_sources():
    seen, data = ChangeTracker(), object()
    assert seen.has_changed("hull", data, {"a": "#000000"})
    assert not seen.has_changed("hull", data, {"a": "#000000"})
    assert seen.has_changed("hull", data, {"a": "#ffffff"})
    assert seen.has_changed("hull", object(), {"a": "#ffffff"})
    assert seen.has_changed("band", data)


def test_lazy_widget_is_created_when_nonempty_with_one_message(wire):
    late = LazyWidget(Lines, x=RATES[:0], y=RATES[:0], scales=scales(), stroke_width=3.0)
    late.update(colors=["#123456"])
    assert nonempty_marks([late]) == []
    late.update(x=RATES, y=RATES)
    assert not late.is_created
    [made] = nonempty_marks([late])
    assert wire.states == []
    assert (made.stroke_width, made.colors, made.y.tolist()) == (3.0, ["#123456"], RATES.tolist())
    late.update(x=RATES, y=RATES / 2)
    assert wire.keys == ["y"]
    late.update(x=RATES[:0], y=RATES[:0])
    assert nonempty_marks([late]) == [made]
    filled_by_the_page = lines(scales(), kind="hull")
    assert not filled_by_the_page.is_needed
    filled_by_the_page.update(owners=[0])
    assert filled_by_the_page.is_needed


def test_shorter_rows_are_padded_with_last_value():
    assert padded_rows([]).size == 0
    assert padded_rows([[1.0, 2.0, 3.0]]).tolist() == [1, 2, 3]
    assert padded_rows([[4.0], [5.0]]).tolist() == [[4, 4], [5, 5]]
    assert padded_rows([[1.0], [1.0, 2.0, 3.0], [7.0, 8.0]]).tolist() == [
        [1, 1, 1],
        [1, 2, 3],
        [7, 8, 8],
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 9])
def test_dashed_lines_use_one_mark_per_dash(count):
    bundle = DashedLines(
        lambda dash: lines(scales(), kind="curves", line_style=dash), ["solid", "dotted"]
    )
    rows = [(RATES[: 1 + i % 3], RATES[: 1 + i % 3] + i) for i in range(count)]
    bundle.update(rows, [f"#00000{i}" for i in range(count)])
    marks = [mark.widget for mark in bundle.marks]
    assert [mark.line_style for mark in marks] == ["solid", "dotted"]
    for position, (x, y) in enumerate(rows):
        found_x, found_y, color = row_of(marks, position)
        assert found_x[: x.size] == pytest.approx(x)
        assert found_y[: y.size] == pytest.approx(y)
        assert np.all(found_y[y.size :] == np.float32(y[-1]))
        assert color == f"#00000{position}"
    assert [mark.owners for mark in marks] == [list(range(count))[::2], list(range(count))[1::2]]


def test_area_is_filled_without_stroke():
    mark = areas(scales(), opacity=0.2).widget
    assert (mark.fill, mark.close_path, mark.stroke_width) == ("inside", True, 0.0)
    assert mark.opacities == [0.2]
    assert mark.apply_clip


def test_text_is_not_interpreted():
    mark = text_mark(scales())
    set_texts(mark, ["<b>bold</b> & 50 %"], [0.5], [0.5], ["color-mix(in srgb, red, blue)"])
    mark = mark.widget
    assert mark.text.tolist() == ["<b>bold</b> & 50 %"]
    assert mark.get_state()["text"] == ["<b>bold</b> & 50 %"]


def test_empty_texts_can_be_set():
    mark = text_mark(scales())
    set_texts(mark, [], [], [])
    assert mark.widget.get_state()["text"] == []


def test_classifier_colours_have_contrast():
    for color in {look(position).color for position in range(24)}:
        shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
        luminance = float(np.dot([0.2126, 0.7152, 0.0722], linear))
        assert min(1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05) >= 3
        assert not 40 < 360 * rgb_to_hls(*shares)[0] < 100  # neither yellow nor olive


def test_classifiers_of_one_colour_differ_in_dash_and_marker():
    for position in range(6):
        first, second = look(position), look(position + 6)
        assert first.color == second.color
        assert first.dash != second.dash
        assert first.marker != second.marker


def test_closed_outline_returns_along_the_second_curve():
    assert closed_outline(np.array([0.0, 1.0]), np.array([2.0, 3.0])).tolist() == [0, 1, 3, 2]
