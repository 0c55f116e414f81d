"""The front end: its packages, and its build."""

import json
import shutil
from pathlib import Path

from cc_widgets.commands.workshop.checkout import Checkout, Step, of_files, of_tree
from cc_widgets.commands.workshop.programs import Log

BUNDLES = ("labextension/package.json", "index.js", "page.js", "page.css")
MADE = ("node_modules", "lib", "dist")  # directly below js/; everything else there is source


def modules_step(checkout: Checkout, log: Log) -> Step:
    """Exactly the npm packages that the lock file names."""
    asked = [checkout.js / name for name in ("package.json", "package-lock.json", ".npmrc")]
    return Step(
        key="npm packages",
        title="installing npm packages",
        work=lambda: log.run(
            [checkout.program("npm"), "ci"], environment=checkout.environment(), folder=checkout.js
        ),
        inputs=lambda: of_files(checkout.js, asked),
        outputs=lambda: installed(checkout.js / "node_modules"),
    )


def installed(modules: Path) -> str:
    """A fingerprint of the npm packages; empty when one of them, or a command of one, is not there.

    What npm wrote down is not enough: it writes before the last of its children has ended.
    """
    listing = modules / ".package-lock.json"
    try:
        packages = json.loads(listing.read_text("utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return ""
    for name, package in packages.items():
        files = [modules.parent / name / "package.json"]
        if name.count("node_modules/") == 1:
            files += [modules / ".bin" / command for command in package.get("bin", ())]
        if not all(map(Path.exists, files)):
            return ""
    return of_files(modules, [listing])


def build_step(checkout: Checkout, log: Log) -> Step:
    """The bundles that JupyterLab and notebook pages load."""
    return Step(
        key="front end",
        title="building the front end",
        work=lambda: build(checkout, log),
        inputs=lambda: of_tree(checkout.js, without=MADE),
        outputs=lambda: built(checkout.js / "dist"),
    )


def built(dist: Path) -> str:
    """A fingerprint of the bundles; empty when one of them is missing."""
    here = all((dist / name).exists() for name in BUNDLES)
    return of_tree(dist) if here else ""


def build(checkout: Checkout, log: Log) -> None:
    """Build from nothing, so that no file of an earlier build stays behind."""
    for name in ("lib", "dist"):
        shutil.rmtree(checkout.js / name, ignore_errors=True)
    npm = checkout.program("npm")
    log.run([npm, "run", "build"], environment=checkout.environment(), folder=checkout.js)
