"""More about one classifier than a decision needs: what its curve is worth, and what rules lose."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import (
    Accuracy,
    Density,
    Dominance,
    OperatingRange,
    RocCurve,
    accuracy_at,
    advantage,
    curve_dominance,
    envelope_top,
    h_measure,
    max_rectangle,
    near_optimal,
    point_operating_range,
    regret,
    roc_crossings,
    threshold_choice,
    total_expected_cost,
    youden,
)
from cc_widgets.core._reading import read_number
from cc_widgets.core._results import FloatArray
from cc_widgets.model.answers import CostAnswer, cost_of, item_of, known_terms
from cc_widgets.model.derive import DerivedClassifier, share_of_positives, thresholds_of
from cc_widgets.model.numerals import decimal, listing, number, percent, share

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

AnyDensity = Density | Callable[[FloatArray], FloatArray]

_INSIDE = 1e-9


@dataclass(frozen=True, slots=True)
class About:
    """What is known of one classifier beside its best threshold.

    Attributes
    ----------
    name : str
        Which one.
    expected_cost : float
        Its mean normalised cost at best thresholds, over all PC(+) as likely as was asked for.
    h : float
        The H-measure: which part of the cost of doing nothing it saves.
    highest, highest_pc : float
        The greatest normalised cost that it has with best thresholds, and where.
    best : CostAnswer
        Its best threshold at the operating point.
    advantage : float
        What that saves against calling everybody the same, in normalised cost.
    pays : OperatingRange or None
        Where that one threshold costs less than calling everybody the same.
    near : int
        How many thresholds cost hardly more there.
    near_from, near_to : float or None
        The least and the greatest of them; None where points have no thresholds.
    accuracy : Accuracy
        Of that threshold at the share of positives in the data, and of naming the larger class.
    by_probability : float or None
        What it costs more to take scores for probabilities; None where they cannot be such, and
        without exact conditions.
    by_rectangle, by_youden : float
        What the thresholds with the greatest tpr (1 - fpr), and tpr - fpr, cost more.
    dominates, dominated_by : tuple of str
        Visible classifiers that are nowhere better, or nowhere worse, whatever the conditions.
    crossings : tuple of (str, float)
        Where its ROC curve crosses those of others: their names, and fpr.
    words : tuple of str
        All of it in sentences.
    """

    name: str
    expected_cost: float
    h: float
    highest: float
    highest_pc: float
    best: CostAnswer
    advantage: float
    pays: OperatingRange | None
    near: int
    near_from: float | None
    near_to: float | None
    accuracy: Accuracy
    by_probability: float | None
    by_rectangle: float
    by_youden: float
    dominates: tuple[str, ...]
    dominated_by: tuple[str, ...]
    crossings: tuple[tuple[str, float], ...]
    words: tuple[str, ...]


def about(
    model: "CostCurveModel",
    name: str,
    density: AnyDensity | None = None,
    within: float = 0.01,
) -> About:
    """Find more about one classifier.

    Parameters
    ----------
    model : CostCurveModel
        With that classifier.
    name : str
        Which one.
    density : Density or callable, optional
        How likely each PC(+) is; all alike by default.
    within : float
        How much more a threshold may cost, in normalised cost, and still count as near the best.

    Returns
    -------
    About
        In numbers and words.

    Raises
    ------
    CostCurveError
        If there is no such classifier, or a density or distance makes no sense.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"a": (0.09, 0.36), "b": (0.2, 0.3)})
    >>> found = about(model, "a")
    >>> round(found.expected_cost, 4), found.dominates
    (0.2239, ('b',))
    """
    item, pc = item_of(model, name), model.pc
    within = read_number("within", within, "Pass a difference in normalised cost.")
    best = cost_of(model.derived, item, pc, known_terms(model), model.population)
    near = near_optimal([item.curve], pc=pc, within=within)
    scores = thresholds_of(item, near.index)
    scores = scores[np.isfinite(scores)]
    top, prior = envelope_top(item.envelope), share_of_positives(model.derived)
    rest = [one for one in model.derived.shown if one is not item]
    found = About(
        name=name,
        expected_cost=total_expected_cost(item.envelope, density),
        h=h_measure(item.envelope, prior),
        highest=top.cost,
        highest_pc=top.pc_low,
        best=best,
        advantage=float(advantage(best.normalised, pc)),
        pays=point_operating_range(fpr=best.fpr, tpr=best.tpr),
        near=int(near.index.size),
        near_from=float(scores.min()) if scores.size else None,
        near_to=float(scores.max()) if scores.size else None,
        accuracy=accuracy_at(fpr=best.fpr, tpr=best.tpr, prior=[prior]),
        by_probability=_by_probability(model, item),
        by_rectangle=float(regret(max_rectangle([item.curve]), item.envelope, pc)),
        by_youden=float(regret(youden([item.curve]), item.envelope, pc)),
        dominates=tuple(one.name for one in rest if _dominates(item, one)),
        dominated_by=tuple(one.name for one in rest if _dominates(one, item)),
        crossings=tuple(
            (one.name, float(fpr)) for one in rest for fpr in roc_crossings(item.hull, one.hull).fpr
        ),
        words=(),
    )
    return replace(found, words=_words(model, found, density, within))


def _dominates(one: DerivedClassifier, other: DerivedClassifier) -> bool:
    """Whether one is nowhere worse than the other, and better somewhere."""
    hulls = (RocCurve(each.hull.fpr, each.hull.tpr) for each in (one, other))
    return curve_dominance(*hulls) is not Dominance.NONE


def _by_probability(model: "CostCurveModel", item: DerivedClassifier) -> float | None:
    """What it costs more to take scores for probabilities, under exact conditions."""
    known, threshold = model.conditions, item.curve.threshold
    if known is None or not known.exact or threshold is None:
        return None
    scores = threshold[np.isfinite(threshold)]
    if not scores.size or scores.min() < 0 or scores.max() > 1:
        return None
    choice = threshold_choice(item.curve, known)
    return max(0.0, choice.cost - choice.best_cost)


def _words(
    model: "CostCurveModel", found: About, density: AnyDensity | None, within: float
) -> tuple[str, ...]:
    """The same in sentences."""
    return tuple(
        filter(
            None,
            [
                _whole_words(found, density),
                _pays_words(model, found),
                _near_words(found, within),
                _accuracy_words(model, found),
                _rules_words(found),
                _others_words(found),
            ],
        )
    )


def _whole_words(found: About, density: AnyDensity | None) -> str:
    likely = "if every PC(+) is as likely" if density is None else "over PC(+) as likely as given"
    return (
        f"{found.name} costs {number(found.expected_cost)} on average {likely}, and never more "
        f"than {number(found.highest)}, at PC(+) {share(found.highest_pc)}. By the H-measure it "
        f"saves {percent(max(0.0, found.h))} of what calling everybody the same costs."
    )


def _pays_words(model: "CostCurveModel", found: About) -> str:
    best = found.best
    if best.trivial:
        return f"At PC(+) {share(model.pc)} it is best to {best.words}."
    reach = ""
    if found.pays is not None:
        low, high = found.pays.pc_low, found.pays.pc_high
        reach = f" That one choice pays from PC(+) {share(low)} to {share(high)}."
    return (
        f"At PC(+) {share(model.pc)}, {best.words} costs {number(best.normalised)}, "
        f"{number(found.advantage)} less than calling everybody the same.{reach}"
    )


def _near_words(found: About, within: float) -> str:
    if found.near < 1:
        return ""
    many = "1 threshold costs" if found.near == 1 else f"{found.near:,} thresholds cost"
    span = ""
    if found.near > 1 and found.near_from is not None and found.near_to is not None:
        span = f", from score {decimal(found.near_from)} to {decimal(found.near_to)}"
    return f"There {many} at most {number(within)} more than the best choice{span}."


def _accuracy_words(model: "CostCurveModel", found: About) -> str:
    """What accuracy says, and that it may say little."""
    if found.best.trivial:
        return ""
    right, larger = float(found.accuracy.accuracy[0]), float(found.accuracy.majority[0])
    prior = float(found.accuracy.prior[0])
    return (
        f"With {percent(prior)} {model.derived.classes[1]}, as in these data, it is right in "
        f"{percent(right)} of all cases; naming the larger class each time is right in "
        f"{percent(larger)}."
    )


def _rules_words(found: About) -> str:
    """What rules of thumb lose."""
    most = f"finding most and flagging least wrongly costs {number(found.by_youden)} more"
    each = [most, f"the product of both rates {number(found.by_rectangle)} more"]
    if found.by_probability is not None:
        each.append(f"taking scores for probabilities {number(found.by_probability)} more")
    return f"Rules that look at no costs: {listing(each)}."


def _others_words(found: About) -> str:
    """How it stands to the others whatever the conditions."""
    each = []
    if found.dominates:
        each.append(f"It is nowhere worse than {listing(found.dominates)}.")
    if found.dominated_by:
        each.append(f"It is nowhere better than {listing(found.dominated_by)}.")
    for name in dict.fromkeys(name for name, _ in found.crossings):
        at = [share(fpr) for other, fpr in found.crossings if other == name]
        each.append(
            f"Its ROC hull crosses that of {name} at a false positive rate of {listing(at)}: "
            "there neither is the best choice, whatever the conditions."
        )
    return " ".join(each)
