from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cc_widgets.commands.workshop.checkout import Stamps, Step, is_done, run_steps


@dataclass
class Work:
    """A step whose inputs, output and success a test can change."""

    reads: str = "v1"
    made: str = ""
    breaks: bool = False
    runs: list[str] = field(default_factory=list)

    def step(self, key: str = "work") -> Step:
        return Step(key, f"doing {key}", self.do, lambda: self.reads, lambda: self.made)

    def do(self) -> None:
        self.runs.append(self.reads)
        if self.breaks:
            raise RuntimeError
        self.made = f"made from {self.reads}"


@pytest.fixture
def stamps(tmp_path: Path) -> Stamps:
    return Stamps(tmp_path / "state/stamps.json")


def test_a_step_runs_once_while_nothing_changes(stamps):
    work = Work()
    for _ in range(3):
        run_steps([work.step()], stamps)
    assert work.runs == ["v1"]


def test_a_step_runs_again_when_its_inputs_change(stamps):
    work = Work()
    run_steps([work.step()], stamps)
    work.reads = "v2"
    run_steps([work.step()], stamps)
    assert work.runs == ["v1", "v2"]


@pytest.mark.parametrize("made", ["", "made by hand"])
def test_a_step_runs_again_when_its_outputs_are_missing_or_changed(stamps, made):
    work = Work()
    run_steps([work.step()], stamps)
    work.made = made
    run_steps([work.step()], stamps)
    assert work.runs == ["v1", "v1"]


def test_a_failed_step_leaves_no_stamp_and_a_later_run_resumes_there(stamps):
    first, second = Work(), Work(breaks=True)
    steps = [first.step("first"), second.step("second")]
    with pytest.raises(RuntimeError):
        run_steps(steps, stamps)
    assert set(stamps.read()) == {"first"}
    second.breaks = False
    run_steps(steps, stamps)
    assert first.runs == ["v1"]
    assert second.runs == ["v1", "v1"]


def test_a_step_that_fails_after_it_once_succeeded_loses_its_stamp(stamps):
    work = Work()
    run_steps([work.step()], stamps)
    work.reads, work.breaks = "v2", True
    with pytest.raises(RuntimeError):
        run_steps([work.step()], stamps)
    work.reads = "v1"
    assert not is_done(work.step(), stamps)


def test_a_source_that_changes_during_the_work_makes_the_step_due_again(stamps):
    work = Work()

    def do_while_somebody_edits() -> None:
        work.do()
        work.reads = "edited"

    step = Step("work", "doing", do_while_somebody_edits, lambda: work.reads, lambda: work.made)
    run_steps([step], stamps)
    assert not is_done(step, stamps)


@pytest.mark.parametrize("text", ["", "{", "not json"])
def test_a_damaged_stamp_file_counts_as_no_stamps(stamps, text):
    stamps.path.parent.mkdir()
    stamps.path.write_text(text, "utf-8")
    assert stamps.read() == {}


def test_each_step_says_what_it_does_and_how_long_it_took(stamps, capsys):
    run_steps([Work().step("this"), Work().step("that")], stamps)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ... ")[0] for line in lines] == ["  doing this", "  doing that"]
    assert all(line.endswith(" s") for line in lines)
