"""Data and timing functions shared by the benchmarks."""

import os
import platform
import shutil
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.commands.machine import SWITCH, first_processor, read_cpuinfo

Work = Callable[[], object]
MEGA = 1_000_000
KINDS = {
    "f8": lambda latent: 1 / (1 + np.exp(-latent)),
    "f4": lambda latent: (1 / (1 + np.exp(-latent))).astype(np.float32),
    "f8, any sign": lambda latent: latent,
    "f8, 3 digits": lambda latent: np.round(1 / (1 + np.exp(-latent)), 3),
}


def examples(size: int, kind: str = "f8") -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return labels, half of them positive, and scores of a moderately good classifier."""
    rng = np.random.default_rng(0)
    label = rng.random(size) < 0.5
    return label, KINDS[kind](rng.normal(size=size) + 1.2 * label)


def best(
    works: Mapping[str, Work], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the lowest time of each function in seconds; repeats alternate between them."""
    seconds = dict.fromkeys(works, np.inf)
    for _ in range(repeats):
        for name, work in works.items():
            start = clock()
            work()
            seconds[name] = min(seconds[name], clock() - start)
    return seconds


def peak(work: Work) -> int:
    """Return the peak of additionally allocated memory in bytes."""
    tracemalloc.start()
    work()
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak_bytes


def rows_of_r(script: str) -> list[list[float]]:
    """Return the rows of numbers that an R script prints; empty if it fails or R is missing."""
    program = shutil.which("Rscript")
    if program is None:
        return []
    process = subprocess.run([program, "-e", script], capture_output=True, text=True, check=False)
    lines = [] if process.returncode else process.stdout.splitlines()
    return [[float(number) for number in line.split()] for line in lines]


def heading() -> str:
    """Return a description of the machine: processor, NumPy and the time to sort an element."""
    _, scores = examples(MEGA)
    seconds = best({"sort": lambda: np.sort(scores)}, 5)["sort"]
    model = first_processor(read_cpuinfo()).get("model name") or platform.processor()
    without = f" without {os.environ[SWITCH]}" if os.environ.get(SWITCH) else ""
    return (
        f"{model or platform.machine()}, {os.cpu_count()} threads; "
        f"NumPy {np.__version__}{without}; "
        f"np.sort of {MEGA:,} scores takes {1e9 * seconds / MEGA:.1f} ns an element"
    )
