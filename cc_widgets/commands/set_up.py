"""The set-up of a checkout: what a command needs, made or brought up to date."""

from collections.abc import Sequence
from time import perf_counter

from cc_widgets.commands.browser import browser_step, found_browser
from cc_widgets.commands.checkout import Checkout
from cc_widgets.commands.environment import install_step, packages_step, venv_step
from cc_widgets.commands.front_end import build_step, modules_step
from cc_widgets.commands.lock import held
from cc_widgets.commands.programs import Log
from cc_widgets.commands.steps import Stamps, Step, run_steps

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
