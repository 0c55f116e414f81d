"""Makes .venv with the Python packages, and the front end; tells which of their files are gone."""

import csv
import importlib.util
import json
import platform
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import programs
from cc_widgets.commands.workshop.checkout import Checkout, Step, of_files, of_texts, of_tree
from cc_widgets.commands.workshop.programs import Log

SETTINGS = ("hatch_build.py", "package.json")
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
OURS = "cc-widgets"  # installed by a step of its own
SUFFIX = ".dist-info"
UV = "uv>=0.8,<1"


# ---- The Python packages


def venv_step(checkout: Checkout, log: Log) -> Step:
    """A fresh virtual environment for this Python."""
    return Step(
        key="venv",
        title=f"making {checkout.folder} for Python {VERSION}",
        work=lambda: make_venv(checkout, log),
        # Its programs hold the path of .venv: in a checkout that was moved or copied none works.
        inputs=lambda: of_texts(VERSION, sys.base_prefix, str(checkout.root)),
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
    if programs.manager() != "apt-get":
        raise Problem(
            "This Python lacks its module ensurepip. Install a complete Python, then try again."
        )
    if not machine.is_root():
        raise Problem(
            f"This Python lacks its module ensurepip, which the package {package} brings. Type\n"
            f"    {programs.what_to_type(package)}\n"
            "and then the same command again.",
        )
    programs.install(package, log)


def packages_step(checkout: Checkout, log: Log, command: str, extras: Sequence[str]) -> Step:
    """Every Python package that a command needs, in one go."""
    names = requirements(checkout, extras)
    return Step(
        key=f"packages for {command}",
        title=f"installing Python packages for `{command}`",
        work=lambda: install_packages(checkout, log, names),
        inputs=lambda: of_texts(*names),
        outputs=lambda: state_of(checkout, names),
    )


def install_packages(checkout: Checkout, log: Log, names: Sequence[str]) -> None:
    """Bring everything that is asked for, and again what an interruption has left half done."""
    forget_the_broken(checkout)
    # Without PEP 517 an old pip leaves an .egg-info instead of a .dist-info for a source package.
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", "--use-pep517", *names]
    log.run(pip, environment=checkout.environment())


def oldest_packages_step(checkout: Checkout, log: Log, extras: Sequence[str]) -> Step:
    """The oldest versions of every Python package that pyproject.toml allows."""
    names = requirements(checkout, extras)
    return Step(
        key="oldest packages",
        title=f"installing the oldest Python packages in {checkout.folder}",
        work=lambda: install_oldest(checkout, log, names),
        inputs=lambda: of_texts(*names),
        outputs=lambda: state_of(checkout, names),
    )


def install_oldest(checkout: Checkout, log: Log, names: Sequence[str]) -> None:
    """Install the lowest version of each package that is named, by uv: pip knows no such way."""
    environment = {"UV_SYSTEM_CERTS": "1", **checkout.environment()}
    if "PIP_INDEX_URL" in environment:
        environment.setdefault("UV_DEFAULT_INDEX", environment["PIP_INDEX_URL"])
    python = str(checkout.python)
    log.run([python, "-m", "pip", "install", "--no-input", UV], environment=environment)
    install = [checkout.program("uv"), "pip", "install", "--python", python]
    log.run([*install, "--resolution", "lowest-direct", *names], environment=environment)


def requirements(checkout: Checkout, extras: Sequence[str]) -> list[str]:
    """What pyproject.toml asks for to build the package, to run it, and for some extras."""
    settings = settings_of(checkout)
    project = settings["project"]
    chosen = [*settings["build-system"]["requires"], *project["dependencies"]]
    for extra in ("build", *extras):
        chosen += project["optional-dependencies"][extra]
    return sorted({line.partition(";")[0] for line in chosen if is_for_here(line)})


def is_for_here(requirement: str) -> bool:
    """True unless a requirement is for other machines, as "...; sys_platform == 'linux'" says."""
    asked = re.findall(r"(\w+) == '(\w+)'", requirement.partition(";")[2])
    here = {"sys_platform": sys.platform, "platform_machine": platform.machine()}
    return all(here[fact] == wanted for fact, wanted in asked)


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
        inputs=lambda: of_texts(of_files(checkout.root, settings), *map(content, copies)),
        outputs=lambda: all_of(content(checkout.venv / copy) for copy in copies.values()),
    )


def shared_data(checkout: Checkout) -> dict[Path, str]:
    """The files and folders that are copied into the environment, and where each goes there."""
    wheel = settings_of(checkout)["tool"]["hatch"]["build"]["targets"]["wheel"]
    return {checkout.root / source: copy for source, copy in wheel["shared-data"].items()}


def content(path: Path) -> str:
    """A fingerprint of a file or a folder; empty when it is missing."""
    if path.is_file():
        return of_files(path.parent, [path])
    return of_tree(path)


def all_of(contents: Iterable[str]) -> str:
    """One fingerprint of several; empty when one is."""
    found = list(contents)
    return of_texts(*found) if all(found) else ""


# ---- What stands in it


def state_of(checkout: Checkout, names: Iterable[str]) -> str:
    """A fingerprint of every package and of what is missing in it.

    Empty when one of those named is not there at all. What is missing is not compared with
    nothing: a package may list files that its installer leaves out.
    """
    present = {name: place for name, place in packages(checkout) if name != OURS}
    if not {plain(name) for name in names} <= set(present):
        return ""
    texts = [f"{place.name} {lost}" for place in present.values() for lost in ["", *missing(place)]]
    return of_texts(*sorted(texts))


def forget_the_broken(checkout: Checkout) -> None:
    """Let pip install anew what was interrupted half way, or has lost files since.

    Pip goes by the description of a package, which may well be written before its code.
    """
    for _, place in packages(checkout):
        if not (place / "RECORD").exists() or next(missing(place), None):
            shutil.rmtree(place)


def packages(checkout: Checkout) -> Iterator[tuple[str, Path]]:
    """Each installed package and the folder that describes it."""
    for site in checkout.site_packages():
        for place in sorted(site.glob(f"*{SUFFIX}")):
            yield plain(place.name.removesuffix(SUFFIX).rpartition("-")[0]), place


def missing(place: Path) -> Iterator[str]:
    """The files that a package brought and that are gone."""
    record = place / "RECORD"
    if not record.exists():
        yield record.name
        return
    with record.open(encoding="utf-8", newline="") as file:
        for name, *_ in csv.reader(file):
            # Python writes its compiled files again by itself.
            if not name.endswith(".pyc") and not (place.parent / name).exists():
                yield name


def plain(requirement: str) -> str:
    """The name in a requirement, spelled as pip compares it."""
    name = re.match(r"[\w.-]*\w", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


# ---- The front end: its packages, and its build


BUNDLES = ("labextension/package.json", "index.js", "page.js", "page.css")
MADE = ("node_modules", "lib", "dist")  # directly below js/; everything else there is source


def modules_step(checkout: Checkout, log: Log) -> Step:
    """Exactly the npm packages that the lock file names."""
    asked = [checkout.js / name for name in ("package.json", "package-lock.json", ".npmrc")]
    return Step(
        key="npm packages",
        title="installing npm packages",
        work=lambda: log.run(
            [checkout.program("npm"), "ci"], environment=checkout.environment(), folder=checkout.js
        ),
        inputs=lambda: of_files(checkout.js, asked),
        outputs=lambda: installed(checkout.js / "node_modules"),
    )


def installed(modules: Path) -> str:
    """A fingerprint of the npm packages; empty when one of them, or a command of one, is not there.

    What npm wrote down is not enough: it writes before the last of its children has ended.
    """
    listing = modules / ".package-lock.json"
    try:
        packages = json.loads(listing.read_text("utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return ""
    for name, package in packages.items():
        files = [modules.parent / name / "package.json"]
        if name.count("node_modules/") == 1:
            files += [modules / ".bin" / command for command in package.get("bin", ())]
        if not all(map(Path.exists, files)):
            return ""
    return of_files(modules, [listing])


def build_step(checkout: Checkout, log: Log) -> Step:
    """The bundles that JupyterLab and notebook pages load."""
    return Step(
        key="front end",
        title="building the front end",
        work=lambda: build(checkout, log),
        inputs=lambda: of_tree(checkout.js, without=MADE),
        outputs=lambda: built(checkout.js / "dist"),
    )


def built(dist: Path) -> str:
    """A fingerprint of the bundles; empty when one of them is missing."""
    here = all((dist / name).exists() for name in BUNDLES)
    return of_tree(dist) if here else ""


def build(checkout: Checkout, log: Log) -> None:
    """Build from nothing, so that no file of an earlier build stays behind."""
    for name in ("lib", "dist"):
        shutil.rmtree(checkout.js / name, ignore_errors=True)
    npm = checkout.program("npm")
    log.run([npm, "run", "build"], environment=checkout.environment(), folder=checkout.js)
