from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cc_widgets.commands.workshop.checkout import SetupStep, Stamps, is_done, run_steps


@dataclass
class Work:
    """Step with adjustable inputs, outputs and success."""

    inputs: str = "v1"
    outputs: str = ""
    fails: bool = False
    runs: list[str] = field(default_factory=list)

    def step(self, key: str = "work") -> SetupStep:
        return SetupStep(key, f"doing {key}", self.do, lambda: self.inputs, lambda: self.outputs)

    def do(self) -> None:
        self.runs.append(self.inputs)
        if self.fails:
            raise RuntimeError
        self.outputs = f"made from {self.inputs}"


@pytest.fixture
def stamps(tmp_path: Path) -> Stamps:
    return Stamps(tmp_path / "state/stamps.json")


def test_step_runs_once_if_nothing_changes(stamps):
    work = Work()
    for _ in range(3):
        run_steps([work.step()], stamps)
    assert work.runs == ["v1"]


def test_changed_inputs_repeat_the_step(stamps):
    work = Work()
    run_steps([work.step()], stamps)
    work.inputs = "v2"
    run_steps([work.step()], stamps)
    assert work.runs == ["v1", "v2"]


@pytest.mark.parametrize("outputs", ["", "made by hand"])
def test_missing_or_changed_outputs_repeat_the_step(stamps, outputs):
    work = Work()
    run_steps([work.step()], stamps)
    work.outputs = outputs
    run_steps([work.step()], stamps)
    assert work.runs == ["v1", "v1"]


def test_next_run_resumes_at_the_failed_step(stamps):
    first, second = Work(), Work(fails=True)
    steps = [first.step("first"), second.step("second")]
    with pytest.raises(RuntimeError):
        run_steps(steps, stamps)
    assert set(stamps.read()) == {"first"}
    second.fails = False
    run_steps(steps, stamps)
    assert first.runs == ["v1"]
    assert second.runs == ["v1", "v1"]


def test_failure_deletes_the_stamp_of_an_earlier_success(stamps):
    work = Work()
    run_steps([work.step()], stamps)
    work.inputs, work.fails = "v2", True
    with pytest.raises(RuntimeError):
        run_steps([work.step()], stamps)
    work.inputs = "v1"
    assert not is_done(work.step(), stamps)


def test_inputs_changed_during_the_work_make_the_step_due(stamps):
    work = Work()

    def do_with_concurrent_edit() -> None:
        work.do()
        work.inputs = "edited"

    step = SetupStep(
        "work", "doing", do_with_concurrent_edit, lambda: work.inputs, lambda: work.outputs
    )
    run_steps([step], stamps)
    assert not is_done(step, stamps)


@pytest.mark.parametrize("text", ["", "{", "not json"])
def test_damaged_stamp_file_is_ignored(stamps, text):
    stamps.path.parent.mkdir()
    stamps.path.write_text(text, "utf-8")
    assert stamps.read() == {}


def test_each_step_prints_its_title_and_duration(stamps, capsys):
    run_steps([Work().step("first"), Work().step("second")], stamps)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ... ")[0] for line in lines] == ["  doing first", "  doing second"]
    assert all(line.endswith(" s") for line in lines)
