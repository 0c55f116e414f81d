"""Frames that need not fit in memory: counting by score beside the engine's bare scan.

Files of scores and labels are made in a temporary folder, ten of them. Each measurement has a
process of its own, so that its peak is that of one engine; the bare scan, two sums, is measured in
turns with the counting. With `--rows 1e8` they hold a hundred million examples. Clusters of Dask
and of Spark, two workers each, count them as well where the extra engines-test and Java are.
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

from cc_widgets.core import (
    Counts,
    convex_hull,
    cost_at,
    count_hull,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.intake import reduced
from tests.bench.clusters import CLUSTERS, WORKERS
from tests.bench.measuring import MEGA, Work, best, heading

FILES = 10
BOUNDS = (1e-3, 1e-4)
MOST_TIMES = {"polars": 6.0, "DuckDB": 4.0}
MOST_TIMES_ON_CLUSTERS = {"Dask": 5.0, "PySpark": 4.0}
MOST_MB = {1e-3: 400, 1e-4: 2000}
COLUMNS: Any = {"y_true": "label", "y_score": ["score"]}
REPEATS = 3
ROOT = Path(__file__).parents[2]
ALONE = """
import json, sys
from tests.bench.bench_engines import measured, measured_on_cluster
engine, folder, bound = sys.argv[1], sys.argv[2], float(sys.argv[3])
if __name__ == "__main__":
    measure = measured_on_cluster if sys.argv[4] == "cluster" else measured
    print(json.dumps(measure(engine, folder, bound)))
"""


def drawn(kind: str, size: int, draw: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Labels, and log-odds of the positive class."""
    if kind == "sharp":
        odds = 3.0 * draw.normal(size=size) - 6.5
        return draw.random(size) < 1 / (1 + np.exp(-odds)), odds
    share, apart, steep = {
        "well-spread": (0.5, 1.5, 1.0),
        "over-confident": (0.5, 1.5, 15.0),
        "rare class": (0.001, 2.5, 1.0),
    }[kind]
    label = draw.random(size) < share
    latent = draw.normal(size=size) + apart * label
    return label, steep * (apart * latent - apart**2 / 2) + np.log(share / (1 - share))


KINDS = ("well-spread", "sharp", "over-confident", "rare class")


def write(folder: Path, kind: str, rows: int) -> None:
    """Write files of scores and labels."""
    folder.mkdir()
    for part in range(FILES):
        label, odds = drawn(kind, rows // FILES, np.random.default_rng(part))
        score = (1 / (1 + np.exp(-odds))).astype(np.float32)
        columns = {"score": score, "label": label.astype(np.int8)}
        pl.DataFrame(columns).write_parquet(folder / f"{part}.parquet")


# ---- Engines: how each opens the files, and what it does in a bare scan


def opened(engine: str, folder: str) -> Any:
    """The files as a frame of an engine."""
    files = f"{folder}/*.parquet"
    if engine == "polars":
        return pl.scan_parquet(files)
    if engine == "in memory":
        return pl.read_parquet(files)
    if engine == "DuckDB":
        import duckdb  # noqa: PLC0415 (each process has one engine)

        return duckdb.read_parquet(files)
    if engine == "Ibis":
        import ibis  # noqa: PLC0415 (the same)

        return ibis.read_parquet(files)
    if engine == "Dask":
        import dask.dataframe  # noqa: PLC0415 (the same)

        return dask.dataframe.read_parquet(folder)
    from pyspark.sql import SparkSession  # noqa: PLC0415 (the same)

    builder: Any = SparkSession.builder
    local = builder.master("local[2]").config("spark.ui.enabled", "false")
    return local.config("spark.ui.showConsoleProgress", "false").getOrCreate().read.parquet(folder)


NEEDS = {"polars": "polars", "in memory": "polars", "DuckDB": "duckdb"}
NEEDS |= {"Ibis": "ibis", "Dask": "dask", "PySpark": "pyspark"}


def scan(engine: str, frame: Any) -> Callable[[], object]:
    """The bare scan: two sums."""
    if engine == "polars":
        sums = frame.select(pl.col("score").sum(), pl.col("label").sum())
        return lambda: sums.collect(engine="streaming")
    if engine == "Dask":
        return lambda: frame[["score", "label"]].sum().compute()
    if engine == "PySpark":
        return lambda: frame.agg({"score": "sum", "label": "sum"}).collect()
    return lambda: frame.aggregate("sum(score), sum(label)").fetchall()


def measured(engine: str, folder: str, bound: float) -> dict[str, Any]:
    """What one engine takes, in this process."""
    frame = opened(engine, folder)
    found: dict[str, Counts] = {}
    works: dict[str, Work] = {
        "ours": lambda: found.update(reduced(frame, bound=bound, **COLUMNS)),
    }
    if engine in MOST_TIMES:
        works["scan"] = scan(engine, frame)
    seconds = best(works, REPEATS if engine in MOST_TIMES else 1)
    busy = best(works, REPEATS, time.process_time) if engine in MOST_TIMES else {}
    counts = found["score"]
    status = Path("/proc/self/status").read_text("utf-8")
    peak = int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000
    told = {"steps": counts.tp.size - 1, "error": counts.error, "digest": digest_of(counts)}
    return {**seconds, **{f"{name} busy": one for name, one in busy.items()}, **told, "MB": peak}


def digest_of(counts: Counts) -> str:
    """A digest of thresholds and counts."""
    digest = blake2b(digest_size=6)
    for part in (counts.threshold, counts.tp, counts.fp):
        digest.update(part.tobytes())
    return digest.hexdigest()


def measured_on_cluster(engine: str, folder: str, bound: float) -> dict[str, Any]:
    """Seconds of counting and of two sums on a cluster, and bytes of all answers of each run."""
    size, runs = 0, []
    collect = nw.LazyFrame.collect

    def weighed(self: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal size
        answer = collect(self, *arguments, **options)
        size += sum(answer[name].to_numpy().nbytes for name in answer.columns)
        return answer

    nw.LazyFrame.collect = weighed  # type: ignore[method-assign]
    with CLUSTERS[engine]() as opened_there:
        frame = opened_there(folder)
        works: dict[str, Work] = {
            "ours": lambda: runs.append(reduced(frame, bound=bound, **COLUMNS)["score"]),
            "scan": scan(engine, frame),
        }
        seconds = best(works, REPEATS)
    digests = sorted({digest_of(counts) for counts in runs})
    return {**seconds, "bytes": size // REPEATS, "digests": digests}


def elsewhere(engine: str, folder: Path, bound: float, where: str = "") -> dict[str, Any]:
    """What one engine takes, in a process of its own."""
    command = [sys.executable, "-c", ALONE, engine, str(folder), str(bound), where]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return dict(json.loads(done.stdout.splitlines()[-1]))


# ---- Tables


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=10 * MEGA, help="of the largest files")
    rows = int(parser.parse_args().rows)
    print(f"Processes that waited in the last minute, on average: {os.getloadavg()[0]:.1f}\n")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _print_speed(root, rows)
        _print_engines(root)
        _print_clusters(root, rows)
        _print_bounds(root, min(rows, 10 * MEGA))


def _print_speed(root: Path, rows: int) -> None:
    print(f"Counting by score and label, best of {REPEATS}; peaks of processes")
    print("Busy: processors' time beside that of the scan, which other processes hardly change")
    print(
        f"{'rows':>12} {'scores':15}{'engine':8}{'bound':>8}{'scan s':>9}{'ours s':>9}"
        f"{'ours/scan':>11}{'busy':>6}{'ns/row':>8}{'steps':>9}{'error':>10}{'peak MB':>9}"
    )
    sizes = sorted({size for size in (MEGA, 10 * MEGA, 100 * MEGA) if size < rows} | {rows})
    for size, kind in [*((size, KINDS[0]) for size in sizes), *((rows, one) for one in KINDS[1:])]:
        folder = root / f"{kind} {size}"
        write(folder, kind, size)
        for engine, most in MOST_TIMES.items():
            for bound in BOUNDS:
                one = elsewhere(engine, folder, bound)
                bar = f"   at most {most:g} times, {MOST_MB[bound]} MB" if size == rows else ""
                print(
                    f"{size:12,} {kind:15}{engine:8}{bound:8g}{one['scan']:9.3f}{one['ours']:9.3f}"
                    f"{one['ours'] / one['scan']:11.1f}{one['ours busy'] / one['scan busy']:6.1f}"
                    f"{1e9 * one['ours'] / size:8.1f}"
                    f"{one['steps']:9,}{one['error']:10.1e}{one['MB']:9.0f}{bar}",
                    flush=True,
                )


def _print_engines(root: Path) -> None:
    print(f"\nThe same counts everywhere, {MEGA:,} rows, bound {BOUNDS[-1]:g}")
    print(f"{'engine':12}{'ours s':>9}{'steps':>9}{'digest':>15}")
    for engine, package in NEEDS.items():
        if find_spec(package) is None:
            print(f"{engine:12}   not installed here (the extra engines-test)")
            continue
        one = elsewhere(engine, root / f"{KINDS[0]} {MEGA}", BOUNDS[-1])
        print(f"{engine:12}{one['ours']:9.2f}{one['steps']:9,}{one['digest']:>15}")


def _print_clusters(root: Path, rows: int) -> None:
    print(f"\n{WORKERS} workers on the loopback, {rows:,} rows, bound {BOUNDS[-1]:g}")
    print(f"{'engine':12}{'sums s':>9}{'ours s':>9}{'ours/sums':>11}{'answers MB':>12}  digests")
    expected = elsewhere("polars", root / f"{KINDS[0]} {rows}", BOUNDS[-1])["digest"]
    for engine, most in MOST_TIMES_ON_CLUSTERS.items():
        if not find_spec(NEEDS[engine]) or (engine == "PySpark" and not shutil.which("java")):
            print(f"{engine:12}   not installed here (the extra engines-test, and Java)")
            continue
        one = elsewhere(engine, root / f"{KINDS[0]} {rows}", BOUNDS[-1], "cluster")
        same = one["digests"] == [expected]
        print(
            f"{engine:12}{one['scan']:9.2f}{one['ours']:9.2f}{one['ours'] / one['scan']:11.1f}"
            f"{one['bytes'] / MEGA:12.2f}  {' '.join(one['digests'])}"
            f"{'' if same else f'   OTHERS THAN {expected}'}   at most {most:g} times, 1 MB",
            flush=True,
        )


def _print_bounds(root: Path, rows: int) -> None:
    print(f"\nCosts above those of all scores, at their greatest, {rows:,} rows")
    print(f"{'scores':16}{'bound':>8}{'steps':>9}{'error told':>12}{'error found':>13}")
    for kind in KINDS:
        folder = root / f"{kind} {rows}"
        if not folder.exists():
            write(folder, kind, rows)
        frame = opened("polars", str(folder))
        told = {bound: reduced(frame, bound=bound, **COLUMNS)["score"] for bound in BOUNDS}
        columns = frame.collect()
        given = predictions(columns["label"].to_numpy(), columns["score"].to_numpy())
        exact = envelope_of(count_hull(given))
        for bound, counts in told.items():
            stepped = envelope_of(counts)
            pc = np.unique(np.concatenate([exact.pc, stepped.pc]))
            above = float((cost_at(stepped, pc) - cost_at(exact, pc)).max())
            print(
                f"{kind:16}{bound:8g}{counts.tp.size - 1:9,}{counts.error:12.1e}{above:13.1e}"
                f"{'' if above <= counts.error <= bound else '   BEYOND ITS BOUND'}"
            )


def envelope_of(counts: Counts) -> Any:
    """The lower envelope of some counts."""
    return lower_envelope(convex_hull([roc_curve(counts)]))


if __name__ == "__main__":
    print(heading())
    main()
