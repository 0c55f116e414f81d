"""Sources of lessons have no outputs, and their claims are true."""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

import cc_widgets as cc
from cc_widgets.commands.workshop.lessons import source_of, text_of
from tests.bench.statistics_figures import table
from tests.bench.statistics_rows import read
from tests.support.lessons import FOLDER, NAMES, check_outputs, code_of, ran, source

README = FOLDER.parent / "README.md"
FIRST, FITTED, BARE = "01_quickstart", "09_your_own_models", "90_statistics"
OWN = [name for name in NAMES if Path(__file__).with_name(f"test_{name}.py").exists()]
MOST = 200_000  # bytes of all sources


def test_there_are_notebooks():
    assert {FIRST, FITTED, BARE} <= set(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OWN])
def test_a_notebook_without_tests_of_its_own_runs(name):
    """The others are run by their own tests."""
    with ran(name) as today:
        assert code_of(today.notebook)
        if name != BARE:
            check_outputs(today)


@pytest.mark.parametrize("name", NAMES)
def test_git_has_a_notebook_without_outputs_counts_and_widgets(name):  # K9
    nbformat.validate(source(name))
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    assert text == text_of(source_of(json.loads(text))), "type: check --fix"


def test_all_notebooks_in_git_are_small():  # K9
    assert sum(path.stat().st_size for path in FOLDER.glob("*.ipynb")) <= MOST


def test_the_first_notebook_leaves_its_figures_as_it_describes_them():  # W23, N5
    data = cc.datasets.tumours()
    first = cc.explore(data.y_true, data.scores, pos_label="malignant")
    before = first.model.classifiers
    names: dict[str, Any] = {"cc": cc, "data": data, "explorer": first}
    cells = [cell.source for cell in source(FIRST).cells]
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
    [code] = [cell.source for cell in source(BARE).cells[1:2]]
    assert len(code.splitlines()) < 10  # no plotting first
    assert "color:var(--jp-ui-font-color1" in table(["M1"], {"a": ["1"]}).value


def words_of(name: str) -> list[str]:
    return [cell.source for cell in source(name).cells if cell.cell_type == "markdown"]
