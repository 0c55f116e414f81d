import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import browser, programs
from cc_widgets.commands.workshop.browser import BrowserSource, first_working
from cc_widgets.commands.workshop.checkout import Checkout

ROOT = Path(__file__).parents[2]


class FakeSources:
    """Browser sources that record when they are used."""

    def __init__(self, **browsers: list[str]) -> None:
        self.used: list[str] = []
        self.sources = [
            BrowserSource(name, self._find(name, paths)) for name, paths in browsers.items()
        ]

    def _find(self, name, paths):
        def find():
            self.used.append(name)
            if "broken" in paths:
                raise CommandError(name)
            return [Path(path) for path in paths]

        return find


def test_first_working_browser_is_used_and_later_sources_are_not_tried():
    fakes = FakeSources(cache=["bad", "good"], download=["better"])
    assert first_working(fakes.sources, lambda path: path.name != "bad") == Path("good")
    assert fakes.used == ["cache"]


def test_empty_and_failing_sources_are_skipped():
    fakes = FakeSources(npm=[], cache=["broken"], download=["bad"], installed=["good"])
    assert first_working(fakes.sources, lambda path: path.name == "good") == Path("good")
    assert fakes.used == ["npm", "cache", "download", "installed"]


def test_none_is_returned_if_no_browser_works():
    assert first_working(FakeSources(cache=["bad"]).sources, lambda _: False) is None


def test_sources_start_with_a_fixed_browser_and_end_with_system_changes(checkout, log):
    names = [source.name for source in browser.browser_sources(checkout, log)]
    assert names[0] == "npm package"
    assert names[-2:] == ["installed", "system package"]


@pytest.mark.skipif("CC_BROWSER" not in os.environ, reason="set by `cc_widgets test`")
def test_browser_of_this_run_works(log):
    assert browser.is_working(Checkout(ROOT), log, Path(os.environ["CC_BROWSER"]))


def test_other_program_is_not_a_working_browser(log):
    assert not browser.is_working(Checkout(ROOT), log, Path(sys.executable))
    assert "Error" in log.path.read_text("utf-8")


def test_broken_browser_set_by_the_user_raises(checkout, log, monkeypatch):
    monkeypatch.setenv("CC_BROWSER", "/nowhere/chrome")
    with pytest.raises(CommandError, match="CC_BROWSER=/nowhere/chrome does not start"):
        browser.store_browser(checkout, log)


def test_missing_browser_error_shows_the_install_command(checkout, log, monkeypatch):
    monkeypatch.delenv("CC_BROWSER", raising=False)
    monkeypatch.setattr(browser, "browser_sources", lambda *_: [])
    monkeypatch.setattr(programs, "package_manager", lambda: "apt-get")
    with pytest.raises(CommandError, match=r"apt-get install .*chromium"):
        browser.store_browser(checkout, log)


def test_stored_browser_is_used_until_it_is_deleted(checkout, log, monkeypatch):
    chrome = checkout.root / "chrome"
    chrome.touch()
    monkeypatch.setattr(browser, "is_working", lambda *_: True)
    monkeypatch.setenv("CC_BROWSER", str(chrome))
    checkout.state.mkdir(parents=True)
    browser.store_browser(checkout, log)
    step = browser.browser_step(checkout, log)
    assert step.outputs() == str(chrome)
    chrome.unlink()
    assert step.outputs() == ""


def write_script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")
def test_launcher_sets_the_library_path_of_the_browser(tmp_path):
    write_script(tmp_path / "chromium", 'echo "$LD_LIBRARY_PATH|$*"')
    launcher = browser.write_launcher(tmp_path)
    done = subprocess.run([launcher, "a page"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path}/lib|--no-sandbox a page\n"
