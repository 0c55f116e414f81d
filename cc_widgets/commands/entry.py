"""Which command was typed, and what to say when it is none."""

import sys

from cc_widgets.commands import bench, checks, demo, tests
from cc_widgets.commands.interruptions import Stopped, listened_to
from cc_widgets.commands.problem import Problem

HELP = """\
cc_widgets: ROC curves and cost curves, linked, in a notebook

usage: python3 -m cc_widgets COMMAND [options]     (cc-widgets COMMAND, once installed)

  demo  [jupyter options]  open JupyterLab on the first notebook
  test  [pytest options]   run every test, those in a real browser included
  check [--fix]            lint, formatting and types, Python and TypeScript
  bench [topic ...]        speed tables; `bench --list` names the topics

In a checkout each command first makes what it needs, in .venv and js/, and says what it is doing.
The first time takes a minute or two; later only what has changed or gone is done again. Ctrl-C does
no harm. Nothing but Python 3.11 or newer is needed; as root, a missing python3-venv and a browser
that can neither be found nor fetched are installed with the system's package manager. To start
afresh, delete .venv.

  CC_BROWSER=/path/to/chromium   the browser for test and bench (found or fetched when not set)
"""

COMMANDS = {"demo": demo.run, "test": tests.run, "check": checks.run, "bench": bench.run}
SIGNALLED = 128  # shells add this to the number of the signal that ended a program


def run(arguments: list[str]) -> int:
    """Run one command; the exit code is 0 only when all went well."""
    if not arguments or {"-h", "--help"} & set(arguments) or arguments[0] == "help":
        print(HELP, end="")
        return 0
    command = COMMANDS.get(arguments[0])
    if command is None:
        print(f"cc_widgets has no command {arguments[0]!r}.\n\n{HELP}", end="", file=sys.stderr)
        return 2
    try:
        with listened_to():
            return command(arguments[1:])
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except Stopped as stopped:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return SIGNALLED + stopped.number
