"""A browser for the tests: the first one on a ladder that really starts."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import programs
from cc_widgets.commands.workshop.checkout import Checkout, Step, of_texts
from cc_widgets.commands.workshop.fonts import font_environment
from cc_widgets.commands.workshop.programs import Log

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
    "msedge",
)
MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
WINDOWS_FOLDERS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
# Driven as the tests drive it. A browser without fonts starts as well, but its text has no width.
PROBE = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1])
    page = browser.new_page()
    page.set_content("<b>m</b>")
    width = page.evaluate("document.querySelector('b').offsetWidth")
    browser.close()
sys.exit(0 if width > 0 else "text has no width")
"""
SECONDS_TO_START = 60


@dataclass(frozen=True)
class Rung:
    """One way to come by a browser; looking may fetch or install one."""

    name: str
    look: Callable[[], Iterable[Path]]


def browser_step(checkout: Checkout, log: Log) -> Step:
    """A working browser, its path kept for later runs."""
    return Step(
        key="browser",
        title="finding a browser for the tests",
        work=lambda: keep_browser(checkout, log),
        inputs=lambda: of_texts(os.environ.get("CC_BROWSER", ""), PACKAGE, LAUNCHER),
        outputs=lambda: str(found_browser(checkout) or ""),
    )


def found_browser(checkout: Checkout) -> Path | None:
    """The browser found by an earlier run, while it is still there."""
    note = checkout.state / "browser.txt"
    path = Path(note.read_text("utf-8")) if note.exists() else None
    return path if path and path.is_file() else None


def keep_browser(checkout: Checkout, log: Log) -> None:
    """Climb the ladder and write down what was found."""
    works = partial(starts, checkout, log)
    chosen = os.environ.get("CC_BROWSER")
    if chosen and not works(Path(chosen)):
        raise Problem(
            f"CC_BROWSER={chosen} does not start. Correct it, or unset it to let us look."
        )
    found = Path(chosen) if chosen else first_working(ladder(checkout, log), works)
    if found is None:
        raise Problem(
            "No browser starts here, and none could be fetched. Type\n"
            f"    {programs.what_to_type('chromium')}\n"
            "or set CC_BROWSER to the path of a Chromium, Chrome or Edge; "
            "then type the same command again.\n"
            f"What was tried: {log.path}",
        )
    (checkout.state / "browser.txt").write_text(str(found), "utf-8")
    print(f" {found} ...", end="", flush=True)


def ladder(checkout: Checkout, log: Log) -> list[Rung]:
    """Every way to come by a browser: the same one on all machines first, system changes last."""
    return [
        Rung("fetched by npm", partial(by_npm, checkout, log)),
        Rung("kept by playwright", partial(kept_by_playwright, checkout)),
        Rung("fetched by playwright", partial(fetched_by_playwright, checkout, log)),
        Rung("on this machine", installed),
        Rung("installed by the system", partial(installed_now, log)),
    ]


def first_working(rungs: Iterable[Rung], works: Callable[[Path], bool]) -> Path | None:
    """The first browser that works; a rung that breaks is passed over."""
    for rung in rungs:
        try:
            found = next(filter(works, rung.look()), None)
        except (OSError, Problem):
            continue
        if found:
            return found
    return None


def starts(checkout: Checkout, log: Log, browser: Path) -> bool:
    """True when a browser opens a page, runs a script and can measure text."""
    probe = [str(checkout.python), "-c", PROBE, str(browser)]
    try:
        environment = {**checkout.environment(), **font_environment(checkout)}
        log.run(probe, environment=environment, seconds=SECONDS_TO_START)
    except Problem:
        return False
    return True


def installed() -> Iterator[Path]:
    """Browsers on PATH and in the usual places of macOS and Windows."""
    yield from (Path(found) for found in map(shutil.which, NAMES) if found)
    folders = [Path(os.environ[name]) for name in WINDOWS_FOLDERS if name in os.environ]
    places = [*map(Path, MACOS), *(folder / name for folder in folders for name in WINDOWS)]
    yield from (place for place in places if place.exists())


def kept_by_playwright(checkout: Checkout) -> Iterator[Path]:
    """The headless browsers that playwright says it would use, where they are present."""
    answer = subprocess.run(
        [*playwright(checkout), "--dry-run"],
        capture_output=True,
        text=True,
        env=checkout.environment(),
        check=False,
    )
    for line in answer.stdout.splitlines():
        label, _, folder = line.partition(":")
        if label.strip().lower() == "install location":
            yield from Path(folder.strip()).glob("*/*headless*shell*")


def fetched_by_playwright(checkout: Checkout, log: Log) -> Iterator[Path]:
    """The headless browser that playwright fetches from its own servers."""
    log.run(playwright(checkout), environment=checkout.environment())
    yield from kept_by_playwright(checkout)


def playwright(checkout: Checkout) -> list[str]:
    """The command with which playwright fetches its smallest Chromium."""
    return [str(checkout.python), "-m", "playwright", "install", "--only-shell", "chromium"]


def installed_now(log: Log) -> Iterator[Path]:
    """The system's Chromium, installed as root on Linux."""
    if sys.platform == "linux":
        programs.install("chromium", log)
        yield from installed()


# ---- A Chromium from an npm package, with the libraries that a small Linux lacks

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA256 = "20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0"
PARTS = ("chromium", "al2023.tar")  # the program and its libraries
UNPACK = """
const [, packed, target] = process.argv;
const file = require('node:fs');
require('node:stream').pipeline(
  file.createReadStream(packed),
  require('node:zlib').createBrotliDecompress(),
  file.createWriteStream(target),
  (error) => { if (error) throw error; },
);
"""
# The library path must reach the browser alone: other programs here use the system's libraries.
LAUNCHER = """\
#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib"
exec "{folder}/chromium" --no-sandbox "$@"
"""


def by_npm(checkout: Checkout, log: Log) -> Iterator[Path]:
    """Fetch and unpack it below .venv; the launcher is what starts it."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    folder = checkout.state / "chromium"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    fetch(checkout, log, folder)
    for part in PARTS:
        unpack(checkout, log, folder / f"package/bin/{part}.br", folder / part)
    shutil.rmtree(folder / "package")
    yield write_launcher(folder)


def fetch(checkout: Checkout, log: Log, folder: Path) -> None:
    """Fetch the package as npm is set to, and unpack it when it is the one we know."""
    npm = [checkout.program("npm"), "pack", PACKAGE, "--pack-destination", str(folder)]
    log.run(npm, environment=checkout.environment(), folder=folder)
    for archive in folder.glob("*.tgz"):
        if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
            raise Problem(f"{archive} is not the {PACKAGE} that we know.")
        shutil.unpack_archive(archive, folder)
        archive.unlink()


def unpack(checkout: Checkout, log: Log, packed: Path, target: Path) -> None:
    """Undo one brotli file, and the archive in it if it is one."""
    node = [checkout.program("node"), "--eval", UNPACK, str(packed), str(target)]
    log.run(node, environment=checkout.environment())
    if target.suffix == ".tar":
        shutil.unpack_archive(target, target.parent)
        target.unlink()


def write_launcher(folder: Path) -> Path:
    """Write a script that starts the browser with its own libraries."""
    launcher = folder / "launch"
    launcher.write_text(LAUNCHER.format(folder=folder), "utf-8")
    for program in (launcher, folder / "chromium"):
        program.chmod(0o755)
    return launcher
