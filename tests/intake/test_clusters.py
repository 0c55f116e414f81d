"""A real Dask cluster of two processes: the same counts, and an error when it is lost.

Only with the option `--engines`; the workers listen on the loopback alone.
"""

import os
import signal
import subprocess
import sys
from threading import Timer
from time import sleep
from typing import Any

import numpy as np
import polars as pl
import pytest

from cc_widgets.core import Counts
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import reduced, waiting

pytestmark = pytest.mark.long
HOST = "127.0.0.1"
pytestmark = pytest.mark.long
ROLES: Any = {"y_true": "y", "y_score": ["spread"], "sample_weight": "w"}


@pytest.fixture(scope="module", autouse=True)
def distributed(request):
    if not request.config.getoption("--engines"):
        pytest.skip("clusters are started with --engines only")
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four files of scores and labels, each sorted, so that the first rows are like no others."""
    place, draw = tmp_path_factory.mktemp("scores"), np.random.default_rng(0)
    size = 100_000
    label = draw.random(size) < 0.3
    latent = draw.normal(size=size) + 1.2 * label
    spread = 1 / (1 + np.exp(-latent))
    frame = pl.DataFrame({"y": label, "spread": spread, "w": draw.random(size)}).sort("spread")
    for number, part in enumerate(frame.iter_slices(size // 4)):
        part.write_parquet(place / f"{number}.parquet")
    return place


@pytest.fixture
def client(distributed):
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host=HOST, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def frame_of(folder, seconds=0.0):
    """The frame, of which each part takes some time."""
    import dask.dataframe  # noqa: PLC0415 (an extra that need not be there)

    frame = dask.dataframe.read_parquet(folder)
    return frame.map_partitions(slowly, seconds, meta=frame._meta)


def slowly(part, seconds):
    sleep(seconds)
    return part


def digest(counts: dict[str, Counts]) -> list[bytes]:
    return [
        part.tobytes() for each in counts.values() for part in (each.threshold, each.tp, each.fp)
    ]


def test_counts_are_the_same_in_every_run_and_those_of_one_process(client, folder):
    assert len(client.nthreads()) == 2
    expected = digest(reduced(pl.scan_parquet(folder / "*.parquet"), **ROLES))
    for _ in range(2):
        assert digest(reduced(frame_of(folder), **ROLES)) == expected


def test_a_worker_killed_in_the_middle_does_no_harm(client, folder):
    expected = digest(reduced(frame_of(folder), **ROLES))
    victim = next(iter(client.run(os.getpid).values()))
    Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
    assert digest(reduced(frame_of(folder, 0.3), **ROLES)) == expected


def test_a_cluster_that_has_lost_its_workers_is_named(client, folder, monkeypatch):
    monkeypatch.setattr(waiting, "NO_WORKERS", 1.0)
    client.cluster.scale(0)
    with pytest.raises(CostCurveError, match=r"Got none of Dask for 1 s, the time limit"):
        reduced(frame_of(folder), **ROLES)
    assert not client.futures


def test_a_scheduler_that_is_killed_is_named(distributed, folder, tmp_path):
    file = tmp_path / "scheduler.json"
    where = ["--scheduler-file", str(file), "--host", HOST, "--no-dashboard"]
    commands = (["dask_scheduler", "--port", "0"], ["dask_worker", "--no-nanny"])
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *options, *where],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *options in commands
    ]
    try:
        while not file.exists():
            sleep(0.05)
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(1)
            Timer(1.0, programs[0].kill).start()
            with pytest.raises(CostCurveError, match=r"must be connected\. Got .* from Dask"):
                reduced(frame_of(folder, 1.0), **ROLES)
    finally:
        for program in programs:
            program.kill()
            program.wait()
