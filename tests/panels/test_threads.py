"""Thread safety: in JupyterLab, ipykernel 7 handles page messages in another thread."""

import copy
import gc
import inspect
import pickle
import sys
import traceback
from contextlib import suppress
from functools import partial
from threading import Barrier, Thread
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from ipywidgets import Text, VBox

import cc_widgets as cc
from cc_widgets.core import Conditions, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model import settle, state, traits
from cc_widgets.model.jobs import Job, JobStep
from cc_widgets.model.traits import CHANGE_LOCK, watch
from cc_widgets.panels.asking import Question
from cc_widgets.panels.parts import UserChanges
from cc_widgets.panels.stepping import Steps
from tests.panels.conftest import data
from tests.support.sameness import assign


@pytest.fixture
def often():
    """Switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_thread(act):
    """Call a function in another thread; return a function that joins it and re-raises."""
    failed: list[BaseException] = []
    ready = Barrier(2)

    def run():
        ready.wait()
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (re-raised in the main thread)
            failed.append(error)

    thread = Thread(target=run)
    thread.start()
    ready.wait()

    def end():
        thread.join()
        return failed

    return end


def test_muted_changes_are_ignored_and_other_threads_wait():
    control, changes = Text(), []
    ear = UserChanges(control, lambda change: changes.append(change["new"]))
    with ear.muted():
        control.value = "set by Python"
        with ear.muted():
            control.value = "set again"
        control.value = "and again"
        end = in_thread(lambda: setattr(control, "value", "typed meanwhile"))
        while control.value != "typed meanwhile":
            sleep(0.001)
        assert changes == []
    assert end() == []
    assert changes == ["typed meanwhile"]
    control.value = "typed"
    assert changes == ["typed meanwhile", "typed"]
    ear.close()
    ear.close()
    control.value = "typed in vain"
    assert changes == ["typed meanwhile", "typed"]
    control.close()


def test_unregistered_handler_is_not_called():
    control = Text()
    changes: list[object] = []
    first = UserChanges(control, lambda _change: second.close())
    second = UserChanges(control, changes.append)
    control.value = "typed"
    assert changes == []
    first.close()
    control.close()


@pytest.mark.usefixtures("often")
def test_changes_of_two_threads_are_sequential():
    model = cc.CostCurveModel(data())
    model.conditions = Conditions(0.2, 1, (2, 8))
    seen: list[tuple[float, Conditions | None]] = []

    def look():
        seen.append((model.pc, model.conditions))

    watch(model, look, "pc", "conditions")

    def set_often(costs):
        for cost in costs:
            model.conditions = Conditions(0.2, 1, cost)

    end = in_thread(lambda: set_often([3, 5] * 40))
    set_often([4, 6] * 40)
    assert end() == []
    assert len(seen) == 160
    assert all(conditions is not None and conditions.pc.low == pc for pc, conditions in seen)


@pytest.mark.usefixtures("often", "open_widgets")
def test_close_during_page_message():
    for _ in range(10):
        explorer = cc.CostCurveExplorer(cc.CostCurveModel(data()))
        duality = explorer.duality

        def drag(duality=duality):
            for step in range(1, 40):
                duality.pc = step / 40

        end = in_thread(drag)
        explorer.close()
        assert end() == []


def test_page_state_is_sent_while_holding_the_lock(monkeypatch):
    explorer = cc.CostCurveExplorer(cc.CostCurveModel(data()))
    sent: list[tuple[float, bool]] = []

    def try_lock(pc):
        is_free = CHANGE_LOCK.acquire(blocking=False)
        sent.append((pc, is_free))
        if is_free:
            CHANGE_LOCK.release()

    def send(_widget, msg, **_buffers):
        thread = Thread(target=try_lock, args=[msg["state"].get("pc")])
        thread.start()
        thread.join()

    monkeypatch.setattr(type(explorer.duality), "_send", send)
    explorer.duality.pc = 0.25
    monkeypatch.undo()
    explorer.close()
    assert (0.25, False) in sent


# Public methods run one after the other, whichever thread calls them


PUBLIC = (
    cc.CostCurveModel,
    cc.CostCurveExplorer,
    cc.Laboratory,
    cc.ClassExplorer,
    Question,
    Steps,
    Job,
)
TAKE_TURNS_THEMSELVES = {"bootstrap", "hold_trait_notifications", "notify_change", "wait", "watch"}


class LockAcquired(Exception):  # noqa: N818 (it is no error)
    """Raised instead of waiting for the lock."""


class Tripwire:
    """Lock that raises instead of waiting."""

    def __enter__(self):
        raise LockAcquired

    def __exit__(self, *_error):
        raise NotImplementedError


def public_functions():
    """Yield our public methods and property accessors of the public classes."""
    for kind in PUBLIC:
        for owner in kind.__mro__:
            if not owner.__module__.startswith("cc_widgets"):
                continue
            for name, member in vars(owner).items():
                accessors = [getattr(member, part, None) for part in ("fget", "fset")]
                functions = accessors if isinstance(member, property) else [member]
                for function in filter(inspect.isfunction, functions):
                    if not name.startswith("_"):
                        yield name, function


FUNCTIONS = {function: name for name, function in public_functions()}


def test_every_public_method_acquires_lock_first(monkeypatch):
    assert len(FUNCTIONS) > 80
    monkeypatch.setattr(traits, "CHANGE_LOCK", Tripwire())
    for function, name in FUNCTIONS.items():
        if name not in TAKE_TURNS_THEMSELVES:
            with pytest.raises(LockAcquired):
                function(object())


def shared_notes(model, name, i):
    return model.add_note(f"{name} {i}", pc=0.3)


def shared_list(model, name, i):
    model.add(f"{name} {i}", (0.2, 0.7))


def shared_switch(model, name, i):
    (model.show if i % 2 else model.hide)(name)


def shared_marks(model, name, i):
    model.mark(name, float(i))


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("change", "times", "state_of"),
    [
        (shared_notes, 60, lambda model: len(model.notes)),
        (shared_list, 20, lambda model: len(model.classifiers)),
        (shared_switch, 51, lambda model: sorted(model.hidden)),
        (shared_marks, 50, lambda model: sorted(model.marks)),
    ],
)
def test_concurrent_changes_are_not_lost(change, times, state_of):
    sequential, shared = cc.CostCurveModel(data()), cc.CostCurveModel(data())

    def change_often(model, name):
        for i in range(times):
            change(model, name, i)

    for name in ("forest", "tree"):
        change_often(sequential, name)
    end = in_thread(partial(change_often, shared, "forest"))
    change_often(shared, "tree")
    assert end() == []
    assert state_of(shared) == state_of(sequential)


@pytest.mark.usefixtures("often")
def test_bootstrap_starts_during_change_of_data():
    model = cc.CostCurveModel(data())
    model.resampling = cc.BootstrapSettings(n_resamples=100, rng=0)

    def replace_often():
        for i in range(60):
            model.classifiers = {f"{name} {i}": arrays for name, arrays in data(i).items()}

    end = in_thread(replace_often)
    for _ in range(60):
        model.bootstrap(wait=False)
        assert model.job is not None
        model.job.cancel()
    assert end() == []
    assert model.bootstrap(rng=1).complete


def test_replaced_bootstrap_does_not_affect_its_successor():
    model = cc.CostCurveModel(data())
    later: list[Job] = []

    def replace(_change):
        model.unobserve(replace, "bands")
        model.level = 0.8
        later.append(model.bootstrap(wait=False))

    model.observe(replace, "bands")
    with pytest.raises(CostCurveError, match="cancelled"):
        model.bootstrap(n_resamples=1000, rng=0)
    assert model.job is later[0]
    later[0].wait()
    assert later[0].state == "done"
    assert (model.resampling.n_resamples, model.level, model._has_stale_bands) == (1000, 0.8, False)


# Results of a job belong to the data for which it was started


def test_bands_are_applied_while_holding_the_lock(monkeypatch):
    model = cc.CostCurveModel(data())

    def replace():
        if CHANGE_LOCK.acquire(blocking=False):
            try:
                model.classifiers = data(1)
            finally:
                CHANGE_LOCK.release()

    def interrupted(*args):
        values = settle.band_changes(*args)
        thread = Thread(target=replace)
        thread.start()
        thread.join()
        return values

    monkeypatch.setattr(state, "band_changes", interrupted)
    job = model.bootstrap(wait=False)
    job.wait()
    assert is_consistent(model)
    assert (job.state, model._has_stale_bands) == ("done", False)


def is_consistent(model):
    """Return whether bands are out of date or belong to the current classifiers."""
    with model.hold_trait_notifications():
        if model.bands is None or model._has_stale_bands:
            return True
        sources = model.bands.resampled.sources
        return all(sources[item.name] is item.source for item in model.curves.shown)


def test_bands_of_replaced_job_are_discarded():
    model = cc.CostCurveModel(data())
    jobs = []

    def fail():
        with model.hold_trait_notifications():
            jobs.append(model.bootstrap(wait=False))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    jobs[0].wait()
    assert (model.job, model.bands, jobs[0].state) == (None, None, "cancelled")


def test_messages_of_a_job_are_handled_while_holding_the_lock():
    owners: list[bool] = []

    def take(_part):
        thread = Thread(target=lambda: owners.append(CHANGE_LOCK.acquire(blocking=False)))
        thread.start()
        thread.join()

    Job(iter([JobStep(0.5, 1), JobStep(1.0, 2)]), take).wait()
    assert owners == [False, False]


# Garbage is collected in any thread


def widget_of_each_kind():
    """Return a widget of each public kind."""
    model = cc.CostCurveModel(data())
    explorer = cc.CostCurveExplorer(model)
    return [
        explorer,
        explorer.ask("classifier", pc=0.6),
        cc.Laboratory(n=50),
        cc.ClassExplorer.from_matrices([[5, 1], [2, 6]]),
        cc.steps("hull", {"a": (0.2, 0.7)}),
    ]


def test_garbage_collection_never_waits_for_the_lock(open_widgets):
    gc.collect()
    widgets = widget_of_each_kind()
    kinds = {type(widget) for widget in widgets}
    assert {kind for kind in PUBLIC if issubclass(kind, VBox)} == kinds
    for widget in widgets:
        widget.close()
    rings = [[widget] for widget in widgets]
    for ring in rings:
        ring.append(ring)
    del widgets, widget, rings, ring
    collector = Thread(target=gc.collect, daemon=True)
    with CHANGE_LOCK:
        collector.start()
        collector.join(30)
        assert not collector.is_alive()
    assert not open_widgets()


# Everything at once


class Caller:
    """Random caller of a model; only it changes the classifiers and notes that it has added.

    Parameters
    ----------
    model : CostCurveModel
        Shared with other callers.
    name : str
        Beginning of all names and notes of this caller.
    seed : int
        Of its choices.
    pool : sequence of Predictions
        Data of its classifiers.
    """

    def __init__(self, model, name, seed, pool):
        self.model, self.name, self.pool = model, name, pool
        self.rng = np.random.default_rng(seed)
        self.calls, self.count = 0, 0
        self.hidden: dict[str, bool] = {}
        self.colors: dict[str, str] = {}
        self.marks: dict[str, float] = {}
        self.notes: dict[str, str] = {}
        self.explorers: list[cc.CostCurveExplorer] = []
        self.acts = [
            *[self.add, self.remove, self.rename, self.switch, self.recolor, self.mark] * 2,
            *[self.add_note, self.edit_note, self.remove_note, self.set_several] * 2,
            *[self.set_one, self.ask, self.run, self.show, self.drag, self.close, self.gather],
        ]

    def run_for(self, seconds):
        until = monotonic() + seconds
        while monotonic() < until:
            self.acts[self.rng.integers(len(self.acts))]()
            assert is_consistent(self.model)
            self.calls += 1
        while self.explorers:
            self.close()

    def of_classifiers(self) -> list[dict[str, Any]]:
        return [self.hidden, self.colors, self.marks]

    def new_name(self):
        self.count += 1
        return f"{self.name} {self.count}"

    def one_of(self, values):
        values = list(values)
        return values[self.rng.integers(len(values))]

    def add(self):
        if len(self.hidden) < 4:
            name = self.new_name()
            self.model.add(name, self.one_of(self.pool))
            self.hidden[name] = False

    def remove(self):
        if self.hidden:
            name = self.one_of(self.hidden)
            self.model.remove(name)
            for values in self.of_classifiers():
                values.pop(name, None)

    def rename(self):
        if self.hidden:
            old, new = self.one_of(self.hidden), self.new_name()
            self.model.rename(old, new)
            for values in self.of_classifiers():
                if old in values:
                    values[new] = values.pop(old)

    def gather(self):
        if len(self.hidden) > 1:
            first, second, name = *list(self.hidden)[:2], self.new_name()
            with suppress(CostCurveError):
                self.model.merge_folds(name, first, second)
                self.hidden[name] = False
                for values in self.of_classifiers():
                    for old in (first, second):
                        values.pop(old, None)

    def switch(self):
        if self.hidden:
            name = self.one_of(self.hidden)
            self.hidden[name] = not self.hidden[name]
            (self.model.hide if self.hidden[name] else self.model.show)(name)

    def recolor(self):
        if self.hidden:
            name = self.one_of(self.hidden)
            self.colors[name] = f"#{self.rng.integers(16**6):06x}"
            with self.model.hold_trait_notifications():  # nothing else changes in between
                self.model.colors = {**self.model.colors, name: self.colors[name]}

    def mark(self):
        if self.hidden:
            name = self.one_of(self.hidden)
            with suppress(CostCurveError):  # folds have no common threshold
                self.model.unmark(name)
                self.marks.pop(name, None)
                threshold = float(self.rng.normal())
                self.model.mark(name, threshold)
                self.marks[name] = threshold

    def add_note(self):
        if len(self.notes) < 10:
            text = self.new_name()
            self.notes[self.model.add_note(text, pc=self.rng.random())] = text

    def edit_note(self):
        if self.notes:
            note = self.one_of(self.notes)
            self.notes[note] = self.new_name()
            self.model.edit_note(note, text=self.notes[note])

    def remove_note(self):
        if self.notes:
            note = self.one_of(self.notes)
            self.model.remove_note(note)
            del self.notes[note]

    def set_one(self):
        name, values = self.one_of(SETTINGS.items())
        with suppress(CostCurveError):
            assign(self.model, name, self.one_of(values))

    def set_several(self):
        with self.model.hold_trait_notifications():
            for act in (self.add, self.switch, self.recolor, self.remove, self.add_note):
                act()

    def ask(self):
        question = self.one_of(QUESTIONS)
        with suppress(CostCurveError):
            question(self.model)

    def run(self):
        with suppress(CostCurveError):
            kind = self.rng.integers(4)
            if kind == 0:
                self.model.bootstrap(n_resamples=100, rng=int(self.rng.integers(5)))
            elif kind == 1:
                self.model.bootstrap(wait=False)
            elif (job := self.model.job) is not None:
                job.cancel() if kind == 2 else job.wait(0.01)

    def show(self):
        if len(self.explorers) < 2:
            self.explorers.append(cc.CostCurveExplorer(self.model))

    def drag(self):
        if self.explorers:
            self.one_of(self.explorers).duality.pc = self.rng.random()

    def close(self):
        if self.explorers:
            self.explorers.pop().close()
            gc.collect()

    def check(self):
        model = self.model
        own_names = [name for name in model.classifiers if name.startswith(self.name)]
        assert sorted(own_names) == sorted(self.hidden)
        assert {name: name in model.hidden for name in own_names} == self.hidden
        assert {
            name: color for name, color in model.colors.items() if name in own_names
        } == self.colors
        marks = {mark.name: mark.threshold for mark in model.marks if mark.name in own_names}
        assert marks == self.marks
        notes = {note["id"]: note["text"] for note in model.notes if self.name in note["text"]}
        assert notes == self.notes


SETTINGS: dict[str, list[Any]] = {
    "pc": [0.1, 0.4, 0.8],
    "pc_range": [None, (0.1, 0.3), (0.4, 0.9)],
    "conditions": [None, Conditions(0.2, 1, 4), Conditions((0.2, 0.5), 1, (1, 4))],
    "average": ["cost", "vertical", "pooled"],
    "level": [0.8, 0.9],
    "view.axis": ["pc", "prior"],
    "criterion": [None, {"kind": "youden"}],
    "compared": [("forest", "tree"), ("tree", "forest")],
}
QUESTIONS = [
    copy.copy,
    pickle.dumps,
    repr,
    cc.CostCurveModel.threshold_stability,
    cc.CostCurveModel.confidence_interval,
    cc.CostCurveModel.sample_size,
    cc.CostCurveModel.recommend,
    cc.CostCurveModel.summary,
    cc.CostCurveModel.to_code,
    cc.CostCurveModel.to_csv,
    lambda model: model.compare("forest", "tree"),
    lambda model: cc.steps("hull", model).close(),
]


@pytest.mark.long
@pytest.mark.usefixtures("often", "open_widgets")
def test_every_public_method_is_thread_safe(pytestconfig):
    seconds = pytestconfig.getoption("--fuzz-seconds")
    seconds = seconds or (60.0 if pytestconfig.getoption("--long") else 2.0)
    rng = np.random.default_rng(0)
    labels = [rng.permutation(np.arange(60) % 2) for _ in range(3)]
    pool = [predictions(y, rng.normal(size=60) + y) for y in labels for _ in range(2)]
    model = cc.CostCurveModel(data())
    model.resampling = cc.BootstrapSettings(n_resamples=100, rng=0)
    callers = [Caller(model, name, seed, pool) for seed, name in enumerate(("left", "right"))]
    failures: list[str] = []

    def run(caller):
        try:
            caller.run_for(seconds)
        except BaseException:  # noqa: BLE001 (the main thread raises)
            failures.append(traceback.format_exc())

    threads = [Thread(target=run, args=[caller], daemon=True) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 120)
        frame = sys._current_frames().get(thread.ident or 0)
        assert not thread.is_alive(), "".join(traceback.format_stack(frame))
    assert failures == []
    for caller in callers:
        caller.check()
    print([caller.calls for caller in callers])  # noqa: T201 (how much was tried)
