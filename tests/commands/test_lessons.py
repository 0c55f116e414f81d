"""Lessons: sources in git, outputs made once, copies that users may edit."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from cc_widgets.commands import demo
from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import lessons
from cc_widgets.commands.workshop.lessons import Lesson, marked, read, text_of

ROOT = Path(__file__).parents[2]
PATIENCE = 300
LESSON = "08_a_report.ipynb"


def notebook(*sources, **cell):
    cells = [
        {
            "cell_type": "code",
            "id": f"{place}-random",
            "metadata": {"tags": ["kept"], "execution": {"time": 1}},
            "source": source,
            "outputs": [],
            "execution_count": place,
            **cell,
        }
        for place, source in enumerate(sources)
    ]
    return {"cells": cells, "metadata": {"widgets": {}}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def checkout(tmp_path):
    """A checkout of two lessons and a package of one file."""
    for name in ("01", "02"):
        path = tmp_path / f"notebooks/{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(lessons.source_of(notebook(f"print({name!r})"))), "utf-8")
    package = tmp_path / "cc_widgets"
    package.mkdir()
    (package / "core.py").write_text("", "utf-8")
    return tmp_path


@pytest.fixture
def executions(monkeypatch):
    """Names of the lessons that were executed; each gets an output at once."""
    names: list[str] = []

    def execute(root, selected, *_):
        for name in selected:
            names.append(name)
            output_of(Lesson(root, name))
        return 0

    monkeypatch.setattr(lessons, "execute", execute)
    monkeypatch.setattr(
        lessons,
        "execute_in_background",
        lambda _root, selected, *_: names.append(f"later {selected}"),
    )
    return names


def output_of(lesson):
    source = read(lesson.source)
    assert source is not None
    for cell in source["cells"]:
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["shown"]}]
    lesson.executed.write_text(text_of(marked(source, lesson.fingerprint)), "utf-8")


def opened(checkout):
    return lessons.prepare(checkout, "python", {})


def test_a_source_has_no_trace_of_a_run_and_positions_as_ids(tmp_path, capsys):  # K9
    path = tmp_path / "notebooks/01.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook("a = 1\nb", "c", outputs=[{"text": "x"}])), "utf-8")
    assert lessons.check_sources(tmp_path, fix=False) == 1
    assert "01.ipynb: remove its outputs by `check --fix`." in capsys.readouterr().out
    assert lessons.check_sources(tmp_path, fix=True) == 0
    assert lessons.check_sources(tmp_path, fix=False) == 0
    source = read(path)
    assert source is not None
    assert [cell["id"] for cell in source["cells"]] == ["cell-0", "cell-1"]
    assert [cell["source"] for cell in source["cells"]] == [["a = 1\n", "b"], ["c"]]
    for cell in source["cells"]:
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        assert cell["metadata"] == {"tags": ["kept"]}
    assert set(source["metadata"]) == {"kernelspec", "language_info"}


def test_the_first_lesson_has_its_outputs_when_it_is_opened_and_the_others_follow(
    checkout, executions
):
    assert opened(checkout) == checkout / ".lessons/01.ipynb"
    assert executions == ["01.ipynb", "later ['02.ipynb']"]
    assert "shown" in (checkout / ".lessons/01.ipynb").read_text("utf-8")
    assert "shown" not in (checkout / ".lessons/02.ipynb").read_text("utf-8")


def test_outputs_are_kept_until_a_lesson_or_the_package_changes(checkout, executions):
    opened(checkout)
    output_of(Lesson(checkout, "02.ipynb"))
    executions.clear()
    opened(checkout)
    assert executions == []
    assert "shown" in (checkout / ".lessons/02.ipynb").read_text("utf-8")
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")
    opened(checkout)
    assert executions == ["01.ipynb", "later ['02.ipynb']"]
    Lesson(checkout, "02.ipynb").source.write_text(
        text_of(lessons.source_of(notebook("print('other')"))), "utf-8"
    )
    executions.clear()
    opened(checkout)
    assert executions == ["later ['02.ipynb']"]
    assert "other" in (checkout / ".lessons/02.ipynb").read_text("utf-8")


def test_a_lesson_that_the_user_has_edited_is_never_overwritten(checkout, executions, capsys):
    opened(checkout)
    copy = checkout / ".lessons/01.ipynb"
    edited = read(copy)
    assert edited is not None
    edited["cells"][0]["source"] = ["mine"]
    copy.write_text(json.dumps(edited), "utf-8")
    damaged = checkout / ".lessons/02.ipynb"
    damaged.write_text("{", "utf-8")
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")
    executions.clear()
    opened(checkout)
    assert executions == []
    assert read(copy) == edited
    assert damaged.read_text("utf-8") == "{"
    assert f"01.ipynb has your changes; delete {copy}" in capsys.readouterr().out


def test_a_lesson_that_was_only_saved_again_is_not_edited(checkout, executions):
    opened(checkout)
    copy = checkout / ".lessons/01.ipynb"
    copy.write_text(json.dumps(read(copy)), "utf-8")
    assert not Lesson(checkout, "01.ipynb").is_edited()
    assert executions


def test_a_lesson_that_fails_is_opened_without_outputs(checkout, executions, monkeypatch):
    monkeypatch.setattr(lessons, "execute", lambda *_: 1)
    copy = opened(checkout)
    assert "shown" not in copy.read_text("utf-8")
    assert "print(" in copy.read_text("utf-8")
    assert executions == ["later ['02.ipynb']"]


def test_where_nothing_can_be_written_the_source_is_opened(checkout, executions, capsys):
    (checkout / ".lessons").write_text("a file in its place", "utf-8")
    assert opened(checkout) == checkout / "notebooks/01.ipynb"
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert executions == []


def test_on_a_full_disk_the_old_copy_stays_whole(checkout, executions, monkeypatch, capsys):
    copy = opened(checkout)
    before = copy.read_bytes()
    (checkout / "cc_widgets/core.py").write_text("new = 1", "utf-8")

    def full(path, text, *_, **__):
        path.write_bytes(text.encode()[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lessons, "execute", lambda *_: 1)
    monkeypatch.setattr(Path, "write_text", full)
    assert opened(checkout) == checkout / "notebooks/01.ipynb"
    assert "(No space left on device)" in capsys.readouterr().out
    assert copy.read_bytes() == before
    assert sorted(path.name for path in copy.parent.iterdir()) == [
        ".executed",
        "01.ipynb",
        "02.ipynb",
    ]
    assert executions


def test_an_installed_demo_in_a_read_only_folder_opens_a_temporary_copy(
    monkeypatch, tmp_path, capsys
):
    shipped = tmp_path / "site" / demo.NOTEBOOK
    shipped.parent.mkdir(parents=True)
    shipped.write_text("the lesson", "utf-8")
    monkeypatch.setattr(demo, "files", lambda _: tmp_path / "site")
    monkeypatch.setattr(demo, "mkdtemp", lambda **_: str(tmp_path / "temporary"))
    file = tmp_path / "a file"  # not even root can make a folder in it
    file.touch()
    assert demo.copy_notebook(file).read_text("utf-8") == "the lesson"
    assert len(capsys.readouterr().out.splitlines()) == 1
    monkeypatch.setattr(demo, "mkdtemp", lambda **_: str(file / "temporary"))
    with pytest.raises(Problem, match="cannot be written to"):
        demo.copy_notebook(file)


# ---- The real thing: a lesson in a kernel


@pytest.fixture
def sources(tmp_path):
    """Make folders with the sources of this checkout and one lesson each."""

    def make(name, *cells):
        root = tmp_path / name
        shutil.copytree(
            ROOT / "cc_widgets", root / "cc_widgets", ignore=shutil.ignore_patterns("__pycache__")
        )
        (root / "notebooks").mkdir()
        path = root / "notebooks" / LESSON
        if cells:
            path.write_text(text_of(lessons.source_of(notebook(*cells))), "utf-8")
        else:
            shutil.copy2(ROOT / "notebooks" / path.name, path)
        return Lesson(root, path.name)

    return make


def executing(lesson, *options, **streams):
    environment = {**os.environ, "PYTHONPATH": str(lesson.root)}
    command = [sys.executable, "-m", lessons.EXECUTION, *options, lesson.name]
    return subprocess.Popen(command, cwd=lesson.root, env=environment, text=True, **streams)


# K9: this one has pictures, notes, and a report with its date
def test_a_lesson_that_is_executed_twice_gives_the_same_bytes(sources):
    pair = [sources("one"), sources("two")]
    programs = [executing(lesson, stdout=subprocess.DEVNULL) for lesson in pair]
    assert [program.wait(PATIENCE) for program in programs] == [0, 0]
    first, second = (lesson.executed.read_text("utf-8") for lesson in pair)
    assert "application/vnd.cc-widgets.v1+json" in first
    assert '"image/png": "' in first
    assert first == second
    assert all(lesson.is_executed() for lesson in pair)


def test_a_lesson_that_fails_says_why_in_a_line(sources):
    lesson = sources("one", "1 / 0")
    program = executing(lesson, stdout=subprocess.PIPE)
    printed, _ = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert printed.splitlines()[-1] == (
        f"{LESSON} has no outputs: ZeroDivisionError: division by zero"
    )
    assert not lesson.executed.exists()


WAITS = """
from pathlib import Path
import os, time
Path("kernel.txt").write_text(str(os.getpid()))
time.sleep(1000)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks for processes by signal")
def test_what_runs_in_the_background_ends_with_the_program_that_it_is_for(sources):
    lesson = sources("one", WAITS)
    program = executing(lesson, "--background", stdin=subprocess.PIPE)
    pid = lesson.copy.with_name("kernel.txt")
    until(lambda: pid.exists() and pid.read_text("utf-8"))
    assert os.getpriority(os.PRIO_PROCESS, program.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    program.stdin.close()
    assert program.wait(PATIENCE) != 0
    until(lambda: not lives(int(pid.read_text("utf-8"))))
    assert not lesson.executed.exists()


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # one that has ended counts until its parent asks
    return not state.exists() or ") Z" not in state.read_text("utf-8")


def until(holds):
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline
        sleep(0.02)
