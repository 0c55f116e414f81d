"""Every notebook runs from top to bottom, and is kept without what running it leaves behind."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import cc_widgets as cc

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
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
