"""`test`: every test, those of the front end and those in a real browser included."""

from cc_widgets.commands.checkout import need_checkout
from cc_widgets.commands.programs import show
from cc_widgets.commands.set_up import set_up


def run(options: list[str]) -> int:
    """Run the front end's unit tests, then pytest; 0 only when both pass."""
    checkout = need_checkout("test")
    environment = set_up(checkout, "test")
    front_end = show([checkout.program("npm"), "test"], environment, checkout.js)
    python = show([str(checkout.python), "-m", "pytest", *options], environment, checkout.root)
    if front_end:
        print("The front end's unit tests failed, see above.")
    return python or front_end
