"""Output saved in notebooks, and its conversion by nbconvert."""

import base64
import json
import re
from html.parser import HTMLParser
from struct import unpack
from typing import Any

import nbformat
import pytest
from ipywidgets.embed import dependency_state
from nbclient import NotebookClient
from nbconvert import HTMLExporter, LatexExporter, MarkdownExporter

import cc_widgets as cc
from cc_widgets.export import page
from cc_widgets.panels import parts as explorers

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
DATA = {"first": ([0, 1, 0, 1], [0.1, 0.6, 0.4, 0.9]), "second": [[6, 4], [4, 16]]}
MAKE = f"""
import cc_widgets as cc
explorer = cc.CostCurveExplorer(cc.CostCurveModel({DATA}))
explorer.add_note("we operate here", pc=0.33)
explorer
"""
# What front ends say in place of a picture.
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "![x](javascript:alert(1)) $x^2$ & {{ x }} {% x %}",
    "\u202eabc\x00\x1b[31m",
    "long" * 25_000,
)
EMPTY_WORDS = ("model not found", "Loading widget", "dtype=", "CostCurveExplorer(2")


@pytest.fixture
def explorer(open_widgets):
    assert not open_widgets()
    return cc.CostCurveExplorer(cc.CostCurveModel(DATA))


def requested_by(monkeypatch, *, session="", **message):
    monkeypatch.setattr(explorers, "_request", lambda: message)
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    monkeypatch.setenv("JPY_SESSION_NAME", session) if session else monkeypatch.delenv(
        "JPY_SESSION_NAME", raising=False
    )


def in_jupyterlab(monkeypatch):
    requested_by(monkeypatch, session="a.ipynb", metadata={"cellId": "a"}, header={"msg_id": "b"})


def test_bundle_has_view_state_picture_and_text(explorer):
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"text/plain", VIEW, page.MIME_TYPE, page.PICTURE}
    assert data["text/plain"] == repr(explorer)
    assert data[VIEW]["model_id"] == data[page.MIME_TYPE]["root"] == explorer.model_id
    width, height = unpack(">II", base64.b64decode(data[page.PICTURE])[16:24])
    picture_metadata = metadata[page.PICTURE]
    assert (picture_metadata["width"], picture_metadata["height"]) == (width // 2, height // 2)
    assert width >= 1600
    assert picture_metadata["alt"].startswith("2 classifiers: first, second; ")
    assert picture_metadata["alt"].endswith(explorer.model.recommend().advice.headline)


def test_bundle_without_matplotlib_has_no_picture(explorer, monkeypatch):
    monkeypatch.setattr(page, "find_spec", lambda _name: None)
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"text/plain", VIEW, page.MIME_TYPE}
    assert metadata == {}


def test_jupyterlab_gets_picture_later(explorer, monkeypatch):
    in_jupyterlab(monkeypatch)
    assert set(explorer._repr_mimebundle_()[0]) == {"text/plain", VIEW, page.MIME_TYPE}
    sent: list[Any] = []
    monkeypatch.setattr(explorer, "send", sent.append)
    explorer.model.pc = 0.2
    explorer._handle_custom_msg({"ask": "bundle"}, [])
    [renewed] = sent
    assert set(renewed["data"]) == {"text/plain", page.MIME_TYPE, page.PICTURE}
    assert "PC(+) 0.2" in renewed["data"]["text/plain"]
    assert set(renewed["metadata"]) == {page.PICTURE}


def test_jupyterlab_state_has_widgets_as_text(explorer, monkeypatch):
    in_jupyterlab(monkeypatch)
    state = explorer._repr_mimebundle_()[0][page.MIME_TYPE]
    widgets = json.loads(state["widgets"])
    saved_notebook = page.state_of(explorer, whole=False)
    assert {**state, "widgets": widgets} == {**saved_notebook, "about": state["about"]}
    assert widgets[state["root"]]["model_name"] == "VBoxModel"


@pytest.mark.parametrize("message", [None, {}, {"ask": []}, {"ask": "else"}, "bundle", 5])
def test_unknown_page_messages_are_ignored(explorer, monkeypatch, message):
    sent: list[Any] = []
    monkeypatch.setattr(explorer, "send", sent.append)
    explorer._handle_custom_msg(message, [])
    assert sent == []


def test_unattended_run_has_no_view_except_voila(explorer, monkeypatch):
    requested_by(monkeypatch, content={"allow_stdin": False})
    assert VIEW not in explorer._repr_mimebundle_()[0]
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.13")
    assert VIEW in explorer._repr_mimebundle_()[0]


def test_saved_state_has_no_date(explorer):
    data, _ = explorer._repr_mimebundle_()
    assert "date" not in data[page.MIME_TYPE]["about"]
    assert b"Creation Time" not in base64.b64decode(data[page.PICTURE])
    assert b"Creation Time" in (explorer.model.to_png() or b"")


def test_unattended_run_has_positions_as_ids(explorer, monkeypatch):
    requested_by(monkeypatch, content={"allow_stdin": False})
    state = explorer._repr_mimebundle_()[0][page.MIME_TYPE]
    assert list(state["widgets"]) == [str(place) for place in range(len(state["widgets"]))]
    assert state["root"] in state["widgets"]
    references = set(re.findall(r'"IPY_MODEL_([^"]*)"', json.dumps(state)))
    assert references <= set(state["widgets"])
    assert len(references) > 10


def test_closed_explorer_is_plain_text(explorer):
    explorer.close()
    assert explorer._repr_mimebundle_ is None  # so ipywidgets has it; then there is its repr
    assert repr(explorer) == "CostCurveExplorer(closed)"


# ---- nbconvert


def notebook(*cells):
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return made


@pytest.fixture(scope="module")
def executed():
    """Notebook run by nbclient, which stores the widget state, as `nbconvert --execute` does."""
    ran = notebook(MAKE)
    NotebookClient(ran, timeout=600, kernel_name="python3").execute()
    assert STATE in ran.metadata.widgets
    return ran


@pytest.fixture(scope="module")
def saved():
    """Notebook saved by JupyterLab after the page has received its picture."""
    saved_notebook = notebook("explorer")
    explorer = cc.CostCurveExplorer(cc.CostCurveModel(DATA))
    explorer.add_note("we operate here", pc=0.33)
    data, metadata = explorer._static_forms(picture=True)
    saved_notebook.cells[0].outputs = [
        nbformat.v4.new_output("display_data", data, metadata=metadata)
    ]
    whole = {"version_major": 2, "version_minor": 0, "state": dependency_state([explorer])}
    saved_notebook.metadata.widgets = {STATE: whole}
    explorer.close()
    return saved_notebook


@pytest.fixture(params=["executed", "saved"])
def saved_notebook(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["with state", "without state"])
def either(request, saved_notebook):
    return saved_notebook if request.param == "with state" else without_state(saved_notebook)


def without_state(saved_notebook):
    copy = nbformat.reads(nbformat.writes(saved_notebook), as_version=4)
    del copy.metadata["widgets"]
    return copy


def picture_of(data):
    """Return the width of a PNG file."""
    assert data.startswith(b"\x89PNG")
    return unpack(">I", data[16:20])[0]


def test_html_has_picture_at_double_resolution(either):
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(either)
    [data] = re.findall(r'src="data:image/png;base64,([^"]+)"', html)
    assert picture_of(base64.b64decode(data)) >= 1600
    assert 'width="960"' in html
    assert "2 classifiers: first, second" in html  # text alternative
    assert f'<script type="{VIEW}">' not in html
    for words in EMPTY_WORDS:
        assert words not in html


@pytest.mark.parametrize("exporter", [MarkdownExporter, LatexExporter])
def test_markdown_and_latex_refer_to_the_picture(either, exporter):
    text, resources = exporter().from_notebook_node(either)
    [name] = [name for name in resources["outputs"] if name.endswith(".png")]
    assert picture_of(resources["outputs"][name]) >= 1600
    assert name in text
    for words in EMPTY_WORDS:
        assert words not in text


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
@pytest.mark.usefixtures("open_widgets")
def test_names_are_escaped_in_html(name):
    explorer = cc.CostCurveExplorer.from_points({name: (0.3, 0.7)})
    saved_notebook = notebook("explorer")
    data, metadata = explorer._static_forms(picture=True)
    saved_notebook.cells[0].outputs = [
        nbformat.v4.new_output("display_data", data, metadata=metadata)
    ]
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(saved_notebook)
    tags = Tags()
    tags.feed(html)
    assert tags.alerts == []


class Tags(HTMLParser):
    """Parser that collects elements that would execute code."""

    def __init__(self):
        super().__init__()
        self.alerts, self.script = [], False

    def handle_starttag(self, tag, attrs):
        self.alerts += [(tag, name) for name, value in attrs if name in {"onerror", "onload"}]
        self.alerts += [(tag, value) for _, value in attrs if str(value).startswith("javascript:")]
        self.script = tag == "script"

    def handle_data(self, data):
        if self.script and "alert(1)" in data:
            self.alerts.append(("script", data))
