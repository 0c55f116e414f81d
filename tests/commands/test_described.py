"""Documents, help texts and workflows agree with the commands."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cc_widgets.__main__ import version_message
from cc_widgets.commands import entry, machine
from cc_widgets.commands.workshop import programs

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CI = ROOT / ".ci/run"
GITHUB = ROOT / ".github"  # not in the source distribution
only_in_checkout = pytest.mark.skipif(not GITHUB.exists(), reason="only in a checkout")
COMMANDS = {"demo", *entry.CHECKOUT_COMMANDS}
COMMAND_LINE = re.compile(r"(?:python3 -m cc_widgets|cc-widgets) ([a-z]+)")


def document(name: str) -> str:
    """Return the text of a document below `.github`."""
    return (GITHUB / name).read_text("utf-8")


def commands_in(text: str) -> set[str]:
    return set(COMMAND_LINE.findall(text))


def test_readme_mentions_demo_and_test():
    assert commands_in(README) == {"demo", "test"}


@only_in_checkout
def test_contributing_guide_and_ci_script_mention_existing_commands():
    assert commands_in(document("CONTRIBUTING.md")) == COMMANDS
    assert commands_in(CI.read_text("utf-8")) == {"check", "test", "site"}


@only_in_checkout
def test_contributing_lists_all_generated_folders_of_a_checkout():
    """Entries at the top level that git does not track, created by this run or another."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"],  # noqa: S607 (installed in different places)
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a clone")
    tracked = {name.partition("/")[0] for name in listed.split("\0")}
    untracked = {path.name for path in ROOT.iterdir()} - tracked - {".git"}
    documented = set(re.findall(r"`(\.\w+)`", document("CONTRIBUTING.md"))) | {
        ".venv.lock",
        ".venv.old",
        ".venv.oldest",
    }
    # Development tools create caches, editors other files.
    names = {name for name in untracked if name.startswith(".") and not name.endswith("_cache")}
    assert names & ignored_names() <= documented


def ignored_names() -> set[str]:
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    return {line.rstrip("/") for line in lines if line.startswith(".")} - {".DS_Store"}


@only_in_checkout
@pytest.mark.parametrize("place", ["CONTRIBUTING.md", "help"])
def test_contributing_and_help_mention_system_packages_installed_for_root(place):
    text = entry.HELP_CHECKOUT if place == "help" else document(place)
    sentences = [part for part in re.split(r"(?<=[.;:])\s", text) if "package manager" in part]
    assert any("python3-venv" in part and "browser" in part for part in sentences)
    assert any("root" in part for part in sentences)


@only_in_checkout
def test_documents_and_help_agree_on_the_duration_of_demo():
    texts = (README, document("site/environments.md"), entry.HELP_CHECKOUT)
    assert all("two and a half minutes" in " ".join(text.split()) for text in texts)


def test_installation_of_a_system_package_is_reported(monkeypatch, log, capsys):
    monkeypatch.setattr(machine, "is_root", lambda: True)
    monkeypatch.setattr(programs, "package_manager", lambda: "apk")
    monkeypatch.setattr(type(log), "run", lambda *_, **__: None)
    programs.install_system_package("chromium", log)
    assert "installing chromium as root with apk" in capsys.readouterr().out


@only_in_checkout
def test_guide_names_the_numpy_variable_with_its_value():
    assert f'{machine.SWITCH}="{machine.WIDE_SORT}"' in document("site/environments.md")


@only_in_checkout
def test_pre_commit_hook_runs_check_with_a_portable_command():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"entry: (.+)", hooks) == ["python -m cc_widgets check"]
    assert re.findall(r"language: (.+)", hooks) == ["python"]  # provides the name `python`


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_actions_are_pinned_to_a_commit_with_its_version(path):
    used = re.findall(r"uses: ([^.].+)", path.read_text("utf-8"))
    assert used
    assert [line for line in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", line)] == []


@only_in_checkout
def test_supported_python_versions_are_tested_and_suggested_to_users_of_older_ones(monkeypatch):
    supported = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    tests = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    matrix = re.search(r"python: \[(.+)\]", tests)
    assert matrix is not None
    assert re.findall(r"3\.\d+", matrix[1]) == supported
    monkeypatch.setattr(shutil, "which", lambda name: name == f"python{supported[-1]}")
    assert f"python{supported[-1]} -m" in version_message()
