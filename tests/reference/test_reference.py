"""Numbers of the literature and of independent programs.

Sources: Drummond & Holte, KDD 2000 (DH2000); Holte & Drummond, "Cost curves", 2005 (HD2005);
Provost & Fawcett, KDD 1997 (PF1997); Fawcett, "An introduction to ROC analysis", 2006.
"""

from math import inf

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from cc_widgets.core import (
    convex_hull,
    cost_at,
    cost_lines,
    cost_point,
    count,
    expected_cost,
    iso_line,
    lower_envelope,
    predictions,
    roc_curve,
)
from tests.support.rates import points

# Fawcett 2006, table of 20 instances.
FAWCETT_SCORE = [
    *(0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505),
    *(0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1),
]
FAWCETT_LABEL = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]


def envelope_of(*pairs):
    return lower_envelope(convex_hull([points(*pairs)]))


def area(x, y):
    return np.trapezoid(y, x)


@pytest.fixture(scope="module")
def fawcett():
    return roc_curve(count(predictions(FAWCETT_LABEL, FAWCETT_SCORE)))


def test_fawcett_curve_has_21_points_and_auc_068(fawcett):
    assert fawcett.fpr.size == 21
    assert area(fawcett.fpr, fawcett.tpr) == pytest.approx(0.68, abs=1e-12)


def test_fawcett_best_accuracy_is_070_at_threshold_054(fawcett):
    accuracy = (fawcett.tpr + 1 - fawcett.fpr) / 2
    assert accuracy.max() == pytest.approx(0.70, rel=1e-15)
    assert fawcett.threshold[accuracy.argmax()] == 0.54


def test_fawcett_hull(fawcett):
    hull = convex_hull([fawcett])
    np.testing.assert_array_equal(hull.fpr, [0, 0, 0.1, 0.5, 0.9, 1])
    np.testing.assert_array_equal(hull.tpr, [0, 0.2, 0.5, 0.8, 1, 1])
    np.testing.assert_allclose(hull.slopes, [inf, 3, 0.75, 0.5, 0], rtol=1e-14)
    assert area(hull.fpr, hull.tpr) == pytest.approx(0.755, abs=1e-12)


def test_fawcett_envelope(fawcett):
    envelope = lower_envelope(convex_hull([fawcett]))
    np.testing.assert_allclose(envelope.pc, [0, 1 / 4, 4 / 7, 2 / 3, 1], rtol=1e-14)
    np.testing.assert_allclose(envelope.cost, [0, 0.2, 0.328571428571, 0.3, 0], atol=1e-12)
    assert area(envelope.pc, envelope.cost) == pytest.approx(0.189880952380952, abs=1e-14)


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


def test_dh2000_figure_8_line_of_one_classifier():
    lines = cost_lines(points((0.09, 0.36)))
    np.testing.assert_allclose([lines.fpr[0], lines.fnr[0]], [0.09, 0.64], rtol=1e-14)


@pytest.mark.parametrize(
    ("pairs", "first", "last"),
    [
        ([(0.09, 0.36)], 1 / 5, 91 / 155),  # DH2000 figure 8
        ([(0.3, 0.7)], 0.3, 0.7),  # DH2000 figure 4, solid
        ([(0.4, 0.8)], 1 / 3, 3 / 4),  # HD2005 figure 11
        ([(0.04, 0.4)], 1 / 11, 8 / 13),  # HD2005 figure 9
        ([(0.3, 0.8)], 3 / 11, 7 / 9),  # HD2005 figure 9
        ([(0.04, 0.4), (0.3, 0.8)], 1 / 11, 7 / 9),
    ],
)
def test_operating_ranges_are_the_outermost_vertices(pairs, first, last):
    envelope = envelope_of(*pairs)
    np.testing.assert_allclose(envelope.pc[[1, -2]], [first, last], rtol=1e-14)
    np.testing.assert_allclose(envelope.cost[[1, -2]], [first, 1 - last], rtol=1e-13)


def test_dh2000_figure_4_flat_line_at_03():
    np.testing.assert_allclose(cost_at(envelope_of((0.3, 0.7)), [0.3, 0.5, 0.7]), 0.3, rtol=1e-14)


def test_dh2000_figure_4_rebuilt_difference():
    dashed = envelope_of((0.175, 0.575), (0.425, 0.825))
    np.testing.assert_allclose(cost_at(dashed, [0.3, 0.5, 0.7]), [0.25, 0.3, 0.25], rtol=1e-14)


@pytest.mark.parametrize(("ratio", "pc"), [(11, 1 / 12), (5.1, 1 / 6.1), (2.1, 10 / 31)])
def test_dh2000_ratios_of_negatives_to_positives_are_slopes(ratio, pc):
    assert cost_point(ratio, 0.5).pc == pytest.approx(pc, rel=1e-15)
    assert iso_line(pc, 0.1).slope == pytest.approx(ratio, rel=1e-14)


@pytest.mark.parametrize(("slope", "pc"), [(10, 1 / 11), (1 / 10, 10 / 11)])
def test_pf1997_scenarios(slope, pc):
    assert cost_point(slope, 0.5).pc == pytest.approx(pc, rel=1e-15)


def test_pf1997_joint_hull_of_four_classifiers():
    # Points for which every sentence of PF1997 about its figures is true.
    curves = [
        points((0.02, 0.4), (0.06, 0.55), (0.3, 0.65), (0.6, 0.75)),
        points((0.1, 0.45), (0.2, 0.62), (0.45, 0.8), (0.6, 0.9)),
        points((0.1, 0.35), (0.3, 0.75), (0.5, 0.93), (0.7, 0.995)),
        points((0.05, 0.3), (0.2, 0.4), (0.5, 0.6), (0.8, 0.8)),
        points((0.15, 0.68)),
    ]
    hull = convex_hull(curves)
    assert hull.owner.tolist() == [-1, 0, 0, 4, 2, 2, -1]
    assert hull.index.tolist() == [-1, 0, 1, 0, 2, 3, -1]
    np.testing.assert_allclose(hull.slopes, [20, 3.75, 13 / 9, 5 / 7, 0.325, 1 / 60], rtol=1e-12)
    dominated = convex_hull([*curves, points((0.3, 0.7)), points((0.05, 0.45))])
    assert dominated.owner.tolist() == hull.owner.tolist()


def test_hd2005_figure_9_lines_cross_at_13_33():
    hull = convex_hull([points((0.04, 0.4), (0.3, 0.8))])
    envelope = lower_envelope(hull)
    assert hull.slopes[1] == pytest.approx(20 / 13, rel=1e-14)
    np.testing.assert_allclose(envelope.pc, [0, 1 / 11, 13 / 33, 7 / 9, 1], rtol=1e-14)
    x, y = 13 / 33, (0.04 * 20 + 0.6 * 13) / 33
    np.testing.assert_allclose(expected_cost([0.04, 0.3], [0.4, 0.8], x), y, rtol=1e-14)
    assert envelope.cost[2] == pytest.approx(y, rel=1e-14)


@pytest.mark.parametrize(
    ("pair", "under_envelope"), [((0.04, 0.4), 0.2027972), ((0.3, 0.8), 0.1868687)]
)
def test_hd2005_figure_9_areas(pair, under_envelope):
    envelope = envelope_of(pair)
    assert area(envelope.pc, envelope.cost) == pytest.approx(under_envelope, abs=5e-8)


def test_hd2005_figures_9_and_10_average_cost_at_the_crossing():
    both = [cost_at(envelope_of(pair), 13 / 33) for pair in [(0.04, 0.4), (0.3, 0.8)]]
    assert np.mean(both) == pytest.approx(43 / 165, rel=1e-14)


def test_hd2005_figure_5_rebuilt_crossover_at_one_half():
    hull = convex_hull([points((0.1, 0.6)), points((0.4, 0.9))])
    assert hull.slopes[1] == pytest.approx(1, rel=1e-14)
    assert lower_envelope(hull).pc[2] == pytest.approx(0.5, rel=1e-14)


def test_trivial_envelope_has_area_one_quarter():
    envelope = lower_envelope(convex_hull([]))
    assert area(envelope.pc, envelope.cost) == 0.25


def test_dh2000_area_of_one_classifier():
    envelope = envelope_of((0.09, 0.36))
    assert area(envelope.pc, envelope.cost) == pytest.approx(347 / 1550, rel=1e-14)
