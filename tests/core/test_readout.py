import numpy as np
import pytest

from cc_widgets.core import (
    Costs,
    RocCurve,
    convex_hull,
    hull_status,
    lower_envelope,
    read_out,
)
from cc_widgets.errors import CostCurveError


def points(*pairs):
    fpr, tpr = np.array(pairs, dtype=float).reshape(-1, 2).T
    return RocCurve(fpr=fpr, tpr=tpr)


CURVES = [points((0.5, 0.5), (0.1, 0.6)), points((0.4, 0.9)), points((0.9, 0.8))]
STATUS = hull_status(CURVES)
ENVELOPES = [lower_envelope(convex_hull([curve])) for curve in CURVES]


def test_each_curve_is_read_with_its_own_best_point():
    read = read_out(STATUS, ENVELOPES, pc=0.4)
    np.testing.assert_allclose(read.cost, [0.22, 0.28, 0.4])
    assert read.index.tolist() == [1, 0, -1]
    assert read.best.owner.tolist() == [0]
    assert read.best.cost == pytest.approx(0.22)
    assert read.difference(0, 1) == pytest.approx(-0.06)
    assert read.difference(2, 0) == pytest.approx(0.18)
    assert read.prior is None
    assert read.money is None


@pytest.mark.parametrize(
    ("pc", "expected"),
    [(0, [-1, -1, -1]), (0.15, [1, -1, -1]), (0.7, [-1, 0, -1]), (1, [-1, -1, -1])],
)
def test_trivial_rules_take_over_where_they_are_cheaper(pc, expected):
    assert read_out(STATUS, ENVELOPES, pc=pc).index.tolist() == expected


def test_costs_tell_the_prior_and_the_money():
    # pc .4 with costs 10 and 30 is a prior of 2 / 11; all wrong would cost 150 / 11 a case.
    read = read_out(STATUS, ENVELOPES, pc=0.4, costs=Costs(cost_fp=10, cost_fn=30))
    assert read.prior == pytest.approx(2 / 11)
    assert read.money is not None
    np.testing.assert_allclose(read.money, read.cost * 150 / 11)
    np.testing.assert_allclose(read.money[0], 9 / 11 * 0.1 * 10 + 2 / 11 * 0.4 * 30)


def test_each_curve_needs_its_envelope():
    message = r"envelopes: one envelope for each curve is needed\. Got 1 for 3 curves\. Pass the"
    with pytest.raises(CostCurveError, match=message):
        read_out(STATUS, ENVELOPES[:1], pc=0.5)


def test_pc_outside_the_unit_interval_is_refused():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got -1"):
        read_out(STATUS, ENVELOPES, pc=-1)


def test_results_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        read_out(STATUS, ENVELOPES, pc=0.5).cost[0] = 0
