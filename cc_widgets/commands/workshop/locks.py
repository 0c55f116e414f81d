"""File locks that prevent concurrent setups or lesson runs in one checkout."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from time import sleep

from cc_widgets.commands.stopping import CommandError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: TextIOWrapper) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: TextIOWrapper) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold_lock(path: Path, pause: float = 0.5, *, owner: str = "setup") -> Iterator[int]:
    """Wait for a lock, hold it, and yield its file descriptor.

    The system releases the lock when this process and all child processes that inherit the
    descriptor have ended. `owner` describes the holder in the message shown while waiting.
    """
    with _open(path) as file:
        waiting = False
        while not _try_lock(file):
            if not waiting:
                print(f"Waiting for another {owner} in this checkout to finish", flush=True)
            waiting = True
            sleep(pause)
        yield file.fileno()


def _open(path: Path) -> TextIOWrapper:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise CommandError(
            f"{path.parent} is not writable ({error.strerror}), but the setup writes to it.\n"
            "Copy it to a folder you can write to, and run the command there."
        ) from error


def _try_lock(file: TextIOWrapper) -> bool:
    try:
        _lock(file)
    except OSError:
        return False
    return True
