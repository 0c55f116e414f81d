"""Interrupted cells, repeated cells and missing threads, in a kernel without a page."""

import pytest

from tests.support.kernel import Kernel

START = """
import gc, threading
import numpy as np
import cc_widgets as cc
from cc_widgets.model.bands import BootstrapSettings
rng = np.random.default_rng(0)
y = np.arange(2000) % 2
model = cc.CostCurveModel({name: (y, rng.normal(size=y.size) + y) for name in "ab"})
def count_jobs():
    return sum(thread.name == "cc_widgets job" for thread in threading.enumerate())
"""
SHOW = """
scores = {name: rng.normal(size=y.size) + y for name in "ab"}
explorer = cc.explore(y, scores)
explorer
"""
MODELS = "sum(isinstance(item, cc.CostCurveModel) for item in gc.get_objects())"


@pytest.fixture(scope="module")
def kernel():
    with Kernel() as running:
        assert running.run(START)["status"] == "ok"
        yield running


def test_interrupted_bootstrap_stops_all_jobs_and_restores_the_model(kernel):  # W14
    request = kernel.send(
        "print('begun', flush=True)\nmodel.bootstrap(level=0.8, n_resamples=50_000, rng=1)"
    )
    kernel.wait_for_output(request)
    kernel.interrupt()
    assert kernel.reply(request)["ename"] == "KeyboardInterrupt"
    assert kernel.value("model.job is None or model.job.state == 'cancelled'")
    kernel.wait_for_value("count_jobs()", 0)
    assert kernel.value("model.level, model.bands") == (0.9, None)
    assert kernel.value("model.resampling == BootstrapSettings()")


def test_cell_that_is_run_again_keeps_one_model(kernel):  # F1
    before = kernel.value(MODELS)
    for _ in range(4):
        assert kernel.run(SHOW, "a cell")["status"] == "ok"
    assert kernel.value(MODELS) == before + 1
    assert kernel.value("len([value for value in Out.values() if value is not None]) >= 4")
    kernel.run("explorer.close()")


def test_bootstrap_without_threads_runs_in_the_event_loop(kernel):  # N6
    kernel.run(
        "start = threading.Thread.start\n"
        'def refuse(thread): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = refuse\n"
        "try:\n"
        "    model.bootstrap(wait=False)\n"
        "finally:\n"
        "    threading.Thread.start = start\n"
    )
    kernel.wait_for_value("model.job.state", "done")
    assert kernel.value("model.bands.complete, model.bands.n_done, count_jobs()") == (True, 1999, 0)
