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
    "--font-render-hinting=none",  # which rounds the widths of letters, on some machines
]
ROOT = Path(__file__).parents[2]
_SETTINGS = {
    "@jupyterlab/apputils-extension": {
        "notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False}
    }
}
# Seconds to wait for what will come: long, because a busy machine is slow, and what comes ends it.
PATIENCE = 90
LONGEST = 400  # Seconds: what a page has not answered by then it never will
SPOKEN, RENEWED = 500, 2000  # delays of live regions and of saved outputs, in milliseconds
OWN_THEME, OWN_FONT = "JupyterLab Light", 14  # of a page that has just been opened


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start the browser that the set-up has found, with the fonts that it has collected."""
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
    """A JupyterLab server of its own, with nothing of the user's in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._token = secrets.token_hex()  # nobody else on this machine may run code in it

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
            self._process.wait(PATIENCE / 4)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()

    def address(self, path: str) -> str:
        """Return the address of a page, with what lets a browser in."""
        return f"{self.url}/{path}{'&' if '?' in path else '?'}token={self._token}"

    def fetch(self, path: str, method: str = "GET") -> bytes:
        """Return what the server answers."""
        request = urllib.request.Request(  # noqa: S310 (it is http)
            f"{self.url}/{path}", method=method, headers={"Authorization": f"token {self._token}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310 (the same)
            return bytes(reply.read())

    def end_kernels(self, notebook: str) -> None:
        """End what runs for a notebook, whatever state it is in."""
        for session in json.loads(self.fetch("api/sessions")):
            if session["path"] == notebook:
                self.fetch(f"api/sessions/{session['id']}", "DELETE")

    def stacks(self, notebook: str) -> str:
        """Where each thread of a notebook's kernel stands; the kernel ends by being asked."""
        ours = [
            one["kernel"]["id"]
            for one in json.loads(self.fetch("api/sessions"))
            if one["path"] == notebook
        ]
        for process in psutil.Process(self._process.pid).children(recursive=True):
            if any(one in word for one in ours for word in process.cmdline()):
                process.send_signal(signal.SIGABRT)  # a kernel of Python tells all at its end
                process.wait(PATIENCE)
        return "".join(Path(self._log.name).read_text("utf-8").splitlines(keepends=True)[-200:])

    def _write_settings(self, folder: Path) -> None:
        for extension, files in _SETTINGS.items():
            for name, content in files.items():
                path = folder / extension / name
                path.parent.mkdir(parents=True)
                path.write_text(json.dumps(content), encoding="utf-8")

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
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
    """A notebook, of one cell if none is passed, open in JupyterLab."""

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
        self.failures = 0  # of the suite, when this was last made fresh
        self._open()

    def _open(self) -> None:
        (self._server.root / self._name).write_text(self._content, encoding="utf-8")
        self._shown = ""
        self._theme, self._font, self._family = OWN_THEME, OWN_FONT, DEFAULT
        self.problems.clear()
        self.page: Page = self._browser.new_page(viewport=self._size)
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(self._server.address(lab_path(self._name)))
        self.wait()

    def wait(self) -> None:
        """Wait until the page, loaded for the first time or again, has notebook and kernel."""
        self.page.wait_for_function(_NOTEBOOK_IS_OPEN)
        self._told(_KERNEL_IS_READY)
        self.side_bar(shown=False)

    def renew(self) -> None:
        """Put a fresh page and a fresh kernel in the place of these, whatever was left in them."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the page and end the kernel."""
        self.page.close()
        self._server.end_kernels(self._name)

    def _note(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} ({message.location.get('url', '')})")

    def run(self, code: str) -> None:
        """Run code in the cell and wait for it; its output replaces the last one."""
        self._shown = code
        problem = self._told(_RUN, code)
        if problem:
            raise AssertionError(problem)

    def run_all(self) -> list[str]:
        """Run all cells and return their errors."""
        errors: list[str] = self._told(_RUN_ALL)
        return errors

    def revive(self) -> None:
        """Give the page a fresh kernel in the place of one that may be dead."""
        self._shown = ""
        self._told(_REVIVE)

    def show(self, code: str) -> None:
        """Run code unless its output stands there already, as it left it."""
        if code != self._shown:
            self.run(code)

    def python(self, expression: str) -> Any:
        """Return the value of an expression in the kernel, through JSON."""
        return json.loads(self._told(_ASK, f"__import__('json').dumps({expression})"))

    def _told(self, function: str, argument: object = None, *, again: bool = False) -> Any:
        """What a function of the page comes to, or an error that says what the kernel is at.

        Where the kernel is idle the answer got lost on its way: it is asked once more.
        """
        try:
            return self.page.evaluate(_IN_TIME.replace("ASKED", function), [argument, LONGEST])
        except PageError as error:
            if NO_ANSWER not in str(error):
                raise
            if IDLE in str(error) and not again:
                return self._told(function, argument, again=True)
            where = self._server.stacks(self._name)
            raise AssertionError(f"{error.message}\n{argument}\n{where}") from error

    def becomes(self, expression: str, expected: Any) -> None:
        """Wait until the value of an expression in the kernel is this one."""
        until = time.monotonic() + PATIENCE
        while (value := self.python(expression)) != expected and time.monotonic() < until:
            self.page.wait_for_timeout(30)
        assert value == expected, f"{expression} is {value!r}"

    def rest(self, longest: int = 300) -> None:
        """Wait until page and kernel have no messages for each other and all is drawn.

        Timers of cc_widgets of at most `longest` milliseconds have run out then.
        """
        self._told(_REST, longest)

    def size(self, width: int, height: int) -> None:
        """Give the page that size."""
        if self.page.viewport_size != (size := ViewportSize(width=width, height=height)):
            self.page.set_viewport_size(size)

    def theme(self, name: str) -> None:
        """Switch JupyterLab to the theme of that name."""
        if self._theme != name:
            self.page.evaluate(_SET_THEME, name)
            self.page.wait_for_function(_THEME_IS_SET, arg=name)
            self._theme = name

    def font(self, size: int) -> None:
        """Give what notebooks show a font of so many px."""
        if self._font != size:
            self.page.evaluate(_SET_FONT, size)
            self._font = size

    def family(self, name: str) -> None:
        """Give all words of the page this font family."""
        if self._family != name:
            self.page.evaluate(_SET_FAMILY, name)
            self._family = name

    def as_opened(self, *, width: int | None = None, height: int | None = None) -> None:
        """Give the page the look it was opened with; what its cell shows may stay."""
        self.size(width or self._size["width"], height or self._size["height"])
        self.theme(OWN_THEME)
        self.font(OWN_FONT)
        self.family(DEFAULT)
        self.page.mouse.move(5, 5)
        self.problems.clear()

    def side_bar(self, *, shown: bool) -> None:
        """Show or hide the files at the left."""
        self.page.evaluate(_SHOW_SIDE_BAR if shown else _HIDE_SIDE_BAR)


def lab_path(name: str) -> str:
    """The path of a notebook in JupyterLab, in a workspace of its own.

    A page that is loaded again brings back what is open in its workspace, and nothing of others.
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

# Playwright itself waits for ever.
_IN_TIME = """async ([argument, seconds]) => {
  const { promise: late, reject } = Promise.withResolvers();
  const timer = setTimeout(() => {
    const { session } = window.jupyterapp.shell.currentWidget.sessionContext;
    const { status, connectionStatus } = session?.kernel ?? {};
    reject(new Error(`NO_ANSWER, which is ${status} and ${connectionStatus}`));
  }, 1000 * seconds);
  try {
    return await Promise.race([(ASKED)(argument), late]);
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

_ASK = """async (expression) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({
    code: '', silent: true, user_expressions: { value: expression },
  });
  const { value } = (await future.done).content.user_expressions;
  if (value.status === 'error') throw new Error(`${value.ename}: ${value.evalue}`);
  const text = value.data['text/plain'];
  return text.slice(1, -1).replace(/\\\\\\\\/g, '\\\\').replace(/\\\\'/g, "'");
}"""

# The kernel replies after it has handled all earlier messages; ipywidgets then sends messages that
# it has held back.
_REST = """async (longest) => {
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

_REVIVE = """async () => {
  const { sessionContext } = window.jupyterapp.shell.currentWidget;
  await sessionContext.shutdown().catch(() => {});  // the server may have let go of it by itself
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
