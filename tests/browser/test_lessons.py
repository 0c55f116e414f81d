"""Lessons in JupyterLab: execution of all cells on a new page, and presentation mode.

`--long` runs all lessons on all screen sizes, otherwise one lesson runs.
"""

import pytest

from tests.browser.conftest import SCREENS
from tests.support.figures import settle
from tests.support.lab import Notebook
from tests.support.lessons import FOLDER, NAMES


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("screen", SCREENS)
def test_lesson_runs_and_is_presented_without_page_errors(browser, server, name, screen):
    """Lesson 01 froze when all cells were run, lesson 08 in presentation mode."""
    width, height = SCREENS[screen]
    path = f"{name}.ipynb"
    content = (FOLDER / path).read_text("utf-8")
    lesson = Notebook(browser, server, name=path, content=content, width=width, height=height)
    page = lesson.page
    try:
        assert lesson.run_all() == []
        settle(page)
        for explorer in page.locator(".cc-explorer:has(.cc-present)").all():
            explorer.evaluate("(root) => root.scrollIntoView()")
            explorer.locator(".cc-present").click()
            page.locator(".cc-presenting:popover-open").wait_for()
            settle(page)
            page.keyboard.press("Escape")
            page.locator(".cc-presenting").wait_for(state="detached")
        assert lesson.problems == []
    finally:
        lesson.close()
