"""What figures draw: axes that fit."""

import pytest

from cc_widgets.core import point_set
from cc_widgets.model.drawing import fitting_cost, fitting_rates, rounded_up
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, score


@pytest.mark.parametrize(
    ("value", "end"), [(0.29, 0.3), (0.3, 0.3), (0.31, 0.4), (0.07, 0.08), (0.011, 0.012), (1, 1)]
)
def test_an_axis_ends_at_a_tick(value, end):
    assert rounded_up(value) == end


def of_point(fpr, tpr):
    return CostCurveModel({"rule": point_set(fpr=fpr, tpr=tpr)})


def test_the_cost_axis_leaves_room_above_the_highest_envelope_or_band_that_is_seen():
    assert fitting_cost(CostCurveModel().derived, []) == 0.5
    assert fitting_cost(of_point(0.0, 1.0).derived, []) == 0.1
    assert fitting_cost(of_point(0.05, 0.95).derived, []) == 0.08
    assert fitting_cost(of_point(0.4, 0.6).derived, []) == 0.5
    two = CostCurveModel({"a": point_set(fpr=0.05, tpr=0.95), "b": point_set(fpr=0.4, tpr=0.6)})
    assert fitting_cost(two.derived, []) == 0.5
    two.hide("b")
    assert fitting_cost(two.derived, []) == 0.08
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    pair.bootstrap(n_resamples=200, rng=0)
    bands = pair.band.each.values()
    highest = max(band.upper.max() for band in bands)
    assert 1.5 * highest <= fitting_cost(pair.derived, bands) or 1.5 * highest > 0.5


def test_roc_space_fits_the_corner_with_the_best_of_good_classifiers():
    assert fitting_rates(CostCurveModel().derived) == 1.0
    assert fitting_rates(of_point(0.0, 1.0).derived) == 0.1
    assert fitting_rates(of_point(0.05, 0.9).derived) == 0.15
    assert fitting_rates(of_point(0.1, 0.3).derived) == 1.0
