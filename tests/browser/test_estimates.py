"""Costs expected on new data, which appear on the page without a button."""

import pytest

from tests.support.panels import Panels

CELL = """
import numpy as np
import cc_widgets as cc
rng = np.random.default_rng(0)
label = rng.random({size}) < 0.3
scores = {{
    name: rng.normal(size={size}) + gain * label for name, gain in {gains}.items()
}}
explorer = cc.explore(label, scores)
m = explorer.model
explorer
"""


@pytest.fixture
def page_of(tall_notebook):
    def show(size, gains):
        tall_notebook.show(CELL.format(size=size, gains=gains))
        return Panels(tall_notebook)

    return show


def answer_with(page, words):
    """Wait until the card has these words; return its text."""
    card = page.root.locator(".cc-card")
    card.get_by_text(words).first.wait_for()
    page.notebook.wait_until_idle()
    return page.explorer.answer()


def test_expected_cost_of_many_examples_follows_each_change(page_of):
    page = page_of(30_000, {"forest": 1.0, "logistic": 0.9})
    assert "; expect " in answer_with(page, "in use (90 %")
    assert page.explorer.has_answer(page.python("m.recommend().text"))
    page.python("m.set_trait('level', 0.8)")
    answer_with(page, "in use (80 %")
    assert page.explorer.has_answer(page.python("m.recommend().text"))
    page.python("m.hide('forest')")
    page.root.get_by_text("use logistic").first.wait_for()
    answer_with(page, "in use (80 %")
    assert page.explorer.has_answer(page.python("m.recommend().text"))


def test_noise_is_not_recommended_for_a_rare_class(page_of):
    page = page_of(200, {f"coin {i}": 0.0 for i in range(6)})
    page.python("m.set_trait('pc', 0.05)")
    answer = answer_with(page, "no classifier is expected to cost less")
    assert "looks cheaper on these data (" in answer
    assert page.explorer.has_answer(page.python("m.recommend().text"))
