"""Command dispatch and help texts."""

import sys
from collections.abc import Callable
from functools import partial

from cc_widgets.commands import demo
from cc_widgets.commands.machine import checkout_root
from cc_widgets.commands.stopping import CommandError, Interrupted, handle_signals

HELP = """\
cc_widgets: linked ROC curves and cost curves in Jupyter notebooks

usage: python3 -m cc_widgets COMMAND [options]     (or cc-widgets COMMAND, once installed)

  demo  [jupyter options]  open JupyterLab with the first lesson
"""
HELP_CHECKOUT = f"""\
{HELP}\
  test  [pytest options]   run all tests, including those in a real browser
          --oldest         with the oldest supported packages, without a browser
          --engines        also with Dask clusters
  check [--fix]            lint, check formatting and types (Python and TypeScript)
  bench [topic ...]        run benchmarks; `bench --list` lists the topics
  site  [--lite]           build the documentation and all interactive lessons in .site

In a checkout, each command first sets up what it needs in .venv and js/ and reports its progress.
The first run takes about two and a half minutes. Later runs take some seconds, because they only
repeat steps whose inputs or outputs have changed. You can press Ctrl-C at any time and run the
command again. `demo` executes each lesson once, in .lessons, and never overwrites a lesson that you
have edited. The other lessons are in the same folder: open them in the file list of JupyterLab.
Only Python 3.11 or newer is required. For root, a missing python3-venv and a browser that can be
neither found nor downloaded are installed with the system's package manager. Delete .venv to
start over.

  CC_BROWSER=/path/to/chromium   browser for `test` and `bench` (default: found or downloaded)
"""
HELP_INSTALLED = f"""\
{HELP}
The commands `test`, `check`, `bench` and `site` need a checkout of the source code.
"""

CHECKOUT_COMMANDS = ("test", "check", "bench", "site")
SIGNAL_OFFSET = 128  # shells add it to the number of the signal that ended a program

Command = Callable[[list[str]], int]


def run_command(arguments: list[str]) -> int:
    """Run one command and return its exit code, 0 on success."""
    if not arguments or {"-h", "--help"} & set(arguments) or arguments[0] == "help":
        print(help_text(), end="")
        return 0
    name, *options = arguments
    try:
        with handle_signals():
            command = commands().get(name)
            if command is None:
                return reject_command(name)
            return command(options)
    except CommandError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except Interrupted as interrupt:
        print("\nInterrupted. Run the same command again to continue.", file=sys.stderr)
        return SIGNAL_OFFSET + interrupt.number


def help_text() -> str:
    """Return the help for a checkout, or for an installed package, which has one command."""
    return HELP_CHECKOUT if checkout_root() else HELP_INSTALLED


def commands() -> dict[str, Command]:
    """Return the available commands by name; only a checkout has more than `demo`."""
    root = checkout_root()
    if root is None:
        return {"demo": demo.run_demo}
    from cc_widgets.commands.workshop import tasks  # noqa: PLC0415 (not in the wheel)
    from cc_widgets.commands.workshop.checkout import Checkout  # noqa: PLC0415 (same)

    checkout = Checkout(root)
    return {
        "demo": demo.run_demo,
        **{name: partial(getattr(tasks, name), checkout) for name in CHECKOUT_COMMANDS},
    }


def reject_command(name: str) -> int:
    """Report an unknown command, or raise for one that needs a checkout."""
    if name in CHECKOUT_COMMANDS:
        raise CommandError(
            f"`{name}` needs the source code, but this is an installed package.\n"
            "Get a checkout (git clone, or unpack the source distribution) and type there:\n"
            f"    python3 -m cc_widgets {name}",
        )
    print(f"Unknown command {name!r}.\n\n{help_text()}", end="", file=sys.stderr)
    return 2
