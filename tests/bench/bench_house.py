"""How far one call walks through the house, and what it costs to enter it.

Counted are the modules of cc_widgets in which a function runs during the call, once everything has
been imported. An import is timed in a process of its own, after the packages it builds on.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import numpy as np

import cc_widgets as cc
from tests.bench.measuring import heading

PACKAGE = Path(cc.__file__).parent
BARS = {"model.read()": 12, "explore()": 36}
IMPORTS = [
    ("cc_widgets.core", "numpy", "import cc_widgets.core", None),
    ("cc_widgets.explore", "bqplot", "import cc_widgets; cc_widgets.explore", 170),
]
TIMED = """
import time
import {before}
start = time.process_time()
{work}
print(time.process_time() - start)
"""
REPEATS = 9


def main() -> None:
    """Print the tables."""
    walks = walked()
    print("Modules walked by a call")
    for name, modules in walks.items():
        print(f"{name:20}{len(modules):6}   at most {BARS[name]}: {', '.join(sorted(modules))}")
    print(f"\nImports, best of {REPEATS}, in ms of a processor")
    for name, before, work, most in IMPORTS:
        bar = f"   at most {most}" if most else ""
        print(f"{name:20}{1e3 * entered(before, work):6.0f}{bar}   beyond {before}")


def walked() -> dict[str, set[str]]:
    """The modules that each call walks."""
    draw = np.random.default_rng(0)
    label = np.arange(400) % 2
    scores = {name: draw.normal(size=400) + label for name in "ab"}
    explorer = cc.explore(label, scores)  # imports what is imported when it is used
    explorer.model.read()
    walks = {
        "model.read()": modules_in(explorer.model.read),
        "explore()": modules_in(lambda: cc.explore(label, scores).close()),
    }
    explorer.close()
    return walks


def modules_in(work: Callable[[], object]) -> set[str]:
    """The modules of the package in which a function runs."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    paths = (Path(name) for name in seen)
    ours = (path.relative_to(PACKAGE) for path in paths if path.is_relative_to(PACKAGE))
    return {".".join(path.with_suffix("").parts) for path in ours}


def entered(before: str, work: str) -> float:
    """Seconds of a processor that an import takes, beyond that of a package."""
    code = TIMED.format(before=before, work=work)
    command = [sys.executable, "-c", code]
    return min(float(subprocess.check_output(command, cwd=PACKAGE.parent)) for _ in range(REPEATS))


if __name__ == "__main__":
    print(heading())
    main()
