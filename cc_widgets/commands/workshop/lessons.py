"""Lessons: sources in git, their outputs computed once, and the copies that JupyterLab opens."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cc_widgets.commands.workshop.checkout import of_files, of_texts, of_tree
from cc_widgets.commands.workshop.programs import show

FOLDER = ".lessons"  # of the copies, which users may edit; git ignores it
EXECUTED = f"{FOLDER}/.executed"  # of the outputs that `demo`, `site` and a release share
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
MARK = "cc_widgets"  # metadata of a copy: the inputs of its outputs, and its cells as written
OF_A_RUN = {"collapsed", "execution", "scrolled", "trusted"}  # metadata of cells
EXECUTION = "cc_widgets.commands.workshop.execution"

Notebook = dict[str, Any]


# ---- Sources


def source_of(notebook: Notebook) -> Notebook:
    """Return the notebook without outputs, counts and widget state; cell ids are positions."""
    cells = [
        {
            **cell,
            "id": f"cell-{place}",
            "metadata": {
                name: value for name, value in cell["metadata"].items() if name not in OF_A_RUN
            },
            "source": "".join(cell["source"]).splitlines(keepends=True),
            **({"outputs": [], "execution_count": None} if cell["cell_type"] == "code" else {}),
        }
        for place, cell in enumerate(notebook["cells"])
    ]
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def text_of(notebook: Notebook) -> str:
    """Return the file of a notebook, in the form that JupyterLab writes."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def check_sources(root: Path, *, fix: bool) -> int:
    """Return 1 if a source has outputs or other traces of a run; `fix` removes them instead."""
    code = 0
    for path in sorted(root.glob("notebooks/*.ipynb")):
        text = path.read_text("utf-8")
        source = text_of(source_of(json.loads(text)))
        if source != text and fix:
            write(path, source)
        elif source != text:
            print(f"{path.relative_to(root)}: remove its outputs by `check --fix`.")
            code = 1
    return code


# ---- Outputs


@dataclass(frozen=True)
class Lesson:
    """A notebook of a checkout.

    Attributes
    ----------
    root : Path
        The checkout.
    name : str
        The name of the file.
    """

    root: Path
    name: str

    @property
    def source(self) -> Path:
        """The file in git, without outputs."""
        return self.root / "notebooks" / self.name

    @property
    def executed(self) -> Path:
        """The file with outputs, which only `execute` writes."""
        return self.root / EXECUTED / self.name

    @property
    def copy(self) -> Path:
        """The file that JupyterLab opens."""
        return self.root / FOLDER / self.name

    @cached_property
    def fingerprint(self) -> str:
        """A fingerprint of all that the outputs depend on: the source, and the code it uses."""
        code = [of_tree(self.root / "cc_widgets", without=["commands"])]
        if "tests.bench" in self.source.read_text("utf-8"):
            code.append(of_tree(self.root / "tests/bench"))
        ours = self.root / "cc_widgets/commands/workshop"
        files = [self.source, ours / "execution.py", ours / "lessons.py"]
        return of_texts(of_files(self.root, files), *code)

    def is_executed(self) -> bool:
        """Return whether the outputs come from the present source and package."""
        return mark_of(read(self.executed)).get("inputs") == self.fingerprint

    def is_edited(self) -> bool:
        """Return whether a user has changed the copy since it was written."""
        copy = read(self.copy)
        return self.copy.exists() and (copy is None or mark_of(copy).get("cells") != cells_of(copy))

    def is_due(self) -> bool:
        """Return whether the copy needs outputs that are not there."""
        return not self.is_edited() and not self.is_executed()

    def update_copy(self) -> None:
        """Write the copy, with outputs if there are any; one that a user has edited stays."""
        if self.is_edited():
            return
        if self.is_executed():
            text = self.executed.read_text("utf-8")
        else:
            text = text_of(marked(source_of(json.loads(self.source.read_text("utf-8")))))
        if not self.copy.exists() or self.copy.read_text("utf-8") != text:
            write(self.copy, text)


def lessons_of(root: Path) -> list[Lesson]:
    """Return all lessons of a checkout, in their order."""
    return [Lesson(root, path.name) for path in sorted(root.glob("notebooks/*.ipynb"))]


def read(path: Path) -> Notebook | None:
    """Return a notebook; None if there is no file, or none that can be read."""
    try:
        notebook = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return notebook if isinstance(notebook, dict) else None


def write(path: Path, text: str) -> None:
    """Replace a file by another; an interruption leaves the old one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, "utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def marked(notebook: Notebook, inputs: str = "") -> Notebook:
    """Return the notebook with the fingerprints of its inputs and of its cells."""
    mark = {"inputs": inputs, "cells": cells_of(notebook)}
    return {**notebook, "metadata": {**METADATA, MARK: mark}}


def mark_of(notebook: Notebook | None) -> Mapping[str, str]:
    """Return the fingerprints in a notebook, or an empty mapping."""
    metadata = (notebook or {}).get("metadata", {})
    mark = metadata.get(MARK) if isinstance(metadata, dict) else None
    return mark if isinstance(mark, dict) else {}


def cells_of(notebook: Notebook) -> str:
    """Return a fingerprint of the cells of a notebook, outputs included."""
    return of_texts(json.dumps(notebook.get("cells"), sort_keys=True))


# ---- Execution, in a program of its own


def execute(root: Path, names: Iterable[str], python: str, environment: Mapping[str, str]) -> int:
    """Execute lessons whose outputs are missing or out of date; 0 only if all could be executed."""
    command = [python, "-m", EXECUTION, *names]
    return show(command, with_sources(root, environment), root)


def execute_in_background(
    root: Path, names: Iterable[str], python: str, environment: Mapping[str, str]
) -> None:
    """Do the same at low priority until this process ends, and update the copies."""
    process = subprocess.Popen(
        [python, "-m", EXECUTION, "--background", *names],
        cwd=root,
        env=with_sources(root, environment),
        stdin=subprocess.PIPE,  # its end is that of this process, or of the program in its place
        **BACKGROUND,
    )
    assert process.stdin is not None  # noqa: S101 (it is a pipe)
    os.set_inheritable(process.stdin.fileno(), True)  # noqa: FBT003 (positional only)


if sys.platform == "win32":
    BACKGROUND: dict[str, Any] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP
        | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    }
else:
    BACKGROUND: dict[str, Any] = {
        "start_new_session": True
    }  # Ctrl-C in the terminal is for JupyterLab


def with_sources(root: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment in which the package of a checkout is imported."""
    paths = [str(root), environment.get("PYTHONPATH", "")]
    return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


# ---- The copies, for `demo`


def prepare(root: Path, python: str, environment: Mapping[str, str]) -> Path:
    """Return the first lesson with outputs; the others follow in the background."""
    lessons = lessons_of(root)
    first, *later = lessons
    try:
        (root / EXECUTED).mkdir(parents=True, exist_ok=True)
        if first.is_due():
            execute(root, [first.name], python, environment)
        for lesson in lessons:
            lesson.update_copy()
    except OSError as error:
        print(f"{root / FOLDER} cannot be written to ({error.strerror}): no lesson has outputs.")
        return first.source
    for lesson in lessons:
        if lesson.is_edited() and mark_of(read(lesson.copy)).get("inputs") != lesson.fingerprint:
            print(f"{lesson.name} has your changes; delete {lesson.copy} for the current lesson.")
    due = [lesson.name for lesson in later if lesson.is_due()]
    if due:
        execute_in_background(root, due, python, environment)
    return first.copy
