"""Sentences about the classifiers: operating ranges, remarks, reasons for the advice, summary."""

from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions, RocCurve
from cc_widgets.core.conditions import Range
from cc_widgets.core.costs import OperatingRange, envelope_top
from cc_widgets.core.dominance import Optimality
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty.intervals import MOVER
from cc_widgets.intake import Classifier, dropped_rows_message
from cc_widgets.model.advice import no_classifier_advice
from cc_widgets.model.answers import current_best_band, rate_limit_words, rate_limits
from cc_widgets.model.bands import why_no_band
from cc_widgets.model.choosing import THINNED_NOTE
from cc_widgets.model.derive import Curves, DerivedClassifier, class_sizes
from cc_widgets.model.differences import possibly_cheapest
from cc_widgets.model.estimating import estimate_inputs, useful_ranges
from cc_widgets.model.numerals import (
    amount,
    error_bound,
    listing,
    number,
    percent,
    reward_words,
    share,
    shorten,
    span,
    tally,
)

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Operating ranges


def standing_words(derived: Curves, position: int, best: Band | None = None) -> str:
    """Return where a classifier is the cheapest of the visible ones, in words.

    `best` is the band of the cheapest classifier: where that is not expected to cost less than the
    baselines, no classifier is the cheapest.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> points = {"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.4, tpr=0.5)}
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive(points)
    >>> standing_words(derived, 0), standing_words(derived, 1)
    ('cheapest for PC(+) 0.2 to 0.8', 'never the cheapest')
    """
    if position not in derived.visible:
        return "hidden"
    status = derived.status.classifiers[derived.visible.index(position)]
    if status.standing is Optimality.OPTIMAL and status.pc_low.size:
        useful = np.array([[0.0, 1.0]]) if best is None else useful_ranges(best)
        low = np.maximum.outer(status.pc_low, useful[:, 0]).ravel().tolist()
        high = np.minimum.outer(status.pc_high, useful[:, 1]).ravel().tolist()
        ends = [pair for pair in zip(low, high, strict=True) if pair[0] < pair[1]]
        ranges = ", ".join(f"{share(start)} to {share(stop)}" for start, stop in ends)
        return f"cheapest for PC(+) {ranges}" if ends else "never expected to be the cheapest"
    if status.standing is Optimality.NEVER:
        return "never the cheapest"
    return "at best as cheap as others, at single PC(+)"


# ---- Remarks on the input, which never raise


_BINARY_POINTS = 3  # points of an ROC curve with two different scores
_MIN_FOLDS = 2  # needed to compare folds
_MIN_SCORES = 2  # examples; with fewer, two different scores are all there can be
_MAX_DEVIATIONS = 3.0  # standard deviations of the chi-square statistic
_MIN_EXAMPLES = 20  # of a class, or clusters
_MAX_TIED_SHARE = 0.25  # of both classes, tied at a single score
_MAX_COARSE_SCORES = 10  # different scores, if there are many cases for each
_MIN_CASES_PER_SCORE = 100


def remarks_of(derived: Curves) -> tuple[str, ...]:
    """Return remarks on the visible classifiers.

    First, by classifier in the user's order: reversed scores, labels passed as scores, ties, no
    useful range. Then folds that differ or are pooled, small samples, dropped rows, and different
    or unknown test sets.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.model.derive import derive
    >>> remarks_of(derive({"rule": predictions([0, 1] * 20, [0, 1] * 20)}))
    ('rule has only two different scores: if these are answers, pass the scores behind them.',)
    """
    remarks = [_score_remark(item) or _usefulness_remark(derived, item) for item in derived.shown]
    remarks += [
        remark(item) for item in derived.shown for remark in (_fold_balance_remark, _pooling_remark)
    ]
    remarks += [
        *_small_sample_remarks(derived),
        *_dropped_row_remarks(derived),
        _test_set_remark(derived),
        _counts_only_remark(derived),
    ]
    return tuple(filter(None, remarks))


def _test_set_remark(derived: Curves) -> str:
    """Return a remark if classifiers were tested on different or unknown examples."""
    sources = [item.source for item in derived.shown]
    scored = [source for source in sources if isinstance(source.parts[0], Predictions)]
    if all(_same_examples(scored[0], source) for source in scored[1:]):
        return ""
    if all(isinstance(source, Folds) for source in sources):
        advice = "If their folds are the same, give both the same arrays of true labels."
    else:
        advice = (
            "If they are folds of one classifier, give them as one: "
            '{"forest": [(y_true, y_score), ...]}.'
        )
    if len({_fold_sizes(source) for source in scored}) == 1:
        return (
            "Nobody knows whether these classifiers were tested on the same examples, so "
            "differences are told as less sure than they may be. If they were, give them the same "
            f"array of true labels, or of a frame the column of examples, example=. {advice}"
        )
    return (
        "These classifiers were tested on different examples: part of what they differ by comes "
        f"from those. {advice}"
    )


def _fold_sizes(source: Classifier) -> tuple[tuple[int, int], ...]:
    """Return the number of examples and of positives of each fold."""
    return tuple(
        (part.positive.size, int(np.count_nonzero(part.positive)))
        for part in source.parts
        if isinstance(part, Predictions)
    )


def _dropped_row_remarks(derived: Curves) -> list[str]:
    """Return remarks on rows that were dropped for missing values."""
    names_by_count: dict[tuple[int, int], list[str]] = {}
    for item in derived.shown:
        parts = [part for part in item.source.parts if isinstance(part, Predictions | Counts)]
        dropped = max((part.left_out for part in parts), default=(0, 0))
        if dropped[0]:
            names_by_count.setdefault(dropped, []).append(shorten(item.name))
    n_shown = len(derived.shown)
    return [
        f"{dropped_rows_message(dropped)}."
        if len(names) == n_shown
        else f"{listing(names)}: {dropped_rows_message(dropped)}."
        for dropped, names in names_by_count.items()
    ]


def _counts_only_remark(derived: Curves) -> str:
    """Return a remark on classifiers without scores, whose errors cannot be paired."""
    counts = [
        item.name
        for item in derived.shown
        if any(isinstance(part, Counts) and part.scored for part in item.counted)
    ]
    if not counts or len(derived.shown) == 1:
        return ""
    subject = (
        " and ".join(counts) if len(counts) <= _MAX_NAMED_APART else f"{len(counts)} classifiers"
    )
    return (
        f"Of {subject} there are counts only: which examples they are wrong about together with "
        "others is not known, so how sure a difference is is told as of different examples."
    )


def _same_examples(first: Classifier, second: Classifier) -> bool:
    """Return whether two classifiers are known to have scored the same examples."""
    return isinstance(first, Predictions | Folds) and first.same_examples(second)


def _fold_balance_remark(item: DerivedClassifier) -> str:
    """Return a remark if folds differ in prevalence by more than chance (chi-square test)."""
    sizes = np.array([class_sizes(fold) for fold in item.counted if item.reduced.each])
    if len(sizes) < _MIN_FOLDS:
        return ""
    n_examples, total = sizes.sum(axis=1), sizes.sum(axis=0)
    shares, prevalence = sizes[:, 1] / n_examples, total[1] / total.sum()
    variance = sum(_chance_variance(fold, prevalence) for fold in item.counted) / n_examples.sum()
    statistic = float(np.sum(n_examples * (shares - prevalence) ** 2) / variance)
    if statistic <= _MAX_DEVIATIONS * np.sqrt(2.0 * (len(sizes) - 1)) + len(sizes) - 1:
        return ""
    return (
        f"The folds of {item.name} have from {percent(shares.min())} to {percent(shares.max())} "
        "positives, more unlike than chance would make them: were they drawn at random? Its rates "
        "are averaged, each fold counting alike."
    )


def _chance_variance(source: Predictions | Counts, prevalence: float) -> float:
    """Return the variance of the number of positives; clusters are sampled as a whole."""
    if isinstance(source, Counts) or source.plain:
        return sum(class_sizes(source)) * prevalence * (1.0 - prevalence)
    weight = np.ones(source.score.size) if source.weight is None else source.weight
    surplus = weight * (source.positive - prevalence)
    if source.clusters is not None:
        surplus = np.bincount(source.clusters, surplus)
    return float(np.sum(surplus**2))


def _pooling_remark(item: DerivedClassifier) -> str:
    """Return a remark on pooled scores of several models."""
    if item.reduced.average != "pooled":
        return ""
    return (
        f"{item.name} pools the scores of {len(item.reduced.each)} models: right only if a score "
        'means the same in all of them. If not, set average = "cost".'
    )


def _score_remark(item: DerivedClassifier) -> str:
    """Return a remark on reversed, constant, binary or tied scores."""
    sizes = [
        part.score.size if isinstance(part, Predictions) else part.negatives + part.positives
        for part in item.counted
        if isinstance(part, Predictions) or part.scored
    ]
    if not sizes or min(sizes) <= _MIN_SCORES:
        return ""
    if item.reduced.area_below is not None:
        return (
            f"{item.name} is worse than guessing (area under its ROC curve "
            f"{item.reduced.area_below:.2g}): are its scores the wrong way round, or is the other "
            "label the positive one?"
        )
    n_points = max(part.n_thresholds for part in item.reduced.each or (item.reduced,))
    if n_points == _BINARY_POINTS:
        return (
            f"{item.name} has only two different scores: if these are answers, pass the scores "
            "behind them."
        )
    if n_points < _BINARY_POINTS:
        return f"{item.name} gives every case the same score, and cannot separate the classes."
    return _tied_remark(item) or _coarse_remark(item, n_points - 1)


def _coarse_remark(item: DerivedClassifier, n_scores: int) -> str:
    """Return a remark on many cases with few different scores."""
    counts = [part for part in item.counted if isinstance(part, Counts)]
    if any(part.weighted or not part.complete for part in counts):
        return ""
    n_cases = sum(sum(_class_counts(part)) for part in item.counted)
    if n_scores > _MAX_COARSE_SCORES or n_cases < _MIN_CASES_PER_SCORE * n_scores:
        return ""
    text = f"only {n_scores} different scores"
    if item.reduced.each:
        text = f"at most {n_scores} different scores in each fold"
    return (
        f"{item.name} has {text} for {tally(n_cases)} cases: no threshold separates cases "
        "with the same score. If these are rounded, pass them as they were before."
    )


def _tied_remark(item: DerivedClassifier) -> str:
    """Return a remark if many cases of both classes have the same score."""
    shared, score = max(_largest_tie(part.curve) for part in item.reduced.each or (item.reduced,))
    # A bin with error e may contain up to 2 e of both classes, at different scores.
    if shared < _MAX_TIED_SHARE or shared <= 2.0 * item.reduced.binning_error:
        return ""
    return (
        f"{item.name} gives {percent(shared, 2)} or more of either class the same score, "
        f"{number(score)}: no threshold separates these cases."
    )


def _largest_tie(curve: RocCurve) -> tuple[float, float]:
    """Return the largest share of both classes tied at a single score, and that score.

    At each score, it is the smaller of the shares of the two classes.
    """
    shares = np.minimum(np.diff(curve.fpr), np.diff(curve.tpr))
    at = int(shares.argmax())
    return float(shares[at]), 0.0 if curve.threshold is None else float(curve.threshold[at + 1])


def _usefulness_remark(derived: Curves, item: DerivedClassifier) -> str:
    """Return a remark on a classifier that is never cheaper than the baselines."""
    if item.range is not None:
        return ""
    negative, positive = derived.classes
    return (
        f"{item.name} adds nothing: nowhere does it cost less than to call all {negative} or to "
        f"call all {positive}."
    )


def _small_sample_remarks(derived: Curves) -> list[str]:
    """Return remarks on classes with few examples, and on few clusters."""
    names_by_text: dict[str, list[str]] = {}
    for item in derived.shown:
        for text in _small_samples(item, derived.classes):
            names_by_text.setdefault(text, []).append(shorten(item.name))
    n_shown = len(derived.shown)
    return [
        f"Few {text}." if len(names) == n_shown else f"{listing(names)}: few {text}."
        for text, names in names_by_text.items()
    ]


def _small_samples(item: DerivedClassifier, classes: tuple[str, str]) -> Iterator[str]:
    """Yield classes with few examples, or with few clusters, and the effect on rates."""
    if any(isinstance(part, Counts) and part.weighted for part in item.counted):
        return
    sizes = np.sum([_class_counts(part) for part in item.counted], axis=0)
    for name, size in zip(classes, sizes.tolist() if item.counted else [], strict=False):
        if size < _MIN_EXAMPLES:
            step = percent(1.0 / size, 2)
            yield f"{name} ({tally(size, 1)}): each of them moves a rate by {step}"
    clusters = _cluster_counts(item)
    if clusters and min(clusters) < _MIN_EXAMPLES:
        yield f"clusters ({min(clusters)}): how much they differ is hardly known"


def _cluster_counts(item: DerivedClassifier) -> list[int]:
    """Return the number of clusters of each fold, or of all folds if some share clusters."""
    scored = [part for part in item.counted if isinstance(part, Predictions)]
    reach = [part.reach for part in scored if part.reach is not None]
    sizes_by_fold = [np.bincount(part.clusters) for part in scored if part.clusters is not None]
    if all(sizes.max() == 1 for sizes in sizes_by_fold):  # examples of repeats
        return []
    return (
        [np.unique(np.concatenate(reach)).size]
        if reach
        else [sizes.size for sizes in sizes_by_fold]
    )


def _class_counts(source: Predictions | Counts) -> tuple[float, float]:
    """Return the numbers of negatives and positives, without weights."""
    if isinstance(source, Counts) or not source.weighted:
        return class_sizes(source)
    used = source.positive[np.asarray(source.weight) > 0.0]
    positives = int(np.count_nonzero(used))
    return used.size - positives, positives


# ---- Reasons that are the same at every pc


_MAX_NAMED_APART = 3
_ASSUMPTION = (
    "Taken for granted: the rates found on these data stay as they are when the share of "
    "{positive} changes. They do not where the cases of a class have changed as well, such as "
    "other people or other devices: check both rates on recent cases."
)


def assumption_of(positive: str) -> str:
    """Return the assumption behind costs at another prevalence."""
    return _ASSUMPTION.format(positive=positive)


def background(model: "CostCurveModel") -> tuple[str, ...]:
    """Return the reasons behind the advice that are the same at every pc."""
    derived = model.curves
    if not derived.visible:
        return ()
    return (
        *_folds_words(derived),
        *filter(None, [spread_words(derived)]),
        *_thinning_words(derived),
        *_binning_words(model),
        *_untried_words(model),
        *_interval_words(model),
        *_no_estimate_words(model),
        *_difference_words(model),
        *filter(None, (_no_counts_words(model, item) for item in derived.shown)),
        assumption_of(derived.classes[1]),
    )


def _interval_words(model: "CostCurveModel") -> Iterator[str]:
    """Yield the method of the interval of the cost, or the intervals of a criterion's rates."""
    answer, band = model._criterion_answer, current_best_band(model)
    if answer is None and band is not None:
        yield f"Interval: {band.promise}"
    if answer is not None and answer.owner >= 0:
        limits = rate_limits(model, answer.name, *answer.rates)
        if limits is not None:
            words = rate_limit_words(*answer.rates, limits, model.curves.classes)
            yield f"Interval: {answer.rule} {words}"


def _difference_words(model: "CostCurveModel") -> tuple[str, ...]:
    """Return the scope of the tests of the cheapest classifier at a single pc, and their method."""
    leads = model._leads
    if leads is None or all(np.isnan(test.lower).all() for test in leads.at_single_pc):
        return ()
    words = (
        f"Difference: {percent(leads.level)} confidence limits of the extra cost on new data, each "
        "classifier at its recommended threshold, at each single PC(+), for all other classifiers "
        "together."
    )
    if not model.paired_counts:
        words += f" Method: {MOVER} limits shifted by bootstrap optimism."
    return (words,)


def _no_estimate_words(model: "CostCurveModel") -> tuple[str, ...]:
    """Return why the expected cost on new data is not estimated, if examples were counted."""
    inputs = estimate_inputs(model)
    if current_best_band(model) is not None or any(map(why_no_band, inputs.sources)):
        return ()
    return (f"Expected cost: not estimated, {inputs.why_none}.",) if inputs.why_none else ()


def spread_words(derived: Curves) -> str:
    """Return an explanation of the fold spread behind curves; empty without folds."""
    if all(item.spread is None for item in derived.shown):
        return ""
    return (
        "The area behind is what single folds cost, one standard deviation about their mean: how "
        "much they differ, not how sure their average is."
    )


def _folds_words(derived: Curves) -> tuple[str, ...]:
    """Return a sentence on how the curves of folds were averaged."""
    folded = [item for item in derived.shown if item.reduced.each]
    if not folded:
        return ()
    reduced, counts = folded[0].reduced, {len(item.reduced.each) for item in folded}
    names = (
        listing([item.name for item in folded]) if len(folded) <= _MAX_NAMED_APART else "All curves"
    )
    count = f"{counts.pop()} folds" if len(counts) == 1 else "folds"
    each = (
        "" if reduced.average == "pooled" else "; every fold has a model and a threshold of its own"
    )
    average = f"the average of {count}, presuming that {reduced.assumption}"
    return (f"{names}: {'each ' if len(folded) > 1 else ''}{average}{each}.",)


def _thinning_words(derived: Curves) -> tuple[str, ...]:
    """Return a sentence on how many thresholds are drawn, and with which error."""
    thinned = [item for item in derived.shown if item.shown.error]
    if len(thinned) > _MAX_NAMED_APART:
        error = max(item.outline.error for item in thinned)
        count = f"{len(thinned)} curves are drawn with fewer thresholds than they have"
        return (f"{count}, true to {error:.1g}.",)
    return tuple(map(_thinned_item_words, thinned))


def _binning_words(model: "CostCurveModel") -> tuple[str, ...]:
    """Return the error of costs for scores that were counted in bins."""
    derived = model.curves
    errors = {
        item.name: item.reduced.binning_error
        for item in derived.shown
        if item.reduced.binning_error
    }
    if not errors:
        return ()
    bound = error_bound(max(errors.values()))
    is_short = len(errors) <= _MAX_NAMED_APART
    subject = ", ".join(errors) if is_short else f"{len(errors)} classifiers"
    criterion_note = "By other criteria than cost a threshold within a step may do better."
    return (
        f"{subject}: costs are within {bound} of those of all scores, not lower.",
        *_possibly_best_words(derived),
        *([criterion_note] if model.criterion else []),
    )


def _untried_words(model: "CostCurveModel") -> tuple[str, ...]:
    """Return a note that a choice for a range is the best of the stored thresholds only."""
    low, high = model.pc_range or (0.0, 0.0)
    is_thinned = any(item.reduced.is_thinned for item in model.curves.shown)
    return (THINNED_NOTE,) if is_thinned and low < high else ()


def _possibly_best_words(derived: Curves) -> list[str]:
    """Return a sentence on where other classifiers may be cheapest, given the binning error."""
    parts = [
        f"{name} for PC(+) {', '.join(span(part, share) for part in ranges)}"
        for name, ranges in possibly_cheapest(derived).items()
    ]
    if not parts:
        return []
    more = f", and {len(parts) - _MAX_NAMED_APART} others" if len(parts) > _MAX_NAMED_APART else ""
    listed = "; ".join(parts[:_MAX_NAMED_APART])
    return [f"So these may be as good as the cheapest, for all that was counted: {listed}{more}."]


def _thinned_item_words(item: DerivedClassifier) -> str:
    """Return a sentence on how many thresholds of a classifier are drawn."""
    text = f"{item.shown.index.size:,} of {item.reduced.n_thresholds:,} thresholds drawn"
    return f"{item.name}: {text}, true to {item.outline.error:.1g}."


def _no_counts_words(model: "CostCurveModel", item: DerivedClassifier) -> str:
    """Return a note on ROC points without sample sizes."""
    if item.counted or not why_no_band(model.classifiers[item.name]):
        return ""
    return f"{item.name}: nobody knows on how many examples these rates were found."


# ---- Summary


_WIDTH = 100


def summary_of(
    derived: Curves, reading: str, useful: OperatingRange | None, best: Band | None = None
) -> str:
    """Return a plain-text summary; `reading` describes the operating point.

    `useful` is the range of pc in which a classifier is worth using, and `best` the band of the
    cheapest one, if it is known.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({})
    >>> summary_of(derived, "", None)[:27]
    'There is no classifier yet.'
    """
    if not derived.visible:
        return no_classifier_advice(derived).short_text
    negative, positive = derived.classes
    if useful is None:
        nowhere = (
            f"Nowhere does a classifier cost less than to call all {negative} or to call all "
            f"{positive}."
        )
        return wrap_lines([nowhere, *remarks_of(derived)])
    top = envelope_top(derived.envelope)
    names = [item.name for item in derived.shown]
    subject = names[0] if len(names) == 1 else f"The best of {', '.join(names)}"
    where = f"from PC(+) {share(useful.pc_low)} to {share(useful.pc_high)}"
    lead = (
        f"{subject} is worth using {where}: there it costs less than to call all {negative} or to "
        f"call all {positive}. On these data it never costs more than {number(top.cost)}."
    )
    standings = [
        f"{item.name}: {standing_words(derived, item.position, best)}." for item in derived.shown
    ]
    return wrap_lines([lead, *(standings if len(names) > 1 else []), reading, *remarks_of(derived)])


def wrap_lines(lines: Iterable[str]) -> str:
    """Return paragraphs, wrapped for a notebook."""
    return "\n".join(
        fill(line, _WIDTH, break_on_hyphens=False, break_long_words=False) for line in lines
    )


# ---- The model in a line


_MAX_NAMED = 3


def describe_model(model: "CostCurveModel") -> str:
    """Return a line with the classifiers, conditions, bands and notes of a model.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> describe_model(CostCurveModel())
    'no classifiers; PC(+) 0.5; no bands'
    """
    count = len(model.notes)
    notes = [f"{count} notes" if count > 1 else "1 note"] if count else []
    parts = (classifiers_words(model), conditions_words(model), _bands_words(model), *notes)
    return "; ".join(parts)


def classifiers_words(model: "CostCurveModel") -> str:
    """Return the number of classifiers and the first names."""
    names = list(model.classifiers)
    if not names:
        return "no classifiers"
    count = "1 classifier" if len(names) == 1 else f"{len(names)} classifiers"
    hidden = f" ({len(model.hidden)} hidden)" if model.hidden else ""
    more = ["..."] if len(names) > _MAX_NAMED else []
    return f"{count}{hidden}: {', '.join([*map(shorten, names[:_MAX_NAMED]), *more])}"


def conditions_words(model: "CostCurveModel") -> str:
    """Return the prior and costs, or else the operating point or range."""
    conditions = model._known_conditions
    if conditions is not None:
        costs = f"{span(conditions.cost_fp, amount)} : {span(conditions.cost_fn, amount)}"
        costs += reward_words(conditions.cost_tp, conditions.cost_tn)
        return f"prior {span(conditions.stated_prior, share)}, costs {costs}"
    return f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"


def _bands_words(model: "CostCurveModel") -> str:
    """Return the level and the number of resamples of the bands."""
    if model.bands is None:
        return "no bands"
    age = ", out of date" if model.bands.is_stale else ""
    return f"{percent(model.bands.level)} bands of {model.bands.n_done:,} resamples{age}"
