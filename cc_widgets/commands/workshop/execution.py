"""Program that executes lessons in kernels and stores them with their outputs.

    python -m cc_widgets.commands.workshop.execution [--background] NAME ...

It must run in the root of the checkout, with a Python that has nbclient.
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

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop.lessons import (
    EXECUTED,
    Lesson,
    notebook_text,
    replace_file,
    with_mark,
)
from cc_widgets.commands.workshop.locks import hold_lock

CELL_TIMEOUT = 900  # seconds
REQUEST_TIMEOUT = 2  # seconds, for servers on this machine
VIEW = "application/vnd.jupyter.widget-view+json"
PRIORITY = 19  # lowest priority on Unix


def run_lessons(arguments: list[str]) -> int:
    """Execute lessons; return 0 if all succeed, else 1."""
    background = arguments[0] == "--background"
    if background:
        run_in_background()
    folder = Path(EXECUTED)
    folder.mkdir(parents=True, exist_ok=True)
    cache_fonts()
    lessons = [Lesson(Path.cwd(), name) for name in arguments[background:]]
    failures = sum(not execute_if_due(lesson, background=background) for lesson in lessons)
    return min(1, failures)


def cache_fonts() -> None:
    """Let matplotlib build its font cache now, so that no output contains its message."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with suppress(ImportError):
        import matplotlib.font_manager  # noqa: F401, PLC0415 (optional)


def execute_if_due(lesson: Lesson, *, background: bool) -> bool:
    """Execute a lesson unless its outputs are up to date; print the reason for a failure."""
    report = ignore if background else show_progress
    try:
        with hold_lock(lesson.executed.with_name(".lock"), owner="execution of the lessons"):
            if not lesson.is_executed():
                execute_notebook(lesson, report)
        if background and not is_open(lesson.copy):
            lesson.update_copy()
    except (OSError, CommandError, RuntimeError) as error:  # RuntimeError if the kernel died
        report(" failed\n")
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        print(f"{lesson.name} has no outputs: {reason}", flush=True)
        return False
    return True


def execute_notebook(lesson: Lesson, report: Callable[[str], None]) -> None:
    """Run all cells of a lesson in a new kernel and store the notebook with its outputs."""
    import nbformat  # noqa: PLC0415 (installed with JupyterLab)

    report(f"  executing {lesson.name} ...")
    started = perf_counter()
    inputs = lesson.fingerprint  # computed first: a file changed during the run makes it due
    # Date reports like the source, so that repeated runs are identical.
    os.environ["SOURCE_DATE_EPOCH"] = str(int(lesson.source.stat().st_mtime))
    notebook = nbformat.read(lesson.source, as_version=4)  # type: ignore[no-untyped-call]
    run_cells(notebook, lesson.copy.parent, lambda **_: report("."))
    text = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    replace_file(lesson.executed, notebook_text(with_mark(json.loads(text), inputs)))
    report(f" {perf_counter() - started:.1f} s\n")


def run_cells(notebook: Any, folder: Path, after_each: Callable[..., None]) -> None:  # noqa: ANN401 (nbformat has no types)
    """Run all cells of a notebook; raise with the reason if one fails."""
    from jupyter_client.kernelspec import KernelSpecManager  # noqa: PLC0415 (installed with JupyterLab)
    from nbclient import NotebookClient  # noqa: PLC0415 (same)
    from nbclient.exceptions import CellExecutionError  # noqa: PLC0415 (same)

    client = NotebookClient(
        notebook,
        extra_arguments=["--log-level=ERROR"],
        timeout=CELL_TIMEOUT,
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
        on_cell_executed=after_each,
    )
    kernel = client.create_kernel_manager()
    # Use this Python even if the user has installed another kernel of this name.
    kernel.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    kernels.append(kernel)
    try:
        client.execute()
    except CellExecutionError as error:
        raise CommandError(f"{error.ename}: {error.evalue}") from error
    for cell in notebook.cells:  # widgets do not outlive the kernel
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(VIEW, None)


def show_progress(text: str) -> None:
    """Print text without a line break."""
    print(text, end="", flush=True)


def ignore(_text: str) -> None:
    """Print nothing, because JupyterLab uses the terminal."""


def is_open(copy: Path) -> bool:
    """Return whether JupyterLab has the copy open; it would report a conflict if it changed."""
    from jupyter_server.serverapp import list_running_servers  # noqa: PLC0415 (installed for `demo`)

    for server in list_running_servers():
        address = f"{server['url']}api/sessions?token={server['token']}"
        with suppress(OSError, ValueError), urlopen(address, timeout=REQUEST_TIMEOUT) as response:  # noqa: S310 (server on this machine)
            sessions = json.load(response)
            paths = [Path(server["root_dir"], session["path"]) for session in sessions]
            if any(path.exists() and path.samefile(copy) for path in paths):
                return True
    return False


# ---- Background execution: at low priority, until the parent process ends

kernels: list[Any] = []


def run_in_background() -> None:
    """Lower the priority, and end when the parent process closes the standard input."""
    if sys.platform != "win32":  # on Windows, the parent process sets the priority
        os.nice(PRIORITY)
    Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    """Wait for the end of the standard input, then kill all kernels and exit."""
    sys.stdin.read()
    for kernel in kernels:
        process = getattr(kernel.provisioner, "process", None)
        if process is not None and process.poll() is None:
            process.kill()
    os._exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    try:
        sys.exit(run_lessons(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
