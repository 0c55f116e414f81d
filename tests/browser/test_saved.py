"""Saved notebooks: the explorer is restored and interactive with or without a kernel.

`--long` tries all sixteen combinations of front end, trust, widget state and kernel, otherwise
five.
"""

import json
from itertools import product
from typing import Any
from uuid import uuid4

import nbformat
import pytest
from ipywidgets.embed import dependency_state
from nbconvert import HTMLExporter
from nbformat.sign import NotebookNotary

import cc_widgets as cc
from tests.browser.conftest import FAWCETT
from tests.support.figures import FAWCETT_DATA, Explorer
from tests.support.lab import SAVED_OUTPUT_DELAY, TIMEOUT, lab_path

SNAPSHOT = "This is a snapshot without Python"
INVALID = "The saved state of this explorer cannot be shown. ("
RUN_ABOVE = "Run all above and this cell"
INSTRUCTION = "Run all cells above, then this cell."
JUPYTER_ERRORS = (
    "reading 'schema'",
    "Command 'filebrowser:open-path' not registered",
    "status of 403",  # from a busy server; our code makes no requests
)
SAVE = "() => window.jupyterapp.shell.currentWidget.context.save()"
RUN = "() => window.jupyterapp.commands.execute('notebook:run-cell')"
MIME = "application/vnd.cc-widgets.v1+json"
STATE = "application/vnd.jupyter.widget-state+json"
BOTH = (True, False)
EVERY = [*product(("lab", "notebook"), BOTH, BOTH, BOTH)]
# Each value of the four options at least once.
SOME = [
    ("lab", True, False, True),
    ("notebook", False, True, False),
]


def pytest_generate_tests(metafunc):
    if "reopened" in metafunc.fixturenames:
        ways = EVERY if metafunc.config.getoption("--long") else SOME
        metafunc.parametrize("reopened", ways, ids=_words_of, indirect=True)


def _words_of(way):
    front_end, *rest = way
    names = ("trusted", "with state", "with kernel")
    return ", ".join([front_end, *(name for name, has in zip(names, rest, strict=True) if has)])


@pytest.fixture(scope="module")
def bundle():
    """Return data and metadata of the output of an explorer, and the state of its widgets."""
    example: dict[str, Any] = {}
    exec(FAWCETT_DATA, example)  # noqa: S102 (our own data)
    explorer = cc.explore(example["y_true"], {"Fawcett": example["y_score"]})
    explorer.add_note("we operate here", pc=0.33)
    data, metadata = explorer._static_forms(picture=True)
    state = dependency_state([explorer])
    explorer.close()
    return data, metadata, state


@pytest.fixture
def pages(browser, server):
    """Yield an object that opens notebooks; afterwards close their pages."""
    opened = Pages(browser, server)
    yield opened
    opened.close()


class Pages:
    """Opens notebooks with stored outputs in JupyterLab or Notebook 7."""

    def __init__(self, browser, server):
        self._browser, self._server = browser, server
        self._pages, self.errors = [], []

    def open(self, *bundles, way, state=None, code=FAWCETT, above=(), size=(1400, 1000)):
        """Open a notebook with these outputs (data and metadata) in its last cell."""
        front_end, trusted, with_state, with_kernel = way
        # A notebook with the same content as a signed one would be trusted.
        cell_id = uuid4().hex
        outputs = [
            nbformat.v4.new_output("display_data", data, metadata=metadata)
            for data, metadata in bundles
        ]
        notebook = nbformat.v4.new_notebook(
            cells=[*above, nbformat.v4.new_code_cell(code, outputs=outputs, id=cell_id)]
        )
        notebook.metadata.kernelspec = {
            "name": "python3" if with_kernel else "none-such",
            "display_name": "Python 3",
            "language": "python",
        }
        if with_state:
            whole = {"version_major": 2, "version_minor": 0, "state": state}
            notebook.metadata.widgets = {STATE: whole}
        name = "saved.ipynb"
        (self._server.root / name).write_text(nbformat.writes(notebook), "utf-8")
        if trusted:
            NotebookNotary(data_dir=str(self._server.data)).sign(notebook)
        width, height = size
        page = self._browser.new_page(viewport={"width": width, "height": height})
        self._pages.append(page)
        page.set_default_timeout(1000 * TIMEOUT)
        page.on("pageerror", lambda error: self._add_error(str(error)))
        page.on("console", lambda msg: msg.type == "error" and self._add_error(msg.text))
        address = lab_path(name) if front_end == "lab" else f"notebooks/{name}"
        page.goto(self._server.address(address))
        if not with_kernel:
            page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
        page.wait_for_function(IS_OPEN, arg=[trusted, with_kernel])
        return page

    def _add_error(self, words):
        if not any(pattern in words for pattern in JUPYTER_ERRORS):
            self.errors.append(words)

    def close(self):
        for page in self._pages:
            page.close()
        self._server.end_kernels("saved.ipynb")


# Whether the notebook is open with the expected trust, and with an idle kernel or without one.
IS_OPEN = """([isTrusted, hasKernel]) => {
  const { content, sessionContext } = window.jupyterapp?.shell.currentWidget ?? {};
  const [cell] = content?.widgets ?? [];
  const kernel = sessionContext?.session?.kernel;
  const isCalm = hasKernel ? kernel?.status === 'idle' : !kernel;
  return cell?.model.trusted === isTrusted && isCalm;
}"""


KEEPS = """([type, text]) => {
  const [cell] = window.jupyterapp.shell.currentWidget.content.model.toJSON().cells;
  const { widgets } = cell.outputs[0].data[type];
  return Object.values(widgets).some(({ state }) => state.notes?.at(-1)?.text === text);
}"""


@pytest.fixture
def reopened(request, pages, bundle):
    data, metadata, state = bundle
    return pages.open((data, metadata), way=request.param, state=state)


@pytest.mark.long
def test_saved_explorer_is_restored_and_interactive(reopened, pages):
    explorer = Explorer(reopened)
    assert reopened.locator(".cc-saved").inner_text().startswith(SNAPSHOT)
    assert_interactive(explorer)
    explorer.leave()
    assert "threshold" not in explorer.detail()
    explorer.figure("roc").locator(".cc-cursor").focus()
    reopened.keyboard.press("ArrowRight")
    assert "Fawcett, threshold" in explorer.detail()
    before = explorer.answer()
    explorer.move("cost", 0.5, 0.02)
    reopened.mouse.down()
    explorer.move("cost", 0.3, 0.02)
    explorer.move("cost", 0.2, 0.02)
    reopened.mouse.up()
    dragged = explorer.answer()
    assert dragged != before
    # Notes added without Python are saved with the notebook.
    explorer.figure("roc").locator(".cc-cursor").focus()
    reopened.keyboard.press("n")
    reopened.keyboard.type("<i>later</i>")
    reopened.keyboard.press("Enter")
    notes = explorer.root.locator(".cc-note-text")
    assert notes.all_inner_texts() == ["we operate here", "<i>later</i>"]
    reopened.wait_for_function(KEEPS, arg=[MIME, "<i>later</i>"])
    assert notes.count() == 2
    assert explorer.answer() == dragged
    reopened.keyboard.press("Control+z")
    notes.nth(1).wait_for(state="detached")
    assert reopened.locator(".cc-saved").count() == 1
    assert "\n".join(pages.errors) == ""


def assert_interactive(explorer):
    """Assert that hovering highlights the right position."""
    explorer.move("roc", 0.1, 0.5)
    assert explorer.highlights("cost")["line"] == pytest.approx(
        explorer.to_pixels("cost", (0, 0.1), (1, 0.5)), abs=2
    )
    assert "Fawcett" in explorer.detail()


# ---- Invalid saved states


EVIL = "<img src=x onerror=window.ccOwned=1>"


REFERENCE = "IPY_MODEL_{}".format
WORDS = {
    "model_module": "@jupyter-widgets/controls",
    "model_name": "HTMLModel",
    "state": {
        "_view_module": "@jupyter-widgets/controls",
        "_view_name": "HTMLView",
        "value": "some words",
    },
}


def invalid_states(state):
    """Return modified copies of a saved state that are invalid, by description."""
    root, widgets = state["root"], state["widgets"]
    parts = dict.fromkeys(map(str, range(20_000)), WORDS)

    def with_root(**changed):
        return {**state, "widgets": {**widgets, root: {**widgets[root], **changed}}}

    deep: Any = []
    for _ in range(200):
        deep = [deep]
    some = dict(list(widgets.items())[:10])
    recursive = {**widgets[root]["state"], "children": [f"IPY_MODEL_{root}"]}
    return {
        "nothing": {},
        "a text": EVIL,
        "another form": {**state, "version": 2},
        "cut off": {**state, "widgets": some},
        "no root": {**state, "root": "none"},
        "deep": with_root(state={**recursive, "children": deep}),
        "recursive": with_root(state=recursive),
        "another class": with_root(model_name="OutputModel"),
        "no state": with_root(state=None),
        "20,000 widgets": {
            **state,
            "widgets": {
                **parts,
                root: {
                    **widgets[root],
                    "state": {**recursive, "children": [*map(REFERENCE, parts)]},
                },
            },
        },
        "huge": {**state, "about": {"title": "x" * 1_000_000}, "widgets": {"a": deep}},
    }


def with_markup(state):
    """Return the state with markup in every text that users may enter."""
    return json.loads(json.dumps(state).replace("Fawcett", EVIL.replace("1", "2")))


def test_invalid_states_execute_no_code_and_are_reported(pages, bundle):
    data, _, _ = bundle
    states = [with_markup(data[MIME]), *invalid_states(data[MIME]).values()]
    outputs: list[Any] = [({MIME: state, "text/plain": ""}, {}) for state in states]
    page = pages.open(*outputs, way=("lab", True, False, False))
    lines = page.locator(".cc-saved")
    page.wait_for_function(
        "(count) => document.querySelectorAll('.cc-saved').length === count", arg=len(states)
    )
    messages = lines.all_inner_texts()
    assert {message[: len(INVALID)] for message in messages[1:]} == {INVALID}
    assert max(map(len, messages)) < 400
    assert any("It has more than 2,000 widgets." in message for message in messages)
    explorer = Explorer(page)
    explorer.move("roc", 0.1, 0.5)
    assert EVIL[:10] in explorer.detail()
    assert page.evaluate("() => window.ccOwned") is None
    assert page.locator(".cc-explorer img").count() == 0


# ---- With a running kernel


OUTPUT = """() => {
  const { content, context } = window.jupyterapp.shell.currentWidget;
  const { data, metadata } = content.widgets[0].model.outputs.get(0);
  return { data, metadata, isDirty: context.model.dirty };
}"""
HAS_PICTURE = f"(pc) => {{ const {{ data }} = ({OUTPUT})(); \
  return 'image/png' in data && data['text/plain'].includes(`PC(+) ${{pc}}`); }}"


def test_saved_output_follows_the_displayed_state(notebook, server):
    notebook.run(FAWCETT)
    page = notebook.page
    assert "image/png" not in page.evaluate(OUTPUT)["data"]
    page.wait_for_function(HAS_PICTURE, arg="0.5")
    page.evaluate(SAVE)
    explorer = Explorer(page)
    assert_interactive(explorer)
    explorer.leave()
    notebook.wait_until_idle(longest=SAVED_OUTPUT_DELAY)
    assert not page.evaluate(OUTPUT)["isDirty"]
    notebook.python("explorer.model.set_trait('pc', 0.25)")
    page.wait_for_function(HAS_PICTURE, arg="0.25")
    page.evaluate(SAVE)
    saved = json.loads((server.root / "test.ipynb").read_text("utf-8"))
    [output] = saved["cells"][0]["outputs"]
    assert set(output["data"]) == {MIME, "image/png", "text/plain"}
    assert output["metadata"]["image/png"]["width"] == 960
    assert page.locator(".cc-saved").count() == 0
    page.reload()
    notebook.wait()
    assert_interactive(Explorer(page))
    assert page.locator(".cc-saved").count() == 0
    notebook.wait_until_idle(longest=SAVED_OUTPUT_DELAY)
    assert not page.evaluate(OUTPUT)["isDirty"]


def test_note_written_just_before_saving_is_saved(notebook, server):
    notebook.run(FAWCETT)
    page = notebook.page
    page.wait_for_function(HAS_PICTURE, arg="0.5")
    figure = Explorer(page).figure("roc")
    figure.locator(".cc-cursor").focus()
    page.keyboard.press("n")
    page.keyboard.type("we operate here")
    page.keyboard.press("Enter")
    page.evaluate(SAVE)
    saved = json.loads((server.root / "test.ipynb").read_text("utf-8"))
    [output] = saved["cells"][0]["outputs"]
    assert "we operate here" in json.dumps(output["data"][MIME]["widgets"])


@pytest.mark.long(cases=0)
def test_snapshot_is_replaced_when_its_cell_is_run(pages, bundle):
    data, metadata, _ = bundle
    page = pages.open((data, metadata), way=("lab", False, False, True))
    Explorer(page)
    page.evaluate(RUN)
    page.wait_for_function("() => !document.querySelector('.cc-saved')")
    explorer = Explorer(page)
    explorer.root.get_by_role("tab", name="Compare").wait_for()
    assert_interactive(explorer)
    assert pages.errors == []


# ---- Cells that depend on the cells above


LIBRARY = nbformat.v4.new_code_cell(f"import cc_widgets as cc\n{FAWCETT_DATA}")
FIGURE = "explorer = cc.explore(y_true, {'Fawcett': y_score})\nexplorer"


@pytest.mark.long(cases=1)
@pytest.mark.parametrize(("front_end", "size"), [("lab", (1280, 720)), ("notebook", (1366, 768))])
def test_button_of_a_snapshot_runs_its_cell_and_all_above(pages, bundle, front_end, size):
    data, metadata, _ = bundle
    way = (front_end, False, False, True)
    page = pages.open((data, metadata), way=way, code=FIGURE, above=[LIBRARY], size=size)
    Explorer(page)
    button = page.get_by_role("button", name=RUN_ABOVE)
    button.focus()
    assert INSTRUCTION not in page.locator(".cc-saved").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.cc-saved')")
    explorer = Explorer(page)
    explorer.root.get_by_role("tab", name="Compare").wait_for()
    assert_interactive(explorer)
    assert pages.errors == []


@pytest.mark.long(cases=0)
def test_snapshot_is_kept_when_a_cell_above_fails(pages, bundle):
    data, metadata, _ = bundle
    failing = nbformat.v4.new_code_cell("1 / 0")
    way = ("lab", False, False, True)
    page = pages.open((data, metadata), way=way, code=FIGURE, above=[failing])
    page.get_by_role("button", name=RUN_ABOVE).click()
    page.locator(".cc-saved").get_by_text("A cell above failed.").wait_for()
    assert page.get_by_text("ZeroDivisionError").count() > 0
    assert page.get_by_role("button", name=RUN_ABOVE).is_enabled()
    assert_interactive(Explorer(page))


@pytest.mark.long(cases=0)
def test_outputs_are_kept_when_no_kernel_is_chosen(pages, bundle):
    data, metadata, _ = bundle
    result = nbformat.v4.new_output("stream", text="an output above")
    above = nbformat.v4.new_code_cell("print('an output above')", outputs=[result])
    way = ("lab", False, False, False)
    page = pages.open((data, metadata), way=way, code=FIGURE, above=[above])
    page.get_by_role("button", name=RUN_ABOVE).click()
    page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.cc-saved button')].every((one) => !one.disabled)"
    )
    page.locator(".jp-OutputArea").get_by_text("an output above").wait_for()
    assert_interactive(Explorer(page))


@pytest.mark.long(cases=0)
def test_snapshot_outside_its_notebook_shows_which_cells_to_run(pages, bundle):
    data, metadata, _ = bundle
    page = pages.open((data, metadata), way=("lab", False, False, False))
    Explorer(page)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:create-output-view')")
    banner = page.locator(".jp-LinkedOutputView .cc-saved")
    banner.get_by_text(INSTRUCTION).wait_for()
    assert not banner.get_by_role("button").is_visible()


# ---- Export by nbconvert


def test_html_export_shows_the_picture_without_a_network(browser, bundle, tmp_path):
    data, metadata, state = bundle
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("explorer")])
    notebook.cells[0].outputs = [nbformat.v4.new_output("display_data", data, metadata=metadata)]
    notebook.metadata.widgets = {STATE: {"version_major": 2, "version_minor": 0, "state": state}}
    html, _ = HTMLExporter().from_notebook_node(notebook)
    (tmp_path / "report.html").write_text(html, "utf-8")
    page = browser.new_page()
    page.route(lambda address: not address.startswith("file:"), lambda route: route.abort())
    page.goto((tmp_path / "report.html").as_uri())
    image = page.locator(".jp-OutputArea img")
    assert image.evaluate("(one) => one.naturalWidth") >= 1600
    assert image.bounding_box()["width"] > 600
    page.close()
