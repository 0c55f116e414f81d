"""`demo`: JupyterLab, opened on the first lesson."""

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
    home_can_be_written,
    is_root,
    or_elsewhere,
    with_fast_sort,
)
from cc_widgets.commands.stopping import Problem

SETTINGS = "JUPYTER_CONFIG_DIR"
NOTEBOOK = "notebooks/01_quickstart.ipynb"


def run(options: list[str]) -> int:
    """Open the first notebook: of the checkout, or a fresh copy of the shipped one."""
    root = checkout_root()
    python, notebook, environment = in_checkout(root) if root else once_installed()
    if not home_can_be_written():
        print(f"Your home folder is read-only: settings are kept in {environment[SETTINGS]}.")
    print(f"Starting JupyterLab on {notebook} (Ctrl-C ends it).")
    print("If no browser opens, open the last address that appears here:")
    become([python, "-m", "jupyterlab", *jupyter_options(notebook), *options], environment)


def in_checkout(root: Path) -> tuple[str, Path, dict[str, str]]:
    """Return the Python, the first lesson and the environment of a checkout, set up before."""
    from cc_widgets.commands.workshop.checkout import Checkout  # noqa: PLC0415 (not in the wheel)
    from cc_widgets.commands.workshop.lessons import prepare  # noqa: PLC0415 (the same)
    from cc_widgets.commands.workshop.tasks import set_up  # noqa: PLC0415 (the same)

    checkout = Checkout(root)
    environment = set_up(checkout, "demo")
    python = str(checkout.python)
    return python, prepare(root, python, environment), environment


def once_installed() -> tuple[str, Path, dict[str, str]]:
    """The Python that runs us, a fresh copy of the shipped notebook, and the environment."""
    need_jupyterlab()
    notebook = copy_notebook(Path.cwd())
    environment = or_elsewhere(with_fast_sort(os.environ), notebook.parent / ".jupyter")
    return sys.executable, notebook, environment


def need_jupyterlab() -> None:
    """The widgets work only in a JupyterLab that stands beside this package."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise Problem(
            "JupyterLab is not installed beside cc_widgets. Type\n"
            f'    "{sys.executable}" -m pip install "cc-widgets[lab]"\n'
            "and then the same command again.",
        )


def copy_notebook(where: Path) -> Path:
    """Return a copy of the shipped notebook, in a new folder, a temporary one if need be."""
    lesson = files("cc_widgets").joinpath(NOTEBOOK).read_bytes()
    names = (f"cc_widgets_demo{number}" for number in chain([""], count(2)))
    folder = next(where / name for name in names if not (where / name).exists())
    try:
        return written_in(folder, lesson)
    except OSError as error:
        reason = error.strerror
    try:
        copy = written_in(Path(mkdtemp(prefix="cc_widgets_demo")), lesson)
    except OSError as error:
        raise Problem(
            f"{where} cannot be written to. Go to a folder of yours, then type it again."
        ) from error
    print(f"{where} cannot be written to ({reason}): the lesson is in a temporary folder.")
    return copy


def written_in(folder: Path, lesson: bytes) -> Path:
    """Return the path of the lesson in a folder; a folder without it is removed."""
    folder.mkdir(exist_ok=True)
    copy = folder / Path(NOTEBOOK).name
    try:
        copy.write_bytes(lesson)
    except OSError:
        rmtree(folder, ignore_errors=True)
        raise
    return copy


def jupyter_options(notebook: Path) -> list[str]:
    """The notebook, what this machine and person need, and of the log only the address to open."""
    options = [
        str(notebook),
        f"--LabApp.default_url=/lab/tree/{notebook.name}",  # so that the address names the notebook
        "--Application.log_level=WARN",
        "--ServerApp.answer_yes=True",  # so that Ctrl-C ends it without a question
        "--ServerApp.jpserver_extensions=nbclassic=False",  # its advertisement hides the address
    ]
    if is_root():
        options.append("--allow-root")
    if is_root() or not has_display():
        options.append("--no-browser")
    return options


def has_display() -> bool:
    """True when a browser window can be opened."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def become(command: list[str], environment: Mapping[str, str]) -> NoReturn:
    """Let a program take the place of this one."""
    sys.stdout.flush()
    if os.name == "nt":  # exec is back at the prompt at once there, and both programs read from it
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)  # noqa: S606 (no shell is wanted)
