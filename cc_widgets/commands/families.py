"""A program together with everything that it starts: begun apart from us, and ended as one."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

SECONDS_TO_END = 5  # after which a family is killed: the next run begins its step anew
PAUSE = 0.02

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
