"""In front of a class: what is seen explains itself."""

from cc_widgets.model.helps import HELPS
from tests.support.hand import EXPLORER

HELD = "() => document.activeElement.dataset.about ?? ''"
"""What the button tells of that has the keys."""


def test_every_figure_and_every_panel_explains_itself_by_keyboard(tall_notebook):
    page = tall_notebook.page
    tall_notebook.run(EXPLORER)
    root = page.locator(".cc-explorer")
    root.locator(".cc-ribbon-bar").wait_for()
    card = root.locator(".cc-gestures")
    told = set()
    for tab in ("Compare", "Uncertainty", "Criteria", "Classifiers", "Data table"):
        root.get_by_role("tab", name=tab).click()
        root.get_by_role("tabpanel", name=tab).wait_for()
        for asks in root.get_by_role("button", name="What this is").all():
            about = asks.get_attribute("data-about") or ""
            if about in told:
                continue
            told.add(about)
            asks.press("Enter")
            lines = card.inner_text().splitlines()
            assert HELPS[about].title in lines
            assert HELPS[about].words in lines
            assert set(HELPS[about].formulas) <= set(lines)
            page.keyboard.press("Escape")
            assert card.count() == 0
            assert page.evaluate(HELD) == about
    assert told == set(HELPS)
