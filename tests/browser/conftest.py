"""One server, one browser and one notebook for all browser tests."""

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.support.figures import FAWCETT_DATA, Explorer
from tests.support.hand import Hand
from tests.support.lab import Notebook, Server, chromium
from tests.support.panels import SETUP, Panels

FAWCETT = f"""
import cc_widgets as cc
{FAWCETT_DATA}explorer = cc.explore(y_true, {{"Fawcett": y_score}})
explorer
"""


FAILURES = pytest.StashKey[int]()


def pytest_configure(config):
    config.stash[FAILURES] = 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    item.config.stash[FAILURES] += bool(report.failed)
    return report


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright, chromium(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("lab")) as started:
        yield started


@pytest.fixture(scope="session")
def shared_notebook(browser, server):
    return Notebook(browser, server)


@pytest.fixture
def notebook(shared_notebook, request):
    """The shared notebook; what its page complains about fails the test."""
    yield from lent(shared_notebook, request.config)


def lent(notebook, config):
    """A notebook for one test: fresh after any failure, which may have left anything behind."""
    failures = config.stash[FAILURES]
    if notebook.failures != failures:
        notebook.renew()
        notebook.failures = failures
    notebook.page.mouse.move(5, 5)
    notebook.problems.clear()
    yield notebook
    assert notebook.problems == []


@pytest.fixture(scope="module")
def own_notebook(browser, server, request):
    """A notebook for the tests of one file; what its page complains about fails the last one."""
    notebook = Notebook(browser, server, name=f"{request.path.stem}.ipynb")
    yield notebook
    assert notebook.problems == []
    notebook.page.close()


@pytest.fixture
def fawcett(notebook):
    """The explorer of Fawcett's 20 instances; tests only look at it."""
    notebook.show(FAWCETT)
    return Explorer(notebook.page)


@pytest.fixture
def panels(notebook):
    notebook.run(SETUP)
    return Panels(notebook)


@pytest.fixture(scope="session")
def pictures():
    """A folder for screenshots to look at."""
    folder = Path(__file__).parents[2] / ".pictures"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def tall_notebook(browser, server):
    """A page on which the whole explorer can be reached without scrolling."""
    notebook = Notebook(browser, server, name="gestures.ipynb", width=1400, height=1700)
    yield notebook
    notebook.page.close()


@pytest.fixture
def lent_tall_notebook(tall_notebook, request):
    yield from lent(tall_notebook, request.config)


@pytest.fixture
def hand(lent_tall_notebook):
    return Hand(lent_tall_notebook)
