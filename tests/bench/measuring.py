"""What benchmarks have in common: data, and times taken in turns."""

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

from cc_widgets.commands.machine import SWITCH, description, first_processor

Work = Callable[[], object]
MEGA = 1_000_000
KINDS = {
    "f8": lambda latent: 1 / (1 + np.exp(-latent)),
    "f4": lambda latent: (1 / (1 + np.exp(-latent))).astype(np.float32),
    "f8, any sign": lambda latent: latent,
    "f8, 3 digits": lambda latent: np.round(1 / (1 + np.exp(-latent)), 3),
}


def examples(size: int, kind: str = "f8") -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Labels, half of them positive, and scores that tell them apart a little."""
    draw = np.random.default_rng(0)
    label = draw.random(size) < 0.5
    return label, KINDS[kind](draw.normal(size=size) + 1.2 * label)


def best(
    works: Mapping[str, Work], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the least seconds of each, taken in turns."""
    seconds = dict.fromkeys(works, np.inf)
    for _ in range(repeats):
        for name, work in works.items():
            start = clock()
            work()
            seconds[name] = min(seconds[name], clock() - start)
    return seconds


def peak(work: Work) -> int:
    """Return how many bytes more than before are held at the worst moment."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def rows_of_r(script: str) -> list[list[float]]:
    """The rows of numbers that a script of R prints; none where it or a package is missing."""
    program = shutil.which("Rscript")
    if program is None:
        return []
    done = subprocess.run([program, "-e", script], capture_output=True, text=True, check=False)
    lines = [] if done.returncode else done.stdout.splitlines()
    return [[float(number) for number in line.split()] for line in lines]


def heading() -> str:
    """Say where times are taken: processor, NumPy, and what sorting an element costs there."""
    _, scores = examples(MEGA)
    seconds = best({"sort": lambda: np.sort(scores)}, 5)["sort"]
    model = first_processor(description()).get("model name") or platform.processor()
    without = f" without {os.environ[SWITCH]}" if os.environ.get(SWITCH) else ""
    return (
        f"{model or platform.machine()}, {os.cpu_count()} threads; "
        f"NumPy {np.__version__}{without}; "
        f"np.sort of {MEGA:,} scores takes {1e9 * seconds / MEGA:.1f} ns an element"
    )
