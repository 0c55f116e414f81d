"""The 20 examples of Fawcett, "An introduction to ROC analysis", 2006, in fractions.

Results follow from the hull (0, 0), (0, 1/5), (1/10, 1/2), (1/2, 4/5), (9/10, 1), (1, 1). The
area under the envelope equals a Brier score, computed with IsotonicRegression.
"""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.isotonic import IsotonicRegression

from cc_widgets.core import convex_hull, lower_envelope, predictions, total_expected_cost
from cc_widgets.core.criteria import neyman_pearson, neyman_pearson_steps
from cc_widgets.core.dominance import corner_ranges
from cc_widgets.core.uncertainty import roc_area
from tests.support.rates import (
    FAWCETT_LABEL,
    FAWCETT_SCORE,
    close,
    fawcett,
    own_envelope,
    scored_curve,
)


def test_best_accuracy_is_7_tenths_at_threshold_054():
    accuracy = (fawcett().tpr + 1 - fawcett().fpr) / 2
    assert accuracy.max() == pytest.approx(0.70, rel=1e-15)
    assert fawcett().threshold[accuracy.argmax()] == 0.54


def test_envelope_and_the_range_of_each_corner():
    hull = convex_hull([fawcett()])
    np.testing.assert_array_equal(hull.fpr, [0, 0, 0.1, 0.5, 0.9, 1])
    np.testing.assert_array_equal(hull.tpr, [0, 0.2, 0.5, 0.8, 1, 1])
    envelope = lower_envelope(hull)
    close(envelope.pc, [0, 1 / 4, 4 / 7, 2 / 3, 1])
    close(envelope.cost, [0, 1 / 5, 23 / 70, 3 / 10, 0])
    ranges = corner_ranges(hull)
    close(ranges.pc_low, [0, 0, 1 / 4, 4 / 7, 2 / 3, 1])
    close(ranges.pc_high, [0, 1 / 4, 4 / 7, 2 / 3, 1, 1])
    close(ranges.slope_low, [np.inf, 3, 3 / 4, 1 / 2, 0, 0])


# Steps take the left end of a plateau; at limit 0 this is (0, 1/5).
@pytest.mark.parametrize(
    ("limit", "hull_tpr", "step"),
    [
        (0, 1 / 5, (0, 0.2)),
        (1 / 4, 49 / 80, (0.1, 0.5)),
        (1 / 2, 4 / 5, (0.5, 0.8)),
        (1, 1, (0.9, 1)),
    ],
)
def test_neyman_pearson_with_and_without_mixtures(limit, hull_tpr, step):
    curve = fawcett()
    choice = neyman_pearson_steps([curve], limit)
    assert (choice.fpr, choice.tpr) == step
    assert neyman_pearson(convex_hull([curve]), limit).tpr == pytest.approx(hull_tpr, rel=1e-12)


def balanced_brier(label, score):
    """Brier score of the isotonic regression, with both classes weighing one half."""
    label = np.asarray(label)
    weight = np.where(label == 1, 0.5 / np.sum(label == 1), 0.5 / np.sum(label == 0))
    fit = IsotonicRegression().fit_transform(score, label, sample_weight=weight)
    return float(np.sum(weight * (fit - label) ** 2))


@pytest.mark.parametrize("feature", ["mean radius", "worst concave points", "mean texture"])
def test_area_is_the_brier_score_on_real_data(feature):
    data = load_breast_cancer()
    score = data.data[:, list(data.feature_names).index(feature)]
    malignant = 1 - data.target
    area = total_expected_cost(own_envelope(scored_curve(malignant, score)))
    assert area == pytest.approx(balanced_brier(malignant, score), rel=1e-12)


def test_delong_variance_and_limits_match_other_software():
    area = roc_area(predictions(FAWCETT_LABEL, FAWCETT_SCORE), level=0.95, method="delong area")
    assert area.variance == pytest.approx(0.0161333333333, abs=1e-13)
    assert (area.lower, area.upper) == pytest.approx((0.431051138503, 0.928948861497), abs=1e-12)
    data = load_breast_cancer()
    radius = predictions(1 - data.target, data.data[:, 0])
    area = roc_area(radius, level=0.95, method="delong area")
    assert (area.lower, area.upper) == pytest.approx((0.9170206709, 0.9580123612), abs=1e-10)
    assert roc_area(predictions([1, 0, 0, 1], [2, 5, 10, 10])).value == 0.375
