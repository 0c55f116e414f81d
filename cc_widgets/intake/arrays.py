"""Arrays of labels and scores, of one classifier or of several with names."""

from collections.abc import Mapping

from numpy.typing import ArrayLike

from cc_widgets.core import Predictions, predictions
from cc_widgets.core._predictions import check_aligned, labelled, read_labels
from cc_widgets.core._reading import check_names
from cc_widgets.errors import CostCurveError, shown

DEFAULT_NAME = "classifier"


def named_predictions(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> dict[str, Predictions]:
    """Check the predictions of one or several classifiers on the same examples.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,), or mapping of name to such
        Scores of one classifier, which is then called "classifier", or of several.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    dict of str to Predictions
        In the order given.

    Raises
    ------
    CostCurveError
        If a name or an array cannot be used; the message names the classifier.

    Examples
    --------
    >>> checked = named_predictions([0, 1], {"forest": [0.2, 0.9], "logistic": [0.4, 0.3]})
    >>> list(checked)
    ['forest', 'logistic']
    """
    if not isinstance(y_score, Mapping):
        only = predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        return {DEFAULT_NAME: only}
    if not y_score:
        raise CostCurveError(
            "at least one classifier is needed",
            where="y_score",
            got="an empty mapping",
            fix='Pass for instance {"forest": scores}.',
        )
    check_names(y_score, "y_score")
    check_aligned(y_true, sample_weight=sample_weight)
    labels = read_labels(y_true, pos_label)
    checked = {}
    for name, score in y_score.items():
        try:
            check_aligned(y_true, y_score=score)
            checked[name] = labelled(labels, score, sample_weight)
        except CostCurveError as error:
            # Weights are common to all: only scores are one classifier's fault.
            if error.where != "y_score":
                raise
            raise error.within(f"classifier {shown(name)}") from None
    return checked
