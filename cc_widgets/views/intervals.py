"""Figure of confidence intervals of costs."""

from math import ceil, floor, log10

import numpy as np
from bqplot import Axis, Figure, LinearScale

from cc_widgets.core.results import FloatArray
from cc_widgets.model.classes import ClassCosts
from cc_widgets.model.drawing import NEUTRAL
from cc_widgets.model.numerals import shorten
from cc_widgets.views.style import INK, assign, lines, markers, padded_rows, set_texts, text_mark

_ROOM = 0.15
_LINE = 38  # pixels for each interval
_MARGINS = 90
_TICKS = 5
_EVEN = 1e-9


class IntervalView:
    """Figure with a bar and a dot per interval: costs first, then differences."""

    def __init__(self) -> None:
        self._scales = {
            "x": LinearScale(allow_padding=False),
            "y": LinearScale(allow_padding=False),
        }
        self._axis = Axis(
            scale=self._scales["x"],
            label="Cost of an example",
            grid_lines="solid",
            tick_format=".6~g",
        )
        self._zero = lines(self._scales, colors=[NEUTRAL], line_style="dotted")
        self._bars = lines(self._scales, colors=[INK], stroke_width=4.0, opacities=[0.6])
        self._dots = markers(self._scales, marker="circle", default_size=90, colors=[INK])
        self._names = text_mark(self._scales, align="start", y_offset=-9)
        marks = [self._zero, self._bars, self._dots, self._names]
        self.figure = Figure(
            axes=[self._axis],
            scale_x=self._scales["x"],
            scale_y=self._scales["y"],
            marks=[mark.widget for mark in marks],
            fig_margin={"left": 20, "right": 20, "top": 10, "bottom": 50},
            display_toolbar=False,
        )

    def draw(self, costs: ClassCosts) -> None:
        """Display these intervals."""
        each = [
            *((name, interval) for name, interval in costs.each.items()),
            *((f"{a} less {b}", interval) for (a, b), interval in costs.differences.items()),
        ]
        limits = np.array(
            [[interval.per_example.low, interval.per_example.high] for _, interval in each]
        )
        middle = np.array([interval.observed_total / interval.n_examples for _, interval in each])
        height = -np.arange(len(each), dtype=np.float64)
        low, high = min(0.0, float(limits.min())), max(0.0, float(limits.max()))
        room = _ROOM * (high - low) or 1.0
        low, high = low - room / 2 if low else 0.0, high + room
        assign(self._scales["x"], min=low, max=high)
        self._axis.tick_values = round_places(low, high)
        assign(self._scales["y"], min=-len(each) + 0.5, max=0.9)
        self._zero.update(x=np.zeros(2), y=np.array([-len(each) + 0.5, 0.9]))
        self._bars.update(
            x=padded_rows(list(limits)),
            y=padded_rows([[interval, interval] for interval in height]),
        )
        self._dots.update(x=middle, y=height)
        set_texts(self._names, [shorten(name, 40) for name, _ in each], limits[:, 0], height + 0.08)
        self.figure.layout.height = f"{_LINE * len(each) + _MARGINS}px"


def round_places(low: float, high: float) -> FloatArray:
    """Return round tick values within a range, at least five of them.

    Examples
    --------
    >>> round_places(-0.1, 1.2)
    array([0. , 0.2, 0.4, 0.6, 0.8, 1. , 1.2])
    """
    spacing = (high - low) / _TICKS
    power = 10.0 ** floor(log10(spacing))
    step = power * max(digit for digit in (1, 2, 5) if digit * power <= spacing)
    first, last = ceil(low / step - _EVEN), floor(high / step + _EVEN)
    return np.linspace(first * step, last * step, last - first + 1)
