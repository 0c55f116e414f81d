"""Panels that are opened early, while Python is busy, or without a kernel."""

from contextlib import contextmanager

import pytest

from cc_widgets.panels.explorer import PANELS, TABLES
from tests.support.figures import Explorer, count_sent_messages
from tests.support.panels import SETUP

BUSY = "Python is busy"
# Blocks all threads, because some kernels process widget messages in a thread during a cell.
BLOCK = "import ctypes; ctypes.PyDLL(None).sleep(1000)"
SLEEP = "import time; time.sleep(1000)"
GONE = "no Python behind this picture any more"

# Presses each element as soon as it appears, or after a delay, with all events of a mouse press.
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
# Starts code that prints, and waits for the first words: an interrupt before that would be lost.
START_PRINTING = """(code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const run = kernel.requestExecute({ code });
  window.ccRun = run.done;
  return new Promise((resolve) => {
    run.onIOPub = ({ header }) => { if (header.msg_type === 'stream') resolve(null); };
  });
}"""
END = "() => window.ccRun.then(() => null)"
KERNEL = """async (what) => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel[what]();
}"""


class PanelUser:
    """Opens the panels of an explorer and waits for their content."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.root = Explorer(self.page).root
        self.folds = self.root.locator(".cc-folds:not(.cc-more)")

    def press(self):
        """Toggle the first panel."""
        self.folds.get_by_role("tab", name="Uncertainty").click()

    def wait_for_status(self, words):
        self.folds.get_by_role("status").filter(has_text=words).first.wait_for()

    def wait_for_control(self, label):
        self.folds.locator(".cc-panel").get_by_label(label, exact=True).first.wait_for()
        self.page.wait_for_function(QUIET)

    @contextmanager
    def busy(self, code):
        """Keep the kernel busy, and interrupt it on exit."""
        self.page.evaluate(START, f"try: {code}\nexcept KeyboardInterrupt: pass")
        yield
        self.page.evaluate(KERNEL, "interrupt")
        self.page.evaluate(END)


FOLDS = ".cc-folds:not(.cc-more)"
QUIET = "() => [...document.querySelectorAll('.cc-kernel-status')].every((one) => !one.textContent)"


@pytest.fixture
def user(notebook):
    notebook.run(SETUP)
    return PanelUser(notebook)


@pytest.fixture
def without_kernel(disposable_kernel):
    """Return a user of an explorer for a test that ends the kernel."""
    disposable_kernel.run(SETUP)
    return PanelUser(disposable_kernel)


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("delay", [0, 50, 100])
@pytest.mark.parametrize(
    ("tab", "label"),
    [(1, "Resamples"), (3, "Choose by"), (4, "Colour of forest")],
)
def test_panel_opened_right_after_display_appears(notebook, delay, tab, label):
    """Panels opened within 200 ms after display stayed blank."""
    notebook.page.evaluate(
        PRESS_IN_TURN, [[f"{FOLDS} .cc-tab:nth-child({tab}):not(:only-child)"], delay]
    )
    notebook.run(SETUP)
    PanelUser(notebook).wait_for_control(label)


def test_tabs_of_the_panels_need_no_python(user):
    """While Python was busy, the button had no effect and gave no message."""
    with user.busy(BLOCK):
        user.press()
        assert user.folds.get_by_role("tab").all_inner_texts() == [*PANELS, TABLES]
        user.wait_for_status("Waiting for Python ...")
        user.wait_for_status(BUSY)
        user.folds.get_by_role("tab", name="Criteria").click()
        user.wait_for_status(BUSY)
        assert user.folds.locator(".cc-panel").count() == 0
    user.wait_for_control("Choose by")


def test_panel_appears_or_shows_a_message_while_a_cell_sleeps(user):
    """W12"""
    with user.busy(SLEEP):
        user.press()
        user.folds.locator(".cc-panel, .cc-kernel-status:not(:empty)").first.wait_for()
    user.wait_for_control("Resamples")


def test_open_panel_shows_that_python_is_busy(user):
    """W12"""
    user.press()
    user.wait_for_control("Resamples")
    with user.busy(SLEEP):
        user.wait_for_status("What you change here may take effect only when it is done.")
        user.folds.get_by_label("Resamples", exact=True).first.fill("250")
        user.folds.get_by_label("Resamples", exact=True).first.press("Enter")
    user.page.wait_for_function(QUIET)
    assert user.notebook.python("m.resampling.n_resamples") == 250


@pytest.mark.long(cases=0)
def test_panel_opened_before_reopens_while_python_is_busy(user):
    """Content that is already on the page needs no Python."""
    user.press()
    user.wait_for_control("Resamples")
    user.press()
    with user.busy(BLOCK):
        user.press()
        user.folds.get_by_label("Resamples", exact=True).first.wait_for()
    user.page.wait_for_function(QUIET)


def test_panel_appears_after_an_interrupt(user):
    """W12"""
    user.page.evaluate(START_PRINTING, f"print('started', flush=True); {SLEEP}")
    user.press()
    user.folds.locator(".cc-panel, .cc-kernel-status:not(:empty)").first.wait_for()
    user.page.evaluate(KERNEL, "interrupt")
    user.wait_for_control("Resamples")
    user.page.evaluate(END)


def test_panel_appears_after_the_cell_that_displays_it_ends(notebook):
    """W12"""
    code = SETUP.rstrip().removesuffix("explorer") + "display(explorer)\n"
    notebook.page.evaluate(PRESS_IN_TURN, [[f"{FOLDS} .cc-tab:nth-child(3)"], 50])
    notebook.run(code + "import time; time.sleep(2)")
    PanelUser(notebook).wait_for_control("Choose by")


def test_restarted_kernel_is_reported_in_place_of_the_panel(without_kernel):
    """After a restart, the button had no effect and gave no message."""
    without_kernel.page.evaluate(KERNEL, "restart")
    without_kernel.press()
    without_kernel.wait_for_status(GONE)
    without_kernel.folds.get_by_role("tab", name="Criteria").click()
    without_kernel.wait_for_status(GONE)
    # The figures work without the kernel.
    without_kernel.root.locator(".cc-chip").first.click()
    area = Explorer(without_kernel.page).area("cost")
    without_kernel.page.mouse.click(*area.pixel(0.6, 0.1))
    without_kernel.root.locator(".cc-pin-badge").first.wait_for()
    without_kernel.notebook.run(SETUP)
    without_kernel.page.wait_for_function(
        "() => document.querySelectorAll('.cc-explorer').length === 1"
    )
    user = PanelUser(without_kernel.notebook)
    user.press()
    user.wait_for_control("Resamples")
    assert without_kernel.notebook.problems == []


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("end", ["shutdown", "kill"])
def test_dead_kernel_is_reported_above_the_open_panel(without_kernel, end):
    """W12"""
    without_kernel.press()
    without_kernel.wait_for_control("Resamples")
    if end == "shutdown":
        without_kernel.page.evaluate(KERNEL, "shutdown")
    else:
        without_kernel.page.evaluate(
            START, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
        )
    without_kernel.wait_for_status("what you change here has no effect")
    if end == "kill":
        without_kernel.page.get_by_role("dialog").get_by_role("button", name="Ok").click()
    without_kernel.press()
    without_kernel.press()
    without_kernel.folds.get_by_role("tab", name="Compare").click()
    without_kernel.wait_for_status(GONE)


def test_opening_a_panel_and_changing_the_tab_send_one_message_each(user):
    sent = count_sent_messages(user.page)
    user.press()
    user.wait_for_control("Resamples")
    assert sent() == 1
    user.folds.get_by_role("tab", name="Criteria").click()
    user.wait_for_control("Choose by")
    assert sent() == 2
