"""What each trait of the model may be: one function for each."""

from collections.abc import Callable, Collection, Mapping
from re import fullmatch
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

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
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Named, named_classifiers
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.conditions import Pair, moved, spread

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

_COST_TOPS = (0.5, 1.0)


def classifiers(model: "CostCurveModel", value: object) -> Named:
    """Classifiers by name; the positive label is that of those up to now."""
    before = model.classifiers if model.trait_has_value("classifiers") else None
    return named_classifiers(value, before)


def hidden(model: "CostCurveModel", value: object) -> tuple[str, ...]:
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


def known_name(model: "CostCurveModel", name: object, where: str) -> None:
    """Refuse what is not the name of a classifier."""
    if not isinstance(name, str) or name not in model.classifiers:
        names = ", ".join(map(repr, model.classifiers)) or "none so far"
        raise CostCurveError(
            "there is no classifier of that name",
            where=where,
            got=shown(name),
            fix=f"Classifiers are: {names}.",
        )


def colors(model: "CostCurveModel", value: object) -> Mapping[str, str]:
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


def cost_top(_model: object, value: object) -> float:
    """One of the two heights of the cost axis."""
    number = as_number(value)
    if number is not None and number in _COST_TOPS:
        return number
    raise CostCurveError(
        "must be 0.5 or 1",
        where="cost_top",
        got=shown(value),
        fix="Pass 0.5 for envelopes, 1 for whole cost lines.",
    )


def shown_band(model: "CostCurveModel", value: object) -> str | None:
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


def population(_model: object, value: object) -> float:
    """A number of cases."""
    number = as_finite(value)
    if number is None:
        fix = "It is a number of cases; 1 means the cost of one."
        raise CostCurveError(
            "must be a finite number", where="population", got=shown(value), fix=fix
        )
    if number < 0.0:
        raise CostCurveError(
            "must be a number of cases, zero or more",
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


def pc(model: "CostCurveModel", value: object) -> float:
    """An operating point to which the conditions can follow."""
    number = read_unit_number("pc", value, PC_MEANS)
    known = model.conditions
    if known is not None and known.exact and number not in (known.pc.low, model.pc):
        moved(known, number, model.follows)
    return number


def pc_range(model: "CostCurveModel", value: object) -> Pair | None:
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


def compared(model: "CostCurveModel", value: object) -> tuple[str, str] | None:
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
    for name in (first, second):
        known_name(model, name, "compared")
    if first == second:
        raise CostCurveError(
            "a classifier is not compared with itself",
            where="compared",
            got=shown(value),
            fix="Pass two different names.",
        )
    return first, second
