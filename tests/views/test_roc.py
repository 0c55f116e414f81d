"""ROC space: curves, and rows that the page draws."""

from dataclasses import replace

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.model.drawing import NEUTRAL, look, selected_roc_bands
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.link import duality_traits
from cc_widgets.views.roc import RocView
from cc_widgets.widgets.duality import Duality
from tests.views.conftest import row_of


def drawn(model):
    view = RocView(Duality(**duality_traits(model)), model)
    view.draw(model)
    return view


def test_the_users_colours_are_used_everywhere(pair):
    pair.colors = {"forest": "#123456"}
    view = drawn(pair)
    assert row_of(view.marks["curves"], 0)[2] == "#123456"


def test_rows_have_owners_and_marks_have_kinds(pair):
    pair.hide("forest")
    pair.view.show_lines = pair.view.show_hull = False
    marks = drawn(pair).marks
    for kind in ("curves", "dots"):
        assert {mark.kind for mark in marks[kind]} == {kind}
        assert [mark.owners for mark in marks[kind]] == [[0], [1], [], []]
    assert (marks["hull"].kind, marks["hull"].owners) == ("hull", [0, 1])


def test_hull_and_dots_are_drawn_by_the_page(pair):
    marks = drawn(pair).marks
    assert all(mark.x.size == mark.y.size == 0 for mark in (marks["hull"], *marks["dots"]))


def test_fitted_corner_is_shown():
    model = CostCurveModel({"good": cc.core.point_set(fpr=0.05, tpr=0.9)})
    view = drawn(model)
    x, y = (axis.scale for axis in view.figure.axes)
    assert (x.min, x.max, y.min, y.max) == (0, 1, 0, 1)
    model.view.roc_fit = True
    view.draw(model)
    assert (x.min, x.max, y.min, y.max) == (0, 0.15, 0.85, 1)


def test_axis_labels_use_class_names(pair):
    view = drawn(pair)
    assert view.figure.axes[0].label == "False positive rate (healthy flagged)"
    assert view.figure.axes[1].label == "True positive rate (ill found)"


def test_one_matrix_has_no_curve():
    view = drawn(CostCurveModel({"rule": cc.core.cell_counts(tp=16, fn=4, fp=4, tn=6)}))
    assert is_still(view, 0)


def test_single_points_are_not_connected():
    points = cc.core.point_set(fpr=[0.1, 0.3, 0.5], tpr=[0.5, 0.4, 0.9])
    view = drawn(CostCurveModel({"paper": points}))
    assert is_still(view, 0)


def is_still(view, position):
    x, y, _ = row_of(view.marks["curves"], position)
    return np.ptp(x) == np.ptp(y) == 0


def test_classifiers_of_same_colour_differ_in_dash_and_marker():  # F8
    points = {f"m{i}": cc.core.point_set(fpr=0.1 * i, tpr=0.5) for i in range(1, 6)}
    marks = drawn(CostCurveModel(points)).marks
    assert [mark.marker for mark in marks["dots"]] == [look(i).marker for i in range(4)]
    assert [mark.line_style for mark in marks["curves"]] == [look(i).dash for i in range(4)]
    assert marks["dots"][0].owners == [0, 4]


def test_many_curves_are_thin_and_in_no_more_marks():
    rng = np.random.default_rng(0)
    y_true = rng.random(60) < 0.5
    classifiers = {f"m{i}": (y_true, rng.normal(size=60) + y_true) for i in range(30)}
    view = drawn(CostCurveModel(classifiers))
    assert {mark.stroke_width for mark in view.marks["curves"]} == {1.0}
    assert len(view.figure.marks) == len(
        drawn(CostCurveModel(dict(list(classifiers.items())[:4]))).figure.marks
    )


def test_empty_figure_has_placeholder_and_chance_line():
    view = drawn(CostCurveModel())
    assert view.marks["invitation"].text.tolist() == ["Add a classifier to start"]
    assert view.marks["hull"] not in view.figure.marks
    assert view.marks["chance"].y.tolist() == [0, 1]
    view.draw(CostCurveModel({"a": ([0, 1], [0, 1])}))
    assert view.marks["invitation"].text.size == 0


def test_perfect_and_useless_classifiers_can_be_drawn():
    y_true = [0, 0, 1, 1]
    classifiers = {"perfect": (y_true, [1, 2, 3, 4]), "useless": (y_true, [1, 1, 1, 1])}
    view = drawn(CostCurveModel(classifiers))
    assert view.marks["curves"][1].x.tolist() == [0, 1]


def test_drawn_arrays_are_float32(pair):
    view = drawn(pair)
    for mark in view.marks["curves"]:
        assert mark.x.dtype == mark.y.dtype == np.float32


def test_thresholds_in_use_of_visible_classifiers_are_marked():
    model = CostCurveModel({"a": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])}, colors={"a": "#123456"})
    view = RocView(Duality(**duality_traits(model)), model)
    view.draw(model)
    mark, cursor = view.marks["in use"], view.figure.interaction
    assert (mark.x.tolist(), "In use" in cursor.description) == ([], False)
    model.mark("a", 0.5)
    model.mark("a", 2)
    view.draw(model)
    assert (mark.x.tolist(), mark.y.tolist()) == ([0.5, 0.0], [0.5, 0.0])
    assert mark.colors == ["#123456"] * 2
    assert cursor.description.endswith(" In use: a from score 0.5 on; a from score 2 on.")
    model.hide("a")
    view.draw(model)
    assert (mark.x.tolist(), "In use" in cursor.description) == ([], False)


def test_bands_are_one_mark_and_grey_when_stale(pair):
    view = drawn(pair)
    assert not view.marks["bands"].owners
    pair.bootstrap(n_resamples=100, rng=0)
    view.draw(pair)
    mark = view.marks["bands"]
    assert (mark.kind, mark.owners) == ("bands", [0, 1])
    assert mark.colors == [look(0).color, look(1).color]
    band = selected_roc_bands(pair)["forest"]
    steps = band.fpr.size
    assert mark.x[0, :steps] == pytest.approx(band.fpr, abs=1e-6)
    assert mark.y[0, :steps] == pytest.approx(band.lower, abs=1e-6)
    assert mark.y[0, steps:] == pytest.approx(band.upper[::-1], abs=1e-6)
    pair.view.roc_band = "curve"
    view.draw(pair)
    assert not np.allclose(mark.y[0, :steps], band.lower, atol=1e-3)
    pair.set_trait("bands", replace(pair.bands, is_stale=True))
    view.draw(pair)
    assert set(mark.colors) == {NEUTRAL}
