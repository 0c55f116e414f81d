"""Folds: several evaluations of one classifier, and the average that stands for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._averaging import (
    Average,
    cost_average,
    horizontal_average,
    pooled_average,
    vertical_average,
)
from cc_widgets.core._cost import lower_envelope
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._hull import RocCurve, convex_hull, roc_curve
from cc_widgets.core._predictions import Predictions, numbered
from cc_widgets.core._reading import check_names, read_word
from cc_widgets.core._results import result
from cc_widgets.errors import CostCurveError, shown

Evaluation: TypeAlias = Predictions | Counts | RocCurve
AveragedBy = Literal["cost", "vertical", "horizontal", "pooled"]


@result
class Folds:
    """One classifier, evaluated several times: the folds of a cross-validation, or repeats.

    Attributes
    ----------
    parts : tuple of Predictions, Counts or RocCurve
        Element i is what fold i found; each has a model, and a test set, of its own. Clusters
        that lie in several folds are numbered alike in all of them.
    names : tuple of str
        Element i is what fold i is called where it is looked at by itself.
    repeated : bool
        Whether some examples are known to be in several folds, as in repeats: without clusters
        each example is then one itself.
    """

    parts: tuple[Evaluation, ...]
    names: tuple[str, ...]
    repeated: bool = False

    def same_examples(self, other: object) -> bool:
        """Whether both are known to have scored the same examples in the same folds."""
        return self._each_pair(other, Predictions.same_examples)

    def drawn_with(self, other: object) -> bool:
        """Whether both can be resampled together, fold by fold."""
        return self._each_pair(other, Predictions.drawn_with)

    def _each_pair(self, other: object, holds: Callable[[Predictions, object], bool]) -> bool:
        """Whether something holds of each fold and that of another classifier."""
        if not isinstance(other, Folds) or len(other.parts) != len(self.parts):
            return False
        return all(
            isinstance(one, Predictions) and holds(one, another)
            for one, another in zip(self.parts, other.parts, strict=True)
        )


def folds(given: Sequence[Evaluation] | Mapping[str, Evaluation]) -> Folds:
    """Folds of one classifier.

    Parameters
    ----------
    given : sequence, or mapping of name to such, of Predictions, Counts or RocCurve
        What each fold found. Two classifiers are compared fold by fold where both have the same
        folds in the same order. Clusters of the same name are one, in whichever folds they lie.

    Returns
    -------
    Folds
        All of them count alike.

    Raises
    ------
    CostCurveError
        If there is none, or one is none of these, or they are not all of one kind, or tell
        different classes apart.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> ten = folds([point_set(fpr=0.04, tpr=0.4), point_set(fpr=0.3, tpr=0.8)])
    >>> ten.names
    ('fold 1', 'fold 2')
    """
    fix = "Pass a list of predictions(y_true, y_score), one for each fold."
    named = _named(given, fix)
    if not named:
        raise CostCurveError(
            "a classifier of folds has one fold or more", where="folds", got="none", fix=fix
        )
    _check_alike(tuple(named.values()))
    parts = tuple(named.values())
    scored = [one for one in parts if isinstance(one, Predictions)]
    by_name = _share_names(scored)
    repeated = by_name or _share_marks(scored)
    if any(one.cluster_names is not None for one in scored):
        parts = _reaching(parts, [_cluster_of_rows(one) for one in scored])
    elif repeated:  # then each example is a cluster that lies in several folds
        parts = _reaching(parts, [_names_of_rows(one, by_name=by_name) for one in scored])
    return Folds(parts, tuple(named), repeated)


def _reaching(
    parts: tuple[Evaluation, ...], each: Sequence[Sequence[Any]]
) -> tuple[Evaluation, ...]:
    """Folds that know which clusters lie in several of them, if any do."""
    scored = [one for one in parts if isinstance(one, Predictions)]
    every = numbered("clusters", [name for rows in each for name in rows])
    ends = np.cumsum([len(rows) for rows in each])[:-1]
    found = [
        np.unique(rows, return_index=True, return_inverse=True) for rows in np.split(every, ends)
    ]
    if sum(kinds.size for kinds, *_ in found) == every.max() + 1:
        return parts
    return tuple(
        replace(
            one,
            clusters=code,
            cluster_names=None if one.cluster_names is None else _array_of(rows)[first],
            reach=kinds,
        )
        for one, rows, (kinds, first, code) in zip(scored, each, found, strict=True)
    )


def _array_of(names: Sequence[Any]) -> NDArray[Any]:
    """Names of any kind as an array."""
    array = np.empty(len(names), object)
    array[:] = names
    return array


def _cluster_of_rows(given: Predictions) -> list[Any]:
    """What the cluster of each row is called; rows of which nothing is told are on their own."""
    names, code = given.cluster_names, given.clusters
    if names is None:
        names = np.array([object() for _ in range(given.score.size)], object)
    found: list[Any] = (names if code is None else names[code]).tolist()
    return found


def _names_of_rows(given: Predictions, *, by_name: bool) -> list[Any]:
    """What each row is known by, in all folds in which it is."""
    if by_name and given.index is not None:
        return list(given.index.tolist())
    if by_name or given.examples is None:
        return [object() for _ in range(given.score.size)]
    return [(given.examples.mark, place) for place in range(given.score.size)]


def _share_marks(scored: Sequence[Predictions]) -> bool:
    """Whether folds have the very same labels."""
    marks = [one.examples.mark for one in scored if one.examples is not None]
    return len(set(marks)) < len(marks)


def _share_names(scored: Sequence[Predictions]) -> bool:
    """Whether a name is in several folds; with two classes it is a name of two examples."""
    named = [(one.index, one.positive) for one in scored if one.index is not None]
    if len(named) <= 1:
        return False
    names, positive = zip(*named, strict=True)
    every = np.concatenate(names)
    if every.dtype == object:
        every = numbered("index", every.tolist())
    order = np.argsort(every, kind="stable")
    fold = np.repeat(np.arange(len(names)), [one.size for one in names])[order]
    again = (every[order][1:] == every[order][:-1]) & (fold[1:] != fold[:-1])
    changed = np.diff(np.concatenate(positive)[order])
    return bool(again.any() and not changed[again].any())


_KINDS = {"predictions": Predictions, "counts": Counts, "ROC points": RocCurve}


def _check_alike(parts: Sequence[Evaluation]) -> None:
    """Refuse folds that are no evaluations of one classifier."""
    kinds = [words for words, kind in _KINDS.items() if any(isinstance(one, kind) for one in parts)]
    if len(kinds) > 1:
        raise CostCurveError(
            "folds are all of one kind",
            where="folds",
            got=" and ".join(kinds),
            fix="Give the scores of each fold, or the counts of each.",
        )
    classes = dict.fromkeys(one.classes for one in parts if isinstance(one, Predictions))
    if len(classes) > 1:
        raise CostCurveError(
            "all folds must tell the same two classes apart",
            where="folds",
            got=shown(list(classes)),
            fix="Give each fold the same pos_label.",
        )


def _named(given: Any, fix: str) -> dict[str, Evaluation]:  # noqa: ANN401 (what the user wrote)
    """Folds by name."""
    if isinstance(given, Mapping):
        check_names(given, "folds")
    elif isinstance(given, str) or not isinstance(given, Sequence):
        raise CostCurveError(
            "folds are a list, or have names",
            where="folds",
            got=f"a value of type {type(given).__name__}",
            fix=fix,
        )
    parts = (
        given.items()
        if isinstance(given, Mapping)
        else ((f"fold {i}", part) for i, part in enumerate(given, 1))
    )
    named: dict[str, Evaluation] = {}
    for name, part in parts:  # each is checked at once: a range may be too long to list
        if not isinstance(part, Evaluation):
            raise CostCurveError(
                "a fold is its predictions, its counts or its ROC points",
                where=name,
                got=f"a value of type {type(part).__name__}",
                fix=fix,
            )
        named[name] = part
    return named


# ---- The one curve that stands for all folds


def _by_cost(curves: Sequence[RocCurve]) -> Average:
    return cost_average([lower_envelope(convex_hull([curve])) for curve in curves])


@dataclass(frozen=True, slots=True)
class Averaging:
    """A way to average the curves of folds.

    Attributes
    ----------
    words : str
        Its name in a list to choose from.
    make : callable
        Told the curves, it returns their `Average`, which says what it presumes.
    of_each : str
        What a point of the average stands for; empty where it has a threshold.
    """

    words: str
    make: Callable[[Sequence[RocCurve]], Average]
    of_each: str


AVERAGES: Mapping[AveragedBy, Averaging] = MappingProxyType(
    {
        "cost": Averaging(
            "cost, each fold at its best threshold (advised)",
            _by_cost,
            "each fold at its own threshold",
        ),
        "vertical": Averaging(
            "vertical, each fold at the same false positive rate",
            vertical_average,
            "each fold at this false positive rate",
        ),
        "horizontal": Averaging(
            "horizontal, each fold at the same true positive rate",
            horizontal_average,
            "each fold at this true positive rate",
        ),
        "pooled": Averaging("pooled, one threshold for all folds", pooled_average, ""),
    }
)
"""Ways to average the curves of folds, the advised one first."""


def average_of(given: Folds | Sequence[RocCurve], by: AveragedBy = "cost") -> Average:
    """Average of the curves of folds, in both spaces.

    Parameters
    ----------
    given : Folds, or sequence of RocCurve
        Two folds or more.
    by : {"cost", "vertical", "horizontal", "pooled"}
        The mean cost at each pc; the mean tpr at each fpr; the mean fpr at each tpr; or the
        curve of all examples as one set. Which one is right depends on how thresholds will be
        selected: `Average.presumes` says what each takes for granted.

    Returns
    -------
    Average
        Of folds that all count alike.

    Raises
    ------
    CostCurveError
        If there is one fold only, or these cannot be averaged that way.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> pair = folds([point_set(fpr=0.04, tpr=0.4), point_set(fpr=0.3, tpr=0.8)])
    >>> average_of(pair).roc.tpr.round(5), average_of(pair, "vertical").roc.tpr.round(5)
    (array([0. , 0.2, 0.6, 0.9, 1. ]), array([0.     , 0.25333, 0.68125, 1.     ]))
    """
    read_word("by", by, tuple(AVERAGES))
    if isinstance(given, Folds):
        return AVERAGES[by].make([curve_of(part) for part in given.parts])
    unchecked: Any = given
    if not isinstance(unchecked, list | tuple) or not all(
        isinstance(one, RocCurve) for one in unchecked
    ):
        raise CostCurveError(
            "must be folds, or their ROC curves",
            where="given",
            got=shown(unchecked),
            fix="Pass folds([...]).",
        )
    return AVERAGES[by].make(given)


def curve_of(given: Evaluation) -> RocCurve:
    """ROC curve of one evaluation, with every threshold."""
    if isinstance(given, RocCurve):
        return given
    return roc_curve(given if isinstance(given, Counts) else count(given))
