"""Notes: written, moved, edited, deleted and undone, by mouse and by keyboard; there again."""

import pytest

from tests.support.hand import EXPLORER, Hand, near

TEXTS = "[note['text'] for note in explorer.notes]"
HOSTILE = "<img src=x onerror=alert(1)> **b** $x$ \u202eabc\u202c\nsecond line"
CELLS = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"


class Notes(Hand):
    """A hand that writes notes."""

    def __init__(self, notebook):
        super().__init__(notebook)
        self.list = self.explorer.root.locator(".cc-notes")

    def texts(self):
        return self.list.locator(".cc-note-text").all_inner_texts()

    def wheres(self):
        return self.list.locator(".cc-note-where").all_inner_texts()

    def said(self):
        return self.list.locator("[role=status]").inner_text()

    def become(self, *texts):
        """Wait until Python knows these notes; the page shows them too."""
        self.notebook.becomes(TEXTS, list(texts))
        assert self.texts() == list(texts)

    def badge(self, space, number=1):
        found = self.explorer.figure(space).locator(".cc-note-badge").nth(number - 1)
        box = found.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def cursor(self, space):
        return self.explorer.figure(space).locator(".cc-cursor")

    def type(self, text):
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.notebook.rest()


@pytest.fixture
def notes(tall_notebook):
    return Notes(tall_notebook)


def test_by_mouse(notes):
    explorer, mouse = notes.explorer, notes.mouse
    assert notes.list.bounding_box()["height"] == 0
    explorer.figure("roc").get_by_role("button", name="Write a note").click()
    notes.press("roc", 0.1, 0.5)
    mouse.up()
    notes.type("here")
    notes.become("here")
    assert notes.wheres() == ["Fawcett from score 0.54 on"]
    [dot] = notes.places("roc", ".cc-note circle")
    assert dot == near(explorer.expected("roc", (0.1, 0.5)))
    [line] = notes.places("cost", ".cc-note:not(.cc-note-lit) .cc-note-line")
    assert line == near(explorer.expected("cost", (0, 0.1), (1, 0.5)))
    # Pointing at the list lights both spaces, at a badge the list.
    notes.list.locator(".cc-note-entry").hover()
    assert len(notes.places("cost", ".cc-note-lit .cc-note-line")) == 1
    explorer.leave()
    mouse.move(*notes.badge("cost"))
    assert "cc-note-lit" in notes.list.locator(".cc-note-entry").get_attribute("class")
    # A drag moves it, in either space.
    mouse.move(*notes.badge("roc"))
    mouse.down()
    mouse.move(*explorer.area("roc").pixel(0.5, 0.8), steps=6)
    mouse.up()
    notes.notebook.becomes("explorer.notes[0]['at']['fpr']", 0.5)
    # A click on its number opens it.
    explorer.leave()
    mouse.move(*notes.badge("cost"))
    mouse.down()
    mouse.up()
    notes.type("there")
    notes.become("there")
    notes.list.get_by_role("button", name="Delete note 1").click()
    notes.become()
    assert notes.said() == "Note 1 is deleted. Ctrl + Z brings it back."
    notes.list.get_by_title("Undo").click()
    notes.become("there")


def test_by_keyboard_alone(notes):
    press = notes.page.keyboard.press
    cells = notes.page.evaluate(CELLS)
    notes.cursor("cost").focus()
    press("n")
    notes.type("the conditions")
    notes.become("the conditions")
    press("ArrowRight")
    press("n")
    notes.type("a line")
    notes.become("the conditions", "a line")
    assert notes.notebook.python("[note['kind'] for note in explorer.notes]") == [
        "conditions",
        "line",
    ]
    press("Shift+N")
    press("Shift+N")
    assert notes.said().startswith("Note 2: a line. At the cost line of ")
    press("Delete")
    notes.become("the conditions")
    press("Control+z")
    notes.become("the conditions", "a line")
    press("Control+Shift+z")
    notes.become("the conditions")
    # Keys move a note: its button asks for the place, which is found in a figure.
    notes.list.get_by_role("button", name="Move note 1").focus()
    press("Enter")
    press("e")
    press("Enter")
    notes.notebook.becomes("explorer.notes[0]['kind']", "edge")
    # In the list: edit, give up, delete, undo; no key reaches the notebook.
    notes.list.locator(".cc-note-text").focus()
    press("Enter")
    notes.page.keyboard.type("x")
    press("Escape")
    notes.become("the conditions")
    press("x")
    press("Delete")
    notes.become()
    press("Control+z")
    notes.become("the conditions")
    assert notes.page.evaluate(CELLS) == cells


def test_what_is_written_is_text_and_what_is_gone_says_so(notes):
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
    assert notes.wheres()[0] == "worse from score 0.5 on: hidden"
    notes.notebook.python("explorer.model.remove('worse')")
    notes.notebook.rest()
    notes.list.get_by_text("worse from score 0.5 on: no longer here").wait_for()
    assert notes.list.locator(".cc-note-entry").count() == 3


def test_notes_in_a_file_are_there_when_the_cell_is_run_again(notes, tmp_path):
    path = tmp_path / "notes.json"
    code = EXPLORER.replace("[::-1]}", f"[::-1]}}, notes={str(path)!r}")
    notes.notebook.run(code)
    notes.cursor("roc").focus()
    notes.page.keyboard.press("n")
    notes.type("kept")
    notes.become("kept")
    notes.notebook.run(code)
    notes.explorer.root.locator(".cc-note-badge").first.wait_for()
    assert notes.texts() == ["kept"]
    path.write_text("damaged")
    notes.cursor("roc").focus()
    notes.page.keyboard.press("n")
    notes.type("not kept")
    notes.list.get_by_text("is no whole file of notes").wait_for()
    assert path.read_text() == "damaged"
