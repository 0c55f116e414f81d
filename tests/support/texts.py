"""What can be read on the page, and what stands in its way."""

import itertools
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

Text = dict[str, Any]
_TEXTS = Path(__file__).with_name("texts.js").read_text(encoding="utf-8")
_READABLE = 4.5
_SEEN = 1  # pixel: less than this is no more than the soft edge of a letter


def texts(root: Locator) -> list[Text]:
    """Return every line of every visible text with the box of its ink, colour and contrast."""
    found: list[Text] = root.evaluate(_TEXTS)
    return found


def faint(found: list[Text]) -> list[Text]:
    """Return the texts that cannot be read on what they stand on."""
    return [text for text in found if text["contrast"] < _READABLE]


def outside(found: list[Text], root: Locator) -> list[str]:
    """Return the texts that leave the explorer."""
    box = root.bounding_box()
    assert box is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return [
        text["text"]
        for text in _still(found)
        if text["left"] < box["x"] - _SEEN
        or text["right"] > right + _SEEN
        or text["top"] < box["y"] - _SEEN
        or text["bottom"] > bottom + _SEEN
    ]


def cut(lines: list[Text]) -> list[str]:
    """Return the texts of which some ink is cut off."""
    return [line["text"] for line in _still(lines) if line["cut"] > _SEEN]


def collisions(found: list[Text]) -> list[tuple[str, str]]:
    """Return the pairs of texts of which the ink overlaps."""
    return [
        (a["text"], b["text"])
        for a, b in itertools.combinations(_still(found), 2)
        if a["number"] != b["number"]
        and min(a["right"], b["right"]) - max(a["left"], b["left"]) > _SEEN
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > _SEEN
    ]


def _still(found: list[Text]) -> list[Text]:
    """Return the texts that neither follow the cursor nor are scrolled out of sight."""
    return [text for text in found if not text["moving"] and not text["hidden"]]
