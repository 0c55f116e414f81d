"""Summary measures of one classifier, and the regret of common threshold rules."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import Conditions, Counts, RocCurve, h_measure, total_expected_cost
from cc_widgets.core.comparison import roc_crossings
from cc_widgets.core.costs import (
    Accuracy,
    OperatingRange,
    accuracy_at,
    advantage,
    envelope_top,
    point_operating_range,
)
from cc_widgets.core.criteria import max_rectangle, regret, youden
from cc_widgets.core.dominance import Dominance, curve_dominance
from cc_widgets.core.metrics import Density
from cc_widgets.core.results import BoolArray, FloatArray, one_line
from cc_widgets.core.thresholds import (
    ThresholdChoice,
    near_optimal,
    read_score_prior,
    threshold_choice,
)
from cc_widgets.core.uncertainty.areas import RocArea
from cc_widgets.core.validation import read_number
from cc_widgets.model.answers import (
    CostAnswer,
    classifier_area,
    condition_terms,
    cost_of,
    find_classifier,
)
from cc_widgets.model.derive import DerivedClassifier, full_curve, prevalence_of
from cc_widgets.model.numerals import decimal, listing, number, percent, share

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

AnyDensity = Density | Callable[[FloatArray], FloatArray]


@dataclass(frozen=True, slots=True)
class ClassifierSummary:
    """Summary measures of one classifier.

    Attributes
    ----------
    name : str
        The classifier.
    expected_cost : float
        Mean normalised expected cost at the best thresholds, over a density of PC(+).
    h_measure : float
        H-measure: share of the cost of the better baseline that the classifier saves.
    max_cost, max_cost_pc : float
        Highest normalised cost at the best thresholds, and its PC(+).
    best : CostAnswer
        Best threshold at the operating point.
    saving : float
        Saving of that threshold over the better baseline, in normalised cost.
    useful_range : OperatingRange or None
        Range of PC(+) in which that threshold costs less than both baselines on the dataset.
    n_near_optimal : int
        Number of near-optimal thresholds at the operating point; of binned scores, the number of
        bins.
    near_optimal_low, near_optimal_high : float or None
        Lowest and highest of them; None for ROC points.
    area : RocArea or None
        Area under the ROC curve with its confidence interval (DeLong); None without scores.
    prevalence : float or None
        Share of positives in the test set of this classifier; None without examples.
    accuracy : Accuracy
        Accuracy of the best threshold and of the majority class, at this prevalence, or at 0.5.
    by_probability : ThresholdChoice or None
        Threshold at the operating point that treats scores as probabilities, and its regret; None
        if they are outside [0, 1].
    by_rectangle, by_youden : float
        Regret of the thresholds with the largest tpr (1 - fpr), and tpr - fpr.
    dominates, dominated_by : tuple of str
        Visible classifiers that are at no PC(+) better, or at no PC(+) worse.
    crossings : tuple of (str, float)
        Crossings with ROC hulls of other classifiers: name and fpr.
    words : tuple of str
        The result in sentences.
    """

    __repr__ = one_line

    name: str
    expected_cost: float
    h_measure: float
    max_cost: float
    max_cost_pc: float
    best: CostAnswer
    saving: float
    useful_range: OperatingRange | None
    n_near_optimal: int
    near_optimal_low: float | None
    near_optimal_high: float | None
    area: RocArea | None
    prevalence: float | None
    accuracy: Accuracy
    by_probability: ThresholdChoice | None
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
    tolerance: float = 0.01,
    score_prior: float | None = None,
) -> ClassifierSummary:
    """Return summary measures of one classifier.

    Parameters
    ----------
    model : CostCurveModel
        Model with that classifier.
    name : str
        The classifier.
    density : Density or callable, optional
        Density of PC(+); uniform by default.
    tolerance : float
        Largest difference in normalised cost of a near-optimal threshold.
    score_prior : float, optional
        Prevalence at which scores in [0, 1] are probabilities; that of the test set by default.

    Returns
    -------
    ClassifierSummary
        The measures, also in words.

    Raises
    ------
    CostCurveError
        If the name is unknown, or `density`, `tolerance` or `score_prior` is invalid.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"a": (0.09, 0.36), "b": (0.2, 0.3)})
    >>> summary = about(model, "a")
    >>> round(summary.expected_cost, 4), summary.dominates
    (0.2239, ('b',))
    """
    item, pc = find_classifier(model, name), model.pc
    tolerance = read_number("tolerance", tolerance, "Pass a difference in normalised cost.")
    score_prior = None if score_prior is None else read_score_prior(score_prior)
    best = cost_of(model.curves, item, pc, condition_terms(model), model._n_cases)
    curve, thresholds = full_curve(item)
    near = near_optimal([curve], pc=pc, tolerance=tolerance).index
    is_scored = np.isfinite(thresholds.exact(np.arange(curve.fpr.size))[0])
    scored = near[is_scored[near]]
    low, high = thresholds[scored[[-1, 0]]].tolist() if scored.size else (None, None)
    top, prevalence = envelope_top(item.envelope), prevalence_of(item)
    prior = 0.5 if prevalence is None else prevalence
    rivals = [rival for rival in model.curves.shown if rival is not item]
    summary = ClassifierSummary(
        name=name,
        expected_cost=total_expected_cost(item.envelope, density),
        h_measure=h_measure(item.envelope, prior),
        max_cost=top.cost,
        max_cost_pc=top.pc_low,
        best=best,
        saving=float(advantage(best.normalised, pc)),
        useful_range=point_operating_range(fpr=best.fpr, tpr=best.tpr),
        n_near_optimal=int(near.size),
        near_optimal_low=low,
        near_optimal_high=high,
        area=classifier_area(model, name),
        prevalence=prevalence,
        accuracy=accuracy_at(fpr=best.fpr, tpr=best.tpr, prior=[prior]),
        by_probability=_by_probability(
            curve, is_scored, pc, prevalence if score_prior is None else score_prior
        ),
        by_rectangle=float(regret(max_rectangle([curve]), item.envelope, pc)),
        by_youden=float(regret(youden([curve]), item.envelope, pc)),
        dominates=tuple(rival.name for rival in rivals if _dominates(item, rival)),
        dominated_by=tuple(rival.name for rival in rivals if _dominates(rival, item)),
        crossings=tuple(
            (rival.name, float(fpr))
            for rival in rivals
            for fpr in roc_crossings(item.hull, rival.hull).fpr
        ),
        words=(),
    )
    return replace(summary, words=_words(model, summary, density, tolerance, score_prior))


def _dominates(first: DerivedClassifier, second: DerivedClassifier) -> bool:
    """Return whether the first hull is at no point worse than the second, and better somewhere."""
    hulls = (RocCurve(item.hull.fpr, item.hull.tpr) for item in (first, second))
    return curve_dominance(*hulls) is not Dominance.NONE


def _by_probability(
    curve: RocCurve, is_scored: BoolArray, pc: float, score_prior: float | None
) -> ThresholdChoice | None:
    """Return the threshold that treats scores as probabilities; None if they are not."""
    if score_prior is None or curve.threshold is None or not is_scored.any():
        return None
    scores = curve.threshold[is_scored]
    if scores.min() < 0.0 or scores.max() > 1.0:
        return None
    return threshold_choice(curve, Conditions(prior=pc), score_prior=score_prior)


def _words(
    model: "CostCurveModel",
    summary: ClassifierSummary,
    density: AnyDensity | None,
    margin: float,
    score_prior: float | None,
) -> tuple[str, ...]:
    """Return the summary in sentences."""
    return tuple(
        filter(
            None,
            [
                _whole_words(summary, density),
                _pays_words(model, summary),
                _near_words(model, summary, margin),
                _accuracy_words(model, summary),
                _rules_words(summary),
                _probability_words(model, summary, score_prior),
                _others_words(summary),
            ],
        )
    )


def _whole_words(summary: ClassifierSummary, density: AnyDensity | None) -> str:
    likely = "if every PC(+) is as likely" if density is None else "over PC(+) as likely as given"
    return (
        f"{summary.name} costs {number(summary.expected_cost)} on average {likely}, and never more "
        f"than {number(summary.max_cost)}, at PC(+) {share(summary.max_cost_pc)}. By the H-measure "
        f"it saves {percent(max(0.0, summary.h_measure))} of what calling everybody the same costs."
    )


def _pays_words(model: "CostCurveModel", summary: ClassifierSummary) -> str:
    best = summary.best
    if best.is_baseline:
        return f"At PC(+) {share(model.pc)} it is best to {best.words}."
    useful = ""
    if summary.useful_range is not None:
        low, high = summary.useful_range.pc_low, summary.useful_range.pc_high
        useful = f" On this dataset, that one choice pays from PC(+) {share(low)} to {share(high)}."
    return (
        f"At PC(+) {share(model.pc)}, {best.words} costs {number(best.normalised)}, "
        f"{number(summary.saving)} less than calling everybody the same.{useful}"
    )


def _near_words(model: "CostCurveModel", summary: ClassifierSummary, margin: float) -> str:
    if summary.n_near_optimal < 1:
        return ""
    counted = find_classifier(model, summary.name).counted
    is_binned = any(isinstance(part, Counts) and not part.complete for part in counted)
    count = (
        "1 threshold costs"
        if summary.n_near_optimal == 1
        else f"{summary.n_near_optimal:,} thresholds cost"
    )
    span = ""
    low, high = summary.near_optimal_low, summary.near_optimal_high
    if summary.n_near_optimal > 1 and low is not None and high is not None:
        span = f", from score {decimal(low)} to {decimal(high)}"
    least = "at least " if is_binned else ""
    return f"There {least}{count} at most {number(margin)} more than the best choice{span}."


def _accuracy_words(model: "CostCurveModel", summary: ClassifierSummary) -> str:
    """Return the accuracy, compared with that of the majority class."""
    if summary.best.is_baseline:
        return ""
    accuracy, majority = float(summary.accuracy.accuracy[0]), float(summary.accuracy.majority[0])
    prior = percent(float(summary.accuracy.prior[0]))
    source = "" if summary.prevalence is None else ", as in these data"
    return (
        f"With {prior} {model.curves.classes[1]}{source}, it is right in "
        f"{percent(accuracy)} of all cases; naming the larger class each time is right in "
        f"{percent(majority)}."
    )


def _rules_words(summary: ClassifierSummary) -> str:
    """Return the regret of rules that ignore costs."""
    youden = f"finding most and flagging least wrongly costs {number(summary.by_youden)} more"
    rules = [youden, f"the product of both rates {number(summary.by_rectangle)} more"]
    return f"Rules that look at no costs: {listing(rules)}."


def _probability_words(
    model: "CostCurveModel", summary: ClassifierSummary, score_prior: float | None
) -> str:
    """Return the threshold of calibrated scores with its regret; empty if they are not."""
    choice, prior = summary.by_probability, summary.prevalence
    prior = prior if score_prior is None else score_prior
    if choice is None or prior is None:
        return ""
    return (
        f"If its scores are probabilities at {percent(prior)} {model.curves.classes[1]}, the "
        f"threshold is {number(choice.probability)}; on this dataset it costs "
        f"{number(choice.regret)} more than the best."
    )


def _others_words(summary: ClassifierSummary) -> str:
    """Return dominance over other classifiers, and crossings with their hulls."""
    sentences = []
    if summary.dominates:
        sentences.append(f"It is nowhere worse than {listing(summary.dominates)}.")
    if summary.dominated_by:
        sentences.append(f"It is nowhere better than {listing(summary.dominated_by)}.")
    for name in dict.fromkeys(name for name, _ in summary.crossings):
        at = [share(fpr) for rival, fpr in summary.crossings if rival == name]
        sentences.append(
            f"Its ROC hull crosses that of {name} at a false positive rate of {listing(at)}: "
            "there neither is the best choice, whatever the conditions."
        )
    return " ".join(sentences)
