"""Other programs: run in silence or openly, ended with all they have started, and installed."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import Problem, Stopped, held_back

FIRST, LAST = 10, 20  # the lines shown of a failed program: npm says the reason first, pip last
SECONDS_TO_TIDY_UP = 60  # JupyterLab and browsers of a test run are ended by their fixtures
SECONDS_TO_END = 5  # after which a family is killed: the next run begins its step anew
PAUSE = 0.02
PREPARE = {"apt-get": ["update"]}
INSTALL = {
    "apt-get": ["install", "--yes", "--no-install-recommends"],
    "dnf": ["install", "--assumeyes"],
    "zypper": ["--non-interactive", "install"],
    "apk": ["add"],
    "pacman": ["--sync", "--refresh", "--noconfirm"],
    "brew": ["install"],
}


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


# ---- A program together with everything that it starts: begun apart from us, ended as one

if sys.platform == "win32":

    def apart(_lock: int | None) -> dict[str, Any]:
        """How to begin a family of its own."""
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}

    def end_family(process: subprocess.Popen[Any]) -> None:
        """End a program and all that it has started."""
        kill = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(kill, capture_output=True, check=False)
        process.wait()

else:

    def apart(lock: int | None) -> dict[str, Any]:
        """How to begin a family of its own, which shares a lock with us."""
        shared = () if lock is None else (lock,)
        return {"start_new_session": True, "pass_fds": shared}

    def end_family(process: subprocess.Popen[Any]) -> None:
        """End a program and all that it has started: asked first, then killed; wait until gone."""
        for order in (signal.SIGTERM, signal.SIGKILL):
            _tell(process.pid, order)
            until = monotonic() + SECONDS_TO_END
            while _lives(process) and monotonic() < until:
                sleep(PAUSE)

    def _lives(process: subprocess.Popen[Any]) -> bool:
        process.poll()  # a program that has ended counts until somebody has asked for its code
        return _tell(process.pid, 0) and not _only_ghosts(process.pid)

    def _only_ghosts(family: int) -> bool:
        """Containers often have nobody who asks for the codes of orphans; only Linux tells."""
        states = set()
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = file.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
            except OSError:  # gone while we looked
                continue
            if int(group) == family:
                states.add(state)
        return bool(states) and states <= {"Z", "X"}

    def _tell(family: int, order: int) -> bool:
        try:
            os.killpg(family, order)
        except (ProcessLookupError, PermissionError):  # macOS says the latter of the dead
            return False
        return True


def ask_to_end(process: subprocess.Popen[Any], number: int) -> None:
    """Ctrl-C for a program that shares our terminal, unless the terminal has said it to both.

    Every other signal becomes Ctrl-C as well: pytest then ends what its fixtures have started. Only
    programs begun in the background may have been told to ignore it, with all their children.
    """
    if sys.platform == "win32" or (number == signal.SIGINT and _terminal_is_ours()):
        return
    deaf = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    process.send_signal(signal.SIGTERM if deaf else signal.SIGINT)


def _terminal_is_ours() -> bool:
    """True when what is typed at the terminal goes to this program and its children."""
    try:
        with open("/dev/tty", "rb") as terminal:  # noqa: PTH123 (not a path of ours)
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False


# ---- The system's own package manager: used as root, named to everybody else


def manager() -> str | None:
    """The package manager of this system, when it is one that we know."""
    return next(filter(shutil.which, INSTALL), None)


def install(package: str, log: Log) -> None:
    """Install a package of the system; a Problem when we are not root or it does not work."""
    program = manager()
    if program is None or not machine.is_root():
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
    if program == "brew" or machine.is_root():
        return command
    return f"sudo {command}" if shutil.which("sudo") else f'su -c "{command}"'
