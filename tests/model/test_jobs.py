"""Long work: it reports, it can be stopped, it never hides a failure."""

import asyncio
import threading
import weakref
from time import perf_counter

import numpy as np
import pytest
from traitlets import TraitError

from cc_widgets.model.jobs import Job, JobStep


class Slow:
    """Work that advances one step on request."""

    def __init__(self, n_steps=100):
        self.n_steps, self.go, self.began = n_steps, threading.Semaphore(0), 0

    def __iter__(self):
        return self.steps()

    def steps(self):
        for i in range(self.n_steps):
            self.go.acquire()
            self.began += 1
            yield JobStep((i + 1) / self.n_steps, i)


def nothing(_part):
    """Receive a part and ignore it."""


def test_parts_arrive_in_order_in_the_thread_that_waits():
    taken: list[str] = []
    threads = set()

    def take(part):
        taken.append(part)
        threads.add(threading.current_thread())

    job = Job(iter([JobStep(-1.0), JobStep(0.5, "half"), JobStep(1.0, "all")]), take)
    assert taken == []
    job.wait()
    assert (job.state, job.progress, job.seconds_left) == ("done", 1.0, None)
    assert (taken, threads) == (["half", "all"], {threading.current_thread()})


def test_cancelled_work_is_not_advanced_and_later_parts_are_ignored():
    work = Slow()
    taken: list[int] = []
    job = Job(iter(work), taken.append)
    work.go.release()
    while not taken:
        job.wait(0.01)
    job.cancel()
    work.go.release()
    job._thread.join(60)  # it ends at all, however busy the machine is
    assert not job._thread.is_alive()
    job.wait()
    assert (job.state, taken, work.began) == ("cancelled", [0], 2)
    assert job.progress == pytest.approx(0.01)


def test_a_failure_is_reported():
    def work():
        yield JobStep(0.1, "kept")
        raise ZeroDivisionError("too few examples")

    taken: list[str] = []
    job = Job(work(), taken.append)
    job.wait()
    assert (job.state, job.error, taken) == ("failed", "too few examples", ["kept"])


def test_error_while_receiving_a_part_ends_the_job():
    def take(_part):
        raise ValueError("no room")

    job = Job(iter([JobStep(0.5, 1), JobStep(1.0, 2)]), take)
    job.wait()
    assert (job.state, job.error) == ("failed", "no room")


def test_each_stage_has_a_progress_of_its_own():
    seen = []
    steps = [(0.5, "bands"), (1.0, "bands"), (-1.0, "differences"), (0.2, "differences")]
    job = Job((JobStep(share, stage, stage) for share, stage in steps), nothing)
    job.observe(lambda _: seen.append((job.stage, job.progress)), ["stage", "progress"])
    job.wait()
    assert list(dict.fromkeys(seen)) == [
        *[("bands", 0.5), ("bands", 1.0), ("differences", 0.0), ("differences", 0.2)],
        ("differences", 1.0),
    ]


def test_wait_with_a_timeout_may_end_before_the_job():
    work = Slow(1)
    job = Job(iter(work), nothing)
    job.wait(0.01)
    assert job.state == "running"
    work.go.release()
    job.wait(60)
    assert job.state == "done"


def test_state_and_progress_change_together():
    seen = []
    job = Job(iter([JobStep(0.5, 1)]), nothing)
    job.observe(lambda _: seen.append((job.state, job.progress, job.seconds_left)), "state")
    job.wait()
    assert seen == [("done", 1.0, None)]


@pytest.mark.parametrize(
    ("name", "value"),
    [("state", "done"), ("progress", 1.0), ("seconds_left", 3.0), ("error", "no")],
)
def test_progress_changes_only_by_steps_of_the_work(name, value):  # F8
    job = Job(iter(()), nothing)
    job.wait()
    before = getattr(job, name)
    with pytest.raises(TraitError):
        setattr(job, name, value)
    assert getattr(job, name) == before


def test_progress_is_reported_at_most_every_tenth_of_a_second(
    monkeypatch,
):  # F8
    clock = iter(5.0 + np.arange(1000) / 100)
    monkeypatch.setattr("cc_widgets.model.jobs.monotonic", lambda: next(clock))
    reported = [
        message
        for message in Job(iter(()), nothing)._messages_of(JobStep(i / 100) for i in range(100))
        if message is not None
    ]
    assert 3 <= len(reported) <= 50


def test_python_ends_without_waiting_for_a_job():  # F8
    job = Job(iter(()), nothing)
    job.wait()
    assert job._thread.daemon


def test_event_loop_receives_results_without_waiting():
    async def main():
        taken, threads = [], set()

        def take(part):
            taken.append(part)
            threads.add(threading.current_thread())

        job = Job(iter([JobStep(0.5, 1), JobStep(1.0, 2)]), take)
        ended = asyncio.Event()
        job.observe(lambda _: ended.set(), "state")
        await asyncio.wait_for(ended.wait(), 60)
        return job.state, taken, threads

    assert asyncio.run(main()) == ("done", [1, 2], {threading.current_thread()})


def test_closed_event_loop_does_not_stop_the_work():
    work = Slow(1)
    taken: list[int] = []

    async def start():
        return Job(iter(work), taken.append)

    job = asyncio.run(start())
    work.go.release()
    job.wait(60)
    assert (job.state, taken) == ("done", [0])


def test_remaining_time_decreases_with_progress():
    left = []
    begun = perf_counter()
    work = Slow(4)
    job = Job(iter(work), nothing)
    job.observe(lambda change: left.append(change["new"]), "seconds_left")
    for _ in range(4):
        work.go.release()
        job.wait(0.02)
    job.wait()
    estimates = [seconds for seconds in left if seconds is not None]
    assert estimates
    # After a quarter of the work, three times the elapsed time remains, and never more.
    assert all(0 <= seconds <= 3 * (perf_counter() - begun) for seconds in estimates)
    assert left[-1] is None


# Where there are no threads, as in JupyterLite (N6)


@pytest.fixture
def no_threads(monkeypatch):
    def start(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.mark.usefixtures("no_threads")
def test_without_threads_wait_does_the_work():
    taken: list[str] = []
    job = Job(iter([JobStep(0.5, "half"), JobStep(1.0, "all")]), taken.append)
    assert (job.state, taken) == ("running", [])
    job.wait(0)
    assert (job.state, taken) == ("running", ["half"])
    job.wait()
    assert (job.state, job.progress, taken) == ("done", 1.0, ["half", "all"])


@pytest.mark.usefixtures("no_threads")
def test_without_threads_the_event_loop_runs_between_pieces():
    async def main():
        ticks: list[object] = []
        job = Job(iter([JobStep(i / 50, i) for i in range(50)]), ticks.append)
        while job.state == "running":
            ticks.append("other")
            await asyncio.sleep(0)
        return job.state, ticks

    state, ticks = asyncio.run(main())
    assert (state, ticks.count("other") > 40) == ("done", True)
    assert [tick for tick in ticks if tick != "other"] == list(range(50))


@pytest.mark.usefixtures("no_threads")
def test_without_threads_cancelled_and_failed_jobs_end():
    async def main():
        taken: list[int] = []
        job = Job((JobStep(0.0, i) for i in range(10**9)), taken.append)
        job.observe(lambda _: job.cancel(), "progress")
        failing = Job((JobStep(1 / zero, zero) for zero in [0]), taken.append)
        while "running" in {job.state, failing.state}:
            await asyncio.sleep(0)
            if len(taken) == 3:
                job.cancel()
        return job.state, len(taken), failing.state, failing.error

    assert asyncio.run(main()) == ("cancelled", 3, "failed", "division by zero")


@pytest.mark.usefixtures("no_threads")
def test_an_interruption_without_threads_cancels():
    def work():
        yield JobStep(0.1)
        raise KeyboardInterrupt

    job = Job(work(), nothing)
    with pytest.raises(KeyboardInterrupt):
        job.wait()
    assert job.state == "cancelled"


def test_a_finished_job_releases_its_work_and_its_owner():
    class Owner:
        def take(self, part):
            self.part = part

    owner = Owner()
    gone = weakref.ref(owner)
    for ending in (Job.wait, Job.cancel):
        owner = Owner()
        gone = weakref.ref(owner)
        job = Job(iter([JobStep(1.0, 1)]), owner.take)
        ending(job)
        job._thread.join()
        del owner
        assert gone() is None


def test_a_lack_of_memory_is_reported_without_sizes_of_arrays():
    def work():
        yield JobStep(0.1)
        raise MemoryError("Unable to allocate 37.3 GiB for an array")

    job = Job(work(), print)
    job.wait()
    assert job.error.startswith("out of memory: use fewer resamples")
