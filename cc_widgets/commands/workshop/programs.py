"""Child processes: run with or without a log, ended with their children; system packages."""

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
from cc_widgets.commands.stopping import CommandError, Interrupted, defer_signals

FIRST, LAST = 10, 20  # lines shown of a failed program: npm gives the reason first, pip last
CLEANUP_TIMEOUT = 60  # seconds; test fixtures end JupyterLab and browsers
KILL_TIMEOUT = 5  # seconds, after which processes are killed: the next run repeats the step
PAUSE = 0.02  # seconds
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
    """Log file for the output of programs run during the setup.

    Programs inherit the file descriptor `lock`, so that it stays locked until they end.
    """

    path: Path
    lock: int | None = None

    def run(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        timeout: float | None = None,
    ) -> None:
        """Run a program; raise with its output if it fails or exceeds `timeout` (seconds)."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            print("$", *command, file=file, flush=True)
            start = file.tell()
            code: int | None = None
            try:
                code = self._exit_code(command, file, environment, folder, timeout)
            except subprocess.TimeoutExpired:
                print(f"stopped after {timeout} s", file=file)
            except OSError as error:
                print(error, file=file)
        if code != 0:
            raise CommandError(self._failure_message(command, start))

    def _exit_code(
        self,
        command: Sequence[str],
        file: IO[str],
        environment: Mapping[str, str] | None,
        folder: Path | None,
        timeout: float | None,
    ) -> int:
        """Run a program and return its exit code; on failure, end all its children."""
        process: subprocess.Popen[bytes] | None = None
        code: int | None = None
        try:
            with defer_signals():
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    cwd=folder,
                    **new_group(self.lock),
                )
            code = process.wait(timeout)
        except Interrupted:
            print(" stopping child processes ...", end="", flush=True)
            raise
        finally:
            if process is not None and code != 0:
                with defer_signals():
                    end_group(process)
        return code

    def _failure_message(self, command: Sequence[str], start: int) -> str:
        with self.path.open("rb") as file:
            file.seek(start)
            lines = file.read().decode("utf-8", "replace").splitlines()
        if len(lines) > FIRST + LAST:
            lines[FIRST:-LAST] = ["..."]
        output = "\n".join(f"    {line}" for line in lines)
        return f"This command failed:\n    {' '.join(command)}\n{output}\nFull log: {self.path}"


def run_visible(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> int:
    """Run a program in the terminal and return its exit code.

    On an interruption, the program gets time to clean up.
    """
    sys.stdout.flush()
    process: subprocess.Popen[bytes] | None = None
    try:
        with defer_signals():
            process = subprocess.Popen(command, env=environment, cwd=folder)
        return process.wait()
    except Interrupted as interrupt:
        if process is not None:
            request_end(process, interrupt.number)
            _wait_or_kill(process)
        raise


def _wait_or_kill(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(CLEANUP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()


# ---- Process groups: a program and all processes that it starts

if sys.platform == "win32":

    def new_group(_lock: int | None) -> dict[str, Any]:
        """Return options of Popen that start a process group."""
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}

    def end_group(process: subprocess.Popen[Any]) -> None:
        """End a program and all processes that it has started."""
        kill = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(kill, capture_output=True, check=False)
        process.wait()

else:

    def new_group(lock: int | None) -> dict[str, Any]:
        """Return options of Popen that start a process group which inherits a lock."""
        descriptors = () if lock is None else (lock,)
        return {"start_new_session": True, "pass_fds": descriptors}

    def end_group(process: subprocess.Popen[Any]) -> None:
        """End a process group with SIGTERM, then SIGKILL, and wait until it has ended."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            _signal_group(process.pid, number)
            deadline = monotonic() + KILL_TIMEOUT
            while _is_running(process) and monotonic() < deadline:
                sleep(PAUSE)

    def _is_running(process: subprocess.Popen[Any]) -> bool:
        process.poll()  # until its exit code is read, an ended process is a zombie
        return _signal_group(process.pid, 0) and not _only_zombies(process.pid)

    def _only_zombies(group: int) -> bool:
        """Return whether all processes of a group are zombies (detected on Linux only).

        In containers, often no process reaps orphans.
        """
        states = set()
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, own_group = (
                    file.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
                )
            except OSError:  # ended meanwhile
                continue
            if int(own_group) == group:
                states.add(state)
        return bool(states) and states <= {"Z", "X"}

    def _signal_group(group: int, number: int) -> bool:
        try:
            os.killpg(group, number)
        except (ProcessLookupError, PermissionError):  # the latter for zombies on macOS
            return False
        return True


def request_end(process: subprocess.Popen[Any], number: int) -> None:
    """Send SIGINT to a child process, unless the terminal has already sent it.

    Other signals are replaced by SIGINT, on which pytest runs the teardown of its fixtures. If
    SIGINT is ignored, as in background jobs, SIGTERM is sent.
    """
    if sys.platform == "win32" or (number == signal.SIGINT and _in_foreground()):
        return
    ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    process.send_signal(signal.SIGTERM if ignored else signal.SIGINT)


def _in_foreground() -> bool:
    """Return whether this process group receives the signals of the terminal."""
    try:
        with open("/dev/tty", "rb") as terminal:  # noqa: PTH123 (a device)
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False


# ---- Package manager of the system: used by root, suggested to other users


def package_manager() -> str | None:
    """Return the package manager of this system, or None if it is not supported."""
    return next(filter(shutil.which, INSTALL), None)


def install_system_package(package: str, log: Log) -> None:
    """Install a system package; raise if the user is not root or the installation fails."""
    program = package_manager()
    if program is None or not machine.is_root():
        raise CommandError(f"Only root can install {package}.")
    print(f" installing {package} as root with {program} ...", end="", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if program in PREPARE:
        log.run([program, *PREPARE[program]], environment=environment)
    log.run([program, *INSTALL[program], package], environment=environment)


def install_command(package: str) -> str:
    """Return the command with which a user installs a system package."""
    program = package_manager()
    if program is None:
        return f"install {package} with the package manager of your system"
    command = " ".join([program, *INSTALL[program], package])
    if program == "brew" or machine.is_root():
        return command
    return f"sudo {command}" if shutil.which("sudo") else f'su -c "{command}"'
