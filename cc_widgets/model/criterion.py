"""Choosing by another criterion than cost at one pc, in both spaces and in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    Hull,
    Mix,
    Pick,
    RocCurve,
    convex_hull,
    edge_pc,
    minimax,
    neyman_pearson,
    neyman_pearson_steps,
    workforce,
    youden,
)
from cc_widgets.core._criteria import alone, greatest
from cc_widgets.core._results import SAME, FloatArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.checks import is_number
from cc_widgets.model.choices import finite_threshold
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import amount, percent
from cc_widgets.model.words import corner_words, point_words, trivial_words

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
_MATTERS = 1e-9  # shares of a class that differ by less are the same
_SOME_TRIED = " Of very many thresholds only some were tried; another may do a little better."


@dataclass(frozen=True, slots=True)
class CriterionAnswer:
    """What a criterion chooses.

    Attributes
    ----------
    criterion : mapping
        The criterion.
    name : str
        The classifier, or trivial rule, of the best single threshold.
    threshold : float or None
        That threshold; None where there is none.
    single : tuple of (fpr, tpr)
        Its rates.
    fpr, tpr : float
        Rates of the best choice: on the hull, where need be by drawing lots between two corners.
    roc : tuple of (fpr, tpr)
        That choice; of a mix, the two hull corners and then the mixed point.
    cost_line : (fpr, fnr)
        Its line in cost space, from (0, fpr) to (1, fnr).
    pc : float or None
        The vertex of the envelope through which the line of a mix goes.
    words : str
        First the single threshold, then the mix if that does better.
    """

    criterion: Mapping[str, Any]
    name: str
    threshold: float | None
    single: tuple[float, float]
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
        None without a criterion, or where nothing is visible.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> answer_of({"kind": "neyman_pearson", "max_fpr": 0.1}, derived).words[:50]
    'With at most 10 % false alarms: call all negatives'
    """
    if criterion is None or not derived.visible:
        return None
    hull = derived.hull
    single = _single(derived, criterion)
    choice = _choice(hull, criterion)
    mixed = choice.first != choice.second and _better(criterion, choice, single)
    best = choice if mixed else single
    ends = [choice.first, choice.second] if mixed else []
    item = None if single.owner == TRIVIAL else derived.shown[single.owner]
    rule = trivial_words(derived, positive=single.fpr > 0.0)
    use = rule if item is None else point_words(item, single.index)
    said = f"{_aim(criterion)}: {use}; it {_rates(derived, single.fpr, single.tpr)}."
    more = _mix_words(derived, choice) if mixed else ""
    return CriterionAnswer(
        criterion=criterion,
        name=rule if item is None else item.name,
        threshold=None if item is None else finite_threshold(item, single.index),
        single=(single.fpr, single.tpr),
        fpr=best.fpr,
        tpr=best.tpr,
        roc=(*((float(hull.fpr[i]), float(hull.tpr[i])) for i in ends), (best.fpr, best.tpr)),
        cost_line=(best.fpr, 1.0 - best.tpr),
        pc=float(edge_pc(hull)[choice.first]) if mixed else None,
        words=said + more + (_SOME_TRIED if _thinned(derived) else ""),
    )


def _better(criterion: Mapping[str, Any], choice: Mix, single: Pick) -> bool:
    """Tell whether drawing lots does better than the best single threshold."""
    if criterion["kind"] == "minimax":
        return max(choice.fpr, 1.0 - choice.tpr) < max(single.fpr, 1.0 - single.tpr) - _MATTERS
    return choice.tpr > single.tpr + _MATTERS


def _thinned(derived: Derived) -> bool:
    """Tell whether only some thresholds of a visible classifier are kept."""
    return any(item.kept.n_thresholds > item.curve.fpr.size for item in derived.shown)


def _single(derived: Derived, criterion: Mapping[str, Any]) -> Pick:
    """Return the best single threshold of those that are kept."""
    curves = [item.curve for item in derived.shown]
    kind = criterion["kind"]
    if kind == "neyman_pearson":
        return neyman_pearson_steps(curves, criterion["max_fpr"])
    if kind == "youden":
        return youden(curves)
    if kind == "minimax":
        return greatest(curves, lambda fpr, tpr: -np.maximum(fpr, 1.0 - tpr), SAME)
    cases = criterion["positives"], criterion["negatives"]
    most = criterion["capacity"] + SAME * sum(cases)

    def found(fpr: FloatArray, tpr: FloatArray) -> FloatArray:
        return np.where(tpr * cases[0] + fpr * cases[1] <= most, tpr, -1.0)

    return greatest(curves, found, SAME)


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
        return f"With at most {percent(criterion['max_fpr'])} false alarms"
    if kind == "workforce":
        cases = criterion["positives"] + criterion["negatives"]
        return f"With a capacity of {amount(criterion['capacity'])} out of {amount(cases)} cases"
    if kind == "minimax":
        return "With the least greatest cost over all PC(+)"
    return "With the greatest share found less share flagged"


def _mix_words(derived: Derived, choice: Mix) -> str:
    """Return what drawing lots between two corners of the hull would achieve."""
    first, second = (corner_words(derived, corner) for corner in (choice.first, choice.second))
    return (
        f" Drawing lots can do better: {second} for {percent(choice.weight)} of the cases, drawn "
        f"at random, and {first} for the others; together that "
        f"{_rates(derived, choice.fpr, choice.tpr)}."
    )


def _rates(derived: Derived, fpr: float, tpr: float) -> str:
    """Return whom a choice finds and flags."""
    negative, positive = derived.classes
    return f"finds {percent(tpr)} of {positive} and flags {percent(fpr)} of {negative}"
