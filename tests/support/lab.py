"""A real JupyterLab in a real browser, for browser tests and benchmarks."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import psutil
from playwright.sync_api import Browser, Page, Playwright, ViewportSize
from playwright.sync_api import Error as PageError

from cc_widgets.commands.workshop.checkout import Checkout
from cc_widgets.commands.workshop.fonts import DEFAULT, font_environment

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # hinting rounds letter widths on some machines
]
ROOT = Path(__file__).parents[2]
_SETTINGS = {
    "@jupyterlab/apputils-extension": {
        "notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False}
    }
}
# Seconds to wait for an expected event; long, because a busy machine is slow.
TIMEOUT = 90
REPLY_TIMEOUT = 400  # seconds until a reply is considered lost
LIVE_REGION_DELAY, SAVED_OUTPUT_DELAY = 500, 2000  # milliseconds
DEFAULT_THEME, DEFAULT_FONT_SIZE = "JupyterLab Light", 14  # of a newly opened page


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start the browser, with the fonts that the set-up has installed."""
    browser = playwright.chromium.launch(
        executable_path=os.environ.get("CC_BROWSER"),
        args=CHROMIUM_FLAGS,
        env={**os.environ, **font_environment(Checkout(ROOT))},
    )
    try:
        yield browser
    finally:
        browser.close()


class Server:
    """JupyterLab server that is isolated from the user's settings and data."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._token = secrets.token_hex()  # no other user of the machine may run code

    def __enter__(self) -> Self:
        home = Path(tempfile.mkdtemp(dir=self.root, prefix=".home-"))
        self.data = home / "data"
        self._write_settings(home / "settings")
        self._log = (home / "server.log").open("w")
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *("--ServerApp.port", str(self._port), "--ServerApp.port_retries", "0"),
                *("--ServerApp.root_dir", str(self.root)),
                *("--LabApp.expose_app_in_browser", "True"),
                *("--JupyterNotebookApp.expose_app_in_browser", "True"),
            ],
            env={
                **os.environ,
                "JUPYTER_TOKEN": self._token,
                "HOME": str(home),
                "JUPYTER_CONFIG_DIR": str(home / "config"),
                "JUPYTER_DATA_DIR": str(self.data),
                "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
                "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
                "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
                "IPYTHONDIR": str(home / "ipython"),
            },
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(TIMEOUT / 4)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()

    def address(self, path: str) -> str:
        """Return the address of a page, including the token."""
        return f"{self.url}/{path}{'&' if '?' in path else '?'}token={self._token}"

    def fetch(self, path: str, method: str = "GET") -> bytes:
        """Return the body of the server's response."""
        request = urllib.request.Request(  # noqa: S310 (it is http)
            f"{self.url}/{path}", method=method, headers={"Authorization": f"token {self._token}"}
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:  # noqa: S310 (the same)
            return bytes(reply.read())

    def end_kernels(self, notebook: str) -> None:
        """Shut down all kernels of a notebook, in any state."""
        for session in json.loads(self.fetch("api/sessions")):
            if session["path"] == notebook:
                self.fetch(f"api/sessions/{session['id']}", "DELETE")

    def stacks(self, notebook: str) -> str:
        """Return the stack of each thread of a notebook's kernel, which terminates the kernel."""
        kernels = [
            session["kernel"]["id"]
            for session in json.loads(self.fetch("api/sessions"))
            if session["path"] == notebook
        ]
        for process in psutil.Process(self._process.pid).children(recursive=True):
            if any(kernel in word for kernel in kernels for word in process.cmdline()):
                process.send_signal(signal.SIGABRT)  # faulthandler prints all stacks
                process.wait(TIMEOUT)
        return "".join(Path(self._log.name).read_text("utf-8").splitlines(keepends=True)[-200:])

    def _write_settings(self, folder: Path) -> None:
        for extension, files in _SETTINGS.items():
            for name, content in files.items():
                path = folder / extension / name
                path.parent.mkdir(parents=True)
                path.write_text(json.dumps(content), encoding="utf-8")

    def _wait(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            try:
                self.fetch("api")
            except OSError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
            else:
                return
        raise RuntimeError(Path(self._log.name).read_text(encoding="utf-8"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Notebook:
    """Notebook open in JupyterLab, with one empty cell unless `content` is given."""

    def __init__(  # noqa: PLR0913 (options, by name only)
        self,
        browser: Browser,
        server: Server,
        *,
        name: str = "test.ipynb",
        content: str | None = None,
        width: int = 1400,
        height: int = 1000,
    ) -> None:
        self._browser, self._server, self._name = browser, server, name
        self._content = _one_cell() if content is None else content
        self._size = ViewportSize(width=width, height=height)
        self.problems: list[str] = []
        self.failures = 0  # failures of the suite at the last restart
        self._open()

    def _open(self) -> None:
        (self._server.root / self._name).write_text(self._content, encoding="utf-8")
        self._shown = ""
        self._theme, self._font, self._family = DEFAULT_THEME, DEFAULT_FONT_SIZE, DEFAULT
        self.problems.clear()
        self.page: Page = self._browser.new_page(viewport=self._size)
        self.page.set_default_timeout(1000 * TIMEOUT)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._add_problem)
        self.page.goto(self._server.address(lab_path(self._name)))
        self.wait()

    def wait(self) -> None:
        """Wait until the loaded page has a notebook and a kernel."""
        self.page.wait_for_function(_NOTEBOOK_IS_OPEN)
        self._evaluate(_KERNEL_IS_READY)
        self.side_bar(shown=False)

    def restart(self) -> None:
        """Replace page and kernel."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the page and shut down the kernel."""
        self.page.close()
        self._server.end_kernels(self._name)

    def _add_problem(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} ({message.location.get('url', '')})")

    def run(self, code: str) -> None:
        """Run code in the cell and wait for it; raise if it fails."""
        self._shown = code
        problem = self._evaluate(_RUN, code)
        if problem:
            raise AssertionError(problem)

    def run_all(self) -> list[str]:
        """Run all cells and return their errors."""
        errors: list[str] = self._evaluate(_RUN_ALL)
        return errors

    def replace_kernel(self) -> None:
        """Replace the kernel, which may be dead; replace the page too if the new one is silent.

        JupyterLab rarely misses a kernel that starts while the previous one is restarting.
        """
        self._shown = ""
        try:
            self._call(_REPLACE_KERNEL, None, TIMEOUT)
        except PageError as error:
            if NO_ANSWER not in str(error):
                raise
            self.restart()

    def show(self, code: str) -> None:
        """Run code unless it is the code that was run last."""
        if code != self._shown:
            self.run(code)

    def python(self, expression: str) -> Any:
        """Return the value of a Python expression in the kernel, through JSON."""
        code = f"__import__('json').dumps({expression})"
        return json.loads(self._evaluate(_EVALUATE_IN_KERNEL, code))

    def _evaluate(self, function: str, argument: object = None, *, is_retry: bool = False) -> Any:
        """Return the result of a JavaScript function; on timeout, raise with the kernel's stacks.

        An idle kernel means that a message was lost, so the function is called once more.
        """
        try:
            return self._call(function, argument, REPLY_TIMEOUT)
        except PageError as error:
            if NO_ANSWER not in str(error):
                raise
            if IDLE in str(error) and not is_retry:
                return self._evaluate(function, argument, is_retry=True)
            stacks = self._server.stacks(self._name)
            raise AssertionError(f"{error.message}\n{argument}\n{stacks}") from error

    def _call(self, function: str, argument: object, timeout: float) -> Any:
        return self.page.evaluate(_WITH_TIMEOUT.replace("FUNCTION", function), [argument, timeout])

    def wait_for_value(self, expression: str, expected: Any) -> None:
        """Wait until a Python expression in the kernel has the expected value."""
        deadline = time.monotonic() + TIMEOUT
        while (value := self.python(expression)) != expected and time.monotonic() < deadline:
            self.page.wait_for_timeout(30)
        assert value == expected, f"{expression} is {value!r}"

    def wait_until_idle(self, longest: int = 300) -> None:
        """Wait until page and kernel exchange no messages and everything is drawn.

        Timers of cc_widgets of at most `longest` milliseconds have expired then.
        """
        self._evaluate(_WAIT_UNTIL_IDLE, longest)

    def size(self, width: int, height: int) -> None:
        """Resize the page."""
        if self.page.viewport_size != (size := ViewportSize(width=width, height=height)):
            self.page.set_viewport_size(size)

    def theme(self, name: str) -> None:
        """Switch JupyterLab to a theme."""
        if self._theme != name:
            self.page.evaluate(_SET_THEME, name)
            self.page.wait_for_function(_THEME_IS_SET, arg=name)
            self._theme = name

    def font(self, size: int) -> None:
        """Set the font size of notebook content in px."""
        if self._font != size:
            self.page.evaluate(_SET_FONT, size)
            self._font = size

    def family(self, name: str) -> None:
        """Set the font family of the whole page."""
        if self._family != name:
            self.page.evaluate(_SET_FAMILY, name)
            self._family = name

    def restore_look(self, *, width: int | None = None, height: int | None = None) -> None:
        """Restore size, theme and fonts of the page; keep the output of its cell."""
        self.size(width or self._size["width"], height or self._size["height"])
        self.theme(DEFAULT_THEME)
        self.font(DEFAULT_FONT_SIZE)
        self.family(DEFAULT)
        self.page.mouse.move(5, 5)
        self.problems.clear()

    def side_bar(self, *, shown: bool) -> None:
        """Show or hide the file browser on the left."""
        self.page.evaluate(_SHOW_SIDE_BAR if shown else _HIDE_SIDE_BAR)


def lab_path(name: str) -> str:
    """Return the path of a notebook in JupyterLab, in a separate workspace.

    A reloaded page then restores this notebook and no others.
    """
    return f"lab/workspaces/{Path(name).stem}/tree/{name}?reset"


def _one_cell() -> str:
    cell: dict[str, object] = {
        "cell_type": "code",
        "id": "cell",
        "source": "",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


_NOTEBOOK_IS_OPEN = """() =>
  window.jupyterapp?.shell.currentWidget?.content?.widgets?.length > 0"""

NO_ANSWER = "no answer from the kernel"
IDLE = f"{NO_ANSWER}, which is idle"

# Playwright's `evaluate` has no timeout.
_WITH_TIMEOUT = """async ([argument, seconds]) => {
  const { promise: late, reject } = Promise.withResolvers();
  const timer = setTimeout(() => {
    const { session } = window.jupyterapp.shell.currentWidget.sessionContext;
    const { status, connectionStatus } = session?.kernel ?? {};
    reject(new Error(`NO_ANSWER, which is ${status} and ${connectionStatus}`));
  }, 1000 * seconds);
  try {
    return await Promise.race([(FUNCTION)(argument), late]);
  } finally {
    clearTimeout(timer);
  }
}""".replace("NO_ANSWER", NO_ANSWER)

_KERNEL_IS_READY = """async () => {
  const { sessionContext } = window.jupyterapp.shell.currentWidget;
  await sessionContext.ready;
  await sessionContext.session.kernel.info;
}"""

_RUN = """async (code) => {
  const app = window.jupyterapp;
  const panel = app.shell.currentWidget;
  const cell = panel.content.widgets[0];
  cell.model.sharedModel.setSource(code);
  panel.content.activeCellIndex = 0;
  await app.commands.execute('notebook:run-cell');
  const outputs = cell.model.outputs.toJSON();
  const error = outputs.find((output) => output.output_type === 'error');
  return error ? `${error.ename}: ${error.evalue}` : '';
}"""

_RUN_ALL = """async () => {
  await window.jupyterapp.commands.execute('notebook:run-all-cells');
  const { widgets } = window.jupyterapp.shell.currentWidget.content;
  const codes = widgets.filter(({ model }) => model.type === 'code');
  return codes.flatMap(({ model }) => model.outputs.toJSON())
    .filter(({ output_type }) => output_type === 'error')
    .map(({ ename, evalue }) => `${ename}: ${evalue}`);
}"""

_EVALUATE_IN_KERNEL = """async (expression) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({
    code: '', silent: true, user_expressions: { value: expression },
  });
  const { value } = (await future.done).content.user_expressions;
  if (value.status === 'error') throw new Error(`${value.ename}: ${value.evalue}`);
  const text = value.data['text/plain'];
  return text.slice(1, -1).replace(/\\\\\\\\/g, '\\\\').replace(/\\\\'/g, "'");
}"""

# The kernel replies after handling all earlier messages; ipywidgets then sends throttled messages.
_WAIT_UNTIL_IDLE = """async (longest) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  let sent = 0;
  const count = (_, { msg, direction }) => {
    sent += direction === 'send' && msg.header.msg_type === 'comm_msg';
  };
  const drawn = async () => {
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
  };
  const isLate = () => [...window.ccTimers?.values() ?? []].some((delay) => delay <= longest);
  kernel.anyMessage.connect(count);
  try {
    for (let before = -1; before !== sent; ) {
      before = sent;
      await drawn();
      while (isLate()) await new Promise((done) => setTimeout(done, 5));
      await kernel.requestExecute({ code: '', silent: true }).done;
    }
  } finally {
    kernel.anyMessage.disconnect(count);
  }
  await drawn();
}"""

_REPLACE_KERNEL = """async () => {
  const { sessionContext } = window.jupyterapp.shell.currentWidget;
  await sessionContext.shutdown().catch(() => {});  // the server may have shut it down already
  await sessionContext.changeKernel({ name: 'python3' });
  await sessionContext.session.kernel.info;
}"""

_SET_THEME = """(name) =>
  window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"""

_THEME_IS_SET = """(name) => document.body.dataset.jpThemeName === name"""

_SET_FONT = """(size) =>
  document.documentElement.style.setProperty('--jp-content-font-size1', `${size}px`)"""

_SET_FAMILY = """(name) => {
  for (const use of ['content', 'ui']) {
    document.documentElement.style.setProperty(`--jp-${use}-font-family`, `'${name}', sans-serif`);
  }
}"""

_SHOW_SIDE_BAR = "() => window.jupyterapp.shell.expandLeft()"
_HIDE_SIDE_BAR = "() => window.jupyterapp.shell.collapseLeft()"
