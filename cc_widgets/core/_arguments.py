"""Type checks of the arguments of public functions, derived from their annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache, partial, wraps
from inspect import isclass, isfunction, ismodule, signature
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from warnings import catch_warnings, simplefilter

import numpy as np

from cc_widgets._help import make_readable
from cc_widgets.errors import CostCurveError, shown

_published: dict[str, Callable[..., Any]] = {}
_MOST_MAKERS = 3
_ABSENT = object()


def publish(package: dict[str, Any]) -> None:
    """Check the arguments of the public functions of a package, and make their help legible.

    Only arguments annotated with classes of this package are checked here; functions check numbers,
    arrays and strings themselves.

    Parameters
    ----------
    package : dict
        The namespace of the package, whose ``__all__`` lists its modules and the functions that it
        imports from them. Both namespaces get the checked functions.

    Examples
    --------
    >>> from cc_widgets.core.costs import edge_pc
    >>> edge_pc(3)
    Traceback (most recent call last):
        ...
    cc_widgets.errors.CostCurveError: hull: must be a Hull. Got 3. Pass the result of convex_hull.
    """
    public = {name: package[name] for name in package["__all__"] if name in package}
    for module in filter(ismodule, public.values()):
        _publish_module(vars(module))
    for name, item in public.items():
        if isfunction(item):
            package[name] = _published[name]


def _publish_module(module: dict[str, Any]) -> None:
    """Replace the public functions and methods of a module with versions that check arguments."""
    public = {name: module[name] for name in module["__all__"]}
    make_readable(public.values())
    for name, item in public.items():
        if isfunction(item):
            module[name] = _published[name] = _checked(item)
        elif isclass(item):
            public_members = [pair for pair in vars(item).items() if not pair[0].startswith("_")]
            for key, member in public_members:
                if isfunction(member):
                    setattr(item, key, _checked(member))


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, wrapped in checks of its arguments."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (arguments of any function)
        for position, name, rule in _rules(function):
            value = args[position] if position < len(args) else kwargs.get(name, _ABSENT)
            if value is not _ABSENT and not rule.accepts(value):
                raise _own_error(function, args, kwargs) or rule.error(name, value)
        return function(*args, **kwargs)

    return call


def _own_error(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> CostCurveError | None:
    """Return the more specific error that the function itself raises for these arguments."""
    with catch_warnings(), np.errstate(all="ignore"):
        simplefilter("ignore")
        try:
            function(*args, **kwargs)
        except CostCurveError as error:
            return error
        except Exception:  # noqa: BLE001 (any error may follow from such a value)
            return None
    return None


# ---- Rules derived from annotations


@dataclass(frozen=True, slots=True)
class _Rule:
    """Rule for the values of one argument.

    Attributes
    ----------
    accepts : callable
        Returns whether a value satisfies the rule.
    words : str
        The accepted values, for example "a Hull".
    kinds : tuple of type
        The accepted classes.
    """

    accepts: Callable[[Any], bool]
    words: str
    kinds: tuple[type, ...]

    def error(self, name: str, value: object) -> CostCurveError:
        """Return the error for a value that violates the rule."""
        ours = [kind for kind in self.kinds if kind.__module__.startswith("cc_widgets.")]
        makers = [maker for kind in ours for maker in _makers(kind)]
        fix = f"Pass the result of {' or '.join(makers[:_MOST_MAKERS])}." if makers else None
        return CostCurveError(f"must be {self.words}", where=name, got=shown(value), fix=fix)


@cache
def _rules(function: Callable[..., Any]) -> tuple[tuple[int, str, _Rule], ...]:
    """Return position, name and rule of each argument that is checked."""
    hints = get_type_hints(function)
    names = enumerate(signature(function).parameters)
    rules = [(i, name, _rule(hints.get(name))) for i, name in names]
    return tuple((i, name, rule) for i, name, rule in rules if rule is not None and rule.kinds)


def _rule(annotation: Any) -> _Rule | None:  # noqa: ANN401 (an annotation has no type)
    """Return the rule of an annotation, or None if the function checks such values itself."""
    rules = [rule for rule in map(_rule, get_args(annotation)) if rule is not None]
    if not rules or len(rules) < len(get_args(annotation)):
        return _plain_rule(annotation)
    kinds = tuple(kind for rule in rules for kind in rule.kinds)
    words = [rule.words for rule in rules]
    composed = {
        Union: _Rule(partial(_is_any, rules), " or ".join(words), kinds),
        Sequence: _Rule(partial(_is_sequence, rules[0]), f"a sequence, each {words[0]}", kinds),
        tuple: _Rule(partial(_is_tuple, rules), f"a tuple of {' and '.join(words)}", kinds),
    }
    origin = get_origin(annotation)
    return composed.get(Union if origin is UnionType else origin)


def _plain_rule(annotation: Any) -> _Rule | None:  # noqa: ANN401 (an annotation has no type)
    """Return the rule of an annotation without type arguments."""
    if annotation is NoneType:
        return _Rule(lambda value: value is None, "None", ())
    if annotation is bool:
        return _Rule(lambda value: isinstance(value, bool | np.bool_), "True or False", (bool,))
    if get_origin(annotation) is np.ndarray:
        return _Rule(_is_numeric, "an array of numbers", (np.ndarray,))
    if isclass(annotation) and annotation.__module__.startswith("cc_widgets."):
        return _Rule(_is_like(annotation), _words(annotation), (annotation,))
    return None


def _is_any(rules: Sequence[_Rule], value: object) -> bool:
    """Return whether a value satisfies any of the rules."""
    return any(rule.accepts(value) for rule in rules)


def _is_numeric(value: object) -> bool:
    """Return whether the value is an array of real numbers that is not masked."""
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        return False
    return value.dtype.kind in "biuf"


def _is_sequence(rule: _Rule, value: object) -> bool:
    """Return whether the value is a sequence whose elements all satisfy the rule."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return False
    return all(map(rule.accepts, value))


def _is_tuple(rules: Sequence[_Rule], value: object) -> bool:
    """Return whether the value is a tuple in which each element satisfies its own rule."""
    if not isinstance(value, tuple) or len(value) != len(rules):
        return False
    return all(rule.accepts(element) for rule, element in zip(rules, value, strict=True))


def _is_like(kind: type) -> Callable[[object], bool]:
    """Return the check for instances of a class, or for the arrays that a protocol declares."""
    names = _members(kind)
    if not names:
        return lambda value: isinstance(value, kind)
    return lambda value: all(isinstance(_attribute(value, name), np.ndarray) for name in names)


def _words(kind: type) -> str:
    """Return the name of a class with its article, or the arrays that a protocol declares."""
    names, name = _members(kind), kind.__name__
    if names:
        return f"an object with the arrays {', '.join(names[:-1])} and {names[-1]}"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _attribute(value: object, name: str) -> object:
    """Return an attribute, or None if it is missing or raises."""
    try:
        return getattr(value, name, None)
    except Exception:  # noqa: BLE001 (objects of other libraries raise any error)
        return None


def _members(kind: type) -> list[str]:
    """Return the names of the arrays that a protocol declares; none for other classes."""
    if not getattr(kind, "_is_protocol", False):
        return []
    return [name for name, attribute in vars(kind).items() if isinstance(attribute, property)]


def _makers(kind: type) -> list[str]:
    """Return the names of public functions that return an instance of the class."""
    outputs = {name: _return_type(function) for name, function in _published.items()}
    return [name for name, output in outputs.items() if output is kind or _has_arrays(output, kind)]


@cache
def _return_type(function: Callable[..., Any]) -> Any:  # noqa: ANN401 (an annotation has no type)
    return get_type_hints(function).get("return")


@cache
def _has_arrays(kind: Any, protocol: type) -> bool:  # noqa: ANN401 (an annotation has no type)
    """Return whether a result class has the arrays of the protocol."""
    hints = get_type_hints(kind) if is_dataclass(kind) else {}
    arrays = [get_origin(hints.get(name)) is np.ndarray for name in _members(protocol)]
    return bool(arrays) and all(arrays)
