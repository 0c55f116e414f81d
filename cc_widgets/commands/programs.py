"""Running other programs: quietly into a log during set-up, openly afterwards."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from cc_widgets.commands.problem import Problem

FIRST, LAST = 10, 20  # the lines shown of a failed program: npm says the reason first, pip last


@dataclass(frozen=True)
class Log:
    """A file that takes the output of the programs run during set-up."""

    path: Path

    def run(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        seconds: float | None = None,
    ) -> None:
        """Run a program; a Problem with its output when it fails or takes too many seconds."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            print("$", *command, file=file, flush=True)
            start = file.tell()
            failed = True
            try:
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    cwd=folder,
                    timeout=seconds,
                    check=False,
                )
                failed = done.returncode != 0
            except subprocess.TimeoutExpired:
                print(f"stopped after {seconds} s", file=file)
            except OSError as error:
                print(error, file=file)
        if failed:
            raise Problem(self._failure(command, start))

    def _failure(self, command: Sequence[str], start: int) -> str:
        with self.path.open("rb") as file:
            file.seek(start)
            lines = file.read().decode("utf-8", "replace").splitlines()
        if len(lines) > FIRST + LAST:
            lines[FIRST:-LAST] = ["..."]
        shown = "\n".join(f"    {line}" for line in lines)
        return f"This command failed:\n    {' '.join(command)}\n{shown}\nThe whole log: {self.path}"


def show(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> int:
    """Run a program that talks to the terminal itself; its exit code."""
    sys.stdout.flush()
    return subprocess.run(command, env=environment, cwd=folder, check=False).returncode


def become(command: list[str], environment: Mapping[str, str]) -> NoReturn:
    """Let a program take the place of this one."""
    sys.stdout.flush()
    if (
        os.name == "nt"
    ):  # exec returns to the prompt at once there, with both programs reading from it
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)  # noqa: S606 (no shell is wanted)
