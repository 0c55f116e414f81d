"""Which command was typed, and what to say when it is none."""

import sys
from collections.abc import Callable
from functools import partial

from cc_widgets.commands import demo
from cc_widgets.commands.machine import checkout_root
from cc_widgets.commands.stopping import Problem, Stopped, listened_to

HELP = """\
cc_widgets: ROC curves and cost curves, linked, in a notebook

usage: python3 -m cc_widgets COMMAND [options]     (cc-widgets COMMAND, once installed)

  demo  [jupyter options]  open JupyterLab on the first lesson
"""
HELP_IN_A_CHECKOUT = f"""\
{HELP}\
  test  [pytest options]   run every test, those in a real browser included
          --oldest         with the oldest packages allowed, in .venv.oldest, without a browser
          --engines        with clusters of Dask as well
  check [--fix]            lint, formatting and types, Python and TypeScript
  bench [topic ...]        speed tables; `bench --list` names the topics
  site  [--lite]           write the documentation and all lessons, alive, into .site

In a checkout each command first makes what it needs, in .venv and js/, and says what it is doing.
The first time takes a minute or two; later only what has changed or gone is done again. Ctrl-C does
no harm. `demo` executes each lesson once, into .lessons, and never overwrites one that you edited.
Nothing but Python 3.11 or newer is needed; as root, a missing python3-venv and a browser
that can neither be found nor fetched are installed with the system's package manager. To start
afresh, delete .venv.

  CC_BROWSER=/path/to/chromium   the browser for test and bench (found or fetched when not set)
"""
HELP_ONCE_INSTALLED = f"""\
{HELP}
An installed copy can do no more. The commands `test`, `check`, `bench` and `site` work on sources.
"""

ON_THE_SOURCES = ("test", "check", "bench", "site")  # what only a checkout can do
SIGNALLED = 128  # shells add this to the number of the signal that ended a program

Command = Callable[[list[str]], int]


def run(arguments: list[str]) -> int:
    """Run one command; the exit code is 0 only when all went well."""
    if not arguments or {"-h", "--help"} & set(arguments) or arguments[0] == "help":
        print(what_can_be_typed(), end="")
        return 0
    name, *options = arguments
    try:
        with listened_to():
            command = commands().get(name)
            if command is None:
                return refuse(name)
            return command(options)
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except Stopped as stopped:
        print("\nInterrupted. The same command goes on from here.", file=sys.stderr)
        return SIGNALLED + stopped.number


def what_can_be_typed() -> str:
    """The help: an installed copy has one command, a checkout has all."""
    return HELP_IN_A_CHECKOUT if checkout_root() else HELP_ONCE_INSTALLED


def commands() -> dict[str, Command]:
    """What each command runs; an installed copy has no file of the commands for the sources."""
    root = checkout_root()
    if root is None:
        return {"demo": demo.run}
    from cc_widgets.commands.workshop import tasks  # noqa: PLC0415 (not in the wheel)
    from cc_widgets.commands.workshop.checkout import Checkout  # noqa: PLC0415 (the same)

    checkout = Checkout(root)
    return {
        "demo": demo.run,
        **{name: partial(getattr(tasks, name), checkout) for name in ON_THE_SOURCES},
    }


def refuse(name: str) -> int:
    """Say that there is no such command; a Problem when it is one that an installed copy lacks."""
    if name in ON_THE_SOURCES:
        raise Problem(
            f"`{name}` works on the sources, and this is an installed package.\n"
            "Get the sources (git clone, or unpack the source distribution), then type there:\n"
            f"    python3 -m cc_widgets {name}",
        )
    print(f"cc_widgets has no command {name!r}.\n\n{what_can_be_typed()}", end="", file=sys.stderr)
    return 2
