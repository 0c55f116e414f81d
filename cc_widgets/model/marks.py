"""Thresholds in use today: what they may be, what becomes of them, and what they lose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cc_widgets.core import Conditions, Counts, Predictions, Range
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._in_use import loss_over, money_loss_over, rates_from
from cc_widgets.core._reading import as_number
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier
from cc_widgets.model.conditions import moved
from cc_widgets.model.derive import is_matrix
from cc_widgets.model.numerals import decimal
from cc_widgets.model.traits import known_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- What may be marked


class Mark(NamedTuple):
    """A threshold in use.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float
        Positive is what scores at least this.
    """

    name: str
    threshold: float


class InUse(NamedTuple):
    """A threshold in use, with its rates.

    Attributes
    ----------
    name, threshold : str, float
        As in `Mark`.
    fpr, tpr : float
        Rates of that threshold, be it one of the data or not.
    """

    name: str
    threshold: float
    fpr: float
    tpr: float

    @property
    def words(self) -> str:
        """Classifier and threshold."""
        return f"{self.name} from {decimal(self.threshold)} on"


_FIX = 'Pass [("forest", 0.5)]: names, and the scores from which on positive is called.'


def check_marks(model: "CostCurveModel", value: object) -> tuple[Mark, ...]:
    """Thresholds that can be marked, each once.

    Parameters
    ----------
    model : CostCurveModel
        With the classifiers that are meant.
    value : sequence of (name, threshold)
        What is in use.

    Returns
    -------
    tuple of Mark
        In the order given.

    Raises
    ------
    CostCurveError
        If a name is unknown, a threshold is no number, or nobody knows what it decides.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError(
            "must be a list of names with thresholds", where="marks", got=shown(value), fix=_FIX
        )
    return tuple(dict.fromkeys(_checked(model, one) for one in value))


def _checked(model: "CostCurveModel", one: object) -> Mark:
    """One mark."""
    if isinstance(one, str) or not isinstance(one, Sequence) or len(one) != len(Mark._fields):
        raise CostCurveError(
            "must be a name with a threshold", where="marks", got=shown(one), fix=_FIX
        )
    name, threshold = one
    known_name(model, name, "marks")
    number = as_number(threshold)
    if number is None or isnan(number):
        raise CostCurveError(
            "a threshold is a number",
            where="threshold",
            got=shown(threshold),
            fix="Pass the score from which on positive is called, for instance 0.5.",
        )
    given = model.classifiers[name]
    if _rates(given, number) is None:
        what, fix = why_unmarked(given)
        raise CostCurveError(
            f"what this threshold decides is not known: {what}",
            where=f"marks, {shown(name)}",
            got=f"threshold {decimal(number)}",
            fix=fix,
        )
    return Mark(name, number)


def why_unmarked(given: Classifier) -> tuple[str, str]:
    """Why a threshold of a classifier may not be known, and what to do about it."""
    counted = _counted(given)
    if counted is not None:
        return (
            "its counts are incomplete, and tell only of their own thresholds",
            "Give the scores, or mark one of those thresholds.",
        )
    kind = "a confusion matrix has" if isinstance(given, Counts) else "bare points have"
    return f"{kind} no scores", "Give the scores of the examples: (y_true, y_score)."


def _counted(given: Classifier) -> Predictions | Counts | None:
    """The examples of a classifier with their scores, or None where there are none."""
    if isinstance(given, Predictions):
        return given
    counts = given if isinstance(given, Counts) else given.counts
    return None if counts is None or is_matrix(counts) else counts


def has_scores(given: Classifier) -> bool:
    """Whether thresholds of a classifier can be marked."""
    return _counted(given) is not None


def _rates(given: Classifier, threshold: float) -> tuple[float, float] | None:
    """Rates of a threshold, or None where nobody knows them."""
    counted = _counted(given)
    return None if counted is None else rates_from(counted, threshold)


# ---- What becomes of marks when data change


def in_use_of(
    marks: Sequence[Mark],
    classifiers: Mapping[str, Classifier],
    before: Sequence[InUse] = (),
    unchanged: Mapping[str, Classifier] | None = None,
) -> tuple[InUse, ...]:
    """Rates of all that is marked; a mark whose classifier is gone, or has no scores now, goes.

    Parameters
    ----------
    marks : sequence of Mark
        Checked, perhaps for other classifiers.
    classifiers : mapping of str to Predictions, Counts or RocCurve
        Those of now.
    before : sequence of InUse
        What was known of the marks of earlier classifiers; it is not counted again.
    unchanged : mapping of str to Predictions, Counts or RocCurve, optional
        Those classifiers.

    Returns
    -------
    tuple of InUse
        In the order of the marks.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> forest = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    >>> in_use_of([Mark("forest", 0.35), Mark("gone", 0.5)], {"forest": forest})
    (InUse(name='forest', threshold=0.35, fpr=0.5, tpr=0.5),)
    """
    old = unchanged or {}
    known = {
        Mark(*one[:2]): one for one in before if old.get(one.name) is classifiers.get(one.name)
    }
    found = []
    for mark in marks:
        if mark.name not in classifiers:
            continue
        same = known.get(mark)
        rates = same[2:] if same else _rates(classifiers[mark.name], mark.threshold)
        if rates is not None:
            found.append(InUse(mark.name, mark.threshold, *rates))
    return tuple(found)


# ---- What is in use, and what it loses


@dataclass(frozen=True, slots=True)
class Marked:
    """A threshold in use, beside the best choice under the conditions asked for.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float
        Positive is what scores at least this.
    fpr, tpr : float
        Rates there.
    pc, cost : Range
        Where, and the normalised expected cost there.
    loss : Range
        What it costs more than the best choice there, from 0.
    per_case, population : Range or None
        That loss for one case, and for all, in the currency; None without conditions, or where
        they exclude what was asked for.
    words : str
        The classifier with its threshold.
    """

    name: str
    threshold: float
    fpr: float
    tpr: float
    pc: Range
    cost: Range
    loss: Range
    per_case: Range | None
    population: Range | None
    words: str


def visible_marks(model: "CostCurveModel") -> tuple[InUse, ...]:
    """What is in use, of visible classifiers."""
    return tuple(one for one in model.in_use if one.name not in model.hidden)


def marked_over(model: "CostCurveModel", pc: Range | None) -> tuple[Marked, ...]:
    """Find what the marks of visible classifiers lose.

    Parameters
    ----------
    model : CostCurveModel
        The model.
    pc : Range or None
        Where; None for the model's range, or else its operating point.

    Returns
    -------
    tuple of Marked
        In the order of the marks.
    """
    own = Range(*(model.pc_range or (model.pc, model.pc)))
    reach = own if pc is None else pc
    known = _conditions_at(model, reach, asked=reach != own)
    return tuple(_marked(model, one, reach, known) for one in visible_marks(model))


def _conditions_at(model: "CostCurveModel", reach: Range, *, asked: bool) -> Conditions | None:
    """The conditions that stand for a range of pc, if there are such."""
    known = model.conditions
    if known is None or not asked:
        return known
    if not known.exact or not reach.exact:
        return known if reach == known.pc else None
    try:
        return moved(known, reach.low, model.follows)
    except CostCurveError:
        return None


def _marked(model: "CostCurveModel", one: InUse, reach: Range, known: Conditions | None) -> Marked:
    """One mark beside the best choice."""
    envelope = model.derived.envelope
    ends = cost_of_rates(one.fpr, one.tpr, np.array([reach.low, reach.high])).tolist()
    each = None if known is None else money_loss_over(envelope, one.fpr, one.tpr, known)
    cases = model.population
    return Marked(
        name=one.name,
        threshold=one.threshold,
        fpr=one.fpr,
        tpr=one.tpr,
        pc=reach,
        cost=Range(min(ends), max(ends)),
        loss=loss_over(envelope, one.fpr, one.tpr, reach),
        per_case=each,
        population=each and Range(each.low * cases, each.high * cases),
        words=one.words,
    )


def in_use_words(model: "CostCurveModel") -> str:
    """What is in use, in one sentence; empty if nothing is marked."""
    found = [one.words for one in visible_marks(model)]
    return f"In use: {'; '.join(found)}." if found else ""
