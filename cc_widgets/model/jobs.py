"""Background jobs: work in steps, with progress, remaining time and cancellation."""

import asyncio
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeAlias

from traitlets import Enum, Float, HasTraits, Unicode

from cc_widgets.model.traits import Synchronized, with_lock

_EVERY = 0.1  # seconds between two progress updates
_MAX_THREADS = 4  # more would wait for memory and for the interpreter lock


@dataclass(frozen=True, eq=False, slots=True)
class JobStep:
    """Report of a piece of work.

    Attributes
    ----------
    progress : float
        Share of the stage that is done, from 0 to 1; negative while unknown.
    part : object or None
        Partial result, which the owner of the job receives.
    stage : str
        Name of the current stage.
    """

    progress: float
    part: Any = None
    stage: str = ""


ReceivePart: TypeAlias = Callable[[Any], None]
_Message: TypeAlias = Callable[[], None]


def _error_message(error: Exception) -> str:
    """Return the message of an exception that ended a job."""
    if isinstance(error, MemoryError):
        return "out of memory: use fewer resamples, or hide some classifiers"
    return f"{error}" or type(error).__name__


class Job(Synchronized, HasTraits):
    """Background work whose results arrive in the thread of its owner.

    The work runs in its own thread, which never holds the lock of changes. Results are applied
    by the owner's event loop or by the thread that waits. Where threads are not available, as in a
    browser, the work is done in pieces between other events of the running asyncio loop, or in
    `wait`.

    Parameters
    ----------
    work : iterator of JobStep
        Pieces of work; not advanced after the job has ended.
    take : callable
        Called with each partial result, in the owner's thread: by a running asyncio loop, or else
        in `wait`.

    Examples
    --------
    >>> taken = []
    >>> job = Job(iter([JobStep(0.5, "half"), JobStep(1.0, "all")]), taken.append)
    >>> job.wait()
    >>> job.state, job.progress, taken
    ('done', 1.0, ['half', 'all'])
    """

    _unsynchronized = frozenset({"wait"})

    state = Enum(("running", "done", "cancelled", "failed"), "running", read_only=True)
    stage = Unicode("", read_only=True)
    """Name of the current stage."""

    progress = Float(0.0, read_only=True)
    """Share of the stage that is done; it never decreases within a stage."""

    seconds_left = Float(None, allow_none=True, read_only=True)
    """Estimated remaining time; None while unknown."""

    error = Unicode("", read_only=True)
    """Error message, if the job has failed."""

    def __init__(self, work: Iterator[JobStep], take: ReceivePart) -> None:
        super().__init__()
        self._take: ReceivePart | None = take
        self._stop = Event()
        self._inbox: SimpleQueue[_Message] = SimpleQueue()
        self._arrived = Event()
        self._loop = _running_loop()
        self._messages: Iterator[_Message | None] = self._messages_of(work)
        self._thread = Thread(target=self._run, name="cc_widgets job", daemon=True)
        self._in_thread = self._start_thread()
        if not self._in_thread:
            self._schedule_piece()

    def cancel(self) -> None:
        """Cancel the job. Later results are ignored."""
        self._end("cancelled")

    def wait(self, timeout: float | None = None) -> None:
        """Wait for the job, and apply results as they arrive. An interruption cancels the job.

        Parameters
        ----------
        timeout : float, optional
            Maximum number of seconds to wait; the job continues after that.
        """
        until = inf if timeout is None else monotonic() + timeout
        try:
            while self.state == "running" and self._wait_once(until):
                pass
        except BaseException:
            self.cancel()
            raise

    def _wait_once(self, until: float) -> bool:
        """Process messages, or wait for a moment; return whether time is left."""
        left = max(0.0, until - monotonic())
        if not self._in_thread:
            self._do_piece()
            return monotonic() < until
        # Wait in short intervals, because on some systems a waiting thread cannot be interrupted.
        if not self._arrived.wait(min(left, _EVERY)):
            return left > 0.0
        self._arrived.clear()
        self._read_inbox()
        return True

    def _start_thread(self) -> bool:
        """Start the thread, and return whether threads are available."""
        try:
            self._thread.start()
        except RuntimeError:
            return False
        except BaseException:
            self._stop.set()
            raise
        return True

    def _run(self) -> None:
        """Run all steps of the job, in its thread."""
        for message in self._messages:
            if message is not None:
                self._post(message)

    def _schedule_piece(self) -> None:
        """Schedule the next piece of work on the event loop."""
        if self._loop is not None and self.state == "running":
            self._loop.call_soon(self._do_piece_and_schedule)

    def _do_piece_and_schedule(self) -> None:
        self._do_piece()
        self._schedule_piece()

    def _do_piece(self) -> None:
        """Do the next piece of work in this thread; an interruption cancels the job."""
        if self.state != "running":
            return
        try:
            message = next(self._messages, None)
            if message is not None:
                with_lock(message)()
        except BaseException:
            self.cancel()
            raise

    def _messages_of(self, work: Iterator[JobStep]) -> Iterator[_Message | None]:
        """Do the work, and yield after each piece a message for the owner's thread, or None."""
        clock, last_time, stage = _Clock(), 0.0, ""
        try:
            for step in work:
                if self._stop.is_set():
                    return
                is_due = step.part is not None or monotonic() - last_time >= _EVERY
                if step.stage != stage:
                    clock, stage, is_due = _Clock(), step.stage, True
                left = clock.left(step.progress)
                last_time = monotonic() if is_due else last_time
                yield partial(self._receive, step, left) if is_due else None
        except Exception as error:  # noqa: BLE001 (reported as the error of the job)
            yield partial(self._end, "failed", _error_message(error))
        else:
            yield partial(self._end, "done")

    def _post(self, message: _Message) -> None:
        """Queue a message for the owner's thread, and wake its event loop."""
        if self._stop.is_set():
            return
        self._inbox.put(message)
        self._arrived.set()
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._read_inbox)
            except RuntimeError:  # the loop is closed; wait() still processes the message
                self._loop = None

    @with_lock
    def _read_inbox(self) -> None:
        """Process the queued messages, in the owner's thread."""
        while not self._inbox.empty():
            self._inbox.get_nowait()()

    def _receive(self, step: JobStep, left: float | None) -> None:
        """Pass on a partial result, and update the progress."""
        if self._take is None:
            return
        try:
            if step.part is not None:
                self._take(step.part)
        except Exception as error:  # noqa: BLE001 (reported as the error of the job)
            self._end("failed", _error_message(error))
            return
        before = self.progress if step.stage == self.stage else 0.0
        with self.hold_trait_notifications():
            self.set_trait("stage", step.stage)
            self.set_trait("progress", min(1.0, max(before, step.progress)))
            self.set_trait("seconds_left", left)

    def _end(self, state: str, problem: str = "") -> None:
        """End the job once, and release the work and its owner."""
        if self.state != "running":
            return
        self._stop.set()
        self._take = None
        self._inbox = SimpleQueue()
        if not self._in_thread:
            self._messages = iter(())
        with self.hold_trait_notifications():
            self.set_trait("error", problem)
            if state == "done":
                self.set_trait("progress", 1.0)
            self.set_trait("seconds_left", None)
            self.set_trait("state", state)


class _Clock:
    """Estimates the remaining time from the pace since progress was first known."""

    def __init__(self) -> None:
        self._start: tuple[float, float] | None = None

    def left(self, progress: float) -> float | None:
        """Return the remaining seconds; None while unknown."""
        if progress < 0.0:
            return None
        time = monotonic()
        if self._start is None:
            self._start = time, progress
        since, first = self._start
        if progress <= first:
            return None
        return (time - since) / (progress - first) * (1.0 - progress)


def n_worker_threads() -> int:
    """Return the number of threads for parallel work: at most 4, and 1 without threads."""
    try:
        Thread(target=int).start()
    except RuntimeError:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    return min(_MAX_THREADS, len(affinity(0)) if affinity else os.cpu_count() or 1)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the running event loop of this thread, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
