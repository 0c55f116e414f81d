"""What stands in the virtual environment: which packages, and which of their files are gone."""

import csv
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from cc_widgets.commands import fingerprints
from cc_widgets.commands.checkout import Checkout

OURS = "cc-widgets"  # installed by a step of its own
SUFFIX = ".dist-info"


def state_of(checkout: Checkout, names: Iterable[str]) -> str:
    """A fingerprint of every package and of what is missing in it.

    Empty when one of those named is not there at all. What is missing is not compared with
    nothing: a package may list files that its installer leaves out.
    """
    present = {name: place for name, place in packages(checkout) if name != OURS}
    if not {plain(name) for name in names} <= set(present):
        return ""
    texts = [f"{place.name} {lost}" for place in present.values() for lost in ["", *missing(place)]]
    return fingerprints.of_texts(*sorted(texts))


def forget_the_broken(checkout: Checkout) -> None:
    """Let pip install anew what was interrupted half way, or has lost files since.

    Pip goes by the description of a package, which may well be written before its code.
    """
    for _, place in packages(checkout):
        if not (place / "RECORD").exists() or next(missing(place), None):
            shutil.rmtree(place)


def packages(checkout: Checkout) -> Iterator[tuple[str, Path]]:
    """Each installed package and the folder that describes it."""
    for site in checkout.site_packages():
        for place in sorted(site.glob(f"*{SUFFIX}")):
            yield plain(place.name.removesuffix(SUFFIX).rpartition("-")[0]), place


def missing(place: Path) -> Iterator[str]:
    """The files that a package brought and that are gone."""
    record = place / "RECORD"
    if not record.exists():
        yield record.name
        return
    with record.open(encoding="utf-8", newline="") as file:
        for name, *_ in csv.reader(file):
            # Python writes its compiled files again by itself.
            if not name.endswith(".pyc") and not (place.parent / name).exists():
                yield name


def plain(requirement: str) -> str:
    """The name in a requirement, spelled as pip compares it."""
    name = re.match(r"[\w.-]*\w", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""
