"""Why a classifier has no band, or a pair no difference that can be judged."""

from collections.abc import Mapping

from cc_widgets.core import Counts, Predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.inputs import Classifier

_BARE = "bare points: how many examples they come from is not known"
_WEIGHTED = "weighted examples: resampling needs examples that count once each"
_SEVERAL = "counts at several thresholds: resampling needs the scores"
_MATRIX = "a confusion matrix: it does not tell which examples it is wrong about"
_OF_A_MATRIX = 3  # nothing called positive, the classifier, everything


def why_unscored(source: Classifier) -> str:
    """Say why a classifier cannot be resampled.

    Parameters
    ----------
    source : Predictions, Counts or RocCurve
        A checked classifier.

    Returns
    -------
    str
        Empty if it can.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> why_unscored(point_set(fpr=0.3, tpr=0.7))
    'bare points: how many examples they come from is not known'
    """
    if isinstance(source, Predictions):
        return "" if source.weight is None else _WEIGHTED
    if not isinstance(source, Counts):
        return _BARE
    if source.weighted or source.tp.dtype.kind == "f":
        return _WEIGHTED
    return _MATRIX if source.tp.size == _OF_A_MATRIX else _SEVERAL


def why_unbanded(source: Classifier) -> str:
    """Say why a classifier can have no band; a confusion matrix has one in closed form.

    Parameters
    ----------
    source : Predictions, Counts or RocCurve
        A checked classifier.

    Returns
    -------
    str
        Empty if it can.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> why_unbanded(cell_counts(tp=16, fn=4, fp=4, tn=6))
    ''
    """
    why = why_unscored(source)
    return "" if why == _MATRIX else why


def why_unjudged(sources: Mapping[str, Classifier], first: str, second: str) -> str:
    """Say why the difference of two classifiers can never be told from chance.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        Classifiers.
    first, second : str
        The names of two of them.

    Returns
    -------
    str
        Empty if it can, by resampling.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> matrix = cell_counts(tp=16, fn=4, fp=4, tn=6)
    >>> why_unjudged({"a": matrix, "b": matrix}, "a", "b")[:67]
    'a is a confusion matrix: it does not tell which examples it is wron'
    """
    told = {name: why_unscored(sources[name]) for name in (first, second)}
    wrong = [f"{name} {_has(why)}." for name, why in told.items() if why]
    return " ".join([*wrong, "Give unweighted scores of both."]) if wrong else ""


def _has(why: str) -> str:
    """Return a reason as the rest of a sentence about a classifier."""
    return f"is {why}" if why == _MATRIX else f"has {why}"


def unjudged(first: str, second: str, why: str) -> CostCurveError:
    """Return the error for two classifiers whose difference cannot be told from chance."""
    return CostCurveError(
        "whether these two differ by more than chance cannot be told",
        where="compare",
        got=f"{first!r} and {second!r}",
        fix=why,
    )


def unbanded(why: Mapping[str, str], where: str) -> CostCurveError:
    """Return the error for classifiers of which some, or all, can have no limits."""
    return CostCurveError(
        "how sure a cost is needs examples that count once each, and their scores",
        where=where,
        got="; ".join(f"{name!r}: {reason}" for name, reason in why.items()),
        fix="Give unweighted scores, or one confusion matrix for each classifier.",
    )


def n_pairs(names: int) -> int:
    """Return how many pairs there are of so many classifiers.

    Examples
    --------
    >>> n_pairs(3)
    3
    """
    return names * (names - 1) // 2
