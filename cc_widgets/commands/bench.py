"""`bench`: the speed tables, one program for each topic."""

from pathlib import Path

from cc_widgets.commands.checkout import need_checkout
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import show
from cc_widgets.commands.set_up import set_up

PREFIX = "bench_"


def run(words: list[str]) -> int:
    """Run the benchmarks of the topics named, or of all; 0 only when all end well."""
    checkout = need_checkout("bench")
    known = topics(checkout.root / "tests/bench")
    if words == ["--list"]:
        print("\n".join(known))
        return 0
    if unknown := sorted(set(words) - set(known)):
        raise Problem(
            f"No benchmark is called {', '.join(unknown)}. Known: {', '.join(known) or 'none'}."
        )
    environment = set_up(checkout, "bench")
    commands = [[str(checkout.python), str(known[word])] for word in words or known]
    return max((show(command, environment, checkout.root) for command in commands), default=0)


def topics(folder: Path) -> dict[str, Path]:
    """Each topic and its program."""
    return {path.stem.removeprefix(PREFIX): path for path in sorted(folder.glob(f"{PREFIX}*.py"))}
