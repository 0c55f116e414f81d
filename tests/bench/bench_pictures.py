"""Pictures of an explorer's figures: the first one of a process, and each that follows.

Timed are processor seconds, which other programs take less from than from seconds of a clock. The
first picture counts from where matplotlib has been imported.
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
"""At most so many seconds, for two classifiers."""

REPEATS = 7
SIZE = 600
ROOT = Path(__file__).parents[2]
ALONE = """
import time
import matplotlib.backends.backend_agg, matplotlib.figure, PIL.Image
from tests.bench.bench_pictures import pictured
model = pictured(2)
start = time.process_time()
model.to_png()
print(time.process_time() - start)
"""


def main() -> None:
    """Print the table."""
    first = float(subprocess.check_output([sys.executable, "-c", ALONE], cwd=ROOT))
    print(f"{'first PNG, 2 classifiers':28}{first:8.3f} s   at most {FIRST}")
    for count in (2, 6, 30):
        model = pictured(count)
        ways: dict[str, Callable[[], object]] = {
            "PNG": model.to_png,
            "SVG": model.to_svg,
            "figure": model.to_figure,
        }
        for name, work in ways.items():
            bar = f"   at most {EACH}" if count == 2 and name == "PNG" else ""
            print(f"{f'{name}, {count} classifiers':28}{least(work):8.3f} s{bar}")


def pictured(count: int) -> CostCurveModel:
    """Return a model of so many classifiers of the same examples."""
    draw = np.random.default_rng(0)
    label = np.arange(SIZE) % 3 == 0
    shifts = np.linspace(0.5, 2.0, count)
    return CostCurveModel(
        {f"model {i}": (label, draw.normal(size=SIZE) + s * label) for i, s in enumerate(shifts)}
    )


def least(work: Callable[[], object]) -> float:
    """Return the least processor seconds of several runs."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


if __name__ == "__main__":
    print(heading())
    main()
