import importlib.util
import platform
import shutil
import sys

import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import environment, programs
from cc_widgets.commands.workshop.checkout import Stamps, is_done
from cc_widgets.commands.workshop.tasks import EXTRAS, steps_for


@pytest.mark.parametrize(
    ("command", "last"), [("demo", "install"), ("test", "browser"), ("check", "npm packages")]
)
def test_a_command_makes_no_more_than_it_needs(checkout, log, command, last):
    keys = [step.key for step in steps_for(checkout, log, command)]
    assert keys[:2] == ["venv", f"packages for {command}"]
    assert keys[-1] == last


def test_the_oldest_version_of_each_package_is_installed(checkout, log, monkeypatch):
    ran: list[list[str]] = []
    monkeypatch.setattr(type(log), "run", lambda _, command, **__: ran.append(command))
    monkeypatch.setattr(type(checkout), "program", lambda _, name: name)
    step = steps_for(checkout, log, "oldest")[1]
    step.work()
    assert step.key == "oldest packages"
    assert ran[1][:3] == ["uv", "pip", "install"]
    options = {"lowest-direct", str(checkout.python)}
    assert options | {"frames>=1", "static>=3", "lessons>=1", "tester>=8"} <= set(ran[1])


def test_the_demonstration_installs_no_test_tools(checkout):
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


@pytest.mark.parametrize(
    ("requirement", "here"),
    [
        ("tester>=8", True),
        (f"tester>=8; sys_platform == '{sys.platform}'", True),
        ("tester>=8; sys_platform == 'other'", False),
        (f"a; platform_machine == '{platform.machine()}' and sys_platform == 'other'", False),
    ],
)
def test_a_package_for_other_machines_is_not_asked_for(requirement, here):
    assert environment.is_for_here(requirement) == here


@pytest.mark.parametrize("name", ["js/src/plugin.ts", "js/package.json", "js/tsconfig.json"])
def test_a_change_in_a_source_of_the_front_end_makes_its_build_due(checkout, log, name):
    step = environment.build_step(checkout, log)
    for bundle in environment.BUNDLES:
        (checkout.js / "dist" / bundle).parent.mkdir(parents=True, exist_ok=True)
        (checkout.js / "dist" / bundle).touch()
    stamps = Stamps(checkout.state / "stamps.json")
    stamps.write(step.key, [step.inputs(), step.outputs()])
    assert is_done(step, stamps)
    (checkout.root / name).write_text("changed", "utf-8")
    assert not is_done(step, stamps)


def test_a_new_build_of_the_front_end_makes_its_installation_due(checkout, log):
    step = environment.install_step(checkout, log)
    before = step.inputs()
    (checkout.js / "dist/labextension").mkdir(parents=True)
    (checkout.js / "dist/labextension/style.js").touch()
    assert step.inputs() != before


def test_building_removes_what_an_earlier_build_left(checkout, monkeypatch):
    old = checkout.js / "dist/labextension/static/old.js"
    old.parent.mkdir(parents=True)
    old.touch()
    monkeypatch.setattr(type(checkout), "program", lambda _, name: name)
    ran = []

    class Recorder:
        def run(self, command, **_: object) -> None:
            ran.append((command, old.exists()))

    environment.build(checkout, Recorder())  # type: ignore[arg-type]
    assert ran == [(["npm", "run", "build"], False)]


def test_an_environment_that_we_did_not_make_is_left_alone(checkout, log):
    foreign = checkout.venv / "pyvenv.cfg"
    foreign.parent.mkdir()
    foreign.touch()
    with pytest.raises(Problem, match="made by something else"):
        environment.make_venv(checkout, log)
    assert foreign.exists()


@pytest.fixture
def debian_without_venv(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(programs, "manager", lambda: "apt-get")
    installed: list[str] = []
    monkeypatch.setattr(programs, "install", lambda package, _: installed.append(package))
    return installed


def test_without_ensurepip_a_user_is_told_the_one_command(debian_without_venv, monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/sudo")
    with pytest.raises(Problem, match=rf"sudo apt-get install .*python{environment.VERSION}-venv"):
        environment.need_ensurepip(log)
    assert debian_without_venv == []


def test_where_there_is_no_sudo_a_user_is_told_another_command(monkeypatch):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(programs, "manager", lambda: "apk")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert programs.what_to_type("chromium") == 'su -c "apk add chromium"'


def test_without_ensurepip_root_installs_it(debian_without_venv, monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: True)
    environment.need_ensurepip(log)
    assert debian_without_venv == [f"python{environment.VERSION}-venv"]


def test_a_user_cannot_install_system_packages(monkeypatch, log):
    monkeypatch.setattr(machine, "is_root", lambda: False)
    with pytest.raises(Problem, match="Only root can install chromium"):
        programs.install("chromium", log)
    assert not log.path.exists()
