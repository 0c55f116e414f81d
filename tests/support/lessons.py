"""Lesson notebooks: execution in this process, outputs and saved states."""

import ast
import json
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.formatters import DisplayFormatter
from ipywidgets.widgets.widget import _instances
from nbformat import v4

import cc_widgets as cc
from cc_widgets.export.page import MIME_TYPE, STATE_VERSION
from cc_widgets.views.style import iter_widgets
from cc_widgets.widgets.wire import GROUPS

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"  # needs a kernel
MAX_CLASSIFIER_BYTES = 90_000
MAX_NOTEBOOK_BYTES = 6_000_000  # with outputs


@dataclass(frozen=True)
class Lesson:
    """A notebook after execution; element i of the lists belongs to code cell i."""

    notebook: Any
    """With the outputs of this execution."""
    names: dict[str, Any]
    """Global variables of the notebook."""
    shown: list[Any]
    """Displayed value, or None."""
    printed: list[str]
    """Text written to stdout."""

    @property
    def words(self) -> str:
        """Concatenated Markdown cells."""
        return "\n\n".join(
            cell.source for cell in self.notebook.cells if cell.cell_type == "markdown"
        )


@contextmanager
def run_lesson(name: str) -> Iterator[Lesson]:
    """Execute a notebook; close its widgets on exit."""
    notebook = source(name)
    names: dict[str, Any] = {"__name__": name}
    before, paths = set(_instances), sys.path[:]
    try:
        with chdir(FOLDER), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # as a kernel does
            results = [_run_cell(cell, names) for cell in code_of(notebook)]
        yield Lesson(notebook, names, *map(list, zip(*results, strict=True)))
    finally:
        sys.path[:] = paths
        new = [widget for model_id, widget in _instances.items() if model_id not in before]
        for widget in reversed(new):  # containers before their children
            widget.close()


def _run_cell(cell: Any, names: dict[str, Any]) -> tuple[Any, str]:
    """Return the value that a cell displays and the text it prints; store both as its outputs."""
    *statements, last = ast.parse(cell.source).body
    value = None
    with redirect_stdout(StringIO()) as stdout, redirect_stderr(StringIO()) as stderr:
        if not isinstance(last, ast.Expr):
            exec(cell.source, names)  # noqa: S102 (our own notebook)
        else:
            exec(compile(ast.Module(statements, []), cell.id, "exec"), names)  # noqa: S102
            value = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)  # noqa: S307
    if stderr.getvalue():
        raise RuntimeError(stderr.getvalue())
    text = stdout.getvalue()
    cell.outputs = [v4.new_output("stream", name="stdout", text=text)] if text else []
    if value is not None:
        data, metadata = DisplayFormatter().format(value)
        data.pop(VIEW, None)
        cell.outputs.append(v4.new_output("execute_result", data, metadata=metadata))
    return value, text


# ---- Sources and outputs


def source(name: str) -> Any:
    """Return a notebook as stored in git."""
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_of(notebook: Any) -> list[Any]:
    """Return the code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def saved_states(notebook: Any) -> list[dict[str, Any]]:
    """Return the saved states of the interactive outputs of a notebook."""
    outputs = [output for cell in code_of(notebook) for output in cell.outputs]
    return [output.data[MIME_TYPE] for output in outputs if MIME_TYPE in output.get("data", {})]


def check_outputs(lesson: Lesson) -> None:
    """Assert that the saved states of a notebook are complete and of bounded size."""
    states = saved_states(lesson.notebook)
    assert states
    for state in states:
        assert state["version"] == STATE_VERSION
        n_classifiers = max(2, len(duality_of(state)["names"]))
        assert len(json.dumps(state)) < n_classifiers * MAX_CLASSIFIER_BYTES
        assert unknown_parts(state) == []
    text = nbformat.writes(lesson.notebook)
    assert 0 < text.count('"image/png": "') <= len(states)
    assert len(text.encode()) < MAX_NOTEBOOK_BYTES
    assert re.findall(r"/(?:home|root|tmp|Users|work)/|site-packages|[A-Z]:\\\\", text) == []


def duality_of(state: dict[str, Any]) -> dict[str, Any]:
    """Return the state of the duality; without names if there is none, as for several classes."""
    widgets = state["widgets"].values()
    states = [widget["state"] for widget in widgets if widget["model_name"] == "DualityModel"]
    assert len(states) <= 1
    return states[0] if states else {"names": []}


def unknown_parts(state: dict[str, Any]) -> list[str]:
    """Return traits that the page does not know, and groups with unexpected fields."""
    data = cc.datasets.tumours()
    explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
    traits: dict[str, set[str]] = {}
    for widget in iter_widgets(explorer):
        traits.setdefault(widget.get_state()["_model_name"], set()).update(widget.keys)
    explorer.close()
    saved = [model for model in state["widgets"].values() if model["model_name"] in traits]
    duality = duality_of(state)
    return [
        *(
            f"{model['model_name']}.{name}"
            for model in saved
            for name in model["state"].keys() - traits[model["model_name"]]
        ),
        *(
            group
            for group, kind in GROUPS.items()
            if duality["names"] and set(duality[group]) != {field.name for field in fields(kind)}
        ),
    ]
