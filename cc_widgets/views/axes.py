"""The pc axis: where a pc stands on it, and in which words its ticks speak."""

from collections.abc import Iterable
from math import isfinite
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Conditions, cost_ratio_at, log_odds_at, pc_at_log_odds, prior_at
from cc_widgets.model.conditions import middle
from cc_widgets.model.numerals import amount, share, short
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import Seen, assign, axis, drawn, unit_scale
from cc_widgets.widgets.cursor import DualityCursor

Drawn = NDArray[np.float32]
Unit = Literal["pc", "logit"]

X_LEAST = 0.0005
"""A logit axis shows pc from here to 1 - X_LEAST."""

_SAMPLES = 65
_CLOSEST = 0.115
_LOGIT_TICKS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_PRIORS = (0.5, 0.1, 0.9, 0.2, 0.8, 0.01, 0.99, 0.3, 0.7, 0.05, 0.95, 0.001, 0.999, 0.02, 0.98)
_RATIOS = (1, 10, 0.1, 100, 0.01, 2, 5, 0.5, 0.2, 20, 50, 0.05, 0.02, 1000, 0.001, 500, 200)


class PcAxis:
    """The horizontal axis of a figure over pc, with its scale.

    Values of pc stand where they are, or at their log-odds on a logit axis: there a straight
    cost line bends, so whatever is drawn goes through `trace`, `lines` or `vertices`.
    """

    def __init__(self) -> None:
        self.scale = unit_scale()
        self.axis = axis(self.scale, "")
        self.unit: Unit = "pc"
        self._seen = Seen()

    def draw(self, model: CostCurveModel, cursor: DualityCursor) -> None:
        """Follow the axis that the model asks for; until it is another one, let zooms be.

        bqplot writes ticks anew after each message, some of them a moment later and then in the
        words that it had before. So words go first and alone, places last.
        """
        unit: Unit = "logit" if model.axis == "logit" else "pc"
        is_other = self._seen.changes("unit", unit)
        sources = (model.axis, model.conditions, model.unit, words_of(model))
        is_said_otherwise = self._seen.changes("ticks", *sources)
        self.unit = unit
        ticks = _ticks(model)
        x = [_short_number(value) for value in self.place([pc for pc, _ in ticks])]
        if is_said_otherwise:
            keys, labels = map(_as_browsers_write, x), [word for _, word in ticks]
            assign(self.axis, tick_labels=dict(zip(keys, labels, strict=True)) or None)
        if is_other:
            cursor.x_map = unit
            end = float(log_odds_at(1.0 - X_LEAST))
            low, high = (-end, end) if unit == "logit" else (0.0, 1.0)
            assign(self.scale, min=low, max=high)
        if is_said_otherwise:
            places = np.array(x, dtype=np.float64) if ticks else None
            assign(self.axis, label=_title(model), tick_values=places)

    def place(self, pc: ArrayLike) -> NDArray[np.float64]:
        """Return where values of pc stand."""
        values = np.asarray(pc, dtype=np.float64)
        if self.unit == "pc":
            return values
        return log_odds_at(np.clip(values, X_LEAST, 1.0 - X_LEAST))

    def share(self, pc: ArrayLike) -> NDArray[np.float64]:
        """Return where values of pc stand, as shares of the width of the plot."""
        low, high = float(self.scale.min), float(self.scale.max)
        return (self.place(pc) - low) / (high - low)

    def at_share(self, share: ArrayLike) -> NDArray[np.float64]:
        """Return the places on the scale that are these shares of the width of the plot."""
        low, high = float(self.scale.min), float(self.scale.max)
        return low + np.asarray(share, dtype=np.float64) * (high - low)

    def pc_at_share(self, share: ArrayLike) -> NDArray[np.float64]:
        """Return the values of pc at these shares of the width of the plot."""
        places = self.at_share(share)
        return places if self.unit == "pc" else pc_at_log_odds(places)

    def grid(self, count: int = _SAMPLES) -> NDArray[np.float64]:
        """Return values of pc that stand evenly spaced."""
        return self.pc_at_share(np.linspace(0.0, 1.0, count))

    def vertices(self, pc: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pc at which a polyline with these vertices must be known to be drawn."""
        if self.unit == "pc":
            return pc
        kept = pc[(pc > X_LEAST) & (pc < 1.0 - X_LEAST)]
        return np.union1d(kept, self.grid())

    def trace(self, pc: NDArray[np.float64], cost: NDArray[np.float64]) -> tuple[Drawn, Drawn]:
        """Return a polyline over pc as it is drawn."""
        stops = self.vertices(pc)
        return drawn(self.place(stops)), drawn(np.interp(stops, pc, cost))

    def lines(
        self, fpr: NDArray[np.float64], fnr: NDArray[np.float64]
    ) -> tuple[Drawn, NDArray[np.float32]]:
        """Return many cost lines as they are drawn: common x, and one row of y for each."""
        pc = np.array([0.0, 1.0]) if self.unit == "pc" else self.grid(33)
        return drawn(self.place(pc)), drawn(np.outer(fpr, 1.0 - pc) + np.outer(fnr, pc))


def words_of(model: CostCurveModel) -> tuple[str, str]:
    """Return the user's words for the negative and the positive class."""
    negative, positive = model.derived.classes
    return short(negative), short(positive)


def _title(model: CostCurveModel) -> str:
    _, positive = words_of(model)
    if model.axis == "logit":
        return "Probability-cost value PC(+), log-odds"
    if model.axis == "prior":
        cost_fp, cost_fn = _costs(model.conditions)
        return f"Share of {positive} at costs {amount(cost_fp)} : {amount(cost_fn, model.unit)}"
    if model.axis == "cost_ratio":
        return f"Cost of missed {positive} : false alarm, prior {share(_prior(model.conditions))}"
    return "Probability-cost value PC(+)"


def _ticks(model: CostCurveModel) -> list[tuple[float, str]]:
    """Return pc and word of each tick; none if the browser may choose them."""
    if model.axis == "logit":
        return [(pc, f"{pc:g}") for pc in _LOGIT_TICKS]
    if model.axis == "prior":
        cost_fp, cost_fn = _costs(model.conditions)
        # pc follows from the prior as the prior does from pc, with the costs changed about.
        priors = prior_at(np.array(_PRIORS), cost_fp=cost_fn, cost_fn=cost_fp)
        return _apart(zip(priors.tolist(), _PRIORS, strict=True), "1")
    if model.axis == "cost_ratio":
        unit_ratio = float(cost_ratio_at(0.5, prior=_prior(model.conditions)))
        places = [ratio / (ratio + unit_ratio) for ratio in _RATIOS]
        return _apart(zip(places, _RATIOS, strict=True), "∞")
    return []


def _apart(ticks: Iterable[tuple[float, float]], last: str) -> list[tuple[float, str]]:
    """Choose ticks that leave room for their words: the ends, then the first come."""
    chosen = [(0.0, "0"), (1.0, last)]
    for pc, value in ticks:
        if all(abs(pc - other) >= _CLOSEST for other, _ in chosen):
            chosen.append((pc, f"{value:g}"))
    return sorted(chosen)


def _costs(conditions: Conditions | None) -> tuple[float, float]:
    """Return what both errors cost beyond right answers; alike where nothing is known."""
    if conditions is None:
        return 1.0, 1.0
    known = middle(conditions)
    costs = known.extra_fp.low, known.extra_fn.low
    return costs if all(cost > 0.0 and isfinite(cost) for cost in costs) else (1.0, 1.0)


def _prior(conditions: Conditions | None) -> float:
    """Return the prior, in the middle of the conditions; 0.5 where nothing is known."""
    prior = 0.5 if conditions is None else middle(conditions).prior.low
    return prior if 0.0 < prior < 1.0 else 0.5


def _short_number(value: float) -> float:
    """Return a number that is written alike in Python and in browsers."""
    return round(float(value), 6) + 0.0


def _as_browsers_write(value: float) -> str:
    """Return what a browser makes of a number that is the key of an object."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
