"""Driver of the installed Firefox by WebDriver BiDi: page, mouse and keyboard."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from websocket import WebSocket, create_connection

from tests.support.driven import TIMEOUT, WebDriverPage

_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
}


def firefox_program() -> str | None:
    """Return the path of Firefox, or None if it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Page(WebDriverPage):
    """One page of Firefox."""

    def __init__(self, socket: WebSocket, width: int, height: int) -> None:
        super().__init__()
        self._socket = socket
        self._last_id = 0
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        # JupyterLab waits for focus, which the initial page of Firefox does not have.
        self._context = self._send("browsingContext.create", type="tab")["context"]
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def goto(self, url: str) -> None:
        """Load a page."""
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return the result of a JavaScript function, through JSON."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})"
            "(JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def act(self, sources: list[dict[str, object]]) -> None:
        """Perform input actions."""
        self._send("input.performActions", context=self._context, actions=sources)

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self._last_id += 1
        self._socket.send(json.dumps({"id": self._last_id, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded":
                self._report(message["params"])
            elif message.get("id") == self._last_id:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['message']}")
                return dict(message["result"])

    def _report(self, entry: Mapping[str, Any]) -> None:
        event = "console" if entry["type"] == "console" else "pageerror"
        if entry["level"] == "error" and event in self.listeners:
            entry_as_message = SimpleNamespace(type="error", text=entry["text"], location={})
            self.listeners[event](entry_as_message if event == "console" else entry["text"])


class Firefox:
    """Subset of Playwright's `Browser` that a notebook needs."""

    def __init__(self, profile: Path, close_later: ExitStack) -> None:
        self._profile = profile
        self._close_later = close_later

    def new_page(self, *, viewport: Mapping[str, int]) -> Page:
        """Connect to Firefox and return its page."""
        address = self._profile / "WebDriverBiDiServer.json"
        deadline = time.monotonic() + TIMEOUT
        while not (address.exists() and address.read_text()):
            if time.monotonic() > deadline:
                raise TimeoutError("Firefox does not start")
            time.sleep(0.1)
        server = json.loads(address.read_text())
        url = f"ws://{server['ws_host']}:{server['ws_port']}/session"
        # Firefox rejects connections that have an Origin header.
        socket = create_connection(url, timeout=TIMEOUT, suppress_origin=True)
        self._close_later.callback(socket.close)
        return Page(socket, viewport["width"], viewport["height"])


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with a separate profile."""
    text = "".join(
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in _PREFERENCES.items()
    )
    (profile / "user.js").write_text(text, encoding="utf-8")
    options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]
    with (profile / "firefox.log").open("w") as log:
        process = subprocess.Popen([program, *options, str(profile)], stdout=log, stderr=log)
        with ExitStack() as close_later:
            close_later.callback(process.wait, TIMEOUT)
            close_later.callback(process.terminate)
            yield Firefox(profile, close_later)
