"""Cost space: envelopes, baselines, ranges, bands, folds."""

from dataclasses import replace

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core import lower_envelope, point_set
from cc_widgets.core.results import Owner
from cc_widgets.model.drawing import NEUTRAL, look
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.cost import CostView
from cc_widgets.views.link import duality_traits
from cc_widgets.widgets.duality import Duality
from tests.views.conftest import row_of, rows


def drawn(model):
    view = CostView(Duality(**duality_traits(model)), model)
    view.draw(model)
    return view


def test_envelopes_are_drawn_exactly(pair):
    view = drawn(pair)
    for item in pair.curves.classifiers:
        x, y, _ = row_of(view.marks["envelopes"], item.position)
        assert x == pytest.approx(item.envelope.pc, abs=1e-7)
        assert y == pytest.approx(item.envelope.cost, abs=1e-7)


@pytest.mark.parametrize(("n", "spread"), [(40, 1.0), (5000, 1.0), (5000, 3.0)])
def test_cost_lines_are_limited_and_prefer_the_envelope(n, spread):
    rng = np.random.default_rng(0)
    y_true = rng.random(n) < 0.5
    model = CostCurveModel({"a": (y_true, rng.normal(size=n) + spread * y_true)})
    view = drawn(model)
    assert view.marks["lines"].stroke_width == 1
    drawn_rates, hull = ends_of_lines(view, 0), model.curves.hull
    assert len(drawn_rates) <= 30
    best = {(fpr, 1 - tpr) for fpr, tpr in zip(hull.fpr, hull.tpr, strict=True)}
    best = {(round(fpr, 4), round(fnr, 4)) for fpr, fnr in best} - {(0, 1), (1, 0)}
    assert best <= drawn_rates if len(best) < 28 else drawn_rates - {(0, 1), (1, 0)} <= best


def test_cost_lines_of_thirty_classifiers_are_one_mark():
    rng = np.random.default_rng(0)
    y_true = rng.random(60) < 0.5
    classifiers = {f"m{i}": (y_true, rng.normal(size=60) + y_true) for i in range(30)}
    view = drawn(CostCurveModel(classifiers))
    assert {mark.stroke_width for mark in view.marks["envelopes"]} == {1.5}
    assert len(rows(view.marks["lines"])) == 30
    assert sum(len(ends_of_lines(view, i)) for i in range(30)) <= 600


def ends_of_lines(view, position):
    """Return the costs of the cost lines of a classifier at both ends of the axis."""
    y = rows(view.marks["lines"])[position][1]
    assert np.all(np.isnan(y[2::3]))
    return set(
        zip(
            y[::3].astype(float).round(4).tolist(),
            y[1::3].astype(float).round(4).tolist(),
            strict=True,
        )
    )


def test_faded_region_is_above_baselines():
    view = drawn(CostCurveModel())
    assert view.marks["never"].x.tolist() == [0, 0.5, 1, 1, 0.5, 0]
    assert view.marks["never"].y.tolist() == [0, 0.5, 0, 1, 1, 1]
    assert view.marks["rules"].y.tolist() == [[0, 1], [1, 0]]


def test_cost_axis_fits_or_has_given_end():
    model = CostCurveModel({"good": point_set(fpr=0.05, tpr=0.95)})
    view = drawn(model)
    ends: dict[float | str, float] = {1: 1, 0.5: 0.5, "fit": 0.08}
    for top, end in ends.items():
        model.view.cost_top = top
        view.draw(model)
        assert view.top == view.figure.axes[1].scale.max == end


def test_rows_have_owners_and_marks_have_kinds(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    pair.hide("forest")
    pair.view.show_bands = False
    marks = drawn(pair).marks
    for kind in ("lines", "bands"):
        assert (marks[kind].kind, marks[kind].owners) == (kind, [0, 1])
    assert {mark.kind for mark in marks["envelopes"]} == {"envelopes"}
    assert [mark.owners for mark in marks["envelopes"]] == [[0], [1], [], []]


def test_expected_costs_are_drawn_per_classifier_and_for_best_choice(pair):
    view = drawn(pair)
    assert "expected" not in [getattr(mark, "kind", "") for mark in view.figure.marks]
    pair.bootstrap(n_resamples=200, rng=0)
    view.draw(pair)
    marks, best = view.marks, pair.bands.best
    assert marks["expected"].owners == [0, 1]
    assert marks["expected of the best"].owners == [Owner.BEST]
    height = np.interp(0.4, marks["expected of the best"].x, marks["expected of the best"].y)
    assert height == pytest.approx(np.interp(0.4, best.pc, best.expected), abs=1e-6)


def test_bands_have_classifier_colours_and_are_grey_when_stale(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    view = drawn(pair)
    assert view.marks["bands"].y.shape == (2, view.marks["bands"].x.size) == (2, 402)
    assert view.marks["bands"].colors == [look(0).color, look(1).color]
    band = pair.bands.each["forest"]
    assert view.marks["bands"].y[0, :201] == pytest.approx(
        np.interp(np.linspace(0, 1, 201), band.pc, band.lower), abs=1e-6
    )
    assert np.all(view.marks["bands"].y[:, :201] <= view.marks["bands"].y[:, :200:-1])
    pair.set_trait("bands", replace(pair.bands, is_stale=True))
    view.draw(pair)
    assert set(view.marks["bands"].colors) == {NEUTRAL}


def test_single_band_can_be_shown(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    pair.view.shown_band = "logistic"
    view = drawn(pair)
    assert view.marks["bands"].colors == [look(1).color]
    assert view.marks["bands"].owners == [1]
    pair.view.shown_band = None
    view.draw(pair)
    assert view.marks["bands"].colors == [look(0).color, look(1).color]


def test_spread_and_curves_of_folds_are_drawn(pair):
    view = drawn(pair)
    assert view.marks["spread"].x.size == view.marks["folds"].x.size == 0
    classifiers = dict(pair.classifiers)
    pair.classifiers = {"plain": classifiers["forest"], "folded": core.folds(classifiers)}
    view.draw(pair)
    item = pair.curves.classifiers[1]
    assert view.marks["spread"].y.size == 2 * item.spread.pc.size
    assert view.marks["spread"].owners == [1]
    middle = item.spread.pc.size // 2
    low, high = view.marks["spread"].y[[middle, -1 - middle]].tolist()
    assert (low + high) / 2 == pytest.approx(item.spread.mean[middle], abs=1e-6)
    assert view.marks["folds"].owners == [1, 1]
    assert set(view.marks["folds"].colors) == {look(1).color}
    fold_rows = rows(view.marks["folds"])
    for fold, (x, y, *_) in zip(item.reduced.each, fold_rows, strict=True):
        envelope = lower_envelope(fold.hull)
        assert np.interp(0.4, x, y) == pytest.approx(
            np.interp(0.4, envelope.pc, envelope.cost), abs=1e-6
        )
    pair.classifiers = classifiers
    view.draw(pair)
    assert view.marks["spread"].x.size == view.marks["folds"].x.size == 0


@pytest.mark.parametrize("axis", ["pc", "logit", "prior", "cost_ratio"])
def test_every_mark_is_drawn_in_the_unit_of_the_axis(pair, axis):
    pair.view.axis = axis
    pair.bootstrap(n_resamples=200, rng=0)
    pair.add("folded", core.folds(dict(pair.classifiers)))
    view = drawn(pair)
    low, high = view.figure.axes[0].scale.min, view.figure.axes[0].scale.max
    single = ("spread", "folds", "bands", "never", "rules")
    drawn_lines = [mark for mark in view.marks["envelopes"] if mark.x.size]
    for mark in [*drawn_lines, *(view.marks[name] for name in single)]:
        assert mark.x.min() >= low - 1e-6
        assert mark.x.max() <= high + 1e-6
        assert np.all(np.isfinite(mark.y))
    x = view.marks["lines"].x
    assert low - 1e-6 <= x.min() <= x.max() <= high + 1e-6
    assert view.figure.interaction.x_map == ("logit" if axis == "logit" else "pc")


def test_logit_axis_adds_few_points(pair):
    pair.view.axis = "logit"
    marks = drawn(pair).marks
    assert marks["lines"].y.nbytes < 10_000
    assert marks["envelopes"][0].x.size < 150


def test_empty_figure_has_placeholder_and_baselines():
    view = drawn(CostCurveModel())
    assert view.marks["invitation"].text.tolist() == ["No costs yet"]
    view.draw(CostCurveModel({"a": ([0, 1], [0, 1])}))
    assert view.marks["invitation"].text.size == 0
    view.draw(CostCurveModel({"a": ([0, 1], [0, 1])}, hidden=["a"]))
    assert view.marks["invitation"].text.tolist() == ["All hidden"]


def test_perfect_and_useless_classifiers_can_be_drawn():
    y_true = [0, 0, 1, 1]
    classifiers = {"perfect": (y_true, [1, 2, 3, 4]), "useless": (y_true, [1, 1, 1, 1])}
    view = drawn(CostCurveModel(classifiers))
    perfect, useless, *_ = view.marks["envelopes"]
    assert perfect.y.tolist() == [0, 0]
    assert useless.y.max() == 0.5


@pytest.mark.parametrize("axis", ["pc", "logit"])
@pytest.mark.parametrize("point", [(0.001, 0.00101), (0.99899, 0.999), (1e-9, 2e-9), (0.3, 0.3)])
def test_classifier_close_to_chance_can_be_drawn(axis, point):
    """Some explorers could not be switched to the logit axis."""
    view = drawn(
        CostCurveModel({"weak": point_set(fpr=point[0], tpr=point[1])}, view={"axis": axis})
    )
    [envelope, *_] = view.marks["envelopes"]
    assert np.all(np.isfinite(envelope.x) & np.isfinite(envelope.y))


def test_cost_line_of_threshold_in_use_is_drawn_on_every_axis():
    model = CostCurveModel({"a": ([0, 0, 1, 1, 1], [0.1, 0.6, 0.4, 0.9, 0.8])})
    model.mark("a", 0.5)
    view = drawn(model)
    mark = view.marks["in use"]
    assert mark.x.tolist() == [0, 1]
    assert mark.y == pytest.approx([0.5, 1 / 3])
    assert mark.colors == [look(0).color]
    assert view.figure.interaction.description.endswith(" In use: a from score 0.5 on.")
    model.view.axis = "logit"
    view.draw(model)
    assert mark.y.size == mark.x.size > 2
    model.hide("a")
    view.draw(model)
    assert mark.x.size == 0
