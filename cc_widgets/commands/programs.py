"""Running other programs: quietly into a log during set-up, openly afterwards."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

from cc_widgets.commands.families import apart, ask_to_end, end_family
from cc_widgets.commands.interruptions import Stopped, held_back
from cc_widgets.commands.problem import Problem

FIRST, LAST = 10, 20  # the lines shown of a failed program: npm says the reason first, pip last
SECONDS_TO_TIDY_UP = 60  # JupyterLab and browsers of a test run are ended by their fixtures


@dataclass(frozen=True)
class Log:
    """A file that takes the output of the programs run during set-up.

    `lock` is handed down to every program: should we be killed, it stays taken until they end.
    """

    path: Path
    lock: int | None = None

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
            code: int | None = None
            try:
                code = self._code(command, file, environment, folder, seconds)
            except subprocess.TimeoutExpired:
                print(f"stopped after {seconds} s", file=file)
            except OSError as error:
                print(error, file=file)
        if code != 0:
            raise Problem(self._failure(command, start))

    def _code(
        self,
        command: Sequence[str],
        file: IO[str],
        environment: Mapping[str, str] | None,
        folder: Path | None,
        seconds: float | None,
    ) -> int:
        """The exit code of a program; nothing that it started outlives a failure of it or ours."""
        process: subprocess.Popen[bytes] | None = None
        code: int | None = None
        try:
            with held_back():
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    cwd=folder,
                    **apart(self.lock),
                )
            code = process.wait(seconds)
        except Stopped:
            print(" ending what it has started ...", end="", flush=True)
            raise
        finally:
            if process is not None and code != 0:
                with held_back():
                    end_family(process)
        return code

    def _failure(self, command: Sequence[str], start: int) -> str:
        with self.path.open("rb") as file:
            file.seek(start)
            lines = file.read().decode("utf-8", "replace").splitlines()
        if len(lines) > FIRST + LAST:
            lines[FIRST:-LAST] = ["..."]
        shown = "\n".join(f"    {line}" for line in lines)
        return f"This command failed:\n    {' '.join(command)}\n{shown}\nThe whole log: {self.path}"


def show(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> int:
    """Run a program that talks to the terminal itself; its exit code.

    When we are to end, it is given the time to end what it has started.
    """
    sys.stdout.flush()
    process: subprocess.Popen[bytes] | None = None
    try:
        with held_back():
            process = subprocess.Popen(command, env=environment, cwd=folder)
        return process.wait()
    except Stopped as stopped:
        if process is not None:
            ask_to_end(process, stopped.number)
            _wait_or_kill(process)
        raise


def _wait_or_kill(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(SECONDS_TO_TIDY_UP)
    except subprocess.TimeoutExpired:
        process.kill()


def become(command: list[str], environment: Mapping[str, str]) -> NoReturn:
    """Let a program take the place of this one."""
    sys.stdout.flush()
    if (
        os.name == "nt"
    ):  # exec returns to the prompt at once there, with both programs reading from it
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    os.execve(command[0], command, environment)  # noqa: S606 (no shell is wanted)
