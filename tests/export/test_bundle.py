"""What a notebook keeps of an explorer, and what nbconvert makes of that."""

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
def explorer(made):
    assert not made()
    return cc.CostCurveExplorer(cc.CostCurveModel(DATA))


def asked_by(monkeypatch, *, session="", **message):
    monkeypatch.setattr(explorers, "_request", lambda: message)
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    monkeypatch.setenv("JPY_SESSION_NAME", session) if session else monkeypatch.delenv(
        "JPY_SESSION_NAME", raising=False
    )


def in_jupyterlab(monkeypatch):
    asked_by(monkeypatch, session="a.ipynb", metadata={"cellId": "a"}, header={"msg_id": "b"})


def test_a_bundle_is_the_view_the_state_the_picture_and_a_line(explorer):
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"text/plain", VIEW, page.MIME_TYPE, page.PICTURE}
    assert data["text/plain"] == repr(explorer)
    assert data[VIEW]["model_id"] == data[page.MIME_TYPE]["root"] == explorer.model_id
    width, height = unpack(">II", base64.b64decode(data[page.PICTURE])[16:24])
    told = metadata[page.PICTURE]
    assert (told["width"], told["height"]) == (width // 2, height // 2)
    assert width >= 1600
    assert told["alt"].startswith("2 classifiers: first, second; ")
    assert told["alt"].endswith(explorer.model.read().answer.headline)


def test_without_matplotlib_there_is_no_picture_and_no_complaint(explorer, monkeypatch):
    monkeypatch.setattr(page, "find_spec", lambda _name: None)
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"text/plain", VIEW, page.MIME_TYPE}
    assert metadata == {}


def test_in_jupyterlab_no_picture_delays_the_display_and_the_page_gets_it_later(
    explorer, monkeypatch
):
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


def test_what_is_displayed_in_jupyterlab_is_whole_though_its_widgets_are_a_text(
    explorer, monkeypatch
):
    in_jupyterlab(monkeypatch)
    state = explorer._repr_mimebundle_()[0][page.MIME_TYPE]
    widgets = json.loads(state["widgets"])
    kept = page.state_of(explorer, whole=False)
    assert {**state, "widgets": widgets} == {**kept, "about": state["about"]}
    assert widgets[state["root"]]["model_name"] == "VBoxModel"


@pytest.mark.parametrize("asked", [None, {}, {"ask": []}, {"ask": "else"}, "bundle", 5])
def test_what_else_a_page_asks_is_not_answered(explorer, monkeypatch, asked):
    sent: list[Any] = []
    monkeypatch.setattr(explorer, "send", sent.append)
    explorer._handle_custom_msg(asked, [])
    assert sent == []


def test_a_file_is_given_no_view_that_nobody_can_show_but_voila_is(explorer, monkeypatch):
    asked_by(monkeypatch, content={"allow_stdin": False})
    assert VIEW not in explorer._repr_mimebundle_()[0]
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.13")
    assert VIEW in explorer._repr_mimebundle_()[0]


def test_what_a_notebook_keeps_has_no_date(explorer):
    data, _ = explorer._repr_mimebundle_()
    assert "date" not in data[page.MIME_TYPE]["about"]
    assert b"Creation Time" not in base64.b64decode(data[page.PICTURE])
    assert b"Creation Time" in (explorer.model.to_png() or b"")


def test_in_a_file_ids_of_widgets_are_their_positions(explorer, monkeypatch):
    asked_by(monkeypatch, content={"allow_stdin": False})
    state = explorer._repr_mimebundle_()[0][page.MIME_TYPE]
    assert list(state["widgets"]) == [str(place) for place in range(len(state["widgets"]))]
    assert state["root"] in state["widgets"]
    references = set(re.findall(r'"IPY_MODEL_([^"]*)"', json.dumps(state)))
    assert references <= set(state["widgets"])
    assert len(references) > 10


def test_a_closed_explorer_is_a_line(explorer):
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
    """A notebook run by nbclient, as `nbconvert --execute` runs it: it stores widgets' states."""
    ran = notebook(MAKE)
    NotebookClient(ran, timeout=600, kernel_name="python3").execute()
    assert STATE in ran.metadata.widgets
    return ran


@pytest.fixture(scope="module")
def saved():
    """A notebook as JupyterLab saves it after the page has had its picture, with all states."""
    kept = notebook("explorer")
    explorer = cc.CostCurveExplorer(cc.CostCurveModel(DATA))
    explorer.add_note("we operate here", pc=0.33)
    data, metadata = explorer._kept(picture=True)
    kept.cells[0].outputs = [nbformat.v4.new_output("display_data", data, metadata=metadata)]
    whole = {"version_major": 2, "version_minor": 0, "state": dependency_state([explorer])}
    kept.metadata.widgets = {STATE: whole}
    explorer.close()
    return kept


@pytest.fixture(params=["executed", "saved"])
def kept(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["with state", "without state"])
def either(request, kept):
    return kept if request.param == "with state" else without_state(kept)


def without_state(kept):
    copy = nbformat.reads(nbformat.writes(kept), as_version=4)
    del copy.metadata["widgets"]
    return copy


def picture_of(data):
    """Width of a PNG file."""
    assert data.startswith(b"\x89PNG")
    return unpack(">I", data[16:20])[0]


def test_html_has_the_picture_sharp_with_and_without_state(either):
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(either)
    [data] = re.findall(r'src="data:image/png;base64,([^"]+)"', html)
    assert picture_of(base64.b64decode(data)) >= 1600
    assert 'width="960"' in html
    assert "2 classifiers: first, second" in html  # in words, for those who cannot see it
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
@pytest.mark.usefixtures("made")
def test_names_are_text_in_html(name):
    explorer = cc.CostCurveExplorer.from_points({name: (0.3, 0.7)})
    kept = notebook("explorer")
    data, metadata = explorer._kept(picture=True)
    kept.cells[0].outputs = [nbformat.v4.new_output("display_data", data, metadata=metadata)]
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(kept)
    tags = Tags()
    tags.feed(html)
    assert tags.alerts == []


class Tags(HTMLParser):
    """Collects what would run what a name says."""

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
