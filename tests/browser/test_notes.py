"""Notes: adding, moving, editing, deleting and undoing by mouse and keyboard; notes files."""

import pytest

from tests.support.hand import EXPLORER, Hand, near

TEXTS = "[note['text'] for note in explorer.notes]"
HOSTILE = "<img src=x onerror=alert(1)> **b** $x$ \u202eabc\u202c\nsecond line"
CELLS = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"


class Notes(Hand):
    """Mouse and keyboard actions on notes."""

    def __init__(self, notebook):
        super().__init__(notebook)
        self.list = self.explorer.root.locator(".cc-notes")

    def texts(self):
        return self.list.locator(".cc-note-text").all_inner_texts()

    def positions(self):
        return self.list.locator(".cc-note-where").all_inner_texts()

    def status(self):
        return self.list.locator("[role=status]").inner_text()

    def wait_for_notes(self, *texts):
        """Wait until the model has these notes, and assert that the page shows them."""
        self.notebook.wait_for_value(TEXTS, list(texts))
        assert self.texts() == list(texts)

    def badge(self, space, number=1):
        badge = self.explorer.figure(space).locator(".cc-note-badge").nth(number - 1)
        box = badge.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def cursor(self, space):
        return self.explorer.figure(space).locator(".cc-cursor")

    def type(self, text):
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.notebook.wait_until_idle()


@pytest.fixture
def notes(tall_notebook):
    return Notes(tall_notebook)


def test_notes_are_edited_by_mouse(notes):
    explorer, mouse = notes.explorer, notes.mouse
    assert notes.list.bounding_box()["height"] == 0
    explorer.figure("roc").get_by_role("button", name="Write a note").click()
    notes.press("roc", 0.1, 0.5)
    mouse.up()
    notes.type("here")
    notes.wait_for_notes("here")
    assert notes.positions() == ["Fawcett from score 0.54 on"]
    [dot] = notes.places("roc", ".cc-note circle")
    assert dot == near(explorer.to_pixels("roc", (0.1, 0.5)))
    [line] = notes.places("cost", ".cc-note:not(.cc-note-highlighted) .cc-note-line")
    assert line == near(explorer.to_pixels("cost", (0, 0.1), (1, 0.5)))
    # Hovering an entry highlights it in both spaces; hovering a badge highlights the entry.
    notes.list.locator(".cc-note-entry").hover()
    assert len(notes.places("cost", ".cc-note-highlighted .cc-note-line")) == 1
    explorer.leave()
    mouse.move(*notes.badge("cost"))
    assert "cc-note-highlighted" in notes.list.locator(".cc-note-entry").get_attribute("class")
    # Dragging a badge moves the note.
    mouse.move(*notes.badge("roc"))
    mouse.down()
    mouse.move(*explorer.area("roc").pixel(0.5, 0.8), steps=6)
    mouse.up()
    notes.notebook.wait_for_value("explorer.notes[0]['at']['fpr']", 0.5)
    # Clicking a badge opens the note.
    explorer.leave()
    mouse.move(*notes.badge("cost"))
    mouse.down()
    mouse.up()
    notes.type("there")
    notes.wait_for_notes("there")
    notes.list.get_by_role("button", name="Delete note 1").click()
    notes.wait_for_notes()
    assert notes.status() == "Note 1 is deleted. Ctrl + Z brings it back."
    notes.list.get_by_title("Undo").click()
    notes.wait_for_notes("there")


def test_notes_are_edited_by_keyboard(notes):
    press = notes.page.keyboard.press
    cells = notes.page.evaluate(CELLS)
    notes.cursor("cost").focus()
    press("n")
    notes.type("the conditions")
    notes.wait_for_notes("the conditions")
    press("ArrowRight")
    press("n")
    notes.type("a line")
    notes.wait_for_notes("the conditions", "a line")
    assert notes.notebook.python("[note['kind'] for note in explorer.notes]") == [
        "conditions",
        "line",
    ]
    press("Shift+N")
    press("Shift+N")
    assert notes.status().startswith("Note 2: a line. At the cost line of ")
    press("Delete")
    notes.wait_for_notes("the conditions")
    press("Control+z")
    notes.wait_for_notes("the conditions", "a line")
    press("Control+Shift+z")
    notes.wait_for_notes("the conditions")
    # A note is moved by its button and then by keys in a figure.
    notes.list.get_by_role("button", name="Move note 1").focus()
    press("Enter")
    press("e")
    press("Enter")
    notes.notebook.wait_for_value("explorer.notes[0]['kind']", "edge")
    # In the list: edit, cancel, delete, undo; no key reaches the notebook.
    notes.list.locator(".cc-note-text").focus()
    press("Enter")
    notes.page.keyboard.type("x")
    press("Escape")
    notes.wait_for_notes("the conditions")
    press("x")
    press("Delete")
    notes.wait_for_notes()
    press("Control+z")
    notes.wait_for_notes("the conditions")
    assert notes.page.evaluate(CELLS) == cells


def test_notes_are_plain_text_and_missing_classifiers_are_reported(notes):
    notes.notebook.python(f"explorer.add_note({HOSTILE!r}, classifier='worse', threshold=0.5)")
    notes.notebook.python(f"explorer.add_note({'w' * 10_000!r}, pc=0.2)")
    notes.notebook.python("explorer.add_note('free', rates=(0.3, 0.4))")
    notes.list.locator(".cc-note-entry").nth(2).wait_for()
    first = notes.list.locator(".cc-note-text").first
    assert first.text_content() == HOSTILE
    assert first.get_attribute("title") == HOSTILE
    assert notes.list.locator("img, b").count() == 0
    assert notes.list.bounding_box()["height"] < 320
    explorer = notes.explorer.root.bounding_box()
    inside = notes.list.bounding_box()
    assert inside["x"] + inside["width"] <= explorer["x"] + explorer["width"]
    notes.set(hidden=[1])
    assert notes.positions()[0] == "worse from score 0.5 on: hidden"
    notes.notebook.python("explorer.model.remove('worse')")
    notes.notebook.wait_until_idle()
    notes.list.get_by_text("worse from score 0.5 on: no longer here").wait_for()
    assert notes.list.locator(".cc-note-entry").count() == 3


def test_notes_in_a_file_are_restored_when_the_cell_is_rerun(notes, tmp_path):
    path = tmp_path / "notes.json"
    code = EXPLORER.replace("[::-1]}", f"[::-1]}}, notes={str(path)!r}")
    notes.notebook.run(code)
    notes.cursor("roc").focus()
    notes.page.keyboard.press("n")
    notes.type("kept")
    notes.wait_for_notes("kept")
    notes.notebook.run(code)
    notes.explorer.root.locator(".cc-note-badge").first.wait_for()
    assert notes.texts() == ["kept"]
    path.write_text("damaged")
    notes.cursor("roc").focus()
    notes.page.keyboard.press("n")
    notes.type("not kept")
    notes.list.get_by_text("must be a complete file of notes").wait_for()
    assert path.read_text() == "damaged"
