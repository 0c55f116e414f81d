"""Published numbers: selection criteria other than expected cost.

Sources: Drummond & Holte, KDD 2000 (DH2000); Provost & Fawcett, KDD 1997 (PF1997); the 20
examples of Fawcett, "An introduction to ROC analysis", 2006.
"""

import numpy as np
import pytest

from cc_widgets.core import convex_hull, lower_envelope
from cc_widgets.core.costs import values_at
from cc_widgets.core.criteria import (
    max_rectangle,
    minimax,
    mixture,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
)
from cc_widgets.core.duality import CostPoint, ParallelLines
from tests.support.rates import close, envelope_of, fawcett, hull_of, lowest_cost_on, points


# PF1997 on Fawcett's examples: 5/8 of (.1, .5) and 3/8 of (.5, .8).
def test_neyman_pearson_on_fawcetts_hull_at_a_quarter():
    hull = convex_hull([fawcett()])
    choice = neyman_pearson(hull, 0.25)
    close([choice.fpr, choice.tpr], [0.25, 0.6125])
    assert choice.weight == pytest.approx(3 / 8, rel=1e-12)
    assert (hull.fpr[choice.first], hull.tpr[choice.first]) == (0.1, 0.5)
    assert (hull.fpr[choice.second], hull.tpr[choice.second]) == (0.5, 0.8)


# In cost space the lines meet at pc 4/7, cost 23/70.
def test_neyman_pearson_in_cost_space_at_a_quarter():
    choice = neyman_pearson_line(lower_envelope(convex_hull([fawcett()])), 0.25)
    values = [choice.fpr, choice.fnr, choice.pc, choice.cost, choice.weight]
    close(values, [0.25, 0.3875, 4 / 7, 23 / 70, 3 / 8])


def test_neyman_pearson_steps_at_a_quarter():
    curve = fawcett()
    choice = neyman_pearson_steps([curve], 0.25)
    assert (choice.fpr, choice.tpr, choice.owner) == (0.1, 0.5, 0)
    assert (curve.fpr[choice.index], curve.tpr[choice.index]) == (0.1, 0.5)


def test_neyman_pearson_on_fawcetts_hull_at_the_ends():
    hull = convex_hull([fawcett()])
    none, plateau = neyman_pearson(hull, 0), neyman_pearson(hull, 0.95)
    assert (none.fpr, none.tpr, none.weight) == (0, 0.2, 0)
    assert (plateau.fpr, plateau.tpr, plateau.weight) == (0.9, 1, 0)


# DH2000 figures 9 and 10: an envelope of several lines, and the weighted sum of two of them.
def test_dh2000_figures_9_and_10_weighted_sum_goes_through_the_vertex():
    pairs = [(0.05, 0.3), (0.1, 0.6), (0.25, 0.7), (0.4, 0.9), (0.6, 0.95)]
    hull, envelope = hull_of(*pairs), envelope_of(*pairs)
    grid = np.linspace(0, 1, 101)
    close(values_at(envelope, grid), lowest_cost_on(grid, points(*pairs)))
    mixed = mixture(hull, 1, 2, 0.25)  # a quarter of (.4, .9), the rest of (.1, .6)
    close([mixed.fpr, mixed.tpr], [0.175, 0.675])
    at_vertex = mixed.fpr * (1 - envelope.pc[2]) + (1 - mixed.tpr) * envelope.pc[2]
    assert at_vertex == pytest.approx(envelope.cost[2], rel=1e-12)


# DH2000 figures 13 and 14: the dual point of the constraint is (P/(P-N), (P-C)/(P-N)).
@pytest.mark.parametrize(
    ("positives", "negatives", "capacity", "pc", "cost"),
    [(100, 300, 60, -1 / 2, -1 / 5), (300, 100, 60, 3 / 2, 6 / 5), (2, 3, 4, -2, 2)],
)
def test_dh2000_dual_point_of_the_workforce(positives, negatives, capacity, pc, cost):
    limit = workforce_limit(positives=positives, negatives=negatives, capacity=capacity)
    assert limit.line.slope == pytest.approx(-negatives / positives, rel=1e-12)
    assert limit.line.intercept == pytest.approx(capacity / positives, rel=1e-12)
    assert isinstance(limit.dual, CostPoint)
    close([limit.dual.pc, limit.dual.cost], [pc, cost])


# DH2000 figures 13 and 14 rebuilt on Fawcett's hull: 10 positives, 10 negatives, 8 handled.
# On the edge (.1, .5)-(.5, .8): 10 tpr + 10 fpr = 8, tpr = .5 + .75 (fpr - .1), fpr = 15/70.
def test_dh2000_figures_13_and_14_workforce_of_eight():
    hull = convex_hull([fawcett()])
    cases = {"positives": 10, "negatives": 10, "capacity": 8}
    choice = workforce(hull, **cases)
    close([choice.fpr, choice.tpr], [3 / 14, 41 / 70])
    line = workforce_line(lower_envelope(hull), **cases)
    close([line.fpr, line.fnr], [3 / 14, 29 / 70])
    close([line.pc, line.cost], [4 / 7, 23 / 70])
    close([choice.weight, line.weight], 2 / 7)
    dual = workforce_limit(**cases).dual
    assert isinstance(dual, ParallelLines)
    assert dual.gradient == pytest.approx(line.fnr - line.fpr, abs=1e-12)


# Fawcett's envelope is highest at pc 4/7: 23/70 = .328571428571.
def test_minimax_of_fawcett():
    choice = minimax(convex_hull([fawcett()]))
    assert choice.cost == pytest.approx(23 / 70, rel=1e-12)
    close([choice.pc_low, choice.pc_high], 4 / 7)
    close([choice.choice.fpr, 1 - choice.choice.tpr], 23 / 70)


# The rule of PF1997 on points that agree with its text: (1 - .15) .68 = .578 for E,
# (1 - .3) .75 = .525 for C's second; at pc 5/6 (slope 1/5) the hull has (.7, .995).
def test_max_rectangle_is_not_the_cheapest():
    curves = [
        points((0.02, 0.4), (0.06, 0.55), (0.3, 0.65), (0.6, 0.75)),
        points((0.1, 0.35), (0.3, 0.75), (0.5, 0.93), (0.7, 0.995)),
        points((0.15, 0.68)),
    ]
    pick = max_rectangle(curves)
    assert (pick.fpr, pick.tpr, pick.owner, pick.index) == (0.15, 0.68, 2, 0)
    envelope = lower_envelope(convex_hull(curves))
    # At 5/6: (.15 + .32 * 5) / 6 against (.7 + .005 * 5) / 6.
    assert regret(pick, envelope, 5 / 6) == pytest.approx((1.75 - 0.725) / 6, rel=1e-12)
