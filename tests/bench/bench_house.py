"""Number of modules involved in a call, and import times.

Modules of cc_widgets count if one of their functions runs during the call, after all imports.
Imports are timed in separate processes, after their dependencies have been imported.
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
MAX_MODULES = {"model.recommend()": 18, "explore()": 48}
IMPORTS = [
    ("cc_widgets.core", "numpy", "import cc_widgets.core", None),
    ("cc_widgets.explore", "bqplot", "import cc_widgets; cc_widgets.explore", 170),
]
TIMED_IMPORT = """
import time
import {before}
start = time.process_time()
{work}
print(time.process_time() - start)
"""
REPEATS = 9


def main() -> None:
    """Print the tables."""
    print("Modules involved in a call")
    for name, modules in modules_by_call().items():
        print(
            f"{name:20}{len(modules):6}   at most {MAX_MODULES[name]}: {', '.join(sorted(modules))}"
        )
    print(f"\nImports, best of {REPEATS}, CPU time in ms")
    for name, dependency, work, limit in IMPORTS:
        note = f"   at most {limit}" if limit else ""
        seconds = import_seconds(dependency, work)
        print(f"{name:20}{1e3 * seconds:6.0f}{note}   after {dependency}")


def modules_by_call() -> dict[str, set[str]]:
    """Return the modules involved in each call."""
    rng = np.random.default_rng(0)
    label = np.arange(400) % 2
    scores = {name: rng.normal(size=400) + label for name in "ab"}
    explorer = cc.explore(label, scores)  # triggers lazy imports
    explorer.model.recommend()
    modules = {
        "model.recommend()": modules_in(explorer.model.recommend),
        "explore()": modules_in(lambda: cc.explore(label, scores).close()),
    }
    explorer.close()
    return modules


def modules_in(work: Callable[[], object]) -> set[str]:
    """Return the modules of the package of which a function is called."""
    files: set[str] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    paths = (Path(name) for name in files)
    ours = (path.relative_to(PACKAGE) for path in paths if path.is_relative_to(PACKAGE))
    return {".".join(path.with_suffix("").parts) for path in ours}


def import_seconds(dependency: str, work: str) -> float:
    """Return the CPU seconds of an import after that of a dependency."""
    code = TIMED_IMPORT.format(before=dependency, work=work)
    command = [sys.executable, "-c", code]
    return min(float(subprocess.check_output(command, cwd=PACKAGE.parent)) for _ in range(REPEATS))


if __name__ == "__main__":
    print(heading())
    main()
