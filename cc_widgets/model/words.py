"""Sentences: what is read at one pc, what is worth a remark, and a summary of all."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import (
    Counts,
    Folds,
    Predictions,
    Range,
    RocCurve,
    Standing,
    envelope_top,
    operating_range,
    slope_at,
)
from cc_widgets.core.uncertainty._lines import clopper_pearson_limits
from cc_widgets.intake import Classifier, left_out_words
from cc_widgets.model.advice import Advice, Situation, advice, nobody, runner_up_of
from cc_widgets.model.answers import CostAnswer, Interval, Ranked, best_band, cost_of, ranked
from cc_widgets.model.bands import why_unbanded
from cc_widgets.model.conditions import Fixed, Moving, stated
from cc_widgets.model.derive import Derived, DerivedClassifier, class_sizes
from cc_widgets.model.differences import within_bounds
from cc_widgets.model.numerals import (
    amount,
    bound_of,
    listing,
    number,
    percent,
    share,
    short,
    span,
    tally,
)

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Under which conditions a classifier is the one to use, in words


def standing_words(derived: Derived, position: int) -> str:
    """Under which conditions a classifier is the one to use.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    position : int
        The classifier.

    Returns
    -------
    str
        Where it is the cheapest of the visible ones.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> given = {"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.4, tpr=0.5)}
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive(given)
    >>> standing_words(derived, 0), standing_words(derived, 1)
    ('cheapest for PC(+) 0.2 to 0.8', 'never the cheapest')
    """
    if position not in derived.visible:
        return "hidden"
    status = derived.status.classifiers[derived.visible.index(position)]
    if status.standing is Standing.OPTIMAL and status.pc_low.size:
        pairs = zip(status.pc_low.tolist(), status.pc_high.tolist(), strict=True)
        ranges = ", ".join(f"{share(low)} to {share(high)}" for low, high in pairs)
        return f"cheapest for PC(+) {ranges}"
    if status.standing is Standing.NEVER:
        return "never the cheapest"
    return "at best as cheap as others, at single PC(+)"


# ---- What is odd about classifiers, for whoever gave them: worth a word, never refused


_DECISIONS = 3  # points of a curve with two different scores: nothing, some, everything
_FEW = 2  # examples; with one of each class two scores are all there can be
_FAR = 3.0  # standard deviations of what chance makes
_FEWEST = 20  # examples of a class, or clusters, that tell anything with some certainty
_HEAVY = 0.25  # of either class with one score
_COARSE = 10  # different scores; with so many cases for each of them or more they are few
_CASES_EACH = 100


def remarks_of(derived: Derived) -> tuple[str, ...]:
    """What is odd about the visible classifiers.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    tuple of str
        Sentences, in the user's order: scores that are the wrong way round, answers given as
        scores, heavy ties, and classifiers that help under no conditions; then folds that
        are unlike each other, or pooled, and of which class there are few examples; how
        many rows were left out; last, whether they were tested on different examples, or nobody
        knows on which.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.model.derive import derive
    >>> remarks_of(derive({"rule": predictions([0, 1] * 20, [0, 1] * 20)}))
    ('rule has only two different scores: if these are answers, pass the scores behind them.',)
    """
    found = [_scores(item) or _use(derived, item) for item in derived.shown]
    found += [say(item) for item in derived.shown for say in (_uneven, _pooled)]
    found += [*_few(derived), *_left_out(derived), _apart(derived), _unpaired(derived)]
    return tuple(filter(None, found))


def _apart(derived: Derived) -> str:
    """Say that a comparison is one of test sets, too."""
    sources = [item.source for item in derived.shown]
    scored = [one for one in sources if isinstance(one.parts[0], Predictions)]
    if all(_same(scored[0], one) for one in scored[1:]):
        return ""
    if all(isinstance(one, Folds) for one in sources):
        advice = "If their folds are the same, give both the same arrays of true labels."
    else:
        advice = (
            "If they are folds of one classifier, give them as one: "
            '{"forest": [(y_true, y_score), ...]}.'
        )
    if len({_sizes(one) for one in scored}) == 1:
        return (
            "Nobody knows whether these classifiers were tested on the same examples, so "
            "differences are told as less sure than they may be. If they were, give them the same "
            f"array of true labels, or of a frame the column of examples, example=. {advice}"
        )
    return (
        "These classifiers were tested on different examples: part of what they differ by comes "
        f"from those. {advice}"
    )


def _sizes(given: Classifier) -> tuple[tuple[int, int], ...]:
    """How many examples and how many positives each fold has."""
    return tuple(
        (part.positive.size, int(np.count_nonzero(part.positive)))
        for part in given.parts
        if isinstance(part, Predictions)
    )


def _left_out(derived: Derived) -> list[str]:
    """How many rows are in no figure, as their frame has no value for them."""
    found: dict[tuple[int, int], list[str]] = {}
    for item in derived.shown:
        counted = [one for one in item.source.parts if isinstance(one, Predictions | Counts)]
        left_out = max((one.left_out for one in counted), default=(0, 0))
        if left_out[0]:
            found.setdefault(left_out, []).append(short(item.name))
    every = len(derived.shown)
    return [
        f"{left_out_words(left_out)}."
        if len(names) == every
        else f"{listing(names)}: {left_out_words(left_out)}."
        for left_out, names in found.items()
    ]


def _unpaired(derived: Derived) -> str:
    """Say what counts do not tell of differences."""
    counts = [
        item.name
        for item in derived.shown
        if any(isinstance(one, Counts) and one.scored for one in item.counted)
    ]
    if not counts or len(derived.shown) == 1:
        return ""
    who = " and ".join(counts) if len(counts) <= _NAMED_APART else f"{len(counts)} classifiers"
    return (
        f"Of {who} there are counts only: which examples they are wrong about together with "
        "others is not known, so how sure a difference is is told as of different examples."
    )


def _same(one: Classifier, other: Classifier) -> bool:
    """Whether two classifiers are known to have scored the same examples."""
    return isinstance(one, Predictions | Folds) and one.same_examples(other)


def _uneven(item: DerivedClassifier) -> str:
    """Say that folds differ in their share of positives by more than chance."""
    sizes = np.array([class_sizes(one) for one in item.counted if item.kept.each])
    if len(sizes) < _FEW:
        return ""
    each, total = sizes.sum(axis=1), sizes.sum(axis=0)
    shares, part = sizes[:, 1] / each, total[1] / total.sum()
    by_chance = sum(_by_chance(one, part) for one in item.counted) / each.sum()
    away = float(np.sum(each * (shares - part) ** 2) / by_chance)
    if away <= _FAR * np.sqrt(2.0 * (len(sizes) - 1)) + len(sizes) - 1:
        return ""
    return (
        f"The folds of {item.name} have from {percent(shares.min())} to {percent(shares.max())} "
        "positives, more unlike than chance would make them: were they drawn at random? Its rates "
        "are averaged, each fold counting alike."
    )


def _by_chance(given: Predictions | Counts, part: float) -> float:
    """How much chance scatters the number of positives: squares of all that is dealt whole."""
    if isinstance(given, Counts) or given.plain:
        return sum(class_sizes(given)) * part * (1.0 - part)
    weight = np.ones(given.score.size) if given.weight is None else given.weight
    surplus = weight * (given.positive - part)
    if given.clusters is not None:
        surplus = np.bincount(given.clusters, surplus)
    return float(np.sum(surplus**2))


def _pooled(item: DerivedClassifier) -> str:
    """Say what scores of several models mean when they are pooled."""
    if item.kept.by != "pooled":
        return ""
    return (
        f"{item.name} pools the scores of {len(item.kept.each)} models: right only if a score "
        'means the same in all of them. If not, set average = "cost".'
    )


def _scores(item: DerivedClassifier) -> str:
    """What is odd about scores."""
    sizes = [
        one.score.size if isinstance(one, Predictions) else one.negatives + one.positives
        for one in item.counted
        if isinstance(one, Predictions) or one.scored
    ]
    if not sizes or min(sizes) <= _FEW:
        return ""
    if item.kept.area_below is not None:
        return (
            f"{item.name} is worse than guessing (area under its ROC curve "
            f"{item.kept.area_below:.2g}): are its scores the wrong way round, or is the other "
            "label the positive one?"
        )
    decisions = max(one.n_thresholds for one in item.kept.each or (item.kept,))
    if decisions == _DECISIONS:
        return (
            f"{item.name} has only two different scores: if these are answers, pass the scores "
            "behind them."
        )
    if decisions < _DECISIONS:
        return f"{item.name} gives every case the same score, and tells nothing apart."
    return _tied(item) or _coarse(item, decisions - 1)


def _coarse(item: DerivedClassifier, n_scores: int) -> str:
    """Say that very many cases have very few scores."""
    counts = [one for one in item.counted if isinstance(one, Counts)]
    if any(one.weighted or not one.complete for one in counts):
        return ""
    n_cases = sum(sum(_examples(one)) for one in item.counted)
    if n_scores > _COARSE or n_cases < _CASES_EACH * n_scores:
        return ""
    few = f"only {n_scores} different scores"
    if item.kept.each:
        few = f"at most {n_scores} different scores in each fold"
    return (
        f"{item.name} has {few} for {tally(n_cases)} cases: no threshold tells those with one "
        "score apart. If these are rounded, pass them as they were before."
    )


def _tied(item: DerivedClassifier) -> str:
    """Say that very many cases of both classes have one score."""
    shared, score = max(_widest(one.curve) for one in item.kept.each or (item.kept,))
    if shared < _HEAVY:
        return ""
    return (
        f"{item.name} gives {percent(shared, 2)} or more of either class the same score, "
        f"{number(score)}: no threshold tells these apart."
    )


def _widest(curve: RocCurve) -> tuple[float, float]:
    """The greatest share of either class that has one score, and that score."""
    shared = np.minimum(np.diff(curve.fpr), np.diff(curve.tpr))
    at = int(shared.argmax())
    return float(shared[at]), 0.0 if curve.threshold is None else float(curve.threshold[at + 1])


def _use(derived: Derived, item: DerivedClassifier) -> str:
    """Say that a classifier helps under no conditions."""
    if item.range is not None:
        return ""
    negative, positive = derived.classes
    return (
        f"{item.name} adds nothing: nowhere does it cost less than to call all {negative} or to "
        f"call all {positive}."
    )


def _few(derived: Derived) -> list[str]:
    """Say of what there is so little that rates are hardly known: examples of a class, clusters."""
    found: dict[str, list[str]] = {}
    for item in derived.shown:
        for few in _few_of(item, derived.classes):
            found.setdefault(few, []).append(short(item.name))
    every = len(derived.shown)
    return [
        f"Few {few}." if len(names) == every else f"{listing(names)}: few {few}."
        for few, names in found.items()
    ]


def _few_of(item: DerivedClassifier, classes: tuple[str, str]) -> Iterator[str]:
    """What there are few of, and what that means."""
    if any(isinstance(one, Counts) and one.weighted for one in item.counted):
        return
    sizes = np.sum([_examples(one) for one in item.counted], axis=0)
    for name, size in zip(classes, sizes.tolist() if item.counted else [], strict=False):
        if size < _FEWEST:
            step = percent(1.0 / size, 2)
            yield f"{name} ({tally(size, 1)}): each of them moves a rate by {step}"
    clusters = _clusters_of(item)
    if clusters and min(clusters) < _FEWEST:
        yield f"clusters ({min(clusters)}): how much they differ is hardly known"


def _clusters_of(item: DerivedClassifier) -> list[int]:
    """How many clusters there are in each fold; in all together if some lie in several."""
    scored = [one for one in item.counted if isinstance(one, Predictions)]
    reach = [one.reach for one in scored if one.reach is not None]
    each = [np.bincount(one.clusters) for one in scored if one.clusters is not None]
    if all(sizes.max() == 1 for sizes in each):  # examples of repeats
        return []
    return [np.unique(np.concatenate(reach)).size] if reach else [sizes.size for sizes in each]


def _examples(given: Predictions | Counts) -> tuple[float, float]:
    """How many negatives and positives there are, whatever they weigh."""
    if isinstance(given, Counts) or not given.weighted:
        return class_sizes(given)
    used = given.positive[np.asarray(given.weight) > 0.0]
    positives = int(np.count_nonzero(used))
    return used.size - positives, positives


# ---- What an answer rests on, the same at every pc


_NAMED_APART = 3
_ASSUMPTION = (
    "Taken for granted: the rates found on these data stay as they are when the share of "
    "{positive} changes. They do not where the cases of a class have changed as well, such as "
    "other people or other devices: check both rates on recent cases."
)


def assumption_of(positive: str) -> str:
    """What is taken for granted wherever the share of the positive class may be another one."""
    return _ASSUMPTION.format(positive=positive)


def background(model: "CostCurveModel") -> tuple[str, ...]:
    """Reasons behind the answer that are the same at every pc.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    tuple of str
        A sentence each: which folds stand behind a curve, what was left out of the figures, how
        an interval came about, what can have none, and what is taken for granted.
    """
    derived = model.derived
    if not derived.visible:
        return ()
    band = best_band(model)
    method = () if band is None else (f"Interval: {band.promise}",)
    return (
        *_faultless_words(model),
        *_folds_words(derived),
        *filter(None, [spread_words(derived)]),
        *_thinned_words(derived),
        *_stepped_words(model),
        *method,
        *_difference_words(model),
        *filter(None, (_uncounted(model, item) for item in derived.shown)),
        assumption_of(derived.classes[1]),
    )


def _faultless_words(model: "CostCurveModel") -> Iterator[str]:
    """How many errors there may be in use where a threshold makes none on these data."""
    for item in model.derived.shown:
        if len(item.counted) != 1 or not np.any((item.hull.fpr == 0.0) & (item.hull.tpr == 1.0)):
            continue
        given = item.counted[0]
        if given.weighted if isinstance(given, Counts) else not given.plain:
            continue
        named = list(zip(class_sizes(given), model.derived.classes, strict=True))
        told = " and ".join(f"{tally(size, 1)} {name}" for size, name in reversed(named))
        limits = clopper_pearson_limits([0, 0], class_sizes(given), model.level)[1]
        flags, misses = map(float, limits)
        negative, positive = model.derived.classes
        yield (
            f"{item.name} makes no error among {told}. In use it may miss up to {percent(misses)} "
            f"of all {positive} and flag up to {percent(flags)} of all {negative}: each limit "
            f"holds for {percent((1.0 + model.level) / 2.0)} of all choices of examples to test on."
        )


def _difference_words(model: "CostCurveModel") -> tuple[str, ...]:
    """How the difference of the two compared came about, once it is told."""
    band, shown = model.difference, {item.name for item in model.derived.shown}
    if band is None or band.provisional or model.stale or not set(model.compared or ()) <= shown:
        return ()
    return (f"Difference: {band.promise}",)


def spread_words(derived: Derived) -> str:
    """What the area behind a curve of folds is, and what it is not; empty where there is none."""
    if all(item.spread is None for item in derived.shown):
        return ""
    return (
        "The area behind is what single folds cost, one standard deviation about their mean: how "
        "much they differ, not how sure their average is."
    )


def _folds_words(derived: Derived) -> tuple[str, ...]:
    """What a curve of folds is, for all that were averaged alike."""
    folded = [item for item in derived.shown if item.kept.each]
    if not folded:
        return ()
    kept, counts = folded[0].kept, {len(item.kept.each) for item in folded}
    names = listing([item.name for item in folded]) if len(folded) <= _NAMED_APART else "All curves"
    count = f"{counts.pop()} folds" if len(counts) == 1 else "folds"
    each = "" if kept.by == "pooled" else "; every fold has a model and a threshold of its own"
    what = f"the average of {count}, presuming that {kept.presumes}"
    return (f"{names}: {'each ' if len(folded) > 1 else ''}{what}{each}.",)


def _thinned_words(derived: Derived) -> tuple[str, ...]:
    """How many thresholds are drawn, and how true that is."""
    thinned = [item for item in derived.shown if item.shown.error]
    if len(thinned) > _NAMED_APART:
        error = max(item.shown.error for item in thinned)
        count = f"{len(thinned)} curves are drawn with fewer thresholds than they have"
        return (f"{count}, true to {error:.1g}.",)
    return tuple(map(_thinning, thinned))


def _stepped_words(model: "CostCurveModel") -> tuple[str, ...]:
    """How true costs are of classifiers that an engine has counted in steps of scores."""
    derived = model.derived
    errors = {item.name: item.kept.hidden for item in derived.shown if item.kept.hidden}
    if not errors:
        return ()
    most = bound_of(max(errors.values()))
    few = len(errors) <= _NAMED_APART
    who = ", ".join(errors) if few else f"{len(errors)} classifiers"
    by_other = "By other criteria than cost a threshold within a step may do better."
    return (
        f"{who}: costs are within {most} of those of all scores, not lower.",
        *_maybe_best_words(derived),
        *([by_other] if model.criterion else []),
    )


def _maybe_best_words(derived: Derived) -> list[str]:
    """Where it is open who is cheapest, as costs are bounded only."""
    found = [
        f"{name} for PC(+) {', '.join(span(one, share) for one in ranges)}"
        for name, ranges in within_bounds(derived).items()
    ]
    if not found:
        return []
    more = f", and {len(found) - _NAMED_APART} others" if len(found) > _NAMED_APART else ""
    told = "; ".join(found[:_NAMED_APART])
    return [f"So these may be as good as the cheapest, for all that was counted: {told}{more}."]


def _thinning(item: DerivedClassifier) -> str:
    """How many thresholds of a classifier are drawn."""
    part = f"{item.shown.index.size:,} of {item.kept.n_thresholds:,} thresholds drawn"
    return f"{item.name}: {part}, true to {item.shown.error:.1g}."


def _uncounted(model: "CostCurveModel", item: DerivedClassifier) -> str:
    """Say of bare points that nobody knows how sure they are."""
    if item.counted or not why_unbanded(model.classifiers[item.name]):
        return ""
    return f"{item.name}: nobody knows on how many examples these rates were found."


# ---- Everything that can be read at one pc, in numbers


@dataclass(frozen=True, slots=True)
class Reading:
    """What the read-out says at one pc.

    Attributes
    ----------
    pc : float
        Where.
    intercept : float or None
        Where the iso-performance line that touches the hull meets fpr = 0; None at pc 0.
    prior : Range or None
        The share of positives that pc stands for; None where that is not known.
    best : CostAnswer
        The cheapest choice.
    interval : Interval or None
        Of its cost.
    runner_up : Ranked
        Who comes next, a classifier or a trivial rule.
    ranking : tuple of Ranked
        All visible classifiers, and the trivial rules.
    saved : float
        What the best choice costs less than the better trivial rule.
    difference : float or None
        Cost of the first less that of the second of the two that are compared.
    answer : Advice
        What to do, in sentences.
    """

    pc: float
    intercept: float | None
    prior: Range | None
    best: CostAnswer
    interval: Interval | None
    runner_up: Ranked
    ranking: tuple[Ranked, ...]
    saved: float
    difference: float | None
    answer: Advice

    @property
    def words(self) -> str:
        """The answer as text."""
        return self.answer.words

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines at this pc."""
        return float(slope_at(self.pc))


def reading_at(
    derived: Derived,
    pc: float,
    known: Moving | Fixed | None = None,
    situation: Situation | None = None,
) -> Reading:
    """Read everything at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].
    known : Moving or Fixed, optional
        What is known of the conditions.
    situation : Situation, optional
        What else matters.

    Returns
    -------
    Reading
        In numbers and words.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> reading_at(derive({"rule": point_set(fpr=0.2, tpr=0.8)}), 0.1).answer.lines[2]
    'Above 20 % positives: use rule.'
    """
    around = Situation() if situation is None else situation
    best = cost_of(derived, None, pc, known, around.population)
    order = ranked(derived, pc)
    said = None if known is None else stated(known, pc, best.fpr, best.tpr)
    return Reading(
        pc=pc,
        intercept=1.0 - best.normalised / pc if pc else None,
        prior=None if said is None else said.prior,
        best=best,
        interval=around.interval,
        runner_up=runner_up_of(best, order),
        ranking=order,
        saved=min(pc, 1.0 - pc) - best.normalised,
        difference=_difference(order, around.compared),
        answer=advice(derived, pc, known, around),
    )


def _difference(order: tuple[Ranked, ...], compared: tuple[str, str] | None) -> float | None:
    """How much more the first costs than the second, if both are visible."""
    costs = {one.name: one.cost for one in order}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]


# ---- What the classifiers are good for, in a few sentences


_WIDTH = 100


def summary_of(derived: Derived, reading: str) -> str:
    """Sum up a snapshot.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    reading : str
        What can be read at the operating point.

    Returns
    -------
    str
        Plain text; lines of at most 100 characters.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({})
    >>> summary_of(derived, "")[:27]
    'There is no classifier yet.'
    """
    if not derived.visible:
        return nobody(derived).said
    negative, positive = derived.classes
    reach = operating_range(derived.hull)
    if reach is None:
        nowhere = (
            f"Nowhere does a classifier cost less than to call all {negative} or to call all "
            f"{positive}."
        )
        return _wrapped([nowhere, *remarks_of(derived)])
    top = envelope_top(derived.envelope)
    names = [item.name for item in derived.shown]
    who = names[0] if len(names) == 1 else f"The best of {', '.join(names)}"
    where = f"from PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}"
    first = (
        f"{who} costs less than to call all {negative} or to call all {positive} {where}, and "
        f"never more than {number(top.cost)}."
    )
    each = [f"{item.name}: {standing_words(derived, item.position)}." for item in derived.shown]
    return _wrapped([first, *(each if len(names) > 1 else []), reading, *remarks_of(derived)])


def _wrapped(lines: list[str]) -> str:
    """Paragraphs whose lines are short enough for a notebook."""
    return "\n".join(
        fill(line, _WIDTH, break_on_hyphens=False, break_long_words=False) for line in lines
    )


# ---- The model itself, in a line


_NAMED = 3


def line_of(model: "CostCurveModel") -> str:
    """Line about a model: its classifiers, its conditions, its bands, how many notes it has.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    str
        Without a full stop.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> line_of(CostCurveModel())
    'no classifiers; PC(+) 0.5; no bands'
    """
    count = len(model.notes)
    notes = [f"{count} notes" if count > 1 else "1 note"] if count else []
    parts = (classifiers_words(model), conditions_words(model), _bands_words(model), *notes)
    return "; ".join(parts)


def classifiers_words(model: "CostCurveModel") -> str:
    """How many classifiers there are, and who they are, as far as there is room."""
    names = list(model.classifiers)
    if not names:
        return "no classifiers"
    count = "1 classifier" if len(names) == 1 else f"{len(names)} classifiers"
    hidden = f" ({len(model.hidden)} hidden)" if model.hidden else ""
    more = ["..."] if len(names) > _NAMED else []
    return f"{count}{hidden}: {', '.join([*map(short, names[:_NAMED]), *more])}"


def conditions_words(model: "CostCurveModel") -> str:
    """Prior and costs; where they are not known, the operating point or its range."""
    known = model.conditions
    if known is not None:
        costs = f"{span(known.cost_fp, amount)} : {span(known.cost_fn, amount)}"
        return f"prior {span(known.prior, share)}, costs {costs}"
    return f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"


def _bands_words(model: "CostCurveModel") -> str:
    """Whether there are bands, and of what."""
    if model.band is None:
        return "no bands"
    age = ", out of date" if model.stale else ""
    return f"{percent(model.band.level)} bands of {model.band.n_done:,} resamples{age}"
