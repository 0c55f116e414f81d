"""Exercise questions about the classifiers of a model, and how answers are checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import cost_at
from cc_widgets.core.costs import cost_of_rates
from cc_widgets.core.results import TOLERANCE
from cc_widgets.core.validation import read_choice, read_list, read_number, read_unit_number
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import (
    compare_curves,
    find_classifier,
    has_scores,
    rates_of,
    resolve_pc,
    why_unmarked,
)
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.numerals import decimal, listing, number, share

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

Answer = tuple[float, float] | float | str
Rates = tuple[float, float]

_MAX_DISTANCE = 0.05  # in rates or PC(+)
_MAX_EXTRA_COST = 0.01
_PAIR = 2


@dataclass(frozen=True, slots=True)
class QuestionSpec:
    """A question, its solution, and how answers are checked.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    words : str
        The question.
    names : tuple of str
        Classifiers shown with the question.
    point : (fpr, tpr) or None
        Point that is shown in the other space.
    truth : (float, float), float or str
        The solution.
    tolerance : float
        Largest error that counts as correct.
    deviation : callable
        Error of an answer: its distance from the solution, or its extra cost.
    place : callable or None
        Function that returns the ROC point of an answer that is a threshold.
    reach : (low, high)
        Lowest and highest score, for thresholds.
    """

    kind: str
    words: str
    names: tuple[str, ...]
    point: Rates | None
    truth: Answer
    tolerance: float
    deviation: Callable[[Any], float]
    place: Callable[[float], Rates] | None = None
    reach: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """Result of checking an answer.

    Attributes
    ----------
    answer : (float, float), float or str
        The answer.
    deviation : float
        Distance from the solution, or extra cost compared to the solution.
    is_correct : bool
        Whether the error is within the tolerance.
    words : str
        Feedback in a sentence that does not reveal the solution.
    """

    answer: Answer
    deviation: float
    is_correct: bool
    words: str


# ---- Kinds of question


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of question.

    Attributes
    ----------
    labels : tuple of str
        Labels of the numbers of an answer; empty if the answer is a name.
    make : callable
        Function that makes the question for a model.
    read : callable
        Function that validates an answer.
    is_cost : bool
        Whether the error of an answer is its extra cost.
    """

    labels: tuple[str, ...]
    make: Callable[["CostCurveModel", Mapping[str, Any]], QuestionSpec]
    read: Callable[[object, tuple[str, ...]], Answer]
    is_cost: bool = False


def make_question(
    model: "CostCurveModel",
    kind: str,
    text: str = "",
    *,
    tolerance: float | None = None,
    **options: Any,  # noqa: ANN401 (each is checked)
) -> QuestionSpec:
    """Return a question about the classifiers of a model, with its solution in the model's state.

    `options` are `name`, `threshold`, `against` and `pc`, depending on the kind.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": (0.3, 0.8)})
    >>> question = make_question(model, "line", name="stump")
    >>> print(question.words)
    The point of stump stands in ROC space. Where does its cost line begin, and where does it end?
    >>> check_answer(question, (0.3, 0.3)).words
    '0.1 off; 0.05 would be near enough.'
    """
    read_choice("kind", kind, KINDS)
    if not model.curves.visible:
        raise CostCurveError(
            "there is no visible classifier",
            where="ask",
            fix="Add one, or show a hidden one.",
        )
    if not isinstance(text, str):
        raise CostCurveError("must be a string", where="text", got=shown(text))
    question = KINDS[kind].make(model, options)
    margin = question.tolerance
    if tolerance is not None:
        margin = read_number("tolerance", tolerance, "Pass the largest error of a right answer.")
    if margin < 0:
        raise CostCurveError(
            "must be non-negative",
            where="tolerance",
            got=shown(margin),
            fix="Pass 0 or more.",
        )
    return replace(question, words=text or question.words, tolerance=margin)


def read_answer(question: QuestionSpec, answer: object) -> Answer:
    """Return an answer, validated for its kind of question."""
    return KINDS[question.kind].read(answer, question.names)


def check_answer(question: QuestionSpec, answer: object) -> CheckedAnswer:
    """Return the error of an answer, and whether it is right."""
    kind = KINDS[question.kind]
    value = read_answer(question, answer)
    off = question.deviation(value)
    right = off <= question.tolerance + TOLERANCE
    feedback = f"costs {number(off)} more than the best" if kind.is_cost else f"{number(off)} off"
    if off <= TOLERANCE:
        words = "Right."
    elif right:
        words = f"Right: {feedback}."
    elif kind.is_cost:
        words = f"Not the best: it {feedback}."
    else:
        words = f"{feedback}; {number(question.tolerance)} would be near enough."
    return CheckedAnswer(value, off, right, words)


def truth_words(question: QuestionSpec) -> str:
    """Return the solution in a sentence."""
    labels = KINDS[question.kind].labels
    truth = question.truth
    if isinstance(truth, tuple):
        each = zip(labels, truth, strict=True)
        return "; ".join(f"{label}: {share(value)}" for label, value in each) + "."
    if isinstance(truth, str):
        return f"{truth} is the best."
    return f"{decimal(truth)} is the best."


# ---- Questions of each kind


def _check_options(options: Mapping[str, Any], *names: str) -> None:
    """Raise if an option has no meaning for this kind of question."""
    for name, value in options.items():
        if name not in names and value is not None:
            raise CostCurveError(
                f"this kind of question has no use for {name}",
                where=name,
                got=shown(value),
                fix=f"Leave it out; it takes {listing(names)}.",
            )


def _question_classifier(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """Return the named classifier; the only visible one needs no name."""
    items = model.curves.shown
    if name is None and len(items) == 1:
        return items[0]
    if name is None:
        raise CostCurveError(
            "needs a name, because there are several classifiers",
            where="name",
            fix=f"Pass one of {', '.join(shown(item.name) for item in items)}.",
        )
    return find_classifier(model, name)


def _point_of(
    model: "CostCurveModel", options: Mapping[str, Any]
) -> tuple[DerivedClassifier, Rates]:
    """Return a point of a classifier: at a threshold, or its only one."""
    item, threshold = _question_classifier(model, options.get("name")), options.get("threshold")
    if threshold is not None:
        score = read_number("threshold", threshold, "Pass a score.")
        rates = rates_of(item.source, score)
        if rates is None:
            reason, fix = why_unmarked(item.source)
            raise CostCurveError(reason, where="threshold", got=shown(score), fix=fix)
        return item, rates
    points = [
        (f, t) for f, t in zip(item.curve.fpr, item.curve.tpr, strict=True) if 0 < f + t < _PAIR
    ]
    if len(points) != 1:
        raise CostCurveError(
            f"needs a threshold: {item.name} has {len(points)} points",
            where="threshold",
            fix="Pass its threshold, for instance threshold=0.5.",
        )
    return item, (float(points[0][0]), float(points[0][1]))


def _point_name(item: DerivedClassifier, options: Mapping[str, Any]) -> str:
    threshold = options.get("threshold")
    if threshold is None:
        return item.name
    return f"{item.name}, from score {decimal(float(threshold))} on,"


def _distance_to(truth: Rates) -> Callable[[Rates], float]:
    return lambda answer: max(abs(a - b) for a, b in zip(answer, truth, strict=True))


def _ask_point(model: "CostCurveModel", options: Mapping[str, Any]) -> QuestionSpec:
    _check_options(options, "name", "threshold")
    item, rates = _point_of(model, options)
    name = _point_name(item, options)
    words = f"The cost line of {name} stands in cost space. Where is its ROC point?"
    return QuestionSpec(
        "point", words, (item.name,), rates, rates, _MAX_DISTANCE, _distance_to(rates)
    )


def _ask_line(model: "CostCurveModel", options: Mapping[str, Any]) -> QuestionSpec:
    _check_options(options, "name", "threshold")
    item, rates = _point_of(model, options)
    ends = (rates[0], 1.0 - rates[1])
    words = (
        f"The point of {_point_name(item, options)} stands in ROC space. "
        "Where does its cost line begin, and where does it end?"
    )
    return QuestionSpec("line", words, (item.name,), rates, ends, _MAX_DISTANCE, _distance_to(ends))


def _ask_threshold(model: "CostCurveModel", options: Mapping[str, Any]) -> QuestionSpec:
    _check_options(options, "name", "pc")
    item = _question_classifier(model, options.get("name"))
    pc = resolve_pc(model, options.get("pc"))
    if not has_scores(item.source):
        reason, fix = why_unmarked(item.source)
        raise CostCurveError(reason, where="ask", fix=fix)
    best = model.cost(item.name, pc)
    if best.threshold is None:
        raise CostCurveError(
            f"no threshold of {item.name} is optimal at PC(+) {share(pc)}",
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
        f"{model.curves.classes[1]}?"
    )
    thresholds = item.curve.threshold
    scores = thresholds[np.isfinite(thresholds)] if thresholds is not None else np.array([0.0, 1.0])
    score_range = float(scores.min()), float(scores.max())
    return QuestionSpec(
        *("threshold", words, (item.name,), None, best.threshold, _MAX_EXTRA_COST, off),
        place=place,
        reach=score_range,
    )


def _ask_classifier(model: "CostCurveModel", options: Mapping[str, Any]) -> QuestionSpec:
    _check_options(options, "pc")
    pc = resolve_pc(model, options.get("pc"))
    items = model.curves.shown
    costs = {item.name: float(cost_at(item.envelope, pc)) for item in items}
    best = min(costs, key=lambda name: costs[name])
    words = f"PC(+) is {share(pc)}. Which classifier costs least, at its best threshold?"
    off: Callable[[str], float] = lambda name: costs[name] - costs[best]  # noqa: E731
    return QuestionSpec("classifier", words, tuple(costs), None, best, 0.0, off)


def _ask_range(model: "CostCurveModel", options: Mapping[str, Any]) -> QuestionSpec:
    _check_options(options, "name", "against")
    item, against = _question_classifier(model, options.get("name")), options.get("against")
    if against is None:
        ranges = [] if item.range is None else [(item.range.pc_low, item.range.pc_high)]
        baseline, names = "to call everybody the same", [item.name]
    else:
        rival = find_classifier(model, str(against))
        ranges = list(compare_curves(item, rival, 0.5).first_cheaper)
        baseline, names = rival.name, [item.name, rival.name]
    if len(ranges) != 1:
        raise CostCurveError(
            f"{item.name} costs less than {baseline} on {len(ranges)} ranges of PC(+), not on one",
            where="ask",
            fix="Ask about another pair, or another classifier.",
        )
    words = f"From which PC(+) to which does {item.name} cost less than {baseline}?"
    return QuestionSpec(
        "range", words, tuple(names), None, ranges[0], _MAX_DISTANCE, _distance_to(ranges[0])
    )


# ---- Reading answers


def _read_pair(answer: object, _names: tuple[str, ...]) -> Rates:
    numbers = read_list("answer", answer)
    if len(numbers) != _PAIR:
        fix = "Pass two numbers between 0 and 1."
        raise CostCurveError("must be two numbers", where="answer", got=shown(answer), fix=fix)
    low, high = (
        read_unit_number("answer", value, "Pass two numbers from 0 to 1.") for value in numbers
    )
    return low, high


def _read_range(answer: object, names: tuple[str, ...]) -> Rates:
    first, second = _read_pair(answer, names)
    return min(first, second), max(first, second)


def _read_threshold(answer: object, _names: tuple[str, ...]) -> Answer:
    return read_number("answer", answer, "Pass a score.")


def _read_name(answer: object, names: tuple[str, ...]) -> Answer:
    return read_choice("answer", answer, names)


KINDS: Mapping[str, QuestionKind] = MappingProxyType(
    {
        "point": QuestionKind(
            ("False positive rate", "True positive rate"), _ask_point, _read_pair
        ),
        "line": QuestionKind(("Cost at PC(+) 0", "Cost at PC(+) 1"), _ask_line, _read_pair),
        "threshold": QuestionKind(("From score",), _ask_threshold, _read_threshold, is_cost=True),
        "classifier": QuestionKind((), _ask_classifier, _read_name, is_cost=True),
        "range": QuestionKind(("From PC(+)", "To PC(+)"), _ask_range, _read_range),
    }
)
"""Kinds of question by name."""
