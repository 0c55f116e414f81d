"""Sources of lessons have no outputs, and lesson 90 agrees with its results."""

import json
from math import floor
from pathlib import Path
from typing import Any

import nbformat
import pytest

import cc_widgets as cc
from cc_widgets.commands.workshop.lessons import notebook_text, without_outputs
from tests.bench import statistics_planning, statistics_roc
from tests.bench.statistics_figures import table
from tests.bench.statistics_rows import read
from tests.support.lessons import FOLDER, NAMES, check_outputs, code_of, run_lesson, source

README = FOLDER.parent / "README.md"
FIRST, FITTED, STATISTICS = "01_quickstart", "09_your_own_models", "90_statistics"
TESTED = {name for name in NAMES if Path(__file__).with_name(f"test_{name}.py").exists()}
MAX_BYTES = 200_000  # of all sources


def test_first_and_last_notebooks_are_found():
    assert {FIRST, FITTED, STATISTICS} <= set(NAMES)


@pytest.mark.parametrize("name", sorted(set(NAMES) - TESTED))
def test_notebook_without_a_test_file_can_be_executed(name):
    with run_lesson(name) as executed:
        assert code_of(executed.notebook)
        if name != STATISTICS:
            check_outputs(executed)


@pytest.mark.parametrize("name", NAMES)
def test_source_has_no_outputs_execution_counts_or_widgets(name):  # K9
    nbformat.validate(source(name))
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    assert text == notebook_text(without_outputs(json.loads(text))), "type: check --fix"


def test_sources_are_small():  # K9
    assert sum(path.stat().st_size for path in FOLDER.glob("*.ipynb")) <= MAX_BYTES


def test_second_explorer_of_the_first_notebook_does_not_change_the_first():  # W23, N5
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


def test_statistics_notebook_quotes_the_results_for_rare_classes():  # S8
    shares = {
        row.domain: row.share
        for row in read()
        if (row.part, row.method, row.kind) == ("table 5", "lambda 0.1", "")
    }
    section = statistics_section("Five classes")
    assert f"this domain gives {shares['M6']:.3f} and {shares['M9']:.3f}." in section
    assert "the paper found 0.994 and 0.996" in section
    assert "as an example, not as a general result for M6 and M9" in section


def test_statistics_notebook_quotes_the_lowest_coverage_with_weights():
    assert f"{lowest_coverage('weights and clusters'):.3f}" in statistics_section("Weights and")


def test_statistics_notebook_quotes_the_power_with_chosen_thresholds():
    power = [row.share or 0.0 for row in read() if row.part == statistics_planning.CHOSEN]
    quoted = f"the power was {min(power):.2f} to {max(power):.2f} for four pairs"
    assert quoted in statistics_section("Sample size")


def test_statistics_notebook_quotes_the_coverage_of_boxes_of_the_best_classifier():
    roc = statistics_roc
    rows = [row for row in read() if row.part == roc.WINNER_RATES]
    fixed, chosen = (
        floor(100 * min(row.share or 0.0 for row in rows if row.target == target)) / 100
        for target in (roc.FIXED, roc.CHOSEN)
    )
    quoted = f"at least {fixed:.2f} with fixed thresholds and {chosen:.2f} with chosen ones"
    assert any(quoted in cell.source for cell in source(STATISTICS).cells)


@pytest.mark.parametrize(
    ("part", "title"), [("folds", "Folds"), ("best of several", "The best of several")]
)
def test_statistics_notebook_is_right_about_the_lowest_coverage(part, title):
    assert "No number is below 0.87." in statistics_section(title)
    assert lowest_coverage(part) >= 0.87


def test_statistics_notebook_explains_what_it_needs_and_how_to_read_it():  # N8
    assert "Run this notebook in a checkout" in source(STATISTICS).cells[0].source
    assert "In a checkout, `notebooks/90_statistics.ipynb`" in README.read_text("utf-8")
    assert "The table below each figure" in statistics_section("How to read")
    [code] = [cell.source for cell in source(STATISTICS).cells[1:2]]
    assert len(code.splitlines()) < 10  # no plotting first
    assert "color:var(--jp-ui-font-color1" in table(["M1"], {"a": ["1"]}).value


def test_statistics_notebook_quotes_the_lowest_coverage_of_the_recommendation():
    rows = [row for row in read() if row.method == "interval of the recommendation"]
    worst, second = sorted(rows, key=lambda row: row.share or 0.0)[:2]
    assert f"One number is below 0.87, at {worst.share:.3f}: eight classifiers with crossing" in (
        " ".join(cell.source for cell in source(STATISTICS).cells)
    )
    assert (worst.domain, worst.sizes) == ("crossing curves, 8 at once", "15+400")
    assert second.share is not None
    assert second.share >= 0.87


def statistics_section(title: str) -> str:
    """Return the Markdown cell of lesson 90 that begins with this title."""
    cells = [cell.source for cell in source(STATISTICS).cells if cell.cell_type == "markdown"]
    [section] = [text for text in cells if text.startswith(f"## {title}")]
    return section


def lowest_coverage(part: str) -> float:
    """Return the lowest coverage of recommended methods in a part of the results."""
    rows = [row for row in read() if row.part == part and row.recommended]
    return min(row.share for row in rows if row.share is not None)
