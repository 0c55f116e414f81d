"""A notebook that was saved is opened again: its explorer is there, alive, whatever else is not.

All sixteen ways to open one with `--all-reopenings`, five without.
"""

from itertools import product
from typing import Any

import nbformat
import pytest
from ipywidgets.embed import dependency_state
from nbformat.sign import NotebookNotary

import cc_widgets as cc
from tests.support.figures import FAWCETT_DATA, Explorer
from tests.support.lab import PATIENCE

SNAPSHOT = "This is a snapshot without Python"
MIME = "application/vnd.cc-widgets.v1+json"
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
BOTH = (True, False)
EVERY = [*product(("lab", "notebook"), BOTH, BOTH, BOTH)]
# Each front end, and each of the three others with and without, at least once.
SOME = [
    ("lab", False, False, False),
    ("lab", True, False, True),
    ("lab", True, True, False),
    ("notebook", False, True, True),
    ("notebook", True, False, False),
]


def pytest_generate_tests(metafunc):
    if "reopened" in metafunc.fixturenames:
        ways = EVERY if metafunc.config.getoption("--all-reopenings") else SOME
        metafunc.parametrize("reopened", ways, ids=_words_of, indirect=True)


def _words_of(way):
    front_end, *rest = way
    names = ("trusted", "with state", "with kernel")
    return ", ".join([front_end, *(name for name, has in zip(names, rest, strict=True) if has)])


@pytest.fixture(scope="module")
def bundle():
    """What a notebook keeps of an explorer, and the state of its widgets."""
    given: dict[str, Any] = {}
    exec(FAWCETT_DATA, given)  # noqa: S102 (it is our own)
    explorer = cc.explore(given["y_true"], {"Fawcett": given["y_score"]})
    explorer.add_note("we operate here", pc=0.33)
    data, metadata = explorer._repr_mimebundle_()
    state = dependency_state([explorer])
    explorer.close()
    return data, metadata, state


@pytest.fixture
def pages(browser, server):
    """Pages that open notebooks; each must be free of complaints when it is closed."""
    opened = Pages(browser, server)
    yield opened
    opened.close()


class Pages:
    """Opens notebooks with the outputs of one cell, in either front end."""

    def __init__(self, browser, server):
        self._browser, self._server = browser, server
        self._pages, self.problems = [], []

    def open(self, data, metadata=None, *, way, state=None):
        """The page of a notebook whose only output is this."""
        front_end, trusted, with_state, with_kernel = way
        output = nbformat.v4.new_output("display_data", data, metadata=metadata or {})
        kept = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell("1 + 1", outputs=[output], id="cell")]
        )
        kept.metadata.kernelspec = {
            "name": "python3" if with_kernel else "none-such",
            "display_name": "Python 3",
            "language": "python",
        }
        if with_state:
            whole = {"version_major": 2, "version_minor": 0, "state": state}
            kept.metadata.widgets = {STATE: whole}
        name = "saved.ipynb"
        (self._server.root / name).write_text(nbformat.writes(kept), "utf-8")
        if trusted:
            NotebookNotary(data_dir=str(self._server.data)).sign(kept)
        page = self._browser.new_page(viewport={"width": 1400, "height": 1000})
        self._pages.append(page)
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._note)
        address = f"lab/tree/{name}?reset" if front_end == "lab" else f"notebooks/{name}"
        page.goto(self._server.address(address))
        if not with_kernel:
            page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
        page.wait_for_function(IS_OPEN, arg=[trusted, with_kernel])
        return page

    def _note(self, said):
        if said.type == "error":
            self.problems.append(said.text)

    def close(self):
        for page in self._pages:
            page.close()
        self._server.end_kernels("saved.ipynb")


# The notebook is on the page, trusted as it should be, and has a kernel or has been refused one.
IS_OPEN = """([isTrusted, hasKernel]) => {
  const { content, sessionContext } = window.jupyterapp?.shell.currentWidget ?? {};
  const [cell] = content?.widgets ?? [];
  const kernel = sessionContext?.session?.kernel;
  return cell?.model.trusted === isTrusted && Boolean(kernel) === hasKernel;
}"""


KEEPS = """([type, text]) => {
  const [cell] = window.jupyterapp.shell.currentWidget.content.model.toJSON().cells;
  const { widgets } = cell.outputs[0].data[type];
  return Object.values(widgets).some(({ state }) => state.notes?.at(-1)?.text === text);
}"""


@pytest.fixture
def reopened(request, pages, bundle):
    data, metadata, state = bundle
    return pages.open(data, metadata, way=request.param, state=state)


def test_a_saved_explorer_is_there_and_alive(reopened):
    explorer = Explorer(reopened)
    assert reopened.locator(".cc-saved").inner_text().startswith(SNAPSHOT)
    explorer.move("roc", 0.1, 0.5)
    assert explorer.lit("cost")["line"] == pytest.approx(
        explorer.expected("cost", (0, 0.1), (1, 0.5)), abs=2
    )
    assert "Fawcett" in explorer.detail()
    # A note that is written in a snapshot is saved with the notebook.
    explorer.figure("roc").locator(".cc-cursor").focus()
    reopened.keyboard.press("n")
    reopened.keyboard.type("<i>later</i>")
    reopened.keyboard.press("Enter")
    notes = explorer.root.locator(".cc-note-text")
    assert notes.all_inner_texts() == ["we operate here", "<i>later</i>"]
    reopened.wait_for_function(KEEPS, arg=[MIME, "<i>later</i>"])
    assert notes.count() == 2
