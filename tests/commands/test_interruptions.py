"""A set-up that is interrupted anywhere, or finds what it made damaged, then ends well."""

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
from cc_widgets.commands.workshop.locks import _taken

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")

ROOT = Path(__file__).parents[2]
STEPS = ["venv", "packages", "modules", "build", "install", "browser"]
DRIVER = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let their "&" ignore it
sys._base_executable = sys.argv[2]
from cc_widgets.commands import entry
from cc_widgets.commands.workshop import environment, fonts
from cc_widgets.commands.workshop.checkout import Checkout
from cc_widgets.commands.workshop.tasks import set_up
environment.need_ensurepip = lambda _: None
fonts.FAMILIES = {"Family": ["typescript/package.json"]}
entry.commands = lambda: {"test": lambda _: bool(set_up(Checkout(Path(sys.argv[1])), "test")) - 1}
sys.exit(entry.run(["test"]))
"""


class SetUp:
    """The set-up of a small checkout, with programs that take no time."""

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
        """The steps that were done, after all ended well."""
        process = self.start()
        said, _ = process.communicate()
        assert process.returncode == 0, said
        return (self.root / "ran").read_text("utf-8").split()

    def child(self) -> int:
        """The last child of the slow step, once it is there."""
        note = self.root / "child"
        while not note.exists():
            time.sleep(0.01)
        return int(note.read_text("utf-8"))


@pytest.fixture
def set_up(checkout):
    return SetUp(checkout.root)


def lives(process: int) -> bool:
    """True unless it has ended; in containers nobody may ask orphans for their codes."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or ") Z " not in state.read_text("utf-8")


def whole(root: Path) -> bool:
    """True when everything is there that the stand-ins make."""
    made = [
        ".venv/bin/npm",
        ".venv/share/jupyter/labextensions/cc_widgets/install.json",
        ".venv/cc_widgets/browser.txt",
        "js/node_modules/.bin/tsc",
        "js/dist/index.js",
        *(f".venv/lib/python3/site-packages/{name}.py" for name in ("builder", "tester")),
    ]
    return all((root / name).exists() for name in made)


# N1, F7
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda it: it.name)
@pytest.mark.parametrize("step", STEPS)
def test_after_an_interruption_nothing_lives_on_and_the_same_command_ends_well(
    step, number, set_up
):
    process = set_up.start(slow=step)
    child = set_up.child()
    process.send_signal(number)
    said, _ = process.communicate()
    assert not lives(child)
    assert process.returncode == 128 + number, said
    assert "ending what it has started" in said
    assert "The same command goes on from here." in said
    done = set_up.run()
    assert done == STEPS[STEPS.index(step) :]
    assert whole(set_up.root)
    assert set_up.run() == []


# N1
def test_pressing_again_does_not_let_go_before_the_children_have_ended(set_up):
    process = set_up.start(slow="modules")
    child = set_up.child()
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    process.communicate()
    assert not lives(child)
    assert process.returncode != 0


# N1
def test_a_set_up_that_was_killed_keeps_its_lock_until_its_children_end(set_up):
    process = set_up.start(slow="modules")
    child = set_up.child()
    process.kill()
    process.communicate()
    with (set_up.root / ".venv.lock").open("a") as file:
        assert not _taken(file)
        os.killpg(os.getpgid(child), signal.SIGKILL)
        while not _taken(file):
            time.sleep(0.01)
    set_up.run()
    assert whole(set_up.root)


SHOWN = """
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
root = Path(sys.argv[1])
try:
    (root / "begun").touch()
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.5)
    (root / "tidied").touch()
"""
SHOW = """
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from cc_widgets.commands import entry
from cc_widgets.commands.workshop.programs import show
command = [sys.executable, "-c", *sys.argv[1:]]
entry.commands = lambda: {"test": lambda _: show(command, os.environ, Path.cwd())}
sys.exit(entry.run(["test"]))
"""


# N1
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda it: it.name)
def test_tests_that_are_interrupted_have_time_to_end_what_they_started(number, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", SHOW, SHOWN, str(tmp_path)],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # no terminal that would tell both
    )
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait() == 128 + number
    assert (tmp_path / "tidied").exists()


# N1
def test_a_step_that_ends_well_and_leaves_nothing_is_not_taken_for_done(set_up, monkeypatch):
    monkeypatch.setenv("LEAVE_OUT", "tsc")
    process = set_up.start()
    said, _ = process.communicate()
    assert process.returncode == 1
    assert "installing npm packages ended well, but what it should have made is not there" in said
    monkeypatch.delenv("LEAVE_OUT")
    assert set_up.run() == STEPS[2:]


def moved(set_up: SetUp, *, copy: bool) -> SetUp:
    elsewhere = set_up.root.with_name("elsewhere")
    (shutil.copytree if copy else shutil.move)(set_up.root, elsewhere)
    return SetUp(elsewhere)


# F7
@pytest.mark.parametrize("copy", [False, True], ids=["moved", "copied"])
def test_a_checkout_that_was_moved_or_copied_is_set_up_again(copy, tmp_path, checkout):
    first = tmp_path / "checkout"
    first.mkdir()
    for part in ("cc_widgets", "js", "pyproject.toml"):
        shutil.move(checkout.root / part, first / part)
    SetUp(first).run()
    again = moved(SetUp(first), copy=copy)
    assert again.run() == STEPS
    assert whole(again.root)


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


# F7
@pytest.mark.parametrize("what", DAMAGE)
def test_what_has_gone_is_noticed_and_made_again(what, set_up):
    set_up.run()
    name, step = DAMAGE[what]
    lost = set_up.root / name
    (shutil.rmtree if lost.is_dir() else os.unlink)(lost)
    assert set_up.run()[0] == step
    assert whole(set_up.root)
    assert lost.exists()


# F7
def test_a_browser_that_has_gone_is_looked_for_again(set_up):
    set_up.run()
    note = set_up.root / ".venv/cc_widgets/browser.txt"
    note.write_text("/nowhere/chromium", "utf-8")
    assert set_up.run() == ["browser"]
    assert note.read_text("utf-8") == str(set_up.python)


# F7
@pytest.mark.parametrize("left", [".venv.old", ".venv"])
def test_a_set_up_stopped_while_an_old_environment_was_removed_goes_on(left, set_up):
    """Whichever half of the removal was done, what is left counts as ours."""
    set_up.run()
    stamps = set_up.root / ".venv/cc_widgets/stamps.json"
    stamps.write_text(stamps.read_text("utf-8").replace("venv", "gone"), "utf-8")
    if left == ".venv.old":
        (set_up.root / ".venv").rename(set_up.root / left)
        shutil.rmtree(set_up.root / left / "cc_widgets")
    else:
        shutil.rmtree(set_up.root / ".venv")
        (set_up.root / ".venv").mkdir()
    assert set_up.run()[0] == "venv"
    assert whole(set_up.root)
    assert not (set_up.root / ".venv.old").exists()


def test_the_bundles_looked_for_are_those_that_a_build_of_the_package_needs():
    text = (ROOT / "js/hatch_build.py").read_text("utf-8")
    assert all(f'"js/dist/{name}"' in text for name in environment.BUNDLES)
    assert VERSION.count(".") == 1
