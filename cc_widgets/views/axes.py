"""Axes: where a pc stands, in which words ticks speak, and where an axis ends that fits."""

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import TRIVIAL
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.conditions import X_LEAST, log_odds, pc_at, ticks_of, title_of
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import short
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import Late, Seen, assign, axis, drawn, unit_scale

Drawn = NDArray[np.float32]
Unit = Literal["pc", "logit"]

_SAMPLES = 65

# ---- The pc axis


class PcAxis:
    """The horizontal axis of a figure over pc, with its scale.

    Values of pc stand where they are, or at their log-odds on a logit axis: there a straight
    cost line bends, so whatever is drawn goes through `trace`, `lines` or `vertices`.
    """

    def __init__(self) -> None:
        self.scale = unit_scale()
        self.axis = axis(self.scale)
        self.unit: Unit = "pc"
        self._seen = Seen()

    def draw(self, model: CostCurveModel, cursor: Late) -> None:
        """Follow the axis that the model asks for; until it is another one, let zooms be.

        bqplot writes ticks anew after each message, some of them a moment later and then in the
        words that it had before. So words go first and alone, places last.
        """
        unit: Unit = "logit" if model.axis == "logit" else "pc"
        is_other = self._seen.changes("unit", unit)
        sources = (model.axis, model.conditions, model.unit, words_of(model))
        is_said_otherwise = self._seen.changes("ticks", *sources)
        self.unit = unit
        ticks = ticks_of(model)
        x = [_short_number(value) for value in self.place([pc for pc, _ in ticks])]
        said = dict(zip(map(_as_browsers_write, x), [word for _, word in ticks], strict=True))
        if is_said_otherwise and self.axis.is_made:
            self.axis.put(tick_labels=said or None)
        if is_other:
            cursor.put(x_map=unit)
            end = float(log_odds(np.array(1.0)))
            low, high = (-end, end) if unit == "logit" else (0.0, 1.0)
            assign(self.scale, min=low, max=high)
        if is_said_otherwise:
            places = np.array(x, dtype=np.float64) if ticks else None
            self.axis.put(tick_labels=said or None, label=title_of(model), tick_values=places)

    def place(self, pc: ArrayLike) -> NDArray[np.float64]:
        """Where values of pc stand."""
        values = np.asarray(pc, dtype=np.float64)
        if self.unit == "pc":
            return values
        return log_odds(values)

    def share(self, pc: ArrayLike) -> NDArray[np.float64]:
        """Where values of pc stand, as shares of the width of the plot."""
        low, high = float(self.scale.min), float(self.scale.max)
        return (self.place(pc) - low) / (high - low)

    def at_share(self, share: ArrayLike) -> NDArray[np.float64]:
        """The places on the scale that are these shares of the width of the plot."""
        low, high = float(self.scale.min), float(self.scale.max)
        return low + np.asarray(share, dtype=np.float64) * (high - low)

    def pc_at_share(self, share: ArrayLike) -> NDArray[np.float64]:
        """The values of pc at these shares of the width of the plot."""
        places = self.at_share(share)
        return places if self.unit == "pc" else pc_at(places)

    def grid(self, count: int = _SAMPLES) -> NDArray[np.float64]:
        """Values of pc that stand evenly spaced."""
        return self.pc_at_share(np.linspace(0.0, 1.0, count))

    def vertices(self, pc: NDArray[np.float64]) -> NDArray[np.float64]:
        """The pc at which a polyline with these vertices must be known to be drawn."""
        if self.unit == "pc":
            return pc
        kept = pc[(pc > X_LEAST) & (pc < 1.0 - X_LEAST)]
        return np.union1d(kept, self.grid())

    def trace(self, pc: NDArray[np.float64], cost: NDArray[np.float64]) -> tuple[Drawn, Drawn]:
        """A polyline over pc as it is drawn."""
        stops = self.vertices(pc)
        return drawn(self.place(stops)), drawn(np.interp(stops, pc, cost))

    def lines(
        self, fpr: NDArray[np.float64], fnr: NDArray[np.float64]
    ) -> tuple[Drawn, NDArray[np.float32]]:
        """Many cost lines as they are drawn: common x, and one row of y for each."""
        pc = np.array([0.0, 1.0]) if self.unit == "pc" else self.grid(33)
        return drawn(self.place(pc)), drawn(np.outer(fpr, 1.0 - pc) + np.outer(fnr, pc))

    def path(self, fpr: NDArray[np.float64], fnr: NDArray[np.float64]) -> tuple[Drawn, Drawn]:
        """Many cost lines as one polyline with gaps."""
        x, y = self.lines(fpr, fnr)
        with_gaps = np.pad(y, ((0, 0), (0, 1)), constant_values=np.nan)
        return np.tile(np.append(x, x[-1:]), len(y))[:-1], with_gaps.ravel()[:-1]


def words_of(model: CostCurveModel) -> tuple[str, str]:
    """The user's words for the negative and the positive class."""
    negative, positive = model.derived.classes
    return short(negative), short(positive)


def _short_number(value: float) -> float:
    """A number that is written alike in Python and in browsers."""
    return round(float(value), 6) + 0.0


def _as_browsers_write(value: float) -> str:
    """What a browser makes of a number that is the key of an object."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


# ---- Where axes end that fit what is drawn


_ROOM = 1.5
_LEAST = 0.001
_OF_PERFECT = 0.1
_WHOLE_COST = 0.5  # no lower envelope rises above it
_MOST_STEPS = 6
_USUAL = np.linspace(0.2, 0.8, 25)


def fitting_cost(derived: Derived, bands: Iterable[Band]) -> float:
    """Where the cost axis ends: well above every visible envelope and these bands."""
    highest = [item.envelope.cost.max() for item in derived.shown]
    if not highest:
        return _WHOLE_COST
    top = _ROOM * float(max(*highest, 0.0, *(band.upper.max() for band in bands)))
    return min(_WHOLE_COST, rounded_up(max(top, _LEAST) if top else _OF_PERFECT))


def fitting_rates(derived: Derived) -> float:
    """The side of the upper left corner of ROC space that has the best thresholds.

    Those at extreme conditions stay outside: they lie along the rim.
    """
    hull = derived.hull
    own = hull.owner != TRIVIAL
    fpr, fnr = hull.fpr[own], 1.0 - hull.tpr[own]
    if not fpr.size:
        return 1.0
    best = np.argmin(np.outer(1.0 - _USUAL, fpr) + np.outer(_USUAL, fnr), axis=1)
    side = _ROOM * float(np.maximum(fpr, fnr)[best].max())
    return min(1.0, rounded_up(max(side, _LEAST) if side else _OF_PERFECT))


def rounded_up(value: float) -> float:
    """The next number above on which a tick stands, of few ticks 1, 2 or 5 tenths apart."""
    power = 10.0 ** floor(log10(value / _MOST_STEPS))
    step = next(
        step for step in (power, 2 * power, 5 * power, 10 * power) if value <= _MOST_STEPS * step
    )
    return float(f"{ceil(value / step - 1e-9) * step:.12g}")
