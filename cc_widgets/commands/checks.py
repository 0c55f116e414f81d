"""`check`: lint, formatting and types of both languages."""

from cc_widgets.commands.checkout import need_checkout
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import show
from cc_widgets.commands.set_up import set_up

CHECK = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))
FIX = (("ruff", "check", "--fix"), ("ruff", "format"), ("mypy",))


def run(options: list[str]) -> int:
    """Run every check, even after one fails; 0 only when all pass."""
    if set(options) - {"--fix"}:
        raise Problem(f"`check` knows one option, --fix; got {' '.join(options)}.")
    checkout = need_checkout("check")
    environment = set_up(checkout, "check")
    npm, python = checkout.program("npm"), str(checkout.python)
    jobs = [([python, "-m", *words], checkout.root) for words in (FIX if options else CHECK)]
    jobs += [
        ([npm, "run", name], checkout.js) for name in (("fix", "check") if options else ("check",))
    ]
    codes = [show(command, environment, folder) for command, folder in jobs]
    print("Some checks failed, see above." if any(codes) else "All checks passed.")
    return max(codes)
