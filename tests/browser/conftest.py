"""Fixtures of the browser tests, which share one server, one browser and one notebook."""

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


SCREENS = {"1280x720": (1280, 720), "1366x768": (1366, 768)}
FAILURES = pytest.StashKey[int]()


def pytest_configure(config):
    config.stash[FAILURES] = 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    item.config.stash[FAILURES] += bool(report.failed)
    return report


class FastBrowser:
    """Browser with shortened bqplot timers, whose pages list pending timers of cc_widgets."""

    def __init__(self, browser):
        self._browser = browser

    def new_page(self, **options):
        page = self._browser.new_page(**options)
        page.add_init_script(HURRY)
        return page


# Shortens bqplot's timers, which throttle updates by up to 300 ms; while such a timer fires,
# `Date.now` is ahead by the requested delay. `ccLate` has the pending timers of bqplot, `ccTimers`
# the delays of pending timers of cc_widgets in milliseconds.
HURRY = """(() => {
  const { setTimeout, clearTimeout, Date: { now } } = window;
  const { requestIdleCallback, cancelIdleCallback } = window;
  const late = window.ccLate = new Set();
  const own = window.ccTimers = new Map();
  let ahead = 0;
  const isOwn = (stack) => stack.includes('/cc_widgets/') || location.protocol === 'file:';
  const noted = (start, act, delay, name) => {
    const timer = start((...given) => {
      own.delete(`${name}${timer}`);
      act(...given);
    });
    own.set(`${name}${timer}`, delay);
    return timer;
  };
  Date.now = () => now() + ahead;
  window.clearTimeout = (timer) => {
    late.delete(timer);
    own.delete(`timeout${timer}`);
    clearTimeout(timer);
  };
  window.setTimeout = (act, delay = 0, ...given) => {
    const { stack } = delay <= 3000 ? new Error() : { stack: '' };
    if (delay >= 50 && delay <= 300 && stack.includes('/bqplot/')) {
      const timer = setTimeout(() => {
        late.delete(timer);
        ahead = delay;
        try { act(...given); } finally { ahead = 0; }
      }, 10);
      late.add(timer);
      return timer;
    }
    if (!isOwn(stack)) return setTimeout(act, delay, ...given);
    return noted((react) => setTimeout(react, delay, ...given), act, delay, 'timeout');
  };
  window.requestIdleCallback = (act, options) => isOwn(new Error().stack)
    ? noted((react) => requestIdleCallback(react, options), act, 0, 'idle')
    : requestIdleCallback(act, options);
  window.cancelIdleCallback = (handle) => {
    own.delete(`idle${handle}`);
    cancelIdleCallback(handle);
  };
})();"""


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright, chromium(playwright) as started:
        yield FastBrowser(started)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("lab")) as started:
        yield started


@pytest.fixture(scope="session")
def shared_notebook(browser, server):
    return Notebook(browser, server, height=1200)


@pytest.fixture
def notebook(shared_notebook, request):
    """Return the shared notebook; errors on its page fail the test."""
    yield from reset_notebook(shared_notebook, request.config)


@pytest.fixture(scope="module")
def own_notebook(shared_notebook, request):
    """Return the shared notebook for all tests of a file; errors on its page fail the last one."""
    yield from reset_notebook(shared_notebook, request.config)


@pytest.fixture
def disposable_kernel(notebook):
    """Return the shared notebook for a test that may end its kernel, which is then replaced."""
    yield notebook
    notebook.replace_kernel()
    notebook.problems.clear()


@pytest.fixture
def tall_notebook(shared_notebook, request):
    """Return the shared notebook on a page tall enough for the whole explorer."""
    yield from reset_notebook(shared_notebook, request.config, height=1700)


@pytest.fixture(params=SCREENS.values(), ids=[*SCREENS])
def screen(shared_notebook, request):
    """Return the shared notebook on a page of the size of a common screen."""
    width, height = request.param
    yield from reset_notebook(shared_notebook, request.config, width=width, height=height)


def reset_notebook(notebook, config, **size):
    """Yield the notebook in its initial look; after a failure of any test, restart it first."""
    failures = config.stash[FAILURES]
    if notebook.failures != failures:
        notebook.restart()
        notebook.failures = failures
    notebook.restore_look(**size)
    yield notebook
    assert notebook.problems == []


@pytest.fixture
def fawcett(notebook):
    """Return the explorer of Fawcett's 20 instances, which tests must not modify."""
    notebook.show(FAWCETT)
    return Explorer(notebook.page)


@pytest.fixture
def panels(notebook):
    notebook.run(SETUP)
    return Panels(notebook)


@pytest.fixture(scope="session")
def pictures():
    """Return the folder for screenshots."""
    folder = Path(__file__).parents[2] / ".pictures"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def hand(tall_notebook):
    return Hand(tall_notebook)
