"""Long work beside the notebook: it reports, it can be stopped, and it never blocks."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeAlias

from traitlets import Enum, Float, HasTraits, Unicode

_EVERY = 0.1  # seconds between two reports of progress


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """What work tells after each piece of it.

    Attributes
    ----------
    progress : float
        The share that is done, from 0 to 1; negative while that cannot be told.
    part : object or None
        A result so far, for the owner of the job to show.
    """

    progress: float
    part: Any = None


Take: TypeAlias = Callable[[Any], None]
_Message: TypeAlias = Callable[[], None]


class Job(HasTraits):
    """Work in a thread of its own, whose results arrive in the thread of its owner.

    Parameters
    ----------
    work : iterator of Step
        Asked for the next piece in the thread; it is not asked again once the job is cancelled.
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

    state = Enum(("running", "done", "cancelled", "failed"), "running", read_only=True)
    progress = Float(0.0, read_only=True)
    """The share that is done; it never falls."""

    seconds_left = Float(None, allow_none=True, read_only=True)
    """An estimate, None until there is one."""

    error = Unicode("", read_only=True)
    """What went wrong, if the job has failed."""

    def __init__(self, work: Iterator[Step], take: Take) -> None:
        super().__init__()
        self._work, self._take = work, take
        self._stop = Event()
        self._inbox: SimpleQueue[_Message] = SimpleQueue()
        self._loop = _running_loop()
        self._thread = Thread(target=self._run, name="cc_widgets job", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Stop: nothing that arrives from now on is taken."""
        self._end("cancelled")

    def wait(self, timeout: float | None = None) -> None:
        """Wait for the end, and take what arrives meanwhile.

        Parameters
        ----------
        timeout : float, optional
            Seconds after which to give up; the job goes on.
        """
        until = None if timeout is None else monotonic() + timeout
        while self.state == "running":
            left = None if until is None else max(0.0, until - monotonic())
            try:
                message = self._inbox.get(timeout=left)
            except Empty:
                return
            message()

    def _run(self) -> None:
        """Do the work, in the thread."""
        try:
            self._report_all()
        except Exception as error:  # noqa: BLE001 (whatever it is, it must be told)
            problem = f"{error}" or type(error).__name__
            self._post(lambda: self._end("failed", problem))
        else:
            self._post(lambda: self._end("done"))

    def _report_all(self) -> None:
        """Pass on every part, and progress now and then."""
        clock, told = _Clock(), 0.0
        for step in self._work:
            if self._stop.is_set():
                return
            left = clock.left(step.progress)
            if step.part is not None or monotonic() - told >= _EVERY:
                told = monotonic()
                self._post(partial(self._receive, step, left))

    def _post(self, message: _Message) -> None:
        """Leave a message for the owner's thread, and wake it if it has a loop."""
        self._inbox.put(message)
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._read_inbox)
            except RuntimeError:  # the loop is closed: wait() still finds the message
                self._loop = None

    def _read_inbox(self) -> None:
        """Act on what has arrived, in the owner's thread."""
        while not self._inbox.empty():
            self._inbox.get_nowait()()

    def _receive(self, step: Step, left: float | None) -> None:
        """Take a part and show how far things are."""
        if self.state != "running":
            return
        try:
            if step.part is not None:
                self._take(step.part)
        except Exception as error:  # noqa: BLE001 (the job ends, and says so)
            self._end("failed", f"{error}" or type(error).__name__)
            return
        with self.hold_trait_notifications():
            self.set_trait("progress", min(1.0, max(self.progress, step.progress)))
            self.set_trait("seconds_left", left)

    def _end(self, state: str, problem: str = "") -> None:
        """Stop for good, once."""
        if self.state != "running":
            return
        self._stop.set()
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
        """Return seconds, or None while nothing is known."""
        if progress < 0.0:
            return None
        now = monotonic()
        if self._start is None:
            self._start = now, progress
        since, first = self._start
        if progress <= first:
            return None
        return (now - since) / (progress - first) * (1.0 - progress)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the loop of this thread, if one is running."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
