"""How a classifier looks, everywhere the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

NEUTRAL = "#808080"
"""For what belongs to no classifier: readable on white and on black."""

INK = "var(--cc-ink, #212121)"
"""For words: what the page writes in."""

_LONGEST = 24
_INK_SHARE = 45


@dataclass(frozen=True)
class Look:
    """Colour, dash and marker: three channels, so that no one of them must be seen."""

    color: str
    dash: str
    marker: str


# Okabe and Ito's colours, those with a contrast of 3 on white and on black first.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#5b8fd0")
_DASHES = ("solid", "dashed", "dash_dotted", "dotted")
_MARKERS = ("circle", "square", "diamond", "triangle-up")


def look(position: int) -> Look:
    """Return the look of the classifier at this position."""
    return Look(
        _COLORS[position % len(_COLORS)],
        _DASHES[position % len(_DASHES)],
        _MARKERS[position % len(_MARKERS)],
    )


def looks(names: Sequence[str], colors: Mapping[str, str]) -> list[Look]:
    """Return the look of each classifier, in the colours that the user chose."""
    default = [look(position) for position in range(len(names))]
    return [
        replace(style, color=colors.get(name, style.color))
        for name, style in zip(names, default, strict=True)
    ]


def lettering(color: str) -> str:
    """Return a colour for words: this one, mixed with ink until it can be read."""
    return f"color-mix(in srgb, {color} {100 - _INK_SHARE}%, {INK})"


def short(name: str) -> str:
    """Return a name no longer than a figure has room for."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
