"""Options and habits of the whole suite."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# The same examples everywhere, and no deadline: what is green here is green on another machine.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")
BUSY = pytest.StashKey[list[subprocess.Popen[bytes]]]()


@pytest.fixture
def made():
    """The ids of widgets that the test has made and not closed; they are closed after it."""
    from ipywidgets.widgets.widget import _instances  # noqa: PLC0415 (most tests have no widgets)

    before = set(_instances)
    yield lambda: set(_instances) - before
    for widget in [_instances[model_id] for model_id in set(_instances) - before]:
        widget.close()


def pytest_addoption(parser):
    parser.addoption(
        "--update-pictures",
        action="store_true",
        help="write the pictures of the README again",
    )
    parser.addoption(
        "--long", action="store_true", help="run the long variants of the tests marked `long`"
    )
    parser.addoption(
        "--fuzz-seconds",
        type=float,
        help="call a model from two threads for so long; 2 by default, 60 with --long",
    )
    parser.addoption(
        "--engines", action="store_true", help="count on a Dask cluster of two processes too"
    )
    parser.addoption(
        "--busy", type=int, default=0, help="keep so many other processes busy beside the suite"
    )


def pytest_collection_modifyitems(items):
    """Put browser tests last: playwright keeps an event loop running, which others must not see.

    Files with many of them come first, so that two processes end at about the same time.
    """
    many = Counter(item.path for item in items)

    def place(item):
        return (1, -many[item.path], item.path) if "browser" in item.path.parts else (0,)

    items.sort(key=place)


def pytest_sessionstart(session):
    """Keep other processes busy, if asked to: what is green beside them never waits too short."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[BUSY] = [
            subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(session.config.getoption("--busy"))
        ]


def pytest_sessionfinish(session):
    for process in session.config.stash.get(BUSY, []):
        process.kill()
        process.wait()
