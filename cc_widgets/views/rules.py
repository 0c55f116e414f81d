"""The two rules that look at no example, in cost space: their lines, their words, what is above."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core import trivial_cost
from cc_widgets.views.axes import PcAxis
from cc_widgets.views.labels import Box, box_of
from cc_widgets.views.marks import (
    Scales,
    areas,
    assign,
    closed,
    drawn,
    reference_line,
    words,
    write,
)

_WORDS_AT = 0.36
_AWAY = 0.036


@dataclass(frozen=True, slots=True)
class _Slanted:
    """Words along a line: where, how steep, and their upright outline."""

    text: str
    angle: float
    box: Box


class Rules:
    """Marks of the trivial rules; nobody should use what stands in the shade above them."""

    def __init__(self, scales: Scales, pc: PcAxis) -> None:
        self._pc = pc
        self.never = areas(scales, opacity=0.09)
        self.lines = reference_line(scales)
        self.words = (words(scales, font_weight="normal"), words(scales, font_weight="normal"))
        self.boxes: list[Box] = []

    def draw(self, negative: str, positive: str, top: float) -> None:
        """Draw both rules in the user's words, on a cost axis that ends at `top`."""
        tent = self._pc.vertices(np.array([0.0, 0.5, 1.0]))
        x = self._pc.place(tent)
        assign(self.never, x=closed(x, x), y=closed(trivial_cost(tent), np.ones(x.size)))
        whole = self._pc.vertices(np.array([0.0, 1.0]))
        y = drawn(np.stack([whole, 1.0 - whole]))
        assign(self.lines, x=drawn(self._pc.place(whole)), y=y)
        slanted = [
            self._along(f"Call all {negative}", _WORDS_AT, top),
            self._along(f"Call all {positive}", 1.0 - _WORDS_AT, top),
        ]
        for mark, one in zip(self.words, slanted, strict=True):
            assign(mark, rotate_angle=one.angle)
            write(mark, [one.text], self._pc.at_share([one.box.x]), [one.box.y * top])
        self.boxes = [one.box for one in slanted]

    def _along(self, text: str, pc: float, top: float) -> _Slanted:
        """Put words beside the better rule's line at a pc, on the side where nobody should be."""
        left, middle, right = self._pc.share([pc - 0.01, pc, pc + 0.01]).tolist()
        rise, run = 0.02 / top, right - left
        cos, sin = run / np.hypot(run, rise), rise / np.hypot(run, rise)
        side = -1.0 if pc < 0.5 else 1.0  # noqa: PLR2004 (the two rules meet there)
        flat = box_of(text, 0.0, 0.0)
        box = Box(
            x=float(middle + side * _AWAY * sin),
            y=float(min(pc, 1.0 - pc) / top + _AWAY * cos),
            half_width=float(flat.half_width * cos + flat.half_height * sin),
            half_height=float(flat.half_width * sin + flat.half_height * cos),
        )
        return _Slanted(text, side * float(np.degrees(np.arctan2(sin, cos))), box)
