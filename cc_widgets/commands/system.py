"""The system's own package manager: used as root, named to everybody else."""

import os
import shutil

from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import Log

PREPARE = {"apt-get": ["update"]}
INSTALL = {
    "apt-get": ["install", "--yes", "--no-install-recommends"],
    "dnf": ["install", "--assumeyes"],
    "zypper": ["--non-interactive", "install"],
    "apk": ["add"],
    "pacman": ["--sync", "--refresh", "--noconfirm"],
    "brew": ["install"],
}


def is_root() -> bool:
    """True for the administrator of a Unix system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def manager() -> str | None:
    """The package manager of this system, when it is one that we know."""
    return next(filter(shutil.which, INSTALL), None)


def install(package: str, log: Log) -> None:
    """Install a package of the system; a Problem when we are not root or it does not work."""
    program = manager()
    if program is None or not is_root():
        raise Problem(f"Only root can install {package}.")
    print(f" as root, {program} installs {package} ...", end="", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if program in PREPARE:
        log.run([program, *PREPARE[program]], environment=environment)
    log.run([program, *INSTALL[program], package], environment=environment)


def what_to_type(package: str) -> str:
    """The command that installs a package, for a person to type."""
    program = manager()
    if program is None:
        return f"install {package} with the package manager of your system"
    command = " ".join([program, *INSTALL[program], package])
    if program == "brew" or is_root():
        return command
    return f"sudo {command}" if shutil.which("sudo") else f'su -c "{command}"'
