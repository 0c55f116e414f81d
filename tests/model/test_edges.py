"""With any data, every question has an answer in finite numbers, or a clear refusal."""

import asyncio
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, cell_counts, point_set, predictions
from cc_widgets.core.conditions import Range
from cc_widgets.core.cross_validation import AVERAGES
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from tests.support.shapes import SHAPES, shapes

QUICK = BootstrapSettings(n_resamples=200, rng=0)
POINTS: dict[str, tuple[Any, Any]] = {
    "perfect": (0, 1),
    "worst": (1, 0),
    "chance": (0.5, 0.5),
    "never": (0, 0),
    "always": (1, 1),
    "twice": ([0.2, 0.2], [0.6, 0.6]),
    "upright": ([0, 0], [0.3, 0.6]),
}
CRITERIA = [
    {"kind": "minimax"},
    {"kind": "youden"},
    {"kind": "neyman_pearson", "max_fpr": 0},
    {"kind": "workforce", "positives": 5, "negatives": 5, "capacity": 20},
    {"kind": "workforce", "positives": 5, "negatives": 5, "capacity": -1},
]


def ask_everything(model):
    """Ask all there is to ask at both ends and between, and check that numbers are finite."""
    for pc in (0.0, 0.3, 1.0):
        read = model.recommend(pc)
        assert np.isfinite([read.cost.normalised, read.cost.fpr, read.cost.tpr]).all()
        assert 0 <= read.cost.normalised <= min(pc, 1 - pc) + 1e-12
        assert "nan" not in read.text
        assert model.recommend(pc).over_range.choices
        for name in model.classifiers:
            assert np.isfinite(model.cost(name, pc).normalised)
            with suppress(CostCurveError):
                lower, upper = model.confidence_interval(name, pc)
                assert 0 <= lower <= model.cost(name, pc).normalised + 1e-12 <= upper + 2e-12
    assert "nan" not in model.summary() + model.recommend((0, 1)).over_range.words
    for criterion in CRITERIA:
        model.criterion = criterion
        assert (
            model._criterion_answer is None or np.isfinite(model._criterion_answer.cost_line).all()
        )
        assert (model._criterion_answer is None) == (not model.curves.visible)
    if len(model.classifiers) > 1:
        first, second = list(model.classifiers)[:2]
        assert np.isfinite(model.compare(first, second).difference)


@given(shapes(), shapes())
@settings(max_examples=12)
def test_any_scores_give_a_model(first, second):
    model = CostCurveModel({"one": first, "other": second}, resampling=QUICK)
    ask_everything(model)
    for average in AVERAGES:
        classifiers = {"both": [first, second], "other": second}
        folded = CostCurveModel(classifiers, average=average, resampling=QUICK)
        ask_everything(folded)


@pytest.mark.parametrize("name", POINTS)
def test_any_points_give_a_model(name):
    fpr, tpr = POINTS[name]
    given_points = {"a": point_set(fpr=fpr, tpr=tpr), "b": point_set(fpr=0.2, tpr=0.6)}
    ask_everything(CostCurveModel(given_points, conditions=Conditions(prior=1e-6, cost_fn=1e9)))


@pytest.mark.parametrize("name", SHAPES)
def test_bands_of_any_scores(name):
    label, score = SHAPES[name]
    model = CostCurveModel({"one": (label, score), "turned": (label, [-x for x in score])})
    bands = model.bootstrap(n_resamples=200, rng=0)
    assert all(np.isfinite([band.lower, band.upper]).all() for band in bands.each.values())
    assert model._difference is not None
    assert np.isfinite(model._difference.estimate).all()
    ask_everything(model)


def test_model_may_have_no_classifiers():
    model = CostCurveModel(resampling=QUICK)
    ask_everything(model)
    assert model.operating_range() is None
    assert [choice.is_baseline for choice in model.recommend().ranking] == [True, True]
    with pytest.raises(CostCurveError, match="no visible classifier"):
        model.bootstrap()


def test_all_classifiers_may_be_hidden():
    model = CostCurveModel({"a": cell_counts(tp=1, fn=0, fp=0, tn=1)}, resampling=QUICK)
    model.hide("a")
    ask_everything(model)
    with pytest.raises(CostCurveError, match="no visible classifier"):
        model.bootstrap()


def test_free_errors_leave_other_pc_without_cost_in_currency():
    model = CostCurveModel(
        {"a": point_set(fpr=0.1, tpr=0.6)}, conditions=Conditions(0.5, cost_fp=0, cost_fn=1)
    )
    assert model.pc == 1
    assert model.cost().per_case == Range(0, 0)
    assert model.cost(pc=0.4).per_case is None
    with pytest.raises(CostCurveError):
        model.pc = 0.4
    assert model.pc == 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_any_range_of_pc_settles(first, second):
    model = CostCurveModel(conditions=Conditions((0.1, 0.2), cost_fp=(1, 2), cost_fn=(5, 10)))
    low, high = sorted((first, second))
    model.pc_range = (low, high)
    assert low <= model.pc <= high
    conditions = model.conditions
    assert conditions is not None
    assert (conditions.pc.low, conditions.pc.high) == pytest.approx((low, high), abs=1e-9)


def test_event_loop_receives_bands_without_waiting():
    label = np.arange(40) % 2
    score = np.random.default_rng(0).normal(size=40) + label

    async def main():
        model = CostCurveModel({"a": predictions(label, score)}, resampling=QUICK)
        done = asyncio.Event()
        model.observe(lambda _: done.set(), "bands")
        model.bootstrap(wait=False)
        assert model.bands is None
        await asyncio.wait_for(done.wait(), 60)
        waited = model.bootstrap(rng=1)
        return model, waited

    model, waited = asyncio.run(main())
    assert model.bands is waited
    assert waited.settings.rng == 1


@pytest.mark.parametrize("wrong", [{"level": 2}, {"n_resamples": 5}, {"rng": "x"}])
def test_impossible_bootstrap_keeps_all_traits(wrong):
    model = CostCurveModel({"a": ([0, 1, 0, 1], [1, 2, 3, 4])})
    before = {name: getattr(model, name) for name in model.trait_names()}
    with pytest.raises(CostCurveError):
        model.bootstrap(**{"n_resamples": 300, "method": "fixed", **wrong})
    assert {name: getattr(model, name) for name in model.trait_names()} == before
