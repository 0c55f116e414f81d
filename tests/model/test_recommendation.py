"""The recommendation: its parts agree with each other and with the data."""

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.model.recommendation import decide

POINTS = {"strict": (0.02, 0.4), "middle": (0.1, 0.8), "lenient": (0.5, 0.97)}


@pytest.fixture
def model():
    return cc.CostCurveModel(POINTS, pc=0.3)


def cost(point, pc):
    fpr, tpr = point
    return (1 - pc) * fpr + pc * (1 - tpr)


@pytest.mark.parametrize("pc", [0.0, 0.03, 0.3, 0.7, 1.0])
def test_at_one_pc_the_cheapest_choice_is_recommended(model, pc):
    costs = {name: cost(point, pc) for name, point in POINTS.items()}
    baseline = min(pc, 1 - pc)
    found = model.recommend(pc)
    assert found.cost.normalised == pytest.approx(min(*costs.values(), baseline))
    assert found.saving == pytest.approx(baseline - found.cost.normalised)
    assert found.decision.is_baseline == (found.name not in costs)
    assert (found.decision.fpr, found.decision.tpr) == (found.cost.fpr, found.cost.tpr)
    assert [choice.cost for choice in found.ranking] == sorted(
        choice.cost for choice in found.ranking
    )
    assert found.runner_up.cost >= found.cost.normalised
    assert found.pc_range is None


def test_over_a_range_the_worst_regret_is_least():
    model = cc.CostCurveModel(POINTS)
    low, high = 0.1, 0.8
    ends = np.array([low, high])
    least = np.minimum(ends, 1 - ends)
    for point in POINTS.values():
        least = np.minimum(least, cost(point, ends))
    regrets = {name: (cost(point, ends) - least).max() for name, point in POINTS.items()}
    found = model.recommend((low, high))
    assert found.name == min(regrets, key=lambda name: regrets[name])
    assert found.over_range.single.regret == pytest.approx(min(regrets.values()))
    assert found.pc_range == (low, high)


def test_the_models_own_range_is_the_default(model):
    model.pc_range = (0.1, 0.8)
    assert model.recommend() == model.recommend((0.1, 0.8))


def test_the_text_begins_with_the_headline(model):
    found = model.recommend()
    assert found.text.startswith(found.headline)
    assert found.headline == found.advice.headline


def test_representations_are_short_lines():
    label = np.arange(90) % 3 == 0
    scores = {name: label + np.sin(seed * np.arange(90)) for name, seed in (("a", 5), ("b", 7))}
    model = cc.explore(label, scores).model
    model.pc_range = (0.2, 0.4)
    whole, bands = model.recommend(), model.bootstrap(n_resamples=50, rng=0)
    for value in (whole, whole.over_range, model.about(whole.name), bands, model.curves):
        assert "\n" not in repr(value)
        assert len(repr(value)) < 400


def test_a_mixture_of_two_thresholds_is_not_a_single_decision():
    model = cc.CostCurveModel({"rule": [[60, 40], [4, 160]]})
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.1}
    found = model.recommend()
    assert (found.decision, found.name, found.threshold) == (None, "", None)
    assert found.criterion is not None
    with pytest.raises(cc.CostCurveError, match="mixture of two thresholds"):
        decide(model)


def test_a_named_classifier_is_considered_alone(model):
    assert decide(model, "strict").name == "strict"
    assert decide(model).name == "middle"


def test_without_classifiers_a_baseline_is_recommended():
    found = cc.CostCurveModel(pc=0.2).recommend()
    assert found.decision is not None
    assert found.decision.is_baseline
    assert found.threshold is None


@pytest.mark.parametrize("pc", [-0.1, 1.1, (0.5, 0.2), "x", None])
def test_invalid_operating_point_raises(model, pc):
    if pc is None:
        assert model.recommend(pc) == model.recommend()
        return
    with pytest.raises(cc.CostCurveError, match="pc"):
        model.recommend(pc)
