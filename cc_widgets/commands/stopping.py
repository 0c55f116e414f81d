"""Exceptions that end a command, and the handling of signals."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


class CommandError(Exception):
    """Error that ends a command; its message gives the reason and what to type."""


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # not all exist on every system


class Interrupted(KeyboardInterrupt):
    """Request to end the program, with the number of the signal received."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class _SignalState:
    """First signal received, and whether raising `Interrupted` is deferred."""

    deferrals: int = 0
    received: int | None = None
    raised: bool = False

    def handle(self, number: int, _frame: object) -> None:
        self.received = self.received or number
        self.raise_if_due()

    def raise_if_due(self) -> None:
        # Raise only once: a second Ctrl-C must not interrupt the cleanup.
        if self.received is not None and not self.deferrals and not self.raised:
            self.raised = True
            raise Interrupted(self.received)


_state = _SignalState()


@contextmanager
def handle_signals() -> Iterator[None]:
    """Turn signals that ask the program to end into `Interrupted`, unless they are ignored."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    _state.received, _state.raised = None, False
    for number, handler in handlers.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, _state.handle)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


@contextmanager
def defer_signals() -> Iterator[None]:
    """Defer `Interrupted` until the end of the block."""
    _state.deferrals += 1
    try:
        yield
    finally:
        _state.deferrals -= 1
    _state.raise_if_due()
