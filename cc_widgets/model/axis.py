"""The axis over pc: places at log-odds, and the ticks that speak of priors or of costs."""

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import Conditions, cost_ratio_at, log_odds_at, pc_at_log_odds, prior_at
from cc_widgets.core._results import FloatArray
from cc_widgets.model.conditions import middle
from cc_widgets.model.numerals import amount, share, short

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

X_LEAST = 0.0005
"""A logit axis shows pc from here to 1 - X_LEAST."""

_CLOSEST = 0.115
_LOGIT_TICKS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_PRIORS = (0.5, 0.1, 0.9, 0.2, 0.8, 0.01, 0.99, 0.3, 0.7, 0.05, 0.95, 0.001, 0.999, 0.02, 0.98)
_RATIOS = (1, 10, 0.1, 100, 0.01, 2, 5, 0.5, 0.2, 20, 50, 0.05, 0.02, 1000, 0.001, 500, 200)


def log_odds(pc: FloatArray) -> FloatArray:
    """Places of values of pc on a logit axis, at its ends for those beyond them.

    Examples
    --------
    >>> log_odds(np.array([0.0, 0.5])).round(6)
    array([-7.600402,  0.      ])
    """
    return log_odds_at(np.clip(pc, X_LEAST, 1.0 - X_LEAST))


def pc_at(places: FloatArray) -> FloatArray:
    """Values of pc at places on a logit axis.

    Examples
    --------
    >>> pc_at(np.array([0.0]))
    array([0.5])
    """
    return pc_at_log_odds(places)


def title_of(model: "CostCurveModel") -> str:
    """What the axis is called."""
    positive = short(model.derived.classes[1])
    if model.axis == "logit":
        return "Probability-cost value PC(+), log-odds"
    if model.axis == "prior":
        cost_fp, cost_fn = _costs(model.conditions)
        return f"Share of {positive} at costs {amount(cost_fp)} : {amount(cost_fn, model.unit)}"
    if model.axis == "cost_ratio":
        return f"Cost of missed {positive} : false alarm, prior {share(_prior(model.conditions))}"
    return "Probability-cost value PC(+)"


def ticks_of(model: "CostCurveModel") -> list[tuple[float, str]]:
    """Pc and word of each tick; none if the browser may choose them."""
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
    """Ticks that leave room for their words: the ends, then the first come."""
    chosen = [(0.0, "0"), (1.0, last)]
    for pc, value in ticks:
        if all(abs(pc - other) >= _CLOSEST for other, _ in chosen):
            chosen.append((pc, f"{value:g}"))
    return sorted(chosen)


def _costs(conditions: Conditions | None) -> tuple[float, float]:
    """What both errors cost beyond right answers; alike where nothing is known."""
    if conditions is None:
        return 1.0, 1.0
    known = middle(conditions)
    costs = known.extra_fp.low, known.extra_fn.low
    return costs if all(cost > 0.0 and isfinite(cost) for cost in costs) else (1.0, 1.0)


def _prior(conditions: Conditions | None) -> float:
    """The prior, in the middle of the conditions; 0.5 where nothing is known."""
    prior = 0.5 if conditions is None else middle(conditions).prior.low
    return prior if 0.0 < prior < 1.0 else 0.5
