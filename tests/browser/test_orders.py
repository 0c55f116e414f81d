"""Every control after every other one: the page says what Python says, and lights what is seen.

`--long` tries all ordered pairs of controls; without it those of a few.
"""

import time

import pytest

from tests.support.figures import Explorer, Space
from tests.support.panels import SETUP

NAMES = ["forest", "logistic", "a rather long name of a model"]
FEW = ["hull", "axis", "share", "chip", "criterion", "top"]
PATIENCE = 10
TOLD = """[
    "".join(m.read().words.split()), m.axis,
    m.cost_top if m.cost_top == "fit" else f"{m.cost_top:g}", m.roc_fit,
    [m.show_hull, m.show_lines, m.show_bands, m.show_expected, m.show_labels],
    [name not in m.hidden for name in m.classifiers],
    "log-odds" if m.axis == "logit" else round(m.pc, 2),
]"""
SHOWN = """(root) => {
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


class Desk:
    """An explorer with bands, and a hand that presses its controls."""

    def __init__(self, notebook):
        notebook.run(
            SETUP.rstrip().removesuffix("explorer") + "m.bootstrap(n_resamples=99, rng=0)\nexplorer"
        )
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root
        self._turns = {}

    def next_of(self, *values):
        """Return the values by turns."""
        turn = self._turns.get(values, 0)
        self._turns[values] = turn + 1
        return values[turn % len(values)]

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

    def agrees(self, steps):
        """Assert that the page shows what Python has, soon."""
        until = time.monotonic() + PATIENCE
        while True:
            told, shown = self.notebook.python(TOLD), self.root.evaluate(SHOWN)
            is_same = told[:-1] == shown[:-1] and told[-1] == pytest.approx(shown[-1], abs=0.011)
            if is_same or time.monotonic() > until:
                break
            self.page.wait_for_timeout(30)
        assert is_same, (steps, told, shown)
        return [name for name, is_shown in zip(NAMES, told[5], strict=True) if not is_shown]

    def lights_what_is_seen(self, steps, hidden):
        """Point at both figures: the other one answers, and never with somebody hidden."""
        looks: list[tuple[Space, Space, tuple[float, float]]] = [
            ("roc", "cost", (0.2, 0.6)),
            ("cost", "roc", (0.45, 0.4)),
        ]
        for one, other, (along, down) in looks:
            area = self.explorer.area(one)
            self.page.mouse.move(area.left + along * area.width, area.top + down * area.height)
            assert self.explorer.shows(other)[0], (steps, one)
            said = self.explorer.detail()
            assert not any(said.startswith(f"{name},") for name in hidden), (steps, said)
        self.explorer.leave()


CONTROLS = {
    "hull": lambda desk: desk.click("Hull"),
    "lines": lambda desk: desk.click("Lines"),
    "band": lambda desk: desk.click("Band"),
    "labels": lambda desk: desk.click("Labels"),
    "axis": lambda desk: desk.root.get_by_label("Axis", exact=True).select_option(
        desk.next_of("logit", "prior", "cost_ratio", "pc")
    ),
    "top": lambda desk: desk.frame("cost", desk.next_of("1", "0.5", "fit")),
    "corner": lambda desk: desk.frame("roc", desk.next_of("fit", "whole")),
    "criterion": lambda desk: desk.choose(
        desk.next_of(
            "limit on false alarms (Neyman-Pearson)",
            "smallest worst case (minimax)",
            "expected cost only",
        )
    ),
    "share": lambda desk: desk.enter("Share of", desk.next_of("5 %", "1 - 5 %", "1 in 1000")),
    "miss": lambda desk: desk.slide("A miss costs"),
    "range": lambda desk: desk.click("A false alarm costs: a range"),
    "data": lambda desk: desk.root.get_by_role("button", name="As in these data").click(),
    "forget": lambda desk: desk.click("Unknown"),
    "place": lambda desk: desk.along_ribbon(desk.next_of(0.3, 0.7)),
    "chip": lambda desk: desk.root.locator(".cc-chip").nth(0).click(),
    "only": lambda desk: desk.root.locator(".cc-chip").nth(1).click(modifiers=["Alt"]),
    "fold": lambda desk: desk.root.get_by_role("tab", name="Data table").click(),
}


def walk(names):
    """Return the names so that each stands right after each other one, once."""
    left = {one: [other for other in names if other != one] for one in names}
    on, found = [names[0]], []
    while on:
        if left[on[-1]]:
            on.append(left[on[-1]].pop())
        else:
            found.append(on.pop())
    return found[::-1]


@pytest.mark.long
def test_after_every_pair_of_changes_the_page_says_what_python_says(tall_notebook, request):
    """Done line 5 of issue 11."""
    desk = Desk(tall_notebook)
    names = list(CONTROLS) if request.config.getoption("--long") else FEW
    steps: list[str] = []
    for name in walk(names):
        steps = [*steps[-5:], name]
        is_idle = name == "forget" and desk.root.get_by_role("button", name="Unknown").is_disabled()
        if not is_idle:
            CONTROLS[name](desk)
        hidden = desk.agrees(steps)
        desk.lights_what_is_seen(steps, hidden)
