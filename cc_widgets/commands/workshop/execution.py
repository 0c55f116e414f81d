"""Executes lessons in kernels and keeps their outputs.

    python -m cc_widgets.commands.workshop.execution [--background] NAME ...

The folder is the checkout. Commands start this program with a Python that has nbclient.
"""

import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any
from urllib.request import urlopen

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop.lessons import EXECUTED, Lesson, marked, text_of, write
from cc_widgets.commands.workshop.locks import held

SECONDS = 900  # of a cell: how long a slow machine may take
SECONDS_TO_ANSWER = 2  # of a server on this machine
VIEW = "application/vnd.jupyter.widget-view+json"
PRIORITY = 19  # the lowest of Unix


def main(words: list[str]) -> int:
    """Execute lessons; 0 only if all could be executed."""
    background = words[0] == "--background"
    if background:
        run_in_background()
    folder = Path(EXECUTED)
    folder.mkdir(parents=True, exist_ok=True)
    find_fonts()
    lessons = [Lesson(Path.cwd(), name) for name in words[background:]]
    failures = sum(not attempt(lesson, background=background) for lesson in lessons)
    return min(1, failures)


def find_fonts() -> None:
    """Let matplotlib list the fonts of a new machine, which an output would mention otherwise."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with suppress(ImportError):
        import matplotlib.font_manager  # noqa: F401, PLC0415 (an extra that need not be there)


def attempt(lesson: Lesson, *, background: bool) -> bool:
    """Execute a lesson if its outputs are out of date; a line on the screen says why it failed."""
    report = ignore if background else show_progress
    try:
        with held(lesson.executed.with_name(".lock"), owner="run of the lessons"):
            if not lesson.is_executed():
                execute(lesson, report)
        if background and not is_open(lesson.copy):
            lesson.update_copy()
    except (OSError, Problem, RuntimeError) as error:  # the last: the kernel has died
        report(" failed\n")
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        print(f"{lesson.name} has no outputs: {reason}", flush=True)
        return False
    return True


def execute(lesson: Lesson, report: Callable[[str], None]) -> None:
    """Run all cells of a lesson in a kernel of its own, and write them with their outputs."""
    import nbformat  # noqa: PLC0415 (JupyterLab brings it)

    report(f"  executing {lesson.name} ...")
    started = perf_counter()
    inputs = lesson.fingerprint  # before the run: a file that changes meanwhile makes it due again
    # Reports have a date: that of the source, so that they change only with it.
    os.environ["SOURCE_DATE_EPOCH"] = str(int(lesson.source.stat().st_mtime))
    notebook = nbformat.read(lesson.source, as_version=4)  # type: ignore[no-untyped-call]
    run_cells(notebook, lesson.copy.parent, lambda **_: report("."))
    text = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    write(lesson.executed, text_of(marked(json.loads(text), inputs)))
    report(f" {perf_counter() - started:.1f} s\n")


def run_cells(notebook: Any, folder: Path, after_each: Callable[..., None]) -> None:  # noqa: ANN401 (nbformat has no types)
    """Run all cells of a notebook; a Problem with the reason if one of them fails."""
    from jupyter_client.kernelspec import KernelSpecManager  # noqa: PLC0415 (JupyterLab brings it)
    from nbclient import NotebookClient  # noqa: PLC0415 (the same)
    from nbclient.exceptions import CellExecutionError  # noqa: PLC0415 (the same)

    client = NotebookClient(
        notebook,
        extra_arguments=["--log-level=ERROR"],
        timeout=SECONDS,
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
        on_cell_executed=after_each,
    )
    kernel = client.create_kernel_manager()
    # This Python, also where a user has installed another kernel by that name.
    kernel.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    kernels.append(kernel)
    try:
        client.execute()
    except CellExecutionError as error:
        raise Problem(f"{error.ename}: {error.evalue}") from error
    for cell in notebook.cells:  # the widgets ended with the kernel
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(VIEW, None)


def show_progress(words: str) -> None:
    """Print the next words of a line."""
    print(words, end="", flush=True)


def ignore(_words: str) -> None:
    """Print nothing: the terminal belongs to JupyterLab."""


def is_open(copy: Path) -> bool:
    """Return whether JupyterLab has the copy open: it would ask which version to keep."""
    from jupyter_server.serverapp import list_running_servers  # noqa: PLC0415 (`demo` has it)

    for server in list_running_servers():
        address = f"{server['url']}api/sessions?token={server['token']}"
        with suppress(OSError, ValueError), urlopen(address, timeout=SECONDS_TO_ANSWER) as answer:  # noqa: S310 (a server of this machine)
            paths = [Path(server["root_dir"], each["path"]) for each in json.load(answer)]
            if any(path.exists() and path.samefile(copy) for path in paths):
                return True
    return False


# ---- In the background: at low priority, and no longer than the program that it is for

kernels: list[Any] = []


def run_in_background() -> None:
    """Leave the processor to others, and end with the program at the other end of the input."""
    if sys.platform != "win32":  # there the command has done it
        os.nice(PRIORITY)
    Thread(target=end_with_input, daemon=True).start()


def end_with_input() -> None:
    """Wait for the end of the input, then end with all kernels."""
    sys.stdin.read()
    for kernel in kernels:
        process = getattr(kernel.provisioner, "process", None)
        if process is not None and process.poll() is None:
            process.kill()
    os._exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
