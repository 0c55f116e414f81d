"""Locks between processes: one set-up, and one run of a lesson, at a time in one checkout."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from time import sleep

from cc_widgets.commands.stopping import Problem

if sys.platform == "win32":
    import msvcrt

    def _take(file: TextIOWrapper) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: TextIOWrapper) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def held(path: Path, pause: float = 0.5, *, owner: str = "set-up") -> Iterator[int]:
    """Hold a lock, given as a file number; wait while another program, the owner, holds it.

    The system frees it however we end, and after those to whom the number was handed down.
    """
    with _opened(path) as file:
        waiting = False
        while not _taken(file):
            if not waiting:
                print(f"waiting for another {owner} of this checkout to end", flush=True)
            waiting = True
            sleep(pause)
        yield file.fileno()


def _opened(path: Path) -> TextIOWrapper:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise Problem(
            f"{path.parent} cannot be written to ({error.strerror}), and all is made there.\n"
            "Copy it to a folder of yours, go there, and type the same command again."
        ) from error


def _taken(file: TextIOWrapper) -> bool:
    try:
        _take(file)
    except OSError:
        return False
    return True
