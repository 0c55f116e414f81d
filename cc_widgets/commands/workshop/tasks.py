"""The commands `test`, `check`, `bench` and `site`, and the setup steps of each command."""

import ast
import io
import os
import shutil
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop.browser import browser_step, stored_browser
from cc_widgets.commands.workshop.checkout import Checkout, SetupStep, Stamps, run_steps
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
from cc_widgets.commands.workshop.locks import hold_lock
from cc_widgets.commands.workshop.programs import Log, run_visible

# Each process starts a server and a browser, so memory limits their number.
MOST_PROCESSES = 4
CHECK = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))
FIX = (
    ("ruff", "check", "--fix"),
    ("ruff", "format"),
    ("tests.support.pages",),  # generated tables of the guides
    ("mypy",),
)
WORKFLOWS = ".github/workflows"
AUDIT = ("--offline", "--no-progress", "--persona=pedantic", WORKFLOWS)
PREFIX = "bench_"  # of programs in tests/bench
ENGINES, OLDEST = "--engines", "--oldest"  # options of `test`


def test(checkout: Checkout, options: list[str]) -> int:
    """Run the unit tests of the front end, then pytest; return 0 if both pass.

    `--engines` also starts clusters; `--oldest` uses the oldest supported packages.
    """
    if OLDEST in options:
        return test_oldest(checkout, [option for option in options if option != OLDEST])
    environment = set_up(checkout, "engines" if ENGINES in options else "test")
    front_end = run_visible([checkout.program("npm"), "test"], environment, checkout.js)
    python = run_visible(
        [str(checkout.python), "-m", "pytest", *xdist_options(), *options],
        environment,
        checkout.root,
    )
    if front_end:
        print("Unit tests of the front end failed, see above.")
    return python or front_end


def test_oldest(checkout: Checkout, options: list[str]) -> int:
    """Run pytest with the oldest supported packages in a separate environment.

    Tests of commands and packaging and browser tests are skipped, and deprecation warnings, which
    old packages raise about newer dependencies, are ignored.
    """
    oldest = Checkout(checkout.root, folder=".venv.oldest")
    environment = set_up(oldest, "oldest")
    skipped = ("tests/browser", "tests/commands", "tests/test_packaging.py")
    warnings = ("DeprecationWarning", "PendingDeprecationWarning")
    filters = [
        *(f"--ignore={path}" for path in skipped),
        *(f"-Wignore::{name}" for name in warnings),
    ]
    pytest = [str(oldest.python), "-m", "pytest", *xdist_options(), *filters, *options]
    return run_visible(pytest, environment, checkout.root)


def xdist_options() -> list[str]:
    """Return options of pytest-xdist that distribute whole files to several processes.

    Files keep their order, because browser tests come last (tests/conftest.py). Options given by
    the user take precedence: `-n 0` runs all tests in one process.
    """
    # One more process than processors, because browser tests wait for their page a third of the
    # time.
    processes = min(MOST_PROCESSES, 1 + (os.cpu_count() or 1))
    return ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]


def bench(checkout: Checkout, names: list[str]) -> int:
    """Run the benchmarks of the given topics, or of all; return 0 if all succeed."""
    programs = topics(checkout.root / "tests/bench")
    if names == ["--list"]:
        print("\n".join(programs))
        return 0
    if unknown := sorted(set(names) - set(programs)):
        raise CommandError(
            f"Unknown benchmark {', '.join(unknown)}. Available: {', '.join(programs) or 'none'}."
        )
    environment = set_up(checkout, "bench")
    commands = [[str(checkout.python), str(programs[name])] for name in names or programs]
    return max(
        (run_visible(command, environment, checkout.root) for command in commands), default=0
    )


def topics(folder: Path) -> dict[str, Path]:
    """Return the benchmark programs by topic."""
    return {path.stem.removeprefix(PREFIX): path for path in sorted(folder.glob(f"{PREFIX}*.py"))}


def check(checkout: Checkout, options: list[str]) -> int:
    """Run all checks, even after one fails; return 0 if all pass. Unusual sizes do not fail."""
    if set(options) - {"--fix"}:
        raise CommandError(f"`check` accepts one option, --fix. Got {' '.join(options)}.")
    environment = set_up(checkout, "check")
    sources = check_sources(checkout.root, fix=bool(options))
    npm, python = checkout.program("npm"), str(checkout.python)
    jobs = [([python, "-m", *words], checkout.root) for words in (FIX if options else CHECK)]
    jobs += [
        ([npm, "run", name], checkout.js) for name in (("fix", "check") if options else ("check",))
    ]
    if (checkout.root / WORKFLOWS).exists():  # absent in a source distribution
        jobs.append(([checkout.program("zizmor"), *AUDIT], checkout.root))
    codes = [sources, *(run_visible(command, environment, folder) for command, folder in jobs)]
    for line in size_advice(checkout.root / "cc_widgets"):
        print(line)
    print("Some checks failed, see above." if any(codes) else "All checks passed.")
    return max(codes)


def site(checkout: Checkout, options: list[str]) -> int:
    """Build the documentation and the lessons in `.site`; return 0 on success."""
    if set(options) - {"--lite"}:
        raise CommandError(f"`site` accepts one option, --lite. Got {' '.join(options)}.")
    environment = set_up(checkout, "site")
    names = [lesson.name for lesson in lessons_of(checkout.root)]
    if code := execute(checkout.root, names, str(checkout.python), environment):
        print("The site was not built: some lessons could not be executed.")
        return code
    build = [str(checkout.python), str(checkout.root / ".github/site/build.py")]
    folder = checkout.root / ".site"
    code = run_visible([*build, str(folder), *options], environment, checkout.root)
    print(f"Open {folder / 'index.html'}" if code == 0 else "The site was not built, see above.")
    return code


# ---- Setup steps of each command

SPARK = "spark-test"  # useless without Java, and slow to install
EXTRAS = {
    "demo": ("lab", "lessons", "frames", "static"),
    "test": ("lab", "test"),
    "engines": ("lab", "test", "engines-test", SPARK),
    "oldest": ("frames", "lab", "lessons", "static", "test"),
    "check": ("lab", "test", "check"),
    "bench": ("lab", "test", "engines-test", SPARK),
    "site": ("lab", "test", "site"),
}
NEEDS_PACKAGE = {"demo", "test", "engines", "oldest", "bench", "site"}
NEEDS_BROWSER = {"test", "engines", "bench"}


def set_up(checkout: Checkout, command: str) -> dict[str, str]:
    """Run the due setup steps and return environment variables for the command."""
    started = perf_counter()
    print(f"cc_widgets: setting up for `{command}`", flush=True)
    with hold_lock(checkout.root / ".venv.lock") as lock:
        log = Log(checkout.state / "set-up.log", lock)
        run_steps(steps_for(checkout, log, command), Stamps(checkout.state / "stamps.json"))
    print(f"  setup complete after {perf_counter() - started:.1f} s", flush=True)
    environment = checkout.environment()
    browser = stored_browser(checkout) if command in NEEDS_BROWSER else None
    return {**environment, "CC_BROWSER": str(browser)} if browser else environment


def steps_for(checkout: Checkout, log: Log, command: str) -> Sequence[SetupStep]:
    """Return the setup steps of a command in order."""
    extras = [extra for extra in EXTRAS[command] if extra != SPARK or shutil.which("java")]
    steps = [
        venv_step(checkout, log),
        oldest_packages_step(checkout, log, extras)
        if command == "oldest"
        else packages_step(checkout, log, command, extras),
        modules_step(checkout, log),
    ]
    if command in NEEDS_PACKAGE:
        steps += [build_step(checkout, log), install_step(checkout, log)]
    if command in NEEDS_BROWSER:
        steps += [fonts_step(checkout), browser_step(checkout, log)]
    return steps


# ---- Advice on sizes: lines of code without docstrings, comments and empty lines

FEW, MANY = 60, 600  # usual lines of a file
LONG = 40  # lines of a function
EXEMPT = {"__init__.py", "__main__.py"}  # short by design
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def size_advice(package: Path) -> Iterator[str]:
    """Yield a message for each file or function of unusual size."""
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        code = lines_of_code(text, tree)
        name = path.relative_to(package.parent).as_posix()
        if path.name not in EXEMPT and not FEW <= len(code) <= MANY:
            yield f"advice: {name} has {len(code)} lines of code; {FEW} to {MANY} are usual"
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                own = len(code & lines_below(node))
                if own > LONG:
                    yield f"advice: {node.name} in {name} has {own} lines; few exceed {LONG}"


def lines_of_code(text: str, tree: ast.Module) -> set[int]:
    """Return the numbers of all lines with code."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    spans = (
        range(token.start[0], token.end[0] + 1) for token in tokens if token.type not in NO_CODE
    )
    return {line for span in spans for line in span} - set().union(*docstrings(tree))


def docstrings(tree: ast.Module) -> Iterator[set[int]]:
    """Yield the line numbers of each docstring."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            yield lines_below(node.body[0])


def lines_below(node: ast.stmt) -> set[int]:
    """Return the line numbers of a statement."""
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
