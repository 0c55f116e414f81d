"""The front end: its packages, and its build."""

import shutil

from cc_widgets.commands import fingerprints
from cc_widgets.commands.checkout import Checkout
from cc_widgets.commands.programs import Log
from cc_widgets.commands.steps import Step

MADE = ("node_modules", "lib", "dist")  # directly below js/; everything else there is source


def modules_step(checkout: Checkout, log: Log) -> Step:
    """Exactly the npm packages that the lock file names."""
    asked = [checkout.js / name for name in ("package.json", "package-lock.json", ".npmrc")]
    done = checkout.js / "node_modules/.package-lock.json"  # npm writes it last
    return Step(
        key="npm packages",
        title="installing npm packages",
        work=lambda: log.run(
            [checkout.program("npm"), "ci"], environment=checkout.environment(), folder=checkout.js
        ),
        inputs=lambda: fingerprints.of_files(checkout.js, asked),
        outputs=lambda: "installed" if done.exists() else "",
    )


def build_step(checkout: Checkout, log: Log) -> Step:
    """The bundles that JupyterLab and notebook pages load."""
    return Step(
        key="front end",
        title="building the front end",
        work=lambda: build(checkout, log),
        inputs=lambda: fingerprints.of_tree(checkout.js, without=MADE),
        outputs=lambda: fingerprints.of_tree(checkout.js / "dist"),
    )


def build(checkout: Checkout, log: Log) -> None:
    """Build from nothing, so that no file of an earlier build stays behind."""
    for name in ("lib", "dist"):
        shutil.rmtree(checkout.js / name, ignore_errors=True)
    npm = checkout.program("npm")
    log.run([npm, "run", "build"], environment=checkout.environment(), folder=checkout.js)
