"""Firefox as its distribution ships it, driven by WebDriver BiDi: a page, its mouse and keys."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from websocket import WebSocket, create_connection

_PATIENCE = 60
_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
}
_KEYS = {"ArrowRight": "\ue014", "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


def firefox_program() -> str | None:
    """Return where Firefox is, None if it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Page:
    """One page, with as much of playwright's as the tests of Firefox need."""

    def __init__(self, socket: WebSocket, width: int, height: int) -> None:
        self._socket = socket
        self._sent = 0
        self._heard: dict[str, Callable[[Any], None]] = {}
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        # The page that Firefox starts with has not the focus, which JupyterLab waits for.
        self._context = self._send("browsingContext.create", type="tab")["context"]
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

    def on(self, event: str, hear: Callable[[Any], None]) -> None:
        """Be told of what the page complains about."""
        self._heard[event] = hear

    def set_default_timeout(self, milliseconds: float) -> None:
        """Wait so long for the page."""
        self._socket.settimeout(milliseconds / 1000)

    def goto(self, url: str) -> None:
        """Load a page."""
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Return what a function of the page returns, through JSON."""
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

    def wait_for_function(self, function: str, *, timeout: float = 15_000) -> None:
        """Wait until a function of the page returns something true."""
        until = time.monotonic() + timeout / 1000
        while not self.evaluate(function):
            if time.monotonic() > until:
                raise TimeoutError(function)
            time.sleep(0.05)

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        self._act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y)})

    def down(self) -> None:
        """Press the mouse's button."""
        self._act("pointer", {"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Let go of the mouse's button."""
        self._act("pointer", {"type": "pointerUp", "button": 0})

    def press(self, key: str) -> None:
        """Press a key and let go of it."""
        value = _KEYS.get(key, key)
        self._act("key", *({"type": kind, "value": value} for kind in ("keyDown", "keyUp")))

    def _act(self, kind: str, *steps: Mapping[str, object]) -> None:
        source = {"type": kind, "id": kind, "actions": list(steps)}
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded":
                self._complain(message["params"])
            elif message.get("id") == self._sent:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['message']}")
                return dict(message["result"])

    def _complain(self, entry: Mapping[str, Any]) -> None:
        event = "console" if entry["type"] == "console" else "pageerror"
        if entry["level"] == "error" and event in self._heard:
            entry_as_message = SimpleNamespace(type="error", text=entry["text"], location={})
            self._heard[event](entry_as_message if event == "console" else entry["text"])


class Firefox:
    """The browser, as far as a notebook needs one."""

    def __init__(self, profile: Path, close_later: ExitStack) -> None:
        self._profile = profile
        self._close_later = close_later

    def new_page(self, *, viewport: Mapping[str, int]) -> Page:
        """Return the only page."""
        address = self._profile / "WebDriverBiDiServer.json"
        until = time.monotonic() + _PATIENCE
        while not (address.exists() and address.read_text()):
            if time.monotonic() > until:
                raise TimeoutError("Firefox does not start")
            time.sleep(0.1)
        place = json.loads(address.read_text())
        url = f"ws://{place['ws_host']}:{place['ws_port']}/session"
        # Firefox takes no connection that says which page it comes from.
        socket = create_connection(url, timeout=_PATIENCE, suppress_origin=True)
        self._close_later.callback(socket.close)
        return Page(socket, viewport["width"], viewport["height"])


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own."""
    text = "".join(
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in _PREFERENCES.items()
    )
    (profile / "user.js").write_text(text, encoding="utf-8")
    options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]
    with (profile / "firefox.log").open("w") as log:
        process = subprocess.Popen([program, *options, str(profile)], stdout=log, stderr=log)
        with ExitStack() as close_later:
            close_later.callback(process.wait, _PATIENCE)
            close_later.callback(process.terminate)
            yield Firefox(profile, close_later)
