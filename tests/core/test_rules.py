import numpy as np
import pytest

from cc_widgets.core import (
    Mix,
    Pick,
    convex_hull,
    lower_envelope,
    max_rectangle,
    regret,
    youden,
)
from cc_widgets.core._criteria import greatest
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, own_envelope, points


def test_rules_of_thumb_take_the_least_fpr_of_equal_ones():
    # tpr - fpr is .4 for all but rounding; (1 - fpr) tpr is .36 for both.
    curves = [points((0.3, 0.7), (0.5, 0.9)), points((0.1, 0.1 + 0.4))]
    assert youden(curves) == Pick(0.1, 0.5, 1, 0)
    assert max_rectangle([points((0.4, 0.6)), points((0.1, 0.4))]) == Pick(0.1, 0.4, 1, 0)


def test_rules_of_thumb_below_the_diagonal():
    assert youden([points((0.5, 0.2))]) == Pick(0, 0, -1, -1)
    assert max_rectangle([points((0.5, 0.2))]) == Pick(0.5, 0.2, 0, 0)
    assert youden([]) == Pick(0, 0, -1, -1)


def test_regret_is_the_cost_above_the_envelope():
    curve = points((0.1, 0.6), (0.4, 0.9))
    choice = Pick(0.4, 0.9, 0, 1)
    found = regret(choice, own_envelope(curve), [0, 1 / 7, 0.5, 0.7, 1])
    close(found, [0.4, 2.5 / 7 - 1 / 7, 0, 0, 0.1])
    assert regret(Mix(0.25, 0.75, 0, 1, 0.5), own_envelope(curve), 0.5).shape == ()


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan])
def test_regret_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        regret(Pick(0, 0, -1, -1), lower_envelope(convex_hull([])), pc)


def test_both_trivial_rules_take_part_in_every_choice():
    assert greatest([], lambda _, tpr: tpr, 0.0) == Pick(1, 1, -1, -1)
    assert greatest([], lambda fpr, _: -fpr, 0.0) == Pick(0, 0, -1, -1)
    assert greatest([points((0.5, 0.9))], lambda _, tpr: tpr, 0.1) == Pick(0.5, 0.9, 0, 0)
