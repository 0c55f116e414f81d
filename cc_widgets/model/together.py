"""Traits that change together: all of a change, or nothing of it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from traitlets import Bunch, HasTraits


class Together(HasTraits):
    """What is refused, fails or is interrupted half-way leaves every trait as it was.

    A change, of one trait or of several under `hold_trait_notifications`, has three steps: values
    are set, `settle` lets everything else follow, and then observers are told. Whatever goes
    wrong in the first two is undone, and nobody has heard of it. An interruption while observers
    are told is undone too, and they are told that.

    Examples
    --------
    >>> from traitlets import Int
    >>> class Pair(Together):
    ...     low, high = Int(0), Int(0)
    ...     def settle(self):
    ...         if self.low > self.high:
    ...             raise ValueError("the wrong way round")
    >>> pair = Pair()
    >>> with pair.hold_trait_notifications():
    ...     pair.low, pair.high = 2, 3
    >>> pair.low = 4
    Traceback (most recent call last):
        ...
    ValueError: the wrong way round
    >>> pair.low, pair.high
    (2, 3)
    """

    _pending: dict[str, Bunch] | None = None

    def settle(self) -> None:
        """Let everything follow from what was set, or raise."""

    def undone(self) -> None:
        """Take notice that all traits are as they were before the last change."""

    @contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Make all that is set inside one change."""
        if self._pending is not None:
            yield
            return
        before = dict(self._trait_values)
        with self._one_change(before):
            yield

    def notify_change(self, change: Any) -> None:  # noqa: ANN401 (traitlets' own words for it)
        """Take note of what was set; of a change by itself, go all three steps."""
        if self._pending is not None:
            self._note(change)
            return
        before = {**self._trait_values, change["name"]: change["old"]}
        with self._one_change(before):
            self._note(change)

    @contextmanager
    def _one_change(self, before: Mapping[str, Any]) -> Iterator[None]:
        self._pending = {}
        try:
            yield
            self.settle()
            changes = list(self._pending.values())
        except BaseException:
            self._put_back(before)
            raise
        finally:
            self._pending = None
        self._tell(changes, before)

    def _note(self, change: Bunch) -> None:
        """Keep the first old and the last new value."""
        if self._pending is not None:
            first = self._pending.setdefault(change["name"], change)
            first["new"] = change["new"]

    def _put_back(self, before: Mapping[str, Any]) -> None:
        self._trait_values = dict(before)
        self.undone()

    def _tell(self, changes: list[Bunch], before: Mapping[str, Any]) -> None:
        """Tell of every change, of the others too if an observer of one fails."""
        failed: list[Exception] = []
        try:
            for change in changes:
                try:
                    super().notify_change(change)
                except Exception as error:  # noqa: BLE001 (raised below)
                    failed.append(error)
        except BaseException:
            self._take_back(before)
            raise
        if failed:
            raise failed[0]

    def _take_back(self, before: Mapping[str, Any]) -> None:
        """Undo a change of which some have heard already, and tell them."""
        now = self._trait_values
        back = [
            Bunch(name=name, old=now[name], new=old, owner=self, type="change")
            for name, old in before.items()
            if now[name] is not old
        ]
        self._put_back(before)
        for change in back:
            super().notify_change(change)
