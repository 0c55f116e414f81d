"""Collection of query results, with an error if a cluster is lost or has no workers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from textwrap import shorten
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from cc_widgets.errors import CostCurveError

if TYPE_CHECKING:
    from narwhals import DataFrame, LazyFrame

NO_WORKERS = 120.0
"""Seconds without workers after which a query is cancelled."""

_PAUSE = 1.0  # seconds between two queries of the number of workers
_MAX_MESSAGE = 120  # characters quoted from messages of other libraries
_ENGINES = {
    "dask": "Dask",
    "dask_expr": "Dask",
    "distributed": "Dask",
    "pyspark": "Spark",
    "ibis": "Ibis",
    "duckdb": "DuckDB",
    "_duckdb": "DuckDB",
    "polars": "polars",
}
_LOST_ERRORS = (ConnectionError, TimeoutError, CancelledError)
_LOST_TYPES = {
    "ClosedClientError",
    "KilledWorker",
    "NoValidWorkerError",
    "Py4JNetworkError",
    "SparkConnectGrpcException",
}
_LOST_MESSAGES = (
    "Timed out",
    "onnection refused",
    "SparkContext was shut down",
    "stopped SparkContext",
    "All masters are unresponsive",
    "Answer from Java side is empty",
    "ExecutorLostFailure",
)
_tags = count()


def collect(query: LazyFrame[Any]) -> DataFrame[Any]:
    """Return the result of a query, streamed if the engine supports it.

    An interrupt also cancels work on a cluster. Raise if the connection to the cluster is lost, or
    if it has no workers for `NO_WORKERS` seconds.
    """
    native = query.to_native()
    options: dict[str, Any] = {"engine": "streaming"} if query.implementation.is_polars() else {}
    try:
        with _cancel_on_exit(native):
            return query.collect(**options)
    except CostCurveError:
        raise
    except Exception as error:
        if lost_error := connection_error(native, error):
            raise lost_error from error
        raise


def connection_error(frame: object, error: BaseException) -> CostCurveError | None:
    """Return an error that names the engine if the connection was lost, else None."""
    cause: BaseException | None = error
    while cause is not None:
        message = str(cause)
        if (
            isinstance(cause, _LOST_ERRORS)
            or type(cause).__name__ in _LOST_TYPES
            or any(phrase in message for phrase in _LOST_MESSAGES)
        ):
            return CostCurveError(
                "must be connected to its engine",
                where="frame",
                got=f"{type(cause).__name__} from {_engine_name(frame)}, "
                f"{shorten(message, _MAX_MESSAGE, placeholder=' ...')!r}",
                fix="Restart the cluster or server, open the frame again and retry.",
            )
        cause = cause.__cause__ or cause.__context__
    return None


def _engine_name(frame: object) -> str:
    """Return the name of the engine of a frame."""
    return _ENGINES.get(type(frame).__module__.partition(".")[0], type(frame).__name__)


# ---- Clusters: number of workers, and cancellation


@dataclass(frozen=True)
class _Cluster:
    """Cluster that runs a query.

    Attributes
    ----------
    count_workers : callable
        Returns the number of workers.
    cancel : callable
        Cancels all work started since this object was created.
    release : callable
        Called at the end of the query.
    """

    count_workers: Callable[[], int]
    cancel: Callable[[], object]
    release: Callable[[], object] = lambda: None


@contextmanager
def _cancel_on_exit(frame: object) -> Iterator[None]:
    """Cancel the work on a cluster after an error, an interrupt or too long without workers."""
    cluster = _cluster_of(frame)
    if cluster is None:
        yield
        return
    finished, timed_out = Event(), Event()
    Thread(target=_monitor, args=(cluster, finished, timed_out), daemon=True).start()
    try:
        yield
    except BaseException as error:
        with suppress(Exception):
            cluster.cancel()
        if not timed_out.is_set():
            raise
        raise CostCurveError(
            "must be on a cluster with workers",
            where="frame",
            got=f"no workers of {_engine_name(frame)} for {NO_WORKERS:g} s, the time limit",
            fix="Start workers and retry.",
        ) from error
    finally:
        finished.set()
        with suppress(Exception):
            cluster.release()


def _monitor(cluster: _Cluster, finished: Event, timed_out: Event) -> None:
    """Cancel the work after `NO_WORKERS` seconds without workers."""
    last_seen = monotonic()
    while not finished.wait(_PAUSE):
        try:
            number = cluster.count_workers()
        except Exception:  # noqa: BLE001 (after a lost connection the query fails by itself)
            number = 1
        if number:
            last_seen = monotonic()
        elif monotonic() - last_seen >= NO_WORKERS:
            timed_out.set()
            cluster.cancel()
            return


def _cluster_of(frame: Any) -> _Cluster | None:  # noqa: ANN401 (frame of any engine)
    """Return the cluster of a frame, or None for engines that run in this process."""
    engine = _engine_name(frame)
    if engine == "Dask" and "distributed" in sys.modules:
        return _dask_cluster()
    if engine == "Spark" and hasattr(frame.sparkSession, "_jsparkSession"):
        return _spark_cluster(frame.sparkSession.sparkContext)
    return None


def _dask_cluster() -> _Cluster | None:
    """Return the cluster of the default client of Dask, or None."""
    from distributed import Future, default_client  # noqa: PLC0415 (optional)

    try:
        client = default_client()
    except ValueError:  # no client: Dask uses threads of this process
        return None
    existing = set(client.futures)
    return _Cluster(
        lambda: len(client.nthreads()),
        lambda: client.cancel([Future(key, client) for key in set(client.futures) - existing]),
    )


def _spark_cluster(context: Any) -> _Cluster | None:  # noqa: ANN401 (untyped)
    """Return the cluster of a Spark context, or None in local mode."""
    if context.master.startswith("local"):
        return None
    tag = f"cc_widgets-{next(_tags)}"
    context.addJobTag(tag)
    executors = context._jsc.sc().statusTracker().getExecutorInfos  # noqa: SLF001 (no public API)
    return _Cluster(
        lambda: len(executors()) - 1,  # without the driver
        lambda: context.cancelJobsWithTag(tag),
        lambda: context.removeJobTag(tag),
    )
