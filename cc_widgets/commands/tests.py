"""`test`: every test, those of the front end and those in a real browser included."""

import os

from cc_widgets.commands.checkout import need_checkout
from cc_widgets.commands.programs import show
from cc_widgets.commands.set_up import set_up

_MOST = 4
"""Each process beside another has a server and a browser of its own: memory for a few."""


def run(options: list[str]) -> int:
    """Run the front end's unit tests, then pytest; 0 only when both pass."""
    checkout = need_checkout("test")
    environment = set_up(checkout, "test")
    front_end = show([checkout.program("npm"), "test"], environment, checkout.js)
    python = show(
        [str(checkout.python), "-m", "pytest", *_side_by_side(), *options],
        environment,
        checkout.root,
    )
    if front_end:
        print("The front end's unit tests failed, see above.")
    return python or front_end


def _side_by_side() -> list[str]:
    """Options of pytest-xdist: a process for each processor, whole files, in their own order.

    The order is kept as browser tests come last (tests/conftest.py). Options typed later win:
    `-n 0` runs everything in one process.
    """
    processes = max(1, min(_MOST, os.cpu_count() or 1))
    return ["-n", str(processes), "--dist", "loadfile", "--no-loadscope-reorder"]
