"""The virtual environment and the Python packages in it."""

import importlib.util
import shutil
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cc_widgets.commands import distributions, fingerprints, system
from cc_widgets.commands.checkout import Checkout
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import Log
from cc_widgets.commands.steps import Step

SETTINGS = ("hatch_build.py", "package.json")
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def venv_step(checkout: Checkout, log: Log) -> Step:
    """A fresh virtual environment for this Python."""
    return Step(
        key="venv",
        title=f"making .venv for Python {VERSION}",
        work=lambda: make_venv(checkout, log),
        # Its programs hold the path of .venv: in a checkout that was moved or copied none works.
        inputs=lambda: fingerprints.of_texts(VERSION, sys.base_prefix, str(checkout.root)),
        outputs=lambda: "made" if works(checkout) else "",
    )


def works(checkout: Checkout) -> bool:
    """True when there are a Python and the pip that brings everything else."""
    pips = [site / "pip/__main__.py" for site in checkout.site_packages()]
    return checkout.python.exists() and any(map(Path.exists, pips))


def make_venv(checkout: Checkout, log: Log) -> None:
    """Make .venv anew; one that somebody else made is left alone."""
    if checkout.venv.exists() and not is_ours(checkout):
        raise Problem(
            f"{checkout.venv} was made by something else, and is left alone.\n"
            "Delete it or move it away, then type the same command again.",
        )
    discard(checkout)
    checkout.state.mkdir(parents=True)
    need_ensurepip(log)
    # Not sys.executable: inside .venv that is the Python which has just been deleted.
    base = getattr(sys, "_base_executable", sys.executable)
    log.run([base, "-m", "venv", str(checkout.venv)])


def is_ours(checkout: Checkout) -> bool:
    """True for a .venv that we have made, or have just begun to make."""
    return checkout.state.exists() or not any(checkout.venv.iterdir())


def discard(checkout: Checkout) -> None:
    """Remove .venv. It is renamed first: what is left of it after an interruption stays ours."""
    old = checkout.venv.with_name(".venv.old")
    try:
        shutil.rmtree(old, ignore_errors=True)
        if checkout.venv.exists():
            checkout.venv.rename(old)
    except OSError as error:
        raise Problem(
            f"{checkout.venv} has to be made anew, but cannot be removed ({error.strerror}).\n"
            "End what still uses it, or remove it yourself; then type the same command again."
        ) from error
    shutil.rmtree(old, ignore_errors=True)


def need_ensurepip(log: Log) -> None:
    """Debian keeps ensurepip in a package of its own: as root install it, else say how."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{VERSION}-venv"
    if system.manager() != "apt-get":
        raise Problem(
            "This Python lacks its module ensurepip. Install a complete Python, then try again."
        )
    if not system.is_root():
        raise Problem(
            f"This Python lacks its module ensurepip, which the package {package} brings. Type\n"
            f"    {system.what_to_type(package)}\n"
            "and then the same command again.",
        )
    system.install(package, log)


def packages_step(checkout: Checkout, log: Log, command: str, extras: Sequence[str]) -> Step:
    """Every Python package that a command needs, in one go."""
    names = requirements(checkout, extras)
    return Step(
        key=f"packages for {command}",
        title=f"installing Python packages for `{command}`",
        work=lambda: install_packages(checkout, log, names),
        inputs=lambda: fingerprints.of_texts(*names),
        outputs=lambda: distributions.state_of(checkout, names),
    )


def install_packages(checkout: Checkout, log: Log, names: Sequence[str]) -> None:
    """Bring everything that is asked for, and again what an interruption has left half done."""
    distributions.forget_the_broken(checkout)
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", *names]
    log.run(pip, environment=checkout.environment())


def requirements(checkout: Checkout, extras: Sequence[str]) -> list[str]:
    """What pyproject.toml asks for to build the package, to run it, and for some extras."""
    settings = settings_of(checkout)
    project = settings["project"]
    chosen = [*settings["build-system"]["requires"], *project["dependencies"]]
    for extra in ("build", *extras):
        chosen += project["optional-dependencies"][extra]
    return sorted(set(chosen))


def settings_of(checkout: Checkout) -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((checkout.root / "pyproject.toml").read_text("utf-8"))


def install_step(checkout: Checkout, log: Log) -> Step:
    """The package itself, editable; a copy of the front end goes where Jupyter looks."""
    settings = [checkout.root / "pyproject.toml", *(checkout.js / name for name in SETTINGS)]
    options = ("--no-input", "--no-deps", "--no-build-isolation", "--editable", str(checkout.root))
    pip = [str(checkout.python), "-m", "pip", "install", *options]
    copies = shared_data(checkout)
    return Step(
        key="install",
        title="installing cc_widgets",
        work=lambda: log.run(pip, environment=checkout.environment()),
        inputs=lambda: fingerprints.of_texts(
            fingerprints.of_files(checkout.root, settings), *map(content, copies)
        ),
        outputs=lambda: all_of(content(checkout.venv / copy) for copy in copies.values()),
    )


def shared_data(checkout: Checkout) -> dict[Path, str]:
    """The files and folders that are copied into the environment, and where each goes there."""
    wheel = settings_of(checkout)["tool"]["hatch"]["build"]["targets"]["wheel"]
    return {checkout.root / source: copy for source, copy in wheel["shared-data"].items()}


def content(path: Path) -> str:
    """A fingerprint of a file or a folder; empty when it is missing."""
    if path.is_file():
        return fingerprints.of_files(path.parent, [path])
    return fingerprints.of_tree(path)


def all_of(contents: Iterable[str]) -> str:
    """One fingerprint of several; empty when one is."""
    found = list(contents)
    return fingerprints.of_texts(*found) if all(found) else ""
