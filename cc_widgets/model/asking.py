"""Questions to a class: what is asked, what is shown for it, how far off an answer is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import cost_at
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._reading import read_list, read_number, read_unit_number, read_word
from cc_widgets.core._results import SAME
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import (
    comparison,
    has_scores,
    item_of,
    place_of,
    rates_of,
    why_unmarked,
)
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.numerals import decimal, listing, number, share

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

Answer = tuple[float, float] | float | str
Rates = tuple[float, float]

_NEAR = 0.05  # of rates and of PC(+)
_NEARLY_BEST = 0.01  # of cost
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what only Python knows of it.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    words : str
        The question.
    names : tuple of str
        The classifiers that it is about, which are shown.
    given : (fpr, tpr) or None
        The point whose place, or line, is asked for.
    truth : (float, float), float or str
        What is right.
    tolerance : float
        How far off an answer may be.
    off : callable
        How far off an answer is: a distance for kinds that ask where, else what it costs more.
    place : callable or None
        Where an answer stands in ROC space, if it is a threshold.
    reach : (low, high)
        The least and the greatest score, for thresholds.
    """

    kind: str
    words: str
    names: tuple[str, ...]
    given: Rates | None
    truth: Answer
    tolerance: float
    off: Callable[[Any], float]
    place: Callable[[float], Rates] | None = None
    reach: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an answer.

    Attributes
    ----------
    answer : (float, float), float or str
        What was answered.
    off : float
        How far off it is: a distance, or what it costs more than the best.
    right : bool
        Whether that is near enough.
    words : str
        The same as a sentence, which does not tell what is right.
    """

    answer: Answer
    off: float
    right: bool
    words: str


# ---- The kinds of question: what each asks for, how it is made


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question.

    Attributes
    ----------
    labels : tuple of str
        What the numbers of an answer are called; nothing where the answer is a name.
    make : callable
        Makes the question of a model.
    read : callable
        Makes an answer of what was given, or refuses it.
    is_cost : bool
        Whether answers are judged by what they cost more than the best one.
    """

    labels: tuple[str, ...]
    make: Callable[["CostCurveModel", Mapping[str, Any]], Asked]
    read: Callable[[object, tuple[str, ...]], Answer]
    is_cost: bool = False


def asked_of(
    model: "CostCurveModel",
    kind: str,
    text: str = "",
    *,
    tolerance: float | None = None,
    **about: Any,  # noqa: ANN401 (each is checked)
) -> Asked:
    """Question about the classifiers of a model.

    Parameters
    ----------
    model : CostCurveModel
        With a classifier at least.
    kind : str
        One of `KINDS`.
    text : str
        The question, if it is not to be the usual one.
    tolerance : float, optional
        How far off an answer may be.
    **about : object
        `name`, `threshold`, `against` and `pc`, as far as the kind needs them.

    Returns
    -------
    Asked
        With the right answer, as the model is now.

    Raises
    ------
    CostCurveError
        If there is nothing to ask of that kind, or a name or a number makes no sense.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": (0.3, 0.8)})
    >>> asked = asked_of(model, "line", name="stump")
    >>> print(asked.words)
    The point of stump stands in ROC space. Where does its cost line begin, and where does it end?
    >>> check(asked, (0.3, 0.3)).words
    '0.1 off; 0.05 would be near enough.'
    """
    read_word("kind", kind, KINDS)
    if not model.derived.visible:
        raise CostCurveError(
            "there is no classifier to ask about",
            where="ask",
            fix="Add one, or show one of those that are hidden.",
        )
    if not isinstance(text, str):
        raise CostCurveError("must be a text", where="text", got=shown(text))
    asked = KINDS[kind].make(model, about)
    within = asked.tolerance
    if tolerance is not None:
        within = read_number("tolerance", tolerance, "Pass how far off an answer may be.")
    if within < 0:
        raise CostCurveError(
            "a tolerance cannot be negative",
            where="tolerance",
            got=shown(within),
            fix="Pass 0 or more.",
        )
    return replace(asked, words=text or asked.words, tolerance=within)


def read_answer(asked: Asked, answer: object) -> Answer:
    """The answer as the kind of question wants it; anything else is refused."""
    return KINDS[asked.kind].read(answer, asked.names)


def check(asked: Asked, answer: object) -> Checked:
    """Judge an answer.

    Parameters
    ----------
    asked : Asked
        The question.
    answer : object
        As the kind of question wants it.

    Returns
    -------
    Checked
        How far off it is.

    Raises
    ------
    CostCurveError
        If it is no answer to such a question.
    """
    kind = KINDS[asked.kind]
    found = read_answer(asked, answer)
    off = asked.off(found)
    right = off <= asked.tolerance + SAME
    far = f"costs {number(off)} more than the best" if kind.is_cost else f"{number(off)} off"
    if off <= SAME:
        words = "Right."
    elif right:
        words = f"Right: {far}."
    elif kind.is_cost:
        words = f"Not the best: it {far}."
    else:
        words = f"{far}; {number(asked.tolerance)} would be near enough."
    return Checked(found, off, right, words)


def truth_words(asked: Asked) -> str:
    """Sentence that tells what is right."""
    labels = KINDS[asked.kind].labels
    truth = asked.truth
    if isinstance(truth, tuple):
        each = zip(labels, truth, strict=True)
        return "; ".join(f"{label}: {share(value)}" for label, value in each) + "."
    if isinstance(truth, str):
        return f"{truth} is the best."
    return f"{decimal(truth)} is the best."


# ---- What each kind asks of a model


def _only(about: Mapping[str, Any], *names: str) -> None:
    """Refuse what a kind of question has no use for."""
    for name, value in about.items():
        if name not in names and value is not None:
            raise CostCurveError(
                f"this kind of question has no use for {name}",
                where=name,
                got=shown(value),
                fix=f"Leave it out; it takes {listing(names)}.",
            )


def _item(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """The classifier that is asked about; the only one needs no name."""
    items = model.derived.shown
    if name is None and len(items) == 1:
        return items[0]
    if name is None:
        raise CostCurveError(
            "there are several classifiers",
            where="name",
            fix=f"Say which one: {', '.join(shown(item.name) for item in items)}.",
        )
    return item_of(model, name)


def _rates(model: "CostCurveModel", about: Mapping[str, Any]) -> tuple[DerivedClassifier, Rates]:
    """A point of a classifier: at a threshold, or the only one that it has."""
    item, threshold = _item(model, about.get("name")), about.get("threshold")
    if threshold is not None:
        at = read_number("threshold", threshold, "Pass a score.")
        found = rates_of(item.source, at)
        if found is None:
            why, fix = why_unmarked(item.source)
            raise CostCurveError(why, where="threshold", got=shown(at), fix=fix)
        return item, found
    own = [(f, t) for f, t in zip(item.curve.fpr, item.curve.tpr, strict=True) if 0 < f + t < _PAIR]
    if len(own) != 1:
        raise CostCurveError(
            f"{item.name} has {len(own)} points",
            where="threshold",
            fix="Say which point is meant by its threshold, for instance threshold=0.5.",
        )
    return item, (float(own[0][0]), float(own[0][1]))


def _called(item: DerivedClassifier, about: Mapping[str, Any]) -> str:
    at = about.get("threshold")
    return item.name if at is None else f"{item.name}, from score {decimal(float(at))} on,"


def _apart(truth: Rates) -> Callable[[Rates], float]:
    return lambda answer: max(abs(a - b) for a, b in zip(answer, truth, strict=True))


def _point(model: "CostCurveModel", about: Mapping[str, Any]) -> Asked:
    _only(about, "name", "threshold")
    item, rates = _rates(model, about)
    words = f"The cost line of {_called(item, about)} stands in cost space. Where is its ROC point?"
    return Asked("point", words, (item.name,), rates, rates, _NEAR, _apart(rates))


def _line(model: "CostCurveModel", about: Mapping[str, Any]) -> Asked:
    _only(about, "name", "threshold")
    item, rates = _rates(model, about)
    ends = (rates[0], 1.0 - rates[1])
    words = (
        f"The point of {_called(item, about)} stands in ROC space. Where does its cost line begin, "
        "and where does it end?"
    )
    return Asked("line", words, (item.name,), rates, ends, _NEAR, _apart(ends))


def _threshold(model: "CostCurveModel", about: Mapping[str, Any]) -> Asked:
    _only(about, "name", "pc")
    item, pc = _item(model, about.get("name")), place_of(model, about.get("pc"))
    if not has_scores(item.source):
        why, fix = why_unmarked(item.source)
        raise CostCurveError(why, where="ask", fix=fix)
    best = model.cost(item.name, pc)
    if best.threshold is None:
        raise CostCurveError(
            f"at PC(+) {share(pc)} no threshold of {item.name} is best",
            where="pc",
            got=shown(pc),
            fix="Ask about another pc.",
        )

    def place(threshold: float) -> Rates:
        return rates_of(item.source, threshold) or (0.0, 0.0)

    def off(threshold: float) -> float:
        return max(0.0, float(cost_of_rates(*place(threshold), pc)) - best.normalised)

    words = (
        f"PC(+) is {share(pc)}. From which score of {item.name} on should examples be called "
        f"{model.derived.classes[1]}?"
    )
    known = item.curve.threshold
    scores = known[np.isfinite(known)] if known is not None else np.array([0.0, 1.0])
    reach = float(scores.min()), float(scores.max())
    return Asked(
        *("threshold", words, (item.name,), None, best.threshold, _NEARLY_BEST, off),
        place=place,
        reach=reach,
    )


def _classifier(model: "CostCurveModel", about: Mapping[str, Any]) -> Asked:
    _only(about, "pc")
    pc = place_of(model, about.get("pc"))
    items = model.derived.shown
    costs = {item.name: float(cost_at(item.envelope, pc)) for item in items}
    best = min(costs, key=lambda name: costs[name])
    words = f"PC(+) is {share(pc)}. Which classifier costs least, at its best threshold?"
    off: Callable[[str], float] = lambda name: costs[name] - costs[best]  # noqa: E731
    return Asked("classifier", words, tuple(costs), None, best, 0.0, off)


def _range(model: "CostCurveModel", about: Mapping[str, Any]) -> Asked:
    _only(about, "name", "against")
    item, against = _item(model, about.get("name")), about.get("against")
    if against is None:
        found = [] if item.range is None else [(item.range.pc_low, item.range.pc_high)]
        than, names = "to call everybody the same", [item.name]
    else:
        other = item_of(model, str(against))
        found = list(comparison(item, other, 0.5).first_cheaper)
        than, names = other.name, [item.name, other.name]
    if len(found) != 1:
        raise CostCurveError(
            f"{item.name} costs less than {than} on {len(found)} ranges of PC(+), not on one",
            where="ask",
            fix="Ask about another pair, or another classifier.",
        )
    words = f"From which PC(+) to which does {item.name} cost less than {than}?"
    return Asked("range", words, tuple(names), None, found[0], _NEAR, _apart(found[0]))


# ---- Answers as they are given


def _read_pair(answer: object, _names: tuple[str, ...]) -> Rates:
    both = read_list("answer", answer)
    if len(both) != _PAIR:
        fix = "Pass two numbers between 0 and 1."
        raise CostCurveError("two numbers are needed", where="answer", got=shown(answer), fix=fix)
    low, high = (read_unit_number("answer", one, "Pass two numbers from 0 to 1.") for one in both)
    return low, high


def _read_range(answer: object, names: tuple[str, ...]) -> Rates:
    first, second = _read_pair(answer, names)
    return min(first, second), max(first, second)


def _read_threshold(answer: object, _names: tuple[str, ...]) -> Answer:
    return read_number("answer", answer, "Pass a score.")


def _read_name(answer: object, names: tuple[str, ...]) -> Answer:
    return read_word("answer", answer, names)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "point": Kind(("False positive rate", "True positive rate"), _point, _read_pair),
        "line": Kind(("Cost at PC(+) 0", "Cost at PC(+) 1"), _line, _read_pair),
        "threshold": Kind(("From score",), _threshold, _read_threshold, is_cost=True),
        "classifier": Kind((), _classifier, _read_name, is_cost=True),
        "range": Kind(("From PC(+)", "To PC(+)"), _range, _read_range),
    }
)
"""The kinds of question by name."""
