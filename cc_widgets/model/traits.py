"""Traits that are checked when they are set, and change together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Literal, TypeVar

from traitlets import Bunch, HasTraits, TraitType

# ---- A trait type whose rule may look at the other traits, and says in plain words what is wrong


Value = TypeVar("Value")


Page = Literal["", "sees", "sets"]


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
    text : str
        What `help` says of it.
    about : str
        What it is about: those about the same settle together.
    page : {"", "sees", "sets"}
        Whether something on the page depends on it, and whether the page may set it.
    sent : callable, optional
        Told the value at the start, it returns the trait as which the page gets it; left out for
        what shapes figures and sentences only.
    read_only : bool
        Whether only the model itself sets it.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = Checked(1.0, lambda _, value: float(value), "How much larger.")
    >>> scale = Scale()
    >>> scale.factor = 2
    >>> scale.factor, Scale.factor.__doc__
    (2.0, 'How much larger.')
    """

    info_text = "a checked value"

    def __init__(  # noqa: PLR0913 (all that is known of a trait stands in its one declaration)
        self,
        default: Value,
        check: Callable[[Any, Any], Value],
        text: str,
        *,
        about: str = "",
        page: Page = "",
        sent: Callable[[Any], TraitType[Any, Any]] | None = None,
        read_only: bool = False,
    ) -> None:
        super().__init__(default_value=default, read_only=read_only, help=text)
        self.tag(given=not read_only, about=about, page=page, sent=sent and sent(plain(default)))
        self._check = check

    def validate(self, obj: HasTraits | None, value: object) -> Value:
        """The value to keep."""
        return self._check(obj, value)


@cache
def having(kind: type[HasTraits], **facts: object) -> tuple[str, ...]:
    """Names of the traits of a class of which all these facts are declared.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = Checked(1.0, lambda _, value: float(value), "How much larger.", page="sees")
    >>> having(Scale, page="sees"), having(Scale, given=False)
    (('factor',), ())
    """
    return tuple(kind.class_trait_names(**facts))


def plain(value: Any) -> Any:  # noqa: ANN401 (whatever a trait may hold)
    """Value as it goes to the page: lists, dicts, texts, truth values and Python's own numbers.

    Examples
    --------
    >>> plain(({"kind": "edge", "index": 1}, (0.2, 0.4)))
    [{'kind': 'edge', 'index': 1}, [0.2, 0.4]]
    """
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(part) for part in value]
    return float(value) if isinstance(value, float) else value


# ---- Traits that change together: all of a change, or nothing of it


class Together(HasTraits):
    """What is refused, fails or is interrupted half-way leaves every trait as it was.

    A change, of one trait or of several under `hold_trait_notifications`, has three steps: values
    are set, `_settle` lets everything else follow, and then observers are told, of each trait by
    itself, and last those who `watch`, once. Whatever goes wrong in the first two is undone, and
    nobody has heard of it. An interruption while observers are told is undone too, and they are
    told that.

    Examples
    --------
    >>> from traitlets import Int
    >>> class Pair(Together):
    ...     low, high = Int(0), Int(0)
    ...     def _settle(self):
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
    _watchers: tuple[tuple[Callable[[], None], frozenset[str]], ...] = ()

    def watch(self, handler: Callable[[], None], *names: str) -> Callable[[], None]:
        """Function that ends the watching; until then a change of these traits is told, once.

        Parameters
        ----------
        handler : callable
            Called without arguments after a change, however many of the traits it was of.
        *names : str
            The traits.

        Returns
        -------
        callable
            Call it to be told no more.
        """
        entry = (handler, frozenset(names))
        self._watchers = (*self._watchers, entry)

        def end() -> None:
            self._watchers = tuple(one for one in self._watchers if one is not entry)

        return end

    def _settle(self) -> None:
        """Let everything follow from what was set, or raise."""

    def _undone(self) -> None:
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
            self._settle()
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
        self._undone()

    def _tell(self, changes: Sequence[Bunch]) -> list[Exception]:
        """Tell of every change, of the others too if an observer of one fails."""
        names = {change["name"] for change in changes}
        notify = super().notify_change
        heard: list[Callable[[], None]] = [partial(notify, change) for change in changes]
        heard += [
            partial(self._tell_watcher, entry) for entry in self._watchers if entry[1] & names
        ]
        failed = []
        for tell in heard:
            try:
                tell()
            except Exception as error:  # noqa: BLE001 (raised when all have been told)
                failed.append(error)
        return failed

    def _tell_watcher(self, entry: tuple[Callable[[], None], frozenset[str]]) -> None:
        """Tell one that watches, unless what it was told before has ended that."""
        if entry in self._watchers:
            entry[0]()

    def _take_back(self, before: Mapping[str, Any], *, heard: bool) -> None:
        """Undo a change, and tell of that if some have heard of the change already."""
        now = self._trait_values
        self._put_back(before)
        if heard:
            self._tell(
                [
                    Bunch(name=name, old=now[name], new=old, owner=self, type="change")
                    for name, old in before.items()
                    if now[name] is not old
                ]
            )
