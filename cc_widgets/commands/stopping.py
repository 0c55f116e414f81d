"""What stops a command: a problem, told in words, or somebody who wants it to end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


class Problem(Exception):  # noqa: N818 (it is shown to a person, who has a problem)
    """The command cannot go on; the message says why and what to type."""


HEARD = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # each where the system has it


class Stopped(KeyboardInterrupt):
    """Somebody wants this program to end; the signal says how it was told."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class _Ear:
    """What has been heard, and whether it has to wait."""

    waits: int = 0
    heard: int | None = None
    told: bool = False

    def hear(self, number: int, _frame: object) -> None:
        self.heard = self.heard or number
        self.tell()

    def tell(self) -> None:
        # Told once only: whoever presses Ctrl-C again must not cut short what the first one began.
        if self.heard is not None and not self.waits and not self.told:
            self.told = True
            raise Stopped(self.heard)


_ear = _Ear()


@contextmanager
def listened_to() -> Iterator[None]:
    """Turn every signal that asks us to end into Stopped, except those we were told to ignore."""
    numbers = [getattr(signal, name) for name in HEARD if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    _ear.heard, _ear.told = None, False
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, _ear.hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def held_back() -> Iterator[None]:
    """Signals wait until the block is through."""
    _ear.waits += 1
    try:
        yield
    finally:
        _ear.waits -= 1
    _ear.tell()
