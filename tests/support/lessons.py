"""Lessons: a notebook's cells, run from top to bottom in this process, and what each has shown."""

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
from cc_widgets.views.style import all_within
from cc_widgets.widgets.wire import GROUPS

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"  # of a widget that only its kernel has
ALLOWANCE = 90_000  # bytes of a classifier
LARGE = 6_000_000  # bytes of a notebook with outputs


@dataclass(frozen=True)
class Lesson:
    """A notebook that has been run.

    Attributes
    ----------
    notebook : NotebookNode
        It, with what it shows today.
    names : dict
        What its cells have made, by name.
    shown : list
        The value that each code cell shows, or None.
    printed : list of str
        What each code cell has printed.
    """

    notebook: Any
    names: dict[str, Any]
    shown: list[Any]
    printed: list[str]

    @property
    def words(self) -> str:
        """All that its cells of text say."""
        return "\n\n".join(
            cell.source for cell in self.notebook.cells if cell.cell_type == "markdown"
        )


@contextmanager
def ran(name: str) -> Iterator[Lesson]:
    """Run a notebook; what it has made is closed in the end."""
    notebook = source(name)
    names: dict[str, Any] = {"__name__": name}
    before, paths = set(_instances), sys.path[:]
    try:
        with chdir(FOLDER), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # as a kernel does
            results = [_ran(cell, names) for cell in code_of(notebook)]
        yield Lesson(notebook, names, *map(list, zip(*results, strict=True)))
    finally:
        sys.path[:] = paths
        made = [widget for one, widget in _instances.items() if one not in before]
        for widget in reversed(made):  # parts before what they are in would leave it without them
            widget.close()


def _ran(cell: Any, names: dict[str, Any]) -> tuple[Any, str]:
    """The value that a cell shows, and what it prints; both become its outputs."""
    *statements, last = ast.parse(cell.source).body
    value = None
    with redirect_stdout(StringIO()) as printed, redirect_stderr(StringIO()) as complained:
        if not isinstance(last, ast.Expr):
            exec(cell.source, names)  # noqa: S102 (our own notebook)
        else:
            exec(compile(ast.Module(statements, []), cell.id, "exec"), names)  # noqa: S102
            value = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)  # noqa: S307
    if complained.getvalue():
        raise RuntimeError(complained.getvalue())
    said = printed.getvalue()
    cell.outputs = [v4.new_output("stream", name="stdout", text=said)] if said else []
    if value is not None:
        data, metadata = DisplayFormatter().format(value)
        data.pop(VIEW, None)
        cell.outputs.append(v4.new_output("execute_result", data, metadata=metadata))
    return value, said


# ---- Sources and outputs


def source(name: str) -> Any:
    """Return a notebook as its file in git has it."""
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_of(notebook: Any) -> list[Any]:
    """The cells that are run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def states_of(notebook: Any) -> list[dict[str, Any]]:
    """What is kept of what is alive in a notebook: explorers and laboratories."""
    outputs = [output for cell in code_of(notebook) for output in cell.outputs]
    return [output.data[MIME_TYPE] for output in outputs if MIME_TYPE in output.get("data", {})]


def check_outputs(lesson: Lesson) -> None:
    """Assert that a notebook keeps its explorers whole, in files of a bounded size."""
    states = states_of(lesson.notebook)
    assert states
    for state in states:
        assert state["version"] == STATE_VERSION
        assert len(json.dumps(state)) < max(2, len(duality_of(state)["names"])) * ALLOWANCE
        assert unknown_parts(state) == []
    text = nbformat.writes(lesson.notebook)
    assert 0 < text.count('"image/png": "') <= len(states)
    assert len(text.encode()) < LARGE
    assert re.findall(r"/(?:home|root|tmp|Users|work)/|site-packages|[A-Z]:\\\\", text) == []


def duality_of(state: dict[str, Any]) -> dict[str, Any]:
    """Return the arrays that the page gets; no names where there are none, as of many classes."""
    widgets = state["widgets"].values()
    states = [each["state"] for each in widgets if each["model_name"] == "DualityModel"]
    assert len(states) <= 1
    return states[0] if states else {"names": []}


def unknown_parts(state: dict[str, Any]) -> list[str]:
    """Return the parts of a state that the page does not know, and groups that it misses."""
    data = cc.datasets.tumours()
    explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
    known: dict[str, set[str]] = {}
    for widget in all_within(explorer):
        known.setdefault(widget.get_state()["_model_name"], set()).update(widget.keys)
    explorer.close()
    saved = [each for each in state["widgets"].values() if each["model_name"] in known]
    duality = duality_of(state)
    return [
        *(
            f"{each['model_name']}.{name}"
            for each in saved
            for name in each["state"].keys() - known[each["model_name"]]
        ),
        *(
            group
            for group, kind in GROUPS.items()
            if duality["names"] and set(duality[group]) != {one.name for one in fields(kind)}
        ),
    ]
