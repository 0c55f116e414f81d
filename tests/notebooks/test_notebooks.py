"""Every notebook runs from top to bottom; the first one is kept with what it shows."""

import json
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import cc_widgets as cc
from cc_widgets.export.page import MIME_TYPE, STATE_VERSION
from cc_widgets.views.style import all_within
from cc_widgets.widgets.wire import GROUPS
from tests.bench.statistics_figures import table
from tests.bench.statistics_rows import read

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
README = ROOT / "README.md"
SECONDS = 900  # long: what comes ends the waiting, however busy the machine is
FIRST = ROOT / "notebooks/01_quickstart.ipynb"
SHOWN = {FIRST: 3, ROOT / "notebooks/02_your_own_models.ipynb": 3}  # kept with so many explorers
VIEW = "application/vnd.jupyter.widget-view+json"
ALLOWANCE = 60_000  # bytes of a classifier
STALE = "test tests/notebooks/test_notebooks.py --update-pictures"
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks():
    assert "01_quickstart" in [path.stem for path in NOTEBOOKS]


@cache
def ran(path: Path) -> Any:
    """A notebook, run from top to bottom."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": path.parent}}
    given: dict[str, Any] = {"timeout": SECONDS, "kernel_name": "python3", "record_timing": False}
    NotebookClient(notebook, resources=resources, **given).execute()
    return notebook


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts_of(cell: Any) -> list[str]:
    """What its outputs say in words, whatever else they show."""
    return [
        output.text if output.output_type == "stream" else output.data["text/plain"]
        for output in cell.outputs
    ]


@by_name
def test_a_notebook_runs(path):
    code = code_of(ran(path))
    assert code
    outputs = [output for cell in code for output in cell.outputs]
    assert [
        output for output in outputs if output.output_type == "stream" and output.name == "stderr"
    ] == []


@by_name
def test_a_notebook_is_kept_without_widgets_that_only_its_kernel_had(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata
    assert VIEW not in path.read_text("utf-8")
    if path not in SHOWN:
        assert [cell.outputs for cell in code_of(notebook)] == [[] for _ in code_of(notebook)]
        assert {cell.execution_count for cell in code_of(notebook)} == {None}


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_what_it_shows(path, request):
    """Opened, it is alive before anything is run; `--update-pictures` makes its outputs anew."""
    if request.config.getoption("--update-pictures"):
        keep_outputs(path)
    states = kept_states(path)
    assert len(states) == SHOWN[path]
    for state in states:
        assert state["version"] == STATE_VERSION
        assert len(json.dumps(state)) < 2 * ALLOWANCE
        assert faults_of(state) == [], STALE
    text = path.read_text("utf-8")
    assert text.count('"image/png": "') == SHOWN[path]
    assert re.findall(r"/(?:home|root|tmp|Users|work)/|site-packages|[A-Z]:\\\\", text) == []


def test_what_the_first_notebook_says_is_what_it_says_today():
    """What another one says depends on who has fitted its models."""
    kept, today = (code_of(one) for one in (nbformat.read(FIRST, as_version=4), ran(FIRST)))
    assert [texts_of(cell) for cell in kept] == [texts_of(cell) for cell in today], STALE


def keep_outputs(path: Path) -> None:
    """Put what running it shows into a notebook, and nothing else."""
    kept = nbformat.read(path, as_version=4)
    for cell, shown in zip(code_of(kept), code_of(ran(path)), strict=True):
        cell.outputs, cell.execution_count = shown.outputs, shown.execution_count
    path.write_text(nbformat.writes(kept) + "\n", "utf-8")


def kept_states(path: Path) -> list[dict[str, Any]]:
    """What is kept of the explorers of a notebook."""
    outputs = [
        output for cell in code_of(nbformat.read(path, as_version=4)) for output in cell.outputs
    ]
    return [output.data[MIME_TYPE] for output in outputs if MIME_TYPE in output.get("data", {})]


def faults_of(state: dict[str, Any]) -> list[str]:
    """What in a state today's page would not know, or would miss."""
    data = cc.datasets.tumours()
    explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
    known: dict[str, set[str]] = {}
    for widget in all_within(explorer):
        known.setdefault(widget.get_state()["_model_name"], set()).update(widget.keys)
    explorer.close()
    saved = [one for one in state["widgets"].values() if one["model_name"] in known]
    [duality] = [one["state"] for one in saved if one["model_name"] == "DualityModel"]
    return [
        *(
            f"{one['model_name']}.{name}"
            for one in saved
            for name in one["state"].keys() - known[one["model_name"]]
        ),
        *(
            group
            for group, kind in GROUPS.items()
            if set(duality[group]) != {one.name for one in fields(kind)}
        ),
    ]


def test_the_first_notebook_leaves_its_figures_as_it_describes_them():  # W23, N5
    data = cc.datasets.tumours()
    first = cc.explore(data.y_true, data.scores, pos_label="malignant")
    before = first.model.classifiers
    names: dict[str, Any] = {"cc": cc, "data": data, "explorer": first}
    cells = [cell.source for cell in nbformat.read(NOTEBOOKS[0], as_version=4).cells]
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
    [words] = [text for text in words_of("90_statistics") if text.startswith("## Five classes")]
    assert f"this domain gives about {found['M6']:.2f}".replace(" 0.", " .") in words
    assert f"and {found['M9']:.2f}".replace(" 0.", " .") in words
    assert "the paper found .994 and .996" in words
    assert "as an example, not as what M6 and M9 give" in words


def test_the_statistics_notebook_says_how_seldom_bands_of_weights_hold():
    mine = [row for row in read() if row.part == "weights and clusters" and row.recommended]
    worst = min(row.share for row in mine if row.share is not None)
    [words] = [text for text in words_of("90_statistics") if text.startswith("## Weights, and")]
    assert f"{worst:.3f}".removeprefix("0") in words


@pytest.mark.parametrize(
    ("part", "title"), [("folds", "Folds"), ("best of several", "The best of several")]
)
def test_the_statistics_notebook_promises_no_more_than_was_found(part, title):
    mine = [row for row in read() if row.part == part and row.recommended]
    [words] = [text for text in words_of("90_statistics") if text.startswith(f"## {title}")]
    assert "No number is below .87." in words
    assert min(row.share for row in mine if row.share is not None) >= 0.87


def test_the_statistics_notebook_says_what_it_needs_and_points_the_right_way():  # N8
    words = words_of("90_statistics")
    assert "It belongs to a checkout." in words[0]
    assert "In a checkout, `notebooks/90_statistics.ipynb`" in README.read_text("utf-8")
    [reading] = [text for text in words if text.startswith("## How to read")]
    assert "The table below each figure" in reading
    code = [cell.source for cell in nbformat.read(NOTEBOOKS[-1], as_version=4).cells[1:2]]
    assert len(code[0].splitlines()) < 10  # no plotting first
    assert "color:var(--jp-ui-font-color1" in table(["M1"], {"a": ["1"]}).value


def words_of(name: str) -> list[str]:
    [path] = [path for path in NOTEBOOKS if path.stem == name]
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "markdown"]
