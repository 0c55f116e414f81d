"""Small examples for notebooks, documentation and tests."""

import csv
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._results import FloatArray, result

LabelArray: TypeAlias = NDArray[np.str_]


@result
class Tumours:
    """Scores of two classifiers that tell malignant from benign tumours.

    Attributes
    ----------
    y_true : ndarray of str, shape (569,)
        Element i is "benign" or "malignant".
    scores : dict of str to ndarray of float64, shape (569,)
        Element i of each array is the probability that tumour i is malignant.
    description : str
        Where the data come from.
    """

    y_true: LabelArray
    scores: dict[str, FloatArray]
    description: str


def tumours() -> Tumours:
    """Load out-of-fold probabilities of malignancy for 569 breast tumours.

    Cases are those of the Wisconsin diagnostic breast cancer data of the UCI repository
    (W. H. Wolberg, W. N. Street, O. L. Mangasarian, 1995), in the order in which
    scikit-learn ships them: 357 benign, 212 malignant. The classifiers see few features
    on purpose, so that each of them is the better one under some conditions.

    - "forest": ``RandomForestClassifier(200, min_samples_leaf=5, random_state=0)`` on
      "mean texture" and "radius error".
    - "logistic": ``StandardScaler`` and ``LogisticRegression()`` on "mean texture" and
      "mean compactness".

    Both were made with scikit-learn 1.9: ``cross_val_predict(..., method="predict_proba")``
    over ``StratifiedKFold(5, shuffle=True, random_state=0)``, rounded to 3 decimals.

    Returns
    -------
    Tumours
        Element i of every array belongs to tumour i.

    Examples
    --------
    >>> data = tumours()
    >>> data.y_true.size, list(data.scores)
    (569, ['forest', 'logistic'])
    """
    text = (files("cc_widgets") / "data" / "tumours.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    label, *columns = zip(*rows, strict=True)
    scores = {}
    for name, column in zip(header[1:], columns, strict=True):
        scores[name] = np.array(column, dtype=np.float64)
        scores[name].flags.writeable = False
    return Tumours(
        y_true=np.array(label),
        scores=scores,
        description="569 breast tumours (UCI Wisconsin diagnostic), malignant or benign",
    )
