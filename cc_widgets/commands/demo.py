"""The `demo` command: open JupyterLab with the first lesson."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.resources import files
from itertools import chain, count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import NoReturn

from cc_widgets.commands.machine import (
    checkout_root,
    is_home_writable,
    is_root,
    with_fast_sort,
    with_writable_folders,
)
from cc_widgets.commands.stopping import CommandError

CONFIG_VARIABLE = "JUPYTER_CONFIG_DIR"
NOTEBOOK = "notebooks/01_quickstart.ipynb"


def run_demo(options: list[str]) -> int:
    """Open the first lesson: that of the checkout, or a new copy of the packaged one."""
    root = checkout_root()
    python, notebook, environment = prepare_checkout(root) if root else prepare_installation()
    if not is_home_writable():
        folder = environment[CONFIG_VARIABLE]
        print(f"Your home folder is read-only: Jupyter settings are stored in {folder}.")
    print(f"Starting JupyterLab with {notebook} (press Ctrl-C to stop).")
    print("If no browser opens, open the last URL printed below:")
    replace_process([python, "-m", "jupyterlab", *jupyter_options(notebook), *options], environment)


def prepare_checkout(root: Path) -> tuple[str, Path, dict[str, str]]:
    """Set up a checkout and return its Python, its first lesson and its environment variables."""
    from cc_widgets.commands.workshop.checkout import Checkout  # noqa: PLC0415 (not in the wheel)
    from cc_widgets.commands.workshop.lessons import prepare_copies  # noqa: PLC0415 (same)
    from cc_widgets.commands.workshop.tasks import set_up  # noqa: PLC0415 (same)

    checkout = Checkout(root)
    environment = set_up(checkout, "demo")
    python = str(checkout.python)
    return python, prepare_copies(root, python, environment), environment


def prepare_installation() -> tuple[str, Path, dict[str, str]]:
    """Return the Python executable, a new copy of the lesson, and environment variables."""
    require_jupyterlab()
    notebook = copy_notebook(Path.cwd())
    folder = notebook.parent / ".jupyter"
    return sys.executable, notebook, with_writable_folders(with_fast_sort(os.environ), folder)


def require_jupyterlab() -> None:
    """Raise if JupyterLab, which must be in the same environment, is not installed."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise CommandError(
            "JupyterLab is not installed in this Python environment. Type\n"
            f'    "{sys.executable}" -m pip install "cc-widgets[lab]"\n'
            "and run this command again.",
        )


def copy_notebook(parent: Path) -> Path:
    """Copy the packaged lesson to a new folder in `parent`, or to a temporary folder."""
    lesson = files("cc_widgets").joinpath(NOTEBOOK).read_bytes()
    names = (f"cc_widgets_demo{number}" for number in chain([""], count(2)))
    folder = next(parent / name for name in names if not (parent / name).exists())
    try:
        return write_lesson(folder, lesson)
    except OSError as error:
        reason = error.strerror
    try:
        copy = write_lesson(Path(mkdtemp(prefix="cc_widgets_demo")), lesson)
    except OSError as error:
        raise CommandError(
            f"{parent} is not writable. Change to a folder you can write to and try again."
        ) from error
    print(f"{parent} is not writable ({reason}): the lesson is in a temporary folder.")
    return copy


def write_lesson(folder: Path, lesson: bytes) -> Path:
    """Write the lesson to a folder and return its path; remove the folder on failure."""
    folder.mkdir(exist_ok=True)
    copy = folder / Path(NOTEBOOK).name
    try:
        copy.write_bytes(lesson)
    except OSError:
        rmtree(folder, ignore_errors=True)
        raise
    return copy


def jupyter_options(notebook: Path) -> list[str]:
    """Return options of JupyterLab that open the notebook and reduce the log to the URL."""
    options = [
        str(notebook),
        f"--LabApp.default_url=/lab/tree/{notebook.name}",  # the printed URL includes the notebook
        "--Application.log_level=WARN",
        "--ServerApp.answer_yes=True",  # Ctrl-C stops without confirmation
        "--ServerApp.jpserver_extensions=nbclassic=False",  # its banner would hide the URL
    ]
    if is_root():
        options.append("--allow-root")
    if is_root() or not has_display():
        options.append("--no-browser")
    return options


def has_display() -> bool:
    """Return whether a browser window can be opened."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def replace_process(command: list[str], environment: Mapping[str, str]) -> NoReturn:
    """Replace this process with another program."""
    sys.stdout.flush()
    if os.name == "nt":  # after exec, Windows would return to the prompt while the program runs
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)  # noqa: S606 (no shell needed)
