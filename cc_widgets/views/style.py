"""How a classifier looks, everywhere the same."""

from dataclasses import dataclass

NEUTRAL = "#808080"
"""For what belongs to no classifier: readable on white and on black."""


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
