"""Lessons: a notebook's cells, run from top to bottom in this process, and what each has shown."""

import ast
import sys
import warnings
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.formatters import DisplayFormatter
from ipywidgets.widgets.widget import _instances
from nbformat import v4

from cc_widgets.export.page import MIME_TYPE

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"  # of a widget that only its kernel has
STALE = "make it anew: test tests/notebooks/test_notebooks.py --update-pictures"


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
    notebook = kept(name)
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


# ---- What a notebook is kept with


def kept(name: str) -> Any:
    """A notebook as its file has it."""
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def keep(lesson: Lesson, name: str) -> None:
    """Put what a notebook shows today into its file, and nothing else."""
    for place, cell in enumerate(code_of(lesson.notebook), 1):
        cell.execution_count = place
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = place
    (FOLDER / f"{name}.ipynb").write_text(nbformat.writes(lesson.notebook) + "\n", "utf-8")


def code_of(notebook: Any) -> list[Any]:
    """The cells that are run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def states_of(notebook: Any) -> list[dict[str, Any]]:
    """What is kept of what is alive in a notebook: explorers and laboratories."""
    outputs = [output for cell in code_of(notebook) for output in cell.outputs]
    return [output.data[MIME_TYPE] for output in outputs if MIME_TYPE in output.get("data", {})]


def texts_of(notebook: Any) -> list[list[str]]:
    """What each cell's outputs say in words, whatever else they show."""
    return [
        [
            output.text if output.output_type == "stream" else output.data["text/plain"]
            for output in cell.outputs
        ]
        for cell in code_of(notebook)
    ]
