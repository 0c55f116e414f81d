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
from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import tasks
from cc_widgets.commands.workshop.checkout import Checkout

PACKAGE = Path(main_module.__file__).parent


@pytest.mark.parametrize("typed", [[], ["--help"], ["-h"], ["help"], ["test", "--help"]])
def test_help_names_every_command_and_sets_nothing_up(typed, capsys, monkeypatch):
    monkeypatch.setattr(entry, "commands", dict)
    assert entry.run(typed) == 0
    said = capsys.readouterr().out
    assert all(f"\n  {name} " in said for name in ["demo", *entry.ON_THE_SOURCES])


def test_an_unknown_command_fails_and_shows_the_help(capsys):
    assert entry.run(["tset"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cc_widgets has no command 'tset'.")
    assert "usage:" in said


def raising(error: BaseException):
    def command(_: list[str]) -> int:
        raise error

    return command


def test_a_problem_is_told_in_words_and_fails(capsys, monkeypatch):
    monkeypatch.setattr(entry, "commands", lambda: {"demo": raising(Problem("no room"))})
    assert entry.run(["demo"]) == 1
    assert capsys.readouterr().err == "\nno room\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_is_told_in_words_and_fails(number, capsys, monkeypatch):
    handler = signal.getsignal(number)
    stopped = {"demo": lambda _: signal.raise_signal(number)}
    monkeypatch.setattr(entry, "commands", lambda: stopped)
    signal.signal(number, signal.default_int_handler)  # a shell may have it ignored
    try:
        assert entry.run(["demo"]) == 128 + number
        assert signal.getsignal(number) == signal.default_int_handler
    finally:
        signal.signal(number, handler)
    assert "goes on from here" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
def test_what_runs_before_the_version_check_can_be_read_by_python_3_6(name):
    tree = ast.parse((PACKAGE / name).read_text("utf-8"), feature_version=(3, 6))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.NamedExpr)]


@pytest.mark.parametrize(
    ("newer", "advice"),
    [
        ("python3.12", "type:\n    python3.12 -m cc_widgets test -x"),
        (None, "install one, then type:\n    python3.11 -m cc_widgets test -x"),
    ],
)
def test_an_old_python_is_told_what_to_type(newer, advice, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["__main__.py", "test", "-x"])
    monkeypatch.setattr(shutil, "which", lambda name: name if name == newer else None)
    assert main_module.main() == 1
    said = capsys.readouterr().err
    assert said.startswith("cc_widgets needs Python 3.11 or newer, this is 3.9.2; ")
    assert said.strip().endswith(advice)


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(entry, "checkout_root", lambda: None)
    monkeypatch.setattr(demo, "checkout_root", lambda: None)


@pytest.mark.parametrize("command", entry.ON_THE_SOURCES)
@pytest.mark.usefixtures("installed")
def test_an_installed_package_says_that_the_command_needs_the_sources(command, capsys):
    assert entry.run([command]) == 1
    assert f"python3 -m cc_widgets {command}" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_the_help_of_an_installed_package_says_what_it_can_do(capsys):
    assert entry.run([]) == 0
    said = capsys.readouterr().out
    assert re.findall(r"^  (\w+) ", said, re.MULTILINE) == ["demo"]
    assert "The commands `test`, `check`, `bench` and `site` work on sources." in said


@pytest.mark.usefixtures("installed")
def test_an_installed_package_without_jupyterlab_says_what_to_type(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(Problem, match=r'-m pip install "cc-widgets\[lab\]"'):
        demo.run([])


@pytest.mark.usefixtures("installed")
def test_an_installed_package_opens_a_fresh_copy_of_the_shipped_notebook(monkeypatch, tmp_path):
    shipped = tmp_path / "site" / demo.NOTEBOOK
    shipped.parent.mkdir(parents=True)
    shipped.write_text("the lesson", "utf-8")
    monkeypatch.setattr(demo, "files", lambda _: tmp_path / "site")
    monkeypatch.chdir(tmp_path)
    opened = []
    monkeypatch.setattr(demo, "become", lambda command, _: opened.append(command))
    for _ in range(2):
        demo.run(["--port=1234"])
    assert [command[3] for command in opened] == [
        str(tmp_path / folder / "01_quickstart.ipynb")
        for folder in ("cc_widgets_demo", "cc_widgets_demo2")
    ]
    assert Path(opened[1][3]).read_text("utf-8") == "the lesson"
    assert opened[0][:3] == [sys.executable, "-m", "jupyterlab"]
    assert opened[0][-1] == "--port=1234"


@pytest.mark.parametrize(
    ("root", "display", "expected"),
    [
        (False, True, []),
        (False, False, ["--no-browser"]),
        (True, True, ["--allow-root", "--no-browser"]),
    ],
)
def test_jupyter_gets_what_this_machine_needs(root, display, expected, monkeypatch):
    monkeypatch.setattr(demo, "is_root", lambda: root)
    monkeypatch.setattr(demo, "has_display", lambda: display)
    options = demo.jupyter_options(Path("/lessons/one.ipynb"))
    assert options[0] == "/lessons/one.ipynb"
    assert "--LabApp.default_url=/lab/tree/one.ipynb" in options
    assert "--ServerApp.answer_yes=True" in options  # N7: Ctrl-C ends it without a question
    assert options[5:] == expected


@pytest.mark.parametrize(("front_end", "python", "code"), [(0, 0, 0), (1, 0, 1), (0, 2, 2)])
def test_the_exit_code_of_test_is_zero_only_when_both_languages_pass(
    front_end, python, code, checkout, monkeypatch
):
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    monkeypatch.setattr(Checkout, "program", lambda _, name: name)
    monkeypatch.setattr(
        tasks, "show", lambda command, *_: front_end if "npm" in command else python
    )
    assert tasks.test(checkout, []) == code


def test_check_runs_every_check_even_after_one_failed(checkout, monkeypatch, capsys):
    ran: list[Any] = []
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    monkeypatch.setattr(Checkout, "program", lambda _, name: name)

    def show(command: list[str], *_: object) -> int:
        ran.append(command)
        return int(len(ran) == 1)

    monkeypatch.setattr(tasks, "show", show)
    (checkout.root / tasks.WORKFLOWS).mkdir(parents=True)
    assert tasks.check(checkout, []) == 1
    last = ["check", "--check", "mypy", "check", ".github/workflows"]
    assert [command[-1] for command in ran] == last
    assert ran[-1][:2] == ["zizmor", "--offline"]
    assert capsys.readouterr().out.endswith("Some checks failed, see above.\n")


def test_the_oldest_packages_have_an_environment_of_their_own(checkout, monkeypatch):
    ran: list[Any] = []

    def set_up(*arguments: object) -> dict[str, str]:
        ran.append(arguments)
        return {}

    def show(command: list[str], *_: object) -> int:
        ran.append(command)
        return 0

    monkeypatch.setattr(tasks, "set_up", set_up)
    monkeypatch.setattr(tasks, "show", show)
    assert tasks.test(checkout, ["--oldest", "-k", "hull"]) == 0
    (used, command), pytest_command = ran
    assert (used.venv, command) == (checkout.root / ".venv.oldest", "oldest")
    assert Path(pytest_command[0]).is_relative_to(used.venv)
    assert {"--ignore=tests/browser", "hull"} <= set(pytest_command)
    assert "--oldest" not in pytest_command


def test_check_refuses_options_that_it_does_not_know(checkout):
    with pytest.raises(Problem, match="knows one option, --fix; got --fast"):
        tasks.check(checkout, ["--fast"])


def test_sizes_are_advice_and_count_neither_docstrings_nor_comments(tmp_path):
    documented = '"""Words.\n\nMore.\n"""\n# a reason\n\n'
    body = "".join(f"    x = {number}\n\n" for number in range(tasks.LONG))
    (tmp_path / "long.py").write_text(f"{documented}def long():\n{body}", "utf-8")
    (tmp_path / "__init__.py").write_text(documented, "utf-8")
    (tmp_path / "whole.py").write_text(documented + "x = (\n1\n)\n" * 20, "utf-8")
    name = f"{tmp_path.name}/long.py"
    assert list(tasks.advice(tmp_path)) == [
        f"advice: {name} has 41 lines of code; usual are 60 to 600",
        f"advice: long in {name} has 41 lines; few have over 40",
    ]


def test_bench_lists_its_topics_and_names_them_when_one_is_unknown(tmp_path, capsys):
    for name in ("bench_hover.py", "bench_counts.py", "helper.py"):
        path = tmp_path / "tests/bench" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert tasks.bench(Checkout(tmp_path), ["--list"]) == 0
    assert capsys.readouterr().out == "counts\nhover\n"
    with pytest.raises(Problem, match=r"called hoover\. Known: counts, hover\."):
        tasks.bench(Checkout(tmp_path), ["hoover"])


def test_bench_runs_the_topics_named_and_fails_when_one_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "topics", lambda _: {"a": Path("a.py"), "b": Path("b.py")})
    monkeypatch.setattr(tasks, "set_up", lambda *_: {})
    ran: list[Any] = []

    def show(command: list[str], *_: object) -> int:
        ran.append(command[1])
        return 4

    monkeypatch.setattr(tasks, "show", show)
    assert tasks.bench(Checkout(tmp_path), ["b"]) == 4
    assert ran == ["b.py"]
