"""Everything that can be read at one pc, in numbers and in words."""

from dataclasses import dataclass

from cc_widgets.core.conditions import Conditions
from cc_widgets.core.odds import slope_at
from cc_widgets.model.answers import CostAnswer, cost_of
from cc_widgets.model.choices import Ranked, ranked
from cc_widgets.model.derive import Derived
from cc_widgets.model.intervals import Interval


@dataclass(frozen=True, slots=True)
class Reading:
    """What the read-out says at one pc.

    Attributes
    ----------
    pc, slope : float
        Where, and the slope of the iso-performance lines there.
    intercept : float or None
        Where the iso-performance line that touches the hull meets fpr = 0; None at pc 0.
    prior : float or None
        The share of positives that pc stands for; None without conditions.
    best : CostAnswer
        The cheapest choice.
    interval : Interval or None
        Of its cost.
    runner_up : Ranked or None
        The classifier that comes next.
    ranking : tuple of Ranked
        All visible classifiers.
    saved : float
        What the best choice costs less than the better trivial rule.
    difference : float or None
        Cost of the first less that of the second of the two that are compared.
    words : str
        All that in sentences.
    """

    pc: float
    slope: float
    intercept: float | None
    prior: float | None
    best: CostAnswer
    interval: Interval | None
    runner_up: Ranked | None
    ranking: tuple[Ranked, ...]
    saved: float
    difference: float | None
    words: str


def reading_at(  # noqa: PLR0913 (what the read-out is told, by name)
    derived: Derived,
    pc: float,
    conditions: Conditions | None = None,
    *,
    population: float = 1.0,
    unit: str = "",
    interval: Interval | None = None,
    compared: tuple[str, str] | None = None,
) -> Reading:
    """Read everything at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].
    conditions : Conditions, optional
        Exact conditions at this pc.
    population : float
        How many cases there will be.
    unit : str
        The currency.
    interval : Interval, optional
        Of the cost of the best choice.
    compared : pair of str, optional
        Whose costs to subtract.

    Returns
    -------
    Reading
        In numbers and words.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> reading_at(derive({}), 0.2).words
    'At pc 0.2 (slope 4): use nothing (call all cases negatives); normalised cost 0.2.'
    """
    best = cost_of(derived, None, pc, conditions, population)
    order = ranked(derived, pc)
    others = [one for one in order if one.name != best.name]
    slope = float(slope_at(pc))
    prior = None if conditions is None else conditions.prior.low
    runner_up = others[0] if others else None
    saved = min(pc, 1.0 - pc) - best.normalised
    where = f"At pc {pc:.4g} (slope {slope:.4g}" + ("" if prior is None else f", prior {prior:.4g}")
    parts = [f"{where}): use {best.words}; normalised cost {best.normalised:.4g}"]
    if interval is not None:
        limits = f"{interval.lower:.4g} to {interval.upper:.4g}"
        parts.append(f" ({100 * interval.level:g} % interval {limits}, {interval.method})")
    parts.append(_money_words(best, population, unit) + ".")
    if best.threshold is not None or best.name in {one.name for one in order}:
        parts.append(f" Its fpr is {best.fpr:.4g}, its tpr {best.tpr:.4g}.")
    if runner_up is not None:
        parts.append(f" {_next_words(runner_up, best)}")
    words = "".join(parts)
    return Reading(
        pc=pc,
        slope=slope,
        intercept=1.0 - best.normalised / pc if pc else None,
        prior=prior,
        best=best,
        interval=interval,
        runner_up=runner_up,
        ranking=order,
        saved=saved,
        difference=_difference(order, compared),
        words=words,
    )


def _difference(order: tuple[Ranked, ...], compared: tuple[str, str] | None) -> float | None:
    """Return how much more the first costs than the second, if both are visible."""
    costs = {one.name: one.cost for one in order}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]


def _money_words(best: CostAnswer, population: float, unit: str) -> str:
    """Return the cost in the user's currency, if it is known."""
    if best.per_case is None or best.population is None:
        return ""
    coin = f" {unit}" if unit else ""
    each = f", {best.per_case:,.6g}{coin} per case"
    return (
        each
        if population == 1.0
        else f"{each}, {best.population:,.6g}{coin} in {population:g} cases"
    )


def _next_words(runner_up: Ranked, best: CostAnswer) -> str:
    """Return by how much the next one is dearer."""
    more = runner_up.cost - best.normalised
    if more <= 0.0:
        return f"{runner_up.name} costs the same."
    return f"{runner_up.name} costs {more:.3g} more."
