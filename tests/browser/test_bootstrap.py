"""Bands take long: meanwhile everything answers, and nothing that happens spoils the page."""

from time import monotonic

import pytest

from tests.support.lab import PATIENCE
from tests.support.panels import SETUP, Panels

LONG = """
import time, cc_widgets as cc, numpy as np
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 100_000)
def scores(): return {name: (y, y + rng.normal(size=y.size)) for name in "ab"}
m = cc.CostCurveModel(scores(), bootstrap_settings=cc.BootstrapSettings(n_resamples=100_000))
ended = []
def note_end(change): change["new"] == "running" or ended.append(time.time())
m.observe(lambda change: change["new"].observe(note_end, "state"), "job")
explorer = cc.CostCurveExplorer(m)
explorer
"""
# When the button was pressed and when the page said so, in seconds since 1970.
STOPWATCH = """() => {
  const now = () => (performance.timeOrigin + performance.now()) / 1000;
  const button = [...document.querySelectorAll('.cc-panel button')]
    .find((one) => one.textContent.includes('Cancel'));
  button.addEventListener('click', () => { window.ccPressed = now(); }, { capture: true });
  const panel = document.querySelector('.cc-panel');
  new MutationObserver(() => {
    if (panel.textContent.includes('Cancelled.')) window.ccSaid ??= now();
  }).observe(panel, { childList: true, subtree: true, characterData: true });
  window.ccSaid = undefined;
}"""


@pytest.fixture
def panels(notebook):
    notebook.run(LONG)
    return Panels(notebook)


def start(panels):
    panels.open("Uncertainty")
    panels.root.get_by_role("button", name="Run").click()
    panels.becomes("m.job is not None and m.job.state", "running")


def seconds_left(panels):
    """What the run says is left of it, once it says so."""
    until = monotonic() + PATIENCE
    while (left := panels.python("m.job.seconds_left")) is None:
        assert monotonic() < until
        panels.page.wait_for_timeout(30)
    return left


def stop(panels):
    panels.python("m.cancel()")
    panels.says("Cancelled.")


def test_the_kernel_answers_at_once_while_bands_are_computed(panels):
    start(panels)
    waits = []
    for number in range(5):
        begun = monotonic()
        assert panels.python(f"{number} + 1") == number + 1
        waits.append(monotonic() - begun)
    # N4: beside the run itself, which is as slow on a busy machine as the answers are.
    assert sorted(waits)[2] < seconds_left(panels) / 20
    assert panels.root.locator(".widget-hprogress").is_visible()
    stop(panels)


def test_cancelling_takes_a_moment_beside_the_run_itself(panels):
    took, left = [], []
    for _ in range(3):  # another program may be in the way of one of them
        start(panels)
        left.append(seconds_left(panels))
        panels.page.evaluate(STOPWATCH)
        panels.root.get_by_role("button", name="Cancel").click()
        panels.says("Cancelled.")
        pressed, said = panels.page.evaluate("() => [window.ccPressed, window.ccSaid]")
        took.append((panels.python("ended[-1]") - pressed, said - pressed))
        panels.becomes("m.job._thread.is_alive()", expected=False)
    assert len(panels.python("ended")) == 3
    assert min(map(max, took)) < min(left) / 20  # N4: the machine may be busy


def test_other_data_end_the_run_and_leave_no_band_that_passes_for_theirs(panels):
    start(panels)
    panels.python("m.set_trait('classifiers', scores())")
    panels.becomes("m.job.state", "cancelled")
    panels.says("Cancelled.")
    panels.notebook.rest()
    assert panels.python("m.band is None or m.stale")
    assert "interval" not in panels.explorer.answer()
    panels.enter("Resamples", "200")
    panels.root.get_by_role("button", name="Run").click()
    panels.says("Done: 200 resamples")
    assert panels.python("all(m.band.resampled.sources[n] is m.classifiers[n] for n in 'ab')")
    panels.explorer.leave()
    assert "interval" in panels.explorer.answer()
    pictures = panels.root.locator(".cc-often, .cc-funnel").get_by_role("img")
    assert [one.bounding_box()["width"] > 150 for one in pictures.all()] == [True, True]
    assert "How often which threshold" in pictures.first.get_attribute("aria-label")


def test_what_goes_wrong_is_said_and_the_next_run_is_as_ever(notebook):
    notebook.run(f"""
from cc_widgets.model import state
def no_work(*_):
    raise RuntimeError("no room for <b>resamples</b>")
    yield
usual, state.work = state.work, no_work
{SETUP}""")
    panels = Panels(notebook)
    panels.open("Uncertainty")
    panels.root.get_by_role("button", name="Run").click()
    panels.says("The bootstrap failed: no room for <b>resamples</b>")
    panels.python("setattr(state, 'work', usual)")
    panels.enter("Resamples", "200")
    panels.root.get_by_role("button", name="Run").click()
    panels.says("Done: 200 resamples")
    assert panels.root.get_by_text("The bootstrap failed").count() == 0


RESTART = """async () => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  await kernel.restart();
  await kernel.info;
}"""


def test_a_kernel_restarted_in_mid_run_leaves_a_page_that_works(panels):
    start(panels)
    panels.page.evaluate(RESTART)
    panels.explorer.figure("roc").scroll_into_view_if_needed()
    panels.explorer.move("roc", 0.7, 0.2)
    assert panels.explorer.lit("cost")["line"] is not None, "the browser needs no kernel"
    panels.notebook.run(SETUP)
    again = Panels(panels.notebook)
    again.open("Uncertainty")
    again.enter("Resamples", "200")
    again.root.get_by_role("button", name="Run").click()
    again.says("Done: 200 resamples")
    assert again.python("m.band.complete")


def test_one_band_can_be_drawn_alone(notebook):
    notebook.run(SETUP)
    panels = Panels(notebook)
    panels.python("m.bootstrap(n_resamples=200, rng=0).complete")
    panels.open("Uncertainty")
    panels.choose("Whose band", "logistic")
    panels.becomes("m.shown_band", "logistic")
    panels.becomes("len(explorer._views[1].marks['bands'].colors)", 1)
    panels.choose("Band for", "plain percentiles (too low)")
    panels.says("at each single PC(+) only")
    assert panels.root.get_by_label("at all PC(+) together").is_disabled()
