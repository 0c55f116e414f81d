"""Controls asked for at once, while Python is busy, and when it is gone: they come, or say why."""

from contextlib import contextmanager

import pytest

from cc_widgets.panels.explorer import PANELS, TABLES
from tests.support.figures import Explorer, sent_messages
from tests.support.panels import SETUP

BUSY = "Python is busy"
# Some kernels hear of widgets while a cell runs, in a thread; nobody hears anything during this.
DEAF = "import ctypes; ctypes.PyDLL(None).sleep(1000)"
SLEEP = "import time; time.sleep(1000)"
GONE = "no Python behind this picture any more"

# Press each of these as soon as it is there, or a moment later; a press is all that a mouse does.
PRESS_IN_TURN = """([selectors, delay]) => {
  const old = new Set(document.querySelectorAll(selectors.join()));
  const press = (found) => {
    const { x, y } = found.getBoundingClientRect();
    const at = { bubbles: true, clientX: x + 5, clientY: y + 5, button: 0 };
    for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      found.dispatchEvent(new (kind[0] === 'p' ? PointerEvent : MouseEvent)(kind, at));
    }
  };
  const next = () => {
    const found = [...document.querySelectorAll(selectors[0])].find((one) => !old.has(one));
    if (!found) return;
    selectors.shift();
    if (!selectors.length) observer.disconnect();
    if (delay) setTimeout(() => press(found), delay);
    else press(found);
  };
  const observer = new MutationObserver(next);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
START = """(code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  window.ccRun = kernel.requestExecute({ code }).done;
}"""
END = "() => window.ccRun.then(() => null)"
KERNEL = """async (what) => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel[what]();
}"""


class Waiting:
    """An explorer, and somebody who wants its controls."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.root = Explorer(self.page).root
        self.folds = self.root.locator(".cc-folds:not(.cc-more)")

    def press(self):
        """Open the first of the tabs, or fold it."""
        self.folds.get_by_role("tab", name="Uncertainty").click()

    def says(self, words):
        self.folds.get_by_role("status").filter(has_text=words).first.wait_for()

    def shows(self, label):
        self.folds.locator(".cc-panel").get_by_label(label, exact=True).first.wait_for()
        self.page.wait_for_function(QUIET)

    @contextmanager
    def busy(self, code):
        """Keep the kernel busy, and interrupt it in the end."""
        self.page.evaluate(START, f"try: {code}\nexcept KeyboardInterrupt: pass")
        yield
        self.page.evaluate(KERNEL, "interrupt")
        self.page.evaluate(END)


FOLDS = ".cc-folds:not(.cc-more)"
QUIET = "() => [...document.querySelectorAll('.cc-patience')].every((one) => !one.textContent)"


@pytest.fixture
def waiting(notebook):
    notebook.run(SETUP)
    return Waiting(notebook)


@pytest.fixture
def lonely(mortal_notebook):
    """An explorer whose kernel may be lost."""
    mortal_notebook.run(SETUP)
    return Waiting(mortal_notebook)


@pytest.mark.parametrize("delay", [0, 50, 100])
@pytest.mark.parametrize(
    ("tab", "label"),
    [(1, "Resamples"), (3, "Choose by"), (4, "Colour of forest")],
)
def test_controls_asked_for_at_once_come(notebook, delay, tab, label):
    """W12: opened within 200 ms of being shown they stayed blank."""
    notebook.page.evaluate(
        PRESS_IN_TURN, [[f"{FOLDS} .cc-tab:nth-child({tab}):not(:only-child)"], delay]
    )
    notebook.run(SETUP)
    Waiting(notebook).shows(label)


def test_the_headings_of_the_controls_need_no_python(waiting):
    """W12: while Python was busy, the button did nothing and said nothing."""
    with waiting.busy(DEAF):
        waiting.press()
        assert waiting.folds.get_by_role("tab").all_inner_texts() == [*PANELS, TABLES]
        waiting.says("Waiting for Python ...")
        waiting.says(BUSY)
        waiting.folds.get_by_role("tab", name="Criteria").click()
        waiting.says(BUSY)
        assert waiting.folds.locator(".cc-panel").count() == 0
    waiting.shows("Choose by")


def test_while_a_cell_sleeps_controls_come_or_say_why(waiting):
    """W12"""
    with waiting.busy(SLEEP):
        waiting.press()
        waiting.folds.locator(".cc-panel, .cc-patience:not(:empty)").first.wait_for()
    waiting.shows("Resamples")


def test_controls_that_are_shown_say_that_python_is_busy(waiting):
    """W12"""
    waiting.press()
    waiting.shows("Resamples")
    with waiting.busy(SLEEP):
        waiting.says("What you change here may take effect only when it is done.")
        waiting.folds.get_by_label("Resamples", exact=True).first.fill("250")
        waiting.folds.get_by_label("Resamples", exact=True).first.press("Enter")
    waiting.page.wait_for_function(QUIET)
    assert waiting.notebook.python("m.bootstrap_settings.n_resamples") == 250


def test_controls_made_before_come_back_while_python_is_busy(waiting):
    """W12: what is on the page already needs no Python."""
    waiting.press()
    waiting.shows("Resamples")
    waiting.press()
    with waiting.busy(DEAF):
        waiting.press()
        waiting.folds.get_by_label("Resamples", exact=True).first.wait_for()
    waiting.page.wait_for_function(QUIET)


def test_an_interrupt_brings_what_was_asked_for(waiting):
    """W12"""
    waiting.page.evaluate(START, SLEEP)
    waiting.press()
    waiting.folds.locator(".cc-panel, .cc-patience:not(:empty)").first.wait_for()
    waiting.page.evaluate(KERNEL, "interrupt")
    waiting.shows("Resamples")
    waiting.page.evaluate(END)


def test_a_cell_that_shows_and_goes_on_is_waited_for(notebook):
    """W12"""
    shown = SETUP.rstrip().removesuffix("explorer") + "display(explorer)\n"
    notebook.page.evaluate(PRESS_IN_TURN, [[f"{FOLDS} .cc-tab:nth-child(3)"], 50])
    notebook.run(shown + "import time; time.sleep(2)")
    Waiting(notebook).shows("Choose by")


def test_a_restarted_kernel_is_said_where_the_controls_would_be(lonely):
    """W12: after a restart the button did nothing and said nothing."""
    lonely.page.evaluate(KERNEL, "restart")
    lonely.press()
    lonely.says(GONE)
    lonely.folds.get_by_role("tab", name="Criteria").click()
    lonely.says(GONE)
    # The figures live in the page, and go on.
    lonely.root.locator(".cc-chip").first.click()
    lonely.explorer = Explorer(lonely.page)
    lonely.page.mouse.click(*lonely.explorer.area("cost").pixel(0.6, 0.1))
    lonely.root.locator(".cc-pin-badge").first.wait_for()
    lonely.notebook.run(SETUP)
    lonely.page.wait_for_function("() => document.querySelectorAll('.cc-explorer').length === 1")
    again = Waiting(lonely.notebook)
    again.press()
    again.shows("Resamples")
    assert lonely.notebook.problems == []


@pytest.mark.parametrize("end", ["shutdown", "kill"])
def test_a_dead_kernel_is_said_above_the_controls_that_are_shown(lonely, end):
    """W12"""
    lonely.press()
    lonely.shows("Resamples")
    if end == "shutdown":
        lonely.page.evaluate(KERNEL, "shutdown")
    else:
        lonely.page.evaluate(START, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    lonely.says("what you change here has no effect")
    if end == "kill":
        lonely.page.get_by_role("dialog").get_by_role("button", name="Ok").click()
    lonely.press()
    lonely.press()
    lonely.folds.get_by_role("tab", name="Compare").click()
    lonely.says(GONE)


def test_folding_tells_python_once_and_turning_pages_too(waiting):
    sent = sent_messages(waiting.page)
    waiting.press()
    waiting.shows("Resamples")
    assert sent() == 1
    waiting.folds.get_by_role("tab", name="Criteria").click()
    waiting.shows("Choose by")
    assert sent() == 2
