"""WebKitGTK as its distribution ships it, driven by WebDriver on a screen that nobody sees."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.support.driven import PATIENCE, Driven

_MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"
_CALL = """
const [given, done] = arguments;
(async () => await (FUNCTION)(given))().then(
  (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }),
);
"""


def webkit_programs() -> tuple[str, str, str] | None:
    """Return where driver, browser and screen are, None if one of them is not installed."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    found = sorted(Path("/usr/lib").glob(f"*/{_MINI_BROWSER}"))
    return (driver, str(found[-1]), screen) if driver and screen and found else None


class Page(Driven):
    """One page of WebKit."""

    def __init__(self, driver: str, browser: str, width: int, height: int) -> None:
        super().__init__()
        self._url = driver
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._post("session", {"capabilities": wanted})["sessionId"]
        self._url = f"{driver}/session/{session}"
        self._post("timeouts", {"script": 1000 * PATIENCE})
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self._post("window/rect", {"width": width, "height": height})

    def goto(self, url: str) -> None:
        """Load a page."""
        self._post("url", {"url": url})

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return what a function of the page returns."""
        script = _CALL.replace("FUNCTION", function)
        answer = self._post("execute/async", {"script": script, "args": [argument]})
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def act(self, sources: list[dict[str, object]]) -> None:
        """Do what a person does."""
        self._post("actions", {"actions": sources})

    def _post(self, path: str, body: Mapping[str, object]) -> Any:
        request = urllib.request.Request(  # noqa: S310 (it is http)
            f"{self._url}/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as reply:  # noqa: S310
                return json.loads(reply.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error


class WebKit:
    """The browser, as far as a notebook needs one."""

    def __init__(self, driver: str, browser: str) -> None:
        self._driver, self._browser = driver, browser

    def new_page(self, *, viewport: Mapping[str, int]) -> Page:
        """Return the only page."""
        return Page(self._driver, self._browser, viewport["width"], viewport["height"])


@contextmanager
def webkit(programs: tuple[str, str, str], folder: Path) -> Iterator[WebKit]:
    """Start WebKit's driver, which starts the browser."""
    driver, browser, screen = programs
    with ExitStack() as stack:
        log = stack.enter_context((folder / "webkit.log").open("w"))

        def start(*command: str, **more: Any) -> None:
            process = subprocess.Popen(command, stdout=log, stderr=log, **more)
            stack.callback(process.wait, PATIENCE)
            stack.callback(process.terminate)

        # The screen chooses a number that is free, and says which.
        read, write = os.pipe()
        stack.callback(os.close, read)
        start(screen, "-displayfd", str(write), "-screen", "0", "1600x1600x24", pass_fds=[write])
        os.close(write)
        display = f":{os.read(read, 16).decode().strip()}"
        port = _free_port()
        alone = {"HOME": str(folder), "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        start(driver, f"--port={port}", env={**os.environ, **alone})
        _wait(port)
        yield WebKit(f"http://127.0.0.1:{port}", browser)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("WebKit's driver does not start")
