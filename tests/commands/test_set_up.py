import importlib.util
import platform
import shutil
import sys

import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import environment, programs
from cc_widgets.commands.workshop.checkout import Stamps, is_done
from cc_widgets.commands.workshop.tasks import EXTRAS, steps_for


@pytest.mark.parametrize(
    ("command", "last"), [("demo", "install"), ("test", "browser"), ("check", "npm packages")]
)
def test_command_runs_only_the_steps_it_needs(checkout, log, command, last):
    keys = [step.key for step in steps_for(checkout, log, command)]
    assert keys[:2] == ["venv", f"packages for {command}"]
    assert keys[-1] == last


def test_oldest_version_of_each_package_is_installed(checkout, log, monkeypatch):
    commands: list[list[str]] = []
    monkeypatch.setattr(type(log), "run", lambda _, command, **__: commands.append(command))
    monkeypatch.setattr(type(checkout), "program", lambda _, name: name)
    step = steps_for(checkout, log, "oldest")[1]
    step.work()
    assert step.key == "oldest packages"
    assert commands[1][:3] == ["uv", "pip", "install"]
    options = {"lowest-direct", str(checkout.python)}
    assert options | {"frames>=1", "static>=3", "lessons>=1", "tester>=8"} <= set(commands[1])


def test_demo_installs_no_test_tools(checkout):
    assert environment.requirements(checkout, EXTRAS["demo"]) == [
        "builder>=1",
        "frames>=1",
        "lab>=4",
        "lessons>=1",
        "node>=24",
        "runtime>=2",
        "static>=3",
    ]
    assert "tester>=8" in environment.requirements(checkout, EXTRAS["test"])


@pytest.mark.parametrize("java", [None, "/usr/bin/java"])
def test_spark_is_installed_only_where_java_is(checkout, log, monkeypatch, java):
    commands: list[list[str]] = []
    monkeypatch.setattr(shutil, "which", lambda _: java)
    monkeypatch.setattr(type(log), "run", lambda _, command, **__: commands.append(command))
    steps_for(checkout, log, "engines")[1].work()
    [install] = commands
    assert "engine>=3" in install
    assert ("spark>=4" in install) == bool(java)


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        ("tester>=8", True),
        (f"tester>=8; sys_platform == '{sys.platform}'", True),
        ("tester>=8; sys_platform == 'other'", False),
        (f"a; platform_machine == '{platform.machine()}' and sys_platform == 'other'", False),
    ],
)
def test_requirements_for_other_platforms_are_excluded(requirement, expected):
    assert environment.matches_platform(requirement) == expected


@pytest.mark.parametrize("name", ["js/src/plugin.ts", "js/package.json", "js/tsconfig.json"])
def test_changed_front_end_source_makes_the_build_due(checkout, log, name):
    step = environment.build_step(checkout, log)
    for bundle in environment.BUNDLES:
        (checkout.js / "dist" / bundle).parent.mkdir(parents=True, exist_ok=True)
        (checkout.js / "dist" / bundle).touch()
    stamps = Stamps(checkout.state / "stamps.json")
    stamps.write(step.key, [step.inputs(), step.outputs()])
    assert is_done(step, stamps)
    (checkout.root / name).write_text("changed", "utf-8")
    assert not is_done(step, stamps)


def test_new_front_end_build_makes_the_installation_due(checkout, log):
    step = environment.install_step(checkout, log)
    before = step.inputs()
    (checkout.js / "dist/labextension").mkdir(parents=True)
    (checkout.js / "dist/labextension/style.js").touch()
    assert step.inputs() != before


def test_build_removes_files_of_earlier_builds(checkout, monkeypatch):
    old = checkout.js / "dist/labextension/static/old.js"
    old.parent.mkdir(parents=True)
    old.touch()
    monkeypatch.setattr(type(checkout), "program", lambda _, name: name)
    commands = []

    class Recorder:
        def run(self, command, **_: object) -> None:
            commands.append((command, old.exists()))

    environment.build_bundles(checkout, Recorder())  # type: ignore[arg-type]
    assert commands == [(["npm", "run", "build"], False)]


def test_foreign_virtual_environment_is_left_unchanged(checkout, log):
    foreign = checkout.venv / "pyvenv.cfg"
    foreign.parent.mkdir()
    foreign.touch()
    with pytest.raises(CommandError, match="was not created by cc_widgets"):
        environment.make_venv(checkout, log)
    assert foreign.exists()


@pytest.fixture
def debian_without_venv(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(programs, "package_manager", lambda: "apt-get")
    installed: list[str] = []
    monkeypatch.setattr(
        programs, "install_system_package", lambda package, _: installed.append(package)
    )
    return installed


def test_missing_ensurepip_error_shows_the_install_command(debian_without_venv, monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/sudo")
    with pytest.raises(
        CommandError, match=rf"sudo apt-get install .*python{environment.VERSION}-venv"
    ):
        environment.require_ensurepip(log)
    assert debian_without_venv == []


def test_install_command_without_sudo_uses_su(monkeypatch):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(programs, "package_manager", lambda: "apk")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert programs.install_command("chromium") == 'su -c "apk add chromium"'


def test_root_installs_missing_ensurepip(debian_without_venv, monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: True)
    environment.require_ensurepip(log)
    assert debian_without_venv == [f"python{environment.VERSION}-venv"]


def test_only_root_installs_system_packages(monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    with pytest.raises(CommandError, match="Only root can install chromium"):
        programs.install_system_package("chromium", log)
    assert not log.path.exists()
