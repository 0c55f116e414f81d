"""Rejected, failed and interrupted changes leave the model and its bands unchanged."""

import signal
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.jobs import Job, JobStep
from cc_widgets.model.state import CostCurveModel
from tests.support.sameness import assign

RATES = {"a": (0.1, 0.6), "b": (0.4, 0.9), "c": (0.2, 0.7)}
FREE_ERROR = Conditions(prior=(0.1, 0.3), cost_fp=0, cost_fn=1)
RANGE = Conditions(prior=(0.2, 0.5), cost_fp=1, cost_fn=(1, 4))
POINTS = {name: point_set(fpr=x, tpr=y) for name, (x, y) in RATES.items()}

# Valid and invalid values of each trait; some are valid only after others are set.
VALUES: dict[str, list[Any]] = {
    "conditions": [
        None,
        Conditions(currency="EUR", n_cases=5),
        RANGE,
        FREE_ERROR,
        Conditions(0.2, 1, 4),
        Conditions(0.2, 0, 1),
        7,
    ],
    "pc": [0.0, 0.3, 1.0, 1.5, None],
    "pc_range": [None, (0.1, 0.3), (0.5, 0.5), (0.0, 1.0), (0.7, 0.2)],
    "view.follows": ["prior", "cost_ratio", "nothing"],
    "hidden": [(), ("a",), ("a", "b"), ("zz",)],
    "colors": [{}, {"a": "#000000"}, {"a": "black"}],
    "compared": [("a", "b"), ("c", "a"), ("a", "a"), None],
    "view.least_difference": [0.01, None, 0],
    "criterion": [None, {"kind": "youden"}, {"kind": "neyman_pearson", "max_fpr": 2}],
    "pins": [[], [{"kind": "point", "index": 0}], [{"kind": "edge", "index": 99}]],
    "average": ["vertical", "cost", "mean", True],
    "level": [0.8, 0.99, 2],
    "resampling": [BootstrapSettings(rng=1), 3],
    "view.shown_band": [None, "a", "zz"],
    "view.cost_top": [0.5, 1.0, 0.7],
    "classifiers": [POINTS, {"a": POINTS["a"]}, {"a": POINTS["a"], "d": POINTS["b"]}, {"a": 3}],
}
ONE_SET = st.sampled_from([(name, value) for name, values in VALUES.items() for value in values])


def traits(model):
    return {name: getattr(model, name) for name in model.trait_names()}


def set_all(model, values):
    with model.hold_trait_notifications():
        for name, value in values.items():
            assign(model, name, value)


def record_notifications(model):
    """Return a list that collects all notifications from now on."""
    seen: list[str] = []
    model.observe(lambda change: seen.append(change["name"]))
    return seen


@given(st.lists(st.lists(ONE_SET, min_size=1, max_size=4), max_size=12))
@settings(max_examples=150)
def test_rejected_change_keeps_all_traits_and_notifies_no_observer(changes):
    model = CostCurveModel(POINTS)
    seen = record_notifications(model)
    for together in changes:
        before, notified = traits(model), len(seen)
        try:
            set_all(model, dict(together))
        except CostCurveError:
            assert traits(model) == before
            assert len(seen) == notified
        assert model._settled == {name: getattr(model, name) for name in model._settled}


@pytest.mark.parametrize(("name", "value"), [("conditions", RANGE), ("pc_range", (0.3, 0.4))])
def test_conditions_are_set_completely_or_not_at_all(name, value):
    model = CostCurveModel(POINTS, **{name: value})
    before = traits(model)
    try:
        model.conditions = FREE_ERROR
    except CostCurveError:
        assert traits(model) == before
    else:
        assert (model.conditions, model.pc, model.pc_range) == (FREE_ERROR, 1.0, None)


def test_one_invalid_value_rolls_back_the_others():
    model = CostCurveModel(POINTS)
    before, seen = traits(model), record_notifications(model)
    together = {"level": 0.8, "hidden": ("a",), "average": "mean"}
    with pytest.raises(CostCurveError):
        set_all(model, together)
    assert (traits(model), seen) == (before, [])
    model.level = 0.8
    assert (model.level, seen) == (0.8, ["level"])


def test_a_failing_observer_does_not_stop_the_others():
    model = CostCurveModel(POINTS)
    model.observe(lambda _change: 1 / 0, "curves")
    seen = record_notifications(model)
    with pytest.raises(ZeroDivisionError):
        model.hide("a")
    assert model.hidden == ("a",)
    assert {"hidden"} <= set(seen)


def test_an_interruption_during_notification_rolls_the_change_back():
    model = CostCurveModel(POINTS)
    before = traits(model)
    notified = {}
    model.observe(lambda change: notified.update({change["name"]: change["new"]}))
    interrupted: list[bool] = []

    def interrupt(_change):
        if not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt

    model.observe(interrupt, "curves")
    with pytest.raises(KeyboardInterrupt):
        model.hide("a")
    assert traits(model) == before
    assert {name: before[name] for name in notified} == notified
    model.hide("a")
    assert model.curves.visible == (1, 2)


# The bootstrap


@pytest.fixture
def interruptible():
    """Started in the background, a process may be deaf to SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def scored():
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    return CostCurveModel({name: predictions(y, rng.normal(size=80) + y) for name in "ab"})


def no_thread_works():
    return not [thread for thread in threading.enumerate() if thread.name == "cc_widgets job"]


def ends_soon(job):
    job._thread.join(10)
    return no_thread_works()


@pytest.mark.parametrize("more", [{"n_resamples": 3}, {"level": 7}, {"method": "no such"}])
def test_rejected_bootstrap_keeps_the_settings(scored, more):
    before = traits(scored)
    with pytest.raises(CostCurveError):
        scored.bootstrap(rng=5, **more)
    assert traits(scored) == before


def test_failed_bootstrap_keeps_settings_and_bands(scored, monkeypatch):
    kept = scored.bootstrap(n_resamples=100, rng=0)
    before = traits(scored)

    def fail(*_args, **_more):
        yield JobStep(0.1)
        raise MemoryError("too large")

    monkeypatch.setattr("cc_widgets.model.state.bootstrap_steps", fail)
    with pytest.raises(CostCurveError, match="out of memory"):
        scored.bootstrap(level=0.8, n_resamples=300, rng=1)
    assert (scored.job.state, scored.bands) == ("failed", kept)
    assert {**traits(scored), "job": None} == {**before, "job": None}


@pytest.mark.usefixtures("interruptible")
def test_interrupted_bootstrap_ends_its_thread_and_restores_the_model(scored):
    kept = scored.bootstrap(n_resamples=100, rng=0)
    before = traits(scored)
    shown: list[object] = []

    def interrupt(change):
        if not change["new"].complete and not shown:
            shown.append(change["new"])
            signal.raise_signal(signal.SIGINT)

    scored.observe(interrupt, "bands")
    with pytest.raises(KeyboardInterrupt):
        scored.bootstrap(level=0.8, n_resamples=20_000, rng=1)
    assert scored.job.state == "cancelled"
    assert ends_soon(scored.job)
    assert scored.bands is kept
    assert {**traits(scored), "job": None} == {**before, "job": None}


@pytest.mark.usefixtures("interruptible")
def test_interruption_before_the_first_part_cancels():
    go = threading.Event()

    def work():
        while True:
            go.wait(10)
            yield JobStep(0.0)

    timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
    job = Job(work(), print)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        job.wait()
    go.set()
    assert job.state == "cancelled"
    assert ends_soon(job)
