"""Answers of engines: waiting ends when a cluster is lost, with an error that names it."""

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
"""Seconds without any worker after which waiting for a cluster ends."""

_PAUSE = 1.0  # seconds between two looks at the workers
_SHORT = 120  # letters of the message of another library
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
_LOST = (ConnectionError, TimeoutError, CancelledError)
_LOST_TYPES = {
    "ClosedClientError",
    "KilledWorker",
    "NoValidWorkerError",
    "Py4JNetworkError",
    "SparkConnectGrpcException",
}
_LOST_WORDS = (
    "Timed out",
    "onnection refused",
    "SparkContext was shut down",
    "stopped SparkContext",
    "All masters are unresponsive",
    "Answer from Java side is empty",
    "ExecutorLostFailure",
)
_tags = count()


def collected(query: LazyFrame[Any]) -> DataFrame[Any]:
    """Return the result of a query, which its engine need not hold in memory at once.

    An interrupt ends the work on a cluster as well.

    Parameters
    ----------
    query : LazyFrame of narwhals
        The query.

    Returns
    -------
    DataFrame of narwhals
        The result.

    Raises
    ------
    CostCurveError
        If the cluster of the engine is lost, or has had no worker for `NO_WORKERS` seconds.

    Examples
    --------
    >>> import narwhals as nw
    >>> import polars as pl
    >>> collected(nw.from_native(pl.LazyFrame({"a": [1, 2]}))).shape
    (2, 1)
    """
    native = query.to_native()
    options: dict[str, Any] = {"engine": "streaming"} if query.implementation.is_polars() else {}
    try:
        with _watched(native):
            return query.collect(**options)
    except CostCurveError:
        raise
    except Exception as error:
        if lost := connection_error(native, error):
            raise lost from error
        raise


def connection_error(frame: object, error: BaseException) -> CostCurveError | None:
    """Return the error for a cluster or a server that is lost, None for any other error.

    Parameters
    ----------
    frame : frame of any library
        The frame whose engine raised the error.
    error : BaseException
        The error.

    Returns
    -------
    CostCurveError or None
        It names the engine and the cause.

    Examples
    --------
    >>> print(connection_error(None, ConnectionRefusedError("port 8786 is closed")))
    frame: the engine must be connected. Got ConnectionRefusedError from NoneType, 'port 8786 is \
closed'. Start its cluster or server again, open the frame there, and try once more.
    >>> connection_error(None, ZeroDivisionError())
    """
    cause: BaseException | None = error
    while cause is not None:
        words = str(cause)
        if (
            isinstance(cause, _LOST)
            or type(cause).__name__ in _LOST_TYPES
            or any(phrase in words for phrase in _LOST_WORDS)
        ):
            return CostCurveError(
                "the engine must be connected",
                where="frame",
                got=f"{type(cause).__name__} from {_engine_name(frame)}, "
                f"{shorten(words, _SHORT, placeholder=' ...')!r}",
                fix="Start its cluster or server again, open the frame there, and try once more.",
            )
        cause = cause.__cause__ or cause.__context__
    return None


def _engine_name(frame: object) -> str:
    """Name of the engine of a frame."""
    return _ENGINES.get(type(frame).__module__.partition(".")[0], type(frame).__name__)


# ---- Clusters: how many workers they have, and how their work is cancelled


@dataclass(frozen=True)
class _Cluster:
    """A cluster at work.

    Attributes
    ----------
    workers : callable
        Returns the number of workers.
    cancel : callable
        Cancels the work that was begun since.
    release : callable
        Called when the work has ended.
    """

    workers: Callable[[], int]
    cancel: Callable[[], object]
    release: Callable[[], object] = lambda: None


@contextmanager
def _watched(frame: object) -> Iterator[None]:
    """Cancel the work of a cluster that has had no worker for too long, or on an interrupt."""
    cluster = _cluster_of(frame)
    if cluster is None:
        yield
        return
    over, deserted = Event(), Event()
    watcher = Thread(target=_watch, args=(cluster, over, deserted), daemon=True)
    watcher.start()
    try:
        yield
    except BaseException as error:
        with suppress(Exception):
            cluster.cancel()
        if not deserted.is_set():
            raise
        raise CostCurveError(
            "a cluster needs workers",
            where="frame",
            got=f"none of {_engine_name(frame)} for {NO_WORKERS:g} s, the time limit",
            fix="Start workers, and try once more.",
        ) from error
    finally:
        over.set()
        with suppress(Exception):
            cluster.release()


def _watch(cluster: _Cluster, over: Event, deserted: Event) -> None:
    """Cancel the work when there has been no worker for too long."""
    last = monotonic()
    while not over.wait(_PAUSE):
        try:
            number = cluster.workers()
        except Exception:  # noqa: BLE001 (a lost connection ends the query itself)
            number = 1
        if number:
            last = monotonic()
        elif monotonic() - last >= NO_WORKERS:
            deserted.set()
            cluster.cancel()
            return


def _cluster_of(frame: Any) -> _Cluster | None:  # noqa: ANN401 (of any engine)
    """The cluster behind a frame; None for engines that work in this process."""
    engine = _engine_name(frame)
    if engine == "Dask" and "distributed" in sys.modules:
        return _dask_cluster()
    if engine == "Spark" and hasattr(frame.sparkSession, "_jsparkSession"):
        return _spark_cluster(frame.sparkSession.sparkContext)
    return None


def _dask_cluster() -> _Cluster | None:
    """The cluster of the client that Dask would use."""
    from distributed import Future, default_client  # noqa: PLC0415 (users of a cluster have it)

    try:
        client = default_client()
    except ValueError:  # none: threads of this process do the work
        return None
    before = set(client.futures)
    return _Cluster(
        lambda: len(client.nthreads()),
        lambda: client.cancel([Future(key, client) for key in set(client.futures) - before]),
    )


def _spark_cluster(context: Any) -> _Cluster | None:  # noqa: ANN401 (Spark has no types)
    """The cluster of a Spark context, unless it is this process alone."""
    if context.master.startswith("local"):
        return None
    tag = f"cc_widgets-{next(_tags)}"
    context.addJobTag(tag)
    executors = context._jsc.sc().statusTracker().getExecutorInfos  # noqa: SLF001 (no public way)
    return _Cluster(
        lambda: len(executors()) - 1,  # one of them is the driver
        lambda: context.cancelJobsWithTag(tag),
        lambda: context.removeJobTag(tag),
    )
