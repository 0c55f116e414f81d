"""Out-of-core frames: time of counting by score compared with a plain scan by the engine.

The data are ten Parquet files in a temporary folder. Each measurement runs in a separate process,
so that the peak memory is that of one engine; counting alternates with a plain scan (two sums).
`--rows 1e8` uses a hundred million examples. Clusters of Dask and Spark with two workers each are
measured as well if the extras engines-test and spark-test, and Java are installed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from cc_widgets.core import Counts, convex_hull, cost_at, lower_envelope, predictions, roc_curve
from cc_widgets.core.hull import count_hull
from cc_widgets.intake import engine_counts
from tests.bench.clusters import CLUSTERS, WORKERS
from tests.bench.measuring import MEGA, Work, best, heading

FILES = 10
BOUNDS = (1e-3, 1e-4)
MAX_RATIO = {"polars": 6.0, "DuckDB": 4.0}
MAX_CLUSTER_RATIO = {"Dask": 5.0, "PySpark": 4.0}
MAX_MB = {1e-3: 400, 1e-4: 2000}
COLUMNS: Any = {"y_true": "label", "y_score": ["score"]}
REPEATS = 3
ROOT = Path(__file__).parents[2]
WORKER = """
import json, sys
from tests.bench.bench_engines import measure, measure_cluster
engine, folder, bound = sys.argv[1], sys.argv[2], float(sys.argv[3])
if __name__ == "__main__":
    work = measure_cluster if sys.argv[4] == "cluster" else measure
    print(json.dumps(work(engine, folder, bound)))
"""


def random_data(
    kind: str, size: int, rng: np.random.Generator
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return labels and the log-odds of the positive class."""
    if kind == "sharp":
        odds = 3.0 * rng.normal(size=size) - 6.5
        return rng.random(size) < 1 / (1 + np.exp(-odds)), odds
    share, distance, slope = {
        "well-spread": (0.5, 1.5, 1.0),
        "over-confident": (0.5, 1.5, 15.0),
        "rare class": (0.001, 2.5, 1.0),
    }[kind]
    label = rng.random(size) < share
    latent = rng.normal(size=size) + distance * label
    return label, slope * (distance * latent - distance**2 / 2) + np.log(share / (1 - share))


KINDS = ("well-spread", "sharp", "over-confident", "rare class")


def write(folder: Path, kind: str, rows: int) -> None:
    """Write Parquet files of scores and labels."""
    folder.mkdir()
    for part in range(FILES):
        label, odds = random_data(kind, rows // FILES, np.random.default_rng(part))
        score = (1 / (1 + np.exp(-odds))).astype(np.float32)
        columns = {"score": score, "label": label.astype(np.int8)}
        pl.DataFrame(columns).write_parquet(folder / f"{part}.parquet")


# ---- Engines


def open_frame(engine: str, folder: str) -> Any:
    """Return the files as a frame of an engine."""
    files = f"{folder}/*.parquet"
    if engine == "polars":
        return pl.scan_parquet(files)
    if engine == "in memory":
        return pl.read_parquet(files)
    if engine == "DuckDB":
        import duckdb  # noqa: PLC0415 (each process has one engine)

        return duckdb.read_parquet(files)
    if engine == "Ibis":
        import ibis  # noqa: PLC0415 (see above)

        return ibis.read_parquet(files)
    if engine == "Dask":
        import dask.dataframe  # noqa: PLC0415 (see above)

        return dask.dataframe.read_parquet(folder)
    from pyspark.sql import SparkSession  # noqa: PLC0415 (see above)

    builder: Any = SparkSession.builder
    local = builder.master("local[2]").config("spark.ui.enabled", "false")
    return local.config("spark.ui.showConsoleProgress", "false").getOrCreate().read.parquet(folder)


NEEDS = {"polars": "polars", "in memory": "polars", "DuckDB": "duckdb"}
NEEDS |= {"Ibis": "ibis", "Dask": "dask", "PySpark": "pyspark"}


def scan(engine: str, frame: Any) -> Callable[[], object]:
    """Return a function that sums both columns with the engine."""
    if engine == "polars":
        sums = frame.select(pl.col("score").sum(), pl.col("label").sum())
        return lambda: sums.collect(engine="streaming")
    if engine == "Dask":
        return lambda: frame[["score", "label"]].sum().compute()
    if engine == "PySpark":
        return lambda: frame.agg({"score": "sum", "label": "sum"}).collect()
    return lambda: frame.aggregate("sum(score), sum(label)").fetchall()


def measure(engine: str, folder: str, bound: float) -> dict[str, Any]:
    """Return times, memory and results of one engine in this process."""
    frame = open_frame(engine, folder)
    counts_by_name: dict[str, Counts] = {}
    works: dict[str, Work] = {
        "ours": lambda: counts_by_name.update(engine_counts(frame, bound=bound, **COLUMNS)),
    }
    if engine in MAX_RATIO:
        works["scan"] = scan(engine, frame)
    seconds = best(works, REPEATS if engine in MAX_RATIO else 1)
    busy = best(works, REPEATS, time.process_time) if engine in MAX_RATIO else {}
    counts = counts_by_name["score"]
    status = Path("/proc/self/status").read_text("utf-8")
    peak = int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000
    busy_seconds = {f"{name} busy": value for name, value in busy.items()}
    result = {"steps": counts.tp.size - 1, "error": counts.error, "digest": digest_of(counts)}
    return {**seconds, **busy_seconds, **result, "MB": peak}


def digest_of(counts: Counts) -> str:
    """Return a digest of thresholds and counts."""
    digest = blake2b(digest_size=6)
    for part in (counts.threshold, counts.tp, counts.fp):
        digest.update(part.tobytes())
    return digest.hexdigest()


def measure_cluster(engine: str, folder: str, bound: float) -> dict[str, Any]:
    """Return times of counting and of a scan on a cluster, and the bytes returned per run."""
    size, runs = 0, []
    collect = nw.LazyFrame.collect

    def collect_and_add_size(self: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal size
        answer = collect(self, *arguments, **options)
        size += sum(answer[name].to_numpy().nbytes for name in answer.columns)
        return answer

    nw.LazyFrame.collect = collect_and_add_size  # type: ignore[method-assign]
    with CLUSTERS[engine]() as read_folder:
        frame = read_folder(folder)
        works: dict[str, Work] = {
            "ours": lambda: runs.append(engine_counts(frame, bound=bound, **COLUMNS)["score"]),
            "scan": scan(engine, frame),
        }
        seconds = best(works, REPEATS)
    digests = sorted({digest_of(counts) for counts in runs})
    return {**seconds, "bytes": size // REPEATS, "digests": digests}


def measure_in_process(engine: str, folder: Path, bound: float, where: str = "") -> dict[str, Any]:
    """Return the measurements of one engine in a separate process."""
    command = [sys.executable, "-c", WORKER, engine, str(folder), str(bound), where]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return dict(json.loads(process.stdout.splitlines()[-1]))


# ---- Tables


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=10 * MEGA, help="size of the largest data")
    rows = int(parser.parse_args().rows)
    print(f"Load average of the last minute: {os.getloadavg()[0]:.1f}\n")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _print_speed(root, rows)
        _print_engines(root)
        _print_clusters(root, rows)
        _print_bounds(root, min(rows, 10 * MEGA))


def _print_speed(root: Path, rows: int) -> None:
    print(f"Counting by score and label, best of {REPEATS}; peak memory of the process")
    print("Busy: ratio of CPU times to those of the scan, nearly independent of other processes")
    print(
        f"{'rows':>12} {'scores':15}{'engine':8}{'bound':>8}{'scan s':>9}{'ours s':>9}"
        f"{'ours/scan':>11}{'busy':>6}{'ns/row':>8}{'steps':>9}{'error':>10}{'peak MB':>9}"
    )
    sizes = sorted({size for size in (MEGA, 10 * MEGA, 100 * MEGA) if size < rows} | {rows})
    cells = [*((size, KINDS[0]) for size in sizes), *((rows, kind) for kind in KINDS[1:])]
    for size, kind in cells:
        folder = root / f"{kind} {size}"
        write(folder, kind, size)
        for engine, max_ratio in MAX_RATIO.items():
            for bound in BOUNDS:
                row = measure_in_process(engine, folder, bound)
                limit = f"   at most {max_ratio:g} times, {MAX_MB[bound]} MB"
                print(
                    f"{size:12,} {kind:15}{engine:8}{bound:8g}{row['scan']:9.3f}{row['ours']:9.3f}"
                    f"{row['ours'] / row['scan']:11.1f}{row['ours busy'] / row['scan busy']:6.1f}"
                    f"{1e9 * row['ours'] / size:8.1f}{row['steps']:9,}{row['error']:10.1e}"
                    f"{row['MB']:9.0f}{limit if size == rows else ''}",
                    flush=True,
                )


def _print_engines(root: Path) -> None:
    print(f"\nEqual counts of all engines, {MEGA:,} rows, bound {BOUNDS[-1]:g}")
    print(f"{'engine':12}{'ours s':>9}{'steps':>9}{'digest':>15}")
    for engine, package in NEEDS.items():
        if find_spec(package) is None:
            print(f"{engine:12}   not installed (extra engines-test or spark-test)")
            continue
        result = measure_in_process(engine, root / f"{KINDS[0]} {MEGA}", BOUNDS[-1])
        print(f"{engine:12}{result['ours']:9.2f}{result['steps']:9,}{result['digest']:>15}")


def _print_clusters(root: Path, rows: int) -> None:
    print(f"\nCluster of {WORKERS} local workers, {rows:,} rows, bound {BOUNDS[-1]:g}")
    print(f"{'engine':12}{'sums s':>9}{'ours s':>9}{'ours/sums':>11}{'returned MB':>12}  digests")
    expected = measure_in_process("polars", root / f"{KINDS[0]} {rows}", BOUNDS[-1])["digest"]
    for engine, max_ratio in MAX_CLUSTER_RATIO.items():
        if not find_spec(NEEDS[engine]) or (engine == "PySpark" and not shutil.which("java")):
            print(f"{engine:12}   not installed (extra engines-test or spark-test, and Java)")
            continue
        row = measure_in_process(engine, root / f"{KINDS[0]} {rows}", BOUNDS[-1], "cluster")
        same = row["digests"] == [expected]
        print(
            f"{engine:12}{row['scan']:9.2f}{row['ours']:9.2f}{row['ours'] / row['scan']:11.1f}"
            f"{row['bytes'] / MEGA:12.2f}  {' '.join(row['digests'])}"
            f"{'' if same else f'   EXPECTED {expected}'}   at most {max_ratio:g} times, 1 MB",
            flush=True,
        )


def _print_bounds(root: Path, rows: int) -> None:
    print(f"\nLargest error of the cost compared with exact counts, {rows:,} rows")
    print(f"{'scores':16}{'bound':>8}{'steps':>9}{'error bound':>12}{'true error':>13}")
    for kind in KINDS:
        folder = root / f"{kind} {rows}"
        if not folder.exists():
            write(folder, kind, rows)
        frame = open_frame("polars", str(folder))
        approximate = {
            bound: engine_counts(frame, bound=bound, **COLUMNS)["score"] for bound in BOUNDS
        }
        columns = frame.collect()
        exact_predictions = predictions(columns["label"].to_numpy(), columns["score"].to_numpy())
        exact = envelope_of(count_hull(exact_predictions))
        for bound, counts in approximate.items():
            envelope = envelope_of(counts)
            pc = np.unique(np.concatenate([exact.pc, envelope.pc]))
            error = float((cost_at(envelope, pc) - cost_at(exact, pc)).max())
            print(
                f"{kind:16}{bound:8g}{counts.tp.size - 1:9,}{counts.error:12.1e}{error:13.1e}"
                f"{'' if error <= counts.error <= bound else '   EXCEEDS ITS BOUND'}"
            )


def envelope_of(counts: Counts) -> Any:
    """Return the lower envelope of counts."""
    return lower_envelope(convex_hull([roc_curve(counts)]))


if __name__ == "__main__":
    print(heading())
    main()
