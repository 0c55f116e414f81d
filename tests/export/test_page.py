"""Saved state of an explorer, and the page that displays it without Python."""

import base64
import json
import math
import re
import subprocess
import sys
import zlib
from html import unescape
from html.parser import HTMLParser
from typing import Any

import comm
import nbformat
import numpy as np
import pytest
from nbconvert.exporters import get_exporter

import cc_widgets as cc
from cc_widgets.export import page as page_module
from cc_widgets.export.page import MIME_TYPE, STATE_VERSION, embedded, state_of
from cc_widgets.model.answers import area_difference_words
from cc_widgets.panels.explorer import PANELS
from cc_widgets.views.style import iter_widgets

ALLOWANCE = 71_000  # bytes of a classifier in a notebook
TABS = 58_000  # bytes of all panels together and of the expected costs

MOST = 2_000_000  # bytes of a page of two classifiers
HOSTILE = (
    "</script><script>window.hit = 1</script>",
    "</style></title></h1><img src=x onerror='window.hit = 1'>",
    "<!-- <script>",
    "a\u2028b\u2029c & &lt; \u202eback\u2069 \x00\x1b",
    "\ud800 alone",
    "long " * 20_000,
)


def explored(count=2, size=60, name="model {}".format):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, size)
    scores = {name(i): y * (1 + i / 5) + rng.normal(size=size) for i in range(count)}
    return cc.explore(y, scores)


@pytest.fixture
def explorer(open_widgets):
    assert not open_widgets()
    return explored()


def widget_of(state, kind):
    (match,) = [
        widget for widget in state["widgets"].values() if widget["model_name"] == f"{kind}Model"
    ]
    return match


def sent(state, group, name):
    (array,) = [
        buffer
        for buffer in widget_of(state, "Duality")["buffers"]
        if buffer["path"] == f"{group}.{name}.data"
    ]
    together = np.frombuffer(zlib.decompress(base64.b64decode(array["deflated"])), np.uint8)
    return together.reshape(array["planes"], -1).T


def test_state_contains_own_widgets_only(explorer):
    other = explored(1)
    state = state_of(explorer, whole=False)
    assert state["version"] == STATE_VERSION
    assert state["root"] == explorer.model_id
    assert set(state["widgets"]) <= {widget.model_id for widget in iter_widgets(explorer)}
    assert other.duality.model_id not in state["widgets"]
    named = json.dumps(list(state["widgets"].values())).split("IPY_MODEL_")[1:]
    assert {words[:32] for words in named} == set(state["widgets"]) - {explorer.model_id}


def test_state_equals_sent_state_exactly(explorer):
    state = state_of(explorer)
    for group, name in (("points", "fpr"), ("points", "threshold"), ("hull", "tpr")):
        live = getattr(getattr(explorer.duality, group), name)
        assert sent(state, group, name).tobytes() == live.tobytes()


def test_state_is_valid_json(explorer):
    explorer.duality.money = {"kind": "moving", "over": [math.nan, math.inf]}
    text = json.dumps(state_of(explorer), allow_nan=False)
    assert widget_of(json.loads(text), "Duality")["state"]["money"]["over"] == [None, None]


def tabs(state):
    controls = [
        widget for widget in state["widgets"].values() if widget["model_name"] == "ControlsModel"
    ]
    return {tuple(widget["state"]["titles"]): widget["state"] for widget in controls}


def test_unopened_panels_with_content_are_saved(explorer, monkeypatch):
    assert set(tabs(state_of(explorer, whole=False))) == {("Data table",), ()}
    before = tabs(state_of(explorer))["Compare", "Classifiers", "Data table"]
    assert (before["tables"], before.get("unfolded", False)) == (2, False)
    explorer.model.bootstrap(n_resamples=50, rng=0)
    explorer.model.criterion = {"kind": "youden"}
    messages: list[Any] = []
    monkeypatch.setattr(comm, "create_comm", messages.append)
    assert (*PANELS, "Data table") in tabs(state_of(explorer))
    assert (messages, explorer._panels.panels) == ([], {})


def test_open_tabs_stay_open_in_state(explorer):
    explorer.open_panel("Compare")
    after = tabs(state_of(explorer, whole=False))["Compare", "Data table"]
    assert (after["tables"], after["selected"], after["unfolded"]) == (1, 0, True)
    assert None not in after["pages"]


def words_of(state):
    """Return all texts of sentences, tabs and tables."""
    values = [widget["state"].get("value", "") for widget in state["widgets"].values()]
    return unescape(" ".join(widget for widget in values if isinstance(widget, str)))


def test_saved_panels_contain_results(explorer):
    model = explorer.model
    model.bootstrap(n_resamples=50, rng=0)
    words = words_of(state_of(explorer))
    about = [line for name in model.classifiers for line in model.about(name).words]
    for line in (
        *model.sample_size().lines[:1],
        *model._stability.lines,
        area_difference_words(model),
        *about,
    ):
        assert line in words
    assert model.sample_size().lines[0] not in words_of(state_of(explorer, whole=False))


def test_equal_layouts_are_saved_once(explorer):
    widgets = state_of(explorer)["widgets"].values()
    looks = [json.dumps(widget) for widget in widgets if "Layout" in widget["model_name"]]
    assert len(looks) == len(set(looks)) < 20


def test_state_has_provenance(explorer):
    explorer.model.conditions = cc.Conditions(prior=0.2, cost_fp=1, cost_fn=(2, 5))
    explorer.model.resampling = cc.BootstrapSettings(rng=7)
    about = state_of(explorer)["about"]
    assert about["title"] == "2 classifiers: model 0, model 1"
    assert about["conditions"] == "prior 0.2, costs 1 : 2 to 5"
    assert about["seed"] == 7
    assert about["versions"]["cc-widgets"] == cc.__version__
    assert state_of(explorer, "Tumours")["about"]["title"] == "Tumours"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_state_size_does_not_depend_on_test_set(open_widgets, count):
    explorer = explored(count, 100_000)
    explorer.model.bootstrap(n_resamples=200, rng=0)
    assert open_widgets()
    assert len(embedded(state_of(explorer))) <= TABS + count * ALLOWANCE


def test_state_of_closed_explorer_raises(explorer):
    model = explorer.model
    explorer.close()
    assert model.curves.classifiers
    with pytest.raises(cc.CostCurveError, match="explorer is closed"):
        state_of(explorer)


# ---- The page


class Read(HTMLParser):
    """Parser of a page that collects its elements and their contents."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.inside = []
        self.text = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.text.setdefault(tag, []).append("")

    def handle_data(self, data):
        if self.tags:
            self.text[self.tags[-1][0]][-1] += data

    @property
    def states(self):
        scripts = [attrs for tag, attrs in self.tags if tag == "script"]
        return [
            json.loads(text)
            for attrs, text in zip(scripts, self.text["script"], strict=True)
            if attrs.get("type") == MIME_TYPE
        ]


def written(explorer, folder, *widgets, **more):
    path = explorer.to_html(folder / "page.html", *widgets, **more)
    return Read(path.read_text("utf-8"))


def without_date(state):
    """Return a state without its date and with normalised widget ids."""
    text = json.dumps({**state, "about": {**state["about"], "date": ""}})
    for place, name in enumerate(state["widgets"]):
        text = text.replace(name, str(place))
    return json.loads(text)


def test_page_is_self_contained(explorer, tmp_path):
    page = written(explorer, tmp_path)
    assert [without_date(state) for state in page.states] == [without_date(state_of(explorer))]
    assert [attrs for tag, attrs in page.tags if {"src", "href"} & attrs.keys()] == []
    assert not re.search(r"@import|url\((?!.?data:|.?#)", "".join(page.text["style"]))
    assert not re.search(r"^//# source", "".join(page.text["script"]), re.MULTILINE)
    (rule,) = [attrs["content"] for tag, attrs in page.tags if "http-equiv" in attrs]
    assert rule.startswith("default-src 'none';")


def test_page_size_is_limited(open_widgets, tmp_path):
    explorer = explored(2, 300_000)
    explorer.model.bootstrap(n_resamples=200, rng=0)
    assert open_widgets()
    assert explorer.to_html(tmp_path / "page.html").stat().st_size <= MOST


def test_page_of_several_explorers(explorer, tmp_path):
    page = written(explorer, tmp_path, explored(1), title="Both")
    headings = [text.strip() for text in (*page.text["h1"], *page.text["h2"])]
    assert headings == ["Both", "2 classifiers: model 0, model 1", "1 classifier: model 0"]
    assert len(page.states) == 2
    small, double = (path.stat().st_size for path in sizes(explorer, tmp_path))
    assert double - small < TABS + 2 * ALLOWANCE  # what draws them is there once


def sizes(explorer, folder):
    return explorer.to_html(folder / "one"), explorer.to_html(folder / "two", explorer)


def test_page_has_provenance(explorer, tmp_path):
    explorer.model.resampling = cc.BootstrapSettings(rng=7)
    page = written(explorer, tmp_path)
    about = state_of(explorer)["about"]
    blocked, line, passing = page.text["p"]
    assert "scripts, which are blocked here" in blocked
    assert "gone when this page is closed" in passing
    for text in (about["fingerprint"], about["conditions"], "seed 7", about["date"][:10]):
        assert text in line
    assert all(f"{name} {number}" in line for name, number in about["versions"].items())


@pytest.mark.long(cases=3)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_names_and_titles_are_escaped(open_widgets, tmp_path, text):
    plain = written(explored(), tmp_path, title="plain")
    explorer = explored(name=lambda i: f"{text}{i}")
    assert open_widgets()
    page = written(explorer, tmp_path, title=text)
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain.tags]
    assert [without_date(state) for state in page.states] == [
        without_date(state_of(explorer, text))
    ]
    shown = text.replace("\ud800", "\ufffd").replace("\x00", "\ufffd")
    assert page.text["h1"][0].replace("\x00", "\ufffd").strip() == shown.strip()


def test_failed_write_keeps_existing_page(explorer, tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("old", "utf-8")
    closed = explored()
    closed.close()
    with pytest.raises(cc.CostCurveError, match="explorer is closed"):
        explorer.to_html(path, closed)
    monkeypatch.setattr(page_module, "write_file", lambda *_: pytest.fail("it wrote something"))
    page_module.scripts.cache_clear()
    monkeypatch.setattr(page_module, "files", lambda _: ())
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    with pytest.raises(cc.CostCurveError, match=r"not installed completely.*pip install"):
        explorer.to_html(path)
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_invalid_path_raises(explorer, tmp_path):
    reasons = {
        tmp_path: "must be a regular file or a new one",
        tmp_path / "none" / "page.html": "must be a writable file",
        None: "must be the path of a file",
        3: "must be the path of a file",
        "\0": "must be the path of a file",
    }
    for path, reason in reasons.items():
        with pytest.raises(cc.CostCurveError, match=reason):
            explorer.to_html(path)


# ---- A notebook as a page


def notebook_of(*bundles):
    outputs = [nbformat.v4.new_output("display_data", data=data) for data in bundles]
    cell = nbformat.v4.new_code_cell("explorer", outputs=outputs)
    text = nbformat.v4.new_markdown_cell("# Tumours\n$a^2$ <b>bold</b>")
    notebook = nbformat.v4.new_notebook(cells=[text, cell])
    notebook.metadata["widgets"] = {VIEW: {"state": {}}}
    return notebook


def converted(notebook):
    text, resources = get_exporter("cc_html")().from_notebook_node(notebook)
    assert resources["output_extension"] == ".html"
    return text


VIEW = "application/vnd.jupyter.widget-view+json"


def test_notebook_page_is_self_contained(explorer):
    state = state_of(explorer)
    view = {"version_major": 2, "version_minor": 0, "model_id": "gone"}
    other = {VIEW: view, "text/plain": "IntSlider(value=7)"}
    newer = {MIME_TYPE: {**state, "version": 9}, "text/plain": "from another time"}
    bundle = {MIME_TYPE: state, VIEW: view, "text/plain": "not this"}
    page = Read(text := converted(notebook_of(bundle, other, newer)))
    assert page.states == [state]
    assert "IntSlider(value=7)" in text
    assert "from another time" in text
    assert "not this" not in text
    assert "<b>bold</b>" in text
    external = [attrs for _, attrs in page.tags if re.match("http", attrs.get("src", ""))]
    assert external == []
    assert "cdnjs" not in text
    assert "unpkg" not in text


def test_nbconvert_is_optional():
    with pytest.raises(AttributeError, match="no attribute 'Page'"):
        _ = page_module.Page
    code = "import sys, cc_widgets.export.page; print('nbconvert' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
