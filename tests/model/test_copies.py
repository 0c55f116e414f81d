"""A model can be copied, pickled and sent to another process; nothing is shared but what stays."""

import copy
import pickle

import numpy as np
import pytest

from cc_widgets.core import Conditions, point_set
from cc_widgets.model.state import CostCurveModel

SETTABLE = sorted(
    set(CostCurveModel.class_trait_names())
    - {"derived", "band", "difference", "stale", "answer", "job"}
)
WAYS = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda model: pickle.loads(pickle.dumps(model)),  # noqa: S301 (our own)
}


@pytest.fixture
def model():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    found = CostCurveModel(
        {
            "forest": (y, rng.normal(size=60) + y),
            "tree": (y, rng.normal(size=60) + y),
            "rule": point_set(fpr=0.2, tpr=0.7),
        },
        conditions=Conditions((0.1, 0.2), 1, (1, 4)),
        criterion={"kind": "youden"},
        colors={"tree": "#112233"},
        hidden=["rule"],
        average=True,
        unit="EUR",
        cost_top=1.0,
    )
    found.pins = [{"kind": "edge", "index": 0}]
    found.bootstrap(level=0.8, n_resamples=200, rng=0)
    return found


def said(model):
    """What the model says, in values that can be compared."""
    settings = {name: getattr(model, name) for name in SETTABLE if name != "classifiers"}
    bands = {name: band.lower.tolist() for name, band in model.band.each.items()}
    hull = model.derived.hull.fpr.tolist(), model.derived.hull.owner.tolist()
    difference = model.difference.upper.tolist()
    read = model.read().words
    return settings, list(model.classifiers), bands, hull, difference, model.answer.words, read


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_f2_a_copy_says_the_same(model, way):
    again = way(model)
    assert type(again) is CostCurveModel
    assert said(again) == said(model)
    assert (again.stale, again.job) == (False, None)
    assert not again.derived.classifiers[0].curve.fpr.flags.writeable
    assert again.band is not None
    assert not again.band.each["tree"].lower.flags.writeable


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_f2_a_copy_lives_its_own_life(model, way):
    again = way(model)
    before = said(model)
    seen: list[object] = []
    model.observe(seen.append)
    again.rename("tree", "oak")
    again.hide("forest")
    again.criterion = None
    again.bootstrap(n_resamples=150, rng=1)
    again.conditions = Conditions(0.5, 1, 1)
    assert (said(model), seen) == (before, [])
    assert again.colors == {"oak": "#112233"}
    with pytest.raises(TypeError):
        again.colors["oak"] = "#000000"


def test_f2_an_observer_is_not_copied_and_the_running_job_neither(model):
    told: list[object] = []
    model.observe(told.append, "pc")
    model.start_bootstrap()
    again = copy.copy(model)
    again.conditions = None
    again.pc = 0.3
    assert (told, again.job, model.job.state) == ([], None, "running")
    model.cancel()


def test_f2_an_empty_model_can_be_pickled():
    again = WAYS["pickled"](CostCurveModel())
    assert (dict(again.classifiers), again.pc) == ({}, 0.5)
