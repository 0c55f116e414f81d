"""Notes in a file: there again when the cell is run again, and never lost to a fault."""

import json
import subprocess
import sys
from typing import Any

import pytest

import cc_widgets as cc
from cc_widgets.errors import CostCurveError
from cc_widgets.widgets.notes import Notes

GIVEN = ([0, 0, 1, 1], {"stump": [0.1, 0.6, 0.4, 0.9]})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "notes.json"


@pytest.fixture
def explore(path):
    made = []

    def explore():
        made.append(cc.explore(*GIVEN, notes=path))
        return made[-1]

    yield explore
    for explorer in made:
        explorer.close()


def texts(explorer):
    return [note["text"] for note in explorer.notes]


def test_notes_are_there_again(explore, path):
    first = explore()
    assert not path.exists()
    note = first.add_note("here", classifier="stump", threshold=0.4)
    first.add_note("there", pc=0.2)
    first.edit_note(note, text="exactly here")
    first.close()
    again = explore()
    assert texts(again) == ["exactly here", "there"]
    again.remove_note(note)
    assert texts(explore()) == ["there"]
    assert [one.name for one in path.parent.iterdir()] == ["notes.json"]


def test_a_closed_explorer_writes_no_more(explore, path):
    explorer = explore()
    explorer.add_note("here", pc=0.2)
    model, before = explorer.model, path.read_text()
    explorer.close()
    model.add_note("there", pc=0.3)
    assert path.read_text() == before


def test_two_explorers_of_one_file_take_over_what_the_other_has_written(explore):
    one, other = explore(), explore()
    one.add_note("one", pc=0.1)
    other.add_note("other", pc=0.2)
    assert texts(other) == ["one", "other"]
    one.remove_note(one.notes[0]["id"])
    assert texts(one) == ["other"]
    assert texts(explore()) == ["other"]


def test_a_model_that_has_notes_keeps_them_beside_those_of_the_file(explore, path):
    explore().add_note("in the file", pc=0.1)
    model = cc.CostCurveModel({"point": (0.2, 0.7)})
    model.add_note("in the model", pc=0.2)
    explorer = cc.CostCurveExplorer(model, notes=path)
    assert texts(explorer) == ["in the file", "in the model"]
    explorer.close()


@pytest.mark.parametrize("found", [b"", b'{"format"', b"\xff\xfe", b"[]"])
def test_what_is_no_file_of_notes_is_refused_and_left_as_it_is(explore, path, found):
    path.write_bytes(found)
    with pytest.raises(CostCurveError, match=r"^notes file '.*notes.json': "):
        explore()
    assert path.read_bytes() == found


def test_a_file_that_was_damaged_meanwhile_is_not_written_over(explore, path):
    explorer = explore()
    explorer.add_note("here", pc=0.1)
    path.write_text("damaged")
    with pytest.raises(CostCurveError, match="is no whole file of notes"):
        explorer.add_note("there", pc=0.2)
    assert path.read_text() == "damaged"
    assert texts(explorer) == ["here", "there"]
    path.unlink()
    explorer.add_note("again", pc=0.3)
    assert texts(explore()) == ["here", "there", "again"]


def test_a_place_where_nothing_can_be_written_is_named(tmp_path):
    explorer = cc.explore(*GIVEN, notes=tmp_path / "missing/notes.json")
    with pytest.raises(CostCurveError, match=r"no file could be written.*missing"):
        explorer.add_note("here", pc=0.1)
    assert texts(explorer) == ["here"]
    rows: Any = explorer.children
    [listed] = [
        one for row in rows for one in getattr(row, "children", ()) if isinstance(one, Notes)
    ]
    assert "missing" in listed.warning
    (tmp_path / "missing").mkdir()
    explorer.add_note("there", pc=0.1)
    assert listed.warning == ""
    explorer.close()


def test_notes_whose_id_is_null_are_read_alike_each_time(explore, path):
    explore().add_note("here", pc=0.1)
    stored = json.loads(path.read_text())
    stored["notes"][0]["id"] = None
    path.write_text(json.dumps(stored))
    explorer = explore()
    explorer.add_note("there", pc=0.2)
    assert texts(explorer) == texts(explore()) == ["here", "there"]


def test_a_file_that_another_process_is_writing_is_left_alone(explore, path, monkeypatch):
    monkeypatch.setattr("cc_widgets.intake.files._PATIENCE", 0.0)
    explorer = explore()
    explorer.add_note("here", pc=0.1)
    before, lock = path.read_text(), path.with_name(".notes.json.lock")
    lock.touch()
    with pytest.raises(CostCurveError, match=r"another process is writing.* delete \.notes"):
        explorer.add_note("there", pc=0.2)
    assert path.read_text() == before
    lock.unlink()
    explorer.add_note("again", pc=0.3)
    assert texts(explore()) == ["here", "there", "again"]
    assert not lock.exists()


WRITER = """
import sys
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.parts import NotesFile

model = CostCurveModel({"point": (0.2, 0.7)})
file = NotesFile(sys.argv[1], model, lambda _: None)
print("ready", flush=True)
sys.stdin.readline()
for i in range(20):
    model.add_note(f"{sys.argv[2]} {i}", pc=0.1)
"""


def test_no_note_of_two_processes_is_lost(explore, path):
    other = subprocess.Popen(
        [sys.executable, "-c", WRITER, path, "theirs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    explorer = explore()
    assert other.stdin is not None
    assert other.stdout is not None
    assert other.stdout.readline() == "ready\n"
    other.stdin.write("go\n")
    other.stdin.flush()
    for i in range(20):
        explorer.add_note(f"mine {i}", pc=0.2)
    other.communicate()
    assert other.returncode == 0
    assert sorted(texts(explore())) == sorted(
        f"{who} {i}" for who in ("mine", "theirs") for i in range(20)
    )
