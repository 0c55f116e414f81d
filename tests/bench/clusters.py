"""Local clusters of two workers: Dask's LocalCluster and a standalone Spark cluster."""

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
TIMEOUT = 60.0  # seconds until a cluster has started
ReadFolder = Callable[[str], Any]


@contextmanager
def dask_cluster() -> Iterator[ReadFolder]:
    """Start a process for each worker; yield a function that reads a folder of Parquet files."""
    import dask.dataframe  # noqa: PLC0415 (optional dependency)
    from distributed import Client, LocalCluster  # noqa: PLC0415 (optional dependency)

    options = {"threads_per_worker": 1, "host": HOST, "dashboard_address": None}
    with LocalCluster(n_workers=WORKERS, **options) as cluster, Client(cluster):
        yield dask.dataframe.read_parquet


@contextmanager
def spark_cluster() -> Iterator[ReadFolder]:
    """Start a master and workers; yield a function that reads a folder of Parquet files."""
    import pyspark  # noqa: PLC0415 (optional dependency)

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
        url = _wait_for_text(log, r"spark://[\d.]+:\d+")
        for _ in range(WORKERS):
            log = start("worker.Worker", url, "--cores", "1", "--memory", "2g", "--webui-port", "0")
            _wait_for_text(log, "Successfully registered")
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


def _wait_for_text(log: Path, pattern: str) -> str:
    """Wait until a log matches a pattern and return the match."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        match = re.search(pattern, log.read_text("utf-8", "replace"))
        if match:
            return match[0]
        time.sleep(0.1)
    raise TimeoutError(f"{pattern} is not in {log.read_text('utf-8', 'replace')}")
