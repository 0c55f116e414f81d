import subprocess
import sys
from pathlib import Path

import pytest

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop.locks import hold_lock
from cc_widgets.commands.workshop.programs import FIRST, LAST, run_visible

ROOT = Path(__file__).parents[2]


def test_output_is_written_to_the_log_only(log, capfd):
    log.run([sys.executable, "-c", "print('quiet')"])
    assert capfd.readouterr().out == ""
    assert log.path.read_text("utf-8").endswith("quiet\n")


def test_failure_shows_the_command_both_ends_of_its_output_and_the_log(log):
    log.run([sys.executable, "-c", "print('an earlier command')"])
    failing = "for i in range(100): print('line', i)\nraise SystemExit(3)"
    with pytest.raises(CommandError) as caught:
        log.run([sys.executable, "-c", failing])
    lines = str(caught.value).splitlines()
    assert lines[0] == "This command failed:"
    lines_shown = [line.strip() for line in lines if line.startswith("    line")]
    assert lines_shown == [f"line {i}" for i in (*range(FIRST), *range(100 - LAST, 100))]
    assert "an earlier command" not in str(caught.value)
    assert lines[-1] == f"Full log: {log.path}"


def test_timeout_and_missing_program_raise(log):
    with pytest.raises(CommandError, match=r"stopped after 0\.1 s"):
        log.run([sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.1)
    with pytest.raises(CommandError, match="nowhere"):
        log.run([str(log.path.parent / "nowhere")])


def test_run_visible_returns_the_exit_code(tmp_path):
    assert run_visible([sys.executable, "-c", "raise SystemExit(7)"], {}, tmp_path) == 7


def test_second_setup_waits_for_the_first(tmp_path):
    lock = tmp_path / "lock"
    code = f"""
from pathlib import Path
from cc_widgets.commands.workshop.locks import hold_lock
with hold_lock(Path({str(lock)!r}), pause=0.01):
    print("second in")
"""
    with hold_lock(lock):
        second = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert second.stdout is not None
        assert second.stdout.readline().startswith("Waiting for another setup")
    assert second.communicate(timeout=60)[0] == "second in\n"
    assert second.returncode == 0
