"""Browser for the tests: the first of several sources that provides a working one."""

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

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import programs
from cc_widgets.commands.workshop.checkout import Checkout, SetupStep, fingerprint_texts
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
# Use the browser in the same way as the tests. A browser without fonts starts, but its text has no
# width.
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
START_TIMEOUT = 60  # seconds


@dataclass(frozen=True)
class BrowserSource:
    """A way to obtain a browser; `find` may download or install one."""

    name: str
    find: Callable[[], Iterable[Path]]


def browser_step(checkout: Checkout, log: Log) -> SetupStep:
    """Return the step that finds a working browser and stores its path."""
    return SetupStep(
        key="browser",
        title="finding a browser for the tests",
        work=lambda: store_browser(checkout, log),
        inputs=lambda: fingerprint_texts(os.environ.get("CC_BROWSER", ""), PACKAGE, LAUNCHER),
        outputs=lambda: str(stored_browser(checkout) or ""),
    )


def stored_browser(checkout: Checkout) -> Path | None:
    """Return the browser found by an earlier run if it still exists."""
    record = checkout.state / "browser.txt"
    path = Path(record.read_text("utf-8")) if record.exists() else None
    return path if path and path.is_file() else None


def store_browser(checkout: Checkout, log: Log) -> None:
    """Find a working browser and store its path."""
    works = partial(is_working, checkout, log)
    chosen = os.environ.get("CC_BROWSER")
    if chosen and not works(Path(chosen)):
        raise CommandError(
            f"CC_BROWSER={chosen} does not start. Correct it, or unset it to search for a browser."
        )
    browser = Path(chosen) if chosen else first_working(browser_sources(checkout, log), works)
    if browser is None:
        raise CommandError(
            "No working browser was found, and none could be downloaded. Type\n"
            f"    {programs.install_command('chromium')}\n"
            "or set CC_BROWSER to the path of Chromium, Chrome or Edge; "
            "then run this command again.\n"
            f"Log of all attempts: {log.path}",
        )
    (checkout.state / "browser.txt").write_text(str(browser), "utf-8")
    print(f" {browser} ...", end="", flush=True)


def browser_sources(checkout: Checkout, log: Log) -> list[BrowserSource]:
    """Return all sources, in the order in which they are tried; changes of the system come last."""
    return [
        BrowserSource("npm package", partial(npm_browser, checkout, log)),
        BrowserSource("playwright cache", partial(playwright_cache, checkout)),
        BrowserSource("playwright download", partial(playwright_download, checkout, log)),
        BrowserSource("installed", installed_browsers),
        BrowserSource("system package", partial(system_package, log)),
    ]


def first_working(sources: Iterable[BrowserSource], works: Callable[[Path], bool]) -> Path | None:
    """Return the first working browser; skip sources that fail."""
    for source in sources:
        try:
            browser = next(filter(works, source.find()), None)
        except (OSError, CommandError):
            continue
        if browser:
            return browser
    return None


def is_working(checkout: Checkout, log: Log, browser: Path) -> bool:
    """Return whether a browser opens a page, runs a script and measures text."""
    probe = [str(checkout.python), "-c", PROBE, str(browser)]
    try:
        environment = {**checkout.environment(), **font_environment(checkout)}
        log.run(probe, environment=environment, timeout=START_TIMEOUT)
    except CommandError:
        return False
    return True


def installed_browsers() -> Iterator[Path]:
    """Yield browsers on PATH and in the default folders of macOS and Windows."""
    yield from (Path(path) for path in map(shutil.which, NAMES) if path)
    folders = [Path(os.environ[name]) for name in WINDOWS_FOLDERS if name in os.environ]
    places = [*map(Path, MACOS), *(folder / name for folder in folders for name in WINDOWS)]
    yield from (place for place in places if place.exists())


def playwright_cache(checkout: Checkout) -> Iterator[Path]:
    """Yield headless browsers that playwright has already downloaded."""
    listing = subprocess.run(
        [*playwright_install(checkout), "--dry-run"],
        capture_output=True,
        text=True,
        env=checkout.environment(),
        check=False,
    )
    for line in listing.stdout.splitlines():
        label, _, folder = line.partition(":")
        if label.strip().lower() == "install location":
            yield from Path(folder.strip()).glob("*/*headless*shell*")


def playwright_download(checkout: Checkout, log: Log) -> Iterator[Path]:
    """Download playwright's headless browser and yield it."""
    log.run(playwright_install(checkout), environment=checkout.environment())
    yield from playwright_cache(checkout)


def playwright_install(checkout: Checkout) -> list[str]:
    """Return the command that downloads playwright's smallest Chromium."""
    return [str(checkout.python), "-m", "playwright", "install", "--only-shell", "chromium"]


def system_package(log: Log) -> Iterator[Path]:
    """Install Chromium with the system's package manager (root on Linux only) and yield it."""
    if sys.platform == "linux":
        programs.install_system_package("chromium", log)
        yield from installed_browsers()


# ---- Chromium from an npm package that includes the libraries that a minimal Linux lacks

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
# Only the browser may see this library path: other programs use the system's libraries.
LAUNCHER = """\
#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib"
exec "{folder}/chromium" --no-sandbox "$@"
"""


def npm_browser(checkout: Checkout, log: Log) -> Iterator[Path]:
    """Download and unpack the npm package in .venv and yield the launcher."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    folder = checkout.state / "chromium"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    download_package(checkout, log, folder)
    for part in PARTS:
        decompress(checkout, log, folder / f"package/bin/{part}.br", folder / part)
    shutil.rmtree(folder / "package")
    yield write_launcher(folder)


def download_package(checkout: Checkout, log: Log, folder: Path) -> None:
    """Download the package with npm, verify its checksum and unpack it."""
    npm = [checkout.program("npm"), "pack", PACKAGE, "--pack-destination", str(folder)]
    log.run(npm, environment=checkout.environment(), folder=folder)
    for archive in folder.glob("*.tgz"):
        if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
            raise CommandError(f"{archive} has an unexpected checksum for {PACKAGE}.")
        shutil.unpack_archive(archive, folder)
        archive.unlink()


def decompress(checkout: Checkout, log: Log, packed: Path, target: Path) -> None:
    """Decompress a brotli file, and unpack it if it is a tar archive."""
    node = [checkout.program("node"), "--eval", UNPACK, str(packed), str(target)]
    log.run(node, environment=checkout.environment())
    if target.suffix == ".tar":
        shutil.unpack_archive(target, target.parent)
        target.unlink()


def write_launcher(folder: Path) -> Path:
    """Write the script that starts the browser with its own libraries."""
    launcher = folder / "launch"
    launcher.write_text(LAUNCHER.format(folder=folder), "utf-8")
    for program in (launcher, folder / "chromium"):
        program.chmod(0o755)
    return launcher
