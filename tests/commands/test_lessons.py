"""Lessons: sources in git, executed notebooks, and copies that users may edit."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc_widgets.commands import demo
from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import lessons
from cc_widgets.commands.workshop.lessons import Lesson, notebook_text, read_notebook, with_mark

ROOT = Path(__file__).parents[2]
TIMEOUT = 300  # seconds
LESSON = "08_a_report.ipynb"


def notebook(*sources, **cell):
    cells = [
        {
            "cell_type": "code",
            "id": f"{position}-random",
            "metadata": {"tags": ["kept"], "execution": {"time": 1}},
            "source": source,
            "outputs": [],
            "execution_count": position,
            **cell,
        }
        for position, source in enumerate(sources)
    ]
    return {"cells": cells, "metadata": {"widgets": {}}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def checkout(tmp_path):
    """Create a checkout with two lessons and a package of one file."""
    for name in ("01", "02"):
        path = tmp_path / f"notebooks/{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            notebook_text(lessons.without_outputs(notebook(f"print({name!r})"))), "utf-8"
        )
    package = tmp_path / "cc_widgets"
    package.mkdir()
    (package / "core.py").write_text("", "utf-8")
    return tmp_path


@pytest.fixture
def executions(monkeypatch):
    """Record the names of executed lessons; each gets an output at once."""
    names: list[str] = []

    def execute(root, selected, *_):
        for name in selected:
            names.append(name)
            write_outputs(Lesson(root, name))
        return 0

    monkeypatch.setattr(lessons, "execute", execute)
    monkeypatch.setattr(
        lessons,
        "execute_in_background",
        lambda _root, selected, *_: names.append(f"later {selected}"),
    )
    return names


def write_outputs(lesson):
    source = read_notebook(lesson.source)
    assert source is not None
    for cell in source["cells"]:
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["printed"]}]
    lesson.executed.write_text(notebook_text(with_mark(source, lesson.fingerprint)), "utf-8")


def open_lessons(checkout):
    return lessons.prepare_copies(checkout, "python", {})


def test_check_removes_outputs_and_numbers_the_cells(tmp_path, capsys):  # K9
    path = tmp_path / "notebooks/01.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook("a = 1\nb", "c", outputs=[{"text": "x"}])), "utf-8")
    assert lessons.check_sources(tmp_path, fix=False) == 1
    assert "01.ipynb: has outputs; remove them with `check --fix`." in capsys.readouterr().out
    assert lessons.check_sources(tmp_path, fix=True) == 0
    assert lessons.check_sources(tmp_path, fix=False) == 0
    source = read_notebook(path)
    assert source is not None
    assert [cell["id"] for cell in source["cells"]] == ["cell-0", "cell-1"]
    assert [cell["source"] for cell in source["cells"]] == [["a = 1\n", "b"], ["c"]]
    for cell in source["cells"]:
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        assert cell["metadata"] == {"tags": ["kept"]}
    assert set(source["metadata"]) == {"kernelspec", "language_info"}


def test_first_lesson_is_executed_before_it_opens_and_the_others_later(checkout, executions):
    assert open_lessons(checkout) == checkout / ".lessons/01.ipynb"
    assert executions == ["01.ipynb", "later ['02.ipynb']"]
    assert "printed" in (checkout / ".lessons/01.ipynb").read_text("utf-8")
    assert "printed" not in (checkout / ".lessons/02.ipynb").read_text("utf-8")


def test_outputs_are_reused_until_the_lesson_or_the_package_changes(checkout, executions):
    open_lessons(checkout)
    write_outputs(Lesson(checkout, "02.ipynb"))
    executions.clear()
    open_lessons(checkout)
    assert executions == []
    assert "printed" in (checkout / ".lessons/02.ipynb").read_text("utf-8")
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")
    open_lessons(checkout)
    assert executions == ["01.ipynb", "later ['02.ipynb']"]
    Lesson(checkout, "02.ipynb").source.write_text(
        notebook_text(lessons.without_outputs(notebook("print('changed')"))), "utf-8"
    )
    executions.clear()
    open_lessons(checkout)
    assert executions == ["later ['02.ipynb']"]
    assert "changed" in (checkout / ".lessons/02.ipynb").read_text("utf-8")


def test_edited_lesson_is_never_overwritten(checkout, executions, capsys):
    open_lessons(checkout)
    copy = checkout / ".lessons/01.ipynb"
    edited = read_notebook(copy)
    assert edited is not None
    edited["cells"][0]["source"] = ["edited"]
    copy.write_text(json.dumps(edited), "utf-8")
    damaged = checkout / ".lessons/02.ipynb"
    damaged.write_text("{", "utf-8")
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")
    executions.clear()
    open_lessons(checkout)
    assert executions == []
    assert read_notebook(copy) == edited
    assert damaged.read_text("utf-8") == "{"
    output = capsys.readouterr().out
    assert f"01.ipynb contains your changes and is out of date. Delete {copy}" in output


def test_resaved_lesson_does_not_count_as_edited(checkout, executions):
    open_lessons(checkout)
    copy = checkout / ".lessons/01.ipynb"
    copy.write_text(json.dumps(read_notebook(copy)), "utf-8")
    assert not Lesson(checkout, "01.ipynb").is_edited()
    assert executions


def test_failing_lesson_opens_without_outputs(checkout, executions, monkeypatch):
    monkeypatch.setattr(lessons, "execute", lambda *_: 1)
    copy = open_lessons(checkout)
    assert "printed" not in copy.read_text("utf-8")
    assert "print(" in copy.read_text("utf-8")
    assert executions == ["later ['02.ipynb']"]


def test_source_is_opened_if_the_folder_is_not_writable(checkout, executions, capsys):
    (checkout / ".lessons").write_text("a file in its place", "utf-8")
    assert open_lessons(checkout) == checkout / "notebooks/01.ipynb"
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert executions == []


def test_full_disk_keeps_the_old_copy(checkout, executions, monkeypatch, capsys):
    copy = open_lessons(checkout)
    before = copy.read_bytes()
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")

    def fail(path, text, *_, **__):
        path.write_bytes(text.encode()[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lessons, "execute", lambda *_: 1)
    monkeypatch.setattr(Path, "write_text", fail)
    assert open_lessons(checkout) == checkout / "notebooks/01.ipynb"
    assert "(No space left on device)" in capsys.readouterr().out
    assert copy.read_bytes() == before
    assert sorted(path.name for path in copy.parent.iterdir()) == [
        ".executed",
        "01.ipynb",
        "02.ipynb",
    ]
    assert executions


def test_installed_demo_in_a_read_only_folder_opens_a_temporary_copy(monkeypatch, tmp_path, capsys):
    packaged = tmp_path / "site" / demo.NOTEBOOK
    packaged.parent.mkdir(parents=True)
    packaged.write_text("the lesson", "utf-8")
    monkeypatch.setattr(demo, "files", lambda _: tmp_path / "site")
    monkeypatch.setattr(demo, "mkdtemp", lambda **_: str(tmp_path / "temporary"))
    file = tmp_path / "a file"  # not even root can create a folder in it
    file.touch()
    assert demo.copy_notebook(file).read_text("utf-8") == "the lesson"
    assert len(capsys.readouterr().out.splitlines()) == 1
    monkeypatch.setattr(demo, "mkdtemp", lambda **_: str(file / "temporary"))
    with pytest.raises(CommandError, match="is not writable"):
        demo.copy_notebook(file)


# ---- Execution in a real kernel


@pytest.fixture
def sources(tmp_path):
    """Return a function that creates a folder with the package and one lesson."""

    def create(name, *cells):
        root = tmp_path / name
        shutil.copytree(
            ROOT / "cc_widgets", root / "cc_widgets", ignore=shutil.ignore_patterns("__pycache__")
        )
        (root / "notebooks").mkdir()
        path = root / "notebooks" / LESSON
        if cells:
            path.write_text(notebook_text(lessons.without_outputs(notebook(*cells))), "utf-8")
        else:
            shutil.copy2(ROOT / "notebooks" / path.name, path)
        return Lesson(root, path.name)

    return create


def start_execution(lesson, *options, **streams):
    environment = {**os.environ, "PYTHONPATH": str(lesson.root)}
    command = [sys.executable, "-m", lessons.EXECUTION, *options, lesson.name]
    return subprocess.Popen(command, cwd=lesson.root, env=environment, text=True, **streams)


# This lesson has images, notes and a dated report
@pytest.mark.long(cases=0)
def test_repeated_execution_gives_identical_files(sources):
    pair = [sources("one"), sources("two")]
    programs = [start_execution(lesson, stdout=subprocess.DEVNULL) for lesson in pair]
    assert [program.wait(TIMEOUT) for program in programs] == [0, 0]
    first, second = (lesson.executed.read_text("utf-8") for lesson in pair)
    assert "application/vnd.cc-widgets.v1+json" in first
    assert '"image/png": "' in first
    assert first == second
    assert all(lesson.is_executed() for lesson in pair)


def test_failing_lesson_prints_the_reason(sources):
    lesson = sources("one", "1 / 0")
    program = start_execution(lesson, stdout=subprocess.PIPE)
    printed, _ = program.communicate(timeout=TIMEOUT)
    assert program.returncode == 1
    assert printed.splitlines()[-1] == (
        f"{LESSON} has no outputs: ZeroDivisionError: division by zero"
    )
    assert not lesson.executed.exists()


WAITING_CELL = """
from pathlib import Path
import os, time
Path("kernel.txt").write_text(str(os.getpid()))
time.sleep(1000)
"""


@pytest.mark.long(cases=0)
@pytest.mark.skipif(sys.platform == "win32", reason="uses signals")
def test_background_execution_ends_with_its_parent(sources):
    lesson = sources("one", WAITING_CELL)
    program = start_execution(lesson, "--background", stdin=subprocess.PIPE)
    pid = lesson.copy.with_name("kernel.txt")
    wait_until(lambda: pid.exists() and pid.read_text("utf-8"))
    assert os.getpriority(os.PRIO_PROCESS, program.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    program.stdin.close()
    assert program.wait(TIMEOUT) != 0
    wait_until(lambda: not is_running(int(pid.read_text("utf-8"))))
    assert not lesson.executed.exists()


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # an ended process may be a zombie
    return not state.exists() or ") Z" not in state.read_text("utf-8")


def wait_until(condition):
    deadline = monotonic() + TIMEOUT
    while not condition():
        assert monotonic() < deadline
        sleep(0.02)
