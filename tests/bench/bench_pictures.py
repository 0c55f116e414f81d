"""CPU time of exported figures: the first one of a process, and later ones.

CPU time depends less on other processes than wall time. Imports of matplotlib are not included.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from cc_widgets.model.state import CostCurveModel
from tests.bench.measuring import heading

FIRST, EACH = 0.4, 0.25
"""Upper limits for two classifiers, in CPU seconds."""

REPEATS = 7
SIZE = 600
ROOT = Path(__file__).parents[2]
FIRST_PICTURE = """
import time
import matplotlib.backends.backend_agg, matplotlib.figure, PIL.Image
from tests.bench.bench_pictures import random_model
model = random_model(2)
start = time.process_time()
model.to_png()
print(time.process_time() - start)
"""


def main() -> None:
    """Print the table."""
    first = float(subprocess.check_output([sys.executable, "-c", FIRST_PICTURE], cwd=ROOT))
    print(f"{'first PNG, 2 classifiers':28}{first:8.3f} s   at most {FIRST}")
    for count in (2, 6, 30):
        model = random_model(count)
        ways: dict[str, Callable[[], object]] = {
            "PNG": model.to_png,
            "SVG": model.to_svg,
            "figure": model.to_figure,
        }
        for name, work in ways.items():
            limit = f"   at most {EACH}" if count == 2 and name == "PNG" else ""
            print(f"{f'{name}, {count} classifiers':28}{best_seconds(work):8.3f} s{limit}")


def random_model(count: int) -> CostCurveModel:
    """Return a model of `count` classifiers that score the same examples."""
    rng = np.random.default_rng(0)
    label = np.arange(SIZE) % 3 == 0
    shifts = np.linspace(0.5, 2.0, count)
    return CostCurveModel(
        {f"model {i}": (label, rng.normal(size=SIZE) + s * label) for i, s in enumerate(shifts)}
    )


def best_seconds(work: Callable[[], object]) -> float:
    """Return the lowest CPU time of several runs in seconds."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


if __name__ == "__main__":
    print(heading())
    main()
