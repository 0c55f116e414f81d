"""Clusters of two workers on the loopback: Dask's own, and a standalone master of Spark."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
WORKERS = 2
SECONDS = 60.0  # until a cluster has started
Opened = Callable[[str], Any]


@contextmanager
def dask_cluster() -> Iterator[Opened]:
    """Start a process for each worker; the function that opens a folder of files there."""
    import dask.dataframe  # noqa: PLC0415 (an extra that need not be there)
    from distributed import Client, LocalCluster  # noqa: PLC0415 (the same)

    options = {"threads_per_worker": 1, "host": HOST, "dashboard_address": None}
    with LocalCluster(n_workers=WORKERS, **options) as cluster, Client(cluster):
        yield dask.dataframe.read_parquet


@contextmanager
def spark_cluster() -> Iterator[Opened]:
    """Start a master and its workers; the function that opens a folder of files there."""
    import pyspark  # noqa: PLC0415 (an extra that need not be there)

    program = str(Path(pyspark.__file__).parent / "bin/spark-class")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environment = {
            **os.environ,
            "SPARK_LOCAL_IP": HOST,
            "SPARK_WORKER_DIR": str(folder),
            "PYSPARK_PYTHON": sys.executable,
        }

        def start(name: str, *options: str) -> Path:
            log = folder / f"{len(list(folder.iterdir()))}.log"
            command = [program, f"org.apache.spark.deploy.{name}", "--host", HOST, *options]
            with log.open("w") as file:
                process = subprocess.Popen(command, stdout=file, stderr=file, env=environment)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return log

        log = start("master.Master", "--port", "0", "--webui-port", "0")
        url = _written(log, r"spark://[\d.]+:\d+")
        for _ in range(WORKERS):
            log = start("worker.Worker", url, "--cores", "1", "--memory", "2g", "--webui-port", "0")
            _written(log, "Successfully registered")
        builder: Any = pyspark.sql.SparkSession.builder
        settings = {
            "spark.driver.host": HOST,
            "spark.driver.bindAddress": HOST,
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.shuffle.partitions": "4",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.master(url).getOrCreate()
        stack.callback(session.stop)
        yield session.read.parquet


CLUSTERS = {"Dask": dask_cluster, "PySpark": spark_cluster}


def _written(log: Path, pattern: str) -> str:
    """Wait for a text in a log, and return it."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        match = re.search(pattern, log.read_text("utf-8", "replace"))
        if match:
            return match[0]
        time.sleep(0.1)
    raise TimeoutError(f"{pattern} is not in {log.read_text('utf-8', 'replace')}")
