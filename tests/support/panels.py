"""The panels of an explorer on a page, and code that displays an explorer."""

from tests.support.figures import Explorer

SETUP = """
import cc_widgets as cc, numpy as np
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 400)
scores = {name: y + spread * rng.normal(size=400) for name, spread in
          {"forest": 1, "logistic": 1.1, "a rather long name of a model": 1.8}.items()}
explorer = cc.explore(np.where(y, "malignant", "benign"), scores, pos_label="malignant")
m = explorer.model
explorer
"""


class Panels:
    """The panels of the explorer on the page."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root
        self.open("Uncertainty")

    def open(self, title):
        tab = self.root.get_by_role("tab", name=title)
        if tab.get_attribute("aria-selected") == "false":
            tab.click()
        self.root.locator(".cc-panel").first.wait_for()

    def enter(self, label, text, nth=0):
        box = self.root.locator(".cc-panel").get_by_label(label, exact=True).nth(nth)
        box.fill(text)
        box.press("Enter")

    def choose(self, label, option):
        self.root.locator(".cc-panel").get_by_label(label, exact=True).select_option(option)

    def python(self, expression):
        return self.notebook.python(expression)

    def wait_for_value(self, expression, expected):
        self.notebook.wait_for_value(expression, expected)

    def wait_for_text(self, text):
        self.root.locator(".cc-panel").get_by_text(text).first.wait_for()
