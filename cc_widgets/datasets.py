"""Small datasets for notebooks, documentation and tests."""

import csv
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.multiclass import cost_matrix
from cc_widgets.core.results import FloatArray, result
from cc_widgets.errors import CostCurveError

# ---- Real datasets; data/LICENSES.md lists their sources

LabelArray: TypeAlias = NDArray[np.str_]


@result
class ScoredDataset:
    """Binary dataset with the scores of several classifiers.

    Attributes
    ----------
    y_true : ndarray of str, shape (n_examples,)
        Element i is the class of example i.
    scores : dict of str to ndarray of float64, shape (n_examples,)
        Scores by classifier; element i of each array is the score of example i.
    description : str
        Source of the data.
    """

    y_true: LabelArray
    scores: dict[str, FloatArray]
    description: str


@result
class PredictedDataset:
    """Multiclass dataset with the predictions of several classifiers.

    Attributes
    ----------
    y_true : ndarray of str, shape (n_examples,)
        Element i is the class of example i.
    answers : dict of str to ndarray of str, shape (n_examples,)
        Predictions by classifier; element i of each array is the predicted class of example i.
    description : str
        Source of the data.
    """

    y_true: LabelArray
    answers: dict[str, LabelArray]
    description: str


def tumours() -> ScoredDataset:
    """Load out-of-fold probabilities of malignancy for 569 breast tumours.

    The cases come from the Wisconsin diagnostic breast cancer dataset of the UCI repository (W. H.
    Wolberg, W. N. Street, O. L. Mangasarian, 1995), in the order of scikit-learn's copy: 357
    benign, 212 malignant. The classifiers deliberately use few features, so that each is better
    under some conditions.

    - "forest": ``RandomForestClassifier(200, min_samples_leaf=5, random_state=0)`` on
      "mean texture" and "radius error".
    - "logistic": ``StandardScaler`` and ``LogisticRegression()`` on "mean texture" and
      "mean compactness".

    Both were fitted with scikit-learn 1.9: ``cross_val_predict(..., method="predict_proba")``
    over ``StratifiedKFold(5, shuffle=True, random_state=0)``, rounded to 3 decimals.

    Returns
    -------
    ScoredDataset
        Classes are "benign" and "malignant"; a score is the probability that a tumour is malignant.

    Examples
    --------
    >>> data = tumours()
    >>> data.y_true.size, list(data.scores)
    (569, ['forest', 'logistic'])
    """
    return _load_scores(
        "tumours", "569 breast tumours (UCI Wisconsin diagnostic), malignant or benign"
    )


def digits() -> ScoredDataset:
    """Load scores that predict which of 1,797 handwritten digits a classifier misread.

    A simple classifier misread 95 of the digits. The question is which readings a person
    should check. The digits are the test set of the optical recognition dataset of the UCI
    repository (E. Alpaydin, C. Kaynak, 1998), in the order of scikit-learn's copy.

    - The classifier: ``StandardScaler`` and ``LogisticRegression(C=0.01)`` on all 64 pixels.
    - "reader": 1 minus the probability that the classifier gives its own reading.
    - "forest": 1 minus the probability that a second classifier gives the same reading,
      ``RandomForestClassifier(200, min_samples_leaf=3, random_state=0)``.
    - "neighbours": 1 minus the probability by a third, ``KNeighborsClassifier(15)``: the share of
      the 15 nearest digits with another label.

    All were fitted with scikit-learn 1.9: ``cross_val_predict(..., method="predict_proba")``
    over ``StratifiedKFold(5, shuffle=True, random_state=0)``, rounded to 3 decimals.

    Returns
    -------
    ScoredDataset
        Classes are "right" and "misread".

    Examples
    --------
    >>> data = digits()
    >>> int((data.y_true == "misread").sum()), list(data.scores)
    (95, ['reader', 'forest', 'neighbours'])
    """
    return _load_scores("digits", "1,797 readings of handwritten digits (UCI), right or misread")


def wines() -> PredictedDataset:
    """Load the predictions of two classifiers for 178 wines of three grape varieties.

    The wines come from the UCI repository (S. Aeberhard, M. Forina, 1991), in the order of
    scikit-learn's copy: 59 Barolo, 71 Grignolino, 48 Barbera. The classifiers use only alcohol and
    hue, so that they make some errors.

    - "tree": ``DecisionTreeClassifier(max_depth=3, random_state=0)``.
    - "bayes": ``GaussianNB()``.

    Both were fitted with scikit-learn 1.9: ``cross_val_predict`` over
    ``StratifiedKFold(5, shuffle=True, random_state=0)``.

    Returns
    -------
    PredictedDataset
        Classes are the names of the wines.

    Examples
    --------
    >>> data = wines()
    >>> data.y_true.size, int((data.answers["tree"] == data.y_true).sum())
    (178, 153)
    """
    label, answers = _read_columns("wines")
    return PredictedDataset(label, answers, "178 wines of three grapes (UCI)")


def _load_scores(name: str, description: str) -> ScoredDataset:
    """Return the labels and scores of a CSV file."""
    label, columns = _read_columns(name)
    scores = {name: column.astype(np.float64) for name, column in columns.items()}
    for column in scores.values():
        column.flags.writeable = False
    return ScoredDataset(label, scores, description)


def _read_columns(name: str) -> tuple[LabelArray, dict[str, LabelArray]]:
    """Return the first column of a CSV file, and the other columns by name."""
    text = (files("cc_widgets") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    label, *columns = (np.array(column) for column in zip(*rows, strict=True))
    for column in columns:
        column.flags.writeable = False
    return label, dict(zip(header[1:], columns, strict=True))


# ---- Synthetic five-class population with known error rates


_FREQUENCY = (0.2102, 0.4473, 0.2568, 0.0016, 0.0841)
_SPACING = 8.0  # distance between medians of neighbouring classes, in quartile deviations
_EDGES = np.linspace(-40.0, 72.0, 2241)  # of the intervals of the measurement


@result
class JointDistribution:
    """Joint distribution of the true and the predicted class in a population.

    Attributes
    ----------
    frequency : ndarray of float64, shape (k,)
        Element j is the prior probability of class j.
    probability : ndarray of float64, shape (k, k)
        Element [j, i] is the probability that an example is of class j and predicted as i.
    description : str
        Source of the numbers.
    """

    frequency: FloatArray
    probability: FloatArray
    description: str


def five_classes(costs: ArrayLike | None = None) -> JointDistribution:
    """Joint distribution of a synthetic classifier for five classes, one of them rare.

    Class frequencies are from table 3 of Margineantu and Dietterich (2000), whose own domain is not
    published in full. Each class has a measurement that follows a Cauchy distribution. The five
    distributions are evenly spaced, with tails so heavy that every class is sometimes predicted
    as any other. The classifier maps each interval of the measurement to the class with the largest
    frequency there, weighted by the average cost of misclassifying that class.

    Parameters
    ----------
    costs : array-like of shape (5, 5), optional
        Element [j, i] is the cost of predicting class i for an example of class j, which the
        classifier is designed for. By default each error costs 1.

    Returns
    -------
    JointDistribution
        Of classes 0 to 4; class 3 is the rare one.

    Raises
    ------
    CostCurveError
        If the costs are not for five classes.

    Examples
    --------
    >>> population = five_classes()
    >>> population.frequency
    array([0.2102, 0.4473, 0.2568, 0.0016, 0.0841])
    >>> round(float(population.probability.trace()), 3)
    0.886
    """
    frequency = np.array(_FREQUENCY)
    size = frequency.size
    cost = 1.0 - np.eye(size) if costs is None else cost_matrix(costs).cost
    if len(cost) != size:
        raise CostCurveError(
            f"must be for {size} classes", where="costs", got=f"{len(cost)} classes"
        )
    deviation = _EDGES - _SPACING * np.arange(size)[:, np.newaxis]
    cumulative = np.pad(
        0.5 + np.arctan(deviation) / np.pi, ((0, 0), (1, 1)), constant_values=(0.0, 1.0)
    )
    share = frequency[:, np.newaxis] * np.diff(cumulative)
    predicted = np.argmax(cost.mean(axis=1)[:, np.newaxis] * share, axis=0)
    probability = np.stack([share[:, predicted == i].sum(axis=1) for i in range(size)], 1)
    return JointDistribution(
        frequency, probability, "five made-up classes, after Margineantu and Dietterich (2000)"
    )
