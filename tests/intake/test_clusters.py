"""A real Dask cluster of two processes gives the same counts, and an error if it is lost.

Runs only with the option `--engines`; workers listen on the loopback interface only.
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
from cc_widgets.intake import engine_counts, waiting

pytestmark = pytest.mark.long
HOST = "127.0.0.1"
ROLES: Any = {"y_true": "y", "y_score": ["spread"], "sample_weight": "w"}


@pytest.fixture(scope="module", autouse=True)
def distributed(request):
    if not request.config.getoption("--engines"):
        pytest.skip("clusters need the option --engines")
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write scores and labels sorted by score to four files, so that no file is representative."""
    folder, draw = tmp_path_factory.mktemp("scores"), np.random.default_rng(0)
    size = 100_000
    label = draw.random(size) < 0.3
    latent = draw.normal(size=size) + 1.2 * label
    spread = 1 / (1 + np.exp(-latent))
    frame = pl.DataFrame({"y": label, "spread": spread, "w": draw.random(size)}).sort("spread")
    for number, part in enumerate(frame.iter_slices(size // 4)):
        part.write_parquet(folder / f"{number}.parquet")
    return folder


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
    """Return the frame, each partition of which takes some time to compute."""
    import dask.dataframe  # noqa: PLC0415 (optional)

    frame = dask.dataframe.read_parquet(folder)
    return frame.map_partitions(delayed, seconds, meta=frame._meta)


def delayed(part, seconds):
    sleep(seconds)
    return part


def digest(counts: dict[str, Counts]) -> list[bytes]:
    return [
        array.tobytes() for each in counts.values() for array in (each.threshold, each.tp, each.fp)
    ]


def test_counts_are_reproducible_and_equal_to_those_of_one_process(client, folder):
    assert len(client.nthreads()) == 2
    expected = digest(engine_counts(pl.scan_parquet(folder / "*.parquet"), **ROLES))
    for _ in range(2):
        assert digest(engine_counts(frame_of(folder), **ROLES)) == expected


def test_killed_worker_does_not_change_the_counts(client, folder):
    expected = digest(engine_counts(frame_of(folder), **ROLES))
    victim = next(iter(client.run(os.getpid).values()))
    Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
    assert digest(engine_counts(frame_of(folder, 0.3), **ROLES)) == expected


def test_cluster_without_workers_raises(client, folder, monkeypatch):
    monkeypatch.setattr(waiting, "NO_WORKERS", 1.0)
    client.cluster.scale(0)
    with pytest.raises(CostCurveError, match=r"Got no workers of Dask for 1 s, the time limit"):
        engine_counts(frame_of(folder), **ROLES)
    assert not client.futures


def test_killed_scheduler_raises(distributed, folder, tmp_path):
    file = tmp_path / "scheduler.json"
    options = ["--scheduler-file", str(file), "--host", HOST, "--no-dashboard"]
    commands = (["dask_scheduler", "--port", "0"], ["dask_worker", "--no-nanny"])
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *arguments, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *arguments in commands
    ]
    try:
        while not file.exists():
            sleep(0.05)
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(1)
            Timer(1.0, programs[0].kill).start()
            with pytest.raises(
                CostCurveError, match=r"must be connected to its engine\. Got .* from Dask"
            ):
                engine_counts(frame_of(folder, 1.0), **ROLES)
    finally:
        for program in programs:
            program.kill()
            program.wait()
