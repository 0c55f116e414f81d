"""Waiting for an engine ends with a result, an interrupt, or an error that gives the cause."""

from threading import Event

import narwhals as nw
import polars as pl
import pytest

from cc_widgets import CostCurveModel
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import waiting
from cc_widgets.intake.waiting import collect, connection_error

FRAME = pl.LazyFrame({"y": [0, 1, 0, 1], "p": [0.1, 0.2, 0.3, 0.4]})


class Py4JNetworkError(Exception):
    """Error of the name that the gateway of Spark raises."""


class FakeCluster:
    """Cluster whose query ends only when it is cancelled."""

    def __init__(self, workers):
        self.workers, self.cancelled, self.released = workers, Event(), Event()

    def answer(self, *_, **__):
        if self.cancelled.wait(10):
            raise RuntimeError("cancelled")

    def as_cluster(self, _):
        return waiting._Cluster(self.workers, self.cancelled.set, self.released.set)


@pytest.fixture
def cluster(monkeypatch):
    fake = FakeCluster(lambda: 0)
    monkeypatch.setattr(waiting, "_PAUSE", 0.001)
    monkeypatch.setattr(waiting, "NO_WORKERS", 0.01)
    monkeypatch.setattr(waiting, "_cluster_of", fake.as_cluster)
    monkeypatch.setattr(nw.LazyFrame, "collect", fake.answer)
    return fake


def test_query_is_cancelled_after_the_time_limit_without_workers(cluster):
    with pytest.raises(
        CostCurveError, match=r"with workers\. Got no workers of .* for 0\.01 s, the ti"
    ):
        collect(nw.from_native(FRAME))
    assert cluster.cancelled.is_set()
    assert cluster.released.is_set()


def test_query_is_not_cancelled_while_there_are_workers(cluster, monkeypatch):
    calls = iter(range(100))

    def workers():
        if next(calls) == 50:
            cluster.cancelled.set()
        return 2

    cluster.workers = workers
    monkeypatch.setattr(waiting, "NO_WORKERS", 0.0)
    with pytest.raises(RuntimeError, match="cancelled"):
        collect(nw.from_native(FRAME))


def test_interrupt_cancels_the_work_of_the_cluster(cluster, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    cluster.workers = lambda: 2
    monkeypatch.setattr(nw.LazyFrame, "collect", interrupt)
    with pytest.raises(KeyboardInterrupt):
        collect(nw.from_native(FRAME))
    assert cluster.cancelled.is_set()


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(111, "Connection refused"),
        TimeoutError("Timed out trying to connect to tcp://127.0.0.1:8786"),
        OSError("Timed out trying to connect to tcp://127.0.0.1:8786"),
        Py4JNetworkError("Answer from Java side is empty"),
        RuntimeError("Job aborted: ExecutorLostFailure (executor 0 exited)"),
    ],
)
def test_error_of_a_lost_connection_names_the_engine_and_the_cause(monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(nw.LazyFrame, "collect", fail)
    with pytest.raises(CostCurveError) as raised:
        CostCurveModel.from_frame(FRAME, y_true="y", y_score="p")
    assert "must be connected to its engine. Got " in str(raised.value)
    assert f"{type(error).__name__} from polars" in str(raised.value)


def test_other_errors_are_not_lost_connections():
    assert connection_error(FRAME, FileNotFoundError("scores.parquet")) is None
    assert connection_error(FRAME, ValueError("column p")) is None
