"""What is wrong with the look of an explorer on a page."""

import itertools
from pathlib import Path
from typing import Any

from tests.support.figures import Explorer

_TEXTS = Path(__file__).with_name("texts.js").read_text(encoding="utf-8")
_LEAST_CONTRAST = 4.5


def texts(explorer: Explorer) -> list[dict[str, Any]]:
    """Return every visible text with its box, its colour and its contrast."""
    found: list[dict[str, Any]] = explorer.root.evaluate(_TEXTS)
    return found


def faults(explorer: Explorer) -> list[str]:
    """Say which texts cannot be read, are cut off or lie on each other."""
    root = explorer.root.bounding_box()
    assert root is not None
    found = texts(explorer)
    still = [text for text in found if not text["moving"]]
    faint = [f"faint: {one['text']}" for one in found if one["contrast"] < _LEAST_CONTRAST]
    orange = [f"orange: {one['text']}" for one in found if one["color"] == "rgb(255, 165, 0)"]
    outside = [f"outside: {one['text']}" for one in still if not _inside(one, root)]
    collisions = [
        f"on each other: {a['text']} | {b['text']}"
        for a, b in itertools.combinations(still, 2)
        if _overlap(a, b)
    ]
    wide = explorer.root.evaluate("(root) => root.scrollWidth > root.clientWidth")
    return [*faint, *orange, *outside, *collisions, *(["wider than its place"] if wide else [])]


def _inside(text: dict[str, Any], root: Any) -> bool:
    return bool(
        text["left"] >= root["x"] - 0.5
        and text["right"] <= root["x"] + root["width"] + 0.5
        and text["top"] >= root["y"] - 0.5
        and text["bottom"] <= root["y"] + root["height"] + 0.5
    )


def _overlap(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return bool(
        min(a["right"], b["right"]) - max(a["left"], b["left"]) > 1
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1
    )
