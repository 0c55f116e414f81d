"""Numbers on which independent programs agree."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from cc_widgets.core import (
    convex_hull,
    count,
    lower_envelope,
    predictions,
    roc_curve,
)


def area(x, y):
    return np.trapezoid(y, x)


def test_ties_of_both_classes_give_auc_0375():
    # Agreed by pROC 1.18, ROCR 1.0-11 and scikit-learn 1.9.
    curve = roc_curve(count(predictions([1, 0, 0, 1], [2, 5, 10, 10])))
    assert area(curve.fpr, curve.tpr) == 0.375


@pytest.mark.parametrize(
    ("feature", "auc", "hull_auc", "under_envelope", "top"),
    [
        ("mean radius", 0.937516516040378, 0.942213677924, 0.0922089002269, 0.141419562592),
        (
            "worst concave points",
            0.966703662597114,
            0.970343797897,
            0.0641866197774,
            0.0954468802698,
        ),
    ],
)
def test_breast_cancer_features(feature, auc, hull_auc, under_envelope, top):
    # Agreed by pROC 1.18, hmeasure 1.0-2 (R), scikit-learn 1.9 and a brute-force oracle.
    data = load_breast_cancer()
    column = data.data[:, list(data.feature_names).index(feature)]
    curve = roc_curve(count(predictions(data.target, -column)))
    malignant = roc_curve(count(predictions(data.target, column, pos_label=0)))
    hull = convex_hull([malignant])
    envelope = lower_envelope(hull)
    assert area(malignant.fpr, malignant.tpr) == pytest.approx(auc, abs=1e-12)
    assert area(curve.fpr, curve.tpr) == pytest.approx(auc, abs=1e-12)
    assert area(hull.fpr, hull.tpr) == pytest.approx(hull_auc, abs=1e-11)
    assert area(envelope.pc, envelope.cost) == pytest.approx(under_envelope, abs=1e-12)
    assert envelope.cost.max() == pytest.approx(top, abs=1e-11)
