"""Firefox as its distribution ships it, driven by WebDriver BiDi: a page, its mouse and keys."""

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

from tests.support.driven import PATIENCE, Driven

_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
}


def firefox_program() -> str | None:
    """Return where Firefox is, None if it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Page(Driven):
    """One page of Firefox."""

    def __init__(self, socket: WebSocket, width: int, height: int) -> None:
        super().__init__()
        self._socket = socket
        self._sent = 0
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        # The page that Firefox starts with has not the focus, which JupyterLab waits for.
        self._context = self._send("browsingContext.create", type="tab")["context"]
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=size)

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

    def act(self, sources: list[dict[str, object]]) -> None:
        """Do what a person does."""
        self._send("input.performActions", context=self._context, actions=sources)

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
        if entry["level"] == "error" and event in self.heard:
            entry_as_message = SimpleNamespace(type="error", text=entry["text"], location={})
            self.heard[event](entry_as_message if event == "console" else entry["text"])


class Firefox:
    """The browser, as far as a notebook needs one."""

    def __init__(self, profile: Path, close_later: ExitStack) -> None:
        self._profile = profile
        self._close_later = close_later

    def new_page(self, *, viewport: Mapping[str, int]) -> Page:
        """Return the only page."""
        address = self._profile / "WebDriverBiDiServer.json"
        until = time.monotonic() + PATIENCE
        while not (address.exists() and address.read_text()):
            if time.monotonic() > until:
                raise TimeoutError("Firefox does not start")
            time.sleep(0.1)
        place = json.loads(address.read_text())
        url = f"ws://{place['ws_host']}:{place['ws_port']}/session"
        # Firefox takes no connection that says which page it comes from.
        socket = create_connection(url, timeout=PATIENCE, suppress_origin=True)
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
            close_later.callback(process.wait, PATIENCE)
            close_later.callback(process.terminate)
            yield Firefox(profile, close_later)
