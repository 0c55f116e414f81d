"""A setup that was interrupted, or whose results were damaged, can be completed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cc_widgets.commands.workshop import environment
from cc_widgets.commands.workshop.environment import VERSION
from cc_widgets.commands.workshop.locks import _try_lock

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the fake programs are shell scripts"
)

ROOT = Path(__file__).parents[2]
STEPS = ["venv", "packages", "modules", "build", "install", "browser"]
DRIVER = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
sys._base_executable = sys.argv[2]
from cc_widgets.commands import entry
from cc_widgets.commands.workshop import environment, fonts
from cc_widgets.commands.workshop.checkout import Checkout
from cc_widgets.commands.workshop.tasks import set_up
environment.require_ensurepip = lambda _: None
fonts.FAMILIES = {"Family": ["typescript/package.json"]}
entry.commands = lambda: {"test": lambda _: bool(set_up(Checkout(Path(sys.argv[1])), "test")) - 1}
sys.exit(entry.run_command(["test"]))
"""


class SetUp:
    """Setup of a minimal checkout with fake programs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.python = root / "python"
        shutil.copy(Path(__file__).parent / "fakes.sh", self.python)
        self.python.chmod(0o755)

    def start(self, slow: str = "") -> subprocess.Popen[str]:
        (self.root / "ran").write_text("", "utf-8")
        (self.root / "child").unlink(missing_ok=True)
        return subprocess.Popen(
            [sys.executable, "-c", DRIVER, str(self.root), str(self.python)],
            cwd=ROOT,
            env={
                **os.environ,
                "ROOT": str(self.root),
                "SLOW": slow,
                "CC_BROWSER": str(self.python),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self) -> list[str]:
        """Run the setup to the end and return the steps done."""
        process = self.start()
        output, _ = process.communicate()
        assert process.returncode == 0, output
        return (self.root / "ran").read_text("utf-8").split()

    def child(self) -> int:
        """Wait for the child of the slow step and return its process id."""
        record = self.root / "child"
        while not record.exists():
            time.sleep(0.01)
        return int(record.read_text("utf-8"))


@pytest.fixture
def set_up(checkout):
    return SetUp(checkout.root)


def is_running(pid: int) -> bool:
    """Return whether a process has not ended; orphans may stay zombies in containers."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or ") Z " not in state.read_text("utf-8")


def is_complete(root: Path) -> bool:
    """Return whether all results of the fake programs exist."""
    results = [
        ".venv/bin/npm",
        ".venv/share/jupyter/labextensions/cc_widgets/install.json",
        ".venv/cc_widgets/browser.txt",
        "js/node_modules/.bin/tsc",
        "js/dist/index.js",
        *(f".venv/lib/python3/site-packages/{name}.py" for name in ("builder", "tester")),
    ]
    return all((root / name).exists() for name in results)


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("step", STEPS)
def test_interruption_ends_all_children_and_the_next_run_completes(step, number, set_up):
    process = set_up.start(slow=step)
    child = set_up.child()
    process.send_signal(number)
    output, _ = process.communicate()
    assert not is_running(child)
    assert process.returncode == 128 + number, output
    assert "stopping child processes" in output
    assert "Run the same command again to continue." in output
    assert set_up.run() == STEPS[STEPS.index(step) :]
    assert is_complete(set_up.root)
    assert set_up.run() == []


def test_repeated_interrupts_still_wait_for_the_children(set_up):
    process = set_up.start(slow="modules")
    child = set_up.child()
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    process.communicate()
    assert not is_running(child)
    assert process.returncode != 0


def test_lock_of_a_killed_setup_is_held_until_its_children_end(set_up):
    process = set_up.start(slow="modules")
    child = set_up.child()
    process.kill()
    process.communicate()
    with (set_up.root / ".venv.lock").open("a") as file:
        assert not _try_lock(file)
        os.killpg(os.getpgid(child), signal.SIGKILL)
        while not _try_lock(file):
            time.sleep(0.01)
    set_up.run()
    assert is_complete(set_up.root)


CHILD = """
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
root = Path(sys.argv[1])
try:
    (root / "started").touch()
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.5)
    (root / "cleaned").touch()
"""
PARENT = """
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from cc_widgets.commands import entry
from cc_widgets.commands.workshop.programs import run_visible
command = [sys.executable, "-c", *sys.argv[1:]]
entry.commands = lambda: {"test": lambda _: run_visible(command, os.environ, Path.cwd())}
sys.exit(entry.run_command(["test"]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_interrupted_program_gets_time_to_clean_up(number, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD, str(tmp_path)],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # no terminal that would signal both
    )
    while not (tmp_path / "started").exists():
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait() == 128 + number
    assert (tmp_path / "cleaned").exists()


def test_step_without_results_fails_and_is_repeated(set_up, monkeypatch):
    monkeypatch.setenv("LEAVE_OUT", "tsc")
    process = set_up.start()
    output, _ = process.communicate()
    assert process.returncode == 1
    assert "installing npm packages succeeded, but some of its results are missing" in output
    monkeypatch.delenv("LEAVE_OUT")
    assert set_up.run() == STEPS[2:]


@pytest.mark.parametrize("copy", [False, True], ids=["moved", "copied"])
def test_moved_or_copied_checkout_is_set_up_again(copy, tmp_path, checkout):
    source, target = tmp_path / "checkout", tmp_path / "elsewhere"
    source.mkdir()
    for part in ("cc_widgets", "js", "pyproject.toml"):
        shutil.move(checkout.root / part, source / part)
    SetUp(source).run()
    (shutil.copytree if copy else shutil.move)(source, target)
    assert SetUp(target).run() == STEPS
    assert is_complete(target)


DAMAGE = {
    "a package": (".venv/lib/python3/site-packages/tester-1.dist-info", "packages"),
    "code of a package": (".venv/lib/python3/site-packages/lab.py", "packages"),
    "pip": (".venv/lib/python3/site-packages/pip", "venv"),
    "an npm package": ("js/node_modules/typescript", "modules"),
    "a command of npm": ("js/node_modules/.bin/tsc", "modules"),
    "a bundle": ("js/dist/index.js", "build"),
    "a served file": (".venv/share/jupyter/labextensions/cc_widgets/install.json", "install"),
    "the browser's path": (".venv/cc_widgets/browser.txt", "browser"),
}


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("result", DAMAGE)
def test_deleted_result_is_restored(result, set_up):
    set_up.run()
    name, step = DAMAGE[result]
    path = set_up.root / name
    (shutil.rmtree if path.is_dir() else os.unlink)(path)
    assert set_up.run()[0] == step
    assert is_complete(set_up.root)
    assert path.exists()


def test_deleted_browser_is_searched_again(set_up):
    set_up.run()
    record = set_up.root / ".venv/cc_widgets/browser.txt"
    record.write_text("/nowhere/chromium", "utf-8")
    assert set_up.run() == ["browser"]
    assert record.read_text("utf-8") == str(set_up.python)


@pytest.mark.parametrize("remainder", [".venv.old", ".venv"])
def test_setup_continues_after_an_interrupted_removal_of_the_old_environment(remainder, set_up):
    set_up.run()
    stamps = set_up.root / ".venv/cc_widgets/stamps.json"
    stamps.write_text(stamps.read_text("utf-8").replace("venv", "outdated"), "utf-8")
    if remainder == ".venv.old":
        (set_up.root / ".venv").rename(set_up.root / remainder)
        shutil.rmtree(set_up.root / remainder / "cc_widgets")
    else:
        shutil.rmtree(set_up.root / ".venv")
        (set_up.root / ".venv").mkdir()
    assert set_up.run()[0] == "venv"
    assert is_complete(set_up.root)
    assert not (set_up.root / ".venv.old").exists()


def test_bundles_are_those_required_by_a_package_build():
    text = (ROOT / "js/hatch_build.py").read_text("utf-8")
    assert all(f'"js/dist/{name}"' in text for name in environment.BUNDLES)
    assert VERSION.count(".") == 1
