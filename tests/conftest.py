"""Command-line options, Hypothesis profile and fixtures of the whole test suite."""

import gc
import subprocess
import sys
from collections import Counter, defaultdict

import pytest
from hypothesis import HealthCheck, settings

# Derandomised and without deadline, so that results do not depend on the machine.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")
BUSY_PROCESSES = pytest.StashKey[list[subprocess.Popen[bytes]]]()


@pytest.fixture
def open_widgets():
    """Return a function for the ids of widgets the test has left open; close them afterwards."""
    from ipywidgets.widgets.widget import _instances  # noqa: PLC0415 (most tests have no widgets)

    before = set(_instances)
    yield lambda: set(_instances) - before
    for widget in [_instances[model_id] for model_id in set(_instances) - before]:
        widget.close()


def pytest_addoption(parser):
    parser.addoption(
        "--update-pictures",
        action="store_true",
        help="regenerate the pictures of the README",
    )
    parser.addoption(
        "--long", action="store_true", help="run the long variants of the tests marked `long`"
    )
    parser.addoption(
        "--fuzz-seconds",
        type=float,
        help="seconds to call a model from two threads (default: 2, with --long 60)",
    )
    parser.addoption(
        "--engines", action="store_true", help="also count on a Dask cluster of two processes"
    )
    parser.addoption(
        "--busy", type=int, default=0, help="number of busy processes to run next to the suite"
    )


def pytest_collection_modifyitems(config, items):
    """Deselect long cases; run browser tests last, because Playwright leaves an event loop running.

    The longest files come first, so that all processes end at about the same time.
    """
    if not config.getoption("--long"):
        removed = long_cases(items)
        items[:] = [item for item in items if item not in removed]
        config.hook.pytest_deselected(items=removed)
    n_tests = Counter(item.path for item in items)

    def sort_key(item):
        return (1, -n_tests[item.path], item.path) if "browser" in item.path.parts else (0,)

    items.sort(key=sort_key)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect tests without garbage collection, which would take seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def long_cases(items):
    """Return the tests that run with `--long` only: of each function all but evenly spaced ones."""
    marked = defaultdict(list)
    for item in items:
        for marker in item.iter_markers("long"):
            if "cases" in marker.kwargs:
                marked[item.path, item.originalname, marker.kwargs["cases"]].append(item)
    removed = set()
    for (*_, n_cases), cases in marked.items():
        kept = {index * len(cases) // n_cases for index in range(n_cases)}
        removed |= {case for index, case in enumerate(cases) if index not in kept}
    return removed


def pytest_sessionstart(session):
    """Start the processes of `--busy`, which reveal tests with too short timeouts."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[BUSY_PROCESSES] = [
            subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(session.config.getoption("--busy"))
        ]


def pytest_sessionfinish(session):
    for process in session.config.stash.get(BUSY_PROCESSES, []):
        process.kill()
        process.wait()
