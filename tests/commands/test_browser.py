import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import browser, programs
from cc_widgets.commands.workshop.browser import Rung, first_working
from cc_widgets.commands.workshop.checkout import Checkout

ROOT = Path(__file__).parents[2]


class Ladder:
    """Rungs that note when they are tried."""

    def __init__(self, **found: list[str]) -> None:
        self.tried: list[str] = []
        self.rungs = [Rung(name, self._look(name, paths)) for name, paths in found.items()]

    def _look(self, name, paths):
        def look():
            self.tried.append(name)
            if "broken" in paths:
                raise Problem(name)
            return [Path(path) for path in paths]

        return look


def test_the_first_browser_that_works_is_taken_and_no_further_rung_is_tried():
    ladder = Ladder(here=["bad", "good"], fetched=["better"])
    assert first_working(ladder.rungs, lambda path: path.name != "bad") == Path("good")
    assert ladder.tried == ["here"]


def test_rungs_that_find_nothing_or_break_are_passed_over():
    ladder = Ladder(here=[], kept=["broken"], fetched=["bad"], installed=["good"])
    assert first_working(ladder.rungs, lambda path: path.name == "good") == Path("good")
    assert ladder.tried == ["here", "kept", "fetched", "installed"]


def test_no_browser_at_all_is_told_apart():
    assert first_working(Ladder(here=["bad"]).rungs, lambda _: False) is None


def test_ladder_begins_with_same_browser_everywhere_and_changes_the_system_last(checkout, log):
    names = [rung.name for rung in browser.ladder(checkout, log)]
    assert names[0] == "fetched by npm"
    assert names[-2:] == ["on this machine", "installed by the system"]


@pytest.mark.skipif("CC_BROWSER" not in os.environ, reason="set by `cc_widgets test`")
def test_the_browser_of_this_run_works(log):
    assert browser.starts(Checkout(ROOT), log, Path(os.environ["CC_BROWSER"]))


def test_a_program_that_is_no_browser_does_not_work(log):
    assert not browser.starts(Checkout(ROOT), log, Path(sys.executable))
    assert "Error" in log.path.read_text("utf-8")


def test_a_browser_named_by_the_user_must_work(checkout, log, monkeypatch):
    monkeypatch.setenv("CC_BROWSER", "/nowhere/chrome")
    with pytest.raises(Problem, match="CC_BROWSER=/nowhere/chrome does not start"):
        browser.keep_browser(checkout, log)


def test_without_any_browser_the_person_is_told_what_to_type(checkout, log, monkeypatch):
    monkeypatch.delenv("CC_BROWSER", raising=False)
    monkeypatch.setattr(browser, "ladder", lambda *_: [])
    monkeypatch.setattr(programs, "manager", lambda: "apt-get")
    with pytest.raises(Problem, match=r"apt-get install .*chromium"):
        browser.keep_browser(checkout, log)


def test_the_browser_found_is_kept_until_it_goes(checkout, log, monkeypatch):
    chrome = checkout.root / "chrome"
    chrome.touch()
    monkeypatch.setattr(browser, "starts", lambda *_: True)
    monkeypatch.setenv("CC_BROWSER", str(chrome))
    checkout.state.mkdir(parents=True)
    browser.keep_browser(checkout, log)
    step = browser.browser_step(checkout, log)
    assert step.outputs() == str(chrome)
    chrome.unlink()
    assert step.outputs() == ""


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")
def test_the_launcher_gives_the_browser_its_own_libraries(tmp_path):
    program(tmp_path / "chromium", 'echo "$LD_LIBRARY_PATH|$*"')
    launcher = browser.write_launcher(tmp_path)
    said = subprocess.run([launcher, "a page"], capture_output=True, text=True, check=True).stdout
    assert said == f"{tmp_path}/lib|--no-sandbox a page\n"
