import subprocess
import sys
from pathlib import Path

import pytest

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop.locks import held
from cc_widgets.commands.workshop.programs import FIRST, LAST, show

ROOT = Path(__file__).parents[2]


def test_output_goes_to_the_log_and_not_to_the_terminal(log, capfd):
    log.run([sys.executable, "-c", "print('quiet')"])
    assert capfd.readouterr().out == ""
    assert log.path.read_text("utf-8").endswith("quiet\n")


def test_a_failure_shows_the_command_both_ends_of_its_output_and_the_log(log):
    log.run([sys.executable, "-c", "print('an earlier command')"])
    failing = "for i in range(100): print('line', i)\nraise SystemExit(3)"
    with pytest.raises(Problem) as caught:
        log.run([sys.executable, "-c", failing])
    lines = str(caught.value).splitlines()
    assert lines[0] == "This command failed:"
    shown = [line.strip() for line in lines if line.startswith("    line")]
    assert shown == [f"line {i}" for i in (*range(FIRST), *range(100 - LAST, 100))]
    assert "an earlier command" not in str(caught.value)
    assert lines[-1] == f"The whole log: {log.path}"


def test_a_program_that_takes_too_long_or_is_missing_is_a_problem(log):
    with pytest.raises(Problem, match=r"stopped after 0\.1 s"):
        log.run([sys.executable, "-c", "import time; time.sleep(9)"], seconds=0.1)
    with pytest.raises(Problem, match="nowhere"):
        log.run([str(log.path.parent / "nowhere")])


def test_the_exit_code_of_a_shown_program_is_its_own(tmp_path):
    assert show([sys.executable, "-c", "raise SystemExit(7)"], {}, tmp_path) == 7


def test_a_second_set_up_waits_for_the_first(tmp_path):
    lock = tmp_path / "lock"
    code = f"""
from pathlib import Path
from cc_widgets.commands.workshop.locks import held
with held(Path({str(lock)!r}), pause=0.01):
    print("second in")
"""
    with held(lock):
        second = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert second.stdout is not None
        assert second.stdout.readline().startswith("waiting for another set-up")
    assert second.communicate(timeout=60)[0] == "second in\n"
    assert second.returncode == 0
