"""Long work in steps: its progress and time left, and how it is cancelled."""

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

from cc_widgets.model.traits import Synchronized, in_turn

_EVERY = 0.1  # seconds between two reports of progress
_MOST_THREADS = 4  # more would wait for each other, and for the interpreter


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """What work tells after each piece of it.

    Attributes
    ----------
    progress : float
        The share that is done, from 0 to 1; negative while that cannot be told.
    part : object or None
        A result so far, for the owner of the job to show.
    stage : str
        What is worked at; progress is that of the stage.
    """

    progress: float
    part: Any = None
    stage: str = ""


Take: TypeAlias = Callable[[Any], None]
_Message: TypeAlias = Callable[[], None]


def _words_of(error: Exception) -> str:
    """Message of an error that ended a job."""
    if isinstance(error, MemoryError):
        return "memory is not sufficient: draw fewer resamples, or hide some classifiers"
    return f"{error}" or type(error).__name__


class Job(Synchronized, HasTraits):
    """Work beside what its owner does, whose results arrive in the owner's thread.

    The work has a thread of its own, which never takes the turn: results are applied, in turn, by
    the owner's event loop or by the thread that waits. Where there are none, as in a browser, it
    is done piece by piece between other events of the running asyncio loop, or in `wait`.

    Parameters
    ----------
    work : iterator of Step
        Asked for the next piece; it is not asked again once the job has ended.
    take : callable
        Told each part, in the owner's thread. With a running asyncio loop that happens by
        itself, else in `wait`.

    Examples
    --------
    >>> taken = []
    >>> job = Job(iter([Step(0.5, "half"), Step(1.0, "all")]), taken.append)
    >>> job.wait()
    >>> job.state, job.progress, taken
    ('done', 1.0, ['half', 'all'])
    """

    _unsynchronized = frozenset({"wait"})

    state = Enum(("running", "done", "cancelled", "failed"), "running", read_only=True)
    stage = Unicode("", read_only=True)
    """What is worked at, of work that has several stages."""

    progress = Float(0.0, read_only=True)
    """The share of the stage that is done; until the next one it never falls."""

    seconds_left = Float(None, allow_none=True, read_only=True)
    """An estimate, None until there is one."""

    error = Unicode("", read_only=True)
    """What went wrong, if the job has failed."""

    def __init__(self, work: Iterator[Step], take: Take) -> None:
        super().__init__()
        self._take: Take | None = take
        self._stop = Event()
        self._inbox: SimpleQueue[_Message] = SimpleQueue()
        self._arrived = Event()
        self._loop = _running_loop()
        self._messages: Iterator[_Message | None] = self._messages_of(work)
        self._thread = Thread(target=self._run, name="cc_widgets job", daemon=True)
        self._in_thread = self._started()
        if not self._in_thread:
            self._come_back()

    def cancel(self) -> None:
        """Stop: nothing that arrives from now on is taken."""
        self._end("cancelled")

    def wait(self, timeout: float | None = None) -> None:
        """Wait for the end, and take what arrives meanwhile; to interrupt that is to cancel.

        Parameters
        ----------
        timeout : float, optional
            Seconds after which to give up; the job goes on.
        """
        until = inf if timeout is None else monotonic() + timeout
        try:
            while self.state == "running" and self._wait_once(until):
                pass
        except BaseException:
            self.cancel()
            raise

    def _wait_once(self, until: float) -> bool:
        """Act on messages, or wait for a moment; return whether there is time for more."""
        left = max(0.0, until - monotonic())
        if not self._in_thread:
            self._do_piece()
            return monotonic() < until
        # Never for long: on some systems a waiting thread cannot be interrupted.
        if not self._arrived.wait(min(left, _EVERY)):
            return left > 0.0
        self._arrived.clear()
        self._read_inbox()
        return True

    def _started(self) -> bool:
        """Start the thread; tell whether there can be one."""
        try:
            self._thread.start()
        except RuntimeError:
            return False
        except BaseException:
            self._stop.set()
            raise
        return True

    def _run(self) -> None:
        """Do the work, in the thread."""
        for message in self._messages:
            if message is not None:
                self._post(message)

    def _come_back(self) -> None:
        """Do the next piece once other events have had their turn."""
        if self._loop is not None and self.state == "running":
            self._loop.call_soon(self._do_piece_and_come_back)

    def _do_piece_and_come_back(self) -> None:
        self._do_piece()
        self._come_back()

    def _do_piece(self) -> None:
        """Do the next piece here and now; who interrupts it wants no more of them."""
        if self.state != "running":
            return
        try:
            message = next(self._messages, None)
            if message is not None:
                in_turn(message)()
        except BaseException:
            self.cancel()
            raise

    def _messages_of(self, work: Iterator[Step]) -> Iterator[_Message | None]:
        """Do the work; after each piece there may be something for the owner's thread to do."""
        clock, told, stage = _Clock(), 0.0, ""
        try:
            for step in work:
                if self._stop.is_set():
                    return
                news = step.part is not None or monotonic() - told >= _EVERY
                if step.stage != stage:
                    clock, stage, news = _Clock(), step.stage, True
                left = clock.left(step.progress)
                told = monotonic() if news else told
                yield partial(self._receive, step, left) if news else None
        except Exception as error:  # noqa: BLE001 (whatever it is, it must be told)
            yield partial(self._end, "failed", _words_of(error))
        else:
            yield partial(self._end, "done")

    def _post(self, message: _Message) -> None:
        """Leave a message for the owner's thread, and wake it if it has a loop."""
        if self._stop.is_set():
            return
        self._inbox.put(message)
        self._arrived.set()
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._read_inbox)
            except RuntimeError:  # the loop is closed: wait() still finds the message
                self._loop = None

    @in_turn
    def _read_inbox(self) -> None:
        """Act on what has arrived, in the owner's thread."""
        while not self._inbox.empty():
            self._inbox.get_nowait()()

    def _receive(self, step: Step, left: float | None) -> None:
        """Take a part and show how far things are."""
        if self._take is None:
            return
        try:
            if step.part is not None:
                self._take(step.part)
        except Exception as error:  # noqa: BLE001 (the job ends, and says so)
            self._end("failed", _words_of(error))
            return
        before = self.progress if step.stage == self.stage else 0.0
        with self.hold_trait_notifications():
            self.set_trait("stage", step.stage)
            self.set_trait("progress", min(1.0, max(before, step.progress)))
            self.set_trait("seconds_left", left)

    def _end(self, state: str, problem: str = "") -> None:
        """Stop for good, once, and let go of the work and of who wanted it."""
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
    """Tells how long the rest will take, from the pace since progress could first be told."""

    def __init__(self) -> None:
        self._start: tuple[float, float] | None = None

    def left(self, progress: float) -> float | None:
        """Seconds, or None while nothing is known."""
        if progress < 0.0:
            return None
        now = monotonic()
        if self._start is None:
            self._start = now, progress
        since, first = self._start
        if progress <= first:
            return None
        return (now - since) / (progress - first) * (1.0 - progress)


def processors() -> int:
    """How many threads of their own work may use: a few at most, 1 where none can be started."""
    try:
        Thread(target=int).start()
    except RuntimeError:
        return 1
    known = getattr(os, "sched_getaffinity", None)
    return min(_MOST_THREADS, len(known(0)) if known else os.cpu_count() or 1)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop of this thread, if one is running."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
