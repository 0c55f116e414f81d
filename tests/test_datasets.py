import numpy as np
import pytest

from cc_widgets.core import convex_hull, count, lower_envelope, predictions, roc_curve
from cc_widgets.datasets import tumours


@pytest.fixture(scope="module")
def data():
    return tumours()


@pytest.fixture(scope="module")
def curves(data):
    checked = [predictions(data.y_true, one, pos_label="malignant") for one in data.scores.values()]
    return [roc_curve(count(one)) for one in checked]


def test_tumours_are_the_569_of_the_uci_data(data):
    labels, sizes = np.unique(data.y_true, return_counts=True)
    assert dict(zip(labels, sizes, strict=True)) == {"benign": 357, "malignant": 212}


def test_tumours_scores_are_probabilities_beside_the_labels(data):
    assert list(data.scores) == ["forest", "logistic"]
    for score in data.scores.values():
        assert score.shape == data.y_true.shape
        assert score.min() >= 0
        assert score.max() <= 1


def test_tumours_are_read_only(data):
    with pytest.raises(ValueError, match="read-only"):
        data.y_true[0] = "benign"
    with pytest.raises(ValueError, match="read-only"):
        data.scores["forest"][0] = 0


def test_tumours_have_two_good_but_imperfect_classifiers(curves):
    for curve in curves:
        assert 0.88 < np.trapezoid(curve.tpr, curve.fpr) < 0.95


def test_tumours_curves_share_the_joint_hull(curves):
    envelope = lower_envelope(convex_hull(curves))
    length = np.diff(envelope.pc)
    for owner in (0, 1):
        assert length[envelope.owner == owner].sum() > 0.2
