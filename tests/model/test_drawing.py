"""Content of the figures: axes, curves, bands and strokes."""

import numpy as np
import pytest

from cc_widgets.core import RocCurve, convex_hull, lower_envelope, point_set, predictions
from cc_widgets.core.averaging import vertical_average
from cc_widgets.core.costs import dual_hull, values_at
from cc_widgets.core.results import Owner
from cc_widgets.errors import CostCurveError
from cc_widgets.model.drawing import (
    curve_of,
    dots_of,
    envelope_of,
    expected_cost_bands,
    fitting_cost,
    fitting_rates,
    paleness,
    rate_intervals,
    roc_of_expected_cost,
    rounded_up,
    selected_roc_bands,
    strokes_of,
    tops_of,
    visible_expected_bands,
    visible_rate_intervals,
    visible_roc_bands,
)
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, score


def test_smooth_curves_and_envelopes_are_simplified():
    steps = np.arange(1, 201)
    label = np.repeat([1, 0], [steps.sum(), steps.sum()])
    score = np.repeat([*steps, *steps], [*steps, *steps[::-1]])
    [item] = CostCurveModel({"smooth": predictions(label, score)}).curves.classifiers
    x, y = curve_of(item)
    pc, cost = envelope_of(item)
    assert item.envelope.pc.size > 200
    assert max(x.size, pc.size) < 80
    along = item.curve.fpr + item.curve.tpr
    drawn = np.stack([np.interp(along, x + y, rate) for rate in (x, y)])
    assert np.hypot(*(drawn - [item.curve.fpr, item.curve.tpr])).max() < 2e-4
    off = np.interp(item.envelope.pc, pc, cost) - item.envelope.cost
    assert np.abs(off).max() < 3e-4


def test_short_input_curves_are_drawn_as_curves():
    points = {"early": point_set(fpr=0.04, tpr=0.4), "late": point_set(fpr=0.3, tpr=0.8)}
    joined = RocCurve(np.array([0.0, 0.04, 1.0]), np.array([0.0, 0.4, 1.0]))
    sources = {**points, "joined": joined, "mean": vertical_average([*points.values()]).roc}
    drawn = {item.name: curve_of(item) for item in CostCurveModel(sources).curves.classifiers}
    assert [fpr.size for fpr, _ in drawn.values()] == [1, 1, 3, 4]
    assert dots_of(CostCurveModel(sources).curves.classifiers[2], None) is None


@pytest.mark.parametrize(
    ("value", "end"), [(0.29, 0.3), (0.3, 0.3), (0.31, 0.4), (0.07, 0.08), (0.011, 0.012), (1, 1)]
)
def test_an_axis_ends_at_a_tick(value, end):
    assert rounded_up(value) == end


def of_point(fpr, tpr):
    return CostCurveModel({"rule": point_set(fpr=fpr, tpr=tpr)})


def test_cost_axis_ends_above_visible_envelopes_and_bands():
    assert fitting_cost(CostCurveModel().curves, []) == 0.5
    assert fitting_cost(of_point(0.0, 1.0).curves, []) == 0.1
    assert fitting_cost(of_point(0.05, 0.95).curves, []) == 0.08
    assert fitting_cost(of_point(0.4, 0.6).curves, []) == 0.5
    two = CostCurveModel({"a": point_set(fpr=0.05, tpr=0.95), "b": point_set(fpr=0.4, tpr=0.6)})
    assert fitting_cost(two.curves, []) == 0.5
    two.hide("b")
    assert fitting_cost(two.curves, []) == 0.08
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    pair.bootstrap(n_resamples=200, rng=0)
    highest = max(band.upper.max() for band in pair.bands.each.values())
    assert max(tops_of(pair)) == highest
    assert 1.5 * highest <= fitting_cost(pair.curves, [highest]) or 1.5 * highest > 0.5
    pair.view.show_bands, pair.view.show_expected = False, True
    assert max(tops_of(pair)) == max(band.expected.max() for band in pair.bands.each.values())


def test_roc_space_fits_the_corner_with_the_best_of_good_classifiers():
    assert fitting_rates(CostCurveModel().curves) == 1.0
    assert fitting_rates(of_point(0.0, 1.0).curves) == 0.1
    assert fitting_rates(of_point(0.05, 0.9).curves) == 0.15
    assert fitting_rates(of_point(0.1, 0.3).curves) == 1.0


# ---- What to expect in use


@pytest.fixture
def pair():
    model = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 0.7)))
    model.bootstrap(n_resamples=200, rng=0)
    return model


def test_expected_cost_bands_of_each_classifier_and_the_best(pair):
    bands = expected_cost_bands(pair)
    assert list(bands) == [0, 1, Owner.BEST]
    assert bands[0] is pair.bands.each["a"]
    assert bands[Owner.BEST] is pair.bands.best
    assert bands[Owner.BEST].expected.max() > pair.bands.best.estimate.max()
    pair.view.shown_band = "b"
    assert list(expected_cost_bands(pair)) == [1]


def test_expected_cost_is_drawn_for_visible_classifiers_on_request(pair):
    assert not visible_expected_bands(pair)
    assert "expected" not in [stroke.kind for stroke in strokes_of(pair)]
    pair.view.show_expected = True
    assert list(visible_expected_bands(pair)) == [0, 1, Owner.BEST]
    assert ("both", "expected", "expected in use") in strokes_of(pair)
    pair.hide("b")
    assert list(visible_expected_bands(pair)) == [0], "alone it is the best"


def test_stale_or_uncorrected_bands_have_no_expected_cost(pair):
    pair.view.show_expected = True
    pair.classifiers = {**pair.classifiers, "a": (LABEL, score(5))}
    assert not visible_expected_bands(pair)
    pair.bootstrap(method="fixed", n_resamples=200)
    assert not visible_expected_bands(pair)


def test_roc_dual_of_the_expected_cost_is_the_least_concave_majorant():
    rng = np.random.default_rng(4)
    pc = np.linspace(0.0, 1.0, 101)
    cost = np.minimum(0.45 * np.sin(np.pi * pc) + 0.05 * rng.random(101), 1.0)
    hull = dual_hull(pc, cost)
    envelope = values_at(lower_envelope(convex_hull([hull])), pc)
    expected = np.minimum(cost, np.minimum(pc, 1.0 - pc))
    slopes = np.linspace(-1.0, 1.0, 20_001)  # a supporting line of each slope
    height = (expected[:, None] - slopes * pc[:, None]).max(axis=0)
    brute = (height + slopes * pc[:, None]).min(axis=1)
    assert np.all(envelope >= expected - 1e-12)
    np.testing.assert_allclose(envelope, brute, atol=1e-4)
    assert np.all(np.diff(hull.fpr) >= 0)
    assert np.all(np.diff(hull.tpr) >= 0)


def test_expected_hull_is_below_the_observed_one(pair):
    fpr, tpr = roc_of_expected_cost(pair.bands.best)
    seen = pair.curves.hull
    assert np.all(tpr <= np.interp(fpr, seen.fpr, seen.tpr) + 1e-9)
    assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)


def test_expected_hull_of_a_concave_curve_without_optimism_is_the_same():
    envelope = of_point(0.2, 0.7).curves.envelope
    hull = dual_hull(envelope.pc, envelope.cost)
    np.testing.assert_allclose(np.unique(hull.fpr), [0, 0.2, 1], atol=1e-12)


def test_roc_bands_are_duals_of_cost_bands_by_default():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    assert selected_roc_bands(pair) == {}
    pair.bootstrap(n_resamples=200, rng=0)
    band, roc_band = pair.bands.each["a"], selected_roc_bands(pair)["a"]
    assert (roc_band.target, roc_band.level, roc_band.n_resamples) == ("hull", 0.9, 200)
    for side, cost in (("lower", band.upper), ("upper", band.lower)):
        hull = dual_hull(band.pc, cost)
        assert getattr(roc_band, side) == pytest.approx(np.interp(roc_band.fpr, hull.fpr, hull.tpr))
    pair.view.roc_band = "vertical"
    assert {other.target for other in selected_roc_bands(pair).values()} == {"tpr at each fpr"}
    pair.view.roc_band = "curve"
    assert all(other.simultaneous for other in selected_roc_bands(pair).values())
    pair.hide("a")
    assert list(visible_roc_bands(pair)) == ["b"]
    pair.view.show_bands = False
    assert visible_roc_bands(pair) == {}
    with pytest.raises(CostCurveError, match="roc_band"):
        pair.view.roc_band = "horizontal"
    assert pair.view.roc_band == "curve"


def test_without_independent_examples_the_dual_band_is_used():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    model = CostCurveModel(
        {
            "plain": predictions(label, values + label),
            "clusters": predictions(label, values + label, clusters=np.arange(80) // 2),
            "folds": [(label, values + label), (label, values - label)],
            "matrix": [[30, 10], [8, 32]],
        }
    )
    model.view.roc_band = "vertical"
    model.bootstrap(n_resamples=100, rng=0)
    targets = {name: band.target for name, band in selected_roc_bands(model).items()}
    assert targets.pop("plain") == "tpr at each fpr"
    assert set(targets.values()) == {"hull"}


def test_band_is_in_the_key_of_each_figure_that_shows_it():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    pair.bootstrap(n_resamples=100, rng=0)
    places = []
    for roc, cost in ((True, True), (True, False), (False, True)):
        pair.view.show_roc, pair.view.show_cost = roc, cost
        places += [stroke.place for stroke in strokes_of(pair) if stroke.kind == "band"]
    assert places == ["both", "roc", "cost"]


def test_recommended_rates_have_exact_intervals_if_there_is_a_band():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    assert rate_intervals(pair) is None
    pair.bootstrap(n_resamples=100, rng=0)
    box, best = rate_intervals(pair), pair.cost()
    assert box is not None
    assert (box.fpr, box.tpr) == (best.fpr, best.tpr)
    (left, right), (low, high) = box.limits.fpr, box.limits.tpr
    assert 0 <= left < box.fpr < right
    assert low < box.tpr < high <= 1
    assert box.limits.joint
    assert "rates" in {stroke.kind for stroke in strokes_of(pair)}
    pair.view.show_bands = False
    assert rate_intervals(pair) is not None
    assert visible_rate_intervals(pair) is None
    assert "rates" not in {stroke.kind for stroke in strokes_of(pair)}
    pair.pc = 0.0  # no case is classified as positive, so the rates are exact
    assert rate_intervals(pair) is None


def test_intervals_of_both_rates_allow_for_the_choice_of_classifier():
    model = model_of(a=(LABEL, score(0)), b=(LABEL, score(1)), c=(LABEL, score(2, 2.0)))
    boxes = []
    for hidden in ((), ("a",), ("a", "b")):
        model.hidden = hidden
        model.bootstrap(n_resamples=100, rng=0)
        box = rate_intervals(model)
        assert box is not None
        boxes.append(box)
    assert [box.limits.n_classifiers for box in boxes] == [3, 2, 1]
    assert len({(box.fpr, box.tpr) for box in boxes}) == 1
    widths = [box.limits.fpr[1] - box.limits.fpr[0] for box in boxes]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 3
    assert "Bonferroni for the best of 3 classifiers" in boxes[0].limits.covers


def test_clustered_examples_have_no_exact_intervals():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    clusters = predictions(label, values + label, clusters=np.arange(80) // 2)
    model = CostCurveModel({"a": clusters})
    model.bootstrap(n_resamples=100, rng=0)
    assert model.bands is not None
    assert rate_intervals(model) is None


def test_many_bands_are_more_transparent():
    assert [paleness(count) for count in (0, 1, 8)] == [0.2, 0.2, 0.2]
    assert paleness(30) == pytest.approx(0.2 * 8 / 30)
    assert paleness(1_000) == 0.04


def test_matrices_have_optimism_only_if_selected_among_several():
    each = {"a": [[60, 20], [10, 50]], "b": [[50, 30], [5, 55]]}
    for names in (["a"], ["a", "b"]):
        model = CostCurveModel({name: each[name] for name in names})
        band = model.bootstrap().each["a"]
        assert np.array_equal(band.expected, band.estimate)
        assert list(expected_cost_bands(model)) == [Owner.BEST][: len(names) - 1]
