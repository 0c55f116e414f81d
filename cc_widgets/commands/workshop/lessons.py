"""Lessons: sources in git, executed notebooks, and the copies that JupyterLab opens."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cc_widgets.commands.workshop.checkout import (
    fingerprint_files,
    fingerprint_texts,
    fingerprint_tree,
)
from cc_widgets.commands.workshop.programs import run_visible

FOLDER = ".lessons"  # copies that users may edit; ignored by git
EXECUTED = f"{FOLDER}/.executed"  # executed notebooks, used by `demo`, `site` and releases
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
MARK = "cc_widgets"  # notebook metadata: fingerprints of the inputs and of the written cells
RUN_METADATA = {"collapsed", "execution", "scrolled", "trusted"}  # cell metadata of a run
EXECUTION = "cc_widgets.commands.workshop.execution"

Notebook = dict[str, Any]


# ---- Sources


def without_outputs(notebook: Notebook) -> Notebook:
    """Return the notebook without outputs and widget state, with positions as cell ids."""
    cells = [
        {
            **cell,
            "id": f"cell-{position}",
            "metadata": {
                name: value for name, value in cell["metadata"].items() if name not in RUN_METADATA
            },
            "source": "".join(cell["source"]).splitlines(keepends=True),
            **({"outputs": [], "execution_count": None} if cell["cell_type"] == "code" else {}),
        }
        for position, cell in enumerate(notebook["cells"])
    ]
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def notebook_text(notebook: Notebook) -> str:
    """Return the JSON text of a notebook in JupyterLab's format."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def check_sources(root: Path, *, fix: bool) -> int:
    """Return 1 if a source contains outputs or other traces of a run, unless `fix` removes them."""
    code = 0
    for path in sorted(root.glob("notebooks/*.ipynb")):
        text = path.read_text("utf-8")
        source = notebook_text(without_outputs(json.loads(text)))
        if source != text and fix:
            replace_file(path, source)
        elif source != text:
            print(f"{path.relative_to(root)}: has outputs; remove them with `check --fix`.")
            code = 1
    return code


# ---- Outputs


@dataclass(frozen=True)
class Lesson:
    """Notebook in a checkout, identified by the root of the checkout and the file name."""

    root: Path
    name: str

    @property
    def source(self) -> Path:
        """Path of the notebook in git, without outputs."""
        return self.root / "notebooks" / self.name

    @property
    def executed(self) -> Path:
        """Path of the notebook with outputs, which only `execute` writes."""
        return self.root / EXECUTED / self.name

    @property
    def copy(self) -> Path:
        """Path of the copy that JupyterLab opens."""
        return self.root / FOLDER / self.name

    @cached_property
    def fingerprint(self) -> str:
        """Fingerprint of the inputs of the outputs: the source and the code it uses."""
        code = [fingerprint_tree(self.root / "cc_widgets", without=["commands"])]
        if "tests.bench" in self.source.read_text("utf-8"):
            code.append(fingerprint_tree(self.root / "tests/bench"))
        folder = self.root / "cc_widgets/commands/workshop"
        files = [self.source, folder / "execution.py", folder / "lessons.py"]
        return fingerprint_texts(fingerprint_files(self.root, files), *code)

    def is_executed(self) -> bool:
        """Return whether the outputs match the current source and package."""
        return read_mark(read_notebook(self.executed)).get("inputs") == self.fingerprint

    def is_edited(self) -> bool:
        """Return whether a user has changed the copy since it was written."""
        copy = read_notebook(self.copy)
        return self.copy.exists() and (
            copy is None or read_mark(copy).get("cells") != fingerprint_cells(copy)
        )

    def is_due(self) -> bool:
        """Return whether the lesson must be executed to update the copy."""
        return not self.is_edited() and not self.is_executed()

    def update_copy(self) -> None:
        """Write the copy, with outputs if available, unless a user has edited it."""
        if self.is_edited():
            return
        if self.is_executed():
            text = self.executed.read_text("utf-8")
        else:
            source = json.loads(self.source.read_text("utf-8"))
            text = notebook_text(with_mark(without_outputs(source)))
        if not self.copy.exists() or self.copy.read_text("utf-8") != text:
            replace_file(self.copy, text)


def lessons_of(root: Path) -> list[Lesson]:
    """Return all lessons of a checkout in order."""
    return [Lesson(root, path.name) for path in sorted(root.glob("notebooks/*.ipynb"))]


def read_notebook(path: Path) -> Notebook | None:
    """Return a notebook, or None if the file is missing or invalid."""
    try:
        notebook = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return notebook if isinstance(notebook, dict) else None


def replace_file(path: Path, text: str) -> None:
    """Replace a file; an interruption keeps the old one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, "utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def with_mark(notebook: Notebook, inputs: str = "") -> Notebook:
    """Return the notebook with fingerprints of its inputs and cells in its metadata."""
    mark = {"inputs": inputs, "cells": fingerprint_cells(notebook)}
    return {**notebook, "metadata": {**METADATA, MARK: mark}}


def read_mark(notebook: Notebook | None) -> Mapping[str, str]:
    """Return the fingerprints in the metadata of a notebook, or an empty mapping."""
    metadata = (notebook or {}).get("metadata", {})
    mark = metadata.get(MARK) if isinstance(metadata, dict) else None
    return mark if isinstance(mark, dict) else {}


def fingerprint_cells(notebook: Notebook) -> str:
    """Return a fingerprint of the cells of a notebook, including outputs."""
    return fingerprint_texts(json.dumps(notebook.get("cells"), sort_keys=True))


# ---- Execution in a separate process


def execute(root: Path, names: Iterable[str], python: str, environment: Mapping[str, str]) -> int:
    """Execute lessons whose outputs are missing or out of date; return 0 if all succeed."""
    command = [python, "-m", EXECUTION, *names]
    return run_visible(command, with_sources(root, environment), root)


def execute_in_background(
    root: Path, names: Iterable[str], python: str, environment: Mapping[str, str]
) -> None:
    """Execute lessons at low priority until this process ends, and update the copies."""
    process = subprocess.Popen(
        [python, "-m", EXECUTION, "--background", *names],
        cwd=root,
        env=with_sources(root, environment),
        stdin=subprocess.PIPE,  # closed when this process, or a program that replaces it, ends
        **BACKGROUND,
    )
    assert process.stdin is not None  # noqa: S101 (a pipe)
    os.set_inheritable(process.stdin.fileno(), True)  # noqa: FBT003 (positional only)


if sys.platform == "win32":
    BACKGROUND: dict[str, Any] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP
        | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    }
else:
    BACKGROUND: dict[str, Any] = {
        "start_new_session": True
    }  # so that Ctrl-C reaches only JupyterLab


def with_sources(root: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables with which Python imports the package of a checkout."""
    paths = [str(root), environment.get("PYTHONPATH", "")]
    return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


# ---- Copies for `demo`


def prepare_copies(root: Path, python: str, environment: Mapping[str, str]) -> Path:
    """Return the first lesson with outputs, and execute the others in the background."""
    lessons = lessons_of(root)
    first, *rest = lessons
    try:
        (root / EXECUTED).mkdir(parents=True, exist_ok=True)
        if first.is_due():
            execute(root, [first.name], python, environment)
        for lesson in lessons:
            lesson.update_copy()
    except OSError as error:
        print(f"{root / FOLDER} is not writable ({error.strerror}): lessons open without outputs.")
        return first.source
    for lesson in lessons:
        if not lesson.is_edited():
            continue
        if read_mark(read_notebook(lesson.copy)).get("inputs") != lesson.fingerprint:
            print(
                f"{lesson.name} contains your changes and is out of date. "
                f"Delete {lesson.copy} to get the current version."
            )
    due = [lesson.name for lesson in rest if lesson.is_due()]
    if due:
        execute_in_background(root, due, python, environment)
    return first.copy
