"""Every notebook runs from top to bottom, and is kept without what running it leaves behind."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import cc_widgets as cc
from tests.bench.statistics_figures import table
from tests.bench.statistics_rows import read

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
README = ROOT / "README.md"
SECONDS = 900  # long: what comes ends the waiting, however busy the machine is
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks():
    assert "01_quickstart" in [path.stem for path in NOTEBOOKS]


@by_name
def test_a_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": path.parent}}
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=resources).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    outputs = [output for cell in code for output in cell.outputs]
    assert [
        output for output in outputs if output.output_type == "stream" and output.name == "stderr"
    ] == []


@by_name
def test_a_notebook_is_kept_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.outputs for cell in code] == [[] for _ in code]
    assert [cell.execution_count for cell in code] == [None for _ in code]
    assert "widgets" not in notebook.metadata


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
