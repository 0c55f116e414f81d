"""Cross-validation folds of one classifier and averages of their curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.averaging import (
    Average,
    cost_average,
    horizontal_average,
    pooled_average,
    vertical_average,
)
from cc_widgets.core.costs import lower_envelope
from cc_widgets.core.counting import Counts, count
from cc_widgets.core.hull import RocCurve, convex_hull, roc_curve
from cc_widgets.core.results import result
from cc_widgets.core.scores import Predictions, label_codes
from cc_widgets.core.validation import check_names, read_choice
from cc_widgets.errors import CostCurveError, shown

__all__ = ["Folds", "average_of", "folds"]

Evaluation: TypeAlias = Predictions | Counts | RocCurve
AveragedBy = Literal["cost", "vertical", "horizontal", "pooled"]


@result
class Folds:
    """One classifier with several evaluations: cross-validation folds, or repeats.

    Attributes
    ----------
    parts : tuple of Predictions, Counts or RocCurve
        Element i is the evaluation of fold i, with its own model and test set. A cluster that
        occurs in several folds has the same number in each.
    names : tuple of str
        Element i is the name of fold i.
    repeated : bool
        Whether some examples are known to be in several folds, as in repeated cross-validation.
        Without clusters, each such example is a cluster.
    """

    parts: tuple[Evaluation, ...]
    names: tuple[str, ...]
    repeated: bool = False

    def same_examples(self, other: object) -> bool:
        """Return whether both are known to have scored the same examples in the same folds."""
        return self._holds_for_all(other, Predictions.same_examples)

    def drawn_with(self, other: object) -> bool:
        """Return whether both can be resampled jointly, fold by fold."""
        return self._holds_for_all(other, Predictions.drawn_with)

    def _holds_for_all(
        self, other: object, relation: Callable[[Predictions, object], bool]
    ) -> bool:
        """Return whether a relation is true for each pair of corresponding folds."""
        if not isinstance(other, Folds) or len(other.parts) != len(self.parts):
            return False
        return all(
            isinstance(part, Predictions) and relation(part, other_part)
            for part, other_part in zip(self.parts, other.parts, strict=True)
        )


def folds(parts: Sequence[Evaluation] | Mapping[str, Evaluation]) -> Folds:
    """Folds of one classifier.

    Parameters
    ----------
    parts : sequence or mapping (by name) of Predictions, Counts or RocCurve
        Evaluation of each fold. Two classifiers are compared fold by fold if both have the same
        folds in the same order. Clusters with the same name are the same in all folds.

    Returns
    -------
    Folds
        Folds with equal weight.

    Raises
    ------
    CostCurveError
        If there are no folds, one is not an evaluation, or they differ in type or classes.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> ten = folds([point_set(fpr=0.04, tpr=0.4), point_set(fpr=0.3, tpr=0.8)])
    >>> ten.names
    ('fold 1', 'fold 2')
    """
    fix = "Pass a list of predictions(y_true, y_score), one for each fold."
    by_name = _parts_by_name(parts, fix)
    if not by_name:
        raise CostCurveError("must have at least one fold", where="folds", got="none", fix=fix)
    parts = tuple(by_name.values())
    _check_consistent(parts)
    scored = [part for part in parts if isinstance(part, Predictions)]
    share_names = _share_index_labels(scored)
    repeated = share_names or _share_labels(scored)
    if any(part.cluster_names is not None for part in scored):
        keys = [_cluster_names_of_rows(part) for part in scored]
        parts = _number_clusters_across_folds(parts, keys)
    elif repeated:  # each example in several folds is a cluster
        keys = [_row_identities(part, by_name=share_names) for part in scored]
        parts = _number_clusters_across_folds(parts, keys)
    return Folds(parts, tuple(by_name), repeated)


def _number_clusters_across_folds(
    parts: tuple[Evaluation, ...], keys_of_folds: Sequence[Sequence[Any]]
) -> tuple[Evaluation, ...]:
    """Return the folds with clusters numbered across folds, if any cluster is in several."""
    scored = [part for part in parts if isinstance(part, Predictions)]
    codes = label_codes("clusters", [key for keys in keys_of_folds for key in keys])
    ends = np.cumsum([len(keys) for keys in keys_of_folds])[:-1]
    fold_codes = [
        np.unique(keys, return_index=True, return_inverse=True) for keys in np.split(codes, ends)
    ]
    if sum(clusters.size for clusters, *_ in fold_codes) == codes.max() + 1:
        return parts
    return tuple(
        replace(
            part,
            clusters=code,
            cluster_names=None if part.cluster_names is None else _object_array(keys)[first],
            reach=clusters,
        )
        for part, keys, (clusters, first, code) in zip(
            scored, keys_of_folds, fold_codes, strict=True
        )
    )


def _object_array(names: Sequence[Any]) -> NDArray[Any]:
    """Return names of any type as an object array."""
    array = np.empty(len(names), object)
    array[:] = names
    return array


def _cluster_names_of_rows(source: Predictions) -> list[Any]:
    """Return the name of each row's cluster; a unique object for rows without names."""
    names, code = source.cluster_names, source.clusters
    if names is None:
        names = np.array([object() for _ in range(source.score.size)], object)
    cluster_of_row: list[Any] = (names if code is None else names[code]).tolist()
    return cluster_of_row


def _row_identities(source: Predictions, *, by_name: bool) -> list[Any]:
    """Return the identity of each row across folds."""
    if by_name and source.index is not None:
        return list(source.index.tolist())
    if by_name or source.examples is None:
        return [object() for _ in range(source.score.size)]
    return [(source.examples.token, i) for i in range(source.score.size)]


def _share_labels(scored: Sequence[Predictions]) -> bool:
    """Return whether several folds have the same label array."""
    tokens = [part.examples.token for part in scored if part.examples is not None]
    return len(set(tokens)) < len(tokens)


def _share_index_labels(scored: Sequence[Predictions]) -> bool:
    """Return whether an index label is in several folds, always with the same class."""
    indexed = [(part.index, part.positive) for part in scored if part.index is not None]
    if len(indexed) <= 1:
        return False
    names, positive = zip(*indexed, strict=True)
    all_names = np.concatenate(names)
    if all_names.dtype == object:
        all_names = label_codes("index", all_names.tolist())
    order = np.argsort(all_names, kind="stable")
    fold = np.repeat(np.arange(len(names)), [part.size for part in names])[order]
    repeats = (all_names[order][1:] == all_names[order][:-1]) & (fold[1:] != fold[:-1])
    class_changes = np.diff(np.concatenate(positive)[order])
    return bool(repeats.any() and not class_changes[repeats].any())


_TYPES = {Predictions: "predictions", Counts: "counts", RocCurve: "ROC points"}


def _check_consistent(parts: Sequence[Evaluation]) -> None:
    """Raise if the folds differ in type or classes."""
    types = [type_ for type_ in _TYPES if any(isinstance(part, type_) for part in parts)]
    if len(types) > 1:
        raise CostCurveError(
            "must all be of the same type",
            where="folds",
            got=" and ".join(_TYPES[type_] for type_ in types),
            fix="Pass the scores of each fold, or the counts of each.",
        )
    classes = dict.fromkeys(part.classes for part in parts if isinstance(part, Predictions))
    if len(classes) > 1:
        raise CostCurveError(
            "must all have the same two classes",
            where="folds",
            got=shown(list(classes)),
            fix="Pass the same pos_label for each fold.",
        )


def _parts_by_name(values: Any, fix: str) -> dict[str, Evaluation]:  # noqa: ANN401 (unchecked input)
    """Return the folds by name."""
    if isinstance(values, Mapping):
        check_names(values, "folds")
    elif isinstance(values, str) or not isinstance(values, Sequence):
        raise CostCurveError(
            "must be a list, or a dict by name",
            where="folds",
            got=f"a value of type {type(values).__name__}",
            fix=fix,
        )
    parts = (
        values.items()
        if isinstance(values, Mapping)
        else ((f"fold {i}", part) for i, part in enumerate(values, 1))
    )
    by_name: dict[str, Evaluation] = {}
    for name, part in parts:  # checked one by one: a range may be too long for a list
        if not isinstance(part, Evaluation):
            raise CostCurveError(
                "must be predictions, counts or an ROC curve",
                where=name,
                got=f"a value of type {type(part).__name__}",
                fix=fix,
            )
        by_name[name] = part
    return by_name


# ---- Averages over folds


def _by_cost(curves: Sequence[RocCurve]) -> Average:
    return cost_average([lower_envelope(convex_hull([curve])) for curve in curves])


@dataclass(frozen=True, slots=True)
class AveragingMethod:
    """Method to average the curves of folds.

    Attributes
    ----------
    label : str
        Name in a list of options.
    average : callable
        Returns the `Average` of a sequence of ROC curves.
    point_meaning : str
        Meaning of a point of the average; empty if it has a threshold.
    """

    label: str
    average: Callable[[Sequence[RocCurve]], Average]
    point_meaning: str


AVERAGES: Mapping[AveragedBy, AveragingMethod] = MappingProxyType(
    {
        "cost": AveragingMethod(
            "cost, each fold at its best threshold (advised)",
            _by_cost,
            "each fold at its own threshold",
        ),
        "vertical": AveragingMethod(
            "vertical, each fold at the same false positive rate",
            vertical_average,
            "each fold at this false positive rate",
        ),
        "horizontal": AveragingMethod(
            "horizontal, each fold at the same true positive rate",
            horizontal_average,
            "each fold at this true positive rate",
        ),
        "pooled": AveragingMethod("pooled, one threshold for all folds", pooled_average, ""),
    }
)
"""Methods to average the curves of folds, the recommended one first."""


def average_of(folds: Folds | Sequence[RocCurve], by: AveragedBy = "cost") -> Average:
    """Average of the curves of folds, in ROC space and cost space.

    Parameters
    ----------
    folds : Folds, or sequence of RocCurve
        Two or more folds.
    by : {"cost", "vertical", "horizontal", "pooled"}
        The mean cost at each pc; the mean tpr at each fpr; the mean fpr at each tpr; or the
        curve of the pooled examples. The right method depends on how thresholds will be
        selected; `Average.presumes` states the assumption of each.

    Returns
    -------
    Average
        All folds have equal weights.

    Raises
    ------
    CostCurveError
        If there is only one fold, or the curves cannot be averaged by this method.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> pair = folds([point_set(fpr=0.04, tpr=0.4), point_set(fpr=0.3, tpr=0.8)])
    >>> average_of(pair).roc.tpr.round(5), average_of(pair, "vertical").roc.tpr.round(5)
    (array([0. , 0.2, 0.6, 0.9, 1. ]), array([0.     , 0.25333, 0.68125, 1.     ]))
    """
    read_choice("by", by, tuple(AVERAGES))
    if isinstance(folds, Folds):
        return AVERAGES[by].average([evaluation_curve(part) for part in folds.parts])
    curves: Any = folds
    if not isinstance(curves, list | tuple) or not all(
        isinstance(curve, RocCurve) for curve in curves
    ):
        raise CostCurveError(
            "must be folds, or their ROC curves",
            where="folds",
            got=shown(curves),
            fix="Pass folds([...]).",
        )
    return AVERAGES[by].average(folds)


def evaluation_curve(source: Evaluation) -> RocCurve:
    """Return the ROC curve of an evaluation, with every threshold."""
    if isinstance(source, RocCurve):
        return source
    return roc_curve(source if isinstance(source, Counts) else count(source))
