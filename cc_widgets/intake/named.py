"""Mappings of names to classifiers, and their construction from arrays, matrices and points."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Counts, Folds, Predictions, RocCurve, matrix_counts, predictions
from cc_widgets.core.confusion import MatrixRows
from cc_widgets.core.cross_validation import Evaluation
from cc_widgets.core.scores import (
    WeightsAre,
    align_examples,
    build_predictions,
    check_aligned,
    check_groups,
    read_labels,
)
from cc_widgets.core.validation import check_names
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.kinds import (
    Classifier,
    ReadContext,
    is_self_describing,
    read_classifier,
    read_points,
)

DEFAULT_NAME = "classifier"
_HASHED_FIELDS: Mapping[type, tuple[str, ...]] = {
    Predictions: ("positive", "score", "weight"),
    Counts: ("threshold", "tp", "fp"),
    RocCurve: ("fpr", "tpr", "threshold"),
}
_COMMON_ARGUMENTS = ("sample_weight", "weights_are", "clusters", "groups")
_FINGERPRINT_SIZE = 6  # bytes


class NamedClassifiers(Mapping[str, Classifier]):
    """Read-only mapping of names to checked classifiers, whose order matters in comparisons.

    Parameters
    ----------
    classifiers : mapping
        Checked classifiers in the order of the user.
    labels : tuple of two labels, optional
        Negative and positive label of these classifiers or of earlier ones.
    """

    __hash__ = None  # type: ignore[assignment]  # compared by value

    def __init__(
        self, classifiers: Mapping[str, Classifier], labels: tuple[Any, Any] | None = None
    ) -> None:
        self._items = dict(classifiers)
        self.labels = labels
        self._fingerprint: str | None = None

    def __getitem__(self, name: str) -> Classifier:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"NamedClassifiers({list(self._items)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        if isinstance(other, NamedClassifiers) and self.labels != other.labels:
            return False
        return list(self.items()) == list(other.items())

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the data; see `fingerprint_of`."""
        if self._fingerprint is None:
            self._fingerprint = fingerprint_of(self._items.values())
        return self._fingerprint


def fingerprint_of(classifiers: Iterable[Classifier]) -> str:
    """Return a fingerprint of the data of classifiers, twelve hexadecimal digits.

    It depends on labels, scores, weights and clusters of the examples in order, on counts, and on
    rates and thresholds of points. It does not depend on dtypes, memory layout, names, the order
    of the classifiers, or the labels of the two classes. The order of folds matters.
    """
    combined = blake2b(digest_size=_FINGERPRINT_SIZE)
    for digest in sorted(map(_digest, classifiers)):
        combined.update(digest)
    return combined.hexdigest()


def _digest(classifier: Classifier) -> bytes:
    """Return a digest of a classifier."""
    if isinstance(classifier, Folds):
        return blake2b(b"".join(map(_evaluation_digest, classifier.parts))).digest()
    return _evaluation_digest(classifier)


def _evaluation_digest(evaluation: Evaluation) -> bytes:
    """Return a digest of a classifier without folds."""
    kind = next(kind for kind in _HASHED_FIELDS if isinstance(evaluation, kind))
    digest = blake2b(kind.__name__.encode())
    for name in _HASHED_FIELDS[kind]:
        values = getattr(evaluation, name)
        digest.update(f" {name} {'none' if values is None else values.size} ".encode())
        if values is not None:
            digest.update(np.ascontiguousarray(_normalized(values)).data)
    if isinstance(evaluation, Predictions):
        if evaluation.weight is not None and not evaluation.weighted:
            digest.update(b" frequencies ")
        if evaluation.clusters is not None:
            digest.update(b" clusters " + _normalized(evaluation.clusters).tobytes())
        if evaluation.reach is not None:
            digest.update(b" reach " + _normalized(evaluation.reach).tobytes())
        if evaluation.groups is not None:
            digest.update(b" groups " + _normalized(evaluation.groups.code).tobytes())
    return digest.digest()


def _normalized(values: NDArray[Any]) -> NDArray[Any]:
    """Return booleans unchanged and numbers as float64, with -0.0 replaced by 0.0."""
    return values if values.dtype == bool else values.astype("<f8") + 0.0


def labels_of(classifiers: Mapping[str, object]) -> dict[str, tuple[Any, Any]]:
    """Return the negative and the positive label of each classifier with labels, by name."""
    return {
        name: part.classes
        for name, classifier in classifiers.items()
        if isinstance(classifier, Classifier)
        for part in classifier.parts
        if isinstance(part, Predictions | Counts) and part.classes is not None
    }


# ---- Classifiers in any form


def read_classifiers(
    classifiers: object, previous: NamedClassifiers | None = None
) -> NamedClassifiers:
    """Return checked classifiers for a mapping of names to values in the forms of `KINDS`.

    `previous` provides the positive label if the new classifiers do not determine it.
    """
    if not isinstance(classifiers, Mapping):
        raise CostCurveError(
            "must be a mapping of names to classifiers",
            where="classifiers",
            got=f"a value of type {type(classifiers).__name__}",
            fix="Pass {name: (y_true, y_score)}.",
        )
    known_classes = [
        *labels_of(classifiers).values(),
        *(
            mapping.labels
            for mapping in (classifiers, previous)
            if isinstance(mapping, NamedClassifiers) and mapping.labels
        ),
    ]
    context = ReadContext(next(iter(known_classes), None))
    checked = read_each(classifiers, "classifiers", lambda value: read_classifier(value, context))
    checked = _align_all(checked)
    labels = labels_of(checked)
    if len(set(labels.values())) > 1:
        raise CostCurveError(
            "must have the same two classes",
            where="classifiers",
            got=shown(labels),
            fix="Use the same y_true and pos_label for all classifiers.",
        )
    return NamedClassifiers(checked, next(iter(labels.values()), context.classes))


def _align_all(classifiers: Mapping[str, Classifier]) -> dict[str, Classifier]:
    """Reorder examples that share index labels to the order of the first classifier with them."""
    aligned: dict[str, Classifier] = {}
    references: list[Predictions] = []
    for name, classifier in classifiers.items():
        aligned[name] = classifier
        if not isinstance(classifier, Predictions):
            continue
        if classifier.examples is None or classifier.examples.index_digest is None:
            continue
        for reference in references:
            aligned[name] = reordered = align_examples(classifier, reference)
            if reordered.same_examples(reference):
                break
        else:
            references.append(classifier)
    return aligned


def read_each(
    values: Mapping[Any, Any],
    where: str,
    read: Callable[[Any], Classifier],
    common: Container[str] = (),
) -> dict[str, Classifier]:
    """Read each value with `read`, unless it is self-describing.

    Errors name the classifier, except errors about an argument in `common`.
    """
    check_names(values, where)
    classifiers = {}
    for name, value in values.items():
        try:
            classifiers[name] = read_classifier(value) if is_self_describing(value) else read(value)
        except CostCurveError as error:
            if error.where in common:
                raise
            raise error.within(f"classifier {shown(name)}") from None
    return classifiers


# ---- Constructors; mappings may also contain results of core and dicts with known keys


def classifiers_from_predictions(  # noqa: PLR0913 (options, by name only)
    y_true: ArrayLike,
    y_score: Any,  # noqa: ANN401 (any input)
    *,
    name: str | None = None,
    sample_weight: ArrayLike | None = None,
    weights_are: WeightsAre = "importance",
    clusters: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    pos_label: object = None,
) -> dict[str, Classifier]:
    """Return classifiers by name from scores of one classifier, or a mapping of names to scores."""
    check_groups(groups, y_true)
    columns = {"clusters": clusters, "groups": groups}
    options: dict[str, Any] = {"weights_are": weights_are, **columns}
    if not isinstance(y_score, Mapping):
        check_names([single := DEFAULT_NAME if name is None else name], "name")
        options |= {"sample_weight": sample_weight, "pos_label": pos_label}
        return {single: predictions(y_true, y_score, **options)}
    if name is not None:
        raise CostCurveError(
            "must be omitted if y_score is a mapping",
            where="name",
            got=f"{shown(name)} and {len(y_score)} names in y_score",
            fix="Omit it: the classifiers have the names in y_score.",
        )
    if not y_score:
        raise CostCurveError(
            "must contain at least one classifier",
            where="y_score",
            got="an empty mapping",
            fix='Pass, for example, {"forest": scores}.',
        )
    check_aligned(y_true, sample_weight=sample_weight, **columns)
    labels = read_labels(y_true, pos_label)

    def read(score: ArrayLike) -> Predictions:
        check_aligned(y_true, y_score=score)
        return build_predictions(labels, score, sample_weight, **options)

    return read_each(y_score, "y_score", read, common=_COMMON_ARGUMENTS)


def classifiers_from_matrices(
    matrices: Any,  # noqa: ANN401 (any input)
    *,
    rows: MatrixRows = "true",
) -> dict[str, Classifier]:
    """Return classifiers by name from a confusion matrix, or a mapping of names to matrices."""
    if not isinstance(matrices, Mapping):
        return {DEFAULT_NAME: matrix_counts(matrices, rows=rows)}
    _check_mapping(matrices, "matrices", '{"C4.5": [[6, 4], [4, 16]]}')
    return read_each(
        matrices, "matrices", lambda matrix: matrix_counts(matrix, rows=rows), common=("rows",)
    )


def classifiers_from_points(points: Mapping[str, Any]) -> dict[str, Classifier]:
    """Return classifiers by name from a mapping of names to (fpr, tpr)."""
    _check_mapping(points, "points", '{"stump": (0.3, 0.7)}')
    return read_each(points, "points", read_points)


def _check_mapping(value: object, where: str, example: str) -> None:
    """Raise unless the value is a non-empty mapping."""
    if not isinstance(value, Mapping) or not value:
        raise CostCurveError(
            "must be a mapping of names to at least one classifier",
            where=where,
            got=shown(value),
            fix=f"Pass, for example, {example}.",
        )
