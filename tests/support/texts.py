"""Visible text on a page: contrast, clipping and overlaps."""

import itertools
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

Text = dict[str, Any]
_TEXTS = Path(__file__).with_name("texts.js").read_text(encoding="utf-8")
_MIN_CONTRAST = 4.5
_MIN_PIXELS = 1  # less is only the antialiased edge of a letter


def texts(root: Locator) -> list[Text]:
    """Return every line of visible text with its bounding box, colour and contrast."""
    lines: list[Text] = root.evaluate(_TEXTS)
    return lines


def faint(lines: list[Text]) -> list[Text]:
    """Return the lines with too little contrast to their background."""
    return [line for line in lines if line["contrast"] < _MIN_CONTRAST]


def outside(lines: list[Text], root: Locator) -> list[str]:
    """Return the texts that exceed the explorer."""
    box = root.bounding_box()
    assert box is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return [
        line["text"]
        for line in _stationary(lines)
        if line["left"] < box["x"] - _MIN_PIXELS
        or line["right"] > right + _MIN_PIXELS
        or line["top"] < box["y"] - _MIN_PIXELS
        or line["bottom"] > bottom + _MIN_PIXELS
    ]


def cut(lines: list[Text]) -> list[str]:
    """Return the texts that are partly clipped."""
    return [line["text"] for line in _stationary(lines) if line["cut"] > _MIN_PIXELS]


def collisions(lines: list[Text]) -> list[tuple[str, str]]:
    """Return the pairs of texts that overlap."""
    return [
        (a["text"], b["text"])
        for a, b in itertools.combinations(_stationary(lines), 2)
        if a["number"] != b["number"]
        and min(a["right"], b["right"]) - max(a["left"], b["left"]) > _MIN_PIXELS
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > _MIN_PIXELS
    ]


def _stationary(lines: list[Text]) -> list[Text]:
    """Return the lines that neither follow the cursor nor are scrolled out of view."""
    return [line for line in lines if not line["moving"] and not line["hidden"]]
