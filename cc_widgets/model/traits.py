"""Traits of the model: validation of values, and atomic changes of several traits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache, partial, wraps
from re import fullmatch
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, ParamSpec, TypeVar

from traitlets import Bunch, HasTraits, TraitType

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import read_range
from cc_widgets.core.uncertainty.bands import read_level
from cc_widgets.core.uncertainty.sample_size import read_difference
from cc_widgets.core.validation import (
    PC_MEANS,
    as_number,
    read_bool,
    read_choice,
    read_unit_number,
)
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import NamedClassifiers, read_classifiers
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.conditions import Pair, cover_range, shift_conditions

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- The lock of changes: a kernel can handle messages of the page in another thread than cells


CHANGE_LOCK = RLock()
"""Held while traits change, while figures are drawn or closed, and while page messages are handled.

With JupyterLab 4.4 and later, ipykernel 7 handles messages of the page in a subshell, which is
another thread than that of the cells.
"""

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


def with_lock(function: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """Return the function wrapped so that it holds the lock of changes while it runs."""

    @wraps(function)
    def locked(*args: Parameters.args, **options: Parameters.kwargs) -> Value:
        with CHANGE_LOCK:
            return function(*args, **options)

    return locked


class Synchronized:
    """Base class whose public methods and properties hold the lock of changes.

    Subclasses need no decorators: each public function and property of the class body is wrapped.

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
    """Names of public methods that hold the lock themselves, for part of their work."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401 (options of other base classes)
        """Wrap the public members of the class body."""
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
        """Update the object before one of its methods runs."""


def synchronized(method: Callable[..., Value]) -> Callable[..., Value]:
    """Return a method of a `Synchronized` class that holds the lock, on an updated object."""

    @wraps(method)
    def run(self: Synchronized, *args: Any, **options: Any) -> Value:  # noqa: ANN401 (arguments of the method)
        with CHANGE_LOCK:
            self._prepare()
            return method(self, *args, **options)

    return run


class LockedAttributes:
    """Base class of widgets whose attributes are set, and sent to the page, under the lock.

    Otherwise, another thread could close the widget while a new value is sent.
    """

    def __del__(self) -> None:
        """Do nothing: garbage collection must not close widgets, because closing acquires the lock.

        Garbage is collected in any thread, also in one that the holder of the lock waits for.
        """

    @with_lock
    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401 (any attribute)
        """Set an attribute while holding the lock."""
        super().__setattr__(name, value)


# ---- A trait type whose validation can depend on other traits


Page = Literal["", "sees", "sets"]


class CheckedTrait(TraitType[Value, Any]):
    """Trait whose values are validated or converted by a function.

    The function runs at each assignment, also while notifications are held, so that the trait never
    has an invalid value. `check` gets the object and the new value, and returns the value to store
    or raises a `CostCurveError`. `text` is the help text. Traits with the same `about` are updated
    together. `page` says whether the page depends on the trait ("sees") and may also set it
    ("sets"). `sent` returns the trait that is synchronised with the page, from the default value.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = CheckedTrait(1.0, lambda _, value: float(value), "Scale factor.")
    >>> scale = Scale()
    >>> scale.factor = 2
    >>> scale.factor, Scale.factor.__doc__
    (2.0, 'Scale factor.')
    """

    info_text = "a checked value"

    def __init__(  # noqa: PLR0913 (all metadata of a trait in one declaration)
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
        self.tag(
            settable=not read_only, about=about, page=page, sent=sent and sent(json_value(default))
        )
        self._check = check

    @with_lock
    def set(self, obj: HasTraits, value: Any) -> None:  # noqa: ANN401 (checked)
        """Validate and store a value, and update the dependent traits."""
        super().set(obj, value)
        if isinstance(obj, AtomicTraits):
            obj._assigned |= {str(self.name)}  # noqa: SLF001 (attribute for this type)

    def validate(self, obj: HasTraits | None, value: object) -> Value:
        """Return the value to store, or raise."""
        return self._check(obj, value)


@cache
def trait_names_with(kind: type[HasTraits], **metadata: object) -> tuple[str, ...]:
    """Return the names of the traits of a class with this metadata.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = CheckedTrait(1.0, lambda _, value: float(value), "Scale.", page="sees")
    >>> trait_names_with(Scale, page="sees"), trait_names_with(Scale, settable=False)
    (('factor',), ())
    """
    return tuple(kind.class_trait_names(**metadata))


def json_value(value: Any) -> Any:  # noqa: ANN401 (value of any trait)
    """Return a trait's value as it is sent to the page: JSON types with Python numbers.

    Examples
    --------
    >>> json_value(({"kind": "edge", "index": 1}, (0.2, 0.4)))
    [{'kind': 'edge', 'index': 1}, [0.2, 0.4]]
    """
    if isinstance(value, Mapping):
        return {name: json_value(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [json_value(part) for part in value]
    return float(value) if isinstance(value, float) else value


# ---- Atomic changes of several traits


class AtomicTraits(Synchronized, HasTraits):
    """HasTraits whose changes are atomic: after an error all traits have their previous values.

    A change is an assignment, or all assignments under `hold_trait_notifications`. Values are
    validated, `_settle` updates the dependent traits, and then observers are called: first those of
    single traits, then functions registered by `watch`, once. An error before that rolls the change
    back, and no observer is called. After an interruption during the calls the change is rolled
    back too, and observers are notified of that. A public method called within a change sees
    dependent traits that are updated from the values set so far.

    Examples
    --------
    >>> from traitlets import Int
    >>> class Pair(AtomicTraits):
    ...     low, high = Int(0), Int(0)
    ...     def _settle(self):
    ...         if self.low > self.high:
    ...             raise ValueError("low exceeds high")
    >>> pair = Pair()
    >>> with pair.hold_trait_notifications():
    ...     pair.low, pair.high = 2, 3
    >>> pair.low = 4
    Traceback (most recent call last):
        ...
    ValueError: low exceeds high
    >>> pair.low, pair.high
    (2, 3)
    """

    _unsynchronized = frozenset({"hold_trait_notifications", "notify_change"})
    _assigned: frozenset[str] = frozenset()  # in the current change, even to the same value
    _pending: dict[str, Bunch] | None = None
    _is_settling = False
    _watchers: tuple[tuple[Callable[[], None], frozenset[str]], ...] = ()

    def _settle(self) -> None:
        """Update all dependent traits, or raise."""

    def _prepare(self) -> None:
        """Update the dependent traits from the values set so far in the current change."""
        if self._pending is None or self._is_settling:
            return
        self._is_settling = True
        try:
            self._settle()
        finally:
            self._is_settling = False

    def _after_rollback(self) -> None:
        """Reset caches after a rollback."""

    @contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Group all assignments inside the context into one change."""
        with CHANGE_LOCK:
            if self._pending is not None:
                yield
                return
            before = dict(self._trait_values)
            with self._transaction(before):
                yield

    def notify_change(self, change: Any) -> None:  # noqa: ANN401 (signature of traitlets)
        """Record a change of a trait; outside a group, complete it at once."""
        if self._pending is not None:
            self._note(change)
            return
        before = {**self._trait_values, change["name"]: change["old"]}
        with self._transaction(before):
            self._note(change)

    @contextmanager
    def _transaction(self, before: Mapping[str, Any]) -> Iterator[None]:
        """Update dependent traits and notify observers on exit; roll back if that fails."""
        self._pending, self._assigned = {}, frozenset()
        notifying = False
        try:
            yield
            self._prepare()
            changes = list(self._pending.values())
            self._pending, notifying = None, True
            errors = self._call_observers(changes)
        except BaseException:
            self._pending = None
            self._roll_back(before, notified=notifying)
            raise
        if errors:
            raise errors[0]

    def _note(self, change: Bunch) -> None:
        """Record a change with the first old and the last new value."""
        if self._pending is not None:
            first = self._pending.setdefault(change["name"], change)
            first["new"] = change["new"]

    def _restore_values(self, before: Mapping[str, Any]) -> None:
        self._trait_values = dict(before)
        self._after_rollback()

    def _call_observers(self, changes: Sequence[Bunch]) -> list[Exception]:
        """Call all observers of these changes, and return the exceptions that they raise."""
        names = {change["name"] for change in changes}
        notify = super().notify_change
        calls: list[Callable[[], None]] = [partial(notify, change) for change in changes]
        calls += [
            partial(self._call_watcher, entry) for entry in self._watchers if entry[1] & names
        ]
        errors = []
        for call in calls:
            try:
                call()
            except Exception as error:  # noqa: BLE001 (raised after all observers were called)
                errors.append(error)
        return errors

    def _call_watcher(self, entry: tuple[Callable[[], None], frozenset[str]]) -> None:
        """Call a watcher unless an earlier observer has unregistered it."""
        if entry in self._watchers:
            entry[0]()

    def _roll_back(self, before: Mapping[str, Any], *, notified: bool) -> None:
        """Restore all values; notify observers if they have seen the change."""
        rejected = self._trait_values
        self._restore_values(before)
        if notified:
            self._call_observers(
                [
                    Bunch(name=name, old=rejected[name], new=old, owner=self, type="change")
                    for name, old in before.items()
                    if rejected[name] is not old
                ]
            )


def watch(model: AtomicTraits, handler: Callable[[], None], *names: str) -> Callable[[], None]:
    """Call `handler` once per change of these traits; return a function that unregisters it."""
    entry = (handler, frozenset(names))
    with CHANGE_LOCK:
        model._watchers = (*model._watchers, entry)  # noqa: SLF001 (same module)

    @with_lock
    def unregister() -> None:
        watchers = tuple(other for other in model._watchers if other is not entry)  # noqa: SLF001
        model._watchers = watchers  # noqa: SLF001

    return unregister


_SYNONYMS = {"population": "n_cases", "unit": "currency"}
"""Other words for attributes, as keys."""


def unknown_attribute(kind: str, name: str, places: Iterable[str]) -> str:
    """Return the error message for an unknown attribute, with the most similar known one.

    Places are names, or paths such as ``view.axis``, of which the last part is compared.
    """
    by_name = {place.rpartition(".")[2]: place for place in places}
    close = [_SYNONYMS[name]] if name in _SYNONYMS else get_close_matches(name, by_name, 1)
    hint = f" Did you mean {kind}.{by_name[close[0]]}?" if close else ""
    return f"the {kind} has no attribute {name!r}.{hint}"


# ---- Validation: one function for each trait


_COST_TOPS = (0.5, 1.0)


def classifiers(model: CostCurveModel, value: object) -> NamedClassifiers:
    """Return the checked classifiers; the positive label is that of the current ones."""
    before = model.classifiers if model.trait_has_value("classifiers") else None
    return read_classifiers(value, before)


def hidden(model: CostCurveModel, value: object) -> tuple[str, ...]:
    """Return the unique names of classifiers."""
    if (
        isinstance(value, str)
        or not isinstance(value, Collection)
        or getattr(value, "ndim", 1) == 0  # zero-dimensional array
    ):
        raise CostCurveError(
            "must be a sequence of classifier names",
            where="hidden",
            got=shown(value),
            fix='Pass ("name",).',
        )
    for name in value:
        check_classifier_name(model, name, "hidden")
    return tuple(dict.fromkeys(value))


def check_classifier_name(model: CostCurveModel, name: object, where: str) -> None:
    """Raise unless this is the name of a classifier."""
    if not isinstance(name, str) or name not in model.classifiers:
        names = ", ".join(map(repr, model.classifiers)) or "none yet"
        raise CostCurveError(
            "must be the name of a classifier",
            where=where,
            got=shown(name),
            fix=f"Classifiers are: {names}.",
        )


def colors(model: CostCurveModel, value: object) -> Mapping[str, str]:
    """Return the checked colours by name, in lower case."""
    if not isinstance(value, Mapping):
        raise CostCurveError(
            "must be a mapping of names to colours",
            where="colors",
            got=shown(value),
            fix='Pass {"name": "#0072b2"}.',
        )
    for name, color in value.items():
        check_classifier_name(model, name, "colors")
        if not isinstance(color, str) or not fullmatch("#[0-9a-fA-F]{6}", color):
            raise CostCurveError(
                "must be # and six hexadecimal digits",
                where=f"colors[{name!r}]",
                got=shown(color),
                fix='Pass a colour such as "#0072b2".',
            )
    return MappingProxyType({name: color.lower() for name, color in value.items()})


def conditions(_model: object, value: object) -> Conditions | None:
    """Return Conditions, or None without content; raise for anything else."""
    if value is None or isinstance(value, Conditions):
        return None if value == Conditions() else value
    raise CostCurveError(
        "must be Conditions or None",
        where="conditions",
        got=shown(value),
        fix="Pass Conditions(prior=0.1, cost_fp=1, cost_fn=5); any value may be a range.",
    )


def one_of(where: str, *choices: str) -> Callable[[object, object], Any]:
    """Return a check that a value is one of these strings."""

    def check(_model: object, value: object) -> Any:  # noqa: ANN401 (one of the strings)
        return read_choice(where, value, choices)

    return check


def cost_top(_model: object, value: object) -> float | str:
    """Return the upper end of the cost axis: "fit", 0.5 or 1."""
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


def optional_name(_model: object, value: object) -> str | None:
    """Return a name, or None."""
    if value is None or isinstance(value, str):
        return value
    raise CostCurveError(
        "must be the name of a classifier, or None", where="shown_band", got=shown(value)
    )


def boolean(where: str) -> Callable[[object, object], bool]:
    """Return a check that a value is a boolean."""

    def check(_model: object, value: object) -> bool:
        return read_bool(where, value)

    return check


def least_difference(_model: object, value: Any) -> float | None:  # noqa: ANN401 (checked)
    """Return a difference in normalised cost, or None."""
    return None if value is None else read_difference(value)


def pc(model: CostCurveModel, value: object) -> float:
    """Return an operating point that exact conditions can be shifted to."""
    number = read_unit_number("pc", value, PC_MEANS)
    conditions = model._known_conditions
    if conditions is None or not conditions.exact:
        return number
    if number not in (conditions.pc.low, model.pc):
        shift_conditions(conditions, number, model.view.follows)
    return number


def pc_range(model: CostCurveModel, value: object) -> Pair | None:
    """Return a range of pc that the conditions can cover, as a pair; None for none."""
    if value is None:
        return None
    unchecked: Any = value
    read = read_range("pc_range", unchecked, least=0.0, greatest=1.0)
    pair = read.low, read.high
    conditions = model._known_conditions
    if conditions is not None and pair != model.pc_range:
        cover_range(conditions, pair)
    return pair


def level(_model: object, value: object) -> float:
    """Return a confidence level between 0 and 1."""
    return float(read_level(value))


def bootstrap_settings(_model: object, value: object) -> BootstrapSettings:
    """Return the settings of the bootstrap, or raise."""
    if isinstance(value, BootstrapSettings):
        return value
    raise CostCurveError(
        "must be BootstrapSettings",
        where="resampling",
        got=shown(value),
        fix="Set model.resampling = cc.BootstrapSettings(n_resamples=1999, rng=0).",
    )


def compared(model: CostCurveModel, value: object) -> tuple[str, str] | None:
    """Return two different names of classifiers, or None."""
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
    """Raise unless these are the names of two different classifiers."""
    for name in (first, second):
        check_classifier_name(model, name, where)
    if first == second:
        raise CostCurveError(
            "must be two different classifiers",
            where=where,
            got=shown((first, second)),
            fix="Pass the names of two different classifiers.",
        )
