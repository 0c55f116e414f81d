"""What is odd about classifiers, for whoever gave them: worth a word, never refused."""

from cc_widgets.core import Predictions
from cc_widgets.model.derive import Derived, DerivedClassifier

_DECISIONS = 3  # points of a curve with two different scores: nothing, some, everything
_FEW = 2  # examples; with one of each class two scores are all there can be


def remarks_of(derived: Derived) -> tuple[str, ...]:
    """Say what is odd about the visible classifiers.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    tuple of str
        Sentences, in the user's order: scores that are the wrong way round, answers given as
        scores, and classifiers that help under no conditions; last, whether they were tested on
        different examples.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.model.derive import derive
    >>> remarks_of(derive({"rule": predictions([0, 1, 0, 1], [0, 1, 0, 1])}))
    ('rule has only two different scores: if these are answers, pass the scores behind them.',)
    """
    found = [_scores(item) or _use(derived, item) for item in derived.shown]
    return tuple(sentence for sentence in [*found, _apart(derived)] if sentence)


def _apart(derived: Derived) -> str:
    """Say that a comparison is one of test sets, too; a mean of folds is not."""
    scored = [item.counted for item in derived.shown if isinstance(item.counted, Predictions)]
    if derived.average is not None or all(scored[0].same_examples(one) for one in scored[1:]):
        return ""
    return (
        "These classifiers were tested on different examples: part of what they differ by comes "
        "from those. If they are folds of one classifier, only their average tells what it costs "
        "(average = True)."
    )


def _scores(item: DerivedClassifier) -> str:
    """Say what is odd about scores."""
    if not isinstance(item.counted, Predictions) or item.counted.score.size <= _FEW:
        return ""
    if item.kept.area_below is not None:
        return (
            f"{item.name} is worse than guessing (area under its ROC curve "
            f"{item.kept.area_below:.2g}): are its scores the wrong way round, or is the other "
            "label the positive one?"
        )
    if item.kept.n_thresholds == _DECISIONS:
        return (
            f"{item.name} has only two different scores: if these are answers, pass the scores "
            "behind them."
        )
    if item.kept.n_thresholds < _DECISIONS:
        return f"{item.name} gives every case the same score, and tells nothing apart."
    return ""


def _use(derived: Derived, item: DerivedClassifier) -> str:
    """Say that a classifier helps under no conditions."""
    if item.range is not None:
        return ""
    negative, positive = derived.classes
    return (
        f"{item.name} adds nothing: nowhere does it cost less than to call all {negative} or to "
        f"call all {positive}."
    )
