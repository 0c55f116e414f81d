import ast
import importlib.util
import re
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from cc_widgets import __main__ as main_module
from cc_widgets.commands import demo, entry
from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import tasks
from cc_widgets.commands.workshop.checkout import Checkout

PACKAGE = Path(main_module.__file__).parent


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"], ["test", "--help"]])
def test_help_lists_all_commands_without_running_one(arguments, capsys, monkeypatch):
    monkeypatch.setattr(entry, "commands", dict)
    assert entry.run_command(arguments) == 0
    output = capsys.readouterr().out
    assert all(f"\n  {name} " in output for name in ["demo", *entry.CHECKOUT_COMMANDS])


def test_unknown_command_fails_and_shows_the_help(capsys):
    assert entry.run_command(["tset"]) == 2
    output = capsys.readouterr().err
    assert output.startswith("Unknown command 'tset'.")
    assert "usage:" in output


def raising(error: BaseException):
    def command(_: list[str]) -> int:
        raise error

    return command


def test_command_error_is_printed_and_fails(capsys, monkeypatch):
    monkeypatch.setattr(entry, "commands", lambda: {"demo": raising(CommandError("no room"))})
    assert entry.run_command(["demo"]) == 1
    assert capsys.readouterr().err == "\nno room\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interruption_is_reported_and_fails(number, capsys, monkeypatch):
    handler = signal.getsignal(number)
    commands = {"demo": lambda _: signal.raise_signal(number)}
    monkeypatch.setattr(entry, "commands", lambda: commands)
    signal.signal(number, signal.default_int_handler)  # a shell may have set it to be ignored
    try:
        assert entry.run_command(["demo"]) == 128 + number
        assert signal.getsignal(number) == signal.default_int_handler
    finally:
        signal.signal(number, handler)
    assert "Run the same command again to continue" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
def test_files_read_before_the_version_check_parse_with_python_3_6(name):
    tree = ast.parse((PACKAGE / name).read_text("utf-8"), feature_version=(3, 6))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.NamedExpr)]


@pytest.mark.parametrize(
    ("newer", "advice"),
    [
        ("python3.12", "Type:\n    python3.12 -m cc_widgets test -x"),
        (None, "Install it, then type:\n    python3.11 -m cc_widgets test -x"),
    ],
)
def test_old_python_fails_with_the_command_to_type(newer, advice, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["__main__.py", "test", "-x"])
    monkeypatch.setattr(shutil, "which", lambda name: name if name == newer else None)
    assert main_module.main() == 1
    output = capsys.readouterr().err
    assert output.startswith("cc_widgets needs Python 3.11 or newer; this is Python 3.9.2.")
    assert output.strip().endswith(advice)


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(entry, "checkout_root", lambda: None)
    monkeypatch.setattr(demo, "checkout_root", lambda: None)


@pytest.mark.parametrize("command", entry.CHECKOUT_COMMANDS)
@pytest.mark.usefixtures("installed")
def test_checkout_commands_of_an_installed_package_fail_with_a_hint(command, capsys):
    assert entry.run_command([command]) == 1
    assert f"python3 -m cc_widgets {command}" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_help_of_an_installed_package_lists_its_only_command(capsys):
    assert entry.run_command([]) == 0
    output = capsys.readouterr().out
    assert re.findall(r"^  (\w+) ", output, re.MULTILINE) == ["demo"]
    assert "`test`, `check`, `bench` and `site` need a checkout of the source code." in output


@pytest.mark.usefixtures("installed")
def test_missing_jupyterlab_error_shows_the_install_command(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(CommandError, match=r'-m pip install "cc-widgets\[lab\]"'):
        demo.run_demo([])


@pytest.mark.usefixtures("installed")
def test_installed_demo_opens_a_new_copy_of_the_packaged_notebook(monkeypatch, tmp_path):
    packaged = tmp_path / "site" / demo.NOTEBOOK
    packaged.parent.mkdir(parents=True)
    packaged.write_text("the lesson", "utf-8")
    monkeypatch.setattr(demo, "files", lambda _: tmp_path / "site")
    monkeypatch.chdir(tmp_path)
    started = []
    monkeypatch.setattr(demo, "replace_process", lambda command, _: started.append(command))
    for _ in range(2):
        demo.run_demo(["--port=1234"])
    assert [command[3] for command in started] == [
        str(tmp_path / folder / "01_quickstart.ipynb")
        for folder in ("cc_widgets_demo", "cc_widgets_demo2")
    ]
    assert Path(started[1][3]).read_text("utf-8") == "the lesson"
    assert started[0][:3] == [sys.executable, "-m", "jupyterlab"]
    assert started[0][-1] == "--port=1234"


@pytest.mark.parametrize(
    ("root", "display", "expected"),
    [
        (False, True, []),
        (False, False, ["--no-browser"]),
        (True, True, ["--allow-root", "--no-browser"]),
    ],
)
def test_jupyter_options_depend_on_root_and_display(root, display, expected, monkeypatch):
    monkeypatch.setattr(demo, "is_root", lambda: root)
    monkeypatch.setattr(demo, "has_display", lambda: display)
    options = demo.jupyter_options(Path("/lessons/one.ipynb"))
    assert options[0] == "/lessons/one.ipynb"
    assert "--LabApp.default_url=/lab/tree/one.ipynb" in options
    assert "--ServerApp.answer_yes=True" in options  # Ctrl-C stops without confirmation
    assert options[5:] == expected


@pytest.mark.parametrize(("front_end", "python", "code"), [(0, 0, 0), (1, 0, 1), (0, 2, 2)])
def test_exit_code_of_test_is_zero_only_if_both_languages_pass(
    front_end, python, code, checkout, monkeypatch
):
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    monkeypatch.setattr(Checkout, "program", lambda _, name: name)
    monkeypatch.setattr(
        tasks, "run_visible", lambda command, *_: front_end if "npm" in command else python
    )
    assert tasks.test(checkout, []) == code


def test_check_continues_after_a_failed_check(checkout, monkeypatch, capsys):
    calls: list[Any] = []
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    monkeypatch.setattr(Checkout, "program", lambda _, name: name)

    def run_visible(command: list[str], *_: object) -> int:
        calls.append(command)
        return int(len(calls) == 1)

    monkeypatch.setattr(tasks, "run_visible", run_visible)
    (checkout.root / tasks.WORKFLOWS).mkdir(parents=True)
    assert tasks.check(checkout, []) == 1
    last = ["check", "--check", "mypy", "check", ".github/workflows"]
    assert [command[-1] for command in calls] == last
    assert calls[-1][:2] == ["zizmor", "--offline"]
    assert capsys.readouterr().out.endswith("Some checks failed, see above.\n")


def test_oldest_packages_are_tested_in_a_separate_environment(checkout, monkeypatch):
    calls: list[Any] = []

    def set_up(*arguments: object) -> dict[str, str]:
        calls.append(arguments)
        return {}

    def run_visible(command: list[str], *_: object) -> int:
        calls.append(command)
        return 0

    monkeypatch.setattr(tasks, "set_up", set_up)
    monkeypatch.setattr(tasks, "run_visible", run_visible)
    assert tasks.test(checkout, ["--oldest", "-k", "hull"]) == 0
    (oldest, command), pytest_command = calls
    assert (oldest.venv, command) == (checkout.root / ".venv.oldest", "oldest")
    assert Path(pytest_command[0]).is_relative_to(oldest.venv)
    assert {"--ignore=tests/browser", "hull"} <= set(pytest_command)
    assert "--oldest" not in pytest_command


def test_check_rejects_unknown_options(checkout):
    with pytest.raises(CommandError, match=r"accepts one option, --fix\. Got --fast"):
        tasks.check(checkout, ["--fast"])


def test_size_advice_ignores_docstrings_and_comments(tmp_path):
    documented = '"""Words.\n\nMore.\n"""\n# a reason\n\n'
    body = "".join(f"    x = {number}\n\n" for number in range(tasks.LONG))
    (tmp_path / "long.py").write_text(f"{documented}def long():\n{body}", "utf-8")
    (tmp_path / "__init__.py").write_text(documented, "utf-8")
    (tmp_path / "whole.py").write_text(documented + "x = (\n1\n)\n" * 20, "utf-8")
    name = f"{tmp_path.name}/long.py"
    assert list(tasks.size_advice(tmp_path)) == [
        f"advice: {name} has 41 lines of code; 60 to 600 are usual",
        f"advice: long in {name} has 41 lines; few exceed 40",
    ]


def test_bench_lists_topics_on_request_and_for_an_unknown_topic(tmp_path, capsys):
    for name in ("bench_hover.py", "bench_counts.py", "helper.py"):
        path = tmp_path / "tests/bench" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert tasks.bench(Checkout(tmp_path), ["--list"]) == 0
    assert capsys.readouterr().out == "counts\nhover\n"
    with pytest.raises(CommandError, match=r"benchmark hoover\. Available: counts, hover\."):
        tasks.bench(Checkout(tmp_path), ["hoover"])


def test_bench_runs_the_given_topics_and_returns_their_exit_code(tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "topics", lambda _: {"a": Path("a.py"), "b": Path("b.py")})
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    calls: list[Any] = []

    def run_visible(command: list[str], *_: object) -> int:
        calls.append(command[1])
        return 4

    monkeypatch.setattr(tasks, "run_visible", run_visible)
    assert tasks.bench(Checkout(tmp_path), ["b"]) == 4
    assert calls == ["b.py"]
