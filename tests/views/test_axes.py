"""The pc axis in its four units."""

from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions
from cc_widgets.core.conditions import cost_ratio_at, prior_at
from cc_widgets.core.costs import Envelope
from cc_widgets.model.conditions import X_LEAST
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import LazyWidget, PcAxis


def axis_of(model):
    axis = PcAxis()
    follow(axis, model)
    return axis


def follow(axis, model):
    axis.draw(model, LazyWidget(SimpleNamespace, hold_sync=nullcontext))


def words_at(axis):
    """Return the tick labels as the page looks them up: by the formatted tick value."""
    labels = axis.axis.widget.tick_labels
    assert len(labels) == axis.axis.widget.tick_values.size
    return {value: labels[f"{value:g}"] for value in axis.axis.widget.tick_values.tolist()}


def test_pc_axis_has_automatic_ticks():
    axis = axis_of(CostCurveModel())
    assert axis.place([0.2]).tolist() == [0.2]
    assert axis.axis.widget.tick_values is None
    assert axis.unit == "pc"


def test_logit_ticks_are_at_log_odds_of_pc():
    axis = axis_of(CostCurveModel(view={"axis": "logit"}))
    labels = axis.axis.widget.tick_labels
    values = axis.axis.widget.tick_values
    for value in values.tolist():
        pc = 1 / (1 + np.exp(-value))
        key = np.format_float_positional(value, trim="-")
        assert float(labels[key]) == pytest.approx(pc, rel=1e-4)
    assert axis.scale.min == pytest.approx(np.log(X_LEAST / (1 - X_LEAST)))
    assert axis.scale.max == -axis.scale.min


def test_logit_positions_are_finite():
    axis = axis_of(CostCurveModel(view={"axis": "logit"}))
    assert axis.place([0.0, 1.0]) == pytest.approx([axis.scale.min, axis.scale.max])
    assert axis.share([0.0, 0.5, 1.0]).tolist() == pytest.approx([0, 0.5, 1])
    assert axis.at_share([0.0, 1.0]).tolist() == [axis.scale.min, axis.scale.max]


def test_curved_line_is_accurate_between_vertices():
    axis = axis_of(CostCurveModel(view={"axis": "logit"}))
    pc, cost = np.array([0.0, 0.3, 1.0]), np.array([0.0, 0.3, 0.0])
    x, y = axis.trace(pc, cost)
    assert np.all(np.diff(x) > 0)
    fine = np.linspace(axis.scale.min, axis.scale.max, 4001)
    truth = np.interp(1 / (1 + np.exp(-fine)), pc, cost)
    assert np.abs(np.interp(fine, x, y) - truth).max() < 0.002


def test_lines_have_two_points_on_pc_axis():
    axis = axis_of(CostCurveModel())
    x, y = axis.lines(np.array([0.1, 0.2]), np.array([0.6, 0.5]))
    assert x.tolist() == [0, 1]
    assert y == pytest.approx(np.array([[0.1, 0.6], [0.2, 0.5]]))


def test_prior_ticks_depend_on_costs():
    model = CostCurveModel(
        view={"axis": "prior"}, conditions=Conditions(0.1, 1, 20, currency="EUR")
    )
    axis = axis_of(model)
    labels = words_at(axis)
    assert labels[0.0] == "0"
    assert labels[1.0] == "1"
    assert len(labels) >= 5
    for place, word in labels.items():
        assert float(prior_at(place, cost_fp=1, cost_fn=20)) == pytest.approx(float(word), abs=1e-5)
    assert axis.axis.widget.label == "Share of positives at costs 1 : 20 EUR"


def test_cost_ratio_ticks_depend_on_prior():
    axis = axis_of(CostCurveModel(view={"axis": "cost_ratio"}, conditions=Conditions(0.2, 1, 4)))
    labels = words_at(axis)
    assert labels.pop(1.0) == "∞"
    for place, word in labels.items():
        assert float(cost_ratio_at(place, prior=0.2)) == pytest.approx(float(word), rel=1e-4)
    assert "prior 0.2" in axis.axis.widget.label


def test_cost_ratio_ticks_are_round_numbers():
    axis = axis_of(CostCurveModel(view={"axis": "cost_ratio"}))
    assert list(words_at(axis).values()) == ["0", "0.2", "0.5", "1", "2", "5", "∞"]


@pytest.mark.parametrize("language", ["prior", "cost_ratio"])
@pytest.mark.parametrize(
    "conditions",
    [
        None,
        Conditions((0.01, 0.02), (1, 2), (50, 100)),
        Conditions(1e-6, 1, 1e6),
        Conditions(0.5, 0, 1),
        Conditions(1.0, 1, 1),
    ],
)
def test_tick_labels_do_not_overlap(language, conditions):
    axis = axis_of(CostCurveModel(view={"axis": language}, conditions=conditions))
    places = axis.axis.widget.tick_values
    assert np.all(np.diff(places) > 0.1)
    assert np.all((places >= 0) & (places <= 1))


def test_ticks_follow_conditions():
    model = CostCurveModel(view={"axis": "prior"}, conditions=Conditions(0.1, 1, 20))
    axis = axis_of(model)
    first = words_at(axis)
    model.conditions = Conditions(0.1, 1, 2)
    follow(axis, model)
    assert words_at(axis) != first
    model.view.axis = "pc"
    follow(axis, model)
    assert axis.axis.widget.tick_values is None
    assert axis.axis.widget.tick_labels is None


def test_path_is_one_polyline_with_gaps():
    x, y = axis_of(CostCurveModel()).path(np.array([0.1, 0.2]), np.array([0.6, 0.5]))
    assert x.tolist() == [0, 1, 1, 0, 1]
    assert y[[0, 1, 3, 4]] == pytest.approx([0.1, 0.6, 0.2, 0.5])
    assert np.flatnonzero(np.isnan(y)).tolist() == [2]


def test_zoom_is_kept_until_axis_changes():
    model = CostCurveModel()
    axis = axis_of(model)
    axis.scale.max = 0.1
    model.conditions = Conditions(0.01, 1, 20)
    follow(axis, model)
    assert axis.scale.max == 0.1
    model.view.axis = "logit"
    follow(axis, model)
    assert axis.scale.max > 5


def test_prior_axis_uses_midpoint_of_cost_ranges():
    # The same middle as everywhere else, within the user's ranges.
    axis = axis_of(
        CostCurveModel(view={"axis": "prior"}, conditions=Conditions(0.5, (1, 100), 200))
    )
    assert axis.axis.widget.label == "Share of positives at costs 10 : 200"


def test_class_names_are_used():
    y_true = ["well", "ill", "well", "ill"]
    data = cc.core.predictions(y_true, [0.1, 0.6, 0.4, 0.9], pos_label="ill")
    axis = axis_of(CostCurveModel({"a": data}, view={"axis": "prior"}))
    assert axis.axis.widget.label == "Share of ill at costs 1 : 1"


def test_baseline_envelope_can_be_traced():
    envelope = CostCurveModel().curves.envelope
    assert isinstance(envelope, Envelope)
    x, _ = axis_of(CostCurveModel(view={"axis": "logit"})).trace(envelope.pc, envelope.cost)
    assert np.all(np.isfinite(x))


def test_tick_labels_are_sent_before_tick_values(wire):
    """In a single message, bqplot would display the labels of the previous axis."""
    model = CostCurveModel(conditions=Conditions(0.1, 1, 20))
    axis = axis_of(model)
    assert axis.axis.widget.tick_labels is None
    for name in ("logit", "prior", "cost_ratio", "logit", "pc"):
        wire.clear()
        model.view.axis = name
        follow(axis, model)
        assert list(wire.states[0]) == ["tick_labels"]
        assert set(wire.states[-1]) == {"label", "tick_values"}
