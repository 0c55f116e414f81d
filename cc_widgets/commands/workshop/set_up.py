"""Which steps a command needs, in their order; one set-up at a time."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from time import perf_counter, sleep

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop.browser import browser_step, found_browser
from cc_widgets.commands.workshop.checkout import Checkout, Stamps, Step, run_steps
from cc_widgets.commands.workshop.environment import (
    build_step,
    install_step,
    modules_step,
    packages_step,
    venv_step,
)
from cc_widgets.commands.workshop.programs import Log

EXTRAS = {
    "demo": ("lab",),
    "test": ("lab", "test"),
    "check": ("lab", "test", "check"),
    "bench": ("lab", "test"),
}
RUN_THE_PACKAGE = {"demo", "test", "bench"}
USE_A_BROWSER = {"test", "bench"}


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
    steps = [
        venv_step(checkout, log),
        packages_step(checkout, log, command, EXTRAS[command]),
        modules_step(checkout, log),
    ]
    if command in RUN_THE_PACKAGE:
        steps += [build_step(checkout, log), install_step(checkout, log)]
    if command in USE_A_BROWSER:
        steps.append(browser_step(checkout, log))
    return steps


# ---- One set-up at a time in one checkout

if sys.platform == "win32":
    import msvcrt

    def _take(file: TextIOWrapper) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: TextIOWrapper) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def held(path: Path, pause: float = 0.5) -> Iterator[int]:
    """Hold a lock, given as a file number; wait while another program holds it.

    The system frees it however we end, and after those to whom the number was handed down.
    """
    with _opened(path) as file:
        waiting = False
        while not _taken(file):
            if not waiting:
                print("waiting for another set-up of this checkout to end", flush=True)
            waiting = True
            sleep(pause)
        yield file.fileno()


def _opened(path: Path) -> TextIOWrapper:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise Problem(
            f"{path.parent} cannot be written to ({error.strerror}), and all is made there.\n"
            "Copy it to a folder of yours, go there, and type the same command again."
        ) from error


def _taken(file: TextIOWrapper) -> bool:
    try:
        _take(file)
    except OSError:
        return False
    return True
