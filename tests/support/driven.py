"""A page of a browser that is driven by one of the standards of WebDriver."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

PATIENCE = 60
_KEYS = {"ArrowRight": "\ue014", "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


class Driven(ABC):
    """One page, with as much of playwright's as the tests of other browsers need."""

    def __init__(self) -> None:
        self.heard: dict[str, Callable[[Any], None]] = {}
        self._patience: float = PATIENCE

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return what a function of the page returns."""

    @abstractmethod
    def act(self, sources: list[dict[str, object]]) -> None:
        """Do what a person does, in the words of the standards."""

    def on(self, event: str, hear: Callable[[Any], None]) -> None:
        """Be told of what the page complains about, if the browser tells."""
        self.heard[event] = hear

    def set_default_timeout(self, milliseconds: float) -> None:
        """Wait so long for functions to return something true."""
        self._patience = milliseconds / 1000

    def wait_for_function(self, function: str, *, timeout: float | None = None) -> None:
        """Wait until a function of the page returns something true."""
        until = time.monotonic() + (self._patience if timeout is None else timeout / 1000)
        while not self.evaluate(function):
            if time.monotonic() > until:
                raise TimeoutError(function)
            time.sleep(0.05)

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        self._act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def down(self) -> None:
        """Press the mouse's button."""
        self._act("pointer", {"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Let go of the mouse's button."""
        self._act("pointer", {"type": "pointerUp", "button": 0})

    def press(self, key: str) -> None:
        """Press a key and let go of it."""
        value = _KEYS.get(key, key)
        self._act("key", *({"type": kind, "value": value} for kind in ("keyDown", "keyUp")))

    def _act(self, kind: str, *steps: Mapping[str, object]) -> None:
        self.act([{"type": kind, "id": kind, "actions": list(steps)}])
