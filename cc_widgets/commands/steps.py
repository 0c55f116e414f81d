"""Set-up in steps: each says what it does, how long it took, and is redone only when needed."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from cc_widgets.commands.problem import Problem


@dataclass(frozen=True)
class Step:
    """One piece of the set-up."""

    key: str
    title: str
    work: Callable[[], None]
    inputs: Callable[[], str]  # a fingerprint of what the work depends on
    outputs: Callable[[], str]  # a fingerprint of what it left; empty when missing


@dataclass(frozen=True)
class Stamps:
    """What was true after each step that succeeded, kept in a JSON file."""

    path: Path

    def read(self) -> dict[str, list[str]]:
        """All stamps; none when the file is missing or damaged."""
        try:
            stamps: dict[str, list[str]] = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamps

    def write(self, key: str, stamp: list[str] | None) -> None:
        """Keep one stamp, or drop it; an interrupted write leaves the old file."""
        stamps = {**self.read(), key: stamp}
        text = json.dumps({name: value for name, value in stamps.items() if value}, indent=2)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(text, "utf-8")
        draft.replace(self.path)


def is_done(step: Step, stamps: Stamps) -> bool:
    """True when the step succeeded and nothing it reads or made has changed since."""
    outputs = step.outputs()
    return bool(outputs) and stamps.read().get(step.key) == [step.inputs(), outputs]


def run_steps(steps: Iterable[Step], stamps: Stamps) -> None:
    """Bring every step up to date, in order."""
    for step in steps:
        if not is_done(step, stamps):
            _run(step, stamps)


def _run(step: Step, stamps: Stamps) -> None:
    print(f"  {step.title} ...", end="", flush=True)
    started = perf_counter()
    # Taken before the work, so that a file changed meanwhile makes the step due again.
    inputs = step.inputs()
    if step.key in stamps.read():
        stamps.write(step.key, None)
    try:
        step.work()
    except BaseException:
        print(f" stopped after {perf_counter() - started:.1f} s", flush=True)
        raise
    outputs = step.outputs()
    if not outputs:
        raise Problem(
            f"{step.title} ended well, but what it should have made is not there.\n"
            "Type the same command again; if that does not help, delete .venv and js/node_modules."
        )
    stamps.write(step.key, [inputs, outputs])
    print(f" {perf_counter() - started:.1f} s", flush=True)
