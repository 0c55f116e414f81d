"""Pieces of figures: what they send, and what they close."""

import numpy as np
from bqplot import Lines

from cc_widgets.views.style import (
    Ranks,
    Seen,
    assign,
    closed,
    lines,
    same,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.wire import SentCorners

RATES = np.array([0.0, 0.5, 1.0])


def scales():
    return {"x": unit_scale(), "y": unit_scale()}


def test_only_what_is_new_is_sent_and_in_one_message(wire):
    line = lines(scales(), x=RATES, y=RATES)
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


def test_ranks_close_the_marks_that_they_drop(made):
    both = scales()

    class Mark:
        def __init__(self, given):
            self.line = Lines(x=[], y=[], scales=given)

    shown: list[object] = []
    ranks = Ranks(both, Mark)
    ranks.fit(1, lambda: shown.append(1))
    few = made()
    ranks.fit(3, lambda: shown.append(3))
    ranks.fit(3, lambda: shown.append("again"))
    ranks.fit(1, lambda: shown.append(1))
    assert made() == few
    assert shown == [1, 3, 1]


def test_text_is_text():
    mark = words(scales())
    write(mark, ["<b>bold</b> & 50 %"], [0.5], [0.5], ["color-mix(in srgb, red, blue)"])
    assert mark.text.tolist() == ["<b>bold</b> & 50 %"]
    assert mark.get_state()["text"] == ["<b>bold</b> & 50 %"]


def test_no_words_can_be_written():
    mark = words(scales())
    write(mark, [], [], [])
    assert mark.get_state()["text"] == []


def test_an_area_goes_along_one_line_and_back_along_the_other():
    assert closed(np.array([0.0, 1.0]), np.array([2.0, 3.0])).tolist() == [0, 1, 3, 2]
