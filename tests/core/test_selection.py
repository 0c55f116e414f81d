import numpy as np
import pytest

from cc_widgets.core import Uniform, select_by_parameter, selection_regret
from cc_widgets.core._cost import values_at
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, own_envelope, points


def test_each_point_serves_the_pc_nearest_to_its_own():
    selection = select_by_parameter(points((0.3, 0.8), (0.05, 0.4), (0.1, 0.6)), [1, 9, 3])
    close(selection.made_for, [0.1, 0.25, 0.5])
    close(selection.pc, [0, 0.175, 0.375, 1])
    assert selection.index.tolist() == [1, 2, 0]
    close(selection.fpr, [0.05, 0.1, 0.3])
    close(selection.fnr, [0.6, 0.4, 0.2])


def test_one_point_serves_everywhere():
    selection = select_by_parameter(points((0.3, 0.8)), [7])
    assert selection.pc.tolist() == [0, 1]


def test_ratios_from_zero_to_infinity_stand_for_pc_1_and_0():
    selection = select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, np.inf])
    assert selection.made_for.tolist() == [0, 1]
    assert selection.pc.tolist() == [0, 0.5, 1]


def test_regret_jumps_where_the_selection_does():
    curve = points((0.1, 0.6), (0.4, 0.9))
    regret = selection_regret(select_by_parameter(curve, [9, 3]), own_envelope(curve))
    # From .175, midway between .1 and .25, (.4, .9) is used; it is best from .5 only.
    close(
        values_at(regret.regret, np.array([0.175, np.nextafter(0.175, 1), 0.5])), [0.0, 0.195, 0.0]
    )
    close(regret.wrong_classifier, (0.5 - 0.175) * 0.195 / 2)
    # (.1, .6) up to 1/7 against x, (.4, .9) from 6/7 against 1 - x.
    close(regret.not_majority, 0.1 / 7 / 2 + 0.1 / 7 / 2)
    close(regret.total, regret.wrong_classifier + regret.not_majority)


def test_regret_is_zero_where_the_best_is_selected():
    curve = points((0.1, 0.6), (0.4, 0.9))
    regret = selection_regret(select_by_parameter(curve, [9, 3]), own_envelope(curve))
    assert regret.trivial_best.tolist() == [True, False, False, False, True]
    assert regret.regret.fpr.tolist()[1] == regret.regret.fnr.tolist()[1] == 0


def test_regret_takes_a_density():
    curve = points((0.1, 0.6), (0.4, 0.9))
    selection = select_by_parameter(curve, [9, 3])
    regret = selection_regret(selection, own_envelope(curve), Uniform(0.2, 0.3))
    assert regret.not_majority == 0
    close(regret.wrong_classifier, 0.15)
    same = selection_regret(selection, own_envelope(curve), lambda pc: (pc > 0.2) & (pc < 0.3))
    assert same.wrong_classifier == pytest.approx(0.15, abs=1e-9)


def test_results_cannot_be_written():
    selection = select_by_parameter(points((0.3, 0.8)), [7])
    with pytest.raises(ValueError, match="read-only"):
        selection.pc[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        selection_regret(selection, envelope_of((0.3, 0.8))).trivial_best[0] = False


@pytest.mark.parametrize("ratio", [[1], [1, 2, 3], [[1, 2]], 5])
def test_ratios_that_do_not_fit_the_points_are_refused(ratio):
    message = r"ratio: one ratio for each point .* Got an array of shape .* for 2 points\. Leave"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), ratio)


def test_no_points_are_refused():
    with pytest.raises(CostCurveError, match=r"and a point\. Got .* for 0 points"):
        select_by_parameter(points(), [])


@pytest.mark.parametrize("ratio", [-1, np.nan])
def test_ratios_that_are_none_are_refused(ratio):
    message = r"ratio: ratios must be zero or more\. Got (-1\.0|nan)\. .* for instance 11"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [1, ratio])


def test_two_points_for_one_ratio_are_refused():
    message = r"ratio: each ratio must lead to one point only\. Got 3\.0 and 3\.0\. Keep one"
    with pytest.raises(CostCurveError, match=message):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6), (0.2, 0.7)), [3, 1, 3])


def test_two_ratios_for_one_pc_are_refused():
    with pytest.raises(CostCurveError, match=r"Got 1e-17 and 0\.0\.|Got 0\.0 and 1e-17\."):
        select_by_parameter(points((0.3, 0.8), (0.1, 0.6)), [0, 1e-17])
