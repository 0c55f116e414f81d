"""Notes files: restored, merged, and never damaged."""

import json
import subprocess
import sys
from typing import Any

import pytest

import cc_widgets as cc
from cc_widgets.errors import CostCurveError
from cc_widgets.widgets.notes import Notes

ARGUMENTS = ([0, 0, 1, 1], {"stump": [0.1, 0.6, 0.4, 0.9]})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "notes.json"


@pytest.fixture
def explore(path):
    made = []

    def explore():
        made.append(cc.explore(*ARGUMENTS, notes=path))
        return made[-1]

    yield explore
    for explorer in made:
        explorer.close()


def texts(explorer):
    return [note["text"] for note in explorer.notes]


def test_notes_are_restored(explore, path):
    first = explore()
    assert not path.exists()
    note = first.add_note("here", classifier="stump", threshold=0.4)
    first.add_note("there", pc=0.2)
    first.edit_note(note, text="exactly here")
    first.close()
    reopened = explore()
    assert texts(reopened) == ["exactly here", "there"]
    reopened.remove_note(note)
    assert texts(explore()) == ["there"]
    assert [entry.name for entry in path.parent.iterdir()] == ["notes.json"]


def test_closed_explorer_stops_saving(explore, path):
    explorer = explore()
    explorer.add_note("here", pc=0.2)
    model, before = explorer.model, path.read_text()
    explorer.close()
    model.add_note("there", pc=0.3)
    assert path.read_text() == before


def test_two_explorers_of_one_file_merge_notes(explore):
    first, second = explore(), explore()
    first.add_note("one", pc=0.1)
    second.add_note("other", pc=0.2)
    assert texts(second) == ["one", "other"]
    first.remove_note(first.notes[0]["id"])
    assert texts(first) == ["other"]
    assert texts(explore()) == ["other"]


def test_model_notes_are_merged_with_file(explore, path):
    explore().add_note("in the file", pc=0.1)
    model = cc.CostCurveModel({"point": (0.2, 0.7)})
    model.add_note("in the model", pc=0.2)
    explorer = cc.CostCurveExplorer(model, notes=path)
    assert texts(explorer) == ["in the file", "in the model"]
    explorer.close()


@pytest.mark.parametrize("content", [b"", b'{"format"', b"\xff\xfe", b"[]"])
def test_invalid_file_is_rejected_and_unchanged(explore, path, content):
    path.write_bytes(content)
    with pytest.raises(CostCurveError, match=r"^notes file '.*notes.json': "):
        explore()
    assert path.read_bytes() == content


def test_damaged_file_is_not_overwritten(explore, path):
    explorer = explore()
    explorer.add_note("here", pc=0.1)
    path.write_text("damaged")
    with pytest.raises(CostCurveError, match="must be a complete file of notes"):
        explorer.add_note("there", pc=0.2)
    assert path.read_text() == "damaged"
    assert texts(explorer) == ["here", "there"]
    path.unlink()
    explorer.add_note("again", pc=0.3)
    assert texts(explore()) == ["here", "there", "again"]


def test_unwritable_path_is_reported(tmp_path):
    explorer = cc.explore(*ARGUMENTS, notes=tmp_path / "missing/notes.json")
    with pytest.raises(CostCurveError, match=r"must be a writable file.*missing"):
        explorer.add_note("here", pc=0.1)
    assert texts(explorer) == ["here"]
    rows: Any = explorer.children
    [listed] = [
        child for row in rows for child in getattr(row, "children", ()) if isinstance(child, Notes)
    ]
    assert "missing" in listed.warning
    (tmp_path / "missing").mkdir()
    explorer.add_note("there", pc=0.1)
    assert listed.warning == ""
    explorer.close()


def test_notes_without_id_get_stable_ids(explore, path):
    explore().add_note("here", pc=0.1)
    stored = json.loads(path.read_text())
    stored["notes"][0]["id"] = None
    path.write_text(json.dumps(stored))
    explorer = explore()
    explorer.add_note("there", pc=0.2)
    assert texts(explorer) == texts(explore()) == ["here", "there"]


def test_locked_file_is_not_written(explore, path, monkeypatch):
    monkeypatch.setattr("cc_widgets.intake.files._LOCK_TIMEOUT", 0.0)
    explorer = explore()
    explorer.add_note("here", pc=0.1)
    before, lock = path.read_text(), path.with_name(".notes.json.lock")
    lock.touch()
    with pytest.raises(
        CostCurveError, match=r"must not be locked by another process.* delete \.notes"
    ):
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


def test_two_processes_lose_no_notes(explore, path):
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
        f"{process} {i}" for process in ("mine", "theirs") for i in range(20)
    )
