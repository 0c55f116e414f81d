"""Ordered pairs of controls: the page agrees with Python, and hovering highlights visible items.

`--long` tries all controls, otherwise a few.
"""

import time

import pytest

from tests.support.figures import Explorer, Space
from tests.support.panels import SETUP

NAMES = ["forest", "logistic", "a rather long name of a model"]
SOME_CONTROLS = ["axis", "chip", "criterion"]
TIMEOUT = 10
MODEL_STATE = """[
    "".join(m.recommend().text.split()), m.view.axis,
    m.view.cost_top if m.view.cost_top == "fit" else f"{m.view.cost_top:g}", m.view.roc_fit,
    [m.view.show_hull, m.view.show_lines, m.view.show_bands, m.view.show_expected,
     m.view.show_labels],
    [name not in m.hidden for name in m.classifiers],
    "log-odds" if m.view.axis == "logit" else round(m.pc, 2),
]"""
PAGE_STATE = """(root) => {
  const pressed = (place) => [...root.querySelectorAll(place)]
    .map((one) => one.getAttribute('aria-pressed') === 'true');
  const words = [...root.querySelectorAll('.cc-card-said p, .cc-card-why li')];
  const [roc, cost] = root.querySelectorAll('.cc-figure');
  const axis = root.querySelector('.cc-menu').value;
  const plot = cost.querySelector('.plotarea_background').getBoundingClientRect();
  const line = cost.querySelector('.cc-operating-line').getBoundingClientRect();
  const share = ((line.left + line.right) / 2 - plot.left) / plot.width;
  const chosen = '.cc-framing [aria-pressed="true"]';
  return [
    words.map((one) => one.textContent).join('').replace(/\\s/g, ''), axis,
    cost.querySelector(chosen).textContent, roc.querySelector(chosen).textContent === 'fit',
    pressed('.cc-switches .cc-switch[aria-pressed]:not(.cc-present)'), pressed('.cc-chip'),
    axis === 'logit' ? 'log-odds' : Math.round(100 * share) / 100,
  ];
}"""


class Controls:
    """An explorer with bands, and actions on its controls."""

    def __init__(self, notebook):
        notebook.run(
            SETUP.rstrip().removesuffix("explorer") + "m.bootstrap(n_resamples=99, rng=0)\nexplorer"
        )
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root
        self._next_index = {}

    def next_of(self, *values):
        """Return the values cyclically."""
        index = self._next_index.get(values, 0)
        self._next_index[values] = index + 1
        return values[index % len(values)]

    def click(self, name):
        self.root.get_by_role("button", name=name, exact=True).first.click()

    def frame(self, space, words):
        self.explorer.figure(space).locator(".cc-framing").get_by_text(words, exact=True).click()

    def enter(self, label, text):
        field = self.root.locator(".cc-knobs").get_by_role("textbox", name=label)
        field.fill(text)
        field.press("Enter")

    def slide(self, label):
        self.root.locator(".cc-knobs").get_by_label(f"{label}, slider").first.press("ArrowRight")

    def along_ribbon(self, share):
        box = self.root.locator(".cc-ribbon-bar").bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)

    def choose(self, criterion):
        tab = self.root.get_by_role("tab", name="Criteria")
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        self.root.locator(".cc-panel").get_by_label("Choose by", exact=True).select_option(
            criterion
        )

    def assert_agreement(self, steps):
        """Assert that page and model agree within a time limit; return the hidden classifiers."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            model, page = self.notebook.python(MODEL_STATE), self.root.evaluate(PAGE_STATE)
            is_same = model[:-1] == page[:-1] and model[-1] == pytest.approx(page[-1], abs=0.011)
            if is_same or time.monotonic() > deadline:
                break
            self.page.wait_for_timeout(30)
        assert is_same, (steps, model, page)
        return [name for name, is_visible in zip(NAMES, model[5], strict=True) if not is_visible]

    def assert_highlights(self, steps, hidden):
        """Assert that hovering highlights the other figure, but no hidden classifier."""
        hovers: list[tuple[Space, Space, tuple[float, float]]] = [
            ("roc", "cost", (0.2, 0.6)),
            ("cost", "roc", (0.45, 0.4)),
        ]
        for space, other, (x, y) in hovers:
            area = self.explorer.area(space)
            self.page.mouse.move(area.left + x * area.width, area.top + y * area.height)
            assert self.explorer.highlight_visibility(other)[0], (steps, space)
            detail = self.explorer.detail()
            assert not any(detail.startswith(f"{name},") for name in hidden), (steps, detail)
        self.explorer.leave()


CONTROLS = {
    "hull": lambda controls: controls.click("Hull"),
    "lines": lambda controls: controls.click("Lines"),
    "band": lambda controls: controls.click("Band"),
    "labels": lambda controls: controls.click("Labels"),
    "axis": lambda controls: controls.root.get_by_label("Axis", exact=True).select_option(
        controls.next_of("logit", "prior", "cost_ratio", "pc")
    ),
    "top": lambda controls: controls.frame("cost", controls.next_of("1", "0.5", "fit")),
    "corner": lambda controls: controls.frame("roc", controls.next_of("fit", "whole")),
    "criterion": lambda controls: controls.choose(
        controls.next_of(
            "limit on false alarms (Neyman-Pearson)",
            "smallest worst case (minimax)",
            "expected cost only",
        )
    ),
    "share": lambda controls: controls.enter(
        "Share of", controls.next_of("5 %", "1 - 5 %", "1 in 1000")
    ),
    "miss": lambda controls: controls.slide("A miss costs"),
    "range": lambda controls: controls.click("A false alarm costs: a range"),
    "data": lambda controls: controls.root.get_by_role("button", name="As in these data").click(),
    "forget": lambda controls: controls.click("Unknown"),
    "place": lambda controls: controls.along_ribbon(controls.next_of(0.3, 0.7)),
    "chip": lambda controls: controls.root.locator(".cc-chip").nth(0).click(),
    "only": lambda controls: controls.root.locator(".cc-chip").nth(1).click(modifiers=["Alt"]),
    "fold": lambda controls: controls.root.get_by_role("tab", name="Data table").click(),
}


def all_pairs_sequence(names):
    """Return a sequence in which each ordered pair of names is adjacent exactly once.

    This is an Eulerian circuit, found by Hierholzer's algorithm.
    """
    unused = {name: [other for other in names if other != name] for name in names}
    stack, circuit = [names[0]], []
    while stack:
        if unused[stack[-1]]:
            stack.append(unused[stack[-1]].pop())
        else:
            circuit.append(stack.pop())
    return circuit[::-1]


@pytest.mark.long
def test_page_and_python_agree_after_every_pair_of_controls(tall_notebook, request):
    """Done line 5 of issue 11."""
    controls = Controls(tall_notebook)
    names = list(CONTROLS) if request.config.getoption("--long") else SOME_CONTROLS
    steps: list[str] = []
    for name in all_pairs_sequence(names):
        steps = [*steps[-5:], name]
        reset = controls.root.get_by_role("button", name="Unknown")
        if name != "forget" or reset.is_enabled():
            CONTROLS[name](controls)
        hidden = controls.assert_agreement(steps)
        controls.assert_highlights(steps, hidden)
