"""Traits: what each may be, and how they change together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial, wraps
from re import fullmatch
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, ParamSpec, TypeVar

from traitlets import Bunch, HasTraits, TraitType

from cc_widgets.core import Conditions
from cc_widgets.core._conditions import read_range
from cc_widgets.core._reading import (
    PC_MEANS,
    as_finite,
    as_number,
    read_truth,
    read_unit_number,
    read_word,
)
from cc_widgets.core.uncertainty._band import read_level
from cc_widgets.core.uncertainty._planning import read_difference
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Named, named_classifiers
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.conditions import Pair, moved, spread

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- One change at a time: a kernel may hear a page in one thread while a cell runs in another


TURN = RLock()
"""Held while something changes, is drawn anew or closed, and while a page is heard.

Under JupyterLab 4.4 and later, ipykernel 7 hands what a page sends to a subshell, a thread beside
that of the cells.
"""

Given = ParamSpec("Given")
Value = TypeVar("Value")


def in_turn(act: Callable[Given, Value]) -> Callable[Given, Value]:
    """Function that does the same when no other thread is in the middle of a change."""

    @wraps(act)
    def waiting(*args: Given.args, **more: Given.kwargs) -> Value:
        with TURN:
            return act(*args, **more)

    return waiting


class Synchronized:
    """Base class whose public methods and properties run in turn, whichever thread calls them.

    Subclasses need no decorators: each public function and property of a class body is wrapped.

    Examples
    --------
    >>> class Counter(Synchronized):
    ...     count = 0
    ...     def add(self):
    ...         self.count += 1
    >>> counter = Counter()
    >>> counter.add()
    >>> counter.count
    1
    """

    _unsynchronized: ClassVar[frozenset[str]] = frozenset()
    """Names of public methods that take the turn themselves, for some of their work only."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401 (options of other bases)
        """Wrap public members of the class body."""
        super().__init_subclass__(**options)
        for name, member in tuple(vars(cls).items()):
            if name.startswith("_") or name in cls._unsynchronized:
                continue
            if isinstance(member, FunctionType):
                setattr(cls, name, synchronized(member))
            elif isinstance(member, property):
                getter, setter = member.fget, member.fset
                wrapped = property(getter and synchronized(getter), setter and synchronized(setter))
                setattr(cls, name, wrapped)

    def _prepare(self) -> None:
        """Bring the object up to date before one of its methods runs."""


def synchronized(method: Callable[..., Value]) -> Callable[..., Value]:
    """Return a method of a `Synchronized` class that runs in turn, on an object up to date."""

    @wraps(method)
    def run(self: Synchronized, *args: Any, **more: Any) -> Value:  # noqa: ANN401 (the method's)
        with TURN:
            self._prepare()
            return method(self, *args, **more)

    return run


# ---- Traits that are checked when they are set, and change together or not at all


# ---- A trait type whose rule may look at the other traits, and says in plain words what is wrong


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

    @in_turn
    def set(self, obj: HasTraits, value: Any) -> None:  # noqa: ANN401 (it is checked)
        """Check and keep a value, and let everything follow."""
        super().set(obj, value)
        if isinstance(obj, Together):
            obj._assigned |= {str(self.name)}  # noqa: SLF001 (this type is made for it)

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


class Together(Synchronized, HasTraits):
    """What is refused, fails or is interrupted half-way leaves every trait as it was.

    A change, of one trait or of several under `hold_trait_notifications`, has three steps: values
    are set, `_settle` lets everything else follow, and then observers are told, of each trait by
    itself, and last those who `watch`, once. Whatever goes wrong in the first two is undone, and
    nobody has heard of it. An interruption while observers are told is undone too, and they are
    told that. A public method that is called within a change sees what follows from the values set
    so far.

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

    _unsynchronized = frozenset({"hold_trait_notifications", "notify_change", "watch"})
    _assigned: frozenset[str] = frozenset()  # in the present change, to whatever value
    _pending: dict[str, Bunch] | None = None
    _is_settling = False
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
        given: tuple[Any, ...] = names
        unknown = [name for name in given if not isinstance(name, str) or not self.has_trait(name)]
        if unknown or not callable(handler):
            raise CostCurveError(
                "needs a function and names of traits",
                where="watch",
                got=shown(unknown[0] if unknown else handler),
            )
        entry = (handler, frozenset(names))
        with TURN:
            self._watchers = (*self._watchers, entry)

        @in_turn
        def end() -> None:
            self._watchers = tuple(one for one in self._watchers if one is not entry)

        return end

    def _settle(self) -> None:
        """Let everything follow from what was set, or raise."""

    def _prepare(self) -> None:
        """Settle the values that a change under way has set so far."""
        if self._pending is None or self._is_settling:
            return
        self._is_settling = True
        try:
            self._settle()
        finally:
            self._is_settling = False

    def _undone(self) -> None:
        """Take notice that all traits are as they were before the last change."""

    @contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Make all that is set inside one change."""
        with TURN:
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
        self._pending, self._assigned = {}, frozenset()
        telling = False
        try:
            yield
            self._prepare()
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


# ---- What each trait of the model may be: one function for each


_COST_TOPS = (0.5, 1.0)


def classifiers(model: CostCurveModel, value: object) -> Named:
    """Classifiers by name; the positive label is that of those up to now."""
    before = model.classifiers if model.trait_has_value("classifiers") else None
    return named_classifiers(value, before)


def hidden(model: CostCurveModel, value: object) -> tuple[str, ...]:
    """Names of classifiers, each once."""
    if (
        isinstance(value, str)
        or not isinstance(value, Collection)
        or getattr(value, "ndim", 1) == 0  # an array that holds a single thing
    ):
        raise CostCurveError(
            "must be names of classifiers", where="hidden", got=shown(value), fix='Pass ("name",).'
        )
    for name in value:
        known_name(model, name, "hidden")
    return tuple(dict.fromkeys(value))


def known_name(model: CostCurveModel, name: object, where: str) -> None:
    """Refuse what is not the name of a classifier."""
    if not isinstance(name, str) or name not in model.classifiers:
        names = ", ".join(map(repr, model.classifiers)) or "none so far"
        raise CostCurveError(
            "there is no classifier of that name",
            where=where,
            got=shown(name),
            fix=f"Classifiers are: {names}.",
        )


def colors(model: CostCurveModel, value: object) -> Mapping[str, str]:
    """Colours by name."""
    if not isinstance(value, Mapping):
        raise CostCurveError(
            "colours are given by name",
            where="colors",
            got=shown(value),
            fix='Pass {"name": "#0072b2"}.',
        )
    for name, color in value.items():
        known_name(model, name, "colors")
        if not isinstance(color, str) or not fullmatch("#[0-9a-fA-F]{6}", color):
            raise CostCurveError(
                "a colour is # and six hexadecimal digits",
                where=f"colors[{name!r}]",
                got=shown(color),
                fix='Pass for instance "#0072b2".',
            )
    return MappingProxyType({name: color.lower() for name, color in value.items()})


def conditions(_model: object, value: object) -> Conditions | None:
    """Conditions of use, or None."""
    if value is None or isinstance(value, Conditions):
        return value
    raise CostCurveError(
        "must be Conditions or None",
        where="conditions",
        got=shown(value),
        fix="Pass Conditions(prior=0.1, cost_fp=1, cost_fn=5); any value may be a range.",
    )


def one_of(where: str, *choices: str) -> Callable[[object, object], Any]:
    """A check for one of several words."""

    def check(_model: object, value: object) -> Any:  # noqa: ANN401 (one of the words)
        return read_word(where, value, choices)

    return check


def cost_top(_model: object, value: object) -> float | str:
    """Where the cost axis ends: at one of two heights, or where it fits."""
    if isinstance(value, str) and value == "fit":
        return value
    number = as_number(value)
    if number is not None and number in _COST_TOPS:
        return number
    raise CostCurveError(
        'must be "fit", 0.5 or 1',
        where="cost_top",
        got=shown(value),
        fix="Pass 0.5 for envelopes, 1 for whole cost lines.",
    )


def shown_band(model: CostCurveModel, value: object) -> str | None:
    """The name of a classifier, or None."""
    if value is None:
        return None
    known_name(model, value, "shown_band")
    return str(value)


def truth(where: str) -> Callable[[object, object], bool]:
    """A check for a truth value."""

    def check(_model: object, value: object) -> bool:
        return read_truth(where, value)

    return check


def least_difference(_model: object, value: float | None) -> float | None:
    """A difference in cost, or None.

    Examples
    --------
    >>> least_difference(None, 0.01)
    0.01
    """
    return None if value is None else read_difference(value)


def population(_model: object, value: object) -> float:
    """A number of cases."""
    number = as_finite(value)
    if number is None:
        fix = "It is a number of cases; 1 means the cost of one."
        raise CostCurveError(
            "must be a finite number", where="population", got=shown(value), fix=fix
        )
    if number <= 0.0:
        raise CostCurveError(
            "must be a number of cases greater than 0",
            where="population",
            got=shown(value),
            fix="Pass 1 for the cost of one case.",
        )
    return number


def unit(_model: object, value: object) -> str:
    """The word for the currency."""
    if isinstance(value, str):
        return value.strip()
    raise CostCurveError("must be text", where="unit", got=shown(value), fix='Pass "EUR".')


def pc(model: CostCurveModel, value: object) -> float:
    """An operating point to which the conditions can follow."""
    number = read_unit_number("pc", value, PC_MEANS)
    known = model.conditions
    if known is not None and known.exact and number not in (known.pc.low, model.pc):
        moved(known, number, model.follows)
    return number


def pc_range(model: CostCurveModel, value: object) -> Pair | None:
    """A range of pc to which the conditions can follow."""
    if value is None:
        return None
    given: Any = value
    read = read_range("pc_range", given, least=0.0, greatest=1.0)
    pair = read.low, read.high
    if model.conditions is not None and pair != model.pc_range:
        spread(model.conditions, pair)
    return pair


def level(_model: object, value: object) -> float:
    """A level of confidence."""
    return float(read_level(value))


def bootstrap_settings(_model: object, value: object) -> BootstrapSettings:
    """Settings."""
    if isinstance(value, BootstrapSettings):
        return value
    raise CostCurveError(
        "must be BootstrapSettings",
        where="bootstrap_settings",
        got=shown(value),
        fix="Pass BootstrapSettings(n_resamples=1999, rng=0).",
    )


def compared(model: CostCurveModel, value: object) -> tuple[str, str] | None:
    """Two different names of classifiers, or None."""
    if value is None:
        return None
    if not isinstance(value, tuple | list) or len(value) != len(("A", "B")):
        raise CostCurveError(
            "must be two names, or None",
            where="compared",
            got=shown(value),
            fix='Pass ("forest", "logistic").',
        )
    first, second = value
    check_pair(model, first, second, "compared")
    return first, second


def check_pair(model: CostCurveModel, first: object, second: object, where: str) -> None:
    """Refuse two names that are not those of two different classifiers."""
    for name in (first, second):
        known_name(model, name, where)
    if first == second:
        raise CostCurveError(
            "a classifier is not compared with itself",
            where=where,
            got=shown((first, second)),
            fix="Pass two different names.",
        )
