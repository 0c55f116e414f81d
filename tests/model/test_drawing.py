"""What figures draw: axes that fit."""

import numpy as np
import pytest

from cc_widgets.core import (
    Owner,
    RocCurve,
    convex_hull,
    lower_envelope,
    point_set,
    predictions,
    vertical_average,
)
from cc_widgets.core._cost import dual_hull, values_at
from cc_widgets.errors import CostCurveError
from cc_widgets.model.drawing import (
    bands_in_use,
    box_of,
    chosen_roc_bands,
    curve_of,
    dots_of,
    drawn_box,
    drawn_in_use,
    drawn_roc_bands,
    envelope_of,
    fitting_cost,
    fitting_rates,
    paleness,
    roc_in_use,
    rounded_up,
    strokes_of,
    tops_of,
)
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, score


def test_a_smooth_curve_and_its_envelope_are_drawn_through_few_of_their_corners():
    steps = np.arange(1, 201)
    label = np.repeat([1, 0], [steps.sum(), steps.sum()])
    score = np.repeat([*steps, *steps], [*steps, *steps[::-1]])
    [item] = CostCurveModel({"smooth": predictions(label, score)}).derived.classifiers
    x, y = curve_of(item)
    pc, cost = envelope_of(item)
    assert item.envelope.pc.size > 200
    assert max(x.size, pc.size) < 80
    along = item.curve.fpr + item.curve.tpr
    drawn = np.stack([np.interp(along, x + y, one) for one in (x, y)])
    assert np.hypot(*(drawn - [item.curve.fpr, item.curve.tpr])).max() < 2e-4
    off = np.interp(item.envelope.pc, pc, cost) - item.envelope.cost
    assert np.abs(off).max() < 3e-4


def test_what_was_given_as_a_curve_is_one_however_short():
    points = {"early": point_set(fpr=0.04, tpr=0.4), "late": point_set(fpr=0.3, tpr=0.8)}
    joined = RocCurve(np.array([0.0, 0.04, 1.0]), np.array([0.0, 0.4, 1.0]))
    given = {**points, "joined": joined, "mean": vertical_average([*points.values()]).roc}
    drawn = {item.name: curve_of(item) for item in CostCurveModel(given).derived.classifiers}
    assert [fpr.size for fpr, _ in drawn.values()] == [1, 1, 3, 4]
    assert dots_of(CostCurveModel(given).derived.classifiers[2], None) is None


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
    highest = max(band.upper.max() for band in pair.band.each.values())
    assert max(tops_of(pair)) == highest
    assert 1.5 * highest <= fitting_cost(pair.derived, [highest]) or 1.5 * highest > 0.5
    pair.show_bands, pair.show_expected = False, True
    assert max(tops_of(pair)) == max(band.expected.max() for band in pair.band.each.values())


def test_roc_space_fits_the_corner_with_the_best_of_good_classifiers():
    assert fitting_rates(CostCurveModel().derived) == 1.0
    assert fitting_rates(of_point(0.0, 1.0).derived) == 0.1
    assert fitting_rates(of_point(0.05, 0.9).derived) == 0.15
    assert fitting_rates(of_point(0.1, 0.3).derived) == 1.0


# ---- What to expect in use


@pytest.fixture
def pair():
    model = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 0.7)))
    model.bootstrap(n_resamples=200, rng=0)
    return model


def test_what_to_expect_in_use_is_known_of_each_and_of_the_best(pair):
    found = bands_in_use(pair)
    assert list(found) == [0, 1, Owner.BEST]
    assert found[0] is pair.band.each["a"]
    assert found[Owner.BEST] is pair.band.best
    assert found[Owner.BEST].expected.max() > pair.band.best.estimate.max()
    pair.shown_band = "b"
    assert list(bands_in_use(pair)) == [1]


def test_it_is_drawn_where_that_is_asked_for_of_those_that_are_seen(pair):
    assert not drawn_in_use(pair)
    assert "expected" not in [one.kind for one in strokes_of(pair)]
    pair.show_expected = True
    assert list(drawn_in_use(pair)) == [0, 1, Owner.BEST]
    assert ("both", "expected", "expected in use") in strokes_of(pair)
    pair.hide("b")
    assert list(drawn_in_use(pair)) == [0], "alone it is the best"


def test_bands_that_allow_for_no_choice_or_are_old_tell_nothing_of_it(pair):
    pair.show_expected = True
    pair.classifiers = {**pair.classifiers, "a": (LABEL, score(5))}
    assert not drawn_in_use(pair)
    pair.bootstrap(method="fixed", n_resamples=200)
    assert not drawn_in_use(pair)


def test_its_dual_is_the_hull_of_the_least_concave_curve_above():
    rng = np.random.default_rng(4)
    pc = np.linspace(0.0, 1.0, 101)
    cost = np.minimum(0.45 * np.sin(np.pi * pc) + 0.05 * rng.random(101), 1.0)
    hull = dual_hull(pc, cost)
    found = values_at(lower_envelope(convex_hull([hull])), pc)
    told = np.minimum(cost, np.minimum(pc, 1.0 - pc))
    slopes = np.linspace(-1.0, 1.0, 20_001)  # a line of each above all of it is one above the curve
    height = (told[:, None] - slopes * pc[:, None]).max(axis=0)
    brute = (height + slopes * pc[:, None]).min(axis=1)
    assert np.all(found >= told - 1e-12)
    np.testing.assert_allclose(found, brute, atol=1e-4)
    assert np.all(np.diff(hull.fpr) >= 0)
    assert np.all(np.diff(hull.tpr) >= 0)


def test_the_hull_to_expect_is_below_the_one_on_these_data(pair):
    fpr, tpr = roc_in_use(pair.band.best)
    seen = pair.derived.hull
    assert np.all(tpr <= np.interp(fpr, seen.fpr, seen.tpr) + 1e-9)
    assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)


def test_nothing_else_is_expected_of_a_concave_curve_without_optimism():
    envelope = of_point(0.2, 0.7).derived.envelope
    found = dual_hull(envelope.pc, envelope.cost)
    np.testing.assert_allclose(np.unique(found.fpr), [0, 0.2, 1], atol=1e-12)


def test_in_roc_space_a_band_is_the_dual_of_that_in_cost_space_unless_another_is_asked_for():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    assert chosen_roc_bands(pair) == {}
    pair.bootstrap(n_resamples=200, rng=0)
    band, found = pair.band.each["a"], chosen_roc_bands(pair)["a"]
    assert (found.target, found.level, found.n_resamples) == ("hull", 0.9, 200)
    for side, cost in (("lower", band.upper), ("upper", band.lower)):
        hull = dual_hull(band.pc, cost)
        assert getattr(found, side) == pytest.approx(np.interp(found.fpr, hull.fpr, hull.tpr))
    pair.roc_band = "vertical"
    assert {one.target for one in chosen_roc_bands(pair).values()} == {"tpr at each fpr"}
    pair.roc_band = "curve"
    assert all(one.simultaneous for one in chosen_roc_bands(pair).values())
    pair.hide("a")
    assert list(drawn_roc_bands(pair)) == ["b"]
    pair.show_bands = False
    assert drawn_roc_bands(pair) == {}
    with pytest.raises(CostCurveError, match="roc_band"):
        pair.roc_band = "horizontal"
    assert pair.roc_band == "curve"


def test_whoever_has_no_independent_examples_keeps_the_dual():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    model = CostCurveModel(
        {
            "plain": predictions(label, values + label),
            "clusters": predictions(label, values + label, clusters=np.arange(80) // 2),
            "folds": [(label, values + label), (label, values - label)],
            "matrix": [[30, 10], [8, 32]],
        }
    )
    model.roc_band = "vertical"
    model.bootstrap(n_resamples=100, rng=0)
    found = {name: band.target for name, band in chosen_roc_bands(model).items()}
    assert found.pop("plain") == "tpr at each fpr"
    assert set(found.values()) == {"hull"}


def test_the_band_is_named_for_whichever_figure_has_it():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    pair.bootstrap(n_resamples=100, rng=0)
    places = []
    for roc, cost in ((True, True), (True, False), (False, True)):
        pair.show_roc, pair.show_cost = roc, cost
        places += [one.place for one in strokes_of(pair) if one.kind == "band"]
    assert places == ["both", "roc", "cost"]


def test_the_rates_of_what_is_recommended_have_exact_limits_where_it_has_a_band():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    assert box_of(pair) is None
    pair.bootstrap(n_resamples=100, rng=0)
    box, best = box_of(pair), pair.cost()
    assert box is not None
    assert (box.fpr, box.tpr) == (best.fpr, best.tpr)
    (left, right), (low, high) = box.limits.fpr, box.limits.tpr
    assert 0 <= left < box.fpr < right
    assert low < box.tpr < high <= 1
    assert box.limits.joint
    assert "rates" in {one.kind for one in strokes_of(pair)}
    pair.show_bands = False
    assert box_of(pair) is not None
    assert drawn_box(pair) is None
    assert "rates" not in {one.kind for one in strokes_of(pair)}
    pair.pc = 0.0  # nobody is called positive: known for certain
    assert box_of(pair) is None


def test_examples_that_belong_together_have_no_such_limits():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    clusters = predictions(label, values + label, clusters=np.arange(80) // 2)
    model = CostCurveModel({"a": clusters})
    model.bootstrap(n_resamples=100, rng=0)
    assert model.band is not None
    assert box_of(model) is None


def test_many_bands_are_paler_each():
    assert [paleness(count) for count in (0, 1, 8)] == [0.2, 0.2, 0.2]
    assert paleness(30) == pytest.approx(0.2 * 8 / 30)
    assert paleness(1_000) == 0.04


def test_of_a_matrix_nothing_else_is_expected_than_was_seen_but_of_the_best_of_several():
    each = {"a": [[60, 20], [10, 50]], "b": [[50, 30], [5, 55]]}
    for names in (["a"], ["a", "b"]):
        model = CostCurveModel({name: each[name] for name in names})
        band = model.bootstrap().each["a"]
        assert np.array_equal(band.expected, band.estimate)
        assert list(bands_in_use(model)) == [Owner.BEST][: len(names) - 1]
