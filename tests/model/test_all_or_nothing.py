"""What is refused, fails or is interrupted leaves model, observers and bands as they were."""

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
from cc_widgets.model.jobs import Job, Step
from cc_widgets.model.state import CostCurveModel

RATES = {"a": (0.1, 0.6), "b": (0.4, 0.9), "c": (0.2, 0.7)}
FREE_ERROR = Conditions(prior=(0.1, 0.3), cost_fp=0, cost_fn=1)
RANGE = Conditions(prior=(0.2, 0.5), cost_fp=1, cost_fn=(1, 4))
POINTS = {name: point_set(fpr=x, tpr=y) for name, (x, y) in RATES.items()}

# Good values and bad ones of each trait; what is good may depend on what was set before.
VALUES: dict[str, list[Any]] = {
    "conditions": [None, RANGE, FREE_ERROR, Conditions(0.2, 1, 4), Conditions(0.2, 0, 1), 7],
    "pc": [0.0, 0.3, 1.0, 1.5, None],
    "pc_range": [None, (0.1, 0.3), (0.5, 0.5), (0.0, 1.0), (0.7, 0.2)],
    "follows": ["prior", "cost_ratio", "nothing"],
    "population": [5, 0],
    "unit": ["EUR", 5],
    "hidden": [(), ("a",), ("a", "b"), ("zz",)],
    "colors": [{}, {"a": "#000000"}, {"a": "black"}],
    "compared": [("a", "b"), ("c", "a"), ("a", "a"), None],
    "least_difference": [0.01, None, 0],
    "criterion": [None, {"kind": "youden"}, {"kind": "neyman_pearson", "max_fpr": 2}],
    "pins": [[], [{"kind": "point", "index": 0}], [{"kind": "edge", "index": 99}]],
    "average": ["vertical", "cost", "mean", True],
    "level": [0.8, 0.99, 2],
    "bootstrap_settings": [BootstrapSettings(rng=1), 3],
    "shown_band": [None, "a", "zz"],
    "cost_top": [0.5, 1.0, 0.7],
    "classifiers": [POINTS, {"a": POINTS["a"]}, {"a": POINTS["a"], "d": POINTS["b"]}, {"a": 3}],
}
ONE_SET = st.sampled_from([(name, value) for name, known in VALUES.items() for value in known])


def traits(model):
    return {name: getattr(model, name) for name in model.trait_names()}


def set_all(model, values):
    with model.hold_trait_notifications():
        for name, value in values.items():
            setattr(model, name, value)


def told(model):
    """Every notification from now on."""
    seen: list[str] = []
    model.observe(lambda change: seen.append(change["name"]))
    return seen


@given(st.lists(st.lists(ONE_SET, min_size=1, max_size=4), max_size=12))
@settings(max_examples=150)
def test_w13_a_refused_change_leaves_every_trait_and_tells_nobody(changes):
    model = CostCurveModel(POINTS)
    seen = told(model)
    for together in changes:
        before, heard = traits(model), len(seen)
        try:
            set_all(model, dict(together))
        except CostCurveError:
            assert traits(model) == before
            assert len(seen) == heard
        assert model._settled == {name: getattr(model, name) for name in model._settled}


@pytest.mark.parametrize(("name", "value"), [("conditions", RANGE), ("pc_range", (0.3, 0.4))])
def test_w13_conditions_are_accepted_as_a_whole_or_not_at_all(name, value):
    model = CostCurveModel(POINTS, **{name: value})
    before = traits(model)
    try:
        model.conditions = FREE_ERROR
    except CostCurveError:
        assert traits(model) == before
    else:
        assert (model.conditions, model.pc, model.pc_range) == (FREE_ERROR, 1.0, None)


def test_w13_one_bad_value_among_several_undoes_the_good_ones():
    model = CostCurveModel(POINTS)
    before, seen = traits(model), told(model)
    together = {"level": 0.8, "hidden": ("a",), "population": -1}
    with pytest.raises(CostCurveError):
        set_all(model, together)
    assert (traits(model), seen) == (before, [])
    model.level = 0.8
    assert (model.level, seen) == (0.8, ["level"])


def test_an_observer_that_fails_keeps_no_other_from_hearing():
    model = CostCurveModel(POINTS)
    model.observe(lambda _change: 1 / 0, "derived")
    seen = told(model)
    with pytest.raises(ZeroDivisionError):
        model.hide("a")
    assert model.hidden == ("a",)
    assert {"hidden"} <= set(seen)


def test_a_change_interrupted_while_it_is_told_is_taken_back_everywhere():
    model = CostCurveModel(POINTS)
    before = traits(model)
    heard = {}
    model.observe(lambda change: heard.update({change["name"]: change["new"]}))
    interrupted: list[bool] = []

    def interrupt(_change):
        if not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt

    model.observe(interrupt, "derived")
    with pytest.raises(KeyboardInterrupt):
        model.hide("a")
    assert traits(model) == before
    assert {name: before[name] for name in heard} == heard
    model.hide("a")
    assert model.derived.visible == (1, 2)


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
    return not [one for one in threading.enumerate() if one.name == "cc_widgets job"]


def ends_soon(job):
    job._thread.join(10)
    return no_thread_works()


@pytest.mark.parametrize("more", [{"n_resamples": 3}, {"level": 7}, {"method": "no such"}])
def test_w13_a_refused_bootstrap_leaves_the_settings(scored, more):
    before = traits(scored)
    with pytest.raises(CostCurveError):
        scored.bootstrap(rng=5, **more)
    assert traits(scored) == before


def test_w13_a_failed_bootstrap_leaves_settings_and_bands(scored, monkeypatch):
    kept = scored.bootstrap(n_resamples=100, rng=0)
    before = traits(scored)

    def fail(*_args, **_more):
        yield Step(0.1)
        raise MemoryError("too large")

    monkeypatch.setattr("cc_widgets.model.state.work", fail)
    with pytest.raises(CostCurveError, match="memory is not sufficient"):
        scored.bootstrap(level=0.8, n_resamples=300, rng=1)
    assert (scored.job.state, scored.band) == ("failed", kept)
    assert {**traits(scored), "job": None} == {**before, "job": None}


@pytest.mark.usefixtures("interruptible")
def test_w14_interrupting_the_bootstrap_ends_its_thread_and_leaves_all_as_it_was(scored):
    kept = scored.bootstrap(n_resamples=100, rng=0)
    before = traits(scored)
    shown: list[object] = []

    def interrupt(change):
        if not change["new"].complete and not shown:
            shown.append(change["new"])
            signal.raise_signal(signal.SIGINT)

    scored.observe(interrupt, "band")
    with pytest.raises(KeyboardInterrupt):
        scored.bootstrap(level=0.8, n_resamples=20_000, rng=1)
    assert scored.job.state == "cancelled"
    assert ends_soon(scored.job)
    assert scored.band is kept
    assert {**traits(scored), "job": None} == {**before, "job": None}


@pytest.mark.usefixtures("interruptible")
def test_w14_an_interruption_while_nothing_arrives_cancels_too():
    go = threading.Event()

    def work():
        while True:
            go.wait(10)
            yield Step(0.0)

    timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
    job = Job(work(), print)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        job.wait()
    go.set()
    assert job.state == "cancelled"
    assert ends_soon(job)
