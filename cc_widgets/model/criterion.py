"""Choosing by another criterion than cost at one pc, in both spaces and in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cc_widgets.core.cost import edge_pc
from cc_widgets.core.criteria import minimax, neyman_pearson
from cc_widgets.core.mixing import Mix, alone
from cc_widgets.core.roc import Hull, RocCurve, convex_hull
from cc_widgets.core.rules import youden
from cc_widgets.core.workforce import workforce
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.checks import is_number
from cc_widgets.model.derive import Derived
from cc_widgets.model.words import corner_words

_NUMBERS = {
    "neyman_pearson": ("max_fpr",),
    "workforce": ("positives", "negatives", "capacity"),
    "minimax": (),
    "youden": (),
}
_FIX = (
    'Pass {"kind": "neyman_pearson", "max_fpr": 0.1}, {"kind": "workforce", "positives": 100, '
    '"negatives": 900, "capacity": 50}, {"kind": "minimax"}, {"kind": "youden"} or None.'
)
_DIAGONAL = convex_hull([])


@dataclass(frozen=True, slots=True)
class CriterionAnswer:
    """What a criterion chooses.

    Attributes
    ----------
    criterion : mapping
        The criterion.
    fpr, tpr : float
        Rates of the choice.
    roc : tuple of (fpr, tpr)
        The choice; of a mix, the two hull corners and then the mixed point.
    cost_line : (fpr, fnr)
        Its line in cost space, from (0, fpr) to (1, fnr).
    pc : float or None
        The vertex of the envelope through which the line of a mix goes.
    words : str
        The choice in a sentence or two.
    """

    criterion: Mapping[str, Any]
    fpr: float
    tpr: float
    roc: tuple[tuple[float, float], ...]
    cost_line: tuple[float, float]
    pc: float | None
    words: str


def check_criterion(_model: object, value: object) -> Mapping[str, Any] | None:
    """Return a criterion with exactly the numbers that it needs.

    Parameters
    ----------
    value : mapping or None
        With a "kind" and the numbers of that kind; other keys are left out.

    Returns
    -------
    mapping or None
        Read-only.

    Raises
    ------
    CostCurveError
        If the kind is unknown, or a number is missing or out of bounds.

    Examples
    --------
    >>> dict(check_criterion(None, {"kind": "neyman_pearson", "max_fpr": 0.1}))
    {'kind': 'neyman_pearson', 'max_fpr': 0.1}
    """
    if value is None:
        return None
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(kind, str) or kind not in _NUMBERS:
        raise _refusal("is no criterion", value)
    numbers: dict[str, Any] = {name: value.get(name) for name in _NUMBERS[kind]}
    for name, number in numbers.items():
        if not is_number(number):
            raise _refusal(f"needs a number for {name}", value)
    checked = {name: float(number) for name, number in numbers.items()}
    _choice(_DIAGONAL, {"kind": kind, **checked})
    return MappingProxyType({"kind": kind, **checked})


def _refusal(what: str, value: object) -> CostCurveError:
    return CostCurveError(what, where="criterion", got=shown(value), fix=_FIX)


def answer_of(criterion: Mapping[str, Any] | None, derived: Derived) -> CriterionAnswer | None:
    """Find what a criterion chooses among the visible classifiers.

    Parameters
    ----------
    criterion : mapping or None
        Checked.
    derived : Derived
        The snapshot.

    Returns
    -------
    CriterionAnswer or None
        None without a criterion.

    Examples
    --------
    >>> from cc_widgets.core.points import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> answer_of({"kind": "neyman_pearson", "max_fpr": 0.1}, derived).words[:49]
    'With at most 10 % false alarms: use nothing (call'
    """
    if criterion is None:
        return None
    hull = derived.hull
    choice = _choice(hull, criterion)
    ends = [choice.first] if choice.first == choice.second else [choice.first, choice.second]
    points = [(float(hull.fpr[i]), float(hull.tpr[i])) for i in ends]
    mixed = [(choice.fpr, choice.tpr)] if len(ends) > 1 else []
    return CriterionAnswer(
        criterion=criterion,
        fpr=choice.fpr,
        tpr=choice.tpr,
        roc=(*points, *mixed),
        cost_line=(choice.fpr, 1.0 - choice.tpr),
        pc=float(edge_pc(hull)[choice.first]) if mixed else None,
        words=f"{_aim(criterion)}: {_use(derived, choice)}",
    )


def _choice(hull: Hull, criterion: Mapping[str, Any]) -> Mix:
    """Return the choice on a hull."""
    kind = criterion["kind"]
    numbers = {name: criterion[name] for name in _NUMBERS[kind]}
    if kind == "neyman_pearson":
        return neyman_pearson(hull, **numbers)
    if kind == "workforce":
        return workforce(hull, **numbers)
    if kind == "minimax":
        return minimax(hull).choice
    return alone(hull, max(0, youden([RocCurve(hull.fpr, hull.tpr)]).index))


def _aim(criterion: Mapping[str, Any]) -> str:
    """Return what the criterion wants."""
    kind = criterion["kind"]
    if kind == "neyman_pearson":
        return f"With at most {100 * criterion['max_fpr']:.3g} % false alarms"
    if kind == "workforce":
        cases = criterion["positives"] + criterion["negatives"]
        return f"With a capacity of {criterion['capacity']:g} out of {cases:g} cases"
    if kind == "minimax":
        return "With the least greatest cost over all pc"
    return "With the greatest tpr - fpr"


def _use(derived: Derived, choice: Mix) -> str:
    """Return what to use, and its rates."""
    rates = f"fpr {choice.fpr:.3g}, tpr {choice.tpr:.3g}."
    first = corner_words(derived, choice.first)
    if choice.first == choice.second:
        return f"use {first}; {rates}"
    second = corner_words(derived, choice.second)
    return (
        f"use {first} for {100 * (1 - choice.weight):.3g} % of the cases, drawn at random, and "
        f"{second} for the others; together {rates}"
    )
