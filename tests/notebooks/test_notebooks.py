"""Every notebook runs from top to bottom, and is kept with what it shows."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import nbformat
import pytest

import cc_widgets as cc
from cc_widgets.export.page import STATE_VERSION
from cc_widgets.views.style import all_within
from cc_widgets.widgets.wire import GROUPS
from tests.bench.statistics_figures import table
from tests.bench.statistics_rows import read
from tests.support.lessons import (
    FOLDER,
    NAMES,
    STALE,
    VIEW,
    code_of,
    keep,
    kept,
    ran,
    states_of,
    texts_of,
)

README = FOLDER.parent / "README.md"
FIRST, FITTED, BARE = "01_quickstart", "09_your_own_models", "90_statistics"
OWN = [name for name in NAMES if Path(__file__).with_name(f"test_{name}.py").exists()]
ALIVE = [name for name in NAMES if name != BARE]
ALLOWANCE = 90_000  # bytes of a classifier
LARGEST = {"06_the_papers_figures": 6_000_000}  # bytes of a file
LARGE = 2_500_000  # of any other


def test_there_are_notebooks():
    assert {FIRST, FITTED, BARE} <= set(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OWN])
def test_a_notebook_without_tests_of_its_own_runs(name, request):
    """The others are run by their own tests."""
    with ran(name) as today:
        assert code_of(today.notebook)
        if name == FIRST and not request.config.getoption("--update-pictures"):
            assert texts_of(kept(name)) == texts_of(today.notebook), STALE


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_kept_without_widgets_that_only_its_kernel_had(name):
    notebook = kept(name)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata
    assert VIEW not in text_of(name)
    if name == BARE:
        assert [cell.outputs for cell in code_of(notebook)] == [[] for _ in code_of(notebook)]
        assert {cell.execution_count for cell in code_of(notebook)} == {None}


@pytest.mark.parametrize("name", ALIVE)
def test_a_notebook_is_kept_with_what_it_shows(name, request):
    """Opened, it is alive before anything is run; `--update-pictures` makes its outputs anew."""
    if request.config.getoption("--update-pictures"):
        with ran(name) as today:
            keep(today, name)
    states = states_of(kept(name))
    assert states
    for state in states:
        assert state["version"] == STATE_VERSION
        assert len(json.dumps(state)) < max(2, len(told_in(state)["names"])) * ALLOWANCE
        assert faults_of(state) == [], STALE
    text = text_of(name)
    assert 0 < text.count('"image/png": "') <= len(states)
    assert len(text.encode()) < LARGEST.get(name, LARGE)
    assert re.findall(r"/(?:home|root|tmp|Users|work)/|site-packages|[A-Z]:\\\\", text) == []


def told_in(state: dict[str, Any]) -> dict[str, Any]:
    """What the page is told of the model; nothing where there is none, as of many classes."""
    widgets = state["widgets"].values()
    told = [one["state"] for one in widgets if one["model_name"] == "DualityModel"]
    assert len(told) <= 1
    return told[0] if told else {"names": []}


def text_of(name: str) -> str:
    """All of a notebook's file."""
    return (FOLDER / f"{name}.ipynb").read_text("utf-8")


def faults_of(state: dict[str, Any]) -> list[str]:
    """What in a state today's page would not know, or would miss."""
    data = cc.datasets.tumours()
    explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
    known: dict[str, set[str]] = {}
    for widget in all_within(explorer):
        known.setdefault(widget.get_state()["_model_name"], set()).update(widget.keys)
    explorer.close()
    saved = [one for one in state["widgets"].values() if one["model_name"] in known]
    duality = told_in(state)
    return [
        *(
            f"{one['model_name']}.{name}"
            for one in saved
            for name in one["state"].keys() - known[one["model_name"]]
        ),
        *(
            group
            for group, kind in GROUPS.items()
            if duality["names"] and set(duality[group]) != {one.name for one in fields(kind)}
        ),
    ]


def test_the_first_notebook_leaves_its_figures_as_it_describes_them():  # W23, N5
    data = cc.datasets.tumours()
    first = cc.explore(data.y_true, data.scores, pos_label="malignant")
    before = first.model.classifiers
    names: dict[str, Any] = {"cc": cc, "data": data, "explorer": first}
    cells = [cell.source for cell in kept(FIRST).cells]
    [new_data] = [source for source in cells if source.startswith("rounded = ")]
    exec(new_data, names)  # noqa: S102 (our own notebook)
    assert names["rounded"].model.classifiers != before
    assert first.model.classifiers == before
    first.close()
    names["rounded"].close()


def test_the_statistics_notebook_says_of_its_domain_what_its_numbers_are():  # S8
    found = {
        row.domain: row.share
        for row in read()
        if (row.part, row.method, row.kind) == ("table 5", "lambda 0.1", "")
    }
    [words] = [text for text in words_of(BARE) if text.startswith("## Five classes")]
    said = f"this domain gives {found['M6']:.3f} and {found['M9']:.3f},"
    assert said.replace(" 0.", " .") in words
    assert "the paper found .994 and .996" in words
    assert "as an example, not as what M6 and M9 give" in words


def test_the_statistics_notebook_says_how_seldom_bands_of_weights_hold():
    mine = [row for row in read() if row.part == "weights and clusters" and row.recommended]
    worst = min(row.share for row in mine if row.share is not None)
    [words] = [text for text in words_of(BARE) if text.startswith("## Weights, and")]
    assert f"{worst:.3f}".removeprefix("0") in words


@pytest.mark.parametrize(
    ("part", "title"), [("folds", "Folds"), ("best of several", "The best of several")]
)
def test_the_statistics_notebook_promises_no_more_than_was_found(part, title):
    mine = [row for row in read() if row.part == part and row.recommended]
    [words] = [text for text in words_of(BARE) if text.startswith(f"## {title}")]
    assert "No number is below .87." in words
    assert min(row.share for row in mine if row.share is not None) >= 0.87


def test_the_statistics_notebook_says_what_it_needs_and_points_the_right_way():  # N8
    words = words_of(BARE)
    assert "It belongs to a checkout." in words[0]
    assert "In a checkout, `notebooks/90_statistics.ipynb`" in README.read_text("utf-8")
    [reading] = [text for text in words if text.startswith("## How to read")]
    assert "The table below each figure" in reading
    [code] = [cell.source for cell in kept(BARE).cells[1:2]]
    assert len(code.splitlines()) < 10  # no plotting first
    assert "color:var(--jp-ui-font-color1" in table(["M1"], {"a": ["1"]}).value


def words_of(name: str) -> list[str]:
    return [cell.source for cell in kept(name).cells if cell.cell_type == "markdown"]
