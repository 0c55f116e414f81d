"""The Save menu: mouse and keyboard, every file format, and error messages."""

import pytest

from tests.support.figures import FAWCETT_DATA, Explorer
from tests.support.looks import AXE, SERIOUS

SETUP = f"""
import cc_widgets as cc, json
{FAWCETT_DATA}explorer = cc.explore(y_true, {{"Fawcett": y_score, "<b>a/b</b>": y_score[::-1]}})
explorer
"""
# Replaces the clipboard, to which access depends on the browser.
CLIPBOARD = """(may) => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
  writeText: (text) => {
    window.ccCopied = text;
    return may ? Promise.resolve() : Promise.reject(new Error('no'));
  },
} })"""


class Menu:
    """The Save menu of the explorer on the page."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.root = Explorer(self.page).root
        self.button = self.root.get_by_role("button", name="Save", exact=True)
        self.menu = self.root.get_by_role("menu", name="Save")
        self.status = self.root.locator(".cc-save-said")

    def choose(self, words):
        if not self.menu.is_visible():
            self.button.click()
        self.menu.get_by_role("menuitem", name=words).click()

    def download(self, words):
        with self.page.expect_download() as download:
            self.choose(words)
        path = download.value.path()
        assert path is not None
        return download.value.suggested_filename, path.read_bytes()

    def focused(self):
        return self.page.evaluate("document.activeElement.textContent")

    def violations(self):
        return self.root.evaluate(SERIOUS)


@pytest.fixture
def menu(disposable_kernel):
    disposable_kernel.run(SETUP)
    disposable_kernel.page.add_script_tag(path=AXE)
    return Menu(disposable_kernel)


def test_save_menu_works_for_all_formats(menu):
    assert_keyboard_navigation(menu)
    assert_every_format_is_downloaded(menu)
    assert_code_is_copied_or_shown(menu)
    assert_menu_is_visible_in_every_theme(menu)
    assert_errors_are_shown(menu)


def assert_keyboard_navigation(menu):
    menu.button.focus()
    menu.page.keyboard.press("ArrowDown")
    items = menu.menu.get_by_role("menuitem").all_inner_texts()
    assert menu.focused() == items[0]
    for key, place in [("ArrowDown", 1), ("End", -1), ("ArrowDown", 0), ("ArrowUp", -1)]:
        menu.page.keyboard.press(key)
        assert menu.focused() == items[place]
    menu.page.keyboard.press("Escape")
    assert not menu.menu.is_visible()
    assert menu.focused() == "Save"
    menu.page.keyboard.press("Enter")
    menu.page.keyboard.press("Tab")
    assert not menu.menu.is_visible()
    menu.button.click()
    menu.page.mouse.click(5, 5)
    assert not menu.menu.is_visible()


def assert_every_format_is_downloaded(menu):
    name, table = menu.download("Table (CSV)")
    assert name == "costs Fawcett b-a-b-b.csv"
    assert table.decode() == menu.notebook.python("explorer.to_csv()")
    menu.status.get_by_text(f"Saved: {name}").wait_for()
    _, picture = menu.download("Picture (PNG)")
    assert picture.startswith(b"\x89PNG")
    _, drawing = menu.download("Picture (SVG)")
    assert b"<svg" in drawing[:1000]
    name, page = menu.download("Page that stays alive (HTML)")
    assert name.endswith(".html")
    assert b"<b>a/b</b>" not in page
    assert len(page) > 500_000
    _, session = menu.download("Session (JSON)")
    assert menu.notebook.python("explorer.model.fingerprint").encode() in session


def assert_code_is_copied_or_shown(menu):
    code = menu.notebook.python("explorer.to_code()")
    menu.page.evaluate(CLIPBOARD, "yes")
    menu.choose("Copy as Python")
    menu.status.get_by_text("Copied").wait_for()
    assert menu.page.evaluate("window.ccCopied") == code
    menu.page.evaluate(CLIPBOARD, "")
    menu.choose("Copy as Python")
    box = menu.root.get_by_label("Code")
    box.wait_for()
    assert box.input_value() == code
    assert menu.page.evaluate("document.getSelection().toString()") == code
    assert menu.violations() == []
    menu.page.keyboard.press("Escape")
    assert menu.focused() == "Save"


def assert_menu_is_visible_in_every_theme(menu):
    for theme, width in [("JupyterLab Light", 1366), ("JupyterLab Dark", 480)]:
        menu.notebook.theme(theme)
        menu.notebook.size(width, 768)
        menu.button.click()
        card = menu.root.locator(".cc-save-card").bounding_box()
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= width
        assert card["y"] + card["height"] <= 768
        assert menu.violations() == []
        menu.page.keyboard.press("Escape")


def assert_errors_are_shown(menu):
    menu.notebook.python("setattr(explorer, 'to_csv', lambda: {}['<i>no</i>'])")
    menu.choose("Table (CSV)")
    menu.status.get_by_text("Table (CSV): '<i>no</i>'").wait_for()
    assert menu.status.locator("i").count() == 0
    menu.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()"
    )
    menu.status.get_by_text("There is no Python behind this picture").wait_for()
    items = menu.menu.get_by_role("menuitem")
    assert items.first.get_attribute("aria-disabled") == "true"
    items.first.click(force=True)
    assert "There is no Python" in menu.status.inner_text()
