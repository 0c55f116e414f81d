"""What README and CONTRIBUTING say of the commands is what the commands do."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cc_widgets.__main__ import too_old
from cc_widgets.commands import entry, machine
from cc_widgets.commands.workshop import programs

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = ROOT / ".github/CONTRIBUTING.md"  # not in the source distribution
CI = ROOT / ".ci/run"
in_a_checkout = pytest.mark.skipif(not CONTRIBUTING.exists(), reason="only in a checkout")
COMMANDS = {"demo", *entry.ON_THE_SOURCES}
TYPED = re.compile(r"(?:python3 -m cc_widgets|cc-widgets) ([a-z]+)")


def typed_in(text: str) -> set[str]:
    return set(TYPED.findall(text))


def test_the_readme_names_every_command_and_no_other():
    assert typed_in(README) == COMMANDS


@in_a_checkout
def test_so_do_contributing_and_the_script_of_every_change():
    assert typed_in(CONTRIBUTING.read_text("utf-8")) == COMMANDS
    assert typed_in(CI.read_text("utf-8")) == {"check", "test", "site"}


# N7
def test_what_is_left_in_a_checkout_is_what_the_readme_says():
    """Whatever git does not keep and lies in the checkout itself, from this run or another."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"],  # noqa: S607 (where it is differs)
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a clone")
    kept = {name.partition("/")[0] for name in listed.split("\0")}
    made = {path.name for path in ROOT.iterdir()} - kept - {".git"}
    said = set(re.findall(r"`(\.\w+)`", README)) | {".venv.lock", ".venv.old", ".venv.oldest"}
    # Programs for working on the code keep caches; an editor keeps what it wants.
    ours = {name for name in made if name.startswith(".") and not name.endswith("_cache")}
    assert ours & ignored() <= said


def ignored() -> set[str]:
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    return {line.rstrip("/") for line in lines if line.startswith(".")} - {".DS_Store"}


# N7
@pytest.mark.parametrize("text", [README, entry.HELP_IN_A_CHECKOUT], ids=["README", "help"])
def test_what_root_installs_is_said_beforehand(text):
    words = " ".join(text.split())
    assert "a missing `python3-venv`" in words.replace(" python3-venv", " `python3-venv`")
    assert "are installed with the system's package manager" in words


# N7
def test_what_root_installs_is_said_while_it_is_done(monkeypatch, log, capsys):
    monkeypatch.setattr(machine, "is_root", lambda: True)
    monkeypatch.setattr(programs, "manager", lambda: "apk")
    monkeypatch.setattr(type(log), "run", lambda *_, **__: None)
    programs.install("chromium", log)
    assert "as root, apk installs chromium" in capsys.readouterr().out


def test_the_readme_names_the_switch_for_slow_sorts_as_it_is_set():
    assert f'{machine.SWITCH}="{machine.WIDE_SORT}"' in README


# F7
@in_a_checkout
def test_the_hook_types_a_command_that_every_system_has():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"entry: (.+)", hooks) == ["python -m cc_widgets check"]
    assert re.findall(r"language: (.+)", hooks) == ["python"]  # it brings the name `python`


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_actions_of_one_commit_each_with_its_version_beside_it(path):
    used = re.findall(r"uses: ([^.].+)", path.read_text("utf-8"))
    assert used
    assert [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", line)] == []


@in_a_checkout
def test_every_python_that_is_promised_is_tested_and_told_to_whoever_has_an_older_one(monkeypatch):
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    tests = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    listed = re.search(r"python: \[(.+)\]", tests)
    assert listed is not None
    assert re.findall(r"3\.\d+", listed[1]) == promised
    monkeypatch.setattr(shutil, "which", lambda name: name == f"python{promised[-1]}")
    assert f"python{promised[-1]} -m" in too_old()
