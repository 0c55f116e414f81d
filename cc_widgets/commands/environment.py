"""The virtual environment and the Python packages in it."""

import importlib.util
import shutil
import sys
import tomllib
from collections.abc import Sequence

from cc_widgets.commands import fingerprints, system
from cc_widgets.commands.checkout import Checkout
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import Log
from cc_widgets.commands.steps import Step

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def venv_step(checkout: Checkout, log: Log) -> Step:
    """A fresh virtual environment for this Python."""
    return Step(
        key="venv",
        title=f"making .venv for Python {VERSION}",
        work=lambda: make_venv(checkout, log),
        inputs=lambda: fingerprints.of_texts(VERSION, sys.base_prefix),
        outputs=lambda: "made" if checkout.python.exists() else "",
    )


def make_venv(checkout: Checkout, log: Log) -> None:
    """Make .venv anew; one that somebody else made is left alone."""
    if checkout.venv.exists() and not checkout.state.exists():
        raise Problem(
            f"{checkout.venv} was made by something else, and is left alone.\n"
            "Delete it or move it away, then type the same command again.",
        )
    shutil.rmtree(checkout.venv, ignore_errors=True)
    checkout.state.mkdir(parents=True)
    need_ensurepip(log)
    # Not sys.executable: inside .venv that is the Python which has just been deleted.
    base = getattr(sys, "_base_executable", sys.executable)
    log.run([base, "-m", "venv", str(checkout.venv)])


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
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", *names]
    return Step(
        key=f"packages for {command}",
        title=f"installing Python packages for `{command}`",
        work=lambda: log.run(pip, environment=checkout.environment()),
        inputs=lambda: fingerprints.of_texts(*names),
    )


def requirements(checkout: Checkout, extras: Sequence[str]) -> list[str]:
    """What pyproject.toml asks for to build the package, to run it, and for some extras."""
    settings = tomllib.loads((checkout.root / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    chosen = [*settings["build-system"]["requires"], *project["dependencies"]]
    for extra in ("build", *extras):
        chosen += project["optional-dependencies"][extra]
    return sorted(set(chosen))


def install_step(checkout: Checkout, log: Log) -> Step:
    """The package itself, editable; a copy of the built front end goes where JupyterLab looks."""
    served = checkout.venv / "share/jupyter/labextensions/cc_widgets"
    settings = [
        checkout.root / "pyproject.toml",
        checkout.js / "hatch_build.py",
        checkout.js / "package.json",
    ]
    pip = [
        str(checkout.python),
        "-m",
        "pip",
        "install",
        "--no-input",
        "--no-deps",
        "--no-build-isolation",
    ]
    return Step(
        key="install",
        title="installing cc_widgets",
        work=lambda: log.run(
            [*pip, "--editable", str(checkout.root)], environment=checkout.environment()
        ),
        inputs=lambda: fingerprints.of_texts(
            fingerprints.of_files(checkout.root, settings),
            fingerprints.of_tree(checkout.js / "dist"),
        ),
        outputs=lambda: fingerprints.of_tree(served),
    )
