"""Figure of the difference in cost."""

from dataclasses import replace

import numpy as np
import pytest

from cc_widgets.core.uncertainty import significance
from cc_widgets.model.drawing import NEUTRAL, look
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.difference import DifferenceView, _round_up
from cc_widgets.views.link import duality_traits
from cc_widgets.widgets.duality import Duality


def drawn(model):
    view = DifferenceView(Duality(**duality_traits(model)), model)
    view.draw(model)
    return view


def test_difference_of_envelopes_is_drawn(pair):
    view = drawn(pair)
    grid = np.linspace(0, 1, 101)
    first, second = (
        np.interp(grid, item.envelope.pc, item.envelope.cost) for item in pair.curves.classifiers
    )
    assert np.interp(grid, view.marks["line"].x, view.marks["line"].y) == pytest.approx(
        first - second, abs=1e-6
    )
    assert view.figure.title == "forest - logistic"
    assert view.figure.interaction.space == "difference"


def test_axis_is_symmetric_and_contains_everything(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    view = drawn(pair)
    scale = view.figure.axes[1].scale
    assert scale.min == -scale.max
    assert np.abs(view.marks["band"].y).max() < scale.max
    assert view.marks["zero"].y.tolist() == [0, 0]
    halves = scale.max * np.array([-1, -0.5, 0, 0.5, 1])
    assert view.figure.axes[1].tick_values == pytest.approx(halves)


def test_axis_ends_at_round_number():
    tops = sorted(digit * 10.0**power for power in range(-2, 2) for digit in (1, 2, 5))
    for value in np.geomspace(1e-4, 0.99, 200).tolist():
        top = next(end for end in tops if end >= 1.15 * value)
        assert _round_up(value) == pytest.approx(top)


def test_band_outline_follows_both_limits(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    view, band = drawn(pair), pair._difference
    forth, back = np.split(view.marks["band"].y, 2)
    x, _ = np.split(view.marks["band"].x, 2)
    for drawn_limit, limit in ((forth, band.lower), (back[::-1], band.upper)):
        assert drawn_limit == pytest.approx(np.interp(x, band.pc, limit), abs=1e-6)


def test_significant_ranges_have_colour_of_cheaper_classifier():
    rng = np.random.default_rng(0)
    y_true = rng.random(400) < 0.5
    good, bad = rng.normal(size=400) + 3 * y_true, rng.normal(size=400) + 0.3 * y_true
    model = CostCurveModel({"bad": (y_true, bad), "good": (y_true, good)})
    model.bootstrap(n_resamples=200, rng=0)
    view = drawn(model)
    assert model._difference is not None
    significant = significance(model._difference)
    assert set(significant.cheaper) == {"second"}
    assert set(view.marks["significant"].colors) == {look(1).color}
    assert np.atleast_2d(view.marks["significant"].x)[0].tolist() == pytest.approx(
        [significant.ranges.pc_low[0], significant.ranges.pc_high[0]]
    )
    assert not view.marks["significant"].y.any()
    assert model.bands is not None
    model.set_trait("bands", replace(model.bands, is_stale=True))
    view.draw(model)
    assert set(view.marks["significant"].colors) == {NEUTRAL}


def test_provisional_band_has_no_significant_ranges(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    pair.set_trait("_difference", replace(pair._difference, provisional=True))
    view = drawn(pair)
    assert view.marks["band"].y.any()
    assert view.marks["significant"].x.size == 0


def test_compared_pair_can_be_changed(pair):
    view = drawn(pair)
    before = view.marks["line"].y.copy()
    pair.compared = ("logistic", "forest")
    view.draw(pair)
    assert view.marks["line"].y == pytest.approx(-before)
    assert view.marks["sides"].text.tolist() == ["forest is cheaper", "logistic is cheaper"]


def test_placeholder_without_two_classifiers():
    view = drawn(CostCurveModel({"a": ([0, 1], [0, 1])}))
    assert view.marks["invitation"].text.tolist() == ["Two classifiers are needed for a difference"]
    assert (
        view.marks["line"].x.size
        == view.marks["band"].x.size
        == view.marks["significant"].x.size
        == 0
    )
    assert view.marks["zero"].x.tolist() == [0, 1]
    assert view.figure.title == "Difference in cost"


def test_equal_classifiers_have_zero_difference():
    same = ([0, 0, 1, 1], [1, 3, 2, 4])
    view = drawn(CostCurveModel({"a": same, "b": same}))
    assert not view.marks["line"].y.any()
    assert view.figure.axes[1].scale.max > 0


def test_logit_axis_transforms_every_mark(pair):
    pair.view.axis = "logit"
    pair.bootstrap(n_resamples=200, rng=0)
    view = drawn(pair)
    end = view.figure.axes[0].scale.max
    assert view.marks["zero"].x.tolist() == [-end, end]
    assert np.abs(view.marks["line"].x).max() <= end + 1e-6
    assert np.abs(view.marks["band"].x).max() <= end + 1e-6
    assert view.figure.interaction.x_map == "logit"
