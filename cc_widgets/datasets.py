"""Small examples for notebooks, documentation and tests."""

import csv
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core._results import FloatArray, result
from cc_widgets.core.multiclass import cost_matrix
from cc_widgets.errors import CostCurveError

# ---- Real examples; data/LICENSES.md says whose they are

LabelArray: TypeAlias = NDArray[np.str_]


@result
class Scored:
    """Examples of two classes, and how classifiers scored them.

    Attributes
    ----------
    y_true : ndarray of str, shape (n_examples,)
        Element i is the class of example i.
    scores : dict of str to ndarray of float64, shape (n_examples,)
        Element i of each array is what that classifier gave example i.
    description : str
        Where the data come from.
    """

    y_true: LabelArray
    scores: dict[str, FloatArray]
    description: str


@result
class Called:
    """Examples of several classes, and what classifiers called them.

    Attributes
    ----------
    y_true : ndarray of str, shape (n_examples,)
        Element i is the class of example i.
    answers : dict of str to ndarray of str, shape (n_examples,)
        Element i of each array is what that classifier called example i.
    description : str
        Where the data come from.
    """

    y_true: LabelArray
    answers: dict[str, LabelArray]
    description: str


def tumours() -> Scored:
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
    Scored
        Classes are "benign" and "malignant"; a score is the probability that a tumour is malignant.

    Examples
    --------
    >>> data = tumours()
    >>> data.y_true.size, list(data.scores)
    (569, ['forest', 'logistic'])
    """
    return _scored("tumours", "569 breast tumours (UCI Wisconsin diagnostic), malignant or benign")


def digits() -> Scored:
    """Load how doubtful the readings of 1,797 handwritten digits are.

    A simple program has read the digits, and misread 95. Which readings should a person check?
    Digits are the test part of the optical recognition data of the UCI repository (E. Alpaydin,
    C. Kaynak, 1998), in the order in which scikit-learn ships them.

    - The program: ``StandardScaler`` and ``LogisticRegression(C=0.01)`` on all 64 pixels.
    - "reader": its own doubt, 1 minus its probability of what it read.
    - "forest": that of a second reader about the same reading,
      ``RandomForestClassifier(200, min_samples_leaf=3, random_state=0)``.
    - "neighbours": that of a third, ``KNeighborsClassifier(15)``; the share of 15 alike digits that
      are other ones.

    All were made with scikit-learn 1.9: ``cross_val_predict(..., method="predict_proba")``
    over ``StratifiedKFold(5, shuffle=True, random_state=0)``, rounded to 3 decimals.

    Returns
    -------
    Scored
        Classes are "right" and "misread".

    Examples
    --------
    >>> data = digits()
    >>> int((data.y_true == "misread").sum()), list(data.scores)
    (95, ['reader', 'forest', 'neighbours'])
    """
    return _scored("digits", "1,797 readings of handwritten digits (UCI), right or misread")


def wines() -> Called:
    """Load what two classifiers called 178 wines of three grapes.

    Wines are those of the UCI repository (S. Aeberhard, M. Forina, 1991), in the order in which
    scikit-learn ships them: 59 Barolo, 71 Grignolino, 48 Barbera. The classifiers see alcohol and
    hue alone, so that they err now and then.

    - "tree": ``DecisionTreeClassifier(max_depth=3, random_state=0)``.
    - "bayes": ``GaussianNB()``.

    Both were made with scikit-learn 1.9: ``cross_val_predict`` over
    ``StratifiedKFold(5, shuffle=True, random_state=0)``.

    Returns
    -------
    Called
        Classes are the names of the wines.

    Examples
    --------
    >>> data = wines()
    >>> data.y_true.size, int((data.answers["tree"] == data.y_true).sum())
    (178, 153)
    """
    label, answers = _columns("wines")
    return Called(label, answers, "178 wines of three grapes (UCI)")


def _scored(name: str, description: str) -> Scored:
    """Labels and scores of a file."""
    label, columns = _columns(name)
    scores = {name: column.astype(np.float64) for name, column in columns.items()}
    for column in scores.values():
        column.flags.writeable = False
    return Scored(label, scores, description)


def _columns(name: str) -> tuple[LabelArray, dict[str, LabelArray]]:
    """The first column of a file, and the others by their names."""
    text = (files("cc_widgets") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    label, *columns = (np.array(column) for column in zip(*rows, strict=True))
    for column in columns:
        column.flags.writeable = False
    return label, dict(zip(header[1:], columns, strict=True))


# ---- Five classes whose errors are known


_FREQUENCY = (0.2102, 0.4473, 0.2568, 0.0016, 0.0841)
_APART = 8.0  # between the medians of neighbouring classes, in quartile deviations of each
_READ = np.linspace(-40.0, 72.0, 2241)  # where the steps end in which the measurement is read


@result
class Population:
    """How often a classifier calls examples of each class what, over all examples there are.

    Attributes
    ----------
    frequency : ndarray of float64, shape (k,)
        Element j is the share of class j.
    probability : ndarray of float64, shape (k, k)
        Element [j, i] is the share of examples that are of class j and are called i.
    description : str
        Where the numbers come from.
    """

    frequency: FloatArray
    probability: FloatArray
    description: str


def five_classes(costs: ArrayLike | None = None) -> Population:
    """A classifier of five classes, one of them rare, whose errors are known exactly.

    Frequencies are those of table 3 of Margineantu and Dietterich (2000), whose own domain is not
    published in full. Each class has a measurement that follows a Cauchy distribution: five of
    them in a row, with tails so heavy that examples of every class are now and then taken for
    those of any other. The classifier calls a measurement, read in steps, the class that is most
    frequent there when each example weighs what answers to its class cost on average.

    Parameters
    ----------
    costs : array-like of shape (5, 5), optional
        Element [j, i] is the cost of calling an example of class j i, for which the classifier is
        made; 1 for each error if left out.

    Returns
    -------
    Population
        Of classes 0 to 4; class 3 is the rare one.

    Raises
    ------
    CostCurveError
        If costs are not those of five classes.

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
    table = 1.0 - np.eye(size) if costs is None else cost_matrix(costs).cost
    if len(table) != size:
        raise CostCurveError(
            f"costs of {size} classes are needed", where="costs", got=f"those of {len(table)}"
        )
    beyond = _READ - _APART * np.arange(size)[:, np.newaxis]
    below = np.pad(0.5 + np.arctan(beyond) / np.pi, ((0, 0), (1, 1)), constant_values=(0.0, 1.0))
    share = frequency[:, np.newaxis] * np.diff(below)
    called = np.argmax(table.mean(axis=1)[:, np.newaxis] * share, axis=0)
    probability = np.stack([share[:, called == answer].sum(axis=1) for answer in range(size)], 1)
    return Population(
        frequency, probability, "five made-up classes, after Margineantu and Dietterich (2000)"
    )
