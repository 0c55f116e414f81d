"""Driver of the installed WebKitGTK by WebDriver, on a virtual screen."""

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

from tests.support.driven import TIMEOUT, WebDriverPage

_MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"
_CALL = """
const [argument, done] = arguments;
(async () => await (FUNCTION)(argument))().then(
  (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }),
);
"""


def webkit_programs() -> tuple[str, str, str] | None:
    """Return the paths of driver, browser and Xvfb, or None if one is not installed."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr/lib").glob(f"*/{_MINI_BROWSER}"))
    return (driver, str(browsers[-1]), screen) if driver and screen and browsers else None


class Page(WebDriverPage):
    """One page of WebKit."""

    def __init__(self, driver: str, browser: str, width: int, height: int) -> None:
        super().__init__()
        self._url = driver
        options = {"binary": browser, "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._post("session", {"capabilities": capabilities})["sessionId"]
        self._url = f"{driver}/session/{session}"
        self._post("timeouts", {"script": 1000 * TIMEOUT})
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self._post("window/rect", {"width": width, "height": height})

    def goto(self, url: str) -> None:
        """Load a page."""
        self._post("url", {"url": url})

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return the result of a JavaScript function."""
        script = _CALL.replace("FUNCTION", function)
        answer = self._post("execute/async", {"script": script, "args": [argument]})
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def act(self, sources: list[dict[str, object]]) -> None:
        """Perform input actions."""
        self._post("actions", {"actions": sources})

    def _post(self, path: str, body: Mapping[str, object]) -> Any:
        request = urllib.request.Request(  # noqa: S310 (it is http)
            f"{self._url}/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=2 * TIMEOUT) as reply:  # noqa: S310
                return json.loads(reply.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error


class WebKit:
    """Subset of Playwright's `Browser` that a notebook needs."""

    def __init__(self, driver: str, browser: str) -> None:
        self._driver, self._browser = driver, browser

    def new_page(self, *, viewport: Mapping[str, int]) -> Page:
        """Start a session and return its page."""
        return Page(self._driver, self._browser, viewport["width"], viewport["height"])


@contextmanager
def webkit(programs: tuple[str, str, str], folder: Path) -> Iterator[WebKit]:
    """Start WebKit's driver, which starts the browser."""
    driver, browser, screen = programs
    with ExitStack() as stack:
        log = stack.enter_context((folder / "webkit.log").open("w"))

        def start(*command: str, **options: Any) -> None:
            process = subprocess.Popen(command, stdout=log, stderr=log, **options)
            stack.callback(process.wait, TIMEOUT)
            stack.callback(process.terminate)

        # Xvfb chooses a free display number and writes it to the pipe.
        read, write = os.pipe()
        stack.callback(os.close, read)
        start(screen, "-displayfd", str(write), "-screen", "0", "1600x1600x24", pass_fds=[write])
        os.close(write)
        display = f":{os.read(read, 16).decode().strip()}"
        port = _free_port()
        isolated = {"HOME": str(folder), "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        start(driver, f"--port={port}", env={**os.environ, **isolated})
        _wait(port)
        yield WebKit(f"http://127.0.0.1:{port}", browser)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("WebKit's driver does not start")
