"""`test`, `check`, `bench`, `site`: set up what a command needs, then run what does it."""

import ast
import io
import os
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop.browser import browser_step, found_browser
from cc_widgets.commands.workshop.checkout import Checkout, Stamps, Step, run_steps
from cc_widgets.commands.workshop.environment import (
    build_step,
    install_step,
    modules_step,
    oldest_packages_step,
    packages_step,
    venv_step,
)
from cc_widgets.commands.workshop.fonts import fonts_step
from cc_widgets.commands.workshop.lessons import check_sources, execute, lessons_of
from cc_widgets.commands.workshop.locks import held
from cc_widgets.commands.workshop.programs import Log, show

# Each process beside another has a server and a browser of its own: memory for a few.
MOST_PROCESSES = 4
CHECK = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))
FIX = (
    ("ruff", "check", "--fix"),
    ("ruff", "format"),
    ("tests.support.pages",),  # tables in README and CONTRIBUTING
    ("mypy",),
)
WORKFLOWS = ".github/workflows"
AUDIT = ("--offline", "--no-progress", "--persona=pedantic", WORKFLOWS)
PREFIX = "bench_"  # of the programs in tests/bench
ENGINES, OLDEST = "--engines", "--oldest"  # options of `test`


def test(checkout: Checkout, options: list[str]) -> int:
    """Run the front end's unit tests, then pytest; 0 only when both pass.

    With `--engines` clusters are started as well, with `--oldest` the oldest packages are used.
    """
    if OLDEST in options:
        return test_oldest(checkout, [option for option in options if option != OLDEST])
    environment = set_up(checkout, "engines" if ENGINES in options else "test")
    front_end = show([checkout.program("npm"), "test"], environment, checkout.js)
    python = show(
        [str(checkout.python), "-m", "pytest", *side_by_side(), *options],
        environment,
        checkout.root,
    )
    if front_end:
        print("The front end's unit tests failed, see above.")
    return python or front_end


def test_oldest(checkout: Checkout, options: list[str]) -> int:
    """Run pytest with the oldest packages allowed, in an environment of their own.

    Tests of the commands, of packing and in a browser are left out, and so are warnings of old
    packages about newer ones that they use.
    """
    oldest = Checkout(checkout.root, folder=".venv.oldest")
    environment = set_up(oldest, "oldest")
    left_out = ("tests/browser", "tests/commands", "tests/test_packaging.py")
    quiet = ("DeprecationWarning", "PendingDeprecationWarning")
    words = [*(f"--ignore={path}" for path in left_out), *(f"-Wignore::{kind}" for kind in quiet)]
    pytest = [str(oldest.python), "-m", "pytest", *side_by_side(), *words, *options]
    return show(pytest, environment, checkout.root)


def side_by_side() -> list[str]:
    """Options of pytest-xdist: a process for each processor, whole files, in their own order.

    The order is kept as browser tests come last (tests/conftest.py). Options typed later win:
    `-n 0` runs everything in one process.
    """
    processes = max(1, min(MOST_PROCESSES, os.cpu_count() or 1))
    return ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]


def bench(checkout: Checkout, words: list[str]) -> int:
    """Run the benchmarks of the topics named, or of all; 0 only when all end well."""
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


def check(checkout: Checkout, options: list[str]) -> int:
    """Run every check, even after one fails; 0 only when all pass. Sizes are advice."""
    if set(options) - {"--fix"}:
        raise Problem(f"`check` knows one option, --fix; got {' '.join(options)}.")
    environment = set_up(checkout, "check")
    sources = check_sources(checkout.root, fix=bool(options))
    npm, python = checkout.program("npm"), str(checkout.python)
    jobs = [([python, "-m", *words], checkout.root) for words in (FIX if options else CHECK)]
    jobs += [
        ([npm, "run", name], checkout.js) for name in (("fix", "check") if options else ("check",))
    ]
    if (checkout.root / WORKFLOWS).exists():  # a source distribution has none
        jobs.append(([checkout.program("zizmor"), *AUDIT], checkout.root))
    codes = [sources, *(show(command, environment, folder) for command, folder in jobs)]
    for line in advice(checkout.root / "cc_widgets"):
        print(line)
    print("Some checks failed, see above." if any(codes) else "All checks passed.")
    return max(codes)


def site(checkout: Checkout, options: list[str]) -> int:
    """Write the documentation with its lessons into `.site`; 0 only when nothing was amiss."""
    if set(options) - {"--lite"}:
        raise Problem(f"`site` knows one option, --lite; got {' '.join(options)}.")
    environment = set_up(checkout, "site")
    names = [lesson.name for lesson in lessons_of(checkout.root)]
    if code := execute(checkout.root, names, str(checkout.python), environment):
        print("The site was not written: it needs the outputs of all lessons.")
        return code
    build = [str(checkout.python), str(checkout.root / ".github/site/build.py")]
    folder = checkout.root / ".site"
    code = show([*build, str(folder), *options], environment, checkout.root)
    print(f"Open {folder / 'index.html'}" if code == 0 else "The site was not written, see above.")
    return code


# ---- Which steps a command needs, in their order

EXTRAS = {
    "demo": ("lab", "lessons", "frames", "static"),
    "test": ("lab", "test"),
    "engines": ("lab", "test", "engines-test"),
    "oldest": ("frames", "lab", "lessons", "static", "test"),
    "check": ("lab", "test", "check"),
    "bench": ("lab", "test", "engines-test"),
    "site": ("lab", "test", "site"),
}
RUN_THE_PACKAGE = {"demo", "test", "engines", "oldest", "bench", "site"}
USE_A_BROWSER = {"test", "engines", "bench"}


def set_up(checkout: Checkout, command: str) -> dict[str, str]:
    """Make what is missing or out of date; the environment in which to go on."""
    started = perf_counter()
    print(f"cc_widgets: set-up for `{command}`", flush=True)
    with held(checkout.root / ".venv.lock") as lock:
        log = Log(checkout.state / "set-up.log", lock)
        run_steps(steps_for(checkout, log, command), Stamps(checkout.state / "stamps.json"))
    print(f"  all up to date after {perf_counter() - started:.1f} s", flush=True)
    environment = checkout.environment()
    browser = found_browser(checkout) if command in USE_A_BROWSER else None
    return {**environment, "CC_BROWSER": str(browser)} if browser else environment


def steps_for(checkout: Checkout, log: Log, command: str) -> Sequence[Step]:
    """The steps that a command needs, in their order."""
    extras = EXTRAS[command]
    steps = [
        venv_step(checkout, log),
        oldest_packages_step(checkout, log, extras)
        if command == "oldest"
        else packages_step(checkout, log, command, extras),
        modules_step(checkout, log),
    ]
    if command in RUN_THE_PACKAGE:
        steps += [build_step(checkout, log), install_step(checkout, log)]
    if command in USE_A_BROWSER:
        steps += [fonts_step(checkout), browser_step(checkout, log)]
    return steps


# ---- Sizes, as advice: lines of code, without docstrings, comments and empty lines

FEW, MANY = 60, 600  # a file is one subject, read from top to bottom
LONG = 40  # a function does one thing
GATHER = {"__init__.py", "__main__.py"}  # these are short on purpose
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def advice(package: Path) -> Iterator[str]:
    """A line for each file, and each function, of an unusual size: it may have a good reason."""
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        code = lines_of_code(text, tree)
        name = path.relative_to(package.parent).as_posix()
        if path.name not in GATHER and not FEW <= len(code) <= MANY:
            yield f"advice: {name} has {len(code)} lines of code; usual are {FEW} to {MANY}"
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                own = len(code & lines_below(node))
                if own > LONG:
                    yield f"advice: {node.name} in {name} has {own} lines; few have over {LONG}"


def lines_of_code(text: str, tree: ast.Module) -> set[int]:
    """The numbers of the lines that hold code."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    spans = (range(one.start[0], one.end[0] + 1) for one in tokens if one.type not in NO_CODE)
    return {line for span in spans for line in span} - set().union(*docstrings(tree))


def docstrings(tree: ast.Module) -> Iterator[set[int]]:
    """The lines of each docstring."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            yield lines_below(node.body[0])


def lines_below(node: ast.stmt) -> set[int]:
    """All lines of a statement."""
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
