"""Base class of pages that are driven by a WebDriver standard."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

TIMEOUT = 60
_KEYS = {"ArrowRight": "\ue014", "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


class WebDriverPage(ABC):
    """Subset of Playwright's `Page` that the tests of other browsers need."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[[Any], None]] = {}
        self._timeout: float = TIMEOUT

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return the result of a JavaScript function."""

    @abstractmethod
    def act(self, sources: list[dict[str, object]]) -> None:
        """Perform input actions, in the format of the standards."""

    def on(self, event: str, listener: Callable[[Any], None]) -> None:
        """Call `listener` for errors of the page, if the browser reports them."""
        self.listeners[event] = listener

    def set_default_timeout(self, milliseconds: float) -> None:
        """Set how long `wait_for_function` waits by default."""
        self._timeout = milliseconds / 1000

    def wait_for_function(self, function: str, *, timeout: float | None = None) -> None:
        """Wait until a JavaScript function returns a truthy value."""
        deadline = time.monotonic() + (self._timeout if timeout is None else timeout / 1000)
        while not self.evaluate(function):
            if time.monotonic() > deadline:
                raise TimeoutError(function)
            time.sleep(0.05)

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        self._act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def down(self) -> None:
        """Press the mouse button."""
        self._act("pointer", {"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Release the mouse button."""
        self._act("pointer", {"type": "pointerUp", "button": 0})

    def press(self, key: str) -> None:
        """Press and release a key."""
        value = _KEYS.get(key, key)
        self._act("key", *({"type": kind, "value": value} for kind in ("keyDown", "keyUp")))

    def _act(self, kind: str, *steps: Mapping[str, object]) -> None:
        self.act([{"type": kind, "id": kind, "actions": list(steps)}])
