"""Traits that are checked when they are set, and change together or not at all."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from traitlets import Bunch, HasTraits, TraitType

# ---- A trait type whose rule may look at the other traits, and says in plain words what is wrong


Value = TypeVar("Value")


class Checked(TraitType[Value, Any]):
    """A trait whose value goes through a function that returns or refuses it.

    The function runs at each assignment, also while notifications are held: a wrong value
    never gets in, so there is always a good state to stay with.

    Parameters
    ----------
    default : object
        The value at the start.
    check : callable
        Told the model and the value given, it returns the value to keep, or raises a
        `CostCurveError`.
    read_only : bool
        Whether only the model itself sets it.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = Checked(1.0, lambda _, value: float(value))
    >>> scale = Scale()
    >>> scale.factor = 2
    >>> scale.factor
    2.0
    """

    info_text = "a checked value"

    def __init__(
        self, default: Value, check: Callable[[Any, Any], Value], *, read_only: bool = False
    ) -> None:
        super().__init__(default_value=default, read_only=read_only)
        self._check = check

    def validate(self, obj: HasTraits | None, value: object) -> Value:
        """Return the value to keep."""
        return self._check(obj, value)


# ---- Traits that change together: all of a change, or nothing of it


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
        """Set, settle and tell; if that cannot be, everything is as before."""
        self._pending = {}
        telling = False
        try:
            yield
            self.settle()
            changes = list(self._pending.values())
            self._pending, telling = None, True
            failed = self._tell(changes)
        except BaseException:
            self._pending = None
            self._take_back(before, heard=telling)
            raise
        if failed:
            raise failed[0]

    def _note(self, change: Bunch) -> None:
        """Keep the first old and the last new value."""
        if self._pending is not None:
            first = self._pending.setdefault(change["name"], change)
            first["new"] = change["new"]

    def _put_back(self, before: Mapping[str, Any]) -> None:
        self._trait_values = dict(before)
        self.undone()

    def _tell(self, changes: list[Bunch]) -> list[Exception]:
        """Tell of every change, of the others too if an observer of one fails."""
        failed = []
        for change in changes:
            try:
                super().notify_change(change)
            except Exception as error:  # noqa: BLE001 (raised when all have been told)
                failed.append(error)
        return failed

    def _take_back(self, before: Mapping[str, Any], *, heard: bool) -> None:
        """Undo a change, and tell of that if some have heard of the change already."""
        now = self._trait_values
        self._put_back(before)
        for name, old in before.items():
            if heard and now[name] is not old:
                back = Bunch(name=name, old=now[name], new=old, owner=self, type="change")
                super().notify_change(back)
