"""Setup steps for the virtual environment, its Python packages and the front end."""

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
from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import programs
from cc_widgets.commands.workshop.checkout import (
    Checkout,
    SetupStep,
    fingerprint_files,
    fingerprint_texts,
    fingerprint_tree,
)
from cc_widgets.commands.workshop.programs import Log

SETTINGS = ("hatch_build.py", "package.json")
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
OWN_NAME = "cc-widgets"  # installed by a separate step
SUFFIX = ".dist-info"
UV = "uv>=0.8,<1"


# ---- The Python packages


def venv_step(checkout: Checkout, log: Log) -> SetupStep:
    """Return the step that creates the virtual environment."""
    return SetupStep(
        key="venv",
        title=f"creating {checkout.folder} for Python {VERSION}",
        work=lambda: make_venv(checkout, log),
        # Programs contain the path of .venv, so they break if the checkout is moved or copied.
        inputs=lambda: fingerprint_texts(VERSION, sys.base_prefix, str(checkout.root)),
        outputs=lambda: "made" if has_pip(checkout) else "",
    )


def has_pip(checkout: Checkout) -> bool:
    """Return whether the virtual environment has Python and pip."""
    pips = [site / "pip/__main__.py" for site in checkout.site_packages()]
    return checkout.python.exists() and any(map(Path.exists, pips))


def make_venv(checkout: Checkout, log: Log) -> None:
    """Create or replace the virtual environment; raise if another program created it."""
    if checkout.venv.exists() and not is_own_venv(checkout):
        raise CommandError(
            f"{checkout.venv} was not created by cc_widgets and is left unchanged.\n"
            "Delete or move it, then run this command again.",
        )
    remove_venv(checkout)
    checkout.state.mkdir(parents=True)
    require_ensurepip(log)
    # Inside .venv, sys.executable is the Python that has just been deleted.
    base = getattr(sys, "_base_executable", sys.executable)
    log.run([base, "-m", "venv", str(checkout.venv)])


def is_own_venv(checkout: Checkout) -> bool:
    """Return whether this program has created .venv, or begun to."""
    return checkout.state.exists() or not any(checkout.venv.iterdir())


def remove_venv(checkout: Checkout) -> None:
    """Remove .venv, renaming it first so that an interruption leaves no incomplete .venv."""
    old = checkout.venv.with_name(".venv.old")
    try:
        shutil.rmtree(old, ignore_errors=True)
        if checkout.venv.exists():
            checkout.venv.rename(old)
    except OSError as error:
        raise CommandError(
            f"{checkout.venv} must be replaced, but cannot be removed ({error.strerror}).\n"
            "Close the programs that use it, or delete it; then run this command again."
        ) from error
    shutil.rmtree(old, ignore_errors=True)


def require_ensurepip(log: Log) -> None:
    """Install the Debian package with ensurepip if missing; raise unless the user is root."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{VERSION}-venv"
    if programs.package_manager() != "apt-get":
        raise CommandError(
            "This Python has no module ensurepip. Install a complete Python, then try again."
        )
    if not machine.is_root():
        raise CommandError(
            f"This Python has no module ensurepip; it is in the package {package}. Type\n"
            f"    {programs.install_command(package)}\n"
            "and run this command again.",
        )
    programs.install_system_package(package, log)


def packages_step(checkout: Checkout, log: Log, command: str, extras: Sequence[str]) -> SetupStep:
    """Return the step that installs all Python packages that a command needs."""
    names = requirements(checkout, extras)
    return SetupStep(
        key=f"packages for {command}",
        title=f"installing Python packages for `{command}`",
        work=lambda: install_packages(checkout, log, names),
        inputs=lambda: fingerprint_texts(*names),
        outputs=lambda: fingerprint_packages(checkout, names),
    )


def install_packages(checkout: Checkout, log: Log, names: Sequence[str]) -> None:
    """Install packages, and reinstall incomplete ones."""
    remove_broken_packages(checkout)
    # Without PEP 517, old pip versions write .egg-info instead of .dist-info for source packages.
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", "--use-pep517", *names]
    log.run(pip, environment=checkout.environment())


def oldest_packages_step(checkout: Checkout, log: Log, extras: Sequence[str]) -> SetupStep:
    """Return the step that installs the oldest supported version of each Python package."""
    names = requirements(checkout, extras)
    return SetupStep(
        key="oldest packages",
        title=f"installing the oldest Python packages in {checkout.folder}",
        work=lambda: install_oldest(checkout, log, names),
        inputs=lambda: fingerprint_texts(*names),
        outputs=lambda: fingerprint_packages(checkout, names),
    )


def install_oldest(checkout: Checkout, log: Log, names: Sequence[str]) -> None:
    """Install the lowest version of each package with uv; pip has no option for it."""
    environment = {"UV_SYSTEM_CERTS": "1", **checkout.environment()}
    if "PIP_INDEX_URL" in environment:
        environment.setdefault("UV_DEFAULT_INDEX", environment["PIP_INDEX_URL"])
    python = str(checkout.python)
    log.run([python, "-m", "pip", "install", "--no-input", UV], environment=environment)
    install = [checkout.program("uv"), "pip", "install", "--python", python]
    log.run([*install, "--resolution", "lowest-direct", *names], environment=environment)


def requirements(checkout: Checkout, extras: Sequence[str]) -> list[str]:
    """Return the requirements for building and running the package, with some extras."""
    settings = read_pyproject(checkout)
    project = settings["project"]
    lines = [*settings["build-system"]["requires"], *project["dependencies"]]
    for extra in ("build", *extras):
        lines += project["optional-dependencies"][extra]
    return sorted({line.partition(";")[0] for line in lines if matches_platform(line)})


def matches_platform(requirement: str) -> bool:
    """Return whether the environment markers of a requirement match this machine."""
    markers = re.findall(r"(\w+) == '(\w+)'", requirement.partition(";")[2])
    values = {"sys_platform": sys.platform, "platform_machine": platform.machine()}
    return all(values[name] == value for name, value in markers)


def read_pyproject(checkout: Checkout) -> dict[str, Any]:
    """Return the contents of pyproject.toml."""
    return tomllib.loads((checkout.root / "pyproject.toml").read_text("utf-8"))


def install_step(checkout: Checkout, log: Log) -> SetupStep:
    """Return the step that installs the package in editable mode, with its Jupyter files."""
    settings = [checkout.root / "pyproject.toml", *(checkout.js / name for name in SETTINGS)]
    options = ("--no-input", "--no-deps", "--no-build-isolation", "--editable", str(checkout.root))
    pip = [str(checkout.python), "-m", "pip", "install", *options]
    copies = shared_data(checkout)
    return SetupStep(
        key="install",
        title="installing cc_widgets",
        work=lambda: log.run(pip, environment=checkout.environment()),
        inputs=lambda: fingerprint_texts(
            fingerprint_files(checkout.root, settings), *map(fingerprint_path, copies)
        ),
        outputs=lambda: combine(fingerprint_path(checkout.venv / copy) for copy in copies.values()),
    )


def shared_data(checkout: Checkout) -> dict[Path, str]:
    """Return the files and folders copied into the environment, with their destinations."""
    wheel = read_pyproject(checkout)["tool"]["hatch"]["build"]["targets"]["wheel"]
    return {checkout.root / source: copy for source, copy in wheel["shared-data"].items()}


def fingerprint_path(path: Path) -> str:
    """Return a fingerprint of a file or folder, or an empty string if it does not exist."""
    if path.is_file():
        return fingerprint_files(path.parent, [path])
    return fingerprint_tree(path)


def combine(fingerprints: Iterable[str]) -> str:
    """Return one fingerprint for several, or an empty string if one of them is empty."""
    texts = list(fingerprints)
    return fingerprint_texts(*texts) if all(texts) else ""


# ---- Installed packages


def fingerprint_packages(checkout: Checkout, names: Iterable[str]) -> str:
    """Return a fingerprint of all packages and their missing files.

    It is empty if one of the named packages is not installed. Missing files change the fingerprint
    but are no error, because a package may list files that its installer omits.
    """
    folders = {name: folder for name, folder in packages(checkout) if name != OWN_NAME}
    if not {normalized_name(name) for name in names} <= set(folders):
        return ""
    texts = [
        f"{folder.name} {file}"
        for folder in folders.values()
        for file in ["", *missing_files(folder)]
    ]
    return fingerprint_texts(*sorted(texts))


def remove_broken_packages(checkout: Checkout) -> None:
    """Remove the metadata of incomplete packages, so that pip reinstalls them.

    Pip relies on the metadata, which may have been written before the code.
    """
    for _, folder in packages(checkout):
        if not (folder / "RECORD").exists() or next(missing_files(folder), None):
            shutil.rmtree(folder)


def packages(checkout: Checkout) -> Iterator[tuple[str, Path]]:
    """Yield the name and the metadata folder of each installed package."""
    for site in checkout.site_packages():
        for folder in sorted(site.glob(f"*{SUFFIX}")):
            yield normalized_name(folder.name.removesuffix(SUFFIX).rpartition("-")[0]), folder


def missing_files(folder: Path) -> Iterator[str]:
    """Yield the files of a package that do not exist, given its metadata folder."""
    record = folder / "RECORD"
    if not record.exists():
        yield record.name
        return
    with record.open(encoding="utf-8", newline="") as file:
        for name, *_ in csv.reader(file):
            # Python writes compiled files again when needed.
            if not name.endswith(".pyc") and not (folder.parent / name).exists():
                yield name


def normalized_name(requirement: str) -> str:
    """Return the package name in a requirement, in pip's normalised form."""
    name = re.match(r"[\w.-]*\w", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


# ---- Front end: npm packages and build


BUNDLES = ("labextension/package.json", "index.js", "page.js", "page.css")
GENERATED = ("node_modules", "lib", "dist")  # in js/; all other files there are sources


def modules_step(checkout: Checkout, log: Log) -> SetupStep:
    """Return the step that installs the npm packages listed in the lock file."""
    inputs = [checkout.js / name for name in ("package.json", "package-lock.json", ".npmrc")]
    return SetupStep(
        key="npm packages",
        title="installing npm packages",
        work=lambda: log.run(
            [checkout.program("npm"), "ci"], environment=checkout.environment(), folder=checkout.js
        ),
        inputs=lambda: fingerprint_files(checkout.js, inputs),
        outputs=lambda: fingerprint_modules(checkout.js / "node_modules"),
    )


def fingerprint_modules(modules: Path) -> str:
    """Return a fingerprint of the npm packages; empty if a package or its command is missing.

    npm's own list is not sufficient: npm writes it before all child processes have ended.
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
    return fingerprint_files(modules, [listing])


def build_step(checkout: Checkout, log: Log) -> SetupStep:
    """Return the step that builds the bundles loaded by JupyterLab and notebook pages."""
    return SetupStep(
        key="front end",
        title="building the front end",
        work=lambda: build_bundles(checkout, log),
        inputs=lambda: fingerprint_tree(checkout.js, without=GENERATED),
        outputs=lambda: fingerprint_bundles(checkout.js / "dist"),
    )


def fingerprint_bundles(dist: Path) -> str:
    """Return a fingerprint of the bundles, or an empty string if one is missing."""
    complete = all((dist / name).exists() for name in BUNDLES)
    return fingerprint_tree(dist) if complete else ""


def build_bundles(checkout: Checkout, log: Log) -> None:
    """Build the front end after deleting files of earlier builds."""
    for name in ("lib", "dist"):
        shutil.rmtree(checkout.js / name, ignore_errors=True)
    npm = checkout.program("npm")
    log.run([npm, "run", "build"], environment=checkout.environment(), folder=checkout.js)
