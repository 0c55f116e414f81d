"""Notes: places in the user's data, plain data in and out, all of it or nothing."""

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import Conditions, expected_cost, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.notes import (
    KINDS,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    displayed_notes,
    merged_notes,
    notes_as_text,
    notes_from_text,
)
from cc_widgets.model.state import CostCurveModel
from tests.support.hostile import HOSTILE

Y = [0, 0, 0, 1, 1, 1]
FOREST = predictions(Y, [0.1, 0.6, 0.3, 0.4, 0.9, 0.7])
PLACES: dict[str, dict[str, Any]] = {
    "point": {"classifier": "forest", "threshold": 0.4},
    "line": {"classifier": "forest", "threshold": 0.4, "line": True},
    "edge": {"edge": (("forest", 0.7), ("forest", 0.4))},
    "range": {"pc": (0.2, 0.4)},
    "conditions": {"conditions": True},
}


@pytest.fixture
def model():
    return CostCurveModel({"forest": FOREST, "rule": [[6, 4], [4, 16]]})


def one_of_each(model):
    return [model.add_note(f"a {kind}", **place) for kind, place in PLACES.items()]


def seen(model) -> Any:
    return displayed_notes(model)


def wheres(model):
    return [note.where for note in seen(model)]


def test_a_note_of_each_kind_is_plain_data(model):
    ids = one_of_each(model)
    assert [note["id"] for note in model.notes] == ids
    assert tuple(note["kind"] for note in model.notes) == KINDS
    assert json.loads(json.dumps(model.notes)) == list(model.notes)
    assert model.notes[0]["at"] == {
        "classifier": "forest",
        "threshold": 0.4,
        "fpr": 1 / 3,
        "tpr": 1.0,
    }


def test_the_number_of_notes_is_in_the_description(model):
    assert "note" not in repr(model)
    model.add_note("one", pc=0.1)
    assert repr(model).endswith("; 1 note)")
    model.add_note("two", pc=0.2)
    assert repr(model).endswith("; 2 notes)")


def test_unknown_place_raises_with_the_known_ones(model):
    note = model.add_note("here", pc=0.5)
    message = r"^add_note: must have a known place\. Got point=\. Pass classifier= with threshold="
    with pytest.raises(CostCurveError, match=message):
        model.add_note("there", point=(0.1, 0.9))
    with pytest.raises(CostCurveError, match=message):
        model.edit_note(note, pc=0.2, point=(0.1, 0.9))
    assert wheres(model) == ["PC(+) 0.5"]


def test_any_threshold_has_the_rates_of_scores_of_at_least_its_value(model):
    for threshold in (0.35, -1e9, 1e9):
        model.add_note("here", classifier="forest", threshold=threshold)
    rates = [(note["at"]["fpr"], note["at"]["tpr"]) for note in model.notes]
    assert rates == [(1 / 3, 1.0), (1.0, 1.0), (0.0, 0.0)]


def test_places_in_words(model):
    one_of_each(model)
    model.add_note("free", rates=(0.25, 0.5))
    model.add_note("exact", pc=0.33)
    model.add_note("all", edge=((0, 0), ("rule", None)))
    assert wheres(model) == [
        "forest from score 0.4 on",
        "the cost line of forest from score 0.4 on",
        "the edge between forest from score 0.7 on and forest from score 0.4 on",
        "PC(+) 0.2 to 0.4",
        "your conditions",
        "a classifier at (0.25, 0.5)",
        "PC(+) 0.33",
        "the edge between call all negatives and rule at (0.4, 0.8)",
    ]


def test_each_note_is_in_both_spaces_at_places_that_are_dual(model):
    model.conditions = Conditions(prior=0.5, cost_fn=2)
    one_of_each(model)
    point, line, edge, spread, conditions = seen(model)
    assert (point.roc, point.cost) == (line.roc, line.cost)
    assert point.roc.dot == (1 / 3, 1.0)
    assert point.cost.lines == ((0.0, 1 / 3, 1.0, 0.0),)
    assert edge.roc.lines == ((0.0, 2 / 3, 1 / 3, 1.0),)
    pc, cost = edge.cost.dot
    assert expected_cost(0, 2 / 3, pc) == pytest.approx(cost)
    assert expected_cost(1 / 3, 1, pc) == pytest.approx(cost)
    assert spread.cost.span == (0.2, 0.4)
    for pc, note_line in [(0.2, spread.roc.lines[0]), (0.4, spread.roc.lines[1])]:
        assert slope(note_line) == pytest.approx((1 - pc) / pc)
    assert conditions.cost.dot == (pytest.approx(2 / 3), pytest.approx(least_cost(model, 2 / 3)))


def least_cost(model, pc):
    """Return the least observed cost of all thresholds and baselines."""
    curves = [item.curve for item in model.curves.shown]
    costs = [expected_cost(curve.fpr, curve.tpr, pc).min() for curve in curves]
    return min(pc, 1 - pc, *costs)


def slope(line):
    x1, y1, x2, y2 = line
    return (y2 - y1) / (x2 - x1)


def test_the_lines_of_a_condition_touch_the_hull_at_any_pc(model):
    for pc in (0.0, 0.1, 0.5, 0.9, 1.0):
        model.notes = ()
        model.add_note("here", pc=pc)
        [x1, y1, x2, y2] = seen(model)[0].roc.lines[0]
        least = least_cost(model, pc)
        assert expected_cost([x1, x2], [y1, y2], pc) == pytest.approx(least, abs=1e-12)
        assert min(x1, y1, x2, y2) >= 0
        assert max(x1, y1, x2, y2) <= 1


RATE = st.floats(0, 1)


@given(RATE, RATE, RATE, RATE, RATE)
def test_any_place_is_in_both_spaces_and_in_json(fpr, tpr, other_fpr, other_tpr, pc):
    model = CostCurveModel({"forest": FOREST})
    model.add_note("point", rates=(fpr, tpr))
    model.add_note("edge", edge=((fpr, tpr), (other_fpr, other_tpr)))
    model.add_note("range", pc=sorted((pc, fpr)))
    point, edge, spread = seen(model)
    assert point.cost.lines == ((0, fpr, 1, 1 - tpr),)
    if edge.cost.dot is not None:
        where, cost = edge.cost.dot
        assert expected_cost([fpr, other_fpr], [tpr, other_tpr], where) == pytest.approx(cost)
    ends = [end for line in spread.roc.lines for end in line]
    assert all(-1e-12 <= end <= 1 + 1e-12 for end in ends)
    assert notes_from_text(notes_as_text(model.notes), "file") == model.notes


def test_a_threshold_left_out_is_the_best_at_the_operating_point(model):
    model.add_note("best", classifier="forest")
    best = model.cost("forest")
    assert model.notes[0]["at"]["threshold"] == best.threshold
    assert seen(model)[0].roc.dot == (best.fpr, best.tpr)


def test_notes_are_edited_moved_and_removed(model):
    first, second = model.add_note("one", pc=0.1), model.add_note("two", pc=0.2)
    model.edit_note(first, text="one more")
    model.edit_note(second, classifier="rule")
    assert [(n["text"], n["kind"]) for n in model.notes] == [
        ("one more", "range"),
        ("two", "point"),
    ]
    model.remove_note(first)
    assert [note["id"] for note in model.notes] == [second]
    for call in (model.remove_note, model.edit_note):
        with pytest.raises(CostCurveError, match="must be the id of a note"):
            call(first)


def test_notes_keep_their_place_through_changes_of_the_data(model):
    model.add_note("here", classifier="forest", threshold=0.5)
    model.add_note("there", classifier="rule")
    model.rename("forest", "wood")
    assert wheres(model)[0] == "wood from score 0.5 on"
    model.hide("wood")
    assert wheres(model)[0] == "wood from score 0.5 on: hidden"
    assert seen(model)[0].roc is None
    model.show("wood")
    model.classifiers = {**model.classifiers, "wood": (Y, [0.9, 0.8, 0.1, 0.6, 0.7, 0.2])}
    assert seen(model)[0].roc.dot == (2 / 3, 2 / 3)


def test_notes_of_removed_classifiers_are_kept_and_restored(model):
    model.add_note("here", classifier="forest", threshold=0.5)
    kept = model.notes
    model.remove("forest")
    assert model.notes == kept
    assert wheres(model) == ["forest from score 0.5 on: no longer here"]
    assert (seen(model)[0].roc, seen(model)[0].cost) == (None, None)
    model.add("forest", FOREST)
    assert seen(model)[0].roc.dot == (1 / 3, 2 / 3)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({}, "must have exactly one place"),
        ({"pc": 0.1, "conditions": True}, "must have exactly one place"),
        ({"threshold": 0.5}, "must have exactly one place"),
        ({"pc": 30}, r"must lie in \[0, 1\]"),
        ({"classifier": "tree"}, "must be the name of a classifier"),
        ({"classifier": "rule", "threshold": 0.5}, "a confusion matrix has no scores"),
        ({"classifier": "forest", "threshold": float("nan")}, "must be a point"),
        ({"rates": (0.2, 2)}, "must be a point"),
        ({"edge": "forest"}, "must have two items"),
        ({"edge": (("forest", 0.5),)}, "must have two items"),
    ],
)
def test_invalid_places_raise(model, where, message):
    with pytest.raises(CostCurveError, match=message):
        model.add_note("text", **where)
    assert model.notes == ()


def test_texts_are_validated(model):
    markup = "<script>alert(1)</script> $x^2$ **b** \u202eabc\u202c"
    assert saved(model, markup) == markup
    assert saved(model, " two\r\nlines\x00\ud800\x1b ") == "two\nlines\ufffd\ufffd\ufffd"
    for wrong, message in [
        ("", "must not be blank"),
        (" \n", "must not be blank"),
        (5, "must be a string"),
        ("x" * 100_000, r"at most 10,000 characters.*100,000"),
    ]:
        with pytest.raises(CostCurveError, match=message):
            model.add_note(wrong, pc=0.5)
    assert len(saved(model, "x" * MAX_NOTE_LENGTH)) == MAX_NOTE_LENGTH


def saved(model, text):
    note = model.add_note(text, pc=0.5)
    model.notes[-1]["text"].encode("utf-8")
    return next(item["text"] for item in model.notes if item["id"] == note)


NOTE = {"text": "here", "kind": "range", "at": {"pc": [0.2, 0.4]}}


@pytest.mark.parametrize(
    "wrong",
    [
        *([{**NOTE, part: make()}] for part in ("at", "kind") for make in HOSTILE.values()),
        [{**NOTE, "extra": 1}],
        [{**NOTE, "id": "a b"}],
        [{**NOTE, "time": "yesterday"}],
        [{**NOTE, "at": {"pc": [0.4, 0.2]}}],
        [{**NOTE, "kind": "point"}],
        [{**NOTE, "id": "a"}, {**NOTE, "id": "a"}],
        [NOTE] * (MAX_NOTES + 1),
        "notes",
        None,
    ],
)
def test_invalid_notes_change_nothing(model, wrong):
    model.notes = [NOTE]
    before = model.notes
    with pytest.raises(CostCurveError):
        model.notes = wrong
    assert model.notes is before


def test_a_copy_has_the_notes(model):
    one_of_each(model)
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):  # noqa: S301
        assert other.notes == model.notes
        assert displayed_notes(other) == seen(model)


# ---- In a file


def test_files_of_notes_round_trip(model):
    one_of_each(model)
    assert notes_from_text(notes_as_text(model.notes), "file") == model.notes


def test_ids_and_times_are_the_same_in_every_run_with_a_given_time(model, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    for _ in range(2):
        model.add_note("twice", pc=0.3)
    first, second = model.notes
    assert first["time"] == second["time"] == "2001-09-09T01:46:40Z"
    assert first["id"] != second["id"]
    copied = CostCurveModel({"forest": FOREST})
    copied.add_note("twice", pc=0.3)
    assert copied.notes == (first,)


def test_notes_written_by_hand_need_neither_ids_nor_times():
    text = json.dumps({"format": "cc_widgets notes", "version": 1, "notes": [NOTE, NOTE]})
    assert [note["id"] for note in notes_from_text(text, "file")] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be a complete file of notes"),
        (notes_as_text(())[:-3], "must be a complete file of notes"),
        ("[" * 100_000, "must be a complete file of notes"),
        ("[]", "must be a file of notes"),
        (
            '{"format": "cc_widgets notes", "version": 2, "notes": []}',
            "must be a file of this version",
        ),
        ('{"format": "cc_widgets notes", "version": 1, "notes": {}}', "must be a list of notes"),
        ('{"format": "cc_widgets notes", "version": 1, "notes": [NaN]}', "must be a note"),
        ('{"format": "cc_widgets notes", "version": 1, "notes": [{"text": 1}]}', "must be a note"),
    ],
)
def test_files_without_notes_raise(text, message):
    with pytest.raises(CostCurveError, match=f"^file.*{message}"):
        notes_from_text(text, "file")


IDS = st.lists(st.sampled_from("abcdef"), unique=True)


@given(IDS, IDS, IDS)
def test_merging_loses_no_note(before, stored, edited):
    notes = [[{"id": name} for name in names] for names in (before, stored, edited)]
    merged = {note["id"] for note in merged_notes(*notes)}
    added = (set(stored) | set(edited)) - set(before)
    assert merged == added | (set(before) & set(stored) & set(edited))


def test_merging_prefers_the_edited_version():
    before, stored, edited = ({"id": "a", "text": text} for text in "xyz")
    assert merged_notes([before], [stored], [edited]) == (edited,)
    assert merged_notes([before], [stored], [before]) == (stored,)
