"""What a person does in a notebook that has nothing to do with the page: interrupt, run again."""

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
def at_work():
    return sum(one.name == "cc_widgets job" for one in threading.enumerate())
"""
SHOW = """
scores = {name: rng.normal(size=y.size) + y for name in "ab"}
explorer = cc.explore(y, scores)
explorer
"""
ALIVE = "sum(isinstance(one, cc.CostCurveModel) for one in gc.get_objects())"


@pytest.fixture(scope="module")
def kernel():
    with Kernel() as started:
        assert started.run(START)["status"] == "ok"
        yield started


def test_w14_an_interrupted_cell_leaves_nothing_at_work(kernel):
    request = kernel.send(
        "print('begun', flush=True)\nmodel.bootstrap(level=0.8, n_resamples=50_000, rng=1)"
    )
    kernel.prints(request)
    kernel.interrupt()
    assert kernel.reply(request)["ename"] == "KeyboardInterrupt"
    assert kernel.value("model.job is None or model.job.state == 'cancelled'")
    kernel.becomes("at_work()", 0)
    assert kernel.value("model.level, model.band, model.stale") == (0.9, None, False)
    assert kernel.value("model.bootstrap_settings == BootstrapSettings()")


def test_f1_a_cell_that_is_run_again_keeps_one_model(kernel):
    before = kernel.value(ALIVE)
    for _ in range(10):
        assert kernel.run(SHOW, "a cell")["status"] == "ok"
    assert kernel.value(ALIVE) == before + 1
    assert kernel.value("len([one for one in Out.values() if one is not None]) >= 10")
    kernel.run("explorer.close()")


def test_n6_without_threads_bands_come_while_the_kernel_answers(kernel):
    kernel.run(
        "start = threading.Thread.start\n"
        'def refuse(thread): raise RuntimeError("can\'t start new thread")\n'
        "threading.Thread.start = refuse\n"
        "try:\n"
        "    model.start_bootstrap()\n"
        "finally:\n"
        "    threading.Thread.start = start\n"
    )
    kernel.becomes("model.job.state", "done")
    assert kernel.value("model.band.complete, model.band.n_done, at_work()") == (True, 1999, 0)
