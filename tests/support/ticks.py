"""What stands on the pc axis of a page, and what should stand there."""

from collections.abc import Callable
from itertools import permutations
from math import exp, log

from tests.support.figures import Explorer

PRIOR, COST_FP, COST_FN = 0.05, 1.0, 20.0
CONDITIONS = f"Conditions({PRIOR}, {COST_FP}, {COST_FN})"
_LOG_ODDS = log(0.9995 / 0.0005)
_NEAR = 0.006


def _pc_at_log_odds(share: float) -> float:
    return 1 / (1 + exp(-(2 * share - 1) * _LOG_ODDS))


def _prior(pc: float) -> float:
    return pc * COST_FP / (pc * COST_FP + (1 - pc) * COST_FN)


def _cost_ratio(pc: float) -> float:
    return float("inf") if pc == 1 else pc * (1 - PRIOR) / ((1 - pc) * PRIOR)


VALUE_AT: dict[str, Callable[[float], float]] = {
    "pc": lambda share: share,
    "logit": _pc_at_log_odds,
    "prior": _prior,
    "cost_ratio": _cost_ratio,
}
"""By axis: the value that stands at this share of the width of the plot."""


def every_switch() -> list[tuple[str, str]]:
    """Return every axis to every other, each switch beginning where the last one ended."""
    left = set(permutations(VALUE_AT, 2))
    way = _way("pc", left)
    assert way is not None
    return way


def _way(start: str, left: set[tuple[str, str]]) -> list[tuple[str, str]] | None:
    if not left:
        return []
    for step in sorted(step for step in left if step[0] == start):
        rest = _way(step[1], left - {step})
        if rest is not None:
            return [step, *rest]
    return None


def ticks(explorer: Explorer) -> list[tuple[float, str]]:
    """Return the words on the pc axis of cost space, and at which share of the width."""
    area = explorer.area("cost")
    found = explorer.figure("cost").locator(".axis").first.evaluate(_TICKS)
    return [((x - area.left) / area.width, text) for x, text in found]


def wrong_ticks(explorer: Explorer, axis: str) -> list[str]:
    """Say which ticks stand where another value belongs; that there are none is wrong, too."""
    found = ticks(explorer)
    value_at = VALUE_AT[axis]
    few = [] if len(found) > 4 else [f"only {len(found)} ticks"]
    return few + [
        f"{text} at {share:.3f}"
        for share, text in found
        if not value_at(max(0.0, share - _NEAR))
        <= (float("inf") if text == "∞" else float(text))
        <= (value_at(min(1.0, share + _NEAR)))
    ]


_TICKS = """(axis) => [...axis.querySelectorAll('.tick')].map((tick) => {
  return [tick.getScreenCTM().e, tick.textContent.replace('\\u2212', '-')];
})"""
