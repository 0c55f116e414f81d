"""Published numbers and results of other software: comparisons, areas, averages.

Sources: Drummond & Holte, KDD 2000 (DH2000); Holte & Drummond 2005 (HD2005); hmeasure 1.0-2 (R)
and hmeasure (Python) for the H-measure; pROC 1.18 (R) and scikit-learn 1.9 for areas.
"""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from cc_widgets.core import (
    auc,
    convex_hull,
    count,
    h_measure,
    lower_envelope,
    predictions,
    roc_curve,
    total_expected_cost,
)
from cc_widgets.core.averaging import (
    cost_average,
    horizontal_average,
    select_by_parameter,
    selection_regret,
    vertical_average,
)
from cc_widgets.core.comparison import (
    absolute_area,
    cost_difference,
    crossovers,
    extremes,
    near_equal,
    roc_crossings,
    winners,
)
from cc_widgets.core.costs import values_at
from cc_widgets.core.criteria import minimax
from cc_widgets.core.metrics import Beta
from tests.support.rates import close, envelope_of, fawcett, own_envelope, points

# HD2005 figures 9 and 10.
FOLDS = [points((0.04, 0.4)), points((0.3, 0.8))]
ENVELOPES = [own_envelope(fold) for fold in FOLDS]


def breast_cancer(feature):
    data = load_breast_cancer()
    column = data.data[:, list(data.feature_names).index(feature)]
    return roc_curve(count(predictions(data.target, column, pos_label=0)))


# By enumeration from the two points: equal, first, second, equal.
def test_hd2005_figure_9_winners():
    result = winners(ENVELOPES)
    close(result.pc, [0, 1 / 11, 13 / 33, 7 / 9, 1])
    assert result.winner.tolist() == [-1, 0, 1, -1]
    assert result.best.tolist() == [[True, True], [True, False], [False, True], [True, True]]
    assert result.is_baseline.tolist() == [True, False, False, True]
    close(result.crossover, [13 / 33])


def test_hd2005_figure_9_crossover_is_the_common_tangent_of_slope_20_13():
    crossing = crossovers(*ENVELOPES)
    close(crossing.pc, [13 / 33])
    close(crossing.cost, [43 / 165])
    close(crossing.slope, [20 / 13])
    touches = [crossing.first_fpr, crossing.first_tpr, crossing.second_fpr, crossing.second_tpr]
    close(np.ravel(touches), [0.04, 0.4, 0.3, 0.8])


# HD2005 figures 5 and 6, DH2000 figures 5 and 6, rebuilt: (.1, .6) dotted, (.4, .9) dashed.
def test_hd2005_figures_5_and_6_crossover_at_one_half_is_not_the_roc_crossing():
    dotted, dashed = points((0.1, 0.6)), points((0.4, 0.9))
    crossover = crossovers(own_envelope(dotted), own_envelope(dashed))
    close(crossover.pc, [0.5])
    close(crossover.slope, [1.0])
    roc_crossing = roc_crossings(dotted, dashed)
    # (.1, .6)-(1, 1) and (0, 0)-(.4, .9): .6 + (x - .1) 4/9 = 9/4 x at x = 4/13.
    close([roc_crossing.fpr, roc_crossing.tpr], [[4 / 13], [9 / 13]])
    result = winners([own_envelope(dotted), own_envelope(dashed)])
    close(result.pc[:3], [0, 1 / 7, 1 / 2])
    assert result.winner.tolist() == [-1, 0, 1, -1]


# DH2000 figure 4 rebuilt: dashed {(.175, .575), (.425, .825)}, solid (.3, .7).
def test_dh2000_figure_4_difference():
    solid, dashed = envelope_of((0.3, 0.7)), envelope_of((0.175, 0.575), (0.425, 0.825))
    difference = cost_difference(dashed, solid)
    most = extremes(difference)
    assert most.lowest == pytest.approx(-0.05, abs=1e-12)
    close(most.lowest_pc, [0.3, 0.7])
    assert most.highest == pytest.approx(0, abs=1e-12)
    close(values_at(dashed, np.array([0.3, 0.7])), 0.25)
    close(values_at(solid, np.array([0.3, 0.7])), 0.3)
    close(values_at(difference, np.array([0.5])), 0)
    # Equal to the baseline below .175 / (.175 + .575) = 7 / 30.
    close(dashed.pc[1], 7 / 30)
    equal = near_equal(difference, 0)
    close([equal.pc_low, equal.pc_high], [[0, 23 / 30], [7 / 30, 1]])
    # Triangles of height .05 over 7/30 to 1/2, and their mirror images.
    assert total_expected_cost(difference) == pytest.approx(-1 / 75, rel=1e-12)
    assert absolute_area(difference) == pytest.approx(0.05 * (1 / 2 - 7 / 30), rel=1e-12)
    # |d| <= .02: up to 7/30 + .02 / .05 * (3/10 - 7/30), and from 1/2 - .2 * .02 / .05.
    near = near_equal(difference, 0.02)
    close(near.pc_low, [0, 0.42, 0.74])
    close(near.pc_high, [0.26, 0.58, 1])


def test_larger_auc_may_have_larger_expected_cost():
    # (0, .5): AUC 3/4, envelope up to (2/3, 1/3), area 1/6. (.24, .76): AUC .76, area .24 * .76.
    early, middle = points((0, 0.5)), points((0.24, 0.76))
    assert auc(early) == pytest.approx(0.75, rel=1e-12)
    assert auc(middle) == pytest.approx(0.76, rel=1e-12)
    assert total_expected_cost(own_envelope(early)) == pytest.approx(1 / 6, rel=1e-12)
    assert total_expected_cost(own_envelope(middle)) == pytest.approx(0.1824, rel=1e-12)


# Every number was computed by at least two independent programs.
TABLE = {
    "Fawcett": (1 / 2, 0.68, 0.755, 0.189880952380952, 0.328571428571, 0.255301533312),
    "mean radius": (
        212 / 569,
        *(0.937516516040378, 0.942213677924, 0.0922089002269, 0.141419562592, 0.664761961627),
    ),
    "worst concave points": (
        212 / 569,
        *(0.966703662597114, 0.970343797897, 0.0641866197774, 0.0954468802698, 0.76554695925),
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_table_of_areas(name):
    prior, area, hull_area, under, top, h = TABLE[name]
    curve = fawcett() if name == "Fawcett" else breast_cancer(name)
    hull = convex_hull([curve])
    envelope = lower_envelope(hull)
    assert auc(curve) == pytest.approx(area, abs=1e-14)
    assert auc(hull) == pytest.approx(hull_area, abs=1e-11)
    assert total_expected_cost(envelope) == pytest.approx(under, abs=1e-12)
    assert minimax(hull).cost == pytest.approx(top, abs=1e-11)
    assert h_measure(envelope, prior) == pytest.approx(h, abs=1e-11)
    assert h_measure(envelope, prior, prior / (1 - prior)) == pytest.approx(h, abs=1e-11)
    severity = Beta(2, 1 + (1 - prior) / prior)
    assert h_measure(envelope, prior, severity) == pytest.approx(h, abs=1e-11)


# HD2005 figures 9 and 10, by enumeration in fractions.
def test_hd2005_figure_9_vertical_average():
    average = vertical_average(FOLDS)
    close(average.roc.fpr, [0, 0.04, 0.3, 1])
    close(average.roc.tpr, [0, 19 / 75, 0.68125, 1])
    # .3073864, above the 43/165 of the average cost; and .2076481, from vertices at 3/22,
    # 48/127 and 112/163.
    assert values_at(average.cost, 13 / 33) == pytest.approx(541 / 1760, rel=1e-12)
    close(average.cost.pc, [0, 3 / 22, 48 / 127, 112 / 163, 1])
    assert total_expected_cost(average.cost) == pytest.approx(189135 / 910844, rel=1e-12)


def test_hd2005_figure_9_horizontal_average():
    average = horizontal_average(FOLDS)
    close(average.roc.fpr, [0, 0.095, 0.49, 1])
    close(average.roc.tpr, [0, 0.4, 0.8, 1])
    # The corner (.095, .4) at 13/33: (.095 * 20 + .6 * 13) / 33.
    assert values_at(average.cost, 13 / 33) == pytest.approx(97 / 330, rel=1e-12)


def test_hd2005_figure_10_cost_average():
    average = cost_average(ENVELOPES)
    pc = np.array([0, 1 / 11, 3 / 11, 8 / 13, 7 / 9, 1])
    close(average.cost.pc, pc)
    cost = [0, 1 / 11, 64 / 275, 81 / 260, 2 / 9, 0]
    close(values_at(average.cost, pc), cost)
    close(average.roc.fpr, [0, 0.02, 0.17, 0.65, 1])
    close(average.roc.tpr, [0, 0.2, 0.6, 0.9, 1])
    assert values_at(average.cost, 13 / 33) == pytest.approx(43 / 165, rel=1e-12)
    areas = [total_expected_cost(curve) for curve in (*ENVELOPES, average.cost)]
    np.testing.assert_allclose(areas, [0.2027972, 0.1868687, 0.1948329], atol=5e-8)
    # 29/143 = .2027972..., 37/198 = .1868686...
    close(areas, [29 / 143, 37 / 198, (29 / 143 + 37 / 198) / 2])


# DH2000 figures 15 and 16 rebuilt: one curve of two points above, one point below.
def test_dh2000_figures_15_and_16_average_mixes_a_classifier_with_a_baseline():
    upper, lower = points((0.1, 0.6), (0.5, 0.95)), points((0.3, 0.7))
    average = cost_average([own_envelope(upper), own_envelope(lower)])
    # From pc .7, where the lower curve ends, to 10/11, where the upper curve ends:
    # half of (.5, .95) and half of (1, 1).
    close(average.cost.pc[-3:], [0.7, 10 / 11, 1])
    assert average.roc.fpr[-2] == pytest.approx(0.75, rel=1e-12)
    assert average.roc.tpr[-2] == pytest.approx(0.975, rel=1e-12)
    vertical = vertical_average([upper, lower])
    at = np.array([0.5, 0.8])
    # The vertical average has a corner at (.3, .7375); all positive is cheaper at .8.
    close(values_at(vertical.cost, at), [0.28125, 0.2])
    close(values_at(average.cost, at), [0.275, 0.17])


# DH2000 figures 17 and 18: ratios 11 and 5.1 are from the text, the points are rebuilt.
def test_dh2000_figures_17_and_18_switch_at_181_1464():
    curve = points((0.05, 0.3), (0.15, 0.6))
    selection = select_by_parameter(curve, [11, 5.1])
    close(selection.made_for, [1 / 12, 10 / 61])
    close(selection.pc, [0, 181 / 1464, 1])
    assert selection.index.tolist() == [0, 1]
    regret = selection_regret(selection, own_envelope(curve))
    # The baselines are best up to 1/7 and from 17/25. Up to the switch s the first point is
    # used, .05 + .65 x against x; then the second, .15 + .25 x; at last against 1 - x.
    s, a, b = 181 / 1464, 1 / 7, 17 / 25
    first = 0.05 * s - 0.35 * s**2 / 2
    second = 0.15 * (a - s) - 0.75 * (a**2 - s**2) / 2
    last = 1.25 * (1 - b**2) / 2 - 0.85 * (1 - b)
    # Between these, the first point is best up to pc 1/4, with cost difference .1 - .4 x.
    inside = 0.1 * (1 / 4 - a) - 0.4 * (1 / 16 - a**2) / 2
    assert regret.not_majority == pytest.approx(first + second + last, rel=1e-12)
    assert regret.wrong_classifier == pytest.approx(inside, rel=1e-12)
    assert regret.total == pytest.approx(first + second + last + inside, rel=1e-12)
