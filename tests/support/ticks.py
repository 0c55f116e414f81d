"""Tick labels of the pc axis on a page, and their expected values."""

from collections.abc import Callable
from itertools import permutations
from math import exp, log

from tests.support.figures import Explorer

PRIOR, COST_FP, COST_FN = 0.05, 1.0, 20.0
CONDITIONS = f"Conditions({PRIOR}, {COST_FP}, {COST_FN})"
_LOG_ODDS = log(0.9995 / 0.0005)
_TOLERANCE = 0.006


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
"""By axis: value at a fraction of the width of the plot."""


def axis_switches() -> list[tuple[str, str]]:
    """Return all ordered pairs of axes, each starting where the previous one ends."""
    pairs = set(permutations(VALUE_AT, 2))
    route = _route("pc", pairs)
    assert route is not None
    return route


def _route(start: str, left: set[tuple[str, str]]) -> list[tuple[str, str]] | None:
    if not left:
        return []
    for step in sorted(step for step in left if step[0] == start):
        rest = _route(step[1], left - {step})
        if rest is not None:
            return [step, *rest]
    return None


def ticks(explorer: Explorer) -> list[tuple[float, str]]:
    """Return position (fraction of the width) and label of each tick of the pc axis."""
    area = explorer.area("cost")
    labels = explorer.figure("cost").locator(".axis").first.evaluate(_TICKS)
    return [((x - area.left) / area.width, text) for x, text in labels]


def wrong_ticks(explorer: Explorer, axis: str) -> list[str]:
    """Return descriptions of misplaced ticks, and of too few ticks."""
    labels = ticks(explorer)
    value_at = VALUE_AT[axis]
    too_few = [] if len(labels) > 4 else [f"only {len(labels)} ticks"]
    return too_few + [
        f"{text} at {share:.3f}"
        for share, text in labels
        if not value_at(max(0.0, share - _TOLERANCE))
        <= (float("inf") if text == "∞" else float(text))
        <= (value_at(min(1.0, share + _TOLERANCE)))
    ]


_TICKS = """(axis) => [...axis.querySelectorAll('.tick')].map((tick) => {
  return [tick.getScreenCTM().e, tick.textContent.replace('\\u2212', '-')];
})"""
